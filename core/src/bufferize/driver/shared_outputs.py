"""Reads of a parallel loop's outputs beyond the subset that the iteration contributes.

Every iteration sees the output as it was before the loop. But in place, an iteration that reads
another subset than its own sees elements that other iterations may have written already. So such
reads are redirected to the tensor outside of the loop:

```mlir
%r = scf.forall (%k) in (8) shared_outs(%o = %t) -> (tensor<8xf32>) {
  %x = tensor.extract %o[%j] : tensor<8xf32>         // becomes a read of %t
  ...
```
MLIR overlooks this.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bufferize.interfaces import (
    DeferredExecutionInterface,
    InParallelOpInterface,
    LoopLikeOpInterface,
    ParallelCombiningOpInterface,
    ShapedDimOpInterface,
    SubsetExtractionOpInterface,
    SubsetInsertionOpInterface,
)
from bufferize.ir import BlockArgument, Operation, OpOperand, Value

Redirections = dict[OpOperand, Value]
"""A map from operands to their new values."""


def reads_from_outside(module: Operation) -> Redirections:
    """Return the uses of outputs in parallel loops that must use the outer tensors instead."""
    found: Redirections = {}
    for op in module.walk():  # outer loops first: they may redirect the init of an inner one
        for argument in op.region_iter_args if isinstance(op, LoopLikeOpInterface) else ():
            assert isinstance(op, LoopLikeOpInterface)
            init, contributions = op.tied_init(argument), _contributions(argument)
            if init is None or contributions is None:
                continue
            outside = found.get(init, init.value)
            # A region that runs later may read its own subset when that has been contributed.
            has_tasks = any(isinstance(inner, DeferredExecutionInterface) for inner in op.walk())
            for use in argument.uses:
                is_own = not has_tasks and _is_of_own_subset(use, contributions)
                if not is_own and use not in contributions:
                    found[use] = outside
    return found


@contextmanager
def redirected(redirections: Redirections) -> Iterator[None]:
    """Context manager: operands have their new values."""
    old = {operand: operand.value for operand in redirections}
    redirect(redirections)
    try:
        yield
    finally:
        redirect(old)


def redirect(redirections: Redirections) -> None:
    """Set the operands to their new values."""
    for operand, value in redirections.items():
        operand.set(value)


def _contributions(argument: BlockArgument) -> list[OpOperand] | None:
    """Return the operands that contribute to `argument` in an iteration; None for other loops."""
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


def _is_of_own_subset(use: OpOperand, contributions: list[OpOperand]) -> bool:
    """Return whether `use` contributes, extracts the contributed subset, or reads no elements."""
    op = use.owner
    if use in contributions or isinstance(op, ShapedDimOpInterface):
        return True
    if isinstance(op, ParallelCombiningOpInterface) and all(
        op is not c.owner for c in contributions
    ):
        return False  # the contribution to the other output may come first
    candidates = [use.value]
    if isinstance(op, SubsetExtractionOpInterface) and use is op.source_operand:
        candidates.append(op.results[0])
    return any(
        isinstance(each.owner, SubsetInsertionOpInterface)
        and each.owner.is_equivalent_subset(candidate, lambda a, b: a is b)
        for each in contributions
        for candidate in candidates
    )
