// Knobs and alternatives of tuners.

module attributes {transform.with_named_sequence} {
  func.func @f() { return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{non-deterministic choice "x" is only resolved through providing a `selected` attr}}
    %k = transform.tune.knob<"x"> options = [2, 3] -> !transform.any_param
    transform.yield
  }
}

// -----

// expected-remark @below {{one}}
// expected-remark @below {{zero}}
// expected-remark @below {{r}}
module attributes {transform.with_named_sequence} {
  func.func @f() { return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %k = transform.tune.knob<"x"> = 1 from options = [1, 3] -> !transform.any_param
    transform.tune.alternatives<"y"> selected_region = %k : !transform.any_param {
      transform.debug.emit_remark_at %a, "zero" : !transform.any_op
    }, {
      transform.debug.emit_remark_at %a, "one" : !transform.any_op
    }
    %r = transform.tune.alternatives<"y"> selected_region = 0 -> !transform.any_op {
      transform.debug.emit_remark_at %a, "zero" : !transform.any_op
      transform.yield %a : !transform.any_op
    }
    transform.debug.emit_remark_at %r, "r" : !transform.any_op
    // expected-error @below {{non-deterministic choice "y" is only resolved through providing a `selected_region` attr/param}}
    transform.tune.alternatives<"y"> {
    }
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f() { return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %k = transform.tune.knob<"x"> = 1 from options = [1, 3] -> !transform.any_param
    // expected-error @below {{'selected_region' attribute/param specifies region at index 1 while op has only 1 regions}}
    transform.tune.alternatives<"y"> selected_region = %k : !transform.any_param {
      transform.debug.emit_remark_at %a, "zero" : !transform.any_op
    }
    transform.yield
  }
}
