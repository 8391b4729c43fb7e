// OPTIONS: dialect-filter=tensor,bufferization
// PRINTS: 2
// A loop that is not bufferized is still a loop. The reference asks its bufferization model, which
// the filter takes away.

func.func @main() {
  %zero = arith.constant 0 : index
  %step = arith.constant 1 : index
  %two = arith.constant 2 : index
  %start = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %new = arith.constant 7.0 : f32
  %m = memref.alloc() : memref<4xf32>
  linalg.fill ins(%one : f32) outs(%m : memref<4xf32>)
  %t = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  %sum = scf.for %i = %zero to %two step %step iter_args(%s = %start) -> f32 {
    %old = tensor.extract %t[%zero] : tensor<4xf32>
    %w = tensor.insert %new into %t[%zero] : tensor<4xf32>
    %written = tensor.extract %w[%i] : tensor<4xf32>
    %next = arith.addf %s, %old : f32
    scf.yield %next : f32
  }
  vector.print %sum : f32
  memref.dealloc %m : memref<4xf32>
  return
}
