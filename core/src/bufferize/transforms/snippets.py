"""Operations of dialects that the core does not ship, written as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bufferize.define.context import Context
from bufferize.driver.building import op_class_for
from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Builder, Location, Operation, Value
from bufferize.syntax import parse_module


def parse_function(
    text: str, context: Context, location: Location, dialects: Iterable[str]
) -> Operation:
    """The detached function that a text is, everything in it at one location.

    Raises DiagnosticError, saying what to install, where one of its dialects is not available.
    """
    for name in dialects:
        op_class_for(context, name, location)
    function = parse_module(text, context).regions[0].blocks[0].first_op
    assert function is not None
    function.detach()
    for op in function.walk():
        op.location = location
    return function


def insert_body(builder: Builder, function: Operation, values: Sequence[Value]) -> Sequence[Value]:
    """Move the body of a function of one block to the builder's place; what it returns.

    `values` take the place of its arguments.
    """
    assert isinstance(function, FunctionOpInterface)
    for argument, value in zip(function.body_arguments, values, strict=True):
        argument.replace_all_uses_with(value)
    *ops, terminator = function.entry_block.ops
    returned = terminator.operands
    terminator.drop_all_references()
    for op in ops:
        op.detach()
        builder.insert(op)
    return returned
