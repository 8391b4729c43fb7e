"""`--buffer-deallocation`: each buffer is freed in a place that control is sure to come to.

That is where all ways meet on which it may still be used, by whatever name. A value that may be one
buffer or another, depending on the way, gets a copy, which is freed in its place; in a loop so is the
buffer of the iteration before. Nothing is left to run time.
"""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.define import Context
from bufferize.diagnostics import PassError, error
from bufferize.dialects.bufferization import CloneOp
from bufferize.dialects.memref import DeallocOp
from bufferize.driver import CreatingRewriter
from bufferize.explain import NO_BUFFER_LOG, BufferAction, BufferLog
from bufferize.interfaces import EffectKind, FunctionOpInterface, MemoryEffectsOpInterface
from bufferize.ir import (
    Block,
    DominanceInfo,
    InsertionPoint,
    Operation,
    OpOperand,
    Value,
    require_valid,
)
from bufferize_buffers.deallocation.liveness import is_buffer
from bufferize_buffers.deallocation.preconditions import HIDES_CONTROL_FLOW, hides_control_flow
from bufferize_buffers.flow import BufferFlow
from bufferize_buffers.liveness import only_free
from bufferize_buffers.static_deallocation.critical import CriticalAliases
from bufferize_buffers.static_deallocation.places import Edge, LastPlaces
from bufferize_buffers.static_deallocation.post_dominance import PostDominance

_HEAP = "<Default>"


def deallocate_buffers(
    root: Operation, context: Context, *, verify: bool = True, log: BufferLog = NO_BUFFER_LOG
) -> None:
    """Free in `root` what its functions allocate, by `memref.dealloc`, and clone what must be.

    What a function may return, or store in another buffer, it does not free. What is freed already
    is freed where it should be. Raises PassError for loops of blocks, and for operations
    that do not say what they do to buffers in their regions. Raises DiagnosticError if a dialect is missing.
    """
    if verify:
        require_valid(root)
    for op in list(root.walk()):
        if isinstance(op, FunctionOpInterface) and not op.is_external:
            _deallocate(op, context, log)


def _deallocate(function: FunctionOpInterface, context: Context, log: BufferLog) -> None:
    dominance = DominanceInfo()
    ways = PostDominance(function, dominance)
    for op in ways.ops:
        if hides_control_flow(op):
            raise PassError(error(HIDES_CONTROL_FLOW, op))
    buffers = [buffer for op in ways.ops if op.parent not in ways.dead for buffer in _allocated(op)]
    flow = BufferFlow(function)
    aliases = CriticalAliases(flow, buffers, dominance)
    if aliases.uses:
        _clone(aliases.uses, ways.ops, log)
        flow = BufferFlow(function)
        ways = PostDominance(function, dominance)
    buffers += aliases.values
    _Frees(LastPlaces(flow, ways, dominance), flow, context, log).free(buffers)


def _allocated(op: Operation) -> list[Value]:
    """The buffers on the heap that `op` allocates."""
    if not isinstance(op, MemoryEffectsOpInterface):
        return []
    new = {
        effect.value
        for effect in op.effects()
        if effect.kind is EffectKind.ALLOCATE and effect.resource == _HEAP
    }
    return [result for result in op.results if result in new and is_buffer(result)]


def _clone(uses: set[OpOperand], ops: Sequence[Operation], log: BufferLog) -> None:
    """Puts clones in the place of operands, in the order of `ops`."""
    for op in ops:
        for use in op.op_operands:
            if use in uses:
                why = "the value that gets it may also be another buffer, and is freed after its last use"
                log.note(BufferAction.COPIED, use.value, why, where=op)
                clone = CloneOp.create((use.value,), (use.value.type,), location=op.location)
                assert op.parent is not None
                op.parent.insert_before(clone, op)
                use.set(clone.output)


class _Frees:
    """The frees of a function, of which first the places are found."""

    def __init__(
        self, last_places: LastPlaces, flow: BufferFlow, context: Context, log: BufferLog
    ) -> None:
        self._log = log
        self._last_places = last_places
        self._is_kept = flow.summary((flow.kept | flow.addressed).__contains__, bool.__or__)
        self._is_freed = flow.summary(flow.freed.__contains__, bool.__or__)
        self._flow = flow
        self._rewriter = CreatingRewriter(context)
        self._new: list[tuple[Value, Operation]] = []
        self._moved: dict[Operation, Operation] = {}
        self._on_edges: dict[Edge, list[Value]] = {}

    def free(self, buffers: Sequence[Value]) -> None:
        """Frees all `buffers`, none of which is an alias of another one."""
        for buffer in buffers:
            self._plan(buffer)
        for buffer, place in reversed(self._new):  # what came last goes first
            self._free_before(buffer, place)
        places = [(free, self._staying(place)) for free, place in self._moved.items()]
        for free, place in places:
            free.move_before(place)
            why = "it was freed before a use, or not on every path"
            self._log.note(BufferAction.FREED, free.operand(0), why, where=free)
        for edge, values in self._on_edges.items():
            self._free_between(edge, values)

    def _plan(self, buffer: Value) -> None:
        if self._is_kept(buffer):
            self._keep(buffer, "its address is stored, so any operation may use it")
            return
        free = only_free(buffer)
        if any(map(self._is_freed, self._flow.targets(buffer))) or (
            free is None and self._is_freed(buffer)
        ):
            self._keep(buffer, "the program frees it, by another name or in several places")
            return
        block = self._last_places.block(buffer)
        if free is not None:
            if block is not None:
                place = self._last_places.in_block(buffer, block)
                if place is not None and place is not free.next_op:
                    self._moved[free] = place
            return
        if block is not None:
            place = self._last_places.in_block(buffer, block)
            if place is None:
                self._keep(
                    buffer,
                    "the block may pass it on at its end, for example as the result of a function",
                )
            else:
                self._new.append((buffer, place))
            return
        places = self._last_places.places(buffer)
        self._new += [(buffer, place) for place in places.before]
        for edge in places.edges:
            self._on_edges.setdefault(edge, []).append(buffer)

    def _staying(self, place: Operation) -> Operation:
        """`place`, or the first operation behind it that is not moved."""
        while place in self._moved:
            assert place.next_op is not None
            place = place.next_op
        return place

    def _keep(self, buffer: Value, why: str) -> None:
        self._log.note(BufferAction.KEPT, buffer, why)

    def _free_before(self, buffer: Value, place: Operation) -> None:
        self._rewriter.set_insertion_point(InsertionPoint.before(place))
        free = self._rewriter.create(DeallocOp, (buffer,), location=buffer.location)
        why = "on every path that leads here, its last use is over"
        self._log.note(BufferAction.FREED, buffer, why, where=free)

    def _free_between(self, edge: Edge, buffers: Sequence[Value]) -> None:
        """Frees `buffers` in a new block between two that others go from, or come to."""
        terminator, number = edge
        before, target = terminator.parent, terminator.successors[number]
        assert before is not None
        region = before.parent
        assert region is not None
        branch = self._rewriter.op_class("cf.br", terminator.location)
        block = Block([argument.type for argument in target.arguments])
        region.insert(region.blocks.index(before) + 1, block)
        block.append(
            branch.create(block.arguments, successors=[target], location=terminator.location)
        )
        terminator.set_successor(number, block)
        for buffer in buffers:
            self._free_before(buffer, block.terminator)
