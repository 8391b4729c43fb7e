// Decisions about scf.forall: each thread needs what is private to it.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" | filecheck %s

// Several writes to the thread's part of the output are in place.
// CHECK-LABEL: func.func @own_part_twice(
// CHECK-SAME:    access = "read-write"{{.*}}access = "none"
// CHECK:           tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:           tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:           linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:           linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:             tensor.parallel_insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @own_part_twice(%t: tensor<40xf32>, %u: tensor<40x16xf32>, %x: f32) -> tensor<40xf32> {
  %r = scf.forall (%i) in (40) shared_outs(%o = %t) -> tensor<40xf32> {
    %a = tensor.extract_slice %u[%i, 0] [1, 16] [1, 1] : tensor<40x16xf32> to tensor<1x16xf32>
    %b = tensor.extract_slice %o[%i] [1] [1] : tensor<40xf32> to tensor<1xf32>
    %0 = linalg.fill ins(%x : f32) outs(%b : tensor<1xf32>) -> tensor<1xf32>
    %1 = linalg.fill ins(%x : f32) outs(%0 : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %o[%i] [1] [1] : tensor<1xf32> into tensor<40xf32>
    }
  }
  return %r : tensor<40xf32>
}

// -----

// Scratch memory from outside is copied for each thread that writes to it and reads it after that.
// CHECK-LABEL: func.func @scratch(
// CHECK:           linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "false"]
// CHECK:             tensor.parallel_insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @scratch(%x: f32) -> tensor<40xf32> {
  %e = bufferization.alloc_tensor() : tensor<40xf32>
  %s = bufferization.alloc_tensor() : tensor<1xf32>
  %r = scf.forall (%i) in (40) shared_outs(%o = %e) -> tensor<40xf32> {
    %0 = linalg.fill ins(%x : f32) outs(%s : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %0 into %o[%i] [1] [1] : tensor<1xf32> into tensor<40xf32>
    }
  }
  return %r : tensor<40xf32>
}

// Also if it is only one of two, the other being the thread's own.
// CHECK-LABEL: func.func @scratch_or_own(
// CHECK:             scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:             scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "false"]
// CHECK:             tensor.parallel_insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @scratch_or_own(%c: i1, %x: f32) -> tensor<40xf32> {
  %e = bufferization.alloc_tensor() : tensor<40xf32>
  %s = bufferization.alloc_tensor() : tensor<1xf32>
  %r = scf.forall (%i) in (40) shared_outs(%o = %e) -> tensor<40xf32> {
    %own = bufferization.alloc_tensor() : tensor<1xf32>
    %one = scf.if %c -> tensor<1xf32> {
      scf.yield %s : tensor<1xf32>
    } else {
      scf.yield %own : tensor<1xf32>
    }
    %0 = linalg.fill ins(%x : f32) outs(%one : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %0 into %o[%i] [1] [1] : tensor<1xf32> into tensor<40xf32>
    }
  }
  return %r : tensor<40xf32>
}

// One copy suffices for two writes in a row.
// CHECK-LABEL: func.func @scratch_written_twice(
// CHECK:           linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "false"]
// CHECK:           tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK:             tensor.parallel_insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @scratch_written_twice(%x: f32, %y: f32) -> tensor<40xf32> {
  %c0 = arith.constant 0 : index
  %e = bufferization.alloc_tensor() : tensor<40xf32>
  %s = bufferization.alloc_tensor() : tensor<1xf32>
  %r = scf.forall (%i) in (40) shared_outs(%o = %e) -> tensor<40xf32> {
    %0 = linalg.fill ins(%x : f32) outs(%s : tensor<1xf32>) -> tensor<1xf32>
    %1 = tensor.insert %y into %0[%c0] : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %o[%i] [1] [1] : tensor<1xf32> into tensor<40xf32>
    }
  }
  return %r : tensor<40xf32>
}

// What no thread reads may be written by all of them.
// CHECK-LABEL: func.func @scratch_not_read(
// CHECK:           linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
func.func @scratch_not_read(%x: f32) {
  %s = bufferization.alloc_tensor() : tensor<1xf32>
  scf.forall (%i) in (40) {
    %0 = linalg.fill ins(%x : f32) outs(%s : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
    }
  }
  return
}
