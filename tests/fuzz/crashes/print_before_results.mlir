// PIPELINE: builtin.module(canonicalize)
// a transform that prints the whole payload, before one with results
"builtin.module"() ({
  "transform.sequence"() <{failure_propagation_mode = 1 : i32, operandSegmentSizes = array<i32: 0, 0>}> ({
  ^bb0(%arg0: !transform.any_op):
    "transform.print"() : () -> ()
    %5:2 = "transform.split_handle"(%arg0) <{fail_on_payload_too_small = false, pass_through_empty_handle = false}> : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    "transform.yield"() : () -> ()
  }) : () -> ()
}) : () -> ()
