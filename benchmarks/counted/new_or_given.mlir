// In each iteration a branch gives a new buffer or one from outside.
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %hundred = arith.constant 100 : index
  %f = arith.constant 1.0 : f32
  %two = arith.constant 2 : index
  %x = memref.alloc() : memref<16xf32>
  memref.store %f, %x[%zero] : memref<16xf32>
  scf.for %i = %zero to %hundred step %one {
    %rest = arith.remui %i, %two : index
    %is_new = arith.cmpi eq, %rest, %zero : index
    %r = scf.if %is_new -> (memref<16xf32>) {
      %a = memref.alloc() : memref<16xf32>
      memref.copy %x, %a : memref<16xf32> to memref<16xf32>
      scf.yield %a : memref<16xf32>
    } else {
      scf.yield %x : memref<16xf32>
    }
    memref.store %f, %r[%zero] : memref<16xf32>
  }
  %shown = memref.load %x[%zero] : memref<16xf32>
  vector.print %shown : f32
  return
}
