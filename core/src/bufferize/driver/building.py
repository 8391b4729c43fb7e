"""Creating operations while rewriting, also of dialects that the core does not ship."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from bufferize.define import AffineScope, ConstantLike
from bufferize.define.context import Context
from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects.memref import CastOp, DimOp
from bufferize.interfaces import ShapedDimOpInterface
from bufferize.ir import (
    DYNAMIC,
    INDEX,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineMapAttr,
    AffineSymbolExpr,
    Attribute,
    Builder,
    Location,
    MemRefType,
    Operation,
    RankedTensorType,
    Region,
    Type,
    Value,
)

OperationT = TypeVar("OperationT", bound=Operation)


def create(
    builder: Builder,
    op_class: type[OperationT],
    operands: Iterable[Value] = (),
    result_types: Iterable[Type] = (),
    *,
    location: Location,
    properties: Mapping[str, Attribute] | None = None,
    attributes: Mapping[str, Attribute] | None = None,
    regions: Sequence[Region] = (),
) -> OperationT:
    """Insert a new operation of `op_class` at the builder's place and return it."""
    op = op_class.create(
        operands,
        result_types,
        properties=properties,
        attributes=attributes,
        regions=regions,
        location=location,
    )
    return builder.insert(op)


def op_class_for(context: Context, name: str, location: Location) -> type[Operation]:
    """The class of the operation `name`.

    Raises DiagnosticError, saying what to install, where no dialect declares it.
    """
    op_class = context.op_class(name)
    if op_class is None:
        dialect = name.partition(".")[0]
        raise DiagnosticError(
            error(
                f"bufferization has to create '{name}' here, but the dialect '{dialect}' is not "
                f"available; {context.way_to_get(dialect)}",
                location.position(),
            )
        )
    return op_class


def constant_index(builder: Builder, value: int, location: Location, context: Context) -> Value:
    """A new constant of type index.

    Raises DiagnosticError where no dialect that provides constants is available.
    """
    return context.materialize_index(builder, value, location)


def tensor_dim(
    builder: Builder, tensor: Value, dimension: int, location: Location, context: Context
) -> Value:
    """A new `tensor.dim` and the constant that it needs."""
    op_class = op_class_for(context, "tensor.dim", location)
    index = constant_index(builder, dimension, location, context)
    return create(builder, op_class, (tensor, index), (INDEX,), location=location).result


def memref_cast(builder: Builder, buffer: Value, type: Type, location: Location) -> Value:
    """A new `memref.cast`, or `buffer` where it has the type already."""
    if buffer.type == type:
        return buffer
    return create(builder, CastOp, (buffer,), (type,), location=location).result


def memref_dim(
    builder: Builder, buffer: Value, dimension: int, location: Location, context: Context
) -> Value:
    """A new `memref.dim` and the constant that it needs."""
    index = constant_index(builder, dimension, location, context)
    return create(builder, DimOp, (buffer, index), (INDEX,), location=location).result


def dim_size(
    builder: Builder, value: Value, dimension: int, location: Location, context: Context
) -> int | Value:
    """An extent of a ranked tensor or memref: a number, or a new dim operation if it is dynamic."""
    type = value.type
    assert isinstance(type, RankedTensorType | MemRefType)
    extent = type.shape[dimension]
    if extent != DYNAMIC:
        return extent
    if isinstance(type, MemRefType):
        return memref_dim(builder, value, dimension, location, context)
    return tensor_dim(builder, value, dimension, location, context)


def dim_sizes(
    builder: Builder, value: Value, location: Location, context: Context
) -> list[int | Value]:
    """All extents of a ranked tensor or memref, each as `dim_size` gives it."""
    assert isinstance(value.type, RankedTensorType | MemRefType)
    return [dim_size(builder, value, i, location, context) for i in range(len(value.type.shape))]


def folded_affine_apply(
    builder: Builder,
    expr: AffineExpr,
    symbols: Sequence[int | Value],
    location: Location,
    context: Context,
    dims: Sequence[int | Value] = (),
) -> int | Value:
    """The value of `expr` over numbers or values: a number, or a new affine.apply.

    A value given for a dimension becomes a symbol where it may be one. Raises DiagnosticError where
    an operation is needed that no plugin provides.
    """
    dim_values: list[Value] = []
    symbol_values: list[Value] = []

    def replacement(operand: int | Value, as_dim: bool) -> AffineExpr:
        if isinstance(operand, int):
            return AffineConstantExpr(operand)
        if as_dim and not _may_be_symbol(operand):
            dim_values.append(operand)
            return AffineDimExpr(len(dim_values) - 1)
        symbol_values.append(operand)
        return AffineSymbolExpr(len(symbol_values) - 1)

    new_dims = [replacement(dim, True) for dim in dims]
    folded = expr.replace(new_dims, [replacement(symbol, False) for symbol in symbols])
    if isinstance(folded, AffineConstantExpr):
        return folded.value
    if isinstance(folded, AffineSymbolExpr):
        return symbol_values[folded.position]
    if isinstance(folded, AffineDimExpr):
        return dim_values[folded.position]
    op_class = op_class_for(context, "affine.apply", location)
    attr = AffineMapAttr(AffineMap(len(dim_values), len(symbol_values), (folded,)))
    return create(
        builder,
        op_class,
        (*dim_values, *symbol_values),
        (INDEX,),
        properties={"map": attr},
        location=location,
    ).result


def _may_be_symbol(value: Value) -> bool:
    """Whether `value`, or what it is an extent of, is defined at the top of an affine scope."""
    op = value.defining_op
    if _is_top_level(value) or (op is not None and op.has_trait(ConstantLike)):
        return True
    return (
        op is not None and isinstance(op, ShapedDimOpInterface) and _is_top_level(op.shaped_value)
    )


def _is_top_level(value: Value) -> bool:
    op = value.parent_op
    return op is not None and op.has_trait(AffineScope)
