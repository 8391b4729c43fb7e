// Operations are found by properties and by matchers; actions are applied to what matches.

// expected-remark @below {{mod}}
module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4xi32>, %b: i32) {
     // expected-remark @below {{ops}}
     "a.b"(%a, %b) : (tensor<4xi32>, i32) -> ()
     // expected-remark @below {{ops}}
     // expected-remark @below {{attrs}}
     // expected-remark @below {{all operands}}
     "a.b"(%b, %b) {x = 1 : i32} : (i32, i32) -> ()
     // expected-remark @below {{attrs}}
     "a.c"(%b, %b) {x = 1 : i32, y} : (i32, i32) -> (i32)
     // expected-remark @below {{ops}}
     // expected-remark @below {{result}}
     "a.d"(%b, %b) : (i32, i32) -> (f32)
     // expected-remark @below {{ops}}
     "a.d"(%b, %b) : (i32, i32) -> (f32, f32)
     // expected-remark @below {{operands}}
     "a.e"(%b, %a) : (i32, tensor<4xi32>) -> (f32, f32)
     // expected-remark @below {{linalg}}
     %l = linalg.fill ins(%b : i32) outs(%a : tensor<4xi32>) -> tensor<4xi32>
     %lb = arith.constant 0 : index
     // expected-remark @below {{loop}}
     // expected-remark @below {{order}}
     // expected-remark @below {{both}}
     scf.for %i = %lb to %lb step %lb {
       // expected-remark @below {{loop}}
       // expected-remark @below {{order}}
       // expected-remark @below {{both}}
       scf.for %j = %lb to %lb step %lb {
         // expected-remark @below {{order}}
         "a.in"() : () -> ()
       }
     }
     return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["a.b", "a.d"]} in %a : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %f, "ops" : !transform.any_op
    %g = transform.structured.match attributes {x = 1 : i32} in %a : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %g, "attrs" : !transform.any_op
    %h = transform.structured.match filter_result_type = f32 in %a : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %h, "result" : !transform.any_op
    %i = transform.structured.match ops{["a.b", "a.e"]} filter_operand_types = [i32] in %a : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %i, "all operands" : !transform.any_op
    %j = transform.structured.match ops{["a.b", "a.e"]} filter_operand_types = [i32, tensor<4xi32>] in %a : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %j, "operands" : !transform.any_op
    %k = transform.structured.match interface{LinalgOp} in %a : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %k, "linalg" : !transform.any_op
    %l = transform.structured.match interface{LoopLikeInterface} in %a : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %l, "loop" : !transform.any_op
    %n = transform.structured.match ops{["builtin.module"]} in %a : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %n, "mod" : !transform.any_op
    %o = transform.structured.match ops{["scf.for", "a.in"]} in %a : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %o, "order" : !transform.any_op
    %p = transform.structured.match ops{["scf.for", "a.in"]} interface{LoopLikeInterface} in %a : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %p, "both" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-remark @below {{v}}
  // expected-note @below {{value handle points to a block argument #0 in block #0 in region #0}}
  func.func @f(%b: i32) {
     // expected-remark @below {{c}}
     "a.b"(%b) {n = 1} : (i32) -> ()
     // expected-remark @below {{c}}
     "a.b"(%b) {n = 2}: (i32) -> ()
     return }
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op, !transform.any_value) {
    transform.match.operation_name %a ["a.b"] : !transform.any_op
    %v = transform.get_operand %a[0] : (!transform.any_op) -> !transform.any_value
    transform.yield %a, %v : !transform.any_op, !transform.any_value
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %c, %v = transform.collect_matching @m in %a : (!transform.any_op) -> (!transform.any_op, !transform.any_value)
    transform.debug.emit_remark_at %c, "c" : !transform.any_op
    transform.debug.emit_remark_at %v, "v" : !transform.any_value
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%b: i32) {
     return }
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{mismatching type interfaces for matcher result and op result #0}}
    %c = transform.collect_matching @m in %a : (!transform.any_op) -> (!transform.any_value)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%b: i32) {
     return }
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{expected the matcher to yield as many values as op has results (2), got 1}}
    %c, %d = transform.collect_matching @m in %a : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}, %b: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{expected the matcher to take one operation handle argument}}
    %c = transform.collect_matching @m in %a : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @m() { return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{unresolved matcher symbol @m}}
    %c = transform.collect_matching @m in %a : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{unresolved matcher symbol @m2}}
    %c = transform.collect_matching @m2 in %a : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence private @m(!transform.any_op {transform.readonly}) -> (!transform.any_op)
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{unresolved external symbol @m}}
    %c = transform.collect_matching @m in %a : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @f()
  func.func private @g()
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    %f = transform.merge_handles %a, %a : !transform.any_op
    transform.yield %f : !transform.any_op
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{result #0, associated with 2 payload objects, expected 1}}
    %c = transform.collect_matching @m in %a : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}

// -----

// expected-remark @below {{a2}}
// expected-remark @below {{r2}}
// expected-note @below {{ancestor payload op}}
// expected-note @below {{nested payload op}}
module attributes {transform.with_named_sequence} {
  // expected-remark @below {{a}}
  // expected-remark @below {{x}}
  func.func @f(%b: i32) {
     // expected-remark @below {{a}}
     // expected-remark @below {{x}}
     "a.b"(%b) {n = 1} : (i32) -> ()
     // expected-remark @below {{a2}}
     // expected-remark @below {{x}}
     "a.c"(%b) {n = 2}: (i32) -> ()
     return }
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    transform.match.operation_name %a ["a.b", "func.func"] : !transform.any_op
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @m2(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    transform.match.operation_name %a ["a.b", "a.c", "builtin.module"] : !transform.any_op
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @a(%a: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.debug.emit_remark_at %a, "a" : !transform.any_op
    transform.annotate %a "x" : !transform.any_op
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @a2(%a: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.debug.emit_remark_at %a, "a2" : !transform.any_op
    transform.yield %a : !transform.any_op
  }
  // expected-note @below {{handle to invalidated ops}}
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-note @below {{invalidated by this transform op that consumes its operand #0 and invalidates all handles to payload IR}}
    %r, %x = transform.foreach_match in %a @m -> @a, @m2 -> @a2 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.debug.emit_remark_at %x, "x" : !transform.any_op
    %r2, %x2 = transform.foreach_match restrict_root in %r @m -> @a, @m2 -> @a2 : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.debug.emit_remark_at %r2, "r2" : !transform.any_op
    // expected-error @below {{op uses a handle invalidated by a previously executed transform op}}
    transform.debug.emit_remark_at %a, "gone" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note @below {{when applied to this matching payload}}
  func.func @f(%b: i32) {
     // expected-note @below {{when applied to this matching payload}}
     "a.b"(%b) {n = 1} : (i32) -> ()
     return }
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    transform.match.operation_name %a ["a.b", "func.func"] : !transform.any_op
    transform.yield %a : !transform.any_op
  }
  // expected-note @below {{failed action: wrong operation name}}
  transform.named_sequence @a(%a: !transform.any_op {transform.readonly}) {
    transform.match.operation_name %a ["a.c"] : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{actions failed}}
    %r = transform.foreach_match in %a @m -> @a : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @a() {
    transform.yield
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{mismatching number of matcher results and action arguments between @m (1) and @a (0)}}
    %r = transform.foreach_match in %a @m -> @a : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @a(%a: !transform.any_value {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{mismatching type interfaces for matcher result and action argument #0of matcher @m and action @a}}
    %r = transform.foreach_match in %a @m -> @a : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note @below {{symbol declaration}}
  transform.named_sequence @m(%a: !transform.any_value {transform.readonly}) -> () {
    transform.yield
  }
  transform.named_sequence @a() {
    transform.yield
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{mismatching type interfaces for operand and matcher argument #0 of matcher @m}}
    %r = transform.foreach_match in %a @m -> @a : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    transform.yield %a : !transform.any_op
  }
  // expected-note @below {{symbol declaration}}
  transform.named_sequence @a(%a: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{the number of action results (0) for @a doesn't match the number of extra op results (1)}}
    %r, %s = transform.foreach_match in %a @m -> @a : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    transform.yield %a : !transform.any_op
  }
  // expected-note @below {{symbol declaration}}
  transform.named_sequence @a(%a: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{mismatching type interfaces for action result #0 of action @a and op result}}
    %r, %s = transform.foreach_match in %a @m -> @a : (!transform.any_op) -> (!transform.any_op, !transform.any_value)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note @below {{symbol declaration}}
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}, %b: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @a(%a: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{the number of operands (1) doesn't match the number of matcher arguments (2) for @m}}
    %r = transform.foreach_match in %a @m -> @a : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{unresolved matcher symbol @mx}}
    %r = transform.foreach_match in %a @mx -> @ax : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{'transform.foreach_match' op expected the same number of matchers and actions}}
    "transform.foreach_match"(%a) {actions=[], matchers=[@m]} : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{'transform.foreach_match' op expected at least one match/action pair}}
    "transform.foreach_match"(%a) {actions=[], matchers=[]} : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}
