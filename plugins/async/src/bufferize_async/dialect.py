"""The async dialect: regions that run concurrently, and tokens and values to wait for.

Here are its object, its types and their constraints.
https://mlir.llvm.org/docs/Dialects/AsyncDialect/
"""

from __future__ import annotations

from typing import cast

from bufferize import define as d
from bufferize import ir

ASYNC = d.Dialect("async")


@ASYNC.type("token")
@ir.parameters
class TokenType(ir.Type):
    """`!async.token`: an operation that will complete."""


@ASYNC.type("value")
@ir.parameters
class ValueType(ir.Type):
    """`!async.value<f32>`: a value that will be computed."""

    value_type: ir.Type

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> ValueType:
        """Read `<type>`."""
        parser.parse_punctuation("<")
        type = parser.parse_type()
        parser.parse_punctuation(">")
        return cls(type)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Write what `parse_parameters` reads."""
        printer.write("<")
        printer.print_type(self.value_type)
        printer.write(">")


@ASYNC.type("group")
@ir.parameters
class GroupType(ir.Type):
    """`!async.group`: tokens and values to wait for together."""


@ASYNC.type("coro.id")
@ir.parameters
class CoroIdType(ir.Type):
    """`!async.coro.id`: the identifier of a coroutine."""


@ASYNC.type("coro.handle")
@ir.parameters
class CoroHandleType(ir.Type):
    """`!async.coro.handle`: the handle to resume or destroy a coroutine."""


@ASYNC.type("coro.state")
@ir.parameters
class CoroStateType(ir.Type):
    """`!async.coro.state`: the saved state of a suspended coroutine."""


TOKEN = d.instance_of(TokenType, "async token type")
VALUE = d.instance_of(ValueType, "async value type")
GROUP = d.instance_of(GroupType, "async group type")
CORO_ID = d.instance_of(CoroIdType, "switched-resume coroutine identifier")
CORO_HANDLE = d.instance_of(CoroHandleType, "coroutine handle")
CORO_STATE = d.instance_of(CoroStateType, "saved coroutine state")
VALUE_OR_TOKEN: d.Constraint[ir.Type] = d.one_of(VALUE, TOKEN)
ANY_ASYNC: d.Constraint[ir.Type] = d.one_of(VALUE, TOKEN, GROUP)


def value_type(type: ir.Type) -> ir.Type:
    """Return the type that `!async.value<type>` wraps."""
    return cast(ValueType, type).value_type
