"""What all operation interfaces share."""

from __future__ import annotations

from typing import cast

from bufferize.ir import Operation


class OpInterface:
    """Base of the operation interfaces.

    An interface is a plain mix-in: an operation class lists it among its bases, and code that needs
    it asks with ``isinstance(op, TheInterface)``.
    """

    __slots__ = ()


def as_operation(interface: OpInterface) -> Operation:
    """The operation that an interface is mixed into; it is the same object, typed differently."""
    return cast(Operation, interface)
