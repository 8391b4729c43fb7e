"""The semantics of the ops of the gpu dialect that handle device memory, for bufferize-interpreter.

Asynchronous ops complete at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from bufferize import ir
from bufferize_gpu.ops_memory import AllocOp, AsyncOp
from bufferize_interpreter import Compiler, Semantics
from bufferize_interpreter.semantics.memref import allocating, copy

_DEVICE: Final = "device"
"""The kind of memory that `gpu.alloc` allocates and `gpu.dealloc` frees."""


def _waiting(op: ir.Operation, run: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that drops the tokens from the operands, and adds one to the results."""
    assert isinstance(op, AsyncOp)
    tokens = len(op.async_dependencies)
    if len(op.results) > 1:
        return lambda *operands: (run(*operands[tokens:]), None)
    return lambda *operands: run(*operands[tokens:])


def alloc(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `gpu.alloc`."""
    assert isinstance(op, AllocOp)
    return _waiting(op, allocating(op, op.memref, len(op.dynamic_sizes), _DEVICE, compiler))


def dealloc(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `gpu.dealloc`."""
    machine = compiler.machine
    return _waiting(op, lambda buffer: machine.memory.free(buffer, op, _DEVICE))


def memcpy(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `gpu.memcpy`."""
    run = copy(op, compiler)
    return _waiting(op, lambda target, source: run(source, target))


def memset(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `gpu.memset`."""
    return _waiting(op, lambda target, value: target.write(value))


def wait(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `gpu.wait`: what it waits for is complete."""
    return lambda *tokens: None


SEMANTICS: Final[dict[str, Semantics]] = {
    "gpu.alloc": alloc,
    "gpu.dealloc": dealloc,
    "gpu.memcpy": memcpy,
    "gpu.memset": memset,
    "gpu.wait": wait,
}
