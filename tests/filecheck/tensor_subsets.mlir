// Slices become views; inserting copies only what is not in place already.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries --canonicalize --cse --canonicalize | filecheck %s
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" | filecheck %s --check-prefix=ANALYSIS

// A slice that is only read is a view.
// CHECK-LABEL: func.func @read_a_column
// CHECK-SAME:    %[[M:.*]]: memref<16x8xf32, strided<[?, ?], offset: ?>>
// CHECK-NOT:     memref.alloc
// CHECK:         %[[COLUMN:.*]] = memref.subview %[[M]][0, %{{.*}}] [16, 1] [1, 1]
// CHECK-SAME:      to memref<16xf32, strided<[?], offset: ?>>
// CHECK:         memref.load %[[COLUMN]]
func.func @read_a_column(%m: tensor<16x8xf32>, %j: index, %i: index) -> f32 {
  %column = tensor.extract_slice %m[0, %j] [16, 1] [1, 1] : tensor<16x8xf32> to tensor<16xf32>
  %x = tensor.extract %column[%i] : tensor<16xf32>
  return %x : f32
}

// -----

// Updating a tile and putting it back needs no memory at all.
// CHECK-LABEL: func.func @update_a_tile
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         %[[TILE:.*]] = memref.subview
// CHECK:         linalg.fill ins(%{{.*}} : f32) outs(%[[TILE]]
// CHECK-NOT:     memref.copy
// CHECK:         return
// ANALYSIS-LABEL: func.func @update_a_tile
// ANALYSIS:         tensor.extract_slice {{.*}}{__inplace_operands_attr__ = ["true", "none"]}
// ANALYSIS:         linalg.fill {__inplace_operands_attr__ = ["none", "true"]}
// ANALYSIS:         tensor.insert_slice {{.*}}{__inplace_operands_attr__ = ["true", "true", "none"]}
func.func @update_a_tile(%t: tensor<64xf32> {bufferization.writable = true}, %i: index, %x: f32) -> tensor<64xf32> {
  %tile = tensor.extract_slice %t[%i] [4] [1] : tensor<64xf32> to tensor<4xf32>
  %full = linalg.fill ins(%x : f32) outs(%tile : tensor<4xf32>) -> tensor<4xf32>
  %new = tensor.insert_slice %full into %t[%i] [4] [1] : tensor<4xf32> into tensor<64xf32>
  return %new : tensor<64xf32>
}

// -----

// The tile comes from elsewhere: its elements are copied into a view of the destination.
// CHECK-LABEL: func.func @insert_a_stranger
// CHECK-SAME:    %[[T:.*]]: memref<64xf32, {{.*}}>, %[[TILE:.*]]: memref<4xf32, {{.*}}>)
// CHECK-NOT:     memref.alloc
// CHECK:         %[[PLACE:.*]] = memref.subview %[[T]][8] [4] [2]
// CHECK:         memref.copy %[[TILE]], %[[PLACE]]
func.func @insert_a_stranger(%t: tensor<64xf32> {bufferization.writable = true}, %tile: tensor<4xf32>) -> tensor<64xf32> {
  %new = tensor.insert_slice %tile into %t[8] [4] [2] : tensor<4xf32> into tensor<64xf32>
  return %new : tensor<64xf32>
}

// -----

// The old tensor is read after the update, so the update happens in a copy.
// CHECK-LABEL: func.func @old_value_is_needed
// CHECK-SAME:    %[[T:.*]]: memref<?xf32, {{.*}}>
// CHECK:         %[[COPY:.*]] = memref.alloc(%{{.*}}) {alignment = 64 : i64} : memref<?xf32>
// CHECK:         memref.copy %[[T]], %[[COPY]]
// CHECK:         memref.store %{{.*}}, %[[COPY]][%[[I:.*]]]
// CHECK:         memref.load %[[T]][%[[I]]]
// ANALYSIS-LABEL: func.func @old_value_is_needed
// ANALYSIS:         tensor.insert {{.*}}{__inplace_operands_attr__ = ["none", "false", "none"]}
func.func @old_value_is_needed(%t: tensor<?xf32> {bufferization.writable = true}, %x: f32, %i: index) -> (tensor<?xf32>, f32) {
  %new = tensor.insert %x into %t[%i] : tensor<?xf32>
  %old = tensor.extract %t[%i] : tensor<?xf32>
  return %new, %old : tensor<?xf32>, f32
}
