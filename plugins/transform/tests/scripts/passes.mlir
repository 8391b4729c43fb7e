// Passes as transforms, and the handles that they leave behind.

module attributes {transform.with_named_sequence} {
  // expected-note @below {{ancestor payload op}}
  func.func @f(%a: i32) -> i32 {
    // expected-note @below {{nested payload op}}
    %0 = arith.addi %a, %a : i32
    return %0 : i32 }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-note @below {{handle to invalidated ops}}
    %x = transform.structured.match ops{["arith.addi"]} in %a : (!transform.any_op) -> !transform.any_op
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{invalidated by this transform op that consumes its operand #0 and invalidates all handles to payload IR}}
    %y = transform.apply_registered_pass "canonicalize" to %f : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{op uses a handle invalidated by a previously executed transform op}}
    transform.debug.emit_remark_at %x, "hi" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note @below {{ancestor op associated with the consumed handle}}
  func.func @f(%a: i32) -> i32 {
    // expected-note @below {{op defining the value as result #0}}
    // expected-note @below {{payload value}}
    %0 = arith.addi %a, %a : i32
    return %0 : i32 }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %x = transform.structured.match ops{["arith.addi"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{invalidated handle}}
    %v = transform.get_result %x[0] : (!transform.any_op) -> !transform.any_value
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{invalidated by this transform op that consumes its operand #0 and invalidates all handles to payload IR}}
    %y = transform.apply_registered_pass "canonicalize" to %f : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{op uses a handle invalidated by a previously executed transform op}}
    transform.debug.emit_remark_at %v, "hi" : !transform.any_value
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note @below {{ancestor op associated with the consumed handle}}
  // expected-note @below {{op defining the value as block argument #0 of block #0 in region #0}}
  // expected-note @below {{payload value}}
  func.func @f(%a: i32) -> i32 {
    %0 = arith.addi %a, %a : i32
    return %0 : i32 }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %x = transform.structured.match ops{["arith.addi"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{invalidated handle}}
    %v = transform.get_operand %x[0] : (!transform.any_op) -> !transform.any_value
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{invalidated by this transform op that consumes its operand #0 and invalidates all handles to payload IR}}
    %y = transform.apply_registered_pass "canonicalize" to %f : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{op uses a handle invalidated by a previously executed transform op}}
    transform.debug.emit_remark_at %v, "hi" : !transform.any_value
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: i32) -> i32 {
    %0 = arith.addi %a, %a : i32
    return %0 : i32 }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["foo.func"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-note @below {{invalidated by this transform op that consumes its operand #0}}
    %y = transform.apply_registered_pass "canonicalize" to %f : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{op uses a handle associated with empty payload and invalidated by a previously executed transform op}}
    transform.debug.emit_remark_at %f, "hi" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: i32) -> i32 {
    %0 = arith.addi %a, %a : i32
    return %0 : i32 }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{unknown pass or pass pipeline: nopass}}
    %y = transform.apply_registered_pass "nopass" to %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: i32) -> i32 {
    // expected-error @below {{'arith.addi' op trying to schedule a pass on an operation not marked as 'IsolatedFromAbove'}}
    // expected-note @below {{target op}}
    %0 = arith.addi %a, %a : i32
    return %0 : i32 }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["arith.addi"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{pass pipeline failed}}
    %y = transform.apply_registered_pass "canonicalize" to %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: i32) -> i32 {
    %0 = arith.addi %a, %a : i32
    return %0 : i32 }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-note @below {{prior use here}}
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    %p = transform.param.constant 3 -> !transform.param<i64>
    // expected-error @below {{use of value '%f' expects different type than prior uses: '!transform.param<i64>' vs '!transform.any_op'}}
    %y = transform.apply_registered_pass "canonicalize" with options = {"max-iterations" = %p, "top-down" = false} to %f : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    %z = transform.apply_registered_pass "canonicalize" with options = {"max-iterations" = %p, "disable-patterns" = ["a", "b"]} to %y {x} : (!transform.param<i64>, !transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

// expected-note @below {{target payload op}}
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
    %0 = "a.b"() : () -> tensor<4xf32>
    return %0 : tensor<4xf32> }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{cannot apply transform to itself (or one of its ancestors)}}
    %y = transform.apply_registered_pass "one-shot-bufferize" to %a : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
