"""The state of the one-shot analysis: what was decided, and what follows from it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, TypeVar, cast

from bufferize.analysis.analysed import Wishes
from bufferize.analysis.classes import ValueClasses
from bufferize.analysis.log import WorkCounters
from bufferize.analysis.options import AnalysisOptions
from bufferize.analysis.state import AnalysisState, ModelSource
from bufferize.diagnostics import Diagnostic, OptionError, error
from bufferize.interfaces import BranchOpInterface, BufferRelation, is_tensor_like
from bufferize.ir import Operation, OpOperand, Value
from bufferize.record import Decision, Reason

_DECIDED = "{} was decided otherwise, and more follows from that: call `decide`"


QueryT = TypeVar("QueryT", bound=Callable[..., Any])


_Memory = defaultdict[object, dict[Any, Any]]
"""By query, the answers that stay the same while operations are being decided."""


def _remembered(query: QueryT) -> QueryT:
    """`query`, whose answers are remembered while the state is remembering."""

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
    """Decisions made operand by operand, with the classes of values that they lead to.

    Creating the state marks the operands below `root` that must be used in place. `wishes` are
    operands that are to be in place, or are not to be.
    """

    def __init__(
        self,
        options: AnalysisOptions,
        context: ModelSource,
        root: Operation,
        wishes: Wishes | None = None,
    ) -> None:
        super().__init__(options, context)
        self.wishes: Wishes = {} if wishes is None else wishes
        self.aliasing = ValueClasses()
        self.equivalent = ValueClasses()
        self.undefined: set[OpOperand] = set()
        """The operands whose contents nothing has set."""
        self.log: list[Decision] = []
        self.counters = WorkCounters()
        self.warnings: list[Diagnostic] = []
        self.is_budget_exhausted = False
        """Whether what was analysed last needed more tests than the options allow."""
        self.num_tensor_in_place = 0
        self.num_tensor_out_of_place = 0
        self.num_conflicts_annotated = 0
        self.num_locks_annotated = 0
        self._in_place: set[OpOperand] = set()
        # Of each operand that is copied: whether its contents need not be.
        self._omits_contents: dict[OpOperand, bool] = {}
        self._memory: _Memory | None = None
        self._decisions: dict[OpOperand, Decision] = {}
        self._mark_forced(root)

    def _mark_forced(self, root: Operation) -> None:
        for op in root.walk_post():
            model = self.model(op)
            if model is None:
                if isinstance(op, BranchOpInterface):
                    self._join_arguments_of_successors(op)
                continue
            for operand in op.op_operands:
                if is_tensor_like(operand.value.type) and model.must_bufferize_in_place(
                    op, operand, self
                ):
                    self.bufferize_in_place(operand)
                    self.log.append(Decision(operand, True, Reason.MUST_BE_IN_PLACE))

    def _join_arguments_of_successors(self, op: BranchOpInterface) -> None:
        """Note that a branch that is left out passes buffers to blocks all the same.

        The function around them is bufferized with its blocks, which the reference overlooks.
        """
        for operand in op.op_operands:
            argument = op.successor_block_argument(operand)
            if argument is not None and is_tensor_like(argument.type):
                self.aliasing.union(argument, operand.value)

    @property
    def allows_allocs_from_loops(self) -> bool:
        # A copy for want of a test must not make a program invalid.
        return self.is_budget_exhausted or super().allows_allocs_from_loops

    # Decisions

    def bufferize_in_place(self, operand: OpOperand) -> None:
        """Decide that `operand` is used in place; what it aliases joins the class of its value."""
        if operand in self._in_place:
            return
        if operand in self._omits_contents:
            raise ValueError(_DECIDED.format(operand))
        self._in_place.add(operand)
        self.num_tensor_in_place += 1
        for alias in self.get_aliasing_values(operand):
            self.aliasing.union(alias.value, operand.value)

    def force_in_place(self, operand: OpOperand) -> None:
        """Decide that `operand` is used in place whatever that disturbs, to see what is done to it."""
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
        # Asked now, while answers are remembered.
        self._omits_contents[operand] = super().can_omit_tensor_copy(operand)

    def why(self, operand: OpOperand) -> Decision:
        if len(self._decisions) != len(self.log):
            self._decisions = {decision.operand: decision for decision in self.log}
        return self._decisions.get(operand) or super().why(operand)

    def decide(self, *operands: OpOperand, in_place: bool) -> None:
        if self.options.analysis != "one-shot":  # what a plugin does with this class is its own
            super().decide(*operands, in_place=in_place)
        if self.analysed is None:
            raise OptionError(
                "only an analysis that `bufferize.analyze` made can be told what to decide"
            )
        self.analysed.check_unchanged()
        wishes = dict(self.wishes)
        for operand in operands:
            self._check_open(operand, self.analysed.root)
            wishes.pop(operand, None)  # the last wish is the one that gives way to the others
            wishes[operand] = in_place
        found = self.analysed.again(wishes)
        found.analysed = self.analysed
        self.__dict__ = found.__dict__

    def _check_open(self, operand: OpOperand, root: Operation) -> None:
        """Raise OptionError where nothing is to be decided about `operand`."""
        op = operand.owner
        if not root.is_ancestor_of(op):
            problem = f"is not in the '{root.name}' that was analysed"
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

    def alias_class(self, value: Value) -> Value:
        return self.aliasing.find(value)

    def alias_class_members(self, value: Value) -> Iterator[Value]:
        return self.aliasing.members(value)

    def has_unique_buffer(self, value: Value) -> bool:
        return self.equivalent.size(value) == 1

    def has_undefined_contents(self, operand: OpOperand) -> bool:
        return operand in self.undefined

    def can_omit_tensor_copy(self, operand: OpOperand) -> bool:
        omits = self._omits_contents.get(operand)
        if omits is None:
            return super().can_omit_tensor_copy(operand)
        return omits or self.has_undefined_contents(operand)

    def is_value_written(self, value: Value) -> bool:
        """Whether the memory of `value` is written to in place."""
        return any(
            self.is_in_place(use) and self.bufferizes_to_memory_write(use)
            for alias in self.aliasing.members(value)
            for use in alias.uses
        )

    # Queries that are remembered

    @contextmanager
    def remembering(self) -> Iterator[None]:
        """Remember answers about the IR, which must not be changed meanwhile."""
        outer, self._memory = self._memory, _Memory(dict)
        self._repetitive.clear()
        try:
            yield
        finally:
            self._memory = outer
            self._repetitive.clear()

    def reset_cache(self) -> None:
        super().reset_cache()
        if self._memory is not None:
            self._memory = _Memory(dict)

    bufferizes_to_memory_read = _remembered(AnalysisState.bufferizes_to_memory_read)
    bufferizes_to_memory_write = _remembered(AnalysisState.bufferizes_to_memory_write)
    get_aliasing_values = _remembered(AnalysisState.get_aliasing_values)
    get_aliasing_op_operands = _remembered(AnalysisState.get_aliasing_op_operands)
    value_bufferizes_to_memory_write = _remembered(AnalysisState.value_bufferizes_to_memory_write)

    def is_value_read(self, value: Value) -> bool:
        if self._memory is None:
            return super().is_value_read(value)
        known: dict[Value, bool] = self._memory["is_value_read"]
        answer = known.get(value)
        if answer is not None:
            return answer
        # Where each value was reached from: those on the way to a read are read as well.
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
        """The values that may have set the contents of `operand`: `find_definitions`, remembered.

        Values that are views of one source share its answer.
        """
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
            # The search that this stands for takes the last alias first.
            uses = [alias.operand for alias in reversed(self.get_aliasing_op_operands(value))]
            if value not in entered:
                entered.add(value)
                work.extend(source for source in reversed(uses) if source.value not in known)
            elif all(source.value in known for source in uses):
                found = {d: None for source in uses for d in known[source.value]}
                known[value] = tuple(found)
            else:  # the value is made from itself
                known[value] = tuple(self.find_definitions(use))
        return known[operand.value]
