"""What iterations of scf.forall read of outputs that they do not contribute to."""

from __future__ import annotations

from typing import Any

import pytest

import bufferize
from bufferize.diagnostics import DiagnosticError

ROTATED = """
func.func @rotated(%t: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %r = scf.forall (%i) in (%n) shared_outs(%o = %t) -> tensor<4xf32> {
    %j = arith.addi %i, %c1 : index
    %part = tensor.extract_slice %o[%j] [1] [1] : tensor<4xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %part into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}
"""


@pytest.fixture(autouse=True)
def plugins() -> None:
    for plugin in ("arith", "func", "tensor"):
        pytest.importorskip(f"bufferize_{plugin}")


def bufferized(text: str, **options: Any) -> str:
    context = bufferize.Context()
    module = bufferize.parse(text, context)
    all_options = bufferize.OneShotOptions(bufferize_function_boundaries=True, **options)
    bufferize.one_shot_bufferize(module, all_options, context)
    return bufferize.print_module(module)


@pytest.mark.parametrize("options", [{}, {"copy_before_write": True}])
def test_other_parts_are_read_from_outside(options: dict[str, bool]) -> None:
    lines = bufferized(ROTATED, **options).splitlines()
    views = [line.split() for line in lines if "memref.subview" in line]
    read, written = (view[view.index("memref.subview") + 1].partition("[")[0] for view in views)
    assert read == "%arg0"
    assert any(line.split()[0] == written and "memref.alloc" in line for line in lines)


def test_own_part_is_in_place() -> None:
    assert "memref.alloc" not in bufferized(ROTATED.replace("%o[%j]", "%o[%i]"))


def test_the_program_is_only_changed_where_it_is_bufferized() -> None:
    text = bufferized(ROTATED, test_analysis_only=True)
    assert "tensor.extract_slice %arg3[" in text


def test_the_program_is_not_changed_where_it_is_refused() -> None:
    refused = ROTATED.replace(
        "%c1 = ",
        '%u = "some.op"(%t) : (tensor<4xf32>) -> tensor<4xf32>\n  %c1 = ',
    )
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    module = bufferize.parse(refused, context)
    before = bufferize.print_module(module)
    options = bufferize.OneShotOptions(bufferize_function_boundaries=True)
    with pytest.raises(DiagnosticError):
        bufferize.one_shot_bufferize(module, options, context)
    assert bufferize.print_module(module) == before
