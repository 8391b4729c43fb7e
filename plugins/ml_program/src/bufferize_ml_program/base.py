"""The ml_program dialect's object, its attribute and its type."""

from __future__ import annotations

from dataclasses import dataclass

from bufferize.define import Dialect
from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.define.constraint import instance_of
from bufferize.ir import NONE, Attribute, NoneType, Type

ML_PROGRAM = Dialect("ml_program")


@ML_PROGRAM.attribute("extern")
@dataclass(frozen=True, eq=False, repr=False)
class ExternAttr(Attribute):
    """`#ml_program.extern : type`: a value that is found elsewhere, by the global's name."""

    type: Type = NONE

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> ExternAttr:
        """`: type`, or nothing for the type none."""
        if parser.parse_optional_punctuation(":"):
            return cls(parser.parse_type())
        return cls()

    def print_parameters(self, printer: AsmPrinter) -> None:
        """As `parse_parameters` reads it."""
        if not isinstance(self.type, NoneType):
            printer.write(" : ")
            printer.print_type(self.type)


@ML_PROGRAM.type("token")
@dataclass(frozen=True, eq=False, repr=False)
class TokenType(Type):
    """`!ml_program.token`: an order among ops of a graph region."""

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> TokenType:
        """Nothing follows the mnemonic."""
        return cls()

    def print_parameters(self, printer: AsmPrinter) -> None:
        """Nothing follows the mnemonic."""


TOKEN = instance_of(TokenType, "Token for establishing execution ordering in a graph")
