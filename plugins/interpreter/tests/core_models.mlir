func.func @alloc_tensor() -> tensor<4xf32> {
  %0 = bufferization.alloc_tensor() : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @alloc_tensor_of_a_copy(%t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = bufferization.alloc_tensor() copy(%t) : tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @dealloc_tensor() {
  %0 = bufferization.alloc_tensor() : tensor<4xf32>
  bufferization.dealloc_tensor %0 : tensor<4xf32>
  return
}
// -----
func.func @dealloc_of_what_was_read(%f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %s = tensor.from_elements %f, %f : tensor<2xf32>
  %0 = bufferization.alloc_tensor() copy(%s) : tensor<2xf32>
  %e = tensor.extract %0[%c0] : tensor<2xf32>
  bufferization.dealloc_tensor %0 : tensor<2xf32>
  return %e : f32
}
// -----
func.func @materialize(%s: tensor<4xf32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = bufferization.materialize_in_destination %s in %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @materialize_in_a_buffer(%s: tensor<4xf32>, %m: memref<4xf32>) {
  bufferization.materialize_in_destination %s in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}
// -----
func.func @to_tensor(%m: memref<4xf32>) -> tensor<4xf32> {
  %0 = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @writable_to_tensor(%m: memref<4xf32>) -> tensor<4xf32> {
  %0 = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}
// -----
func.func @to_buffer(%t: tensor<4xf32>, %v: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  memref.store %v, %0[%c1] : memref<4xf32>
  %1 = memref.load %0[%c0] : memref<4xf32>
  return %1 : f32
}
