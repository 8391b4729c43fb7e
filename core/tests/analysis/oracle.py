"""The analysis by brute force: every read, every write, every definition, again for each operand.

This is what the fast analysis must agree with, operand by operand. It shares nothing with it but the
questions to models; classes are plain sets, order is looked up along paths.
"""

from __future__ import annotations

from bufferize.analysis import AnalysisOptions, AnalysisState, ModelSource
from bufferize.analysis.orders import analysis_order
from bufferize.interfaces import (
    BufferRelation,
    CastOpInterface,
    RegionBranchOpInterface,
    SubsetInsertionOpInterface,
    is_tensor_like,
)
from bufferize.ir import (
    Block,
    BlockArgument,
    GraphRegion,
    Operation,
    OpOperand,
    OpResult,
    Region,
    Value,
)


class OracleState(AnalysisState):
    """Decisions by brute force."""

    def __init__(self, options: AnalysisOptions, context: ModelSource, root: Operation) -> None:
        super().__init__(options, context)
        self.root = root
        self.in_place: set[OpOperand] = set()
        self.alias_sets: list[set[Value]] = []
        for op in root.walk_post():
            model = self.model(op)
            for operand in op.op_operands if model is not None else ():
                assert model is not None
                if is_tensor_like(operand.value.type) and model.must_bufferize_in_place(
                    op, operand, self
                ):
                    self._use_in_place(operand)

    def is_in_place(self, operand: OpOperand) -> bool:
        return operand in self.in_place

    def are_equivalent_buffer_values(self, a: Value, b: Value) -> bool:
        return a is b

    def are_aliasing_buffer_values(self, a: Value, b: Value) -> bool:
        return b in self.aliases(a)

    def aliases(self, value: Value) -> set[Value]:
        return next((s for s in self.alias_sets if value in s), {value})

    def _use_in_place(self, operand: OpOperand) -> None:
        self.in_place.add(operand)
        joined = set(self.aliases(operand.value))
        for alias in self.get_aliasing_values(operand):
            joined |= self.aliases(alias.value)
        self.alias_sets = [s for s in self.alias_sets if not s & joined] + [joined]

    def run(self) -> bool:
        """Decide all operands; whether what must be in place allowed it."""
        for op in self.root.walk_post():
            for operand in op.op_operands if self.model(op) is not None else ():
                if self._conflict(operand, False) or (
                    operand in self.in_place and self._writes_to_locked(operand, False)
                ):
                    return False
        for op in analysis_order(self.root, self):
            for operand in op.op_operands:
                if (
                    is_tensor_like(operand.value.type)
                    and not self._writes_to_locked(operand, True)
                    and not self._conflict(operand, True)
                ):
                    self._use_in_place(operand)
        return True

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

    def _is_read(self, use: OpOperand) -> bool:
        if self.bufferizes_to_memory_read(use):
            return True
        return not self.bufferizes_to_memory_write(use) and any(
            self.is_value_read(alias.value) for alias in self.get_aliasing_values(use)
        )

    def _conflict(self, operand: OpOperand, assume: bool) -> bool:
        reads = {
            use for value in self._would_alias(operand) for use in value.uses if self._is_read(use)
        }
        writes = self._writes(operand, assume)
        if self.options.check_parallel_regions and reads and any(map(self._is_shared, writes)):
            return True
        return any(
            self._is_conflict(read, write, definition, definitions)
            for read in reads
            if (definitions := self.find_definitions(read))
            for write in writes
            for definition in definitions
        )

    def _is_shared(self, write: OpOperand) -> bool:
        origins = self.find_values_in_reverse_use_def_chain(
            write, self.value_bufferizes_to_memory_write
        )
        here = self.parallel_region(write.owner.parent_region)
        return any(self.parallel_region(origin.parent_region) is not here for origin in origins)

    # One read, one write, one definition

    def _is_conflict(
        self, read: OpOperand, write: OpOperand, definition: Value, definitions: list[Value]
    ) -> bool:
        reader, writer = read.owner, write.owner
        if self._use_order(read, write, definitions):
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
        op = definition.defining_op
        if op is not None:
            if happens_before(writer, op) or op.is_proper_ancestor_of(writer):
                return False
        else:
            assert isinstance(definition, BlockArgument)
            if not any(o.parent is definition.owner for o in around(writer)):
                return False
        aliases = self.get_aliasing_values(write)
        return len(aliases) != 1 or aliases[0].value is not definition

    def _use_order(self, read: OpOperand, write: OpOperand, definitions: list[Value]) -> bool:
        for definition in definitions:
            loops = self._loops_around(read.owner.parent_region)
            outer = self._loops_around(definition.parent_region)
            extra = [region for region in loops if region not in outer]
            if extra and extra[-1].parent in around(write.owner):
                return False
            here, there = read.owner.parent, write.owner.parent
            assert here is not None
            assert there is not None
            if (
                here.parent is there.parent
                and reaches(here, there, definition.parent_block)
                and reaches(there, here, definition.parent_block)
            ):
                return False
        return True

    def _loops_around(self, region: Region | None) -> list[Region]:
        found = []
        while region is not None:
            if self.is_repetitive_region(region):
                found.append(region)
            region = region.parent_region
        return found

    def _same_buffer(self, start: OpOperand, other: Value) -> bool:
        seen: set[Value] = set()
        work = [start.value]
        while work:
            value = work.pop()
            if value is other:
                return True
            if value in seen or self.model_of_value(value) is None:
                continue
            seen.add(value)
            work += [
                alias.operand.value
                for alias in self.get_aliasing_op_operands(value)
                if alias.relation is BufferRelation.EQUIVALENT
                and (
                    alias.operand.value.type == value.type
                    or isinstance(value.defining_op, CastOpInterface)
                )
            ]
        return False

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
            and read.value is writer.source_operand.value
            and self._from_subset(writer.source_operand, writer)
        )

    def _from_subset(self, operand: OpOperand, insertion: SubsetInsertionOpInterface) -> bool:
        def matches(value: Value) -> bool:
            return isinstance(value, OpResult) and insertion.is_equivalent_subset(
                value, lambda a, b: a is b
            )

        return all(map(matches, self.find_values_in_reverse_use_def_chain(operand, matches)))


def around(op: Operation | None) -> list[Operation]:
    """The operation and all around it, innermost first."""
    found = []
    while op is not None:
        found.append(op)
        op = op.parent_op
    return found


def happens_before(a: Operation, b: Operation) -> bool:
    """As the reference has it."""
    for outer in around(a):
        if outer.is_proper_ancestor_of(b):
            return False
        if _dominates(outer, b):
            return True
    return False


def _dominates(a: Operation, b: Operation) -> bool:
    block = a.parent
    if block is None or block.parent is None:
        return False
    inside = [op for op in around(b) if op.parent is not None and op.parent.parent is block.parent]
    if not inside:
        return False
    other = inside[0]
    assert other.parent is not None
    if other.parent is block:
        parent = block.parent.parent
        if parent is not None and parent.has_trait(GraphRegion):
            return True
        ops = list(block.ops)
        return ops.index(a) < ops.index(other)
    entry = block.parent.entry
    if block is entry:
        return True
    return other.parent is not entry and not reaches(entry, other.parent, block)


def reaches(start: Block, target: Block, barrier: Block | None) -> bool:
    """Whether there is a path of at least one step that does not enter `barrier`."""
    seen: set[Block] = set()
    work = list(start.successors())
    while work:
        block = work.pop()
        if block is barrier or block in seen:
            continue
        if block is target:
            return True
        seen.add(block)
        work += block.successors()
    return False


def exclusive(a: Operation, b: Operation) -> bool:
    """Whether the innermost region-branch operation around both runs only one of them."""
    common = [
        op
        for op in around(a)[1:]
        if op in around(b)[1:] and isinstance(op, RegionBranchOpInterface)
    ]
    if not common:
        return False
    op = common[0]
    assert isinstance(op, RegionBranchOpInterface)
    assert isinstance(op, Operation)

    def index(inner: Operation) -> int:
        return next(
            i
            for i, region in enumerate(op.regions)
            if any(o.parent_region is region for o in around(inner))
        )

    if index(a) == index(b):
        return False
    regions = op.regions[index(a)], op.regions[index(b)]
    return not any(
        successor.region in regions
        for region in regions
        for successor in op.successor_regions(region)
    )
