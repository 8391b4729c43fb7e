// Common subexpressions, dead code, patterns, and what these are not applied to.

module attributes {transform.with_named_sequence} {
  func.func @f(%a: i32) -> i32 {
     // expected-remark @below {{left}}
     %0 = arith.addi %a, %a : i32
     %1 = arith.addi %a, %a : i32
     %2 = "a.b"(%1, %0) : (i32, i32) -> i32
     return %2 : i32 }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    %x = transform.structured.match ops{["arith.addi"]} in %a : (!transform.any_op) -> !transform.any_op
    transform.apply_cse to %f : !transform.any_op
    transform.debug.emit_remark_at %x, "left" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: i32) -> i32 {
     %0 = arith.addi %a, %a : i32
     %1 = arith.addi %0, %a : i32
     return %a : i32 }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    %x = transform.structured.match ops{["arith.addi"]} in %a : (!transform.any_op) -> !transform.any_op
    transform.apply_dce to %f : !transform.any_op
    transform.debug.emit_remark_at %x, "left" : !transform.any_op
    %n = transform.num_associations %x : (!transform.any_op) -> !transform.param<i64>
    // expected-remark @below {{0 : i64}}
    transform.debug.emit_param_as_remark %n : !transform.param<i64>
    transform.yield
  }
}

// -----

// expected-note @below {{target payload op}}
module attributes {transform.with_named_sequence} {
  func.func @f(%a: i32) -> i32 {
     %0 = arith.addi %a, %a : i32
     return %a : i32 }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %x = transform.structured.match ops{["arith.addi"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{cannot apply transform to itself (or one of its ancestors)}}
    transform.apply_dce to %a : !transform.any_op
    transform.yield
  }
}

// -----

// expected-note @below {{target payload op}}
module attributes {transform.with_named_sequence} {
  func.func @f(%a: i32) -> i32 {
     %0 = arith.addi %a, %a : i32
     return %a : i32 }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{cannot apply transform to itself (or one of its ancestors)}}
    transform.apply_cse to %a : !transform.any_op
    transform.yield
  }
}

// -----

// expected-note @below {{target payload op}}
module attributes {transform.with_named_sequence} {
  func.func @f(%a: i32) -> i32 {
     return %a : i32 }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{cannot apply transform to itself (or one of its ancestors)}}
    transform.apply_patterns to %a {} : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<?xi32>) -> tensor<4xi32> {
     // expected-remark @below {{left}}
     // expected-remark @below {{values}}
     // expected-note @below {{value handle points to an op result #0}}
     %0 = tensor.cast %a : tensor<?xi32> to tensor<4xi32>
     %1 = tensor.cast %0 : tensor<4xi32> to tensor<?xi32>
     %2 = tensor.cast %1 : tensor<?xi32> to tensor<4xi32>
     return %2 : tensor<4xi32> }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    %x = transform.structured.match ops{["tensor.cast"]} in %a : (!transform.any_op) -> !transform.any_op
    %v = transform.get_result %x[0] : (!transform.any_op) -> !transform.any_value
    transform.apply_patterns to %f {
      transform.apply_patterns.canonicalization
    } {transform.silence_tracking_failures} : !transform.any_op
    transform.debug.emit_remark_at %x, "left" : !transform.any_op
    transform.debug.emit_remark_at %v, "values" : !transform.any_value
    transform.yield
  }
}
