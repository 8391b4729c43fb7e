"""Building strided views of buffers."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects.memref import SubViewOp
from bufferize.dialects.strided import subview_type
from bufferize.driver.building import create
from bufferize.ir import (
    DYNAMIC,
    ArrayAttr,
    Attribute,
    Builder,
    IntegerAttr,
    Location,
    MemRefType,
    Operation,
    Value,
    dense_i32,
    dense_i64,
    i64_attr,
)


def static_part(mixed: Sequence[int | Value]) -> list[int]:
    """The numbers of a mixed list, DYNAMIC where there is a value."""
    return [number if isinstance(number, int) else DYNAMIC for number in mixed]


def dynamic_part(mixed: Sequence[int | Value]) -> list[Value]:
    """The values of a mixed list."""
    return [value for value in mixed if isinstance(value, Value)]


def subview(
    builder: Builder,
    buffer: Value,
    offsets: Sequence[int | Value],
    sizes: Sequence[int | Value],
    strides: Sequence[int | Value],
    location: Location,
    result_shape: Sequence[int] | None = None,
) -> Value:
    """A new `memref.subview` of `buffer`, reduced to the rank of `result_shape` if given.

    Raises DiagnosticError where the buffer has no strides.
    """
    source = buffer.type
    assert isinstance(source, MemRefType)
    type = subview_type(
        source, static_part(offsets), static_part(sizes), static_part(strides), result_shape
    )
    if type is None:
        raise DiagnosticError(
            error(f"cannot take a subview of a buffer of type {source}", location.position())
        )
    parts = [offsets, sizes, strides]
    dynamic = [dynamic_part(part) for part in parts]
    properties: dict[str, Attribute] = {
        "operandSegmentSizes": dense_i32([1, *map(len, dynamic)]),
        "static_offsets": dense_i64(static_part(offsets)),
        "static_sizes": dense_i64(static_part(sizes)),
        "static_strides": dense_i64(static_part(strides)),
    }
    operands = [buffer, *(value for part in dynamic for value in part)]
    return create(
        builder, SubViewOp, operands, (type,), properties=properties, location=location
    ).result


def reassociation_of(op: Operation) -> list[list[int]]:
    """The groups of dimensions in the attribute `reassociation` of a reshape."""
    attr = op.get_attr("reassociation")
    assert isinstance(attr, ArrayAttr)
    groups: list[list[int]] = []
    for group in attr:
        assert isinstance(group, ArrayAttr)
        groups.append([dim.value for dim in group if isinstance(dim, IntegerAttr)])
    return groups


def reassociation_attr(groups: Sequence[Sequence[int]]) -> ArrayAttr:
    """The attribute `reassociation` of a reshape with these groups of dimensions."""
    return ArrayAttr(tuple(ArrayAttr(tuple(i64_attr(dim) for dim in group)) for group in groups))
