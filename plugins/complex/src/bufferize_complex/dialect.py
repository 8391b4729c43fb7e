"""The complex dialect: complex numbers, whose two parts are floats.

Here are its object, its attribute and its type constraint.
https://mlir.llvm.org/docs/Dialects/ComplexOps/
"""

from __future__ import annotations

from bufferize import define as d
from bufferize import ir

COMPLEX = d.Dialect("complex")

COMPLEX_OF_FLOAT = d.complex_of(d.FLOAT)


@COMPLEX.attribute("number")
@ir.parameters
class NumberAttr(ir.Attribute):
    """`#complex.number<:f32 1.0, 2.0>`: a complex number."""

    real: ir.FloatAttr
    imaginary: ir.FloatAttr

    @property
    def type(self) -> ir.Type:
        """The complex type of the number."""
        return ir.ComplexType(self.real.type)

    @classmethod
    def parse_parameters(cls, parser: d.AsmParser) -> NumberAttr:
        """Read `<:type real, imaginary>` and maybe `: type`."""
        parser.parse_punctuation("<")
        offset = parser.offset
        element_type = parser.parse_colon_type()
        if not isinstance(element_type, ir.FloatType):
            raise parser.error("expected a floating-point type", offset)
        real = _parse_part(parser, element_type)
        parser.parse_punctuation(",")
        imaginary = _parse_part(parser, element_type)
        parser.parse_punctuation(">")
        if parser.parse_optional_punctuation(":"):
            parser.parse_type()  # ignored, as MLIR ignores it
        return cls(real, imaginary)

    def print_parameters(self, printer: d.AsmPrinter) -> None:
        """Write what `parse_parameters` reads."""
        printer.write("<:")
        printer.print_type(self.real.type)
        printer.write(" ")
        printer.print_attribute_without_type(self.real)
        printer.write(", ")
        printer.print_attribute_without_type(self.imaginary)
        printer.write("> : ")
        printer.print_type(self.type)


def _parse_part(parser: d.AsmParser, type: ir.FloatType) -> ir.FloatAttr:
    offset = parser.offset
    part = parser.parse_attribute(type)
    if not isinstance(part, ir.FloatAttr):
        raise parser.error("expected a floating-point number", offset)
    return part


def element_type(type: ir.Type) -> ir.Type:
    """Return the type of the parts of a complex number."""
    assert isinstance(type, ir.ComplexType)
    return type.element_type
