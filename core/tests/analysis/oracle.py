"""The analysis by brute force: every read, every write, every definition, again for each operand.

This is what the fast analysis must agree with, operand by operand. Of the library it uses the IR,
what operations and models say of themselves, and the options. Everything else is written out
here once more, as plainly as it can be said; classes are plain sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bufferize.analysis import AnalysisOptions, ModelSource, TraversalConfig
from bufferize.interfaces import (
    BufferRelation,
    CallOpInterface,
    LoopLikeOpInterface,
    ParallelCombiningOpInterface,
    ReshapeOpInterface,
    SubsetExtractionOpInterface,
    SubsetInsertionOpInterface,
    constant_int,
    is_tensor_like,
)
from bufferize.ir import Block, BlockArgument, Operation, OpOperand, OpResult, Region, Value

from .oracle_deferred import LaterUse, deferring, is_overwritten_later, later_uses, passed_on
from .oracle_functions import CallSummaries, Summary
from .oracle_order import (
    around,
    block_around,
    decision_order,
    exclusive,
    gets_to,
    happens_before,
    is_inside,
    post_order,
    pre_order,
    reaches,
    regions_around,
)
from .oracle_origins import are_apart, are_kept_apart, origins, reached
from .oracle_parts import are_parts_disjoint, puts_back_what_it_took
from .oracle_queries import OracleQueries, remembered

MOST_ALIASES = 64
"""The largest number of values that may share memory for which copies are looked for."""


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
        self.later_uses: list[LaterUse] = []
        self.copied: set[OpOperand] = set()
        self.exposed: dict[OpOperand, set[Value] | None] = {}
        """For each write: the values whose buffer it may hit, given the copies when it was decided."""
        for operand in self._tensor_operands(root):
            if self.model(operand.owner) is None:
                for value in passed_on(operand):
                    self.note_alias(value, operand.value)
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
        self.later_uses = list(later_uses(self, root))
        for operand in self._tensor_operands(root):
            if self.model(operand.owner) is None:
                continue
            problem = None
            # What need not be in place can be copied.
            values = {operand.value}
            if operand in self.in_place:
                values |= {alias.value for alias in self.get_aliasing_values(operand)}
            if self._conflict(operand, values, assume=False):
                problem = "cannot avoid RaW conflict"
            elif operand in self.in_place and self._writes_to_non_writable(operand, assume=False):
                problem = "would write to read-only buffer"
            if problem is not None:
                raise NotBufferizableError(
                    f"'{operand.owner.name}' op not bufferizable under the given constraints: "
                    + problem
                )
        decided: set[OpOperand] = set()
        for operand in decision_order(root, self):
            if operand in decided or operand in self.in_place:
                continue
            if self._is_refused(operand):
                is_copied = not self._is_kept_beside_copies(operand, decided)
            else:
                is_copied = self._spares_copies(operand, decided)
            if is_copied:
                self.copied.add(operand)
            else:
                self._use_in_place(operand)
            decided.add(operand)
        for op in post_order(root):
            if isinstance(op, LoopLikeOpInterface) and self.model(op) is not None:
                self._forward(op)
                self._forward_to_unwritten(op)
        for op in pre_order(root):
            for result in op.results if self.model(op) is not None else ():
                uses = list(result.uses) if is_tensor_like(result.type) else []
                if uses and not self.find_definitions(uses[0]):
                    self.undefined.update(uses)
        self._find_equivalences(root)
        self.answers.clear()

    def conflicting(self, in_place: Iterable[OpOperand]) -> list[OpOperand]:
        """Those of the operands whose memory is misused when all of them are in place."""
        kept = set(in_place)
        self.copied = {*self._tensor_operands(self.root)} - kept - self.in_place
        for operand in kept:
            self._use_in_place(operand)
        self.answers.clear()
        return [
            operand
            for operand in self.in_place
            if self._conflict(operand, self._own_aliases(operand), assume=False)
            or self._writes_to_non_writable(operand, assume=False)
        ]

    def _is_refused(self, operand: OpOperand) -> bool:
        return self._writes_to_non_writable(operand, assume=True) or self._conflict(
            operand, self._own_aliases(operand), assume=True
        )

    # What is copied anyway, so that another is not

    def _is_kept_beside_copies(self, operand: OpOperand, decided: set[OpOperand]) -> bool:
        """Whether it can be in place if all are copied that must be, of those not decided yet.

        These are of what it would share memory with, and are decided then, from last to first.
        """
        members = self._would_alias(operand)
        if len(members) > MOST_ALIASES:
            return False
        found: list[OpOperand] = []
        for op in reversed(pre_order(self.root)):
            for other in reversed(op.op_operands):
                aliases = is_tensor_like(other.value.type) and self.model(op) is not None
                if (
                    aliases
                    and other is not operand
                    and other not in decided
                    and other not in self.in_place
                    and any(
                        alias.operand is other
                        for value in members
                        for alias in self.get_aliasing_op_operands(value)
                    )
                    and self._is_refused(other)
                ):
                    found.append(other)
                    self.copied.add(other)
        if self._is_refused(operand):
            self.copied.difference_update(found)
            return False
        decided.update(found)
        return True

    # What is copied, although it need not be, so that others are not

    def _spares_copies(self, operand: OpOperand, decided: set[OpOperand]) -> bool:
        """Whether several operands are copied if this one is not, by trying it.

        These are all from which its value may come, or some of the others that use it.
        """
        value = operand.value
        others = [use for use in value.uses if use is not operand]
        if self.model(operand.owner) is None or not self.bufferizes_to_memory_write(operand):
            return False
        if any(self.bufferizes_to_memory_write(use) for use in others):
            return False
        if not self._order_counts(operand, operand, [value]):
            return False
        before = self.in_place, self.alias_sets
        possible = [
            [alias.operand for alias in self.get_aliasing_op_operands(value)],
            others,
        ]
        spared = []
        for group in possible:
            found = [o for o in group if o not in decided and o not in self.in_place]
            found = [o for o in found if self._passes_all_on(o) and not self._is_refused(o)]
            self.in_place = {*before[0]}
            self._use_in_place(operand)
            self.answers.clear()
            spared.append([o for o in found if self._is_refused(o)])
            self.in_place, self.alias_sets = before
            self.answers.clear()
        if len(spared[0]) == len(possible[0]) > 1:
            return True
        return len(spared[1]) > 1

    def _passes_all_on(self, operand: OpOperand) -> bool:
        aliases = self.get_aliasing_values(operand)
        return (
            bool(aliases)
            and not self.bufferizes_to_memory_write(operand)
            and all(alias.relation is BufferRelation.EQUIVALENT for alias in aliases)
        )

    # What loops pass on

    def _forward(self, loop: LoopLikeOpInterface) -> None:
        """Find what the loop may pass on as it is: it would not be in conflict, or is always new."""
        edges = []
        fresh: set[Value] = set()
        for init, end, values in loop.forwarded_operands:
            aliases = self.get_aliasing_values(init) if is_tensor_like(end.value.type) else []
            if any(alias.value.parent_op is loop for alias in aliases):
                self.forwarded[end] = False
                written = {
                    value
                    for value in values
                    if isinstance(value, BlockArgument) and self.is_forwarded_written(value)
                }
                fresh |= written  # a region that writes to what it is given gets a copy of its own
                if not written:
                    edges.append((end, values))
        if not edges:
            return
        blocks = [block for region in loop.regions for block in region.blocks]
        fixed: list[Value] = [a for b in blocks for a in b.arguments if a not in fresh]
        fixed = [a for a in fixed if not any(a in values for _, values in edges)]
        for end in [end for block in blocks for end in block.terminator.op_operands]:
            # What is not of the iteration alone, the loop copies rather than to write to it.
            if end not in self.forwarded and self._is_of_iteration(end, loop, fresh):
                fixed.append(end.value)
        before = {end: self.aliases(end.value) for end, _ in edges}
        for end, values in edges:
            own = {end.value, *values}
            if any(self.aliases(value) & {end.value, *own} for value in fixed) or any(
                self.aliases(value) & self.aliases(other) for value in fixed for other in own
            ):
                continue
            is_new = (
                self._is_of_iteration(end, loop, fresh)
                and all(map(self.is_writable, self.aliases(end.value)))
                and not any(other.value in before[end] for other in before if other is not end)
            )
            if not is_new:
                if self._conflict(end, own, assume=False) or self._hits_non_writable(
                    self._writes(end, set().union(*map(self.aliases, own)), assume=False),
                    set().union(*map(self.aliases, own)),
                ):
                    continue
                for value in values:
                    self.alias_sets = _joined(self.alias_sets, value, end.value)
            self.forwarded[end] = True

    def _forward_to_unwritten(self, loop: LoopLikeOpInterface) -> None:
        """Find what may become an argument that could be written to, but is only copied for that."""
        if self.parallel_region(loop.parent_region) is not None:
            return
        blocks = [block for region in loop.regions for block in region.blocks]
        ends = [end.value for block in blocks for end in block.terminator.op_operands]
        for _, end, values in loop.forwarded_operands:
            mine, theirs = self.aliases(values[0]), self.aliases(end.value)
            rest = [a for block in blocks for a in block.arguments if a is not values[0]]
            if (
                end not in self.forwarded
                and len(values) == 1
                and values[0] not in theirs
                and not self._writes(end, mine, assume=False)
                and not any(value in mine for value in (*ends, *rest))
                and not any(value in theirs for value in rest)
                and not self._conflict(end, {end.value, values[0]}, assume=False)
                and not self._hits_non_writable(
                    self._writes(end, mine | theirs, assume=False), mine | theirs
                )
            ):
                self.alias_sets = _joined(self.alias_sets, values[0], end.value)
                self.forwarded[end] = True

    def _is_of_iteration(
        self, end: OpOperand, loop: LoopLikeOpInterface, fresh: set[Value]
    ) -> bool:
        body = end.owner.parent_region
        return all(
            body in regions_around(value.parent_region)
            and (value in fresh or not isinstance(value, BlockArgument) or value.parent_op != loop)
            for value in self.aliases(end.value)
        )

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
        self.exposed[operand] = self._exposed_by(operand)
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

    def _own_aliases(self, operand: OpOperand) -> set[Value]:
        return {operand.value, *(alias.value for alias in self.get_aliasing_values(operand))}

    def _would_alias(self, operand: OpOperand) -> set[Value]:
        return set().union(*map(self.aliases, self._own_aliases(operand)))

    def _writes(self, operand: OpOperand, members: set[Value], assume: bool) -> set[OpOperand]:
        writes = {
            use
            for value in members
            for use in value.uses
            if use in self.in_place and self.bufferizes_to_memory_write(use)
        }
        if assume and self.bufferizes_to_memory_write(operand):
            writes.add(operand)
        return writes

    def _writes_to_non_writable(self, operand: OpOperand, assume: bool) -> bool:
        members = self._would_alias(operand)
        return self._hits_non_writable(self._writes(operand, members, assume), members)

    def _hits_non_writable(self, writes: set[OpOperand], members: set[Value]) -> bool:
        non_writable = {value for value in members if not self.is_writable(value)}
        for write in writes if non_writable else ():
            found = self.exposed[write] if write in self.in_place else self._exposed_by(write)
            if found is None or found & non_writable:
                return True
        return False

    def _exposed_by(self, write: OpOperand) -> set[Value] | None:
        """Return the values whose buffer `write` may hit, and its results; None if that is unknown."""
        found = self._origins(write.value)
        now = reached(self, write.value, self.copied)
        if found is None:
            return None
        results = {alias.value for alias in self.get_aliasing_values(write)}
        return (found if now is None else found & now) | results

    @remembered
    def _origins(self, value: Value) -> set[Value] | None:
        return origins(self, value)

    @remembered
    def _are_apart(self, a: Value, b: Value) -> bool:
        return are_apart(self, a, b)

    @remembered
    def is_read(self, use: OpOperand) -> bool:
        return self.bufferizes_to_memory_read(use) or (
            not self.bufferizes_to_memory_write(use)
            and any(self.is_value_read(alias.value) for alias in self.get_aliasing_values(use))
        )

    def _conflict(self, operand: OpOperand, values: set[Value], assume: bool) -> bool:
        members: set[Value] = set().union(*map(self.aliases, values))
        reads = {use for value in members for use in value.uses if self.is_read(use)}
        later = [use for use in self.later_uses if use.value in members and use.definitions]
        writes = self._writes(operand, members, assume)
        in_use = {write for write in writes if self._is_in_use(write)}
        is_put_off = assume and operand in writes and bool(deferring(operand.owner))
        if self.options.check_parallel_regions and (reads or in_use or later or is_put_off):
            if any(map(self._is_shared, writes)):
                return True
        if any(is_overwritten_later(self, use, write) for use in later for write in writes):
            return True
        return any(self._pair_conflicts(read, write) for read in reads for write in writes) or any(
            self._disturbs(use, write) for use in in_use for write in writes
        )

    # One buffer that is in use, and one write

    @remembered
    def _is_in_use(self, write: OpOperand) -> bool:
        """Whether the owner of `write` works on its buffer under another name."""
        op = write.owner
        return isinstance(op, CallOpInterface) or any(
            is_tensor_like(value.type)
            for inner in pre_order(op)[1:]
            for value in (
                *inner.operands,
                *inner.results,
                *(a for r in inner.regions for b in r.blocks for a in b.arguments),
            )
        )

    def _disturbs(self, use: OpOperand, write: OpOperand) -> bool:
        """Whether a write is done while another operation works on the buffer."""
        if write is use or use.owner not in around(write.owner):
            return False
        is_asked = self.options.disjoint_subsets or use.owner is write.owner
        return not (is_asked and are_parts_disjoint(self, use, write, []))

    @remembered
    def _is_shared(self, write: OpOperand) -> bool:
        origins = self.find_values_in_reverse_use_def_chain(
            write, self.value_bufferizes_to_memory_write
        )
        here = self.parallel_region(write.owner.parent_region)
        return any(self.parallel_region(origin.parent_region) is not here for origin in origins)

    # One read, one write, one definition

    def _pair_conflicts(self, read: OpOperand, write: OpOperand) -> bool:
        return any(
            not are_kept_apart(self, definition, read.value, write.value, self.copied)
            for definition in self._overwritten(read, write)
        )

    @remembered
    def _overwritten(self, read: OpOperand, write: OpOperand) -> list[Value]:
        """The definitions of the read that the write overwrites, if nothing was copied."""
        definitions = self.find_definitions(read)
        return [d for d in definitions if self._is_conflict(read, write, d, definitions)]

    def _is_conflict(
        self, read: OpOperand, write: OpOperand, definition: Value, definitions: list[Value]
    ) -> bool:
        reader, writer = read.owner, write.owner
        if self._order_counts(read, write, definitions):
            if happens_before(reader, writer) or read is write or exclusive(reader, writer):
                return False
            if not gets_to(writer, reader):
                return False
            model = self.model(reader)
            if (
                reader is writer
                and model is not None
                and model.bufferizes_to_element_wise_access(reader, self, [read, write])
                and (self._same_buffer(read, write.value) or self._same_buffer(write, read.value))
            ):
                return False
        if self._matching_subsets(read, write, definitions):
            return False
        if self.options.disjoint_subsets or reader is writer:
            if self._disjoint_subsets(read, write, definitions):
                return False
        if write.value is definition and puts_back_what_it_took(self, write):
            return False
        for op in (reader, writer):
            model = self.model(op)
            if model is not None and model.is_not_conflicting(op, read, write, self):
                return False
        source = definition.defining_op
        if source is not None:
            if happens_before(writer, source) or is_inside(writer, source):
                return False
            home = source.parent
            homes = regions_around(writer.parent_region)
            if (
                home is not None
                and home.parent in homes
                and block_around(writer.parent, home.parent) is not home
                and not self._comes_between(home, writer, reader)
            ):
                return False
        elif not self._comes_between(definition.parent_block, writer, reader):
            return False
        if self._are_apart(definition, write.value) or self._is_yielded_elsewhere(
            read, write, definition
        ):
            return False
        aliases = self.get_aliasing_values(write)
        return len(aliases) != 1 or aliases[0].value is not definition

    def _is_yielded_elsewhere(self, read: OpOperand, write: OpOperand, definition: Value) -> bool:
        """Whether all ways of the contents to the read are through branches that exclude the write."""
        if deferring(write.owner) or not self._order_counts(write, write, [definition]):
            return False
        seen = [read.value]
        for value in seen:
            if not self.value_bufferizes_to_memory_write(value):
                seen += [
                    alias.operand.value
                    for alias in self.get_aliasing_op_operands(value)
                    if alias.operand.value not in seen
                    and not exclusive(alias.operand.owner, write.owner)
                ]
        return definition not in seen

    def _comes_between(self, block: Block | None, writer: Operation, reader: Operation) -> bool:
        """Whether the writer may run after `block` and before it starts again, and before the reader.

        For what is set in the block. The reference asks of arguments only whether the writer is in
        `block`, and overwrites those that a third block reads; of results it asks nothing.
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
        """Return whether each buffer that `start` may be is that of `other`, or apart from it."""
        found = self.find_values_in_reverse_use_def_chain(
            start,
            lambda value: value is other,
            TraversalConfig(follow_equivalent_only=True, follow_same_type_or_casts_only=True),
        )
        return all(value is other or self._are_apart(value, other) for value in found)

    def _matching_subsets(
        self, read: OpOperand, write: OpOperand, definitions: list[Value]
    ) -> bool:
        reader, writer = read.owner, write.owner
        if isinstance(reader, SubsetInsertionOpInterface):
            together = self._inserted_together(reader)
            if read is reader.destination_operand and any(
                (
                    (write is each.destination_operand and each is not reader)
                    or self._from_subset(write, each, in_order=False)
                )
                and (
                    self._order_counts(read, write, definitions)
                    or self._stays(each, read, write, definitions)
                )
                for each in together
            ):
                return True
            if (
                read is reader.source_operand
                and any(write is each.destination_operand for each in together)
                and self._from_subset(read, reader, in_order=True)
            ):
                return True
        return (
            isinstance(writer, SubsetInsertionOpInterface)
            and write is writer.destination_operand
            and self.are_equivalent_buffer_values(read.value, writer.source_operand.value)
            and self._from_subset(writer.source_operand, writer, in_order=True)
        )

    def _inserted_together(
        self, insertion: SubsetInsertionOpInterface
    ) -> list[SubsetInsertionOpInterface]:
        """The insertions into one tensor by the terminator of an iteration."""
        assert isinstance(insertion, Operation)
        if not isinstance(insertion, ParallelCombiningOpInterface):
            return [insertion]
        assert insertion.parent is not None
        return [
            op
            for op in insertion.parent.ops
            if isinstance(op, SubsetInsertionOpInterface)
            and op.destination_operand.value is insertion.destination_operand.value
        ]

    def _stays(
        self,
        insertion: SubsetInsertionOpInterface,
        read: OpOperand,
        write: OpOperand,
        definitions: list[Value],
    ) -> bool:
        """Whether loops that repeat both have one tensor, and one part of it, for all iterations."""
        part = insertion.accessed_slice()
        where: list[int | Value] = [insertion.destination_operand.value]
        if part is not None:  # else it is all of the tensor
            where += [*part.offsets, *part.sizes, *part.strides]
        values = [v for v in where if isinstance(v, Value) and constant_int(v) is None]
        loops = self._loops_around_both(read, write, definitions)
        if any(loop in around(v.parent_op) for v in values for loop in loops):
            return False
        for region in regions_around(read.owner.parent_region):
            here, there = (block_around(o.owner.parent, region) for o in (read, write))
            barriers = [block_around(d.parent_block, region) for d in definitions]
            if here is None or there is None:
                continue
            if any(reaches(here, there, b) and reaches(there, here, b) for b in barriers):
                homes = [block_around(v.parent_block, region) for v in values]
                if any(home is not None and reaches(here, home, None) for home in homes):
                    return False
        return True

    def _disjoint_subsets(
        self, read: OpOperand, write: OpOperand, definitions: list[Value]
    ) -> bool:
        if self._in_block_loop(read, write, definitions):
            return False
        loops = self._loops_around_both(read, write, definitions)
        return are_parts_disjoint(self, read, write, loops)

    def _from_subset(
        self, operand: OpOperand, insertion: SubsetInsertionOpInterface, in_order: bool
    ) -> bool:
        def matches(value: Value) -> bool:
            is_asked = isinstance(value, OpResult) or isinstance(
                insertion, ParallelCombiningOpInterface
            )
            return is_asked and insertion.is_equivalent_subset(
                value, self.are_equivalent_buffer_values
            )

        def ends(value: Value) -> bool:
            return matches(value) or (in_order and self._may_be_out_of_order(value))

        destination = insertion.destination_operand.value
        return all(
            matches(value) or self._are_apart(value, destination)
            for value in self.find_values_in_reverse_use_def_chain(operand, ends)
        )

    def _may_be_out_of_order(self, value: Value) -> bool:
        """Return whether `value` may be a view that reorders the elements of its source."""
        op = value.defining_op
        if op is None or isinstance(op, LoopLikeOpInterface | ReshapeOpInterface):
            return False
        unlike = [
            alias
            for alias in self.get_aliasing_op_operands(value)
            if alias.operand.owner is op and alias.relation is not BufferRelation.EQUIVALENT
        ]
        part = op.accessed_slice() if isinstance(op, SubsetExtractionOpInterface) else None
        if part is None:
            return bool(unlike)
        return bool(unlike) and any((constant_int(s) or 0) <= 0 for s in part.strides)


def _joined(sets: list[set[Value]], a: Value, b: Value) -> list[set[Value]]:
    """The partition with the classes of two values made one."""
    joined = {a, b}.union(*(s for s in sets if a in s or b in s))
    return [s for s in sets if a not in s and b not in s] + [joined]
