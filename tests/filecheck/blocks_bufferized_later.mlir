// The argument of a block is the buffer that the branch passes on, once the function is bufferized.
// RUN: bufferize-opt %s --pass-pipeline="builtin.module(one-shot-bufferize,func-bufferize)" | filecheck %s

// CHECK-LABEL: func.func @updated_after_branch(
// CHECK:         %[[T:.*]] = memref.alloc
// CHECK:         linalg.fill {{.*}} outs(%[[T]] :
// CHECK:         %[[COPY:.*]] = memref.alloc
// CHECK:         memref.copy %[[T]], %[[COPY]]
// CHECK:         cf.br ^bb1(%[[COPY]] :
// CHECK:         memref.store %{{.*}}, %[[T]]
func.func @updated_after_branch(%f: f32, %g: f32, %i: index) -> (f32, f32) {
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  cf.br ^next(%t : tensor<4xf32>)
^next(%a: tensor<4xf32>):
  %w = tensor.insert %g into %t[%i] : tensor<4xf32>
  %x = tensor.extract %a[%i] : tensor<4xf32>
  %y = tensor.extract %w[%i] : tensor<4xf32>
  return %x, %y : f32, f32
}
