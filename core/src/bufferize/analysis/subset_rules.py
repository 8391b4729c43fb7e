"""When a write to a part of a tensor does not disturb a read of it.

Extracting a part, computing it and inserting it again works in place by these rules. Each function
tells whether its rule applies.
"""

from __future__ import annotations

from collections.abc import Iterator

from bufferize.analysis.accesses import Accesses, Read, Write
from bufferize.interfaces import (
    AliasingOpOperand,
    BufferRelation,
    LoopLikeOpInterface,
    ParallelCombiningOpInterface,
    ReshapeOpInterface,
    SubsetExtractionOpInterface,
    SubsetInsertionOpInterface,
    constant_int,
)
from bufferize.ir import Operation, OpOperand, OpResult, Value


def overwritten_part(accesses: Accesses, read: Read, write: Write) -> bool:
    """The read is that of an insertion, of what it leaves as it is; the write is to the rest.

    Where a loop repeats both, the insertion must be into the same part of the same tensor each time:
    else the part that one iteration overwrites is what another one leaves as it is. The reference
    overlooks this.
    """
    insertion = read.op
    if (
        not isinstance(insertion, SubsetInsertionOpInterface)
        or read.operand is not insertion.destination_operand
    ):
        return False
    return any(
        (
            (each is not insertion and write.operand is each.destination_operand)
            or _comes_from_part(accesses, write.operand, each)
        )
        and (accesses.can_use_order(read, write) or _stays(accesses, each, read, write))
        for each in _contributions(insertion)
    )


def read_of_own_part(accesses: Accesses, read: Read, write: Write) -> bool:
    """The insertion reads the very part that it writes: it writes back what is there.

    Nor does it disturb what another insertion of the same terminator puts into a part of its own:
    what iterations that run at once contribute does not overlap.
    """
    insertion, writer = read.op, write.op
    return (
        isinstance(insertion, SubsetInsertionOpInterface)
        and isinstance(writer, SubsetInsertionOpInterface)
        and read.operand is insertion.source_operand
        and write.operand is writer.destination_operand
        and writer in _contributions(insertion)
        and _comes_from_part(accesses, read.operand, insertion, in_order=True)
    )


def written_back(accesses: Accesses, read: Read, write: Write) -> bool:
    """The write is that of an insertion of what is read, into the part that it was taken from."""
    insertion = write.op
    if (
        not isinstance(insertion, SubsetInsertionOpInterface)
        or write.operand is not insertion.destination_operand
    ):
        return False
    source = insertion.source_operand
    return accesses.state.are_equivalent_buffer_values(
        read.operand.value, source.value
    ) and _comes_from_part(accesses, source, insertion, in_order=True)


def disjoint_subsets(accesses: Accesses, read: Read, write: Write) -> bool:
    """The write is to another part of the tensor than the read, in every iteration of every loop.

    In a loop that runs both but does not redo the definition, any iteration may come before any
    other one. So the tensor must be one from outside, and what is defined in the loop counts as two
    values: one at the time of the read, and one at the time of the write.
    """
    parts = accesses.parts
    found = parts.parts_of_one(parts.read_by(read.operand), parts.written_by(write.operand))
    if found is None or accesses.in_block_loop(read, write):
        return False
    a, b = found
    varies = None if accesses.can_use_order(read, write) else accesses.varying(read, write)
    assert a.parent is not None
    if varies is not None and varies(a.parent.value):
        return False
    return parts.are_disjoint(a, b, varies)


def _contributions(insertion: SubsetInsertionOpInterface) -> Iterator[SubsetInsertionOpInterface]:
    """`insertion`, and what is inserted into the same tensor by the terminator that it belongs to."""
    yield insertion
    if isinstance(insertion, ParallelCombiningOpInterface) and insertion.parent is not None:
        for op in insertion.parent.ops:
            if (
                op is not insertion
                and isinstance(op, SubsetInsertionOpInterface)
                and op.destination_operand.value is insertion.destination_operand.value
            ):
                yield op


def _stays(
    accesses: Accesses, insertion: SubsetInsertionOpInterface, read: Read, write: Write
) -> bool:
    """Whether `insertion` is into the same part in all iterations of loops around both."""
    part = insertion.accessed_slice()
    if part is not None:
        where = (*part.offsets, *part.sizes, *part.strides)
    else:
        source = insertion.source_operand
        where = tuple(o.value for o in insertion.op_operands if o is not source)
    varies = accesses.varying(read, write)
    return not any(
        isinstance(value, Value) and constant_int(value) is None and varies(value)
        for value in (insertion.destination_operand.value, *where)
    )


def _comes_from_part(
    accesses: Accesses,
    operand: OpOperand,
    insertion: SubsetInsertionOpInterface,
    in_order: bool = False,
) -> bool:
    """Whether `operand` was made from the very part of the tensor that `insertion` overwrites.

    With `in_order`, also whether its elements are where they were in the part, unless they have a
    buffer of their own. What is made from one value only has the answer of that value.
    """
    state = accesses.state
    destination = insertion.destination_operand.value
    known = accesses.from_subset.setdefault((insertion, in_order), {})
    subsets: set[Value] = set()
    is_contribution = isinstance(insertion, ParallelCombiningOpInterface)

    def may_be_part(value: Value) -> bool:
        # The destination may be its own part, but the reference asks for results only.
        return isinstance(value, OpResult) or is_contribution

    def ends_search(value: Value) -> bool:
        if may_be_part(value) and insertion.is_equivalent_subset(
            value, state.are_equivalent_buffer_values
        ):
            subsets.add(value)
            return True
        if in_order and _may_reorder(accesses, value):
            return True
        return alone and accesses.is_before(value, destination)

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


def _may_reorder(accesses: Accesses, value: Value) -> bool:
    """Whether `value` may be a view of what it aliases with the elements in another order."""
    op = value.defining_op
    return op is not None and any(
        alias.operand.owner is op and _is_reordered(op, alias)
        for alias in accesses.state.get_aliasing_op_operands(value)
    )


def _is_reordered(op: Operation, alias: AliasingOpOperand) -> bool:
    """A slice as large as its source is the source, if it does not go backwards.

    What a loop gives is its initial value's buffer, or one of its own.
    """
    if alias.relation is BufferRelation.EQUIVALENT:
        return False
    if isinstance(op, SubsetExtractionOpInterface):
        part = op.accessed_slice()
        return part is None or not all(
            stride is not None and stride > 0 for stride in map(constant_int, part.strides)
        )
    return not isinstance(op, ReshapeOpInterface | LoopLikeOpInterface)
