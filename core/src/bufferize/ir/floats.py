"""Floating point formats: numbers to bit patterns and back, and their text as MLIR prints it.

A number is the bit pattern of its format, a non-negative `int`: Python's float cannot hold f80 and
f128, nor the payload of a NaN.
"""

from __future__ import annotations

__all__ = ["FLOAT_FORMATS"]

import enum
import math
import struct
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from bufferize.ir.types import FloatType


class NonFinite(enum.Enum):
    """The representation of infinity and NaN in a format."""

    IEEE = "the largest exponent"
    ALL_ONES = "NaN has all bits set, there is no infinity"
    NEGATIVE_ZERO = "NaN is what would be -0, there is no infinity"
    NONE = "every pattern is a finite number"
    EXPONENT_ONLY = "unsigned powers of two, NaN has all bits set"


class FloatFormat(NamedTuple):
    """The layout of one format. The implied leading bit is not one of the `fraction_bits`."""

    width: int
    exponent_bits: int
    fraction_bits: int
    bias: int
    non_finite: NonFinite = NonFinite.IEEE
    explicit_leading_bit: bool = False

    @property
    def sign_bit(self) -> int:
        """The mask of the sign, 0 for an unsigned format."""
        return 0 if self.non_finite is NonFinite.EXPONENT_ONLY else 1 << (self.width - 1)

    @property
    def magnitude_limit(self) -> int:
        """The first magnitude (exponent and fraction, leading bit implied) that is not finite."""
        everything = 1 << (self.exponent_bits + self.fraction_bits)
        if self.non_finite is NonFinite.IEEE:
            return everything - (1 << self.fraction_bits)
        if self.non_finite in (NonFinite.ALL_ONES, NonFinite.EXPONENT_ONLY):
            return everything - 1
        return everything


FLOAT_FORMATS: Final[dict[str, FloatFormat]] = {
    "f16": FloatFormat(16, 5, 10, 15),
    "bf16": FloatFormat(16, 8, 7, 127),
    "tf32": FloatFormat(19, 8, 10, 127),
    "f32": FloatFormat(32, 8, 23, 127),
    "f64": FloatFormat(64, 11, 52, 1023),
    "f80": FloatFormat(80, 15, 63, 16383, explicit_leading_bit=True),
    "f128": FloatFormat(128, 15, 112, 16383),
    "f8E5M2": FloatFormat(8, 5, 2, 15),
    "f8E4M3": FloatFormat(8, 4, 3, 7),
    "f8E3M4": FloatFormat(8, 3, 4, 3),
    "f8E4M3FN": FloatFormat(8, 4, 3, 7, NonFinite.ALL_ONES),
    "f8E5M2FNUZ": FloatFormat(8, 5, 2, 16, NonFinite.NEGATIVE_ZERO),
    "f8E4M3FNUZ": FloatFormat(8, 4, 3, 8, NonFinite.NEGATIVE_ZERO),
    "f8E4M3B11FNUZ": FloatFormat(8, 4, 3, 11, NonFinite.NEGATIVE_ZERO),
    "f8E8M0FNU": FloatFormat(8, 8, 0, 127, NonFinite.EXPONENT_ONLY),
    "f6E3M2FN": FloatFormat(6, 3, 2, 3, NonFinite.NONE),
    "f6E2M3FN": FloatFormat(6, 2, 3, 1, NonFinite.NONE),
    "f4E2M1FN": FloatFormat(4, 2, 1, 1, NonFinite.NONE),
}
"""The format of each float type, by its keyword."""


class Unpacked(NamedTuple):
    """The parts of a bit pattern; the number is ±significand * 2**exponent when `kind` is finite."""

    negative: bool
    kind: str  # "finite", "inf" or "nan"
    significand: int = 0
    exponent: int = 0


def unpack_bits(bits: int, type: FloatType) -> Unpacked:
    """Split a bit pattern into its parts."""
    layout = type.format
    sign = layout.sign_bit
    negative = bool(bits & sign)
    magnitude = bits & ~sign
    fraction_bits = layout.fraction_bits
    if layout.non_finite is NonFinite.EXPONENT_ONLY:
        if magnitude >= layout.magnitude_limit:
            return Unpacked(False, "nan")
        return Unpacked(False, "finite", 1, magnitude - layout.bias)
    if layout.non_finite is NonFinite.NEGATIVE_ZERO and bits == sign:
        return Unpacked(False, "nan")
    lowest = 1 - layout.bias - fraction_bits
    if layout.explicit_leading_bit:
        stored = magnitude >> (fraction_bits + 1)
        significand = magnitude & ((1 << (fraction_bits + 1)) - 1)
        leading = significand >> fraction_bits
        if stored and not leading:
            return Unpacked(negative, "nan")  # the processor rejects these patterns too
        if stored == (1 << layout.exponent_bits) - 1:
            return Unpacked(negative, "inf" if significand == 1 << fraction_bits else "nan")
        return Unpacked(negative, "finite", significand, lowest + max(stored, 1) - 1)
    if magnitude >= layout.magnitude_limit:
        infinite = layout.non_finite is NonFinite.IEEE and magnitude == layout.magnitude_limit
        return Unpacked(negative, "inf" if infinite else "nan")
    stored = magnitude >> fraction_bits
    fraction = magnitude & ((1 << fraction_bits) - 1)
    if stored == 0:
        return Unpacked(negative, "finite", fraction, lowest)
    return Unpacked(negative, "finite", fraction | 1 << fraction_bits, lowest + stored - 1)


def _pack(negative: bool, magnitude: int, layout: FloatFormat) -> int:
    """Return the pattern of a sign and a magnitude (leading bit implied)."""
    if layout.explicit_leading_bit:
        stored = magnitude >> layout.fraction_bits
        fraction = magnitude & ((1 << layout.fraction_bits) - 1)
        magnitude = stored << (layout.fraction_bits + 1) | fraction
        if stored:
            magnitude |= 1 << layout.fraction_bits
    if negative and not (layout.non_finite is NonFinite.NEGATIVE_ZERO and magnitude == 0):
        magnitude |= layout.sign_bit
    return magnitude


def nan_bits(type: FloatType) -> int:
    """Return the quiet NaN of a format. Raises ValueError if the format has none."""
    layout = type.format
    kind = layout.non_finite
    if kind is NonFinite.NEGATIVE_ZERO:
        return layout.sign_bit
    if kind is NonFinite.NONE:
        raise ValueError(f"{type} has no NaN")
    if kind is NonFinite.IEEE:
        quiet = 1 << (layout.fraction_bits - 1)
        return _pack(False, layout.magnitude_limit | quiet, layout)
    return layout.magnitude_limit


def _overflow_bits(negative: bool, layout: FloatFormat) -> int:
    """Return the pattern for a number too large for the format: infinity, NaN or the largest."""
    kind = layout.non_finite
    if kind is NonFinite.NEGATIVE_ZERO:
        return layout.sign_bit
    largest_finite = kind is NonFinite.NONE
    return _pack(negative, layout.magnitude_limit - largest_finite, layout)


def _divide_to_even(numerator: int, denominator: int, shift: int) -> int:
    """Return numerator / denominator / 2**shift, rounded to the nearest integer, ties to even."""
    numerator <<= max(-shift, 0)
    denominator <<= max(shift, 0)
    quotient, rest = divmod(numerator, denominator)
    return quotient + (2 * rest + (quotient & 1) > denominator)  # a tie: up if it is odd


def round_to_bits(negative: bool, numerator: int, denominator: int, type: FloatType) -> int:
    """Return the pattern nearest to ±numerator/denominator, ties to even.

    A format with powers of two only has its smallest number for zero, and NaN for negative numbers.
    """
    layout = type.format
    if numerator == 0:
        return _pack(negative, 0, layout)
    exponent = numerator.bit_length() - denominator.bit_length()
    if numerator << max(-exponent, 0) < denominator << max(exponent, 0):
        exponent -= 1
    # A carry out of the significand moves on into the exponent, which is the right result.
    if layout.non_finite is NonFinite.EXPONENT_ONLY:
        if negative:
            return layout.magnitude_limit
        carry = _divide_to_even(numerator, denominator, exponent) - 1
        magnitude = max(exponent + layout.bias + carry, 0)
    else:
        above = max(exponent - (1 - layout.bias), 0)  # exponents above that of subnormal numbers
        scale = 1 - layout.bias + above - layout.fraction_bits
        significand = _divide_to_even(numerator, denominator, scale)
        magnitude = (above << layout.fraction_bits) + significand
    if magnitude >= layout.magnitude_limit:
        return _overflow_bits(negative, layout)
    return _pack(negative, magnitude, layout)


_STRUCT_CODES = {"f16": ("<e", "<H"), "f32": ("<f", "<I"), "f64": ("<d", "<Q")}


def float_to_bits(value: float, type: FloatType) -> int:
    """Return the pattern of a format nearest to a Python float, ties to even.

    Numbers beyond the largest become infinity, or its replacement in the format (NaN, or the
    largest number). Raises ValueError for a NaN in a format that has none.
    """
    if value != value:
        return nan_bits(type) | (0 if math.copysign(1.0, value) > 0 else type.format.sign_bit)
    if math.isinf(value):
        return _overflow_bits(value < 0, type.format)
    codes = _STRUCT_CODES.get(type.name)
    if codes is not None:
        try:
            return int(struct.unpack(codes[1], struct.pack(codes[0], value))[0])
        except OverflowError:
            return _overflow_bits(value < 0, type.format)
    numerator, denominator = value.as_integer_ratio()
    return round_to_bits(math.copysign(1.0, value) < 0, abs(numerator), denominator, type)


def bits_to_float(bits: int, type: FloatType) -> float:
    """Return the Python float nearest to a pattern; exact for every format up to 64 bits."""
    codes = _STRUCT_CODES.get(type.name)
    if codes is not None:
        return float(struct.unpack(codes[0], struct.pack(codes[1], bits))[0])
    parts = unpack_bits(bits, type)
    if parts.kind == "finite":
        try:
            # A quotient of integers is rounded once, to the nearest.
            numerator = parts.significand << max(parts.exponent, 0)
            magnitude = numerator / (1 << max(-parts.exponent, 0))
        except OverflowError:
            magnitude = math.inf
    else:
        magnitude = math.inf if parts.kind == "inf" else math.nan
    return -magnitude if parts.negative else magnitude


def _decimal_digits(significand: int, exponent: int, count: int) -> tuple[str, int]:
    """Return at most `count` decimal digits of significand * 2**exponent, and their power of ten.

    MLIR first cuts the number to roughly that many digits and only then rounds what is left, half
    up. So the last digit is at times one below the nearest; the text depends on it.
    """
    if exponent >= 0:
        significand <<= exponent
        exponent = 0
    else:
        zeros = min((significand & -significand).bit_length() - 1, -exponent)
        significand >>= zeros
        exponent += zeros
        significand *= 5**-exponent
    wanted_bits = (count * 196 + 58) // 59
    surplus = (significand.bit_length() - wanted_bits) * 59 // 196
    if surplus > 0:
        significand //= 10**surplus
        exponent += surplus
    digits = str(significand)
    if len(digits) > count:
        exponent += len(digits) - count
        digits = str(int(digits[:count]) + (digits[count] >= "5"))
    stripped = digits.rstrip("0")
    return stripped, exponent + len(digits) - len(stripped)


def _natural_text(digits: str, exponent: int, count: int) -> str:
    """Return digits with a plain point if few zeros are needed, else with an exponent."""
    leading = exponent + len(digits) - 1  # power of ten of the first digit
    scientific = leading < -3 if exponent < 0 else exponent > 3 or len(digits) + exponent > count
    if scientific:
        sign = "-" if leading < 0 else "+"
        return f"{digits[0]}.{digits[1:] or '0'}E{sign}{abs(leading)}"
    if exponent >= 0:
        return digits + "0" * exponent
    if leading >= 0:
        return f"{digits[: leading + 1]}.{digits[leading + 1 :]}"
    return "0." + "0" * (-leading - 1) + digits


@lru_cache(maxsize=1 << 16)
def format_float(bits: int, type: FloatType) -> str:
    """Return the text of a number as MLIR prints it.

    Six digits in exponent notation where they are enough to read the same number back, else as
    many as the format may need, else (and for infinity and NaN) the pattern in hexadecimal.
    """
    parts = unpack_bits(bits, type)
    if parts.kind != "finite":
        return f"0x{bits:X}"
    sign = "-" if parts.negative else ""
    if parts.significand == 0:
        return sign + "0.000000e+00"
    digits, exponent = _decimal_digits(parts.significand, parts.exponent, 6)
    numerator, denominator = int(digits) * 10 ** max(exponent, 0), 10 ** max(-exponent, 0)
    if round_to_bits(parts.negative, numerator, denominator, type) == bits:
        leading = exponent + len(digits) - 1
        return f"{sign}{digits[0]}.{digits[1:]:0<6}e{'-' if leading < 0 else '+'}{abs(leading):02}"
    count = 2 + (type.format.fraction_bits + 1) * 59 // 196
    digits, exponent = _decimal_digits(parts.significand, parts.exponent, count)
    text = _natural_text(digits, exponent, count)
    return sign + text if "." in text else f"0x{bits:X}"
