// Decisions about loops: what each round needs as it was before.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops test-analysis-only" | filecheck %s

// A loop that only hands on what it carries does not write to it.
// REFERENCE: mlir-opt copies what the loop only passes on.
// CHECK-LABEL: func.func @carries_only(
// CHECK-SAME:    access = "read"{{.*}}access = "read"
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "true"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0, 1], __inplace_operands_attr__ = ["true", "true"]
func.func @carries_only(%frozen: tensor<?xf64> {bufferization.writable = false}, %t: tensor<?xf64>,
                        %n: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%b = %frozen) -> (tensor<?xf64>) {
    scf.yield %b : tensor<?xf64>
  }
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%b = %t) -> (tensor<?xf64>) {
    scf.yield %b : tensor<?xf64>
  }
  return %0, %1 : tensor<?xf64>, tensor<?xf64>
}

// -----

// What must not be written to is copied before a loop that writes.
// CHECK-LABEL: func.func @inserts_into_one(
// CHECK-SAME:    access = "read"{{.*}}access = "read-write"
// CHECK:           tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "false"]
// CHECK:           tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [-1, 1], __inplace_operands_attr__ = ["true", "true"]
func.func @inserts_into_one(%frozen: tensor<?xf64> {bufferization.writable = false}, %t: tensor<?xf64>,
                            %n: index, %x: f64) -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%b = %frozen) -> (tensor<?xf64>) {
    %1 = tensor.insert %x into %b[%i] : tensor<?xf64>
    scf.yield %1 : tensor<?xf64>
  }
  %2 = scf.for %i = %c0 to %n step %c1 iter_args(%b = %t) -> (tensor<?xf64>) {
    %3 = tensor.insert %x into %b[%i] : tensor<?xf64>
    scf.yield %3 : tensor<?xf64>
  }
  return %0, %2 : tensor<?xf64>, tensor<?xf64>
}

// Within the loop both may be written to: one is a copy already.
// CHECK-LABEL: func.func @inserts_into_both(
// CHECK-SAME:    access = "read"{{.*}}access = "read-write"{{.*}}access = "read"
// CHECK:           tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none"]
// CHECK:           tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "false", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [-1, 1], __inplace_operands_attr__ = ["true", "true"]
func.func @inserts_into_both(%frozen: tensor<?xf64> {bufferization.writable = false}, %t: tensor<?xf64>,
                             %s: tensor<2xf64>, %n: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %0:2 = scf.for %i = %c0 to %n step %c2 iter_args(%a = %frozen, %b = %t) -> (tensor<?xf64>, tensor<?xf64>) {
    %1 = tensor.insert_slice %s into %a[%i] [2] [1] : tensor<2xf64> into tensor<?xf64>
    %2 = tensor.insert_slice %s into %b[%i] [2] [1] : tensor<2xf64> into tensor<?xf64>
    scf.yield %1, %2 : tensor<?xf64>, tensor<?xf64>
  }
  return %0#0, %0#1 : tensor<?xf64>, tensor<?xf64>
}

// -----

// Two loops over one tensor that hand it to a function: it may write there, so each call gets a
// copy, and the first loop as well.
// CHECK-LABEL: func.func private @unknown(
// CHECK-SAME:    access = "read-write"
func.func private @unknown(tensor<?xf64>)
// CHECK-LABEL: func.func @two_loops_over_one_tensor(
// CHECK-SAME:    access = "read-write"
// CHECK:           func.call{{.*}}__inplace_operands_attr__ = ["false"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "false"]
// CHECK:           func.call{{.*}}__inplace_operands_attr__ = ["false"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @two_loops_over_one_tensor(%t: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%b = %t) -> (tensor<?xf64>) {
    func.call @unknown(%b) : (tensor<?xf64>) -> ()
    scf.yield %b : tensor<?xf64>
  }
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%b = %t) -> (tensor<?xf64>) {
    func.call @unknown(%b) : (tensor<?xf64>) -> ()
    scf.yield %b : tensor<?xf64>
  }
  return %1 : tensor<?xf64>
}

// -----

// A loop that reads the old value, through a view of what it carries.
// REFERENCE: mlir-opt takes the loop for a write to the argument.
// CHECK-LABEL: func.func @reads_the_old_value(
// CHECK-SAME:    access = "read"
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
// CHECK:           tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none", "none"]
// CHECK:           tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "true", "none"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @reads_the_old_value(%t: tensor<?xi64>, %n: index, %x: i64, %y: i64) -> (tensor<?xi64>, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.insert %x into %t[%n] : tensor<?xi64>
  %1, %2 = scf.for %i = %c0 to %n step %c1 iter_args(%b = %t, %z = %y) -> (tensor<?xi64>, i64) {
    %s = tensor.extract_slice %b[%i] [%n] [1] : tensor<?xi64> to tensor<?xi64>
    %w = tensor.extract %s[%i] : tensor<?xi64>
    scf.yield %b, %w : tensor<?xi64>, i64
  }
  %3 = linalg.fill ins(%x : i64) outs(%0 : tensor<?xi64>) -> tensor<?xi64>
  return %3, %2 : tensor<?xi64>, i64
}

// -----

// A loop that only overwrites the old value.
// CHECK-LABEL: func.func @overwrites_the_old_value(
// CHECK-SAME:    access = "read-write"
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK:           linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:           tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "true", "none"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0, -1], __inplace_operands_attr__ = ["true", "none"]
func.func @overwrites_the_old_value(%t: tensor<?xi64>, %n: index, %x: i64, %y: i64) -> (tensor<?xi64>, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %0 = tensor.insert %x into %t[%n] : tensor<?xi64>
  %1, %2 = scf.for %i = %c0 to %c9 step %c1 iter_args(%b = %t, %z = %y) -> (tensor<?xi64>, i64) {
    %f = linalg.fill ins(%y : i64) outs(%b : tensor<?xi64>) -> tensor<?xi64>
    %w = tensor.extract %f[%i] : tensor<?xi64>
    scf.yield %f, %w : tensor<?xi64>, i64
  }
  %3 = linalg.fill ins(%x : i64) outs(%0 : tensor<?xi64>) -> tensor<?xi64>
  return %3, %2 : tensor<?xi64>, i64
}

// -----

// What is written in a loop: a tensor from before it is needed again in the next round; an empty one
// is not, nor is one that the round makes itself; one with contents from before the loop is.
// CHECK-LABEL: func.func @written_in_each_round(
// CHECK-SAME:    access = "read-write"{{.*}}access = "read"
// CHECK:           tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
// CHECK:           tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @written_in_each_round(%t: tensor<?xi32>, %u: tensor<?xi32>, %n: index, %k: index, %x: i32) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %n step %c4 iter_args(%b = %t) -> (tensor<?xi32>) {
    %0 = tensor.insert %x into %u[%i] : tensor<?xi32>
    %1 = tensor.insert_slice %0 into %b[%i] [%k] [1] : tensor<?xi32> into tensor<?xi32>
    scf.yield %1 : tensor<?xi32>
  }
  return %r : tensor<?xi32>
}

// CHECK-LABEL: func.func @empty_from_outside(
// CHECK-SAME:    access = "read-write"
// CHECK:           tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK:           tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @empty_from_outside(%t: tensor<?xi32>, %n: index, %k: index, %x: i32) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %e = bufferization.alloc_tensor(%k) : tensor<?xi32>
  %r = scf.for %i = %c0 to %n step %c4 iter_args(%b = %t) -> (tensor<?xi32>) {
    %0 = tensor.insert %x into %e[%i] : tensor<?xi32>
    %1 = tensor.insert_slice %0 into %b[%i] [%k] [1] : tensor<?xi32> into tensor<?xi32>
    scf.yield %1 : tensor<?xi32>
  }
  return %r : tensor<?xi32>
}

// CHECK-LABEL: func.func @filled_outside(
// CHECK-SAME:    access = "read-write"
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK:           tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
// CHECK:           tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @filled_outside(%t: tensor<?xi32>, %n: index, %k: index, %x: i32) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %e = bufferization.alloc_tensor(%k) : tensor<?xi32>
  %f = tensor.insert %x into %e[%c0] : tensor<?xi32>
  %r = scf.for %i = %c0 to %n step %c4 iter_args(%b = %t) -> (tensor<?xi32>) {
    %0 = tensor.insert %x into %f[%i] : tensor<?xi32>
    %1 = tensor.insert_slice %0 into %b[%i] [%k] [1] : tensor<?xi32> into tensor<?xi32>
    scf.yield %1 : tensor<?xi32>
  }
  return %r : tensor<?xi32>
}

// CHECK-LABEL: func.func @made_in_the_round(
// CHECK-SAME:    access = "read-write"
// CHECK:           tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK:           tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @made_in_the_round(%t: tensor<?xi32>, %n: index, %k: index, %x: i32) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %n step %c4 iter_args(%b = %t) -> (tensor<?xi32>) {
    %e = bufferization.alloc_tensor(%k) : tensor<?xi32>
    %0 = tensor.insert %x into %e[%i] : tensor<?xi32>
    %1 = tensor.insert_slice %0 into %b[%i] [%k] [1] : tensor<?xi32> into tensor<?xi32>
    scf.yield %1 : tensor<?xi32>
  }
  return %r : tensor<?xi32>
}

// -----

// The rounds read what was made before the loop, and write to the same allocation.
// CHECK-LABEL: func.func @filled_before_and_within(
// CHECK-SAME:    access = "none"{{.*}}access = "read-write"
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "false"]
// CHECK:           tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:           linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @filled_before_and_within(%unused: tensor<7xf32>, %n: index, %x: f32, %y: f32, %init: tensor<7xf32>) -> tensor<7xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = bufferization.alloc_tensor() : tensor<7xf32>
  %0 = linalg.fill ins(%x : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%b = %init) -> (tensor<7xf32>) {
    %z = tensor.extract %0[%i] : tensor<7xf32>
    vector.print %z : f32
    %1 = linalg.fill ins(%y : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
    scf.yield %1 : tensor<7xf32>
  }
  return %r : tensor<7xf32>
}

// -----

// The value is written in each round, and once more after the loop, where nothing reads it later.
// REFERENCE: mlir-opt takes the loop for a write to the argument.
// CHECK-LABEL: func.func @filled_again_after_the_loop(
// CHECK-SAME:    access = "read"
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:           tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:           linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "false"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "true"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true", "true"]
func.func @filled_again_after_the_loop(%n: index, %x: f32, %init: tensor<7xf32>) -> (tensor<7xf32>, tensor<7xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = bufferization.alloc_tensor() : tensor<7xf32>
  %0 = linalg.fill ins(%x : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%b = %init) -> (tensor<7xf32>) {
    %z = tensor.extract %0[%i] : tensor<7xf32>
    vector.print %z : f32
    %1 = linalg.fill ins(%x : f32) outs(%0 : tensor<7xf32>) -> tensor<7xf32>
    scf.yield %1 : tensor<7xf32>
  }
  %y = tensor.extract %0[%n] : tensor<7xf32>
  vector.print %y : f32
  %2 = linalg.fill ins(%x : f32) outs(%0 : tensor<7xf32>) -> tensor<7xf32>
  return %r, %2 : tensor<7xf32>, tensor<7xf32>
}

// -----

// A view of an argument is read and then written in each round: the next one reads it again.
// CHECK-LABEL: func.func @read_and_write_a_view(
// CHECK-SAME:    access = "read"
// CHECK:           tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:           tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
// CHECK:           tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @read_and_write_a_view(%t: tensor<12xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %s = tensor.extract_slice %t[2] [5] [1] : tensor<12xf32> to tensor<5xf32>
    %y = tensor.extract %s[%c1] : tensor<5xf32>
    vector.print %y : f32
    %0 = tensor.insert %x into %s[%c1] : tensor<5xf32>
    %z = tensor.extract %0[%c0] : tensor<5xf32>
    vector.print %z : f32
  }
  return
}

// Writes before a loop are fine if the loop reads their result, and are not if it reads the original,
// however deep it is nested.
// CHECK-LABEL: func.func @loop_reads_the_new(
// CHECK-SAME:    access = "read-write"
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK:           tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @loop_reads_the_new(%t: tensor<12xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.insert %x into %t[%c1] : tensor<12xf32>
  scf.for %i = %c0 to %n step %c1 {
    %s = tensor.extract_slice %0[2] [5] [1] : tensor<12xf32> to tensor<5xf32>
    %y = tensor.extract %s[%c1] : tensor<5xf32>
    vector.print %y : f32
  }
  return
}

// CHECK-LABEL: func.func @loop_reads_the_old(
// CHECK-SAME:    access = "read"
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
// CHECK:           tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @loop_reads_the_old(%t: tensor<12xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.insert %x into %t[%c1] : tensor<12xf32>
  scf.for %i = %c0 to %n step %c1 {
    %s = tensor.extract_slice %t[2] [5] [1] : tensor<12xf32> to tensor<5xf32>
    %y = tensor.extract %s[%c1] : tensor<5xf32>
    vector.print %y : f32
  }
  return
}

// CHECK-LABEL: func.func @inner_loop_reads_the_old(
// CHECK-SAME:    access = "read"
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
// CHECK:             tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:             tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @inner_loop_reads_the_old(%t: tensor<12xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.insert %x into %t[%c1] : tensor<12xf32>
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %s = tensor.extract_slice %t[2] [5] [1] : tensor<12xf32> to tensor<5xf32>
      %y = tensor.extract %s[%c1] : tensor<5xf32>
      vector.print %y : f32
    }
  }
  return
}

// A loop overwrites what was only read before it.
// CHECK-LABEL: func.func @overwritten_after_the_last_read(
// CHECK-SAME:    access = "read-write"
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:           tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:           tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @overwritten_after_the_last_read(%t: tensor<12xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = tensor.extract %t[%n] : tensor<12xf32>
  vector.print %y : f32
  scf.for %i = %c0 to %n step %c1 {
    %s = tensor.extract_slice %t[2] [5] [1] : tensor<12xf32> to tensor<5xf32>
    %f = linalg.fill ins(%x : f32) outs(%s : tensor<5xf32>) -> tensor<5xf32>
    %z = tensor.extract %f[%c0] : tensor<5xf32>
    vector.print %z : f32
  }
  return
}
