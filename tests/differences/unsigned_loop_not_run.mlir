// OPTIONS: bufferize-function-boundaries
// PRINTS: 3 3
// The loop starts at 200 and stays below 100, so that it does not run and hands %t on. The reference
// compares -56 with 100, and takes the tensor for overwritten by the first iteration.

func.func @clear(%t: tensor<2xf32>) -> tensor<2xf32> {
  %from = arith.constant 200 : i8
  %to = arith.constant 100 : i8
  %step = arith.constant 50 : i8
  %zero = arith.constant 0.0 : f32
  %r = scf.for unsigned %i = %from to %to step %step iter_args(%x = %t) -> (tensor<2xf32>) : i8 {
    %f = linalg.fill ins(%zero : f32) outs(%x : tensor<2xf32>) -> tensor<2xf32>
    scf.yield %f : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %three = arith.constant 3.0 : f32
  %empty = tensor.empty() : tensor<2xf32>
  %t = linalg.fill ins(%three : f32) outs(%empty : tensor<2xf32>) -> tensor<2xf32>
  %r = call @clear(%t) : (tensor<2xf32>) -> tensor<2xf32>
  %new = tensor.extract %r[%zero] : tensor<2xf32>
  %old = tensor.extract %t[%zero] : tensor<2xf32>
  vector.print %new : f32
  vector.print %old : f32
  return
}
