// A buffer that each iteration allocates and frees.
// PASSES: func.func(buffer-loop-hoisting)
// PRINTS: 15

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 6 : index
  %zero = arith.constant 0 : i64
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> i64 {
    %a = memref.alloc() : memref<4xi64>
    %v = arith.index_cast %i : index to i64
    memref.store %v, %a[%c1] : memref<4xi64>
    %w = memref.load %a[%c1] : memref<4xi64>
    %t = arith.addi %s, %w : i64
    memref.dealloc %a : memref<4xi64>
    scf.yield %t : i64
  }
  vector.print %sum : i64
  return
}
