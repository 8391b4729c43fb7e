module {
  %true = arith.constant true
  pdl_interp.func @matcher(%arg0: !pdl.operation {a.b}) attributes {foo} {
    pdl_interp.check_operation_name of %arg0 is "foo.op" -> ^bb1, ^bb19
  ^bb1:  // pred: ^bb0
    pdl_interp.check_operand_count of %arg0 is 2 -> ^bb2, ^bb19
  ^bb2:  // pred: ^bb1
    pdl_interp.check_result_count of %arg0 is at_least 1 {x} -> ^bb3, ^bb19
  ^bb3:  // pred: ^bb2
    %0 = pdl_interp.get_operand 0 of %arg0
    %1 = pdl_interp.get_operands of %arg0 : !pdl.range<value>
    %2 = pdl_interp.get_operands 1 of %arg0 : !pdl.value
    %3 = pdl_interp.get_result 0 of %arg0
    %4 = pdl_interp.get_results of %arg0 : !pdl.range<value>
    %5 = pdl_interp.get_results 1 of %arg0 : !pdl.value
    pdl_interp.is_not_null %0 : !pdl.value -> ^bb4, ^bb19
  ^bb4:  // pred: ^bb3
    %6 = pdl_interp.get_defining_op of %0 : !pdl.value
    %7 = pdl_interp.get_users of %0 : !pdl.value
    %8 = pdl_interp.get_value_type of %0 : !pdl.type
    %9 = pdl_interp.get_value_type of %1 : !pdl.range<type>
    %10 = pdl_interp.get_attribute "attr" of %arg0
    %11 = pdl_interp.get_attribute_type of %10
    pdl_interp.are_equal %0, %3 : !pdl.value -> ^bb5, ^bb19
  ^bb5:  // pred: ^bb4
    pdl_interp.check_attribute %10 is 10 : i64 -> ^bb6, ^bb19
  ^bb6:  // pred: ^bb5
    pdl_interp.check_type %8 is i32 -> ^bb7, ^bb19
  ^bb7:  // pred: ^bb6
    pdl_interp.check_types %9 are [i32, f32] -> ^bb8, ^bb19
  ^bb8:  // pred: ^bb7
    pdl_interp.apply_constraint "c"(%0 : !pdl.value) -> ^bb9, ^bb19
  ^bb9:  // pred: ^bb8
    %12 = pdl_interp.apply_constraint "c"(%0 : !pdl.value) : !pdl.attribute {isNegated = true} -> ^bb10, ^bb19
  ^bb10:  // pred: ^bb9
    %13 = pdl_interp.extract 0 of %1 : !pdl.value
    %14 = pdl_interp.extract 1 of %7 : !pdl.operation
    pdl_interp.foreach %arg1 : !pdl.operation in %7 {
      pdl_interp.branch ^bb1
    ^bb1:  // pred: ^bb0
      pdl_interp.continue
    } -> ^bb11
  ^bb11:  // pred: ^bb10
    pdl_interp.switch_attribute %10 to [10, true](^bb12, ^bb13) -> ^bb19
  ^bb12:  // pred: ^bb11
    pdl_interp.switch_operand_count of %arg0 to dense<[10, 2]> : vector<2xi32>(^bb13, ^bb14) -> ^bb19
  ^bb13:  // 2 preds: ^bb11, ^bb12
    pdl_interp.switch_operation_name of %arg0 to ["foo.op", "bar.op"](^bb14, ^bb15) -> ^bb19
  ^bb14:  // 2 preds: ^bb12, ^bb13
    pdl_interp.switch_result_count of %arg0 to dense<[0, 2]> : vector<2xi32>(^bb15, ^bb16) -> ^bb19
  ^bb15:  // 2 preds: ^bb13, ^bb14
    pdl_interp.switch_type %8 to [i32, i64](^bb16, ^bb17) -> ^bb19
  ^bb16:  // 2 preds: ^bb14, ^bb15
    pdl_interp.switch_types %9 to [[i32], [i64, i64]](^bb17, ^bb18) -> ^bb19
  ^bb17:  // 2 preds: ^bb15, ^bb16
    pdl_interp.record_match @rewriters::@rw(%arg0, %0 : !pdl.operation, !pdl.value) : benefit(1), generatedOps(["x.y"]), loc([%arg0, %6]), root("foo.op") -> ^bb19
  ^bb18:  // pred: ^bb16
    pdl_interp.record_match @rewriters::@rw : benefit(1), loc([%arg0]) -> ^bb19
  ^bb19:  // 18 preds: ^bb0, ^bb1, ^bb2, ^bb3, ^bb4, ^bb5, ^bb6, ^bb7, ^bb8, ^bb9, ^bb11, ^bb12, ^bb13, ^bb14, ^bb15, ^bb16, ^bb17, ^bb18
    pdl_interp.finalize
  }
  module @rewriters {
    pdl_interp.func @rw(%arg0: !pdl.operation, %arg1: !pdl.value) {
      %0 = pdl_interp.create_attribute 10 : i64
      %1 = pdl_interp.create_attribute "x" attributes {y}
      %2 = pdl_interp.create_type i32
      %3 = pdl_interp.create_types [i32, i64]
      %4 = pdl_interp.create_range : !pdl.range<value>
      %5 = pdl_interp.create_range %arg1, %4 : !pdl.value, !pdl.range<value> 
      %6 = pdl_interp.create_operation "a.b"(%arg1 : !pdl.value) {"attr" = %0}  -> (%2, %3 : !pdl.type, !pdl.range<type>)
      %7 = pdl_interp.create_operation "arith.addi"(%5 : !pdl.range<value>)  -> <inferred>
      %8 = pdl_interp.create_operation "a.b" 
      %9 = pdl_interp.create_operation "arith.addi" {"attr" = %0, "c" = %1}  -> <inferred>
      %10 = pdl_interp.apply_rewrite "f"(%arg1 : !pdl.value) : !pdl.value
      pdl_interp.apply_rewrite "g"
      pdl_interp.replace %arg0 with (%10 : !pdl.value)
      pdl_interp.replace %arg0 with ()
      pdl_interp.erase %arg0
      pdl_interp.finalize
    }
  }
}
