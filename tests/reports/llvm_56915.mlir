// A loop starts with a part of a matrix, whose layout has an offset, and goes on with new buffers of
// the identity layout. The reference once cast the ones to the type of the other, which nothing can.
// REFERENCE: is right
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops" | filecheck %s
// PRINTS: 1 5 3 5

// CHECK-LABEL: func.func @f
// CHECK:         %[[part:.*]] = memref.subview
// CHECK:         %[[init:.*]] = memref.cast %[[part]] : {{.*}} to memref<2x2xf32, strided<[?, ?], offset: ?>>
// CHECK:         scf.for {{.*}} = %[[init]])
// CHECK:           %[[new:.*]] = memref.alloc
// CHECK:           %[[next:.*]] = memref.cast %[[new]] : memref<2x2xf32> to memref<2x2xf32, strided<[?, ?], offset: ?>>
// CHECK:           scf.yield %[[next]]
func.func @f(%t: tensor<2x4xf32>, %n: index) -> tensor<2x4xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %five = arith.constant 5.0 : f32
  %part = tensor.extract_slice %t[0, 2] [2, 2] [1, 1] : tensor<2x4xf32> to tensor<2x2xf32>
  %done = scf.for %i = %zero to %n step %one iter_args(%p = %part) -> (tensor<2x2xf32>) {
    %new = tensor.splat %five : tensor<2x2xf32>
    %old = tensor.extract %p[%zero, %zero] : tensor<2x2xf32>
    %next = tensor.insert %old into %new[%i, %zero] : tensor<2x2xf32>
    scf.yield %next : tensor<2x2xf32>
  }
  %r = tensor.insert_slice %done into %t[0, 2] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %three = arith.constant 3 : index
  %t = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0]]> : tensor<2x4xf32>
  %r = call @f(%t, %one) : (tensor<2x4xf32>, index) -> tensor<2x4xf32>
  %0 = tensor.extract %r[%zero, %zero] : tensor<2x4xf32>
  %1 = tensor.extract %r[%one, %zero] : tensor<2x4xf32>
  %2 = tensor.extract %r[%zero, %two] : tensor<2x4xf32>
  %3 = tensor.extract %r[%one, %three] : tensor<2x4xf32>
  vector.print %0 : f32
  vector.print %1 : f32
  vector.print %2 : f32
  vector.print %3 : f32
  return
}
