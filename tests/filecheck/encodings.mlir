// use-encoding-for-memory-space: the encoding of a tensor says where it is.
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --one-shot-bufferize="use-encoding-for-memory-space allow-return-allocs-from-loops allow-unknown-ops" | filecheck %s

// An allocation in a space, of a tensor that says nothing, the same, or is cast to it.
// CHECK-LABEL: func.func @alloc_in_a_space(
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<9xi8, 4>
// CHECK:         %[[V0:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<9xi8, 4> to tensor<9xi8>
// CHECK:         return %[[V0]] :
func.func @alloc_in_a_space() -> tensor<9xi8> {
  %0 = bufferization.alloc_tensor() {memory_space = 4 : i64} : tensor<9xi8>
  return %0 : tensor<9xi8>
}

// CHECK-LABEL: func.func @alloc_and_cast(
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<9xi8, 4>
// CHECK:         %[[V0:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<9xi8, 4> to tensor<9xi8, 4 : i64>
// CHECK:         return %[[V0]] : tensor<9xi8, 4
func.func @alloc_and_cast() -> tensor<9xi8, 4> {
  %0 = bufferization.alloc_tensor() {memory_space = 4 : i64} : tensor<9xi8>
  %1 = tensor.cast %0 : tensor<9xi8> to tensor<9xi8, 4>
  return %1 : tensor<9xi8, 4>
}

// CHECK-LABEL: func.func @alloc_said_twice(
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<9xi8, 4>
// CHECK:         %[[V0:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<9xi8, 4> to tensor<9xi8, 4 : i64>
// CHECK:         return %[[V0]] : tensor<9xi8, 4
func.func @alloc_said_twice() -> tensor<9xi8, 4> {
  %0 = bufferization.alloc_tensor() {memory_space = 4 : i64} : tensor<9xi8, 4>
  return %0 : tensor<9xi8, 4>
}

// A copy from another space.
// CHECK-LABEL: func.func @copy_from_no_space(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<9xi8>) -> tensor<9xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<9xi8> to memref<9xi8, strided<[?], offset: ?>>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<9xi8, 4>
// CHECK:         memref.copy %[[V0]], %[[ALLOC]] :
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<9xi8, 4> to tensor<9xi8>
// CHECK:         return %[[V1]] :
func.func @copy_from_no_space(%t: tensor<9xi8>) -> tensor<9xi8> {
  %0 = bufferization.alloc_tensor() copy(%t) {memory_space = 4 : i64} : tensor<9xi8>
  return %0 : tensor<9xi8>
}

// CHECK-LABEL: func.func @copy_to_another_space(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<9xi8, 3 : i64>) -> tensor<9xi8, 4 : i64>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<9xi8, 3 : i64> to memref<9xi8, strided<[?], offset: ?>, 3>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<9xi8, 4>
// CHECK:         memref.copy %[[V0]], %[[ALLOC]] :
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<9xi8, 4> to tensor<9xi8, 4 : i64>
// CHECK:         return %[[V1]] : tensor<9xi8, 4
func.func @copy_to_another_space(%t: tensor<9xi8, 3>) -> tensor<9xi8, 4> {
  %0 = bufferization.alloc_tensor() copy(%t) {memory_space = 4 : i64} : tensor<9xi8, 3>
  %1 = tensor.cast %0 : tensor<9xi8, 3> to tensor<9xi8, 4>
  return %1 : tensor<9xi8, 4>
}

// CHECK-LABEL: func.func @copy_without_a_cast(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<9xi8, 3 : i64>, %[[ARG1:[a-z0-9]*]]: tensor<2xi8, 3 : i64>) -> (tensor<9xi8, 3 : i64>, tensor<9xi8, 3 : i64>)
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG1]] : tensor<2xi8, 3 : i64> to memref<2xi8, strided<[?], offset: ?>, 3>
// CHECK:         %[[V1:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<9xi8, 3 : i64> to memref<9xi8, strided<[?], offset: ?>, 3>
// CHECK:         %[[V2:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<9xi8, 3 : i64> to memref<9xi8, strided<[?], offset: ?>, 3>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<9xi8, 4>
// CHECK:         memref.copy %[[V2]], %[[ALLOC]] :
// CHECK:         %[[V3:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<9xi8, 4> to tensor<9xi8, 3 : i64>
// CHECK:         %[[ALLOC_0:.*]] = memref.alloc() {{.*}} : memref<9xi8, 3>
// CHECK:         memref.copy %[[V1]], %[[ALLOC_0]] :
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC_0]][1] [2] [1] : memref<9xi8, 3> to memref<2xi8, strided<[1], offset: 1>, 3>
// CHECK:         memref.copy %[[V0]], %[[SUBVIEW]] :
// CHECK:         %[[V4:.*]] = bufferization.to_tensor %[[ALLOC_0]] : memref<9xi8, 3> to tensor<9xi8, 3 : i64>
// CHECK:         return %[[V3]], %[[V4]] : tensor<9xi8, 3 : i64>, tensor<9xi8, 3
func.func @copy_without_a_cast(%t: tensor<9xi8, 3>, %s: tensor<2xi8, 3>) -> (tensor<9xi8, 3>, tensor<9xi8, 3>) {
  %0 = bufferization.alloc_tensor() copy(%t) {memory_space = 4 : i64} : tensor<9xi8, 3>
  %1 = tensor.insert_slice %s into %t[1] [2] [1] : tensor<2xi8, 3> into tensor<9xi8, 3>
  return %0, %1 : tensor<9xi8, 3>, tensor<9xi8, 3>
}

// -----

// CHECK-LABEL: func.func @elements(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: i8, %[[ARG1:[a-z0-9]*]]: index) -> tensor<2xi8, 4 : i64>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<2xi8, 4>
// CHECK:         memref.store %[[ARG0]], %[[ALLOC]][%{{.*}}]
// CHECK:         memref.store %[[ARG0]], %[[ALLOC]][%{{.*}}]
// CHECK:         memref.store %[[ARG0]], %[[ALLOC]][%[[ARG1]]]
// CHECK:         %[[V0:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<2xi8, 4> to tensor<2xi8, 4 : i64>
// CHECK:         return %[[V0]] : tensor<2xi8, 4
func.func @elements(%x: i8, %i: index) -> tensor<2xi8, 4> {
  %0 = tensor.from_elements %x, %x : tensor<2xi8, 4>
  %1 = tensor.insert %x into %0[%i] : tensor<2xi8, 4>
  return %1 : tensor<2xi8, 4>
}

// -----

// Tensors made in a space of others, or of one value.
// REFERENCE: has no memory spaces for these operations
// CHECK-LABEL: func.func @one_behind_the_other(
// CHECK-COUNT-2: bufferization.to_buffer %{{.*}} to memref<2xi8, strided<[?], offset: ?>, 4>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<4xi8, 4>
// CHECK:         %[[FIRST:.*]] = memref.subview %[[ALLOC]][0] [2] [1] : memref<4xi8, 4> to memref<2xi8, strided<[1]>, 4>
// CHECK:         memref.copy %{{.*}}, %[[FIRST]]
// CHECK:         %[[SECOND:.*]] = memref.subview %[[ALLOC]][2] [2] [1] : memref<4xi8, 4> to memref<2xi8, strided<[1], offset: 2>, 4>
// CHECK:         memref.copy %{{.*}}, %[[SECOND]]
// CHECK:         bufferization.to_tensor %[[ALLOC]] : memref<4xi8, 4> to tensor<4xi8, 4 : i64>
func.func @one_behind_the_other(%t: tensor<2xi8, 4>) -> tensor<4xi8, 4> {
  %0 = tensor.concat dim(0) %t, %t : (tensor<2xi8, 4>, tensor<2xi8, 4>) -> tensor<4xi8, 4>
  return %0 : tensor<4xi8, 4>
}

// CHECK-LABEL: func.func @one_value(
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<2xi8, 4>
// CHECK:         linalg.map outs(%[[ALLOC]] : memref<2xi8, 4>)
func.func @one_value(%x: i8) -> tensor<2xi8, 4> {
  %0 = tensor.splat %x : tensor<2xi8, 4>
  return %0 : tensor<2xi8, 4>
}

// CHECK-LABEL: func.func @computed(
// CHECK-SAME:    %{{.*}}: i8, %[[N:.*]]: index)
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%[[N]]) {{.*}} : memref<?xi8, 4>
// CHECK:         linalg.map outs(%[[ALLOC]] : memref<?xi8, 4>)
func.func @computed(%x: i8, %n: index) -> tensor<?xi8, 4> {
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %x : i8
  } : tensor<?xi8, 4>
  return %0 : tensor<?xi8, 4>
}

// -----

// Loops and regions keep the space of what they carry.
// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<9xi8, 4 : i64>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: index) -> tensor<9xi8, 4 : i64>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<9xi8, 4 : i64> to memref<9xi8, strided<[?], offset: ?>, 4>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<9xi8, 4>
// CHECK:         memref.copy %[[V0]], %[[ALLOC]] :
// CHECK:         %[[CAST:.*]] = memref.cast %[[ALLOC]] :
// CHECK:         %[[V1:.*]] = scf.for %{{.*}} = %[[ARG1]] to %[[ARG2]] step %[[ARG2]] iter_args(%[[ARG4:.*]] = %[[CAST]]) -> (memref<9xi8, strided<[?], offset: ?>, 4>) {
// CHECK:           %[[V3:.*]] = bufferization.to_tensor %[[ARG4]] : memref<9xi8, strided<[?], offset: ?>, 4> to tensor<9xi8, 4 : i64>
// CHECK:           %[[V4:.*]] = "some.op"(%[[V3]]) : (tensor<9xi8, 4 : i64>) -> tensor<9xi8, 4
// CHECK:           %[[V5:.*]] = bufferization.to_buffer %[[V4]] : tensor<9xi8, 4 : i64> to memref<9xi8, strided<[?], offset: ?>, 4>
// CHECK:           scf.yield %[[V5]] :
// CHECK:         %[[V2:.*]] = bufferization.to_tensor %[[V1]] : memref<9xi8, strided<[?], offset: ?>, 4> to tensor<9xi8, 4 : i64>
// CHECK:         return %[[V2]] : tensor<9xi8, 4
func.func @loop(%t: tensor<9xi8, 4>, %k: index, %n: index) -> tensor<9xi8, 4> {
  %0 = scf.for %i = %k to %n step %n iter_args(%b = %t) -> tensor<9xi8, 4> {
    %1 = "some.op"(%b) : (tensor<9xi8, 4>) -> tensor<9xi8, 4>
    scf.yield %1 : tensor<9xi8, 4>
  }
  return %0 : tensor<9xi8, 4>
}

// -----

// An unknown operation may read what other threads contribute, so it reads the tensor from outside.
// REFERENCE: differs because the threads would see what others have contributed before them.
// CHECK-LABEL: func.func @threads(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xi8, 4 : i64>, %[[ARG1:[a-z0-9]*]]: index) -> tensor<?xi8, 4 : i64>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?xi8, 4 : i64> to memref<?xi8, strided<[?], offset: ?>, 4>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi8, 4>
// CHECK:         memref.copy %[[V0]], %[[ALLOC]] :
// CHECK:         scf.forall (%{{.*}}) in (%[[ARG1]]) {
// CHECK:           %[[V3:.*]] = "some.op"(%[[ARG0]]) : (tensor<?xi8, 4 : i64>) -> tensor<?xi8, 4
// CHECK:           %[[V4:.*]] = bufferization.to_buffer %[[V3]] : tensor<?xi8, 4 : i64> to memref<?xi8, strided<[?], offset: ?>, 4>
// CHECK:           %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][3] [%[[ARG1]]] [1] : memref<?xi8, 4> to memref<?xi8, strided<[1], offset: 3>, 4>
// CHECK:           memref.copy %[[V4]], %[[SUBVIEW]] :
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<?xi8, 4> to tensor<?xi8, 4 : i64>
// CHECK:         return %[[V1]] : tensor<?xi8, 4
func.func @threads(%t: tensor<?xi8, 4>, %n: index) -> tensor<?xi8, 4> {
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> tensor<?xi8, 4> {
    %1 = "some.op"(%o) : (tensor<?xi8, 4>) -> tensor<?xi8, 4>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %o[3] [%n] [1] : tensor<?xi8, 4> into tensor<?xi8, 4>
    }
  }
  return %0 : tensor<?xi8, 4>
}

// CHECK-LABEL: func.func @region(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<9xi8, 4 : i64>) -> tensor<9xi8, 4 : i64>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<9xi8, 4 : i64> to memref<9xi8, strided<[?], offset: ?>, 4>
// CHECK:         %[[V1:.*]] = scf.execute_region -> memref<9xi8, strided<[?], offset: ?>, 4> {
// CHECK:           scf.yield %[[V0]] :
// CHECK:         %[[V2:.*]] = bufferization.to_tensor %[[V1]] : memref<9xi8, strided<[?], offset: ?>, 4> to tensor<9xi8, 4 : i64>
// CHECK:         %[[V3:.*]] = "some.op"(%[[V2]]) : (tensor<9xi8, 4 : i64>) -> tensor<9xi8, 4
// CHECK:         return %[[V3]] : tensor<9xi8, 4
func.func @region(%t: tensor<9xi8, 4>) -> tensor<9xi8, 4> {
  %0 = scf.execute_region -> tensor<9xi8, 4> {
    scf.yield %t : tensor<9xi8, 4>
  }
  %1 = "some.op"(%0) : (tensor<9xi8, 4>) -> tensor<9xi8, 4>
  return %1 : tensor<9xi8, 4>
}

// -----

// Constants of different spaces are different globals.
// CHECK:         memref.global "private" constant @__constant_2xi8_1 : memref<2xi8> = dense<[1, 2]> {alignment = 64 : i64}
// CHECK:         memref.global "private" constant @__constant_2xi8_0 : memref<2xi8, 5> = dense<[1, 2]> {alignment = 64 : i64}
// CHECK:         memref.global "private" constant @__constant_2xi8 : memref<2xi8, 4> = dense<[1, 2]> {alignment = 64 : i64}
// CHECK-LABEL: func.func @constants(
// CHECK:         %[[V0:.*]] = memref.get_global @__constant_2xi8 : memref<2xi8, 4>
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[V0]] : memref<2xi8, 4> to tensor<2xi8, 4 : i64>
// CHECK:         %[[V2:.*]] = memref.get_global @__constant_2xi8_0 : memref<2xi8, 5>
// CHECK:         %[[V3:.*]] = bufferization.to_tensor %[[V2]] : memref<2xi8, 5> to tensor<2xi8, 5 : i64>
// CHECK:         %[[V4:.*]] = memref.get_global @__constant_2xi8_1 : memref<2xi8>
// CHECK:         %[[V5:.*]] = bufferization.to_tensor %[[V4]] : memref<2xi8> to tensor<2xi8>
// CHECK:         return %[[V1]], %[[V3]], %[[V5]] : tensor<2xi8, 4 : i64>, tensor<2xi8, 5
func.func @constants() -> (tensor<2xi8, 4>, tensor<2xi8, 5>, tensor<2xi8>) {
  %0 = arith.constant dense<[1, 2]> : tensor<2xi8, 4>
  %1 = arith.constant dense<[1, 2]> : tensor<2xi8, 5>
  %2 = arith.constant dense<[1, 2]> : tensor<2xi8>
  return %0, %1, %2 : tensor<2xi8, 4>, tensor<2xi8, 5>, tensor<2xi8>
}
