// An operation that writes a part of its destination keeps the rest, and so reads it: a copy of the
// destination needs its contents. IREE's model of `iree_linalg_ext.scatter` denied that, and so does
// mlir-opt's of `linalg.generic` where the map of the output does not lead to all of it.
// REFERENCE: is wrong
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries" | filecheck %s
// PRINTS: 7 1 1

// CHECK-LABEL: func.func @main
// CHECK:         linalg.fill {{.*}}outs(%[[ones:.*]] : memref
// CHECK:         %[[new:.*]] = memref.alloc
// CHECK:         memref.copy %[[ones]], %[[new]]
// CHECK:         linalg.generic {{.*}}outs(%[[new]]
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %seven = arith.constant 7.0 : f32
  %i1 = arith.constant 1 : index
  %empty = tensor.empty() : tensor<4x2xf32>
  %ones = linalg.fill ins(%one : f32) outs(%empty : tensor<4x2xf32>) -> tensor<4x2xf32>
  %r = linalg.generic {
    indexing_maps = [affine_map<(i) -> (i, 0)>], iterator_types = ["parallel"]
  } outs(%ones : tensor<4x2xf32>) {
  ^bb0(%unused: f32):
    linalg.yield %seven : f32
  } -> tensor<4x2xf32>
  %0 = tensor.extract %r[%i1, %zero] : tensor<4x2xf32>
  %1 = tensor.extract %r[%i1, %i1] : tensor<4x2xf32>
  %2 = tensor.extract %ones[%i1, %zero] : tensor<4x2xf32>
  vector.print %0 : f32
  vector.print %1 : f32
  vector.print %2 : f32
  return
}
