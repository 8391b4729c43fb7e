"""`sparse<indices, values>`: the two dense attributes that it consists of."""

from __future__ import annotations

from typing import Any

from bufferize.ir import (
    I64,
    DenseElementsAttr,
    DenseStringElementsAttr,
    RankedTensorType,
    ShapedType,
    SparseElementsAttr,
    Type,
)
from bufferize.ir.dense import elements
from bufferize.syntax.dense_literals import (
    DenseBody,
    Empty,
    Hexadecimal,
    dense_elements,
)
from bufferize.syntax.scanner import ScanError


def sparse_elements(
    indices: DenseBody | None, values: DenseBody | None, type: Type, offset: int
) -> SparseElementsAttr:
    """The attribute for both literals, or for `sparse<>`. Raises ScanError."""
    if not isinstance(type, ShapedType) or not type.has_static_shape():
        raise ScanError("elements literal type must have static shape", offset)
    rank = type.rank
    if indices is None or values is None or _shape(indices) == _shape(values) == [0]:
        return SparseElementsAttr(
            type,
            dense_elements(Empty(offset), RankedTensorType((0, rank), I64), offset),
            dense_elements(Empty(offset), RankedTensorType((0,), type.element_type), offset),
        )
    index_shape = _shape(indices)
    if not index_shape and not isinstance(indices, Hexadecimal):
        index_shape = [1, rank]
    elif len(index_shape) == 1:  # one index for all: `sparse<[1, 2], 5>`
        index_shape = [1, *index_shape] if len(_shape(values)) == 0 else [index_shape[0], 1]
    index_type = RankedTensorType(tuple(index_shape), I64)
    value_type = RankedTensorType((index_shape[0],), type.element_type)
    positions = dense_elements(_as_list(indices, index_shape), index_type, offset)
    entries = dense_elements(values, value_type, offset)
    if index_shape[1] != rank:
        raise ScanError(
            f"expected {rank} numbers in each index of elements of type '{type}'", offset
        )
    assert isinstance(positions, DenseElementsAttr)
    _check_positions(positions, type, offset)
    assert isinstance(entries, DenseElementsAttr | DenseStringElementsAttr)
    return SparseElementsAttr(type, positions, entries)


def _shape(body: DenseBody) -> list[int]:
    if isinstance(body, Hexadecimal | Empty):
        return []
    shape: list[int] = []
    value: Any = body.value
    while isinstance(value, list):
        shape.append(len(value))
        value = value[0] if value else None
    return shape


def _as_list(body: DenseBody, shape: list[int]) -> DenseBody:
    """The indices as a list of lists, whatever brackets were left out."""
    given = _shape(body)
    if isinstance(body, Hexadecimal | Empty) or len(given) == 2 or not given:
        return body
    value = body.value
    nested = [value] if shape[0] == 1 and len(value) == shape[1] else [[each] for each in value]
    return type(body)(**{**body.__dict__, "value": nested})


def _check_positions(positions: DenseElementsAttr, type: ShapedType, offset: int) -> None:
    extents = type.extents or ()
    for number, position in enumerate(elements(positions)):
        extent = extents[number % len(extents)]
        if not isinstance(position, int) or not 0 <= position < extent:
            raise ScanError(f"sparse index {position} lies outside of the extent {extent}", offset)
