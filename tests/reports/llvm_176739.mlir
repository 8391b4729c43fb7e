// A function returns what a cast makes of a tensor of unknown rank. The reference returns the buffer
// of unknown rank, and so changes what callers get.
// REFERENCE: bufferizes
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries" | filecheck %s

// CHECK-LABEL: func.func @f
// CHECK-SAME:    -> memref<4x8xf32, strided<[?, ?], offset: ?>>
// CHECK:         %[[unranked:.*]] = call @unknown
// CHECK:         %[[ranked:.*]] = memref.cast %[[unranked]]
// CHECK:         return %[[ranked]] : memref<4x8xf32
func.func private @unknown(tensor<*xf32>) -> tensor<*xf32>

func.func @f(%t: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %unranked = tensor.cast %t : tensor<4x8xf32> to tensor<*xf32>
  %result = call @unknown(%unranked) : (tensor<*xf32>) -> tensor<*xf32>
  %ranked = tensor.cast %result : tensor<*xf32> to tensor<4x8xf32>
  return %ranked : tensor<4x8xf32>
}
