// error: unknown level format: foo
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0) -> (d0 : foo)}>>)
// -----
// error: invalid level type: level format doesn't support the properties
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0) -> (d0 : dense(nonunique))}>>)
// -----
// error: dimension-rank mismatch between encoding and tensor shape: 1 != 2
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0) -> (d0 : dense)}>>)
// -----
// error: expected a non-empty array for lvlTypes
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{}>>)
// -----
// error: unexpected key: foo
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{foo = 3}>>)
// -----
// error: unexpected position bitwidth: 42
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed), posWidth = 42}>>)
// -----
// error: unexpected coordinate bitwidth: 7
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed), crdWidth = 7}>>)
// -----
// error: expected compressed or loose_compressed level before singleton level
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : singleton, d1 : compressed)}>>)
// -----
// error: expected all singleton lvlTypes stored in the same memory layout (SoA vs AoS).
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa), d1 : singleton)}>>)
// -----
// error: failed to infer lvlToDim from dimToLvl
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : compressed, d0 : dense)}>>)
// -----
// error: failed to infer lvlToDim from dimToLvl
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 + d1: compressed, d0 : dense)}>>)
// -----
// error: explicit value type mismatch between encoding and tensor element type: 'i32' != 'f32'
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed), explicitVal = 1 : i32}>>)
// -----
// error: implicit value must be zero
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed), implicitVal = 1.0 : f32}>>)
// -----
// error: implicit value type mismatch between encoding and tensor element type: 'i32' != 'f32'
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed), implicitVal = 0 : i32}>>)
// -----
// error: Batch lvlType can only be leading levels.
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : compressed, d1 : batch)}>>)
// -----
// error: expected n <= m in n_out_of_m
func.func private @f(tensor<4x8xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 floordiv 4 : dense, d1 mod 4 : structured[5, 4])}>>)
// -----
// error: expected all dense lvlTypes before a n_out_of_m level
func.func private @f(tensor<4x8xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 floordiv 4 : compressed, d1 mod 4 : structured[2, 4])}>>)
// -----
// error: expect positive value or ? for slice offset/size/stride
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0 : #sparse_tensor<slice(-1, 4, 1)>) -> (d0 : dense)}>>)
// -----
// error: expected ','
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0 : #sparse_tensor<slice(1, 4)>) -> (d0 : dense)}>>)
// -----
// error: expect positive value or ? for slice stride
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0 : #sparse_tensor<slice(1, 4, 0)>) -> (d0 : dense)}>>)
// -----
// error: expect positive value or ? for slice size
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0 : #sparse_tensor<slice(1, 0, 1)>) -> (d0 : dense)}>>)
// -----
// error: redefinition of identifier 'l0'
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = {l0, l0} (d0 = l0) -> (l0 = d0 : dense)}>>)
// -----
// error: redefinition of identifier 'd0'
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0, d0) -> (d0 : dense)}>>)
// -----
// The reference differs in its words.
// error: use of undeclared identifier 'd1'
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0) -> (d1 : dense)}>>)
// -----
// error: unknown level property: foo
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed(foo))}>>)
// -----
// The reference differs in its words.
// error: there is a map already
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0) -> (d0 : dense), map = (d0) -> (d0 : dense)}>>)
// -----
// error: expected a non-empty array for lvlTypes
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{posWidth = 32}>>)
// -----
// error: unknown level property: high
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed(high))}>>)
// -----
// error: expected ':'
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0, d1 : compressed)}>>)
// -----
// error: implicit value type mismatch between encoding and tensor element type: 'f64' != 'f32'
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed), implicitVal = 0.0 : f64}>>)
// -----
// error: expected a numeric value for explicitVal
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed), explicitVal = "a"}>>)
// -----
// error: expected exactly 2 structured sizes
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0) -> (d0 : structured)}>>)
// -----
// error: expected exactly 2 structured sizes
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0) -> (d0 : structured[2])}>>)
// -----
// error: Level-variable ordering mismatch. The variable 'l1' was forward-declared as the 1st level; but is bound by the 0th specification.
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = {l0, l1} (d0 = l0, d1 = l1) -> (l1 = d0 : dense, l0 = d1 : compressed)}>>)
// -----
// The reference differs in its words.
// error: use of undeclared identifier 'l0'
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (l0 = d0 : dense, l1 = d1 : compressed)}>>)
// -----
// error: use of undeclared identifier 'd1'
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = {l0, l1} (d0 = l0, d1 = l1) -> (l0 = d0 : dense, d1 : compressed)}>>)
// -----
// error: SoA is only applicable to singleton lvlTypes.
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : compressed(soa), d1 : dense)}>>)
// -----
// error: invalid level type: level format doesn't support the properties
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : batch(nonunique), d1 : dense)}>>)
// -----
// error: invalid level type: level format doesn't support the properties
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense(soa), d1 : dense)}>>)
// -----
// error: invalid level type: level format doesn't support the properties
func.func private @f(tensor<4x8xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 floordiv 4 : dense, d1 mod 4 : structured[2, 4](nonunique))}>>)
// -----
// error: expected exactly 2 structured sizes
func.func private @f(tensor<4x8xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 floordiv 4 : dense, d1 mod 4 : structured(nonunique)[2, 4])}>>)
// -----
// error: expected 1xm block structure for n_out_of_m level
func.func private @f(tensor<4x8xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 floordiv 4 : dense, d1 mod 8 : structured[2, 4])}>>)
// -----
// error: expected coeffiencts of Affine expressions to be equal to m of n_out_of_m level
func.func private @f(tensor<4x8xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 floordiv 4 : dense, d1 mod 4 : structured[2, 8])}>>)
// -----
// error: expected lvlToDim to be an inverse of dimToLvl
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = {l0, l1} (d0 = l0, d1 = l1) -> (l0 = d1 : dense, l1 = d0 : compressed)}>>)
// -----
// error: Level-rank mismatch between forward-declarations and specifiers. Declared 2 level-variables; but got 1 level-specifiers.
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = {l0, l1} (d0 = l0, d1 = l1) -> (l0 = d1 : dense)}>>)
// -----
// error: use of undeclared identifier 'd0'
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = {l0, l1} (d0 = l0, d1 = l1) -> (d0 : dense, d1 : dense)}>>)
// -----
// error: use of undeclared identifier 'd1'
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = {l0} (d0 = l0, d1) -> (l0 = d0 : dense, d1 : dense)}>>)
// -----
// error: failed to infer lvlToDim from dimToLvl
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d0 : compressed, d1 : dense)}>>)
// -----
// error: dimSlices expected dimension-rank to match level-rank: 2 != 3
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0 : #sparse_tensor<slice(1, 4, 1)>, d1 : #sparse_tensor<slice(?, ?, ?)>) -> (d0 floordiv 2: dense, d0 mod 2 : dense, d1: dense)}>>)
// -----
// error: failed to infer lvlToDim from dimToLvl
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense)}>>)
// -----
// error: explicit value type mismatch between encoding and tensor element type: 'f64' != 'f32'
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed), explicitVal = 1.0}>>)
// -----
// error: expected '}'
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed) posWidth = 8}>>)
// -----
// error: expected exactly 2 structured sizes
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0) -> (d0 : structured[4, 2, 3])}>>)
// -----
// error: expected structured size to be >= 0
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0) -> (d0 : structured[-1, 2])}>>)
// -----
// error: expected valid integer for structured size
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0) -> (d0 : structured[a, 2])}>>)
// -----
// error: expected ':'
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0) -> (d0 compressed)}>>)
// -----
// error: expected '->'
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0) (d0 : compressed)}>>)
// -----
// The reference differs in its words.
// error: unexpected position bitwidth: -1
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{posWidth = -1, map = (d0) -> (d0 : compressed)}>>)
// -----
// error: failed to infer lvlToDim from dimToLvl
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 + 1: compressed, d1 : dense)}>>)
// -----
// error: failed to infer lvlToDim from dimToLvl
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 floordiv 2 : compressed, d1 : dense)}>>)
// -----
// error: failed to infer lvlToDim from dimToLvl
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 floordiv 2 : compressed, d1 : dense, d0 mod 3: dense)}>>)
// -----
// error: failed to infer lvlToDim from dimToLvl
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 mod 2 : compressed, d1 : dense, d0 floordiv 2: dense)}>>)
// -----
// error: dimension-rank mismatch between encoding and tensor shape: 3 != 2
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1, d2) -> (d0 : compressed, d1 : dense, d2 : dense)}>>)
// -----
// error: expected a non-empty array for lvlTypes
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = () -> ()}>>)
// -----
// error: expected lvlToDim to be an inverse of dimToLvl
func.func private @f(tensor<4x8xf32, #sparse_tensor.encoding<{map = {l0, l1, l2} (d0 = l0, d1 = l1 * 2 + l2) -> ( l0 = d0 : dense, l1 = d1 floordiv 4 : dense, l2 = d1 mod 4 : structured[2, 4])}>>)
// -----
// error: expected n_out_of_m to be the last level type
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : structured[2,4], d1 : dense)}>>)
// -----
// error: expected '{' to begin a region
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.iterate %it in %0 : !sparse_tensor.iter_space<#CSR, lvls = 0> attributes {a} { }
  return
}
// -----
// error: 'sparse_tensor.iterate' op number mismatch between iter args and results.
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %r = sparse_tensor.iterate %it in %0 iter_args(%a = %x) : !sparse_tensor.iter_space<#CSR, lvls = 0> -> f32 { }
  return
}
// -----
// error: 'sparse_tensor.iterate' op 0-th region iter_arg and 0-th yielded value have different type: 'f32' != 'i32'
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %r = sparse_tensor.iterate %it in %0 iter_args(%a = %x) : !sparse_tensor.iter_space<#CSR, lvls = 0> -> f32 { %q = arith.constant 1 : i32 
 sparse_tensor.yield %q : i32 }
  return
}
// -----
// error: 'sparse_tensor.iterate' op required out-of-bound coordinates
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.iterate %it in %0 at(%a, %b) : !sparse_tensor.iter_space<#CSR, lvls = 0> { }
  return
}
// -----
// error: expected 'in'
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.iterate _ in %0 : !sparse_tensor.iter_space<#CSR, lvls = 0> { }
  return
}
// -----
// error: expected '{' to begin a region
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %r = sparse_tensor.iterate %it in %0 : !sparse_tensor.iter_space<#CSR, lvls = 0> -> f32 { sparse_tensor.yield %x : f32 }
  return
}
// -----
// error: expected '->'
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.iterate %it in %0 iter_args(%a = %x): !sparse_tensor.iter_space<#CSR, lvls = 0> { sparse_tensor.yield %x : f32 }
  return
}
// -----
// error: custom op 'sparse_tensor.iterate' expected only one iterator/iteration space
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.iterate %it, %it2 in %0, %0 : !sparse_tensor.iter_space<#CSR, lvls = 0>, !sparse_tensor.iter_space<#CSR, lvls = 0> { }
  return
}
// -----
// error: expected sparse_tensor.iter_space type for iteration space operands
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.iterate %it in %0 : f32 { }
  return
}
// -----
// error: expected ':'
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.iterate %it in %0 : !sparse_tensor.iter_space<#CSR, lvls = 0> { sparse_tensor.yield }
  return
}
// -----
// The reference differs in its words.
// error: 'sparse_tensor.iterate' op different number of inits and region iter_args: 0 != 0
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  "sparse_tensor.iterate"(%0) <{crdUsedLvls = 1 : i64}> ({ ^bb0(%i2: !sparse_tensor.iterator<#CSR, lvls = 0>): "sparse_tensor.yield"() : () -> () }) : (!sparse_tensor.iter_space<#CSR, lvls = 0>) -> ()
  return
}
// -----
// error: 'sparse_tensor.iterate' op required out-of-bound coordinates
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  "sparse_tensor.iterate"(%0) <{crdUsedLvls = 3 : i64}> ({ ^bb0(%a: index, %b: index, %i2: !sparse_tensor.iterator<#CSR, lvls = 0>): "sparse_tensor.yield"() : () -> () }) : (!sparse_tensor.iter_space<#CSR, lvls = 0>) -> ()
  return
}
// -----
// error: 'sparse_tensor.iterate' op mismatch in iterator and iteration space type
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  "sparse_tensor.iterate"(%0) <{crdUsedLvls = 0 : i64}> ({ ^bb0(%i2: f32): "sparse_tensor.yield"() : () -> () }) : (!sparse_tensor.iter_space<#CSR, lvls = 0>) -> ()
  return
}
// -----
// error: 'sparse_tensor.iterate' op mismatch in number of loop-carried values and defined values
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  "sparse_tensor.iterate"(%0, %x) <{crdUsedLvls = 0 : i64}> ({ ^bb0(%a: f32, %i2: !sparse_tensor.iterator<#CSR, lvls = 0>): "sparse_tensor.yield"(%a) : (f32) -> () }) : (!sparse_tensor.iter_space<#CSR, lvls = 0>, f32) -> ()
  return
}
// -----
// error: 'sparse_tensor.iterate' op number mismatch between iter args and results.
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %r = "sparse_tensor.iterate"(%0, %x) <{crdUsedLvls = 0 : i64}> ({ ^bb0(%a: f32, %i2: !sparse_tensor.iterator<#CSR, lvls = 0>): "sparse_tensor.yield"() : () -> () }) : (!sparse_tensor.iter_space<#CSR, lvls = 0>, f32) -> f32
  return
}
// -----
// error: 'sparse_tensor.iterate' op 0-th init and 0-th region iter_arg have different type: 'f32' != 'index'
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %r = "sparse_tensor.iterate"(%0, %x) <{crdUsedLvls = 0 : i64}> ({ ^bb0(%a: index, %i2: !sparse_tensor.iterator<#CSR, lvls = 0>): "sparse_tensor.yield"(%x) : (f32) -> () }) : (!sparse_tensor.iter_space<#CSR, lvls = 0>, f32) -> f32
  return
}
// -----
// error: 'sparse_tensor.extract_iteration_space' op parent iterator should be specified iff level lower bound equals 0
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.extract_iteration_space %t lvls = 2 : tensor<?x4xf32, #CSR> -> !sparse_tensor.iter_space<#CSR, lvls = 2>
  return
}
// -----
// error: 'sparse_tensor.extract_iteration_space' op parent iterator should be specified iff level lower bound equals 0
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.extract_iteration_space %t lvls = 1 : tensor<?x4xf32, #CSR> -> !sparse_tensor.iter_space<#CSR, lvls = 1>
  return
}
// -----
// The reference differs in its words.
// error: 'sparse_tensor.extract_iteration_space' op inferred type(s) '!sparse_tensor.iter_space<#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>, lvls = 0>' are incompatible with return type(s) of operation '!sparse_tensor.iter_space<#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>, lvls = 0>'
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.extract_iteration_space %t lvls = 0 : tensor<?x4xf32, #CSR> -> !sparse_tensor.iter_space<#COO, lvls = 0>
  return
}
// -----
// error: 'sparse_tensor.extract_iteration_space' op parent iterator should be specified iff level lower bound equals 0
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.extract_iteration_space %t at %i lvls = 0 : tensor<?x4xf32, #CSR>, !sparse_tensor.iterator<#CSR, lvls = 0> -> !sparse_tensor.iter_space<#CSR, lvls = 0>
  return
}
// -----
// error: 'sparse_tensor.extract_iteration_space' op mismatch in parent iterator encoding and iteration space encoding.
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.extract_iteration_space %t at %k lvls = 1 : tensor<?x4xf32, #CSR>, !sparse_tensor.iterator<#COO, lvls = 0 to 2> -> !sparse_tensor.iter_space<#CSR, lvls = 1>
  return
}
// -----
// error: expect larger level upper bound than lower bound
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.extract_iteration_space %t lvls = 1 to 0 : tensor<?x4xf32, #CSR> -> !sparse_tensor.iter_space<#CSR, lvls = 1>
  return
}
// -----
// error: 'sparse_tensor.extract_value' op must use last-level iterator to extract values. 
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.extract_value %t at %i : tensor<?x4xf32, #CSR>, !sparse_tensor.iterator<#CSR, lvls = 0>
  return
}
// -----
// error: 'sparse_tensor.extract_value' op mismatch in tensor encoding and iterator encoding.
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.extract_value %t at %k : tensor<?x4xf32, #CSR>, !sparse_tensor.iterator<#COO, lvls = 0 to 2>
  return
}
// -----
// error: 'sparse_tensor.coiterate' op contains duplicated cases.
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.coiterate (%0, %0) : (!sparse_tensor.iter_space<#CSR, lvls = 0>, !sparse_tensor.iter_space<#CSR, lvls = 0>) case %a, _ { } case %a, _ { }
  return
}
// -----
// error: 'sparse_tensor.coiterate' op number mismatch between iter args and results on 0th region
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %r = sparse_tensor.coiterate (%0, %0) iter_args(%a = %x): (!sparse_tensor.iter_space<#CSR, lvls = 0>, !sparse_tensor.iter_space<#CSR, lvls = 0>) -> f32 case %i1, _ { }
  return
}
// -----
// error: custom op 'sparse_tensor.coiterate' mismatch in number of iteration space operands and iteration space types
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.coiterate (%0, %0) : (!sparse_tensor.iter_space<#CSR, lvls = 0>) case %i1, _ { }
  return
}
// -----
// The reference differs in its words.
// error: 'sparse_tensor.extract_iteration_space' op inferred type(s) '!sparse_tensor.iter_space<#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>, lvls = 0>' are incompatible with return type(s) of operation '!sparse_tensor.iter_space<#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>, lvls = 0 to 2>'
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.extract_iteration_space %t lvls = 0 : tensor<?x4xf32, #CSR> -> !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>
  return
}
// -----
// error: present region argument 1 type mismatch
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.unary %x : f32 to f32 present={ ^bb0(%a: i32): sparse_tensor.yield %x : f32 } absent={}
  return
}
// -----
// error: absent region cannot yield linalg argument
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.unary %x : f32 to f32 present={ ^bb0(%a: f32): sparse_tensor.yield %a : f32 } absent={ sparse_tensor.yield %x : f32 }
  return
}
// -----
// error: absent region cannot yield locally computed value
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.unary %x : f32 to f32 present={ ^bb0(%a: f32): sparse_tensor.yield %a : f32 } absent={ %y = arith.addf %x, %x : f32 
 sparse_tensor.yield %y : f32 }
  return
}
// -----
// error: absent region must have exactly 0 arguments
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.unary %x : f32 to f32 present={ } absent={ ^bb0(%a: f32): sparse_tensor.yield %a : f32 }
  return
}
// -----
// error: left=identity requires first argument to have the same type as the output
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.binary %x, %x : f32, f32 to i32 overlap={ } left=identity right={}
  return
}
// -----
// error: right=identity requires second argument to have the same type as the output
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.binary %x, %x : f32, f32 to i32 overlap={ } left={} right=identity
  return
}
// -----
// error: overlap region must have exactly 2 arguments
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.binary %x, %x : f32, f32 to f32 overlap={ ^bb0(%a: f32): sparse_tensor.yield %a : f32 } left=identity right={}
  return
}
// -----
// error: expected ':'
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.binary %x, %x {b} : f32, f32 to f32 overlap={ } left={ ^bb0(%a: f32): sparse_tensor.yield %a : f32 } right={ ^bb0(%a: f32): sparse_tensor.yield %a : f32 }
  return
}
// -----
// error: select region yield type mismatch
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.select %x : f32 { ^bb0(%a: f32): sparse_tensor.yield %a : f32 }
  return
}
// -----
// error: reduce region must have exactly 2 arguments
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.reduce %x, %x, %x : f32 { ^bb0(%a: f32): sparse_tensor.yield %a : f32 }
  return
}
// -----
// error: reduce region must end with sparse_tensor.yield
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.reduce %x, %x, %x : f32 { ^bb0(%a: f32, %b: f32): func.return }
  return
}
// -----
// error: 'sparse_tensor.yield' op expects parent op to be one of 'sparse_tensor.binary, sparse_tensor.unary, sparse_tensor.reduce, sparse_tensor.select, sparse_tensor.foreach, sparse_tensor.iterate, sparse_tensor.coiterate'
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.yield %x : f32
}
// -----
// error: Unmatched number of arguments in the block
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.foreach in %t : tensor<?x4xf32, #CSR> do { ^bb0(%a: index, %v: f32): }
  return
}
// -----
// error: Expecting Index type for argument at index 1
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.foreach in %t : tensor<?x4xf32, #CSR> do { ^bb0(%a: index, %b: i32, %v: f32): }
  return
}
// -----
// error: Unmatched element type between input tensor and block argument, expected:f32, got: f64
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.foreach in %t : tensor<?x4xf32, #CSR> do { ^bb0(%a: index, %b: index, %v: f64): }
  return
}
// -----
// error: Level traverse order does not match tensor's level rank
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.foreach in %t {order = affine_map<(d0) -> (d0)>} : tensor<?x4xf32, #CSR> do { ^bb0(%a: index, %b: index, %v: f32): }
  return
}
// -----
// error: Mismatch in number of init arguments and results
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %r = sparse_tensor.foreach in %t : tensor<?x4xf32, #CSR> -> f32 do { ^bb0(%a: index, %b: index, %v: f32): sparse_tensor.yield %v : f32 }
  return
}
// -----
// error: Mismatch in types of init arguments and results
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %r = sparse_tensor.foreach in %t init(%x): tensor<?x4xf32, #CSR>, f32 -> f64 do { ^bb0(%a: index, %b: index, %v: f32, %o: f32): sparse_tensor.yield %v : f32 }
  return
}
// -----
// error: Mismatch in types of yield values and results
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %r = sparse_tensor.foreach in %t init(%x): tensor<?x4xf32, #CSR>, f32 -> f32 do { ^bb0(%a: index, %b: index, %v: f32, %o: f32): }
  return
}
// -----
// error: Mismatch in types of yield values and results
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %r = sparse_tensor.foreach in %t init(%x): tensor<?x4xf32, #CSR>, f32 -> f32 do { ^bb0(%a: index, %b: index, %v: f32, %o: f32): %z = arith.constant 1 : i32 
 sparse_tensor.yield %z : i32 }
  return
}
// -----
// error: the sparse-tensor must have static shape
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%p: tensor<9xi32>, %k: tensor<7xindex>, %x: tensor<7xf64>) {
  %0 = sparse_tensor.assemble (%p, %k), %x : (tensor<9xi32>, tensor<7xindex>), tensor<7xf64> to tensor<?x8xf64, #CSR>
  return
}
// -----
// error: inconsistent number of fields between input/output
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%p: tensor<9xi32>, %x: tensor<7xf64>) {
  %0 = sparse_tensor.assemble (%p), %x : (tensor<9xi32>), tensor<7xf64> to tensor<8x8xf64, #CSR>
  return
}
// -----
// error: input/output element-types don't match
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%k: tensor<7xindex>, %x: tensor<7xf64>) {
  %0 = sparse_tensor.assemble (%k, %k), %x : (tensor<7xindex>, tensor<7xindex>), tensor<7xf64> to tensor<8x8xf64, #CSR>
  return
}
// -----
// error: input/output trailing COO level-ranks don't match
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
func.func @f(%k: tensor<7xindex>, %x: tensor<7xf64>, %kk: tensor<6x3xindex>) {
  %0 = sparse_tensor.assemble (%k, %kk), %x : (tensor<7xindex>, tensor<6x3xindex>), tensor<7xf64> to tensor<8x8xf64, #COO>
  return
}
// -----
// error: input/output element-types don't match
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%p: tensor<9xi32>, %k: tensor<7xindex>) {
  %0 = sparse_tensor.assemble (%p, %k), %p : (tensor<9xi32>, tensor<7xindex>), tensor<9xi32> to tensor<8x8xf64, #CSR>
  return
}
// -----
// error: output values and return value type mismatch
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%t: tensor<8x8xf64, #CSR>, %p: tensor<9xi32>, %k: tensor<7xindex>, %x: tensor<7xf64>) {
  %0:6 = sparse_tensor.disassemble %t : tensor<8x8xf64, #CSR> out_lvls(%p, %k : tensor<9xi32>, tensor<7xindex>) out_vals(%x : tensor<7xf64>) -> (tensor<9xi32>, tensor<7xindex>), tensor<8xf64>, (i32, index), i64
  return
}
// -----
// error: output levels and return levels type mismatch
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%t: tensor<8x8xf64, #CSR>, %p: tensor<9xi32>, %k: tensor<7xindex>, %x: tensor<7xf64>) {
  %0:6 = sparse_tensor.disassemble %t : tensor<8x8xf64, #CSR> out_lvls(%p, %k : tensor<9xi32>, tensor<7xindex>) out_vals(%x : tensor<7xf64>) -> (tensor<8xi32>, tensor<7xindex>), tensor<7xf64>, (i32, index), i64
  return
}
// -----
// error: input/output element-types don't match
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%t: tensor<8x8xf64, #CSR>, %k: tensor<7xindex>, %x: tensor<7xf64>) {
  %0:6 = sparse_tensor.disassemble %t : tensor<8x8xf64, #CSR> out_lvls(%k, %k : tensor<7xindex>, tensor<7xindex>) out_vals(%x : tensor<7xf64>) -> (tensor<7xindex>, tensor<7xindex>), tensor<7xf64>, (i32, index), i64
  return
}
// -----
// error: 'sparse_tensor.new' op result #0 must be sparse tensor of any type values, but got 'tensor<8x8xf64>'
func.func @f(%i: index) {
  %0 = sparse_tensor.new %i : index to tensor<8x8xf64>
  return
}
// -----
// error: requested level is out of bounds
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%t: tensor<8x8xf64, #CSR>) {
  %0 = sparse_tensor.positions %t {level = 2 : index} : tensor<8x8xf64, #CSR> to memref<?xi32>
  return
}
// -----
// error: unexpected type for positions
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%t: tensor<8x8xf64, #CSR>) {
  %0 = sparse_tensor.positions %t {level = 1 : index} : tensor<8x8xf64, #CSR> to memref<?xindex>
  return
}
// -----
// error: requested level is out of bounds
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%t: tensor<8x8xf64, #CSR>) {
  %0 = sparse_tensor.coordinates %t {level = 2 : index} : tensor<8x8xf64, #CSR> to memref<?xindex>
  return
}
// -----
// error: unexpected type for coordinates
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%t: tensor<8x8xf64, #CSR>) {
  %0 = sparse_tensor.coordinates %t {level = 1 : index} : tensor<8x8xf64, #CSR> to memref<?xi8>
  return
}
// -----
// error: expected sparse tensor with a COO region
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%t: tensor<8x8xf64, #CSR>) {
  %0 = sparse_tensor.coordinates_buffer %t : tensor<8x8xf64, #CSR> to memref<?xindex>
  return
}
// -----
// error: unexpected mismatch in element types
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%t: tensor<8x8xf64, #CSR>) {
  %0 = sparse_tensor.values %t : tensor<8x8xf64, #CSR> to memref<?xf32>
  return
}
// -----
// error: 'sparse_tensor.values' op operand #0 must be sparse tensor of any type values, but got 'tensor<8x8xf64>'
func.func @f(%d: tensor<8x8xf64>) {
  %0 = sparse_tensor.values %d : tensor<8x8xf64> to memref<?xf64>
  return
}
// -----
// error: Coordinate rank mismatch with encoding
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%i: index) {
  %0 = sparse_tensor.crd_translate dim_to_lvl [%i] as #CSR : index
  return
}
// -----
// error: expected ::mlir::sparse_tensor::CrdTransDirectionKind to be one of: dim_to_lvl, lvl_to_dim
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%i: index) {
  %0:2 = sparse_tensor.crd_translate foo [%i, %i] as #CSR : index, index
  return
}
// -----
// error: requested dimension out of bound
#SL = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, 4, 1)>, d1 : #sparse_tensor<slice(?, 4, 2)>) -> (d0 : dense, d1 : loose_compressed) }>
func.func @f(%s: tensor<4x4xf64, #SL>) {
  %0 = sparse_tensor.slice.offset %s at 2 : tensor<4x4xf64, #SL>
  return
}
// -----
// error: 'sparse_tensor.slice.offset' op operand #0 must be sparse tensor slice of any type values, but got 'tensor<8x8xf64, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>>'
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%t: tensor<8x8xf64, #CSR>) {
  %0 = sparse_tensor.slice.offset %t at 0 : tensor<8x8xf64, #CSR>
  return
}
// -----
// error: redundant level argument for querying value memory size
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%sp: !sparse_tensor.storage_specifier<#CSR>) {
  %0 = sparse_tensor.storage_specifier.get %sp val_mem_sz at 0 : !sparse_tensor.storage_specifier<#CSR>
  return
}
// -----
// error: requested slice data on non-slice tensor
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%sp: !sparse_tensor.storage_specifier<#CSR>) {
  %0 = sparse_tensor.storage_specifier.get %sp dim_offset at 0 : !sparse_tensor.storage_specifier<#CSR>
  return
}
// -----
// error: missing level argument
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%sp: !sparse_tensor.storage_specifier<#CSR>) {
  %0 = sparse_tensor.storage_specifier.get %sp lvl_sz : !sparse_tensor.storage_specifier<#CSR>
  return
}
// -----
// error: requested level is out of bounds
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%sp: !sparse_tensor.storage_specifier<#CSR>) {
  %0 = sparse_tensor.storage_specifier.get %sp crd_mem_sz at 2 : !sparse_tensor.storage_specifier<#CSR>
  return
}
// -----
// error: requested position memory size on a singleton level
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
func.func @f(%spc: !sparse_tensor.storage_specifier<#COO>) {
  %0 = sparse_tensor.storage_specifier.get %spc pos_mem_sz at 1 : !sparse_tensor.storage_specifier<#COO>
  return
}
// -----
// error: missing level argument
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%i: index, %sp: !sparse_tensor.storage_specifier<#CSR>) {
  %0 = sparse_tensor.storage_specifier.set %sp lvl_sz with %i : !sparse_tensor.storage_specifier<#CSR>
  return
}
// -----
// error: expected ::mlir::sparse_tensor::StorageSpecifierKind to be one of: lvl_sz, pos_mem_sz, crd_mem_sz, val_mem_sz, dim_offset, dim_stride
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%sp: !sparse_tensor.storage_specifier<#CSR>) {
  %0 = sparse_tensor.storage_specifier.get %sp foo at 1 : !sparse_tensor.storage_specifier<#CSR>
  return
}
// -----
// error: Level index exceeds the rank of the input sparse tensor
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%t: tensor<8x8xf64, #CSR>) {
  %c2 = arith.constant 2 : index
  %0 = sparse_tensor.lvl %t, %c2 : tensor<8x8xf64, #CSR>
  return
}
// -----
// error: unexpected conversion mismatch in rank
#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%d: tensor<8x8xf64>) {
  %0 = sparse_tensor.convert %d : tensor<8x8xf64> to tensor<8xf64, #V>
  return
}
// -----
// error: unexpected conversion mismatch in dimension 1
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%d: tensor<8x8xf64>) {
  %0 = sparse_tensor.convert %d : tensor<8x8xf64> to tensor<8x9xf64, #CSR>
  return
}
// -----
// error: unexpected conversion mismatch in dimension 0
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%dyn: tensor<?x8xf64>) {
  %0 = sparse_tensor.convert %dyn : tensor<?x8xf64> to tensor<8x8xf64, #CSR>
  return
}
// -----
// error: cannot convert to a sparse tensor slice
#SL = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, 4, 1)>, d1 : #sparse_tensor<slice(?, 4, 2)>) -> (d0 : dense, d1 : loose_compressed) }>
func.func @f(%d: tensor<8x8xf64>) {
  %0 = sparse_tensor.convert %d : tensor<8x8xf64> to tensor<8x8xf64, #SL>
  return
}
// -----
// error: Level rank mismatch between source/dest tensors
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%t: tensor<8x8xf64, #CSR>) {
  %0 = sparse_tensor.reinterpret_map %t : tensor<8x8xf64, #CSR> to tensor<8xf64, #V>
  return
}
// -----
// error: Level type mismatch between source/dest tensors
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
#DD = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : dense), posWidth = 32 }>
func.func @f(%t: tensor<8x8xf64, #CSR>) {
  %0 = sparse_tensor.reinterpret_map %t : tensor<8x8xf64, #CSR> to tensor<8x8xf64, #DD>
  return
}
// -----
// error: Crd/Pos width mismatch between source/dest tensors
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
#CSX = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 16 }>
func.func @f(%t: tensor<8x8xf64, #CSR>) {
  %0 = sparse_tensor.reinterpret_map %t : tensor<8x8xf64, #CSR> to tensor<8x8xf64, #CSX>
  return
}
// -----
// error: Element type mismatch between source/dest tensors
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%t: tensor<8x8xf64, #CSR>) {
  %0 = sparse_tensor.reinterpret_map %t : tensor<8x8xf64, #CSR> to tensor<8x8xf32, #CSR>
  return
}
// -----
// error: Level size mismatch between source/dest tensors
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed), posWidth = 32 }>
func.func @f(%t: tensor<8x8xf64, #CSR>) {
  %0 = sparse_tensor.reinterpret_map %t : tensor<8x8xf64, #CSR> to tensor<8x9xf64, #CSC>
  return
}
// -----
// error: Need at least two tensors to concatenate.
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%t: tensor<8x8xf64, #CSR>) {
  %0 = sparse_tensor.concatenate %t {dimension = 0 : index} : tensor<8x8xf64, #CSR> to tensor<8x8xf64>
  return
}
// -----
// error: Concat-dimension is out of bounds for dimension-rank (2 >= 2)
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%t: tensor<8x8xf64, #CSR>, %d: tensor<8x8xf64>) {
  %0 = sparse_tensor.concatenate %t, %d {dimension = 2 : index} : tensor<8x8xf64, #CSR>, tensor<8x8xf64> to tensor<8x8xf64>
  return
}
// -----
// error: Input tensor $1 has dynamic shape
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%t: tensor<8x8xf64, #CSR>, %dyn: tensor<?x8xf64>) {
  %0 = sparse_tensor.concatenate %t, %dyn {dimension = 0 : index} : tensor<8x8xf64, #CSR>, tensor<?x8xf64> to tensor<8x8xf64>
  return
}
// -----
// error: Input tensor $1 has a different rank (rank=1) from the output tensor (rank=2).
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%t: tensor<8x8xf64, #CSR>, %x: tensor<7xf64>) {
  %0 = sparse_tensor.concatenate %t, %x {dimension = 0 : index} : tensor<8x8xf64, #CSR>, tensor<7xf64> to tensor<8x8xf64>
  return
}
// -----
// error: The concatenation dimension of the output tensor should be the sum of all the concatenation dimensions of the input tensors.
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%t: tensor<8x8xf64, #CSR>, %d: tensor<8x8xf64>) {
  %0 = sparse_tensor.concatenate %t, %d {dimension = 0 : index} : tensor<8x8xf64, #CSR>, tensor<8x8xf64> to tensor<15x8xf64>
  return
}
// -----
// error: All dimensions (expect for the concatenating one) should be equal.
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%t: tensor<8x8xf64, #CSR>, %d: tensor<8x8xf64>) {
  %0 = sparse_tensor.concatenate %t, %d {dimension = 0 : index} : tensor<8x8xf64, #CSR>, tensor<8x8xf64> to tensor<16x9xf64>
  return
}
// -----
// error: Expected COO sparse tensors only
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
func.func @f(%t: tensor<8x8xf64, #CSR>) {
  %0 = sparse_tensor.reorder_coo quick_sort %t : tensor<8x8xf64, #CSR> to tensor<8x8xf64, #COO>
  return
}
// -----
// error: Unmatched dim2lvl map between input and result COO
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
#COOT = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : compressed(nonunique), d0 : singleton) }>
func.func @f(%c: tensor<8x8xf64, #COO>) {
  %0 = sparse_tensor.reorder_coo quick_sort %c : tensor<8x8xf64, #COO> to tensor<8x8xf64, #COOT>
  return
}
// -----
// error: Unmatched storage format between input and result COO
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
#COOX = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton), crdWidth = 8 }>
func.func @f(%c: tensor<8x8xf64, #COO>) {
  %0 = sparse_tensor.reorder_coo quick_sort %c : tensor<8x8xf64, #COO> to tensor<8x8xf64, #COOX>
  return
}
// -----
// error: expected ::mlir::sparse_tensor::SparseTensorSortKind to be one of: hybrid_quick_sort, insertion_sort_stable, quick_sort, heap_sort
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
func.func @f(%c: tensor<8x8xf64, #COO>) {
  %0 = sparse_tensor.reorder_coo foo %c : tensor<8x8xf64, #COO> to tensor<8x8xf64, #COO>
  return
}
// -----
// error: incorrect number of coordinates
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
func.func @f(%t: tensor<8x8xf64, #CSR>, %i: index, %m: memref<?xf64>, %mi: memref<4xindex>, %mb: memref<?xi1>) {
  %0 = sparse_tensor.compress %m, %mb, %mi, %i into %t[%i, %i] : memref<?xf64>, memref<?xi1>, memref<4xindex>, tensor<8x8xf64, #CSR>
  return
}
// -----
// error: n must be not less than 1
func.func @f(%i: index, %m: memref<?xf64>, %e: f64) {
  %c0 = arith.constant 0 : index
  %0, %1 = sparse_tensor.push_back %i, %m, %e, %c0 : index, memref<?xf64>, f64, index
  return
}
// -----
// error: 'sparse_tensor.push_back' op failed to verify that value type matches element type of inBuffer
func.func @f(%i: index, %m: memref<?xf64>) {
  %0, %1 = sparse_tensor.push_back %i, %m, %i : index, memref<?xf64>, index
  return
}
// -----
// error: 'sparse_tensor.number_of_entries' op operand #0 must be sparse tensor of any type values, but got 'tensor<8x8xf64>'
func.func @f(%d: tensor<8x8xf64>) {
  %0 = sparse_tensor.number_of_entries %d : tensor<8x8xf64>
  return
}
// -----
// error: 'sparse_tensor.disassemble' op result #4 must be variadic of scalar like, but got 'tensor<1xi64>'
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
func.func @f(%t: tensor<4x6xf32, #COO>, %v: tensor<5xf32>, %p: tensor<2xindex>, %k: tensor<5x2xindex>) {
  %0:6 = sparse_tensor.disassemble %t : tensor<4x6xf32, #COO> out_lvls(%p, %k : tensor<2xindex>, tensor<5x2xindex>) out_vals(%v : tensor<5xf32>) -> (tensor<2xindex>, tensor<5x2xindex>), tensor<5xf32>, (i32, tensor<1xi64>), index
  return
}
// -----
// error: 'sparse_tensor.disassemble' op result #5 must be scalar like, but got 'tensor<f32>'
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
func.func @f(%t: tensor<4x6xf32, #COO>, %v: tensor<5xf32>, %p: tensor<2xindex>, %k: tensor<5x2xindex>) {
  %0:6 = sparse_tensor.disassemble %t : tensor<4x6xf32, #COO> out_lvls(%p, %k : tensor<2xindex>, tensor<5x2xindex>) out_vals(%v : tensor<5xf32>) -> (tensor<2xindex>, tensor<5x2xindex>), tensor<5xf32>, (i32, i32), tensor<f32>
  return
}
// -----
// error: 'sparse_tensor.disassemble' op result #5 must be scalar like, but got 'ui8'
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
func.func @f(%t: tensor<4x6xf32, #COO>, %v: tensor<5xf32>, %p: tensor<2xindex>, %k: tensor<5x2xindex>) {
  %0:6 = sparse_tensor.disassemble %t : tensor<4x6xf32, #COO> out_lvls(%p, %k : tensor<2xindex>, tensor<5x2xindex>) out_vals(%v : tensor<5xf32>) -> (tensor<2xindex>, tensor<5x2xindex>), tensor<5xf32>, (i32, i32), ui8
  return
}
