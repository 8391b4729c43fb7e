"""The semantics of ops that move elements between vectors and memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

import numpy as np

from bufferize import ir
from bufferize.dialects.strided import row_major_strides
from bufferize_interpreter import (
    Array,
    ArrayValue,
    MemRef,
    ProgramError,
    Semantics,
    TrapKind,
    defined,
    element_of,
    memref_type,
    plain,
    poison_mask,
    with_poison,
)
from bufferize_vector.dialect import vector_type
from bufferize_vector.ops_memory import (
    CompressStoreOp,
    ExpandLoadOp,
    GatherOp,
    LoadOp,
    MaskedLoadOp,
    MaskedStoreOp,
    ScatterOp,
    StoreOp,
)
from bufferize_vector.ops_shape import TypeCastOp
from bufferize_vector.ops_transfer import TransferReadOp, TransferWriteOp
from bufferize_vector.semantics_common import (
    Maskable,
    array_of,
    chosen,
    lanes_of,
    mask_array,
    part_of,
)

if TYPE_CHECKING:
    from bufferize_interpreter import Compiler


@lru_cache(maxsize=512)
def source_dims(map: ir.AffineMap) -> tuple[int | None, ...]:
    """Return the source dimension of each vector dimension, None if it is broadcast."""
    return tuple(
        expr.position if isinstance(expr, ir.AffineDimExpr) else None for expr in map.results
    )


class Box(NamedTuple):
    """The part of a transfer that is in bounds."""

    lanes: tuple[slice, ...]
    """The part of the vector."""
    part: tuple[slice, ...]
    """The part of the source, in all its dimensions."""
    order: tuple[int, ...]
    """The source dimensions in the order of the vector's, followed by those of extent 1."""
    shape: tuple[int, ...]
    """The shape of the source's part in the vector's order, with 1 along broadcast dimensions."""

    def of_source(self, source: Array) -> Array:
        """Return the view of the source that corresponds to the lanes."""
        rest = source.shape[len(self.part) :]
        trailing = range(len(self.part), source.ndim)
        index: tuple[Any, ...] = (*self.part, ...)
        part = source[index].transpose(*self.order, *trailing)
        seen: Array = part.reshape((*self.shape, *rest))
        return seen


def box(
    shape: Sequence[int],
    indices: Sequence[int],
    dims: Sequence[int | None],
    extents: Sequence[int],
) -> Box:
    """Return the lanes of a vector of `extents` at `indices` that are in bounds of `shape`.

    Raises IndexError for an index that is negative, or of a dimension that is not transferred and
    beyond its extent.
    """
    lengths = {dim: n for dim, n in zip(dims, extents, strict=True) if dim is not None}
    part: list[slice] = []
    for dim, (extent, index) in enumerate(zip(shape, indices, strict=True)):
        if index < 0 or (dim not in lengths and index >= extent):
            raise IndexError(f"index {index} in dimension {dim} of extent {extent}")
        length = lengths.get(dim, 1)
        part.append(slice(min(index, extent), min(index + length, extent)))
    seen = [1 if dim is None else part[dim].stop - part[dim].start for dim in dims]
    lanes = [
        slice(0, n if dim is None else count)
        for dim, n, count in zip(dims, extents, seen, strict=True)
    ]
    transferred = [dim for dim in dims if dim is not None]
    others = [dim for dim in range(len(shape)) if dim not in lengths]
    return Box(tuple(lanes), tuple(part), (*transferred, *others), tuple(seen))


def mask_of_lanes(mask: Array, dims: Sequence[int | None]) -> Array:
    """Return a transfer's mask with its dimensions reordered from the source's to the vector's.

    It has extent 1 along broadcast dimensions.
    """
    transferred = [dim for dim in dims if dim is not None]
    if not transferred:
        return mask.reshape((1,) * len(dims))
    order = sorted(transferred)
    moved = mask.transpose([order.index(dim) for dim in transferred])
    extents = iter(moved.shape)
    lanes: Array = moved.reshape([1 if dim is None else next(extents) for dim in dims])
    return lanes


def _shape(base: Any) -> tuple[int, ...]:
    shape: tuple[int, ...] = base.sizes if type(base) is MemRef else base.shape
    return shape


def _outside(problem: IndexError) -> ProgramError:
    return ProgramError(TrapKind.OUT_OF_BOUNDS, f"accesses an element out of bounds: {problem}")


def _element_rank(type: ir.Type) -> int:
    """Return the number of a vector's dimensions within one element of its source."""
    element = cast(ir.ShapedType, type).element_type
    return element.rank if isinstance(element, ir.VectorType) else 0


class _Transfer:
    """The properties of a transfer that do not depend on operands."""

    def __init__(self, op: TransferReadOp | TransferWriteOp) -> None:
        self.op: ir.Operation = op
        vector = vector_type(op.transferred)
        self.vector = vector
        self.inner = _element_rank(op.base.type)
        self.extents = vector.shape[: vector.rank - self.inner]
        if op.transferred_shape is None:
            raise ProgramError(
                TrapKind.OTHER, f"transfers '{vector}' where elements are of another type"
            )
        self.dims = source_dims(op.permutation_map.map)
        self.in_bounds = [cast(ir.IntegerAttr, bound).value != 0 for bound in op.in_bounds]

    def lanes(self, base: Any, indices: Sequence[Any], mask: Array | None) -> Box | None:
        """Return the part in bounds; None if nothing is transferred."""
        if mask is not None and not mask.any():
            return None
        try:
            # The elements of a tensor may be vectors.
            shape = _shape(base)[: len(indices)]
            found = box(shape, indices, self.dims, self.extents)
        except IndexError as problem:
            raise _outside(problem) from None
        for dim, (lanes, extent) in enumerate(zip(found.lanes, self.extents, strict=True)):
            if lanes.stop < extent and self.in_bounds[dim]:
                beyond = [slice(None)] * len(self.extents)
                beyond[dim] = slice(lanes.stop, None)
                if mask is None or mask[tuple(beyond)].any():
                    raise ProgramError(
                        TrapKind.OUT_OF_BOUNDS,
                        f"says that dimension {dim} of the vector is in bounds, but its elements "
                        f"from {lanes.stop} on are not",
                    )
        return found

    def mask(self, *masks: Any) -> Array | None:
        """Return the masks in the vector's order of dimensions, and over all of these."""
        found: Array | None = None
        for mask in masks:
            array = None if mask is None else mask_array(mask)
            if array is not None:
                lanes = np.broadcast_to(mask_of_lanes(array, self.dims), self.extents)
                found = lanes if found is None else found & lanes
        return found

    def within(self, mask: Array, lanes: tuple[slice, ...]) -> Array:
        """Return a mask of the lanes, extended by the dimensions within an element."""
        part = mask[lanes]
        return part.reshape(*part.shape, *[1] * self.inner)


def _transfer_read(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, TransferReadOp)
    transfer = _Transfer(op)
    rank = len(op.indices)
    has_mask = op.mask is not None
    shape = transfer.vector.shape
    dtype = element_of(transfer.vector.element_type).dtype
    machine = compiler.machine
    padding_type = op.padding.type

    def read(outer: Any, passthru: Any, base: Any, *rest: Any) -> ArrayValue:
        padding = array_of(rest[rank], padding_type)
        mask = transfer.mask(rest[rank + 1] if has_mask else None, outer)
        values = np.empty(shape, dtype)
        values[...] = plain(padding)
        poison = np.broadcast_to(False if (p := poison_mask(padding)) is None else p, shape)
        found = transfer.lanes(base, rest[:rank], mask)
        if found is not None:
            part, undefined = part_of(base, found.of_source)
            if type(base) is MemRef:
                machine.memory.statistics.loads[op] += part.size
            poison = poison.copy()
            where: Any = True if mask is None else transfer.within(mask, found.lanes)
            lanes: tuple[Any, ...] = (
                *found.lanes,
                ...,
            )  # of a vector of rank 0: the array, not its element
            np.copyto(values[lanes], part, where=where)
            np.copyto(poison[lanes], False if undefined is None else undefined, where=where)
        result = with_poison(values, poison, op)
        return result if passthru is None else chosen(mask, result, passthru, op)

    return read


def _written(
    op: ir.Operation,
    base: Any,
    select: Callable[[Array], Array],
    value: ArrayValue,
    where: Any,
    machine: Any,
) -> ArrayValue | None:
    """Write a vector to a part of a buffer; for a tensor, return the updated tensor."""
    poison = poison_mask(value)
    mask: Any = False if poison is None else poison
    if type(base) is MemRef:
        target = select(base.window(write=True))
        np.copyto(target, plain(value), where=where)
        np.copyto(select(base.defined_window()), ~np.asarray(mask), where=where)
        machine.memory.statistics.stores[op] += target.size
        return None
    values: Array = plain(base).copy()
    old = poison_mask(base)
    np.copyto(select(values), plain(value), where=where)
    if old is None and poison is None:
        return values
    undefined = np.zeros(values.shape, np.bool_) if old is None else old.copy()
    np.copyto(select(undefined), mask, where=where)
    return with_poison(values, undefined, op)


def _transfer_write(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue | None]:
    assert isinstance(op, TransferWriteOp)
    transfer = _Transfer(op)
    rank = len(op.indices)
    has_mask = op.mask is not None
    machine = compiler.machine

    def write(outer: Any, passthru: Any, value: Any, base: Any, *rest: Any) -> ArrayValue | None:
        mask = transfer.mask(rest[rank] if has_mask else None, outer)
        found = transfer.lanes(base, rest[:rank], mask)
        if found is None:
            return None if type(base) is MemRef else cast("ArrayValue", base)
        where: Any = True if mask is None else transfer.within(mask, found.lanes)
        part, poison = plain(value)[found.lanes], poison_mask(value)
        lanes = with_poison(part, None if poison is None else poison[found.lanes], op)
        return _written(op, base, found.of_source, lanes, where, machine)

    return write


def _trailing(
    op: ir.Operation, base: Any, indices: Sequence[Any], extents: Sequence[int], mask: Array | None
) -> Box | None:
    """Return the last dimensions of a buffer from an element on; check the masked elements."""
    if mask is not None and not mask.any():
        return None
    shape = _shape(base)
    dims = range(len(shape) - len(extents), len(shape))
    try:
        found = box(shape, indices, dims, extents)
    except IndexError as problem:
        raise _outside(problem) from None
    inside = np.zeros(extents, np.bool_)
    inside[found.lanes] = True
    if not (inside if mask is None else inside | ~mask).all():
        raise ProgramError(
            TrapKind.OUT_OF_BOUNDS,
            f"accesses a vector of {list(extents)} at {list(indices)} of a buffer of {list(shape)}",
        )
    return found


def _load(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, LoadOp | MaskedLoadOp)
    type = vector_type(op.result)
    extents = type.shape[: type.rank - _element_rank(op.base.type)]
    rank = len(op.indices)
    dtype = element_of(type.element_type).dtype
    statistics = compiler.machine

    def load(base: MemRef, *rest: Any) -> ArrayValue:
        mask = mask_array(rest[rank]) if len(rest) > rank else None
        found = _trailing(op, base, rest[:rank], extents, mask)
        if found is None:
            return cast("ArrayValue", rest[rank + 1])
        values, poison = np.zeros(type.shape, dtype), np.zeros(type.shape, np.bool_)
        part, undefined = part_of(base, found.of_source)
        values[found.lanes] = part
        if undefined is not None:
            poison[found.lanes] = undefined
        statistics.memory.statistics.loads[op] += part.size
        result = with_poison(values, poison, op)
        return result if mask is None else chosen(mask, result, rest[rank + 1], op)

    return load


def _store(op: ir.Operation, compiler: Compiler) -> Callable[..., None]:
    assert isinstance(op, StoreOp)
    type = vector_type(op.value_to_store)
    extents = type.shape[: type.rank - _element_rank(op.base.type)]
    machine = compiler.machine

    def store(value: Any, base: MemRef, *indices: Any) -> None:
        found = _trailing(op, base, indices, extents, None)
        assert found is not None
        _written(op, base, found.of_source, value, True, machine)

    return store


def _maskedstore(op: ir.Operation, compiler: Compiler) -> Callable[..., None]:
    assert isinstance(op, MaskedStoreOp)
    extents = vector_type(op.value_to_store).shape
    rank = len(op.indices)
    machine = compiler.machine

    def store(base: MemRef, *rest: Any) -> None:
        mask, value = mask_array(rest[rank]), rest[rank + 1]
        found = _trailing(op, base, rest[:rank], extents, mask)
        if found is None:
            return
        lanes, poison = found.lanes, poison_mask(value)
        part = with_poison(plain(value)[lanes], None if poison is None else poison[lanes], op)
        _written(op, base, found.of_source, part, True if mask is None else mask[lanes], machine)

    return store


def _places(base: Any, offsets: Sequence[Any], indices: Array) -> Array:
    """Return positions in a flat view of `base`; positions in a buffer are in its allocation, as if
    its last dimension continued.

    Raises ProgramError for one that is out of bounds.
    """
    if type(base) is MemRef:
        strides, start = base.strides, base.offset
        low, high = base.span()
        step = strides[-1] if strides else 1
    else:
        shape = base.shape
        strides = tuple(int(np.prod(shape[d + 1 :])) for d in range(len(shape)))
        start, low, high, step = 0, 0, int(np.prod(shape)), 1
    start += sum(int(o) * s for o, s in zip(offsets, strides, strict=True))
    places = start + step * indices.astype(np.int64)
    bad = (places < low) | (places >= high)
    if bad.any():
        raise ProgramError(
            TrapKind.OUT_OF_BOUNDS,
            f"accesses an element out of bounds, at the index {int(indices[bad].flat[0])}",
        )
    return places


def _flat(base: Any, write: bool = False) -> tuple[Array, Array]:
    """Return all elements that `_places` indexes, and which of them are defined."""
    if type(base) is MemRef:
        return base.allocation.data(write), base.allocation.mask()
    values = plain(base).reshape(-1)
    mask = poison_mask(base)
    return values, np.ones(values.shape, np.bool_) if mask is None else ~mask.reshape(-1)


def _selected(
    op: ir.Operation, base: Any, places: Array, mask: Array, pass_thru: Any, machine: Any
) -> ArrayValue:
    """Return the elements at `places`, in the order of the set bits of the mask."""
    values, poison = plain(pass_thru).copy(), poison_mask(pass_thru)
    undefined = np.zeros(values.shape, np.bool_) if poison is None else poison.copy()
    cells, known = _flat(base)
    values[mask] = cells[places]
    undefined[mask] = ~known[places]
    if type(base) is MemRef:
        machine.memory.statistics.loads[op] += len(places)
    return with_poison(values, undefined, op)


def _gather(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, GatherOp)
    rank = len(op.offsets)
    machine = compiler.machine

    def gather(outer: Any, passthru: Any, base: Any, *rest: Any) -> ArrayValue:
        offsets, (indices, mask, pass_thru) = rest[:rank], rest[rank:]
        lanes = lanes_of(mask) if outer is None else lanes_of(mask) & lanes_of(outer)
        places = _places(base, offsets, _defined_where(indices, lanes))
        result = _selected(op, base, places, lanes, pass_thru, machine)
        return result if passthru is None else chosen(mask_array(outer), result, passthru, op)

    return gather


def _defined_where(indices: ArrayValue, mask: Array) -> Array:
    """Return the indices of lanes that a mask selects. Raises PoisonUse if a lane is undefined."""
    poison = poison_mask(indices)
    if poison is not None and (poison & mask).any():
        defined(indices)
    return np.asarray(defined(plain(indices)[mask]))


def _put(
    op: ir.Operation, base: Any, places: Array, mask: Array, value: Any, machine: Any
) -> ArrayValue | None:
    """Write the elements of `value` that the mask selects to `places`, in order."""
    poison = poison_mask(value)
    new = np.ones(len(places), np.bool_) if poison is None else ~poison[mask]
    if type(base) is MemRef:
        cells, known = _flat(base, write=True)
        cells[places] = plain(value)[mask]
        known[places] = new
        machine.memory.statistics.stores[op] += len(places)
        return None
    values, known = (array.copy() for array in _flat(base))
    values[places] = plain(value)[mask]
    known[places] = new
    return with_poison(values.reshape(base.shape), ~known.reshape(base.shape), op)


def _scatter(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue | None]:
    assert isinstance(op, ScatterOp)
    rank = len(op.offsets)
    machine = compiler.machine

    def scatter(base: Any, *rest: Any) -> ArrayValue | None:
        offsets, (indices, mask, value) = rest[:rank], rest[rank:]
        lanes = lanes_of(mask)
        places = _places(base, offsets, _defined_where(indices, lanes))
        return _put(op, base, places, lanes, value, machine)

    return scatter


def _expandload(op: ir.Operation, compiler: Compiler) -> Callable[..., ArrayValue]:
    assert isinstance(op, ExpandLoadOp)
    rank = len(op.indices)
    machine = compiler.machine

    def load(base: MemRef, *rest: Any) -> ArrayValue:
        indices, (mask, pass_thru) = rest[:rank], rest[rank:]
        lanes = lanes_of(mask)
        places = _places(base, indices, np.arange(int(lanes.sum())))
        return _selected(op, base, places, lanes, pass_thru, machine)

    return load


def _compressstore(op: ir.Operation, compiler: Compiler) -> Callable[..., None]:
    assert isinstance(op, CompressStoreOp)
    rank = len(op.indices)
    machine = compiler.machine

    def store(base: MemRef, *rest: Any) -> None:
        indices, (mask, value) = rest[:rank], rest[rank:]
        lanes = lanes_of(mask)
        places = _places(base, indices, np.arange(int(lanes.sum())))
        _put(op, base, places, lanes, value, machine)

    return store


def _type_cast(op: ir.Operation, compiler: Compiler) -> Callable[..., MemRef]:
    assert isinstance(op, TypeCastOp)
    type = memref_type(op.result)
    element = element_of(type.element_type)
    count = type.num_elements()

    def run(source: MemRef) -> MemRef:
        cells = source.allocation.regrouped(element, source.offset, count)
        return MemRef(cells, 0, type.shape, tuple(row_major_strides(type.shape)))

    return run


SEMANTICS: Final[dict[str, Semantics]] = {
    "vector.compressstore": _compressstore,
    "vector.expandload": _expandload,
    "vector.gather": Maskable(_gather),
    "vector.load": _load,
    "vector.maskedload": _load,
    "vector.maskedstore": _maskedstore,
    "vector.scatter": _scatter,
    "vector.store": _store,
    "vector.transfer_read": Maskable(_transfer_read),
    "vector.transfer_write": Maskable(_transfer_write),
    "vector.type_cast": _type_cast,
}
"""The semantics, by the op's name."""
