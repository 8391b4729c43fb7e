"""Which values control hands on, and to which values, as operations with regions and loops say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from bufferize.interfaces import (
    BranchOpInterface,
    ConditionalBranchOpInterface,
    IfOpInterface,
    LoopLikeOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
)
from bufferize.ir import I1, Block, Operation, OpOperand, Region, Value

Edge = tuple[Region | None, dict[object, Value]]
"""Where control goes, None for behind the operation; by the values there what they are."""


def entries(op: Operation) -> list[Edge]:
    """Where control goes when it comes to an operation with regions."""
    if isinstance(op, RegionBranchOpInterface):
        found = [
            _edge(successor, op.entry_successor_operands(successor.region))
            for successor in op.successor_regions(None)
        ]
    elif isinstance(op, LoopLikeOpInterface):
        found = [(region, {}) for region in op.loop_regions] + [(None, {})]
    else:
        found = [(region, {}) for region in op.regions]
    if isinstance(op, LoopLikeOpInterface):
        for region, values in found:
            for init in op.init_operands:
                target = (
                    op.tied_loop_result(init) if region is None else op.tied_region_iter_arg(init)
                )
                if target is not None and (region is None or target.parent_region is region):
                    values.setdefault(target, init.value)
    return found


def exits(terminator: Operation) -> list[Edge]:
    """Where control goes from the end of a region."""
    op = terminator.parent_op
    if isinstance(op, RegionBranchOpInterface) and isinstance(
        terminator, RegionBranchTerminatorOpInterface
    ):
        return [
            _edge(successor, terminator.mutable_successor_operands(successor.region))
            for successor in terminator.terminator_successor_regions()
        ]
    if isinstance(op, LoopLikeOpInterface):
        yielded = [operand.value for operand in op.yielded_operands]
        return [
            (terminator.parent_region, _together(op.region_iter_args, yielded)),
            (None, _together(op.loop_results, yielded)),
        ]
    return [(None, {})]


def successors(region: Region) -> set[Region | None]:
    """Where control may go from a region, None for behind the operation."""
    op = region.parent
    if isinstance(op, RegionBranchOpInterface):
        return {successor.region for successor in op.successor_regions(region)}
    return {region, None}


def branches(block: Block) -> Iterator[tuple[Block, dict[object, Value]]]:
    """The blocks that control may go to from a block; for each argument there what it is."""
    last = block.last_op
    for index, successor in enumerate(block.successors()):
        values: dict[object, Value] = {}
        if isinstance(last, BranchOpInterface):
            arguments = successor.arguments[last.produced_operand_count(index) :]
            values = _together(arguments, (use.value for use in last.successor_operands(index)))
        yield successor, values


def condition_of_branch(
    start: Block, end: Block, target: Block, dominates: Callable[[Block, Block], bool]
) -> tuple[Value, bool] | None:
    """What holds on a way from `start` over the end of `end` to `target`: what was branched on."""
    last = start.last_op
    if not isinstance(last, ConditionalBranchOpInterface):
        return None
    first, second = last.successors
    if first is second:
        return None
    for block, holds in ((first, True), (second, False)):
        if target is block if start is end else block is not target and dominates(block, end):
            return last.branch_condition, holds
    return None


def condition_of_choice(op: Operation) -> Value | None:
    """The condition of which the first of the regions runs where it holds, and the rest where not."""
    if not isinstance(op, IfOpInterface):
        return None
    conditions = [value for value in op.operands if value.type is I1]
    return conditions[0] if len(conditions) == 1 else None


def _edge(successor: RegionSuccessor, operands: Iterable[OpOperand]) -> Edge:
    return successor.region, _together(successor.inputs, (use.value for use in operands))


def _together(targets: Iterable[Value], values: Iterable[Value]) -> dict[object, Value]:
    return dict(zip(targets, values, strict=False))
