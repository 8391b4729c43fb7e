"""What the ops of the complex dialect compute."""

from __future__ import annotations

import cmath
from typing import Any

import numpy as np
import pytest

import bufferize
from bufferize_interpreter import Machine

CONTEXT = bufferize.Context()
UNARY: dict[str, Any] = {
    "conj": lambda x: x.conjugate(),
    "cos": cmath.cos,
    "exp": cmath.exp,
    "expm1": lambda x: cmath.exp(x) - 1,
    "log": cmath.log,
    "log1p": lambda x: cmath.log(1 + x),
    "neg": lambda x: -x,
    "rsqrt": lambda x: x**-0.5,
    "sign": lambda x: x / abs(x),
    "sin": cmath.sin,
    "sqrt": cmath.sqrt,
    "tan": cmath.tan,
    "tanh": cmath.tanh,
}
BINARY: dict[str, Any] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": lambda a, b: a / b,
    "pow": lambda a, b: cmath.exp(b * cmath.log(a)),
    "atan2": lambda y, x: cmath.atan(y / x),
}
X = [1 + 2j, 0.25 - 0.5j, 3 + 0j, 1e-8 + 1e-9j]


def machine(text: str) -> Machine:
    return Machine(bufferize.parse(text, CONTEXT), CONTEXT)


@pytest.mark.parametrize("part", ["f32", "f64"])
@pytest.mark.parametrize("name", UNARY)
def test_functions_of_one_number(name: str, part: str) -> None:
    type = f"complex<{part}>"
    runner = machine(f"""
    func.func @f(%x: {type}) -> {type} {{
      %0 = complex.{name} %x : {type}
      return %0 : {type}
    }}""")
    for x in X[:3]:
        expected = UNARY[name](complex(x))
        (result,) = runner.run("f", [x]).results
        np.testing.assert_allclose(complex(result), expected, rtol=1e-6 if part == "f32" else 1e-13)
    if name in ("expm1", "log1p"):  # without loss for small numbers
        (result,) = runner.run("f", [X[3]]).results
        np.testing.assert_allclose(complex(result), X[3], rtol=1e-6)


@pytest.mark.parametrize("name", BINARY)
def test_functions_of_two_numbers(name: str) -> None:
    runner = machine(f"""
    func.func @f(%x: complex<f64>, %y: complex<f64>) -> complex<f64> {{
      %0 = complex.{name} %x, %y : complex<f64>
      return %0 : complex<f64>
    }}""")
    for x, y in zip(X[:3], (0.5 + 1j, 2 + 0.5j, 1.5 - 0.1j), strict=True):
        (result,) = runner.run("f", [x, y]).results
        np.testing.assert_allclose(complex(result), BINARY[name](x, y), rtol=1e-12)


def test_parts() -> None:
    runner = machine("""
    func.func @f(%a: f32, %b: f32) -> (f32, f32, f32, f32, i1, i1, i64, complex<f32>) {
      %0 = complex.create %a, %b : complex<f32>
      %re = complex.re %0 : complex<f32>
      %im = complex.im %0 : complex<f32>
      %abs = complex.abs %0 : complex<f32>
      %angle = complex.angle %0 : complex<f32>
      %c = complex.constant [3.0 : f32, 4.0 : f32] : complex<f32>
      %eq = complex.eq %0, %c : complex<f32>
      %neq = complex.neq %0, %c : complex<f32>
      %bits = complex.bitcast %0 : complex<f32> to i64
      %back = complex.bitcast %bits : i64 to complex<f32>
      return %re, %im, %abs, %angle, %eq, %neq, %bits, %back : f32, f32, f32, f32, i1, i1, i64, complex<f32>
    }
    func.func @powi(%x: complex<f32>, %n: i32) -> complex<f32> {
      %0 = complex.powi %x, %n : complex<f32>, i32
      return %0 : complex<f32>
    }""")
    *parts, bits, back = runner.run("f", [3.0, 4.0]).results
    np.testing.assert_allclose(parts, [3, 4, 5, np.arctan2(4, 3), 1, 0], rtol=1e-6)
    assert bits == int(np.array([3, 4], np.float32).view(np.int64)[0])
    assert back == 3 + 4j
    np.testing.assert_allclose(
        complex(runner.run("powi", [1 + 2j, -2]).results[0]), (1 + 2j) ** -2, rtol=1e-6
    )


def test_in_a_structured_operation() -> None:
    runner = machine("""
    func.func @f(%a: tensor<2x3xcomplex<f64>>, %b: tensor<3x2xcomplex<f64>>, %c: tensor<2x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>> {
      %0 = linalg.matmul ins(%a, %b : tensor<2x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) outs(%c : tensor<2x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
      return %0 : tensor<2x2xcomplex<f64>>
    }""")
    rng = np.random.default_rng(0)
    a, b, c = (
        rng.standard_normal(shape) + 1j * rng.standard_normal(shape)
        for shape in ((2, 3), (3, 2), (2, 2))
    )
    np.testing.assert_allclose(runner.run("f", [a, b, c]).results[0], c + a @ b)


@pytest.mark.parametrize("part", ["f16", "f32", "f64"])
def test_numbers_are_put_together_and_taken_apart_in_arrays(part: str) -> None:
    tensor = f"tensor<4x{part}>"
    runner = machine(f"""
    #id = affine_map<(d0) -> (d0)>
    func.func @f(%x: {tensor}, %y: {tensor}) -> ({tensor}, {tensor}) {{
      %0:2 = linalg.generic {{indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel"]}}
          ins(%x, %y : {tensor}, {tensor}) outs(%x, %y : {tensor}, {tensor}) {{
      ^bb0(%a: {part}, %b: {part}, %c: {part}, %d: {part}):
        %z = complex.create %a, %b : complex<{part}>
        %re = complex.re %z : complex<{part}>
        %im = complex.im %z : complex<{part}>
        linalg.yield %re, %im : {part}, {part}
      }} -> ({tensor}, {tensor})
      return %0#0, %0#1 : {tensor}, {tensor}
    }}""")
    dtype = {"f16": np.float16, "f32": np.float32, "f64": np.float64}[part]
    x = np.array([1.0, -0.0, np.inf, 2.5], dtype)
    y = np.array([np.inf, 2.0, np.nan, -0.0], dtype)
    for result, given in zip(runner.run("f", [x, y]).results, (x, y), strict=True):
        np.testing.assert_array_equal(result, given)
        np.testing.assert_array_equal(np.signbit(result), np.signbit(given))


def binary(name: str, x: complex, y: complex) -> complex:
    runner = machine(f"""
    func.func @f(%x: complex<f64>, %y: complex<f64>) -> complex<f64> {{
      %0 = complex.{name} %x, %y : complex<f64>
      return %0 : complex<f64>
    }}""")
    (result,) = runner.run("f", [x, y]).results
    return complex(result)


@pytest.mark.parametrize(
    ("exponent", "expected"),
    [
        (0, 1 + 0j),
        (2, 0j),
        (1 + 3j, 0j),
        (-1, complex(np.nan, np.nan)),
        (1j, complex(np.nan, np.nan)),
    ],
)
def test_powers_of_zero(exponent: complex, expected: complex) -> None:
    np.testing.assert_equal(binary("pow", 0j, exponent), expected)


def test_log1p_on_either_side_of_its_cut() -> None:
    runner = machine("""
    func.func @f(%x: complex<f64>) -> complex<f64> {
      %0 = complex.log1p %x : complex<f64>
      return %0 : complex<f64>
    }""")
    for side in (0.0, -0.0):
        (result,) = runner.run("f", [complex(-2.5, side)]).results
        expected = complex(np.log(1.5), np.copysign(np.pi, side))
        np.testing.assert_allclose(complex(result), expected)
