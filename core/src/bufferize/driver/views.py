"""Building strided views of buffers."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.diagnostics import DiagnosticError, error
from bufferize.dialects.memref import SubViewOp
from bufferize.dialects.strided import subview_type
from bufferize.driver.building import create
from bufferize.ir import (
    DYNAMIC,
    Attribute,
    Builder,
    Location,
    MemRefType,
    Value,
    dense_i32,
    dense_i64,
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
