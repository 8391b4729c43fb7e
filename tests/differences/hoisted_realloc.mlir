// PASSES: buffer-results-to-out-params{hoist-static-allocs}
// PRINTS: 7
// memref.realloc gives a buffer with contents. The reference takes it for an allocation like any other,
// and drops it.

func.func private @grown(%x: f32) -> memref<4xf32> {
  %zero = arith.constant 0 : index
  %small = memref.alloc() : memref<2xf32>
  memref.store %x, %small[%zero] : memref<2xf32>
  %m = memref.realloc %small : memref<2xf32> to memref<4xf32>
  return %m : memref<4xf32>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %seven = arith.constant 7.0 : f32
  %m = call @grown(%seven) : (f32) -> memref<4xf32>
  %0 = memref.load %m[%zero] : memref<4xf32>
  vector.print %0 : f32
  return
}
