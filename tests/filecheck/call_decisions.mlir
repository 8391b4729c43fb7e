// Decisions about calls: what is known of a callee decides; of external functions the worst.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" | filecheck %s

// An external function may read and write; two values of one tensor cannot share it.
// CHECK-LABEL: func.func private @unknown(
// CHECK-SAME:    access = "read-write"
func.func private @unknown(tensor<10xi32>)
// CHECK-LABEL: func.func @two_values_to_calls(
// CHECK-SAME:    access = "write"
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "false"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         call{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         call{{.*}}__inplace_operands_attr__ = ["true"]
func.func @two_values_to_calls(%t: tensor<10xi32>, %x: i32, %y: i32) {
  %0 = linalg.fill ins(%x : i32) outs(%t : tensor<10xi32>) -> tensor<10xi32>
  %1 = linalg.fill ins(%y : i32) outs(%t : tensor<10xi32>) -> tensor<10xi32>
  call @unknown(%0) : (tensor<10xi32>) -> ()
  call @unknown(%1) : (tensor<10xi32>) -> ()
  return
}

// -----

// Nor can they if they go through a loop, or a function that hands them on.
// CHECK-LABEL: func.func private @unknown(
// CHECK-SAME:    access = "read-write"
func.func private @unknown(tensor<10xi32>)
// CHECK-LABEL: func.func private @hands_on(
// CHECK-SAME:    access = "read-write"
// CHECK:         call{{.*}}__inplace_operands_attr__ = ["true"]
func.func private @hands_on(%t: tensor<10xi32>) {
  call @unknown(%t) : (tensor<10xi32>) -> ()
  return
}
// CHECK-LABEL: func.func @two_values_through_a_loop(
// CHECK-SAME:    access = "write"{{.*}}access = "write"
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "false"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "true", "true"]
// CHECK:         call{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         call{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "false"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         call{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         call{{.*}}__inplace_operands_attr__ = ["true"]
func.func @two_values_through_a_loop(%t: tensor<10xi32>, %u: tensor<10xi32>, %n: index, %x: i32, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = linalg.fill ins(%x : i32) outs(%t : tensor<10xi32>) -> tensor<10xi32>
  %1 = linalg.fill ins(%y : i32) outs(%t : tensor<10xi32>) -> tensor<10xi32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0, %b = %1) -> (tensor<10xi32>, tensor<10xi32>) {
    scf.yield %a, %b : tensor<10xi32>, tensor<10xi32>
  }
  call @unknown(%r#0) : (tensor<10xi32>) -> ()
  call @unknown(%r#1) : (tensor<10xi32>) -> ()
  %2 = linalg.fill ins(%x : i32) outs(%u : tensor<10xi32>) -> tensor<10xi32>
  %3 = linalg.fill ins(%y : i32) outs(%u : tensor<10xi32>) -> tensor<10xi32>
  call @hands_on(%2) : (tensor<10xi32>) -> ()
  call @hands_on(%3) : (tensor<10xi32>) -> ()
  return
}

// -----

// A function that updates its argument and returns it is called in place.
// CHECK-LABEL: func.func @updates(
// CHECK-SAME:    access = "read-write"
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @updates(%t: tensor<?xi32>, %x: i32, %i: index) -> tensor<?xi32> {
  %0 = tensor.insert %x into %t[%i] : tensor<?xi32>
  return %0 : tensor<?xi32>
}
// CHECK-LABEL: func.func @caller(
// CHECK-SAME:    access = "read-write"
// CHECK:         call{{.*}}__inplace_operands_attr__ = ["true", "none", "none"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @caller(%t: tensor<?xi32>, %x: i32, %i: index) -> tensor<?xi32> {
  %0 = call @updates(%t, %x, %i) : (tensor<?xi32>, i32, index) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// Its result is the argument, so a loop may yield it; also where nothing is written.
// CHECK-LABEL: func.func @returns(
// CHECK-SAME:    access = "read"
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @returns(%t: tensor<?xi32>) -> tensor<?xi32> {
  return %t : tensor<?xi32>
}
// CHECK-LABEL: func.func @loop_over_calls(
// CHECK-SAME:    access = "read-write"
// CHECK:           func.call{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:           func.call{{.*}}__inplace_operands_attr__ = ["true", "none", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @loop_over_calls(%t: tensor<?xi32>, %n: index, %x: i32) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%b = %t) -> tensor<?xi32> {
    %0 = func.call @returns(%b) : (tensor<?xi32>) -> tensor<?xi32>
    %1 = func.call @updates(%0, %x, %i) : (tensor<?xi32>, i32, index) -> tensor<?xi32>
    scf.yield %1 : tensor<?xi32>
  }
  return %r : tensor<?xi32>
}

// -----

// The argument is read after a call that may write to it: the cast copies.
// CHECK-LABEL: func.func private @may_write(
// CHECK-SAME:    access = "read-write"
func.func private @may_write(tensor<?xf64>)
// CHECK-LABEL: func.func @read_after_a_write(
// CHECK-SAME:    access = "read"
// CHECK:         tensor.cast{{.*}}__inplace_operands_attr__ = ["false"]
// CHECK:         call{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @read_after_a_write(%t: tensor<9xf64>, %i: index) -> f64 {
  %0 = tensor.cast %t : tensor<9xf64> to tensor<?xf64>
  call @may_write(%0) : (tensor<?xf64>) -> ()
  %1 = tensor.extract %t[%i] : tensor<9xf64>
  return %1 : f64
}

// -----

// An external function that only reads does no harm.
// CHECK-LABEL: func.func private @only_reads(
// CHECK-SAME:    access = "read"
func.func private @only_reads(tensor<*xf64> {bufferization.access = "read"})
// CHECK-LABEL: func.func @read_after_a_read(
// CHECK-SAME:    access = "read"
// CHECK:         tensor.cast{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         call{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @read_after_a_read(%t: tensor<9xf64>, %i: index) -> f64 {
  %0 = tensor.cast %t : tensor<9xf64> to tensor<*xf64>
  call @only_reads(%0) : (tensor<*xf64>) -> ()
  %1 = tensor.extract %t[%i] : tensor<9xf64>
  return %1 : f64
}

// -----

// One tensor twice to a function that may write to both arguments.
// CHECK-LABEL: func.func private @may_write_both(
// CHECK-SAME:    access = "read-write"{{.*}}access = "read-write"
func.func private @may_write_both(tensor<?xf64>, tensor<?xf64>)
// CHECK-LABEL: func.func @one_tensor_twice(
// CHECK-SAME:    access = "read"
// CHECK:         call{{.*}}__inplace_operands_attr__ = ["false", "false"]
func.func @one_tensor_twice(%t: tensor<?xf64>) {
  call @may_write_both(%t, %t) : (tensor<?xf64>, tensor<?xf64>) -> ()
  return
}

// -----

// Either result may be the argument.
// CHECK-LABEL: func.func private @two_results(
// CHECK-SAME:    access = "read-write"
func.func private @two_results(tensor<?xf64>) -> (tensor<4xf64>, tensor<8xf64>)
// CHECK-LABEL: func.func @read_one_of_two_results(
// CHECK-SAME:    access = "read"
// CHECK:         call{{.*}}__inplace_operands_attr__ = ["false"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @read_one_of_two_results(%t: tensor<?xf64>, %i: index) -> f64 {
  %0:2 = call @two_results(%t) : (tensor<?xf64>) -> (tensor<4xf64>, tensor<8xf64>)
  %1 = tensor.extract %0#1[%i] : tensor<8xf64>
  return %1 : f64
}

// -----

// The worst is assumed of a function that calls itself.
// CHECK-LABEL: func.func @calls_itself(
// CHECK:         call{{.*}}__inplace_operands_attr__ = ["false", "false"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true", "true"]
func.func @calls_itself(%a: tensor<?xi8>, %b: tensor<?xi8>) -> (tensor<?xi8>, tensor<?xi8>) {
  %0:2 = call @calls_itself(%a, %b) : (tensor<?xi8>, tensor<?xi8>) -> (tensor<?xi8>, tensor<?xi8>)
  return %0#0, %0#1 : tensor<?xi8>, tensor<?xi8>
}
