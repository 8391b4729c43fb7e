// OPTIONS: bufferize-function-boundaries
// PRINTS: 8 8
// As in body_of_generic.mlir, for tensor.generate.

func.func @f(%t: tensor<4xf32>) -> tensor<2xf32> {
  %zero = arith.constant 0 : index
  %new = arith.constant 7.0 : f32
  %r = tensor.generate {
  ^bb0(%i: index):
    %old = tensor.extract %t[%zero] : tensor<4xf32>
    %w = tensor.insert %new into %t[%zero] : tensor<4xf32>
    %written = tensor.extract %w[%zero] : tensor<4xf32>
    %sum = arith.addf %old, %written : f32
    tensor.yield %sum : f32
  } : tensor<2xf32>
  return %r : tensor<2xf32>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %last = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%one : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %r = call @f(%t) : (tensor<4xf32>) -> tensor<2xf32>
  %0 = tensor.extract %r[%zero] : tensor<2xf32>
  %1 = tensor.extract %r[%last] : tensor<2xf32>
  vector.print %0 : f32
  vector.print %1 : f32
  return
}
