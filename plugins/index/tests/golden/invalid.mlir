// error: expected ::mlir::index::IndexCmpPredicate to be one of: eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge
%a = index.constant 3
%0 = index.cmp foo(%a, %a)
// -----
// error: 'index.casts' op operand type 'index' and result type 'index' are cast incompatible
%a = index.constant 3
%0 = index.casts %a : index to index
// -----
// error: 'index.casts' op result #0 must be integer or index, but got 'f32'
%a = index.constant 3
%0 = index.casts %a : index to f32
// -----
// error: 'index.castu' op operand type 'i32' and result type 'i64' are cast incompatible
%i = "test.op"() : () -> i32
%0 = index.castu %i : i32 to i64
// -----
// error: integer constant out of range for attribute
%0 = index.bool.constant 3
// -----
// error: integer constant out of range for attribute
%0 = index.constant 99999999999999999999
// -----
// error: 'index.cmp' op requires attribute 'pred'
%a = index.constant 3
%0 = "index.cmp"(%a, %a) : (index, index) -> i1
// -----
// error: 'index.cmp' op attribute 'pred' failed to satisfy constraint: index comparison predicate kind
%a = index.constant 3
%0 = "index.cmp"(%a, %a) {pred = 3 : i32} : (index, index) -> i1
// -----
// error: 'index.constant' op requires attribute 'value'
%0 = "index.constant"() : () -> index
// -----
// error: 'index.constant' op attribute 'value' failed to satisfy constraint: index attribute
%0 = "index.constant"() {value = 3 : i32} : () -> index
// -----
// error: 'index.add' op result #0 must be index, but got 'i32'
%a = index.constant 3
%0 = "index.add"(%a, %a) : (index, index) -> i32
