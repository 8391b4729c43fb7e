"""How ownership of buffers passes through operations, for passes that free buffers.

A block that *owns* a buffer must free it, or pass on the ownership with it. Whether it owns a buffer is
known statically, or at run time as an i1 value; it is the same for all values that share a buffer.
"""

from __future__ import annotations

__all__ = [
    "BufferDeallocationOpInterface", "ConditionalBranchOpInterface",
    "CustomAllocationOpInterface", "OwnershipState", "SelectLikeOpInterface",
]  # fmt: skip

from abc import abstractmethod
from collections.abc import Sequence
from typing import Protocol, cast

from bufferize.interfaces.base import OpInterface
from bufferize.interfaces.control_flow import BranchOpInterface
from bufferize.ir import Builder, Location, Operation, OpResult, Value


class OwnershipState(Protocol):
    """The state of the pass that frees buffers, for the operation that it is processing.

    For each block the pass tracks which buffers the block owns: it must free them or pass them on.
    """

    @property
    def builder(self) -> Builder:
        """A builder before the operation."""

    def ownership(self, buffer: Value) -> Value | None:
        """Return an i1 value: whether the block owns `buffer`; None if only a copy would do."""

    def set_ownership(self, buffer: Value, owned: Value | bool) -> None:
        """Set whether the block owns `buffer` from here on; then the end of the block frees it."""

    def free(self, retained: Sequence[Value], condition: Value | None = None) -> list[Value]:
        """Free all buffers of the block, except for `retained`, before its terminator.

        For each of `retained` an i1 value says whether the block owned it. With a `condition`,
        nothing is owned if it is false.
        """

    def deallocate(self, op: Operation) -> Operation:
        """Handle `op` by its other interfaces. Return the operation that replaces it."""


class BufferDeallocationOpInterface(OpInterface):
    """An operation that defines how ownership passes through it.

    Most operations need not: allocations and deallocations are known by their effects; calls,
    branches, operations with regions and terminators by their interfaces. A result of any other
    operation may be any of its buffer operands.
    """

    def deallocate(self, state: OwnershipState) -> Operation:
        """Pass ownership through this operation. Return the operation that replaces it.

        By default the other interfaces decide.
        """
        return state.deallocate(self)

    def result_ownership(self, result: OpResult, state: OwnershipState) -> Value | None:
        """Return an i1 value, built after the operation, that says whether the block owns `result`.

        Called if the ownership is not known otherwise. None: the result is replaced by a copy.
        """
        return None


class CustomAllocationOpInterface(OpInterface):
    """An operation that allocates buffers which an operation of its own frees, not `memref.dealloc`.

    Operations with the same function `build_dealloc` have the same allocator.
    """

    @staticmethod
    @abstractmethod
    def build_dealloc(builder: Builder, buffer: Value, location: Location) -> None:
        """Insert the operation that frees `buffer`."""

    @staticmethod
    def build_clone(builder: Builder, buffer: Value, location: Location) -> Value | None:
        """Insert and return a copy from the same allocator; None, the default, lets `memref` copy."""
        return None


class SelectLikeOpInterface(OpInterface):
    """An operation whose only result is one of two operands.

    By default they are the fields `condition`, `true_value` and `false_value`. If the condition is
    no i1, elements of the operands are selected.
    """

    @property
    def select_condition(self) -> Value:
        """The condition."""
        return cast(Value, self.field_called("condition"))

    @property
    def selected_values(self) -> tuple[Value, Value]:
        """The results for a true and for a false condition."""
        return self.field_called("true_value"), self.field_called("false_value")


class ConditionalBranchOpInterface(BranchOpInterface):
    """A branch to the first of two blocks if a condition is true, else to the second one."""

    @property
    def branch_condition(self) -> Value:
        """The condition. By default the field `condition`."""
        return cast(Value, self.field_called("condition"))
