// A loop of blocks allocates a buffer in each of 100,000 rounds, and frees none.
// PASSES: func.func(promote-buffers-to-stack)
// PRINTS: 100000

func.func @main() {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %n = arith.constant 100000 : i64
  cf.br ^round(%zero : i64)
^round(%i: i64):
  %a = memref.alloc() : memref<64xi64>
  memref.store %i, %a[%c1] : memref<64xi64>
  %v = memref.load %a[%c1] : memref<64xi64>
  %next = arith.addi %v, %one : i64
  %again = arith.cmpi slt, %next, %n : i64
  cf.cond_br %again, ^round(%next : i64), ^end
^end:
  vector.print %next : i64
  return
}
