"""The state of the one-shot analysis: decisions, and the alias sets that they lead to."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeVar, cast

from bufferize.analysis.alias_sets import AliasSets
from bufferize.analysis.left_out import values_passed_on
from bufferize.analysis.options import AnalysisOptions
from bufferize.analysis.queries import AnalysisState, ModelSource, Overrides
from bufferize.diagnostics import Diagnostic, OptionError, error
from bufferize.interfaces import BufferRelation, is_tensor_like
from bufferize.ir import Operation, OpOperand, Value
from bufferize.record import Decision, Reason

_DECIDED = "{} is already decided and other decisions depend on it; use `decide`"


QueryT = TypeVar("QueryT", bound=Callable[..., Any])


_Memory = defaultdict[object, dict[Any, Any]]
"""For each query, the answers that stay valid while operands are decided."""


@dataclass(slots=True)
class WorkCounters:
    """The work done by an analysis, in all functions together."""

    reads: int = 0
    """The number of operands that read."""
    writes: int = 0
    """The number of operands that write in place."""
    candidates: int = 0
    """The number of pairs of a read and a write to which the conflict rules were applied."""
    searches: int = 0
    """The number of searches for reads or writes by position."""
    merges: int = 0
    """The number of alias sets whose reads and writes were added to those of another."""
    largest_alias_set: int = 1
    """The number of values in the largest alias set."""


def _remembered(query: QueryT) -> QueryT:
    """Return `query` with its answers remembered while the state is `remembering`."""

    def answer(self: OneShotAnalysisState, subject: OpOperand | Value) -> Any:
        memory = self._memory
        if memory is None:
            return query(self, subject)
        known = memory[query]
        found = known.get(subject)
        if found is None:
            found = known[subject] = query(self, subject)
        return found

    return cast(QueryT, wraps(query)(answer))


class OneShotAnalysisState(AnalysisState):
    """Decisions made operand by operand, with the alias sets and equivalences that they lead to.

    `OperandDecider` makes the decisions. Creating the state marks the operands below `root` that
    must be used in place. `overrides` are decisions of the user, which come first.
    """

    def __init__(
        self,
        options: AnalysisOptions,
        context: ModelSource,
        root: Operation,
        overrides: Overrides | None = None,
    ) -> None:
        super().__init__(options, context)
        self.overrides: Overrides = {} if overrides is None else overrides
        self.aliasing = AliasSets()
        self.equivalent = AliasSets()
        """The sets of values that are known to be the same buffer."""
        self.undefined: set[OpOperand] = set()
        """The operands whose contents are undefined."""
        self.forwarded: dict[OpOperand, bool] = {}
        """For operands of terminators, whether loops pass on their buffers without a copy."""
        self.used_later: set[Value] = set()
        """The values of the function analyzed last whose buffers may be used after it has returned."""
        self.decisions: list[Decision] = []
        """The decisions, in the order in which they were made."""
        self.counters = WorkCounters()
        self.warnings: list[Diagnostic] = []
        self.spares_copies = True
        """Whether one operand may be copied to spare others; not if an order has weighed them."""
        self.is_budget_exhausted = False
        """Whether the analysis of the last function exceeded the budget for tests."""
        self.num_tensor_in_place = 0
        self.num_tensor_out_of_place = 0
        self.num_conflicts_annotated = 0
        self.num_non_writable_annotated = 0
        self._in_place: set[OpOperand] = set()
        # The operands that are copied, each with whether the contents need not be.
        self._omits_contents: dict[OpOperand, bool] = {}
        self._memory: _Memory | None = None
        self._decision_on: dict[OpOperand, Decision] = {}
        self._mark_forced(root)

    def _mark_forced(self, root: Operation) -> None:
        for op in root.walk_post():
            model = self.model(op)
            if model is None:
                self._join_what_is_passed_on(op)
                continue
            for operand in op.op_operands:
                if is_tensor_like(operand.value.type) and model.must_bufferize_in_place(
                    op, operand, self
                ):
                    self.bufferize_in_place(operand)
                    self.decisions.append(Decision(operand, True, Reason.MUST_BE_IN_PLACE))

    def _join_what_is_passed_on(self, op: Operation) -> None:
        for operand in op.op_operands:
            if is_tensor_like(operand.value.type):
                for value in values_passed_on(operand):
                    if is_tensor_like(value.type):
                        self.aliasing.union(value, operand.value)

    @property
    def allows_allocs_from_loops(self) -> bool:
        # A copy made because the budget ran out must not make a program invalid.
        return self.is_budget_exhausted or super().allows_allocs_from_loops

    # Decisions

    def bufferize_in_place(self, operand: OpOperand) -> None:
        """Decide that `operand` is used in place: its aliases join the alias set of its value."""
        if operand in self._in_place:
            return
        if operand in self._omits_contents:
            raise ValueError(_DECIDED.format(operand))
        self._in_place.add(operand)
        self.num_tensor_in_place += 1
        for alias in self.get_aliasing_values(operand):
            self.aliasing.union(alias.value, operand.value)

    def force_in_place(self, operand: OpOperand) -> None:
        """Decide that `operand` is used in place even if that conflicts."""
        self._omits_contents.pop(operand, None)
        self.bufferize_in_place(operand)
        for alias in self.get_aliasing_values(operand):
            if alias.relation is BufferRelation.EQUIVALENT and alias.is_definite:
                self.equivalent.union(alias.value, operand.value)

    def bufferize_out_of_place(self, operand: OpOperand) -> None:
        """Decide that `operand` is copied."""
        if operand in self._omits_contents:
            return
        if operand in self._in_place:
            raise ValueError(_DECIDED.format(operand))
        self.num_tensor_out_of_place += 1
        # Asked while answers are remembered.
        self._omits_contents[operand] = super().can_omit_tensor_copy(operand)

    def why(self, operand: OpOperand) -> Decision:
        if len(self._decision_on) != len(self.decisions):
            self._decision_on = {decision.operand: decision for decision in self.decisions}
        return self._decision_on.get(operand) or super().why(operand)

    def decide(self, *operands: OpOperand, in_place: bool) -> None:
        if self.options.analysis != "one-shot":  # one of a plugin that uses this class
            super().decide(*operands, in_place=in_place)
        if self.snapshot is None:
            raise OptionError(
                "only an analysis that `bufferize.analyze` made can be told what to decide"
            )
        self.snapshot.check_unchanged()
        overrides = dict(self.overrides)
        for operand in operands:
            self._check_open(operand, self.snapshot.root)
            overrides.pop(operand, None)  # the latest override is decided last
            overrides[operand] = in_place
        found = self.snapshot.reanalyze(overrides)
        assert isinstance(found, OneShotAnalysisState)
        self._take_over(found)

    def _take_over(self, other: OneShotAnalysisState) -> None:
        """Replace all decisions by those of `other`, a new analysis of the same snapshot."""
        self.overrides, self.functions = other.overrides, other.functions
        self.aliasing, self.equivalent = other.aliasing, other.equivalent
        self.undefined, self.forwarded = other.undefined, other.forwarded
        self.decisions = other.decisions
        self.used_later = other.used_later
        self.counters, self.warnings = other.counters, other.warnings
        self.is_budget_exhausted = other.is_budget_exhausted
        self.num_tensor_in_place = other.num_tensor_in_place
        self.num_tensor_out_of_place = other.num_tensor_out_of_place
        self.num_conflicts_annotated = other.num_conflicts_annotated
        self.num_non_writable_annotated = other.num_non_writable_annotated
        self._in_place, self._omits_contents = other._in_place, other._omits_contents
        self._decision_on = {}
        self.reset_cache()

    def _check_open(self, operand: OpOperand, root: Operation) -> None:
        """Raise OptionError if there is nothing to decide about `operand`."""
        op = operand.owner
        if not root.is_ancestor_of(op):
            problem = f"is not in the '{root.name}' that was analyzed"
        elif not is_tensor_like(operand.value.type):
            problem = "is no tensor"
        elif self.model(op) is None:
            problem = "is not bufferized: its operation has no model, or the options leave it out"
        elif self.why(operand).reason is Reason.MUST_BE_IN_PLACE:
            problem = "must be in place"
        else:
            return
        raise OptionError(error(f"operand #{operand.index} of '{op.name}' {problem}", op))

    def is_in_place(self, operand: OpOperand) -> bool:
        return operand in self._in_place

    def are_equivalent_buffer_values(self, a: Value, b: Value) -> bool:
        return self.equivalent.same(a, b)

    def are_aliasing_buffer_values(self, a: Value, b: Value) -> bool:
        return self.aliasing.same(a, b)

    def alias_representative(self, value: Value) -> Value:
        return self.aliasing.find(value)

    def alias_set(self, value: Value) -> Iterator[Value]:
        return self.aliasing.members(value)

    def has_unique_buffer(self, value: Value) -> bool:
        return self.equivalent.size(value) == 1

    def has_undefined_contents(self, operand: OpOperand) -> bool:
        return operand in self.undefined

    def is_forwarded(self, operand: OpOperand) -> bool | None:
        return self.forwarded.get(operand)

    def can_omit_tensor_copy(self, operand: OpOperand) -> bool:
        omits = self._omits_contents.get(operand)
        if omits is None:
            return super().can_omit_tensor_copy(operand)
        return omits or self.has_undefined_contents(operand)

    def is_value_written(self, value: Value) -> bool:
        """Return whether the memory of `value` is written to in place."""
        return any(
            self.is_in_place(use) and self.bufferizes_to_memory_write(use)
            for alias in self.aliasing.members(value)
            for use in alias.uses
        )

    # Queries that are remembered

    @contextmanager
    def remembering(self) -> Iterator[None]:
        """Context manager: answers about the IR are remembered; the IR must not be changed."""
        outer, self._memory = self._memory, _Memory(dict)
        self._repetitive.clear()
        try:
            yield
        finally:
            self._memory = outer
            self._repetitive.clear()

    def remember_with(self, other: OneShotAnalysisState | None) -> None:
        """Share the answers that `other`, a state about the same IR, remembers; None for no more."""
        self._memory = None if other is None else other._memory

    def reset_cache(self) -> None:
        super().reset_cache()
        if self._memory is not None:
            self._memory = _Memory(dict)

    bufferizes_to_memory_read = _remembered(AnalysisState.bufferizes_to_memory_read)
    bufferizes_to_memory_write = _remembered(AnalysisState.bufferizes_to_memory_write)
    get_aliasing_values = _remembered(AnalysisState.get_aliasing_values)
    get_aliasing_op_operands = _remembered(AnalysisState.get_aliasing_op_operands)
    is_forwarded_written = _remembered(AnalysisState.is_forwarded_written)
    value_bufferizes_to_memory_write = _remembered(AnalysisState.value_bufferizes_to_memory_write)

    def is_value_read(self, value: Value) -> bool:
        if self._memory is None:
            return super().is_value_read(value)
        known: dict[Value, bool] = self._memory["is_value_read"]
        answer = known.get(value)
        if answer is not None:
            return answer
        # The value from which each was reached: all on the way to a read are read.
        origin: dict[Value, Value | None] = {value: None}
        work = [value]
        while work:
            value = work.pop()
            answer = known.get(value)
            for use in value.uses if answer is None else ():
                if self.bufferizes_to_memory_read(use):
                    answer = True
                    break
                if self.bufferizes_to_aliasing_only(use):
                    for alias in self.get_aliasing_values(use):
                        if alias.value not in origin:
                            origin[alias.value] = value
                            work.append(alias.value)
            if answer:
                reader: Value | None = value
                while reader is not None:
                    known[reader] = True
                    reader = origin[reader]
                return True
        for value in origin:
            known[value] = False
        return False

    def definitions(self, operand: OpOperand) -> tuple[Value, ...]:
        """Return `find_definitions` of `operand`, remembered. Views of one source share its answer."""
        if self._memory is None:
            return tuple(self.find_definitions(operand))
        known: dict[Value, tuple[Value, ...]] = self._memory["definitions"]
        entered: set[Value] = set()
        work = [operand]
        while work:
            use = work[-1]
            value = use.value
            if value in known:
                work.pop()
                continue
            if self.value_bufferizes_to_memory_write(value):
                known[value] = (value,)
                continue
            if self.model_of_value(value) is None:
                known[value] = ()
                continue
            # As `find_definitions` does, take the last alias first.
            uses = [alias.operand for alias in reversed(self.get_aliasing_op_operands(value))]
            if value not in entered:
                entered.add(value)
                work.extend(source for source in reversed(uses) if source.value not in known)
            elif all(source.value in known for source in uses):
                found = {d: None for source in uses for d in known[source.value]}
                known[value] = tuple(found)
            else:  # the value is computed from itself
                known[value] = tuple(self.find_definitions(use))
        return known[operand.value]
