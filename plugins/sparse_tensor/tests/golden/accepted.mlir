func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : compressed, d1 : singleton)}>>)
// -----
func.func private @f(tensor<4x4x4xf32, #sparse_tensor.encoding<{map = (d0, d1, d2) -> (d0 : batch, d1: dense, d2 : compressed)}>>)
// -----
func.func private @f(tensor<4x8xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 floordiv 4 : dense, d1 mod 4 : structured[2, 4])}>>)
// -----
func.func private @f(tensor<4x8xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : structured[2, 4])}>>)
// -----
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = [s0](d0) -> (d0 : dense)}>>)
// -----
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = {l0} (d0 = l0) -> (l0 = d0 : dense)}>>)
// -----
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed(nonunique, nonunique))}>>)
// -----
func.func private @f(tensor<4xf32, #sparse_tensor.encoding<{map = (d0) -> (d0 : loose_compressed(nonordered, nonunique))}>>)
// -----
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 floordiv 2 : compressed, d0 mod 2 : dense)}>>)
// -----
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 0, crdWidth = 64}>>)
// -----
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (i, j) -> (j : dense, i : compressed)}>>)
// -----
func.func private @f(tensor<4xi32, #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed), explicitVal = 5 : i32}>>)
// -----
func.func private @f(tensor<4xcomplex<f32>, #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed), explicitVal = #complex.number<:f32 1.0, 0.0>}>>)
// -----
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = {l0, l1} (d0, d1) -> (l0 = d0 : dense, l1 = d1 : compressed)}>>)
// -----
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = {l0, l1} (d0 = l1, d1 = l0) -> (l0 = d1 : dense, l1 = d0 : compressed)}>>)
// -----
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0 : #sparse_tensor<slice(1, 4, 1)>, d1) -> (d0 : dense, d1 : dense)}>>)
// -----
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed),}>>)
// -----
func.func private @f(tensor<4x4xf32, #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed()), posWidth = 8, crdWidth=16, implicitVal=0.0:f32}>>)
// -----
func.func private @f(tensor<4x8xf32, #sparse_tensor.encoding<{map = {l0, l1, l2} (d0 = l0, d1 = l1 * 4 + l2) -> ( l0 = d0 : dense, l1 = d1 floordiv 4 : dense, l2 = d1 mod 4 : structured[2, 4])}>>)
// -----
func.func private @f(tensor<4xf16, #sparse_tensor.encoding<{map = (d0) -> (d0 : compressed), explicitVal = 1.0 : f16, implicitVal = -0.0 : f16}>>)
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %r:2 = sparse_tensor.iterate %it in %0 iter_args(%a = %x, %b = %x) : !sparse_tensor.iter_space<#CSR, lvls = 0> -> (f32, f32) { sparse_tensor.yield %a, %b : f32, f32 }
  return
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.iterate %it in %1 at(%a) : !sparse_tensor.iter_space<#CSR, lvls = 0 to 2> { }
  return
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.iterate %it in %1 at(_, %a) : !sparse_tensor.iter_space<#CSR, lvls = 0 to 2> { }
  return
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.iterate %it in %1 at(_, _) : !sparse_tensor.iter_space<#CSR, lvls = 0 to 2> { }
  return
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.iterate %it in %0 at() : !sparse_tensor.iter_space<#CSR, lvls = 0> { }
  return
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  "sparse_tensor.iterate"(%0) <{crdUsedLvls = 1 : i64}> ({ ^bb0(%a: f32, %i2: !sparse_tensor.iterator<#CSR, lvls = 0>): "sparse_tensor.yield"() : () -> () }) : (!sparse_tensor.iter_space<#CSR, lvls = 0>) -> ()
  return
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.coiterate (%0, %0) : (!sparse_tensor.iter_space<#CSR, lvls = 0>, !sparse_tensor.iter_space<#CSR, lvls = 0>)
  return
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.coiterate (%0, %0) : (!sparse_tensor.iter_space<#CSR, lvls = 0>, !sparse_tensor.iter_space<#CSR, lvls = 0>) case %i1 { }
  return
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.coiterate (%0, %0) : (!sparse_tensor.iter_space<#CSR, lvls = 0>, !sparse_tensor.iter_space<#CSR, lvls = 0>) case _, _ { }
  return
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.coiterate (%0, %c) : (!sparse_tensor.iter_space<#CSR, lvls = 0>, !sparse_tensor.iter_space<#COO, lvls = 0>) case %a, _ { }
  return
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.coiterate (%1, %0) : (!sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, !sparse_tensor.iter_space<#CSR, lvls = 0>) case %a, _ { }
  return
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.coiterate (%1) at (_, %q) : (!sparse_tensor.iter_space<#CSR, lvls = 0 to 2>) case %a { }
  return
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.iterate %it in %0 : !sparse_tensor.iter_space<#CSR, lvls = 0> { } {a}
  return
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.coiterate (%0) : (!sparse_tensor.iter_space<#CSR, lvls = 0>) case %i2 { } {a}
  return
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.unary %x : f32 to f32 present={ ^bb0(%a: f32): sparse_tensor.yield %a : f32 } absent={}
  return
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.unary %x : f32 to f32 present={} absent={ %c1 = arith.constant 1.0 : f32 
 sparse_tensor.yield %c1 : f32 }
  return
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.binary %x, %x : f32, f32 to f32 overlap={ ^bb0(%a: f32, %b: f32): sparse_tensor.yield %a : f32 } left=identity right={}
  return
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.binary %x, %x : {b} f32, f32 to f32 overlap={ } left={ ^bb0(%a: f32): sparse_tensor.yield %a : f32 } right={ ^bb0(%a: f32): sparse_tensor.yield %a : f32 }
  return
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.select %x : f32 { ^bb0(%a: f32): %b = arith.constant true 
 sparse_tensor.yield %b : i1 }
  return
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %q = sparse_tensor.reduce %x, %x, %x : f32 { ^bb0(%a: f32, %b: f32): sparse_tensor.yield %b : f32 }
  return
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  sparse_tensor.foreach in %t : tensor<?x4xf32, #CSR> do { ^bb0(%a: index, %b: index, %v: f32): }
  return
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
func.func @f(%t: tensor<?x4xf32, #CSR>, %x: f32, %0: !sparse_tensor.iter_space<#CSR, lvls = 0>, %1: !sparse_tensor.iter_space<#CSR, lvls = 0 to 2>, %i : !sparse_tensor.iterator<#CSR, lvls = 0>, %c : !sparse_tensor.iter_space<#COO, lvls = 0>, %d : !sparse_tensor.iter_space<#CSR, lvls = 1>, %j : !sparse_tensor.iterator<#CSR, lvls = 0 to 2>, %k : !sparse_tensor.iterator<#COO, lvls = 0 to 2>) {
  %r = sparse_tensor.foreach in %t init(%x) {order = affine_map<(d0, d1) -> (d1, d0)>}: tensor<?x4xf32, #CSR>, f32 -> f32 do { ^bb0(%a: index, %b: index, %v: f32, %o: f32): sparse_tensor.yield %o : f32 }
  return
}
// -----
#CSR = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32 }>
#CSC = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : dense, d0 : compressed), posWidth = 32 }>
#CSX = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 16 }>
#DD = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : dense), posWidth = 32 }>
#V = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
#COOT = #sparse_tensor.encoding<{ map = (d0, d1) -> (d1 : compressed(nonunique), d0 : singleton) }>
#COOX = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton), crdWidth = 8 }>
#SL = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, 4, 1)>, d1 : #sparse_tensor<slice(?, 4, 2)>) -> (d0 : dense, d1 : loose_compressed) }>
func.func @f(%t: tensor<8x8xf64, #CSR>, %m2: memref<6xindex>, %v: tensor<8xf64, #V>, %c: tensor<8x8xf64, #COO>, %s: tensor<4x4xf64, #SL>, %d: tensor<8x8xf64>, %dyn: tensor<?x8xf64>, %i: index, %p: tensor<9xi32>, %k: tensor<7xindex>, %x: tensor<7xf64>, %kk: tensor<6x3xindex>, %sp: !sparse_tensor.storage_specifier<#CSR>, %spc: !sparse_tensor.storage_specifier<#COO>, %m: memref<?xf64>, %mi: memref<4xindex>, %mb: memref<?xi1>, %e: f64) {
  %c3 = arith.constant 3 : index
  sparse_tensor.sort quick_sort %c3, %m2 jointly %mi {perm_map = affine_map<(d0) -> (d0)>, ny = 1 : index} : memref<6xindex> jointly memref<4xindex>
  return
}
// -----
#COO = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
func.func @lengths(%t: tensor<4x6xf32, #COO>, %v: tensor<5xf32>, %p: tensor<2xindex>, %k: tensor<5x2xindex>) {
  %0:6 = sparse_tensor.disassemble %t : tensor<4x6xf32, #COO> out_lvls(%p, %k : tensor<2xindex>, tensor<5x2xindex>) out_vals(%v : tensor<5xf32>) -> (tensor<2xindex>, tensor<5x2xindex>), tensor<5xf32>, (tensor<i64>, i8), tensor<index>
  return
}
