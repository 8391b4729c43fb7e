"""Programs with the fewest bytes that decisions copy, and the best decisions by trying all."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import bufferize
from bufferize import Context, OneShotOptions
from bufferize.analysis import AnalysisState, OneShotAnalysisState, analyze_module
from bufferize.driver.shared_outputs import reads_from_outside, redirected
from bufferize.ir import Operation, OpOperand
from bufferize_optimum import FunctionDecisions, Total
from bufferize_optimum.costs import cost_of_copy
from bufferize_testing.generation import random_program

CONTEXT = Context()
OPTIONS = OneShotOptions(bufferize_function_boundaries=True, allow_return_allocs_from_loops=True)

FILLED = """
func.func @filled(%t: tensor<1024xf32>, %v: f32, %i: index)
    -> (tensor<1024xf32>, tensor<1024xf32>) {
  %0 = tensor.insert %v into %t[%i] : tensor<1024xf32>
  %1 = linalg.fill ins(%v : f32) outs(%t : tensor<1024xf32>) -> tensor<1024xf32>
  return %0, %1 : tensor<1024xf32>, tensor<1024xf32>
}
"""
"""Bottom-up copies 4,096 bytes; nothing is copied if the fill gets a new buffer."""
SLICED = """
func.func @sliced(%t: tensor<1024xf32>, %u: tensor<1024xf32>, %v: f32, %i: index)
    -> (tensor<1024xf32>, tensor<1xf32>, tensor<1024xf32>, tensor<1024xf32>) {
  %s = tensor.extract_slice %t[0] [1] [1] : tensor<1024xf32> to tensor<1xf32>
  %0 = tensor.insert %v into %t[%i] : tensor<1024xf32>
  %1 = tensor.insert %v into %u[%i] : tensor<1024xf32>
  %2 = linalg.fill ins(%v : f32) outs(%u : tensor<1024xf32>) -> tensor<1024xf32>
  return %0, %s, %1, %2
    : tensor<1024xf32>, tensor<1xf32>, tensor<1024xf32>, tensor<1024xf32>
}
"""
"""Each order of operations copies 4,096 bytes; 4 are enough."""
TWO_OUTPUTS = """
#id = affine_map<(d0) -> (d0)>
func.func @outputs(%t: tensor<1024xf32>) -> (tensor<1024xf32>, tensor<1024xf32>) {
  %c = arith.constant 1.0 : f32
  %0:2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      outs(%t, %t : tensor<1024xf32>, tensor<1024xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %b, %b : f32
    linalg.yield %c, %s : f32, f32
  } -> (tensor<1024xf32>, tensor<1024xf32>)
  return %0#0, %0#1 : tensor<1024xf32>, tensor<1024xf32>
}
"""
"""Whatever comes first, all operands of an operation in turn copy 4,096 bytes; 0 are enough."""
ENOUGH = [(FILLED, 0), (SLICED, 4), (TWO_OUTPUTS, 0)]


def random_text(seed: int) -> str:
    return random_program(seed).text


def copied(text: str, options: OneShotOptions) -> Total:
    """Return what bufferization copies."""
    module = bufferize.parse(text, CONTEXT)
    return Total.of(
        map(cost_of_copy, bufferize.one_shot_bufferize(module, options, CONTEXT).copies)
    )


def cheapest(found: FunctionDecisions) -> int:
    """Return the least weight of operands of a function that the analysis lets be copied alone."""
    problem = found.problem
    state = problem.state
    module = found.root.parent_op
    assert module is not None
    for copied in _by_weight(found):
        chosen = [problem.operands[number] for number in copied]
        others = [
            operand
            for number, operand in enumerate(problem.operands)
            if problem.weights[number] and number not in copied
        ]
        if _accepts(module, state, chosen, others):
            return problem.weight(copied)
    raise AssertionError


def _by_weight(found: FunctionDecisions) -> Iterator[tuple[int, ...]]:
    problem = found.problem
    dear = [number for number, weight in enumerate(problem.weights) if weight]
    sets = (chosen for size in range(len(dear) + 1) for chosen in combinations(dear, size))
    yield from sorted(sets, key=problem.weight)


def _accepts(
    module: Operation, real: OneShotAnalysisState, copied: list[OpOperand], others: list[OpOperand]
) -> bool:
    """Return whether the analysis uses `others` in place once `copied` are copied."""

    def order(root: Operation, state: AnalysisState) -> list[OpOperand]:
        assert isinstance(state, OneShotAnalysisState)
        state.spares_copies = False
        return [o for o in (*copied, *others) if root.is_ancestor_of(o.owner)]

    options = replace(real.options, analysis_order=order)
    with redirected(reads_from_outside(module)):
        state = analyze_module(module, options, CONTEXT, dict.fromkeys(copied, False))
    return all(map(state.is_in_place, others))
