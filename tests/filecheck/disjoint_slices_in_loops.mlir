// disjoint-subsets: slices of slices, and slices that are other ones in the next round.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries test-analysis-only disjoint-subsets" | filecheck %s

// A part of a slice is apart from what its slice is apart from, read or written.
// CHECK-LABEL: func.func @part_of_a_slice_is_read(
// CHECK-SAME:    access = "read-write"{{.*}}access = "read"
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0, -1], __inplace_operands_attr__ = ["true", "true"]
func.func @part_of_a_slice_is_read(%t: tensor<10xi32>, %s: tensor<5xi32>) -> (tensor<10xi32>, tensor<2xi32>) {
  %0 = tensor.insert_slice %s into %t[0] [5] [1] : tensor<5xi32> into tensor<10xi32>
  %1 = tensor.extract_slice %t[5] [5] [1] : tensor<10xi32> to tensor<5xi32>
  %2 = tensor.extract_slice %1[1] [2] [1] : tensor<5xi32> to tensor<2xi32>
  return %0, %2 : tensor<10xi32>, tensor<2xi32>
}

// CHECK-LABEL: func.func @part_of_a_slice_is_written(
// CHECK-SAME:    access = "read-write"
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true", "true"]
func.func @part_of_a_slice_is_written(%t: tensor<10xi32>, %x: i32) -> (tensor<2xi32>, tensor<5xi32>) {
  %0 = tensor.extract_slice %t[0] [5] [1] : tensor<10xi32> to tensor<5xi32>
  %1 = tensor.extract_slice %0[1] [2] [1] : tensor<5xi32> to tensor<2xi32>
  %2 = tensor.extract_slice %t[5] [5] [1] : tensor<10xi32> to tensor<5xi32>
  %3 = linalg.fill ins(%x : i32) outs(%1 : tensor<2xi32>) -> tensor<2xi32>
  return %3, %2 : tensor<2xi32>, tensor<5xi32>
}

// CHECK-LABEL: func.func @part_of_a_slice_overlaps(
// CHECK-SAME:    access = "read"
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true", "true"]
func.func @part_of_a_slice_overlaps(%t: tensor<10xi32>, %x: i32) -> (tensor<2xi32>, tensor<5xi32>) {
  %0 = tensor.extract_slice %t[0] [5] [1] : tensor<10xi32> to tensor<5xi32>
  %1 = tensor.extract_slice %0[1] [2] [1] : tensor<5xi32> to tensor<2xi32>
  %2 = tensor.extract_slice %t[2] [5] [1] : tensor<10xi32> to tensor<5xi32>
  %3 = linalg.fill ins(%x : i32) outs(%1 : tensor<2xi32>) -> tensor<2xi32>
  return %3, %2 : tensor<2xi32>, tensor<5xi32>
}

// -----

// Each round reads the element before the one that it writes, which the last round wrote.
// CHECK-LABEL: func.func @element_before_is_read(
// CHECK-SAME:    access = "read"
// CHECK:           tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false", "none"]
// CHECK:           tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:           linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:           tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:           tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @element_before_is_read(%t: tensor<10xi32>, %x: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c1 to %n step %c1 iter_args(%sum = %x) -> i32 {
    %before = arith.subi %i, %c1 : index
    %1 = tensor.extract_slice %t[%i] [1] [1] : tensor<10xi32> to tensor<1xi32>
    %2 = tensor.extract_slice %t[%before] [1] [1] : tensor<10xi32> to tensor<1xi32>
    %3 = linalg.fill ins(%x : i32) outs(%1 : tensor<1xi32>) -> tensor<1xi32>
    %4 = tensor.extract %3[%c0] : tensor<1xi32>
    %5 = tensor.extract %2[%c0] : tensor<1xi32>
    %6 = arith.addi %4, %5 : i32
    %7 = arith.addi %sum, %6 : i32
    scf.yield %7 : i32
  }
  return %0 : i32
}

// CHECK-LABEL: func.func @element_before_an_insertion_is_read(
// CHECK-SAME:    access = "read"{{.*}}access = "read"
// CHECK:           tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "false", "none"]
// CHECK:           tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:           tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:           tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @element_before_an_insertion_is_read(%t: tensor<10xi32>, %s: tensor<1xi32>, %x: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c1 to %n step %c1 iter_args(%sum = %x) -> i32 {
    %before = arith.subi %i, %c1 : index
    %1 = tensor.insert_slice %s into %t[%i] [1] [1] : tensor<1xi32> into tensor<10xi32>
    %2 = tensor.extract_slice %t[%before] [1] [1] : tensor<10xi32> to tensor<1xi32>
    %3 = tensor.extract %1[%i] : tensor<10xi32>
    %4 = tensor.extract %2[%c0] : tensor<1xi32>
    %5 = arith.addi %3, %4 : i32
    %6 = arith.addi %sum, %5 : i32
    scf.yield %6 : i32
  }
  return %0 : i32
}

// The same in a loop of blocks.
// REFERENCE: overlooks the loop, as in tests/differences/loop_of_blocks.mlir
// CHECK-LABEL: func.func @element_before_in_blocks(
// CHECK-SAME:    access = "read"
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false", "none"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @element_before_in_blocks(%t: tensor<10xi32>, %x: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^bb1(%c1, %x : index, i32)
^bb1(%i: index, %sum: i32):
  %before = arith.subi %i, %c1 : index
  %1 = tensor.extract_slice %t[%i] [1] [1] : tensor<10xi32> to tensor<1xi32>
  %2 = tensor.extract_slice %t[%before] [1] [1] : tensor<10xi32> to tensor<1xi32>
  %3 = linalg.fill ins(%x : i32) outs(%1 : tensor<1xi32>) -> tensor<1xi32>
  %4 = tensor.extract %3[%c0] : tensor<1xi32>
  %5 = tensor.extract %2[%c0] : tensor<1xi32>
  %6 = arith.addi %4, %5 : i32
  %7 = arith.addi %sum, %6 : i32
  %next = arith.addi %i, %c1 : index
  %more = arith.cmpi ult, %next, %n : index
  cf.cond_br %more, ^bb1(%next, %7 : index, i32), ^bb2
^bb2:
  return %7 : i32
}

// A tensor that each round makes anew has no other rounds.
// CHECK-LABEL: func.func @made_in_the_round(
// CHECK:           tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:           tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:           tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @made_in_the_round(%x: i32, %y: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c1 to %n step %c1 iter_args(%sum = %x) -> i32 {
    %t = tensor.from_elements %x, %y, %x, %y : tensor<4xi32>
    %1 = tensor.extract_slice %t[0] [2] [1] : tensor<4xi32> to tensor<2xi32>
    %2 = tensor.extract_slice %t[2] [2] [1] : tensor<4xi32> to tensor<2xi32>
    %3 = linalg.fill ins(%sum : i32) outs(%1 : tensor<2xi32>) -> tensor<2xi32>
    %4 = tensor.extract %3[%c0] : tensor<2xi32>
    %5 = tensor.extract %2[%c0] : tensor<2xi32>
    %6 = arith.addi %4, %5 : i32
    scf.yield %6 : i32
  }
  return %0 : i32
}
