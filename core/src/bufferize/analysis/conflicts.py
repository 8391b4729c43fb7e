"""When a write disturbs a read: the rules, one function each.

A read conflicts with a write to the same buffer if that write may come after the definition of what
is read and before the read. Every function here is one reason why it does not, and tells whether
that applies. See "One-Shot Bufferize" in MLIR's documentation of
bufferization.
"""

from __future__ import annotations

from collections.abc import Callable

from bufferize.analysis.accesses import (
    Accesses,
    Freed,
    Hold,
    Read,
    Write,
    block_around,
    frees,
    loops_between,
)
from bufferize.analysis.program_order import ProgramOrder
from bufferize.analysis.state import AnalysisState
from bufferize.analysis.subset_rules import (
    disjoint_subsets,
    overwritten_part,
    read_of_own_part,
    written_back,
)
from bufferize.interfaces import inside_mutually_exclusive_regions
from bufferize.ir import BlockArgument, OpOperand, Value

Rule = Callable[[Accesses, Read, Write], bool]
DefinitionRule = Callable[[Accesses, Value, Read, Write], bool]


class ConflictRules(Accesses):
    """The rules, applied to the operations below one root."""

    def __init__(self, state: AnalysisState, order: ProgramOrder) -> None:
        super().__init__(state, order)
        self.other_rules = OTHER_RULES
        if state.options.disjoint_subsets:
            self.other_rules = (*OTHER_RULES, disjoint_subsets)

    def conflicting_definition(self, read: Read, write: Write) -> Value | None:
        """The definition of `read` that `write` may overwrite; None: they do not conflict."""
        if not read.definitions:
            return None
        ordered = self.can_use_order(read, write)
        if ordered and any(rule(self, read, write) for rule in ORDER_RULES):
            return None
        hit = next((d for d in read.definitions if not self._is_excused(read, write, d)), None)
        # What may look far back comes last.
        if hit is None or (ordered and element_wise_access(self, read, write)):
            return None
        return None if any(rule(self, read, write) for rule in self.other_rules) else hit

    def _is_excused(self, read: Read, write: Write, definition: Value) -> bool:
        return any(rule(self, definition, read, write) for rule in DEFINITION_RULES)

    def is_harmless(self, read: Read, write: Write) -> bool:
        """Whether the two are one use, or `write` is the very definition: no test is needed.

        There are hardly more such pairs than operands.
        """
        if read.operand is write.operand:
            return isinstance(read, Hold) or self.can_use_order(read, write)
        return len(read.definitions) == 1 and read.definitions[0] is write.sole_alias

    def is_in_the_way(self, hold: Hold, write: Write) -> bool:
        """Whether `write`, while `hold` lasts, may be to the same elements.

        The reference does not ask: it takes contents that are overwritten without being read for
        a buffer that nobody uses, even if it has been freed.
        """
        if isinstance(hold, Freed):
            return not (
                frees(write.operand)
                or self.order.happens_before(write.op, hold.op)
                or inside_mutually_exclusive_regions(hold.op, write.op)
            )
        return not (self.state.options.disjoint_subsets and disjoint_subsets(self, hold, write))

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


# Rules on the read and the write


def read_happens_before_write(rules: Accesses, read: Read, write: Write) -> bool:
    """The read is over when the write happens."""
    return rules.order.happens_before(read.op, write.op)


def same_use(rules: Accesses, read: Read, write: Write) -> bool:
    """An operand that is read and then written does not disturb itself."""
    return read.operand is write.operand


def mutually_exclusive(rules: Accesses, read: Read, write: Write) -> bool:
    """Only one of the two happens, as in the branches of an `if`."""
    return inside_mutually_exclusive_regions(read.op, write.op)


def element_wise_access(rules: Accesses, read: Read, write: Write) -> bool:
    """One operation reads each element of a tensor before it writes the same element.

    The two operands must be the same buffer if they share one, not just overlap.
    """
    op, state = read.op, rules.state
    model = state.model(op) if op is write.op else None
    operands = [read.operand, write.operand]
    if model is None or not model.bufferizes_to_element_wise_access(op, state, operands):
        return False
    return _descends_from(rules, read.operand, write.operand.value) or _descends_from(
        rules, write.operand, read.operand.value
    )


def op_interface(rules: Accesses, read: Read, write: Write) -> bool:
    """The model of the reading or of the writing operation says so."""
    return any(
        model.is_not_conflicting(op, read.operand, write.operand, rules.state)
        for op in (read.op, write.op)
        if (model := rules.state.model(op)) is not None
    )


# Rules on a definition and the write


def write_happens_before_definition(
    rules: Accesses, definition: Value, read: Read, write: Write
) -> bool:
    """The definition overwrites what was written."""
    op = definition.defining_op
    return op is not None and rules.order.happens_before(write.op, op)


def write_inside_definition(rules: Accesses, definition: Value, read: Read, write: Write) -> bool:
    """The write is a part of what the defining operation does."""
    op = definition.defining_op
    return op is not None and op is not write.op and rules.order.contains(op, write.op)


def write_outside_of_block(rules: Accesses, definition: Value, read: Read, write: Write) -> bool:
    """The definition is a block argument, and its block comes again between the write and the read.

    Or the write does not come after that block at all. The reference excuses every write in another
    block, though a third one may be reading.
    """
    if not isinstance(definition, BlockArgument):
        return False
    block = definition.owner
    region = block.parent
    written = block_around(write.op, region) if region is not None else None
    if region is None or written is None:
        return True
    if written is block:
        return False
    graph, end = rules.order.block_graph(region), block_around(read.op, region)
    return not graph.is_reachable(block, written, None) or not (
        end is None or end is written or graph.is_reachable(written, end, block)
    )


def write_is_definition(rules: Accesses, definition: Value, read: Read, write: Write) -> bool:
    """What is written is what is to be read."""
    return write.sole_alias is definition


ORDER_RULES: tuple[Rule, ...] = (read_happens_before_write, same_use, mutually_exclusive)
OTHER_RULES: tuple[Rule, ...] = (overwritten_part, read_of_own_part, written_back, op_interface)
DEFINITION_RULES: tuple[DefinitionRule, ...] = (
    write_happens_before_definition,
    write_inside_definition,
    write_outside_of_block,
    write_is_definition,
)


def _descends_from(rules: Accesses, start: OpOperand, other: Value) -> bool:
    """Whether `start` is the buffer of `other`, whichever of several buffers it may be.

    The reference is content if one of several is.
    """
    found = rules.state.find_values_in_reverse_use_def_chain(
        start,
        lambda value: value is other or rules.is_before(value, other),
        follow_equivalent_only=True,
        follow_same_type_or_casts_only=True,
    )
    return all(value is other for value in found)
