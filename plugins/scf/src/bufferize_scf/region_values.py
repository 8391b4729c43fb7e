"""Removal of region values that are passed needlessly: always the same, or never used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bufferize.interfaces import (
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
)
from bufferize.ir import (
    BlockArgument,
    InsertionPoint,
    Operation,
    OpOperand,
    OpResult,
    Region,
    Rewriter,
    Value,
)


def drop_redundant_region_values(op: RegionBranchOpInterface, rewriter: Rewriter) -> bool:
    """Drop values that `op` passes to its regions and results, if they are constant or unused.

    A value is constant if it is always one value from outside. This is for the `canonicalize` of
    operation classes without segment sizes, whose operands, results and entry block arguments may
    all be dropped. Return whether anything was changed; `op` may have been replaced.
    """
    edges = _edges(op)
    if edges is None:
        return False
    changed = False
    for received, value in _constant_inputs(op, edges):
        if received.has_uses():
            rewriter.replace_all_uses_with(received, value)
            changed = True
    dead = _unused_inputs(edges)
    if dead:
        _erase(op, dead, edges, rewriter)
    return changed or bool(dead)


class _Edges(NamedTuple):
    """The operands that control flow forwards, and the values that receive them."""

    feeding: dict[Value, list[OpOperand]]
    fed: dict[OpOperand, list[Value]]


def _edges(op: RegionBranchOpInterface) -> _Edges | None:
    """Return the edges of `op`; None if the values that a region forwards are unknown."""
    edges = _Edges({}, {})

    def add(operands: Iterable[OpOperand], inputs: Iterable[Value]) -> None:
        for operand, received in zip(operands, inputs, strict=True):
            edges.feeding.setdefault(received, []).append(operand)
            edges.fed.setdefault(operand, []).append(received)

    for successor in op.successor_regions(None):
        add(op.entry_successor_operands(successor.region), successor.inputs)
    for end in _ends(op):
        if not isinstance(end, RegionBranchTerminatorOpInterface):
            return None
        for successor in end.terminator_successor_regions():
            add(end.mutable_successor_operands(successor.region), successor.inputs)
    return edges


def _ends(op: Operation) -> Iterator[Operation]:
    for region in op.regions:
        for block in region.blocks:
            end = block.terminator
            if not end.successors:
                yield end


def _constant_inputs(op: Operation, edges: _Edges) -> list[tuple[Value, Value]]:
    """Return the receivers that get only one value from outside of `op`, with that value."""
    sources: dict[Value, Value | None] = {}
    """For each receiver the only value that it gets; None if there are several."""
    work: list[tuple[Value, Value | None]] = []
    for received, operands in edges.feeding.items():
        for operand in operands:
            value = operand.value
            if value not in edges.feeding:
                work.append((received, None if _is_inside(value, op) else value))
    while work:
        received, source = work.pop()
        if received in sources:
            known = sources[received]
            if known is None or known is source:
                continue
            source = None
        sources[received] = source
        for use in received.uses:
            work += [(further, source) for further in edges.fed.get(use, ())]
    return [
        (received, value)
        for received, value in sources.items()
        if value is not None and value.type is received.type
    ]


def _is_inside(value: Value, op: Operation) -> bool:
    region = value.parent_region
    while region is not None:
        if region.parent is op:
            return True
        region = region.parent_region
    return False


def _unused_inputs(edges: _Edges) -> set[Value]:
    """Return the receivers whose only uses forward them to other such receivers."""
    used = [
        received for received in edges.feeding if any(use not in edges.fed for use in received.uses)
    ]
    kept = set(used)
    while used:
        for operand in edges.feeding[used.pop()]:
            # The operand stays, and with it all that it feeds.
            for value in (*edges.fed[operand], operand.value):
                if value in edges.feeding and value not in kept:
                    kept.add(value)
                    used.append(value)
    return edges.feeding.keys() - kept


def _erase(
    op: RegionBranchOpInterface, dead: set[Value], edges: _Edges, rewriter: Rewriter
) -> None:
    gone = {operand for value in dead for operand in edges.feeding[value]}
    arguments = [value for value in dead if isinstance(value, BlockArgument)]
    for operand in sorted(gone, key=lambda operand: operand.index, reverse=True):
        owner = operand.owner
        owner.erase_operand(operand.index)
        if owner is not op:
            rewriter.notify_modified(owner)
    for argument in sorted(arguments, key=lambda argument: argument.index, reverse=True):
        argument.owner.erase_argument(argument.index)
    kept = [result for result in op.results if result not in dead]
    if len(kept) == len(op.results):
        rewriter.notify_modified(op)
    else:
        _with_results(op, kept, rewriter)


def _with_results(op: Operation, kept: list[OpResult], rewriter: Rewriter) -> None:
    """Replace `op` by the same operation with only these results."""
    regions = []
    for region in op.regions:
        regions.append(Region())
        regions[-1].take_body(region)
    new = type(op).create(
        op.operands,
        [result.type for result in kept],
        op.properties,
        op.attributes,
        regions=regions,
        location=op.location,
    )
    rewriter.set_insertion_point(InsertionPoint.before(op))
    rewriter.insert(new)
    for result, replacement in zip(kept, new.results, strict=True):
        rewriter.replace_all_uses_with(result, replacement)
    rewriter.erase_op(op)
