// error: 'pdl.pattern' op expected body to terminate with `pdl.rewrite`
pdl.pattern : benefit(1) { "foo.end"() : () -> () }

// -----

// error: 'pdl.pattern' op expected only `pdl` operations within the pattern body
pdl.pattern : benefit(1) {
  %o = pdl.operation "a.b"
  "arith.constant"() <{value = true}> : () -> i1
  pdl.rewrite %o with "x"
}

// -----

// error: 'pdl.pattern' op the pattern must contain at least one `pdl.operation`
pdl.pattern : benefit(1) { pdl.rewrite with "x" }

// -----

// error: 'pdl.pattern' op the operations must form a connected component
pdl.pattern : benefit(1) {
  %a = operation "a.b"
  %b = operation "a.c"
  rewrite %a with "x"(%b : !pdl.operation)
}

// -----

// error: 'pdl.operation' op expected a bindable user when defined in the matcher body of a `pdl.pattern`
pdl.pattern : benefit(1) {
  %a = operation "a.b"
  rewrite with "x"
}

// -----

// error: 'pdl.operand' op expected a bindable user when defined in the matcher body of a `pdl.pattern`
pdl.pattern : benefit(1) {
  %a = operation "a.b"
  %x = operand
  rewrite %a with "x"
}

// -----

// error: 'pdl.operation' op expected a bindable user when defined in the matcher body of a `pdl.pattern`
pdl.pattern : benefit(1) {
  %a = operation "a.b"
  %r = result 0 of %a
  rewrite with "x"
}

// -----

// error: 'pdl.type' op expected a bindable user when defined in the matcher body of a `pdl.pattern`
pdl.pattern : benefit(1) {
  %t = type
  %a = operation "a.b"
  rewrite %a with "x"
}

// -----

// error: 'pdl.attribute' op expected constant value when specified within a `pdl.rewrite`
pdl.pattern : benefit(1) {
  %a = operation "a.b"
  rewrite %a { %v = attribute }
}

// -----

// error: 'pdl.attribute' op expected only one of [`type`, `value`] to be set
pdl.pattern : benefit(1) {
  %t = type
  %v = attribute : %t = 10
  %a = operation "a.b" {"x" = %v}
  rewrite %a with "x"
}

// -----

// error: 'pdl.operation' op must have an operation name when nested within a `pdl.rewrite`
pdl.pattern : benefit(1) {
  %a = operation "a.b"
  rewrite %a { %n = operation }
}

// -----

// error: 'pdl.operation' op expected the same number of attribute values and attribute names, got 1 names and 0 values
pdl.pattern : benefit(1) {
  %a = "pdl.operation"() <{attributeValueNames = ["x"], operandSegmentSizes = array<i32: 0, 0, 0>}> : () -> !pdl.operation
  rewrite %a with "x"
}

// -----

// error: 'pdl.apply_native_constraint' op expected at least one argument
pdl.pattern : benefit(1) {
  %a = operation "a.b"
  "pdl.apply_native_constraint"() <{name = "c"}> : () -> ()
  rewrite %a with "x"
}

// -----

// error: 'pdl.apply_native_rewrite' op expected at least one argument or result
pdl.pattern : benefit(1) {
  %a = operation "a.b"
  rewrite %a { apply_native_rewrite "f" }
}

// -----

// error: 'pdl.rewrite' op expected rewrite region to be empty when rewrite is external
pdl.pattern : benefit(1) {
  %a = operation "a.b"
  rewrite %a with "x" { erase %a }
}

// -----

// error: 'pdl.rewrite' op expected rewrite region to be non-empty if external name is not specified
pdl.pattern : benefit(1) {
  %a = operation "a.b"
  rewrite %a
}

// -----

// error: 'pdl.rewrite' op expected no external arguments when the rewrite is specified inline
pdl.pattern : benefit(1) {
  %a = operation "a.b"
  "pdl.rewrite"(%a, %a) <{operandSegmentSizes = array<i32: 1, 1>}> ({ pdl.erase %a }) : (!pdl.operation, !pdl.operation) -> ()
}

// -----

// error: 'pdl.replace' op expected no replacement values to be provided when the replacement operation is present
pdl.pattern : benefit(1) {
  %a = operation "a.b"
  %r = result 0 of %a
  rewrite %a { replace %a with (%r : !pdl.value) %a }
}

// -----

// error: 'pdl.results' op expected `pdl.range<value>` result type when no index is specified, but got: '!pdl.value'
pdl.pattern : benefit(1) {
  %a = operation "a.b"
  %r = "pdl.results"(%a) : (!pdl.operation) -> !pdl.value
  rewrite %a with "x"(%r : !pdl.value)
}

// -----

// error: 'pdl.range' op expected operand to have element type '!pdl.value', but got '!pdl.type'
pdl.pattern : benefit(1) {
  %t = type : i32
  %a = operation "a.b" -> (%t : !pdl.type)
  %r = result 0 of %a
  rewrite %a {
    %x = range %r, %t : !pdl.value, !pdl.type
  }
}

// -----

// error: element of pdl.range cannot be another range, but got'!pdl.range<value>'
func.func private @f(!pdl.range<range<value>>)

// -----

// error: invalid 'pdl' type: `i32'
func.func private @f(!pdl.range<i32>)

// -----

// error: 'pdl.erase' op expects parent op 'pdl.rewrite'
pdl.pattern : benefit(1) {
  %a = operation "a.b"
  erase %a
  rewrite %a with "x"
}
