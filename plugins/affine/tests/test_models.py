"""The models of affine's ops; `test_same_as_scf.py` compares them with those of scf."""

from __future__ import annotations

from pathlib import Path

import pytest

import bufferize
from bufferize import OneShotOptions
from bufferize.diagnostics import DiagnosticError
from bufferize_testing import bufferized
from bufferize_tools.tool import main

PIPELINE = "one-shot-bufferize{bufferize-function-boundaries},buffer-deallocation-pipeline"

CASES: dict[str, tuple[str, str]] = {
    "for": (
        """\
func.func @f(%t: tensor<?xf32>, %x: f32, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %r = affine.for %i = 0 to min affine_map<(d0) -> (d0, 8)>(%n) step 2 iter_args(%a = %t) -> tensor<?xf32> {
    %u = tensor.insert %x into %a[%i] : tensor<?xf32>
    affine.yield %u : tensor<?xf32>
  }
  return %r, %t : tensor<?xf32>, tensor<?xf32>
}
""",
        """\
#map = affine_map<(d0) -> (d0, 8)>
module {
  func.func @f(%arg0: memref<?xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index) -> (memref<?xf32>, memref<?xf32, strided<[?], offset: ?>>) {
    %c0 = arith.constant 0 : index
    %dim = memref.dim %arg0, %c0 : memref<?xf32, strided<[?], offset: ?>>
    %alloc = memref.alloc(%dim) {alignment = 64 : i64} : memref<?xf32>
    memref.copy %arg0, %alloc : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32>
    %0 = affine.for %arg3 = 0 to min #map(%arg2) step 2 iter_args(%arg4 = %alloc) -> (memref<?xf32>) {
      memref.store %arg1, %arg4[%arg3] : memref<?xf32>
      affine.yield %arg4 : memref<?xf32>
    }
    %cast = memref.cast %0 : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
    return %0, %arg0 : memref<?xf32>, memref<?xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "if": (
        """\
func.func @f(%t: tensor<4xf32>, %x: f32, %n: index) -> (tensor<4xf32>, index) {
  %r:2 = affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%n) -> (tensor<4xf32>, index) {
    %u = tensor.insert %x into %t[%n] : tensor<4xf32>
    affine.yield %u, %n : tensor<4xf32>, index
  } else {
    %e = tensor.empty() : tensor<4xf32>
    %u = linalg.fill ins(%x : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    affine.yield %u, %n : tensor<4xf32>, index
  }
  return %r#0, %r#1 : tensor<4xf32>, index
}
""",
        """\
#set = affine_set<(d0) : (d0 - 2 >= 0)>
module {
  func.func @f(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index) -> (memref<4xf32, strided<[?], offset: ?>>, index) {
    %0:2 = affine.if #set(%arg2) -> (memref<4xf32, strided<[?], offset: ?>>, index) {
      memref.store %arg1, %arg0[%arg2] : memref<4xf32, strided<[?], offset: ?>>
      affine.yield %arg0, %arg2 : memref<4xf32, strided<[?], offset: ?>>, index
    } else {
      %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
      linalg.fill ins(%arg1 : f32) outs(%alloc : memref<4xf32>)
      %cast = memref.cast %alloc : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
      affine.yield %cast, %arg2 : memref<4xf32, strided<[?], offset: ?>>, index
    }
    return %0#0, %0#1 : memref<4xf32, strided<[?], offset: ?>>, index
  }
}
""",
    ),
    "parallel": (
        """\
func.func @f(%t: tensor<4xf32>, %x: f32) -> (f32, tensor<4xf32>) {
  %r = affine.parallel (%i) = (0) to (4) reduce ("addf") -> f32 {
    %u = tensor.insert %x into %t[%i] : tensor<4xf32>
    %v = tensor.extract %u[%i] : tensor<4xf32>
    affine.yield %v : f32
  }
  return %r, %t : f32, tensor<4xf32>
}
""",
        """\
module {
  func.func @f(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: f32) -> (f32, memref<4xf32, strided<[?], offset: ?>>) {
    %0 = affine.parallel (%arg2) = (0) to (4) reduce ("addf") -> (f32) {
      %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
      memref.copy %arg0, %alloc : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
      memref.store %arg1, %alloc[%arg2] : memref<4xf32>
      %1 = memref.load %alloc[%arg2] : memref<4xf32>
      affine.yield %1 : f32
    }
    return %0, %arg0 : f32, memref<4xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_bufferized(name: str) -> None:
    text, expected = CASES[name]
    assert bufferized(text).strip() == expected.strip()


def refusal(text: str, options: OneShotOptions) -> str:
    context = bufferize.Context()
    module = bufferize.parse(text, context)
    with pytest.raises(DiagnosticError) as caught:
        bufferize.one_shot_bufferize(module, options, context)
    first = caught.value.diagnostics[0]
    return "\n".join(map(str, (first, *first.notes)))


@pytest.mark.parametrize(
    "options",
    [
        OneShotOptions(bufferize_function_boundaries=True),
        OneShotOptions(bufferize_function_boundaries=True, copy_before_write=True),
        OneShotOptions(bufferize_function_boundaries=True, allow_unknown_ops=True),
    ],
)
def test_a_tensor_as_the_result_of_affine_parallel_is_refused(options: OneShotOptions) -> None:
    problem = refusal(
        """\
func.func @f(%t: tensor<4xf32>, %x: f32) -> tensor<4xf32> {
  %r = affine.parallel (%i) = (0) to (4) reduce ("assign") -> tensor<4xf32> {
    %u = tensor.insert %x into %t[%i] : tensor<4xf32>
    affine.yield %u : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
""",
        options,
    )
    assert (
        "2:8: error: 'affine.parallel' op with a tensor as its result cannot be bufferized"
        in problem
    )
    assert "carry the tensor through an `affine.for`, or share it in an `scf.forall`" in problem


def test_a_loop_that_yields_a_new_buffer_is_refused_unless_that_is_allowed() -> None:
    text = """\
func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {
  %r = affine.for %i = 0 to 4 iter_args(%a = %t) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %v = linalg.map { math.exp } ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
    affine.yield %v : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
"""
    problem = refusal(text, OneShotOptions(bufferize_function_boundaries=True))
    assert (
        "5:5: error: Yield operand #0 is not equivalent to the corresponding iter bbArg" in problem
    )
    assert "affine.yield %cast" in bufferized(text, allow_return_allocs_from_loops=True)


def test_branches_in_different_memory_spaces_are_refused() -> None:
    problem = refusal(
        """\
func.func @f(%n: index) -> tensor<4xf32> {
  %a = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %b = bufferization.alloc_tensor() {memory_space = 2 : i64} : tensor<4xf32>
  %r = affine.if affine_set<(d0) : (d0 >= 0)>(%n) -> tensor<4xf32> {
    affine.yield %a : tensor<4xf32>
  } else {
    affine.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
""",
        OneShotOptions(bufferize_function_boundaries=True),
    )
    assert "4:8: error: inconsistent memory space on then/else branches" in problem


def test_without_an_analysis_what_is_written_is_copied() -> None:
    text, _ = CASES["for"]
    assert bufferized(text, copy_before_write=True).count("memref.copy") >= 1


@pytest.mark.reference
def test_the_samples_compute_the_same_natively(capsys: pytest.CaptureFixture[str]) -> None:
    models = str(Path(__file__).parent / "golden" / "models.mlir")
    command = ["check", "--native", "--inputs=1", models]
    assert not main([*command, f"--pass-pipeline=builtin.module({PIPELINE})"])
    assert "4 functions called" in capsys.readouterr().out
