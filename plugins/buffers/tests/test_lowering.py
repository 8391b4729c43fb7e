"""The operations of the bufferization dialect on buffers become operations on memrefs."""

from __future__ import annotations

import importlib
import types

import pytest

import bufferize
from bufferize.diagnostics import DiagnosticError
from bufferize.ir import Operation
from bufferize_buffers.lowering import lower_bufferization_ops, lower_deallocations

LOWER = """
func.func @f(%m: memref<4xf32>, %k: i1) -> memref<4xf32> {
  %0 = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  bufferization.dealloc (%m : memref<4xf32>) if (%k)
  %1 = bufferization.alloc_tensor() : tensor<4xf32>
  return %0 : memref<4xf32>
}
"""


def test_nothing_is_changed_where_anything_is_wrong() -> None:
    for name in ("func", "tensor"):
        pytest.importorskip(f"bufferize_{name}")
    context = bufferize.Context()
    module = bufferize.parse(LOWER, context, "f.mlir")
    before = bufferize.print_module(module)
    with pytest.raises(DiagnosticError) as raised:
        lower_bufferization_ops(module, context)
    (problem,) = raised.value.diagnostics
    assert problem.message == (
        "failed to legalize operation 'bufferization.alloc_tensor' that was explicitly marked illegal"
    )
    assert str(problem.position) == "f.mlir:5:8"
    assert len(problem.notes) == 1
    assert bufferize.print_module(module) == before


def plugin(name: str) -> types.ModuleType:
    pytest.importorskip(f"bufferize_{name}")
    return importlib.import_module(f"bufferize_{name}.plugin")


def test_a_missing_dialect_is_named() -> None:
    context = bufferize.Context(plugins=[plugin("func"), "tools"])
    text = """
    func.func @f(%m: memref<4xf32>, %k: i1) {
      %0 = bufferization.clone %m : memref<4xf32> to memref<4xf32>
      bufferization.dealloc (%m : memref<4xf32>) if (%k)
      return
    }
    """
    module = bufferize.parse(text, context, "f.mlir")
    before = bufferize.print_module(module)
    with pytest.raises(
        DiagnosticError, match="create 'scf.if' here, but .* bufferize-scf"
    ) as raised:
        lower_bufferization_ops(module, context)
    assert str(raised.value.diagnostics[0].position) == "f.mlir:4:7"
    assert bufferize.print_module(module) == before


def test_clones_of_static_shape_need_no_other_dialect() -> None:
    context = bufferize.Context(plugins=[plugin("func")])
    text = """
    func.func @f(%m: memref<4xf32>) -> memref<4xf32> {
      %0 = bufferization.clone %m : memref<4xf32> to memref<4xf32>
      return %0 : memref<4xf32>
    }
    """
    module = bufferize.parse(text, context)
    lower_bufferization_ops(module, context)
    names = [op.name for op in module.walk() if op.dialect_name == "memref"]
    assert names == ["memref.alloc", "memref.copy"]


def names(root: Operation) -> list[str]:
    return [op.name for op in root.walk() if op.dialect_name in ("bufferization", "memref", "scf")]


def test_deallocations_alone_are_lowered() -> None:
    text = """
    func.func @f(%m: memref<4xf32>, %k: i1) {
      %0 = bufferization.clone %m : memref<4xf32> to memref<4xf32>
      bufferization.dealloc (%0 : memref<4xf32>) if (%k)
      bufferization.dealloc (%0 : memref<4xf32>) if (%k)
      return
    }
    """
    context = bufferize.Context()
    module = bufferize.parse(text, context)
    lower_deallocations(module, context)
    freed = ["scf.if", "memref.dealloc", "scf.yield"]
    assert names(module) == ["bufferization.clone", *freed, *freed]
    locations = [str(op.location) for op in module.walk() if op.name == "memref.dealloc"]
    assert len(set(locations)) == 2


def test_a_function_alone_has_no_place_for_a_helper() -> None:
    text = """
    func.func @f(%m: memref<4xf32>, %n: memref<4xf32>, %k: i1) {
      bufferization.dealloc (%m, %n : memref<4xf32>, memref<4xf32>) if (%k, %k)
      return
    }
    """
    context = bufferize.Context()
    module = bufferize.parse(text, context)
    function = module.regions[0].blocks[0].first_op
    assert function is not None
    before = bufferize.print_module(module)
    with pytest.raises(DiagnosticError, match="library function required for generic lowering"):
        lower_deallocations(function, context)
    assert bufferize.print_module(module) == before
