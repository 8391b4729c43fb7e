// materialize_in_destination: the contents are copied to the place that is named, nowhere else.
// RUN: bufferize-opt %s --split-input-file --verify-diagnostics --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

// CHECK-LABEL: func.func @to_buffer
// CHECK-SAME:    (%[[SRC:[a-z0-9]*]]: memref<3x4xf32, {{.*}}>, %[[DST:[a-z0-9]*]]: memref<3x4xf32, 2>)
// CHECK-NEXT:    memref.copy %[[SRC]], %[[DST]]
// CHECK-NEXT:    return
func.func @to_buffer(%t: tensor<3x4xf32>, %m: memref<3x4xf32, 2>) {
  bufferization.materialize_in_destination %t in writable %m
      : (tensor<3x4xf32>, memref<3x4xf32, 2>) -> ()
  return
}

// -----

func.func @not_writable(%t: tensor<3xf32>, %d: tensor<3xf32> {bufferization.writable = false})
    -> tensor<3xf32> {
  // expected-error @below {{would write to read-only buffer}}
  %r = bufferization.materialize_in_destination %t in %d
      : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @destination_is_read(%t: tensor<3xf32>, %d: tensor<3xf32>, %i: index)
    -> (tensor<3xf32>, f32) {
  // expected-error @below {{cannot avoid RaW conflict}}
  %r = bufferization.materialize_in_destination %t in %d
      : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  %x = tensor.extract %d[%i] : tensor<3xf32>
  return %r, %x : tensor<3xf32>, f32
}
