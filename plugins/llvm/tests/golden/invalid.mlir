// error: 'llvm.sext' op integer width of the output type is smaller or equal to the integer width of the input type
llvm.func @f(%a: i32, %v: vector<4xi32>) { %0 = llvm.sext %a : i32 to i16
 llvm.return }
// -----
// error: 'llvm.zext' op input type is a vector but output type is an integer
llvm.func @f(%a: i32, %v: vector<4xi32>) { %0 = llvm.zext %v : vector<4xi32> to i64
 llvm.return }
// -----
// error: 'llvm.bitcast' op cannot cast pointers of different address spaces, use 'llvm.addrspacecast' instead
llvm.func @f(%a: i32, %v: !llvm.ptr) { %0 = llvm.bitcast %v : !llvm.ptr to !llvm.ptr<3>
 llvm.return }
// -----
// error: 'llvm.bitcast' op can only cast pointers from and to pointers
llvm.func @f(%a: i32, %v: !llvm.ptr) { %0 = llvm.bitcast %v : !llvm.ptr to i64
 llvm.return }
// -----
// error: 'llvm.bitcast' op cannot cast pointer to vector of pointers
llvm.func @f(%a: vector<2x!llvm.ptr>, %v: !llvm.ptr) { %0 = llvm.bitcast %v : !llvm.ptr to vector<2x!llvm.ptr>
 llvm.return }
// -----
// error: 'llvm.mlir.constant' op expected array type of 3 i8 elements for the string constant
llvm.func @f() { %0 = llvm.mlir.constant("abc") : i32
 llvm.return }
// -----
// error: 'llvm.mlir.constant' op expected array type of 3 i8 elements for the string constant
llvm.func @f() { %0 = llvm.mlir.constant("abc") : !llvm.array<4 x i8>
 llvm.return }
// -----
// error: 'llvm.mlir.constant' op expected array attribute for struct type
llvm.func @f() { %0 = llvm.mlir.constant(1) : !llvm.struct<(i32)>
 llvm.return }
// -----
// error: 'llvm.mlir.constant' op expected array attribute of size 1
llvm.func @f() { %0 = llvm.mlir.constant([1, 2]) : !llvm.struct<(i32)>
 llvm.return }
// -----
// error: 'llvm.mlir.constant' op struct element at index 1 is of wrong type
llvm.func @f() { %0 = llvm.mlir.constant([1 : i64, 2 : i32]) : !llvm.struct<(i64, i64)>
 llvm.return }
// -----
// error: 'llvm.mlir.constant' op struct element at index 0 is of wrong type
llvm.func @f() { %0 = llvm.mlir.constant([1.0 : f32, "a"]) : !llvm.struct<(i64, i64)>
 llvm.return }
// -----
// error: 'llvm.mlir.constant' op expected integer type
llvm.func @f() { %0 = llvm.mlir.constant(1 : i32) : f32
 llvm.return }
// -----
// error: 'llvm.mlir.constant' op attribute and type have different float semantics
llvm.func @f() { %0 = llvm.mlir.constant(1.0 : f32) : f64
 llvm.return }
// -----
// error: 'llvm.mlir.constant' op expected integer type of width 32
llvm.func @f() { %0 = llvm.mlir.constant(1.0 : f32) : i64
 llvm.return }
// -----
// error: 'llvm.mlir.constant' op expected vector or array type
llvm.func @f() { %0 = llvm.mlir.constant(dense<1> : vector<4xi32>) : i32
 llvm.return }
// -----
// error: 'llvm.mlir.constant' op type and attribute have a different number of elements: 5 vs. 4
llvm.func @f() { %0 = llvm.mlir.constant(dense<1> : vector<4xi32>) : vector<5xi32>
 llvm.return }
// -----
// error: 'llvm.mlir.constant' op expected integer element type for integer elements attribute
llvm.func @f() { %0 = llvm.mlir.constant(dense<1> : vector<4xi32>) : vector<4xf32>
 llvm.return }
// -----
// error: 'llvm.mlir.constant' op only supports integer, float, string or elements attributes
llvm.func @f() { %0 = llvm.mlir.constant(@a) : i32
 llvm.return }
// -----
// error: 'llvm.mlir.constant' op only supports integer, float, string or elements attributes
llvm.func @f() { %0 = llvm.mlir.constant(unit) : i32
 llvm.return }
// -----
// error: 'llvm.mlir.constant' op expected array or struct type for array attribute
llvm.func @f() { %0 = llvm.mlir.constant([1, 2]) : vector<2xi32>
 llvm.return }
// -----
// error: 'llvm.mlir.constant' op expected array or struct type for array attribute
llvm.func @f() { %0 = llvm.mlir.constant([1, 2]) : i32
 llvm.return }
// -----
// error: 'llvm.mlir.constant' op array attribute size does not match array type size in dimension 0: 2 vs. 3
llvm.func @f() { %0 = llvm.mlir.constant([1, 2]) : !llvm.array<3 x i32>
 llvm.return }
// -----
// error: 'llvm.mlir.constant' op does not support target extension type.
llvm.func @f() { %0 = llvm.mlir.constant(1) : !llvm.target<"foo">
 llvm.return }
// -----
// error: 'llvm.mlir.zero' op target extension type does not support zero-initializer
llvm.func @f() { %0 = llvm.mlir.zero : !llvm.target<"foo">
 llvm.return }
// -----
// error: position out of bounds: 1
llvm.func @f(%c: !llvm.struct<(i32)>) { %0 = llvm.extractvalue %c[1] : !llvm.struct<(i32)>
 llvm.return }
// -----
// error: expected LLVM IR structure/array type, got: 'i32'
llvm.func @f(%c: !llvm.struct<(i32)>) { %0 = llvm.extractvalue %c[0, 1] : !llvm.struct<(i32)>
 llvm.return }
// -----
// error: 'llvm.extractvalue' op Type mismatch: extracting from '!llvm.struct<(i32)>' should produce 'i32' but this op returns 'i64'
llvm.func @f(%c: !llvm.struct<(i32)>) { %0 = "llvm.extractvalue"(%c) <{position = array<i64: 0>}> : (!llvm.struct<(i32)>) -> i64
 llvm.return }
// -----
// error: 'llvm.insertvalue' op Type mismatch: cannot insert 'i64' into '!llvm.struct<(i32)>'
llvm.func @f(%c: !llvm.struct<(i32)>, %v: i64) { %0 = "llvm.insertvalue"(%c, %v) <{position = array<i64: 0>}> : (!llvm.struct<(i32)>, i64) -> !llvm.struct<(i32)>
 llvm.return }
// -----
// error: 'llvm.insertvalue' op position out of bounds: 3
llvm.func @f(%c: !llvm.struct<(i32)>, %v: i64) { %0 = "llvm.insertvalue"(%c, %v) <{position = array<i64: 3>}> : (!llvm.struct<(i32)>, i64) -> !llvm.struct<(i32)>
 llvm.return }
// -----
// error: 'llvm.shufflevector' op expected a splat operation for scalable vectors
llvm.func @f(%c: vector<[4]xi32>) { %0 = llvm.shufflevector %c, %c [0, 1, 2, 3] : vector<[4]xi32>
 llvm.return }
// -----
// error: invalid kind of type specified: expected builtin.vector, but found 'i32'
llvm.func @f(%c: i32) { %0 = llvm.shufflevector %c, %c [0, 1, 2, 3] : i32
 llvm.return }
// -----
// error: 'foo' is an incorrect value of the 'predicate' attribute
llvm.func @f(%c: i32) { %0 = llvm.icmp "foo" %c, %c : i32
 llvm.return }
// -----
// error: 'llvm.fcmp' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'
llvm.func @f(%c: i32) { %0 = llvm.fcmp "oeq" %c, %c : i32
 llvm.return }
// -----
// The reference differs
// error: operand 'vector' must be LLVM dialect-compatible vector type, but got 'i32'
llvm.func @f(%c: i32) { %0 = llvm.extractelement %c[%c : i32] : i32
 llvm.return }
// -----
// error: 'llvm.mlir.constant' op only supports integer, float, string or elements attributes
llvm.func @f() { %0 = llvm.mlir.constant(true) : i1
 %1 = llvm.mlir.constant(dense_resource<x> : tensor<4xi32>) : !llvm.array<4 x i32>
 %2 = llvm.mlir.constant(1 : index) : i64
 %3 = llvm.mlir.constant(1.0 : f8E5M2) : i8
 %4 = llvm.mlir.constant(#llvm.undef) : i32
 %5 = llvm.mlir.constant(1.0) : f32
 llvm.return }
// -----
// error: 'llvm.return' op expected 1 operand
llvm.func @f(%a: i32) -> i32 { llvm.return }
// -----
// error: 'llvm.return' op expected no operands
llvm.func @f(%a: i32) { llvm.return %a : i32 }
// -----
// error: 'llvm.return' op mismatching result types
llvm.func @f(%a: i32) -> i64 { llvm.return %a : i32 }
// -----
// error: 'llvm.br' op branch has 1 operands for successor #0, but target block has 0
llvm.func @f(%a: i32) { llvm.br ^b(%a : i32)
^b: 
llvm.return }
// -----
// error: 'llvm.br' op type mismatch for bb argument #0 of successor #0
llvm.func @f(%a: i32) { llvm.br ^b(%a : i32)
^b(%x: i64): 
llvm.return }
// -----
// error: 'llvm.switch' op expects number of case values to match number of case destinations
llvm.func @f(%a: i32) { "llvm.switch"(%a)[^b, ^b] <{case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^b: 
llvm.return }
// -----
// error: 'llvm.switch' op expects case value type to match condition value type
llvm.func @f(%a: i32) { "llvm.switch"(%a)[^b, ^b] <{case_values = dense<1> : vector<1xi64>, case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^b: 
llvm.return }
// -----
// error: 'llvm.switch' op expects number of branch weights to match number of successors: 2 vs 3
llvm.func @f(%a: i32) { llvm.switch %a : i32, ^b [
 -1: ^b, 2: ^b
 ] {branch_weights = array<i32: 1, 2>}
^b: 
llvm.return }
// -----
// error: 'llvm.cond_br' op branch weights cannot all be zero
llvm.func @f(%a: i1) { llvm.cond_br %a weights([0, 0]), ^b, ^b
^b: 
llvm.return }
// -----
// error: 'llvm.load' op expected alignment for atomic access
llvm.func @f(%a: !llvm.ptr) { %0 = llvm.load %a atomic acquire : !llvm.ptr -> i32
llvm.return }
// -----
// error: 'llvm.load' op unsupported ordering 'release'
llvm.func @f(%a: !llvm.ptr) { %0 = llvm.load %a atomic release {alignment = 4 : i64} : !llvm.ptr -> i32
llvm.return }
// -----
// error: 'llvm.load' op unsupported type 'i7' for atomic access
llvm.func @f(%a: !llvm.ptr) { %0 = llvm.load %a atomic acquire {alignment = 4 : i64} : !llvm.ptr -> i7
llvm.return }
// -----
// error: 'llvm.load' op expected syncscope to be null for non-atomic access
llvm.func @f(%a: !llvm.ptr) { %0 = llvm.load %a {syncscope = "a"} : !llvm.ptr -> i32
llvm.return }
// -----
// error: 'llvm.store' op unsupported ordering 'acquire'
llvm.func @f(%a: !llvm.ptr, %b: i32) { llvm.store %b, %a atomic acquire {alignment = 4 : i64} : i32, !llvm.ptr
llvm.return }
// -----
// error: 'llvm.load' op expected op to return a single LLVM pointer type
llvm.func @f(%a: !llvm.ptr) { %0 = llvm.load %a dereferenceable<bytes = 8> : !llvm.ptr -> i32
llvm.return }
// -----
// error: 'llvm.atomicrmw' op expected LLVM IR floating point type
llvm.func @f(%a: !llvm.ptr, %b: i32) { %0 = llvm.atomicrmw fadd %a, %b acquire : !llvm.ptr, i32
llvm.return }
// -----
// error: 'llvm.atomicrmw' op expected LLVM IR integer type
llvm.func @f(%a: !llvm.ptr, %b: f32) { %0 = llvm.atomicrmw add %a, %b acquire : !llvm.ptr, f32
llvm.return }
// -----
// error: 'llvm.atomicrmw' op unexpected LLVM IR type for 'xchg' bin_op
llvm.func @f(%a: !llvm.ptr, %b: i7) { %0 = llvm.atomicrmw xchg %a, %b acquire : !llvm.ptr, i7
llvm.return }
// -----
// error: 'llvm.atomicrmw' op expected at least 'monotonic' ordering
llvm.func @f(%a: !llvm.ptr, %b: i32) { %0 = llvm.atomicrmw add %a, %b unordered : !llvm.ptr, i32
llvm.return }
// -----
// error: 'llvm.atomicrmw' op expected LLVM IR integer type
llvm.func @f(%a: !llvm.ptr, %b: vector<4xi32>) { %0 = llvm.atomicrmw add %a, %b acquire : !llvm.ptr, vector<4xi32>
llvm.return }
// -----
// error: 'llvm.cmpxchg' op unexpected LLVM IR type
llvm.func @f(%a: !llvm.ptr, %b: i7) { %0 = llvm.cmpxchg %a, %b, %b acquire monotonic : !llvm.ptr, i7
llvm.return }
// -----
// error: 'llvm.cmpxchg' op ordering must be at least 'monotonic'
llvm.func @f(%a: !llvm.ptr, %b: i32) { %0 = llvm.cmpxchg %a, %b, %b unordered monotonic : !llvm.ptr, i32
llvm.return }
// -----
// error: 'llvm.cmpxchg' op failure ordering cannot be 'release' or 'acq_rel'
llvm.func @f(%a: !llvm.ptr, %b: i32) { %0 = llvm.cmpxchg %a, %b, %b acquire release : !llvm.ptr, i32
llvm.return }
// -----
// error: 'llvm.fence' op can be given only acquire, release, acq_rel, and seq_cst orderings
llvm.func @f() { llvm.fence monotonic
llvm.return }
// -----
// error: 'llvm.getelementptr' op expected index 1 indexing a struct to be constant
llvm.func @f(%a: !llvm.ptr, %b: i32) { %0 = llvm.getelementptr %a[%b, %b] : (!llvm.ptr, i32, i32) -> !llvm.ptr, !llvm.struct<(i32)>
llvm.return }
// -----
// error: 'llvm.getelementptr' op index 1 indexing a struct is out of bounds
llvm.func @f(%a: !llvm.ptr, %b: i32) { %0 = llvm.getelementptr %a[%b, 3] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(i32)>
llvm.return }
// -----
// error: 'llvm.getelementptr' op type 'i32' cannot be indexed (index #1)
llvm.func @f(%a: !llvm.ptr, %b: i32) { %0 = llvm.getelementptr %a[%b, 3] : (!llvm.ptr, i32) -> !llvm.ptr, i32
llvm.return }
// -----
// error: 'llvm.getelementptr' op expected as many dynamic indices as specified in 'rawConstantIndices'
llvm.func @f(%a: !llvm.ptr, %b: i32) { %0 = "llvm.getelementptr"(%a, %b) <{rawConstantIndices = array<i32: 1>, elem_type = i32}> : (!llvm.ptr, i32) -> !llvm.ptr
llvm.return }
// -----
// error: expected trailing function type with one argument and one result
llvm.func @f(%b: i32) { %0 = llvm.alloca %b x i32 : (i32, i32) -> !llvm.ptr
llvm.return }
// -----
// The reference differs
// error: 'llvm.alloca' op result #0 must be LLVM pointer type, but got 'i32'
llvm.func @f(%b: i32) { %0 = llvm.alloca %b x i32 : (i32) -> i32
llvm.return }
// -----
// error: 'llvm.func' op external functions must have 'external' or 'extern_weak' linkage
llvm.func internal @f()
// -----
// error: 'llvm.func' op functions cannot have 'common' linkage
llvm.func common @f() { llvm.return }
// -----
// error: failed to construct function type: expected zero or one function result
llvm.func @f() -> (i32, i32)
// -----
// error: failed to construct function type: expected LLVM type for function results'tensor<4xf32>'
llvm.func @f() -> tensor<4xf32>
// -----
// error: variadic arguments must be in the end of the argument list
llvm.func @f(..., i32)
// -----
// error: 'llvm.func' op type of entry block argument #0('i64') must match the type of the corresponding argument in function signature('i32')
"llvm.func"() <{function_type = !llvm.func<void (i32)>, sym_name = "f"}> ({
^bb0(%a: i64):
 llvm.return }) : () -> ()
// -----
// error: 'llvm.func' op entry block must have 1 arguments to match function signature
"llvm.func"() <{function_type = !llvm.func<void (i32)>, sym_name = "f"}> ({
^bb0:
 llvm.return }) : () -> ()
// -----
// error: 'llvm.func' op "llvm.align" attribute attached to non-pointer LLVM type
llvm.func @f(i32 {llvm.align = 4})
// -----
// error: 'llvm.func' op "llvm.align" should be an integer attribute
llvm.func @f(!llvm.ptr {llvm.align})
// -----
// error: 'llvm.func' op "llvm.sret" should be a type attribute
llvm.func @f(!llvm.ptr {llvm.sret})
// -----
// error: 'llvm.func' op "llvm.noalias" should be a unit attribute
llvm.func @f(!llvm.ptr {llvm.noalias = 1})
// -----
// error: 'llvm.func' op "llvm.signext" attribute attached to non-integer LLVM type
llvm.func @f(!llvm.ptr {llvm.signext})
// -----
// error: 'llvm.func' op "llvm.sret" is not a valid result attribute
llvm.func @f() -> (!llvm.ptr {llvm.sret = i32})
// -----
// error: 'llvm.func' op "llvm.noalias" attribute attached to non-pointer LLVM type
llvm.func @f() -> (i32 {llvm.noalias})
// -----
// error: 'llvm.call' op 'g' does not reference a symbol in the current scope
llvm.func @f() { llvm.call @g() : () -> ()
llvm.return }
// -----
// error: 'llvm.call' op incorrect number of operands (0) for callee (expecting: 1)
llvm.func @g(i32) -> i32
llvm.func @f() { llvm.call @g() : () -> ()
llvm.return }
// -----
// error: 'llvm.call' op operand type mismatch for operand 0: 'i64' != 'i32'
llvm.func @g(i32) -> i32
llvm.func @f(%a : i64) { llvm.call @g(%a) : (i64) -> i32
llvm.return }
// -----
// error: 'llvm.call' op result type mismatch: 'i64' != 'i32'
llvm.func @g(i32) -> i32
llvm.func @f(%a : i32) { llvm.call @g(%a) : (i32) -> i64
llvm.return }
// -----
// error: 'llvm.call' op expected function call to produce a value
llvm.func @g(i32) -> i32
llvm.func @f(%a : i32) { llvm.call @g(%a) : (i32) -> ()
llvm.return }
// -----
// error: 'llvm.call' op missing var_callee_type attribute for vararg call
llvm.func @g(i32, ...) -> i32
llvm.func @f(%a : i32) { %0 = llvm.call @g(%a) : (i32) -> i32
llvm.return }
// -----
// error: 'llvm.call' op indirect call expects a pointer as callee: 'i32'
llvm.func @f(%a : i32) { llvm.call %a(%a) : i32, (i32) -> ()
llvm.return }
// -----
// error: 'llvm.call' op must have either a `callee` attribute or at least an operand
llvm.func @f(%a : i32) { "llvm.call"() <{operandSegmentSizes = array<i32: 0, 0>, op_bundle_sizes = array<i32>}> : () -> ()
llvm.return }
// -----
// error: attribute 'op_bundle_tags' occurs more than once in the attribute list
llvm.func @f(%a : i32) { llvm.call @f(%a) ["a"(%a : i32)] {op_bundle_tags = ["a"]} : (i32) -> ()
llvm.return }
// -----
// error: 'llvm.call' op expected 1 operand bundle tags, but actually got 0
llvm.func @f(%a : i32) { "llvm.call"(%a, %a) <{callee = @f, operandSegmentSizes = array<i32: 1, 1>, op_bundle_sizes = array<i32: 1>}> : (i32, i32) -> ()
llvm.return }
// -----
// error: expected function with 0 or 1 result
llvm.func @f(%a : i32) { llvm.call @f(%a) : (i32) -> (i32, i32)
llvm.return }
// -----
// error: 'llvm.call' op 'g' does not reference a valid LLVM function or IFunc
func.func @g(%a : i32) { return }
llvm.func @f(%a : i32) { llvm.call @g(%a) : (i32) -> ()
llvm.return }
// -----
// error: 'llvm.call_intrinsic' op intrinsic name must start with 'llvm.'
llvm.func @f(%a : i32) { llvm.call_intrinsic "foo"(%a) : (i32) -> ()
llvm.return }
// -----
// error: 'llvm.inline_asm' op tail call kind 'musttail' is not supported by this operation
llvm.func @f(%a : i32) { %0 = llvm.inline_asm tail_call_kind = <musttail> "a", "b" %a : (i32) -> i32
llvm.return }
// -----
// error: 'llvm.invoke' op first operation in unwind destination should be a llvm.landingpad operation
llvm.func @f(%a : !llvm.ptr) attributes {personality = @f} { 
 llvm.invoke @f(%a) to ^b unwind ^c : (!llvm.ptr) -> ()
^b:
llvm.return 
^c:
 llvm.return }
// -----
// error: 'llvm.landingpad' op llvm.landingpad needs to be in a function with a personality
llvm.func @f(%a : !llvm.ptr) { 
 %0 = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
 llvm.return }
// -----
// error: 'llvm.landingpad' op landingpad instruction expects at least one clause or cleanup attribute
llvm.func @f(%a : !llvm.ptr) attributes {personality = @f} { 
 %0 = llvm.landingpad : !llvm.struct<(ptr, i32)>
 llvm.return }
// -----
// error: 'llvm.landingpad' op clause #0 is not a known constant - null, addressof, bitcast
llvm.func @f(%a : !llvm.ptr) attributes {personality = @f} { 
 %0 = llvm.landingpad (filter %a : !llvm.ptr) : !llvm.struct<(ptr, i32)>
 llvm.return }
// -----
// error: 'llvm.landingpad' op clause #0 is not a known constant - null, addressof, bitcast
llvm.func @f(%a : !llvm.ptr) attributes {personality = @f} { 
 %0 = llvm.landingpad (catch %a : !llvm.ptr) : !llvm.struct<(ptr, i32)>
 llvm.return }
// -----
// error: invalid array element type: '!llvm.token'
llvm.func @h(!llvm.array<4 x token>)
// -----
// error: struct without a body only allowed in a recursive struct
llvm.func @f(!llvm.struct<"a">)
// -----
// error: invalid LLVM structure element type: '!llvm.label'
llvm.func @f(!llvm.struct<(label)>)
// -----
// The reference differs
// error: failed to construct function type: expected LLVM type for function arguments
llvm.func @f(!llvm.foo)
// -----
// error: invalid function argument type: '!llvm.void'
llvm.func @f(!llvm.func<void (void)>)
// -----
// error: failed to construct function type: expected LLVM type for function arguments
llvm.func @f(tensor<4xf32>)
// -----
// error: 'CG Profile' key expects an array of '#llvm.cgprofile_entry'
module attributes {t.a=#llvm.mlir.module_flag<error, "CG Profile", 4>}{}
// -----
// error: 'ProfileSummary' key expects a '#llvm.profile_summary' attribute
module attributes {t.a=#llvm.mlir.module_flag<error, "ProfileSummary", 4>}{}
// -----
// error: target features must start with '+' or '-'
module attributes {t.a=#llvm.target_features<["a"]>}{}
// -----
// error: target features can not contain ','
module attributes {t.a=#llvm.target_features<["+a,"]>}{}
// -----
// error: id of an alias scope must be a StringAttr or a DistrinctAttr
module attributes {t.a=#llvm.alias_scope<id = 4, domain = <id = 1>>}{}
// -----
// error: duplicate or unknown struct parameter name: disable
module attributes {t.a=#llvm.loop_unroll<disable = true, disable=true>}{}
// -----
// error: duplicate or unknown struct parameter name: foo
module attributes {t.a=#llvm.loop_unroll<foo = true>}{}
// -----
// The reference differs
// error: struct is missing required parameter: maxRange
module attributes {t.a=#llvm.vscale_range<minRange = 4>}{}
// -----
// error: invalid debug info debug info operation encoding name: DW_OP_foo
module attributes {t.a=#llvm.di_expression<[DW_OP_foo]>}{}
// -----
// error: invalid debug info debug info tag name: DW_TAG_foo
module attributes {t.a=#llvm.di_basic_type<tag = DW_TAG_foo, name = "a">}{}
// -----
// error: 'llvm.mlir.global' op requires an i8 array type of the length equal to that of the string attribute
llvm.mlir.global private @a("ab") : !llvm.array<3 x i8>
// -----
// error: type can only be omitted for string globals
llvm.mlir.global private @a()
module {
}
// -----
// error: 'llvm.mlir.global' op expected zero value for 'common' linkage
llvm.mlir.global common @a(1 : i32) : i32
// -----
// error: 'llvm.mlir.global' op expected array type for 'appending' linkage
llvm.mlir.global appending @a(0 : i32) : i32
// -----
// error: 'llvm.mlir.global' op alignment attribute is not a power of 2
llvm.mlir.global private @a(0 : i32) {alignment = 3 : i64} : i32
// -----
// error: 'llvm.mlir.global' op cannot have both initializer value and region
llvm.mlir.global private @a(0 : i32) : i32 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  llvm.return %0 : i32
}
// -----
// error: 'llvm.mlir.global' op initializer region cannot return void
llvm.mlir.global private @a() : i32 {
  llvm.return
}
// -----
// error: 'llvm.mlir.global' op initializer region type 'i64' does not match global type 'i32'
llvm.mlir.global private @a() : i32 {
  %0 = llvm.mlir.constant(1 : i64) : i64
  llvm.return %0 : i64
}
// -----
// error: 'llvm.mlir.global' op symbol's parent must have the SymbolTable trait
llvm.func @f() {
  "llvm.mlir.global"() <{global_type = i32, linkage = #llvm.linkage<private>, sym_name = "x"}> ({}) : () -> ()
  llvm.return
}
// -----
// error: 'llvm.mlir.global' op expects type to be a valid element type for an LLVM global
llvm.mlir.global private @a(0 : i32) : tensor<4xf32>
// -----
// error: 'llvm.mlir.alias' op 'common' linkage not supported in aliases, available options: private, internal, linkonce, weak, linkonce_odr, weak_odr, external or available_externally
llvm.mlir.alias common @a : i32 {
  %0 = llvm.mlir.zero : !llvm.ptr
  llvm.return %0 : !llvm.ptr
}
// -----
// error: 'llvm.mlir.alias' op initializer region must always return a pointer
llvm.mlir.alias private @a : i32 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  llvm.return %0 : i32
}
// -----
// error: 'llvm.mlir.addressof' op must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'
llvm.func @f() {
  %0 = llvm.mlir.addressof @nothing : !llvm.ptr
  llvm.return
}
// -----
// error: 'llvm.mlir.addressof' op pointer address space must match address space of the referenced global or alias
llvm.mlir.global private @a(0 : i32) {addr_space = 3 : i32} : i32
llvm.func @f() {
  %0 = llvm.mlir.addressof @a : !llvm.ptr
  llvm.return
}
// -----
// error: 'llvm.mlir.global_ctors' op ctors, priorities, and data must have the same number of elements
llvm.mlir.global_ctors ctors = [@f], priorities = [], data = []
// -----
// error: 'llvm.mlir.global_ctors' op 'f' does not reference a valid LLVM function
llvm.mlir.global_ctors ctors = [@f], priorities = [0 : i32], data = [#llvm.zero]
// -----
// error: 'llvm.mlir.global_dtors' op data element must be symbol or #llvm.zero
llvm.func @f()
llvm.mlir.global_dtors dtors = [@f], priorities = [0 : i32], data = [3]
// -----
// error: 'llvm.func' op only comdat selector symbols can appear in a comdat region
llvm.comdat @c {
  llvm.func @f()
}
// -----
// error: 'llvm.module_flags' op expected a module flag attribute
llvm.module_flags [1]
// -----
// error: 'llvm.dso_local_equivalent' op must reference a global defined by 'llvm.func' or 'llvm.mlir.alias'
llvm.func @f() {
  %0 = llvm.dso_local_equivalent @g : !llvm.ptr
  llvm.return
}
// -----
// error: 'llvm.dso_local_equivalent' op target function with 'extern_weak' linkage not allowed
llvm.func extern_weak @g()
llvm.func @f() {
  %0 = llvm.dso_local_equivalent @g : !llvm.ptr
  llvm.return
}
// -----
// error: 'llvm.blockaddress' op expects an existing block label target in the referenced function
llvm.func @f() {
  %0 = llvm.blockaddress <function = @f, tag = <id = 1>> : !llvm.ptr
  llvm.return
}
// -----
// error: 'llvm.mlir.ifunc' op 'common' linkage not supported in ifuncs, available options: private, internal, linkonce, weak, linkonce_odr, weak_odr, or external linkage
llvm.mlir.ifunc common @i : !llvm.func<void ()>, !llvm.ptr @r
// -----
// error: 'llvm.mlir.ifunc' op resolver must be a definition
llvm.func @r() -> !llvm.ptr
llvm.mlir.ifunc external @i : !llvm.func<void ()>, !llvm.ptr @r
// -----
// error: 'llvm.intr.sincos' op expected result type to be an homogeneous struct with two elements matching the operand type, but got '!llvm.struct<(f32, f64)>'
llvm.func @f(%f: f32) {
  %0 = llvm.intr.sincos(%f) : (f32) -> !llvm.struct<(f32, f64)>
  llvm.return
}
// -----
// error: 'llvm.intr.masked.gather' op expected operand #1 type to be 'vector<8x!llvm.ptr>'
llvm.func @f(%q: vector<4x!llvm.ptr>, %m: vector<4xi1>) {
  %0 = llvm.intr.masked.gather %q, %m {alignment = 2 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>) -> vector<8xf32>
  llvm.return
}
// -----
// error: 'llvm.intr.masked.scatter' op expected operand #2 type to be 'vector<8x!llvm.ptr>'
llvm.func @f(%q: vector<4x!llvm.ptr>, %m: vector<4xi1>, %v: vector<8xf32>) {
  llvm.intr.masked.scatter %v, %q, %m {alignment = 2 : i32} : vector<8xf32>, vector<4xi1> into vector<4x!llvm.ptr>
  llvm.return
}
// -----
// error: 'llvm.intr.sin' op requires the same type for all operands and results
llvm.func @f(%f: f32) {
  %0 = llvm.intr.sin(%f) : (f32) -> f64
  llvm.return
}
// -----
// error: 'llvm.intr.vector.extract' op failed to verify that it is not extracting scalable from fixed-length vectors.
llvm.func @f(%v: vector<4xf32>) {
  %0 = llvm.intr.vector.extract %v[0] : vector<[2]xf32> from vector<4xf32>
  llvm.return
}
// -----
// error: 'llvm.linker_options' op must appear at the module level
llvm.func @f() {
  llvm.linker_options ["a"]
  llvm.return
}
// -----
// error: 'llvm.intr.vector.interleave2' op failed to verify that result has twice as many elements as 'vec1'
llvm.func @f(%v: vector<4xf32>) {
  %0 = "llvm.intr.vector.interleave2"(%v, %v) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  llvm.return
}
