// A loop swaps two buffers.
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %hundred = arith.constant 100 : index
  %f = arith.constant 1.0 : f32
  %x = memref.alloc() : memref<16xf32>
  %y = memref.alloc() : memref<16xf32>
  memref.store %f, %x[%zero] : memref<16xf32>
  memref.store %f, %y[%zero] : memref<16xf32>
  %r:2 = scf.for %i = %zero to %hundred step %one iter_args(%a = %x, %b = %y) -> (memref<16xf32>, memref<16xf32>) {
    memref.store %f, %a[%zero] : memref<16xf32>
    scf.yield %b, %a : memref<16xf32>, memref<16xf32>
  }
  %shown = memref.load %r#1[%zero] : memref<16xf32>
  vector.print %shown : f32
  return
}
