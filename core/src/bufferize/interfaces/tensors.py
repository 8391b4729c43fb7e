"""Which types stand for tensors, and which operations handle values of such types."""

from __future__ import annotations

from bufferize.ir import BlockArgument, Operation, OpResult, TensorType, Type, Value


class TensorLikeType:
    """Mix-in for a dialect type that is bufferized like a tensor type."""

    __slots__ = ()


class BufferLikeType:
    """Mix-in for a dialect type that a tensor-like type is bufferized to."""

    __slots__ = ()


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
    return (
        any(isinstance(result.type, _TENSOR_LIKE) for result in op.results)
        or any(isinstance(operand.value.type, _TENSOR_LIKE) for operand in op.op_operands)
        or any(
            isinstance(argument.type, _TENSOR_LIKE)
            for region in op.regions
            for block in region.blocks
            for argument in block.arguments
        )
    )
