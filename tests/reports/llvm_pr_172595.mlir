// A load from the buffer of a tensor is not an access of that tensor where the buffer may be written
// to. mlir-opt 22 (without that PR) takes it for one when it canonicalizes, and reads the old contents.
// REFERENCE: is wrong
// RUN: bufferize-opt %s --canonicalize --one-shot-bufferize="bufferize-function-boundaries" | filecheck %s
// PRINTS: 7 1

// CHECK-LABEL: func.func @main
// CHECK:         memref.store %{{.*}}, %[[buffer:.*]][
// CHECK:         memref.load %[[buffer]]
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %seven = arith.constant 7.0 : f32
  %t = tensor.from_elements %one, %one : tensor<2xf32>
  %buffer = bufferization.to_buffer %t : tensor<2xf32> to memref<2xf32>
  memref.store %seven, %buffer[%zero] : memref<2xf32>
  %v = memref.load %buffer[%zero] : memref<2xf32>
  %w = tensor.extract %t[%zero] : tensor<2xf32>
  vector.print %v : f32
  vector.print %w : f32
  return
}
