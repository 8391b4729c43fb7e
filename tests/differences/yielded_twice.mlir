// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: 7 1 7 2
// The loop yields one new tensor in two places. In the next iteration the reference writes to the
// first of the carried tensors, and finds that in the second one.

func.func @main() {
  %zero = arith.constant 0 : index
  %step = arith.constant 1 : index
  %two = arith.constant 2 : index
  %one = arith.constant 1.0 : f32
  %x = arith.constant 7.0 : f32
  %second = arith.constant 2.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %other = tensor.empty() : tensor<4xf32>
  %a0 = linalg.fill ins(%one : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %b0 = linalg.fill ins(%one : f32) outs(%other : tensor<4xf32>) -> tensor<4xf32>
  %r:2 = scf.for %i = %zero to %two step %step iter_args(%a = %a0, %b = %b0) -> (tensor<4xf32>, tensor<4xf32>) {
    %written = tensor.insert %x into %a[%zero] : tensor<4xf32>
    %0 = tensor.extract %written[%zero] : tensor<4xf32>
    %1 = tensor.extract %b[%zero] : tensor<4xf32>
    vector.print %0 : f32
    vector.print %1 : f32
    %new = tensor.empty() : tensor<4xf32>
    %next = linalg.fill ins(%second : f32) outs(%new : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %next, %next : tensor<4xf32>, tensor<4xf32>
  }
  return
}
