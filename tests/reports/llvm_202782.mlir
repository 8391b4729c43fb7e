// A buffer of unknown rank in another memory space is asked for: it would have to be copied, which
// nothing can do. The reference makes a cast that its verifier rejects (with assertions, it stops).
// REFERENCE: refuses
// RUN: not bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries" 2>&1 | filecheck %s

// CHECK: [[# @LINE + 2]]:8: error: 'bufferization.to_buffer' op cannot make a buffer of type 'memref<*xi64, 1>' from one of type 'memref<*xi64>': a buffer of unknown rank cannot be copied
func.func @f(%t: tensor<*xi64>) -> memref<*xi64, 1> {
  %0 = bufferization.to_buffer %t : tensor<*xi64> to memref<*xi64, 1>
  return %0 : memref<*xi64, 1>
}
