// A buffer is read as a tensor.
// PASSES: func.func(optimize-allocation-liveness) one-shot-bufferize{bufferize-function-boundaries}
// PRINTS: 7

func.func @main() {
  %c1 = arith.constant 1 : index
  %seven = arith.constant 7 : i64
  %a = memref.alloc() : memref<400xi64>
  memref.store %seven, %a[%c1] : memref<400xi64>
  %t = bufferization.to_tensor %a restrict : memref<400xi64> to tensor<400xi64>
  %v = tensor.extract %t[%c1] : tensor<400xi64>
  memref.dealloc %a : memref<400xi64>
  vector.print %v : i64
  return
}
