"""The semantics of the tensor ops on elements, extents and shapes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bufferize import ir
from bufferize_interpreter import (
    ArrayValue,
    Poison,
    ProgramError,
    Semantics,
    TrapKind,
    bitcast,
    defined,
    element_of,
    filled,
    moved,
    out_of_bounds,
    plain,
    poison_mask,
    with_poison,
)
from bufferize_tensor.dialect import ranked
from bufferize_tensor.ops_element import BitcastOp, CastOp, EmptyOp, FromElementsOp, SplatOp
from bufferize_tensor.ops_reshape import (
    CollapseShapeOp,
    ConcatOp,
    ExpandShapeOp,
    ReassociativeReshapeOp,
)
from bufferize_tensor.semantics_slices import overwritten, rearranged, shape_of

if TYPE_CHECKING:
    from bufferize_interpreter import Compiler


def extents(static: Sequence[int], dynamic: Sequence[Any]) -> tuple[int, ...]:
    """Return the extents of a tensor. Raises ProgramError for a negative one."""
    found = filled(static, dynamic)
    if any(extent < 0 for extent in found):
        raise ProgramError(TrapKind.OUT_OF_BOUNDS, f"makes a tensor of the shape {list(found)}")
    return found


def new_extents(
    type: ir.RankedTensorType, dynamic: Sequence[Any], compiler: Compiler
) -> tuple[int, ...]:
    """Return the extents of a new tensor. Raises ProgramError for negative or too large ones."""
    found = extents(type.shape, dynamic)
    compiler.machine.require_room(type.element_type, found)
    return found


def _empty(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, EmptyOp)
    type = ranked(op.result)
    element = element_of(type.element_type)

    def empty(*sizes: Any) -> ArrayValue:
        shape = new_extents(type, sizes, compiler)
        values = np.zeros((*shape, *element.shape), element.dtype)
        return with_poison(values, np.broadcast_to(True, values.shape), op)

    return empty


def _splat(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, SplatOp)
    type = ranked(op.aggregate)
    element = element_of(type.element_type)

    def splat(value: Any, *sizes: Any) -> ArrayValue:
        shape = (*new_extents(type, sizes, compiler), *element.shape)
        if isinstance(value, Poison):
            values = np.zeros(shape, element.dtype)
            return with_poison(values, np.broadcast_to(True, shape), value.op)
        poison = poison_mask(value)
        values = np.full(shape, plain(value), element.dtype)
        return values if poison is None else with_poison(values, np.broadcast_to(poison, shape), op)

    return splat


def _from_elements(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, FromElementsOp)
    type = ranked(op.result)
    element = element_of(type.element_type)
    shape = (*type.shape, *element.shape)

    def from_elements(*elements: Any) -> ArrayValue:
        values = np.zeros((len(elements), *element.shape), element.dtype)
        mask = np.zeros(values.shape, np.bool_)
        for position, value in enumerate(elements):
            if isinstance(value, Poison):
                mask[position] = True
                continue
            values[position] = plain(value)
            poison = poison_mask(value)
            if poison is not None:
                mask[position] = poison
        return with_poison(values.reshape(shape), mask.reshape(shape), op)

    return from_elements


def _position(shape: Sequence[int], indices: Sequence[Any]) -> tuple[int, ...]:
    for index, extent in zip(indices, shape, strict=True):
        if not 0 <= index < extent:
            raise out_of_bounds("index", index, extent)
    return tuple(indices)


class _Extract:
    """The semantics of `tensor.extract`."""

    def __call__(self, op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
        return _extract(op)

    def on_arrays(self, op: ir.Operation, compiler: Compiler) -> Callable[..., Any] | None:
        """Return the array of elements at arrays of indices."""

        if isinstance(op.results[0].type, ir.VectorType):
            return None

        def extract(tensor: ArrayValue, *indices: Any) -> ArrayValue:
            for index, extent in zip(indices, tensor.shape, strict=True):
                positions = np.asarray(defined(index))
                bad = (positions < 0) | (positions >= extent)
                if bad.any():
                    raise out_of_bounds("index", positions[bad].flat[0], extent)
            return rearranged(lambda array: np.asarray(array[indices]), tensor)

        return extract


def _extract(op: ir.Operation) -> Callable[..., Any]:
    element = element_of(op.results[0].type)
    scalar = element.scalar
    rank = len(op.operands) - 1

    def extract(tensor: ArrayValue, *indices: Any) -> Any:
        position = _position(tensor.shape[:rank], indices)
        if element.shape:
            return rearranged(lambda array: array[position], tensor)
        mask = poison_mask(tensor)
        if mask is not None and mask[position]:
            return Poison(tensor.op)  # type: ignore[union-attr]
        return scalar(plain(tensor)[position])

    return extract


def _insert(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    rank = len(op.operands) - 2

    def insert(value: Any, dest: ArrayValue, *indices: Any) -> ArrayValue:
        position = _position(dest.shape[:rank], indices)
        if isinstance(value, Poison):
            return overwritten(dest, position, 0, True, value.op)
        return overwritten(dest, position, plain(value), poison_mask(value), op)

    return insert


def _dim(op: ir.Operation, compiler: Compiler) -> Callable[..., int]:
    shape_of_tensor = shape_of(op.operands[0].type)

    def dim(tensor: ArrayValue, index: Any) -> int:
        shape = shape_of_tensor(tensor)
        if not 0 <= index < len(shape):
            raise out_of_bounds("dimension", index, len(shape))
        extent: int = shape[index]
        return extent

    return dim


def _rank(op: ir.Operation, compiler: Compiler) -> Callable[..., int]:
    shape_of_tensor = shape_of(op.operands[0].type)
    return lambda tensor: len(shape_of_tensor(tensor))


def _check_shape(type: ir.TensorType, shape: Sequence[int], what: str) -> None:
    """Raise ProgramError if the type has no tensors of this shape."""
    if isinstance(type, ir.RankedTensorType) and (
        len(type.shape) != len(shape)
        or any(a not in (b, ir.DYNAMIC) for a, b in zip(type.shape, shape, strict=True))
    ):
        raise ProgramError(
            TrapKind.INVALID_CAST, f"{what} the shape {list(shape)}, which '{type}' does not have"
        )


def _cast(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, CastOp)
    type = op.dest.type
    assert isinstance(type, ir.TensorType)
    shape_of_source = shape_of(op.source.type)

    def cast(source: ArrayValue) -> ArrayValue:
        _check_shape(type, shape_of_source(source), "casts a tensor of")
        return source

    return cast


def _bitcast(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, BitcastOp)
    source_type, type = op.source.type, op.dest.type
    assert isinstance(source_type, ir.TensorType)
    assert isinstance(type, ir.TensorType)
    bits = element_of(source_type.element_type), element_of(type.element_type)

    def run(source: ArrayValue) -> ArrayValue:
        _check_shape(type, source.shape, "casts a tensor of")
        values = bitcast(plain(source), *bits, source.shape)
        return with_poison(values, poison_mask(source), op)

    return run


def _reassociate(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, ReassociativeReshapeOp)
    groups = op.groups
    type = ranked(op.results[0])
    elements = element_of(type.element_type).shape
    shape_of_source = shape_of(op.operands[0].type)
    if isinstance(op, CollapseShapeOp):

        def collapse(source: ArrayValue) -> ArrayValue:
            old = shape_of_source(source)
            shape = [prod(old[dim] for dim in group) for group in groups]
            _check_shape(type, shape, "makes a tensor of")
            return rearranged(lambda array: array.reshape((*shape, *elements)), source)

        return collapse
    assert isinstance(op, ExpandShapeOp)
    static = op.static_output_shape.values

    def expand(source: ArrayValue, *dynamic: Any) -> ArrayValue:
        shape, old = extents(static, dynamic), shape_of_source(source)
        for group, extent in zip(groups, old, strict=True):
            if prod(shape[dim] for dim in group) != extent:
                raise ProgramError(
                    TrapKind.INVALID_CAST,
                    f"expands the shape {list(old)} to {list(shape)}: the extent {extent} is "
                    "not the product of those of its group",
                )
        _check_shape(type, shape, "makes a tensor of")
        return rearranged(lambda array: array.reshape((*shape, *elements)), source)

    return expand


def _reshape(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    type = op.results[0].type
    assert isinstance(type, ir.TensorType)
    elements = element_of(type.element_type).shape
    shape_of_source = shape_of(op.operands[0].type)

    def reshape(source: ArrayValue, shape: ArrayValue) -> ArrayValue:
        wanted, old = [int(extent) for extent in defined(shape)], shape_of_source(source)
        if min(wanted, default=0) < 0 or prod(wanted) != prod(old):
            raise ProgramError(
                TrapKind.INVALID_CAST,
                f"gives a tensor of the shape {list(old)} the shape {wanted}",
            )
        _check_shape(type, wanted, "gives a tensor")
        return rearranged(lambda array: array.reshape((*wanted, *elements)), source)

    return reshape


def _concat(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, ConcatOp)
    dim = op.dim.value
    type = ranked(op.result)
    shape = shape_of(type)

    def concat(*inputs: ArrayValue) -> ArrayValue:
        rest = {(*i.shape[:dim], *i.shape[dim + 1 :]) for i in inputs}
        if len(rest) > 1:
            shapes = ", ".join(str(list(shape(i))) for i in inputs)
            raise ProgramError(TrapKind.INVALID_CAST, f"joins tensors of the shapes {shapes}")
        result = moved(lambda *arrays: np.concatenate(arrays, dim), *inputs)
        _check_shape(type, shape(result), "makes a tensor of")
        return result

    return concat


SEMANTICS: Final[dict[str, Semantics]] = {
    "tensor.empty": _empty,
    "tensor.splat": _splat,
    "tensor.from_elements": _from_elements,
    "tensor.extract": _Extract(),
    "tensor.insert": _insert,
    "tensor.dim": _dim,
    "tensor.rank": _rank,
    "tensor.cast": _cast,
    "tensor.bitcast": _bitcast,
    "tensor.collapse_shape": _reassociate,
    "tensor.expand_shape": _reassociate,
    "tensor.reshape": _reshape,
    "tensor.concat": _concat,
}
"""The semantics, by the op's name."""
