"""Alignment of pointers to functions."""

from __future__ import annotations

from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.ir import Attribute, parameters
from bufferize_dlti.base import DLTI

_DEPENDENT = "function_dependent"


@DLTI.attribute("function_pointer_alignment")
@parameters
class FunctionPointerAlignmentAttr(Attribute):
    """`#dlti.function_pointer_alignment<32, function_dependent = true>`: in bits."""

    alignment: int
    function_dependent: bool
    """Whether it is a multiple of the alignment of the function, too."""

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> FunctionPointerAlignmentAttr:
        """`<bits, function_dependent = true|false>`."""
        parser.parse_punctuation("<")
        alignment = parser.parse_integer()
        parser.parse_punctuation(",")
        parser.parse_keyword(_DEPENDENT)
        parser.parse_punctuation("=")
        dependent = parser.parse_optional_any_keyword(("true", "false"))
        if dependent is None:
            raise parser.error("expected 'true' or 'false'")
        parser.parse_punctuation(">")
        return cls(alignment, dependent == "true")

    def print_parameters(self, printer: AsmPrinter) -> None:
        dependent = str(self.function_dependent).lower()
        printer.write(f"<{self.alignment}, {_DEPENDENT} = {dependent}>")
