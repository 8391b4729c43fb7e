func.func @f(%a: index, %t: tensor<4xf32>) {
  scf.forall (%i, %j) in (%a, %a) { } {mapping = [#gpu.thread<linear_dim_0>, #gpu.thread<y>]}
  return
}
// -----
func.func @f(%a: index, %t: tensor<4xf32>) {
  scf.forall () in () { }
  return
}
// -----
func.func @f(%a: index, %t: tensor<4xf32>) {
  scf.forall (%i) in (%a) { scf.forall.in_parallel { } } {mapping = []}
  return
}
// -----
func.func @f(%a: index, %t: tensor<4xf32>) {
  scf.forall (%i) in (%a) { scf.forall.in_parallel { } {foo = 1} }
  return
}
// -----
func.func @f(%c: i1) {
  scf.if %c { } else { } { foo }
  return
}
// -----
func.func @f(%c: i1) {
  scf.if %c { scf.if %c { } } else { scf.if %c { } else { } }
  return
}
// -----
func.func @f(%a: index, %t: tensor<?xf32>) -> tensor<?xf32> { %r = scf.forall (%i, %j) = (0, 1) to (4, %a) step (1, 1) shared_outs(%o = %t) -> tensor<?xf32> { scf.forall.in_parallel { tensor.parallel_insert_slice %t into %o[%i] [%j] [1] : tensor<?xf32> into tensor<?xf32> tensor.parallel_insert_slice %t into %o[%i] [%j] [1] : tensor<?xf32> into tensor<?xf32> } } {mapping = [#gpu.block<x>, #gpu.block<y>]} return %r : tensor<?xf32> }
// -----
func.func @f(%a: index) {
  scf.forall (%i) = (0) to (4) step (1) { }
  return
}
// -----
func.func @f(%a: i64) {
  scf.for %i = %a to %a step %a : i64 { } {llvm.loop_annotation = "x"}
  return
}
// -----
func.func @f(%a: index, %f: f32) {
  %r = scf.for %i = %a to %a step %a iter_args(%x = %f) -> f32 { scf.yield %x : f32 }
  return
}
// -----
func.func @f(%a: index) -> i32 { %r = scf.execute_region -> i32 { %c = arith.constant 1 : i1 %x = arith.constant 1 : i32 cf.cond_br %c, ^a, ^b ^a: scf.yield %x : i32 ^b: scf.yield %x : i32 } return %r : i32 }
// -----
func.func @starts_and_steps_are_constants(%n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  scf.forall (%i, %j) = (%zero, 0) to (%n, 4) step (1, %one) { }
  return
}
