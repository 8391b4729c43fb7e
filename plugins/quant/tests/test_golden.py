"""The quant dialect's syntax and verification, against golden files and against mlir-opt."""

from __future__ import annotations

import math

import pytest

import bufferize
from bufferize import ir
from bufferize.diagnostics import DiagnosticError
from bufferize_quant.ops import QUANT
from bufferize_quant.types import (
    AnyQuantizedType,
    QuantizedType,
    Scale,
    Scales,
    Storage,
    UniformQuantizedSubChannelType,
    UniformQuantizedType,
)
from bufferize_testing import DialectTests

CONTEXT = bufferize.Context()


class TestQuant(DialectTests):
    dialect = QUANT


CASTS = """
!cell = !quant.uniform<i8:f32, 2.0:1>
!other = !quant.uniform<i8:f32, 3.0>
func.func @f(%a: tensor<2xf32>, %b: tensor<2x!cell>, %c: tensor<2xi8>)
    -> (tensor<2xf32>, tensor<2x!cell>, tensor<2xi8>, tensor<2x!other>) {
  %0 = quant.qcast %a : tensor<2xf32> to tensor<2x!cell>
  %1 = quant.dcast %0 : tensor<2x!cell> to tensor<2xf32>
  %2 = quant.dcast %b : tensor<2x!cell> to tensor<2xf32>
  %3 = quant.qcast %2 : tensor<2xf32> to tensor<2x!cell>
  %4 = quant.scast %c : tensor<2xi8> to tensor<2x!cell>
  %5 = quant.scast %4 : tensor<2x!cell> to tensor<2xi8>
  %6 = quant.qcast %2 : tensor<2xf32> to tensor<2x!other>
  return %1, %3, %5, %6 : tensor<2xf32>, tensor<2x!cell>, tensor<2xi8>, tensor<2x!other>
}
"""


def test_casts_there_and_back_fold() -> None:
    module = bufferize.parse(CASTS, CONTEXT)
    bufferize.pipeline_from_text("builtin.module(canonicalize)", CONTEXT).run(module, CONTEXT)
    names = [op.name for op in module.walk() if op.name.startswith("quant.")]
    assert names == ["quant.dcast", "quant.qcast"]
    (back,) = (op for op in module.walk() if op.name == "func.return")
    assert [type(value).__name__ for value in back.operands[:3]] == ["BlockArgument"] * 3


def test_types_are_made_in_python() -> None:
    storage = Storage.whole(8)
    type = UniformQuantizedType(storage, ir.F32, Scale(2.0, 10))
    assert str(type) == "!quant.uniform<i8:f32, 2.000000e+00:10>"
    assert type.verify() is None
    assert storage.type is ir.IntegerType(8)
    assert str(storage._replace(minimum=-127)) == "i8<-127:127>"
    blocks = UniformQuantizedSubChannelType(
        storage, ir.F16, ((0, 2),), Scales((1, 2), (Scale(0.1), Scale(1.0, 255)))
    )
    assert blocks.all_scales == (Scale(0.0999755859375), Scale(1.0, -1))
    assert str(blocks) == "!quant.uniform<i8:f16:{0:2}, {{9.997550e-02, 1.000000e+00:-1}}>"


@pytest.mark.parametrize(
    ("type", "problem"),
    [
        (AnyQuantizedType(Storage.whole(64)), "illegal storage type size: 64"),
        (UniformQuantizedType(Storage.whole(8), ir.F32, Scale(math.nan)), "illegal scale: nan"),
        (
            UniformQuantizedSubChannelType(
                Storage.whole(8), ir.F32, (), Scales((3,), (Scale(1.0),))
            ),
            "scales of shape [3] are 3, but 1 are given",
        ),
    ],
)
def test_wrong_types_say_what_is_wrong(type: QuantizedType, problem: str) -> None:
    assert type.verify() == problem


def test_deep_lists_end_in_an_error() -> None:
    text = f"func.func private @f(!quant.uniform<i8:f32:0, {'{' * 100000}"
    with pytest.raises(DiagnosticError):
        bufferize.parse(text, CONTEXT)
