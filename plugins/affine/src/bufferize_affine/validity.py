"""Which values may be dimensions and symbols of affine maps.

https://mlir.llvm.org/docs/Dialects/Affine/#restrictions-on-dimensions-and-symbols
"""

from __future__ import annotations

from collections.abc import Sequence

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import (
    OffsetSizeAndStrideOpInterface,
    ShapedDimOpInterface,
    is_speculatable,
    linear_form,
)

# Ops whose index results are dimensions if all their operands are.
_TRANSPARENT = ("affine.apply", "affine.delinearize_index", "affine.linearize_index")
_LOOPS = ("affine.for", "affine.parallel")


def affine_scope(op: ir.Operation) -> ir.Region | None:
    """Return the region of the closest enclosing op with the trait `AffineScope`."""
    region = op.parent_region
    while region is not None:
        parent = region.parent
        if parent is None or parent.has_trait(d.AffineScope):
            return region
        region = parent.parent_region
    return None


def _is_top_level(value: ir.Value, region: ir.Region | None) -> bool:
    return region is not None and value.parent_region is region


class Validity:
    """A cache of which values may be dimensions and symbols for one operation.

    A value that depends on itself, in a graph region, is neither a dimension nor a symbol.
    """

    def __init__(self) -> None:
        self._dims: dict[tuple[ir.Value, ir.Region | None], bool] = {}
        self._symbols: dict[tuple[ir.Value, ir.Region | None], bool] = {}

    def is_dim(self, value: ir.Value, region: ir.Region | None) -> bool:
        """Return whether a value may be a dimension in an op whose affine scope is `region`."""
        question = value, region
        known = self._dims.get(question)
        if known is None:
            self._dims[question] = False
            known = self._dims[question] = self._find_dim(value, region)
        return known

    def is_symbol(self, value: ir.Value, region: ir.Region | None) -> bool:
        """Return whether a value may be a symbol in an op whose affine scope is `region`."""
        question = value, region
        known = self._symbols.get(question)
        if known is None:
            self._symbols[question] = False
            known = self._symbols[question] = self._find_symbol(value, region)
        return known

    def _find_dim(self, value: ir.Value, region: ir.Region | None) -> bool:
        if value.type is not ir.INDEX:
            return False
        if self.is_symbol(value, region):
            return True
        op = value.defining_op
        if op is None:
            parent = value.parent_region.parent if value.parent_region is not None else None
            return parent is not None and parent.name in _LOOPS
        if op.name in _TRANSPARENT:
            return all(self.is_dim(operand, region) for operand in op.operands)
        return isinstance(op, ShapedDimOpInterface) and self._is_extent(op, region)

    def _find_symbol(self, value: ir.Value, region: ir.Region | None) -> bool:
        if value.type is not ir.INDEX:
            return False
        if _is_top_level(value, region):
            return True
        op = value.defining_op
        if op is not None:
            if op.has_trait(d.ConstantLike):
                return True
            if op.name == "affine.apply" or (
                not op.regions and (op.has_trait(d.Pure) or is_speculatable(op))
            ):
                if all(self.is_symbol(operand, region) for operand in op.operands):
                    return True
            if isinstance(op, ShapedDimOpInterface) and self._is_extent(op, region):
                return True
        if region is None or region.parent is None or region.parent.has_trait(d.IsolatedFromAbove):
            return False
        outer = region.parent.parent_region
        return outer is not None and self.is_symbol(value, outer)

    def _is_extent(self, op: ShapedDimOpInterface, region: ir.Region | None) -> bool:
        shaped = op.shaped_value
        if _is_top_level(shaped, region):
            return True
        maker = shaped.defining_op
        position = linear_form(op.dimension)
        if maker is None or not position.is_constant or not isinstance(shaped.type, ir.MemRefType):
            return False
        index = position.constant
        if not 0 <= index < len(shaped.type.shape):
            return False
        if maker.name not in ("memref.alloc", "memref.view", "memref.subview"):
            return False
        if shaped.type.shape[index] != ir.DYNAMIC:
            return True
        number = shaped.type.shape[:index].count(ir.DYNAMIC)
        if maker.name == "memref.alloc":
            return self.is_symbol(maker.operand(number), region)
        if maker.name == "memref.view":
            return self.is_symbol(maker.operand(2 + number), region)
        assert isinstance(maker, OffsetSizeAndStrideOpInterface)
        sizes = maker.mixed_sizes
        size = sizes[index] if len(sizes) == len(shaped.type.shape) else None
        return isinstance(size, int) or (size is not None and self.is_symbol(size, region))


def verify_dims_and_symbols(op: ir.Operation, operands: Sequence[ir.Value], num_dims: int) -> None:
    """Check that a map's operands may be its dimensions and symbols. Raises VerifyError."""
    region, validity = affine_scope(op), Validity()
    for position, operand in enumerate(operands):
        if position < num_dims:
            if not validity.is_dim(operand, region):
                raise op.error("operand cannot be used as a dimension id")
        elif not validity.is_symbol(operand, region):
            raise op.error("operand cannot be used as a symbol")
