"""Whether two accesses are to different parts of a tensor, by trying all numbers."""

from __future__ import annotations

from itertools import product

from bufferize.analysis import AnalysisState
from bufferize.interfaces import (
    BufferRelation,
    CastOpInterface,
    DestinationStyleOpInterface,
    SubsetExtractionOpInterface,
    SubsetInsertionOpInterface,
    SubsetOpInterface,
    is_tensor_like,
)
from bufferize.ir import Operation, OpOperand, Value

from .oracle_order import is_inside
from .toy import CountOp, PlusOp

NUMBERS = range(-8, 9)
"""What an index may be: there are four quarters."""


def puts_back_what_it_took(state: AnalysisState, write: OpOperand) -> bool:
    """Whether the owner of `write` inserts a part of a tensor into it where it took it from.

    Not if it is all of it, so that a new buffer needs none of the contents.
    """
    op = write.owner
    return (
        isinstance(op, SubsetInsertionOpInterface)
        and write is op.destination_operand
        and is_tensor_like(op.source_operand.value.type)
        and op.is_equivalent_subset(op.source_operand.value, lambda a, b: a is b)
        and state.bufferizes_to_memory_read(write)
    )


def are_parts_disjoint(
    state: AnalysisState, read: OpOperand, write: OpOperand, loops: list[Operation]
) -> bool:
    """Whether the write never is to what is read.

    In `loops` the two may be in different iterations.
    """
    reads, writes = _steps(state, read.value), _steps(state, write.value)
    if isinstance(read.owner, SubsetExtractionOpInterface):
        reads.append((read.value, read.owner))
    writer = write.owner
    if isinstance(writer, SubsetInsertionOpInterface) and write is writer.destination_operand:
        writes.append((write.value, writer))
    tensor = reads[0][0]
    if tensor is not writes[0][0]:
        return False
    for (value, mine), (_, other) in zip(reads[1:], writes[1:], strict=False):
        if mine is not other:
            break
        tensor = value
    else:
        return False

    def varies(value: Value) -> bool:
        block = value.parent_block
        owner = block.parent_op if block is not None else None
        return owner is not None and any(owner is loop or is_inside(owner, loop) for loop in loops)

    assert mine is not None
    assert other is not None
    return not varies(tensor) and not any(
        _elements(mine, here) & _elements(other, {**there, **kept})
        for here in _assignments(mine)
        for there in _assignments(other)
        for kept in [{v: n for v, n in here.items() if v in there and not varies(v)}]
    )


def _steps(state: AnalysisState, value: Value) -> list[tuple[Value, SubsetOpInterface | None]]:
    """From a whole tensor to the part of it that `value` is."""
    op = value.defining_op
    sources = state.get_aliasing_op_operands(value) if op is not None and state.model(op) else []
    if len(sources) == 1 and sources[0].operand.owner is op:
        operand = sources[0].operand
        if isinstance(op, SubsetExtractionOpInterface):
            return [*_steps(state, operand.value), (value, op)]
        updates = isinstance(op, DestinationStyleOpInterface | CastOpInterface)
        if updates and sources[0].relation is BufferRelation.EQUIVALENT:
            return _steps(state, operand.value)
    return [(value, None)]


def _leaf(index: int | Value) -> int | Value:
    while isinstance(index, Value) and isinstance(index.defining_op, PlusOp):
        index = index.defining_op.operands[0]
    return index


def _assignments(subset: SubsetOpInterface) -> list[dict[Value, int]]:
    """All that the indices which the part depends on may be."""
    part = subset.accessed_slice()
    if part is None:
        return [{}]
    leaves = [leaf for leaf in map(_leaf, part.offsets) if isinstance(leaf, Value)]
    choices = []
    for leaf in leaves:
        loop = leaf.parent_block.parent_op if leaf.parent_block is not None else None
        if isinstance(loop, CountOp) and leaf in loop.loop_induction_variables:
            first = loop.counted.start  # where a counter that counts nothing is taken to be
            choices.append(loop.counted or range(first, first + 1))
        else:
            choices.append(NUMBERS)
    return [dict(zip(leaves, numbers, strict=True)) for numbers in product(*choices)]


def _elements(subset: SubsetOpInterface, numbers: dict[Value, int]) -> set[int]:
    part = subset.accessed_slice()
    if part is None:
        return set(NUMBERS)
    if len(part.offsets) != 1:  # nothing is claimed to be known of this, and what follows
        return set(NUMBERS)
    (offset,), (size,), (stride,) = part.offsets, part.sizes, part.strides
    if not isinstance(size, int) or not isinstance(stride, int) or stride < 0:
        return set(NUMBERS)
    shift = 0
    while isinstance(offset, Value) and isinstance(offset.defining_op, PlusOp):
        shift += offset.defining_op.by
        offset = offset.defining_op.operands[0]
    first = shift + (offset if isinstance(offset, int) else numbers[offset])
    return {first + i * stride for i in range(size)}
