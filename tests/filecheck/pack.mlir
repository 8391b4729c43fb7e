// pack and unpack write all of their destination and read none of it, as in LLVM 24.
// REFERENCE: LLVM 22 has no models of them.
// RUN: bufferize-opt %s --one-shot-bufferize=bufferize-function-boundaries | filecheck %s
// RUN: bufferize-opt %s --one-shot-bufferize=bufferize-function-boundaries --convert-linalg-to-loops | filecheck %s --check-prefix=LOOPS

// The destination is overwritten where it is, and the source is read.
// CHECK-LABEL: func.func @packed(
// CHECK-SAME:      %[[S:.*]]: memref<7x9xf32, {{.*}}>, %[[D:.*]]: memref<4x3x2x3xf32, {{.*}}>, %[[P:.*]]: f32)
// CHECK-NOT:     memref.alloc
// CHECK:         linalg.pack %[[S]] padding_value(%[[P]] : f32) inner_dims_pos = [0, 1] inner_tiles = [2, 3] into %[[D]] :
// CHECK:         return %[[D]]

// LOOPS-LABEL: func.func @packed(
// LOOPS-COUNT-4: scf.for
// LOOPS-COUNT-2: arith.cmpi ult
// LOOPS:         %[[INSIDE:.*]] = arith.andi
// LOOPS:         scf.if %[[INSIDE]] -> (f32) {
// LOOPS:           memref.load
// LOOPS:         memref.store
func.func @packed(%s: tensor<7x9xf32>, %d: tensor<4x3x2x3xf32>, %p: f32) -> tensor<4x3x2x3xf32> {
  %0 = linalg.pack %s padding_value(%p : f32) inner_dims_pos = [0, 1] inner_tiles = [2, 3] into %d
      : tensor<7x9xf32> -> tensor<4x3x2x3xf32>
  return %0 : tensor<4x3x2x3xf32>
}

// What the destination held is read later, so it gets a new buffer, to which nothing is copied.
// CHECK-LABEL: func.func @destination_read_later(
// CHECK-SAME:      %[[S:.*]]: memref<4x2xf32, {{.*}}>, %[[D:.*]]: memref<8xf32, {{.*}}>, %[[I:.*]]: index)
// CHECK:         %[[NEW:.*]] = memref.alloc() {{.*}} : memref<8xf32>
// CHECK-NOT:     memref.copy
// CHECK:         linalg.unpack %[[S]] inner_dims_pos = [0] inner_tiles = [2] into %[[NEW]] :
// CHECK:         memref.load %[[D]][%[[I]]]

// LOOPS-LABEL: func.func @destination_read_later(
// LOOPS:         scf.for %[[I:.*]] =
// LOOPS-DAG:       arith.divui %[[I]], %{{.*}} : index
// LOOPS-DAG:       arith.remui %[[I]], %{{.*}} : index
// LOOPS:         }
// LOOPS-NOT:     linalg
func.func @destination_read_later(%s: tensor<4x2xf32>, %d: tensor<8xf32>, %i: index)
    -> (tensor<8xf32>, f32) {
  %0 = linalg.unpack %s inner_dims_pos = [0] inner_tiles = [2] into %d : tensor<4x2xf32> -> tensor<8xf32>
  %e = tensor.extract %d[%i] : tensor<8xf32>
  return %0, %e : tensor<8xf32>, f32
}
