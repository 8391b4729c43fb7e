"""Which values may share a buffer with which operands, and how closely."""

from __future__ import annotations

import enum
from typing import NamedTuple

from bufferize.interfaces.tensors import is_tensor_like, owner_of_value
from bufferize.ir import BlockArgument, OpOperand, Value


class BufferRelation(enum.Enum):
    """How two buffers that overlap relate."""

    UNKNOWN = "unknown"
    """They overlap; nothing more is known."""
    EQUIVALENT = "equivalent"
    """They are the same buffer: same start, extents and strides."""


class AliasingValue(NamedTuple):
    """A value that may share the buffer of an operand.

    `is_definite`: it is sure to share it at run time; otherwise it may.
    """

    value: Value
    relation: BufferRelation = BufferRelation.UNKNOWN
    is_definite: bool = True


class AliasingOpOperand(NamedTuple):
    """An operand whose buffer a value may share. `is_definite` as for `AliasingValue`."""

    operand: OpOperand
    relation: BufferRelation = BufferRelation.UNKNOWN
    is_definite: bool = True


def unknown_aliasing_values(operand: OpOperand) -> list[AliasingValue]:
    """What `operand` of an operation without a model may alias.

    All tensor results, and all tensor arguments of the entry blocks of its regions.
    """
    op = operand.owner
    values: list[Value] = [result for result in op.results if is_tensor_like(result.type)]
    for region in op.regions:
        if region.blocks:
            arguments = region.blocks[0].arguments
            values.extend(a for a in arguments if is_tensor_like(a.type))
    return [AliasingValue(value, BufferRelation.UNKNOWN, False) for value in values]


def unknown_aliasing_op_operands(value: Value) -> list[AliasingOpOperand]:
    """What `value`, defined by an operation without a model, may alias: all tensor operands.

    An argument of a block that is not a region's entry aliases none of them.
    """
    if isinstance(value, BlockArgument):
        region = value.owner.parent
        if region is None or region.blocks[0] is not value.owner:
            return []
    op = owner_of_value(value)
    if op is None:
        return []
    return [
        AliasingOpOperand(operand, BufferRelation.UNKNOWN, False)
        for operand in op.op_operands
        if is_tensor_like(operand.value.type)
    ]
