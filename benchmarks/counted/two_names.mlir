// Blocks pass on a buffer under two names, and another one.
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %hundred = arith.constant 100 : index
  %f = arith.constant 1.0 : f32
  %x = memref.alloc() : memref<16xf32>
  memref.store %f, %x[%zero] : memref<16xf32>
  cf.br ^loop(%zero, %x, %x : index, memref<16xf32>, memref<16xf32>)
^loop(%i: index, %a: memref<16xf32>, %b: memref<16xf32>):
  %c = arith.cmpi ult, %i, %one : index
  %new = memref.alloc() : memref<16xf32>
  memref.copy %a, %new : memref<16xf32> to memref<16xf32>
  cf.cond_br %c, ^left, ^right
^left:
  cf.br ^next(%new, %new : memref<16xf32>, memref<16xf32>)
^right:
  cf.br ^next(%b, %new : memref<16xf32>, memref<16xf32>)
^next(%p: memref<16xf32>, %q: memref<16xf32>):
  %j = arith.addi %i, %one : index
  %again = arith.cmpi ult, %j, %hundred : index
  cf.cond_br %again, ^loop(%j, %p, %q : index, memref<16xf32>, memref<16xf32>), ^end
^end:
  %shown = memref.load %q[%zero] : memref<16xf32>
  vector.print %shown : f32
  return
}
