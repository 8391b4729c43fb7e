"""Building and rewriting IR at an insertion point, with listeners."""

from __future__ import annotations

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
    """A place in a block: before `anchor`, at the end of the block without one."""

    block: Block
    anchor: Operation | None = None

    @staticmethod
    def before(op: Operation) -> InsertionPoint:
        """Right before `op`."""
        assert op.parent is not None
        return InsertionPoint(op.parent, op)

    @staticmethod
    def after(op: Operation) -> InsertionPoint:
        """Right after `op`."""
        assert op.parent is not None
        return InsertionPoint(op.parent, op.next_op)

    @staticmethod
    def at_start(block: Block) -> InsertionPoint:
        """Before the first operation of `block`."""
        return InsertionPoint(block, block.first_op)

    @staticmethod
    def at_end(block: Block) -> InsertionPoint:
        """After the last operation of `block`."""
        return InsertionPoint(block)

    @staticmethod
    def after_value(value: Value) -> InsertionPoint:
        """Where `value` is first defined: after its operation or at the start of its block."""
        op = value.defining_op
        if op is not None:
            return InsertionPoint.after(op)
        block = value.parent_block
        assert block is not None
        return InsertionPoint.at_start(block)


class Listener:
    """Is told of every change that a rewriter makes. All methods do nothing here."""

    def operation_inserted(self, op: Operation) -> None:
        """`op` was put into a block."""

    def operation_modified(self, op: Operation) -> None:
        """`op` was changed in place."""

    def operand_set(self, use: OpOperand, former: Value) -> None:
        """`use` does not use `former` any more; `operation_modified` is told of its owner, too."""

    def operation_replaced(self, op: Operation, values: Sequence[Value]) -> None:
        """The results of `op` are about to be replaced with `values`."""

    def operation_erased(self, op: Operation) -> None:
        """`op`, and all in it, is about to be erased."""


class Builder:
    """Inserts operations at a place that stays behind what was inserted."""

    __slots__ = ("_saved_points", "insertion_point", "listeners", "location")

    def __init__(
        self, insertion_point: InsertionPoint | None = None, location: Location = UNKNOWN_LOC
    ) -> None:
        self.insertion_point = insertion_point
        self.location = location
        self.listeners: list[Listener] = []
        self._saved_points: list[InsertionPoint | None] = []

    def set_insertion_point(self, point: InsertionPoint) -> None:
        """Moves to another place."""
        self.insertion_point = point

    def at(self, point: InsertionPoint) -> AbstractContextManager[None]:
        """Moves to `point` for the length of a with statement."""
        return _Stay(self, point)

    def insert(self, op: OperationT) -> OperationT:
        """Inserts a detached operation and returns it. One of unknown location gets ours."""
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
        """Inserts a copy of `op` and returns it."""
        return self.insert(clone(op, mapping))


class Rewriter(Builder):
    """A builder that also replaces and erases, and tells its listeners."""

    __slots__ = ()

    def erase_op(self, op: Operation) -> None:
        """Erases an operation without uses."""
        for listener in self.listeners:
            listener.operation_erased(op)
        self.leave(op)
        op.erase()

    def leave(self, op: Operation) -> None:
        """Stand behind `op`, which goes away, where it is before it that operations are inserted."""
        self.insertion_point = _without(op, self.insertion_point)
        self._saved_points = [_without(op, point) for point in self._saved_points]

    def replace_op(self, op: Operation, replacement: Operation | Sequence[Value]) -> None:
        """Replaces all results of `op` and erases it."""
        values = replacement.results if isinstance(replacement, Operation) else replacement
        for listener in self.listeners:
            listener.operation_replaced(op, values)
        for result, value in zip(op.results, values, strict=True):
            self.replace_all_uses_with(result, value)
        self.erase_op(op)

    def replace_all_uses_with(self, value: Value, replacement: Value) -> None:
        """Makes all users of `value` use `replacement`."""
        for use in value.uses:
            self.set_operand(use, replacement)

    def set_operand(self, use: OpOperand, value: Value) -> None:
        """Makes one use use `value`."""
        former = use.value
        use.set(value)
        for listener in self.listeners:
            listener.operand_set(use, former)
        self.notify_modified(use.owner)

    def notify_modified(self, op: Operation) -> None:
        """Tells the listeners that `op` was changed in place."""
        for listener in self.listeners:
            listener.operation_modified(op)


class _Stay:
    """A with statement at another place. A class, as a generator takes four times as long."""

    __slots__ = ("_builder", "_point")

    def __init__(self, builder: Builder, point: InsertionPoint) -> None:
        self._builder, self._point = builder, point

    def __enter__(self) -> None:
        self._builder._saved_points.append(self._builder.insertion_point)
        self._builder.insertion_point = self._point

    def __exit__(self, *_: object) -> None:
        self._builder.insertion_point = self._builder._saved_points.pop()


def _without(op: Operation, point: InsertionPoint | None) -> InsertionPoint | None:
    """The place that `point` is once `op` is gone."""
    if point is None or point.anchor is not op:
        return point
    return InsertionPoint(point.block, op.next_op)
