from __future__ import annotations

import pytest

from bufferize.diagnostics import DiagnosticError
from bufferize_testing import bufferized

CASES: dict[str, tuple[str, dict[str, bool], str]] = {
    "new_tensor": (
        """\
func.func @f(%w: !shape.witness, %v: f32, %i: index) -> tensor<4xf32> {
  %0 = shape.assuming %w -> (tensor<4xf32>) {
    %1 = tensor.empty() : tensor<4xf32>
    %2 = tensor.insert %v into %1[%i] : tensor<4xf32>
    shape.assuming_yield %2 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: !shape.witness, %arg1: f32, %arg2: index) -> memref<4xf32> {
    %0 = shape.assuming %arg0 -> (memref<4xf32>) {
      %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
      memref.store %arg1, %alloc[%arg2] : memref<4xf32>
      shape.assuming_yield %alloc : memref<4xf32>
    }
    %cast = memref.cast %0 : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
    return %0 : memref<4xf32>
  }
}
""",
    ),
    "two_tensors_within_a_function_of_tensors": (
        """\
func.func @f(%w: !shape.witness, %t: tensor<4xf32>, %n: index) -> (tensor<?xf32>, index, tensor<4xf32>) {
  %0:3 = shape.assuming %w -> (tensor<?xf32>, index, tensor<4xf32>) {
    %1 = tensor.cast %t : tensor<4xf32> to tensor<?xf32>
    shape.assuming_yield %1, %n, %t : tensor<?xf32>, index, tensor<4xf32>
  }
  return %0#0, %0#1, %0#2 : tensor<?xf32>, index, tensor<4xf32>
}
""",
        {"bufferize_function_boundaries": False},
        """\
module {
  func.func @f(%arg0: !shape.witness, %arg1: tensor<4xf32>, %arg2: index) -> (tensor<?xf32>, index, tensor<4xf32>) {
    %0 = bufferization.to_buffer %arg1 : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
    %1 = bufferization.to_buffer %arg1 : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
    %2:3 = shape.assuming %arg0 -> (memref<?xf32>, index, memref<4xf32, strided<[?], offset: ?>>) {
      %cast = memref.cast %1 : memref<4xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
      %c0 = arith.constant 0 : index
      %dim = memref.dim %cast, %c0 : memref<?xf32, strided<[?], offset: ?>>
      %alloc = memref.alloc(%dim) {alignment = 64 : i64} : memref<?xf32>
      memref.copy %cast, %alloc : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32>
      shape.assuming_yield %alloc, %arg2, %0 : memref<?xf32>, index, memref<4xf32, strided<[?], offset: ?>>
    }
    %3 = bufferization.to_tensor %2#0 : memref<?xf32> to tensor<?xf32>
    %4 = bufferization.to_tensor %2#2 : memref<4xf32, strided<[?], offset: ?>> to tensor<4xf32>
    return %3, %2#1, %4 : tensor<?xf32>, index, tensor<4xf32>
  }
}
""",
    ),
    "constant": (
        """\
func.func @f(%w: !shape.witness, %v: f32, %i: index) -> tensor<2xf32> {
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = shape.assuming %w -> (tensor<2xf32>) {
    shape.assuming_yield %0 : tensor<2xf32>
  } {tag}
  %2 = tensor.insert %v into %1[%i] : tensor<2xf32>
  return %2 : tensor<2xf32>
}
""",
        {},
        """\
module {
  memref.global "private" constant @__constant_2xf32 : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]> {alignment = 64 : i64}
  func.func @f(%arg0: !shape.witness, %arg1: f32, %arg2: index) -> memref<2xf32> {
    %0 = memref.get_global @__constant_2xf32 : memref<2xf32>
    %1 = shape.assuming %arg0 -> (memref<2xf32>) {
      shape.assuming_yield %0 : memref<2xf32>
    }
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<2xf32>
    memref.copy %1, %alloc : memref<2xf32> to memref<2xf32>
    memref.store %arg1, %alloc[%arg2] : memref<2xf32>
    %cast = memref.cast %alloc : memref<2xf32> to memref<2xf32, strided<[?], offset: ?>>
    return %alloc : memref<2xf32>
  }
}
""",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_bufferized(name: str) -> None:
    text, options, expected = CASES[name]
    result = bufferized(text, **options).strip()
    assert [line.rstrip() for line in result.splitlines()] == expected.strip().splitlines()


def test_region_arguments_are_refused() -> None:
    # mlir-opt uses an argument that its text leaves out.
    text = """\
func.func @f(%w: !shape.witness) -> tensor<4xf32> {
  %0 = shape.assuming %w -> (tensor<4xf32>) {
  ^bb0(%t: tensor<4xf32>):
    shape.assuming_yield %t : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
"""
    with pytest.raises(DiagnosticError) as caught:
        bufferized(text)
    diagnostic, failed = caught.value.diagnostics
    assert failed.message == "failed to bufferize op"
    assert diagnostic.message == "'shape.assuming' op with region arguments is not supported"
    assert diagnostic.position is not None
    assert (diagnostic.position.line, diagnostic.position.column) == (2, 8)


def test_ops_without_a_model_are_refused() -> None:
    text = """\
func.func @f(%t: tensor<4xf32>) -> tensor<1xindex> {
  %0 = shape.shape_of %t : tensor<4xf32> -> tensor<1xindex>
  return %0 : tensor<1xindex>
}
"""
    with pytest.raises(DiagnosticError, match="op was not bufferized"):
        bufferized(text)
