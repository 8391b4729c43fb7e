"""Where buffers are live: their last uses under any name, the blocks that need them, where they can
be freed.

`LastUses` and `LiveRanges` see uses of a buffer by other names, as `BufferFlow` does. `Liveness` is
that of SSA values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from bufferize import ir
from bufferize_buffers.analysis.block_graph import BlockOrRegion, PostDominance
from bufferize_buffers.analysis.effects import is_buffer
from bufferize_buffers.analysis.flow import BufferFlow

_NEVER = -1


class LastUses:
    """The last uses of buffers in `ops`, which must be in execution order."""

    def __init__(self, ops: Sequence[ir.Operation], flow: BufferFlow) -> None:
        self._flow = flow
        self._ops = ops
        self._number = {op: number for number, op in enumerate(ops)}
        self._last = flow.summary(lambda value: self._last_user(value, None), max)

    def in_block(
        self, buffer: ir.Value, block: ir.Block, but: ir.Operation | None = None
    ) -> ir.Operation | None:
        """Return the operation of `block` in which `buffer` is last used, under any name.

        Uses by `but` do not count.

        None if there is no use, or if the last one is outside the block.
        """
        targets = self._flow.targets(buffer)
        number = max([self._last_user(buffer, but), *map(self._last, targets)])
        return None if number == _NEVER else block.find_ancestor_op(self._ops[number])

    def _last_user(self, value: ir.Value, but: ir.Operation | None) -> int:
        numbers = [self._number[user] for user in value.users if user is not but]
        return max(numbers, default=_NEVER)


class Liveness:
    """The memrefs that are live at the start of each block of a region.

    They are in the order of the program: block arguments, by their index, then results.
    """

    def __init__(self, region: ir.Region) -> None:
        self._live_in: dict[ir.Block, list[ir.Value]] = {block: [] for block in region.blocks}
        if len(region.blocks) > 1:
            for value, blocks in _uses(region).items():
                _, *live = _blocks_between(value.parent_block, blocks, _predecessors)
                for block in live:
                    assert block is not None
                    self._live_in[block].append(value)

    def live_in(self, block: ir.Block) -> list[ir.Value]:
        """Return the memrefs that are defined before `block` and used in it or after it."""
        return self._live_in[block]


def _blocks_between(
    definition: ir.Block | None,
    uses: Iterable[ir.Block],
    predecessors: Callable[[ir.Block], Iterable[ir.Block]],
) -> dict[ir.Block | None, None]:
    """Return all blocks on paths from `definition` to `uses`, both included."""
    found: dict[ir.Block | None, None] = {definition: None}
    work = list(uses)
    while work:
        block = work.pop()
        if block not in found:
            found[block] = None
            work += predecessors(block)
    return found


def _predecessors(block: ir.Block) -> Iterable[ir.Block]:
    return block.predecessors


def _uses(region: ir.Region) -> dict[ir.Value, list[ir.Block]]:
    """Return the memrefs used in blocks of `region` that do not define them, each with these blocks."""
    users: dict[ir.Value, list[ir.Block]] = {}
    inside: set[ir.Block] = set()
    for block in region.blocks:
        inside.add(block)
        for op in block.walk():
            for nested in op.regions:
                inside.update(nested.blocks)
            for operand in op.op_operands:
                value = operand.value
                if is_buffer(value) and value.parent_block is not block:
                    blocks = users.setdefault(value, [])
                    if not blocks or blocks[-1] is not block:
                        blocks.append(block)
    own = set(region.blocks)
    # What a nested block defines is used in there.
    found = [v for v in users if v.parent_block in own or v.parent_block not in inside]
    order = {value: number for number, value in enumerate(_definitions(region))}
    first = -len(users)
    outer = {value: first + i for i, value in enumerate(v for v in found if v not in order)}
    found.sort(key=lambda value: _rank(value, order.get(value, outer.get(value, 0))))
    return {value: users[value] for value in found}


def _rank(value: ir.Value, place: int) -> tuple[bool, int, int]:
    number = value.index if isinstance(value, ir.BlockArgument) else 0
    return isinstance(value, ir.OpResult), number, place


def _definitions(region: ir.Region) -> Iterator[ir.Value]:
    for block in region.blocks:
        yield from block.arguments
        for op in block.ops:
            yield from op.results


class BlockEdge(NamedTuple):
    """The edge from the end of a block to its successor `number`."""

    terminator: ir.Operation
    number: int


class RangeEnds(NamedTuple):
    """The places where a buffer stops being live: before operations, and on edges of blocks."""

    before: list[ir.Operation]
    edges: list[BlockEdge]


class LiveRanges:
    """The live ranges of the buffers of a function, when it is created.

    In a loop, a range ends before the next iteration defines the buffer anew.
    """

    def __init__(
        self, flow: BufferFlow, post_dominance: PostDominance, dominance: ir.DominanceInfo
    ) -> None:
        self._flow = flow
        self._post_dominance = post_dominance
        self._dominance = dominance
        self._last_uses = LastUses(post_dominance.ops, flow)
        self._common = flow.summary(self._common_of, post_dominance.common)

    def only_block(self, buffer: ir.Value) -> ir.Block | None:
        """Return the block that every path from a use of `buffer` passes, if its definition
        dominates it.

        There the buffer can be freed once and for all. None if there is no such block.
        """
        block, own = self._common(buffer), buffer.parent_block
        assert own is not None
        if isinstance(block, ir.Block) and self._dominance.dominates_block(own, block):
            return block
        return None

    def end_in_block(self, buffer: ir.Value, block: ir.Block) -> ir.Operation | None:
        """Return the operation after the last use of `buffer` in `block`.

        None if the terminator is the last use.
        """
        return _behind(self._last_uses.in_block(buffer, block), buffer, block)

    def ends(self, buffer: ir.Value) -> RangeEnds:
        """Return all places where `buffer` stops being live, one on each path."""
        last_uses = self._last_uses_by_block(buffer)
        live = self._live_blocks(buffer, last_uses)
        # A branch back to the block that defines the buffer leads to another buffer.
        live_in = live.keys() - {buffer.parent_block}
        ends = RangeEnds([], [])
        for block in live:
            successors = block.successors()
            if not any(s in live_in for s in successors):
                before = _behind(last_uses.get(block), buffer, block)
                ends.before.extend([] if before is None else [before])
                continue
            terminator = block.terminator
            ends.edges.extend(
                BlockEdge(terminator, i) for i, s in enumerate(successors) if s not in live_in
            )
        return ends

    def _last_uses_by_block(self, buffer: ir.Value) -> dict[ir.Block, ir.Operation | None]:
        """Return the blocks that use `buffer` or receive it as an argument, each with its last use."""
        assert buffer.parent_block is not None
        region = buffer.parent_block.parent
        assert region is not None
        found: dict[ir.Block, ir.Operation | None] = {}
        for alias in self._flow.aliases(buffer):
            if isinstance(alias, ir.BlockArgument) and alias.parent_region is region:
                found.setdefault(alias.owner, None)
            for user in alias.users:
                op = region.find_ancestor_op(user)
                if op is not None and op.parent is not None:
                    last = found.get(op.parent)
                    if last is None or last.is_before_in_block(op):
                        found[op.parent] = op
        return {
            block: last
            for block, last in found.items()
            if block not in self._post_dominance.unreachable
        }

    def _live_blocks(self, buffer: ir.Value, used: Iterable[ir.Block]) -> dict[ir.Block, None]:
        """Return the blocks between the allocation and its uses, and others reached only so."""
        assert buffer.parent_block is not None
        found = _blocks_between(buffer.parent_block, used, self._predecessors)
        live = {block: None for block in found if block is not None}
        work = list(live)
        while work:
            block = work.pop()
            successors = block.successors()
            if any(s in live and s is not buffer.parent_block for s in successors):
                for successor in successors:
                    before = self._predecessors(successor)
                    if successor not in live and live.keys() >= set(before):
                        live[successor] = None
                        work += [successor, *before]  # they have one more live successor
        return live

    def _predecessors(self, block: ir.Block) -> list[ir.Block]:
        return [b for b in block.predecessors if b not in self._post_dominance.unreachable]

    def _common_of(self, value: ir.Value) -> BlockOrRegion | None:
        found: BlockOrRegion | None = None
        for block in (value.parent_block, *(user.parent for user in value.users)):
            if block is not None and block not in self._post_dominance.unreachable:
                found = self._post_dominance.common(found, block)
        return found


def _behind(last: ir.Operation | None, buffer: ir.Value, block: ir.Block) -> ir.Operation | None:
    """Return the operation after the last use in `block`; None if that is the terminator."""
    if last is None and buffer.parent_block is block:
        last = buffer.defining_op
    if last is None:  # as mlir-opt has it
        last = next(block.ops)
        return last.next_op or last
    return last.next_op
