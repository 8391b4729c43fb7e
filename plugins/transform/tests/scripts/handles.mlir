// Lists of operations, values and attributes: taken apart, put together, counted, followed.

module attributes {transform.with_named_sequence} {
  func.func private @f()
  func.func private @g()
  func.func @h(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  return %0 : i32 }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    transform.sequence %a : !transform.any_op failures(propagate) {
    ^bb0(%b: !transform.any_op):
      %1 = transform.param.constant 1 : i64 -> !transform.any_param
      %3 = transform.param.constant "x" -> !transform.any_param
      %2 = transform.merge_handles %1, %1 : !transform.any_param
      // expected-error @below {{parameters have different payload lengths (1 vs 2)}}
      transform.match.param.cmpi eq %1, %2 : !transform.any_param
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
      %1 = transform.param.constant 1 : i64 -> !transform.any_param
      %3 = transform.param.constant "x" -> !transform.any_param
      // expected-error @below {{non-integer parameter value not expected}}
      transform.match.param.cmpi eq %1, %3 : !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
      %1 = transform.param.constant 1 : i64 -> !transform.any_param
      %3 = transform.param.constant 1 : i32 -> !transform.any_param
      // expected-error @below {{mismatching integer attribute types in parameter #0}}
      transform.match.param.cmpi eq %1, %3 : !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
      // expected-note @below {{value # 0 associated with the parameter defined here}}
      %1 = transform.param.constant 1 : i64 -> !transform.any_param
      %3 = transform.param.constant 2 : i64 -> !transform.any_param
      // expected-error @below {{expected parameter to be equal to 2, got 1}}
      transform.match.param.cmpi eq %1, %3 : !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
      // expected-note @below {{value # 0 associated with the parameter defined here}}
      %1 = transform.param.constant 1 : i64 -> !transform.any_param
      %3 = transform.param.constant 2 : i64 -> !transform.any_param
      // expected-error @below {{expected parameter to be greater than or equal to 2, got 1}}
      transform.match.param.cmpi ge %1, %3 : !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
      // expected-note @below {{value # 0 associated with the parameter defined here}}
      %1 = transform.param.constant 1 : i64 -> !transform.any_param
      %3 = transform.param.constant 2 : i64 -> !transform.any_param
      %5 = transform.param.constant -1 : i8 -> !transform.any_param
      transform.match.param.cmpi lt %1, %3 : !transform.any_param
      // expected-error @below {{expected parameter to be not equal to 1, got 1}}
      transform.match.param.cmpi ne %1, %1 : !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
      // expected-note @below {{value # 0 associated with the parameter defined here}}
      %1 = transform.param.constant 1 : i64 -> !transform.any_param
      // expected-error @below {{expected parameter to be greater than 1, got 1}}
      transform.match.param.cmpi gt %1, %1 : !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @f()
  func.func private @g()
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expected to contain 1 payloads but it contains 2 payloads}}
    %1 = transform.split_handle %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @f()
  func.func private @g()
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expected to contain 3 payloads but it contains 2 payloads}}
    %1:3 = transform.split_handle %f : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-remark @below {{zeroth}}
  // expected-remark @below {{anchored 0 : i64}}
  func.func private @f()
  // expected-remark @below {{next}}
  func.func private @g()
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    %1:3 = transform.split_handle %f {fail_on_payload_too_small = false} : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.any_op)
    transform.debug.emit_remark_at %1#0, "zeroth" : !transform.any_op
    transform.debug.emit_remark_at %1#1, "next" : !transform.any_op
    transform.debug.emit_remark_at %1#2, "none" : !transform.any_op
    %n = transform.num_associations %1#2 : (!transform.any_op) -> !transform.param<i64>
    // expected-remark @below {{0 : i64}}
    transform.debug.emit_param_as_remark %n : !transform.param<i64>
    transform.debug.emit_param_as_remark %n, "anchored" at %1#0 : !transform.param<i64>, !transform.any_op
    %m = transform.merge_handles %n, %n : !transform.param<i64>
    // expected-remark @below {{num: 0 : i64, 0 : i64}}
    transform.debug.emit_param_as_remark %m, "num:" : !transform.param<i64>
    %m2 = transform.merge_handles deduplicate %n, %n : !transform.param<i64>
    // expected-remark @below {{num 0 : i64}}
    transform.debug.emit_param_as_remark %m2, "num" : !transform.param<i64>
    %r = transform.replicate num(%a) %1#0 : !transform.any_op, !transform.any_op
    %rr = transform.replicate num(%1#2) %1#0 : !transform.any_op, !transform.any_op
    %m3 = transform.num_associations %rr : (!transform.any_op) -> !transform.param<i64>
    // expected-remark @below {{num 0 : i64}}
    transform.debug.emit_param_as_remark %m3, "num" : !transform.param<i64>
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @f()
  func.func private @g()
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    %p = transform.param.constant 1 -> !transform.any_param
    %m = transform.merge_handles %p, %p, %p : !transform.any_param
    transform.annotate %f "a.x" : !transform.any_op
    transform.annotate %f "a.y" = %p : !transform.any_op, !transform.any_param
    // expected-error @below {{parameter and target have different payload lengths (3 vs 2)}}
    transform.annotate %f "sym_name" = %m : !transform.any_op, !transform.any_param
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4xi32>, %b: i32) {
     "a.b"(%a, %b) : (tensor<4xi32>, i32) -> ()
     return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["a.b"]} in %a : (!transform.any_op) -> !transform.any_op
    %v = transform.get_operand %f[all] : (!transform.any_op) -> !transform.any_value
    %t = transform.get_type %v : (!transform.any_value) -> !transform.type
    // expected-remark @below {{tensor<4xi32>, i32}}
    transform.debug.emit_param_as_remark %t : !transform.type
    %t2 = transform.get_type elemental %v : (!transform.any_value) -> !transform.type
    // expected-remark @below {{i32, i32}}
    transform.debug.emit_param_as_remark %t2 : !transform.type
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4xi32>, %b: i32) {
     // expected-note @below {{while considering positions of this payload operation}}
     "a.b"(%a, %b) : (tensor<4xi32>, i32) -> ()
     return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["a.b"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{position overflow 2 (updated from 2) for maximum 2}}
    %v = transform.get_operand %f[2] : (!transform.any_op) -> !transform.any_value
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4xi32>, %b: i32) {
     // expected-note @below {{while considering positions of this payload operation}}
     "a.b"(%a, %b) : (tensor<4xi32>, i32) -> ()
     return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["a.b"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{position underflow -1 (updated from -3)}}
    %v = transform.get_operand %f[-3] : (!transform.any_op) -> !transform.any_value
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4xi32>, %b: i32) {
     // expected-note @below {{while considering positions of this payload operation}}
     "a.b"(%a, %b) : (tensor<4xi32>, i32) -> ()
     return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["a.b"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{repeated position 1 (updated from 1)}}
    %v = transform.get_operand %f[-1, 1] : (!transform.any_op) -> !transform.any_value
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-remark @below {{x}}
  // expected-note @below {{value handle points to a block argument #1 in block #0 in region #0}}
  func.func @f(%a: tensor<4xi32>, %b: i32) {
     // expected-note @below {{while considering positions of this payload operation}}
     "a.b"(%a, %b) : (tensor<4xi32>, i32) -> ()
     return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["a.b"]} in %a : (!transform.any_op) -> !transform.any_op
    %v = transform.get_operand %f[except(0)] : (!transform.any_op) -> !transform.any_value
    transform.debug.emit_remark_at %v, "x" : !transform.any_value
    // expected-error @below {{position overflow 0 (updated from 0) for maximum 0}}
    %w = transform.get_result %f[0] : (!transform.any_op) -> !transform.any_value
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note @below {{target value}}
  func.func @f(%a: tensor<4xi32>, %b: i32) {
     "a.b"(%a, %b) : (tensor<4xi32>, i32) -> ()
     return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["a.b"]} in %a : (!transform.any_op) -> !transform.any_op
    %v = transform.get_operand %f[0] : (!transform.any_op) -> !transform.any_value
    // expected-error @below {{cannot get defining op of block argument}}
    %w = transform.get_defining_op %v : (!transform.any_value) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4xi32>, %b: i32) {
     // expected-note @below {{target op}}
     "a.b"(%a, %b) : (tensor<4xi32>, i32) -> ()
     return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["a.b"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{could not find a producer for operand number: 0 of "a.b"(%arg0, %arg1) : (tensor<4xi32>, i32) -> ()}}
    %v = transform.get_producer_of_operand %f[0] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4xi32>, %b: i32) {
     // expected-note @below {{target op}}
     "a.b"(%a, %b) : (tensor<4xi32>, i32) -> ()
     return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["a.b"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{could not find a producer for operand number: 7 of "a.b"(%arg0, %arg1) : (tensor<4xi32>, i32) -> ()}}
    %v = transform.get_producer_of_operand %f[7] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4xi32>, %b: i32) {
     "a.b"(%a, %b) : (tensor<4xi32>, i32) -> ()
     return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["a.b"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{result number overflow}}
    %v = transform.get_consumers_of_result %f[0] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-remark @below {{parent}}
  func.func @f(%a: tensor<4xi32>, %b: i32) {
     // expected-remark @below {{p}}
     %1 = "a.b"(%a, %b) : (tensor<4xi32>, i32) -> (i32)
     // expected-remark @below {{x}}
     // expected-remark @below {{sel}}
     "a.c"(%1, %1) : (i32, i32) -> ()
     // expected-remark @below {{x}}
     "a.b"(%1, %1) : (i32, i32) -> ()
     return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["a.b"]} in %a : (!transform.any_op) -> !transform.any_op
    %f1, %f2 = transform.split_handle %f : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    %e = transform.structured.match ops{["a.x"]} in %a : (!transform.any_op) -> !transform.any_op
    %v0 = transform.get_consumers_of_result %e[0] : (!transform.any_op) -> !transform.any_op
    %v = transform.get_consumers_of_result %f1[0] : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %v, "x" : !transform.any_op
    %p = transform.get_producer_of_operand %f2[1] : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %p, "p" : !transform.any_op
    %fa = transform.get_parent_op %f2  : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %fa, "parent" : !transform.any_op
    %fb = transform.get_parent_op %f2 {nth_parent = 2 : i64, isolated_from_above} : (!transform.any_op) -> !transform.any_op
    %fc = transform.get_parent_op %f2 {nth_parent = 5 : i64, isolated_from_above, allow_empty_results} : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %fc, "parent" : !transform.any_op
    %fs = transform.select "a.c" in %v : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %fs, "sel" : !transform.any_op
    // expected-error @below {{SingleOpMatchOpTrait requires the operand handle to point to a single payload op}}
    transform.match.operation_name %fs ["a.c", "a.d"] : !transform.any_op
    transform.match.operation_empty %fc : !transform.any_op
    transform.verify %fs : !transform.any_op
    %ff = transform.get_parent_op %v {nth_parent = 5 : i64, isolated_from_above, op_name="zz"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4xi32>, %b: i32) {
     %1 = "a.b"(%a, %b) : (tensor<4xi32>, i32) -> (i32)
     "a.b"(%1, %1) : (i32, i32) -> ()
     return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["a.b"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{handle must be mapped to exactly one payload op}}
    %v = transform.get_consumers_of_result %f[0] : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{operation is not empty}}
    transform.match.operation_empty %a : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{wrong operation name}}
    transform.match.operation_name %a ["a.b"] : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @f()
  func.func private @g()
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{SingleOpMatchOpTrait requires the operand handle to point to a single payload op}}
    transform.match.operation_name %f ["a.b"] : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @f()
  func.func private @g()
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{AtMostOneOpMatcherOpTrait requires the operand handle to point to at most one payload op}}
    transform.match.operation_empty %f  : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @f()
  func.func private @g()
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{requires exactly one target handle}}
    %f2 = transform.structured.match ops{["func.func"]} in %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
