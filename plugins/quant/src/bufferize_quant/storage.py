"""The integers that quantized elements are stored as."""

from __future__ import annotations

import re
from typing import NamedTuple

from bufferize import define as d
from bufferize import ir

MAX_WIDTH = 32

_unsigned = re.compile(r"u([0-9]+)", re.ASCII).fullmatch


class Storage(NamedTuple):
    """Integers of `width` bits, of which those from `minimum` to `maximum` are used."""

    width: int
    is_signed: bool
    minimum: int
    maximum: int

    @staticmethod
    def whole(width: int, is_signed: bool = True) -> Storage:
        """All integers of a width in bits."""
        low = -(1 << width >> 1) if is_signed else 0
        return Storage(width, is_signed, low, low + (1 << width) - 1)

    @property
    def type(self) -> ir.IntegerType:
        """The type of the integers; it has no sign, as in arithmetic."""
        return ir.IntegerType(self.width)

    def problem(self) -> str | None:
        """What is wrong with the width or the limits, None if nothing is."""
        if not 0 < self.width <= MAX_WIDTH:
            return f"illegal storage type size: {self.width}"
        whole = Storage.whole(self.width, self.is_signed)
        if not whole.minimum <= self.minimum < self.maximum <= whole.maximum:
            return f"illegal storage min and storage max: ({self.minimum}:{self.maximum})"
        return None

    def __str__(self) -> str:
        """`i8`, `u8`, or `i8<-127:127>` where not all integers are used."""
        name = f"{'i' if self.is_signed else 'u'}{self.width}"
        if self == Storage.whole(self.width, self.is_signed):
            return name
        return f"{name}<{self.minimum}:{self.maximum}>"


def parse_storage(parser: d.AsmParser) -> Storage:
    """`i8`, `u8` or `i8<-127:127>`; `si8` and `ui8` are the same as the first two."""
    offset = parser.offset
    whole = _parse_whole(parser)
    if not 0 < whole.width <= MAX_WIDTH:
        raise parser.error(f"illegal storage type size: {whole.width}", offset)
    if not parser.parse_optional_punctuation("<"):
        return whole
    offset = parser.offset
    minimum = parser.parse_integer()
    if minimum < whole.minimum:
        raise parser.error(f"illegal storage type minimum: {minimum}", offset)
    parser.parse_punctuation(":")
    offset = parser.offset
    maximum = parser.parse_integer()
    if maximum > whole.maximum:
        raise parser.error(f"illegal storage type maximum: {maximum}", offset)
    parser.parse_punctuation(">")
    return whole._replace(minimum=minimum, maximum=maximum)


def _parse_whole(parser: d.AsmParser) -> Storage:
    offset = parser.offset
    type = parser.parse_optional_type()
    if isinstance(type, ir.IntegerType):
        return Storage.whole(type.width, type.signedness is not ir.Signedness.UNSIGNED)
    if type is not None:
        raise parser.error("storage type must be integral", offset)
    word = parser.parse_any_keyword()
    if not word.startswith("u"):
        raise parser.error("illegal storage type prefix", offset)
    match = _unsigned(word)
    # No width of more digits is allowed, and Python does not read numbers of thousands of them.
    if match is None or len(match[1]) > 4:
        raise parser.error("expected storage type width", offset)
    return Storage.whole(int(match[1]), is_signed=False)
