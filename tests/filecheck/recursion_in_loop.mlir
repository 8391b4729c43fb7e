// The loop yields the buffer that it is given, as long as @steps returns its argument, as long as ...
// RUN: bufferize-opt %s --one-shot-bufferize='bufferize-function-boundaries analyze-recursive-functions' | filecheck %s
// RUN: not bufferize-opt %s --one-shot-bufferize=bufferize-function-boundaries 2>&1 | filecheck %s --check-prefix=WORST

// WORST: Yield operand #0 is not equivalent to the corresponding iter bbArg

// CHECK-LABEL: func.func @steps
// CHECK-NOT:     memref.copy
// CHECK-NOT:     memref.alloc
// CHECK:         func.call @more
// CHECK:         return
// CHECK-LABEL: func.func @more
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @steps(%t: tensor<8xf32>, %f: f32, %i: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.insert %f into %t[%i] : tensor<8xf32>
  %r = scf.for %k = %c0 to %i step %c1 iter_args(%a = %n) -> (tensor<8xf32>) {
    %x = func.call @more(%a, %f, %k) : (tensor<8xf32>, f32, index) -> tensor<8xf32>
    scf.yield %x : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
func.func @more(%t: tensor<8xf32>, %f: f32, %i: index) -> tensor<8xf32> {
  %r = call @steps(%t, %f, %i) : (tensor<8xf32>, f32, index) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
