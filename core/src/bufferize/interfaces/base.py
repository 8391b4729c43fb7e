"""What all operation interfaces share."""

from __future__ import annotations

from bufferize.ir import Operation, OpOperand


class OpInterface(Operation):
    """Base of the operation interfaces.

    An interface is an abstract kind of operation: an operation class lists it among its bases, after
    `Operation`, and code that needs it asks with ``isinstance(op, TheInterface)``. What the interface marks with ``abstractmethod``
    the operation class must have, or it cannot be declared. Rules that it has are checked by its
    method ``verify_interface``, after the rules of the operation and of those in its regions; it
    raises VerifyError.
    """

    __slots__ = ()


def position_among(operand: OpOperand, operands: list[OpOperand]) -> int | None:
    """The position of `operand` in `operands`, which most often follow each other; else None."""
    position = operand.index - operands[0].index if operands else 0
    if 0 <= position < len(operands) and operands[position] is operand:
        return position
    return operands.index(operand) if operand in operands else None
