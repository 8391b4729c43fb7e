// arith.select: the operand whose old value is read later is copied, the other one is not.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" | filecheck %s

// CHECK-LABEL: func.func @one_is_read
// CHECK:         arith.select {{.*}} {__inplace_operands_attr__ = ["none", "true", "false"]}
// CHECK:         tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "true", "none"]}
func.func @one_is_read(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: i1, %v: f32, %i: index)
    -> (tensor<8xf32>, f32) {
  %s = arith.select %c, %a, %b : tensor<8xf32>
  %n = tensor.insert %v into %s[%i] : tensor<8xf32>
  %x = tensor.extract %b[%i] : tensor<8xf32>
  return %n, %x : tensor<8xf32>, f32
}

// -----

// One copy of what is selected takes the place of a copy of each operand.
// REFERENCE: mlir-opt copies both operands of the select.
// CHECK-LABEL: func.func @one_is_read_and_one_is_constant
// CHECK:         arith.select {{.*}} {__inplace_operands_attr__ = ["none", "true", "true"]}
// CHECK:         tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "false", "none"]}
func.func @one_is_read_and_one_is_constant(%a: tensor<8xf32>, %c: i1, %v: f32, %i: index)
    -> (tensor<8xf32>, f32) {
  %zeros = arith.constant dense<0.0> : tensor<8xf32>
  %s = arith.select %c, %a, %zeros : tensor<8xf32>
  %n = tensor.insert %v into %s[%i] : tensor<8xf32>
  %x = tensor.extract %a[%i] : tensor<8xf32>
  return %n, %x : tensor<8xf32>, f32
}

// -----

// The same where blocks meet.
// REFERENCE: mlir-opt copies what both blocks pass on.
// CHECK-LABEL: func.func @read_after_the_blocks_meet
// CHECK:         cf.br {{.*}} {__inplace_operands_attr__ = ["true"]}
// CHECK:         cf.br {{.*}} {__inplace_operands_attr__ = ["true"]}
// CHECK:         tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "false", "none"]}
func.func @read_after_the_blocks_meet(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: i1, %v: f32, %i: index)
    -> (tensor<8xf32>, f32, f32) {
  cf.cond_br %c, ^left, ^right
^left:
  cf.br ^join(%a : tensor<8xf32>)
^right:
  cf.br ^join(%b : tensor<8xf32>)
^join(%s: tensor<8xf32>):
  %n = tensor.insert %v into %s[%i] : tensor<8xf32>
  %x = tensor.extract %a[%i] : tensor<8xf32>
  %y = tensor.extract %b[%i] : tensor<8xf32>
  return %n, %x, %y : tensor<8xf32>, f32, f32
}

// -----

// In a loop, the copy would be made in each round.
// CHECK-LABEL: func.func @selected_before_the_loop
// CHECK:         arith.select {{.*}} {__inplace_operands_attr__ = ["none", "false", "false"]}
// CHECK:         linalg.fill{{.*}}{__inplace_operands_attr__ = ["none", "true"]}
func.func @selected_before_the_loop(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: i1, %v: f32, %i: index)
    -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s = arith.select %c, %a, %b : tensor<8xf32>
  %sum = scf.for %k = %c0 to %i step %c1 iter_args(%part = %v) -> f32 {
    %n = linalg.fill ins(%part : f32) outs(%s : tensor<8xf32>) -> tensor<8xf32>
    %e = tensor.extract %n[%k] : tensor<8xf32>
    scf.yield %e : f32
  }
  %x = tensor.extract %a[%i] : tensor<8xf32>
  %y = tensor.extract %b[%i] : tensor<8xf32>
  return %sum, %x, %y : f32, f32, f32
}

// -----

// What is smaller than the tensor may be copied twice.
// CHECK-LABEL: func.func @two_slices
// CHECK:         tensor.extract_slice {{.*}} {__inplace_operands_attr__ = ["false"]}
// CHECK:         tensor.extract_slice {{.*}} {__inplace_operands_attr__ = ["false"]}
// CHECK:         linalg.fill{{.*}}{__inplace_operands_attr__ = ["none", "true"]}
func.func @two_slices(%a: tensor<80xf32>, %v: f32, %i: index) -> (tensor<80xf32>, f32, f32) {
  %p = tensor.extract_slice %a[0] [4] [1] : tensor<80xf32> to tensor<4xf32>
  %q = tensor.extract_slice %a[4] [4] [1] : tensor<80xf32> to tensor<4xf32>
  %f = linalg.fill ins(%v : f32) outs(%a : tensor<80xf32>) -> tensor<80xf32>
  %x = tensor.extract %p[%i] : tensor<4xf32>
  %y = tensor.extract %q[%i] : tensor<4xf32>
  return %f, %x, %y : tensor<80xf32>, f32, f32
}
