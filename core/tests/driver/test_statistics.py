"""What bufferization tells of itself: statistics, and warnings to whoever listens."""

from __future__ import annotations

import pytest

from bufferize import Context, OneShotOptions, one_shot_bufferize, parse
from bufferize.diagnostics import Diagnostic, Severity

TILES = """
func.func @one(%t: tensor<8xf32> {bufferization.writable = true}, %v: f32) -> tensor<8xf32> {
  %0 = tensor.extract_slice %t[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %1 = linalg.fill ins(%v : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = tensor.insert_slice %1 into %t[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %2 : tensor<8xf32>
}
func.func @chain(%t: tensor<8xf32> {bufferization.writable = true}, %v: f32, %i: index) {
  %0 = tensor.insert %v into %t[%i] : tensor<8xf32>
  %1 = tensor.insert %v into %0[%i] : tensor<8xf32>
  %2 = tensor.insert %v into %1[%i] : tensor<8xf32>
  %3 = tensor.insert %v into %2[%i] : tensor<8xf32>
  %4 = tensor.insert %v into %3[%i] : tensor<8xf32>
  return
}
"""


def options(budget: int = 0) -> OneShotOptions:
    return OneShotOptions(bufferize_function_boundaries=True, analysis_budget=budget)


def test_statistics_are_of_all_functions() -> None:
    context = Context()
    statistics = one_shot_bufferize(parse(TILES, context), options(), context).statistics
    assert statistics.num_tensor_out_of_place == 0
    assert list(statistics.seconds) == ["analysis", "copy insertion", "rewrite"]
    work = statistics.analysis
    assert (work.reads, work.writes) == (3 + 5, 2 + 5)
    assert work.candidates == 2
    assert work.largest_alias_set == 6  # of the chain; in the other function there are 4


def test_without_an_analysis_there_is_nothing_to_count() -> None:
    context = Context()
    careful = OneShotOptions(bufferize_function_boundaries=True, copy_before_write=True)
    statistics = one_shot_bufferize(parse(TILES, context), careful, context).statistics
    assert list(statistics.seconds) == ["rewrite"]
    assert statistics.analysis.reads == 0


def test_a_warning_goes_to_the_handlers() -> None:
    context = Context()
    heard: list[Diagnostic] = []
    context.handlers.append(heard.append)
    report = one_shot_bufferize(parse(TILES, context, "f.mlir"), options(1), context)
    (warning,) = heard
    assert warning.severity is Severity.WARNING
    assert str(warning.position) == "f.mlir:2:1"
    assert report.statistics.num_tensor_out_of_place == 1


def test_a_warning_without_handlers_is_one_of_python() -> None:
    context = Context()
    with pytest.warns(UserWarning, match="analysis of function 'one' stopped after 1 candidate"):
        one_shot_bufferize(parse(TILES, context), options(1), context)
