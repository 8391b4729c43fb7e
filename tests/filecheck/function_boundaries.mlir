// Signatures on buffers: what they look like, and which calls need a copy.
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --one-shot-bufferize="bufferize-function-boundaries allow-unknown-ops" | filecheck %s
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --one-shot-bufferize="bufferize-function-boundaries allow-unknown-ops unknown-type-conversion=identity-layout-map function-boundary-type-conversion=identity-layout-map" | filecheck %s --check-prefix=PLAIN
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --one-shot-bufferize="bufferize-function-boundaries allow-unknown-ops function-boundary-type-conversion=fully-dynamic-layout-map" | filecheck %s --check-prefix=ANY

// Functions without a body, with and without results, of all ranks; and one without tensors.
// CHECK-LABEL: func.func private @external(
// CHECK-SAME:    memref<?xi32, strided<[?], offset: ?>>)
// PLAIN-LABEL: func.func private @external(
// PLAIN-SAME:    memref<?xi32>)
// ANY-LABEL: func.func private @external(
// ANY-SAME:    memref<?xi32, strided<[?], offset: ?>>)
func.func private @external(tensor<?xi32>)
// CHECK-LABEL: func.func private @external_2d(
// CHECK-SAME:    memref<?x?xi32, strided<[?, ?], offset: ?>>, f32) -> f32
// PLAIN-LABEL: func.func private @external_2d(
// PLAIN-SAME:    memref<?x?xi32>, f32) -> f32
func.func private @external_2d(tensor<?x?xi32>, f32) -> f32
// CHECK-LABEL: func.func private @external_scalar(
// CHECK-SAME:    memref<i32, strided<[], offset: ?>>) -> (memref<i32, strided<[], offset: ?>>, i32)
func.func private @external_scalar(tensor<i32>) -> (tensor<i32>, i32)
// CHECK-LABEL: func.func @no_tensors(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: f32) -> f32
// CHECK:         return %[[ARG0]] :
// PLAIN-LABEL: func.func @no_tensors(
// PLAIN-SAME:    %[[ARG0:[a-z0-9]*]]: f32) -> f32
// PLAIN:         return %[[ARG0]] :
// ANY-LABEL: func.func @no_tensors(
// ANY-SAME:    %[[ARG0:[a-z0-9]*]]: f32) -> f32
// ANY:         return %[[ARG0]] :
func.func @no_tensors(%x: f32) -> f32 {
  return %x : f32
}

// -----

// The argument is what is returned.
// CHECK-LABEL: func.func @identity(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<i16, strided<[], offset: ?>>) -> memref<i16, strided<[], offset: ?>>
// CHECK:         return %[[ARG0]] :
// PLAIN-LABEL: func.func @identity(
// PLAIN-SAME:    %[[ARG0:[a-z0-9]*]]: memref<i16>) -> memref<i16>
// PLAIN:         return %[[ARG0]] :
func.func @identity(%t: tensor<i16>) -> tensor<i16> {
  return %t : tensor<i16>
}

// It goes through a block.
// CHECK-LABEL: func.func @identity_through_a_block(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<i16, strided<[], offset: ?>>) -> memref<i16, strided<[], offset: ?>>
// CHECK:         cf.br ^bb1(%[[ARG0]]
// CHECK:       ^bb1(%[[V0:.*]]: memref<i16, strided<[], offset: ?>>):
// CHECK:         return %[[V0]] :
// PLAIN-LABEL: func.func @identity_through_a_block(
// PLAIN-SAME:    %[[ARG0:[a-z0-9]*]]: memref<i16>) -> memref<i16>
// PLAIN:         cf.br ^bb1(%[[ARG0]]
// PLAIN:       ^bb1(%[[V0:.*]]: memref<i16>):
// PLAIN:         return %[[V0]] :
func.func @identity_through_a_block(%t: tensor<i16>) -> tensor<i16> {
  cf.br ^bb1(%t : tensor<i16>)
^bb1(%b: tensor<i16>):
  return %b : tensor<i16>
}

// PLAIN-LABEL: func.func private @make(
// PLAIN-SAME:    ) -> memref<i16>
func.func private @make() -> tensor<i16>
// PLAIN-LABEL: func.func @call_make(
// PLAIN-SAME:    ) -> memref<i16>
// PLAIN:         %[[V0:.*]] = call @make()
// PLAIN:         return %[[V0]] :
func.func @call_make() -> tensor<i16> {
  %0 = call @make() : () -> tensor<i16>
  return %0 : tensor<i16>
}

// PLAIN-LABEL: func.func private @take(
// PLAIN-SAME:    memref<i16>)
func.func private @take(tensor<i16>)
// PLAIN-LABEL: func.func @call_take(
// PLAIN-SAME:    %[[ARG0:[a-z0-9]*]]: memref<i16>)
// PLAIN:         call @take(%[[ARG0]])
// PLAIN:         return
func.func @call_take(%t: tensor<i16>) {
  call @take(%t) : (tensor<i16>) -> ()
  return
}

// PLAIN-LABEL: func.func @result_of_unknown(
// PLAIN-SAME:    ) -> memref<i16>
// PLAIN:         %[[V0:.*]] = "some.op"()
// PLAIN:         %[[V1:.*]] = bufferization.to_buffer %[[V0]] : tensor<i16> to memref<i16>
// PLAIN:         return %[[V1]] :
func.func @result_of_unknown() -> tensor<i16> {
  %0 = "some.op"() : () -> tensor<i16>
  return %0 : tensor<i16>
}

// -----

// A part of a new tensor is returned: its layout is inferred, forgotten, or made plain by a copy.
// CHECK-LABEL: func.func @part_of_new(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: index, %[[ARG1:[a-z0-9]*]]: index) -> memref<3x?xi32, strided<[9, 1], offset: ?>>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<12x9xi32>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][%[[ARG0]], 2] [3, %[[ARG1]]] [1, 1] : memref<12x9xi32> to memref<3x?xi32, strided<[9, 1], offset: ?>>
// CHECK:         return %[[SUBVIEW]] :
// PLAIN-LABEL: func.func @part_of_new(
// PLAIN-SAME:    %[[ARG0:[a-z0-9]*]]: index, %[[ARG1:[a-z0-9]*]]: index) -> memref<3x?xi32>
// PLAIN:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<12x9xi32>
// PLAIN:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][%[[ARG0]], 2] [3, %[[ARG1]]] [1, 1] : memref<12x9xi32> to memref<3x?xi32, strided<[9, 1], offset: ?>>
// PLAIN:         %[[ALLOC_0:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<3x?xi32>
// PLAIN:         memref.copy %[[SUBVIEW]], %[[ALLOC_0]] :
// PLAIN:         return %[[ALLOC_0]] :
// ANY-LABEL: func.func @part_of_new(
// ANY-SAME:    %[[ARG0:[a-z0-9]*]]: index, %[[ARG1:[a-z0-9]*]]: index) -> memref<3x?xi32, strided<[?, ?], offset: ?>>
// ANY:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<12x9xi32>
// ANY:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][%[[ARG0]], 2] [3, %[[ARG1]]] [1, 1] : memref<12x9xi32> to memref<3x?xi32, strided<[9, 1], offset: ?>>
// ANY:         %[[CAST:.*]] = memref.cast %[[SUBVIEW]] : memref<3x?xi32, strided<[9, 1], offset: ?>> to memref<3x?xi32, strided<[?, ?], offset: ?>>
// ANY:         return %[[CAST]] :
func.func @part_of_new(%i: index, %n: index) -> tensor<3x?xi32> {
  %0 = bufferization.alloc_tensor() : tensor<12x9xi32>
  %1 = tensor.extract_slice %0[%i, 2] [3, %n] [1, 1] : tensor<12x9xi32> to tensor<3x?xi32>
  return %1 : tensor<3x?xi32>
}

// -----

// Returns of two layouts agree on one that holds for both.
// CHECK-LABEL: func.func @two_layouts(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: i1) -> memref<4xi32, strided<[?], offset: ?>>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<20xi32>
// CHECK:         cf.cond_br %[[ARG0]], ^bb1, ^bb2
// CHECK:       ^bb1:
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][0] [4] [3] : memref<20xi32> to memref<4xi32, strided<[3]>>
// CHECK:         %[[CAST:.*]] = memref.cast %[[SUBVIEW]] : memref<4xi32, strided<[3]>> to memref<4xi32, strided<[?], offset: ?>>
// CHECK:         return %[[CAST]] :
// CHECK:       ^bb2:
// CHECK:         %[[SUBVIEW_0:.*]] = memref.subview %[[ALLOC]][5] [4] [1] : memref<20xi32> to memref<4xi32, strided<[1], offset: 5>>
// CHECK:         %[[CAST_1:.*]] = memref.cast %[[SUBVIEW_0]] : memref<4xi32, strided<[1], offset: 5>> to memref<4xi32, strided<[?], offset: ?>>
// CHECK:         return %[[CAST_1]] :
func.func @two_layouts(%c: i1) -> tensor<4xi32> {
  %0 = tensor.empty() : tensor<20xi32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %1 = tensor.extract_slice %0[0] [4] [3] : tensor<20xi32> to tensor<4xi32>
  return %1 : tensor<4xi32>
^bb2:
  %2 = tensor.extract_slice %0[5] [4] [1] : tensor<20xi32> to tensor<4xi32>
  return %2 : tensor<4xi32>
}

// -----

// What is known of the layout of an argument stays known of a cast and of a slice of it.
// CHECK-LABEL: func.func @layout_is_kept(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[2], offset: 3>>, %[[ARG1:[a-z0-9]*]]: index) -> (memref<8xi32, strided<[2], offset: 3>>, memref<?xi32, strided<[2], offset: 11>>)
// CHECK:         %[[CAST:.*]] = memref.cast %[[ARG0]] : memref<?xi32, strided<[2], offset: 3>> to memref<8xi32, strided<[2], offset: 3>>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[CAST]][4] [%[[ARG1]]] [1] : memref<8xi32, strided<[2], offset: 3>> to memref<?xi32, strided<[2], offset: 11>>
// CHECK:         return %[[CAST]], %[[SUBVIEW]] :
func.func @layout_is_kept(%t: tensor<?xi32> {bufferization.buffer_layout = strided<[2], offset: 3>}, %n: index)
    -> (tensor<8xi32>, tensor<?xi32>) {
  %0 = tensor.cast %t : tensor<?xi32> to tensor<8xi32>
  %1 = tensor.extract_slice %0[4] [%n] [1] : tensor<8xi32> to tensor<?xi32>
  return %0, %1 : tensor<8xi32>, tensor<?xi32>
}

// CHECK-LABEL: func.func @map_is_kept(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, #map>, %[[ARG1:[a-z0-9]*]]: index) -> (memref<8xi32, #map>, memref<?xi32, strided<[1], offset: 7>>)
// CHECK:         %[[CAST:.*]] = memref.cast %[[ARG0]] : memref<?xi32, #map> to memref<8xi32, #map>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[CAST]][4] [%[[ARG1]]] [1] : memref<8xi32, #map> to memref<?xi32, strided<[1], offset: 7>>
// CHECK:         return %[[CAST]], %[[SUBVIEW]] :
func.func @map_is_kept(%t: tensor<?xi32> {bufferization.buffer_layout = affine_map<(d0) -> (d0 + 3)>}, %n: index)
    -> (tensor<8xi32>, tensor<?xi32>) {
  %0 = tensor.cast %t : tensor<?xi32> to tensor<8xi32>
  %1 = tensor.extract_slice %0[4] [%n] [1] : tensor<8xi32> to tensor<?xi32>
  return %0, %1 : tensor<8xi32>, tensor<?xi32>
}

// -----

// An external function may write: in place if the argument may be written to, else to a copy.
// CHECK-LABEL: func.func private @unknown(
// CHECK-SAME:    memref<?xi32, strided<[?], offset: ?>>) -> i32
func.func private @unknown(tensor<?xi32>) -> i32
// CHECK-LABEL: func.func @may_be_written(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>) -> i32
// CHECK:         %[[V0:.*]] = call @unknown(%[[ARG0]])
// CHECK:         return %[[V0]] :
func.func @may_be_written(%t: tensor<?xi32> {bufferization.writable = true}) -> i32 {
  %0 = call @unknown(%t) : (tensor<?xi32>) -> i32
  return %0 : i32
}
// CHECK-LABEL: func.func @must_not_be_written(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>) -> i32
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:         %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<?xi32> to memref<?xi32, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]] = call @unknown(%[[CAST]])
// CHECK:         return %[[V0]] :
func.func @must_not_be_written(%t: tensor<?xi32> {bufferization.writable = false}) -> i32 {
  %0 = call @unknown(%t) : (tensor<?xi32>) -> i32
  return %0 : i32
}

// Also at the end of a chain of calls: only the first caller copies.
// CHECK-LABEL: func.func @chain_1(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>) -> i32
// CHECK:         %[[V0:.*]] = call @unknown(%[[ARG0]])
// CHECK:         return %[[V0]] :
func.func @chain_1(%t: tensor<?xi32>) -> i32 {
  %0 = call @unknown(%t) : (tensor<?xi32>) -> i32
  return %0 : i32
}
// CHECK-LABEL: func.func @chain_2(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>) -> i32
// CHECK:         %[[V0:.*]] = call @chain_1(%[[ARG0]])
// CHECK:         return %[[V0]] :
func.func @chain_2(%t: tensor<?xi32>) -> i32 {
  %0 = call @chain_1(%t) : (tensor<?xi32>) -> i32
  return %0 : i32
}
// CHECK-LABEL: func.func @chain_3(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>) -> i32
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:         %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<?xi32> to memref<?xi32, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]] = call @chain_2(%[[CAST]])
// CHECK:         return %[[V0]] :
func.func @chain_3(%t: tensor<?xi32> {bufferization.writable = false}) -> i32 {
  %0 = call @chain_2(%t) : (tensor<?xi32>) -> i32
  return %0 : i32
}

// -----

// A function that updates its argument and reads it.
// CHECK-LABEL: func.func @update_and_read(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: index) -> (memref<?xi32, strided<[?], offset: ?>>, i32)
// CHECK:         memref.store %[[ARG1]], %[[ARG0]][%[[ARG2]]]
// CHECK:         %[[V0:.*]] = memref.load %[[ARG0]][%[[ARG3]]]
// CHECK:         return %[[ARG0]], %[[V0]] :
func.func @update_and_read(%t: tensor<?xi32>, %x: i32, %i: index, %j: index) -> (tensor<?xi32>, i32) {
  %0 = tensor.insert %x into %t[%i] : tensor<?xi32>
  %1 = tensor.extract %0[%j] : tensor<?xi32>
  return %0, %1 : tensor<?xi32>, i32
}
// CHECK-LABEL: func.func @of_writable(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32, %[[ARG2:[a-z0-9]*]]: index) -> (i32, memref<?xi32, strided<[?], offset: ?>>)
// CHECK:         %[[V0:.*]]:2 = call @update_and_read(%[[ARG0]], %[[ARG1]], %[[ARG2]], %[[ARG2]])
// CHECK:         return %[[V0]]#1, %[[V0]]#0
func.func @of_writable(%t: tensor<?xi32>, %x: i32, %i: index) -> (i32, tensor<?xi32>) {
  %0:2 = call @update_and_read(%t, %x, %i, %i) : (tensor<?xi32>, i32, index, index) -> (tensor<?xi32>, i32)
  return %0#1, %0#0 : i32, tensor<?xi32>
}
// CHECK-LABEL: func.func @of_frozen(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32, %[[ARG2:[a-z0-9]*]]: index) -> (i32, memref<?xi32, strided<[?], offset: ?>>)
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:         %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<?xi32> to memref<?xi32, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]]:2 = call @update_and_read(%[[CAST]], %[[ARG1]], %[[ARG2]], %[[ARG2]])
// CHECK:         return %[[V0]]#1, %[[V0]]#0
func.func @of_frozen(%t: tensor<?xi32> {bufferization.writable = false}, %x: i32, %i: index) -> (i32, tensor<?xi32>) {
  %0:2 = call @update_and_read(%t, %x, %i, %i) : (tensor<?xi32>, i32, index, index) -> (tensor<?xi32>, i32)
  return %0#1, %0#0 : i32, tensor<?xi32>
}

// One that only overwrites it needs a buffer, not its contents.
// CHECK-LABEL: func.func @overwrite(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32) -> memref<?xi32, strided<[?], offset: ?>>
// CHECK:         linalg.fill ins(%[[ARG1]] : i32) outs(%[[ARG0]] : memref<?xi32, strided<[?], offset: ?>>)
// CHECK:         return %[[ARG0]] :
func.func @overwrite(%t: tensor<?xi32>, %x: i32) -> tensor<?xi32> {
  %0 = linalg.fill ins(%x : i32) outs(%t : tensor<?xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
// CHECK-LABEL: func.func @of_frozen_without_contents(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i32, %[[ARG2:[a-z0-9]*]]: index) -> i32
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK:         %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<?xi32> to memref<?xi32, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]] = call @overwrite(%[[CAST]], %[[ARG1]])
// CHECK:         %[[V1:.*]] = memref.load %[[V0]][%[[ARG2]]]
// CHECK:         return %[[V1]] :
func.func @of_frozen_without_contents(%t: tensor<?xi32> {bufferization.writable = false}, %x: i32, %i: index) -> i32 {
  %0 = call @overwrite(%t, %x) : (tensor<?xi32>, i32) -> tensor<?xi32>
  %1 = tensor.extract %0[%i] : tensor<?xi32>
  return %1 : i32
}

// -----

// Constants are never written to: they are copied for the call, in a region as well.
// CHECK:         memref.global "private" constant @__constant_3xi32 : memref<3xi32> = dense<[3, 1, 2]> {alignment = 64 : i64}
// CHECK-LABEL: func.func private @unknown(
// CHECK-SAME:    memref<3xi32, strided<[?], offset: ?>>)
func.func private @unknown(tensor<3xi32>)
// CHECK-LABEL: func.func private @unknown_unranked(
// CHECK-SAME:    memref<*xi32>)
func.func private @unknown_unranked(tensor<*xi32>)
// CHECK-LABEL: func.func @constant_to_a_call(
// CHECK:         %[[V0:.*]] = memref.get_global @__constant_3xi32 : memref<3xi32>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3xi32>
// CHECK:         memref.copy %[[V0]], %[[ALLOC]] :
// CHECK:         %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<3xi32> to memref<3xi32, strided<[?], offset: ?>>
// CHECK:         call @unknown(%[[CAST]])
// CHECK:         return
func.func @constant_to_a_call() {
  %0 = arith.constant dense<[3, 1, 2]> : tensor<3xi32>
  call @unknown(%0) : (tensor<3xi32>) -> ()
  return
}
// CHECK-LABEL: func.func @constant_to_a_call_in_a_region(
// CHECK:         %[[V0:.*]] = memref.get_global @__constant_3xi32 : memref<3xi32>
// CHECK:         scf.execute_region {
// CHECK:           %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3xi32>
// CHECK:           memref.copy %[[V0]], %[[ALLOC]] :
// CHECK:           %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<3xi32> to memref<3xi32, strided<[?], offset: ?>>
// CHECK:           func.call @unknown(%[[CAST]])
// CHECK:         return
func.func @constant_to_a_call_in_a_region() {
  %0 = arith.constant dense<[3, 1, 2]> : tensor<3xi32>
  scf.execute_region {
    func.call @unknown(%0) : (tensor<3xi32>) -> ()
    scf.yield
  }
  return
}
// CHECK-LABEL: func.func @constant_without_a_rank(
// CHECK:         %[[V0:.*]] = memref.get_global @__constant_3xi32 : memref<3xi32>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3xi32>
// CHECK:         memref.copy %[[V0]], %[[ALLOC]] :
// CHECK:         %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<3xi32> to memref<*xi32>
// CHECK:         call @unknown_unranked(%[[CAST]])
// CHECK:         return
func.func @constant_without_a_rank() {
  %0 = arith.constant dense<[3, 1, 2]> : tensor<3xi32>
  %1 = tensor.cast %0 : tensor<3xi32> to tensor<*xi32>
  call @unknown_unranked(%1) : (tensor<*xi32>) -> ()
  return
}

// -----

// A loop over two tensors that returns them in turned order, and its caller, which hands one on.
// CHECK-LABEL: func.func private @unknown(
// CHECK-SAME:    memref<?xi32, strided<[?], offset: ?>>)
func.func private @unknown(tensor<?xi32>)
// CHECK-LABEL: func.func @loop_turned(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: memref<2xi32, strided<[?], offset: ?>>, %[[ARG3:[a-z0-9]*]]: index) -> (memref<?xi32, strided<[?], offset: ?>>, memref<?xi32, strided<[?], offset: ?>>)
// CHECK:         %[[V0:.*]]:2 = scf.for %{{.*}} = %{{.*}} to %[[ARG3]] step %{{.*}} iter_args(%[[ARG5:.*]] = %[[ARG0]], %[[ARG6:.*]] = %[[ARG1]]) -> (memref<?xi32, strided<[?], offset: ?>>, memref<?xi32, strided<[?], offset: ?>>) {
// CHECK:           %[[SUBVIEW:.*]] = memref.subview %[[ARG5]][%{{.*}}] [2] [1] : memref<?xi32, strided<[?], offset: ?>> to memref<2xi32, strided<[?], offset: ?>>
// CHECK:           memref.copy %[[ARG2]], %[[SUBVIEW]] :
// CHECK:           %[[SUBVIEW_0:.*]] = memref.subview %[[ARG6]][%{{.*}}] [2] [1] : memref<?xi32, strided<[?], offset: ?>> to memref<2xi32, strided<[?], offset: ?>>
// CHECK:           memref.copy %[[ARG2]], %[[SUBVIEW_0]] :
// CHECK:           scf.yield %[[ARG5]], %[[ARG6]] :
// CHECK:         return %[[V0]]#1, %[[V0]]#0
func.func @loop_turned(%a: tensor<?xi32>, %b: tensor<?xi32>, %s: tensor<2xi32>, %n: index) -> (tensor<?xi32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %0:2 = scf.for %i = %c0 to %n step %c2 iter_args(%p = %a, %q = %b) -> (tensor<?xi32>, tensor<?xi32>) {
    %1 = tensor.insert_slice %s into %p[%i] [2] [1] : tensor<2xi32> into tensor<?xi32>
    %2 = tensor.insert_slice %s into %q[%i] [2] [1] : tensor<2xi32> into tensor<?xi32>
    scf.yield %1, %2 : tensor<?xi32>, tensor<?xi32>
  }
  return %0#1, %0#0 : tensor<?xi32>, tensor<?xi32>
}
// CHECK-LABEL: func.func @of_loop_turned(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: memref<2xi32, strided<[?], offset: ?>>, %[[ARG3:[a-z0-9]*]]: index) -> (memref<?xi32, strided<[?], offset: ?>>, memref<?xi32, strided<[?], offset: ?>>)
// CHECK:         %[[V0:.*]]:2 = call @loop_turned(%[[ARG0]], %[[ARG1]], %[[ARG2]], %[[ARG3]])
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi32>
// CHECK:         memref.copy %[[V0]]#0, %[[ALLOC]] :
// CHECK:         %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<?xi32> to memref<?xi32, strided<[?], offset: ?>>
// CHECK:         call @unknown(%[[CAST]])
// CHECK:         return %[[V0]]#0, %[[V0]]#1
func.func @of_loop_turned(%a: tensor<?xi32>, %b: tensor<?xi32>, %s: tensor<2xi32>, %n: index) -> (tensor<?xi32>, tensor<?xi32>) {
  %0:2 = call @loop_turned(%a, %b, %s, %n) : (tensor<?xi32>, tensor<?xi32>, tensor<2xi32>, index) -> (tensor<?xi32>, tensor<?xi32>)
  call @unknown(%0#0) : (tensor<?xi32>) -> ()
  return %0#0, %0#1 : tensor<?xi32>, tensor<?xi32>
}

// -----

// New tensors become arguments: casts to the layouts that the callee takes, no copies.
// CHECK-LABEL: func.func @fill_and_dot(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<8xf32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<8xf32, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: memref<f32, strided<[], offset: ?>>) -> memref<f32, strided<[], offset: ?>>
// CHECK:         linalg.fill ins(%{{.*}} : f32) outs(%[[ARG2]] : memref<f32, strided<[], offset: ?>>)
// CHECK:         linalg.dot ins(%[[ARG0]], %[[ARG1]] : memref<8xf32, strided<[?], offset: ?>>, memref<8xf32, strided<[?], offset: ?>>) outs(%[[ARG2]] : memref<f32, strided<[], offset: ?>>)
// CHECK:         return %[[ARG2]] :
func.func @fill_and_dot(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<f32>) -> tensor<f32> {
  %z = arith.constant 0.0 : f32
  %0 = linalg.fill ins(%z : f32) outs(%c : tensor<f32>) -> tensor<f32>
  %1 = linalg.dot ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
// CHECK-LABEL: func.func private @show(
// CHECK-SAME:    memref<*xf32>)
func.func private @show(tensor<*xf32>)
// CHECK-LABEL: func.func @show_dot(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: f32)
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<8xf32>
// CHECK:         %[[ALLOC_0:.*]] = memref.alloc() {{.*}} : memref<f32>
// CHECK:         linalg.fill ins(%[[ARG0]] : f32) outs(%[[ALLOC]] : memref<8xf32>)
// CHECK:         %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<8xf32> to memref<8xf32, strided<[?], offset: ?>>
// CHECK:         %[[CAST_1:.*]] = memref.cast %[[ALLOC]] : memref<8xf32> to memref<8xf32, strided<[?], offset: ?>>
// CHECK:         %[[CAST_2:.*]] = memref.cast %[[ALLOC_0]] : memref<f32> to memref<f32, strided<[], offset: ?>>
// CHECK:         %[[V0:.*]] = call @fill_and_dot(%[[CAST]], %[[CAST_1]], %[[CAST_2]])
// CHECK:         %[[CAST_3:.*]] = memref.cast %[[V0]] : memref<f32, strided<[], offset: ?>> to memref<*xf32>
// CHECK:         call @show(%[[CAST_3]])
// CHECK:         return
func.func @show_dot(%x: f32) {
  %a = bufferization.alloc_tensor() : tensor<8xf32>
  %c = bufferization.alloc_tensor() : tensor<f32>
  %0 = linalg.fill ins(%x : f32) outs(%a : tensor<8xf32>) -> tensor<8xf32>
  %1 = call @fill_and_dot(%0, %0, %c) : (tensor<8xf32>, tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %2 = tensor.cast %1 : tensor<f32> to tensor<*xf32>
  call @show(%2) : (tensor<*xf32>) -> ()
  return
}

// -----

// Layouts that are told for arguments: casts where callees know less.
// CHECK-LABEL: func.func private @unknown(
// CHECK-SAME:    memref<?xf32, strided<[?], offset: ?>>)
func.func private @unknown(tensor<?xf32>)
// CHECK-LABEL: func.func @told_and_not(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xf32>, %[[ARG1:[a-z0-9]*]]: memref<?xf32, strided<[?], offset: ?>>)
// CHECK:         %[[CAST:.*]] = memref.cast %[[ARG0]] : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK:         call @unknown(%[[CAST]])
// CHECK:         call @unknown(%[[ARG1]])
// CHECK:         return
func.func @told_and_not(%a: tensor<?xf32> {bufferization.buffer_layout = affine_map<(d0) -> (d0)>}, %b: tensor<?xf32>) {
  call @unknown(%a) : (tensor<?xf32>) -> ()
  call @unknown(%b) : (tensor<?xf32>) -> ()
  return
}
// CHECK-LABEL: func.func @frozen_and_told(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xf32>, %[[ARG1:[a-z0-9]*]]: memref<?xf32, strided<[?], offset: ?>>)
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf32>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:         %[[ALLOC_2:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf32>
// CHECK:         memref.copy %[[ARG1]], %[[ALLOC_2]] :
// CHECK:         %[[CAST:.*]] = memref.cast %[[ALLOC_2]] : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK:         call @told_and_not(%[[ALLOC]], %[[CAST]])
// CHECK:         return
func.func @frozen_and_told(%a: tensor<?xf32> {bufferization.buffer_layout = affine_map<(d0) -> (d0)>, bufferization.writable = false},
                           %b: tensor<?xf32> {bufferization.writable = false}) {
  call @told_and_not(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> ()
  return
}

// -----

// A call in a loop that updates what the loop carries; and one whose result is not what is yielded.
// CHECK-LABEL: func.func @update(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xf32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: f32, %[[ARG2:[a-z0-9]*]]: index) -> memref<?xf32, strided<[?], offset: ?>>
// CHECK:         memref.store %[[ARG1]], %[[ARG0]][%[[ARG2]]]
// CHECK:         return %[[ARG0]] :
func.func @update(%t: tensor<?xf32>, %x: f32, %i: index) -> tensor<?xf32> {
  %0 = tensor.insert %x into %t[%i] : tensor<?xf32>
  return %0 : tensor<?xf32>
}
// CHECK-LABEL: func.func @update_in_a_loop(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xf32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: f32) -> memref<?xf32, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]] = scf.for %{{.*}} = %{{.*}} to %[[ARG1]] step %{{.*}} iter_args(%[[ARG4:.*]] = %[[ARG0]]) -> (memref<?xf32, strided<[?], offset: ?>>) {
// CHECK:           %[[V1:.*]] = func.call @update(%[[ARG4]], %[[ARG2]], %{{.*}})
// CHECK:           scf.yield %[[V1]] :
// CHECK:         return %[[V0]] :
func.func @update_in_a_loop(%t: tensor<?xf32>, %n: index, %x: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%b = %t) -> tensor<?xf32> {
    %1 = func.call @update(%b, %x, %i) : (tensor<?xf32>, f32, index) -> tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
// CHECK-LABEL: func.func @update_is_dropped(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xf32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: f32) -> memref<?xf32, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]] = scf.for %{{.*}} = %{{.*}} to %[[ARG1]] step %{{.*}} iter_args(%[[ARG4:.*]] = %[[ARG0]]) -> (memref<?xf32, strided<[?], offset: ?>>) {
// CHECK:           %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf32>
// CHECK:           memref.copy %[[ARG4]], %[[ALLOC]] :
// CHECK:           %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK:           func.call @update(%[[CAST]], %[[ARG2]], %{{.*}})
// CHECK:           scf.yield %[[ARG4]] :
// CHECK:         return %[[V0]] :
func.func @update_is_dropped(%t: tensor<?xf32>, %n: index, %x: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%b = %t) -> tensor<?xf32> {
    %1 = func.call @update(%b, %x, %i) : (tensor<?xf32>, f32, index) -> tensor<?xf32>
    scf.yield %b : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// Allocations that are returned, and read by a caller.
// CHECK-LABEL: func.func @new(
// CHECK-SAME:    ) -> memref<6xf32>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<6xf32>
// CHECK:         return %[[ALLOC]] :
func.func @new() -> tensor<6xf32> {
  %0 = bufferization.alloc_tensor() : tensor<6xf32>
  return %0 : tensor<6xf32>
}
// CHECK-LABEL: func.func @read_new(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: index) -> f32
// CHECK:         %[[V0:.*]] = call @new()
// CHECK:         %[[V1:.*]] = memref.load %[[V0]][%[[ARG0]]]
// CHECK:         return %[[V1]] :
func.func @read_new(%i: index) -> f32 {
  %0 = call @new() : () -> tensor<6xf32>
  %1 = tensor.extract %0[%i] : tensor<6xf32>
  return %1 : f32
}

// A view of the argument is returned; the caller overwrites the argument, then reads the view.
// CHECK-LABEL: func.func @view(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xf32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index) -> memref<?xf32, strided<[?], offset: ?>>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][3] [%[[ARG1]]] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// CHECK:         return %[[SUBVIEW]] :
func.func @view(%t: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %0 = tensor.extract_slice %t[3] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}
// CHECK-LABEL: func.func @overwrite_then_read_view(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xf32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: f32) -> (f32, f32)
// CHECK:         %[[V0:.*]] = call @view(%[[ARG0]], %[[ARG1]])
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf32>
// CHECK:         memref.copy %[[V0]], %[[ALLOC]] :
// CHECK:         linalg.fill ins(%[[ARG3]] : f32) outs(%[[ARG0]] : memref<?xf32, strided<[?], offset: ?>>)
// CHECK:         %[[V1:.*]] = memref.load %[[ALLOC]][%[[ARG2]]]
// CHECK:         %[[V2:.*]] = memref.load %[[ARG0]][%[[ARG2]]]
// CHECK:         return %[[V1]], %[[V2]] :
func.func @overwrite_then_read_view(%t: tensor<?xf32>, %n: index, %i: index, %x: f32) -> (f32, f32) {
  %0 = call @view(%t, %n) : (tensor<?xf32>, index) -> tensor<?xf32>
  %1 = linalg.fill ins(%x : f32) outs(%t : tensor<?xf32>) -> tensor<?xf32>
  %2 = tensor.extract %0[%i] : tensor<?xf32>
  %3 = tensor.extract %1[%i] : tensor<?xf32>
  return %2, %3 : f32, f32
}

// -----

// A part of the argument goes through a function. With identity layouts at boundaries, it has to be copied.
// CHECK-LABEL: func.func @unchanged(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<2x5xi16, strided<[?, ?], offset: ?>>) -> memref<2x5xi16, strided<[?, ?], offset: ?>>
// CHECK:         return %[[ARG0]] :
func.func @unchanged(%t: tensor<2x5xi16>) -> tensor<2x5xi16> {
  return %t : tensor<2x5xi16>
}
// CHECK-LABEL: func.func @part_unchanged(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<9x5xi16, strided<[?, ?], offset: ?>>) -> memref<2x5xi16, strided<[?, ?], offset: ?>>
// CHECK-NEXT:    %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][3, 0] [2, 5] [1, 1] :
// CHECK-NEXT:    %[[V0:.*]] = call @unchanged(%[[SUBVIEW]])
// CHECK-NEXT:    return %[[V0]] :
// PLAIN-LABEL: func.func @part_unchanged(
// PLAIN-SAME:    %[[ARG0:[a-z0-9]*]]: memref<9x5xi16>) -> memref<2x5xi16>
// PLAIN-NEXT:    %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][3, 0] [2, 5] [1, 1] : memref<9x5xi16> to memref<2x5xi16, strided<[5, 1], offset: 15>>
// PLAIN-NEXT:    %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<2x5xi16>
// PLAIN-NEXT:    memref.copy %[[SUBVIEW]], %[[ALLOC]] :
// PLAIN-NEXT:    %[[V0:.*]] = call @unchanged(%[[ALLOC]])
// PLAIN-NEXT:    return %[[V0]] :
func.func @part_unchanged(%t: tensor<9x5xi16>) -> tensor<2x5xi16> {
  %0 = tensor.extract_slice %t[3, 0] [2, 5] [1, 1] : tensor<9x5xi16> to tensor<2x5xi16>
  %1 = call @unchanged(%0) : (tensor<2x5xi16>) -> tensor<2x5xi16>
  return %1 : tensor<2x5xi16>
}

// -----

// In a loop, a part is read, and overwritten with what a call gives: a buffer with a layout of its own.
func.func private @make_of(i16) -> tensor<4xi16>
// CHECK-LABEL: func.func @part_by_part(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<12xi16, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: index
// CHECK-NEXT:    %[[LOOP:.*]] = scf.for %[[I:.*]] = %[[ARG1]] to %[[ARG2]] step %{{.*}} iter_args(%[[A:.*]] = %[[ARG0]]) -> (memref<12xi16, strided<[?], offset: ?>>)
// CHECK-NEXT:      %[[PART:.*]] = memref.subview %[[A]][%[[I]]] [4] [1] :
// CHECK-NEXT:      %[[FIRST:.*]] = memref.load %[[PART]][%[[ARG1]]]
// CHECK-NEXT:      %[[NEW:.*]] = func.call @make_of(%[[FIRST]]) : (i16) -> memref<4xi16, strided<[?], offset: ?>>
// CHECK-NEXT:      %[[BACK:.*]] = memref.subview %[[A]][%[[I]]] [4] [1] :
// CHECK-NEXT:      memref.copy %[[NEW]], %[[BACK]] :
// CHECK-NEXT:      scf.yield %[[A]] :
// CHECK:         return %[[LOOP]] :
func.func @part_by_part(%t: tensor<12xi16>, %b: index, %e: index, %s: index) -> tensor<12xi16> {
  %r = scf.for %i = %b to %e step %s iter_args(%a = %t) -> (tensor<12xi16>) {
    %0 = tensor.extract_slice %a[%i] [4] [1] : tensor<12xi16> to tensor<4xi16>
    %1 = tensor.extract %0[%b] : tensor<4xi16>
    %2 = func.call @make_of(%1) : (i16) -> tensor<4xi16>
    %3 = tensor.insert_slice %2 into %a[%i] [4] [1] : tensor<4xi16> into tensor<12xi16>
    scf.yield %3 : tensor<12xi16>
  }
  return %r : tensor<12xi16>
}

// -----

// Nobody knows what happens to a buffer that leaves bufferization.
// CHECK-LABEL: func.func @buffer_leaves(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xf32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index) -> f32
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf32>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:         "some.op"(%[[ALLOC]])
// CHECK:         %[[V0:.*]] = memref.load %[[ARG0]][%[[ARG1]]]
// CHECK:         return %[[V0]] :
func.func @buffer_leaves(%t: tensor<?xf32>, %i: index) -> f32 {
  %0 = bufferization.to_buffer %t : tensor<?xf32> to memref<?xf32>
  "some.op"(%0) : (memref<?xf32>) -> ()
  %1 = tensor.extract %t[%i] : tensor<?xf32>
  return %1 : f32
}

// Reads need no copy, whatever the layouts.
// CHECK-LABEL: func.func @read_vector(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xf32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: f32, %[[ARG2:[a-z0-9]*]]: index) -> vector<3xf32>
// CHECK:         %[[V0:.*]] = vector.transfer_read %[[ARG0]][%[[ARG2]]], %[[ARG1]]
// CHECK:         return %[[V0]] :
// PLAIN-LABEL: func.func @read_vector(
// PLAIN-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xf32>, %[[ARG1:[a-z0-9]*]]: f32, %[[ARG2:[a-z0-9]*]]: index) -> vector<3xf32>
// PLAIN:         %[[V0:.*]] = vector.transfer_read %[[ARG0]][%[[ARG2]]], %[[ARG1]]
// PLAIN:         return %[[V0]] :
func.func @read_vector(%t: tensor<?xf32> {bufferization.writable = false}, %x: f32, %i: index) -> vector<3xf32> {
  %0 = vector.transfer_read %t[%i], %x : tensor<?xf32>, vector<3xf32>
  return %0 : vector<3xf32>
}

// -----

// Functions that call each other in a circle, without and with tensors.
// CHECK-LABEL: func.func @round_1(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<4xf32>) -> memref<4xf32>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<4xf32>
// CHECK:         %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]] = call @round_2(%[[CAST]], %[[ARG0]])
// CHECK:         return %[[V0]] :
func.func @round_1(%m: memref<4xf32>) -> memref<4xf32> {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = call @round_2(%0, %m) : (tensor<4xf32>, memref<4xf32>) -> memref<4xf32>
  return %1 : memref<4xf32>
}
// CHECK-LABEL: func.func @round_2(
// CHECK-SAME:    %{{.*}}: memref<4xf32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<4xf32>) -> memref<4xf32>
// CHECK:         %[[V0:.*]] = call @round_1(%[[ARG1]])
// CHECK:         return %[[V0]] :
func.func @round_2(%t: tensor<4xf32>, %m: memref<4xf32>) -> memref<4xf32> {
  %0 = call @round_1(%m) : (memref<4xf32>) -> memref<4xf32>
  return %0 : memref<4xf32>
}

// -----

// CHECK-LABEL: func.func @ping(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]] = call @pong(%[[ARG0]])
// CHECK:         return %[[V0]] :
func.func @ping(%t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @pong(%t) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK-LABEL: func.func @pong(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]] = call @ping(%[[ARG0]])
// CHECK:         return %[[V0]] :
func.func @pong(%t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @ping(%t) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// A ranked result of an unranked one of a call, and of one with fewer known extents.
// REFERENCE: returns the buffers of the calls as they are, which is wrong for the callers
// CHECK-LABEL: func.func private @some(
// CHECK-SAME:    ) -> memref<*xf32>
func.func private @some() -> tensor<*xf32>
// CHECK-LABEL: func.func private @some_more(
// CHECK-SAME:    ) -> memref<?xf32, strided<[?], offset: ?>>
func.func private @some_more() -> tensor<?xf32>
// CHECK-LABEL: func.func @ranked(
// CHECK-SAME:    ) -> memref<7xf32, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]] = call @some()
// CHECK:         %[[CAST:.*]] = memref.cast %[[V0]] : memref<*xf32> to memref<7xf32, strided<[?], offset: ?>>
// CHECK:         return %[[CAST]] :
func.func @ranked() -> tensor<7xf32> {
  %0 = call @some() : () -> tensor<*xf32>
  %1 = tensor.cast %0 : tensor<*xf32> to tensor<7xf32>
  return %1 : tensor<7xf32>
}
// CHECK-LABEL: func.func @with_extents(
// CHECK-SAME:    ) -> memref<?xf32, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]] = call @some_more()
// CHECK:         return %[[V0]] :
func.func @with_extents() -> tensor<7xf32> {
  %0 = call @some_more() : () -> tensor<?xf32>
  %1 = tensor.cast %0 : tensor<?xf32> to tensor<7xf32>
  return %1 : tensor<7xf32>
}

// -----

// All returns are casts of one argument.
// CHECK-LABEL: func.func @returns_a_cast(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xf32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i1, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: index) -> (memref<?xf32, strided<[?], offset: ?>>, index)
// CHECK:         cf.cond_br %[[ARG1]], ^bb1, ^bb2
// CHECK:       ^bb1:
// CHECK:         return %[[ARG0]], %[[ARG2]] :
// CHECK:       ^bb2:
// CHECK:         return %[[ARG0]], %[[ARG3]] :
func.func @returns_a_cast(%t: tensor<?xf32>, %c: i1, %i: index, %j: index) -> (tensor<8xf32>, index) {
  %0 = tensor.cast %t : tensor<?xf32> to tensor<8xf32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %0, %i : tensor<8xf32>, index
^bb2:
  return %0, %j : tensor<8xf32>, index
}
// CHECK-LABEL: func.func @of_returns_a_cast(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xf32, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: i1, %[[ARG2:[a-z0-9]*]]: index) -> (memref<?xf32, strided<[?], offset: ?>>, index)
// CHECK:         %[[V0:.*]]:2 = call @returns_a_cast(%[[ARG0]], %[[ARG1]], %[[ARG2]], %[[ARG2]])
// CHECK:         return %[[V0]]#0, %[[V0]]#1
func.func @of_returns_a_cast(%t: tensor<?xf32>, %c: i1, %i: index) -> (tensor<8xf32>, index) {
  %0:2 = call @returns_a_cast(%t, %c, %i, %i) : (tensor<?xf32>, i1, index, index) -> (tensor<8xf32>, index)
  return %0#0, %0#1 : tensor<8xf32>, index
}

// -----

// An encoding that is a map is no layout of the buffer; a cast from it is none of the buffer.
// CHECK-LABEL: func.func private @with_a_map(
// CHECK-SAME:    ) -> memref<7xf32, strided<[?], offset: ?>>
func.func private @with_a_map() -> tensor<7xf32, affine_map<(d0) -> (d0)>>
// CHECK-LABEL: func.func @encoded_by_a_map(
// CHECK-SAME:    ) -> memref<7xf32, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]] = call @with_a_map()
// CHECK:         return %[[V0]] :
func.func @encoded_by_a_map() -> tensor<7xf32> {
  %0 = call @with_a_map() : () -> tensor<7xf32, affine_map<(d0) -> (d0)>>
  %1 = tensor.cast %0 : tensor<7xf32, affine_map<(d0) -> (d0)>> to tensor<7xf32>
  return %1 : tensor<7xf32>
}

// -----

// Two modules: that in the other one is not bufferized with it.
// CHECK-LABEL: func.func @outer(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<7xf32, strided<[?], offset: ?>>) -> memref<7xf32, strided<[?], offset: ?>>
// CHECK:         return %[[ARG0]] :
func.func @outer(%t: tensor<7xf32>) -> tensor<7xf32> {
  return %t : tensor<7xf32>
}
module @another {
  // CHECK-LABEL: func.func @inner(
  // CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<7xf32>) -> tensor<7xf32>
  // CHECK:         return %[[ARG0]] :
  func.func @inner(%t: tensor<7xf32>) -> tensor<7xf32> {
    return %t : tensor<7xf32>
  }
}
