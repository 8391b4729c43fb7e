// Entry points, what types of handles allow, and handles that were consumed.

// expected-error @below {{could not find a nested named sequence with name: __transform_main}}
module attributes {transform.with_named_sequence} {
  func.func @f() { return }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @below {{'transform.named_sequence' op expects the entry block to have at least one argument}}
  transform.named_sequence @__transform_main() { transform.yield }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @below {{operation expects 1 extra value bindings, but 0 were provided to the interpreter}}
  transform.named_sequence @__transform_main(%a: !transform.any_op, %b: !transform.any_op) { transform.yield }
}

// -----

// expected-note @below {{payload operation}}
module attributes {transform.with_named_sequence} {
  // expected-error @below {{incompatible payload operation name expected func.func vs builtin.module}}
  transform.named_sequence @__transform_main(%a: !transform.op<"func.func">) { transform.yield }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) -> !transform.any_op { transform.yield %a : !transform.any_op }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-error @below {{'transform.named_sequence' op expects the first entry block argument to be of type implementing}}
  transform.named_sequence @__transform_main(%a: !transform.any_param)  { transform.yield  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-remark @below {{hi}}
  func.func @f() { return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    %r = transform.structured.match ops{["func.return"]} in %a : (!transform.any_op) -> !transform.any_op
    %m = transform.merge_handles %f : !transform.any_op
    transform.debug.emit_remark_at %r, "hi" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-remark @below {{hi}}
  func.func @f() { return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    %m = transform.merge_handles %f : !transform.any_op
    transform.debug.emit_remark_at %f, "hi" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    %m = transform.merge_handles %f : !transform.any_op
    transform.debug.emit_remark_at %f, "hi" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note @below {{repeated target op}}
  func.func @f() { return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    %x = transform.merge_handles %f, %f : !transform.any_op
    // expected-error @below {{a handle passed as operand #0 and consumed by this operation points to a payload entity more than once}}
    %y = transform.apply_registered_pass "canonicalize" to %x : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-remark @below {{o}}
  // expected-note @below {{value handle points to a block argument #0 in block #0 in region #0}}
  func.func @f(%a: i32) -> i32 {
    // expected-remark @below {{v}}
    // expected-note @below {{value handle points to an op result #0}}
    // expected-remark @below {{hi}}
    %0 = arith.addi %a, %a : i32
    return %0 : i32 }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    %x = transform.structured.match ops{["arith.addi"]} in %a : (!transform.any_op) -> !transform.any_op
    %v = transform.get_result %x[0] : (!transform.any_op) -> !transform.any_value
    %o = transform.get_operand %x[0] : (!transform.any_op) -> !transform.any_value
    transform.debug.emit_remark_at %v, "v" : !transform.any_value
    transform.debug.emit_remark_at %o, "o" : !transform.any_value
    %m = transform.merge_handles %f : !transform.any_op
    transform.debug.emit_remark_at %v, "hi" : !transform.any_value
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-remark @below {{hi}}
  // expected-note @below {{value handle points to a block argument #0 in block #0 in region #0}}
  func.func @f(%a: i32) -> i32 {
    %0 = arith.addi %a, %a : i32
    return %0 : i32 }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    %x = transform.structured.match ops{["arith.addi"]} in %a : (!transform.any_op) -> !transform.any_op
    %v = transform.get_result %x[0] : (!transform.any_op) -> !transform.any_value
    %o = transform.get_operand %x[0] : (!transform.any_op) -> !transform.any_value
    %m = transform.merge_handles %f : !transform.any_op
    transform.debug.emit_remark_at %o, "hi" : !transform.any_value
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: i32) -> i32 {
    // expected-remark @below {{hi}}
    // expected-note @below {{value handle points to an op result #0}}
    %0 = arith.addi %a, %a : i32
    return %0 : i32 }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %x = transform.structured.match ops{["arith.addi"]} in %a : (!transform.any_op) -> !transform.any_op
    %v = transform.get_result %x[0] : (!transform.any_op) -> !transform.any_value
    %v2 = transform.get_result %x[0] : (!transform.any_op) -> !transform.any_value
    %m = transform.merge_handles %v : !transform.any_value
    transform.debug.emit_remark_at %v2, "hi" : !transform.any_value
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: i32) -> i32 {
    // expected-remark @below {{hi}}
    %0 = arith.addi %a, %a : i32
    return %0 : i32 }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %x = transform.structured.match ops{["arith.addi"]} in %a : (!transform.any_op) -> !transform.any_op
    %v = transform.get_result %x[0] : (!transform.any_op) -> !transform.any_value
    %m = transform.merge_handles %v : !transform.any_value
    transform.debug.emit_remark_at %x, "hi" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: i32) -> i32 {
    // expected-remark @below {{hi}}
    %0 = arith.addi %a, %a : i32
    return %0 : i32 }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %x = transform.structured.match ops{["arith.addi"]} in %a : (!transform.any_op) -> !transform.any_op
    %v = transform.get_operand %x[0] : (!transform.any_op) -> !transform.any_value
    %m = transform.merge_handles %v : !transform.any_value
    transform.debug.emit_remark_at %x, "hi" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{expected the type of the parameter attribute ('i64') to match the parameter type ('i32')}}
    %p = transform.param.constant 1 : i64 -> !transform.param<i32>
    transform.yield
  }
}

// -----

// expected-note @below {{payload operation}}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{incompatible payload operation name expected func.func vs builtin.module}}
    %p = transform.cast %a : !transform.any_op to !transform.op<"func.func">
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{expected type attribute, got 1 : i64}}
    %p = transform.param.constant 1 : i64 -> !transform.type
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{expected affine map attribute, got 1 : i64}}
    %p = transform.param.constant 1 : i64 -> !transform.affine_map
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{expected parameter to be an integer attribute, got "x"}}
    %p = transform.param.constant "x" -> !transform.param<i32>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: i32) -> i32 {
    %0 = arith.addi %a, %a : i32
    // expected-note @below {{payload operation}}
    return %0 : i32 }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{incompatible payload operation name expected arith.addi vs func.return}}
    %x = transform.structured.match ops{["func.return", "arith.addi"]} in %a : (!transform.any_op) -> !transform.op<"arith.addi">
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-remark @below {{f}}
  func.func @f() { return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    %g = transform.sequence %f : !transform.any_op -> !transform.any_op failures(propagate) {
    ^bb0(%b: !transform.any_op):
      transform.yield %b : !transform.any_op
    }
    transform.debug.emit_remark_at %f, "f" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-remark @below {{f}}
  func.func @f() { return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    %g = transform.foreach %f : !transform.any_op -> !transform.any_op {
    ^bb0(%b: !transform.any_op):
      transform.yield %b : !transform.any_op
    }
    transform.debug.emit_remark_at %f, "f" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note @below {{ancestor payload op}}
  // expected-note @below {{nested payload op}}
  func.func @f() { return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-note @below {{handle to invalidated ops}}
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{invalidated by this transform op that consumes its operand #0 and invalidates all handles to payload IR}}
    transform.sequence %f : !transform.any_op failures(propagate) {
    ^bb0(%b: !transform.any_op):
      transform.sequence %b : !transform.any_op failures(propagate) {
      ^bb0(%c: !transform.any_op):
        %y = transform.apply_registered_pass "canonicalize" to %c : (!transform.any_op) -> !transform.any_op
      }
    }
    // expected-error @below {{op uses a handle invalidated by a previously executed transform op}}
    transform.debug.emit_remark_at %f, "f" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note @below {{ancestor payload op}}
  // expected-note @below {{nested payload op}}
  func.func @f() { return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{handle to invalidated ops}}
    %f2 = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{invalidated by this transform op that consumes its operand #0 and invalidates all handles to payload IR}}
    transform.alternatives %f : !transform.any_op {
    ^bb0(%b: !transform.any_op):
    }
    // expected-error @below {{op uses a handle invalidated by a previously executed transform op}}
    transform.debug.emit_remark_at %f2, "f" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-remark @below {{f}}
  func.func @f() { return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    %f1 = transform.split_handle %f : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %f, "f" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-remark @below {{first}}
  // expected-remark @below {{cast}}
  // expected-remark @below {{after cse}}
  // expected-remark @below {{after elimination}}
  // expected-remark @below {{after hoisting}}
  func.func @f() { return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    %f1 = transform.cast %f : !transform.any_op to !transform.op<"func.func">
    transform.debug.emit_remark_at %f, "first" : !transform.any_op
    %f2 = transform.replicate num(%f) %f1 : !transform.any_op, !transform.op<"func.func">
    transform.debug.emit_remark_at %f1, "cast" : !transform.op<"func.func">
    transform.apply_cse to %f1 : !transform.op<"func.func">
    transform.debug.emit_remark_at %f2, "after cse" : !transform.op<"func.func">
    transform.bufferization.eliminate_empty_tensors %f1 : !transform.op<"func.func">
    transform.debug.emit_remark_at %f2, "after elimination" : !transform.op<"func.func">
    transform.bufferization.buffer_loop_hoisting %f1 : !transform.op<"func.func">
    transform.debug.emit_remark_at %f2, "after hoisting" : !transform.op<"func.func">
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f() { return }
  transform.named_sequence @inc(%a: !transform.any_op {transform.readonly}) {
    // expected-error @below {{wrong operation name}}
    transform.match.operation_name %a ["no"] : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    transform.foreach %f : !transform.any_op {
    ^bb0(%b: !transform.any_op):
      transform.include @inc failures(propagate) (%b) : (!transform.any_op) -> ()
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-remark @below {{r}}
  func.func @f() { return }
  // expected-remark @below {{r}}
  func.func @g(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = "a.b"() : () -> tensor<4xf32>
    return %0 : tensor<4xf32> }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    %r = transform.sequence %f : !transform.any_op -> !transform.any_op failures(suppress) {
    ^bb0(%b: !transform.any_op):
      %e = transform.get_producer_of_operand %b[0] : (!transform.any_op) -> !transform.any_op
      transform.debug.emit_remark_at %e, "e" : !transform.any_op
      %n = transform.num_associations %e : (!transform.any_op) -> !transform.any_param
      // expected-remark @below {{0 : i64}}
      transform.debug.emit_param_as_remark %n : !transform.any_param
      transform.yield %b : !transform.any_op
    }
    transform.debug.emit_remark_at %r, "r" : !transform.any_op
    transform.yield
  }
}
