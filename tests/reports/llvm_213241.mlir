// The body of `linalg.map` may use the element that it overwrites. The reference says that the
// destination is not read, so that the contents of a copy are those of fresh memory.
// REFERENCE: is wrong
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries" | filecheck %s
// PRINTS: 11 1

// CHECK-LABEL: func.func @main
// CHECK:         linalg.fill {{.*}}outs(%[[ones:.*]] : memref
// CHECK:         linalg.fill
// CHECK:         %[[new:.*]] = memref.alloc
// CHECK:         memref.copy %[[ones]], %[[new]]
// CHECK:         linalg.map {{.*}}outs(%[[new]]
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %ten = arith.constant 10.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %ones = linalg.fill ins(%one : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %other = tensor.empty() : tensor<4xf32>
  %tens = linalg.fill ins(%ten : f32) outs(%other : tensor<4xf32>) -> tensor<4xf32>
  %sums = linalg.map ins(%tens : tensor<4xf32>) outs(%ones : tensor<4xf32>)
    (%in: f32, %out: f32) {
      %sum = arith.addf %in, %out : f32
      linalg.yield %sum : f32
    }
  %v = tensor.extract %sums[%zero] : tensor<4xf32>
  %w = tensor.extract %ones[%zero] : tensor<4xf32>
  vector.print %v : f32
  vector.print %w : f32
  return
}
