"""Costs: what a copy of each operand costs, sums, and weights in their order."""

from __future__ import annotations

import random

import pytest

from bufferize import Context, OneShotOptions, analyze, parse
from bufferize.analysis import OneShotAnalysisState
from bufferize_optimum import Cost, Total
from bufferize_optimum.costs import FREE, OperandCosts, Scale

CONTEXT = Context()
PROGRAM = """
func.func @f(%t: tensor<8xf32>, %d: tensor<?x4xf32>, %v: f32, %i: index, %c: i1) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %insert = tensor.insert %v into %t[%i] : tensor<8xf32>
  %fill = linalg.fill ins(%v : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  %slice = tensor.extract_slice %t[0] [2] [1] : tensor<8xf32> to tensor<2xf32>
  %unused = tensor.extract_slice %t[0] [3] [1] : tensor<8xf32> to tensor<3xf32>
  %x = tensor.extract %slice[%i] : tensor<2xf32>
  %dynamic = tensor.insert %v into %d[%i, %i] : tensor<?x4xf32>
  %empty = tensor.empty() : tensor<8xf32>
  %undefined = tensor.insert %v into %empty[%i] : tensor<8xf32>
  scf.for %k = %c0 to %c10 step %c1 {
    %many = tensor.insert %v into %t[%k] : tensor<8xf32>
    %y = tensor.extract %many[%i] : tensor<8xf32>
  }
  scf.for %k = %c0 to %i step %c1 {
    %unknown = tensor.insert %v into %d[%k, %k] : tensor<?x4xf32>
    %y = tensor.extract %unknown[%i, %i] : tensor<?x4xf32>
  }
  return %t : tensor<8xf32>
}
"""
EXPECTED = {
    "%insert": Cost(32, 32, 0),
    "%fill": Cost(0, 32, 0),
    "%slice": Cost(8, 8, 0),
    "%unused": FREE,
    "%dynamic": Cost(16, 16, 1),
    "%undefined": Cost(0, 32, 0),
    "%many": Cost(320, 320, 0),
    "%unknown": Cost(16, 16, 2),
}


def test_the_cost_of_each_operand() -> None:
    module = parse(PROGRAM, CONTEXT)
    options = OneShotOptions(bufferize_function_boundaries=True)
    state = analyze(module, options, CONTEXT)
    assert isinstance(state, OneShotAnalysisState)
    costs = OperandCosts(state)
    found = {
        f"%{op.results[0].name_hint}": costs.of(op.op_operands[-1 if "fill" in op.name else 0])
        if "insert" not in op.name
        else costs.of(op.op_operands[1])
        for op in module.walk()
        if op.results and f"%{op.results[0].name_hint}" in EXPECTED
    }
    assert found == EXPECTED


def test_totals_are_compared_by_unknown_factors_then_bytes_then_allocations() -> None:
    ascending = [
        Total.of([]),
        Total.of([Cost(0, 5, 1)]),
        Total.of([Cost(4, 4, 0)]),
        Total.of([Cost(4, 4, 0), Cost(0, 1, 0)]),
        Total.of([Cost(3, 3, 0), Cost(3, 3, 0)]),
        Total.of([Cost(1, 1, 1)]),
        Total.of([Cost(1, 1, 1), Cost(4, 4, 0)]),
        Total.of([Cost(1, 1, 2)]),
    ]
    assert sorted(ascending, reverse=True) == ascending[::-1]
    assert str(ascending[6]) == "1 x ? + 4 bytes copied, 1 x ? + 4 allocated"
    assert str(ascending[0]) == "0 bytes copied, 0 allocated"


@pytest.mark.parametrize("seed", range(30))
def test_sums_of_weights_are_in_the_order_of_totals(seed: int) -> None:
    rng = random.Random(seed)
    costs = [
        Cost(rng.choice((0, size)), size, rng.randrange(3))
        for size in (rng.randint(1, 50) for _ in range(8))
    ]
    scale = Scale(costs)
    some = [rng.sample(costs, rng.randint(0, 8)) for _ in range(20)]
    by_total = sorted(some, key=Total.of)
    assert [sum(map(scale.weight, each)) for each in by_total] == sorted(
        sum(map(scale.weight, each)) for each in some
    )
    for each in some:
        assert scale.total(sum(map(scale.weight, each))) == Total.of(each)
        only_copies = sum(map(scale.copied_weight, each))
        assert scale.total(only_copies * scale.byte).copied == Total.of(each).copied
        assert only_copies == sum(c.copied * scale.copied_units[c.unknown] for c in each)
