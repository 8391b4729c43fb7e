"""The ml_program dialect: globals and functions of machine-learning programs.

Here are its object, its attribute and its type.
https://mlir.llvm.org/docs/Dialects/MLProgramOps/
"""

from __future__ import annotations

from typing import ClassVar

from bufferize import define as d
from bufferize import ir

ML_PROGRAM = d.Dialect("ml_program")


@ML_PROGRAM.attribute("extern")
@ir.parameters
class ExternAttr(ir.Attribute):
    """`#ml_program.extern : type`: an initial value defined outside the program."""

    type: ir.Type = ir.NONE
    alias_name: ClassVar = "extern"

    @property
    def self_type(self) -> ir.Type:
        """The type that is written after the attribute."""
        return self.type

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> ExternAttr:
        """Read `: type`, or nothing for the type none."""
        if parser.parse_optional_punctuation(":"):
            return cls(parser.parse_type())
        return cls()

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Write nothing: only the type follows the mnemonic."""


@ML_PROGRAM.type("token")
@ir.parameters
class TokenType(ir.Type):
    """`!ml_program.token`: orders the memory accesses in a graph region."""

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> TokenType:
        """Nothing follows the mnemonic."""
        return cls()

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Nothing follows the mnemonic."""


TOKEN = d.exactly(TokenType(), "Token for establishing execution ordering in a graph")
