"""Parts of dimensions, in encodings of parts of tensors."""

from __future__ import annotations

from typing import Final

from bufferize.define.asm import AsmParser, AsmPrinter
from bufferize.ir import Attribute, parameters
from bufferize_sparse_tensor.base import SPARSE_TENSOR

UNKNOWN: Final = -1
"""An offset, size or stride of a slice that is only known at run time."""


@SPARSE_TENSOR.attribute("slice")
@parameters
class DimSliceAttr(Attribute):
    """`#sparse_tensor<slice(offset, size, stride)>`: which part of a dimension is meant, in elements.

    A number is `UNKNOWN`, written `?`, where it is only known at run time.
    """

    offset: int = 0
    size: int = UNKNOWN
    stride: int = 1

    def verify(self) -> str | None:
        if self.offset < UNKNOWN:
            return "expect non-negative value or ? for slice offset"
        if self.size != UNKNOWN and self.size <= 0:
            return "expect positive value or ? for slice size"
        if self.stride != UNKNOWN and self.stride <= 0:
            return "expect positive value or ? for slice stride"
        return None

    @classmethod
    def parse_parameters(cls, parser: AsmParser) -> DimSliceAttr:
        """`(offset, size, stride)`."""

        def parse_number() -> int:
            offset = parser.offset
            if parser.parse_optional_punctuation("?"):
                return UNKNOWN
            number = parser.parse_integer()
            if number < 0:
                raise parser.error(
                    "expect positive value or ? for slice offset/size/stride", offset
                )
            return number

        parser.parse_punctuation("(")
        offset = parse_number()
        parser.parse_punctuation(",")
        size = parse_number()
        parser.parse_punctuation(",")
        stride = parse_number()
        parser.parse_punctuation(")")
        return cls(offset, size, stride)

    def print_parameters(self, printer: AsmPrinter) -> None:
        numbers = ("?" if n == UNKNOWN else str(n) for n in (self.offset, self.size, self.stride))
        printer.write(f"({', '.join(numbers)})")
