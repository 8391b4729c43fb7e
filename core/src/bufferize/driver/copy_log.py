"""The log of copies, written as they are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from bufferize import ir
from bufferize.analysis import AnalysisState, OneShotAnalysisState
from bufferize.analysis.accesses import loops_between
from bufferize.interfaces import CastOpInterface, LoopLikeOpInterface, function_around
from bufferize.ir.dominance import BlockGraph
from bufferize.record import PARTIES, Decision, Loop, Place, PlaceKind, Reason, TensorCopy, place_of
from bufferize.record.in_place import forbidding_op

PlannedCopy = Callable[[ir.OpOperand, AnalysisState], "tuple[ir.OpResult | None, bool]"]
"""A function that tells how an out-of-place operand is resolved: the result that is copied instead
of it, if there is one, and whether contents are copied."""


class CopyLog:
    """The copies of one bufferization.

    The facts about decisions are collected before the IR changes; which decisions lead to a copy is
    known only when copies are made.
    """

    def __init__(self) -> None:
        self.made: list[TensorCopy] = []
        self._decided: dict[ir.OpOperand, TensorCopy] = {}
        self._loops = LoopFinder()

    def enter(self, decisions: Iterable[Decision], state: OneShotAnalysisState) -> None:
        """Record why operands were decided to be out of place. The IR must be unchanged."""
        with state.remembering():
            for decision in decisions:
                operand = decision.operand
                if not decision.in_place and state.model(operand.owner) is not None:
                    self._decided[operand] = self._from_decision(decision, state)

    def plan(self, state: OneShotAnalysisState, planned_copy: PlannedCopy) -> None:
        """Record the copies of all operands that are out of place, as if they were made."""
        with state.remembering():
            for operand in self._decided:
                if not state.is_in_place(operand):  # another round of the analysis may say so
                    self.note_operand(operand, *planned_copy(operand, state), state)

    def note_operand(
        self,
        operand: ir.OpOperand,
        result: ir.OpResult | None,
        copies_contents: bool,
        state: AnalysisState,
    ) -> None:
        """Record the copy of `operand`, which was decided to be out of place, or of `result`.

        `result`, if given, is the alias of the operand that is copied instead.
        """
        decided = self._decided.get(operand)
        if decided is None:
            options, reason = state.options, Reason.UNEXPLAINED
            if options.copy_before_write or not state.writes_in_place:
                reason = Reason.NOT_ANALYZED
            decided = self._from_decision(Decision(operand, False, reason), state)
        value = operand.value if result is None else result
        self._add(
            decided,
            operand.owner,
            state,
            tensor_type=value.type,
            known_shape=_known_shape(value),
            copies_contents=copies_contents,
            of_result=result is not None,
        )

    def note(
        self, cause: Decision, type: ir.Type, state: AnalysisState, detail: str | None = None
    ) -> None:
        """Record a copy of `type`, with its contents, that no decision of the analysis requires."""
        copy = self._from_decision(cause, state)
        self._add(copy, cause.operand.owner, state, tensor_type=type, detail=detail)

    def note_unexplained(self, op: ir.Operation, type: ir.Type, state: AnalysisState) -> None:
        """Record a copy of `type`, with its contents, made at `op` for an unknown reason."""
        self._add(TensorCopy(place_of(op), type, Reason.UNEXPLAINED, True), op, state)

    def _add(self, copy: TensorCopy, op: ir.Operation, state: AnalysisState, **known: Any) -> None:
        """Record `copy`, with the facts `known` by now, as made at `op`."""
        function = function_around(op.parent_op)
        name = None if function is None else function.symbol_name
        loops = self._loops.around(op, state)
        number = copy.place.index if copy.place.kind is PlaceKind.OPERAND else None
        by = forbidding_op(op, number)
        forbidden = None if by is None else place_of(by)
        self.made.append(replace(copy, function=name, loops=loops, forbidden_by=forbidden, **known))

    def _from_decision(self, decision: Decision, state: AnalysisState) -> TensorCopy:
        """Return the copy for a decision, without the facts that are known only when it is made."""
        blamed = {party: getattr(decision, party) for party in PARTIES}
        places: dict[str, Any] = {k: place_of(v) for k, v in blamed.items() if v is not None}
        return TensorCopy(
            place_of(decision.operand),
            decision.operand.value.type,
            decision.reason,
            True,
            **places,
            across=self._loop_between(decision, state),
            decision=decision,
        )

    def _loop_between(self, decision: Decision, state: AnalysisState) -> Place | None:
        """Return the loop in which one iteration disturbs another, if that is the reason."""
        read, write, around = decision.read, decision.write, decision.operand.owner.parent_op
        if decision.reason is Reason.LOOP:
            return None if around is None else place_of(around)
        if decision.reason is Reason.PARALLEL and write is not None:
            region = state.parallel_region(write.owner.parent_region)
            return None if region is None or region.parent is None else place_of(region.parent)
        if decision.reason is not Reason.CONFLICT or read is None or write is None:
            return None
        if comes_after(read.owner, write.owner):
            return None  # the same iteration is disturbed, whatever the next one does
        assert decision.definition is not None
        for loop in loops_between(state, read.owner, (decision.definition,)):
            if loop.is_ancestor_of(write.owner):
                return place_of(loop)
        if read.owner.parent is not write.owner.parent:
            return None
        return self._loops.cycle_around(write.owner)


class LoopFinder:
    """A finder of loops around operations; control flow must not change between its answers."""

    def __init__(self) -> None:
        self._cyclic: dict[ir.Region, set[ir.Block]] = {}

    def around(self, op: ir.Operation, state: AnalysisState) -> tuple[Loop, ...]:
        """Return the loops that contain `op`, innermost first.

        A block that control may reach again from its end counts as a loop, by its terminator.
        """
        loops: list[Loop] = []
        block = op.parent
        while block is not None and block.parent is not None and block.parent.parent is not None:
            region, parent = block.parent, block.parent.parent
            if self._is_in_cycle(block, region):
                loops.append(Loop(place_of(block.terminator), None))
            if isinstance(parent, LoopLikeOpInterface):
                loops.append(Loop(place_of(parent), parent.static_trip_count))
            elif state.is_repetitive_region(region):
                loops.append(Loop(place_of(parent), None))
            block = parent.parent
        return tuple(loops)

    def cycle_around(self, op: ir.Operation) -> Place | None:
        """Return the end of the block of `op`, if control may get from there back to its start."""
        block = op.parent
        if block is None or block.parent is None or not self._is_in_cycle(block, block.parent):
            return None
        return place_of(block.terminator)

    def _is_in_cycle(self, block: ir.Block, region: ir.Region) -> bool:
        if len(region.blocks) == 1:
            return False
        cyclic = self._cyclic.get(region)
        if cyclic is None:
            graph = BlockGraph(region.blocks)
            reaches = enumerate(zip(graph.blocks, graph.reaches, strict=True))
            cyclic = {found for number, (found, reached) in reaches if reached >> number & 1}
            self._cyclic[region] = cyclic
        return block in cyclic


def comes_after(op: ir.Operation, other: ir.Operation) -> bool:
    """Return whether `op`, or an operation around it, comes after `other`, or one around that."""
    ancestor: ir.Operation | None = op
    while ancestor is not None and ancestor.parent is not None:
        around = ancestor.parent.find_ancestor_op(other)
        if around is not None:
            return around.is_before_in_block(ancestor)
        ancestor = ancestor.parent_op
    return False


def _known_shape(value: ir.Value) -> tuple[int, ...] | None:
    """Return the shape of a tensor, with the extents that are known before casts."""
    if not isinstance(value.type, ir.RankedTensorType):
        return None
    shape, source = value.type.shape, value.defining_op
    while ir.DYNAMIC in shape and isinstance(source, CastOpInterface):
        before = source.operand(0)
        if not isinstance(before.type, ir.RankedTensorType):
            break
        pairs = zip(shape, before.type.shape, strict=True)
        shape = tuple(other if own == ir.DYNAMIC else own for own, other in pairs)
        source = before.defining_op
    return shape
