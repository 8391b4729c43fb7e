"""Moving deallocations up, to the last access in their block, and into branches with that access.

`free_early` moves each `bufferization.dealloc`. `free_after_last_use`
(`--optimize-allocation-liveness`) moves operations that free one buffer unconditionally.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import Final

from bufferize import define as d
from bufferize import ir
from bufferize.dialects.bufferization import DeallocOp
from bufferize.interfaces import (
    BufferDeallocationOpInterface,
    IfOpInterface,
    LoopLikeOpInterface,
    RegionBranchOpInterface,
    ViewLikeOpInterface,
    memory_effects,
)
from bufferize.record import NO_BUFFER_LOG, BufferAction, BufferLog
from bufferize_buffers.analysis.effects import allocated_by, only_free
from bufferize_buffers.analysis.flow import BufferFlow
from bufferize_buffers.analysis.later import LaterUses
from bufferize_buffers.analysis.liveness import LastUses
from bufferize_buffers.analysis.stored import StoredBuffers
from bufferize_buffers.deallocation.booleans import Booleans
from bufferize_buffers.deallocation.function_buffers import named
from bufferize_buffers.deallocation.memory_accesses import NEVER, DeallocPart, MemoryAccesses

_MOST_COPIES: Final = 16
"""The maximum number of branches into which one deallocation is copied."""


def free_early(
    root: ir.Operation, context: d.DialectContext, log: BufferLog = NO_BUFFER_LOG
) -> None:
    """Move each `bufferization.dealloc` in `root` up to the last access to the freed memory.

    They must come from `place_deallocations`, simplified or not. If the last access is in one of
    several branches, each of these frees the buffer:

        scf.if %c {
          "use"(%a) : (memref<4xf32>) -> ()
          bufferization.dealloc (%a : ...) if (%true)  // after its last use
        } else {
          bufferization.dealloc (%a : ...) if (%true)
          "long"() : () -> ()
        }                                              // instead of here

    Buffers that are stored in other buffers, that are used in regions which run later, or whose
    address is taken are freed where they were.
    """
    deallocations = [op for op in root.walk() if isinstance(op, DeallocOp)]
    frees = _Frees(root, deallocations, context, log)
    for op in deallocations:
        frees.move(op)


class _Gaps:
    """The gaps between the operations of a block that stay where they are.

    The number of a gap is that of the operation before it, or NEVER at the start of the block.
    """

    def __init__(self, block: ir.Block) -> None:
        self._block = block
        self._numbers: list[int] = []
        self._ops: list[ir.Operation] = []
        self._tails: dict[int, ir.Operation] = {}

    def add(self, op: ir.Operation, number: int) -> None:
        """Add an operation that stays where it is."""
        self._numbers.append(number)
        self._ops.append(op)

    def behind(self, number: int) -> int:
        """Return the first gap after all operations up to `number`."""
        index = bisect_right(self._numbers, number)
        return self._numbers[index - 1] if index else NEVER

    def op_before(self, gap: int) -> ir.Operation | None:
        """Return the operation before a gap."""
        index = bisect_left(self._numbers, gap)
        return None if gap == NEVER else self._ops[index]

    def put(self, op: ir.Operation, gap: int) -> None:
        """Move `op` into a gap, after the operations that are there already."""
        if op.parent is not None:
            op.detach()
        anchor = self._tails.get(gap) or self.op_before(gap)
        if anchor is None:
            self._block.insert_before(op, self._block.first_op)
        else:
            self._block.insert_after(op, anchor)
        self._tails[gap] = op

    def start_with(self, op: ir.Operation) -> None:
        """Record that `op` was inserted at the start of the block."""
        self._tails.setdefault(NEVER, op)

    def leave(self, op: ir.Operation, gap: int) -> None:
        """Record that `op` stays in its gap."""
        self._tails[gap] = op


class _Frees:
    """The mover of deallocations, in program order, and of the operations that they need."""

    def __init__(
        self,
        root: ir.Operation,
        deallocations: list[DeallocOp],
        context: d.DialectContext,
        log: BufferLog,
    ) -> None:
        self._log = log
        self._booleans = Booleans(context)
        self._accesses = MemoryAccesses(root)
        self._number = self._accesses.number
        self._movable = _movable(deallocations)
        self._gaps: dict[ir.Block, _Gaps] = {}
        self._ready: dict[ir.Operation, int] = {}
        """The first gap in which each movable operation may be placed."""
        self._moved: set[ir.Operation] = set()
        for op, number in self._number.items():
            if op.parent is not None:
                gaps = self._gaps.setdefault(op.parent, _Gaps(op.parent))
                if op not in self._movable and not isinstance(op, DeallocOp):
                    gaps.add(op, number)

    def move(self, op: DeallocOp) -> None:
        """Move one deallocation, in pieces if it frees buffers that are never the same memory."""
        parts = self._accesses.parts(op)
        if len(parts) == 1 and len(parts[0].retained) == len(op.retained):
            self._move_part(op, parts[0])
            return
        block = _block(op)
        kept: dict[ir.Value, ir.Value] = {}
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

    def _never(self, op: ir.Operation) -> ir.Value:
        """Return an i1 constant that is false, at the start of the block of `op`."""
        block = _block(op)
        value = self._booleans.value(False, block, op.location)
        assert value.defining_op is not None
        self._ready[value.defining_op] = NEVER
        self._gaps[block].start_with(value.defining_op)
        return value

    def _move_part(self, op: DeallocOp, part: DeallocPart) -> None:
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

    def _note(self, part: DeallocPart, why: str, where: ir.Operation | None) -> None:
        for buffer in part.memrefs:
            self._log.note(BufferAction.FREED, named(buffer), why, where=where)

    # Operands of deallocations

    def _ready_from(self, values: Iterable[ir.Value], block: ir.Block) -> int:
        """Return the first gap of `block` in which all values can be available."""
        work = [v.defining_op for v in values]
        path: list[ir.Operation] = []
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

    def _gap_of(self, op: ir.Operation) -> int:
        """Return the first gap in which the results of `op` can be available."""
        ready = self._ready.get(op)
        return self._number[op] if ready is None else ready

    def _hoist(self, values: Iterable[ir.Value], block: ir.Block) -> None:
        """Move the operations that compute `values` to the first gap possible."""
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

    def _may_go_up(self, op: ir.Operation, block: ir.Block) -> bool:
        return op.parent is block and op in self._movable and op not in self._moved

    # Branches

    def _move_into(self, op: DeallocOp, part: DeallocPart, holder: ir.Operation) -> bool:
        """Replace `op` by a copy in each branch of `holder`; return False if that is impossible."""
        names = self._accesses.names(part, op.parent_region)
        if names is None:
            return False
        places = self._places_in(holder, names)
        if places is None or len(places) > _MOST_COPIES or not any(gain for *_, gain in places):
            return False
        for place, gap, _ in places:
            block = place if isinstance(place, ir.Block) else _new_branch(holder, place)
            if block not in self._gaps:
                self._gaps[block] = _Gaps(block)
            self._gaps[block].put(ir.clone(op), gap)
        op.erase()
        return True

    def _places_in(
        self, holder: ir.Operation, names: set[ir.Value]
    ) -> list[tuple[ir.Block | ir.Region, int, bool]] | None:
        """Return where each branch of `holder` can free a buffer: block, gap, and if it is early.

        An empty region stands for the block that it may get. None if `holder` is not a choice of one
        branch, or if an access is outside of its branches.
        """
        branches = _branches(holder)
        if branches is None or not names.isdisjoint(holder.operands):
            return None
        found: list[tuple[ir.Block | ir.Region, int, bool]] = []
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


def _why_there(holder: ir.Operation | None, last: int, needed: int) -> str:
    """Return the reason why a deallocation stands after `holder`.

    `last` and `needed` are the last access and operand.
    """
    if holder is None:
        return "no operation in its block uses it"
    if needed > last:
        return "from here on it is known whether it has to be freed, and nothing uses it"
    return "this is its last use in the block"


def _branches(op: ir.Operation) -> list[ir.Region] | None:
    """Return the regions of `op` if exactly one of them runs, exactly once; else None."""
    if (
        not isinstance(op, RegionBranchOpInterface)
        or isinstance(op, LoopLikeOpInterface | BufferDeallocationOpInterface)
        or op.has_trait(d.ParallelRegion)
    ):
        return None
    found: list[ir.Region] = []
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


def _new_branch(holder: ir.Operation, region: ir.Region) -> ir.Block:
    """Return a new block of an empty branch, with a terminator like the other branch's."""
    if not region.blocks:
        other = holder.regions[0].blocks[0].terminator
        block = region.append(ir.Block())
        block.append(type(other).create((), location=other.location))
    return region.blocks[0]


def _movable(deallocations: list[DeallocOp]) -> set[ir.Operation]:
    """Return the conditions and views that can move up with a deallocation in their block."""
    found: set[ir.Operation] = set()
    work = [(value.defining_op, op.parent) for op in deallocations for value in op.operands]
    while work:
        op, block = work.pop()
        if (
            op is not None
            and op.parent is block
            and op not in found
            and not op.regions
            and (isinstance(op, ViewLikeOpInterface) or op.result_types == (ir.I1,))
            and memory_effects(op) == []
        ):
            found.add(op)
            work += [(value.defining_op, block) for value in op.operands]
    return found


def _block(op: ir.Operation) -> ir.Block:
    assert op.parent is not None
    return op.parent


def free_after_last_use(root: ir.Operation, log: BufferLog = NO_BUFFER_LOG) -> None:
    """Move the operation that frees a buffer in the block that allocates it up to the last use there.

    A buffer that two operations may free, that is stored in another buffer, that is used in a region
    which runs later, or whose address is taken is left as it is.
    """
    flow = BufferFlow(root)
    last_uses = LastUses(list(root.walk()), flow)
    found_elsewhere = flow.stored | StoredBuffers(root).values | flow.addressed
    found_elsewhere |= LaterUses(root).values
    is_stored = flow.summary(found_elsewhere.__contains__, bool.__or__)
    for op in list(root.walk()):
        for buffer in allocated_by(op):
            free = only_free(buffer)
            if free is None or free.parent is not op.parent or is_stored(buffer):
                log.note(BufferAction.KEPT, buffer, _why_not_earlier(free, op))
                continue
            assert op.parent is not None
            last = last_uses.in_block(buffer, op.parent, free)
            if last is not None and last.is_before_in_block(free):
                log.note(BufferAction.FREED, buffer, "this is its last use", where=last)
                free.move_after(last)


def _why_not_earlier(free: ir.Operation | None, op: ir.Operation) -> str:
    if free is None:
        return "no operation frees it alone, or more than one does"
    if free.parent is not op.parent:
        return "it is not freed in the block that allocates it"
    return "it is stored in another buffer or used in a region that runs later"
