"""The complex dialect's object, its attribute and its type constraint."""

from __future__ import annotations

from bufferize.define import Dialect
from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.define.type_constraints import FLOAT, complex_of
from bufferize.ir import Attribute, ComplexType, FloatAttr, FloatType, Type, parameters

COMPLEX = Dialect("complex")

COMPLEX_OF_FLOAT = complex_of(FLOAT)


@COMPLEX.attribute("number")
@parameters
class NumberAttr(Attribute):
    """`#complex.number<:f32 1.0, 2.0>`: a complex number."""

    real: FloatAttr
    imaginary: FloatAttr

    @property
    def type(self) -> Type:
        """The complex type of the number."""
        return ComplexType(self.real.type)

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> NumberAttr:
        """`<:type real, imaginary>` and maybe `: type`."""
        parser.parse_punctuation("<")
        offset = parser.offset
        element_type = parser.parse_colon_type()
        if not isinstance(element_type, FloatType):
            raise parser.error("expected a floating-point type", offset)
        real = _parse_part(parser, element_type)
        parser.parse_punctuation(",")
        imaginary = _parse_part(parser, element_type)
        parser.parse_punctuation(">")
        if parser.parse_optional_punctuation(":"):
            parser.parse_type()  # says nothing: MLIR reads any type here
        return cls(real, imaginary)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write("<:")
        printer.print_type(self.real.type)
        printer.write(" ")
        printer.print_attribute_without_type(self.real)
        printer.write(", ")
        printer.print_attribute_without_type(self.imaginary)
        printer.write("> : ")
        printer.print_type(self.type)


def _parse_part(parser: AsmParser, type: FloatType) -> FloatAttr:
    offset = parser.offset
    part = parser.parse_attribute(type)
    if not isinstance(part, FloatAttr):
        raise parser.error("expected a floating-point number", offset)
    return part
