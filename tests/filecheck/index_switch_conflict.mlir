// scf.index_switch: its result is what a case yields, so that a write to it must not reach that.
// REFERENCE: forgets that (tests/differences/switch_yields_tensor_read_later.mlir)
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" | filecheck %s

// CHECK-LABEL: func.func @write_result
// CHECK:         tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "false", "none"]}
func.func @write_result(%which: index, %t: tensor<3xi8>, %u: tensor<3xi8>, %x: i8, %i: index)
    -> (tensor<3xi8>, i8) {
  %r = scf.index_switch %which -> tensor<3xi8>
  case 7 {
    scf.yield %t : tensor<3xi8>
  }
  default {
    scf.yield %u : tensor<3xi8>
  }
  %w = tensor.insert %x into %r[%i] : tensor<3xi8>
  %old = tensor.extract %t[%i] : tensor<3xi8>
  return %w, %old : tensor<3xi8>, i8
}

// CHECK-LABEL: func.func @no_conflict
// CHECK:         tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "true", "none"]}
func.func @no_conflict(%which: index, %t: tensor<3xi8>, %u: tensor<3xi8>, %x: i8, %i: index)
    -> tensor<3xi8> {
  %r = scf.index_switch %which -> tensor<3xi8>
  case 7 {
    scf.yield %t : tensor<3xi8>
  }
  default {
    scf.yield %u : tensor<3xi8>
  }
  %w = tensor.insert %x into %r[%i] : tensor<3xi8>
  return %w : tensor<3xi8>
}
