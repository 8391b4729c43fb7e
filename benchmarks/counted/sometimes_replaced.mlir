// Each iteration keeps the buffer that it gets, or replaces it.
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %hundred = arith.constant 100 : index
  %f = arith.constant 1.0 : f32
  %ten = arith.constant 10 : index
  %x = memref.alloc() : memref<16xf32>
  memref.store %f, %x[%zero] : memref<16xf32>
  %r = scf.for %i = %zero to %hundred step %one iter_args(%old = %x) -> (memref<16xf32>) {
    %rest = arith.remui %i, %ten : index
    %is_new = arith.cmpi eq, %rest, %zero : index
    %next = scf.if %is_new -> (memref<16xf32>) {
      %new = memref.alloc() : memref<16xf32>
      memref.copy %old, %new : memref<16xf32> to memref<16xf32>
      scf.yield %new : memref<16xf32>
    } else {
      scf.yield %old : memref<16xf32>
    }
    scf.yield %next : memref<16xf32>
  }
  %shown = memref.load %r[%zero] : memref<16xf32>
  vector.print %shown : f32
  return
}
