// Attributes of the analysis where earlier runs, or users, may have put them.
func.func private @read(tensor<?xf32> {bufferization.access = "read"}) -> f32
func.func private @write(tensor<?xf32> {bufferization.access = "write", bufferization.buffer_layout = affine_map<(d0) -> (d0)>})

func.func @f(%t: tensor<?xf32> {bufferization.writable = false, bufferization.access = "read-write"},
             %u: tensor<?xf32> {bufferization.writable = true}, %x: f32, %i: index) -> (tensor<?xf32>, f32)
    attributes {__equivalent_func_args__ = [0, -1], __bbarg_alias_set_attr__ = [[[["%t"]]]]} {
  %0 = tensor.insert %x into %t[%i] {__inplace_operands_attr__ = ["none", "false", "none"], "C_0[CONFL-WRITE: 1]"} : tensor<?xf32>
  %1 = tensor.insert %x into %u[%i] {__inplace_operands_attr__ = ["none", "true", "none"]} : tensor<?xf32>
  %2 = func.call @read(%0) {__inplace_operands_attr__ = ["true"]} : (tensor<?xf32>) -> f32
  func.call @write(%1) : (tensor<?xf32>) -> ()
  return {__inplace_operands_attr__ = ["true", "none"], __equivalent_func_args__ = [1]} %1, %2 : tensor<?xf32>, f32
}

// -----

// Buffers and tensors beside each other, with tensors whose memory is named.
func.func @g(%m: memref<8xf32, strided<[1], offset: ?>>, %n: index) -> tensor<8xf32> {
  %t = bufferization.to_tensor %m restrict writable : memref<8xf32, strided<[1], offset: ?>> to tensor<8xf32>
  %new = bufferization.alloc_tensor() copy(%t) {memory_space = 1 : i64} : tensor<8xf32>
  %sized = bufferization.alloc_tensor(%n) size_hint=%n : tensor<?xf32>
  %x = arith.constant 1.0 : f32
  %0 = tensor.insert %x into %new[%n] : tensor<8xf32>
  bufferization.materialize_in_destination %0 in writable %m : (tensor<8xf32>, memref<8xf32, strided<[1], offset: ?>>) -> ()
  bufferization.dealloc_tensor %sized : tensor<?xf32>
  %b = bufferization.to_buffer %0 read_only : tensor<8xf32> to memref<8xf32>
  %c = bufferization.clone %b : memref<8xf32> to memref<8xf32>
  memref.dealloc %c : memref<8xf32>
  return %0 : tensor<8xf32>
}
