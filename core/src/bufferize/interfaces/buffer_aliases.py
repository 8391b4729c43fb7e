"""Which values may share the memory of a buffer, as far as operations on buffers tell."""

from __future__ import annotations

from bufferize.interfaces.functions import FunctionOpInterface
from bufferize.ir import (
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    OpOperand,
    ShapedType,
    Type,
    Value,
    VectorType,
)

_SCALARS: tuple[type[Type], ...] = (IntegerType, IndexType, FloatType, ComplexType, VectorType)


def possible_buffer_aliases(use: OpOperand) -> list[Value] | None:
    """The values that may share the memory of the buffer `use` because of its owner.

    They are the results of the owner, and what control takes its operands to. None: any value
    may, as the buffer is kept in a buffer of buffers.
    """
    op, around = use.owner, use.owner.parent_op
    for value in op.operands:
        if isinstance(value.type, ShapedType) and value.type.element_type is use.value.type:
            return None
    values: list[Value] = list(op.results)
    values += [argument for block in op.successors for argument in block.arguments]
    holders = [op]
    if op.next_op is None and around is not None and not isinstance(around, FunctionOpInterface):
        values += around.results
        holders.append(around)
    for holder in holders:
        for region in holder.regions:
            if region.blocks:
                values += region.blocks[0].arguments
    return [value for value in values if not isinstance(value.type, _SCALARS)]
