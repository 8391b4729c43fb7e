// linalg.tiled_loop works on the buffers of its outputs; inputs are read only.
// RUN: bufferize-opt %s --one-shot-bufferize=bufferize-function-boundaries | filecheck %s
// REFERENCE: MLIR has dropped the operation

// CHECK-LABEL: func.func @dot
// CHECK-SAME:    (%[[A:.*]]: memref<10xf32, {{.*}}>, %[[B:.*]]: memref<10xf32, {{.*}}>, %[[C:.*]]: memref<f32, {{.*}}>)
// CHECK-NOT:     memref.alloc
// CHECK:         linalg.tiled_loop (%[[I:.*]]) = (%{{.*}}) to (%{{.*}}) step (%{{.*}}) ins (%[[IN_A:.*]] = %[[A]]: memref<{{.*}}>, %[[IN_B:.*]] = %[[B]]: memref<{{.*}}>) outs (%[[OUT:.*]] = %[[C]]: memref<{{.*}}>) iterators["reduction"] {
// CHECK:           %[[TILE_A:.*]] = memref.subview %[[IN_A]][%[[I]]] [2] [1]
// CHECK:           %[[TILE_B:.*]] = memref.subview %[[IN_B]][%[[I]]] [2] [1]
// CHECK:           linalg.dot ins(%[[TILE_A]], %[[TILE_B]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK:           linalg.yield
// CHECK:         return %[[C]]
func.func @dot(%a: tensor<10xf32>, %b: tensor<10xf32>, %c: tensor<f32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %dot = linalg.tiled_loop (%i) = (%c0) to (%c10) step (%c2)
      ins (%in_a = %a: tensor<10xf32>, %in_b = %b: tensor<10xf32>)
      outs (%out = %c: tensor<f32>) iterators["reduction"] {
    %tile_a = tensor.extract_slice %in_a[%i] [2] [1] : tensor<10xf32> to tensor<2xf32>
    %tile_b = tensor.extract_slice %in_b[%i] [2] [1] : tensor<10xf32> to tensor<2xf32>
    %sum = linalg.dot ins(%tile_a, %tile_b : tensor<2xf32>, tensor<2xf32>)
        outs(%out : tensor<f32>) -> tensor<f32>
    linalg.yield %sum : tensor<f32>
  }
  return %dot : tensor<f32>
}

// The output is still read afterwards: it is copied before the loop, not within it.
// CHECK-LABEL: func.func @output_is_read_later
// CHECK:         memref.copy
// CHECK:         linalg.tiled_loop
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @output_is_read_later(%t: tensor<8xf32>, %v: f32, %n: index) -> (tensor<8xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = linalg.tiled_loop (%i) = (%c0) to (%n) step (%c1) outs (%out = %t: tensor<8xf32>)
      distribution["block_x"] {
    %u = tensor.insert %v into %out[%i] : tensor<8xf32>
    linalg.yield %u : tensor<8xf32>
  }
  %old = tensor.extract %t[%c0] : tensor<8xf32>
  return %r, %old : tensor<8xf32>, f32
}
