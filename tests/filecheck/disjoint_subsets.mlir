// Slices that do not overlap, and slices that may (llvm PR 224184).
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize='bufferize-function-boundaries test-analysis-only disjoint-subsets' | filecheck %s
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize='bufferize-function-boundaries test-analysis-only' | filecheck %s --check-prefix=OFF

// CHECK-LABEL: func @constant_offsets
// CHECK: tensor.extract_slice %{{.*}}[0] [4] [1] {__inplace_operands_attr__ = ["true"]}
// OFF-LABEL: func @constant_offsets
// OFF: tensor.extract_slice %{{.*}}[0] [4] [1] {__inplace_operands_attr__ = ["false"]}
func.func @constant_offsets(%t: tensor<16xf32>, %s: tensor<4xf32>, %i: index) -> (tensor<16xf32>, f32) {
  %0 = tensor.extract_slice %t[0] [4] [1] : tensor<16xf32> to tensor<4xf32>
  %1 = tensor.insert_slice %s into %t[4] [4] [1] : tensor<4xf32> into tensor<16xf32>
  %2 = tensor.extract %0[%i] : tensor<4xf32>
  return %1, %2 : tensor<16xf32>, f32
}

// -----

// CHECK-LABEL: func @one_element_in_common
// CHECK: tensor.extract_slice %{{.*}}[0] [5] [1] {__inplace_operands_attr__ = ["false"]}
func.func @one_element_in_common(%t: tensor<16xf32>, %s: tensor<4xf32>, %i: index) -> (tensor<16xf32>, f32) {
  %0 = tensor.extract_slice %t[0] [5] [1] : tensor<16xf32> to tensor<5xf32>
  %1 = tensor.insert_slice %s into %t[4] [4] [1] : tensor<4xf32> into tensor<16xf32>
  %2 = tensor.extract %0[%i] : tensor<5xf32>
  return %1, %2 : tensor<16xf32>, f32
}

// -----

// One dimension in which they are apart is enough, and a slice may lose dimensions.

// CHECK-LABEL: func @other_rows
// CHECK: tensor.extract_slice %{{.*}}[3, 0] [1, 8] [1, 1] {__inplace_operands_attr__ = ["true"]}
func.func @other_rows(%t: tensor<8x8xf32>, %s: tensor<3x8xf32>, %i: index) -> (tensor<8x8xf32>, f32) {
  %0 = tensor.extract_slice %t[3, 0] [1, 8] [1, 1] : tensor<8x8xf32> to tensor<8xf32>
  %1 = tensor.insert_slice %s into %t[0, 0] [3, 8] [1, 1] : tensor<3x8xf32> into tensor<8x8xf32>
  %2 = tensor.extract %0[%i] : tensor<8xf32>
  return %1, %2 : tensor<8x8xf32>, f32
}

// -----

// CHECK-LABEL: func @even_and_odd
// CHECK: tensor.extract_slice %{{.*}}[0] [8] [2] {__inplace_operands_attr__ = ["true"]}
// CHECK-LABEL: func @strides_of_2_and_3
// CHECK: tensor.extract_slice %{{.*}}[0] [4] [2] {__inplace_operands_attr__ = ["false"]}
func.func @even_and_odd(%t: tensor<16xf32>, %s: tensor<8xf32>, %i: index) -> (tensor<16xf32>, f32) {
  %0 = tensor.extract_slice %t[0] [8] [2] : tensor<16xf32> to tensor<8xf32>
  %1 = tensor.insert_slice %s into %t[1] [8] [2] : tensor<8xf32> into tensor<16xf32>
  %2 = tensor.extract %0[%i] : tensor<8xf32>
  return %1, %2 : tensor<16xf32>, f32
}
func.func @strides_of_2_and_3(%t: tensor<16xf32>, %s: tensor<4xf32>, %i: index) -> (tensor<16xf32>, f32) {
  %0 = tensor.extract_slice %t[0] [4] [2] : tensor<16xf32> to tensor<4xf32>
  %1 = tensor.insert_slice %s into %t[1] [4] [3] : tensor<4xf32> into tensor<16xf32>
  %2 = tensor.extract %0[%i] : tensor<4xf32>
  return %1, %2 : tensor<16xf32>, f32
}

// -----

// Offsets and sizes that are values: what is behind the slice, and what may be anywhere.

// CHECK-LABEL: func @behind
// CHECK: tensor.extract_slice %{{.*}}[%{{.*}}] [%{{.*}}] [1] {__inplace_operands_attr__ = ["true", "none", "none"]}
// CHECK-LABEL: func @anywhere
// CHECK: tensor.extract_slice %{{.*}}[%{{.*}}] [%{{.*}}] [1] {__inplace_operands_attr__ = ["false", "none", "none"]}
func.func @behind(%t: tensor<?xf32>, %s: tensor<4xf32>, %at: index, %n: index, %i: index) -> (tensor<?xf32>, f32) {
  %0 = tensor.extract_slice %t[%at] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %end = arith.addi %n, %at : index
  %1 = tensor.insert_slice %s into %t[%end] [4] [1] : tensor<4xf32> into tensor<?xf32>
  %2 = tensor.extract %0[%i] : tensor<?xf32>
  return %1, %2 : tensor<?xf32>, f32
}
func.func @anywhere(%t: tensor<?xf32>, %s: tensor<4xf32>, %at: index, %n: index, %i: index) -> (tensor<?xf32>, f32) {
  %0 = tensor.extract_slice %t[%at] [%n] [1] : tensor<?xf32> to tensor<?xf32>
  %1 = tensor.insert_slice %s into %t[%n] [4] [1] : tensor<4xf32> into tensor<?xf32>
  %2 = tensor.extract %0[%i] : tensor<?xf32>
  return %1, %2 : tensor<?xf32>, f32
}

// -----

// The last tile may be smaller than the others.

// CHECK-LABEL: func @next_tile
// CHECK: tensor.extract_slice %{{.*}}[%{{.*}}] [%{{.*}}] [1] {__inplace_operands_attr__ = ["true", "none", "none"]}
func.func @next_tile(%t: tensor<100xf32>, %s: tensor<4xf32>, %at: index, %i: index) -> (tensor<100xf32>, f32) {
  %n = affine.min affine_map<(d0) -> (32, -d0 + 100)>(%at)
  %0 = tensor.extract_slice %t[%at] [%n] [1] : tensor<100xf32> to tensor<?xf32>
  %next = affine.apply affine_map<(d0) -> (d0 + 32)>(%at)
  %1 = tensor.insert_slice %s into %t[%next] [4] [1] : tensor<4xf32> into tensor<100xf32>
  %2 = tensor.extract %0[%i] : tensor<?xf32>
  return %1, %2 : tensor<100xf32>, f32
}

// -----

// In one iteration, slices next to each other; in another iteration they are other ones. Which ones,
// is known from the bounds of the loop.

// CHECK-LABEL: func @carried
// CHECK: tensor.extract_slice %{{.*}}[%{{.*}}] [1] [1] {__inplace_operands_attr__ = ["true", "none"]}
// CHECK: tensor.insert_slice %{{.*}} {__inplace_operands_attr__ = ["true", "true", "none"]}
func.func @carried(%t: tensor<64xf32>, %s: tensor<1xf32>, %n: index) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> (tensor<64xf32>) {
    %0 = tensor.extract_slice %x[%i] [1] [1] : tensor<64xf32> to tensor<1xf32>
    %next = arith.addi %i, %c1 : index
    %1 = tensor.insert_slice %s into %x[%next] [1] [1] : tensor<1xf32> into tensor<64xf32>
    %2 = tensor.extract %0[%c0] : tensor<1xf32>
    %at = affine.apply affine_map<(d0) -> (d0 + 2)>(%i)
    %3 = tensor.insert %2 into %1[%at] : tensor<64xf32>
    scf.yield %3 : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}

// -----

// CHECK-LABEL: func @lower_half_and_upper_half
// CHECK-NOT: ["false"
// CHECK-LABEL: func @beyond_the_lower_half
// CHECK: extract_slice %{{.*}} {__inplace_operands_attr__ = ["false"
// CHECK-LABEL: func @not_known_how_far
// CHECK: extract_slice %{{.*}} {__inplace_operands_attr__ = ["false"
func.func @lower_half_and_upper_half(%t: tensor<72xf32>, %v: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %c36 = arith.constant 36 : index
  %r = scf.for %i = %c0 to %c32 step %c4 iter_args(%a = %v) -> (f32) {
    %0 = tensor.extract_slice %t[%i] [4] [1] : tensor<72xf32> to tensor<4xf32>
    %at = arith.addi %i, %c32 : index
    %1 = tensor.extract_slice %t[%at] [4] [1] : tensor<72xf32> to tensor<4xf32>
    %2 = linalg.fill ins(%a : f32) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
    %3 = tensor.extract %2[%c0] : tensor<4xf32>
    %4 = tensor.extract %0[%c0] : tensor<4xf32>
    %5 = arith.addf %3, %4 : f32
    scf.yield %5 : f32
  }
  return %r : f32
}
func.func @beyond_the_lower_half(%t: tensor<72xf32>, %v: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %c36 = arith.constant 36 : index
  %r = scf.for %i = %c0 to %c36 step %c4 iter_args(%a = %v) -> (f32) {
    %0 = tensor.extract_slice %t[%i] [4] [1] : tensor<72xf32> to tensor<4xf32>
    %at = arith.addi %i, %c32 : index
    %1 = tensor.extract_slice %t[%at] [4] [1] : tensor<72xf32> to tensor<4xf32>
    %2 = linalg.fill ins(%a : f32) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
    %3 = tensor.extract %2[%c0] : tensor<4xf32>
    %4 = tensor.extract %0[%c0] : tensor<4xf32>
    %5 = arith.addf %3, %4 : f32
    scf.yield %5 : f32
  }
  return %r : f32
}
func.func @not_known_how_far(%t: tensor<72xf32>, %v: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %c36 = arith.constant 36 : index
  %r = scf.for %i = %c0 to %n step %c4 iter_args(%a = %v) -> (f32) {
    %0 = tensor.extract_slice %t[%i] [4] [1] : tensor<72xf32> to tensor<4xf32>
    %at = arith.addi %i, %c32 : index
    %1 = tensor.extract_slice %t[%at] [4] [1] : tensor<72xf32> to tensor<4xf32>
    %2 = linalg.fill ins(%a : f32) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
    %3 = tensor.extract %2[%c0] : tensor<4xf32>
    %4 = tensor.extract %0[%c0] : tensor<4xf32>
    %5 = arith.addf %3, %4 : f32
    scf.yield %5 : f32
  }
  return %r : f32
}

// -----

// Parts of one slice, where the slice is another one in the next iteration.

// CHECK-LABEL: func @parts_of_a_slice_that_moves
// CHECK: extract_slice %{{.*}} {__inplace_operands_attr__ = ["false"
func.func @parts_of_a_slice_that_moves(%t: tensor<64xf32>, %v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %r = scf.for %i = %c0 to %c32 step %c1 iter_args(%a = %v) -> (f32) {
    %slice = tensor.extract_slice %t[%i] [2] [1] : tensor<64xf32> to tensor<2xf32>
    %0 = tensor.extract_slice %slice[0] [1] [1] : tensor<2xf32> to tensor<1xf32>
    %1 = tensor.extract_slice %slice[1] [1] [1] : tensor<2xf32> to tensor<1xf32>
    %2 = linalg.fill ins(%a : f32) outs(%1 : tensor<1xf32>) -> tensor<1xf32>
    %3 = tensor.extract %2[%c0] : tensor<1xf32>
    %4 = tensor.extract %0[%c0] : tensor<1xf32>
    %5 = arith.addf %3, %4 : f32
    scf.yield %5 : f32
  }
  return %r : f32
}

// -----

// Reshapes to the same type change what an index means.

// CHECK-LABEL: func @reshaped
// CHECK: tensor.extract_slice %{{.*}}[0, 0] [1, 2] [1, 1] {__inplace_operands_attr__ = ["false"]}
func.func @reshaped(%t: tensor<?x?xf32>, %shape: tensor<2xindex>, %s: tensor<1x2xf32>, %i: index) -> (tensor<?x?xf32>, f32) {
  %c0 = arith.constant 0 : index
  %0 = tensor.extract_slice %t[0, 0] [1, 2] [1, 1] : tensor<?x?xf32> to tensor<1x2xf32>
  %1 = tensor.reshape %t(%shape) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %2 = tensor.insert_slice %s into %1[1, 0] [1, 2] [1, 1] : tensor<1x2xf32> into tensor<?x?xf32>
  %3 = tensor.extract %0[%c0, %i] : tensor<1x2xf32>
  return %2, %3 : tensor<?x?xf32>, f32
}

// -----

// CHECK-LABEL: func @transfers
// CHECK: vector.transfer_write %{{.*}} {__inplace_operands_attr__ = ["none", "true", "none"]
// OFF-LABEL: func @transfers
// OFF: vector.transfer_write %{{.*}} {__inplace_operands_attr__ = ["none", "false", "none"]
func.func @transfers(%t: tensor<16xf32>, %v: vector<4xf32>) -> (tensor<16xf32>, vector<4xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %z = arith.constant 0.0 : f32
  %0 = vector.transfer_write %v, %t[%c4] : vector<4xf32>, tensor<16xf32>
  %1 = vector.transfer_read %t[%c0], %z : tensor<16xf32>, vector<4xf32>
  return %0, %1 : tensor<16xf32>, vector<4xf32>
}

// -----

// An element is a slice of one.

// CHECK-LABEL: func @other_element
// CHECK: tensor.insert %{{.*}} {__inplace_operands_attr__ = ["none", "true", "none", "none"]}
// OFF-LABEL: func @other_element
// OFF: tensor.insert %{{.*}} {__inplace_operands_attr__ = ["none", "false", "none", "none"]}
func.func @other_element(%t: tensor<8x8xf32>, %x: f32, %i: index) -> (tensor<8x8xf32>, f32) {
  %c1 = arith.constant 1 : index
  %next = arith.addi %i, %c1 : index
  %0 = tensor.insert %x into %t[%i, %next] : tensor<8x8xf32>
  %1 = tensor.extract %t[%i, %i] : tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, f32
}

// CHECK-LABEL: func @element_that_may_be_the_same
// CHECK: tensor.insert %{{.*}} {__inplace_operands_attr__ = ["none", "false", "none"]}
func.func @element_that_may_be_the_same(%t: tensor<8xf32>, %x: f32, %i: index, %j: index) -> (tensor<8xf32>, f32) {
  %0 = tensor.insert %x into %t[%i] : tensor<8xf32>
  %1 = tensor.extract %t[%j] : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, f32
}

// CHECK-LABEL: func @element_beside_a_slice_and_in_it
// CHECK: tensor.extract_slice %{{.*}} {__inplace_operands_attr__ = ["true"]}
// CHECK: tensor.extract_slice %{{.*}} {__inplace_operands_attr__ = ["false"]}
func.func @element_beside_a_slice_and_in_it(%t: tensor<8xf32>, %u: tensor<8xf32>, %x: f32) -> (tensor<8xf32>, tensor<4xf32>, tensor<8xf32>, tensor<4xf32>) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %0 = tensor.extract_slice %t[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %1 = tensor.insert %x into %t[%c4] : tensor<8xf32>
  %2 = tensor.extract_slice %u[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %3 = tensor.insert %x into %u[%c3] : tensor<8xf32>
  return %1, %0, %3, %2 : tensor<8xf32>, tensor<4xf32>, tensor<8xf32>, tensor<4xf32>
}
