// A result that may be an argument or a new tensor: a copy of it has its contents.
// RUN: bufferize-opt %s --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

// REFERENCE: differs because the result of the call is taken for undefined, as its argument is, and
// shares a buffer with it (see tests/differences/result_is_slice_or_new.mlir).
func.func private @f(%c: i1, %a: tensor<2xi32>, %v: i32) -> tensor<2xi32> {
  cf.cond_br %c, ^old, ^new
^old:
  return %a : tensor<2xi32>
^new:
  %e = tensor.empty() : tensor<2xi32>
  %f = linalg.fill ins(%v : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  return %f : tensor<2xi32>
}

// CHECK-LABEL: func.func @overwrites_the_argument(
// CHECK:         %[[ARG:.*]] = memref.alloc()
// CHECK:         %[[R:.*]] = call @f(%{{.*}}, %{{.*}}, %{{.*}})
// CHECK:         %[[COPY:.*]] = memref.alloc()
// CHECK:         memref.copy %[[R]], %[[COPY]] :
// CHECK:         linalg.fill ins(%{{.*}}) outs(%[[ARG]] :
// CHECK:         memref.load %[[COPY]]
func.func @overwrites_the_argument(%c: i1, %v: i32, %i: index) -> (i32, tensor<2xi32>) {
  %e = tensor.empty() : tensor<2xi32>
  %r = call @f(%c, %e, %v) : (i1, tensor<2xi32>, i32) -> tensor<2xi32>
  %w = linalg.fill ins(%v : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %x = tensor.extract %r[%i] : tensor<2xi32>
  return %x, %w : i32, tensor<2xi32>
}
