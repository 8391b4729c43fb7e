"""Semantics of the memref dialect: views of buffers, and queries."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, Final

from bufferize import ir
from bufferize.dialects import memref
from bufferize.dialects.strided import (
    reassociation_groups,
    row_major_strides,
    strides_and_offset,
)
from bufferize_interpreter.arithmetic.elements import element_of
from bufferize_interpreter.compiler import Compiler, Semantics
from bufferize_interpreter.memory import MemRef
from bufferize_interpreter.semantics.access import filled, memref_type
from bufferize_interpreter.traps import ProgramError, TrapKind, out_of_bounds
from bufferize_interpreter.values import defined


def subview(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.subview`: a trap if it reaches beyond its source."""
    assert isinstance(op, memref.SubViewOp)
    statics = (op.static_offsets.values, op.static_sizes.values, op.static_strides.values)
    dropped = op.dropped_dims()
    kept = [dim for dim, gone in enumerate(dropped) if not gone]

    def run(source: MemRef, *dynamic: int) -> MemRef:
        offsets, sizes, steps = _parts(statics, dynamic)
        _check_signs(sizes)
        place = source.offset
        for dim, extent in enumerate(source.sizes):
            offset, size = offsets[dim], sizes[dim]
            last = offset + (size - 1) * steps[dim]
            if size and not (0 <= offset < extent and 0 <= last < extent):
                raise out_of_bounds(
                    f"dimension #{dim}: of the elements {offset} to {last}, one",
                    min(offset, last) if min(offset, last) < 0 else max(offset, last),
                    extent,
                )
            place += offset * source.strides[dim]
        return MemRef(
            source.allocation,
            place,
            tuple([sizes[dim] for dim in kept]),
            tuple([steps[dim] * source.strides[dim] for dim in kept]),
        )

    return run


def _parts(statics: Sequence[Sequence[int]], dynamic: Sequence[int]) -> list[tuple[int, ...]]:
    parts = []
    start = 0
    for values in statics:
        end = start + values.count(ir.DYNAMIC)
        parts.append(filled(values, dynamic[start:end]))
        start = end
    return parts


def _check_signs(sizes: Sequence[int]) -> None:
    for dim, size in enumerate(sizes):
        if size < 0:
            raise ProgramError(TrapKind.OUT_OF_BOUNDS, f"size #{dim} is {size}")


def reinterpret_cast(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.reinterpret_cast`: a trap if it reaches beyond the memory of its source."""
    assert isinstance(op, memref.ReinterpretCastOp)
    statics = (op.static_offsets.values, op.static_sizes.values, op.static_strides.values)

    def run(source: MemRef, *dynamic: int) -> MemRef:
        (offset,), sizes, strides = _parts(statics, dynamic)
        _check_signs(sizes)
        return MemRef(source.allocation, offset, sizes, strides).checked()

    return run


def cast(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.cast`: a trap if the buffer does not have the shape or layout of the type."""
    check = type_check(op.results[0].type)

    def run(source: MemRef) -> MemRef:
        check(source)
        return source

    return run


def type_check(type: ir.Type) -> Callable[[MemRef], None]:
    """Return a function that raises ProgramError for a buffer whose type is not `type`."""
    if not isinstance(type, ir.MemRefType):
        return lambda buffer: None
    layout = strides_and_offset(type)

    def check(buffer: MemRef) -> None:
        sizes = buffer.sizes
        fits = len(sizes) == type.rank and all(
            static in (ir.DYNAMIC, size) for static, size in zip(type.shape, sizes, strict=True)
        )
        if not fits:
            raise _wrong_cast(buffer, type, f"of extents {list(sizes)}")
        if layout is None or 0 in sizes:
            return
        strides, offset = layout
        for dim, stride in enumerate(strides):
            if stride not in (ir.DYNAMIC, buffer.strides[dim]) and sizes[dim] > 1:
                raise _wrong_cast(buffer, type, f"of strides {list(buffer.strides)}")
        if offset not in (ir.DYNAMIC, buffer.offset):
            raise _wrong_cast(buffer, type, f"at offset {buffer.offset}")

    return check


def _wrong_cast(buffer: MemRef, type: ir.Type, what: str) -> ProgramError:
    return ProgramError(TrapKind.INVALID_CAST, f"a buffer {what} is no '{type}'")


def same_buffer(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile casts between memory spaces, and alignment assumptions: the same buffer."""
    return lambda source: source


def view(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.view`: bytes reinterpreted as elements of another type.

    With the attribute `bufferize.planned`, they belong to this buffer as long as it is in use.
    """
    type = memref_type(op.results[0])
    planned = None if op.get_attr("bufferize.planned") is None else op
    element = element_of(type.element_type)

    def run(source: MemRef, shift: int, *dynamic: int) -> MemRef:
        sizes = filled(type.shape, dynamic)
        _check_signs(sizes)
        start, length = shift.__index__(), prod(sizes) * element.size
        if not 0 <= start <= source.sizes[0] - length:
            raise ProgramError(
                TrapKind.OUT_OF_BOUNDS,
                f"a view of the bytes {start} to {start + length - 1} of {source.sizes[0]}",
            )
        place, count = source.offset + start, prod(sizes)
        lens = source.allocation.reinterpreted(element, place, count, planned)
        return MemRef(lens, 0, sizes, tuple(row_major_strides(sizes)))

    return run


def expand_shape(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.expand_shape`."""
    assert isinstance(op, memref.ExpandShapeOp)
    groups = reassociation_groups(op.reassociation)
    shape = op.static_output_shape.values

    def run(source: MemRef, *dynamic: int) -> MemRef:
        sizes = filled(shape, dynamic)
        _check_signs(sizes)
        strides = [1] * len(sizes)
        for dim, group in enumerate(groups):
            inner = [sizes[i] for i in group]
            if prod(inner) != source.sizes[dim]:
                raise ProgramError(
                    TrapKind.INVALID_CAST,
                    f"extent {source.sizes[dim]} of dimension #{dim} cannot become {inner}",
                )
            for i, stride in zip(group, row_major_strides(inner), strict=True):
                strides[i] = stride * source.strides[dim]
        return MemRef(source.allocation, source.offset, sizes, tuple(strides))

    return run


def collapse_shape(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.collapse_shape`: a trap if the dimensions of a group are not contiguous."""
    assert isinstance(op, memref.CollapseShapeOp)
    groups = reassociation_groups(op.reassociation)

    def run(source: MemRef) -> MemRef:
        sizes, strides = [], []
        for group in groups:
            total, stride = 1, source.strides[group[-1]]
            for dim in reversed(group):
                size = source.sizes[dim]
                if size == 1:
                    continue
                if total == 1:
                    stride = source.strides[dim]
                elif source.strides[dim] != stride * total and source.count:
                    raise ProgramError(
                        TrapKind.INVALID_CAST,
                        f"a buffer of extents {list(source.sizes)} and strides "
                        f"{list(source.strides)} cannot be collapsed in place",
                    )
                total *= size
            sizes.append(total)
            strides.append(stride)
        return MemRef(source.allocation, source.offset, tuple(sizes), tuple(strides))

    return run


def reshape(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.reshape`."""
    check = type_check(op.results[0].type)

    def run(source: MemRef, shape: MemRef) -> MemRef:
        sizes = tuple([int(size) for size in defined(shape.read(op))])
        if prod(sizes) != source.count or any(size < 0 for size in sizes):
            raise ProgramError(
                TrapKind.INVALID_CAST, f"{source.count} elements cannot become {list(sizes)}"
            )
        if source.count and source.strides != tuple(row_major_strides(source.sizes)):
            raise ProgramError(TrapKind.INVALID_CAST, "reshapes a buffer that is not contiguous")
        found = MemRef(source.allocation, source.offset, sizes, tuple(row_major_strides(sizes)))
        check(found)
        return found

    return run


def transpose(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.transpose`."""
    assert isinstance(op, memref.TransposeOp)
    order = op.permutation.map.dim_positions() or []

    def run(source: MemRef) -> MemRef:
        sizes, strides = source.sizes, source.strides
        return MemRef(
            source.allocation,
            source.offset,
            tuple([sizes[dim] for dim in order]),
            tuple([strides[dim] for dim in order]),
        )

    return run


def dim(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.dim`."""

    def run(source: MemRef, index: int) -> int:
        if not 0 <= index < len(source.sizes):
            raise out_of_bounds("dimension", index, len(source.sizes))
        return source.sizes[index]

    return run


def rank(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.rank`."""
    return lambda source: len(source.sizes)


def extract_strided_metadata(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.extract_strided_metadata`."""

    def run(source: MemRef) -> list[Any]:
        base = MemRef(source.allocation, 0, (), ())
        return [base, source.offset, *source.sizes, *source.strides]

    return run


def extract_aligned_pointer(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.extract_aligned_pointer_as_index`: the address is equal in each run."""
    return lambda source: source.allocation.address


def distinct_objects(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `memref.distinct_objects`: a trap if two of them share memory."""

    def run(*buffers: MemRef) -> Any:
        owners = {buffer.allocation.root for buffer in buffers}
        if len(owners) < len(buffers):
            raise ProgramError(TrapKind.OVERLAP, "promises distinct buffers, but two are of one")
        return buffers[0] if len(buffers) == 1 else buffers

    return run


SEMANTICS: Final[dict[str, Semantics]] = {
    "memref.assume_alignment": same_buffer,
    "memref.cast": cast,
    "memref.collapse_shape": collapse_shape,
    "memref.dim": dim,
    "memref.distinct_objects": distinct_objects,
    "memref.expand_shape": expand_shape,
    "memref.extract_aligned_pointer_as_index": extract_aligned_pointer,
    "memref.extract_strided_metadata": extract_strided_metadata,
    "memref.memory_space_cast": same_buffer,
    "memref.rank": rank,
    "memref.reinterpret_cast": reinterpret_cast,
    "memref.reshape": reshape,
    "memref.subview": subview,
    "memref.transpose": transpose,
    "memref.view": view,
}
