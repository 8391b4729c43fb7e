"""The interface, the base class and the verification of structured operations."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from bufferize import define as d
from bufferize import ir
from bufferize.interfaces import (
    ConditionallySpeculatable,
    DestinationStyleOpInterface,
    EffectKind,
    MemoryEffect,
    MemoryEffectsOpInterface,
    RepeatedRegionsInterface,
)
from bufferize_linalg.table import PARALLEL


@lru_cache(maxsize=1024)
def maps_of(attribute: ir.Attribute | None) -> tuple[ir.AffineMap, ...]:
    """Return the maps in an array of affine maps; none for an invalid attribute."""
    if not isinstance(attribute, ir.ArrayAttr):
        return ()
    return tuple(element.map for element in attribute if isinstance(element, ir.AffineMapAttr))


@lru_cache(maxsize=1024)
def maps_attr(maps: tuple[ir.AffineMap, ...]) -> ir.ArrayAttr:
    """Return an array of affine maps."""
    return ir.ArrayAttr(tuple(ir.AffineMapAttr(map) for map in maps))


class LinalgOpInterface(
    DestinationStyleOpInterface,
    MemoryEffectsOpInterface,
    RepeatedRegionsInterface,
    ConditionallySpeculatable,
):
    """A structured operation: a perfect nest of loops around a body on scalars.

    Operand i is accessed at `indexing_maps_array[i]` applied to the loop indices, and argument i of
    the body is that element. https://mlir.llvm.org/docs/Dialects/Linalg/#high-level-description
    """

    @property
    @abstractmethod
    def num_dps_inputs(self) -> int:
        """The number of operands before the inits."""

    @property
    @abstractmethod
    def indexing_maps_array(self) -> tuple[ir.AffineMap, ...]:
        """The indexing map of each operand, from loops to indices."""

    @property
    @abstractmethod
    def iterator_types_array(self) -> tuple[str, ...]:
        """The kind of each loop, "parallel" or "reduction"."""

    @property
    def dps_inits(self) -> list[ir.OpOperand]:
        return self.op_operands[self.num_dps_inputs :]

    @property
    def dps_inputs(self) -> list[ir.OpOperand]:
        return self.op_operands[: self.num_dps_inputs]

    def is_dps_init(self, operand: ir.OpOperand) -> bool:
        return operand.index >= self.num_dps_inputs and operand.owner is self

    def tied_result(self, operand: ir.OpOperand) -> ir.OpResult | None:
        position = operand.index - self.num_dps_inputs
        if position < 0 or not self.results or operand.owner is not self:
            return None
        # In valid ops no init is a buffer if there are results, which then pair up in order.
        if len(self.results) == len(self.op_operands) - self.num_dps_inputs:
            return self.results[position]
        return super().tied_result(operand)

    def tied_operand(self, result: ir.OpResult) -> ir.OpOperand:
        if len(self.results) == len(self.op_operands) - self.num_dps_inputs:
            return self.op_operands[self.num_dps_inputs + result.index]
        return super().tied_operand(result)

    def is_speculatable(self) -> bool | None:
        """Return None (the body decides) for tensors whose shapes are known to fit, else False."""
        shaped = [type for type in self.operand_types if isinstance(type, ir.ShapedType)]
        on_buffers = any(isinstance(type, ir.BaseMemRefType) for type in shaped)
        fits = len(shaped) == 1 or all(type.has_static_shape() for type in shaped)
        return None if fits and not on_buffers else False

    @property
    def num_loops(self) -> int:
        """The depth of the nest."""
        return len(self.iterator_types_array)

    @property
    def is_all_parallel(self) -> bool:
        """Whether no loop is a reduction."""
        return all(kind == PARALLEL for kind in self.iterator_types_array)

    @property
    def body_region(self) -> ir.Region:
        """The region that holds the body."""
        return self.regions[0]

    @property
    def body(self) -> ir.Block:
        """The computation on scalars."""
        return self.body_region.entry

    def matching_indexing_map(self, operand: ir.OpOperand) -> ir.AffineMap:
        """Return how `operand` is accessed."""
        return self.indexing_maps_array[operand.index]

    def matching_block_argument(self, operand: ir.OpOperand) -> ir.BlockArgument:
        """Return the argument of the body that holds an element of `operand`."""
        return self.body.arguments[operand.index]

    def payload_uses_value_from_operand(self, operand: ir.OpOperand) -> bool:
        """Return whether the body uses the elements of `operand`."""
        return self.matching_block_argument(operand).has_uses()

    def effects(self) -> list[MemoryEffect]:
        return structured_effects(self.op_operands, self.num_dps_inputs)


def structured_effects(operands: Sequence[ir.OpOperand], num_inputs: int) -> list[MemoryEffect]:
    """Return reads of input buffers, reads and writes of init buffers, and nothing for tensors."""
    found: list[MemoryEffect] = []
    for operand in operands:
        if not isinstance(operand.value.type, ir.BaseMemRefType):
            continue
        found.append(MemoryEffect(EffectKind.READ, operand.value, operand))
        if operand.index >= num_inputs:
            found.append(MemoryEffect(EffectKind.WRITE, operand.value, operand))
    return found


def loop_ranges(
    op: LinalgOpInterface, operands: Sequence[ir.OpOperand]
) -> dict[int, tuple[ir.Value, int]]:
    """Return, for each loop, an operand and a dimension of it that only this loop indexes."""
    ranges: dict[int, tuple[ir.Value, int]] = {}
    for operand in operands:
        for dim, expr in enumerate(op.matching_indexing_map(operand).results):
            if isinstance(expr, ir.AffineDimExpr):
                ranges.setdefault(expr.position, (operand.value, dim))
    return ranges


# Verification.

Shape = tuple[int, ...]


def verify_structured(op: ir.Operation) -> None:
    """Check operands, maps, shapes and the arguments of the body. Raises VerifyError.

    The ops in the body, with the yield, have been verified before.
    """
    assert isinstance(op, LinalgOpInterface)
    if op.op_operands and not (op.has_pure_tensor_semantics or op.has_pure_buffer_semantics):
        raise op.error("expected to have pure tensor or buffer semantics")
    maps = op.indexing_maps_array
    num_operands = len(op.op_operands)
    if len(maps) != num_operands:
        raise op.error(
            f"expected the number of indexing_map ({len(maps)}) to be equal to the number of "
            f"input/output operands ({num_operands})"
        )
    message = _map_problem(maps, tuple(_shape(o.value.type) for o in op.op_operands), op.num_loops)
    if message is not None:
        raise op.error(message)
    _verify_body_arguments(op, op)


def _shape(type: object) -> Shape:
    """Return the extents of an operand; none for scalars, vectors and unranked types."""
    return (type.extents or ()) if isinstance(type, ir.TensorType | ir.BaseMemRefType) else ()


def _verify_body_arguments(op: ir.Operation, linalg_op: LinalgOpInterface) -> None:
    if len(op.regions) != 1 or len(op.regions[0].blocks) != 1:
        raise op.error("expects to have 1 region with 1 block")
    arguments = linalg_op.body.arguments
    if len(arguments) != len(op.op_operands):
        raise op.error(
            "expected as many non-induction variable region arguments as the number of "
            "input/output operands"
        )
    for operand, argument in zip(op.op_operands, arguments, strict=True):
        expected = scalar_type(operand.value.type)
        if argument.type is not expected:
            raise op.error(
                f"expected type of bb argument #{operand.index} ('{argument.type}') to match "
                f"element or self type of the corresponding operand ('{expected}')"
            )


@lru_cache(maxsize=4096)
def _map_problem(
    maps: tuple[ir.AffineMap, ...], shapes: tuple[Shape, ...], num_loops: int
) -> str | None:
    """Return the problem with indexing maps for these shapes; None if there is none."""
    for i, (map, shape) in enumerate(zip(maps, shapes, strict=True)):
        if map.num_symbols:
            return f"unexpected symbols in indexing_map #{i}"
        if map.num_results != len(shape):
            return (
                f"expected operand #{i} rank ({len(shape)}) to match the result rank of "
                f"indexing_map ({map.num_results})"
            )
    exprs = [expr for map in maps for expr in map.results]
    num_dims = max((map.num_dims for map in maps), default=0)
    loop_positions = _inverse(exprs, num_dims)
    if loop_positions is None:
        concatenated = ir.AffineMap(num_dims, 0, tuple(exprs))
        return f"invalid indexing maps are non-invertible: ({concatenated})"
    extents = [extent for shape in shapes for extent in shape]
    message = _extent_problem(maps, shapes, [extents[position] for position in loop_positions])
    if message is not None:
        return message
    for i, map in enumerate(maps):
        if map.num_dims != num_loops:
            return (
                f"expected indexing_map #{i} to have {num_loops} dim(s) to match the number of "
                "loops"
            )
    return None


def _inverse(exprs: list[ir.AffineExpr], num_dims: int) -> list[int] | None:
    """Return, for each dimension, the first result that is just it; None if there is none."""
    positions: list[int | None] = [None] * num_dims
    for i, expr in enumerate(exprs):
        if isinstance(expr, ir.AffineDimExpr) and positions[expr.position] is None:
            positions[expr.position] = i
    found = [position for position in positions if position is not None]
    return found if len(found) == num_dims else None


def _extent_problem(
    maps: tuple[ir.AffineMap, ...], shapes: tuple[Shape, ...], loop_extents: list[int]
) -> str | None:
    """Return the access that is out of bounds; None if there is none or extents are dynamic."""
    if ir.DYNAMIC in loop_extents:
        return None
    first = [0] * len(loop_extents)
    last = [extent - 1 for extent in loop_extents]
    for i, (map, shape) in enumerate(zip(maps, shapes, strict=True)):
        try:
            starts, ends = map.evaluate(first), map.evaluate(last)
        except ArithmeticError:  # no value, or one of more than 64 bits
            return f"unexpected indices outside of operand #{i} in {map}"
        for dim, (start, end, extent) in enumerate(zip(starts, ends, shape, strict=True)):
            if extent in (ir.DYNAMIC, 0):
                continue
            if min(start, end) < 0:
                return f"unexpected result less than 0 at expression #{dim} in {map}"
            needed = max(start, end) + 1
            prefix = f"inferred input/output operand #{i} has shape's dimension #{dim} to be "
            if isinstance(map.results[dim], ir.AffineDimExpr):
                if needed != extent:
                    return f"{prefix}{needed}, but found {extent}"
            elif needed > extent:
                return f"{prefix}greater than or equal to {needed}, but found {extent}"
    return None


def scalar_type(type: ir.Type) -> ir.Type:
    """Return the type of the body's argument for an operand: its element type, or its own type."""
    if isinstance(type, ir.RankedTensorType | ir.MemRefType):
        return type.element_type
    return type


# The base class.


SEGMENT_SIZES: Final = "operandSegmentSizes"
"""The property with the numbers of operands that are inputs and that are inits."""

STRUCTURED_TRAITS: Final[tuple[ir.Trait, ...]] = (
    d.SingleBlockImplicitTerminator("linalg.yield"),
    d.RecursiveMemoryEffects(),
)
"""The traits of all structured operations."""


class StructuredOp(d.Operation, LinalgOpInterface):
    """A structured operation; by default its operands are the fields `inputs` and `outputs`."""

    traits = STRUCTURED_TRAITS

    @property
    def num_dps_inputs(self) -> int:
        sizes = self.properties.get(SEGMENT_SIZES)
        return sizes.values[0] if isinstance(sizes, ir.DenseArrayAttr) else 0

    def verify_regions(self) -> None:
        verify_structured(self)
