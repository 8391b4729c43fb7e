"""When a write disturbs a read: the rules, one function each.

A read, by an operand, is to see the contents that one of its *definitions* set. It conflicts with a
write to the same buffer if that write may come after the definition and before the read. Every
function here names one reason why it does not; it returns that reason, or None where it does not
apply. See "One-Shot Bufferize" in MLIR's documentation of bufferization.
"""

from __future__ import annotations

from collections.abc import Callable

from bufferize.analysis.block_graph import BlockGraph
from bufferize.analysis.parts import PartsOfTensors
from bufferize.analysis.program_order import ProgramOrder
from bufferize.analysis.state import AnalysisState
from bufferize.interfaces import SubsetInsertionOpInterface, is_tensor_like, owner_of_value
from bufferize.ir import (
    Block,
    BlockArgument,
    GraphRegion,
    IsolatedFromAbove,
    Operation,
    OpOperand,
    OpResult,
    Region,
    Value,
)


class Read:
    """An operand whose contents are read, by its owner or through a view of it."""

    __slots__ = ("definitions", "loops", "op", "operand")

    def __init__(
        self, operand: OpOperand, definitions: tuple[Value, ...], loops: tuple[Operation, ...]
    ) -> None:
        self.operand = operand
        self.op = operand.owner
        self.definitions = definitions
        self.loops = loops
        """The operations of the repetitive regions that hold the read but not a definition."""


class Write:
    """An operand whose buffer is written to, if it is used in place."""

    __slots__ = ("op", "operand", "sole_alias")

    def __init__(self, operand: OpOperand, sole_alias: Value | None) -> None:
        self.operand = operand
        self.op = operand.owner
        self.sole_alias = sole_alias
        """The value that holds what is written, if there is just one that shares the buffer."""


class ConflictRules:
    """The rules, applied to the operations below one root."""

    def __init__(self, state: AnalysisState, order: ProgramOrder) -> None:
        self.state = state
        self.order = order
        self.parts = PartsOfTensors(state)
        self.other_rules = OTHER_RULES
        if state.options.disjoint_subsets:
            self.other_rules = (*OTHER_RULES, disjoint_subsets)
        self._earliest: dict[Value, int] = {}
        self.from_subset: dict[SubsetInsertionOpInterface, dict[Value, bool]] = {}
        """Of each insertion: which values were made from the part that it overwrites.

        Buffers are found to be equivalent before and after operands are decided, not meanwhile.
        """

    def conflicting_definition(self, read: Read, write: Write) -> Value | None:
        """The definition of `read` that `write` may overwrite; None: they do not conflict."""
        if not read.definitions:
            return None
        ordered = self.can_use_order(read, write)
        if ordered and any(rule(self, read, write) for rule in ORDER_RULES):
            return None
        hit = next((d for d in read.definitions if not self._excused(read, write, d)), None)
        # What may look far back comes last.
        if hit is None or (ordered and element_wise_access(self, read, write)):
            return None
        return None if any(rule(self, read, write) for rule in self.other_rules) else hit

    def is_harmless(self, read: Read, write: Write) -> bool:
        """Whether the two are one use, or `write` is the very definition: no test is needed.

        There are hardly more such pairs than operands.
        """
        if read.operand is write.operand:
            return self.can_use_order(read, write)
        return len(read.definitions) == 1 and read.definitions[0] is write.sole_alias

    def explaining_definition(self, read: Read, write: Write) -> Value | None:
        """`conflicting_definition`, but one that conflicts without the others if there is one.

        A loop that does not redo one definition takes the order from all of them.
        """
        for definition in read.definitions:
            loops = loops_between(self.state, read.op, (definition,))
            alone = Read(read.operand, (definition,), loops)
            if self.conflicting_definition(alone, write) is not None:
                return definition
        return self.conflicting_definition(read, write)

    def reasons(self, read: Read, write: Write) -> list[str]:
        """Why `read` and `write` do not conflict, all reasons; empty where they do."""
        rules: list[Rule] = [no_definition, *self.other_rules]
        if self.can_use_order(read, write):
            rules += [*ORDER_RULES, element_wise_access]
        found = [rule(self, read, write) for rule in rules]
        for definition in read.definitions:
            why = self._excused(read, write, definition)
            if why is None:
                break
            found.append(why)
        else:
            return [reason for reason in found if reason is not None]
        return [reason for reason in found[: len(rules)] if reason is not None]

    def _excused(self, read: Read, write: Write, definition: Value) -> str | None:
        for rule in DEFINITION_RULES:
            reason = rule(self, definition, read, write)
            if reason is not None:
                return reason
        return None

    # Whether order means anything

    def can_use_order(self, read: Read, write: Write) -> bool:
        """Whether the read and the write come in one order only.

        Not so in a loop that runs both but does not redo the definition.
        """
        holds = self.order.positions.contains
        if any(holds(loop, write.op) for loop in read.loops):
            return False
        return not self.in_block_loop(read, write)

    def in_block_loop(self, read: Read, write: Write) -> bool:
        """Whether blocks of a region around both make up such a loop.

        The reference only looks at the blocks that hold the two operations themselves, and so
        overwrites what a nested operation reads again in the next iteration.
        """
        region = self.order.region_of_blocks(write.op.parent_region)
        while region is not None:
            a, b = _block_around(read.op, region), _block_around(write.op, region)
            if a is not None and b is not None:
                barriers = [block_of(value, region) for value in read.definitions]
                if self._is_block_loop(self.order.block_graph(region), a, b, barriers):
                    return True
            region = self.order.region_of_blocks(region.parent_region)
        return False

    def _is_block_loop(
        self, graph: BlockGraph, a: Block, b: Block, barriers: list[Block | None]
    ) -> bool:
        """Whether control gets from `a` to `b` and back past one of the barriers at least."""
        if not (graph.is_reachable(a, b, None) and graph.is_reachable(b, a, None)):
            return False
        return any(
            graph.is_reachable(a, b, barrier) and graph.is_reachable(b, a, barrier)
            for barrier in barriers
            if barrier is not a and barrier is not b
        )

    def earliest_descendant(self, value: Value) -> int:
        """The first position at which something that was made from `value` may be defined.

        That of `value` itself, or of a loop that may hand it to its next iteration.
        """
        earliest = self._earliest.get(value)
        if earliest is None:
            earliest = self._earliest[value] = self._find_earliest(value)
        return earliest

    def _find_earliest(self, value: Value) -> int:
        positions = self.order.positions
        if isinstance(value, OpResult):
            earliest = positions.of(value.owner)
        else:
            block = value.parent_block
            earliest = positions.block_span(block)[0] if block is not None else 0
        region = value.parent_region
        while region is not None and region.parent in positions.first:
            op = region.parent
            if self._hands_back(region, op):
                earliest = positions.of(op)
            # Nothing in there is made from what is around it, such as the graph of a module.
            region = None if op.has_trait(IsolatedFromAbove) else op.parent_region
        return earliest

    def _hands_back(self, region: Region, op: Operation) -> bool:
        """Whether something in `region` of `op` may be made from what is written further down."""
        if len(region.blocks) > 1 or op.has_trait(GraphRegion):
            return True
        return any(
            op.is_proper_ancestor_of(alias.operand.owner)
            for argument in region.blocks[0].arguments
            if is_tensor_like(argument.type)
            for alias in self.state.get_aliasing_op_operands(argument)
        )


def _block_around(op: Operation, region: Region) -> Block | None:
    """The block of `region` that `op` is in, at whatever depth."""
    found = region.find_ancestor_op(op)
    return found.parent if found is not None else None


def block_of(value: Value, region: Region) -> Block | None:
    """The block of `region` in which `value` is defined, at whatever depth."""
    block = value.parent_block
    if block is None or block.parent is region:
        return block
    return _block_around(block.parent_op, region) if block.parent_op is not None else None


Rule = Callable[[ConflictRules, Read, Write], "str | None"]
DefinitionRule = Callable[[ConflictRules, Value, Read, Write], "str | None"]


def loops_between(
    state: AnalysisState, read: Operation, definitions: tuple[Value, ...]
) -> tuple[Operation, ...]:
    """For each definition the outermost loop that holds `read` and does not redo the definition."""
    loops: dict[Operation, None] = {}
    innermost = state.enclosing_repetitive_region(read.parent_region)
    if innermost is None:
        return ()
    for definition in definitions:
        around = state.enclosing_repetitive_region(definition.parent_region)
        region: Region | None = innermost
        while region is not None and region is not around:
            following = state.next_enclosing_repetitive_region(region)
            if following is around or following is None:
                if region.parent is not None:
                    loops[region.parent] = None
                break
            region = following
    return tuple(loops)


# Rules on the read and the write


def no_definition(rules: ConflictRules, read: Read, write: Write) -> str | None:
    """Nothing has set the contents that are read: any contents will do."""
    return None if read.definitions else "the contents read are undefined"


def read_happens_before_write(rules: ConflictRules, read: Read, write: Write) -> str | None:
    """The read is over when the write happens."""
    if rules.order.happens_before(read.op, write.op):
        return "the read happens before the write"
    return None


def same_use(rules: ConflictRules, read: Read, write: Write) -> str | None:
    """An operand that is read and then written does not disturb itself."""
    return "the read and the write are one use" if read.operand is write.operand else None


def mutually_exclusive(rules: ConflictRules, read: Read, write: Write) -> str | None:
    """Only one of the two happens, as in the branches of an `if`."""
    if rules.state.inside_mutually_exclusive_regions(read.op, write.op):
        return "the read and the write are in mutually exclusive regions"
    return None


def element_wise_access(rules: ConflictRules, read: Read, write: Write) -> str | None:
    """One operation reads each element of a tensor before it writes the same element.

    The two operands must be the same buffer if they share one, not just overlap.
    """
    op = read.op
    if op is not write.op:
        return None
    state = rules.state
    model = state.model(op)
    operands = [read.operand, write.operand]
    if model is None or not model.bufferizes_to_element_wise_access(op, state, operands):
        return None
    if _descends_from(rules, read.operand, write.operand.value) or _descends_from(
        rules, write.operand, read.operand.value
    ):
        return "the operation accesses the operands element by element"
    return None


def matching_subsets(rules: ConflictRules, read: Read, write: Write) -> str | None:
    """The write is to the part that is not read, or writes back what is there.

    This is what makes an extract-compute-insert sequence on one part of a tensor work in place.
    """
    reader, writer = read.op, write.op
    if isinstance(reader, SubsetInsertionOpInterface):
        destination = reader.destination_operand
        if read.operand is destination and _comes_from_subset(rules, write.operand, reader):
            return "the write is to the part of the tensor that the insertion overwrites"
        if (
            read.operand is reader.source_operand
            and write.operand is destination
            and _comes_from_subset(rules, read.operand, reader)
        ):
            return "the insertion reads the very part that it writes"
    if isinstance(writer, SubsetInsertionOpInterface):
        source = writer.source_operand
        if (
            write.operand is writer.destination_operand
            and rules.state.are_equivalent_buffer_values(read.operand.value, source.value)
            and _comes_from_subset(rules, source, writer)
        ):
            return "the insertion writes back what is read"
    return None


def disjoint_subsets(rules: ConflictRules, read: Read, write: Write) -> str | None:
    """The write is to another part of the tensor than the read, in every iteration of every loop.

    In a loop that runs both but does not redo the definition, any iteration may come before any
    other one. So the tensor must be one from outside, and what is defined in the loop counts as two
    values: one at the time of the read, and one at the time of the write.
    """
    parts = rules.parts
    found = parts.parts_of_one(parts.read_by(read.operand), parts.written_by(write.operand))
    if found is None or rules.in_block_loop(read, write):
        return None
    a, b = found
    contains = rules.order.positions.contains
    loops = [loop for loop in read.loops if contains(loop, write.op)]

    def varies(value: Value) -> bool:
        region = value.parent_region
        around = region.parent if region is not None else None
        return around is not None and any(contains(loop, around) for loop in loops)

    assert a.parent is not None
    if varies(a.parent.value):
        return None
    are_apart = parts.are_disjoint(a, b, varies if loops else None)
    return "the write is to another part of the tensor than the read" if are_apart else None


def op_interface(rules: ConflictRules, read: Read, write: Write) -> str | None:
    """The model of the reading or of the writing operation says so."""
    for op in (read.op, write.op):
        model = rules.state.model(op)
        if model is not None and model.is_not_conflicting(
            op, read.operand, write.operand, rules.state
        ):
            return f"'{op.name}' says that they do not conflict"
    return None


# Rules on a definition and the write


def write_happens_before_definition(
    rules: ConflictRules, definition: Value, read: Read, write: Write
) -> str | None:
    """The definition overwrites what was written."""
    op = definition.defining_op
    if op is not None and rules.order.happens_before(write.op, op):
        return "the write happens before the definition"
    return None


def write_inside_definition(
    rules: ConflictRules, definition: Value, read: Read, write: Write
) -> str | None:
    """The write is a part of what the defining operation does."""
    op = definition.defining_op
    if op is not None and op is not write.op and rules.order.positions.contains(op, write.op):
        return "the write is a part of the definition"
    return None


def write_outside_of_block(
    rules: ConflictRules, definition: Value, read: Read, write: Write
) -> str | None:
    """The definition is a block argument, and its block comes again between the write and the read.

    Or the write does not come after that block at all. The reference excuses every write in another
    block, though a third one may be reading.
    """
    if not isinstance(definition, BlockArgument):
        return None
    block = definition.owner
    region = block.parent
    written = _block_around(write.op, region) if region is not None else None
    if region is not None and written is not None:
        if written is block:
            return None
        graph, end = rules.order.block_graph(region), _block_around(read.op, region)
        if graph.is_reachable(block, written, None) and (
            end is None or end is written or graph.is_reachable(written, end, block)
        ):
            return None
    return "the write does not come between the block that defines the contents and the read"


def write_is_definition(
    rules: ConflictRules, definition: Value, read: Read, write: Write
) -> str | None:
    """What is written is what is to be read."""
    return "the write is the definition" if write.sole_alias is definition else None


ORDER_RULES: tuple[Rule, ...] = (read_happens_before_write, same_use, mutually_exclusive)
OTHER_RULES: tuple[Rule, ...] = (matching_subsets, op_interface)
DEFINITION_RULES: tuple[DefinitionRule, ...] = (
    write_happens_before_definition,
    write_inside_definition,
    write_outside_of_block,
    write_is_definition,
)


# Looking back along the use-def chain


def _is_before(rules: ConflictRules, value: Value, other: Value) -> bool:
    """Whether all that `value` was made from was there before `other` was.

    A search back for something made from `other` can stop at such a value.
    """
    owner = owner_of_value(value)
    positions = rules.order.positions
    if owner is None or owner not in positions.first:
        return False
    return positions.end(owner) < rules.earliest_descendant(other)


def _descends_from(rules: ConflictRules, start: OpOperand, other: Value) -> bool:
    """Whether `other` is `start`'s value or what that was made from, as the same buffer."""
    found = rules.state.find_values_in_reverse_use_def_chain(
        start,
        lambda value: value is other or _is_before(rules, value, other),
        always_include_leaves=False,
        follow_equivalent_only=True,
        follow_same_type_or_casts_only=True,
    )
    return any(value is other for value in found)


def _comes_from_subset(
    rules: ConflictRules, operand: OpOperand, insertion: SubsetInsertionOpInterface
) -> bool:
    """Whether `operand` was made from the very part of the tensor that `insertion` overwrites.

    What is made from one value only has the answer of that value.
    """
    state = rules.state
    destination = insertion.destination_operand.value
    known = rules.from_subset.setdefault(insertion, {})
    subsets: set[Value] = set()

    def ends_search(value: Value) -> bool:
        if isinstance(value, OpResult) and insertion.is_equivalent_subset(
            value, state.are_equivalent_buffer_values
        ):
            subsets.add(value)
            return True
        return alone and _is_before(rules, value, destination)

    # As long as no other value is known to be the same buffer, the part must have been extracted
    # from the destination itself.
    alone = state.has_unique_buffer(destination)
    chain: list[Value] = []
    while (value := operand.value) not in known:
        chain.append(value)
        known[value] = False  # for what is made from itself
        sources = state.get_aliasing_op_operands(value)
        if len(sources) != 1 or state.model_of_value(value) is None or ends_search(value):
            found = state.find_values_in_reverse_use_def_chain(operand, ends_search)
            known[value] = all(value in subsets for value in found)
            break
        operand = sources[0].operand
    known.update(dict.fromkeys(chain, known[operand.value]))
    return known[operand.value]
