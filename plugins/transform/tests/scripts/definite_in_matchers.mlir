// Matchers that fail definitely.

module attributes {transform.with_named_sequence} {
  func.func @f(%b: i32) {
     return }
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    // expected-error @below {{expected operations in the match part to implement MatchOpInterface}}
    transform.annotate %a "x" : !transform.any_op
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %c = transform.collect_matching @m in %a : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @f()
  func.func private @g()
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    // expected-error @below {{expected operations in the match part to implement MatchOpInterface}}
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %c = transform.collect_matching @m in %a : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func private @f()
  func.func private @g()
  // expected-error @below {{incompatible payload operation name expected func.func vs transform.yield}}
  transform.named_sequence @m(%a: !transform.op<"func.func"> {transform.readonly}) -> (!transform.op<"func.func">) {
    // expected-note @below {{payload operation}}
    transform.yield %a : !transform.op<"func.func">
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %c = transform.collect_matching @m in %a : (!transform.any_op) -> (!transform.any_op)
    transform.debug.emit_remark_at %c, "typed" : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    // expected-error @below {{expected operations in the match part to implement MatchOpInterface}}
    transform.annotate %a "x" : !transform.any_op
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @a(%a: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %r = transform.foreach_match in %a @m -> @a : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}
