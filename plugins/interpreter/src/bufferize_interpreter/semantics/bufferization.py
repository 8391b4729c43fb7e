"""Semantics of the bufferization dialect, and of casts in builtin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from bufferize import ir
from bufferize.dialects import bufferization
from bufferize.dialects.strided import strides_and_offset
from bufferize_interpreter.arithmetic.elements import element_of, wrapping
from bufferize_interpreter.compiler import Compiler, Semantics, one_or_all
from bufferize_interpreter.memory import MemRef, layout_for
from bufferize_interpreter.semantics.access import filled
from bufferize_interpreter.semantics.views import type_check
from bufferize_interpreter.traps import ProgramError, TrapKind
from bufferize_interpreter.values import ArrayValue, moved, undefined_array


def alloc_tensor(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `bufferization.alloc_tensor`."""
    assert isinstance(op, bufferization.AllocTensorOp)
    type = op.result.type
    if op.copy is not None:
        return lambda copied, *hint: renewed(copied)
    if not isinstance(type, ir.RankedTensorType):
        raise ProgramError(TrapKind.OTHER, f"'{type}' has no elements to allocate")
    element, shape = element_of(type.element_type), type.shape
    count = len(op.dynamic_sizes)

    def run(*operands: int) -> ArrayValue:
        sizes = filled(shape, operands[:count])
        if any(size < 0 for size in sizes):
            raise ProgramError(TrapKind.OUT_OF_BOUNDS, f"allocates a tensor of {list(sizes)}")
        compiler.machine.require_room(type.element_type, sizes)
        return undefined_array((*sizes, *element.shape), element.dtype, op)

    return run


def renewed(tensor: ArrayValue) -> ArrayValue:
    """Return another tensor of the same elements, which may be freed on its own."""
    return moved(lambda elements: elements[...], tensor)


def to_tensor(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `bufferization.to_tensor`: a copy of the present elements."""
    assert isinstance(op, bufferization.ToTensorOp)
    if op.writable is None:
        return lambda buffer: buffer.read(op)
    machine = compiler.machine

    def run(buffer: MemRef) -> ArrayValue:
        machine.memory.lend(buffer)
        return buffer.read(op)

    return run


def to_buffer(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `bufferization.to_buffer`: a new buffer with the tensor's elements."""
    assert isinstance(op, bufferization.ToBufferOp)
    type = op.buffer.type
    if not isinstance(type, ir.BaseMemRefType):
        raise ProgramError(TrapKind.OTHER, f"'{type}' is no memref")
    element = element_of(type.element_type)
    read_only = op.read_only is not None
    machine = compiler.machine

    def run(tensor: ArrayValue) -> MemRef:
        sizes = tensor.shape[: len(tensor.shape) - len(element.shape)]
        found = machine.memory.permanent(element, sizes, op, read_only=read_only)
        found.allocation.fill(tensor)
        return found

    return run


def materialize_in_destination(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `bufferization.materialize_in_destination`."""
    machine = compiler.machine

    def run(source: ArrayValue, target: Any) -> Any:
        shape = target.sizes if isinstance(target, MemRef) else target.shape
        if source.shape[: len(shape)] != shape:
            raise ProgramError(
                TrapKind.INVALID_CAST,
                f"puts a tensor of extents {list(source.shape)} in the place of {list(shape)}",
            )
        if not isinstance(target, MemRef):
            return renewed(source)
        target.write(source)
        machine.memory.lend(target, lent=False)
        machine.memory.statistics.copied(target.bytes)
        return None

    return run


def clone(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `bufferization.clone`: always a new buffer."""
    machine = compiler.machine
    type = op.results[0].type
    space = type.memory_space if isinstance(type, ir.BaseMemRefType) else None
    strided = type if isinstance(type, ir.MemRefType) and strides_and_offset(type) else None
    check = type_check(type)

    def run(source: MemRef) -> MemRef:
        memory = machine.memory
        sizes = source.sizes
        strides, offset = None, 0
        if strided is not None and strided.rank == len(sizes):
            strides, offset = layout_for(strided, sizes)
        found = memory.allocate(
            source.allocation.element, sizes, op, strides=strides, offset=offset, space=space
        )
        check(found)
        found.copy_from(source)
        memory.statistics.copied(source.bytes)
        return found

    return run


def dealloc(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `bufferization.dealloc`: free owned buffers that are not retained, each once."""
    assert isinstance(op, bufferization.DeallocOp)
    machine = compiler.machine
    count = len(op.memrefs)

    def run(*operands: Any) -> Sequence[bool]:
        buffers, conditions = operands[:count], operands[count : 2 * count]
        retained = [buffer.allocation.root for buffer in operands[2 * count :]]
        owned = {
            buffer.allocation.root: buffer
            for buffer, condition in zip(buffers, conditions, strict=True)
            if condition
        }
        for owner, buffer in owned.items():
            if owner not in retained:
                whole = MemRef(owner, 0, (), ()) if buffer.offset else buffer
                machine.memory.free(whole, op, kind=None)
        return [owner in owned for owner in retained]

    return one_or_all(run, op)


def dealloc_tensor(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `bufferization.dealloc_tensor`: a tensor keeps its elements, but is freed only once."""
    freed = compiler.machine.freed_tensors

    def run(tensor: ArrayValue) -> None:
        if id(tensor) in freed:
            raise ProgramError(TrapKind.BAD_FREE, "frees a tensor that has been freed before")
        freed[id(tensor)] = tensor

    return run


SEMANTICS: Final[dict[str, Semantics]] = {
    "bufferization.alloc_tensor": alloc_tensor,
    "bufferization.clone": clone,
    "bufferization.dealloc": dealloc,
    "bufferization.dealloc_tensor": dealloc_tensor,
    "bufferization.materialize_in_destination": materialize_in_destination,
    "bufferization.to_buffer": to_buffer,
    "bufferization.to_tensor": to_tensor,
}


def unrealized_conversion_cast(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `builtin.unrealized_conversion_cast`, if both types have the same values."""
    if len(op.operands) == 1 and len(op.results) == 1:
        source, target = op.operand(0).type, op.results[0].type
        if all(isinstance(type, ir.IntegerType | ir.IndexType) for type in (source, target)):
            return wrapping(target)
        if _kind(source) is not None and _kind(source) is _kind(target):
            return lambda value: value
    if not op.operands and not op.results:
        return lambda: None
    raise ProgramError(TrapKind.OTHER, "converts between types whose values are not the same")


def _kind(found: ir.Type) -> type[ir.Type] | None:
    return next((k for k in (ir.BaseMemRefType, ir.TensorType) if isinstance(found, k)), None)


BUILTIN_SEMANTICS: Final[dict[str, Semantics]] = {
    "builtin.unrealized_conversion_cast": unrealized_conversion_cast,
}
