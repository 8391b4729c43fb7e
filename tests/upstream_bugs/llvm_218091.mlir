// A tensor that is made anew in each iteration is written to. Its buffer is allocated and filled in front
// of the loop, so that later iterations read what earlier ones have written.
// TOOL: mlir-opt-22 - --sparsification-and-bufferization
// FINDS: result #0 differs
// NATIVE: result #0 differs
// OURS: builtin.module(canonicalize,cse,one-shot-bufferize{bufferize-function-boundaries},canonicalize,cse)

func.func @f(%old: i64, %new: i64, %n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i64
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %zero) -> i64 {
    %t = tensor.from_elements %old, %old : tensor<2xi64>
    %i = arith.remui %k, %c2 : index
    %e = tensor.extract %t[%i] : tensor<2xi64>
    %w = tensor.insert %new into %t[%i] : tensor<2xi64>
    %x = tensor.extract %w[%c0] : tensor<2xi64>
    %y = arith.addi %e, %x : i64
    %r = arith.addi %s, %y : i64
    scf.yield %r : i64
  }
  return %sum : i64
}
