// An op that writes all of a tensor with what is there already needs no copy of it.
// RUN: bufferize-opt %s --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

// CHECK-LABEL: func.func @copy_onto_itself
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @copy_onto_itself(%t: tensor<8xf32> {bufferization.writable = true}) -> tensor<8xf32> {
  %0 = linalg.copy ins(%t : tensor<8xf32>) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @materialize_what_is_there
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @materialize_what_is_there(%t: tensor<8xf32> {bufferization.writable = true}) -> tensor<8xf32> {
  %0 = bufferization.materialize_in_destination %t in %t
      : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
