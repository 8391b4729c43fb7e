"""Bodies of loops on whole arrays: one evaluation in the place of one for each iteration.

A block of operations that compute element by element, as the bodies of linalg are, gives for arrays
of elements what it gives for each of them. Which operations can be applied so, their semantics say:
those that have a method `on_arrays`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from bufferize.ir import Block, Operation, Value

if TYPE_CHECKING:
    from bufferize_interpreter.compiler import Compiler


@runtime_checkable
class OnArrays(Protocol):
    """Semantics that can be applied to many iterations of a loop at once."""

    def on_arrays(self, op: Operation, compiler: Compiler) -> Callable[..., Any] | None:
        """As the semantics themselves, but for operands and results that are arrays, or have poison
        in them, with an element for each iteration, where they are scalars in the program. NumPy's
        broadcasting holds; operands may also be scalars. None: this operation cannot.
        """


def array_body(
    compiler: Compiler, block: Block, inputs: Sequence[Value]
) -> Callable[..., list[Any]] | None:
    """A function from the values of `inputs` to what the block's terminator hands on.

    The inputs are the block's arguments and results of operations in it that depend on the iteration
    in another way; these are not executed. None if an operation cannot be applied to arrays.
    """
    terminator = block.last_op
    if terminator is None:
        return None
    locals = {value: f"v{number}" for number, value in enumerate(inputs)}
    arguments = list(locals.values())
    ops = [op for op in block.ops if op is not terminator and not _are_known(op, locals)]
    names: dict[str, Any] = {}
    lines: list[tuple[str, Operation]] = []
    for op in (*ops, terminator):
        for value in op.operands:
            if value.parent_block is not block and value not in locals:
                locals[value] = f"v{len(locals)}"
                names[f"read_{locals[value]}"] = compiler.outer(value)
                lines.append((f"{locals[value]} = read_{locals[value]}()", op))
    for op in ops:
        if len(op.results) != 1 or op.regions:
            return None
        function = _function(op, compiler)
        if function is None:
            return None
        operands = ", ".join(locals[value] for value in op.operands)
        name = locals[op.results[0]] = f"v{len(locals)}"
        names[f"compute_{name}"] = function
        lines.append((f"{name} = compute_{name}({operands})", op))
    handed_on = ", ".join(locals[value] for value in terminator.operands)
    lines.append((f"return [{handed_on}]", terminator))
    return compiler.python(arguments, lines, names)


def _are_known(op: Operation, known: dict[Value, str]) -> bool:
    return bool(op.results) and all(result in known for result in op.results)


def _function(op: Operation, compiler: Compiler) -> Callable[..., Any] | None:
    semantics = compiler.context.semantics(op.name)
    if isinstance(semantics, OnArrays):
        return semantics.on_arrays(op, compiler)
    if not op.operands and semantics is not None:  # a constant
        return compiler.operation(op)
    return None
