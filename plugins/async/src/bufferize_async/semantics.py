"""The semantics of the ops of the async dialect, for bufferize-interpreter.

A token is the task that it stands for, a value is a promise of that task, and a group is a list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from bufferize import ir
from bufferize_async.dialect import TokenType
from bufferize_async.ops import AwaitOp, CallOp, ExecuteOp
from bufferize_interpreter import Compiler, Promise, Semantics, Task, one_or_all


def execute(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `async.execute`: a task, which runs when the schedule says."""
    assert isinstance(op, ExecuteOp)
    capture, tasks = compiler.deferred(op.body), compiler.machine.tasks
    count = len(op.dependencies)
    outcome = _outcome(op)

    def run(*operands: Any) -> Any:
        body, values = capture(), operands[count:]
        task = tasks.create(lambda: body(*(value.get() for value in values)), operands)
        return outcome(task)

    return run


def call(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `async.call`: a task that runs the function."""
    assert isinstance(op, CallOp)
    callee, tasks = compiler.function(op, op.callee), compiler.machine.tasks
    outcome = _outcome(op)
    return lambda *operands: outcome(tasks.create(lambda: callee(*operands)))


def _outcome(op: ir.Operation) -> Callable[[Task], Any]:
    """Return a function from the task of `op` to its results: maybe a token, and then values."""
    tokens = sum(isinstance(type, TokenType) for type in op.result_types)
    count = len(op.results) - tokens

    def results(task: Task) -> Sequence[Any]:
        return [*[task] * tokens, *(Promise(task, i) for i in range(count))]

    return one_or_all(results, op)


def await_(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `async.await`."""
    assert isinstance(op, AwaitOp)
    tasks, has_result = compiler.machine.tasks, op.unwrapped is not None

    def run(awaited: Any) -> Any:
        tasks.wait_for_all([awaited])
        return awaited.get() if has_result else None

    return run


def create_group(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `async.create_group`."""
    return lambda size: []


def add_to_group(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `async.add_to_group`."""

    def run(member: Any, group: list[Any]) -> int:
        group.append(member)
        return len(group) - 1

    return run


def await_all(op: ir.Operation, compiler: Compiler) -> Callable[..., Any]:
    """Compile `async.await_all`."""
    return compiler.machine.tasks.wait_for_all


SEMANTICS: Final[dict[str, Semantics]] = {
    "async.add_to_group": add_to_group,
    "async.await": await_,
    "async.await_all": await_all,
    "async.call": call,
    "async.create_group": create_group,
    "async.execute": execute,
}
