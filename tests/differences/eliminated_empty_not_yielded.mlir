// PASSES: eliminate-empty-tensors
// OPTIONS: bufferize-function-boundaries
// PRINTS: 5
// A tensor is summed up always, but yielded, and so inserted, under a condition only. The reference
// gives it the size of the part, and sums up what is there.

func.func @make(%t: tensor<3xf32>, %n: index, %k: index, %c: i1) -> tensor<3xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %large = tensor.empty(%n) : tensor<?xf32>
  %x = linalg.fill ins(%one : f32) outs(%large : tensor<?xf32>) -> tensor<?xf32>
  %s = scf.if %c -> tensor<?xf32> {
    scf.yield %x : tensor<?xf32>
  } else {
    %small = tensor.empty(%k) : tensor<?xf32>
    %y = linalg.fill ins(%one : f32) outs(%small : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %y : tensor<?xf32>
  }
  %scalar = tensor.empty() : tensor<f32>
  %none = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %all = linalg.reduce { arith.addf } ins(%x : tensor<?xf32>) outs(%none : tensor<f32>) dimensions = [0]
  %sum = tensor.extract %all[] : tensor<f32>
  vector.print %sum : f32
  %r = tensor.insert_slice %s into %t[0] [%k] [1] : tensor<?xf32> into tensor<3xf32>
  return %r : tensor<3xf32>
}

func.func @main() {
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %false = arith.constant false
  %f = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<3xf32>
  %t = linalg.fill ins(%f : f32) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
  %r = call @make(%t, %c5, %c2, %false) : (tensor<3xf32>, index, index, i1) -> tensor<3xf32>
  return
}
