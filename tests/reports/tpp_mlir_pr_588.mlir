// One tensor is both operands of an operation that writes its result over them, and is used again
// later. The model of tpp-mlir excused that conflict; those of the reference and ours do not.
// REFERENCE: is right
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries" | filecheck %s
// PRINTS: 3

// CHECK-LABEL: func.func @main
// CHECK:         %[[new:.*]] = memref.alloc
// CHECK:         linalg.add {{.*}}outs(%[[new]]
// CHECK:         linalg.add
func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %ones = linalg.fill ins(%one : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %twos = linalg.add ins(%ones, %ones : tensor<4xf32>, tensor<4xf32>)
    outs(%ones : tensor<4xf32>) -> tensor<4xf32>
  %threes = linalg.add ins(%twos, %ones : tensor<4xf32>, tensor<4xf32>)
    outs(%ones : tensor<4xf32>) -> tensor<4xf32>
  %v = tensor.extract %threes[%zero] : tensor<4xf32>
  vector.print %v : f32
  return
}
