// One of two buffers is passed on to a block.
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %hundred = arith.constant 100 : index
  %f = arith.constant 1.0 : f32
  %x = memref.alloc() : memref<16xf32>
  memref.store %f, %x[%zero] : memref<16xf32>
  cf.br ^loop(%zero, %x : index, memref<16xf32>)
^loop(%i: index, %old: memref<16xf32>):
  %c = arith.cmpi ult, %i, %one : index
  %new = memref.alloc() : memref<16xf32>
  memref.copy %old, %new : memref<16xf32> to memref<16xf32>
  %r = arith.select %c, %old, %new : memref<16xf32>
  %next = arith.addi %i, %one : index
  %again = arith.cmpi ult, %next, %hundred : index
  cf.cond_br %again, ^loop(%next, %r : index, memref<16xf32>), ^end(%r : memref<16xf32>)
^end(%last: memref<16xf32>):
  %shown = memref.load %last[%zero] : memref<16xf32>
  vector.print %shown : f32
  return
}
