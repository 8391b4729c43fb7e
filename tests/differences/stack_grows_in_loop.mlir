// A loop allocates a buffer in each of 100,000 iterations.
// PASSES: func.func(promote-buffers-to-stack)
// PRINTS: 100000

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 100000 : index
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%x = %zero) -> i64 {
    %a = memref.alloc() : memref<64xi64>
    memref.store %x, %a[%c1] : memref<64xi64>
    %v = memref.load %a[%c1] : memref<64xi64>
    %next = arith.addi %v, %one : i64
    scf.yield %next : i64
  }
  vector.print %sum : i64
  return
}
