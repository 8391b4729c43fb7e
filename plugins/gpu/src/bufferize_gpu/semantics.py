"""The semantics of ops of the gpu dialect: device memory and launches, for bufferize-interpreter.

An asynchronous launch, copy or deallocation is done when the schedule says, and its token is its task.
`gpu.alloc async` completes at once. Threads run one after the other, so there are no barriers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, Final

from bufferize import ir
from bufferize_gpu.ops_group import PrintfOp
from bufferize_gpu.ops_launch import LaunchOp
from bufferize_gpu.ops_memory import AllocOp, AsyncOp
from bufferize_interpreter import Compiler, ProgramError, Semantics, Task, TrapKind
from bufferize_interpreter.semantics.memref import allocating, copy

_DEVICE: Final = "device"
"""The kind of memory that `gpu.alloc` allocates and `gpu.dealloc` frees."""


def alloc(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `gpu.alloc`."""
    assert isinstance(op, AllocOp)
    count, tasks = len(op.async_dependencies), compiler.machine.tasks
    allocate = allocating(op, op.memref, len(op.dynamic_sizes), _DEVICE, compiler)

    def run(*operands: Any) -> Any:
        tasks.wait_for_all(operands[:count])
        buffer = allocate(*operands[count:])
        return buffer if op.async_token is None else (buffer, None)

    return run


def _when_ready(
    op: ir.Operation, compiler: Compiler, run: Callable[..., Any]
) -> Callable[..., Task | None]:
    """Return a function that calls `run` after the tokens among the operands: later, for a token."""
    assert isinstance(op, AsyncOp)
    count, tasks = len(op.async_dependencies), compiler.machine.tasks

    def later(*operands: Any) -> Task:
        return tasks.complete_later(op, lambda: run(*operands[count:]), operands[:count])

    def at_once(*operands: Any) -> None:
        tasks.wait_for_all(operands[:count])
        run(*operands[count:])

    return later if op.results else at_once


def dealloc(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `gpu.dealloc`."""
    machine = compiler.machine
    return _when_ready(op, compiler, lambda buffer: machine.memory.free(buffer, op, _DEVICE))


def memcpy(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `gpu.memcpy`."""
    run = copy(op, compiler)
    return _when_ready(op, compiler, lambda target, source: run(source, target))


def memset(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `gpu.memset`."""
    return _when_ready(op, compiler, lambda target, value: target.write(value))


def wait(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `gpu.wait`; the token of an asynchronous one is a task that does nothing."""
    tasks = compiler.machine.tasks
    if op.results:
        return lambda *tokens: Task(tuple, tokens)
    return lambda *tokens: tasks.wait_for_all(tokens)


def launch(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `gpu.launch`, whose threads run in a drawn order."""
    assert isinstance(op, LaunchOp)
    if op.cluster_size is not None or op.workgroup_buffers or op.private_buffers:
        message = "has clusters, or buffers of its own, which are not interpreted"
        raise ProgramError(TrapKind.OTHER, message)
    machine, count = compiler.machine, len(op.async_dependencies)
    capture = compiler.deferred(op.body)

    def threads(body: Callable[..., Any], sizes: Sequence[int]) -> tuple[()]:
        positions = list(product(*map(range, sizes)))
        machine.random.shuffle(positions)
        for position in positions:
            body(*position, *sizes)
        return ()

    def run(*operands: Any) -> Any:
        body, sizes = capture(), operands[count : count + 6]
        if op.async_token is not None:
            return machine.tasks.create(lambda: threads(body, sizes), operands[:count])
        machine.tasks.wait_for_all(operands[:count])
        return threads(body, sizes)

    return run


def terminator(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `gpu.terminator`."""
    return lambda: ()


def printf(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `gpu.printf`, with the formats that Python and C have in common."""
    assert isinstance(op, PrintfOp)
    text, machine = op.format.value, compiler.machine

    def run(*values: Any) -> None:
        try:
            machine.print(text % values)
        except (TypeError, ValueError) as problem:
            raise ProgramError(TrapKind.OTHER, f"cannot print {text!r}: {problem}") from None

    return run


SEMANTICS: Final[dict[str, Semantics]] = {
    "gpu.alloc": alloc,
    "gpu.dealloc": dealloc,
    "gpu.launch": launch,
    "gpu.memcpy": memcpy,
    "gpu.memset": memset,
    "gpu.printf": printf,
    "gpu.terminator": terminator,
    "gpu.wait": wait,
}
