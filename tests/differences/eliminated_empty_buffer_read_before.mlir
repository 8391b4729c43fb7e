// PASSES: eliminate-empty-tensors
// OPTIONS: bufferize-function-boundaries
// PRINTS: 1 2
// The buffer that a tensor is put into is read before that. The reference computes the tensor in the
// buffer, too early.

func.func @make(%m: memref<4xf32>, %f: f32) {
  %zero = arith.constant 0 : index
  %empty = tensor.empty() : tensor<4xf32>
  %x = linalg.fill ins(%f : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %old = memref.load %m[%zero] : memref<4xf32>
  vector.print %old : f32
  bufferization.materialize_in_destination %x in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

func.func @main() {
  %zero = arith.constant 0 : index
  %false = arith.constant false
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %m = memref.alloc() : memref<4xf32>
  memref.store %one, %m[%zero] : memref<4xf32>
  call @make(%m, %two) : (memref<4xf32>, f32) -> ()
  %v = memref.load %m[%zero] : memref<4xf32>
  vector.print %v : f32
  memref.dealloc %m : memref<4xf32>
  return
}
