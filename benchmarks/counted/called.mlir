// A function returns its argument or a new buffer.
func.func private @grown(%a: memref<16xf32>, %c: i1, %i: index, %f: f32) -> memref<16xf32> {
  %r = scf.if %c -> (memref<16xf32>) {
    %new = memref.alloc() : memref<16xf32>
    memref.copy %a, %new : memref<16xf32> to memref<16xf32>
    memref.store %f, %new[%i] : memref<16xf32>
    scf.yield %new : memref<16xf32>
  } else {
    scf.yield %a : memref<16xf32>
  }
  return %r : memref<16xf32>
}
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
    %c = arith.cmpi eq, %rest, %zero : index
    %next = func.call @grown(%old, %c, %zero, %f) : (memref<16xf32>, i1, index, f32) -> memref<16xf32>
    scf.yield %next : memref<16xf32>
  }
  %shown = memref.load %r[%zero] : memref<16xf32>
  vector.print %shown : f32
  return
}
