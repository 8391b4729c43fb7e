"""Right models are not blamed for what other ops do, or for what a program does not show."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from bufferize import Context
from bufferize import define as d
from bufferize.analysis import AnalysisState
from bufferize.interfaces import AliasingValue
from bufferize.ir import Operation, OpOperand
from bufferize.models import BecomesBufferOp
from bufferize.plugins import adding
from bufferize_interpreter import Compiler, MemRef, defined, moved
from bufferize_interpreter.model_tests import Kind, check_op_model
from bufferize_testing import golden_parts

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
"""Programs by the op whose result is new, from an op in a region, a called function, or a copy."""


@cache
def context() -> Context:
    return Context()


@pytest.mark.parametrize("name", NEW_BUFFERS)
def test_what_another_op_allocates(name: str) -> None:
    found = check_op_model(name, NEW_BUFFERS[name], context())
    assert [problem for problem in found if problem.kind is not Kind.NEEDLESS] == []


SCRATCH = d.Dialect("scratch")


@SCRATCH.op("show")
class ShowOp(d.Operation):
    """An op that prints the elements of `source` in order, sorted in the scratch space `space`."""

    source: d.Operand = d.operand(d.ANY_SHAPED)
    space: d.Operand = d.operand(d.ANY_SHAPED)
    assembly_format = "operands attr-dict `:` type(operands)"


@SCRATCH.op("fill")
class FillOp(d.Operation):
    """An op that only writes to `space`."""

    space: d.Operand = d.operand(d.ANY_SHAPED)
    assembly_format = "operands attr-dict `:` type(operands)"


class WritesToSpace(BecomesBufferOp[Operation]):
    """A model that writes to the last operand, and has no aliases."""

    def bufferizes_to_memory_read(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index < len(op.operands) - 1

    def bufferizes_to_memory_write(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return operand.index == len(op.operands) - 1

    def get_aliasing_values(
        self, op: Operation, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        return []


def show(op: Operation, compiler: Compiler) -> Callable[..., Any]:
    """Semantics of `scratch.show`."""

    def run(source: Any, space: Any) -> None:
        found = source.read() if isinstance(source, MemRef) else source
        if isinstance(space, MemRef):
            space.write(moved(np.sort, found))
        compiler.machine.print(f"{np.sort(defined(found)).tolist()}\n")

    return run


def fill(op: Operation, compiler: Compiler) -> Callable[..., Any]:
    """Semantics of `scratch.fill`."""

    def run(space: Any) -> None:
        if isinstance(space, MemRef):
            space.write(1.0)

    return run


PLUGIN = SimpleNamespace(
    register_dialects=adding({"scratch": SCRATCH}),
    register_op_models=adding(
        {"scratch": {"scratch.show": WritesToSpace(), "scratch.fill": WritesToSpace()}}
    ),
    register_semantics=adding({"scratch": {"scratch.show": show, "scratch.fill": fill}}),
)


def problems_of(name: str, operands: str, types: str) -> list[str]:
    known = Context(["arith", "func", "scf", "tensor", "interpreter", PLUGIN])
    text = f"""
    func.func @f(%x: tensor<4xf32>, %s: tensor<4xf32>) {{
      {name} {operands} : {types}
      return
    }}"""
    found = check_op_model(name, text, known)
    return [problem.declaration for problem in found if problem.kind is not Kind.NEEDLESS]


def test_space_to_work_in_may_be_copied() -> None:
    assert problems_of("scratch.show", "%x, %s", "tensor<4xf32>, tensor<4xf32>") == []


def test_what_only_writes_to_a_tensor_must_not_be_copied() -> None:
    assert problems_of("scratch.fill", "%s", "tensor<4xf32>") == ["must_bufferize_in_place"]


SAMPLES = Path(__file__).parent / "core_models.mlir"
MEANT = {
    ("bufferization.materialize_in_destination", "must_bufferize_in_place"): "that is its purpose: "
    "the destination that is named is the one that is written to",
    ("bufferization.to_buffer", "bufferizes_to_memory_write"): "what becomes of the buffer is not "
    "known",
    ("bufferization.to_tensor", "result_bufferizes_to_memory_write"): "the contents come from a "
    "buffer, of which nothing is known",
}


@pytest.mark.parametrize("name", sorted(Context(["interpreter"]).models_of("bufferization")))
def test_models_of_bufferization(name: str) -> None:
    samples = [part.text for part in golden_parts(SAMPLES)]
    found = {problem.declaration for problem in check_op_model(name, samples, context())}
    assert found == {declaration for op, declaration in MEANT if op == name}
