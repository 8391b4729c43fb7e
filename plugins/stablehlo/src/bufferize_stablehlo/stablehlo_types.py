"""The types of the stablehlo dialect."""

from __future__ import annotations

from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.ir import Type, parameters
from bufferize_stablehlo.base import STABLEHLO


@STABLEHLO.type("token")
@parameters
class TokenType(Type):
    """`!stablehlo.token`: orders operations with side effects."""


@STABLEHLO.type("future")
@parameters
class FutureType(Type):
    """`!stablehlo.future<types>`: what an asynchronous computation will give."""

    types: tuple[Type, ...]

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> FutureType:
        """`<types>`."""
        parser.parse_punctuation("<")
        types = parser.parse_type_list()
        parser.parse_punctuation(">")
        return cls(tuple(types))

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write("<")
        printer.print_types(self.types)
        printer.write(">")
