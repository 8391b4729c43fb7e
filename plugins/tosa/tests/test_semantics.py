"""What the ops on shapes of the tosa dialect compute: seen by an op that takes a shape."""

from __future__ import annotations

import types
from typing import Any

import numpy as np
import pytest

import bufferize
from bufferize import define as d
from bufferize.plugins import adding
from bufferize_interpreter import Machine, Trap

SEE = d.Dialect("see")


@SEE.op("extents")
class ExtentsOp(d.Operation):
    """A shape as a tensor."""

    shape: d.Operand = d.operand(d.ANY_TYPE)
    result: d.Result = d.result(d.RANKED_TENSOR)
    assembly_format = "$shape attr-dict `:` type($shape) `->` type($result)"


PLUGIN = types.SimpleNamespace(
    __name__="see",
    register_dialects=adding({"see": SEE}),
    register_semantics=adding(
        {"see": {"see.extents": lambda op, compiler: lambda shape: np.array(shape, np.int64)}}
    ),
)
CONTEXT = bufferize.Context(["func", "arith", "tosa", "interpreter", PLUGIN])


def extents(body: str, rank: int, *arguments: Any) -> Any:
    """The extents of the shape %r."""
    module = bufferize.parse(
        f"""
        func.func @f(%x: tensor<?x?xf32>, %n: tensor<1xi32>) -> tensor<{rank}xindex> {{
          %a = tosa.const_shape {{values = dense<[7, 8, 1]> : tensor<3xindex>}} : () -> !tosa.shape<3>
          %b = tosa.const_shape {{values = dense<[2, 3, 4]> : tensor<3xindex>}} : () -> !tosa.shape<3>
          {body}
          %0 = see.extents %r : !tosa.shape<{rank}> -> tensor<{rank}xindex>
          return %0 : tensor<{rank}xindex>
        }}""",
        CONTEXT,
    )
    given = arguments or (np.zeros((5, 6), np.float32), np.array([1], np.int32))
    return Machine(module, CONTEXT).run("f", given).results[0].tolist()


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("add_shape", [9, 11, 5]),
        ("sub_shape", [5, 5, -3]),
        ("mul_shape", [14, 24, 4]),
        ("div_ceil_shape", [4, 3, 1]),
        ("div_floor_shape", [3, 2, 0]),
        ("mod_shape", [1, 2, 1]),
        ("max_shape", [7, 8, 4]),
        ("min_shape", [2, 3, 1]),
    ],
)
def test_binary(name: str, expected: list[int]) -> None:
    type = "!tosa.shape<3>"
    assert extents(f"%r = tosa.{name} %a, %b : ({type}, {type}) -> {type}", 3) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("exp2_shape", [128, 256, 2]),
        ("log2_ceil_shape", [3, 3, 0]),
        ("log2_floor_shape", [2, 3, 0]),
    ],
)
def test_unary(name: str, expected: list[int]) -> None:
    type = "!tosa.shape<3>"
    assert extents(f"%r = tosa.{name} %a : ({type}) -> {type}", 3) == expected


def test_parts() -> None:
    body = "%r = tosa.dim %x {axis = 1 : i32} : (tensor<?x?xf32>) -> !tosa.shape<1>"
    assert extents(body, 1) == [6]
    body = "%r = tosa.concat_shape %a, %b : (!tosa.shape<3>, !tosa.shape<3>) -> !tosa.shape<6>"
    assert extents(body, 6) == [7, 8, 1, 2, 3, 4]
    body = """%two = arith.constant dense<2> : tensor<1xi32>
      %r = tosa.slice_shape %a, %n, %two : (!tosa.shape<3>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<2>"""
    assert extents(body, 2) == [8, 1]
    x = np.zeros((1, 1), np.float32)
    with pytest.raises(Trap, match="takes 2 extents from 2 on of 3"):
        extents(body, 2, x, np.array([2], np.int32))
