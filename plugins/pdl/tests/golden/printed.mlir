module {
  pdl.pattern @p : benefit(1) {
    %0 = type : i32
    %1 = types
    %2 = attribute : %0
    %3 = attribute = 5 : i64
    %4 = operand : %0
    %5 = operands : %1
    %6 = operation "foo.op"(%4, %5 : !pdl.value, !pdl.range<value>)  {"attr" = %2, "b" = %3} -> (%0, %1 : !pdl.type, !pdl.range<type>)
    %7 = result 0 of %6
    %8 = results of %6 
    %9 = results 1 of %6  -> !pdl.value
    %10 = operation(%7, %9 : !pdl.value, !pdl.value) 
    apply_native_constraint "c"(%7, %3 : !pdl.value, !pdl.attribute)
    %11 = apply_native_constraint "c"(%7 : !pdl.value) : !pdl.attribute {isNegated = true}
    rewrite %10 {
      %12 = apply_native_rewrite "f"(%7 : !pdl.value) : !pdl.value
      apply_native_rewrite "g"(%7 : !pdl.value)
      %13 = range : !pdl.range<value>
      %14 = range %7, %8 : !pdl.value, !pdl.range<value> 
      %15 = operation "bar.op"(%14 : !pdl.range<value>)  -> (%0 : !pdl.type)
      %16 = attribute = "x"
      replace %10 with(%12 : !pdl.value)
      replace %6 with %15
      erase %6
    }
  }
  pdl.pattern : benefit(2) attributes {foo} {
    %0 = operation 
    rewrite with "ext"(%0 : !pdl.operation)
  }
  pdl.pattern : benefit(2) {
    %0 = operation 
    rewrite %0 with "ext"
  }
}
