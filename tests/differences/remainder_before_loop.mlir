// The loop divides by zero only if it runs.
// PASSES: func.func(loop-invariant-code-motion)
// PRINTS: 7

func.func private @f(%n: index, %d: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %seven = arith.constant 7 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %seven) -> i32 {
    %rest = arith.remui %seven, %d : i32
    scf.yield %rest : i32
  }
  return %r : i32
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %r = func.call @f(%c0, %zero) : (index, i32) -> i32
  vector.print %r : i32
  return
}
