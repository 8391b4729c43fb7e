// Sequences that repeat, include and try others.

module attributes {transform.with_named_sequence} {
  func.func @f() { return }
  func.func @g() { return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{prior targets' payload size (2) differs from payload size (1)}}
    transform.foreach %f, %a : !transform.any_op, !transform.any_op {
    ^bb0(%x: !transform.any_op, %y: !transform.any_op):
      transform.debug.emit_remark_at %x, "one" : !transform.any_op
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-remark @below {{never}}
  // expected-note @below {{ancestor payload op}}
  // expected-note @below {{nested payload op}}
  func.func @f() { return }
  transform.named_sequence @inner(%f: !transform.any_op {transform.readonly}) {
    transform.match.operation_name %f ["x.y"] : !transform.any_op
    transform.debug.emit_remark_at %f, "never" : !transform.any_op
    transform.yield
  }
  transform.named_sequence @inner2(%f: !transform.any_op {transform.consumed}) {
    %z = transform.apply_registered_pass "canonicalize" to %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-note @below {{handle to invalidated ops}}
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    transform.include @inner failures(suppress) (%f) : (!transform.any_op) -> ()
    // expected-note @below {{invalidated by this transform op that consumes its operand #0 and invalidates all handles to payload IR}}
    transform.include @inner2 failures(suppress) (%f) : (!transform.any_op) -> ()
    // expected-error @below {{op uses a handle invalidated by a previously executed transform op}}
    transform.include @inner failures(propagate) (%f) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f() { return }
  transform.named_sequence private @inner(!transform.any_op {transform.readonly})
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{unresolved external named sequence}}
    transform.include @inner failures(suppress) (%a) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f() { return }
  transform.named_sequence @inner(%f: !transform.any_op {transform.readonly}) {
    // expected-error @below {{wrong operation name}}
    transform.match.operation_name %f ["x.y"] : !transform.any_op
    transform.yield
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    transform.include @inner failures(propagate) (%a) : (!transform.any_op) -> ()
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-remark @below {{r}}
  func.func @f() { return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    %r = transform.alternatives %f : !transform.any_op -> !transform.any_op {
    ^bb0(%b: !transform.any_op):
      transform.annotate %b "first" : !transform.any_op
      transform.match.operation_name %b ["x.y"] : !transform.any_op
      transform.yield %b : !transform.any_op
    }, {
    ^bb0(%b: !transform.any_op):
      transform.annotate %b "second" : !transform.any_op
      transform.yield %b : !transform.any_op
    }
    transform.debug.emit_remark_at %r, "r" : !transform.any_op
    // expected-error @below {{all alternatives failed}}
    transform.alternatives %r : !transform.any_op {
    ^bb0(%b: !transform.any_op):
      transform.match.operation_name %b ["x.y"] : !transform.any_op
    }
    transform.yield
  }
}

// -----

// expected-note @below {{scope}}
module attributes {transform.with_named_sequence} {
  func.func @f() { return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{scope must not contain the transforms being applied}}
    transform.alternatives %a : !transform.any_op {
    ^bb0(%b: !transform.any_op):
      transform.match.operation_name %b ["x.y"] : !transform.any_op
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  // expected-note @below {{scope}}
  func.func @f() { return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.return"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{only isolated-from-above ops can be alternative scopes}}
    transform.alternatives %f : !transform.any_op {
    ^bb0(%b: !transform.any_op):
      transform.match.operation_name %b ["x.y"] : !transform.any_op
    }
    transform.yield
  }
}
