// PASSES: eliminate-empty-tensors
// OPTIONS: bufferize-function-boundaries
// PRINTS: 5 2
// A tensor is put into a buffer and then updated, which is no update of the buffer. The reference
// makes the two one.

func.func @make(%m: memref<4xf32>, %f: f32) -> f32 {
  %zero = arith.constant 0 : index
  %five = arith.constant 5.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %x = linalg.fill ins(%f : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %x in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  %y = tensor.insert %five into %x[%zero] : tensor<4xf32>
  %e = tensor.extract %y[%zero] : tensor<4xf32>
  return %e : f32
}

func.func @main() {
  %zero = arith.constant 0 : index
  %false = arith.constant false
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %m = memref.alloc() : memref<4xf32>
  memref.store %one, %m[%zero] : memref<4xf32>
  %y = call @make(%m, %two) : (memref<4xf32>, f32) -> f32
  vector.print %y : f32
  %v = memref.load %m[%zero] : memref<4xf32>
  vector.print %v : f32
  memref.dealloc %m : memref<4xf32>
  return
}
