// Branches between blocks, on buffers: arguments of blocks get a type for all that is passed to them.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries | filecheck %s
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize | filecheck %s --check-prefix=DEEP

// Within scf.execute_region, with tensors at the boundary of the function.
// DEEP-LABEL: func.func @one_edge(
// DEEP-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<4xi16>, %[[ARG1:[a-z0-9]*]]: index) -> i16
// DEEP:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<4xi16> to memref<4xi16, strided<[?], offset: ?>>
// DEEP:         %[[V1:.*]] = scf.execute_region -> memref<4xi16, strided<[?], offset: ?>> {
// DEEP:           cf.br ^bb1(%[[V0]]
// DEEP:         ^bb1(%[[V3:.*]]: memref<4xi16, strided<[?], offset: ?>>):
// DEEP:           scf.yield %[[V3]] :
// DEEP:         %[[V2:.*]] = memref.load %[[V1]][%[[ARG1]]]
// DEEP:         return %[[V2]] :
func.func @one_edge(%t: tensor<4xi16>, %i: index) -> i16 {
  %0 = scf.execute_region -> tensor<4xi16> {
    cf.br ^bb1(%t : tensor<4xi16>)
  ^bb1(%a: tensor<4xi16>):
    scf.yield %a : tensor<4xi16>
  }
  %1 = tensor.extract %0[%i] : tensor<4xi16>
  return %1 : i16
}

// DEEP-LABEL: func.func @two_edges(
// DEEP-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<4xi16>, %[[ARG1:[a-z0-9]*]]: i1, %[[ARG2:[a-z0-9]*]]: index) -> i16
// DEEP:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<4xi16> to memref<4xi16, strided<[?], offset: ?>>
// DEEP:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<4xi16>
// DEEP:         %[[V1:.*]] = scf.execute_region -> memref<4xi16, strided<[?], offset: ?>> {
// DEEP:           cf.cond_br %[[ARG1]], ^bb1(%[[V0]] : memref<4xi16, strided<[?], offset: ?>>), ^bb2(%[[ALLOC]]
// DEEP:         ^bb1(%[[V3:.*]]: memref<4xi16, strided<[?], offset: ?>>):
// DEEP:           scf.yield %[[V3]] :
// DEEP:         ^bb2(%[[V4:.*]]: memref<4xi16>):
// DEEP:           %[[CAST:.*]] = memref.cast %[[V4]] : memref<4xi16> to memref<4xi16, strided<[?], offset: ?>>
// DEEP:           cf.br ^bb1(%[[CAST]]
// DEEP:         %[[V2:.*]] = memref.load %[[V1]][%[[ARG2]]]
// DEEP:         return %[[V2]] :
func.func @two_edges(%t: tensor<4xi16>, %c: i1, %i: index) -> i16 {
  %e = bufferization.alloc_tensor() : tensor<4xi16>
  %0 = scf.execute_region -> tensor<4xi16> {
    cf.cond_br %c, ^bb1(%t : tensor<4xi16>), ^bb2(%e : tensor<4xi16>)
  ^bb1(%a: tensor<4xi16>):
    scf.yield %a : tensor<4xi16>
  ^bb2(%b: tensor<4xi16>):
    cf.br ^bb1(%b : tensor<4xi16>)
  }
  %1 = tensor.extract %0[%i] : tensor<4xi16>
  return %1 : i16
}

// -----

// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: index, %[[ARG1:[a-z0-9]*]]: i16) -> memref<4xi16>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<4xi16>
// CHECK:         cf.br ^bb1(%{{.*}}, %[[ALLOC]]
// CHECK:       ^bb1(%[[V0:.*]]: index, %[[V1:.*]]: memref<4xi16>):
// CHECK:         memref.store %[[ARG1]], %[[V1]][%[[V0]]]
// CHECK:         cf.cond_br %{{.*}}, ^bb1(%{{.*}}, %[[V1]] : index, memref<4xi16>), ^bb2(%[[V1]]
// CHECK:       ^bb2(%[[V4:.*]]: memref<4xi16>):
// CHECK:         return %[[V4]] :
func.func @loop(%n: index, %x: i16) -> tensor<4xi16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = bufferization.alloc_tensor() : tensor<4xi16>
  cf.br ^bb1(%c0, %e : index, tensor<4xi16>)
^bb1(%i: index, %a: tensor<4xi16>):
  %0 = tensor.insert %x into %a[%i] : tensor<4xi16>
  %next = arith.addi %i, %c1 : index
  %more = arith.cmpi ult, %next, %n : index
  cf.cond_br %more, ^bb1(%next, %0 : index, tensor<4xi16>), ^bb2(%0 : tensor<4xi16>)
^bb2(%b: tensor<4xi16>):
  return %b : tensor<4xi16>
}
