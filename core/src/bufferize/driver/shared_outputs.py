"""What the iterations of a parallel loop read of its outputs without contributing it.

To all iterations an output is what it was before the loop. In place, each works on the part that it
contributes, and what it sees of other parts depends on which iterations have run. So they are to
read these from the tensor outside of the loop. The reference overlooks this.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bufferize.interfaces import (
    InParallelOpInterface,
    LoopLikeOpInterface,
    ParallelCombiningOpInterface,
    ShapedDimOpInterface,
    SubsetExtractionOpInterface,
    SubsetInsertionOpInterface,
)
from bufferize.ir import BlockArgument, Operation, OpOperand, Value

Redirections = dict[OpOperand, Value]
"""Operands, each with the value that it is to have."""


def reads_from_outside(module: Operation) -> Redirections:
    """The uses of outputs in parallel loops that are to be uses of the tensors outside."""
    found: Redirections = {}
    for op in module.walk():  # outer loops first: what they redirect may be an inner one's output
        for argument in op.region_iter_args if isinstance(op, LoopLikeOpInterface) else ():
            assert isinstance(op, LoopLikeOpInterface)
            init, contributions = op.tied_init(argument), _contributions(argument)
            if init is None or contributions is None:
                continue
            outside = found.get(init, init.value)
            for use in argument.uses:
                if not _is_of_own_part(use, contributions):
                    found[use] = outside
    return found


@contextmanager
def redirected(redirections: Redirections) -> Iterator[None]:
    """Let the operands have their new values for a while."""
    old = {operand: operand.value for operand in redirections}
    redirect(redirections)
    try:
        yield
    finally:
        redirect(old)


def redirect(redirections: Redirections) -> None:
    """Let the operands have their new values."""
    for operand, value in redirections.items():
        operand.set(value)


def _contributions(argument: BlockArgument) -> list[OpOperand] | None:
    """The operands by which an iteration contributes to `argument`; None for other loops."""
    terminator = argument.owner.last_op
    if not isinstance(terminator, InParallelOpInterface):
        return None
    return [
        operand
        for op in terminator.yielding_ops
        if isinstance(op, ParallelCombiningOpInterface)
        for operand in op.updated_destinations
        if operand.value is argument
    ]


def _is_of_own_part(use: OpOperand, contributions: list[OpOperand]) -> bool:
    """Whether `use` contributes, takes what is contributed, or does not look at elements."""
    op = use.owner
    if use in contributions or isinstance(op, ShapedDimOpInterface):
        return True
    if isinstance(op, ParallelCombiningOpInterface) and all(
        op is not c.owner for c in contributions
    ):
        return False  # the other output may be contributed to before
    candidates = [use.value]
    if isinstance(op, SubsetExtractionOpInterface) and use is op.source_operand:
        candidates.append(op.results[0])
    return any(
        isinstance(each.owner, SubsetInsertionOpInterface)
        and each.owner.is_equivalent_subset(candidate, lambda a, b: a is b)
        for each in contributions
        for candidate in candidates
    )
