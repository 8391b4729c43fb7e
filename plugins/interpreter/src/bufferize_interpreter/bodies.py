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
    places: dict[Value, int] = {value: place for place, value in enumerate(inputs)}
    steps: list[tuple[Callable[..., Any], tuple[int, ...]]] = []
    outer: list[Callable[[], Any]] = []
    ops = [op for op in block.ops if op is not block.last_op and not _are_known(op, places)]
    terminator = block.last_op
    if terminator is None:
        return None
    used = {value for op in (*ops, terminator) for value in op.operands}
    for value in used:
        if value.parent_block is not block:
            places[value] = len(places)
            outer.append(compiler.outer(value))
    for op in ops:
        if len(op.results) != 1 or op.regions:
            return None
        function = _function(op, compiler)
        if function is None:
            return None
        steps.append((function, tuple(places[value] for value in op.operands)))
        places[op.results[0]] = len(places)
    handed_on = tuple(places[value] for value in terminator.operands)

    def run(*values: Any) -> list[Any]:
        known = [*values, *[read() for read in outer]]
        for function, operands in steps:
            known.append(function(*[known[place] for place in operands]))
        return [known[place] for place in handed_on]

    return run


def _are_known(op: Operation, places: dict[Value, int]) -> bool:
    return bool(op.results) and all(result in places for result in op.results)


def _function(op: Operation, compiler: Compiler) -> Callable[..., Any] | None:
    semantics = compiler.context.semantics(op.name)
    if isinstance(semantics, OnArrays):
        return semantics.on_arrays(op, compiler)
    if not op.operands and semantics is not None:  # a constant
        return compiler.operation(op)
    return None
