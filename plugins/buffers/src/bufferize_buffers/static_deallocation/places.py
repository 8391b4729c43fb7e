"""Where a buffer is needed no more, on each of the ways that control may take from its allocation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from bufferize.ir import Block, BlockArgument, DominanceInfo, Operation, Value
from bufferize_buffers.flow import BufferFlow
from bufferize_buffers.liveness import LastUses
from bufferize_buffers.static_deallocation.post_dominance import Meeting, PostDominance


class Edge(NamedTuple):
    """The way from the end of a block to successor `number`."""

    terminator: Operation
    number: int


class Places(NamedTuple):
    """Where a buffer is freed: before operations, and on edges between blocks."""

    before: list[Operation]
    edges: list[Edge]


class LastPlaces:
    """Where the buffers of a function are needed no more, as it is when this is made."""

    def __init__(self, flow: BufferFlow, ways: PostDominance, dominance: DominanceInfo) -> None:
        self._flow = flow
        self._ways = ways
        self._dominance = dominance
        self._last_uses = LastUses(ways.ops, flow)
        self._meeting = flow.summary(self._meeting_of, ways.meeting)

    def block(self, buffer: Value) -> Block | None:
        """The one block in which `buffer` can be freed, whatever way control takes; None without any."""
        block, own = self._meeting(buffer), buffer.parent_block
        assert own is not None
        if isinstance(block, Block) and self._dominance.dominates_block(own, block):
            return block
        return None

    def in_block(self, buffer: Value, block: Block) -> Operation | None:
        """The operation of `block` before which `buffer` is freed; None if it goes out of there."""
        return _behind(self._last_uses.in_block(buffer, block), buffer, block)

    def places(self, buffer: Value) -> Places:
        """Where `buffer` is freed if there is not one block for it."""
        last_uses = self._last_uses_by_block(buffer)
        live = self._live_blocks(buffer, last_uses)
        places = Places([], [])
        for block in live:
            successors = block.successors()
            if not any(s in live for s in successors):
                before = _behind(last_uses.get(block), buffer, block)
                places.before.extend([] if before is None else [before])
                continue
            terminator = block.terminator
            places.edges.extend(
                Edge(terminator, i) for i, s in enumerate(successors) if s not in live
            )
        return places

    def _last_uses_by_block(self, buffer: Value) -> dict[Block, Operation | None]:
        """The blocks in which the buffer is used, or gets another name, with the last use in each."""
        assert buffer.parent_block is not None
        region = buffer.parent_block.parent
        assert region is not None
        found: dict[Block, Operation | None] = {}
        for alias in self._flow.aliases(buffer):
            if isinstance(alias, BlockArgument) and alias.parent_region is region:
                found.setdefault(alias.owner, None)
            for user in alias.users:
                op = region.find_ancestor_op(user)
                if op is not None and op.parent is not None:
                    last = found.get(op.parent)
                    if last is None or last.is_before_in_block(op):
                        found[op.parent] = op
        return {block: last for block, last in found.items() if block not in self._ways.dead}

    def _live_blocks(self, buffer: Value, used: Iterable[Block]) -> dict[Block, None]:
        """The blocks between the allocation and all uses, and what control only comes to from there."""
        assert buffer.parent_block is not None
        live: dict[Block, None] = {buffer.parent_block: None}
        work = list(used)
        while work:
            block = work.pop()
            if block not in live:
                live[block] = None
                work += self._predecessors(block)
        work = list(live)
        while work:
            block = work.pop()
            successors = block.successors()
            if block in live and any(s in live for s in successors):
                for successor in successors:
                    before = self._predecessors(successor)
                    if successor not in live and live.keys() >= set(before):
                        live[successor] = None
                        work += [successor, *before]  # those before it go on to a live block now
        return live

    def _predecessors(self, block: Block) -> list[Block]:
        return [b for b in block.predecessors if b not in self._ways.dead]

    def _meeting_of(self, value: Value) -> Meeting | None:
        found: Meeting | None = None
        for block in (value.parent_block, *(user.parent for user in value.users)):
            if block is not None and block not in self._ways.dead:
                found = self._ways.meeting(found, block)
        return found


def _behind(last: Operation | None, buffer: Value, block: Block) -> Operation | None:
    """The operation behind the last use in `block`; None behind the last operation of all."""
    if last is None and buffer.parent_block is block:
        last = buffer.defining_op
    if last is None:  # as mlir-opt has it
        last = next(block.ops)
        return last.next_op or last
    return last.next_op
