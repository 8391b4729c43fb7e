// PASSES: eliminate-empty-tensors
// OPTIONS: bufferize-function-boundaries
// PRINTS: 5
// As under a condition, with the cases of a switch.

func.func @make(%t: tensor<3xf32>, %n: index, %k: index, %c: i1) -> tensor<3xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %large = tensor.empty(%n) : tensor<?xf32>
  %x = linalg.fill ins(%one : f32) outs(%large : tensor<?xf32>) -> tensor<?xf32>
  %s = scf.index_switch %k -> tensor<?xf32>
  case 1 {
    scf.yield %x : tensor<?xf32>
  }
  default {
    %small = tensor.empty(%k) : tensor<?xf32>
    %y = linalg.fill ins(%one : f32) outs(%small : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %y : tensor<?xf32>
  }
  %size = tensor.dim %x, %zero : tensor<?xf32>
  vector.print %size : index
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
