// A buffer that is an argument of a call while that still takes tensors is freed in front of the call.
// TOOL: mlir-opt-16 - --tensor-bufferize --buffer-deallocation --func-bufferize --finalizing-bufferize
// FINDS: 'memref.load' uses a buffer that has been freed
// NATIVE: result #0 differs
// OURS: builtin.module(one-shot-bufferize{bufferize-function-boundaries},buffer-deallocation)

func.func @g(%t: tensor<3xi32>) -> i32 {
  %c2 = arith.constant 2 : index
  %e = tensor.extract %t[%c2] : tensor<3xi32>
  return %e : i32
}
func.func @f(%x: i32) -> i32 {
  %t = tensor.from_elements %x, %x, %x : tensor<3xi32>
  %r = call @g(%t) : (tensor<3xi32>) -> i32
  return %r : i32
}
