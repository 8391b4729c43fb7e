// A loop carries four buffers in turns, and replaces one of them.
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %hundred = arith.constant 100 : index
  %f = arith.constant 1.0 : f32
  %x = memref.alloc() : memref<16xf32>
  memref.store %f, %x[%zero] : memref<16xf32>
  %r:4 = scf.for %i = %zero to %hundred step %one
      iter_args(%a = %x, %b = %x, %c = %x, %d = %x) -> (memref<16xf32>, memref<16xf32>, memref<16xf32>, memref<16xf32>) {
    %new = memref.alloc() : memref<16xf32>
    memref.copy %a, %new : memref<16xf32> to memref<16xf32>
    scf.yield %b, %c, %d, %new : memref<16xf32>, memref<16xf32>, memref<16xf32>, memref<16xf32>
  }
  %shown = memref.load %r#3[%zero] : memref<16xf32>
  vector.print %shown : f32
  return
}
