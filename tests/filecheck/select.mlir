// arith.select: the operand whose old value is read later is copied, the other one is not.
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" | filecheck %s

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
