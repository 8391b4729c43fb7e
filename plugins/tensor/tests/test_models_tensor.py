from __future__ import annotations

import pytest

from bufferize.testing import bufferized

CASES: dict[str, tuple[str, dict[str, bool], str]] = {
    "cast": (
        """\
func.func @f(%t: tensor<?xf32>, %u: tensor<*xf32>, %i: index) -> (tensor<4xf32>, f32, tensor<*xf32>) {
  %0 = tensor.cast %t : tensor<?xf32> to tensor<4xf32>
  %1 = tensor.cast %u : tensor<*xf32> to tensor<2x?xf32>
  %2 = tensor.cast %0 : tensor<4xf32> to tensor<*xf32>
  %3 = tensor.extract %1[%i, %i] : tensor<2x?xf32>
  return %0, %3, %2 : tensor<4xf32>, f32, tensor<*xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<?xf32, strided<[?], offset: ?>>, %arg1: memref<*xf32>, %arg2: index) -> (memref<?xf32, strided<[?], offset: ?>>, f32, memref<4xf32, strided<[?], offset: ?>>) {
    %cast = memref.cast %arg0 : memref<?xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
    %cast_0 = memref.cast %arg1 : memref<*xf32> to memref<2x?xf32, strided<[?, ?], offset: ?>>
    %cast_1 = memref.cast %cast : memref<4xf32, strided<[?], offset: ?>> to memref<*xf32>
    %0 = memref.load %cast_0[%arg2, %arg2] : memref<2x?xf32, strided<[?, ?], offset: ?>>
    return %arg0, %0, %cast : memref<?xf32, strided<[?], offset: ?>>, f32, memref<4xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "collapse_shape": (
        """\
func.func @f(%n: index) -> (tensor<?x8xf32>, tensor<f32>) {
  %e = tensor.empty(%n) : tensor<?x2x4xf32>
  %0 = tensor.collapse_shape %e [[0], [1, 2]] : tensor<?x2x4xf32> into tensor<?x8xf32>
  %g = tensor.empty() : tensor<1x1xf32>
  %1 = tensor.collapse_shape %g [] : tensor<1x1xf32> into tensor<f32>
  return %0, %1 : tensor<?x8xf32>, tensor<f32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: index) -> (memref<?x8xf32>, memref<f32>) {
    %alloc = memref.alloc(%arg0) {alignment = 64 : i64} : memref<?x2x4xf32>
    %collapse_shape = memref.collapse_shape %alloc [[0], [1, 2]] : memref<?x2x4xf32> into memref<?x8xf32>
    %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<1x1xf32>
    %collapse_shape_1 = memref.collapse_shape %alloc_0 [] : memref<1x1xf32> into memref<f32>
    %cast = memref.cast %collapse_shape : memref<?x8xf32> to memref<?x8xf32, strided<[?, ?], offset: ?>>
    %cast_2 = memref.cast %collapse_shape_1 : memref<f32> to memref<f32, strided<[], offset: ?>>
    return %collapse_shape, %collapse_shape_1 : memref<?x8xf32>, memref<f32>
  }
}
""",
    ),
    "collapse_shape_of_a_view": (
        """\
func.func @f(%t: tensor<4x?xf32>, %s: tensor<1xf32>) -> (tensor<?xf32>, tensor<f32>) {
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<4x?xf32> into tensor<?xf32>
  %1 = tensor.collapse_shape %s [] : tensor<1xf32> into tensor<f32>
  return %0, %1 : tensor<?xf32>, tensor<f32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<4x?xf32, strided<[?, ?], offset: ?>>, %arg1: memref<1xf32, strided<[?], offset: ?>>) -> (memref<?xf32>, memref<f32, strided<[], offset: ?>>) {
    %c1 = arith.constant 1 : index
    %dim = memref.dim %arg0, %c1 : memref<4x?xf32, strided<[?, ?], offset: ?>>
    %alloc = memref.alloc(%dim) {alignment = 64 : i64} : memref<4x?xf32>
    memref.copy %arg0, %alloc : memref<4x?xf32, strided<[?, ?], offset: ?>> to memref<4x?xf32>
    %collapse_shape = memref.collapse_shape %alloc [[0, 1]] : memref<4x?xf32> into memref<?xf32>
    %collapse_shape_0 = memref.collapse_shape %arg1 [] : memref<1xf32, strided<[?], offset: ?>> into memref<f32, strided<[], offset: ?>>
    %cast = memref.cast %collapse_shape : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
    return %collapse_shape, %collapse_shape_0 : memref<?xf32>, memref<f32, strided<[], offset: ?>>
  }
}
""",
    ),
    "concat": (
        """\
func.func @f(%a: tensor<2x?xf32>, %b: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
""",
        {},
        """\
#map = affine_map<()[s0, s1] -> (s0 + s1)>
module {
  func.func @f(%arg0: memref<2x?xf32, strided<[?, ?], offset: ?>>, %arg1: memref<2x?xf32, strided<[?, ?], offset: ?>>) -> memref<2x?xf32> {
    %c1 = arith.constant 1 : index
    %dim = memref.dim %arg0, %c1 : memref<2x?xf32, strided<[?, ?], offset: ?>>
    %c1_0 = arith.constant 1 : index
    %dim_1 = memref.dim %arg1, %c1_0 : memref<2x?xf32, strided<[?, ?], offset: ?>>
    %0 = affine.apply #map()[%dim, %dim_1]
    %alloc = memref.alloc(%0) {alignment = 64 : i64} : memref<2x?xf32>
    %c1_2 = arith.constant 1 : index
    %dim_3 = memref.dim %alloc, %c1_2 : memref<2x?xf32>
    %c1_4 = arith.constant 1 : index
    %dim_5 = memref.dim %arg0, %c1_4 : memref<2x?xf32, strided<[?, ?], offset: ?>>
    %subview = memref.subview %alloc[0, 0] [2, %dim_5] [1, 1] : memref<2x?xf32> to memref<2x?xf32, strided<[?, 1]>>
    memref.copy %arg0, %subview : memref<2x?xf32, strided<[?, ?], offset: ?>> to memref<2x?xf32, strided<[?, 1]>>
    %c1_6 = arith.constant 1 : index
    %dim_7 = memref.dim %arg1, %c1_6 : memref<2x?xf32, strided<[?, ?], offset: ?>>
    %subview_8 = memref.subview %alloc[0, %dim_5] [2, %dim_7] [1, 1] : memref<2x?xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
    memref.copy %arg1, %subview_8 : memref<2x?xf32, strided<[?, ?], offset: ?>> to memref<2x?xf32, strided<[?, 1], offset: ?>>
    %1 = affine.apply #map()[%dim_5, %dim_7]
    %cast = memref.cast %alloc : memref<2x?xf32> to memref<2x?xf32, strided<[?, ?], offset: ?>>
    return %alloc : memref<2x?xf32>
  }
}
""",
    ),
    "concat_static": (
        """\
func.func @f(%a: tensor<2x3xf32>, %b: tensor<4x3xf32>) -> tensor<6x3xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<6x3xf32>
  return %0 : tensor<6x3xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<2x3xf32, strided<[?, ?], offset: ?>>, %arg1: memref<4x3xf32, strided<[?, ?], offset: ?>>) -> memref<6x3xf32> {
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<6x3xf32>
    %subview = memref.subview %alloc[0, 0] [2, 3] [1, 1] : memref<6x3xf32> to memref<2x3xf32, strided<[3, 1]>>
    memref.copy %arg0, %subview : memref<2x3xf32, strided<[?, ?], offset: ?>> to memref<2x3xf32, strided<[3, 1]>>
    %subview_0 = memref.subview %alloc[2, 0] [4, 3] [1, 1] : memref<6x3xf32> to memref<4x3xf32, strided<[3, 1], offset: 6>>
    memref.copy %arg1, %subview_0 : memref<4x3xf32, strided<[?, ?], offset: ?>> to memref<4x3xf32, strided<[3, 1], offset: 6>>
    %cast = memref.cast %alloc : memref<6x3xf32> to memref<6x3xf32, strided<[?, ?], offset: ?>>
    return %alloc : memref<6x3xf32>
  }
}
""",
    ),
    "dim_and_rank": (
        """\
func.func @f(%t: tensor<?xf32>, %u: tensor<*xf32>, %i: index) -> (index, index) {
  %0 = tensor.dim %t, %i : tensor<?xf32>
  %1 = tensor.rank %u : tensor<*xf32>
  return %0, %1 : index, index
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<?xf32, strided<[?], offset: ?>>, %arg1: memref<*xf32>, %arg2: index) -> (index, index) {
    %dim = memref.dim %arg0, %arg2 : memref<?xf32, strided<[?], offset: ?>>
    %0 = memref.rank %arg1 : memref<*xf32>
    return %dim, %0 : index, index
  }
}
""",
    ),
    "empty": (
        """\
func.func @f(%n: index) -> tensor<?x4xf32> {
  %unused = tensor.empty() : tensor<9xf32>
  %0 = tensor.empty(%n) : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: index) -> memref<?x4xf32> {
    %alloc = memref.alloc(%arg0) {alignment = 64 : i64} : memref<?x4xf32>
    %cast = memref.cast %alloc : memref<?x4xf32> to memref<?x4xf32, strided<[?, ?], offset: ?>>
    return %alloc : memref<?x4xf32>
  }
}
""",
    ),
    "expand_shape": (
        """\
func.func @f(%t: tensor<?x4xf32>, %n: index) -> tensor<?x2x4xf32> {
  %0 = tensor.expand_shape %t [[0, 1], [2]] output_shape [%n, 2, 4] : tensor<?x4xf32> into tensor<?x2x4xf32>
  return %0 : tensor<?x2x4xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<?x4xf32, strided<[?, ?], offset: ?>>, %arg1: index) -> memref<?x2x4xf32, strided<[?, ?, ?], offset: ?>> {
    %expand_shape = memref.expand_shape %arg0 [[0, 1], [2]] output_shape [%arg1, 2, 4] : memref<?x4xf32, strided<[?, ?], offset: ?>> into memref<?x2x4xf32, strided<[?, ?, ?], offset: ?>>
    return %expand_shape : memref<?x2x4xf32, strided<[?, ?, ?], offset: ?>>
  }
}
""",
    ),
    "extract_and_insert": (
        """\
func.func @f(%t: tensor<?xf32>, %i: index, %j: index) -> tensor<?xf32> {
  %0 = tensor.extract %t[%i] : tensor<?xf32>
  %1 = tensor.insert %0 into %t[%j] : tensor<?xf32>
  return %1 : tensor<?xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<?xf32, strided<[?], offset: ?>>, %arg1: index, %arg2: index) -> memref<?xf32, strided<[?], offset: ?>> {
    %0 = memref.load %arg0[%arg1] : memref<?xf32, strided<[?], offset: ?>>
    memref.store %0, %arg0[%arg2] : memref<?xf32, strided<[?], offset: ?>>
    return %arg0 : memref<?xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "extract_slice": (
        """\
func.func @f(%t: tensor<?x8xf32>, %i: index) -> tensor<4xf32> {
  %0 = tensor.extract_slice %t[%i, 2] [1, 4] [1, 1] : tensor<?x8xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<?x8xf32, strided<[?, ?], offset: ?>>, %arg1: index) -> memref<4xf32, strided<[?], offset: ?>> {
    %subview = memref.subview %arg0[%arg1, 2] [1, 4] [1, 1] : memref<?x8xf32, strided<[?, ?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
    return %subview : memref<4xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "extract_slice_out_of_place": (
        """\
func.func @f(%t: tensor<?xf32>, %n: index, %v: f32) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = tensor.extract_slice %t[2] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %1 = tensor.insert %v into %0[%n] : tensor<?xf32>
  return %1, %t : tensor<?xf32>, tensor<?xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<?xf32, strided<[?], offset: ?>>, %arg1: index, %arg2: f32) -> (memref<?xf32>, memref<?xf32, strided<[?], offset: ?>>) {
    %subview = memref.subview %arg0[2] [%arg1] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
    %c0 = arith.constant 0 : index
    %dim = memref.dim %subview, %c0 : memref<?xf32, strided<[?], offset: ?>>
    %alloc = memref.alloc(%dim) {alignment = 64 : i64} : memref<?xf32>
    memref.copy %subview, %alloc : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32>
    memref.store %arg2, %alloc[%arg1] : memref<?xf32>
    %cast = memref.cast %alloc : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
    return %alloc, %arg0 : memref<?xf32>, memref<?xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "from_elements": (
        """\
func.func @f(%a: f32, %b: f32) -> (tensor<2x2xf32>, tensor<f32>, tensor<0xf32>) {
  %0 = tensor.from_elements %a, %b, %b, %a : tensor<2x2xf32>
  %1 = tensor.from_elements %a : tensor<f32>
  %2 = tensor.from_elements : tensor<0xf32>
  return %0, %1, %2 : tensor<2x2xf32>, tensor<f32>, tensor<0xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: f32, %arg1: f32) -> (memref<2x2xf32>, memref<f32>, memref<0xf32>) {
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<2x2xf32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    memref.store %arg0, %alloc[%c0, %c0] : memref<2x2xf32>
    memref.store %arg1, %alloc[%c0, %c1] : memref<2x2xf32>
    memref.store %arg1, %alloc[%c1, %c0] : memref<2x2xf32>
    memref.store %arg0, %alloc[%c1, %c1] : memref<2x2xf32>
    %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<f32>
    memref.store %arg0, %alloc_0[] : memref<f32>
    %alloc_1 = memref.alloc() {alignment = 64 : i64} : memref<0xf32>
    %cast = memref.cast %alloc : memref<2x2xf32> to memref<2x2xf32, strided<[?, ?], offset: ?>>
    %cast_2 = memref.cast %alloc_0 : memref<f32> to memref<f32, strided<[], offset: ?>>
    %cast_3 = memref.cast %alloc_1 : memref<0xf32> to memref<0xf32, strided<[?], offset: ?>>
    return %alloc, %alloc_0, %alloc_1 : memref<2x2xf32>, memref<f32>, memref<0xf32>
  }
}
""",
    ),
    "generate": (
        """\
func.func @f(%n: index) -> tensor<4x?xindex> {
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %1 = arith.addi %i, %j : index
    tensor.yield %1 : index
  } : tensor<4x?xindex>
  return %0 : tensor<4x?xindex>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: index) -> memref<4x?xindex> {
    %alloc = memref.alloc(%arg0) {alignment = 64 : i64} : memref<4x?xindex>
    linalg.map outs(%alloc : memref<4x?xindex>)
      (%init: index) {
        %0 = linalg.index 0 : index
        %1 = linalg.index 1 : index
        %2 = arith.addi %0, %1 : index
        linalg.yield %2 : index
      }
    %cast = memref.cast %alloc : memref<4x?xindex> to memref<4x?xindex, strided<[?, ?], offset: ?>>
    return %alloc : memref<4x?xindex>
  }
}
""",
    ),
    "insert_slice": (
        """\
func.func @f(%s: tensor<4xf32>, %t: tensor<?x8xf32>, %i: index) -> tensor<?x8xf32> {
  %0 = tensor.insert_slice %s into %t[%i, 0] [1, 4] [1, 2] : tensor<4xf32> into tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: memref<?x8xf32, strided<[?, ?], offset: ?>>, %arg2: index) -> memref<?x8xf32, strided<[?, ?], offset: ?>> {
    %subview = memref.subview %arg1[%arg2, 0] [1, 4] [1, 2] : memref<?x8xf32, strided<[?, ?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
    memref.copy %arg0, %subview : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
    return %arg1 : memref<?x8xf32, strided<[?, ?], offset: ?>>
  }
}
""",
    ),
    "insert_slice_of_everything": (
        """\
func.func @f(%s: tensor<8xf32>, %t: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = tensor.insert_slice %s into %t[0] [8] [1] : tensor<8xf32> into tensor<8xf32>
  return %0, %t : tensor<8xf32>, tensor<8xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<8xf32, strided<[?], offset: ?>>, %arg1: memref<8xf32, strided<[?], offset: ?>>) -> (memref<8xf32>, memref<8xf32, strided<[?], offset: ?>>) {
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
    %subview = memref.subview %alloc[0] [8] [1] : memref<8xf32> to memref<8xf32, strided<[1]>>
    memref.copy %arg0, %subview : memref<8xf32, strided<[?], offset: ?>> to memref<8xf32, strided<[1]>>
    %cast = memref.cast %alloc : memref<8xf32> to memref<8xf32, strided<[?], offset: ?>>
    return %alloc, %arg1 : memref<8xf32>, memref<8xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "pad_static": (
        """\
func.func @f(%t: tensor<4xf32>, %v: f32) -> tensor<7xf32> {
  %0 = tensor.pad %t low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<7xf32>
  return %0 : tensor<7xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: f32) -> memref<7xf32> {
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<7xf32>
    linalg.map outs(%alloc : memref<7xf32>)
      (%init: f32) {
        %0 = linalg.index 0 : index
        linalg.yield %arg1 : f32
      }
    %subview = memref.subview %alloc[1] [4] [1] : memref<7xf32> to memref<4xf32, strided<[1], offset: 1>>
    memref.copy %arg0, %subview : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[1], offset: 1>>
    %cast = memref.cast %alloc : memref<7xf32> to memref<7xf32, strided<[?], offset: ?>>
    return %alloc : memref<7xf32>
  }
}
""",
    ),
    "parallel_insert_slice": (
        """\
func.func @f(%t: tensor<8xf32>, %v: f32, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %0 = scf.forall (%i) in (8) shared_outs(%o = %t) -> tensor<8xf32> {
    %1 = tensor.extract_slice %o[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    %2 = tensor.insert %v into %1[%c0] : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %2 into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %0 : tensor<8xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<8xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index) -> memref<8xf32, strided<[?], offset: ?>> {
    %c0 = arith.constant 0 : index
    scf.forall (%arg3) in (8) {
      %subview = memref.subview %arg0[%arg3] [1] [1] : memref<8xf32, strided<[?], offset: ?>> to memref<1xf32, strided<[?], offset: ?>>
      memref.store %arg1, %subview[%c0] : memref<1xf32, strided<[?], offset: ?>>
      %subview_0 = memref.subview %arg0[%arg3] [1] [1] : memref<8xf32, strided<[?], offset: ?>> to memref<1xf32, strided<[?], offset: ?>>
      memref.copy %subview, %subview_0 : memref<1xf32, strided<[?], offset: ?>> to memref<1xf32, strided<[?], offset: ?>>
    }
    return %arg0 : memref<8xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "reshape": (
        """\
func.func @f(%t: tensor<?xf32>, %shape: tensor<2xi32>) -> (tensor<?x?xf32>, tensor<2x2xf32>) {
  %0 = tensor.reshape %t(%shape) : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %e = tensor.empty() : tensor<4xf32>
  %1 = tensor.reshape %e(%shape) : (tensor<4xf32>, tensor<2xi32>) -> tensor<2x2xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<2x2xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<?xf32, strided<[?], offset: ?>>, %arg1: memref<2xi32, strided<[?], offset: ?>>) -> (memref<?x?xf32>, memref<2x2xf32>) {
    %c0 = arith.constant 0 : index
    %dim = memref.dim %arg0, %c0 : memref<?xf32, strided<[?], offset: ?>>
    %alloc = memref.alloc(%dim) {alignment = 64 : i64} : memref<?xf32>
    memref.copy %arg0, %alloc : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32>
    %reshape = memref.reshape %alloc(%arg1) : (memref<?xf32>, memref<2xi32, strided<[?], offset: ?>>) -> memref<?x?xf32>
    %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
    %reshape_1 = memref.reshape %alloc_0(%arg1) : (memref<4xf32>, memref<2xi32, strided<[?], offset: ?>>) -> memref<2x2xf32>
    %cast = memref.cast %reshape : memref<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
    %cast_2 = memref.cast %reshape_1 : memref<2x2xf32> to memref<2x2xf32, strided<[?, ?], offset: ?>>
    return %reshape, %reshape_1 : memref<?x?xf32>, memref<2x2xf32>
  }
}
""",
    ),
    "splat": (
        """\
func.func @f(%v: f32, %n: index) -> tensor<?x3xf32> {
  %0 = tensor.splat %v[%n] : tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: f32, %arg1: index) -> memref<?x3xf32> {
    %alloc = memref.alloc(%arg1) {alignment = 64 : i64} : memref<?x3xf32>
    linalg.map outs(%alloc : memref<?x3xf32>)
      (%init: f32) {
        linalg.yield %arg0 : f32
      }
    %cast = memref.cast %alloc : memref<?x3xf32> to memref<?x3xf32, strided<[?, ?], offset: ?>>
    return %alloc : memref<?x3xf32>
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


def test_a_ranked_result_stays_ranked() -> None:
    # mlir-opt 22 returns the unranked memref before the cast, and crashes where it is called.
    text = """\
func.func @f(%u: tensor<*xf32>) -> tensor<2x?xf32> {
  %0 = tensor.cast %u : tensor<*xf32> to tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
"""
    assert "-> memref<2x?xf32, strided<[?, ?], offset: ?>>" in bufferized(text)


def test_dynamic_padding() -> None:
    text = """\
func.func @f(%t: tensor<?x4xf32>, %v: f32, %n: index) -> tensor<?x7xf32> {
  %0 = tensor.pad %t low[%n, 1] high[2, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x4xf32> to tensor<?x7xf32>
  return %0 : tensor<?x7xf32>
}
"""
    result = bufferized(text)
    assert "affine_map<()[s0, s1] -> (s0 + s1 + 2)>" in result
    assert "memref.alloc(%0) {alignment = 64 : i64} : memref<?x7xf32>" in result
    assert "memref.subview %alloc[%arg2, 1] [%dim_1, 4] [1, 1]" in result
    assert "linalg.map outs(%alloc : memref<?x7xf32>)" in result


@pytest.mark.parametrize("op", ["generate", "pad %p low[1] high[1]"])
def test_a_region_runs_for_each_element(op: str) -> None:
    # mlir-opt 22 lets the first run write to what the second one reads.
    types = "tensor<2xf32>" if op == "generate" else "tensor<2xf32> to tensor<4xf32>"
    text = f"""\
func.func @f(%t: tensor<4xf32>, %p: tensor<2xf32>, %v: f32, %at: index) -> {types.split()[-1]} {{
  %0 = tensor.{op} {{
  ^bb0(%i: index):
    %1 = tensor.extract %t[%at] : tensor<4xf32>
    %2 = tensor.insert %v into %t[%at] : tensor<4xf32>
    %3 = tensor.extract %2[%i] : tensor<4xf32>
    tensor.yield %1 : f32
  }} : {types}
  return %0 : {types.split()[-1]}
}}
"""
    assert "memref.copy %arg0" in bufferized(text)
