// Decisions about scf.if: only one of the branches happens.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" | filecheck %s

// Two tensors, or one and its update.
// CHECK-LABEL: func.func @either_argument(
// CHECK-SAME:    access = "read"{{.*}}access = "read"
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @either_argument(%a: tensor<?xi16>, %b: tensor<?xi16>, %c: i1) -> tensor<?xi16> {
  %r = scf.if %c -> tensor<?xi16> {
    scf.yield %a : tensor<?xi16>
  } else {
    scf.yield %b : tensor<?xi16>
  }
  return %r : tensor<?xi16>
}

// CHECK-LABEL: func.func @updated_or_not(
// CHECK-SAME:    access = "read-write"
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @updated_or_not(%t: tensor<?xi16>, %c: i1, %x: i16, %i: index) -> tensor<?xi16> {
  %r = scf.if %c -> tensor<?xi16> {
    scf.yield %t : tensor<?xi16>
  } else {
    %0 = tensor.insert %x into %t[%i] : tensor<?xi16>
    scf.yield %0 : tensor<?xi16>
  }
  return %r : tensor<?xi16>
}

// One branch writes to the tensor, the other one to a view of it.
// CHECK-LABEL: func.func @view_or_whole(
// CHECK-SAME:    access = "read-write"
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none", "none"]
// CHECK:           tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @view_or_whole(%t: tensor<?xi16>, %c: i1, %x: i16, %i: index) -> tensor<?xi16> {
  %s = tensor.extract_slice %t[%i] [%i] [1] : tensor<?xi16> to tensor<?xi16>
  %r = scf.if %c -> tensor<?xi16> {
    %0 = tensor.insert %x into %s[%i] : tensor<?xi16>
    scf.yield %0 : tensor<?xi16>
  } else {
    %1 = tensor.insert %x into %t[%i] : tensor<?xi16>
    scf.yield %1 : tensor<?xi16>
  }
  return %r : tensor<?xi16>
}

// The result may be read through another scf.if.
// CHECK-LABEL: func.func @result_through_another(
// CHECK-SAME:    access = "read-write"
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0, -1], __inplace_operands_attr__ = ["true", "none"]
func.func @result_through_another(%t: tensor<?xi16>, %c: i1, %d: i1, %x: i16, %i: index) -> (tensor<?xi16>, i16) {
  %r = scf.if %c -> tensor<?xi16> {
    scf.yield %t : tensor<?xi16>
  } else {
    %0 = tensor.insert %x into %t[%i] : tensor<?xi16>
    scf.yield %0 : tensor<?xi16>
  }
  %s = scf.if %d -> tensor<?xi16> {
    scf.yield %r : tensor<?xi16>
  } else {
    scf.yield %r : tensor<?xi16>
  }
  %y = tensor.extract %s[%i] : tensor<?xi16>
  return %s, %y : tensor<?xi16>, i16
}

// Both branches yield the slice that is put back after them.
// CHECK-LABEL: func.func @same_slice_put_back(
// CHECK-SAME:    access = "read-write"
// CHECK:           tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none", "none"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @same_slice_put_back(%t: tensor<?xi16>, %c: i1, %i: index) -> tensor<?xi16> {
  %r = scf.if %c -> tensor<?xi16> {
    %a = tensor.extract_slice %t[%i] [%i] [1] : tensor<?xi16> to tensor<?xi16>
    scf.yield %a : tensor<?xi16>
  } else {
    %b = tensor.extract_slice %t[%i] [%i] [1] : tensor<?xi16> to tensor<?xi16>
    scf.yield %b : tensor<?xi16>
  }
  %0 = tensor.insert_slice %r into %t[%i] [%i] [1] : tensor<?xi16> into tensor<?xi16>
  return %0 : tensor<?xi16>
}

// Nested ones: each of three updates happens alone.
// CHECK-LABEL: func.func @three_ways(
// CHECK-SAME:    access = "read-write"
// CHECK:             tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK:             scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:             tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK:             scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @three_ways(%t: tensor<?xi16>, %c: i1, %d: i1, %x: i16, %y: i16, %z: i16, %i: index) -> tensor<?xi16> {
  %r = scf.if %c -> tensor<?xi16> {
    %s = scf.if %d -> tensor<?xi16> {
      %0 = tensor.insert %x into %t[%i] : tensor<?xi16>
      scf.yield %0 : tensor<?xi16>
    } else {
      %1 = tensor.insert %y into %t[%i] : tensor<?xi16>
      scf.yield %1 : tensor<?xi16>
    }
    scf.yield %s : tensor<?xi16>
  } else {
    %2 = tensor.insert %z into %t[%i] : tensor<?xi16>
    scf.yield %2 : tensor<?xi16>
  }
  return %r : tensor<?xi16>
}

// A branch that reads the old value after its update needs a copy; the other one does not.
// CHECK-LABEL: func.func @read_in_one_branch(
// CHECK-SAME:    access = "read-write"
// CHECK:           tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:           tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
// CHECK:           tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @read_in_one_branch(%t: tensor<?xi16>, %c: i1, %x: i16, %i: index) -> (tensor<?xi16>, i16) {
  %r, %s = scf.if %c -> (tensor<?xi16>, i16) {
    %0 = tensor.insert %x into %t[%i] : tensor<?xi16>
    scf.yield %0, %x : tensor<?xi16>, i16
  } else {
    %1 = tensor.insert %x into %t[%i] : tensor<?xi16>
    %y = tensor.extract %t[%i] : tensor<?xi16>
    scf.yield %1, %y : tensor<?xi16>, i16
  }
  return %r, %s : tensor<?xi16>, i16
}

// -----

// A slice, or the whole, goes to another place of the tensor.
// CHECK-LABEL: func.func @slice_or_whole_elsewhere(
// CHECK-SAME:    access = "read"
// CHECK:           tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "false", "none", "none"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @slice_or_whole_elsewhere(%t: tensor<?xi16>, %c: i1, %i: index, %j: index) -> tensor<?xi16> {
  %r = scf.if %c -> tensor<?xi16> {
    %a = tensor.extract_slice %t[%i] [%i] [1] : tensor<?xi16> to tensor<?xi16>
    scf.yield %a : tensor<?xi16>
  } else {
    scf.yield %t : tensor<?xi16>
  }
  %0 = tensor.insert_slice %r into %t[%j] [%j] [1] : tensor<?xi16> into tensor<?xi16>
  return %0 : tensor<?xi16>
}

// CHECK-LABEL: func.func @two_slices_elsewhere(
// CHECK-SAME:    access = "read-write"
// CHECK:           tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false", "none", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false", "none", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none", "none"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @two_slices_elsewhere(%t: tensor<?xi16>, %c: i1, %i: index, %j: index, %k: index) -> tensor<?xi16> {
  %r = scf.if %c -> tensor<?xi16> {
    %a = tensor.extract_slice %t[%i] [%i] [1] : tensor<?xi16> to tensor<?xi16>
    scf.yield %a : tensor<?xi16>
  } else {
    %b = tensor.extract_slice %t[%j] [%j] [1] : tensor<?xi16> to tensor<?xi16>
    scf.yield %b : tensor<?xi16>
  }
  %0 = tensor.insert_slice %r into %t[%k] [%k] [1] : tensor<?xi16> into tensor<?xi16>
  return %0 : tensor<?xi16>
}

// One of two slices goes back where it was: not good enough.
// CHECK-LABEL: func.func @one_of_two_slices_put_back(
// CHECK-SAME:    access = "read-write"
// CHECK:           tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false", "none", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false", "none", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none", "none"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @one_of_two_slices_put_back(%t: tensor<?xi16>, %c: i1, %i: index, %j: index) -> tensor<?xi16> {
  %r = scf.if %c -> tensor<?xi16> {
    %a = tensor.extract_slice %t[%i] [%i] [1] : tensor<?xi16> to tensor<?xi16>
    scf.yield %a : tensor<?xi16>
  } else {
    %b = tensor.extract_slice %t[%j] [%j] [1] : tensor<?xi16> to tensor<?xi16>
    scf.yield %b : tensor<?xi16>
  }
  %0 = tensor.insert_slice %r into %t[%j] [%j] [1] : tensor<?xi16> into tensor<?xi16>
  return %0 : tensor<?xi16>
}

// The old value is read after the branches, directly or through another scf.if.
// CHECK-LABEL: func.func @old_value_after(
// CHECK-SAME:    access = "read"
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @old_value_after(%t: tensor<?xi16>, %c: i1, %x: i16, %i: index) -> (tensor<?xi16>, i16) {
  %r = scf.if %c -> tensor<?xi16> {
    scf.yield %t : tensor<?xi16>
  } else {
    %0 = tensor.insert %x into %t[%i] : tensor<?xi16>
    scf.yield %0 : tensor<?xi16>
  }
  %y = tensor.extract %t[%i] : tensor<?xi16>
  return %r, %y : tensor<?xi16>, i16
}

// CHECK-LABEL: func.func @old_value_through_another(
// CHECK-SAME:    access = "read"
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @old_value_through_another(%t: tensor<?xi16>, %c: i1, %d: i1, %x: i16, %i: index) -> (tensor<?xi16>, i16) {
  %r = scf.if %c -> tensor<?xi16> {
    scf.yield %t : tensor<?xi16>
  } else {
    %0 = tensor.insert %x into %t[%i] : tensor<?xi16>
    scf.yield %0 : tensor<?xi16>
  }
  %s = scf.if %d -> tensor<?xi16> {
    scf.yield %t : tensor<?xi16>
  } else {
    scf.yield %t : tensor<?xi16>
  }
  %y = tensor.extract %s[%i] : tensor<?xi16>
  return %r, %y : tensor<?xi16>, i16
}

// -----

// arith.select before a write, and both operands are read later: one copy is enough.
// REFERENCE: mlir-opt copies both operands.
// CHECK-LABEL: func.func @both_are_read(
// CHECK-SAME:    access = "read"{{.*}}access = "read"
// CHECK:         arith.select{{.*}}__inplace_operands_attr__ = ["none", "true", "true"]
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["none", "none", "true"]
func.func @both_are_read(%a: tensor<9xf32>, %b: tensor<9xf32>, %c: i1, %x: f32, %i: index) -> (f32, f32, tensor<9xf32>) {
  %s = arith.select %c, %a, %b : tensor<9xf32>
  %w = tensor.insert %x into %s[%i] : tensor<9xf32>
  %p = tensor.extract %a[%i] : tensor<9xf32>
  %q = tensor.extract %b[%i] : tensor<9xf32>
  return %p, %q, %w : f32, f32, tensor<9xf32>
}

// -----

// arith.select before a write: operands that are not read later are not copied.
// CHECK-LABEL: func.func @neither_is_read(
// CHECK-SAME:    access = "read-write"{{.*}}access = "read-write"
// CHECK:         arith.select{{.*}}__inplace_operands_attr__ = ["none", "true", "true"]
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["none", "true"]
func.func @neither_is_read(%a: tensor<9xf32>, %b: tensor<9xf32>, %c: i1, %x: f32, %i: index) -> (f32, tensor<9xf32>) {
  %s = arith.select %c, %a, %b : tensor<9xf32>
  %w = tensor.insert %x into %s[%i] : tensor<9xf32>
  %p = tensor.extract %w[%i] : tensor<9xf32>
  return %p, %w : f32, tensor<9xf32>
}

// A write to an operand, and the select after it.
// CHECK-LABEL: func.func @operand_is_written(
// CHECK-SAME:    access = "read"{{.*}}access = "read"
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
// CHECK:         arith.select{{.*}}__inplace_operands_attr__ = ["none", "true", "true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true", "true"]
func.func @operand_is_written(%a: tensor<9xf32>, %b: tensor<9xf32>, %c: i1, %x: f32, %i: index) -> (tensor<9xf32>, tensor<9xf32>) {
  %w = tensor.insert %x into %a[%i] : tensor<9xf32>
  %s = arith.select %c, %a, %b : tensor<9xf32>
  return %s, %w : tensor<9xf32>, tensor<9xf32>
}
