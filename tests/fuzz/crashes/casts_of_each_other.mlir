// PIPELINE: builtin.module(canonicalize,cse,drop-equivalent-buffer-results)
"test.region"() ({
  %0 = memref.cast %0 : memref<2xf32> to memref<2xf32>
  %1 = memref.cast %2 : memref<?xf32> to memref<2xf32>
  %2 = memref.cast %1 : memref<2xf32> to memref<?xf32>
  %3 = memref.cast %4 : memref<2xf32> to memref<2xf32>
  %4 = memref.cast %3 : memref<2xf32> to memref<2xf32>
  %i = arith.constant 0 : index
  %5 = memref.load %1[%i] : memref<2xf32>
  memref.store %5, %2[%i] : memref<?xf32>
  memref.copy %3, %1 : memref<2xf32> to memref<2xf32>
  memref.copy %4, %2 : memref<2xf32> to memref<?xf32>
  %6 = bufferization.to_tensor %7 : memref<2xf32> to tensor<2xf32>
  %7 = bufferization.to_buffer %6 : tensor<2xf32> to memref<2xf32>
}) : () -> ()
func.func private @f(%m: memref<2xf32>) -> memref<2xf32> {
  return %m : memref<2xf32>
^unreachable:
  %0 = memref.cast %1 : memref<?xf32> to memref<2xf32>
  %1 = memref.cast %0 : memref<2xf32> to memref<?xf32>
  return %0 : memref<2xf32>
}
