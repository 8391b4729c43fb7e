from __future__ import annotations

import pytest

from bufferize.diagnostics import DiagnosticError
from bufferize_testing import bufferized

CASES: dict[str, tuple[str, dict[str, bool], str]] = {
    "alloc_tensor": (
        """\
func.func @f(%t: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>, f32) {
  %unused = bufferization.alloc_tensor() : tensor<9xf32>
  %0 = bufferization.alloc_tensor(%n) : tensor<?xf32>
  %1 = bufferization.alloc_tensor() copy(%t) : tensor<?xf32>
  %2 = bufferization.alloc_tensor() {memory_space = 2 : i64} : tensor<4xf32>
  %c0 = arith.constant 0 : index
  %3 = tensor.extract %2[%c0] : tensor<4xf32>
  return %0, %1, %3 : tensor<?xf32>, tensor<?xf32>, f32
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<?xf32, strided<[?], offset: ?>>, %arg1: index) -> (memref<?xf32>, memref<?xf32>, f32) {
    %alloc = memref.alloc(%arg1) {alignment = 64 : i64} : memref<?xf32>
    %c0 = arith.constant 0 : index
    %dim = memref.dim %arg0, %c0 : memref<?xf32, strided<[?], offset: ?>>
    %alloc_0 = memref.alloc(%dim) {alignment = 64 : i64} : memref<?xf32>
    memref.copy %arg0, %alloc_0 : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32>
    %alloc_1 = memref.alloc() {alignment = 64 : i64} : memref<4xf32, 2>
    %c0_2 = arith.constant 0 : index
    %0 = memref.load %alloc_1[%c0_2] : memref<4xf32, 2>
    %cast = memref.cast %alloc : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
    %cast_3 = memref.cast %alloc_0 : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
    return %alloc, %alloc_0, %0 : memref<?xf32>, memref<?xf32>, f32
  }
}
""",
    ),
    "dealloc_tensor": (
        """\
func.func @f(%t: tensor<4xf32>) {
  bufferization.dealloc_tensor %t : tensor<4xf32>
  return
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<4xf32, strided<[?], offset: ?>>) {
    memref.dealloc %arg0 : memref<4xf32, strided<[?], offset: ?>>
    return
  }
}
""",
    ),
    "materialize_in_destination": (
        """\
func.func @f(%s: tensor<4xf32>, %d: tensor<4xf32>, %m: memref<4xf32>) -> tensor<4xf32> {
  %0 = bufferization.materialize_in_destination %s in %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %s in writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return %0 : tensor<4xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: memref<4xf32, strided<[?], offset: ?>>, %arg2: memref<4xf32>) -> memref<4xf32, strided<[?], offset: ?>> {
    memref.copy %arg0, %arg1 : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
    memref.copy %arg0, %arg2 : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
    return %arg1 : memref<4xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "to_tensor_writable": (
        """\
func.func @f(%m: memref<4xf32>, %v: f32, %i: index) {
  %0 = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  %1 = tensor.insert %v into %0[%i] : tensor<4xf32>
  %2 = tensor.extract %1[%i] : tensor<4xf32>
  return
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<4xf32>, %arg1: f32, %arg2: index) {
    memref.store %arg1, %arg0[%arg2] : memref<4xf32>
    %0 = memref.load %arg0[%arg2] : memref<4xf32>
    return
  }
}
""",
    ),
    "to_tensor_read_only": (
        """\
func.func @f(%m: memref<4xf32>, %v: f32, %i: index) -> tensor<4xf32> {
  %0 = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  %1 = tensor.insert %v into %0[%i] : tensor<4xf32>
  return %1 : tensor<4xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<4xf32>, %arg1: f32, %arg2: index) -> memref<4xf32> {
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
    memref.copy %arg0, %alloc : memref<4xf32> to memref<4xf32>
    memref.store %arg1, %alloc[%arg2] : memref<4xf32>
    %cast = memref.cast %alloc : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
    return %alloc : memref<4xf32>
  }
}
""",
    ),
    "to_buffer": (
        """\
func.func @f(%t: tensor<4xf32>, %i: index) -> f32 {
  %0 = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  %1 = memref.load %0[%i] : memref<4xf32, strided<[?], offset: ?>>
  return %1 : f32
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: index) -> f32 {
    %0 = memref.load %arg0[%arg1] : memref<4xf32, strided<[?], offset: ?>>
    return %0 : f32
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


def test_an_unknown_memory_space_must_be_inferred() -> None:
    text = """\
func.func @f(%i: index) -> f32 {
  %0 = bufferization.alloc_tensor() : tensor<4xf32>
  %1 = tensor.extract %0[%i] : tensor<4xf32>
  return %1 : f32
}
"""
    with pytest.raises(DiagnosticError) as caught:
        bufferized(text, must_infer_memory_space=True)
    diagnostic, failed = caught.value.diagnostics
    assert failed.message == "failed to bufferize op"
    assert diagnostic.message == "could not infer memory space"
    assert diagnostic.position is not None
    assert (diagnostic.position.line, diagnostic.position.column) == (2, 8)
