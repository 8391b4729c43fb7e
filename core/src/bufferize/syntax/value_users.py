"""The comments of `--mlir-print-value-users`: who uses a value.

Operations without results are numbered as if they had one, so that they can be named.
"""

from __future__ import annotations

from bufferize.ir import BlockArgument, Operation, Value
from bufferize.syntax.names import Names


def operation_comment(op: Operation, names: Names) -> str:
    """What follows an operation: the users of its results, or how it is called itself."""
    if not op.results:
        return f" // id: {names.operations[op]}" if op.op_operands else ""
    users = [_users(result, names) for result in op.results]
    if not any(users):
        return " // unused"
    if len(users) > 1:
        return " // users: " + ", ".join([f"({', '.join(each) or 'unused'})" for each in users])
    (found,) = users
    return f" // user{'s' if len(found) > 1 else ''}: {', '.join(found)}"


def argument_comment(argument: BlockArgument, names: Names) -> str:
    """What stands in a line of its own at the top of a block."""
    users = ", ".join(_users(argument, names))
    return f"// {names.values[argument]} is {f'used by {users}' if users else 'unused'}"


def _users(value: Value, names: Names) -> list[str]:
    """What the users are called, latest first, each once: by their results where they have any."""
    found: list[str] = []
    for user in dict.fromkeys(value.users):
        found += [names.values[result] for result in user.results] or [names.operations[user]]
    return found
