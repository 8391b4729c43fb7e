"""Which types stand for tensors, and which operations handle values of such types."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bufferize.ir import BlockArgument, Operation, OpResult, TensorType, Type, Value

if TYPE_CHECKING:  # the type of what the driver hands to a model
    from bufferize.driver import OneShotOptions


class TensorLikeType:
    """Mix-in for a dialect type that is bufferized like a tensor type.

    A `TensorTypeModel`, registered under the type's name, says to what.
    """

    __slots__ = ()


class BufferLikeType:
    """Mix-in for a dialect type that a tensor-like type is bufferized to."""

    __slots__ = ()


class TensorTypeModel:
    """How values of one custom tensor type are bufferized; a model must override its method."""

    def get_buffer_type(self, type: Type, options: OneShotOptions) -> Type:
        """The type of the buffer of a value of `type` of which nothing else is known."""
        raise NotImplementedError(f"{self.__class__.__name__}: get_buffer_type is not implemented")


_TENSOR_LIKE = (TensorType, TensorLikeType)


def is_tensor_like(type: Type) -> bool:
    """Whether values of `type` are bufferized."""
    return isinstance(type, _TENSOR_LIKE)


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
