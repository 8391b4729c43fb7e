// PASSES: buffer-results-to-out-params{hoist-static-allocs} convert-bufferization-to-memref
// PRINTS: 7
// So does bufferization.clone.

func.func private @cloned(%m: memref<2xf32>) -> memref<2xf32> {
  %0 = bufferization.clone %m : memref<2xf32> to memref<2xf32>
  return %0 : memref<2xf32>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %seven = arith.constant 7.0 : f32
  %m = memref.alloc() : memref<2xf32>
  memref.store %seven, %m[%zero] : memref<2xf32>
  %c = call @cloned(%m) : (memref<2xf32>) -> memref<2xf32>
  %0 = memref.load %c[%zero] : memref<2xf32>
  vector.print %0 : f32
  return
}
