"""Taking note of copies as they are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from bufferize.analysis import AnalysisOptions, AnalysisState, OneShotAnalysisState
from bufferize.analysis.accesses import loops_between
from bufferize.analysis.log import Decision, Reason
from bufferize.analysis.parts import PartsOfTensors
from bufferize.explain.advice import advice_for
from bufferize.explain.places import (
    LoopFinder,
    Place,
    comes_after,
    function_around,
    place_of_op,
    place_of_operand,
    place_of_value,
)
from bufferize.explain.tensor_copy import TensorCopy
from bufferize.ir import Operation, OpOperand, OpResult, Type

PlannedCopy = Callable[[OpOperand, AnalysisState], "tuple[OpResult | None, bool]"]
"""How an operand that is out of place is resolved: the result that is copied instead of it, if one
is, and whether contents are copied."""


class CopyLog:
    """The copies of one bufferization.

    `layout_advice` says what would make buffers of one layout suffice. What is to be said of the
    analysis' decisions is put together before the IR changes; which of
    them lead to a copy shows only when copies are made.
    """

    def __init__(self, layout_advice: Callable[[Decision], str | None]) -> None:
        self._layout_advice = layout_advice
        self.made: list[TensorCopy] = []
        self._decided: dict[OpOperand, TensorCopy] = {}
        self._loops = LoopFinder()

    def enter(self, decisions: Iterable[Decision], state: OneShotAnalysisState) -> None:
        """Note why operands were decided to be out of place. The IR must be as it was analysed."""
        parts = PartsOfTensors(state)
        with state.remembering():
            for decision in decisions:
                operand = decision.operand
                if not decision.in_place and state.model(operand.owner) is not None:
                    self._decided[operand] = self._from_decision(decision, state, parts)

    def plan(self, state: OneShotAnalysisState, planned_copy: PlannedCopy) -> None:
        """Note, as if they were made, the copies of all operands that are out of place."""
        with state.remembering():
            for operand, decided in self._decided.items():
                if state.is_in_place(operand):
                    continue  # another round of the analysis has decided so
                result, copies_contents = planned_copy(operand, state)
                self._add_for(operand, decided, result, copies_contents, state)

    def note_operand(
        self,
        operand: OpOperand,
        result: OpResult | None,
        copies_contents: bool,
        state: AnalysisState,
        options: AnalysisOptions,
    ) -> None:
        """A copy is made for `operand`, which was decided to be out of place: of it or of `result`.

        The latter if it is given: it is what the operation makes of the operand.
        """
        decided = self._decided.get(operand)
        if decided is None:
            undecided = Decision(operand, False, _reason_without_log(options))
            decided = self._from_decision(undecided, state, PartsOfTensors(state))
        self._add_for(operand, decided, result, copies_contents, state)

    def _add_for(
        self,
        operand: OpOperand,
        decided: TensorCopy,
        result: OpResult | None,
        copies_contents: bool,
        state: AnalysisState,
    ) -> None:
        copied = operand.value if result is None else result
        op, of_result = operand.owner, result is not None
        self._add(decided, op, copied.type, copies_contents, state, of_result)

    def note(
        self, cause: Decision, type: Type, state: AnalysisState, detail: str | None = None
    ) -> None:
        """A copy of `type`, with its contents, is made for a reason that is no decision's."""
        known = self._from_decision(cause, state, PartsOfTensors(state))
        copy = replace(known, detail=detail)
        self._add(copy, cause.operand.owner, type, True, state)

    def note_unexplained(self, op: Operation, type: Type, state: AnalysisState) -> None:
        """A copy of `type`, with its contents, is made where `op` is, and nobody says why."""
        unexplained = TensorCopy(place_of_op(op), type, Reason.UNEXPLAINED, True)
        self._add(unexplained, op, type, True, state)

    def _add(
        self,
        copy: TensorCopy,
        op: Operation,
        type: Type,
        copies_contents: bool,
        state: AnalysisState,
        of_result: bool = False,
    ) -> None:
        self.made.append(
            replace(
                copy,
                tensor_type=type,
                copies_contents=copies_contents,
                of_result=of_result,
                function=function_around(op),
                loops=self._loops.around(op, state),
            )
        )

    def _from_decision(
        self, decision: Decision, state: AnalysisState, parts: PartsOfTensors
    ) -> TensorCopy:
        """What is known before it is known what is copied."""
        operand, read, write = decision.operand, decision.read, decision.write
        return TensorCopy(
            place_of_operand(operand),
            operand.value.type,
            decision.reason,
            True,
            definition=None if decision.definition is None else place_of_value(decision.definition),
            write=None if write is None else place_of_operand(write),
            read=None if read is None else place_of_operand(read),
            root=None if decision.root is None else place_of_value(decision.root),
            across=self._loop_between(decision, state),
            advice=self._advice(decision, state, parts),
        )

    def _advice(
        self, decision: Decision, state: AnalysisState, parts: PartsOfTensors
    ) -> tuple[str, ...]:
        if decision.reason is not Reason.LAYOUT:
            return advice_for(decision, state, parts)
        advice = self._layout_advice(decision)
        return () if advice is None else (advice,)

    def _loop_between(self, decision: Decision, state: AnalysisState) -> Place | None:
        """The loop in which an iteration disturbs another one, if that is what the reason is."""
        operand, read, write = decision.operand, decision.read, decision.write
        if decision.reason is Reason.LOOP:
            return None if operand.owner.parent_op is None else place_of_op(operand.owner.parent_op)
        if decision.reason is Reason.PARALLEL and write is not None:
            region = state.parallel_region(write.owner.parent_region)
            return None if region is None or region.parent is None else place_of_op(region.parent)
        if decision.reason is not Reason.CONFLICT or read is None or write is None:
            return None
        if comes_after(read.owner, write.owner):
            return None  # the same iteration is disturbed, whatever the next one does
        assert decision.definition is not None
        for loop in loops_between(state, read.owner, (decision.definition,)):
            if loop.is_ancestor_of(write.owner):
                return place_of_op(loop)
        if read.owner.parent is not write.owner.parent:
            return None
        return self._loops.cycle_around(write.owner)


def _reason_without_log(options: AnalysisOptions) -> Reason:
    if options.copy_before_write or options.analysis == "always-copy":
        return Reason.NOT_ANALYSED
    return Reason.UNEXPLAINED
