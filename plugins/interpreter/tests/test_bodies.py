"""Bodies of loops on whole arrays: with ops of other dialects, and with errors."""

from __future__ import annotations

import types
from typing import Any

import numpy as np
import pytest

import bufferize
from bufferize import define as d
from bufferize.diagnostics import PluginError
from bufferize.ir import I64, FloatType, IntegerType, Type
from bufferize.ir.types import F32, F64
from bufferize.plugins import adding
from bufferize_interpreter import (
    Elementwise,
    Kernel,
    Machine,
    Trap,
    TrapKind,
    bitcast,
    element_of,
    multiply_add,
)

MINE = d.Dialect("mine")
CALLS: list[str] = []


class UnaryOp(d.Operation):
    x: d.Operand = d.operand(d.ANY_TYPE)
    y: d.Result = d.result(d.ANY_TYPE)
    traits = (d.Pure(), d.SameOperandsAndResultType())
    assembly_format = "$x attr-dict `:` type($x)"


@MINE.op("twice")
class TwiceOp(UnaryOp):
    """An op with a kernel for arrays."""


@MINE.op("thrice")
class ThriceOp(UnaryOp):
    """An op with a kernel for elements only."""


@MINE.op("opaque")
class OpaqueOp(UnaryOp):
    """An op with semantics for scalars only."""


@MINE.op("wrong")
class WrongOp(UnaryOp):
    """An op whose semantics fail."""


def _noted(name: str, function: Any) -> Any:
    def run(x: Any) -> Any:
        CALLS.append(name)
        return function(x)

    return run


PLUGIN = types.SimpleNamespace(
    __name__="mine",
    register_dialects=adding({"mine": MINE}),
    register_semantics=adding(
        {
            "mine": {
                "mine.twice": Elementwise(
                    lambda op: Kernel(
                        _noted("scalar", lambda x: x * 2), _noted("array", lambda x: x * 2)
                    )
                ),
                "mine.thrice": Elementwise(lambda op: Kernel(lambda x: x * 3)),
                "mine.opaque": lambda op, compiler: _noted("opaque", lambda x: x + 1),
                "mine.wrong": Elementwise(
                    lambda op: Kernel(lambda x: x, lambda x: np.zeros(7)[x.shape[0]])
                ),
            }
        }
    ),
)
CONTEXT = bufferize.Context(["func", "arith", "linalg", "tensor", "interpreter", PLUGIN])


def machine(body: str) -> Machine:
    """Return a machine with a function @f that applies a body to each element of a tensor."""
    text = f"""
    func.func @f(%x: tensor<?xi64>, %n: i64) -> tensor<?xi64> {{
      %0 = linalg.map ins(%x : tensor<?xi64>) outs(%x : tensor<?xi64>)
        (%in: i64, %out: i64) {{
          {body}
          linalg.yield %r : i64
        }}
      return %0 : tensor<?xi64>
    }}"""
    return Machine(bufferize.parse(text, CONTEXT, filename="body.mlir"), CONTEXT)


@pytest.mark.parametrize(
    ("body", "expected", "calls"),
    [
        ("%r = mine.twice %in : i64", lambda x: x * 2, ["array"]),
        ("%r = mine.thrice %in : i64", lambda x: x * 3, []),
        ("%r = mine.opaque %in : i64", lambda x: x + 1, ["opaque"] * 9),
        (
            "%t = mine.twice %in : i64\n %r = arith.addi %t, %n : i64",
            lambda x: x * 2 + 5,
            ["array"],
        ),
        (
            "%c = arith.constant 4 : i64\n %t = mine.twice %c : i64\n %r = arith.muli %t, %in : i64",
            lambda x: x * 8,
            ["array"],
        ),
        ("%r = arith.addi %n, %n : i64", lambda x: x * 0 + 10, []),
    ],
)
def test_operations_of_any_dialect(body: str, expected: Any, calls: list[str]) -> None:
    CALLS.clear()
    x = np.arange(9)
    (result,) = machine(body).run("f", [x, 5]).results
    np.testing.assert_array_equal(result, expected(x))
    assert calls == CALLS


def test_what_fails_is_named_with_its_place() -> None:
    with pytest.raises(PluginError) as problem:
        machine("%r = mine.wrong %in : i64").run("f", [np.arange(9), 5])
    assert str(problem.value).startswith(
        "body.mlir:5:16: error: plugin 'mine': the semantics of 'mine.wrong' failed: IndexError"
    )


def test_a_trap_is_at_the_operation_in_the_body() -> None:
    runner = machine("%r = arith.divsi %n, %in : i64")
    with pytest.raises(Trap) as problem:
        runner.run("f", [np.arange(9), 5])
    assert problem.value.kind is TrapKind.DIVISION
    assert str(problem.value).startswith("body.mlir:5:16: error: 'arith.divsi'")


TYPES: list[Type] = [
    IntegerType(1),
    IntegerType(4),
    IntegerType(8),
    IntegerType(16),
    IntegerType(32),
    I64,
    F32,
    F64,
    FloatType("f16"),
    FloatType("bf16"),
    FloatType("f8E4M3FN"),
    FloatType("f4E2M1FN"),
]


def width(type: Type) -> int:
    assert isinstance(type, IntegerType | FloatType)
    return type.width


@pytest.mark.parametrize("source", TYPES, ids=str)
@pytest.mark.parametrize("target", TYPES, ids=str)
def test_bits_survive_a_cast_there_and_back(source: Type, target: Type) -> None:
    common = 64 * 2
    a, b = element_of(source), element_of(target)
    bits = np.random.default_rng(0).integers(0, 2, (3, common // width(source)))
    array = bits.astype(a.dtype)
    there = bitcast(array, a, b, (3, common // width(target)))
    assert there.dtype == b.dtype
    back = bitcast(there, b, a, array.shape)
    np.testing.assert_array_equal(back.view(np.uint8), array.view(np.uint8))


def test_the_order_of_bits_is_little_endian() -> None:
    a, b = element_of(IntegerType(4)), element_of(IntegerType(16))
    array = np.array([1, -1, 2, 7], np.int8)
    assert bitcast(array, a, b, (1,)).tolist() == [0x72F1]
    assert bitcast(np.array([0x72F1], np.int16), b, a, (4,)).tolist() == [1, -1, 2, 7]


def test_fused_multiply_add_at_the_limits() -> None:
    for type in (F32, F64):
        kernel = multiply_add(type)
        cases = [
            (np.inf, 0.0, 1.0, np.nan),
            (2.0, -1.0, 2.0, 0.0),
            (-0.0, 1.0, -0.0, -0.0),
            (1e300 if type is F64 else 1e38, 1e10, 0.0, np.inf),
            (0.0, 0.0, -0.0, 0.0),
        ]
        for a, b, c, expected in cases:
            dtype = element_of(type).dtype.type
            found = float(kernel.scalar(dtype(a), dtype(b), dtype(c)))
            np.testing.assert_equal(found, expected)
            assert np.signbit(found) == np.signbit(expected) or np.isnan(expected)
