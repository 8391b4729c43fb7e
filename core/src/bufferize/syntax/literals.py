"""Number literals: what they may be for which type, and the attributes they become."""

from __future__ import annotations

import re
from typing import NamedTuple

from bufferize.ir import (
    F64,
    I64,
    FloatAttr,
    FloatType,
    IndexType,
    IntegerAttr,
    IntegerType,
    Signedness,
    Type,
)
from bufferize.ir.floats import float_to_bits
from bufferize.syntax.scanner import ScanError

# A float literal prints at most this many digits; CPython refuses to read integers of more than
# 4300 digits, which no type can hold but the widest.
_MAX_DIGITS = 4300


class Number(NamedTuple):
    """A number as written: its sign, its unsigned spelling, and where it starts."""

    negative: bool
    spelling: str
    offset: int

    @property
    def is_float(self) -> bool:
        """Whether it is a decimal with a point."""
        return "." in self.spelling

    @property
    def is_hexadecimal(self) -> bool:
        """Whether it is `0x…`."""
        return self.spelling.startswith("0x")

    def integer(self) -> int:
        """Its value. Raises ScanError where it has too many digits for any type."""
        if self.is_hexadecimal:
            value = int(self.spelling, 16)
        elif len(self.spelling) > _MAX_DIGITS:
            raise ScanError("integer constant out of range for attribute", self.offset)
        else:
            value = int(self.spelling)
        return -value if self.negative else value


def check_integer(number: Number, type: Type, what: str = "attribute") -> int:
    """The value of an integer literal of an integer or index type. Raises ScanError."""
    value = number.integer()
    if isinstance(type, IndexType):
        fits = -(1 << 63) <= value < 1 << 63
    else:
        assert isinstance(type, IntegerType)
        low, high = integer_range(type)
        fits = low <= value <= high and not (number.negative and value == 0)
    if not fits:
        raise ScanError(f"integer constant out of range for {what}", number.offset)
    return value


def integer_range(type: IntegerType) -> tuple[int, int]:
    """The least and the greatest literal of a type; a signless one takes both readings."""
    if type.width == 0:
        return 0, 0
    low = 0 if type.signedness is Signedness.UNSIGNED else -(1 << (type.width - 1))
    bits = type.width - 1 if type.signedness is Signedness.SIGNED else type.width
    return low, (1 << bits) - 1


def float_bits(number: Number, type: FloatType) -> int:
    """The bit pattern of a literal of a float type: a decimal, or the pattern in hexadecimal."""
    if number.is_float:
        # It is a double first and is then rounded to the format, twice rounded as in MLIR.
        value = float(number.spelling)
        return float_to_bits(-value if number.negative else value, type)
    if not number.is_hexadecimal:
        raise ScanError(
            "unexpected decimal integer literal for a floating point value; "
            "add a trailing dot to make the literal a float",
            number.offset,
        )
    if number.negative:
        raise ScanError("hexadecimal float literal should not have a leading minus", number.offset)
    bits = int(number.spelling, 16)
    if bits >> type.width:
        raise ScanError("hexadecimal float constant out of range for type", number.offset)
    return bits


def number_attribute(number: Number, type: Type | None) -> IntegerAttr | FloatAttr:
    """The attribute of a literal; without a type a float is f64 and an integer i64."""
    if number.is_float:
        if type is None:
            type = F64
        elif not isinstance(type, FloatType):
            raise ScanError("floating point value not valid for specified type", number.offset)
        return FloatAttr(float_bits(number, type), type)
    if type is None:
        type = I64
    if isinstance(type, FloatType):
        return FloatAttr(float_bits(number, type), type)
    if not isinstance(type, IntegerType | IndexType):
        raise ScanError("integer literal not valid for specified type", number.offset)
    return IntegerAttr(check_integer(number, type), type)


_scalar = re.compile(r"[-+\w.]+")


def nth_scalar(text: str, index: int, offset: int) -> int:
    """Where the number with this index stands in the text of a nested list at `offset`."""
    for count, match in enumerate(_scalar.finditer(text)):
        if count == index:
            return offset + match.start()
    return offset
