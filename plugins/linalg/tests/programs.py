"""Programs of one operation."""

from __future__ import annotations

from bufferize import Context
from bufferize_testing import first_error


def op(text: str, **types: str) -> str:
    """A function with one operation whose operands have these types."""
    arguments = ", ".join(f"%{name}: {type}" for name, type in types.items())
    return f"func.func @f({arguments}) {{\n  {text}\n  return\n}}\n"


def problem(text: str, context: Context) -> tuple[int, str]:
    """The line and the text of the first error."""
    error = first_error(text, context)
    assert error is not None, "no error"
    return (error.position.line if error.position else 0), error.message
