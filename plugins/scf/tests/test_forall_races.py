"""Iterations of `scf.forall` that contribute to the same elements."""

from __future__ import annotations

import numpy as np
import pytest

import bufferize
from bufferize.ir import Operation
from bufferize.passes import pipeline_from_text
from bufferize_interpreter import Machine, Trap, TrapKind
from bufferize_interpreter.validation import Validator
from bufferize_interpreter.validation.variants import PipelineVariant

PROGRAM = """
func.func @f(%t: tensor<4xf32>, %u: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = arith.constant dense<1.0> : tensor<2xf32>
  %r:2 = scf.forall (%i) in (%n) shared_outs(%o = %t, %p = %u) -> (tensor<4xf32>, tensor<4xf32>) {
    OFFSET
    %s = tensor.extract_slice %o[%k] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %v = arith.addf %s, %one : tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %o[%k] [2] [1] : tensor<2xf32> into tensor<4xf32>
      tensor.parallel_insert_slice %one into %p[%q] [2] [1] : tensor<2xf32> into tensor<4xf32>
    }
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
"""
APART = """%k = affine.apply affine_map<(i) -> (2 * i)>(%i)
    %q = affine.apply affine_map<(i) -> (2 - 2 * i)>(%i)"""
SHARED = APART.replace("2 * i)>(%i)\n", "i + 0)>(%i)\n")
SHARED_SECOND = APART.replace("2 - 2 * i", "1")


def context_and_module(offset: str) -> tuple[bufferize.Context, Operation]:
    context = bufferize.Context()
    return context, bufferize.parse(PROGRAM.replace("OFFSET", offset), context)


def run(offset: str, count: int) -> list[list[float]]:
    context, module = context_and_module(offset)
    tensors = [np.array(values, np.float32) for values in ([1, 2, 3, 4], [5, 6, 7, 8])]
    results = Machine(module, context).run("f", [*tensors, count]).results
    return [result.tolist() for result in results]


def test_what_is_apart_is_defined() -> None:
    assert run(APART, 2) == [[2, 3, 4, 5], [1, 1, 1, 1]]


@pytest.mark.parametrize(("offset", "number"), [(SHARED, 0), (SHARED_SECOND, 1)])
def test_what_is_not_apart_is_a_trap(offset: str, number: int) -> None:
    message = f"two iterations contribute to the same element of output #{number}"
    with pytest.raises(Trap, match=message) as trap:
        run(offset, 2)
    assert trap.value.kind is TrapKind.RACE
    run(offset, 1)


def test_no_tool_is_blamed() -> None:
    context, module = context_and_module(SHARED.replace("%n", "3"))
    text = "one-shot-bufferize{bufferize-function-boundaries=true}"
    variant = PipelineVariant(text, pipeline_from_text(text, context))
    result = Validator(module, context, inputs=4).run([variant])
    assert not result.findings
    assert result.meaningless["RACE"] > 0
