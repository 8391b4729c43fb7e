// Branches that are left out pass buffers as they are: nothing is copied there, whatever is decided.
// REFERENCE: does not convert the operands of such branches
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries allow-unknown-ops dialect-filter=tensor,func,bufferization analysis-heuristic=top-down" | filecheck %s
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries allow-unknown-ops dialect-filter=tensor,func,bufferization" | filecheck %s

// The argument of the block may be the tensor that is updated.
// CHECK-LABEL: func.func @either_tensor(
// CHECK-SAME:    %{{.*}}: i1, %[[T:.*]]: memref<8xf32, strided<[?], offset: ?>>, %[[U:.*]]: memref
// CHECK:         cf.cond_br %{{.*}}, ^bb1(%[[T]] : {{.*}}), ^bb1(%[[U]] :
// CHECK:       ^bb1(%[[R:.*]]: memref
// CHECK:         %[[A:.*]] = memref.alloc
// CHECK:         memref.copy %[[T]], %[[A]]
// CHECK:         memref.store %{{.*}}, %[[A]]
// CHECK:         memref.load %[[R]]
func.func @either_tensor(%c: i1, %t: tensor<8xf32>, %u: tensor<8xf32>, %v: f32, %i: index)
    -> (f32, f32) {
  cf.cond_br %c, ^join(%t : tensor<8xf32>), ^join(%u : tensor<8xf32>)
^join(%r: tensor<8xf32>):
  %w = tensor.insert %v into %t[%i] : tensor<8xf32>
  %x = tensor.extract %r[%i] : tensor<8xf32>
  %y = tensor.extract %w[%i] : tensor<8xf32>
  return %x, %y : f32, f32
}
