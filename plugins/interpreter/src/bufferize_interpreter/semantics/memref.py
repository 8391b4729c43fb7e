"""What the ops of the memref dialect compute."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from bufferize.dialects import memref
from bufferize.ir import Operation
from bufferize_interpreter.compiler import Compiler, Semantics
from bufferize_interpreter.elements import element_of
from bufferize_interpreter.memory import MemRef
from bufferize_interpreter.semantics.access import loader, storer
from bufferize_interpreter.semantics.types import layout_of, memref_type


def alloc(op: Operation, compiler: Compiler) -> Callable[..., Any]:
    """`memref.alloc` and `memref.alloca`."""
    assert isinstance(op, memref.AllocLikeOp)
    type = memref_type(op.memref)
    element = element_of(type.element_type)
    layout = layout_of(type)
    count = len(op.dynamic_sizes)
    kind = "stack" if isinstance(op, memref.AllocaOp) else "heap"
    machine = compiler.machine

    def run(*operands: int) -> MemRef:
        sizes, strides, offset = layout(operands[:count], operands[count:])
        return machine.memory.allocate(
            element,
            sizes,
            op,
            strides=strides,
            offset=offset,
            kind=kind,
            space=type.memory_space,
        )

    return run


def dealloc(op: Operation, compiler: Compiler) -> Callable[..., Any]:
    """`memref.dealloc`."""
    machine = compiler.machine
    return lambda buffer: machine.memory.free(buffer, op)


def load(op: Operation, compiler: Compiler) -> Callable[..., Any]:
    """`memref.load`."""
    compiler.counts_access(op, loads=1)
    return loader(op, memref_type(op.operand(0)))


def store(op: Operation, compiler: Compiler) -> Callable[..., Any]:
    """`memref.store`."""
    compiler.counts_access(op, stores=1)
    return storer(op, memref_type(op.operand(1)))


SEMANTICS: Final[dict[str, Semantics]] = {
    "memref.alloc": alloc,
    "memref.alloca": alloc,
    "memref.dealloc": dealloc,
    "memref.load": load,
    "memref.store": store,
}
