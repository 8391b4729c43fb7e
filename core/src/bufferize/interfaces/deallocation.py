"""How ownership of buffers passes through operations, for passes that free buffers.

A block that *owns* a buffer must free it, or hand the ownership on with it. Whether it does is known
or found out when the program runs, as an i1 value. Of all values that share a buffer the same holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, cast

from bufferize.interfaces.base import OpInterface
from bufferize.interfaces.control_flow import BranchOpInterface
from bufferize.ir import Builder, Operation, OpResult, Value


class OwnershipState(Protocol):
    """What the pass that frees buffers offers to an operation, which it has come to in its block."""

    @property
    def builder(self) -> Builder:
        """Builds before the operation."""

    def ownership(self, buffer: Value) -> Value | None:
        """An i1 value that says whether the block owns `buffer`; None where only a copy would be sure."""

    def set_ownership(self, buffer: Value, owned: Value | bool) -> None:
        """Says whether the block owns `buffer` from here on; if so, it frees it at its end."""

    def free(self, retained: Sequence[Value], condition: Value | None = None) -> list[Value]:
        """Frees what the block owns, except for `retained`, before the operation that ends it.

        For each of `retained` an i1 value says whether the block owned it. With a `condition`,
        nothing is owned where it is false.
        """

    def deallocate(self, op: Operation) -> Operation:
        """Does for `op` what its other interfaces say; the operation that it has become."""


class BufferDeallocationOpInterface(OpInterface):
    """An operation that says itself how ownership passes through it.

    Most need not: what allocates and frees says so by its effects; calls, branches, operations with
    regions and what ends those are known by their interfaces. Of anything else a result may be any
    buffer that is an operand.
    """

    __slots__ = ()

    def deallocate(self, state: OwnershipState) -> Operation:
        """Takes over and hands on ownership; the operation that this one has become.

        By default what the other interfaces say.
        """
        return state.deallocate(self)

    def result_ownership(self, result: OpResult, state: OwnershipState) -> Value | None:
        """An i1 value, built after the operation, that says whether the block owns `result`.

        It is asked where it is not known otherwise. None: a copy takes the place of the result.
        """
        return None


class SelectLikeOpInterface(OpInterface):
    """An operation whose only result is one of two operands.

    By default they are the fields `condition`, `true_value` and `false_value`. Where the condition is
    no i1, it is elements of them that are selected.
    """

    __slots__ = ()

    @property
    def select_condition(self) -> Value:
        """What decides."""
        return cast(Value, self.field_called("condition"))

    @property
    def selected_values(self) -> tuple[Value, Value]:
        """The result if the condition is true, and if it is false."""
        return self.field_called("true_value"), self.field_called("false_value")


class ConditionalBranchOpInterface(BranchOpInterface):
    """A branch to the first of two blocks where a condition is true, else to the second one."""

    __slots__ = ()

    @property
    def branch_condition(self) -> Value:
        """What decides. By default the field `condition`."""
        return cast(Value, self.field_called("condition"))
