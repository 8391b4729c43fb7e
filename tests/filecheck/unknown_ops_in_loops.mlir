// The result of an unknown operation is a tensor of its own, which a loop may yield as it is.
// RUN: bufferize-opt %s --allow-unregistered-dialect --one-shot-bufferize='bufferize-function-boundaries allow-return-allocs-from-loops allow-unknown-ops' | filecheck %s
// RUN: bufferize-opt %s --allow-unregistered-dialect --one-shot-bufferize='bufferize-function-boundaries allow-return-allocs-from-loops allow-unknown-ops dialect-filter=bufferization,func,scf,tensor' | filecheck %s --check-prefix=FILTER

// CHECK-LABEL: func.func @yielded(
// CHECK:         %[[X:.*]] = "other.op"(
// CHECK:         %[[B:.*]] = bufferization.to_buffer %[[X]]
// CHECK-NOT:     memref.copy
// CHECK:         scf.yield %[[B]]
func.func @yielded(%t: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<4xf32> {
    %x = "other.op"(%a) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %x : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// Not in two places, and not one from outside of the loop.
// REFERENCE: yields one buffer in two places, and the constant
// CHECK-LABEL: func.func @copied(
// CHECK:         scf.for
// CHECK:           %[[B:.*]] = bufferization.to_buffer %{{.*}}
// CHECK-COUNT-2:   memref.copy
// CHECK:           scf.yield
func.func @copied(%t: tensor<4xf32>, %u: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = "other.op"(%t) : (tensor<4xf32>) -> tensor<4xf32>
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %b = %u, %c = %u) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    %x = "other.op"(%a) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %x, %x, %y : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1, %r#2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// A constant is one also where a filter leaves it out of bufferization.
// FILTER-LABEL: func.func @constant(
// FILTER:         %[[C:.*]] = arith.constant dense
// FILTER:         %[[B:.*]] = bufferization.to_buffer %[[C]]
// FILTER:         memref.copy %[[B]], %{{.*}}
// FILTER:         scf.yield
func.func @constant(%t: tensor<4xf32>, %f: f32, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<4xf32> {
    %w = tensor.insert %f into %a[%i] : tensor<4xf32>
    %x = tensor.extract %w[%c0] : tensor<4xf32>
    vector.print %x : f32
    %k = arith.constant dense<1.0> : tensor<4xf32>
    scf.yield %k : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
