"""Right models are not blamed: for what other ops do, or for what a program does not tell."""

from __future__ import annotations

from functools import cache

import pytest

from bufferize import Context
from bufferize_interpreter.model_tests import Kind, check_op_model

NEW_BUFFERS = {
    "scf.if": """
func.func @f(%flag: i1, %v: f32, %w: f32) -> tensor<4xf32> {
  %0 = scf.if %flag -> tensor<4xf32> {
    %1 = tensor.splat %v : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  } else {
    %2 = tensor.splat %w : tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
""",
    "func.call": """
func.func private @g(%v: f32) -> tensor<4xf32> {
  %0 = tensor.splat %v : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @f(%v: f32) -> tensor<4xf32> {
  %0 = func.call @g(%v) : (f32) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
""",
    "scf.for": """
func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %x, %t = %y) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %t, %s : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
""",
}
"""By the op whose result is a new buffer: of an op in a region, in the function called, of a copy."""


@cache
def context() -> Context:
    return Context()


@pytest.mark.parametrize("name", NEW_BUFFERS)
def test_what_another_op_allocates(name: str) -> None:
    found = check_op_model(name, NEW_BUFFERS[name], context())
    assert [problem for problem in found if problem.kind is not Kind.NEEDLESS] == []
