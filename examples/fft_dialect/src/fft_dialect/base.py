"""The dialect `fft`, its types, and its constraints."""

from __future__ import annotations

from bufferize import define as d
from bufferize.define import AsmParser, AsmPrinter
from bufferize.interfaces import BufferLikeType, HyperrectangularSlice, TensorLikeType
from bufferize.ir import RankedTensorType, Type, Value, parameters

DIALECT = d.Dialect("fft")


@parameters
class SizedType(Type):
    """A type with a number of points."""

    size: int

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> SizedType:
        parser.parse_punctuation("<")
        size = parser.parse_integer()
        parser.parse_punctuation(">")
        return cls(size)

    def print_parameters(self, printer: AsmPrinter) -> None:
        printer.write(f"<{self.size}>")


@DIALECT.type("spectrum")
@parameters
class SpectrumType(SizedType, TensorLikeType):
    """`!fft.spectrum<8>`: a tensor of frequencies."""


@DIALECT.type("bins")
@parameters
class BinsType(SizedType, BufferLikeType):
    """`!fft.bins<8>`: the buffer of a spectrum."""


SIGNAL = d.one_of(d.tensor_of(d.F32, ranks=(1,)), d.memref_of(d.F32, ranks=(1,)))
SPECTRUM = d.one_of(d.instance_of(SpectrumType, "spectrum"), d.instance_of(BinsType, "bins"))
DATA = d.one_of(SIGNAL, SPECTRUM)


def every_other(first: Value, half: Value) -> HyperrectangularSlice:
    """Return the points of a signal that `half` selects: every other one, from number `first` on."""
    assert isinstance(half.type, RankedTensorType)
    return HyperrectangularSlice((first,), half.type.shape, (2,))
