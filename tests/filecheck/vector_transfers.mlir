// Vectors are read from and written to buffers where the tensors were.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

// CHECK-LABEL: func.func @read
// CHECK-SAME:    %[[T:.*]]: memref<?x?xf32, strided<[?, ?], offset: ?>>, %[[I:.*]]: index, %[[PAD:.*]]: f32)
// CHECK:         vector.transfer_read %[[T]][%[[I]], %[[I]]], %[[PAD]] {in_bounds = [true, false]}
// CHECK-SAME:      memref<?x?xf32, strided<[?, ?], offset: ?>>, vector<2x4xf32>
func.func @read(%t: tensor<?x?xf32>, %i: index, %pad: f32) -> vector<2x4xf32> {
  %v = vector.transfer_read %t[%i, %i], %pad {in_bounds = [true, false]} : tensor<?x?xf32>, vector<2x4xf32>
  return %v : vector<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @write_in_place
// CHECK-SAME:    %[[T:.*]]: memref<?xf32, {{.*}}>, %[[V:.*]]: vector<4xf32>, %[[M:.*]]: vector<4xi1>
// CHECK-NOT:     memref.alloc
// CHECK:         vector.transfer_write %[[V]], %[[T]][%{{.*}}], %[[M]] : vector<4xf32>, memref<?xf32
func.func @write_in_place(%t: tensor<?xf32> {bufferization.writable = true}, %v: vector<4xf32>, %m: vector<4xi1>, %i: index) -> tensor<?xf32> {
  %new = vector.transfer_write %v, %t[%i], %m : vector<4xf32>, tensor<?xf32>
  return %new : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @write_a_copy
// CHECK-SAME:    %[[T:.*]]: memref<?xf32
// CHECK:         %[[NEW:.*]] = memref.alloc(
// CHECK:         memref.copy %[[T]], %[[NEW]]
// CHECK:         vector.transfer_write %{{.*}}, %[[NEW]]
// CHECK:         return %[[NEW]]
func.func @write_a_copy(%t: tensor<?xf32> {bufferization.writable = false}, %v: vector<4xf32>, %i: index) -> tensor<?xf32> {
  %new = vector.transfer_write %v, %t[%i] : vector<4xf32>, tensor<?xf32>
  return %new : tensor<?xf32>
}

// -----

// A write of the whole tensor does not need what was there.
// CHECK-LABEL: func.func @write_everything
// CHECK:         %[[NEW:.*]] = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NOT:     memref.copy
// CHECK:         vector.transfer_write %{{.*}}, %[[NEW]]
func.func @write_everything(%t: tensor<4xf32> {bufferization.writable = false}, %v: vector<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0 : index
  %new = vector.transfer_write %v, %t[%zero] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  return %new : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @gather
// CHECK-SAME:    %[[T:.*]]: memref<?x?xf32
// CHECK:         vector.gather %[[T]][%{{.*}}, %{{.*}}] [%{{.*}}], %{{.*}}, %{{.*}} : memref<?x?xf32
func.func @gather(%t: tensor<?x?xf32>, %i: index, %offsets: vector<8xindex>, %m: vector<8xi1>, %rest: vector<8xf32>) -> vector<8xf32> {
  %v = vector.gather %t[%i, %i] [%offsets], %m, %rest
      : tensor<?x?xf32>, vector<8xindex>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return %v : vector<8xf32>
}

// -----

// The mask stays around the write, which has no result any more.
// CHECK-LABEL: func.func @masked_write
// CHECK-SAME:    %[[T:.*]]: memref<?xf32, {{.*}}>, %[[V:.*]]: vector<4xf32>, %[[M:.*]]: vector<4xi1>
// CHECK:         vector.mask %[[M]] { vector.transfer_write %[[V]], %[[T]][%{{.*}}] : {{.*}} } : vector<4xi1>
// CHECK-NOT:     ->
func.func @masked_write(%t: tensor<?xf32> {bufferization.writable = true}, %v: vector<4xf32>, %m: vector<4xi1>, %i: index) -> tensor<?xf32> {
  %new = vector.mask %m { vector.transfer_write %v, %t[%i] : vector<4xf32>, tensor<?xf32> } : vector<4xi1> -> tensor<?xf32>
  return %new : tensor<?xf32>
}
