// A loop of blocks computes a new pair from the old one, which is still in use then.
// PASSES: func.func(buffer-hoisting)
// PRINTS: 3 5

func.func @f(%n: i64, %x: memref<2xi64>, %y: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %some = arith.cmpi sgt, %n, %zero : i64
  cf.cond_br %some, ^round(%n, %x : i64, memref<2xi64>), ^end(%x : memref<2xi64>)
^round(%left: i64, %old: memref<2xi64>):
  %new = memref.alloc() : memref<2xi64>
  %a = memref.load %old[%c0] : memref<2xi64>
  %b = memref.load %old[%c1] : memref<2xi64>
  memref.store %b, %new[%c0] : memref<2xi64>
  %c = memref.load %old[%c0] : memref<2xi64>
  %d = memref.load %old[%c1] : memref<2xi64>
  %e = arith.addi %c, %d : i64
  memref.store %e, %new[%c1] : memref<2xi64>
  %less = arith.subi %left, %one : i64
  %again = arith.cmpi sgt, %less, %zero : i64
  cf.cond_br %again, ^round(%less, %new : i64, memref<2xi64>), ^end(%new : memref<2xi64>)
^end(%r: memref<2xi64>):
  memref.copy %r, %y : memref<2xi64> to memref<2xi64>
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %n = arith.constant 3 : i64
  %x = memref.alloc() : memref<2xi64>
  %y = memref.alloc() : memref<2xi64>
  memref.store %one, %x[%c0] : memref<2xi64>
  memref.store %one, %x[%c1] : memref<2xi64>
  call @f(%n, %x, %y) : (i64, memref<2xi64>, memref<2xi64>) -> ()
  %p = memref.load %y[%c0] : memref<2xi64>
  %q = memref.load %y[%c1] : memref<2xi64>
  vector.print %p : i64
  vector.print %q : i64
  return
}
