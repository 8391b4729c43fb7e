"""Operations of other dialects, which are written as the text of a function and inserted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from weakref import WeakKeyDictionary

from bufferize import define as d
from bufferize import ir
from bufferize.analysis import functions_in
from bufferize.driver.building import op_class_for
from bufferize.interfaces import FunctionOpInterface
from bufferize.syntax import parse_module

_MOST_FUNCTIONS: Final = 256
_functions: WeakKeyDictionary[d.DialectContext, dict[str, FunctionOpInterface]] = (
    WeakKeyDictionary()
)
"""The parsed functions by their text, since most programs need the same ones."""


def parse_function(
    text: str, context: d.DialectContext, location: ir.Location
) -> FunctionOpInterface:
    """Return the function in `text`, detached, with all its operations at `location`.

    Raises DiagnosticError, saying what to install, if one of the dialects is not available.
    """
    for name in ("func.func", "func.call", "scf.if", "scf.for", "arith.constant"):
        op_class_for(context, name, location)
    return parse_cached(text, context, location)


def parse_cached(
    text: str, context: d.DialectContext, location: ir.Location
) -> FunctionOpInterface:
    """Return the function in `text` as `parse_function` does, for dialects that are known to be there."""
    parsed = _functions.setdefault(context, {})
    if text not in parsed:
        if len(parsed) >= _MOST_FUNCTIONS:
            parsed.clear()
        (parsed[text],) = functions_in(parse_module(text, context))
    function = ir.clone(parsed[text])
    for op in function.walk():
        op.location = location
    return function


def insert_body(
    builder: ir.Builder, function: FunctionOpInterface, values: Sequence[ir.Value]
) -> Sequence[ir.Value]:
    """Move the body of a one-block function to the insertion point, with `values` for its arguments.

    Return the values that the function returns.
    """
    for argument, value in zip(function.body_arguments, values, strict=True):
        argument.replace_all_uses_with(value)
    *ops, terminator = function.entry_block.ops
    returned = terminator.operands
    terminator.drop_all_references()
    for op in ops:
        op.detach()
        builder.insert(op)
    return returned
