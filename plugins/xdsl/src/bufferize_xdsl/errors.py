"""Errors that name an operation of xDSL, and conversion of source locations in both directions.

xDSL has no ranges in a file: `loc("f":1:2 to 3:4)` becomes its start.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from xdsl import ir as xdsl
from xdsl.dialects import builtin
from xdsl.dialects import builtin as x

from bufferize import ir
from bufferize.diagnostics import Diagnostic, DiagnosticError, Severity


def to_location(location: xdsl.Attribute, metadata: _Read | None = None) -> ir.Location:
    """Convert a location of xDSL to one of bufferize.

    `metadata` converts the tags of fused locations.
    """
    match location:
        case x.FileLineColLoc():
            line, column = location.line.data, location.column.data
            return ir.FileLineColLoc(location.filename.data, line, column)
        case x.NameLoc():
            return ir.NameLoc(location.desc.data, to_location(location.location, metadata))
        case x.CallSiteLoc():
            callee, caller = location.callee, location.caller
            return ir.CallSiteLoc(to_location(callee, metadata), to_location(caller, metadata))
        case x.FusedLoc(locations=x.ArrayAttr(data=parts)):
            tag = location.metadata
            has_tag = metadata is not None and not isinstance(tag, x.NoneAttr)
            return ir.FusedLoc(
                tuple(to_location(part, metadata) for part in parts),
                metadata(tag) if metadata is not None and has_tag else None,
            )
        case _:
            return ir.UNKNOWN_LOC


def from_location(location: ir.Location, metadata: _Write) -> x.LocationAttr:
    """Convert a location of bufferize to one of xDSL."""
    match location:
        case ir.FileLineColLoc():
            file, line, column = location.file, location.line, location.column
            return x.FileLineColLoc(x.StringAttr(file), x.IntAttr(line), x.IntAttr(column))
        case ir.NameLoc():
            return x.NameLoc(x.StringAttr(location.name), from_location(location.child, metadata))
        case ir.CallSiteLoc():
            callee, caller = location.callee, location.caller
            return x.CallSiteLoc(from_location(callee, metadata), from_location(caller, metadata))
        case ir.FusedLoc():
            tag = x.NoneAttr() if location.metadata is None else metadata(location.metadata)
            parts = [from_location(part, metadata) for part in location.locations]
            return x.FusedLoc(x.ArrayAttr(parts), tag)
        case _:
            return x.UNKNOWN_LOC


_Read = Callable[[xdsl.Attribute], ir.Attribute]
_Write = Callable[[ir.Attribute], xdsl.Attribute]


UNREGISTERED_NAME: Final = "op_name__"
"""The attribute in which xDSL keeps the name of an unregistered operation."""

_MOST_SHOWN = 80
"""The number of characters of an attribute that errors show."""


class ConversionError(DiagnosticError):
    """The error that a module cannot be converted from or to xDSL.

    `diagnostics[0].op` is the operation that cannot be converted.
    """


class NotRepresentable(Exception):
    """The error that a type or attribute has no equivalent on the other side, and why."""


def about_xdsl(op: xdsl.Operation, message: str) -> Diagnostic:
    """Return an error about an operation of xDSL, with its location or path in the module."""
    position = to_location(op.location).position()
    diagnostic = Diagnostic(Severity.ERROR, f"'{name_of(op)}' op {message}", position)
    diagnostic.op = op
    if position is None:
        diagnostic.path = path_of(op)
    return diagnostic


def name_of(op: xdsl.Operation) -> str:
    """Return the name of an operation as in its text, even if it is unregistered."""
    return op.op_name.data if isinstance(op, builtin.UnregisteredOp) else op.name


def path_of(op: xdsl.Operation) -> str:
    """Return the path of an operation in its module, such as `@f/scf.for#2/tensor.insert#0`.

    An operation without a symbol name has its number in its block, counted from 0.
    """
    steps: list[str] = []
    current: xdsl.Operation | None = op
    while current is not None:
        block, symbol = current.parent, current.get_attr_or_prop("sym_name")
        if isinstance(symbol, builtin.StringAttr):
            steps.append(f"@{symbol.data}")
        elif block is not None:
            steps.append(f"{name_of(current)}#{block.get_operation_index(current)}")
        elif not steps:
            steps.append(name_of(current))
        current = current.parent_op()
    return "/".join(reversed(steps))


def shortened(text: str) -> str:
    """Return the text, truncated if it is long."""
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
