"""What the functions behind the last passes refuse, and that they change nothing then."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import bufferize
from bufferize.define import DialectContext
from bufferize.diagnostics import DiagnosticError, OptionError
from bufferize.driver import OneShotOptions, make_copies_explicit
from bufferize.ir import Operation
from bufferize_transforms import finalize_bufferization

FINALIZE = """
func.func @f(%m: memref<4xf32>) -> memref<4xf32> {
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  %1 = bufferization.to_buffer %0 : tensor<4xf32> to memref<4xf32>
  %2 = tensor.empty() : tensor<4xf32>
  return %1 : memref<4xf32>
}
"""


@pytest.mark.parametrize(
    ("transform", "text", "message"),
    [
        (finalize_bufferization, FINALIZE, "failed to legalize operation 'tensor.empty'"),
    ],
)
def test_nothing_is_changed_where_anything_is_wrong(
    transform: Callable[[Operation, DialectContext], None], text: str, message: str
) -> None:
    for plugin in ("func", "tensor"):
        pytest.importorskip(f"bufferize_{plugin}")
    context = bufferize.Context()
    module = bufferize.parse(text, context, "f.mlir")
    before = bufferize.print_module(module)
    with pytest.raises(DiagnosticError) as raised:
        transform(module, context)
    (problem,) = raised.value.diagnostics
    assert problem.message == message
    assert str(problem.position) == "f.mlir:5:8"
    assert len(problem.notes) == 1
    assert bufferize.print_module(module) == before


COPIES = """
func.func @f(%t: tensor<8xf32>, %x: f32, %i: index) -> (tensor<8xf32>, f32) {
  %0 = tensor.insert %x into %t[%i] : tensor<8xf32>
  %1 = tensor.extract %t[%i] : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, f32
}
"""


def test_copies_alone_are_reported_as_those_of_bufferization_are() -> None:
    for name in ("arith", "func", "tensor"):
        pytest.importorskip(f"bufferize_{name}")
    context = bufferize.Context()
    options = OneShotOptions(bufferize_function_boundaries=True)
    module, whole = (bufferize.parse(COPIES, context) for _ in range(2))
    report = make_copies_explicit(module, options, context)
    assert report.copies == bufferize.one_shot_bufferize(whole, options, context).copies
    assert len(report.copies) == 1
    assert report.statistics.num_tensor_out_of_place == 1
    # Nothing is left to be copied.
    assert bufferize.one_shot_bufferize(module, options, context).copies == []


def test_copy_before_write_makes_no_copies_beforehand() -> None:
    context = bufferize.Context()
    module = bufferize.parse("", context)
    options = OneShotOptions(copy_before_write=True)
    with pytest.raises(OptionError, match="'copy-before-write' makes copies while bufferizing"):
        make_copies_explicit(module, options, context)
