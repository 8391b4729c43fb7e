// dialect-filter: operations of other dialects keep their tensors.
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --one-shot-bufferize="dialect-filter=scf,bufferization copy-before-write unknown-type-conversion=identity-layout-map allow-unknown-ops" | filecheck %s --check-prefix=SCF
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --one-shot-bufferize="dialect-filter=vector,bufferization copy-before-write unknown-type-conversion=identity-layout-map allow-unknown-ops" | filecheck %s --check-prefix=VECTOR

// SCF-LABEL: func.func @choice(
// SCF-SAME:    %[[ARG0:[a-z0-9]*]]: i1, %[[ARG1:[a-z0-9]*]]: tensor<?xi8>, %[[ARG2:[a-z0-9]*]]: tensor<?xi8>) -> tensor<?xi8>
// SCF:         %[[V0:.*]] = bufferization.to_buffer %[[ARG2]] : tensor<?xi8> to memref<?xi8>
// SCF:         %[[V1:.*]] = bufferization.to_buffer %[[ARG1]] : tensor<?xi8> to memref<?xi8>
// SCF:         %[[V2:.*]] = scf.if %[[ARG0]] -> (memref<?xi8>) {
// SCF:           scf.yield %[[V1]] :
// SCF:         } else {
// SCF:           scf.yield %[[V0]] :
// SCF:         %[[V3:.*]] = bufferization.to_tensor %[[V2]] : memref<?xi8> to tensor<?xi8>
// SCF:         return %[[V3]] :
func.func @choice(%c: i1, %t: tensor<?xi8>, %u: tensor<?xi8>) -> tensor<?xi8> {
  %0 = scf.if %c -> tensor<?xi8> {
    scf.yield %t : tensor<?xi8>
  } else {
    scf.yield %u : tensor<?xi8>
  }
  return %0 : tensor<?xi8>
}

// Attributes stay.
// SCF-LABEL: func.func @loop(
// SCF-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<i8>, %[[ARG1:[a-z0-9]*]]: index) -> tensor<i8>
// SCF:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<i8> to memref<i8>
// SCF:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<i8>
// SCF:         memref.copy %[[V0]], %[[ALLOC]] :
// SCF:         %[[V1:.*]] = scf.for %{{.*}} = %[[ARG1]] to %[[ARG1]] step %[[ARG1]] iter_args(%[[ARG3:.*]] = %[[ALLOC]]) -> (memref<i8>) {
// SCF:           scf.yield %[[ARG3]] :
// SCF:         } {stays}
// SCF:         %[[V2:.*]] = bufferization.to_tensor %[[V1]] : memref<i8> to tensor<i8>
// SCF:         return %[[V2]] :
func.func @loop(%t: tensor<i8>, %n: index) -> tensor<i8> {
  %0 = scf.for %i = %n to %n step %n iter_args(%b = %t) -> tensor<i8> {
    scf.yield %b : tensor<i8>
  } {stays}
  return %0 : tensor<i8>
}

// SCF-LABEL: func.func @until(
// SCF-SAME:    %[[ARG0:[a-z0-9]*]]: i8, %[[ARG1:[a-z0-9]*]]: tensor<i8>, %[[ARG2:[a-z0-9]*]]: i8) -> (i8, tensor<i8>)
// SCF:         %[[V0:.*]] = bufferization.to_buffer %[[ARG1]] : tensor<i8> to memref<i8>
// SCF:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<i8>
// SCF:         memref.copy %[[V0]], %[[ALLOC]] :
// SCF:         %[[V1:.*]]:3 = scf.while (%[[ARG3:.*]] = %[[ARG0]], %[[ARG4:.*]] = %[[ALLOC]]) : (i8, memref<i8>) -> (i8, i8, memref<i8>) {
// SCF:           scf.condition(%{{.*}}) %[[ARG3]], %[[ARG3]], %[[ARG4]] : i8, i8, memref<i8>
// SCF:         } do {
// SCF:         ^bb0(%[[ARG3:.*]]: i8, %[[ARG4:.*]]: i8, %[[ARG5:.*]]: memref<i8>):
// SCF:           scf.yield %{{.*}}, %[[ARG5]] :
// SCF:         %[[V2:.*]] = bufferization.to_tensor %[[V1]]#2 : memref<i8> to tensor<i8>
// SCF:         return %[[V1]]#1, %[[V2]] :
func.func @until(%a: i8, %t: tensor<i8>, %n: i8) -> (i8, tensor<i8>) {
  %0:3 = scf.while (%x = %a, %b = %t) : (i8, tensor<i8>) -> (i8, i8, tensor<i8>) {
    %c = arith.cmpi ult, %x, %n : i8
    scf.condition(%c) %x, %x, %b : i8, i8, tensor<i8>
  } do {
  ^bb0(%p: i8, %q: i8, %b: tensor<i8>):
    %1 = arith.muli %p, %q : i8
    scf.yield %1, %b : i8, tensor<i8>
  }
  return %0#1, %0#2 : i8, tensor<i8>
}

// A while loop without tensors is left as it is.
// SCF-LABEL: func.func @until_without_tensors(
// SCF-SAME:    %[[ARG0:[a-z0-9]*]]: i8, %[[ARG1:[a-z0-9]*]]: i8) -> i8
// SCF:         %[[V0:.*]]:2 = scf.while (%[[ARG2:.*]] = %[[ARG0]]) : (i8) -> (i8, i8) {
// SCF:           scf.condition(%{{.*}}) %[[ARG2]], %[[ARG2]] : i8, i8
// SCF:         } do {
// SCF:         ^bb0(%[[ARG2:.*]]: i8, %[[ARG3:.*]]: i8):
// SCF:           scf.yield %{{.*}}
// SCF:         return %[[V0]]#1
func.func @until_without_tensors(%a: i8, %n: i8) -> i8 {
  %0:2 = scf.while (%x = %a) : (i8) -> (i8, i8) {
    %c = arith.cmpi ult, %x, %n : i8
    scf.condition(%c) %x, %x : i8, i8
  } do {
  ^bb0(%p: i8, %q: i8):
    %1 = arith.muli %p, %q : i8
    scf.yield %1 : i8
  }
  return %0#1 : i8
}

// -----

// Regions with operations that nobody declares.
// REFERENCE: crashes
// SCF-LABEL: func.func @choice_of_unknown(
// SCF-SAME:    %[[ARG0:[a-z0-9]*]]: i1, %[[ARG1:[a-z0-9]*]]: tensor<i8>) -> tensor<i8>
// SCF:         %[[V0:.*]] = scf.if %[[ARG0]] -> (memref<i8>) {
// SCF:           %[[V2:.*]] = "some.op"(%[[ARG1]])
// SCF:           %[[V3:.*]] = bufferization.to_buffer %[[V2]] : tensor<i8> to memref<i8>
// SCF:           scf.yield %[[V3]] :
// SCF:         } else {
// SCF:           %[[V2:.*]] = "another.op"(%[[ARG1]])
// SCF:           %[[V3:.*]] = bufferization.to_buffer %[[V2]] : tensor<i8> to memref<i8>
// SCF:           scf.yield %[[V3]] :
// SCF:         %[[V1:.*]] = bufferization.to_tensor %[[V0]] : memref<i8> to tensor<i8>
// SCF:         return %[[V1]] :
func.func @choice_of_unknown(%c: i1, %t: tensor<i8>) -> tensor<i8> {
  %0 = scf.if %c -> tensor<i8> {
    %1 = "some.op"(%t) : (tensor<i8>) -> tensor<i8>
    scf.yield %1 : tensor<i8>
  } else {
    %2 = "another.op"(%t) : (tensor<i8>) -> tensor<i8>
    scf.yield %2 : tensor<i8>
  }
  return %0 : tensor<i8>
}

// SCF-LABEL: func.func @loop_of_unknown(
// SCF-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<i8>, %[[ARG1:[a-z0-9]*]]: index) -> tensor<i8>
// SCF:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<i8> to memref<i8>
// SCF:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<i8>
// SCF:         memref.copy %[[V0]], %[[ALLOC]] :
// SCF:         %[[V1:.*]] = scf.for %{{.*}} = %[[ARG1]] to %[[ARG1]] step %[[ARG1]] iter_args(%[[ARG3:.*]] = %[[ALLOC]]) -> (memref<i8>) {
// SCF:           %[[V3:.*]] = bufferization.to_tensor %[[ARG3]] : memref<i8> to tensor<i8>
// SCF:           %[[V4:.*]] = "some.op"(%[[V3]])
// SCF:           %[[V5:.*]] = bufferization.to_buffer %[[V4]] : tensor<i8> to memref<i8>
// SCF:           scf.yield %[[V5]] :
// SCF:         %[[V2:.*]] = bufferization.to_tensor %[[V1]] : memref<i8> to tensor<i8>
// SCF:         return %[[V2]] :
func.func @loop_of_unknown(%t: tensor<i8>, %n: index) -> tensor<i8> {
  %0 = scf.for %i = %n to %n step %n iter_args(%b = %t) -> tensor<i8> {
    %1 = "some.op"(%b) : (tensor<i8>) -> tensor<i8>
    scf.yield %1 : tensor<i8>
  }
  return %0 : tensor<i8>
}

// -----

// VECTOR-LABEL: func.func @read(
// VECTOR-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?x?xf32>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: f32) -> vector<3x4xf32>
// VECTOR:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x?xf32> to memref<?x?xf32>
// VECTOR:         %[[V1:.*]] = vector.transfer_read %[[V0]][%[[ARG1]], %[[ARG2]]], %[[ARG3]] {in_bounds = [false, true]}
// VECTOR:         return %[[V1]] :
func.func @read(%t: tensor<?x?xf32>, %i: index, %j: index, %x: f32) -> vector<3x4xf32> {
  %0 = vector.transfer_read %t[%i, %j], %x {in_bounds = [false, true]} : tensor<?x?xf32>, vector<3x4xf32>
  return %0 : vector<3x4xf32>
}

// VECTOR-LABEL: func.func @write(
// VECTOR-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?x?xf32>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: vector<3x4xf32>, %[[ARG4:[a-z0-9]*]]: vector<3x4xi1>) -> tensor<?x?xf32>
// VECTOR:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x?xf32> to memref<?x?xf32>
// VECTOR:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}, %{{.*}}) {{.*}} : memref<?x?xf32>
// VECTOR:         memref.copy %[[V0]], %[[ALLOC]] :
// VECTOR:         vector.transfer_write %[[ARG3]], %[[ALLOC]][%[[ARG1]], %[[ARG2]]], %[[ARG4]] {in_bounds = [false, true]}
// VECTOR:         %[[V1:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<?x?xf32> to tensor<?x?xf32>
// VECTOR:         return %[[V1]] :
func.func @write(%t: tensor<?x?xf32>, %i: index, %j: index, %v: vector<3x4xf32>, %m: vector<3x4xi1>) -> tensor<?x?xf32> {
  %0 = vector.transfer_write %v, %t[%i, %j], %m {in_bounds = [false, true]} : vector<3x4xf32>, tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// VECTOR-LABEL: func.func @collect(
// VECTOR-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?x?xf32>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: vector<8xi32>, %[[ARG3:[a-z0-9]*]]: vector<8xi1>, %[[ARG4:[a-z0-9]*]]: vector<8xf32>) -> vector<8xf32>
// VECTOR:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x?xf32> to memref<?x?xf32>
// VECTOR:         %[[V1:.*]] = vector.gather %[[V0]][%[[ARG1]], %[[ARG1]]] [%[[ARG2]]], %[[ARG3]], %[[ARG4]]
// VECTOR:         return %[[V1]] :
func.func @collect(%t: tensor<?x?xf32>, %i: index, %o: vector<8xi32>, %m: vector<8xi1>, %v: vector<8xf32>) -> vector<8xf32> {
  %0 = vector.gather %t[%i, %i] [%o], %m, %v : tensor<?x?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return %0 : vector<8xf32>
}
