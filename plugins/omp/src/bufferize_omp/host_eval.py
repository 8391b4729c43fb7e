"""Where a region on a device may use what the host computes."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Flag, auto

from bufferize.define import IsTerminator
from bufferize.interfaces import is_block_reachable
from bufferize.ir import Block, BlockArgument, Operation, Region
from bufferize_omp.base import OMP
from bufferize_omp.ops_loops import DistributeOp, LoopNestOp, LoopOp, SimdOp, WsloopOp
from bufferize_omp.ops_regions import ParallelOp, TeamsOp


class _Kernel(Flag):
    """What is known of the kernel before it starts."""

    NOTHING = 0
    THREADS = auto()
    """All threads run it from the beginning."""
    TRIP_COUNT = auto()
    """How often its loop runs."""


def verify_host_eval(target: Operation, region: Region, arguments: Sequence[BlockArgument]) -> None:
    """Checks that these arguments say only how the kernel is started. Raises VerifyError."""
    nest = _captured_op(region)
    kernel = _kernel(target, nest) if isinstance(nest, LoopNestOp) else _Kernel.NOTHING
    for argument in arguments:
        for user in argument.users:
            if isinstance(user, TeamsOp):
                if argument not in (
                    user.num_teams_lower,
                    user.num_teams_upper,
                    user.thread_limit,
                ):
                    raise target.error(
                        "host_eval argument only legal as 'num_teams' and 'thread_limit' in "
                        "'omp.teams'"
                    )
            elif isinstance(user, ParallelOp):
                if not (
                    _Kernel.THREADS in kernel
                    and user.is_ancestor_of(nest)
                    and argument is user.num_threads
                ):
                    raise target.error(
                        "host_eval argument only legal as 'num_threads' in 'omp.parallel' when "
                        "representing target SPMD"
                    )
            elif isinstance(user, LoopNestOp):
                if _Kernel.TRIP_COUNT not in kernel or user is not nest:
                    raise target.error(
                        "host_eval argument only legal as loop bounds and steps in "
                        "'omp.loop_nest' when trip count must be evaluated in the host"
                    )
            else:
                raise target.error(f"host_eval argument illegal use in '{user.name}' operation")


def _captured_op(region: Region) -> Operation | None:
    """The innermost op with a region that is all its region does, a loop nest at most."""
    captured: Operation | None = None
    while True:
        ops = [op for block in region.blocks for op in block.ops if op.dialect_name == OMP.name]
        inner = [op for op in ops if op.regions]
        if (
            len(inner) != 1
            or any(op is not inner[0] and not op.has_trait(IsTerminator) for op in ops)
            or not _runs_once(inner[0].parent)
        ):
            return captured
        captured = inner[0]
        if isinstance(captured, LoopNestOp):
            return captured
        region = captured.regions[0]


def _runs_once(block: Block | None) -> bool:
    """Whether control passes a block exactly once on each way through its region."""
    assert block is not None
    assert block.parent is not None
    entry = block.parent.blocks[0]
    if is_block_reachable(block, block):
        return False
    exits = (
        other for other in block.parent.blocks if not other.successors() and other is not block
    )
    return entry is block or not any(is_block_reachable(entry, end, (block,)) for end in exits)


def _kernel(target: Operation, nest: LoopNestOp) -> _Kernel:
    """What the ops around a loop say of the kernel."""
    around: list[Operation] = []
    op = nest.parent_op
    while op is not None and op is not target:
        around.append(op)
        op = op.parent_op
    if around and isinstance(around[0], SimdOp):
        del around[0]
    match around:
        case [WsloopOp(), DistributeOp(), ParallelOp(), TeamsOp()]:
            return _Kernel.THREADS | _Kernel.TRIP_COUNT
        case [DistributeOp() | LoopOp(), TeamsOp()]:
            return _Kernel.TRIP_COUNT
        case [WsloopOp(), ParallelOp()]:
            return _Kernel.THREADS
    return _Kernel.NOTHING
