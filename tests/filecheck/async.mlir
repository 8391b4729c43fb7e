// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries allow-unknown-ops" | filecheck %s

// What runs later reads and writes what is around it, as the body of any operation does.

// CHECK-LABEL: func @read_later
// CHECK:         memref.copy
// CHECK:         async.execute
// CHECK:           memref.load
func.func @read_later(%t: tensor<4xf32>, %x: f32, %i: index) -> f32 {
  %s = tensor.insert %x into %t[%i] : tensor<4xf32>
  %token = async.execute {
    %y = tensor.extract %t[%i] : tensor<4xf32>
    vector.print %y : f32
    async.yield
  }
  %y = tensor.extract %s[%i] : tensor<4xf32>
  return %y : f32
}

// -----

// A value of a tensor type is none of a buffer type.

// CHECK-LABEL: func @value_of_tensor
// CHECK-SAME:    !async.value<tensor<4xf32>>
// CHECK:         async.await
// CHECK:         bufferization.to_buffer
// CHECK:         memref.load
func.func @value_of_tensor(%t: !async.value<tensor<4xf32>>, %i: index) -> f32 {
  %s = async.await %t : !async.value<tensor<4xf32>>
  %y = tensor.extract %s[%i] : tensor<4xf32>
  return %y : f32
}
