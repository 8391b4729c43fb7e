"""Right models are not blamed: for what other ops do, or for what a program does not tell."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from bufferize import Context
from bufferize import define as d
from bufferize.analysis import AnalysisState
from bufferize.ir import Operation, OpOperand
from bufferize.models import ReadOnlyOperands
from bufferize.registration import adding
from bufferize_interpreter import Compiler, MemRef
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


TOY = d.Dialect("toy")


@TOY.op("show")
class ShowOp(d.Operation):
    """Prints the elements of a tensor, and leaves others in its buffer."""

    shown: d.Operand = d.operand(d.ANY_SHAPED)
    assembly_format = "$shown attr-dict `:` type($shown)"


class ShowModel(ReadOnlyOperands[ShowOp]):
    """Reads its operand and writes to it, and shares it with no value."""

    def bufferizes_to_memory_write(
        self, op: ShowOp, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return True


def show(op: Operation, compiler: Compiler) -> Callable[..., Any]:
    """What it prints; a buffer serves as scratch space."""
    machine = compiler.machine

    def run(shown: Any) -> None:
        elements: Any = shown.read() if isinstance(shown, MemRef) else shown
        machine.print(f"{elements.tolist()}\n")
        if isinstance(shown, MemRef):
            shown.write(elements + 1)

    return run


@cache
def context() -> Context:
    return Context()


@pytest.mark.parametrize("name", NEW_BUFFERS)
def test_what_another_op_allocates(name: str) -> None:
    found = check_op_model(name, NEW_BUFFERS[name], context())
    assert [problem for problem in found if problem.kind is not Kind.NEEDLESS] == []


def test_a_copy_that_serves_as_scratch_space() -> None:
    plugin = SimpleNamespace(
        register_dialects=adding({"toy": TOY}),
        register_op_models=adding({"toy": {"toy.show": ShowModel()}}),
        register_semantics=adding({"toy": {"toy.show": show}}),
    )
    plugins = ["func", "arith", "scf", "tensor", "interpreter", plugin]
    program = """
func.func @f(%x: tensor<4xi32>) {
  toy.show %x : tensor<4xi32>
  return
}
"""
    found = check_op_model("toy.show", program, Context(plugins))
    assert found == []
