"""What the ops of the math dialect compute."""

from __future__ import annotations

import decimal
import math
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import bufferize
from bufferize_interpreter import Machine, Trap, TrapKind

CONTEXT = bufferize.Context()
FLOATS: dict[str, Any] = {
    "f64": np.float64,
    "f32": np.float32,
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
}
EPSILON = {"f64": 2.0**-52, "f32": 2.0**-23, "f16": 2.0**-10, "bf16": 2.0**-7}
VALUES = [0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -3.25, 1e-3, math.inf, -math.inf, math.nan]
UNARY: dict[str, Any] = {
    "absf": abs,
    "acos": math.acos,
    "acosh": math.acosh,
    "asin": math.asin,
    "asinh": math.asinh,
    "atan": math.atan,
    "atanh": math.atanh,
    "cbrt": lambda x: math.copysign(abs(x) ** (1 / 3), x),
    "ceil": math.ceil,
    "cos": math.cos,
    "cosh": math.cosh,
    "erf": math.erf,
    "erfc": math.erfc,
    "exp": math.exp,
    "exp2": lambda x: 2**x,
    "expm1": math.expm1,
    "floor": math.floor,
    "log": math.log,
    "log10": math.log10,
    "log1p": math.log1p,
    "log2": math.log2,
    "round": lambda x: float(
        decimal.Decimal(x).quantize(decimal.Decimal(1), decimal.ROUND_HALF_UP)
    ),
    "roundeven": round,
    "rsqrt": lambda x: 1 / math.sqrt(x),
    "sin": math.sin,
    "sinh": math.sinh,
    "sqrt": math.sqrt,
    "tan": math.tan,
    "tanh": math.tanh,
    "trunc": math.trunc,
}


def machine(text: str) -> Machine:
    return Machine(bufferize.parse(text, CONTEXT), CONTEXT)


def unary(name: str, type: str) -> Machine:
    """An op on a scalar and on a tensor."""
    return machine(f"""
    func.func @scalar(%x: {type}) -> {type} {{
      %0 = math.{name} %x : {type}
      return %0 : {type}
    }}
    func.func @tensor(%x: tensor<?x{type}>) -> tensor<?x{type}> {{
      %0 = math.{name} %x : tensor<?x{type}>
      return %0 : tensor<?x{type}>
    }}""")


@pytest.mark.parametrize("name", UNARY)
@pytest.mark.parametrize("type", FLOATS)
def test_functions_of_one_float(name: str, type: str) -> None:
    runner, dtype = unary(name, type), FLOATS[type]
    array = np.array(VALUES, dtype)
    (whole,) = runner.run("tensor", [array]).results
    single = [runner.run("scalar", [x]).results[0] for x in array]
    # Alone or in an array, an element gives the same, to the sign of zero.
    wide, each = (np.asarray(x, np.float64) for x in (whole, single))
    np.testing.assert_array_equal(wide, each)
    signs = ~np.isnan(wide)
    np.testing.assert_array_equal(np.signbit(wide)[signs], np.signbit(each)[signs])
    for x, y in zip(array, single, strict=True):
        try:
            expected = float(UNARY[name](float(x)))
        except (ValueError, OverflowError, ZeroDivisionError, decimal.InvalidOperation, TypeError):
            continue
        if isinstance(expected, float):
            np.testing.assert_allclose(float(y), float(dtype(expected)), rtol=4 * EPSILON[type])


@pytest.mark.parametrize(
    ("name", "x", "expected"),
    [
        ("log", 0.0, -math.inf),
        ("log", -1.0, math.nan),
        ("sqrt", -1.0, math.nan),
        ("exp", 1e4, math.inf),
        ("rsqrt", 0.0, math.inf),
        ("rsqrt", math.inf, 0.0),
        ("round", -2.5, -3.0),
        ("roundeven", -2.5, -2.0),
        ("floor", -math.inf, -math.inf),
        ("acosh", 0.5, math.nan),
    ],
)
def test_limits(name: str, x: float, expected: float) -> None:
    for type in ("f64", "f32"):
        np.testing.assert_equal(float(unary(name, type).run("scalar", [x]).results[0]), expected)


def test_results_are_rounded_once_to_the_format() -> None:
    """Computed in the format itself, the sine would differ in its last digit for some of these."""
    x = np.linspace(0, 3, 1000, dtype=np.float32)
    (result,) = unary("sin", "f32").run("tensor", [x]).results
    np.testing.assert_array_equal(result, np.sin(x.astype(np.float64)).astype(np.float32))


def nary(op: str, types: str, result: str) -> Machine:
    arguments = ", ".join(f"%a{i}: {type}" for i, type in enumerate(types.split()))
    return machine(f"""
    func.func @f({arguments}) -> {result} {{
      %0 = {op} : {result}
      return %0 : {result}
    }}""")


@pytest.mark.parametrize(
    ("op", "arguments", "expected"),
    [
        ("math.atan2 %a0, %a1", [1.0, -1.0], math.atan2(1, -1)),
        ("math.copysign %a0, %a1", [3.0, -0.0], -3.0),
        ("math.powf %a0, %a1", [2.0, -2.0], 0.25),
        ("math.powf %a0, %a1", [-8.0, 0.5], math.nan),
        ("math.powf %a0, %a1", [10.0, 400.0], math.inf),
        ("math.fma %a0, %a1, %a2", [1 + 2**-12, 1 + 2**-12, -1.0], 2**-11 + 2**-24),
        ("math.fma %a0, %a1, %a2", [math.inf, 1.0, -math.inf], math.nan),
        ("math.clampf %a0 to [%a1, %a2]", [5.0, -1.0, 2.0], 2.0),
    ],
)
@pytest.mark.parametrize("type", ["f32", "f64"])
def test_functions_of_several_floats(
    op: str, arguments: list[float], expected: float, type: str
) -> None:
    runner = nary(op, " ".join([type] * len(arguments)), type)
    result = float(runner.run("f", arguments).results[0])
    np.testing.assert_allclose(result, FLOATS[type](expected), rtol=1e-7)


def test_fused_multiply_add_of_each_format() -> None:
    """Against exact arithmetic, on operands whose sum needs more digits than two roundings keep."""
    from fractions import Fraction

    rng = np.random.default_rng(0)
    for type, dtype in FLOATS.items():
        runner = nary("math.fma %a0, %a1, %a2", f"{type} {type} {type}", type)
        for _ in range(60):
            a, b = (dtype(x) for x in rng.standard_normal(2))
            c = dtype(rng.standard_normal() * 2.0 ** int(rng.integers(-30, 3)))
            exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
            (result,) = runner.run("f", [a, b, c]).results
            near = [np.nextafter(dtype(result), dtype(s * math.inf)) for s in (1, -1)]
            distance = abs(Fraction(float(result)) - exact)
            assert all(distance <= abs(Fraction(float(other)) - exact) for other in near)


def test_integers() -> None:
    runner = machine("""
    func.func @f(%x: tensor<?xi32>, %y: tensor<?xi8>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi8>, tensor<?xi8>) {
      %0 = math.ctlz %x : tensor<?xi32>
      %1 = math.cttz %x : tensor<?xi32>
      %2 = math.ctpop %x : tensor<?xi32>
      %3 = math.absi %y : tensor<?xi8>
      %4 = math.ipowi %y, %y : tensor<?xi8>
      return %0, %1, %2, %3, %4 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi8>, tensor<?xi8>
    }""")
    x = np.array([0, 1, -1, 6, -(2**31)], np.int32)
    y = np.array([3, -3, -1, 1, -128], np.int8)
    results = runner.run("f", [x, y]).results
    bits = [int(v) % 2**32 for v in x]
    np.testing.assert_array_equal(results[0], [32 - b.bit_length() for b in bits])
    np.testing.assert_array_equal(
        results[1], [next((i for i in range(32) if b >> i & 1), 32) for b in bits]
    )
    np.testing.assert_array_equal(results[2], [bin(b).count("1") for b in bits])
    np.testing.assert_array_equal(results[3], np.array([3, 3, 1, 1, -128]))
    np.testing.assert_array_equal(results[4], np.array([27, 0, -1, 1, 0]))


def test_powers() -> None:
    runner = machine("""
    func.func @f(%x: f32, %n: i32) -> f32 {
      %0 = math.fpowi %x, %n : f32, i32
      return %0 : f32
    }
    func.func @i(%x: i32, %n: i32) -> i32 {
      %0 = math.ipowi %x, %n : i32
      return %0 : i32
    }""")
    assert runner.run("f", [1.5, -2]).results[0] == np.float32(1 / 2.25)
    assert runner.run("f", [0.0, -1]).results[0] == math.inf
    assert runner.run("i", [3, 21]).results[0] == (3**21 + 2**31) % 2**32 - 2**31
    with pytest.raises(Trap) as problem:
        runner.run("i", [0, -1])
    assert problem.value.kind is TrapKind.DIVISION


def test_classification() -> None:
    names = ("isfinite", "isinf", "isnan", "isnormal")
    body = "\n".join(f"%{n} = math.{n} %x : f16" for n in names)
    runner = machine(
        f"func.func @f(%x: f16) -> (i1, i1, i1, i1) {{ {body}\n"
        f"return {', '.join('%' + n for n in names)} : i1, i1, i1, i1 }}"
    )
    for x, expected in [
        (1.0, (1, 0, 0, 1)),
        (0.0, (1, 0, 0, 0)),
        (6e-6, (1, 0, 0, 0)),
        (math.inf, (0, 1, 0, 0)),
        (math.nan, (0, 0, 1, 0)),
    ]:
        assert runner.run("f", [x]).results == expected


def test_sine_and_cosine() -> None:
    runner = machine("""
    func.func @f(%x: f32, %y: tensor<2xf32>) -> (f32, f32, tensor<2xf32>, tensor<2xf32>) {
      %0, %1 = math.sincos %x : f32
      %2, %3 = math.sincos %y : tensor<2xf32>
      return %0, %1, %2, %3 : f32, f32, tensor<2xf32>, tensor<2xf32>
    }""")
    y = np.array([1, 2], np.float32)
    a, b, c, d = runner.run("f", [1.0, y]).results
    assert (a, b) == (c[0], d[0])
    np.testing.assert_allclose([c, d], [np.sin(y), np.cos(y)], rtol=1e-6)


def test_undefined_operands() -> None:
    runner = machine("""
    func.func @f() -> f32 {
      %c0 = arith.constant 0 : index
      %e = tensor.empty() : tensor<2xf32>
      %0 = math.exp %e : tensor<2xf32>
      %1 = tensor.extract %0[%c0] : tensor<2xf32>
      %2 = math.sqrt %1 : f32
      return %2 : f32
    }""")
    with pytest.raises(Trap, match="undefined"):
        runner.run("f")
