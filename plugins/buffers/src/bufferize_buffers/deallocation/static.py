"""`--buffer-deallocation`: free each buffer in a place that is known at compile time.

That is where all paths meet on which it may still be used, under any name. A value that may be one
buffer or another, depending on the path, becomes a clone, which is freed instead; so does, in a
loop, the buffer of the previous iteration. Nothing is decided at run time.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from typing import Final

from bufferize import define as d
from bufferize import ir
from bufferize.diagnostics import Diagnostic, PassError, error
from bufferize.dialects.bufferization import CloneOp
from bufferize.driver import CreatingRewriter
from bufferize.interfaces import (
    BranchOpInterface,
    FunctionOpInterface,
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
)
from bufferize.record import NO_BUFFER_LOG, BufferAction, BufferLog
from bufferize_buffers.analysis.block_graph import PostDominance
from bufferize_buffers.analysis.effects import heap_allocations, is_buffer, only_free
from bufferize_buffers.analysis.flow import BufferFlow, Node
from bufferize_buffers.analysis.later import LaterUses
from bufferize_buffers.analysis.liveness import BlockEdge, LiveRanges
from bufferize_buffers.analysis.stored import StoredBuffers
from bufferize_buffers.deallocation.allocators import (
    Allocators,
    BuildDealloc,
    clone_by_allocators,
)
from bufferize_buffers.deallocation.preconditions import HIDES_CONTROL_FLOW, hides_control_flow


def deallocate_buffers(
    root: ir.Operation,
    context: d.DialectContext,
    *,
    verify: bool = True,
    log: BufferLog = NO_BUFFER_LOG,
) -> None:
    """Insert `memref.dealloc` in `root` to free the buffers of its functions, and clones if needed.

    Buffers that a function may return, store in another buffer or use in a region that runs later are
    not freed. A deallocation in the program is moved to the right place. Raises PassError for buffers
    that may come from different allocators, and for operations that do not say what they do with
    buffers in their regions. Raises DiagnosticError if a dialect is missing.
    """
    if verify:
        ir.require_valid(root)
    stored, later = StoredBuffers(root), LaterUses(root)
    for op in list(root.walk()):
        if isinstance(op, FunctionOpInterface) and not op.is_external:
            _deallocate(op, stored, later, context, log)


_UNKNOWN_BRANCH: Final = (
    "All operations with successors need to implement the BranchOpInterface to free buffers."
)


def _deallocate(
    function: FunctionOpInterface,
    stored: StoredBuffers,
    later: LaterUses,
    context: d.DialectContext,
    log: BufferLog,
) -> None:
    dominance = ir.DominanceInfo()
    post_dominance = PostDominance(function, dominance)
    for op in post_dominance.ops:
        if hides_control_flow(op):
            raise PassError(error(HIDES_CONTROL_FLOW, op))
    buffers = [
        buffer
        for op in post_dominance.ops
        if op.parent not in post_dominance.unreachable
        for buffer in heap_allocations(op)
    ]
    for op in post_dominance.ops if buffers else ():
        if op.successors and not isinstance(op, BranchOpInterface):  # such as async.coro.suspend
            raise PassError(error(_UNKNOWN_BRANCH, op))
    flow = BufferFlow(function)
    aliases = CriticalAliases(flow, buffers, dominance)
    if aliases.uses:
        _clone(aliases.uses, post_dominance.ops, CreatingRewriter(context), log)
        flow = BufferFlow(function)
        dominance = ir.DominanceInfo()
        post_dominance = PostDominance(function, dominance)
    buffers += aliases.values
    escaping = stored.values | flow.addressed | later.values
    is_stored = flow.summary(escaping.__contains__, bool.__or__)
    live_ranges = LiveRanges(flow, post_dominance, dominance)
    _Frees(live_ranges, flow, is_stored, context, log).free(buffers)


def _clone(
    uses: set[ir.OpOperand],
    ops: Sequence[ir.Operation],
    rewriter: CreatingRewriter,
    log: BufferLog,
) -> None:
    """Replace operands by clones, in the order of `ops`.

    A branch to several blocks gets the clone on the edge to the block that it is passed to, since
    on the other ones nothing would free it.
    """
    clones: list[CloneOp] = []
    for op in ops:
        passed = [use for use in op.op_operands if use in uses]
        if isinstance(op, BranchOpInterface) and len(op.successors) > 1:
            passed = _moved_to_edges(op, passed, rewriter)
        for use in passed:
            user = use.owner
            why = (
                "the value that gets it may also be another buffer, and is freed after its last use"
            )
            log.note(BufferAction.COPIED, use.value, why, where=user)
            clone = CloneOp.create((use.value,), (use.value.type,), location=user.location)
            assert user.parent is not None
            user.parent.insert_before(clone, user)
            use.set(clone.output)
            clones.append(clone)
    clone_by_allocators(clones)


def _moved_to_edges(
    op: BranchOpInterface, uses: Sequence[ir.OpOperand], rewriter: CreatingRewriter
) -> list[ir.OpOperand]:
    """Insert a block on each edge that passes one of `uses`; return the operands that do so there."""
    found: list[ir.OpOperand] = []
    for number in range(len(op.successors)):
        produced = op.produced_operand_count(number)
        indices = [i for i, use in enumerate(op.successor_operands(number)) if use in uses]
        if indices:
            branch = _block_between(BlockEdge(op, number), rewriter).terminator
            found += [branch.op_operands[produced + i] for i in indices]
    return found


def _block_between(edge: BlockEdge, rewriter: CreatingRewriter) -> ir.Block:
    """Insert a block on an edge, which branches on with the same values; return it."""
    terminator, number = edge
    before, target = terminator.parent, terminator.successors[number]
    assert before is not None
    region = before.parent
    assert region is not None
    branch = rewriter.op_class("cf.br", terminator.location)
    block = ir.Block([argument.type for argument in target.arguments])
    region.insert(region.blocks.index(before) + 1, block)
    block.append(branch.create(block.arguments, successors=[target], location=terminator.location))
    terminator.set_successor(number, block)
    return block


class _Frees:
    """The deallocation of a function's buffers: finds all places, then inserts operations."""

    def __init__(
        self,
        live_ranges: LiveRanges,
        flow: BufferFlow,
        is_stored: Callable[[Node], bool],
        context: d.DialectContext,
        log: BufferLog,
    ) -> None:
        self._log = log
        self._live_ranges = live_ranges
        self._is_stored = is_stored
        self._allocators = Allocators()
        self._frees: dict[ir.Value, BuildDealloc] = {}
        self._is_freed = flow.summary(flow.freed.__contains__, bool.__or__)
        self._flow = flow
        self._rewriter = CreatingRewriter(context)
        self._new: list[tuple[ir.Value, ir.Operation]] = []
        self._moved: dict[ir.Operation, ir.Operation] = {}
        self._on_edges: dict[BlockEdge, list[ir.Value]] = {}

    def free(self, buffers: Sequence[ir.Value]) -> None:
        """Free all `buffers`, no two of which are aliases."""
        for buffer in buffers:
            self._plan(buffer)
        for buffer in {buffer for buffer, _ in self._new}.union(*self._on_edges.values()):
            self._frees[buffer] = self._deallocator(buffer)
        for buffer, place in reversed(self._new):  # what came last goes first
            self._free_before(buffer, place)
        places = [(free, self._staying(place)) for free, place in self._moved.items()]
        for free, place in places:
            free.move_before(place)
            why = "it was freed before a use, or not on every path"
            self._log.note(BufferAction.FREED, free.operand(0), why, where=free)
        for edge, values in self._on_edges.items():
            self._free_between(edge, values)

    def _plan(self, buffer: ir.Value) -> None:
        if self._is_stored(buffer):
            why = "its address is stored, or a region uses it later, so any operation may use it"
            self._keep(buffer, why)
            return
        free = only_free(buffer)
        if any(map(self._is_freed, self._flow.targets(buffer))) or (
            free is None and self._is_freed(buffer)
        ):
            self._keep(buffer, "the program frees it, by another name or in several places")
            return
        block = self._live_ranges.only_block(buffer)
        if free is not None:
            if block is not None:
                place = self._live_ranges.end_in_block(buffer, block)
                if place is not None and place is not free.next_op:
                    self._moved[free] = place
            return
        if block is not None:
            place = self._live_ranges.end_in_block(buffer, block)
            if place is None:
                self._keep(
                    buffer,
                    "the block may pass it on at its end, for example as the result of a function",
                )
            else:
                self._new.append((buffer, place))
            return
        places = self._live_ranges.ends(buffer)
        self._new += [(buffer, place) for place in places.before]
        for edge in places.edges:
            self._on_edges.setdefault(edge, []).append(buffer)

    def _deallocator(self, buffer: ir.Value) -> BuildDealloc:
        owner = buffer.defining_op or buffer.parent_op
        assert owner is not None
        problem = self._allocators.problem(buffer, owner, "a buffer that would be freed")
        if problem is not None:
            raise PassError(problem)
        return self._allocators.build_dealloc(buffer)

    def _staying(self, place: ir.Operation) -> ir.Operation:
        """Return `place`, or the first unmoved operation after it."""
        while place in self._moved:
            assert place.next_op is not None
            place = place.next_op
        return place

    def _keep(self, buffer: ir.Value, why: str) -> None:
        self._log.note(BufferAction.KEPT, buffer, why)

    def _free_before(self, buffer: ir.Value, place: ir.Operation) -> None:
        before = place.prev_op
        self._rewriter.set_insertion_point(ir.InsertionPoint.before(place))
        self._frees[buffer](self._rewriter, buffer, buffer.location)
        why = "on every path that leads here, its last use is over"
        free = place.prev_op
        self._log.note(BufferAction.FREED, buffer, why, where=place if free is before else free)

    def _free_between(self, edge: BlockEdge, buffers: Sequence[ir.Value]) -> None:
        """Free `buffers` in a new block on an edge between two blocks."""
        block = _block_between(edge, self._rewriter)
        for buffer in buffers:
            self._free_before(buffer, block.terminator)


class CriticalAliases:
    """The values that must be clones, because the buffers that they may be cannot be freed under
    one name.

    A value is critical if it may be a buffer whose allocation does not dominate it, or whose
    allocation is in the block of which it is an argument, as in a loop:

          cf.cond_br %c, ^bb1, ^bb2(%a : memref<4xf32>)
        ^bb1:
          %b = memref.alloc() : memref<4xf32>
          cf.br ^bb2(%b : memref<4xf32>)
        ^bb2(%x: memref<4xf32>):               // critical: %b does not dominate it

    The operands passed to a critical value are cloned, so all values that receive one of them are
    critical. A critical value counts as an allocation for the values that it flows to, so this is a
    fixed point.

    Raises PassError for a critical value if it is unknown which operands are passed to it.
    """

    def __init__(
        self, flow: BufferFlow, allocations: Iterable[ir.Value], dominance: ir.DominanceInfo
    ) -> None:
        self._flow = flow
        self._dominance = dominance
        self._passed_to: dict[ir.OpOperand, list[ir.Value]] = {}
        for value, uses in flow.passed.items():
            for use in uses:
                self._passed_to.setdefault(use, []).append(value)
        self.values: dict[ir.Value, None] = {}
        """The critical values."""
        # The innermost block that allocates a buffer that the node may be. The others dominate it, so a
        # value that is critical because of one of them is critical because of this one, too.
        self._allocated_in: dict[Node, ir.Block] = {}
        self._number = count()
        self._work: list[tuple[int, int, Node]] = []
        for allocation in allocations:
            assert allocation.parent_block is not None
            self._put(allocation, allocation.parent_block)
        while self._work:
            node = heapq.heappop(self._work)[-1]
            for target in flow.targets(node):
                self._reach(target, self._allocated_in[node])
        problem = self._problem()
        if problem:
            raise PassError(problem)

    @property
    def uses(self) -> set[ir.OpOperand]:
        """The operands that are passed to critical values."""
        return {use for value in self.values for use in self._flow.passed[value]}

    def _reach(self, node: Node, block: ir.Block) -> None:
        if node in self.values:
            return
        known = self._allocated_in.get(node)
        if isinstance(node, ir.Value) and self._is_critical(node, block):
            self._mark(node)
        elif known is None or (
            known is not block and self._dominance.dominates_block(known, block)
        ):
            self._put(node, block)

    def _is_critical(self, value: ir.Value, block: ir.Block) -> bool:
        """Return whether `value` is critical if it may be a buffer that `block` allocates."""
        own = value.parent_block
        assert own is not None
        return not self._dominance.dominates_block(block, own) or (
            block is own and isinstance(value, ir.BlockArgument)
        )

    def _mark(self, value: ir.Value) -> None:
        """Mark `value` as critical, and all values that receive one of its operands."""
        work = [value]
        while work:
            current = work.pop()
            if current not in self.values:
                self.values[current] = None
                assert current.parent_block is not None
                self._put(current, current.parent_block)
                for use in self._flow.passed.get(current, ()):
                    work += self._passed_to[use]

    def _put(self, node: Node, block: ir.Block) -> None:
        self._allocated_in[node] = block
        # In topological order, so that few values are visited twice.
        entry = (self._flow.rank(node), next(self._number), node)
        heapq.heappush(self._work, entry)

    def _problem(self) -> Diagnostic | None:
        for node in self._allocated_in:
            for target in self._flow.targets(node):
                if not isinstance(target, ir.Value) or target not in self.values:
                    continue
                uses = self._flow.passed.get(target, ())
                if all(use.value is not node for use in uses):
                    return error(HIDES_CONTROL_FLOW, target.defining_op or target.parent_op)
        for value in self.values:
            for use in self._flow.passed.get(value, ()):
                if not _is_passed_everywhere(use):
                    message = (
                        "an operand is passed to some of the regions only, so a copy would leak"
                    )
                    return error(message, use.owner).note(
                        "free the buffers with --ownership-based-buffer-deallocation"
                    )
            if not is_buffer(value):
                return error(
                    f"a value of type '{value.type}' may stand for different buffers, which cannot "
                    "be freed",
                    value.defining_op or value.parent_op,
                ).note("bufferize all tensors before")
        return None


def _is_passed_everywhere(use: ir.OpOperand) -> bool:
    """Return whether an operand is passed on to every region that control may enter next."""
    op = use.owner
    passed: list[Sequence[ir.OpOperand]] = []
    if isinstance(op, RegionBranchTerminatorOpInterface):
        ways = op.terminator_successor_regions()
        passed += [op.mutable_successor_operands(way.region) for way in ways]
    elif isinstance(op, RegionBranchOpInterface):
        ways = op.successor_regions(None)
        passed += [op.entry_successor_operands(way.region) for way in ways]
    return all(use in operands for operands in passed)
