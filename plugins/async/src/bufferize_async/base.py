"""The async dialect's object and its types."""

from __future__ import annotations

from typing import cast

from bufferize.define import Dialect, one_of
from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.define.constraint import Constraint, instance_of
from bufferize.ir import Type, parameters

ASYNC = Dialect("async")


@ASYNC.type("token")
@parameters
class TokenType(Type):
    """`!async.token`: something that will have been done."""


@ASYNC.type("value")
@parameters
class ValueType(Type):
    """`!async.value<f32>`: a value that will be there."""

    value_type: Type

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> ValueType:
        """`<type>`."""
        parser.parse_punctuation("<")
        type = parser.parse_type()
        parser.parse_punctuation(">")
        return cls(type)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write("<")
        printer.print_type(self.value_type)
        printer.write(">")


@ASYNC.type("group")
@parameters
class GroupType(Type):
    """`!async.group`: tokens and values to wait for together."""


@ASYNC.type("coro.id")
@parameters
class CoroIdType(Type):
    """`!async.coro.id`: which coroutine it is."""


@ASYNC.type("coro.handle")
@parameters
class CoroHandleType(Type):
    """`!async.coro.handle`: what a coroutine is resumed by."""


@ASYNC.type("coro.state")
@parameters
class CoroStateType(Type):
    """`!async.coro.state`: where a coroutine goes on."""


TOKEN = instance_of(TokenType, "async token type")
VALUE = instance_of(ValueType, "async value type")
GROUP = instance_of(GroupType, "async group type")
CORO_ID = instance_of(CoroIdType, "switched-resume coroutine identifier")
CORO_HANDLE = instance_of(CoroHandleType, "coroutine handle")
CORO_STATE = instance_of(CoroStateType, "saved coroutine state")
VALUE_OR_TOKEN: Constraint[Type] = one_of(VALUE, TOKEN)
ANY_ASYNC: Constraint[Type] = one_of(VALUE, TOKEN, GROUP)


def value_type(type: Type) -> Type:
    """The type of the value that a `!async.value` will be."""
    return cast(ValueType, type).value_type
