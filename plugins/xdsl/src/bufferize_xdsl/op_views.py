"""Views of single operations of bufferize as operations of xDSL."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from xdsl import ir as xdsl
from xdsl.dialects import builtin as x

from bufferize import ir
from bufferize.diagnostics import error
from bufferize.interfaces import owner_of_value
from bufferize_xdsl.errors import ConversionError, NotRepresentable
from bufferize_xdsl.operations_from_bufferize import OperationsFromBufferize, suggest_name

_AROUND: Final = "bufferize.alone"


class OpView:
    """A copy of an operation in a separate block, whose arguments are the values defined outside.

    Changes to it affect nothing else. Raises ConversionError.
    """

    def __init__(self, op: ir.Operation, writing: OperationsFromBufferize) -> None:
        self.outside = list(dict.fromkeys(_from_outside(op)))
        """The values of bufferize that the arguments of the block represent."""
        try:
            types = [writing.attributes.convert(value.type) for value in self.outside]
        except NotRepresentable as problem:
            message = f"has an operand of a type that xDSL cannot hold: {problem}"
            raise ConversionError(error(f"'{op.name}' op {message}", op)) from None
        self.block = xdsl.Block(arg_types=types)
        for value, argument in zip(self.outside, self.block.args, strict=True):
            if value.name_hint is not None:
                suggest_name(argument, value.name_hint)
            writing.values[value] = argument
        self.op: xdsl.Operation = writing.convert(op)
        self.block.add_op(self.op)
        self.root: xdsl.Operation = x.UnregisteredOp.with_name(_AROUND).create(
            regions=[xdsl.Region(self.block)]
        )
        self._theirs = writing.values
        self._ours = {theirs: ours for ours, theirs in writing.values.items()}

    def theirs(self, value: ir.Value) -> xdsl.SSAValue:
        """Return the value of xDSL for a value that the operation uses or defines."""
        return self._theirs[value]

    def ours(self, value: object) -> ir.Value:
        """Return the value of bufferize for one of xDSL.

        Raises ValueError if it does not belong to the operation.
        """
        found = self._ours.get(value) if isinstance(value, xdsl.SSAValue) else None
        if found is None:
            raise ValueError(f"{value!r} is neither defined nor used by the operation")
        return found

    def use(self, operand: ir.OpOperand) -> xdsl.Use:
        """Return the use in xDSL for an operand of the operation."""
        found: xdsl.Use
        for found in self.op.operands[operand.index].uses:
            if found.operation is self.op and found.index == operand.index:
                return found
        raise ValueError(f"operand #{operand.index} was taken from {self.op}")


def _from_outside(op: ir.Operation) -> Iterable[ir.Value]:
    for inner in op.walk():
        for value in inner.operands:
            if not op.is_ancestor_of(owner_of_value(value)):
                yield value


def state_of(op: ir.Operation) -> tuple[object, ...]:
    """Return everything that a view shows of an operation.

    It is equal while the operation is unchanged.
    """
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
