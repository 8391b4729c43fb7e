"""What cannot be said on the other side, as errors that name the operation."""

from __future__ import annotations

from typing import Final

from xdsl.dialects import builtin
from xdsl.ir import Operation as XdslOperation

from bufferize.diagnostics import Diagnostic, DiagnosticError, Severity
from bufferize_xdsl.locations import to_location

UNREGISTERED_NAME: Final = "op_name__"
"""The attribute in which xDSL keeps the name of an operation that it does not know."""

_MOST_SHOWN = 80
"""How many characters of an attribute an error shows."""


class ConversionError(DiagnosticError):
    """A module of xDSL cannot be said in bufferize's terms, or the other way round.

    `diagnostics[0].op` is the operation that cannot be converted.
    """


class NotRepresentable(Exception):
    """A type or attribute has no equal on the other side; the message says why."""


def about_xdsl(op: XdslOperation, message: str) -> Diagnostic:
    """An error about an operation of xDSL, with its location, or else its path in the module."""
    position = to_location(op.location).position()
    diagnostic = Diagnostic(Severity.ERROR, f"'{name_of(op)}' op {message}", position)
    diagnostic.op = op
    if position is None:
        diagnostic.path = path_of(op)
    return diagnostic


def name_of(op: XdslOperation) -> str:
    """The name of an operation in the text, also of one that xDSL does not know."""
    return op.op_name.data if isinstance(op, builtin.UnregisteredOp) else op.name


def path_of(op: XdslOperation) -> str:
    """Where an operation is in what is around it: `@f/scf.for#2/tensor.insert#0`.

    One without a symbol name has its number in its block, counted from 0.
    """
    steps: list[str] = []
    current: XdslOperation | None = op
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
    """The text, or its beginning."""
    return text if len(text) <= _MOST_SHOWN else f"{text[:_MOST_SHOWN]}…"
