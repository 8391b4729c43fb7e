// error: 'func.func' op 'bufferization.writable' is expected to be a boolean attribute
func.func @f(%m: tensor<4xf32> {bufferization.writable = 3}) { return }

// -----

// error: 'func.func' op invalid value for 'bufferization.access', must be one of: none, read, write, read-write
// The reference differs: other words.
func.func @f(%m: tensor<4xf32> {bufferization.access = "foo"}) { return }

// -----

// error: 'func.func' op 'bufferization.access' is expected to be a string attribute
func.func @f(%m: tensor<4xf32> {bufferization.access = 1}) { return }

// -----

// error: 'func.func' op 'bufferization.buffer_layout' is expected to be a memref layout attribute
func.func @f(%m: tensor<4xf32> {bufferization.buffer_layout = 1}) { return }

// -----

// error: 'func.func' op attribute 'bufferization.foo' not supported as a region arg attribute by the bufferization dialect
// The reference differs: other words.
func.func @f(%m: tensor<4xf32> {bufferization.foo = 1}) { return }

// -----

// error: 'func.func' op 'bufferization.writable' is invalid on external functions
func.func private @f(%m: tensor<4xf32> {bufferization.writable = true})

// -----

// error: 'func.return' op has 0 operands, but enclosing function (@f) returns 1
func.func @f() -> i32 { return }

// -----

// error: 'func.return' op type of return operand 0 ('f32') doesn't match function result type ('i32') in function @f
func.func @f() -> i32 { %0 = arith.constant 1.0 : f32 return %0 : f32 }

// -----

// error: 'func.func' op symbol declaration cannot have public visibility
func.func @f() -> i32

// -----

// error: expected SSA identifier
func.func private @f(%a : i32, i32)

// -----

// error: 'func.func' op arguments may only have dialect attributes
func.func private @f(i32 {foo = 1})

// -----

// error: 'func.func' op results may only have dialect attributes
func.func private @f() -> (i32 {foo = 1})

// -----

// error: expected non-empty function body
func.func @f() {}

// -----

// error: 'sym_visibility' is an inferred attribute and should not be specified in the explicit attribute dictionary
func.func @f() attributes {sym_visibility = "private"} { return }

// -----

// error: 'func.func' op entry block must have 0 arguments to match function signature
"func.func"() ({ ^bb0(%a: i32): "func.return"() : () -> () }) {sym_name = "f", function_type = () -> ()} : () -> ()

// -----

// error: 'func.func' op type of entry block argument #0('i32') must match the type of the corresponding argument in function signature('i64')
"func.func"() ({ ^bb0(%a: i32): "func.return"() : () -> () }) {sym_name = "f", function_type = (i64) -> ()} : () -> ()

// -----

// error: 'func.func' op attribute 'function_type' failed to satisfy constraint: type attribute of function type
"func.func"() ({ "func.return"() : () -> () }) {sym_name = "f", function_type = i64} : () -> ()

// -----

// error: 'func.func' op requires attribute 'sym_name'
"func.func"() ({ "func.return"() : () -> () }) {function_type = () -> ()} : () -> ()

// -----

// error: 'func.func' op requires attribute 'function_type'
"func.func"() ({ "func.return"() : () -> () }) {sym_name = "f"} : () -> ()

// -----

// error: 'func.func' op expects argument attribute array to have the same number of elements as the number of function arguments, got 0, but expected 1
"func.func"() ({ ^bb0(%a: i32): "func.return"() : () -> () }) {sym_name = "f", function_type = (i32) -> (), arg_attrs = []} : () -> ()

// -----

// error: 'func.func' op attribute 'arg_attrs' failed to satisfy constraint: Array of dictionary attributes
"func.func"() ({ ^bb0(%a: i32): "func.return"() : () -> () }) {sym_name = "f", function_type = (i32) -> (), arg_attrs = [1]} : () -> ()

// -----

// error: 'func.func' op expects result attribute array to have the same number of elements as the number of function results, got 1, but expected 0
"func.func"() ({ ^bb0(%a: i32): "func.return"() : () -> () }) {sym_name = "f", function_type = (i32) -> (), res_attrs = [{}]} : () -> ()

// -----

// error: 'func.call' op 'g' does not reference a valid function
func.func @f() { func.call @g() : () -> () return }

// -----

// error: 'func.call' op 'g' does not reference a valid function
module @g {}
func.func @f() { func.call @g() : () -> () return }

// -----

// error: 'func.call' op incorrect number of operands for callee
func.func private @g(i32) -> i64
func.func @f() { func.call @g() : () -> () return }

// -----

// error: 'func.call' op operand type mismatch: expected operand type 'i32', but provided 'i64' for operand number 0
func.func private @g(i32) -> i64
func.func @f(%i : i64) { func.call @g(%i) : (i64) -> () return }

// -----

// error: 'func.call' op incorrect number of results for callee
func.func private @g(i32) -> i64
func.func @f(%i : i32) { func.call @g(%i) : (i32) -> () return }

// -----

// error: 'func.call' op result type mismatch at index 0
func.func private @g(i32) -> i64
func.func @f(%i : i32) { func.call @g(%i) : (i32) -> i32 return }

// -----

// error: 'func.constant' op reference to function with mismatched type
func.func private @g(i32) -> i64
func.func @f(%i : i32) { %0 = func.constant @g : () -> () return }

// -----

// error: 'func.constant' op reference to undefined function 'h'
func.func private @g(i32) -> i64
func.func @f(%i : i32) { %0 = func.constant @h : () -> () return }

// -----

// error: 'func.constant' op reference to undefined function 'h'
func.func private @g(i32) -> i64
func.func @f(%i : i32) { %0 = func.constant @h : i32 return }

// -----

// error: 'func.call_indirect' op failed to verify that callee result types match result types
func.func @f(%i : () -> i32) { "func.call_indirect"(%i) : (() -> i32) -> i64 return }

// -----

// error: 'func.call_indirect' op failed to verify that callee input types match argument types
func.func @f(%i : (i32) -> i32) { %0 = "func.call_indirect"(%i) : ((i32) -> i32) -> i32 return }

// -----

// error: 'func.return' op expects parent op 'func.func'
module { func.return }

// -----

// error: redefinition of symbol named 'f'
func.func @f() { return } 
func.func @f() { return } 

// -----

// error: 'func.return' op expects parent op 'func.func'
func.func @f() { "x"() ({ func.return }) : () -> () return }

// -----

// error: 'func.func' op visibility expected to be one of ["public", "private", "nested"], but got "foo"
"func.func"() ({}) {sym_name = "f", function_type = () -> (), sym_visibility = "foo"} : () -> ()

// -----

// error: 'func.func' op symbol declaration cannot have public visibility
func.func public @f()

// -----

// error: 'function_type' is an inferred attribute and should not be specified in the explicit attribute dictionary
func.func private @f() attributes {function_type = 1}

// -----

// error: 'func.func' op entry block must have 0 arguments to match function signature
func.func @f() { ^bb0(%a: i32): return }
