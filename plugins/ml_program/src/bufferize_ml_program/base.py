"""The ml_program dialect's object, its attribute and its type."""

from __future__ import annotations

from typing import ClassVar

from bufferize.define import Dialect
from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.define.type_constraints import exactly
from bufferize.ir import NONE, Attribute, Type, parameters

ML_PROGRAM = Dialect("ml_program")


@ML_PROGRAM.attribute("extern")
@parameters
class ExternAttr(Attribute):
    """`#ml_program.extern : type`: a value that is found elsewhere, by the global's name."""

    type: Type = NONE
    alias_name: ClassVar = "extern"

    @property
    def self_type(self) -> Type:
        """The type that is written after the attribute."""
        return self.type

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> ExternAttr:
        """`: type`, or nothing for the type none."""
        if parser.parse_optional_punctuation(":"):
            return cls(parser.parse_type())
        return cls()

    def print_parameters(self, printer: AsmPrinter) -> None:
        """Nothing but the type follows the mnemonic."""


@ML_PROGRAM.type("token")
@parameters
class TokenType(Type):
    """`!ml_program.token`: an order among ops of a graph region."""

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> TokenType:
        """Nothing follows the mnemonic."""
        return cls()

    def print_parameters(self, printer: AsmPrinter) -> None:
        """Nothing follows the mnemonic."""


TOKEN = exactly(TokenType(), "Token for establishing execution ordering in a graph")
