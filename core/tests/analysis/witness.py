"""Checks each reason that the analysis gives against the program.

A second opinion on the log of decisions: it shares nothing with the analysis but the questions to
models. The log is replayed from the start, with plain sets as classes; what a witness claims is
looked up in the IR, and what it says about order must be a path that an execution can take.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from bufferize.analysis import (
    AnalysisState,
    OneShotAnalysisState,
    called_function,
    function_summary,
)
from bufferize.dialects.bufferization import DeallocTensorOp
from bufferize.interfaces import (
    AliasingOpOperand,
    AliasingValue,
    BufferRelation,
    CallOpInterface,
    CastOpInterface,
    FunctionOpInterface,
    SubsetInsertionOpInterface,
    is_buffer_like,
    is_tensor_like,
    owner_of_value,
)
from bufferize.ir import BlockArgument, Operation, OpOperand, OpResult, Region, Value
from bufferize.record import Decision, Reason

from .execution import Executions, happens_within, point_of_definition
from .oracle_deferred import passed_on
from .oracle_order import around
from .oracle_origins import are_apart, are_kept_apart, origins, reached
from .oracle_parts import are_parts_disjoint, puts_back_what_it_took
from .oracle_queries import runs_at_once

NOT_IN_TURN = "no path has the definition, the write and the read in turn"
NOT_BY_DOMINANCE = NOT_IN_TURN + ", but dominance does not show it"
"""A copy without need, which the reference makes as well: it orders operations by dominance alone."""

OTHER_BRANCH = "another branch than that of the write yields the contents"
"""A copy without need if a loop repeats the write: the analysis does not see where the loop is."""


def problems_of_log(root: Operation, state: OneShotAnalysisState) -> list[str]:
    """What is wrong with the decisions about the operations below `root`, as text."""
    return list(WitnessChecker(root, state).problems())


class WitnessChecker:
    """Replays a log, decision by decision."""

    def __init__(self, root: Operation, state: OneShotAnalysisState) -> None:
        self.root = root
        self.state = state
        self.facts = Facts(state)
        self.executions = Executions()
        self.classes: dict[Value, set[Value]] = {}
        self.in_place: set[OpOperand] = set()
        self.copied: set[OpOperand] = set()
        self.beside: OpOperand | None = None
        """The operand that is taken to be in place together with the one that is decided."""
        for op in self._analyzed_ops():
            for results in self.facts.results_of_one_buffer(op):
                self._join(set().union(*map(self._class, results)))
        for op in root.walk():
            for operand in op.op_operands if state.model(op) is None else ():
                if is_tensor_like(operand.value.type):
                    passed = (operand.value, *passed_on(operand))
                    self._join(set().union(*map(self._class, passed)))

    def problems(self) -> Iterator[str]:
        """The problems of the whole log."""
        yield from self._problems_of_completeness()
        for decision in self.state.decisions:
            where = f"{decision.operand.owner.name} operand {decision.operand.index}"
            for problem in self.problems_of(decision):
                yield f"{where}: {decision.reason.name}: {problem}"
            self.replay(decision)

    def replay(self, decision: Decision) -> None:
        """Take note of `decision`, so that the next one can be checked."""
        if not decision.in_place:
            self.copied.add(decision.operand)
            return
        self.in_place.add(decision.operand)
        self._join(self._joined_alias_set(decision))

    def problems_of(self, decision: Decision) -> Iterator[str]:
        """The problems of the decision that comes next.

        An operand may be copied because of what others would need that pass on the same value, were
        it in place: there must be two of them, and the witness is about one.
        """
        found = list(self._problems_of_own(decision))
        operand = decision.operand
        sources = [alias.operand for alias in self.facts.sources(operand.value)]
        beside = [
            use
            for use in (*sources, *operand.value.uses)
            if use is not operand and self.facts.aliases(use) and not self.facts.writes(use)
        ]
        if found and len(beside) > 1 and not decision.in_place:
            for use in beside:
                self.beside = use
                if not any(self._problems_of_own(decision)):
                    found = []
            self.beside = None
        yield from found

    def _problems_of_own(self, decision: Decision) -> Iterator[str]:
        operand, reason = decision.operand, decision.reason
        if decision.in_place != (reason in (Reason.NO_CONFLICT, Reason.MUST_BE_IN_PLACE)):
            yield "the reason is not one for this decision"
        if decision.in_place != self.state.is_in_place(operand):
            yield "the state says otherwise"
        if reason is Reason.MUST_BE_IN_PLACE and not self.facts.must_be_in_place(operand):
            yield "nothing says that it must be"
        elif reason is Reason.NOT_WRITABLE:
            yield from self._problems_of_root(decision)
        elif reason is Reason.PARALLEL:
            yield from self._problems_of_parallel_write(decision)
        elif reason is Reason.DEFERRED:
            yield from self._problems_of_later_use(decision)
        elif reason is Reason.CONFLICT:
            yield from self._problems_of_conflict(decision)
        elif reason is Reason.IN_USE:
            yield from self._problems_of_use(decision)
        elif reason is Reason.FREED:
            yield from self._problems_of_free(decision)
        elif not decision.in_place:
            yield "there is no witness"

    def _problems_of_completeness(self) -> Iterator[str]:
        decided = Counter(decision.operand for decision in self.state.decisions)
        for operand, count in decided.items():
            if count > 1:
                yield f"{operand.owner.name} operand {operand.index} was decided {count} times"
        for op in self._analyzed_ops():
            for operand in op.op_operands:
                if is_tensor_like(operand.value.type) and operand not in decided:
                    yield f"{op.name} operand {operand.index} was not decided"

    def _analyzed_ops(self) -> Iterator[Operation]:
        if self.state.functions is None:
            yield from self.root.walk()
            return
        for op in self.root.regions[0].entry.ops:
            if isinstance(op, FunctionOpInterface) and self.state.model(op) is not None:
                yield from op.walk()

    # The class that the operand would be in

    def _joined_alias_set(self, decision: Decision) -> set[Value]:
        operand = decision.operand
        forced = decision.reason is Reason.MUST_BE_IN_PLACE
        joined = set(self._class(operand.value))
        for alias in self.facts.aliases(operand, forced):
            joined |= self._class(alias.value)
        if self.beside is not None:
            joined |= self._class(self.beside.value)
            for alias in self.facts.aliases(self.beside):
                joined |= self._class(alias.value)
        return joined

    def _join(self, joined: set[Value]) -> None:
        for value in joined:
            self.classes[value] = joined

    def _class(self, value: Value) -> set[Value]:
        return self.classes.get(value, {value})

    def _problems_of_write(self, decision: Decision, write: OpOperand) -> Iterator[str]:
        if not self.facts.writes(write):
            yield "the write does not write"
        if write is not decision.operand and write not in self.in_place:
            yield "the write was not decided to be in place before"
        if write.value not in self._joined_alias_set(decision):
            yield "the write is to another buffer"

    # Reasons

    def _problems_of_root(self, decision: Decision) -> Iterator[str]:
        joined = self._joined_alias_set(decision)
        if decision.root is None:
            yield "there is no root"
            return
        if decision.root not in joined:
            yield "the root is another buffer"
        if self.facts.is_writable(decision.root):
            yield "the root may be written to"
        if decision.write is None:
            yield "there is no write"
            return
        yield from self._problems_of_write(decision, decision.write)
        is_own = decision.write is decision.operand  # others were decided when less was copied
        reached = self.facts.buffers(decision.write.value, self.copied if is_own else set())
        results = [alias.value for alias in self.facts.aliases(decision.write)]
        if reached is not None and decision.root not in (*reached, *results):
            yield "the write never is to the root"

    def _problems_of_parallel_write(self, decision: Decision) -> Iterator[str]:
        write = decision.write
        if write is None:
            yield "there is no write"
            return
        yield from self._problems_of_write(decision, write)
        inside = self.facts.parallel_region(write.owner.parent_region)
        if inside is None:
            yield "the write is not in a parallel region"
        definition = decision.definition
        if definition not in self.facts.origins(write.value):
            yield "what is written to is not from the definition"
        elif self.facts.parallel_region(definition.parent_region) is inside:
            yield "what is written to belongs to one iteration"
        joined = self._joined_alias_set(decision)
        if decision.reason is Reason.PARALLEL and not any(
            self.facts.reads(use) or _is_worked_on(use) for value in joined for use in value.uses
        ):
            yield "nothing reads"

    def _problems_of_parties(self, decision: Decision) -> Iterator[str]:
        """Of two operands that both write to the buffer, or free it."""
        for party in (decision.read, decision.write):
            if party is None:
                yield "a party is missing"
            else:
                yield from self._problems_of_write(decision, party)

    def _problems_of_use(self, decision: Decision) -> Iterator[str]:
        yield from self._problems_of_parties(decision)
        held, write = decision.read, decision.write
        if held is None or write is None:
            return
        if held is write:
            yield "both are one use"
        if not _is_worked_on(held):
            yield "the operation does not go on working on the buffer"
        if held.owner not in around(write.owner):
            yield "the write is not done meanwhile"

    def _problems_of_free(self, decision: Decision) -> Iterator[str]:
        yield from self._problems_of_parties(decision)
        freed, write = decision.read, decision.write
        if freed is None or write is None:
            return
        if not self.facts.frees(freed):
            yield "the operation does not free the buffer"
        following = self.executions.reachable([(freed.owner, True)])
        if not any(map(happens_within(write.owner), following)):
            yield "the write is not done afterwards"

    def _problems_of_later_use(self, decision: Decision) -> Iterator[str]:
        """Yield problems of a decision about a region that runs later and reads or writes the buffer."""
        read, write, definition = decision.read, decision.write, decision.definition
        if read is None:
            yield from self._problems_of_parallel_write(decision)
            return
        if write is None or definition is None:
            yield "a party of the conflict is missing"
            return
        yield from self._problems_of_write(decision, write)
        if definition not in self._joined_alias_set(decision):
            yield "the definition is of another buffer"
        starts = [op for op in around(read.owner) if runs_at_once(op)]
        makes_buffer = any(is_buffer_like(result.type) for result in read.owner.results)
        # What is left out may keep the buffer, or put it into another value.
        is_left_out = self.state.model(read.owner) is None
        if makes_buffer or is_left_out or isinstance(read.owner, CallOpInterface):
            starts.append(read.owner)
        is_write = happens_within(write.owner)
        for op in starts:
            following = self.executions.reachable([(op, False)])
            before = self.executions.reachable([point_of_definition(definition)])
            is_between = (op, False) in self.executions.reachable(
                [p for p in before if is_write(p)]
            )
            if not happens_within(op)((write.owner, False)):
                if is_between or any(map(is_write, following)):
                    return
        yield "the write is over before the definition"

    def _problems_of_conflict(self, decision: Decision) -> Iterator[str]:
        read, write, definition = decision.read, decision.write, decision.definition
        if read is None or write is None or definition is None:
            yield "a party of the conflict is missing"
            return
        yield from self._problems_of_write(decision, write)
        if not self.facts.reads(read):
            yield "the read does not read"
        if read.value not in self._joined_alias_set(decision):
            yield "the read is of another buffer"
        if definition not in self.facts.definitions(read.value):
            yield "the contents that are read are not from the definition"
        problem = self.problem_of_triple(definition, write, read)
        if problem is not None:
            yield problem

    def problem_of_triple(self, definition: Value, write: OpOperand, read: OpOperand) -> str | None:
        """Why the write does not disturb what the read wants from the definition, if it does not.

        All three are taken to be about one buffer.
        """
        is_unchanged = definition is write.value and puts_back_what_it_took(self.state, write)
        if is_unchanged or self.facts.is_harmless(read, write):
            return "the write does not change what is read"
        if self.facts.are_apart(definition, write.value) or self.facts.are_kept_apart(
            definition, read.value, write.value, self.copied
        ):
            return "the write never is to the buffer of the definition"
        if not self._comes_with(definition, write, read):
            return OTHER_BRANCH
        if self._can_come_between(definition, write, read):
            return None
        return NOT_BY_DOMINANCE if self._is_open(write.owner, read.owner) else NOT_IN_TURN

    def _comes_with(self, definition: Value, write: OpOperand, read: OpOperand) -> bool:
        """Whether one execution has the write and passes the contents of the definition to the read.

        All that passes them on must come before or after the write, as what other branches yield
        does not.
        """
        defined = point_of_definition(definition)
        is_write = happens_within(write.owner)
        written = filter(is_write, self.executions.reachable([defined], defined))
        after = self.executions.reachable(written, defined)

        def is_with_write(operand: OpOperand) -> bool:
            onward = self.executions.reachable([(operand.owner, True)], defined)
            return any(map(happens_within(operand.owner), after)) or any(map(is_write, onward))

        return definition in self.facts.definitions(read.value, is_with_write)

    def _can_come_between(self, definition: Value, write: OpOperand, read: OpOperand) -> bool:
        """Whether an execution gets from the definition over the write to the read.

        Without coming to the definition again. An operation may read and write at any time from its
        start to its end.
        """
        if write.owner is definition.defining_op:
            if [alias.value for alias in self.facts.aliases(write)] == [definition]:
                return False  # what is written is what is to be read
        defined = point_of_definition(definition)
        is_write, is_read = happens_within(write.owner), happens_within(read.owner)
        if isinstance(definition, BlockArgument) and is_write(defined):
            return False  # around the block; what is done in the block has writes of its own
        after = self.executions.reachable([defined], defined)
        written = [point for point in after if is_write(point)]
        if self.facts.is_done_in_order(read, write):
            # Only another run of the operation can read what this one has written.
            following = self.executions.next_points((write.owner, True)) if written else []
            written = [point for point in following if point != defined]
        return any(map(is_read, self.executions.reachable(written, defined)))

    def _is_open(self, write: Operation, read: Operation) -> bool:
        """Whether dominance says nothing of the order of the two operations.

        They are in two blocks of a region, the first of which control may pass by, or in two
        regions of an operation that runs both. Or control never comes out of where the write is.
        """
        after = self.executions.reachable([(write, True)])
        if all(self.executions.next_points(point) for point in after):
            return True
        region = write.parent_region
        while region is not None and region.parent is not None:
            here, there = region.find_ancestor_op(write), region.find_ancestor_op(read)
            if here is not None and there is not None:
                first, second = there.parent, here.parent
                assert first is not None
                assert second is not None
                return not first.is_entry and second in self.executions.reachable(
                    [region.entry], first
                )
            out = (region.parent, True)
            for other in region.parent.regions:
                if other.find_ancestor_op(read) is not None:
                    onward = self.executions.reachable([region.entry], out)
                    back = self.executions.reachable([other.entry], out)
                    return other.entry in onward or region.entry in back
            region = region.parent_region
        return False


class NothingDecided(AnalysisState):
    """Every value is a buffer of its own."""

    def are_equivalent_buffer_values(self, a: Value, b: Value) -> bool:
        return a is b


def _is_worked_on(operand: OpOperand) -> bool:
    """Whether the owner of `operand` may go on working on its buffer under another name."""
    return isinstance(operand.owner, CallOpInterface) or bool(operand.owner.regions)


class Facts:
    """What models and the IR say; no decision plays a part in it."""

    def __init__(self, state: OneShotAnalysisState) -> None:
        # Forced decisions are made before anything is known of functions.
        self._forced = NothingDecided(state.options, state.context)
        self._queries = NothingDecided(state.options, state.context)
        self._queries.functions = state.functions
        self._definitions: dict[Value, bool] = {}
        self._sources: dict[Value, list[AliasingOpOperand]] = {}
        self._aliases: dict[OpOperand, list[AliasingValue]] = {}
        self._accesses: dict[OpOperand, tuple[bool, bool]] = {}
        self._value_reads: dict[Value, bool] = {}

    # Operands

    def aliases(self, operand: OpOperand, forced: bool = False) -> list[AliasingValue]:
        """The values that share the buffer of `operand`, if it is used in place."""
        if forced:
            return self._forced.get_aliasing_values(operand)
        if operand not in self._aliases:
            self._aliases[operand] = self._queries.get_aliasing_values(operand)
        return self._aliases[operand]

    def must_be_in_place(self, operand: OpOperand) -> bool:
        """Whether the model forbids a copy."""
        model = self._forced.model(operand.owner)
        return model is not None and model.must_bufferize_in_place(
            operand.owner, operand, self._forced
        )

    def writes(self, operand: OpOperand) -> bool:
        """Whether the operation itself writes to the buffer of `operand`."""
        return self._access(operand)[1]

    def frees(self, operand: OpOperand) -> bool:
        """Whether the operation, or a function that gets `operand` from it, may free its buffer."""
        seen = {operand}
        work = [operand]
        while work:
            use = work.pop()
            op = use.owner
            if isinstance(op, DeallocTensorOp):
                return True
            views = self._views(use)
            callee = called_function(self._queries, op)
            if isinstance(callee, FunctionOpInterface) and isinstance(op, CallOpInterface):
                argument = op.arg_operands.index(use)
                views = [callee.entry_block.arguments[argument]] if not callee.is_external else []
            new = {other for view in views for other in view.uses} - seen
            seen |= new
            work += new
        return False

    def reads(self, operand: OpOperand) -> bool:
        """Whether the operation reads `operand`, or makes a view of it that is read."""
        reads, writes = self._access(operand)
        return reads or (not writes and any(map(self._is_read, self._views(operand))))

    def _access(self, operand: OpOperand) -> tuple[bool, bool]:
        if operand not in self._accesses:
            op = operand.owner
            model = self._queries.model(op)
            self._accesses[operand] = (
                model is None or model.bufferizes_to_memory_read(op, operand, self._queries),
                model is None or model.bufferizes_to_memory_write(op, operand, self._queries),
            )
        return self._accesses[operand]

    def _views(self, operand: OpOperand) -> list[Value]:
        return [alias.value for alias in self.aliases(operand)]

    def _is_read(self, value: Value) -> bool:
        if value not in self._value_reads:
            seen = {value}
            work = [value]
            found = False
            while work and not found:
                for use in work.pop().uses:
                    reads, writes = self._access(use)
                    found = found or reads
                    if not writes:
                        work += [v for v in self._views(use) if v not in seen]
                        seen.update(work)
            self._value_reads[value] = found
        return self._value_reads[value]

    def results_of_one_buffer(self, op: Operation) -> Iterator[list[Value]]:
        """Results of a call that may share a buffer: the callee may return one tensor twice."""
        callee = called_function(self._queries, op)
        if not isinstance(callee, FunctionOpInterface) or self._queries.functions is None:
            return
        summary = function_summary(self._queries, callee)
        if summary is not None:
            for pair in summary.shared_results:
                yield [op.results[index] for index in pair]
        elif not callee.is_external:
            yield [result for result in op.results if is_tensor_like(result.type)]

    # Values

    def is_writable(self, value: Value) -> bool:
        """Whether the buffer of `value` is one that may be written to."""
        owner = owner_of_value(value)
        model = self._queries.model(owner) if owner is not None else None
        return (
            owner is not None
            and model is not None
            and model.is_writable(owner, value, self._queries)
        )

    def buffers(self, value: Value, copied: set[OpOperand]) -> set[Value] | None:
        """Return the origins of `value` beside copies; None if they are not known."""
        found, now = origins(self._queries, value), reached(self._queries, value, copied)
        return found if found is None or now is None else found & now

    def are_apart(self, a: Value, b: Value) -> bool:
        """Return whether two values never share memory."""
        return are_apart(self._queries, a, b)

    def are_kept_apart(
        self, definition: Value, read: Value, written: Value, copied: set[OpOperand]
    ) -> bool:
        """Return whether what is written never is where the contents that are read have been."""
        return are_kept_apart(self._queries, definition, read, written, copied)

    def parallel_region(self, region: Region | None) -> Region | None:
        """The nearest region around that runs many times at once."""
        while region is not None and region.parent is not None:
            op = region.parent
            model = self._queries.model(op)
            if runs_at_once(op) if model is None else model.is_parallel_region(op, region.index):
                return region
            region = region.parent_region
        return None

    def _is_definition(self, value: Value) -> bool:
        if value not in self._definitions:
            if isinstance(value, BlockArgument):
                answer = True
            else:
                assert isinstance(value, OpResult)
                model = self._queries.model(value.owner)
                answer = model is None or model.result_bufferizes_to_memory_write(
                    value.owner, value, self._queries
                )
            self._definitions[value] = answer
        return self._definitions[value]

    def sources(self, value: Value) -> list[AliasingOpOperand]:
        """The operands whose buffer `value` may be, or be a part of."""
        if value not in self._sources:
            self._sources[value] = self._queries.get_aliasing_op_operands(value)
        return self._sources[value]

    def _walk_back(
        self, start: Value, follows: Callable[[OpOperand], bool] = lambda operand: True
    ) -> Iterator[tuple[Value, bool]]:
        """The values where the contents of `start` may be from, and whether they were set there."""
        seen = {start}
        work = [start]
        while work:
            value = work.pop()
            is_definition = self._is_definition(value)
            sources = [] if is_definition else [s.operand for s in self.sources(value)]
            if not sources:
                yield value, is_definition
            found = {operand.value for operand in sources if follows(operand)} - seen
            work += found
            seen |= found

    def definitions(
        self, value: Value, follows: Callable[[OpOperand], bool] = lambda operand: True
    ) -> set[Value]:
        """The values that may have set the contents of `value`, through operands that it follows."""
        return {found for found, is_set in self._walk_back(value, follows) if is_set}

    def origins(self, value: Value) -> set[Value]:
        """The same, and the values that nothing has set the contents of."""
        return {found for found, _ in self._walk_back(value)}

    # Two operands

    def is_done_in_order(self, read: OpOperand, write: OpOperand) -> bool:
        """Whether one operation reads what `read` is before it writes to it through `write`."""
        op = read.owner
        if op is not write.owner:
            return False
        if read is write:
            return True
        model = self._queries.model(op)
        return (
            model is not None
            and model.bufferizes_to_element_wise_access(op, self._queries, [read, write])
            and (
                self._is_same_buffer(read.value, write.value)
                or self._is_same_buffer(write.value, read.value)
            )
        )

    def _is_same_buffer(self, start: Value, origin: Value) -> bool:
        """Whether `start` is `origin` as a whole, wherever both share a buffer."""
        seen = {start}
        work = [start]
        while work:
            value = work.pop()
            if value is origin:
                return True
            for source in self.sources(value):
                operand = source.operand
                keeps_type = operand.value.type == value.type or isinstance(
                    value.defining_op, CastOpInterface
                )
                if source.relation is BufferRelation.EQUIVALENT and keeps_type:
                    if operand.value not in seen:
                        seen.add(operand.value)
                        work.append(operand.value)
        return False

    def is_harmless(self, read: OpOperand, write: OpOperand) -> bool:
        """Whether what `write` changes is not what `read` wants, whenever they come."""
        reader, writer = read.owner, write.owner
        for op in (reader, writer):
            model = self._queries.model(op)
            if model is not None and model.is_not_conflicting(op, read, write, self._queries):
                return True
        if self._queries.options.disjoint_subsets or reader is writer:
            if self._are_always_disjoint(read, write):
                return True
        if isinstance(reader, SubsetInsertionOpInterface):
            destination, source = reader.destination_operand, reader.source_operand
            # An insertion wants all of its destination but the part that it overwrites.
            if read is destination and self._is_part(write.value, reader):
                return True
            if read is source and write is destination and self._is_part(read.value, reader):
                return True
        return (
            isinstance(writer, SubsetInsertionOpInterface)
            and write is writer.destination_operand
            and read.value is writer.source_operand.value
            and self._is_part(read.value, writer)
        )

    def _are_always_disjoint(self, read: OpOperand, write: OpOperand) -> bool:
        """Whether the two are of different parts of a tensor, whatever runs again."""
        nested: list[Operation] = []
        for op in around(write.owner)[1:]:
            if any(len(region.blocks) > 1 for region in op.regions):
                return False
            if isinstance(op, FunctionOpInterface):
                return are_parts_disjoint(self._queries, read, write, nested)
            nested.append(op)
        return False

    def _is_part(self, value: Value, insertion: SubsetInsertionOpInterface) -> bool:
        """Whether `value` is made from nothing but the part that `insertion` overwrites.

        What is come to on two ways is not followed twice, and taken for unknown.
        """
        seen: set[Value] = set()
        work = {value: None}
        while work:
            current, _ = work.popitem()
            if isinstance(current, OpResult) and insertion.is_equivalent_subset(
                current, lambda a, b: a is b
            ):
                continue
            owner = owner_of_value(current)
            sources = [source.operand.value for source in self.sources(current)]
            is_known = owner is not None and self._queries.model(owner) is not None
            if current in seen or not sources or not is_known:
                return False
            seen.add(current)
            for source in sources:
                work.setdefault(source)
        return True
