// The shorter forms.
transform.sequence failures(propagate) {
^bb0(%arg0: !transform.any_op, %arg1: !transform.any_op):
  transform.sequence %arg0, %arg1 : !transform.any_op, !transform.any_op failures(propagate) {
  ^bb1(%arg2: !transform.any_op, %arg3: !transform.any_op):
    transform.yield
  }
  transform.num_associations %arg0 : (!transform.any_op) -> !transform.any_param
}
// -----
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %p = transform.param.constant 1 -> !transform.any_param
    %0 = transform.apply_registered_pass "canonicalize" with options = {top = [%p, 2], "x" = %p} to %root : (!transform.any_op, !transform.any_param, !transform.any_param) -> !transform.any_op
    transform.yield
  }
}
// -----
func.func @f() attributes {transform.target_tag = "here", transform.silence_tracking_failures} {
  return
}
// -----
module attributes {transform.with_named_sequence} {
  transform.named_sequence @types(%arg0: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %arg0 : !transform.any_op
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %0 = transform.include @types failures(propagate) (%root) : (!transform.any_op) -> !transform.op<"builtin.module">
    transform.yield
  }
}
// -----
// The end of the region may be left out.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %p = transform.param.constant 1 -> !transform.param<i64>
    transform.smt.constrain_params(%p) : (!transform.param<i64>) -> () {
    ^bb0(%i: !smt.int):
    }
    transform.yield
  }
}
