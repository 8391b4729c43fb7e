// error: 'builtin.module' op region should have no arguments
"builtin.module"() ({^bb0(%a: i32): }) : () -> ()

// -----

// error: 'builtin.module' op region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks
// The reference differs: other words.
"builtin.module"() ({^bb0: "x"() [^bb1] : () -> () 
^bb1: "y"() : () -> () }) : () -> ()

// -----

// error: redefinition of symbol named 'a'
module @a { } 
module @a { }

// -----

// error: 'builtin.unrealized_conversion_cast' op expected at least one result for cast operation
"test.region"() ({
  %0 = "builtin.unrealized_conversion_cast"() : () -> i32
  "builtin.unrealized_conversion_cast"() : () -> ()
}) : () -> ()
