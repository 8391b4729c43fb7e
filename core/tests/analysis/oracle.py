"""The analysis by brute force: every read, every write, every definition, again for each operand.

This is what the fast analysis must agree with, operand by operand. Of the library it uses the IR,
what operations and models say of themselves, and the options. Everything else is written out
here once more, as plainly as it can be said; classes are plain sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bufferize.analysis import AnalysisOptions, ModelSource
from bufferize.interfaces import (
    BufferRelation,
    SubsetInsertionOpInterface,
    is_tensor_like,
)
from bufferize.ir import Block, Operation, OpOperand, OpResult, Region, Value

from .oracle_functions import CallSummaries, Summary
from .oracle_order import (
    around,
    block_around,
    decision_order,
    exclusive,
    happens_before,
    is_inside,
    post_order,
    pre_order,
    reaches,
    regions_around,
)
from .oracle_parts import are_parts_disjoint
from .oracle_queries import OracleQueries, remembered


class NotBufferizableError(Exception):
    """What must be in place is in conflict before anything is decided."""


class OracleState(OracleQueries):
    """Decisions by brute force.

    `claimed` is what the fast analysis says of recursive functions, see `CallSummaries`.
    """

    def __init__(
        self,
        options: AnalysisOptions,
        context: ModelSource,
        root: Operation,
        claimed: Mapping[Operation, Summary] = {},
    ) -> None:
        super().__init__(options, context)
        self.root = root
        self.calls = CallSummaries(self, claimed)
        for operand in self._tensor_operands(root):
            model = self.model(operand.owner)
            if model is not None and model.must_bufferize_in_place(operand.owner, operand, self):
                self._use_in_place(operand)

    def run(self) -> None:
        """Decide everything. Raises `NotBufferizableError` where what must be does not allow it."""
        if self.options.bufferize_function_boundaries:
            self.calls.analyze_functions()
        else:
            self.analyze(self.root)

    def analyze(self, root: Operation) -> None:
        """Decide all operands below `root`, and note what follows from it."""
        self.answers.clear()
        for operand in self._tensor_operands(root):
            if self.model(operand.owner) is None:
                continue
            problem = None
            if self._conflict(operand, assume=False):
                problem = "cannot avoid RaW conflict"
            elif operand in self.in_place and self._writes_to_locked(operand, assume=False):
                problem = "would write to read-only buffer"
            if problem is not None:
                raise NotBufferizableError(
                    f"'{operand.owner.name}' op not bufferizable under the given constraints: "
                    + problem
                )
        decided: set[OpOperand] = set()
        for operand in decision_order(root, self):
            if (
                operand not in decided
                and not self._writes_to_locked(operand, assume=True)
                and not self._conflict(operand, assume=True)
            ):
                self._use_in_place(operand)
            decided.add(operand)
        for op in pre_order(root):
            for result in op.results if self.model(op) is not None else ():
                uses = list(result.uses) if is_tensor_like(result.type) else []
                if uses and not self.find_definitions(uses[0]):
                    self.undefined.update(uses)
        self._find_equivalences(root)
        self.answers.clear()

    def conflicting(self, in_place: Iterable[OpOperand]) -> list[OpOperand]:
        """Those of the operands whose memory is misused when all of them are in place."""
        for operand in in_place:
            self._use_in_place(operand)
        self.answers.clear()
        return [
            operand
            for operand in self.in_place
            if self._conflict(operand, assume=False)
            or self._writes_to_locked(operand, assume=False)
        ]

    def _tensor_operands(self, root: Operation) -> list[OpOperand]:
        return [
            operand
            for op in post_order(root)
            for operand in op.op_operands
            if is_tensor_like(operand.value.type)
        ]

    # Classes

    def _use_in_place(self, operand: OpOperand) -> None:
        self.in_place.add(operand)
        for alias in self.get_aliasing_values(operand):
            self.alias_sets = _joined(self.alias_sets, alias.value, operand.value)

    def note_alias(self, a: Value, b: Value) -> None:
        """Note that two values may share memory."""
        self.alias_sets = _joined(self.alias_sets, a, b)
        self.answers.clear()

    def note_equivalence(self, a: Value, b: Value) -> None:
        """Note that two values are the same buffer."""
        self.equivalence_sets = _joined(self.equivalence_sets, a, b)
        self.answers.clear()

    def _find_equivalences(self, root: Operation) -> None:
        self.answers.clear()
        for op in post_order(root):
            for result in op.results if self.model(op) is not None else ():
                if is_tensor_like(result.type):
                    for source in self._equivalent_sources(op, result):
                        self.note_equivalence(result, source)

    def _equivalent_sources(self, op: Operation, result: Value) -> list[Value]:
        aliases = self.get_aliasing_op_operands(result)
        same = [
            alias
            for alias in aliases
            if alias.relation is BufferRelation.EQUIVALENT and alias.operand in self.in_place
        ]
        definite = [alias.operand.value for alias in same if alias.is_definite]
        if definite:
            return definite[:1]
        values = [alias.operand.value for alias in same]
        model = self.model(op)
        assert model is not None
        if (
            values
            and len(same) == len(aliases)
            and all(value in self.equivalents(values[0]) for value in values)
            and not model.bufferizes_to_allocation(op, result)
        ):
            return values
        return []

    # One operand

    def _would_alias(self, operand: OpOperand) -> set[Value]:
        values = set(self.aliases(operand.value))
        for alias in self.get_aliasing_values(operand):
            values |= self.aliases(alias.value)
        return values

    def _writes(self, operand: OpOperand, assume: bool) -> set[OpOperand]:
        writes = {
            use
            for value in self._would_alias(operand)
            for use in value.uses
            if use in self.in_place and self.bufferizes_to_memory_write(use)
        }
        if assume and self.bufferizes_to_memory_write(operand):
            writes.add(operand)
        return writes

    def _writes_to_locked(self, operand: OpOperand, assume: bool) -> bool:
        return bool(self._writes(operand, assume)) and not all(
            self.is_writable(value) for value in self._would_alias(operand)
        )

    @remembered
    def _is_read(self, use: OpOperand) -> bool:
        return self.bufferizes_to_memory_read(use) or (
            not self.bufferizes_to_memory_write(use)
            and any(self.is_value_read(alias.value) for alias in self.get_aliasing_values(use))
        )

    def _conflict(self, operand: OpOperand, assume: bool) -> bool:
        reads = {
            use for value in self._would_alias(operand) for use in value.uses if self._is_read(use)
        }
        writes = self._writes(operand, assume)
        if self.options.check_parallel_regions and reads and any(map(self._is_shared, writes)):
            return True
        return any(self._pair_conflicts(read, write) for read in reads for write in writes)

    @remembered
    def _is_shared(self, write: OpOperand) -> bool:
        origins = self.find_values_in_reverse_use_def_chain(
            write, self.value_bufferizes_to_memory_write
        )
        here = self.parallel_region(write.owner.parent_region)
        return any(self.parallel_region(origin.parent_region) is not here for origin in origins)

    # One read, one write, one definition

    @remembered
    def _pair_conflicts(self, read: OpOperand, write: OpOperand) -> bool:
        definitions = self.find_definitions(read)
        return any(self._is_conflict(read, write, d, definitions) for d in definitions)

    def _is_conflict(
        self, read: OpOperand, write: OpOperand, definition: Value, definitions: list[Value]
    ) -> bool:
        reader, writer = read.owner, write.owner
        if self._order_counts(read, write, definitions):
            if happens_before(reader, writer) or read is write or exclusive(reader, writer):
                return False
            model = self.model(reader)
            if (
                reader is writer
                and model is not None
                and model.bufferizes_to_element_wise_access(reader, self, [read, write])
                and (self._same_buffer(read, write.value) or self._same_buffer(write, read.value))
            ):
                return False
        if self._matching_subsets(read, write):
            return False
        if self.options.disjoint_subsets and self._disjoint_subsets(read, write, definitions):
            return False
        for op in (reader, writer):
            model = self.model(op)
            if model is not None and model.is_not_conflicting(op, read, write, self):
                return False
        source = definition.defining_op
        if source is not None:
            if happens_before(writer, source) or is_inside(writer, source):
                return False
        elif not self._comes_between(definition.parent_block, writer, reader):
            return False
        aliases = self.get_aliasing_values(write)
        return len(aliases) != 1 or aliases[0].value is not definition

    def _comes_between(self, block: Block | None, writer: Operation, reader: Operation) -> bool:
        """Whether the writer may run after the start of `block` and before it starts again.

        And before the reader. The reference only asks whether the writer is in `block`, and
        overwrites arguments that a third block reads.
        """
        assert block is not None
        written, read = (
            next(
                (o.parent for o in around(op) if o.parent and o.parent.parent is block.parent), None
            )
            for op in (writer, reader)
        )
        if written is None or written is block:
            return written is block
        return reaches(block, written, None) and (
            read is None or read is written or reaches(written, read, block)
        )

    def _order_counts(self, read: OpOperand, write: OpOperand, definitions: list[Value]) -> bool:
        """Whether no loop runs the read and the write again, but not the definition."""
        return not self._loops_around_both(read, write, definitions) and not self._in_block_loop(
            read, write, definitions
        )

    def _loops_around_both(
        self, read: OpOperand, write: OpOperand, definitions: list[Value]
    ) -> list[Operation]:
        """The outermost loops that do not redo a definition, where both are in it."""
        found = []
        for definition in definitions:
            outer = self._loops_around(definition.parent_region)
            loops = [r for r in self._loops_around(read.owner.parent_region) if r not in outer]
            if loops and loops[-1].parent in around(write.owner):
                found.append(around(write.owner)[around(write.owner).index(loops[-1].parent)])
        return found

    def _in_block_loop(self, read: OpOperand, write: OpOperand, definitions: list[Value]) -> bool:
        """Whether blocks branch back to run both again, but not the definition."""
        for definition in definitions:
            for region in regions_around(read.owner.parent_region):
                here, there, barrier = (
                    block_around(block, region)
                    for block in (read.owner.parent, write.owner.parent, definition.parent_block)
                )
                if (
                    here is not None
                    and there is not None
                    and reaches(here, there, barrier)
                    and reaches(there, here, barrier)
                ):
                    return True
        return False

    def _loops_around(self, region: Region | None) -> list[Region]:
        return [r for r in regions_around(region) if self.is_repetitive_region(r)]

    def _same_buffer(self, start: OpOperand, other: Value) -> bool:
        return bool(
            self.find_values_in_reverse_use_def_chain(
                start,
                lambda value: value is other,
                always_include_leaves=False,
                follow_equivalent_only=True,
                follow_same_type_or_casts_only=True,
            )
        )

    def _matching_subsets(self, read: OpOperand, write: OpOperand) -> bool:
        reader, writer = read.owner, write.owner
        if isinstance(reader, SubsetInsertionOpInterface):
            if read is reader.destination_operand and self._from_subset(write, reader):
                return True
            if (
                read is reader.source_operand
                and write is reader.destination_operand
                and self._from_subset(read, reader)
            ):
                return True
        return (
            isinstance(writer, SubsetInsertionOpInterface)
            and write is writer.destination_operand
            and self.are_equivalent_buffer_values(read.value, writer.source_operand.value)
            and self._from_subset(writer.source_operand, writer)
        )

    def _disjoint_subsets(
        self, read: OpOperand, write: OpOperand, definitions: list[Value]
    ) -> bool:
        if self._in_block_loop(read, write, definitions):
            return False
        loops = self._loops_around_both(read, write, definitions)
        return are_parts_disjoint(self, read, write, loops)

    def _from_subset(self, operand: OpOperand, insertion: SubsetInsertionOpInterface) -> bool:
        def matches(value: Value) -> bool:
            return isinstance(value, OpResult) and insertion.is_equivalent_subset(
                value, self.are_equivalent_buffer_values
            )

        return all(map(matches, self.find_values_in_reverse_use_def_chain(operand, matches)))


def _joined(sets: list[set[Value]], a: Value, b: Value) -> list[set[Value]]:
    """The partition with the classes of two values made one."""
    joined = {a, b}.union(*(s for s in sets if a in s or b in s))
    return [s for s in sets if a not in s and b not in s] + [joined]
