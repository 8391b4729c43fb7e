"""Helpers to create operations while rewriting, also of missing dialects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from bufferize import ir
from bufferize.define import AffineScope, ConstantLike, DialectContext
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects.memref import CastOp, DimOp, SubViewOp
from bufferize.dialects.strided import subview_type
from bufferize.interfaces import ShapedDimOpInterface
from bufferize.ir import Attribute, Location, MemRefType, Operation, Value, dense_i64

OperationT = TypeVar("OperationT", bound=Operation)


class CreatingRewriter(ir.Rewriter):
    """A rewriter with methods to create common operations: constants, dims, casts, subviews.

    They get the `location` of the rewriter by default.
    """

    __slots__ = ("context",)

    def __init__(self, context: DialectContext, location: Location = ir.UNKNOWN_LOC) -> None:
        super().__init__(location=location)
        self.context = context

    def stand_before(self, op: Operation) -> None:
        """Move the insertion point before `op`, and use its location."""
        self.set_insertion_point(ir.InsertionPoint.before(op))
        self.location = op.location

    def create(
        self,
        op_class: type[OperationT],
        operands: Iterable[Value] = (),
        result_types: Iterable[ir.Type] = (),
        *,
        properties: Mapping[str, Attribute] | None = None,
        attributes: Mapping[str, Attribute] | None = None,
        regions: Sequence[ir.Region] = (),
        location: Location | None = None,
    ) -> OperationT:
        """Insert a new operation."""
        op = op_class.create(
            operands,
            result_types,
            properties=properties,
            attributes=attributes,
            regions=regions,
            location=location or self.location,
        )
        return self.insert(op)

    def op_class(self, name: str, location: Location | None = None) -> type[Operation]:
        """Return the class of the operation `name`.

        Raises DiagnosticError, saying what to install, if no dialect declares it.
        """
        return op_class_for(self.context, name, location or self.location)

    def index(self, value: int, location: Location | None = None) -> Value:
        """Create a constant of type index. Raises DiagnosticError if no plugin provides one."""
        return self.context.materialize_index(self, value, location or self.location)

    def memref_cast(self, buffer: Value, type: ir.Type, location: Location | None = None) -> Value:
        """Create a `memref.cast`; return `buffer` if it has the type already."""
        if buffer.type == type:
            return buffer
        return self.create(CastOp, (buffer,), (type,), location=location).result

    def dim(self, value: Value, dimension: int, location: Location | None = None) -> Value:
        """Create a `tensor.dim` or `memref.dim`, and the constant that is its index."""
        op_class: type[Operation] = DimOp
        if isinstance(value.type, ir.TensorType):
            op_class = self.op_class("tensor.dim", location)
        index = self.index(dimension, location)
        return self.create(op_class, (value, index), (ir.INDEX,), location=location).result

    def dim_size(
        self, value: Value, dimension: int, location: Location | None = None
    ) -> int | Value:
        """Return an extent of a ranked tensor or memref: a number, or a new dim operation."""
        assert isinstance(value.type, ir.RankedTensorType | MemRefType)
        extent = value.type.shape[dimension]
        return self.dim(value, dimension, location) if extent == ir.DYNAMIC else extent

    def dim_sizes(self, value: Value, location: Location | None = None) -> list[int | Value]:
        """Return all extents of a ranked tensor or memref, as `dim_size` does."""
        assert isinstance(value.type, ir.RankedTensorType | MemRefType)
        return [self.dim_size(value, i, location) for i in range(len(value.type.shape))]

    def affine_apply(
        self, expr: ir.AffineExpr, symbols: Sequence[int | Value], dims: Sequence[int | Value] = ()
    ) -> int | Value:
        """Evaluate `expr` over numbers or values, to a number or a new affine.apply.

        A value given for a dimension becomes a symbol if it may be one. Raises DiagnosticError if an
        operation is needed that no plugin provides.
        """
        dim_values: list[Value] = []
        symbol_values: list[Value] = []

        def replacement(operand: int | Value, as_dim: bool) -> ir.AffineExpr:
            if isinstance(operand, int):
                return ir.AffineConstantExpr(operand)
            if as_dim and not _may_be_symbol(operand):
                dim_values.append(operand)
                return ir.AffineDimExpr(len(dim_values) - 1)
            symbol_values.append(operand)
            return ir.AffineSymbolExpr(len(symbol_values) - 1)

        new_dims = [replacement(dim, True) for dim in dims]
        folded = expr.replace(new_dims, [replacement(symbol, False) for symbol in symbols])
        if isinstance(folded, ir.AffineConstantExpr):
            return folded.value
        if isinstance(folded, ir.AffineSymbolExpr):
            return symbol_values[folded.position]
        if isinstance(folded, ir.AffineDimExpr):
            return dim_values[folded.position]
        attr = ir.AffineMapAttr(ir.AffineMap(len(dim_values), len(symbol_values), (folded,)))
        return self.create(
            self.op_class("affine.apply"),
            (*dim_values, *symbol_values),
            (ir.INDEX,),
            properties={"map": attr},
        ).result

    def subview(
        self,
        buffer: Value,
        offsets: Sequence[int | Value],
        sizes: Sequence[int | Value],
        strides: Sequence[int | Value],
        result_shape: Sequence[int] | None = None,
    ) -> Value:
        """Create a `memref.subview` of `buffer`, reduced to the rank of `result_shape` if given.

        Raises DiagnosticError if the buffer has no strides.
        """
        source, parts = buffer.type, (offsets, sizes, strides)
        assert isinstance(source, MemRefType)
        static = [static_part(part) for part in parts]
        type = subview_type(source, static[0], static[1], static[2], result_shape)
        if type is None:
            message = f"cannot take a subview of a buffer of type {source}"
            raise DiagnosticError(error(message, self.location.position()))
        dynamic = [dynamic_part(part) for part in parts]
        properties: dict[str, Attribute] = {
            "operandSegmentSizes": ir.dense_i32([1, *map(len, dynamic)]),
            "static_offsets": dense_i64(static[0]),
            "static_sizes": dense_i64(static[1]),
            "static_strides": dense_i64(static[2]),
        }
        operands = [buffer, *(value for part in dynamic for value in part)]
        return self.create(SubViewOp, operands, (type,), properties=properties).result


def op_class_for(context: DialectContext, name: str, location: Location) -> type[Operation]:
    """Return the class of the operation `name`.

    Raises DiagnosticError, saying what to install, if no dialect declares it.
    """
    op_class = context.op_class(name)
    if op_class is None:
        dialect = name.partition(".")[0]
        message = (
            f"bufferization has to create '{name}' here, but the dialect '{dialect}' is not "
            f"available; {context.way_to_get_dialect(dialect)}"
        )
        raise DiagnosticError(error(message, location.position()))
    return op_class


def static_part(mixed: Sequence[int | Value]) -> list[int]:
    """Return the numbers in a mixed list of numbers and values, with DYNAMIC for each value."""
    return [number if isinstance(number, int) else ir.DYNAMIC for number in mixed]


def dynamic_part(mixed: Sequence[int | Value]) -> list[Value]:
    """Return the values in a mixed list of numbers and values."""
    return [value for value in mixed if isinstance(value, Value)]


def _may_be_symbol(value: Value) -> bool:
    """Return whether `value`, or the tensor it is an extent of, is a symbol at top level."""
    op = value.defining_op
    if _is_top_level(value) or (op is not None and op.has_trait(ConstantLike)):
        return True
    return (
        op is not None and isinstance(op, ShapedDimOpInterface) and _is_top_level(op.shaped_value)
    )


def _is_top_level(value: Value) -> bool:
    op = value.parent_op
    return op is not None and op.has_trait(AffineScope)
