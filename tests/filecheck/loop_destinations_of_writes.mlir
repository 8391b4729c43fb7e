// --loop-iter-arg-destination-folding: which writes to scratch memory go to what the loop carries.
// RUN: bufferize-opt %s --loop-iter-arg-destination-folding | filecheck %s

// Two tensors, each with scratch memory of its own.
// CHECK-LABEL: func.func @two_at_once(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<16xi32>, %[[ARG1:[a-z0-9]*]]: tensor<16xi32>, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: i32) -> (tensor<16xi32>, tensor<16xi32>)
// CHECK:         %[[V0:.*]]:2 = scf.for %{{.*}} = %{{.*}} to %[[ARG2]] step %{{.*}} iter_args(%[[ARG5:.*]] = %[[ARG0]], %[[ARG6:.*]] = %[[ARG1]]) -> (tensor<16xi32>, tensor<16xi32>) {
// CHECK:           %[[V1:.*]] = vector.transfer_read %[[ARG5]][%{{.*}}], %[[ARG3]] {in_bounds = [true]}
// CHECK:           %[[V3:.*]] = vector.transfer_write %{{.*}}, %[[ARG5]][%{{.*}}] {in_bounds = [true]}
// CHECK:           %[[V4:.*]] = vector.transfer_read %[[ARG6]][%{{.*}}], %[[ARG3]] {in_bounds = [true]}
// CHECK:           %[[V6:.*]] = vector.transfer_write %{{.*}}, %[[ARG6]][%{{.*}}] {in_bounds = [true]}
// CHECK:           scf.yield %[[V3]], %[[V6]] :
// CHECK:         return %[[V0]]#0, %[[V0]]#1
func.func @two_at_once(%t: tensor<16xi32>, %u: tensor<16xi32>, %n: index, %x: i32) -> (tensor<16xi32>, tensor<16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.empty() : tensor<16xi32>
  %e = tensor.empty() : tensor<16xi32>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %b = %u) -> (tensor<16xi32>, tensor<16xi32>) {
    %1 = vector.transfer_read %a[%c0], %x {in_bounds = [true]} : tensor<16xi32>, vector<16xi32>
    %2 = arith.muli %1, %1 : vector<16xi32>
    %3 = vector.transfer_write %2, %d[%c0] {in_bounds = [true]} : vector<16xi32>, tensor<16xi32>
    %4 = vector.transfer_read %b[%c0], %x {in_bounds = [true]} : tensor<16xi32>, vector<16xi32>
    %5 = arith.muli %4, %4 : vector<16xi32>
    %6 = vector.transfer_write %5, %e[%c0] {in_bounds = [true]} : vector<16xi32>, tensor<16xi32>
    scf.yield %3, %6 : tensor<16xi32>, tensor<16xi32>
  }
  return %0#0, %0#1 : tensor<16xi32>, tensor<16xi32>
}

// A write of a part: what it leaves is undefined in the scratch memory, so anything may be there.
// CHECK-LABEL: func.func @a_part(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<16xi32>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: i32, %[[ARG3:[a-z0-9]*]]: vector<16xi1>) -> tensor<16xi32>
// CHECK:         %[[V0:.*]] = scf.for %{{.*}} = %{{.*}} to %[[ARG1]] step %{{.*}} iter_args(%[[ARG5:.*]] = %[[ARG0]]) -> (tensor<16xi32>) {
// CHECK:           %[[V1:.*]] = vector.transfer_read %[[ARG5]][%{{.*}}], %[[ARG2]] {in_bounds = [true]}
// CHECK:           %[[V2:.*]] = vector.transfer_write %[[V1]], %[[ARG5]][%{{.*}}], %[[ARG3]] {in_bounds = [true]}
// CHECK:           scf.yield %[[V2]] :
// CHECK:         return %[[V0]] :
func.func @a_part(%t: tensor<16xi32>, %n: index, %x: i32, %m: vector<16xi1>) -> tensor<16xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.empty() : tensor<16xi32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<16xi32> {
    %1 = vector.transfer_read %a[%c0], %x {in_bounds = [true]} : tensor<16xi32>, vector<16xi32>
    %2 = vector.transfer_write %1, %d[%c0], %m {in_bounds = [true]} : vector<16xi32>, tensor<16xi32>
    scf.yield %2 : tensor<16xi32>
  }
  return %0 : tensor<16xi32>
}
