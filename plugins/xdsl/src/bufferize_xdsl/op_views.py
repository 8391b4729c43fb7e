"""One operation of ours alone, as one of xDSL's that can be looked at and rewritten."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from xdsl.dialects import builtin as x
from xdsl.ir import Block as XdslBlock
from xdsl.ir import Operation as XdslOperation
from xdsl.ir import Region as XdslRegion
from xdsl.ir import SSAValue, Use

from bufferize.diagnostics import error
from bufferize.interfaces import owner_of_value
from bufferize.ir import Operation, OpOperand, Value
from bufferize_xdsl.errors import ConversionError, NotRepresentable
from bufferize_xdsl.operations_from_bufferize import OperationsFromBufferize, suggest_name

_AROUND: Final = "bufferize.alone"


class OpView:
    """An operation in a block of its own, whose arguments are the values from outside of it.

    It is a copy: what is done to it changes nothing else. Raises ConversionError.
    """

    def __init__(self, op: Operation, writing: OperationsFromBufferize) -> None:
        self.outside = list(dict.fromkeys(_from_outside(op)))
        """The values of ours that the arguments of the block stand for."""
        try:
            types = [writing.attributes.convert(value.type) for value in self.outside]
        except NotRepresentable as problem:
            message = f"has an operand of a type that xDSL cannot hold: {problem}"
            raise ConversionError(error(f"'{op.name}' op {message}", op)) from None
        self.block = XdslBlock(arg_types=types)
        for value, argument in zip(self.outside, self.block.args, strict=True):
            if value.name_hint is not None:
                suggest_name(argument, value.name_hint)
            writing.values[value] = argument
        self.op: XdslOperation = writing.convert(op)
        self.block.add_op(self.op)
        self.root: XdslOperation = x.UnregisteredOp.with_name(_AROUND).create(
            regions=[XdslRegion(self.block)]
        )
        self._theirs = writing.values
        self._ours = {theirs: ours for ours, theirs in writing.values.items()}

    def theirs(self, value: Value) -> SSAValue:
        """What a value that is used or defined by the operation is to xDSL."""
        return self._theirs[value]

    def ours(self, value: object) -> Value:
        """The inverse. Raises ValueError for what is no value of the operation."""
        found = self._ours.get(value) if isinstance(value, SSAValue) else None
        if found is None:
            raise ValueError(f"{value!r} is neither defined nor used by the operation")
        return found

    def use(self, operand: OpOperand) -> Use:
        """What an operand of the operation is to xDSL."""
        found: Use
        for found in self.op.operands[operand.index].uses:
            if found.operation is self.op and found.index == operand.index:
                return found
        raise ValueError(f"operand #{operand.index} was taken from {self.op}")


def _from_outside(op: Operation) -> Iterable[Value]:
    for inner in op.walk():
        for value in inner.operands:
            if not op.is_ancestor_of(owner_of_value(value)):
                yield value


def state_of(op: Operation) -> tuple[object, ...]:
    """All of an operation that a view of it shows: equal as long as nothing is changed."""
    return tuple(
        (
            inner,
            inner.operands,
            inner.operand_types,
            inner.result_types,
            dict(inner.properties),
            dict(inner.attributes),
            [
                [[argument.type for argument in block.arguments] for block in region.blocks]
                for region in inner.regions
            ],
        )
        for inner in op.walk()
    )
