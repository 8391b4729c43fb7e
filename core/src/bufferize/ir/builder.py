"""Building and rewriting IR at an insertion point, with listeners."""

from __future__ import annotations

__all__ = ["Builder", "InsertionPoint", "Listener", "Rewriter"]

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple, TypeVar

from bufferize.ir.block import Block
from bufferize.ir.copying import IRMapping, clone
from bufferize.ir.location import UNKNOWN_LOC, Location
from bufferize.ir.operation import Operation
from bufferize.ir.value import OpOperand, Value

OperationT = TypeVar("OperationT", bound=Operation)


class InsertionPoint(NamedTuple):
    """A place in a block: before the operation `anchor`, or at the end if that is None."""

    block: Block
    anchor: Operation | None = None

    @staticmethod
    def before(op: Operation) -> InsertionPoint:
        """Return the point right before `op`."""
        assert op.parent is not None
        return InsertionPoint(op.parent, op)

    @staticmethod
    def after(op: Operation) -> InsertionPoint:
        """Return the point right after `op`."""
        assert op.parent is not None
        return InsertionPoint(op.parent, op.next_op)

    @staticmethod
    def at_start(block: Block) -> InsertionPoint:
        """Return the point before the first operation of `block`."""
        return InsertionPoint(block, block.first_op)

    @staticmethod
    def at_end(block: Block) -> InsertionPoint:
        """Return the point after the last operation of `block`."""
        return InsertionPoint(block)

    @staticmethod
    def after_value(value: Value) -> InsertionPoint:
        """Return the point after the definition of `value`: its operation, or the start of its block."""
        op = value.defining_op
        if op is not None:
            return InsertionPoint.after(op)
        block = value.parent_block
        assert block is not None
        return InsertionPoint.at_start(block)


class Listener:
    """Base of the listeners, whose methods a rewriter calls at changes; here, they do nothing."""

    def operation_inserted(self, op: Operation) -> None:
        """Called after `op` was put into a block."""

    def operation_modified(self, op: Operation) -> None:
        """Called after `op` was changed in place."""

    def operand_set(self, use: OpOperand, former: Value) -> None:
        """Called after `use` was set to a new value from `former`; `operation_modified` is called, too."""

    def operation_replaced(self, op: Operation, values: Sequence[Value]) -> None:
        """Called before the results of `op` are replaced with `values`."""

    def operation_erased(self, op: Operation) -> None:
        """Called before `op`, with all in it, is erased."""


class Builder:
    """A builder that inserts operations one after the other at an insertion point."""

    __slots__ = ("_saved_points", "insertion_point", "listeners", "location")

    def __init__(
        self, insertion_point: InsertionPoint | None = None, location: Location = UNKNOWN_LOC
    ) -> None:
        self.insertion_point = insertion_point
        self.location = location
        self.listeners: list[Listener] = []
        self._saved_points: list[InsertionPoint | None] = []

    def set_insertion_point(self, point: InsertionPoint) -> None:
        """Move to another insertion point."""
        self.insertion_point = point

    def at(self, point: InsertionPoint) -> AbstractContextManager[None]:
        """Context manager: insert at `point`, and afterwards at the former point again."""
        return _Stay(self, point)

    def insert(self, op: OperationT) -> OperationT:
        """Insert a detached operation and return it. An unknown location becomes the builder's."""
        point = self.insertion_point
        if point is None:
            raise ValueError("the builder has no insertion point")
        point.block.insert_before(op, point.anchor)
        if op.location is UNKNOWN_LOC:
            op.location = self.location
        for listener in self.listeners:
            listener.operation_inserted(op)
        return op

    def clone(self, op: OperationT, mapping: IRMapping | None = None) -> OperationT:
        """Insert a copy of `op` and return it."""
        return self.insert(clone(op, mapping))


class Rewriter(Builder):
    """A builder that also replaces and erases, and notifies its listeners."""

    __slots__ = ()

    def erase_op(self, op: Operation) -> None:
        """Erase an operation without uses."""
        for listener in self.listeners:
            listener.operation_erased(op)
        self.leave(op)
        op.erase()

    def leave(self, op: Operation) -> None:
        """Move the insertion point off `op`, which is about to be erased, to the next operation."""
        self.insertion_point = _without(op, self.insertion_point)
        self._saved_points = [_without(op, point) for point in self._saved_points]

    def replace_op(self, op: Operation, replacement: Operation | Sequence[Value]) -> None:
        """Replace all results of `op` and erase it."""
        values = replacement.results if isinstance(replacement, Operation) else replacement
        for listener in self.listeners:
            listener.operation_replaced(op, values)
        for result, value in zip(op.results, values, strict=True):
            self.replace_all_uses_with(result, value)
        self.erase_op(op)

    def replace_all_uses_with(self, value: Value, replacement: Value) -> None:
        """Replace all uses of `value` by `replacement`."""
        for use in value.uses:
            self.set_operand(use, replacement)

    def set_operand(self, use: OpOperand, value: Value) -> None:
        """Set one operand to `value`."""
        former = use.value
        use.set(value)
        for listener in self.listeners:
            listener.operand_set(use, former)
        self.notify_modified(use.owner)

    def notify_modified(self, op: Operation) -> None:
        """Tell the listeners that `op` was changed in place."""
        for listener in self.listeners:
            listener.operation_modified(op)


class _Stay:
    """The context manager of `Builder.at`: a class, since a generator is four times slower."""

    __slots__ = ("_builder", "_point")

    def __init__(self, builder: Builder, point: InsertionPoint) -> None:
        self._builder, self._point = builder, point

    def __enter__(self) -> None:
        self._builder._saved_points.append(self._builder.insertion_point)
        self._builder.insertion_point = self._point

    def __exit__(self, *_: object) -> None:
        self._builder.insertion_point = self._builder._saved_points.pop()


def _without(op: Operation, point: InsertionPoint | None) -> InsertionPoint | None:
    """Return `point`, moved so that it stays valid once `op` is gone."""
    if point is None or point.anchor is not op:
        return point
    return InsertionPoint(point.block, op.next_op)
