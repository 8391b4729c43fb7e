// error: 'pdl_interp.switch_operation_name' op expected number of cases to match the number of case values, got 1 but expected 2
pdl_interp.func @f(%o: !pdl.operation) {
  pdl_interp.switch_operation_name of %o to ["a.b", "a.c"](^a) -> ^a
^a:
  pdl_interp.finalize
}

// -----

// error: 'pdl_interp.switch_result_count' op expected number of cases to match the number of case values, got 1 but expected 2
pdl_interp.func @f(%o: !pdl.operation) {
  pdl_interp.switch_result_count of %o to dense<[0, 1]> : vector<2xi32>(^a) -> ^a
^a:
  pdl_interp.finalize
}

// -----

// error: 'pdl_interp.create_range' op expected operand to have element type '!pdl.value', but got '!pdl.type'
pdl_interp.func @f(%v: !pdl.value, %t: !pdl.type) {
  %r = pdl_interp.create_range %v, %t : !pdl.value, !pdl.type
  pdl_interp.finalize
}

// -----

// error: 'pdl_interp.foreach' op operand must be a range of loop variable type
pdl_interp.func @f(%r: !pdl.range<value>) {
  "pdl_interp.foreach"(%r)[^end] ({
  ^bb0(%x: !pdl.type):
    "pdl_interp.continue"() : () -> ()
  }) : (!pdl.range<value>) -> ()
^end:
  pdl_interp.finalize
}

// -----

// error: 'pdl_interp.foreach' op requires exactly one argument
pdl_interp.func @f(%r: !pdl.range<value>) {
  "pdl_interp.foreach"(%r)[^end] ({
    "pdl_interp.continue"() : () -> ()
  }) : (!pdl.range<value>) -> ()
^end:
  pdl_interp.finalize
}

// -----

// error: 'pdl_interp.continue' op expects parent op 'pdl_interp.foreach'
pdl_interp.func @f() { pdl_interp.continue }

// -----

// error: 'pdl_interp.extract' op failed to verify that `range` is a PDL range whose element type matches type of `result`
pdl_interp.func @f(%r: !pdl.range<value>) {
  %x = "pdl_interp.extract"(%r) <{index = 0 : i32}> : (!pdl.range<value>) -> !pdl.type
  pdl_interp.finalize
}
