// error: 'async.execute' op along control flow edge from parent to Region #0: successor operand type #0 '!async.value<f32>' should match successor input type #0 'i32'
func.func @f(%v: !async.value<f32>) {
  %0 = "async.execute"(%v) <{operandSegmentSizes = array<i32: 0, 1>}> ({
  ^bb0(%a: i32):
    "async.yield"() : () -> ()
  }) : (!async.value<f32>) -> !async.token
  return
}
// -----
// error: 'async.execute' op along control flow edge from parent to Region #0: region branch point has 1 operands, but region successor needs 0 inputs
func.func @f(%v: !async.value<f32>) {
  %0 = "async.execute"(%v) <{operandSegmentSizes = array<i32: 0, 1>}> ({
    "async.yield"() : () -> ()
  }) : (!async.value<f32>) -> !async.token
  return
}
// -----
// error: 'async.execute' op along control flow edge from Operation async.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs
func.func @f(%v: !async.value<f32>) {
  %0:2 = async.execute (%v as %a: !async.value<f32>) -> !async.value<f32> {
    async.yield
  }
  return
}
// -----
// error: 'async.execute' op along control flow edge from Operation async.yield to parent: successor operand type #0 'f32' should match successor input type #0 '!async.value<i32>'
func.func @f(%v: !async.value<f32>) {
  %0:2 = async.execute (%v as %a: !async.value<f32>) -> !async.value<i32> {
    async.yield %a : f32
  }
  return
}
// -----
// error: 'async.execute' op result #1 must be variadic of async value type, but got 'f32'
func.func @f(%v: !async.value<f32>) {
  %0:2 = async.execute (%v as %a: !async.value<f32>) -> f32 {
    async.yield %a : f32
  }
  return
}
// -----
// error: 'async.execute' op region #0 ('bodyRegion') failed to verify constraint: region with 1 blocks
func.func @f() {
  %0 = async.execute {}
  return
}
// -----
// error: 'async.execute' op async body region argument types do not match the execute operation arguments types
func.func @f(%t: !async.token) {
  %0 = "async.execute"(%t) <{operandSegmentSizes = array<i32: 0, 1>}> ({
  ^bb0(%a: !async.token):
    "async.yield"() : () -> ()
  }) : (!async.token) -> !async.token
  return
}
// -----
// error: 'async.yield' op expects parent op 'async.execute'
func.func @f() {
  async.yield
}
// -----
// error: 'async.await' op operand #0 must be async value type or async token type, but got 'f32'
func.func @f(%t: f32) {
  async.await %t : f32
  return
}
// -----
// error: 'async.await' op awaiting on a token must have empty result
func.func @f(%t: !async.token) {
  %0 = "async.await"(%t) : (!async.token) -> i32
  return
}
// -----
// error: 'async.await' op result type 'f64' does not match async value type 'f32'
func.func @f(%t: !async.value<f32>) {
  %0 = "async.await"(%t) : (!async.value<f32>) -> f64
  return
}
// -----
// error: 'async.func' op result is expected to be at least of size 1, but got 0
async.func @f(%a: f32) {
  return
}
// -----
// error: 'async.func' op result type must be async value type or async token type, but got 'f32'
async.func @f(%a: f32) -> f32 {
  return %a : f32
}
// -----
// error: 'async.func' op  results' (optional) async token type is expected to appear as the 1st return value, but got 2
async.func @f(%a: f32) -> (!async.value<f32>, !async.token) {
  return %a : f32
}
// -----
// error: 'async.return' op operand types do not match the types returned from the parent FuncOp
async.func @f(%a: f32) -> (!async.token, !async.value<i32>) {
  return %a : f32
}
// -----
// error: 'async.func' op symbol declaration cannot have public visibility
async.func @f(f32) -> !async.token
// -----
// error: 'async.call' op 'g' does not reference a valid async function
func.func @f(%a: f32) {
  async.call @g(%a) : (f32) -> ()
  return
}
func.func private @g(f32)
// -----
// error: 'async.call' op incorrect number of operands for callee
async.func private @g(f32) -> !async.token
func.func @f() {
  async.call @g() : () -> ()
  return
}
// -----
// error: 'async.call' op operand type mismatch: expected operand type 'f32', but provided 'i32' for operand number 0
async.func private @g(f32) -> !async.token
func.func @f(%a: i32) {
  %0 = async.call @g(%a) : (i32) -> !async.token
  return
}
// -----
// error: 'async.call' op incorrect number of results for callee
async.func private @g(f32) -> !async.token
func.func @f(%a: f32) {
  async.call @g(%a) : (f32) -> ()
  return
}
// -----
// error: 'async.call' op result type mismatch at index 0
async.func private @g(f32) -> !async.token
func.func @f(%a: f32) {
  %0 = async.call @g(%a) : (f32) -> !async.value<f32>
  return
}
// -----
// error: 'async.runtime.add_ref' op attribute 'count' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive
func.func @f(%t: !async.token) {
  async.runtime.add_ref %t {count = 0 : i64} : !async.token
  return
}
// -----
// error: 'async.runtime.store' op failed to verify that type of 'value' matches element type of 'storage'
func.func @f(%v: !async.value<f32>, %i: i32) {
  "async.runtime.store"(%i, %v) : (i32, !async.value<f32>) -> ()
  return
}
// -----
// error: 'async.runtime.load' op failed to verify that type of 'value' matches element type of 'storage'
func.func @f(%v: !async.value<f32>) {
  %0 = "async.runtime.load"(%v) : (!async.value<f32>) -> i32
  return
}
// -----
// error: 'async.runtime.set_available' op operand #0 must be async value type or async token type, but got '!async.group'
func.func @f(%g: !async.group) {
  "async.runtime.set_available"(%g) : (!async.group) -> ()
  return
}
