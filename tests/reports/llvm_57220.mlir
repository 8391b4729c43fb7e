// A program that makes a buffer of a tensor itself, and reads it beside tensors. The reference once
// decided the same operand twice; today `bufferization.to_buffer` is an operation like any other.
// REFERENCE: is right
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries" | filecheck %s
// PRINTS: 1.5

// CHECK-LABEL: func.func @sum
// CHECK-SAME:    %[[pair:.*]]: memref<2xf32, strided<[?], offset: ?>>
// CHECK:         memref.copy %[[pair]], %[[copy:.*]] :
// CHECK:         memref.load %[[copy]]
func.func @sum(%t: tensor<2xf32>, %u: tensor<?xf32>) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %buffer = bufferization.to_buffer %t : tensor<2xf32> to memref<2xf32>
  %0 = memref.load %buffer[%zero] : memref<2xf32>
  %1 = tensor.extract %u[%one] : tensor<?xf32>
  %sum = arith.addf %0, %1 : f32
  return %sum : f32
}

func.func @main() {
  %three = arith.constant 3 : index
  %half = arith.constant 0.5 : f32
  %pair = tensor.from_elements %half, %half : tensor<2xf32>
  %many = tensor.generate %three {
  ^bb0(%i: index):
    %as_i32 = arith.index_cast %i : index to i32
    %as_f32 = arith.sitofp %as_i32 : i32 to f32
    tensor.yield %as_f32 : f32
  } : tensor<?xf32>
  %sum = call @sum(%pair, %many) : (tensor<2xf32>, tensor<?xf32>) -> f32
  vector.print %sum : f32
  return
}
