"""The base class of op interfaces, constants, and predicates for tensor and buffer types."""

from __future__ import annotations

__all__ = [
    "BufferLikeType", "EmptyTensorOpInterface", "MemRefElementType", "OpInterface", "OpT",
    "QuantizedTypeInterface", "TensorLikeType", "constant_int", "has_tensor_values",
    "is_buffer_like", "is_tensor_like", "owner_of_value", "position_among",
]  # fmt: skip

from collections.abc import Sequence
from typing import Any, ClassVar, TypeVar

from bufferize import ir
from bufferize.define import ConstantLike

OpT = TypeVar("OpT", bound=ir.Operation)
_IndexedT = TypeVar("_IndexedT", ir.OpOperand, ir.OpResult, ir.BlockArgument)


class OpInterface(ir.Operation):
    """Base of the operation interfaces.

    An interface is an abstract kind of operation: an operation class lists it among its bases,
    after `Operation`, and code that needs it asks with ``isinstance(op, TheInterface)``. The
    operation class must define all members that the interface marks with ``abstractmethod``. The
    rules of the interface are checked by its method ``verify_interface``, after those of the
    operation and of the operations in its regions; it raises VerifyError.
    """

    def field_called(self, name: str) -> Any:
        """Return the field of this name: the default of a property that classes may override."""
        return getattr(self, name)


def position_among(item: _IndexedT, items: Sequence[_IndexedT]) -> int | None:
    """Return the position of `item` in `items`, None if it is not there.

    It is fast for items with consecutive indices, the usual case.
    """
    position = item.index - items[0].index if items else 0
    if 0 <= position < len(items) and items[position] is item:
        return position
    return items.index(item) if item in items else None


def constant_int(value: int | ir.Value) -> int | None:
    """Return `value` if it is an integer, or the integer of a constant; None for other values."""
    if isinstance(value, int):
        return value
    op = value.defining_op
    if op is None or not op.has_trait(ConstantLike):
        return None
    folded = op.fold()
    attr = folded[0] if folded else None
    return attr.value if isinstance(attr, ir.IntegerAttr) else None


class TensorLikeType:
    """Mix-in for a dialect type that is bufferized like a tensor type.

    A `TensorTypeModel`, registered under the type's name, gives the buffer type.
    """

    __slots__ = ()


class BufferLikeType:
    """Mix-in for a dialect type that a tensor-like type is bufferized to."""

    __slots__ = ()


class MemRefElementType:
    """Mix-in for a dialect type whose values can be elements of a memref."""

    __slots__ = ()


class EmptyTensorOpInterface(OpInterface):
    """An operation whose only result is a new tensor of undefined contents, like `tensor.empty`.

    Passes may put any tensor of the same shape in the place of the result.
    """

    @property
    def dynamic_extents(self) -> Sequence[ir.Value]:
        """The dynamic extents of the result. By default all operands."""
        return self.operands

    def cast_to_result_type(self, builder: ir.Builder, tensor: ir.Value) -> ir.Value | None:
        """Return `tensor`, cast at `builder` to the type of the result; None if that is impossible.

        By default only a tensor that already has that type.
        """
        return tensor if tensor.type is self.result.type else None


_TENSOR_LIKE = (ir.TensorType, TensorLikeType)
_BUFFER_LIKE = (ir.BaseMemRefType, BufferLikeType)


def is_tensor_like(type: ir.Type) -> bool:
    """Return whether values of `type` are bufferized."""
    return isinstance(type, _TENSOR_LIKE)


def is_buffer_like(type: ir.Type) -> bool:
    """Return whether values of `type` are buffers."""
    return isinstance(type, _BUFFER_LIKE)


def owner_of_value(value: ir.Value) -> ir.Operation | None:
    """Return the operation that defines a result, or that contains a block argument's block."""
    if isinstance(value, ir.OpResult):
        return value.owner
    assert isinstance(value, ir.BlockArgument)
    return value.owner.parent_op


def has_tensor_values(op: ir.Operation) -> bool:
    """Return whether `op` has a tensor operand, a tensor result, or a tensor block argument."""
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


class QuantizedTypeInterface:
    """A type whose elements are stored as integers and represent floating-point numbers."""

    expressed_type: ir.FloatType | None
    """The type of the numbers that the elements represent, None if it is not known."""
    has_one_scale: ClassVar[bool] = False
    """Whether one scale holds for all elements of a tensor."""

    @property
    def storage_type(self) -> ir.IntegerType | None:
        """The type in which the elements are stored, None if it is not known."""
        raise NotImplementedError
