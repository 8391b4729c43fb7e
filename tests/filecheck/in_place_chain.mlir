// Updates that follow one another write to the argument's own buffer, without a copy.
// RUN: bufferize-opt %s --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

// CHECK-LABEL: func.func @three_updates
// CHECK-SAME:    (%[[BUF:.*]]: memref<16xf32, strided<[?], offset: ?>>,
// CHECK-NOT:     memref.alloc
// CHECK:         linalg.fill ins(%{{.*}}) outs(%[[BUF]] :
// CHECK-NEXT:    memref.store %{{.*}}, %[[BUF]]
// CHECK-NEXT:    memref.store %{{.*}}, %[[BUF]]
// CHECK-NEXT:    return %[[BUF]] :
func.func @three_updates(%t: tensor<16xf32>, %a: f32, %i: index, %j: index) -> tensor<16xf32> {
  %0 = linalg.fill ins(%a : f32) outs(%t : tensor<16xf32>) -> tensor<16xf32>
  %1 = tensor.insert %a into %0[%i] : tensor<16xf32>
  %2 = tensor.insert %a into %1[%j] : tensor<16xf32>
  return %2 : tensor<16xf32>
}
