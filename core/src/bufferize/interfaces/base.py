"""What all operation interfaces share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from bufferize.define import ConstantLike
from bufferize.ir import BlockArgument, IntegerAttr, Operation, OpOperand, OpResult, Value

OpT = TypeVar("OpT", bound=Operation)
_IndexedT = TypeVar("_IndexedT", OpOperand, OpResult, BlockArgument)


class OpInterface(Operation):
    """Base of the operation interfaces.

    An interface is an abstract kind of operation: an operation class lists it among its bases, after
    `Operation`, and code that needs it asks with ``isinstance(op, TheInterface)``. What the interface
    marks with ``abstractmethod`` the operation class must have, or it cannot be declared. Rules that
    it has are checked by its method ``verify_interface``, after the rules of the operation and of
    those in its regions; it raises VerifyError.
    """

    __slots__ = ()

    def field_called(self, name: str) -> Any:
        """A field that operation classes declare under this name, unless they override what asks."""
        return getattr(self, name)


def position_among(item: _IndexedT, items: Sequence[_IndexedT]) -> int | None:
    """The position of `item` in `items`, which most often follow each other; else None."""
    position = item.index - items[0].index if items else 0
    if 0 <= position < len(items) and items[position] is item:
        return position
    return items.index(item) if item in items else None


def constant_int(value: int | Value) -> int | None:
    """The integer that `value` is, or is a constant of; None where it is no constant."""
    if isinstance(value, int):
        return value
    op = value.defining_op
    if op is None or not op.has_trait(ConstantLike):
        return None
    folded = op.fold()
    attr = folded[0] if folded else None
    return attr.value if isinstance(attr, IntegerAttr) else None
