"""A plugin's analysis with only what `AnalysisState` requires works with all models."""

from __future__ import annotations

import types
from pathlib import Path

import pytest

import bufferize
from bufferize import Context, OneShotOptions, hookimpl
from bufferize.analysis import AnalysisState
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import Operation, OpOperand, Value, verify
from bufferize.plugins import Registry
from bufferize.plugins.discovery import entry_point_plugins
from bufferize_tools.files import split_input

PROGRAMS = sorted((Path(__file__).parent / "filecheck").glob("*.mlir"))


class Undecided(AnalysisState):
    """An analysis that copies every operand that is written."""


class InPlace(AnalysisState):
    """An analysis that copies nothing, which is wrong for most programs."""

    def is_in_place(self, operand: OpOperand) -> bool:
        return True


class KnowsLoops(AnalysisState):
    """An analysis that writes in place only what loops carry, whose buffers are known to be equal."""

    def are_equivalent_buffer_values(self, a: Value, b: Value) -> bool:
        return a is b


def context_with(kind: type[AnalysisState]) -> Context:
    def analyze(module: Operation, options: OneShotOptions, context: Context) -> AnalysisState:
        return kind(options, context)

    @hookimpl
    def register_analyses(registry: Registry) -> None:
        registry.add("mine", analyze)

    plugin = types.SimpleNamespace(__name__="mine", register_analyses=register_analyses)
    context = Context([*(installed for _, installed in entry_point_plugins(())), plugin])
    context.handlers.append(lambda _: None)
    return context


def bufferized(text: str, kind: type[AnalysisState]) -> str:
    context = context_with(kind)
    module = bufferize.parse(text, context)
    options = OneShotOptions(bufferize_function_boundaries=True, analysis="mine")
    bufferize.one_shot_bufferize(module, options, context)
    assert not verify(module)
    return bufferize.print_module(module)


@pytest.mark.parametrize(
    "kind", [Undecided, InPlace, pytest.param(KnowsLoops, marks=pytest.mark.slow)]
)
@pytest.mark.parametrize("path", PROGRAMS, ids=lambda p: p.stem)
def test_models_ask_for_no_more(path: Path, kind: type[AnalysisState]) -> None:
    context = context_with(kind)
    context.allow_unregistered_dialects = True
    for part in split_input(path.read_text()):
        try:
            module = bufferize.parse(part, context)
        except DiagnosticError:
            continue
        if verify(module):
            continue
        options = OneShotOptions(
            bufferize_function_boundaries=True, allow_unknown_ops=True, analysis="mine"
        )
        try:
            bufferize.one_shot_bufferize(module, options, context)
        except DiagnosticError:
            continue
        assert not verify(module)


YIELDED = """
func.func @f(%t: tensor<4xf32>, %outer: tensor<4xf32>, %i: index, %v: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %i step %c1 iter_args(%a = %t) -> tensor<4xf32> {
    %w = tensor.insert %v into %a[%k] : tensor<4xf32>
    scf.yield YIELDED : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
"""


def test_what_a_loop_yields_is_copied_unless_it_is_known() -> None:
    for kind in Undecided, InPlace, KnowsLoops:
        text = bufferized(YIELDED.replace("YIELDED", "%outer"), kind)
        _, _, loop = text.partition("scf.for")
        assert "memref.copy %arg1" in loop


def test_what_a_loop_carries_is_yielded_where_that_is_known() -> None:
    text = bufferized(YIELDED.replace("YIELDED", "%a"), KnowsLoops)
    _, _, loop = text.partition("scf.for")
    assert "scf.yield %arg5" in loop
    copied = bufferized(YIELDED.replace("YIELDED", "%a"), Undecided)
    assert "scf.yield %arg5" not in copied


def test_one_buffer_is_not_yielded_twice() -> None:
    program = """
    func.func @f(%t: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %r:2 = scf.while (%a = %t, %b = %t) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
        %go = arith.cmpi slt, %c0, %n : index
        scf.condition(%go) %a, %b : tensor<4xf32>, tensor<4xf32>
      } do {
      ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
        scf.yield %a, %a : tensor<4xf32>, tensor<4xf32>
      }
      return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
    }
    """
    _, _, body = bufferized(program, KnowsLoops).partition("do {")
    assert "memref.copy" in body
