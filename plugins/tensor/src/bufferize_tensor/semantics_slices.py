"""The semantics of tensor ops on slices: extraction, insertion, padding, gather and scatter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias, cast

import numpy as np

from bufferize import ir
from bufferize.interfaces import OffsetSizeAndStrideOpInterface
from bufferize_interpreter import (
    Array,
    ArrayValue,
    ProgramError,
    Semantics,
    TrapKind,
    defined,
    element_of,
    filled,
    plain,
    poison_mask,
    with_poison,
)
from bufferize_tensor.ops_gather import GatherOp, ScatterOp
from bufferize_tensor.ops_slice import ExtractSliceOp, SliceInsertionOp

if TYPE_CHECKING:
    from bufferize_interpreter import Compiler

Index: TypeAlias = tuple[Any, ...]
"""A NumPy index that selects a part of an array."""


def slice_index(
    shape: Sequence[int], offsets: Sequence[int], sizes: Sequence[int], strides: Sequence[int]
) -> Index:
    """Return the index that selects the elements of a slice.

    Raises ProgramError if the slice is out of bounds in any dimension, also if a size of 0 in
    another one leaves no elements: `memref.subview` on the buffer does so, too.
    """
    for dim, size in enumerate(sizes):
        if size < 0:
            raise ProgramError(
                TrapKind.OUT_OF_BOUNDS, f"has a slice with the size {size} in dimension {dim}"
            )
    found: list[Any] = []
    lists = zip(shape, offsets, sizes, strides, strict=True)
    for dim, (extent, offset, size, stride) in enumerate(lists):
        if size == 0:
            found.append(slice(0))
            continue
        last = offset + (size - 1) * stride
        if not 0 <= offset < extent or not 0 <= last < extent:
            raise ProgramError(
                TrapKind.OUT_OF_BOUNDS,
                f"accesses the elements {offset} to {last} of dimension {dim}, whose extent is "
                f"{extent}",
            )
        if stride > 0:
            found.append(slice(offset, last + 1, stride))
        else:
            found.append(offset + stride * np.arange(size))
    if all(isinstance(part, slice) for part in found):
        return tuple(found)
    return np.ix_(
        *[np.arange(n)[i] if isinstance(i, slice) else i for n, i in zip(shape, found, strict=True)]
    )


def _slicer(op: OffsetSizeAndStrideOpInterface) -> Callable[..., tuple[Index, Sequence[int]]]:
    """Return a function that takes a shape and dynamic operands, and returns index and sizes."""
    lists = [
        cast(ir.DenseArrayAttr, getattr(op, f"static_{name}")).values
        for name in ("offsets", "sizes", "strides")
    ]
    ends = np.cumsum([list(static).count(ir.DYNAMIC) for static in lists]).tolist()
    starts = [0, *ends[:-1]]
    if not ends[-1]:
        known = [list(static) for static in lists]
        return lambda shape: (slice_index(shape, *known), known[1])

    def slicer(shape: Sequence[int], *dynamic: Any) -> tuple[Index, Sequence[int]]:
        found = [
            filled(static, dynamic[a:b]) for static, a, b in zip(lists, starts, ends, strict=True)
        ]
        return slice_index(shape, *found), found[1]

    return slicer


def _extract_slice(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, ExtractSliceOp)
    slicer = _slicer(op)
    dropped = op.dropped_dims()
    rank = len(dropped)

    def extract(source: ArrayValue, *dynamic: Any) -> ArrayValue:
        index, sizes = slicer(source.shape[:rank], *dynamic)
        kept = [size for size, drop in zip(sizes, dropped, strict=True) if not drop]
        # The elements may be vectors.
        shape = (*kept, *source.shape[rank:])
        return rearranged(lambda array: array[index].reshape(shape), source)

    return extract


def shape_of(type: ir.Type) -> Callable[[ArrayValue], tuple[int, ...]]:
    """Return a function from a tensor to its extents, without those of its vector elements."""
    assert isinstance(type, ir.TensorType)
    inner = len(element_of(type.element_type).shape)

    def shape(tensor: ArrayValue) -> tuple[int, ...]:
        found: tuple[int, ...] = tensor.shape
        return found[: len(found) - inner]

    return shape


def rearranged(function: Callable[[Any], Any], source: ArrayValue) -> ArrayValue:
    """Return a tensor made of some elements of another one, with their poison."""
    mask = poison_mask(source)
    values = function(plain(source))
    return values if mask is None else with_poison(values, function(mask), source.op)  # type: ignore[union-attr]


def overwritten(
    dest: ArrayValue, index: Index, value: Any, mask: Any, op: ir.Operation | None
) -> ArrayValue:
    """Return `dest` with `value` at `index`, and poison where `mask` is set."""
    values: Array = plain(dest).copy()
    values[index] = value
    old = poison_mask(dest)
    if old is None and mask is None:
        return values
    poison = np.zeros(values.shape, np.bool_) if old is None else old.copy()
    poison[index] = False if mask is None else mask
    return with_poison(values, poison, op)


def _insert_slice(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, SliceInsertionOp)
    slicer = _slicer(op)
    dropped = op.dropped_dims()
    rank = len(dropped)

    def insert(source: ArrayValue, dest: ArrayValue, *dynamic: Any) -> ArrayValue:
        index, sizes = slicer(dest.shape[:rank], *dynamic)
        values = plain(source)
        elements = dest.shape[rank:]  # they may be vectors
        shape = [size for size, drop in zip(sizes, dropped, strict=True) if not drop]
        if list(values.shape) != [*shape, *elements]:
            raise ProgramError(
                TrapKind.OUT_OF_BOUNDS,
                f"inserts a tensor of the shape {list(values.shape)} into a slice of {list(sizes)}",
            )
        sizes = (*sizes, *elements)
        mask = poison_mask(source)
        shaped = None if mask is None else mask.reshape(sizes)
        return overwritten(dest, index, values.reshape(sizes), shaped, op)

    return insert


def _parallel_insert_slice(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile to a function from the shared tensor to the tensor with the slice inserted."""
    insert = _insert_slice(op, compiler)
    return lambda source, _, *dynamic: lambda tensor: insert(source, tensor, *dynamic)


def _gather_index(
    indices: ArrayValue, dims: Sequence[int], shape: Sequence[int], is_unique: bool
) -> Index:
    """Return the NumPy index of the slices at `indices`, with the batch dimensions first.

    Raises ProgramError for an index out of bounds, or one that occurs twice if all are unique.
    """
    positions = defined(indices)
    if positions.dtype == np.bool_:
        positions = -positions.astype(np.int64)  # i1 has a sign, as all integers that are indices
    for number, dim in enumerate(dims):
        column = positions[..., number]
        bad = (column < 0) | (column >= shape[dim])
        if bad.any():
            raise ProgramError(
                TrapKind.OUT_OF_BOUNDS,
                f"has the index {int(column[bad].flat[0])} for dimension {dim}, whose extent is "
                f"{shape[dim]}",
            )
    if is_unique:
        places, counts = np.unique(positions.reshape(-1, len(dims)), axis=0, return_counts=True)
        if counts.max(initial=0) > 1:
            twice = places[counts > 1][0].tolist()
            message = f"has the indices {twice} twice, though it says that they are unique"
            raise ProgramError(TrapKind.OTHER, message)
    batch = positions.ndim - 1
    rest = [dim for dim in range(len(shape)) if dim not in dims]
    index: list[Any] = [None] * len(shape)
    for number, dim in enumerate(dims):
        index[dim] = positions[..., number].reshape((*positions.shape[:-1], *[1] * len(rest)))
    for number, dim in enumerate(rest):
        inner = [1] * (batch + len(rest))
        inner[batch + number] = shape[dim]
        index[dim] = np.arange(shape[dim]).reshape(inner)
    return tuple(index)


def _gather(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, GatherOp)
    dims, is_unique = op.gather_dims.values, op.unique is not None
    rank = op.result.type.rank  # type: ignore[attr-defined]

    shape_of_source = shape_of(op.source.type)

    def gather(source: ArrayValue, indices: ArrayValue) -> ArrayValue:
        shape = shape_of_source(source)
        index = _gather_index(indices, dims, shape, is_unique)
        batch = indices.shape[:-1]
        kept = [1 if d in dims else n for d, n in enumerate(shape)]
        if rank != len(batch) + len(kept):
            kept = [n for d, n in enumerate(shape) if d not in dims]
        new = (*batch, *kept, *source.shape[len(shape) :])
        return rearranged(lambda array: np.asarray(array[index]).reshape(new), source)

    return gather


def _scatter(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, ScatterOp)
    dims = op.scatter_dims.values
    shape_of_dest = shape_of(op.dest.type)

    def scatter(source: ArrayValue, dest: ArrayValue, indices: ArrayValue) -> ArrayValue:
        index = _gather_index(indices, dims, shape_of_dest(dest), is_unique=True)
        elements = dest.shape[len(index) :]
        shape = (*np.broadcast_shapes(*[part.shape for part in index]), *elements)
        mask = poison_mask(source)
        shaped = None if mask is None else mask.reshape(shape)
        return overwritten(dest, index, plain(source).reshape(shape), shaped, op)

    return scatter


SEMANTICS: Final[dict[str, Semantics]] = {
    "tensor.extract_slice": _extract_slice,
    "tensor.insert_slice": _insert_slice,
    "tensor.parallel_insert_slice": _parallel_insert_slice,
    "tensor.gather": _gather,
    "tensor.scatter": _scatter,
}
"""The semantics, by the op's name."""
