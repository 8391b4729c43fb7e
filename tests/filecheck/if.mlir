// scf.if: equivalent branches keep one buffer; layouts that differ meet in a dynamic one.
// RUN: bufferize-opt %s --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

// CHECK-LABEL: func.func @one_branch_writes
// CHECK-SAME:    (%[[BUF:[a-z0-9]*]]: memref<6xf32, strided<[?], offset: ?>>,
// CHECK-NOT:     memref.alloc
// CHECK:         scf.if %{{.*}} -> (memref<6xf32, strided<[?], offset: ?>>) {
// CHECK-NEXT:      memref.store %{{.*}}, %[[BUF]]
// CHECK-NEXT:      scf.yield %[[BUF]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.yield %[[BUF]]
func.func @one_branch_writes(%t: tensor<6xf32>, %c: i1, %a: f32, %i: index) -> tensor<6xf32> {
  %r = scf.if %c -> (tensor<6xf32>) {
    %n = tensor.insert %a into %t[%i] : tensor<6xf32>
    scf.yield %n : tensor<6xf32>
  } else {
    scf.yield %t : tensor<6xf32>
  }
  return %r : tensor<6xf32>
}

// CHECK-LABEL: func.func @new_buffer_or_argument
// CHECK:         scf.if %{{.*}} -> (memref<6xf32, strided<[?], offset: ?>>) {
// CHECK:           %[[NEW:.*]] = memref.alloc()
// CHECK:           %[[CAST:.*]] = memref.cast %[[NEW]] : memref<6xf32> to memref<6xf32, strided<[?], offset: ?>>
// CHECK-NEXT:      scf.yield %[[CAST]]
func.func @new_buffer_or_argument(%t: tensor<6xf32>, %c: i1, %a: f32) -> tensor<6xf32> {
  %r = scf.if %c -> (tensor<6xf32>) {
    %e = tensor.empty() : tensor<6xf32>
    %n = linalg.fill ins(%a : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
    scf.yield %n : tensor<6xf32>
  } else {
    scf.yield %t : tensor<6xf32>
  }
  return %r : tensor<6xf32>
}
