"""The types of the tosa dialect."""

from __future__ import annotations

from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.ir import Type, parameters
from bufferize_tosa.base import TOSA

_MAX_RANK = 2**31 - 1


@TOSA.type("shape")
@parameters
class ShapeType(Type):
    """`!tosa.shape<rank>`: so many extents, each an index."""

    rank: int

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> ShapeType:
        """`<rank>`."""
        parser.parse_punctuation("<")
        offset = parser.offset
        rank = parser.parse_integer()
        if rank < 0:
            raise parser.error(f"invalid rank (must be >= 0): {rank}", offset)
        if rank > _MAX_RANK:
            raise parser.error("integer value too large", offset)
        parser.parse_punctuation(">")
        return cls(rank)

    def print_parameters(self, printer: AsmPrinter) -> None:
        """`<rank>`."""
        printer.write(f"<{self.rank}>")


@TOSA.type("mxint8")
@parameters
class MXInt8Type(Type):
    """`!tosa.mxint8`: an integer of 8 bits, in units of 1/64."""
