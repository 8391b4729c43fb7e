// An operand is not copied because of another one that is copied itself, though that is decided later.
// REFERENCE: copies both updates, except where it forgets what a case yields
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" | filecheck %s

// CHECK-LABEL: func.func @either_update
// CHECK:         tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "false", "none"]}
// CHECK:         tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "true", "none"]}
func.func @either_update(%c: i1, %t: tensor<8xf32>, %v: f32, %i: index) -> tensor<8xf32> {
  %a = tensor.insert %v into %t[%i] : tensor<8xf32>
  %b = tensor.insert %v into %t[%i] : tensor<8xf32>
  %r = scf.if %c -> (tensor<8xf32>) {
    scf.yield %a : tensor<8xf32>
  } else {
    scf.yield %b : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// CHECK-LABEL: func.func @update_of_update
// CHECK:         tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "false", "none"]}
// CHECK:         tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "true", "none"]}
func.func @update_of_update(
    %which: index, %t: tensor<8xf32> {bufferization.writable = false}, %v: f32, %i: index)
    -> tensor<8xf32> {
  %a = tensor.insert %v into %t[%i] : tensor<8xf32>
  %b = tensor.insert %v into %a[%i] : tensor<8xf32>
  %r = scf.index_switch %which -> tensor<8xf32>
  case 0 {
    scf.yield %b : tensor<8xf32>
  }
  default {
    scf.yield %t : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// CHECK-LABEL: func.func @in_blocks
// CHECK:         tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "false", "none"]}
// CHECK:         cf.cond_br {{.*}} {__inplace_operands_attr__ = ["none", "true", "true"]}
// CHECK:         tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "true", "none"]}
func.func @in_blocks(%c: i1, %t: tensor<8xf32>, %v: f32, %i: index)
    -> (tensor<8xf32>, f32) {
  %a = tensor.insert %v into %t[%i] : tensor<8xf32>
  cf.cond_br %c, ^join(%t : tensor<8xf32>), ^join(%a : tensor<8xf32>)
^join(%r: tensor<8xf32>):
  %x = tensor.extract %r[%i] : tensor<8xf32>
  %b = tensor.insert %v into %a[%i] : tensor<8xf32>
  %y = tensor.extract %b[%i] : tensor<8xf32>
  %z = arith.addf %x, %y : f32
  return %t, %z : tensor<8xf32>, f32
}

// The first update is not read after the second one has filled the tensor, and could be in place: it
// is no copy that is needed anyway. So there is one copy as well.
// CHECK-LABEL: func.func @fill_reads_nothing
// CHECK:         tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "true", "none"]}
// CHECK:         linalg.fill {__inplace_operands_attr__ = ["none", "false"]}
func.func @fill_reads_nothing(%c: i1, %t: tensor<8xf32>, %v: f32, %i: index) -> tensor<8xf32> {
  %a = tensor.insert %v into %t[%i] : tensor<8xf32>
  %b = linalg.fill ins(%v : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  %r = arith.select %c, %a, %b : tensor<8xf32>
  return %r : tensor<8xf32>
}
