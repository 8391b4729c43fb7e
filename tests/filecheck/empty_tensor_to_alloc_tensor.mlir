// RUN: bufferize-opt %s --empty-tensor-to-alloc-tensor | filecheck %s
// REFERENCE: erases what is not used

// CHECK-LABEL: func.func @sizes(
// CHECK-SAME:      %[[N:.*]]: index
// CHECK-NEXT:    %[[A:.*]] = bufferization.alloc_tensor(%[[N]]) : tensor<4x?xf32>
// CHECK-NEXT:    return %[[A]]
func.func @sizes(%n: index) -> tensor<4x?xf32> {
  %unused = tensor.empty() : tensor<4xf32>
  %e = tensor.empty(%n) : tensor<4x?xf32>
  return %e : tensor<4x?xf32>
}

// CHECK-LABEL: func.func @nested
// CHECK:         scf.for
// CHECK:           bufferization.alloc_tensor() : tensor<4xf32>
func.func @nested(%n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %e = tensor.empty() : tensor<4xf32>
    %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    vector.print %i : index
  }
  return
}

// What folds needs no allocation.

// CHECK-LABEL: func @folded
// CHECK-NEXT:    return %arg0 : f32
func.func @folded(%x: f32) -> f32 {
  %y = arith.constant 2.0 : f32
  %c0 = arith.constant 0 : index
  %t = tensor.from_elements %x, %y : tensor<2xf32>
  %r = tensor.extract %t[%c0] : tensor<2xf32>
  return %r : f32
}
