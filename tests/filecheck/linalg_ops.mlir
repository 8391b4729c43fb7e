// Structured ops write into their init, in place where nobody needs what it held.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries | filecheck %s
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" | filecheck %s --check-prefix=ANALYSIS

// The init is not read: an input that the op reads element by element can be overwritten.
// CHECK-LABEL: func.func @elementwise_on_itself
// CHECK-SAME:    %[[T:.*]]: memref<?xf32
// CHECK-NOT:     memref.alloc
// CHECK:         linalg.exp ins(%[[T]] : {{.*}}) outs(%[[T]] :
func.func @elementwise_on_itself(%t: tensor<?xf32> {bufferization.writable = true}) -> tensor<?xf32> {
  %0 = linalg.exp ins(%t : tensor<?xf32>) outs(%t : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A transposition reads other elements than it writes.
// CHECK-LABEL: func.func @transpose_onto_itself
// CHECK-SAME:    %[[T:.*]]: memref<4x4xf32
// CHECK:         %[[NEW:.*]] = memref.alloc()
// CHECK-NOT:     memref.copy
// CHECK:         linalg.transpose ins(%[[T]] : {{.*}}) outs(%[[NEW]] :
// ANALYSIS-LABEL: func.func @transpose_onto_itself
// ANALYSIS:         {__inplace_operands_attr__ = ["true", "false"]}
func.func @transpose_onto_itself(%t: tensor<4x4xf32> {bufferization.writable = true}) -> tensor<4x4xf32> {
  %0 = linalg.transpose ins(%t : tensor<4x4xf32>) outs(%t : tensor<4x4xf32>) permutation = [1, 0]
  return %0 : tensor<4x4xf32>
}

// -----

// A matmul adds to its init: what it held is copied along.
// CHECK-LABEL: func.func @keep_the_init
// CHECK-SAME:    %{{.*}}: memref<4x4xf32, {{.*}}>, %[[C:.*]]: memref<4x4xf32
// CHECK:         %[[NEW:.*]] = memref.alloc()
// CHECK:         memref.copy %[[C]], %[[NEW]]
// CHECK:         linalg.matmul {{.*}} outs(%[[NEW]] :
// CHECK:         return %[[NEW]]
func.func @keep_the_init(%a: tensor<4x4xf32>, %c: tensor<4x4xf32> {bufferization.writable = false}) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// An init that the body does not read needs memory, but no copy.
// CHECK-LABEL: func.func @overwrite_the_init
// CHECK:         %[[NEW:.*]] = memref.alloc()
// CHECK-NOT:     memref.copy
// CHECK:         linalg.generic {{.*}} outs(%[[NEW]] :
func.func @overwrite_the_init(%a: tensor<4xf32>, %c: tensor<4xf32> {bufferization.writable = false}) -> tensor<4xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%c : tensor<4xf32>) {
  ^bb0(%x: f32, %old: f32):
    %y = arith.mulf %x, %x : f32
    linalg.yield %y : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Tensors that the body reads bufferize with it.
// CHECK-LABEL: func.func @look_up
// CHECK-SAME:    %[[TABLE:.*]]: memref<?xf32, {{.*}}>, %[[KEYS:.*]]: memref<?xindex
// CHECK:         linalg.generic {{.*}} ins(%[[KEYS]] :
// CHECK:         ^bb0(%[[KEY:.*]]: index,
// CHECK:           memref.load %[[TABLE]][%[[KEY]]]
func.func @look_up(%table: tensor<?xf32>, %keys: tensor<?xindex>, %out: tensor<?xf32> {bufferization.writable = true}) -> tensor<?xf32> {
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%keys : tensor<?xindex>) outs(%out : tensor<?xf32>) {
  ^bb0(%key: index, %old: f32):
    %x = tensor.extract %table[%key] : tensor<?xf32>
    linalg.yield %x : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Two results share no memory.
// CHECK-LABEL: func.func @two_results
// CHECK-SAME:    %[[T:.*]]: memref<8xf32
// CHECK:         %[[NEW:.*]] = memref.alloc()
// CHECK:         linalg.generic {{.*}} outs(%[[T]], %[[NEW]] :
// ANALYSIS-LABEL: func.func @two_results
// ANALYSIS:         __inplace_operands_attr__ = ["true", "false"]
func.func @two_results(%t: tensor<8xf32> {bufferization.writable = true}) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%t, %t : tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    linalg.yield %a, %c : f32, f32
  } -> (tensor<8xf32>, tensor<8xf32>)
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}
