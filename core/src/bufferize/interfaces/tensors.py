"""Which types stand for tensors, and which operations handle values of such types."""

from __future__ import annotations

from collections.abc import Sequence

from bufferize.interfaces.base import OpInterface
from bufferize.ir import (
    BaseMemRefType,
    BlockArgument,
    Builder,
    Operation,
    OpResult,
    TensorType,
    Type,
    Value,
)


class TensorLikeType:
    """Mix-in for a dialect type that is bufferized like a tensor type.

    A `TensorTypeModel`, registered under the type's name, says to what.
    """

    __slots__ = ()


class BufferLikeType:
    """Mix-in for a dialect type that a tensor-like type is bufferized to."""

    __slots__ = ()


class MemRefElementType:
    """Mix-in for a dialect type whose values can be elements of a memref."""

    __slots__ = ()


class EmptyTensorOpInterface(OpInterface):
    """An operation whose only result is a new tensor of undefined contents, as of `tensor.empty`.

    Passes may put any tensor of the same shape in the place of the result.
    """

    __slots__ = ()

    @property
    def dynamic_extents(self) -> Sequence[Value]:
        """The extents that the type of the result leaves open. By default all operands."""
        return self.operands

    def cast_to_result_type(self, builder: Builder, tensor: Value) -> Value | None:
        """`tensor` with the type of the result, built at `builder`; None where it cannot have it.

        By default only a tensor that has it already.
        """
        return tensor if tensor.type is self.result.type else None


_TENSOR_LIKE = (TensorType, TensorLikeType)
_BUFFER_LIKE = (BaseMemRefType, BufferLikeType)


def is_tensor_like(type: Type) -> bool:
    """Whether values of `type` are bufferized."""
    return isinstance(type, _TENSOR_LIKE)


def is_buffer_like(type: Type) -> bool:
    """Whether values of `type` are buffers."""
    return isinstance(type, _BUFFER_LIKE)


def owner_of_value(value: Value) -> Operation | None:
    """The operation that defines a result, or whose region a block argument belongs to."""
    if isinstance(value, OpResult):
        return value.owner
    assert isinstance(value, BlockArgument)
    return value.owner.parent_op


def has_tensor_values(op: Operation) -> bool:
    """Whether `op` has a tensor operand, a tensor result, or a tensor block argument."""
    # Loops, as generator expressions take most of the time of so small a question.
    for result in op.results:
        if isinstance(result.type, _TENSOR_LIKE):
            return True
    for operand in op.op_operands:
        if isinstance(operand.value.type, _TENSOR_LIKE):
            return True
    for region in op.regions:
        for block in region.blocks:
            for argument in block.arguments:
                if isinstance(argument.type, _TENSOR_LIKE):
                    return True
    return False
