"""Whether regions return buffers of their own: what the legacy options refuse."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from bufferize.define import ReturnLike
from bufferize.diagnostics import Diagnostic, error
from bufferize.interfaces import RegionBranchTerminatorOpInterface, is_tensor_like
from bufferize.ir import BlockArgument, DominanceInfo, Operation, OpResult, Value

if TYPE_CHECKING:
    from bufferize.analysis.one_shot import OneShotAnalysisState


def returned_allocations(
    ops: Iterable[Operation], state: OneShotAnalysisState
) -> Iterator[Diagnostic]:
    """An error for each tensor that is returned or yielded by one of `ops` and may be a new buffer.

    It is none if it is sure to be the same buffer as a value from outside of the region, or as an
    argument of a block around.
    """
    dominance = DominanceInfo()
    for op in ops:
        if not (op.has_trait(ReturnLike) or isinstance(op, RegionBranchTerminatorOpInterface)):
            continue
        for operand in op.op_operands:
            if is_tensor_like(operand.value.type) and not any(
                _is_from_outside(value, op, dominance)
                for value in state.equivalent.members(operand.value)
            ):
                yield error(
                    f"operand #{operand.index} may return/yield a new buffer allocation",
                    op,
                ).note("set allow-return-allocs to let regions return the buffers they allocate")


def _is_from_outside(value: Value, terminator: Operation, dominance: DominanceInfo) -> bool:
    region, parent = value.parent_region, terminator.parent_op
    if region is None or parent is None:
        return False
    if isinstance(value, BlockArgument):
        return region.is_ancestor_of(terminator.parent_region)
    assert isinstance(value, OpResult)
    return dominance.properly_dominates(value, parent)
