"""What the ops of arith compute, against Python's own arithmetic and NumPy's."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bufferize
from bufferize.ir import FloatType
from bufferize.ir.floats import bits_to_float, float_to_bits, round_to_bits
from bufferize_interpreter import Machine, Trap, TrapKind

CONTEXT = bufferize.Context()
WIDTHS = [1, 3, 8, 16, 31, 32, 33, 64, 128]


@cache
def machine(ops: str, inputs: str, results: str) -> Machine:
    """A machine with a function `f` of %0, %1, … whose body is `ops`; its result is %r."""
    arguments = ", ".join(f"%{i}: {t}" for i, t in enumerate(inputs.split("|")))
    text = f"func.func @f({arguments}) -> {results} {{\n  {ops}\n  return %r : {results}\n}}"
    module = bufferize.parse(text, CONTEXT)
    bufferize.verify(module)
    return Machine(module, CONTEXT)


def call(ops: str, inputs: str, result: str, *values: Any) -> Any:
    """What `f` gives; None for poison."""
    (found,) = machine(ops, inputs, result).run("f", values, undefined=True).results
    return None if repr(found) == "poison" else found


def signed(value: int, width: int) -> int:
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) else value


def truncated(a: int, b: int) -> int:
    return int(Fraction(a, b))


INTEGER: dict[str, tuple[bool, Callable[[int, int, int], int | None]]] = {
    "addi": (True, lambda a, b, w: a + b),
    "subi": (True, lambda a, b, w: a - b),
    "muli": (True, lambda a, b, w: a * b),
    "andi": (True, lambda a, b, w: a & b),
    "ori": (True, lambda a, b, w: a | b),
    "xori": (True, lambda a, b, w: a ^ b),
    "divsi": (True, lambda a, b, w: truncated(a, b)),
    "divui": (False, lambda a, b, w: a // b),
    "ceildivsi": (True, lambda a, b, w: math.ceil(Fraction(a, b))),
    "ceildivui": (False, lambda a, b, w: math.ceil(Fraction(a, b))),
    "floordivsi": (True, lambda a, b, w: math.floor(Fraction(a, b))),
    "remsi": (True, lambda a, b, w: a - truncated(a, b) * b),
    "remui": (False, lambda a, b, w: a % b),
    "maxsi": (True, lambda a, b, w: max(a, b)),
    "maxui": (False, lambda a, b, w: max(a, b)),
    "minsi": (True, lambda a, b, w: min(a, b)),
    "minui": (False, lambda a, b, w: min(a, b)),
    "shli": (False, lambda a, b, w: a << b if b < w else None),
    "shrui": (False, lambda a, b, w: a >> b if b < w else None),
    "shrsi": (True, lambda a, b, w: a >> (b % (1 << w)) if b % (1 << w) < w else None),
}
DIVISIONS = {"divsi", "divui", "ceildivsi", "ceildivui", "floordivsi", "remsi", "remui"}
SIGNED_DIVISIONS = {"divsi", "ceildivsi", "floordivsi", "remsi"}


def read(value: int, width: int, is_signed: bool) -> int:
    return signed(value, width) if is_signed else value & ((1 << width) - 1)


def canonical(value: int, width: int) -> int:
    """As the interpreter holds it: i1 is 0 or 1, other integers have their sign."""
    return value & 1 if width == 1 else signed(value, width)


def pairs(width: int) -> st.SearchStrategy[tuple[int, int]]:
    edge = st.sampled_from([0, 1, -1, 1 << (width - 1), (1 << (width - 1)) - 1])
    number = edge | st.integers(0, (1 << width) - 1) | st.integers(0, width)
    return st.tuples(number, number).map(lambda p: (canonical(p[0], width), canonical(p[1], width)))


@pytest.mark.parametrize("name", INTEGER)
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_integers(name: str, data: st.DataObject) -> None:
    width = data.draw(st.sampled_from(WIDTHS))
    a, b = data.draw(pairs(width))
    is_signed, compute = INTEGER[name]
    x, y = read(a, width, is_signed), read(b, width, is_signed)
    type = f"i{width}"
    ops = f"%r = arith.{name} %0, %1 : {type}"
    if name in DIVISIONS and (
        y == 0 or (name in SIGNED_DIVISIONS and x == -(1 << (width - 1)) and y == -1)
    ):
        for t, values in (
            (type, (a, b)),
            (f"vector<1x{type}>", (array([a], width), array([b], width))),
        ):
            with pytest.raises(Trap) as failure:
                call(ops.replace(type, t), f"{t}|{t}", t, *values)
            assert failure.value.kind is TrapKind.DIVISION
        return
    expected = compute(x, y, width)
    if expected is not None:
        expected = canonical(expected, width)
    assert call(ops, f"{type}|{type}", type, a, b) == expected
    vector = f"vector<2x{type}>"
    found = call(
        f"%r = arith.{name} %0, %1 : {vector}",
        f"{vector}|{vector}",
        vector,
        array([a, a], width),
        array([b, b], width),
    )
    if expected is None:
        assert found.mask.all()
    else:
        assert [int(value) for value in found] == [expected] * 2


def array(values: list[int], width: int) -> Any:
    if width > 64:
        return np.array(values, np.object_)
    return np.array(values)


PREDICATES: dict[str, Callable[[Any, Any], bool]] = {
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
}


@pytest.mark.parametrize(
    "predicate", ["eq", "ne", *[f"{sign}{p}" for sign in "su" for p in ("lt", "le", "gt", "ge")]]
)
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_comparisons(predicate: str, data: st.DataObject) -> None:
    width = data.draw(st.sampled_from(WIDTHS))
    a, b = data.draw(pairs(width))
    is_signed = not predicate.startswith("u")
    test = PREDICATES[predicate if predicate in PREDICATES else predicate[1:]]
    expected = test(read(a, width, is_signed), read(b, width, is_signed))
    assert (
        call(f"%r = arith.cmpi {predicate}, %0, %1 : i{width}", f"i{width}|i{width}", "i1", a, b)
        == expected
    )
    vector = f"vector<1xi{width}>"
    ops = f"%r = arith.cmpi {predicate}, %0, %1 : {vector}"
    found = call(ops, f"{vector}|{vector}", "vector<1xi1>", array([a], width), array([b], width))
    assert list(found) == [expected]


@pytest.mark.parametrize(("name", "sign"), [("extsi", True), ("extui", False), ("trunci", True)])
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_integer_casts(name: str, sign: bool, data: st.DataObject) -> None:
    widths = sorted(
        data.draw(st.lists(st.sampled_from(WIDTHS), min_size=2, max_size=2, unique=True))
    )
    source, target = widths if name != "trunci" else reversed(widths)
    a, _ = data.draw(pairs(source))
    expected = canonical(read(a, source, sign), target)
    assert (
        call(f"%r = arith.{name} %0 : i{source} to i{target}", f"i{source}", f"i{target}", a)
        == expected
    )
    ops = f"%r = arith.{name} %0 : vector<1xi{source}> to vector<1xi{target}>"
    found = call(ops, f"vector<1xi{source}>", f"vector<1xi{target}>", array([a], source))
    assert [int(value) for value in found] == [expected]


@pytest.mark.parametrize("name", ["index_cast", "index_castui"])
def test_a_buffer_of_64_bit_integers_is_one_of_indices(name: str) -> None:
    ops = (
        f"%i = arith.{name} %0 : memref<2xi64> to memref<2xindex>\n"
        "%c1 = arith.constant 1 : index\n"
        "memref.store %1, %i[%c1] : memref<2xindex>\n"
        "%r = memref.load %0[%c1] : memref<2xi64>"
    )
    assert call(ops, "memref<2xi64>|index", "i64", np.array([1, 2], np.int64), -7) == -7


def test_a_buffer_of_smaller_integers_is_none() -> None:
    ops = (
        "%i = arith.index_cast %0 : memref<2xi32> to memref<2xindex>\n"
        "%c1 = arith.constant 1 : index\n"
        "%r = memref.load %i[%c1] : memref<2xindex>"
    )
    with pytest.raises(Trap, match="whose elements have another size"):
        call(ops, "memref<2xi32>", "index", np.array([1, 2], np.int32))


FLOATS = ["f16", "bf16", "f32", "f64", "f8E5M2", "f8E4M3FN", "f8E4M3FNUZ"]


def bits(value: Any, name: str) -> int:
    """The pattern of a float, of NaNs always the same one."""
    number = float(value)
    return -1 if number != number else float_to_bits(number, FloatType(name))


def floats(name: str) -> st.SearchStrategy[float]:
    type = FloatType(name)
    return st.integers(0, (1 << type.width) - 1).map(lambda b: bits_to_float(b, type))


def exact(name: str, a: float, b: float) -> float | Fraction:
    """The result before it is rounded."""
    if not (math.isfinite(a) and math.isfinite(b)) or (name == "divf" and b == 0) or 0 in (a, b):
        with np.errstate(all="ignore"):
            x, y = np.float64(a), np.float64(b)
            return float({"addf": x + y, "subf": x - y, "mulf": x * y, "divf": x / y}[name])
    x, y = Fraction(a), Fraction(b)
    found = {"addf": x + y, "subf": x - y, "mulf": x * y, "divf": x / y}[name]
    return found if found else a + b if name == "addf" else a - b


def rounded_bits(value: float | Fraction, name: str) -> int:
    type = FloatType(name)
    if isinstance(value, float):
        if value != value:
            return -1
        found = float_to_bits(value, type)
    else:
        found = round_to_bits(value < 0, abs(value.numerator), value.denominator, type)
    number = bits_to_float(found, type)
    return -1 if number != number else found


@pytest.mark.parametrize("type", FLOATS)
@pytest.mark.parametrize("name", ["addf", "subf", "mulf", "divf"])
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_floats_are_rounded_once(name: str, type: str, data: st.DataObject) -> None:
    a, b = data.draw(floats(type)), data.draw(floats(type))
    expected = rounded_bits(exact(name, a, b), type)
    ops = f"%r = arith.{name} %0, %1 : {type}"
    assert bits(call(ops, f"{type}|{type}", type, a, b), type) == expected
    vector = f"vector<1x{type}>"
    ops = ops.replace(type, vector)
    found = call(ops, f"{vector}|{vector}", vector, np.array([a]), np.array([b]))
    assert bits(found[0], type) == expected


@pytest.mark.parametrize("target", [t for t in FLOATS if t != "f64"])
@given(number=st.floats(width=64) | st.integers(-(2**20), 2**20).map(lambda n: n / 64))
@settings(max_examples=25, deadline=None)
def test_truncation_rounds_once(target: str, number: float) -> None:
    expected = rounded_bits(number, target)
    ops = f"%r = arith.truncf %0 : f64 to {target}"
    assert bits(call(ops, "f64", target, number), target) == expected
    ops = f"%r = arith.truncf %0 : vector<1xf64> to vector<1x{target}>"
    found = call(ops, "vector<1xf64>", f"vector<1x{target}>", np.array([number]))
    assert bits(found[0], target) == expected


@cache
def finite(target: str) -> list[float]:
    type = FloatType(target)
    every = (bits_to_float(b, type) for b in range(1 << type.width))
    return sorted(value for value in every if math.isfinite(value))


@pytest.mark.parametrize("mode", ["downward", "upward", "toward_zero", "to_nearest_away"])
@pytest.mark.parametrize("target", ["f16", "bf16", "f8E5M2"])
@given(number=st.floats(-1000, 1000) | st.integers(-5000, 5000).map(lambda n: n / 64))
@settings(max_examples=25, deadline=None)
def test_other_rounding_modes(mode: str, target: str, number: float) -> None:
    found = call(f"%r = arith.truncf %0 {mode} : f64 to {target}", "f64", target, number)
    every = finite(target)
    below = every[bisect_right(every, number) - 1]
    above = every[bisect_left(every, number)]
    toward = {"downward": below, "upward": above}
    if mode == "toward_zero":
        expected = below if number > 0 else above
    elif mode in toward:
        expected = toward[mode]
    else:
        nearer = Fraction(number) - Fraction(below), Fraction(above) - Fraction(number)
        away = above if number > 0 else below
        expected = away if nearer[0] == nearer[1] else below if nearer[0] < nearer[1] else above
    assert float(found) == expected


@pytest.mark.parametrize("type", ["f16", "bf16", "f32", "f64"])
@pytest.mark.parametrize("name", ["sitofp", "uitofp"])
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_integers_to_floats(name: str, type: str, data: st.DataObject) -> None:
    width = data.draw(st.sampled_from(WIDTHS))
    a, _ = data.draw(pairs(width))
    number = read(a, width, name == "sitofp")
    expected = rounded_bits(Fraction(number), type)
    ops = f"%r = arith.{name} %0 : i{width} to {type}"
    assert bits(call(ops, f"i{width}", type, a), type) == expected
    ops = f"%r = arith.{name} %0 : vector<1xi{width}> to vector<1x{type}>"
    found = call(ops, f"vector<1xi{width}>", f"vector<1x{type}>", array([a], width))
    assert bits(found[0], type) == expected


@pytest.mark.parametrize("name", ["fptosi", "fptoui"])
@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_floats_to_integers(name: str, data: st.DataObject) -> None:
    width = data.draw(st.sampled_from(WIDTHS))
    edge = st.integers(-2, 2).map(lambda n: float(2 ** (width - 1)) * n)
    number = data.draw(st.floats() | edge | st.floats(-300, 300))
    low, high = (
        (-(1 << (width - 1)), (1 << (width - 1)) - 1) if name == "fptosi" else (0, (1 << width) - 1)
    )
    fits = math.isfinite(number) and low <= int(number) <= high
    expected = canonical(int(number), width) if fits else None
    ops = f"%r = arith.{name} %0 : f64 to i{width}"
    assert call(ops, "f64", f"i{width}", number) == expected
    ops = f"%r = arith.{name} %0 : vector<1xf64> to vector<1xi{width}>"
    found = call(ops, "vector<1xf64>", f"vector<1xi{width}>", np.array([number]))
    if expected is None:
        assert found.mask.all()
    else:
        assert int(found[0]) == expected


CMPF: dict[str, Callable[[float, float], bool]] = {
    "eq": lambda a, b: a == b,
    "gt": lambda a, b: a > b,
    "ge": lambda a, b: a >= b,
    "lt": lambda a, b: a < b,
    "le": lambda a, b: a <= b,
    "ne": lambda a, b: a != b,
}


@pytest.mark.parametrize("order", ["o", "u"])
@pytest.mark.parametrize("predicate", CMPF)
@pytest.mark.parametrize("type", ["f32", "f64", "bf16"])
def test_float_comparisons(order: str, predicate: str, type: str) -> None:
    numbers = [0.0, -0.0, 1.0, -2.5, math.inf, -math.inf, math.nan]
    for a in numbers:
        for b in numbers:
            unordered = a != a or b != b
            expected = order == "u" if unordered else CMPF[predicate](a, b)
            ops = f"%r = arith.cmpf {order}{predicate}, %0, %1 : {type}"
            assert call(ops, f"{type}|{type}", "i1", a, b) is expected
            vector = f"vector<1x{type}>"
            ops = ops.replace(type, vector)
            found = call(ops, f"{vector}|{vector}", "vector<1xi1>", np.array([a]), np.array([b]))
            assert found.tolist() == [expected]


@pytest.mark.parametrize(
    ("predicate", "expected"), [("ord", [True, False]), ("uno", [False, True])]
)
def test_orderedness(predicate: str, expected: list[bool]) -> None:
    ops = f"%r = arith.cmpf {predicate}, %0, %1 : f32"
    assert [call(ops, "f32|f32", "i1", 1.0, b) for b in (0.0, math.nan)] == expected
    for constant, answer in (("false", False), ("true", True)):
        assert (
            call(f"%r = arith.cmpf {constant}, %0, %1 : f32", "f32|f32", "i1", 1.0, 2.0) is answer
        )


@pytest.mark.parametrize(
    ("name", "nan_wins", "larger"),
    [
        ("maximumf", True, True),
        ("minimumf", True, False),
        ("maxnumf", False, True),
        ("minnumf", False, False),
    ],
)
@pytest.mark.parametrize("type", ["f64", "f32", "bf16"])
def test_float_extrema(name: str, nan_wins: bool, larger: bool, type: str) -> None:
    numbers = [0.0, -0.0, 1.5, -2.5, math.inf, -math.inf, math.nan]
    for a in numbers:
        for b in numbers:
            nans = [value for value in (a, b) if value != value]
            others = [value for value in (a, b) if value == value]
            others.sort(key=lambda value: (value, math.copysign(1, value)), reverse=larger)
            expected = nans[0] if nans and (nan_wins or not others) else others[0]
            ops = f"%r = arith.{name} %0, %1 : {type}"
            assert bits(call(ops, f"{type}|{type}", type, a, b), type) == bits(expected, type)
            vector = f"vector<1x{type}>"
            ops = ops.replace(type, vector)
            found = call(ops, f"{vector}|{vector}", vector, np.array([a]), np.array([b]))
            assert bits(found[0], type) == bits(expected, type)


def test_remainders_of_floats() -> None:
    ops = "%r = arith.remf %0, %1 : f32"
    for a, b in ((5.5, 2.0), (-5.5, 2.0), (5.5, -2.0), (1.0, math.inf), (1.0, 0.0)):
        with np.errstate(all="ignore"):
            expected = float(np.fmod(np.float32(a), np.float32(b)))
        assert bits(call(ops, "f32|f32", "f32", a, b), "f32") == bits(expected, "f32")


def test_extended_arithmetic() -> None:
    ops = "%s, %r = arith.addui_extended %0, %1 : i8, i1"
    assert [call(ops, "i8|i8", "i1", a, 1) for a in (-1, 126)] == [1, 0]
    for name, expected in (("mulsi_extended", 0), ("mului_extended", -2)):
        low = f"%r, %h = arith.{name} %0, %1 : i8"
        high = f"%l, %r = arith.{name} %0, %1 : i8"
        assert call(low, "i8|i8", "i8", -1, -1) == 1
        assert call(high, "i8|i8", "i8", -1, -1) == expected
        vector = "vector<2xi8>"
        found = call(high.replace("i8", vector), f"{vector}|{vector}", vector, [-1, 1], [-1, 1])
        assert found.tolist() == [expected, 0]


def test_what_promises_not_to_overflow_and_does_is_undefined() -> None:
    for flag, a, b, expected in (
        ("nsw", 127, 1, None),
        ("nsw", -1, 1, 0),
        ("nuw", -1, 1, None),
        ("nuw", 127, 1, -128),
    ):
        ops = f"%r = arith.addi %0, %1 overflow<{flag}> : i8"
        assert call(ops, "i8|i8", "i8", a, b) == expected
    assert call("%r = arith.shli %0, %1 overflow<nsw> : i8", "i8|i8", "i8", 64, 1) is None
    assert call("%r = arith.shli %0, %1 overflow<nuw> : i8", "i8|i8", "i8", 64, 1) == -128
    vector = "vector<2xi8>"
    ops = f"%r = arith.addi %0, %1 overflow<nsw> : {vector}"
    found = call(ops, f"{vector}|{vector}", vector, [127, 1], [1, 1])
    assert found.mask.tolist() == [True, False]
    assert found[1] == 2


def test_what_promises_to_be_exact_and_is_not_is_undefined() -> None:
    assert call("%r = arith.divsi %0, %1 exact : i8", "i8|i8", "i8", -6, 3) == -2
    assert call("%r = arith.divui %0, %1 exact : i8", "i8|i8", "i8", 7, 3) is None
    assert call("%r = arith.shrui %0, %1 exact : i8", "i8|i8", "i8", -8, 2) == 62
    assert call("%r = arith.shrsi %0, %1 exact : i8", "i8|i8", "i8", 5, 1) is None


def test_bits_as_another_type() -> None:
    assert call("%r = arith.bitcast %0 : f32 to i32", "f32", "i32", -0.0) == -(2**31)
    assert call("%r = arith.bitcast %0 : i16 to bf16", "i16", "bf16", 0x3F80) == 1.0
    assert call("%r = arith.bitcast %0 : i64 to f64", "i64", "f64", 0x3FF << 52) == 1.0
    ops = "%r = arith.bitcast %0 : vector<2xi8> to vector<2xf8E5M2>"
    assert call(ops, "vector<2xi8>", "vector<2xf8E5M2>", [0x3C, 0]).astype(float).tolist() == [1, 0]


def test_selection() -> None:
    assert call("%r = arith.select %0, %1, %2 : i8", "i1|i8|i8", "i8", 1, 2, 3) == 2
    vector = "vector<2xi8>"
    ops = f"%r = arith.select %0, %1, %2 : vector<2xi1>, {vector}"
    found = call(ops, f"vector<2xi1>|{vector}|{vector}", vector, [True, False], [1, 2], [3, 4])
    assert found.tolist() == [1, 4]
    ops = f"%r = arith.select %0, %1, %2 : {vector}"
    assert call(ops, f"i1|{vector}|{vector}", vector, 0, [1, 2], [3, 4]).tolist() == [3, 4]


def test_scaled_floats() -> None:
    ops = "%r = arith.scaling_extf %0, %1 : f8E5M2, f8E8M0FNU to f32"
    assert call(ops, "f8E5M2|f8E8M0FNU", "f32", 1.5, 4.0) == 6.0
    ops = "%r = arith.scaling_truncf %0, %1 : f32, f8E8M0FNU to f8E5M2"
    assert call(ops, "f32|f8E8M0FNU", "f8E5M2", 6.0, 4.0) == 1.5


@pytest.mark.parametrize(
    ("type", "text", "expected"),
    [
        ("tensor<2x2xi4>", "dense<[[1, -8], [7, 0]]>", [[1, -8], [7, 0]]),
        ("tensor<3xi1>", "dense<[true, false, true]>", [True, False, True]),
        ("tensor<2xbf16>", "dense<[1.5, -2.0]>", [1.5, -2.0]),
        ("vector<2xi128>", "dense<[1, -1]>", [1, -1]),
        ("tensor<2x2xf64>", "dense<0.5>", [[0.5, 0.5], [0.5, 0.5]]),
        ("tensor<0xf32>", "dense<>", []),
        ("vector<2xindex>", "dense<[3, -4]>", [3, -4]),
        ("tensor<2xcomplex<f32>>", "dense<[(1.0, 2.0), (0.0, -1.0)]>", [1 + 2j, -1j]),
    ],
)
def test_constants(type: str, text: str, expected: list[Any]) -> None:
    found = call(f"%r = arith.constant {text} : {type}", "i1", type, 0)
    if "bf16" in type:
        found = found.astype(np.float64)
    assert found.tolist() == expected
