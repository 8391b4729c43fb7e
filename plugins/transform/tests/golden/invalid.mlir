// error: 'transform.sequence' op expects the entry block to have at least one argument
transform.sequence failures(propagate) {
}
// -----
// error: 'transform.sequence' op expects the first entry block argument to be of type implementing TransformHandleTypeInterface
transform.sequence failures(propagate) {
^bb0(%rag0: i64):
}
// -----
// error: 'transform.sequence' op expects operands to be provided for a nested op
transform.sequence failures(propagate) {
^bb0(%arg0: !transform.any_op):
  transform.sequence failures(propagate) {
  ^bb1(%arg1: !transform.any_op):
  }
}
// -----
// error: 'transform.sequence' op expects trailing entry block arguments to be of type implementing TransformHandleTypeInterface, TransformValueHandleTypeInterface or TransformParamTypeInterface
transform.sequence failures(propagate) {
^bb0(%arg0: !transform.any_op, %arg1: i64):
}
// -----
// error: 'transform.sequence' op expected children ops to implement TransformOpInterface
transform.sequence failures(propagate) {
^bb0(%arg0: !transform.any_op):
  arith.constant 42.0 : f32
}
// -----
// error: 'transform.sequence' op expects the types of the terminator operands to match the types of the result
%0 = transform.sequence -> !transform.any_op failures(propagate) {
^bb0(%arg0: !transform.any_op):
  transform.yield
}
// -----
// error: 'transform.sequence' op expects the type of the block argument to match the type of the operand
transform.sequence failures(propagate) {
^bb0(%arg0: !transform.any_op):
  transform.sequence %arg0: !transform.any_op failures(propagate) {
  ^bb1(%arg1: !transform.op<"a.b">):
    transform.yield
  }
}
// -----
// error: expected types to be provided for all operands
transform.sequence failures(propagate) {
^bb0(%arg0: !transform.any_op, %arg1: !transform.any_op, %arg2: !transform.any_op):
  transform.sequence %arg0, %arg1, %arg2 : (!transform.any_op, !transform.any_op) failures(propagate) {
  ^bb0(%arg3: !transform.any_op, %arg4: !transform.any_op, %arg5: !transform.any_op):
  }
}
// -----
// error: 'transform.sequence' op does not expect extra operands when used as top-level
%0 = "test.generate_something"() : () -> !transform.any_op
"transform.sequence"(%0) ({
^bb0(%arg0: !transform.any_op):
  "transform.yield"() : () -> ()
}) {failure_propagation_mode = 1 : i32, operandSegmentSizes = array<i32: 0, 1>} : (!transform.any_op) -> ()
// -----
// error: 'transform.alternatives' op expects at least one region
transform.sequence failures(propagate) {
^bb1(%arg1: !transform.any_op):
  transform.alternatives
}
// -----
// error: 'transform.alternatives' op expects terminator operands to have the same type as results of the operation
transform.sequence failures(propagate) {
^bb1(%arg1: !transform.any_op):
  %2 = transform.alternatives %arg1 : !transform.any_op -> !transform.any_op {
  ^bb2(%arg2: !transform.any_op):
    transform.yield %arg2 : !transform.any_op
  }, {
  ^bb2(%arg2: !transform.any_op):
    transform.yield
  }
}
// -----
// error: 'transform.alternatives' op expects the entry block to have at least one argument
transform.alternatives {
^bb0:
  transform.yield
}
// -----
// error: expects the parent symbol table to have the 'transform.with_named_sequence' attribute
transform.named_sequence @foo(%a: !transform.any_op {transform.readonly}) {
  transform.yield
}
// -----
// error: expected terminator to have as many operands as the parent op has results
module attributes {transform.with_named_sequence} {
transform.named_sequence @foo(%a: !transform.any_op {transform.readonly}) {
  transform.yield %a : !transform.any_op
}
}
// -----
// error: argument #0 cannot be both readonly and consumed
module attributes {transform.with_named_sequence} {
transform.named_sequence @foo(%a: !transform.any_op {transform.readonly, transform.consumed}) {
  transform.yield
}
}
// -----
// error: must provide consumed/readonly status for arguments of external or called ops
module attributes {transform.with_named_sequence} {
transform.named_sequence @foo(!transform.any_op) 
}
// -----
// error: unknown attribute: "transform.foo"
module attributes {transform.foo} {
}
// -----
// error: "transform.target_tag" attribute must be a string
module attributes {transform.target_tag = 1} {
}
// -----
// error: custom op 'transform.readonly' is unknown
module attributes {transform.with_named_sequence} {
transform.named_sequence private @foo() {transform.readonly} {
 transform.yield
}
}
// -----
// error: 'transform.named_sequence' op region #0 ('body') failed to verify constraint: region with at most 1 blocks
module attributes {transform.with_named_sequence} {
transform.named_sequence private @foo() {
 "cf.br"()[^bb1] : () -> ()
^bb1:
 transform.yield
}
}
// -----
// error: expected non-empty function body
module attributes {transform.with_named_sequence} {
transform.named_sequence private @foo() {
}
}
// -----
// error: TransformOpInterface requires memory effects on operands to be specified
module attributes {transform.with_named_sequence} {
transform.named_sequence private @foo(%a: !transform.any_op) {
 transform.yield
}
transform.named_sequence private @foo2(%a: !transform.any_op) {
 transform.include @foo failures(propagate) (%a) : (!transform.any_op) -> ()
 transform.yield
}
}
// -----
// error: 'transform.include' op does not reference a named transform sequence
module attributes {transform.with_named_sequence} {
transform.named_sequence private @foo2(%a: !transform.any_op) {
 transform.include @foo3 failures(propagate) (%a) : (!transform.any_op) -> ()
 transform.yield
}
}
// -----
// error: recursion not allowed in named sequences
module attributes {transform.with_named_sequence} {
transform.named_sequence private @foo(%a: !transform.any_op {transform.readonly}) {
 transform.include @foo failures(propagate) (%a) : (!transform.any_op) -> ()
 transform.yield
}
}
// -----
// error: incorrect number of operands for callee
module attributes {transform.with_named_sequence} {
transform.named_sequence private @foo(%a: !transform.any_op {transform.readonly}) {
 transform.yield
}
transform.named_sequence private @foo2(%a: !transform.any_op, %b: !transform.op<"a.b">) {
 transform.include @foo failures(propagate) () : () -> ()
 transform.yield
}
}
// -----
// error: 'transform.include' op operand type mismatch: expected operand type '!transform.any_op', but provided '!transform.op<"a.b">' for operand number 0
module attributes {transform.with_named_sequence} {
transform.named_sequence private @foo(%a: !transform.any_op {transform.readonly}) {
 transform.yield
}
transform.named_sequence private @foo2(%a: !transform.any_op, %b: !transform.op<"a.b">) {
 transform.include @foo failures(propagate) (%b) : (!transform.op<"a.b">) -> ()
 transform.yield
}
}
// -----
// error: incorrect number of results for callee
module attributes {transform.with_named_sequence} {
transform.named_sequence private @foo(%a: !transform.any_op {transform.readonly}) {
 transform.yield
}
transform.named_sequence private @foo2(%a: !transform.any_op, %b: !transform.op<"a.b">) {
 %0 = transform.include @foo failures(propagate) (%a) : (!transform.any_op) -> !transform.any_op
 transform.yield
}
}
// -----
// error: use of value '%a' expects different type than prior uses: '!transform.op<"a.b">' vs '!transform.any_op'
module attributes {transform.with_named_sequence} {
transform.named_sequence private @foo(%a: !transform.any_op {transform.readonly}) -> !transform.any_op {
 transform.yield %a : !transform.op<"a.b">
}
}
// -----
// error: the type of the terminator operand #0 must match the type of the corresponding parent op result ('!transform.op<"a.b">' vs '!transform.any_op')
module attributes {transform.with_named_sequence} {
transform.named_sequence private @foo(%a: !transform.any_op {transform.readonly}, %b : !transform.op<"a.b">) -> !transform.any_op {
 transform.yield %b : !transform.op<"a.b">
}
}
// -----
// error: expected 'transform.yield' as terminator
module attributes {transform.with_named_sequence} {
transform.named_sequence private @foo(%a: !transform.any_op {transform.readonly}) -> !transform.any_op {
 transform.include @foo2 failures(propagate) (%a) : (!transform.any_op) -> ()
}
transform.named_sequence private @foo2(%a: !transform.any_op {transform.readonly}) {
 transform.yield
}
}
// -----
// error: "transform.silence_tracking_failures" must be a unit attribute
"a.b"() {transform.silence_tracking_failures = 1} : () -> ()
// -----
// error: "transform.with_named_sequence" attribute can only be attached to operations with symbol tables
"a.b"() {transform.with_named_sequence} : () -> ()
// -----
// error: "transform.consumed" must be a unit attribute
"a.b"() {transform.consumed = 1} : () -> ()
// -----
// error: invalid kind of attribute specified
"a.b"() {a = #transform.param_operand<index = "a">} : () -> ()
// -----
// error: only supports integer types with width <=64
"a.b"() {a = !transform.param<f32>} : () -> ()
// -----
// error: expected string or keyword containing one of the following enum values for attribute 'failure_propagation_mode' [propagate, suppress]
transform.sequence failures(foo) { }
// -----
// error: 'transform.sequence' op attribute 'failure_propagation_mode' failed to satisfy constraint: Silenceable error propagation policy
"transform.sequence"() ({
^bb0(%a : !transform.any_op):
"transform.yield"() : () -> ()
}) {failure_propagation_mode = 3 : i32, operandSegmentSizes = array<i32: 0,0>} : () -> ()
// -----
// error: expected string or keyword containing one of the following enum values for attribute 'predicate' [eq, ne, lt, le, gt, ge]
transform.sequence failures(propagate) {
^bb0(%a : !transform.any_op):
%1 = transform.param.constant 1 -> !transform.param<i64>
transform.match.param.cmpi xx %1, %1 : !transform.param<i64>
}
// -----
// error: 'transform.match.param.cmpi' op attribute 'predicate' failed to satisfy constraint: allowed 32-bit signless integer cases: 0, 1, 2, 3, 4, 5
transform.sequence failures(propagate) {
^bb0(%a : !transform.any_op):
%1 = transform.param.constant 1 -> !transform.param<i64>
"transform.match.param.cmpi"(%1, %1) {predicate = 7 : i32} : (!transform.param<i64>, !transform.param<i64>) -> ()
}
// -----
// error: 'transform.merge_handles' op result #0 must be any transform handle or parameter, but got 'i32'
transform.sequence failures(propagate) {
^bb0(%a : !transform.any_op):
"transform.merge_handles"(%a) : (!transform.any_op) -> (i32)
}
// -----
// error: 'transform.sequence' op operand #0 must be TransformHandleTypeInterface instance, but got 'i32'
%0 = "a.b"() : () -> i32
"transform.sequence"(%0) ({
^bb0(%a : !transform.any_op):
"transform.yield"() : () -> ()
}) {failure_propagation_mode = 1 : i32, operandSegmentSizes = array<i32: 1,0>} : (i32) -> ()
// -----
// error: 'transform.get_defining_op' op operand #0 must be TransformValueHandleTypeInterface instance, but got 'i32'
%0 = "a.b"() : () -> i32
transform.get_defining_op %0 : (i32) -> i32
// -----
// error: 'transform.debug.emit_remark_at' op operand #0 must be any transform handle, but got 'i32'
%0 = "a.b"() : () -> i32
transform.debug.emit_remark_at %0, "a" : i32
// -----
// error: 'transform.foreach' op expects co-indexed targets and the body's block arguments to have the same op/value/param type
transform.sequence failures(propagate) {
^bb0(%arg0: !transform.any_op, %arg1: !transform.any_op, %arg2: !transform.any_op):
  transform.foreach %arg0 : !transform.any_op {
  ^bb0(%arg3: !transform.any_value):
   }
}
// -----
// error: 'transform.foreach' op expects the same number of results as the yield terminator has operands
transform.sequence failures(propagate) {
^bb0(%arg0: !transform.any_op, %arg1: !transform.any_op, %arg2: !transform.any_op):
  %0 = transform.foreach %arg0 : !transform.any_op -> !transform.any_op {
  ^bb0(%arg3: !transform.any_op):
   }
}
// -----
// error: 'transform.foreach' op expects co-indexed results and yield operands to have the same op/value/param type
transform.sequence failures(propagate) {
^bb0(%arg0: !transform.any_op, %arg1: !transform.any_op, %arg2: !transform.any_op):
  %0 = transform.foreach %arg0 : !transform.any_op -> !transform.any_value {
  ^bb0(%arg3: !transform.any_op):
    transform.yield %arg3 : !transform.any_op
   }
}
// -----
// error: 'transform.alternatives' op expects the type of the block argument to match the type of the operand
transform.sequence failures(propagate) {
^bb0(%arg0: !transform.any_op):
  transform.alternatives %arg0 : !transform.any_op {
  ^bb0(%arg3: !transform.op<"a.b">):
  }
}
// -----
// error: 'transform.get_operand' op expected the listed values to be unique
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op):
  %2 = transform.get_operand %a[1, 1] : (!transform.any_op) -> !transform.any_value
}
// -----
// error: 'transform.get_operand' op cannot both request 'all' and specific values in the list
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op):
  %2 = "transform.get_operand"(%a) {raw_position_list = array<i64: 1>, is_all} : (!transform.any_op) -> !transform.any_value
}
// -----
// error: 'transform.get_operand' op cannot request both 'all' and 'inverted' values in the list
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op):
  %2 = "transform.get_operand"(%a) {raw_position_list = array<i64>, is_all, is_inverted} : (!transform.any_op) -> !transform.any_value
}
// -----
// error: 'transform.get_operand' op must request specific values in the list if 'all' is not specified
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op):
  %2 = "transform.get_operand"(%a) {raw_position_list = array<i64>, is_inverted} : (!transform.any_op) -> !transform.any_value
}
// -----
// error: 'transform.annotate' op operand #1 must be TransformParamTypeInterface instance, but got '!transform.any_op'
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op):
  %2 = transform.get_parent_op %a {nth_parent = 1 : i64, deduplicate, op_name="a"} : (!transform.any_op) -> !transform.any_op
  %3 = transform.get_parent_op %a {nth_parent = 2 : i64} : (!transform.any_op) -> !transform.any_op
  %4:2 = transform.split_handle %a {fail_on_payload_too_small = true, overflow_result = 1} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
  %5 = transform.merge_handles deduplicate %a, %2 {x} : !transform.any_op
  transform.annotate %a "x" {y} = %3 : !transform.any_op, !transform.any_op
}
// -----
// error: 'transform.split_handle' op overflow_result is not a valid result index
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op):
  %4:2 = transform.split_handle %a {overflow_result = 2} : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
}
// -----
// error: 'transform.split_handle' op expects result types to implement the same transform interface as the operand type
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op):
  %4:2 = transform.split_handle %a  : (!transform.any_op) -> (!transform.any_op, !transform.any_value)
}
// -----
// error: expected affine map attribute, got 0 : i64
transform.sequence failures(propagate) {
^bb0(%a: !transform.any_op):
  transform.num_associations %a  : (!transform.any_op) -> !transform.affine_map
}
// -----
// error: expected the matcher argument to be marked readonly
module attributes {transform.with_named_sequence} {
  func.func @f(%b: i32) { 
     return }
  transform.named_sequence @m(%a: !transform.any_op {transform.consumed}) -> (!transform.any_op) {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %c = transform.collect_matching @m in %a : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}
// -----
// error: mismatching type interfaces for matcher result and op result #0
module attributes {transform.with_named_sequence} {
  func.func @f(%b: i32) { 
     return }
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %c = transform.collect_matching @m in %a : (!transform.any_op) -> (!transform.any_value)
    transform.yield
  }
}
// -----
// error: expected the matcher to yield as many values as op has results (2), got 1
module attributes {transform.with_named_sequence} {
  func.func @f(%b: i32) { 
     return }
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %c, %d = transform.collect_matching @m in %a : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
// -----
// error: expected the matcher to take one operation handle argument
module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}, %b: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %c = transform.collect_matching @m in %a : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}
// -----
// error: unresolved matcher symbol @m
module attributes {transform.with_named_sequence} {
  func.func @m() { return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %c = transform.collect_matching @m in %a : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}
// -----
// error: unresolved matcher symbol @m2
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %c = transform.collect_matching @m2 in %a : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}
// -----
// error: mismatching number of matcher results and action arguments between @m (1) and @a (0)
module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @a() {
    transform.yield 
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %r = transform.foreach_match in %a @m -> @a : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}
// -----
// error: mismatching type interfaces for matcher result and action argument #0of matcher @m and action @a
module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @a(%a: !transform.any_value {transform.readonly}) {
    transform.yield 
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %r = transform.foreach_match in %a @m -> @a : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}
// -----
// error: mismatching type interfaces for operand and matcher argument #0 of matcher @m
module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_value {transform.readonly}) -> () {
    transform.yield
  }
  transform.named_sequence @a() {
    transform.yield 
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %r = transform.foreach_match in %a @m -> @a : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}
// -----
// error: the number of action results (0) for @a doesn't match the number of extra op results (1)
module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @a(%a: !transform.any_op {transform.readonly}) {
    transform.yield 
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %r, %s = transform.foreach_match in %a @m -> @a : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
// -----
// error: mismatching type interfaces for action result #0 of action @a and op result
module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @a(%a: !transform.any_op {transform.readonly}) -> !transform.any_op {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %r, %s = transform.foreach_match in %a @m -> @a : (!transform.any_op) -> (!transform.any_op, !transform.any_value)
    transform.yield
  }
}
// -----
// error: the number of operands (1) doesn't match the number of matcher arguments (2) for @m
module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}, %b: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
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
// -----
// error: unresolved matcher symbol @mx
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %r = transform.foreach_match in %a @mx -> @ax : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}
// -----
// error: 'transform.foreach_match' op expected the same number of matchers and actions
module attributes {transform.with_named_sequence} {
  transform.named_sequence @m(%a: !transform.any_op {transform.readonly}) -> (!transform.any_op) {
    transform.yield %a : !transform.any_op
  }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    "transform.foreach_match"(%a) {actions=[], matchers=[@m]} : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}
// -----
// error: 'transform.foreach_match' op expected at least one match/action pair
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    "transform.foreach_match"(%a) {actions=[], matchers=[]} : (!transform.any_op) -> (!transform.any_op)
    transform.yield
  }
}
// -----
// error: 'transform.apply_patterns' op expected children ops to implement PatternDescriptorOpInterface
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    transform.apply_patterns to %a {
      "a.b"() : () -> ()
    } : !transform.any_op
    transform.yield
  }
}
// -----
// error: 'transform.tune.knob' op provided `selected` attribute is not an element of `options` array of attributes
module attributes {transform.with_named_sequence} {
  func.func @f() { return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %k = transform.tune.knob<"x"> = 4 from options = [2, 3] -> !transform.any_param
    transform.yield
  }
}
// -----
// error: 'transform.tune.alternatives' op 'selected_region' attribute specifies region at index 1 while op has only 1 regions
module attributes {transform.with_named_sequence} {
  func.func @f() { return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    transform.tune.alternatives<"y"> selected_region = 1 {
    }
    transform.yield
  }
}
// -----
// error: 'transform.yield' op expected terminator to have as many operands as the parent op has results
module attributes {transform.with_named_sequence} {
  func.func @f() { return }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    transform.tune.alternatives<"y"> -> !transform.any_op {
    }
    transform.yield
  }
}
// -----
// error: 'transform.bufferization.empty_tensor_to_alloc_tensor' op operand #0 must be Transform IR handle to tensor.empty operations, but got '!transform.any_op'
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %g = transform.bufferization.empty_tensor_to_alloc_tensor %a : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
// -----
// error: 'transform.structured.match' op result #0 must be TransformHandleTypeInterface instance, but got '!transform.any_value'
transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  %x = transform.structured.match ops{["a.b"]} in %op : (!transform.any_op) -> !transform.any_value
}
// -----
// The reference differs in its words.
// error: 'transform.structured.multitile_sizes' op failed to verify that all of {low_size, high_size, split_point} have same type
transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  %x:3 = "transform.structured.multitile_sizes"(%op) <{dimension = 0 : i64, divisor = 1 : i64, target_size = 3 : i64}> : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.op<"a.b">)
}
// -----
// error: 'transform.loop.pipeline' op operand #0 must be Transform IR handle to scf.for operations, but got '!transform.any_op'
transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  %x = transform.loop.pipeline %op : (!transform.any_op) -> !transform.any_op
}
// -----
// error: 'transform.loop.unroll' op attribute 'factor' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive
transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  transform.loop.unroll %op {factor = 0} : !transform.any_op
}
// -----
// error: expected '('
transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  %x = transform.structured.generalize %op : !transform.any_op
}
// -----
// error: 'transform.sequence' op block argument #0 has more than one potential consumer
transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  %x = transform.structured.generalize %op : (!transform.any_op) -> !transform.any_op
  %y = transform.structured.generalize %op : (!transform.any_op) -> !transform.any_op
}
// -----
// error: expected string or keyword containing one of the following enum values for attribute 'lowering_strategy' [dot, llvmintr, outerproduct, parallelarith]
transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  transform.apply_patterns to %op {
    transform.apply_patterns.vector.lower_contraction lowering_strategy = outer
  } : !transform.any_op
}
// -----
// error: 'transform.apply_conversion_patterns' op expected pattern children ops to implement ConversionPatternDescriptorOpInterface
transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  transform.apply_conversion_patterns to %op {
    transform.apply_patterns.canonicalization
  } : !transform.any_op
}
// -----
// error: 'transform.apply_conversion_patterns' op expected exactly one op in default type converter region
transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  transform.apply_conversion_patterns to %op {
  } with type_converter {
  } : !transform.any_op
}
// -----
// error: 'transform.match.structured' op expected one body argument
transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  transform.match.structured %op : !transform.any_op {
  }
}
// -----
// error: 'transform.match.structured' op expected body argument to implement TransformHandleTypeInterface
transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  transform.match.structured %op : !transform.any_op {
  ^bb1(%a: i64):
  }
}
// -----
// error: 'transform.structured.replace' op expected one operation in block
transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  %x = transform.structured.replace %op {
  } : (!transform.any_op) -> !transform.any_op
}
// -----
// error: 'transform.func.cast_and_call' op expected a function handle or name to call
transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  %x = transform.func.cast_and_call before %op : (!transform.any_op) -> !transform.any_op
}
// -----
// error: 'transform.structured.bufferize_to_allocation' op unsupported memcpy op
transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  %x:2 = transform.structured.bufferize_to_allocation %op {memcpy_op = "a.b"} : !transform.any_op
}
// -----
// error: 'transform.structured.bufferize_to_allocation' op unsupported alloc op
transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  %x:2 = transform.structured.bufferize_to_allocation %op {alloc_op = "a.b"} : !transform.any_op
}
// -----
// error: 'transform.sequence' op expected children ops to implement TransformOpInterface
transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  "test.op"() : () -> ()
  transform.apply_cse to %op : !transform.any_op
}
// -----
// error: 'transform.apply_conversion_patterns' op expected default converter child op to implement TypeConverterBuilderOpInterface
transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  transform.apply_conversion_patterns to %op {
  } with type_converter {
    transform.apply_patterns.canonicalization
  } : !transform.any_op
}
// -----
// error: 'transform.func.cast_and_call' op expected children ops to implement TypeConverterBuilderOpInterface
transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  %x = transform.func.cast_and_call @f before %op {
    transform.apply_patterns.canonicalization
  } : (!transform.any_op) -> !transform.any_op
}
// -----
// error: 'transform.func.cast_and_call' op function handle and name are mutually exclusive
transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  %x = transform.func.cast_and_call @f %op before %op : (!transform.any_op, !transform.any_op) -> !transform.any_op
}
// -----
// error: expected key to either be an identifier or a string
transform.sequence failures(propagate) {
^bb0(%op: !transform.any_op):
  %x = transform.apply_registered_pass "canonicalize" with options = {"" = 1} to %op : (!transform.any_op) -> !transform.any_op
}
