// A loop calls a function that needs room on the stack, in each of 100,000 iterations.
// PASSES: inline
// PRINTS: 100000

func.func private @next(%x: i64) -> i64 {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %a = memref.alloca() : memref<64xi64>
  memref.store %x, %a[%c1] : memref<64xi64>
  %v = memref.load %a[%c1] : memref<64xi64>
  %next = arith.addi %v, %one : i64
  return %next : i64
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %n = arith.constant 100000 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%x = %zero) -> i64 {
    %next = func.call @next(%x) : (i64) -> i64
    scf.yield %next : i64
  }
  vector.print %sum : i64
  return
}
