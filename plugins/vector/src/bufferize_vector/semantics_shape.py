"""The semantics of ops that extract from vectors, insert into them, and reshape them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

import numpy as np

from bufferize import ir
from bufferize_interpreter import (
    Array,
    ArrayValue,
    Poison,
    Semantics,
    bitcast,
    element_of,
    filled,
    moved,
    out_of_bounds,
    plain,
    poison_mask,
    with_poison,
)
from bufferize_vector.dialect import vector_type
from bufferize_vector.ops_shape import (
    BitCastOp,
    BroadcastOp,
    FromElementsOp,
    ShuffleOp,
    TransposeOp,
)
from bufferize_vector.ops_slice import (
    ExtractOp,
    ExtractStridedSliceOp,
    InsertOp,
    InsertStridedSliceOp,
    ScalableExtractOp,
    ScalableInsertOp,
)
from bufferize_vector.semantics_common import array_of, scalar_or_vector

if TYPE_CHECKING:
    from bufferize_interpreter import Compiler

_ANY_ELEMENT: Final = -1
"""The position that selects a poison element."""


def _broadcast(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, BroadcastOp)
    source, shape = op.source.type, vector_type(op.vector).shape
    return lambda value: moved(lambda a: np.broadcast_to(a, shape), array_of(value, source))


def _reshaped(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    shape = vector_type(op.results[0]).shape
    return lambda value: moved(lambda array: array.reshape(shape), value)


def _transpose(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, TransposeOp)
    order = op.permutation.values
    return lambda value: moved(lambda array: array.transpose(order), value)


def _bitcast(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, BitCastOp)
    source, result = vector_type(op.source), vector_type(op.result)
    elements = element_of(source.element_type), element_of(result.element_type)
    shape = result.shape

    def run(value: ArrayValue) -> ArrayValue:
        mask = poison_mask(value)
        if mask is not None and source.shape != shape:
            common = int(np.lcm(source.shape[-1], shape[-1]))
            pieces = np.repeat(mask, common // source.shape[-1], axis=-1)
            mask = np.asarray(pieces.reshape(*shape, -1).any(-1))
        return with_poison(bitcast(plain(value), *elements, shape), mask, op)

    return run


def _position(shape: Sequence[int], position: Sequence[int]) -> tuple[int, ...] | None:
    """Return an index into a vector, None for poison. Raises ProgramError if out of bounds."""
    if _ANY_ELEMENT in position:
        return None
    for index, extent in zip(position, shape, strict=False):
        if not 0 <= index < extent:
            raise out_of_bounds("position", index, extent)
    return tuple(position)


def _extract(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    assert isinstance(op, ExtractOp)
    static = op.static_position.values
    type = op.result.type
    is_vector = isinstance(type, ir.VectorType)
    shape = type.shape if isinstance(type, ir.VectorType) else ()
    dtype = vector_type(op.source).element_type

    def extract(source: ArrayValue, *dynamic: Any) -> Any:
        position = _position(source.shape, filled(static, dynamic))
        if position is None:
            empty = np.zeros(shape, element_of(dtype).dtype)
            undefined = with_poison(empty, np.ones(shape, np.bool_), op)
            return undefined if is_vector else Poison(op)
        part = moved(lambda array: np.asarray(array[position]).reshape(shape), source)
        return scalar_or_vector(part, type, op)

    return extract


def _replaced(op: ir.Operation, dest: ArrayValue, index: Any, value: ArrayValue) -> ArrayValue:
    """Return `dest` with the elements at `index` replaced."""
    values: Array = plain(dest).copy()
    values[index] = plain(value)[()]  # one element, not an array of it in an array of objects
    old, new = poison_mask(dest), poison_mask(value)
    if old is None and new is None:
        return values
    poison = np.zeros(values.shape, np.bool_) if old is None else old.copy()
    poison[index] = False if new is None else new
    return with_poison(values, poison, op)


def _insert(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, InsertOp)
    static, type = op.static_position.values, op.value_to_store.type

    def insert(value: Any, dest: ArrayValue, *dynamic: Any) -> ArrayValue:
        position = _position(dest.shape, filled(static, dynamic))
        if position is None:
            return with_poison(plain(dest), np.ones(dest.shape, np.bool_), op)
        return _replaced(op, dest, position, array_of(value, type))

    return insert


def _numbers(attribute: ir.ArrayAttr) -> list[int]:
    return [cast(ir.IntegerAttr, element).value for element in attribute]


def _extract_strided_slice(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, ExtractStridedSliceOp)
    lists = map(_numbers, (op.offsets, op.sizes, op.strides))
    index = tuple(slice(o, o + (n - 1) * s + 1, s) for o, n, s in zip(*lists, strict=True))
    return lambda source: moved(lambda array: array[index], source)


def _insert_strided_slice(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, InsertStridedSliceOp)
    offsets, strides = _numbers(op.offsets), _numbers(op.strides)
    shape = vector_type(op.value_to_store).shape
    leading = len(offsets) - len(shape)
    index = (
        *offsets[:leading],
        *[
            slice(o, o + (n - 1) * s + 1, s)
            for o, n, s in zip(offsets[leading:], shape, strides, strict=True)
        ],
    )
    return lambda value, dest: _replaced(op, dest, index, value)


def _scalable_insert(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, ScalableInsertOp)
    start = op.pos.value
    length = vector_type(op.value_to_store).shape[0]
    return lambda value, dest: _replaced(op, dest, slice(start, start + length), value)


def _scalable_extract(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, ScalableExtractOp)
    start = op.pos.value
    part = slice(start, start + vector_type(op.result).shape[0])
    return lambda source: moved(lambda array: array[part], source)


def _shuffle(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, ShuffleOp)
    positions = np.array(op.mask.values)
    undefined = positions == _ANY_ELEMENT
    shape = vector_type(op.vector).shape

    def move(a: Array, b: Array) -> Array:
        whole: Array = np.concatenate([np.atleast_1d(a), np.atleast_1d(b)])
        found: Array = whole[positions]
        return found

    def shuffle(first: ArrayValue, second: ArrayValue) -> ArrayValue:
        result = moved(move, first, second)
        if not undefined.any():
            return result
        lanes = np.broadcast_to(undefined.reshape(-1, *[1] * (len(shape) - 1)), shape)
        mask = poison_mask(result)
        return with_poison(plain(result), lanes if mask is None else lanes | mask, op)

    return shuffle


def _interleave(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    shape = vector_type(op.results[0]).shape
    return lambda a, b: moved(lambda x, y: np.stack([x, y], axis=-1).reshape(shape), a, b)


def _deinterleave(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    return lambda source: (
        moved(lambda array: array[..., ::2], source),
        moved(lambda array: array[..., 1::2], source),
    )


def _from_elements(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, FromElementsOp)
    type = vector_type(op.dest)

    def from_elements(*elements: Any) -> ArrayValue:
        arrays = [array_of(element, type.element_type) for element in elements]
        return moved(lambda *parts: np.stack(parts).reshape(type.shape), *arrays)

    return from_elements


def _to_elements(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    type = vector_type(op.operand(0))
    indices = list(np.ndindex(*type.shape))

    def element(source: ArrayValue, index: tuple[int, ...]) -> Any:
        part = moved(lambda array: array[index], source)
        return scalar_or_vector(part, type.element_type, op)

    if len(indices) == 1:
        return lambda source: element(source, indices[0])
    return lambda source: [element(source, index) for index in indices]


SEMANTICS: Final[dict[str, Semantics]] = {
    "vector.bitcast": _bitcast,
    "vector.broadcast": _broadcast,
    "vector.deinterleave": _deinterleave,
    "vector.extract": _extract,
    "vector.extract_strided_slice": _extract_strided_slice,
    "vector.from_elements": _from_elements,
    "vector.insert": _insert,
    "vector.insert_strided_slice": _insert_strided_slice,
    "vector.interleave": _interleave,
    "vector.scalable.extract": _scalable_extract,
    "vector.scalable.insert": _scalable_insert,
    "vector.shape_cast": _reshaped,
    "vector.shuffle": _shuffle,
    "vector.to_elements": _to_elements,
    "vector.transpose": _transpose,
}
"""The semantics, by the op's name."""
