// Each iteration replaces the buffer that it gets.
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %hundred = arith.constant 100 : index
  %f = arith.constant 1.0 : f32
  %x = memref.alloc() : memref<16xf32>
  memref.store %f, %x[%zero] : memref<16xf32>
  %r = scf.for %i = %zero to %hundred step %one iter_args(%old = %x) -> (memref<16xf32>) {
    %new = memref.alloc() : memref<16xf32>
    memref.copy %old, %new : memref<16xf32> to memref<16xf32>
    memref.store %f, %new[%zero] : memref<16xf32>
    scf.yield %new : memref<16xf32>
  }
  %shown = memref.load %r[%zero] : memref<16xf32>
  vector.print %shown : f32
  return
}
