"""What the analysis decides for programs with sparse tensors, and who bufferizes them."""

from __future__ import annotations

from pathlib import Path

import pytest

import bufferize
from bufferize.diagnostics import DiagnosticError
from bufferize.driver import OneShotOptions
from bufferize.plugins import Context
from bufferize.syntax import print_module
from bufferize_testing.reference import reference_outputs
from bufferize_tools.files import split_input

_TEXT = (Path(__file__).parent / "programs" / "analyzed.mlir").read_text(encoding="utf-8")
PROGRAMS = split_input(_TEXT)
_ANALYSIS = OneShotOptions(
    bufferize_function_boundaries=True,
    allow_return_allocs_from_loops=True,
    test_analysis_only=True,
)
_FLAG = (
    "--one-shot-bufferize=bufferize-function-boundaries allow-return-allocs-from-loops "
    "test-analysis-only"
)


def _analysed(text: str) -> str:
    context = Context()
    module = bufferize.parse(text, context)
    bufferize.one_shot_bufferize(module, _ANALYSIS, context)
    return print_module(module)


@pytest.mark.reference
def test_decisions_are_those_of_the_reference() -> None:
    expected = reference_outputs(PROGRAMS, _FLAG)
    assert [_analysed(program).strip() for program in PROGRAMS] == [
        each and each.strip() for each in expected
    ]


def test_an_elementwise_op_on_a_sparse_operand_may_not_overwrite_another_one() -> None:
    sparse, dense = (
        next(program for program in PROGRAMS if f"@{name}(" in program)
        for name in ("elementwise", "elementwise_of_dense")
    )
    assert '["true", "true", "false"]' in _analysed(sparse)
    assert '["true", "true", "true"]' in _analysed(dense)


def test_sparse_ops_are_left_to_the_sparsifier() -> None:
    context = Context()
    module = bufferize.parse(PROGRAMS[0], context)
    options = OneShotOptions(bufferize_function_boundaries=True)
    with pytest.raises(DiagnosticError) as caught:
        bufferize.one_shot_bufferize(module, options, context)
    found = caught.value.diagnostics[0]
    assert found.message == "sparse_tensor ops must be bufferized with the sparsifier"
    assert "mlir-opt --sparsifier" in found.notes[0].message


def test_a_reshape_is_a_new_tensor() -> None:
    """Freeing it takes nothing from its operand; MLIR takes it for a view."""
    text = """
    #S = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : compressed) }>
    #V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
    func.func @f(%t: tensor<3x4xf64, #S>) -> (index, index) {
      %c = tensor.collapse_shape %t [[0, 1]] : tensor<3x4xf64, #S> into tensor<12xf64, #V>
      %n = sparse_tensor.number_of_entries %c : tensor<12xf64, #V>
      bufferization.dealloc_tensor %c : tensor<12xf64, #V>
      %e = tensor.expand_shape %t [[0, 1], [2]] output_shape [1, 3, 4]
        : tensor<3x4xf64, #S> into tensor<1x3x4xf64>
      bufferization.dealloc_tensor %e : tensor<1x3x4xf64>
      %m = sparse_tensor.number_of_entries %t : tensor<3x4xf64, #S>
      return %n, %m : index, index
    }
    """
    assert '"false"' not in _analysed(text)
