// A buffer that is an argument of a call while that still takes tensors is freed in front of the call. (It is a large
// one, because the allocator keeps small ones as they are when they are freed.)
// TOOL: mlir-opt-16 - --tensor-bufferize --buffer-deallocation --func-bufferize --finalizing-bufferize
// FINDS: 'memref.load' uses a buffer that has been freed
// NATIVE: result #0 differs
// OURS: builtin.module(one-shot-bufferize{bufferize-function-boundaries},buffer-deallocation)

func.func private @g(%t: tensor<3xvector<128xi32>>) -> i32 {
  %c2 = arith.constant 2 : index
  %v = tensor.extract %t[%c2] : tensor<3xvector<128xi32>>
  %e = vector.reduction <maxsi>, %v : vector<128xi32> into i32
  return %e : i32
}
func.func @f(%x: i32) -> i32 {
  %v = vector.broadcast %x : i32 to vector<128xi32>
  %t = tensor.from_elements %v, %v, %v : tensor<3xvector<128xi32>>
  %r = call @g(%t) : (tensor<3xvector<128xi32>>) -> i32
  return %r : i32
}
