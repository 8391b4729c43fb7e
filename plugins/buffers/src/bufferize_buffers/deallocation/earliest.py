"""Frees at the end of a block go up behind the last access there, and into the branches with it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import Final

from bufferize.define import Context, ParallelRegion
from bufferize.dialects.bufferization import DeallocOp
from bufferize.explain import NO_BUFFER_LOG, BufferAction, BufferLog
from bufferize.interfaces import (
    BufferDeallocationOpInterface,
    IfOpInterface,
    LoopLikeOpInterface,
    RegionBranchOpInterface,
    ViewLikeOpInterface,
    memory_effects,
)
from bufferize.ir import I1, Block, Operation, Region, Value, clone
from bufferize_buffers.deallocation.accesses import NEVER, Accesses, Part
from bufferize_buffers.deallocation.booleans import Booleans
from bufferize_buffers.deallocation.facts import named

_MOST_COPIES: Final = 16
"""A free is not done in more branches than that."""


def free_early(root: Operation, context: Context, log: BufferLog = NO_BUFFER_LOG) -> None:
    """Has each `bufferization.dealloc` in `root` free as early as the last access allows.

    They must be as `place_deallocations` makes them, simplified or not. One goes up in its block, and
    where the last access is in one of several branches, into all of these. What may be found in
    other ways than under the names of the buffer stays: buffers in buffers, and addresses.
    """
    deallocations = [op for op in root.walk() if isinstance(op, DeallocOp)]
    frees = _Frees(root, deallocations, context, log)
    for op in deallocations:
        frees.move(op)


class _Gaps:
    """The gaps between operations of a block that stay where they are.

    A gap has the number of the operation before it, NEVER at the start of the block.
    """

    def __init__(self, block: Block) -> None:
        self._block = block
        self._numbers: list[int] = []
        self._ops: list[Operation] = []
        self._tails: dict[int, Operation] = {}

    def add(self, op: Operation, number: int) -> None:
        """Adds an operation that stays."""
        self._numbers.append(number)
        self._ops.append(op)

    def behind(self, number: int) -> int:
        """The gap that comes after all operations up to `number`."""
        index = bisect_right(self._numbers, number)
        return self._numbers[index - 1] if index else NEVER

    def op_before(self, gap: int) -> Operation | None:
        """The operation before a gap."""
        index = bisect_left(self._numbers, gap)
        return None if gap == NEVER else self._ops[index]

    def put(self, op: Operation, gap: int) -> None:
        """Moves `op` to the end of what has been put into a gap."""
        if op.parent is not None:
            op.detach()
        anchor = self._tails.get(gap) or self.op_before(gap)
        if anchor is None:
            self._block.insert_before(op, self._block.first_op)
        else:
            self._block.insert_after(op, anchor)
        self._tails[gap] = op

    def start_with(self, op: Operation) -> None:
        """Says that `op` has been put at the start of the block."""
        self._tails.setdefault(NEVER, op)

    def leave(self, op: Operation, gap: int) -> None:
        """Says that `op`, which is in a gap, stays there."""
        self._tails[gap] = op


class _Frees:
    def __init__(
        self, root: Operation, deallocations: list[DeallocOp], context: Context, log: BufferLog
    ) -> None:
        self._log = log
        self._booleans = Booleans(context)
        self._accesses = Accesses(root)
        self._number = self._accesses.number
        self._movable = _movable(deallocations)
        self._gaps: dict[Block, _Gaps] = {}
        self._ready: dict[Operation, int] = {}
        """By operation that may move the gap from which on its results can be there."""
        self._moved: set[Operation] = set()
        for op, number in self._number.items():
            if op.parent is not None:
                gaps = self._gaps.setdefault(op.parent, _Gaps(op.parent))
                if op not in self._movable and not isinstance(op, DeallocOp):
                    gaps.add(op, number)

    def move(self, op: DeallocOp) -> None:
        """Moves one free; those before it have been moved."""
        parts = self._accesses.parts(op)
        if len(parts) == 1 and len(parts[0].retained) == len(op.retained):
            self._move_part(op, parts[0])
            return
        block = _block(op)
        kept: dict[Value, Value] = {}
        for part in parts:
            new = DeallocOp(
                memrefs=part.memrefs,
                conditions=part.conditions,
                retained=part.retained,
                location=op.location,
            )
            block.insert_before(new, op)
            self._number[new] = self._number[op]
            kept.update(zip(part.retained, new.results, strict=True))
            self._move_part(new, part)
        for buffer, result in zip(op.retained, op.results, strict=True):
            if result.has_uses():
                result.replace_all_uses_with(kept.get(buffer) or self._never(op))
        op.erase()

    def _never(self, op: Operation) -> Value:
        """An i1 value that is false, at the start of the block of `op`."""
        block = _block(op)
        value = self._booleans.value(False, block, op.location)
        assert value.defining_op is not None
        self._ready[value.defining_op] = NEVER
        self._gaps[block].start_with(value.defining_op)
        return value

    def _move_part(self, op: DeallocOp, part: Part) -> None:
        block = _block(op)
        gaps = self._gaps[block]
        here = gaps.behind(self._number[op])
        needed = self._ready_from(op.operands, block)
        self._hoist(op.operands, block)
        last = self._accesses.before_free(part, op)
        if last is None:
            self._ready[op] = here
            gaps.leave(op, here)
            return
        gap = gaps.behind(max(last, needed))
        holder = gaps.op_before(gap)
        if holder is not None and holder.regions and needed < self._number[holder] < last:
            if not op.retained and self._move_into(op, part, holder):
                self._note(part, "each branch frees it after its last use there", holder)
                return
        self._ready[op] = gap
        if gap == here:
            gaps.leave(op, here)
        else:
            gaps.put(op, gap)
            self._note(part, _why_there(holder, last, needed), holder)

    def _note(self, part: Part, why: str, where: Operation | None) -> None:
        for buffer in part.memrefs:
            self._log.note(BufferAction.FREED, named(buffer), why, where=where)

    # What a free needs

    def _ready_from(self, values: Iterable[Value], block: Block) -> int:
        """The gap of `block` from which on all values can be there."""
        work = [v.defining_op for v in values]
        path: list[Operation] = []
        found = NEVER
        for op in work:
            if op is None or op.parent is not block:
                continue
            if op in self._movable and op not in self._ready:
                path.append(op)
                while path:
                    inner = path[-1]
                    sources = [v.defining_op for v in inner.operands]
                    own = [s for s in sources if s is not None and s.parent is block]
                    missing = [s for s in own if s in self._movable and s not in self._ready]
                    if missing:
                        path += missing
                        continue
                    path.pop()
                    self._ready[inner] = max(map(self._gap_of, own), default=NEVER)
            found = max(found, self._gap_of(op))
        return found

    def _gap_of(self, op: Operation) -> int:
        """The gap from which on the results of `op` can be there."""
        ready = self._ready.get(op)
        return self._number[op] if ready is None else ready

    def _hoist(self, values: Iterable[Value], block: Block) -> None:
        """Moves what the values are made by to where it can be first."""
        path = [value.defining_op for value in values]
        while path:
            op = path[-1]
            if op is None or not self._may_go_up(op, block):
                path.pop()
                continue
            sources = [value.defining_op for value in op.operands]
            missing = [s for s in sources if s is not None and self._may_go_up(s, block)]
            if missing:
                path += missing
                continue
            path.pop()
            self._moved.add(op)
            self._gaps[block].put(op, self._ready[op])

    def _may_go_up(self, op: Operation, block: Block) -> bool:
        return op.parent is block and op in self._movable and op not in self._moved

    # Branches

    def _move_into(self, op: DeallocOp, part: Part, holder: Operation) -> bool:
        """Has each branch of `holder` free what `op` frees; false if it stays."""
        names = self._accesses.names(part, op.parent_region)
        if names is None:
            return False
        places = self._places_in(holder, names)
        if places is None or len(places) > _MOST_COPIES or not any(gain for *_, gain in places):
            return False
        for place, gap, _ in places:
            block = place if isinstance(place, Block) else _new_branch(holder, place)
            if block not in self._gaps:
                self._gaps[block] = _Gaps(block)
            self._gaps[block].put(clone(op), gap)
        op.erase()
        return True

    def _places_in(
        self, holder: Operation, names: set[Value]
    ) -> list[tuple[Block | Region, int, bool]] | None:
        """The blocks and gaps of all branches for a free, and whether it is early in there.

        A region that is empty stands for the block that it could have. None where they are no
        branches of which one is taken, or where an access is not in any of them.
        """
        branches = _branches(holder)
        if branches is None or not names.isdisjoint(holder.operands):
            return None
        found: list[tuple[Block | Region, int, bool]] = []
        for region in branches:
            if not region.blocks:
                found.append((region, NEVER, False))
                continue
            (block,) = region.blocks
            if block.terminator not in self._number:  # it was made for frees alone
                found.append((block, NEVER, False))
                continue
            gaps, end = self._gaps[block], self._number[block.terminator]
            last = self._accesses.before(names, block, end + 1)
            if last == end:
                return None
            gap = gaps.behind(last)
            inner = gaps.op_before(gap)
            if inner is not None and inner.regions and gap < last:
                deeper = self._places_in(inner, names)
                if deeper is not None and any(gain for *_, gain in deeper):
                    found += deeper
                    continue
            found.append((block, gap, gap != gaps.behind(end - 1)))
        return found


def _why_there(holder: Operation | None, last: int, needed: int) -> str:
    """Why a free is behind `holder`, with the last access and what it needs at these numbers."""
    if holder is None:
        return "no operation in its block uses it"
    if needed > last:
        return "from here on it is known whether it has to be freed, and nothing uses it"
    return "this is its last use in the block"


def _branches(op: Operation) -> list[Region] | None:
    """The regions of `op` if a run of it takes exactly one of them, once; else None."""
    if (
        not isinstance(op, RegionBranchOpInterface)
        or isinstance(op, LoopLikeOpInterface | BufferDeallocationOpInterface)
        or op.has_trait(ParallelRegion)
    ):
        return None
    found: list[Region] = []
    for successor in op.successor_regions(None):
        region = successor.region
        if region is None:
            if not isinstance(op, IfOpInterface) or op.results:
                return None
            region = op.regions[1]
        elif len(region.blocks) != 1 or not all(s.is_parent for s in op.successor_regions(region)):
            return None
        found.append(region)
    return found


def _new_branch(holder: Operation, region: Region) -> Block:
    """The block of a branch that was not there, which ends as the others do."""
    if not region.blocks:
        other = holder.regions[0].blocks[0].terminator
        block = region.append(Block())
        block.append(type(other).create((), location=other.location))
    return region.blocks[0]


def _movable(deallocations: list[DeallocOp]) -> set[Operation]:
    """What may be done earlier for the sake of a free in its block: it makes conditions, and views."""
    found: set[Operation] = set()
    work = [(value.defining_op, op.parent) for op in deallocations for value in op.operands]
    while work:
        op, block = work.pop()
        if (
            op is not None
            and op.parent is block
            and op not in found
            and not op.regions
            and (isinstance(op, ViewLikeOpInterface) or op.result_types == (I1,))
            and memory_effects(op) == []
        ):
            found.add(op)
            work += [(value.defining_op, block) for value in op.operands]
    return found


def _block(op: Operation) -> Block:
    assert op.parent is not None
    return op.parent
