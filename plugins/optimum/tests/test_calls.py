"""How often functions are called."""

from __future__ import annotations

import bufferize
from bufferize_optimum import Cost
from bufferize_optimum.calls import CallCounts, Times

from .programs import CONTEXT, OPTIONS

CALLS = """
func.func private @often(%t: tensor<4xf32>)
func.func private @twice(%t: tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c5 step %c1 {
    func.call @often(%t) : (tensor<4xf32>) -> ()
  }
  return
}
func.func @from_outside(%t: tensor<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  scf.for %i = %c0 to %c0 step %n {
    func.call @never(%t) : (tensor<4xf32>) -> ()
    func.call @public(%t) : (tensor<4xf32>) -> ()
  }
  call @twice(%t) : (tensor<4xf32>) -> ()
  call @twice(%t) : (tensor<4xf32>) -> ()
  call @unknown(%t) : (tensor<4xf32>) -> ()
  scf.for %i = %c0 to %n step %n {
    func.call @unknown(%t) : (tensor<4xf32>) -> ()
    func.call @unknown(%t) : (tensor<4xf32>) -> ()
  }
  return
}
func.func private @never(%t: tensor<4xf32>)
func.func @public(%t: tensor<4xf32>) {
  return
}
func.func private @unknown(%t: tensor<4xf32>)
func.func private @itself(%t: tensor<4xf32>) {
  call @itself(%t) : (tensor<4xf32>) -> ()
  return
}
"""


def test_calls_are_counted_with_loops_and_callers() -> None:
    module = bufferize.parse(CALLS, CONTEXT)
    counts = CallCounts(module, bufferize.analyze(module, OPTIONS, CONTEXT))
    functions = {str(op.symbol_name): op for op in bufferize.analysis.functions_in(module)}
    assert {name: tuple(counts.of(function)) for name, function in functions.items()} == {
        "often": (0, 10),
        "twice": (0, 2),
        "from_outside": (0, 1),
        "never": (0, 0),
        "public": (0, 1),
        "unknown": (1, 2),
        "itself": (1, 1),
    }


def test_the_cost_of_copies_in_all_calls() -> None:
    assert Times(1, 3).of(Cost(16, 32, 1)) == Cost(48, 96, 2)


def test_without_function_boundaries_functions_count_once() -> None:
    module = bufferize.parse(CALLS, CONTEXT)
    counts = CallCounts(module, bufferize.analyze(module, bufferize.OneShotOptions(), CONTEXT))
    assert {counts.of(op) for op in module.walk()} == {Times()}
