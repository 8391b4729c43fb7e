"""Checks that operands cannot all be in place, or that a loop must copy what it yields.

The analysis of one function is asked anew for each conflict of a certificate. All operands that the
conflict does not name are copied: copies elsewhere are then no way out. With more operands in place,
there are more aliases, and what is refused now is refused still.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from bufferize.analysis import OneShotAnalysisState
from bufferize.analysis.alias_sets import AliasSets
from bufferize.analysis.analyze import find_equivalences
from bufferize.analysis.decide import OperandDecider
from bufferize.analysis.function_summaries import (
    FunctionAnalysis,
    FunctionSummary,
    enter_calls,
    summarize_function,
)
from bufferize.interfaces import FunctionOpInterface, is_tensor_like
from bufferize.ir import Operation, OpOperand, Value
from bufferize_optimum.yields import LoopYields


class Refusals:
    """The analysis of one function, asked which operands it refuses to use in place together.

    It starts anew only if an answer could depend on earlier ones. With `functions`, callees do what
    these summaries say, not what is known of them.
    """

    def __init__(
        self,
        root: Operation,
        known: OneShotAnalysisState,
        yields: LoopYields,
        functions: FunctionAnalysis | None = None,
    ) -> None:
        self._root = root
        self._known = known
        self._functions = known.functions if functions is None else functions
        self._yields = yields
        self._joined: list[Value] = []
        self._refused: set[OpOperand] = set()
        self._others: set[OpOperand] = set()
        self._decider: OperandDecider | None = None
        self._summaries: dict[tuple[OpOperand, ...], FunctionSummary | None] = {}
        self._answers: dict[tuple[OpOperand | None, ...], bool] = {}

    def has_conflict(self, operands: list[OpOperand], yields: list[OpOperand]) -> bool:
        """Return whether not all operands can be in place, unless loops copy one of `yields`."""
        found = self._answers.get(key := (*operands, None, *yields))
        if found is None:
            found = self._is_refused(operands) or (
                bool(yields) and self._is_copied(yields, operands)
            )
            self._answers[key] = found
        return found

    def summary(self, operands: list[OpOperand]) -> FunctionSummary | None:
        """Return what the function does with `operands` in place; None if not all of them can be."""
        assert isinstance(self._root, FunctionOpInterface)
        key = tuple(operands)
        if key not in self._summaries:
            decider = self._start()
            self._decider = None  # the state is not used again
            are_in_place = all(map(decider.state.is_in_place, self._decide(operands, decider)))
            self._equivalences(decider.state)
            summary = summarize_function(self._root, decider.state)
            self._summaries[key] = summary if are_in_place else None
        return self._summaries[key]

    def _is_refused(self, operands: list[OpOperand]) -> bool:
        decider = self._decider or self._start()
        find, values = decider.state.aliasing.find, self._values(operands, decider.state)
        joined = {find(value) for value in self._joined}
        if not joined.isdisjoint(map(find, values)) or not self._refused.isdisjoint(operands):
            decider = self._start()
        for operand in self._decide(operands, decider):
            if not decider.state.is_in_place(operand):
                self._refused.add(operand)
                return True
            self._joined += self._values([operand], decider.state)
        return False

    def _values(self, operands: list[OpOperand], state: OneShotAnalysisState) -> list[Value]:
        """Return the values that are joined if `operands` are in place."""
        aliases = (alias for operand in operands for alias in state.get_aliasing_values(operand))
        return [*(operand.value for operand in operands), *(alias.value for alias in aliases)]

    def _decide(self, operands: list[OpOperand], decider: OperandDecider) -> Iterable[OpOperand]:
        """Decide operands one by one, and yield each. All others are copied."""
        decider.rules.copied = self._others.difference(operands)
        with decider.state.remembering():
            for operand in operands:
                decider.decide(operand)
                yield operand

    def _start(self) -> OperandDecider:
        """Start an analysis in which nothing is decided but what must be in place."""
        self._joined, self._refused = [], set()
        state = self._new_state()
        with state.remembering():
            self._decider = OperandDecider(self._root, state)
        self._others = {
            operand
            for op in self._root.walk()
            for operand in tensor_operands(op)
            if not state.is_in_place(operand)
        }
        return self._decider

    def _new_state(self) -> OneShotAnalysisState:
        known, root = self._known, self._root
        state = OneShotAnalysisState(known.options, known.context, root)
        state.functions, state.deferring_functions = self._functions, known.deferring_functions
        state.spares_copies = False
        if state.functions is not None:
            enter_calls((op for op in root.walk() if state.model(op) is not None), state)
        return state

    # Loops

    def _is_copied(self, yields: list[OpOperand], operands: list[OpOperand]) -> bool:
        """Return whether loops copy one of `yields` if `operands` are in place."""
        state = self._new_state()
        with state.remembering():
            decider = _LoopDecider(self._root, state, yields)
            for operand in self._decide(operands, decider):
                if not state.is_in_place(operand):
                    return True
            for loop in self._yields.loops:
                decider.decide_forwarded(loop)
                decider.decide_unwritten(loop)
        state.forwarded |= {
            operand: False for operand in self._yields.operands if operand not in yields
        }
        # Some loops copy what is not the same buffer as another one, and some what is. Decisions
        # can make nothing but these the same buffer, or all those.
        copied = set(yields)
        for same in (self._equivalences(state), self._most_equivalences):
            state.equivalent = same
            copied &= self._yields.copied(state).keys()
        return bool(copied)

    @cached_property
    def _most_equivalences(self) -> AliasSets:
        """The values that are the same buffers if all operands are in place."""
        state = self._new_state()
        for op in self._root.walk():
            for operand in tensor_operands(op) if state.model(op) is not None else ():
                state.force_in_place(operand)
        return self._equivalences(state)

    def _equivalences(self, state: OneShotAnalysisState) -> AliasSets:
        ops = self._root.walk_post()
        find_equivalences([(op, m) for op in ops if (m := state.model(op)) is not None], state)
        return state.equivalent


def tensor_operands(op: Operation) -> list[OpOperand]:
    """Return the operands of `op` that are tensors."""
    return [operand for operand in op.op_operands if is_tensor_like(operand.value.type)]


class _LoopDecider(OperandDecider):
    """Decisions after which loops pass on without a copy only some of what they yield."""

    def __init__(
        self, root: Operation, state: OneShotAnalysisState, yields: Sequence[OpOperand]
    ) -> None:
        super().__init__(root, state)
        self._may_join = frozenset(yields)

    def _join_without_conflict(
        self, operand: OpOperand, values: Sequence[Value], roots: list[Value]
    ) -> bool:
        return operand in self._may_join and super()._join_without_conflict(operand, values, roots)
