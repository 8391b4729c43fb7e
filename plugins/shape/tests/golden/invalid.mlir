// error: 'shape.add' op expected 2 operands, but found 1
func.func @f(%a: i32) {
  "shape.add"(%a) : (i32) -> i32
  return
}
// -----
// error: 'shape.add' op operand #1 must be size or index, but got 'i32'
func.func @f(%a: index, %b: i32) {
  %0 = "shape.add"(%a, %b) : (index, i32) -> index
  return
}
// -----
// error: 'shape.add' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them
func.func @f(%a: index, %b: !shape.size) {
  %0 = shape.add %a, %b : index, !shape.size -> index
  return
}
// -----
// error: 'shape.mul' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them
func.func @f(%a: index, %b: !shape.size) {
  %0 = shape.mul %b, %a : !shape.size, index -> index
  return
}
// -----
// error: 'shape.div' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them
func.func @f(%a: !shape.size) {
  %0 = shape.div %a, %a : !shape.size, !shape.size -> index
  return
}
// -----
// error: 'shape.div' op result #0 must be size or index, but got 'i32'
func.func @f(%a: index) {
  %0 = shape.div %a, %a : index, index -> i32
  return
}
// -----
// error: 'shape.const_size' op attribute 'value' failed to satisfy constraint: index attribute
func.func @f(%a: i32) {
  %0 = "shape.const_size"() {value = 3 : i32} : () -> !shape.size
  return
}
// -----
// error: 'shape.const_size' op requires attribute 'value'
func.func @f(%a: i32) {
  %0 = "shape.const_size"() : () -> !shape.size
  return
}
// -----
// error: 'shape.const_size' op result #0 must be !shape.size, but got 'index'
// The reference differs: it leaves out the type.
func.func @f(%a: i32) {
  %0 = "shape.const_size"() {value = 3 : index} : () -> index
  return
}
// -----
// error: integer constant out of range for attribute
func.func @f(%a: i32) {
  %0 = shape.const_size 9223372036854775808
  return
}
// -----
// error: 'shape.max' op inferred type(s) '!shape.size' are incompatible with return type(s) of operation '!shape.shape'
func.func @f(%a: !shape.shape, %b: !shape.size) {
  %0 = shape.max %a, %b : !shape.shape, !shape.size -> !shape.shape
  return
}
// -----
// error: 'shape.min' op inferred type(s) '!shape.shape' are incompatible with return type(s) of operation '!shape.size'
func.func @f(%a: !shape.shape) {
  %0 = shape.min %a, %a : !shape.shape, !shape.shape -> !shape.size
  return
}
// -----
// error: 'shape.min' op operand #0 must be shape or size, but got 'tensor<?xindex>'
func.func @f(%a: tensor<?xindex>) {
  %0 = shape.min %a, %a : tensor<?xindex>, tensor<?xindex> -> !shape.shape
  return
}
// -----
// error: requires all sizes or shapes
func.func @f(%a: !shape.shape, %b: !shape.size) {
  %0 = shape.meet %a, %b : !shape.shape, !shape.size -> !shape.shape
  return
}
// -----
// error: requires all sizes or shapes
// The reference differs: it takes the index for a tensor.
func.func @f(%a: index, %b: tensor<2xindex>) {
  %0 = shape.meet %a, %b : index, tensor<2xindex> -> index
  return
}
// -----
// error: requires all sizes or shapes
func.func @f(%a: index, %b: tensor<2xindex>) {
  %0 = shape.meet %b, %a : tensor<2xindex>, index -> index
  return
}
// -----
// error: unequal shape cardinality
func.func @f(%a: tensor<3xindex>, %b: tensor<2xindex>) {
  %0 = shape.meet %a, %b : tensor<3xindex>, tensor<2xindex> -> tensor<?xindex>
  return
}
// -----
// error: 'shape.meet' op inferred type(s) 'tensor<3xindex>' are incompatible with return type(s) of operation 'tensor<2xindex>'
func.func @f(%a: tensor<3xindex>) {
  %0 = shape.meet %a, %a : tensor<3xindex>, tensor<3xindex> -> tensor<2xindex>
  return
}
// -----
// error: 'shape.meet' op inferred type(s) 'index' are incompatible with return type(s) of operation 'tensor<2xindex>'
func.func @f(%a: index) {
  %0 = shape.meet %a, %a : index, index -> tensor<2xindex>
  return
}
// -----
// error: 'shape.meet' op inferred type(s) '!shape.size' are incompatible with return type(s) of operation '!shape.shape'
func.func @f(%a: !shape.size) {
  %0 = shape.meet %a, %a : !shape.size, !shape.size -> !shape.shape
  return
}
// -----
// error: 'shape.meet' op inferred type(s) '!shape.shape' are incompatible with return type(s) of operation 'index'
func.func @f(%a: !shape.shape) {
  %0 = shape.meet %a, %a : !shape.shape, !shape.shape -> index
  return
}
// -----
// error: 'shape.meet' op operand #0 must be any shape or size, but got 'i8'
func.func @f(%a: i8) {
  %0 = shape.meet %a, %a : i8, i8 -> index
  return
}
// -----
// error: 'shape.meet' op attribute 'error' failed to satisfy constraint: string attribute
func.func @f(%a: index) {
  %0 = "shape.meet"(%a, %a) {error = 3 : i8} : (index, index) -> index
  return
}
// -----
// error: use of value '%a' expects different type than prior uses: 'i32' vs 'index'
func.func @f(%a: index) {
  %0 = shape.size_to_index %a : i32
  return
}
// -----
// error: use of value '%a' expects different type than prior uses: '!shape.shape' vs '!shape.size'
func.func @f(%a: !shape.size) {
  %0 = shape.size_to_index %a : !shape.shape
  return
}
// -----
// error: 'shape.debug_print' op operand #0 must be shape or size, but got 'tensor<2xi32>'
func.func @f(%a: tensor<2xi32>) {
  %0 = "shape.debug_print"(%a) : (tensor<2xi32>) -> !shape.size
  return
}
// -----
// error: 'shape.debug_print' has no custom syntax: write it in generic form
// The reference differs, in words only.
func.func @f(%a: !shape.size) {
  %0 = shape.debug_print %a : !shape.size
  return
}
// -----
// error: 'shape.const_shape' op requires attribute 'shape'
func.func @f() {
  %0 = "shape.const_shape"() : () -> !shape.shape
  return
}
// -----
// error: 'shape.const_shape' op attribute 'shape' failed to satisfy constraint: index elements attribute
func.func @f() {
  %0 = "shape.const_shape"() {shape = dense<1> : tensor<2xi64>} : () -> !shape.shape
  return
}
// -----
// error: 'shape.const_shape' op inferred type(s) 'tensor<2xindex>' are incompatible with return type(s) of operation 'tensor<?xindex>'
func.func @f() {
  %0 = shape.const_shape [1, 2] : tensor<?xindex>
  return
}
// -----
// error: 'shape.const_shape' op inferred type(s) 'tensor<2xindex>' are incompatible with return type(s) of operation 'tensor<3xindex>'
func.func @f() {
  %0 = shape.const_shape [1, 2] : tensor<3xindex>
  return
}
// -----
// error: 'shape.const_shape' op result #0 must be shape or extent tensor, but got '!shape.size'
func.func @f() {
  %0 = shape.const_shape [1, 2] : !shape.size
  return
}
// -----
// error: attribute 'shape' occurs more than once in the attribute list
func.func @f() {
  %0 = shape.const_shape {shape} [1, 2] : !shape.shape
  return
}
// -----
// error: 'shape.from_extents' op operand #0 must be variadic of size or index, but got 'f32'
func.func @f(%a: f32) {
  %0 = shape.from_extents %a : f32
  return
}
// -----
// error: 'shape.from_extent_tensor' op operand #0 must be 1D tensor of index values, but got 'tensor<2x2xindex>'
func.func @f(%a: tensor<2x2xindex>) {
  %0 = shape.from_extent_tensor %a : tensor<2x2xindex>
  return
}
// -----
// error: 'shape.to_extent_tensor' op result #0 must be tensor of index values, but got 'tensor<2xi32>'
func.func @f(%a: !shape.shape) {
  %0 = shape.to_extent_tensor %a : !shape.shape -> tensor<2xi32>
  return
}
// -----
// error: 'shape.rank' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them
func.func @f(%a: !shape.shape) {
  %0 = shape.rank %a : !shape.shape -> index
  return
}
// -----
// error: 'shape.num_elements' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them
func.func @f(%a: !shape.shape) {
  %0 = shape.num_elements %a : !shape.shape -> index
  return
}
// -----
// error: 'shape.get_extent' op if at least one of the operands can hold error values then the result must be of type `size` to propagate them
func.func @f(%a: tensor<?xindex>, %b: !shape.size) {
  %0 = shape.get_extent %a, %b : tensor<?xindex>, !shape.size -> index
  return
}
// -----
// error: 'shape.broadcast' op if at least one of the operands can hold error values then the result must be of type `shape` to propagate them
func.func @f(%a: !shape.shape, %b: tensor<?xindex>) {
  %0 = shape.broadcast %a, %b : !shape.shape, tensor<?xindex> -> tensor<?xindex>
  return
}
// -----
// error: 'shape.broadcast' op operand #0 must be variadic of shape or extent tensor, but got 'tensor<?x?xindex>'
func.func @f(%a: tensor<?x?xindex>) {
  %0 = shape.broadcast %a : tensor<?x?xindex> -> tensor<?xindex>
  return
}
// -----
// error: 'shape.any' op operand #0 must be variadic of shape or extent tensor, but got 'tensor<?xi64>'
func.func @f(%a: tensor<?xi64>) {
  %0 = shape.any %a : tensor<?xi64> -> tensor<?xindex>
  return
}
// -----
// error: 'shape.concat' op result #0 must be shape or extent tensor, but got '!shape.size'
func.func @f(%a: !shape.shape) {
  %0 = shape.concat %a, %a : !shape.shape, !shape.shape -> !shape.size
  return
}
// -----
// error: 'shape.split_at' op operand #1 must be size or index, but got 'i64'
func.func @f(%a: !shape.shape, %i: i64) {
  %0, %1 = "shape.split_at"(%a, %i) : (!shape.shape, i64) -> (!shape.shape, !shape.shape)
  return
}
// -----
// error: 'shape.split_at' op expected 2 results, but found 1
// The reference differs: it does not say how many there are.
func.func @f(%a: !shape.shape, %i: index) {
  %0 = "shape.split_at"(%a, %i) : (!shape.shape, index) -> !shape.shape
  return
}
// -----
// error: 'shape.shape_eq' op operand #0 must be variadic of shape or extent tensor, but got '!shape.witness'
func.func @f(%a: !shape.witness) {
  %0 = shape.shape_eq %a : !shape.witness
  return
}
// -----
// error: 'shape.is_broadcastable' op result #0 must be 1-bit signless integer, but got 'i8'
func.func @f(%a: !shape.shape) {
  %0 = "shape.is_broadcastable"(%a) : (!shape.shape) -> i8
  return
}
// -----
// error: 'shape.shape_of' op if at least one of the operands can hold error values then the result must be of type `shape` to propagate them
func.func @f(%a: !shape.value_shape) {
  %0 = shape.shape_of %a : !shape.value_shape -> tensor<?xindex>
  return
}
// -----
// error: 'shape.shape_of' op inferred type(s) 'tensor<2xindex>' are incompatible with return type(s) of operation 'tensor<4xindex>'
func.func @f(%a: tensor<4x4xf32>) {
  %0 = shape.shape_of %a : tensor<4x4xf32> -> tensor<4xindex>
  return
}
// -----
// error: 'shape.shape_of' op operand #0 must be shaped of any type values or !shape.value_shape, but got 'f32'
// The reference differs: it leaves out the type.
func.func @f(%a: f32) {
  %0 = shape.shape_of %a : f32 -> !shape.shape
  return
}
// -----
// error: 'shape.dim' op operand #0 must be shaped of any type values, but got '!shape.value_shape'
func.func @f(%a: !shape.value_shape, %i: index) {
  %0 = "shape.dim"(%a, %i) : (!shape.value_shape, index) -> index
  return
}
// -----
// error: 'shape.value_of' op result #0 must be shaped of any type values, but got 'f32'
func.func @f(%a: !shape.value_shape) {
  %0 = "shape.value_of"(%a) : (!shape.value_shape) -> f32
  return
}
// -----
// error: 'shape.value_as_shape' op operand #0 must be 1D tensor of integer or index values or !shape.value_shape, but got 'tensor<f32>'
// The reference differs: it leaves out the type.
func.func @f(%a: tensor<f32>) {
  %0 = shape.value_as_shape %a : tensor<f32> -> !shape.shape
  return
}
// -----
// error: 'shape.with_shape' op operand #0 must be shaped of any type values or !shape.value_shape, but got 'f32'
// The reference differs: it leaves out the type.
func.func @f(%a: f32, %b: !shape.shape) {
  %0 = shape.with_shape %a, %b : f32, !shape.shape
  return
}
// -----
// error: 'shape.with_shape' op operand #1 must be shape or extent tensor, but got '!shape.size'
func.func @f(%a: !shape.value_shape, %b: !shape.size) {
  %0 = shape.with_shape %a, %b : !shape.value_shape, !shape.size
  return
}
// -----
// error: 'shape.const_witness' op attribute 'passing' failed to satisfy constraint: bool attribute
func.func @f() {
  %0 = "shape.const_witness"() {passing = 1 : i8} : () -> !shape.witness
  return
}
// -----
// error: 'shape.cstr_broadcastable' op required at least 2 input shapes
func.func @f(%a: !shape.shape) {
  %0 = shape.cstr_broadcastable %a : !shape.shape
  return
}
// -----
// error: 'shape.cstr_eq' op operand #0 must be variadic of shape or extent tensor, but got 'f32'
func.func @f(%a: f32) {
  %0 = shape.cstr_eq %a : f32
  return
}
// -----
// error: 'shape.cstr_require' op requires attribute 'msg'
func.func @f(%a: i1) {
  %0 = "shape.cstr_require"(%a) : (i1) -> !shape.witness
  return
}
// -----
// error: 'shape.cstr_require' op result #0 must be !shape.witness, but got 'i1'
// The reference differs: it leaves out the type.
func.func @f(%a: i1) {
  %0 = "shape.cstr_require"(%a) {msg = "so"} : (i1) -> i1
  return
}
// -----
// error: 'shape.assuming_all' op no operands specified
func.func @f() {
  %0 = "shape.assuming_all"() : () -> !shape.witness
  return
}
// -----
// error: 'shape.assuming_all' op operand #0 must be variadic of !shape.witness, but got 'i1'
// The reference differs: it leaves out the type.
func.func @f(%a: i1) {
  %0 = "shape.assuming_all"(%a) : (i1) -> !shape.witness
  return
}
// -----
// error: 'shape.assuming' op operand #0 must be !shape.witness, but got 'i1'
// The reference differs: it leaves out the type.
func.func @f(%a: i1) {
  "shape.assuming"(%a) ({ shape.assuming_yield }) : (i1) -> ()
  return
}
// -----
// error: 'shape.assuming' op region #0 ('doRegion') failed to verify constraint: region with 1 blocks
func.func @f(%w: !shape.witness) {
  "shape.assuming"(%w) ({ }) : (!shape.witness) -> ()
  return
}
// -----
// error: 'shape.assuming' op expects a non-empty block
func.func @f(%w: !shape.witness) {
  "shape.assuming"(%w) ({ ^bb0: }) : (!shape.witness) -> ()
  return
}
// -----
// error: 'shape.assuming' op region #0 ('doRegion') failed to verify constraint: region with 1 blocks
// The reference differs: it says that there may be no more than one block.
func.func @f(%w: !shape.witness) {
  "shape.assuming"(%w) ({ cf.br ^bb1 ^bb1: shape.assuming_yield }) : (!shape.witness) -> ()
  return
}
// -----
// error: 'shape.assuming' op region #0 ('doRegion') failed to verify constraint: region with 1 blocks
// The reference differs: it says that there may be no more than one block.
func.func @f(%w: !shape.witness) {
  shape.assuming %w { cf.br ^bb0 ^bb0: shape.assuming_yield }
  return
}
// -----
// error: 'shape.assuming' op expects regions to end with 'shape.assuming_yield', found 'ub.unreachable'
func.func @f(%w: !shape.witness) {
  shape.assuming %w { ub.unreachable }
  return
}
// -----
// error: 'shape.assuming' op along control flow edge from Operation shape.assuming_yield to parent: region branch point has 0 operands, but region successor needs 1 inputs
func.func @f(%w: !shape.witness) {
  %0 = shape.assuming %w -> (index) { }
  return
}
// -----
// error: 'shape.assuming' op along control flow edge from Operation shape.assuming_yield to parent: successor operand type #0 '!shape.witness' should match successor input type #0 'index'
func.func @f(%w: !shape.witness) {
  %0 = shape.assuming %w -> (index) { shape.assuming_yield %w : !shape.witness }
  return
}
// -----
// error: 'shape.assuming' op along control flow edge from Operation shape.assuming_yield to parent: region branch point has 1 operands, but region successor needs 0 inputs
func.func @f(%w: !shape.witness) {
  shape.assuming %w { shape.assuming_yield %w : !shape.witness }
  return
}
// -----
// error: use of value '%w' expects different type than prior uses: '!shape.witness' vs 'i1'
func.func @f(%w: i1) {
  shape.assuming %w { }
  return
}
// -----
// error: 'shape.assuming_yield' op expects parent op 'shape.assuming'
func.func @f(%w: !shape.witness) {
  shape.assuming_yield %w : !shape.witness
}
// -----
// error: 'shape.reduce' op expected 1 or more operands, but found 0
func.func @f(%s: !shape.shape, %i: index) {
  "shape.reduce"() ({ }) : () -> ()
  return
}
// -----
// error: 'shape.reduce' op region #0 ('region') failed to verify constraint: region with 1 blocks
func.func @f(%s: !shape.shape, %i: index) {
  shape.reduce(%s) : !shape.shape { }
  return
}
// -----
// error: 'shape.reduce' op expects a non-empty block
func.func @f(%s: !shape.shape, %i: index) {
  shape.reduce(%s) : !shape.shape { ^bb0(%a: index, %b: !shape.size): }
  return
}
// -----
// error: number of operands and types do not match: got 1 operands and 0 types
func.func @f(%s: !shape.shape, %i: index) {
  shape.reduce(%s, %i) : !shape.shape { ^bb0(%a: index, %b: !shape.size): shape.yield }
  return
}
// -----
// error: 'shape.reduce' op ReduceOp body is expected to have 3 arguments
func.func @f(%s: !shape.shape, %i: index) {
  %0 = shape.reduce(%s, %i) : !shape.shape -> index { ^bb0(%a: index, %b: !shape.size): shape.yield %i : index }
  return
}
// -----
// error: 'shape.reduce' op argument 0 of ReduceOp body is expected to be of IndexType
func.func @f(%s: !shape.shape, %i: index) {
  shape.reduce(%s) : !shape.shape { ^bb0(%a: !shape.size, %b: !shape.size): shape.yield }
  return
}
// -----
// error: 'shape.reduce' op argument 1 of ReduceOp body is expected to be of SizeType if the ReduceOp operates on a ShapeType
func.func @f(%s: !shape.shape, %i: index) {
  shape.reduce(%s) : !shape.shape { ^bb0(%a: index, %b: index): shape.yield }
  return
}
// -----
// error: 'shape.reduce' op argument 1 of ReduceOp body is expected to be of IndexType if the ReduceOp operates on an extent tensor
func.func @f(%s: tensor<?xindex>, %i: index) {
  shape.reduce(%s) : tensor<?xindex> { ^bb0(%a: index, %b: !shape.size): shape.yield }
  return
}
// -----
// error: 'shape.reduce' op type mismatch between argument 2 of ReduceOp body and initial value 0
func.func @f(%s: !shape.shape, %i: index) {
  %0 = shape.reduce(%s, %i) : !shape.shape -> index { ^bb0(%a: index, %b: !shape.size, %c: i1): shape.yield %i : index }
  return
}
// -----
// error: 'shape.yield' op number of operands does not match number of results of its parent
func.func @f(%s: !shape.shape, %i: index) {
  %0 = shape.reduce(%s, %i) : !shape.shape -> index { ^bb0(%a: index, %b: !shape.size, %c: index): shape.yield }
  return
}
// -----
// error: 'shape.yield' op types mismatch between yield op and its parent
func.func @f(%s: !shape.shape, %i: index) {
  %0 = shape.reduce(%s, %i) : !shape.shape -> index { ^bb0(%a: index, %b: !shape.size, %c: index): shape.yield %b : !shape.size }
  return
}
// -----
// error: 'shape.reduce' op operand #0 must be shape or extent tensor, but got 'f32'
func.func @f(%s: f32, %i: index) {
  shape.reduce(%s) : f32 { ^bb0(%a: index, %b: index): shape.yield }
  return
}
// -----
// error: 'shape.yield' op expects parent op to be one of 'shape.reduce, shape.function_library'
func.func @f() {
  shape.yield
}
// -----
// error: 'shape.return' op expects parent op 'shape.func'
func.func @f() {
  shape.return
}
// -----
// error: 'shape.func' op symbol's parent must have the SymbolTable trait
func.func @f() {
  shape.func @g() {
    return
  }
  return
}
// -----
// error: 'shape.func' op symbol declaration cannot have public visibility
shape.func @f()
// -----
// error: 'func.return' op expects parent op 'func.func'
shape.func @f() {
  func.return
}
// -----
// error: 'shape.func' op entry block must have 0 arguments to match function signature
"shape.func"() ({
^bb0(%a: index):
  shape.return
}) {sym_name = "f", function_type = () -> ()} : () -> ()
// -----
// error: expected 'mapping'
shape.function_library @l { }
// -----
// error: expected valid '@'-identifier for symbol name
shape.function_library private @l { } mapping {}
// -----
// error: invalid kind of attribute specified
shape.function_library @l {
  func private @f()
} mapping @f
// -----
// error: 'shape.function_library' op Operations with a 'SymbolTable' must have exactly one block
shape.function_library @l { } mapping {}
// -----
// error: 'shape.function_library' op visibility expected to be one of ["public", "private", "nested"], but got "mine"
shape.function_library @l attributes {sym_visibility = "mine"} {
  func private @f()
} mapping {}
// -----
// error: redefinition of symbol named 'f'
shape.function_library @l {
  func private @f()
  func private @f()
} mapping {}
// -----
// error: 'shape.function_library' op region should have no arguments
"shape.function_library"() ({
^bb0(%a: index):
  shape.yield
}) {sym_name = "l", mapping = {}} : () -> ()
// -----
// error: 'shape.function_library' op attribute 'mapping' failed to satisfy constraint: dictionary of named attribute values
"shape.function_library"() ({
  shape.yield
}) {sym_name = "l", mapping = []} : () -> ()
// -----
// error: 'shape.function_library' op requires attribute 'mapping'
"shape.function_library"() ({
  shape.yield
}) {sym_name = "l"} : () -> ()
// -----
// error: 'shape.function_library' op requires attribute 'sym_name'
"shape.function_library"() ({
  shape.yield
}) {mapping = {}} : () -> ()
// -----
// error: 'shape.yield' op number of operands does not match number of results of its parent
"shape.function_library"() ({
  %c = arith.constant true
  shape.yield %c : i1
}) {sym_name = "l", mapping = {}} : () -> ()
// -----
// error: custom op 'shape.join' is unknown
func.func @f() {
  shape.join
  return
}
