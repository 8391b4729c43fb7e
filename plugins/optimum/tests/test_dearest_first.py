"""The order of `dearest-first`."""

from __future__ import annotations

import bufferize
from bufferize.analysis import OneShotAnalysisState
from bufferize_optimum import dearest_first

from .programs import CONTEXT, OPTIONS

PROGRAM = """
func.func @f(%t: tensor<8xf32>, %d: tensor<?xf32>, %v: f32, %i: index) -> tensor<8xf32> {
  %fill = linalg.fill ins(%v : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  %slice = tensor.extract_slice %t[0] [2] [1] : tensor<8xf32> to tensor<2xf32>
  %x = tensor.extract %slice[%i] : tensor<2xf32>
  %first = tensor.insert %x into %t[%i] : tensor<8xf32>
  %dynamic = tensor.insert %v into %d[%i] : tensor<?xf32>
  %second = tensor.insert %v into %first[%i] : tensor<8xf32>
  return %second : tensor<8xf32>
}
"""


def test_dear_copies_come_first_and_those_of_one_price_bottom_up() -> None:
    module = bufferize.parse(PROGRAM, CONTEXT)
    state = bufferize.analyze(module, OPTIONS, CONTEXT)
    assert isinstance(state, OneShotAnalysisState)
    (function,) = module.regions[0].entry.ops
    with state.remembering():
        found = [operand.owner.name for operand in dearest_first(function, state)]
    assert found == [
        "tensor.insert",  # %dynamic
        "func.return",
        "tensor.insert",  # %second
        "tensor.insert",  # %first
        "tensor.extract",
        "tensor.extract_slice",
        "linalg.fill",
    ]
