"""Float formats: rounding, decoding and the text that MLIR prints."""

from __future__ import annotations

import itertools
import math
import random
import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bufferize.ir import BF16, F16, F32, F64, FloatAttr, FloatType
from bufferize.ir.floats import (
    FLOAT_FORMATS,
    bits_to_float,
    float_to_bits,
    format_float,
    nan_bits,
    round_to_bits,
    unpack_bits,
)
from bufferize_testing import reference_output

F80, F128, TF32 = FloatType("f80"), FloatType("f128"), FloatType("tf32")
SMALL = [FloatType(name) for name, layout in FLOAT_FORMATS.items() if layout.width <= 8]

reference = pytest.mark.reference


@pytest.mark.parametrize(
    ("text", "type", "expected"),
    [
        ("1.0", F32, "1.000000e+00"),
        ("0.1", F32, "1.000000e-01"),
        ("0.7", F32, "0.699999988"),
        ("3.14159274", F32, "3.14159274"),
        ("-0.0", F32, "-0.000000e+00"),
        ("1.0e-40", F32, "9.999940e-41"),
        ("1.17549435e-38", F32, "1.17549435E-38"),
        ("16777217.0", F32, "0x4B800000"),
        ("1.0e15", F32, "9.99999986E+14"),
        ("0.00001", F32, "9.99999974E-6"),
        ("1.0e400", F32, "0x7F800000"),
        ("0.1", F64, "1.000000e-01"),
        ("3.141592653589793", F64, "3.1415926535897931"),
        ("123456789.0", F64, "0x419D6F3454000000"),
        ("5.0e-324", F64, "4.940660e-324"),
        ("1.0e300", F64, "1.000000e+300"),
        ("0.1", F16, "9.997550e-02"),
        ("1.0e6", F16, "0x7C00"),
        ("0.1", BF16, "1.000980e-01"),
        ("0.1", TF32, "9.997550e-02"),
        # Read as a double first, so the digits beyond a double's are not those of 0.1.
        ("0.1", F80, "0.100000000000000005551"),
        ("0.1", F128, "0.100000000000000005551115123125782702"),
        ("1000.0", FloatType("f8E4M3FN"), "0x7F"),
        ("-1000.0", FloatType("f8E4M3FN"), "0xFF"),
        ("460.0", FloatType("f8E4M3FN"), "4.480000e+02"),
        ("1.0e30", FloatType("f8E4M3FNUZ"), "0x80"),
        ("-0.0", FloatType("f8E4M3FNUZ"), "0.000000e+00"),
        ("1000.0", FloatType("f4E2M1FN"), "6.000000e+00"),
        ("3.0", FloatType("f8E8M0FNU"), "4.000000e+00"),
        ("0.0", FloatType("f8E8M0FNU"), "5.877470e-39"),
    ],
)
def test_text_is_that_of_mlir(text: str, type: FloatType, expected: str) -> None:
    assert format_float(float_to_bits(float(text), type), type) == expected


def test_infinity_and_nan_are_patterns() -> None:
    assert format_float(float_to_bits(math.inf, F32), F32) == "0x7F800000"
    assert format_float(float_to_bits(-math.inf, F64), F64) == "0xFFF0000000000000"
    assert format_float(float_to_bits(math.nan, F32), F32) == "0x7FC00000"
    assert format_float(0x7FC00001, F32) == "0x7FC00001"
    assert format_float(float_to_bits(math.inf, F80), F80) == "0x7FFF8000000000000000"


def test_formats_without_nan_say_so() -> None:
    with pytest.raises(ValueError, match="f4E2M1FN has no NaN"):
        nan_bits(FloatType("f4E2M1FN"))


def test_float_attr_keeps_every_bit() -> None:
    assert str(FloatAttr(0x7FC00001, F32)) == "0x7FC00001 : f32"
    assert FloatAttr.of(1.5, F16).bits == 0x3E00
    assert FloatAttr.of(1.5, F128).value == 1.5


@given(st.floats(allow_nan=False, width=32))
def test_f32_round_trips(value: float) -> None:
    assert bits_to_float(float_to_bits(value, F32), F32) == value


@given(st.floats(allow_nan=False))
def test_f64_text_reads_back(value: float) -> None:
    text = format_float(float_to_bits(value, F64), F64)
    assert text.startswith("0x") or float(text) == value


@given(st.floats(allow_nan=False, allow_infinity=False), st.sampled_from([F80, F128]))
def test_wide_formats_hold_every_double(value: float, type: FloatType) -> None:
    assert bits_to_float(float_to_bits(value, type), type) == value


@given(st.floats(allow_nan=False, allow_infinity=False, width=32))
def test_general_rounding_agrees_with_the_processor(value: float) -> None:
    numerator, denominator = abs(value).as_integer_ratio()
    negative = math.copysign(1.0, value) < 0
    for type in (F16, F32, F64):
        assert round_to_bits(negative, numerator, denominator, type) == float_to_bits(value, type)


@pytest.mark.parametrize("type", SMALL, ids=str)
def test_small_formats_round_to_the_nearest(type: FloatType) -> None:
    finite: dict[Fraction, int] = {}
    for bits in range(1 << type.width):
        parts = unpack_bits(bits, type)
        if parts.kind == "finite" and not parts.negative:
            value = Fraction(parts.significand) * Fraction(2) ** parts.exponent
            finite[value] = bits
            assert round_to_bits(False, value.numerator, value.denominator, type) == bits
    ordered = sorted(finite)
    for low, high in itertools.pairwise(ordered):
        third = low + (high - low) / 3
        assert round_to_bits(False, third.numerator, third.denominator, type) == finite[low]


@reference
def test_random_patterns_print_as_in_mlir_opt() -> None:
    chance = random.Random(7)
    cases: list[tuple[FloatType, int]] = []
    for name, layout in FLOAT_FORMATS.items():
        type = FloatType(name)
        patterns = list(range(1 << layout.width)) if layout.width <= 8 else []
        patterns += [chance.getrandbits(layout.width) for _ in range(200)]
        short = [round(chance.uniform(-1e3, 1e3), chance.randrange(8)) for _ in range(200)]
        cases += [(type, bits) for bits in patterns]
        if name != "f8E8M0FNU":
            cases += [(type, float_to_bits(value, type)) for value in short]
    # What x87 calls unnormal is changed by mlir-opt before it is printed.
    cases = [(t, b) for t, b in cases if not (t is F80 and unpack_bits(b, t).kind == "nan")]
    body = ", ".join(f"a{i} = 0x{bits:X} : {type}" for i, (type, bits) in enumerate(cases))
    output = reference_output(f'"t.t"() {{{body}}} : () -> ()')
    printed = {int(i): text for i, text in re.findall(r"a(\d+) = (\S+) :", output)}
    for i, (type, bits) in enumerate(cases):
        assert format_float(bits, type) == printed[i], (type, hex(bits))
