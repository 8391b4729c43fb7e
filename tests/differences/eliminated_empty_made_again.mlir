// PASSES: eliminate-empty-tensors
// OPTIONS: bufferize-function-boundaries
// PRINTS: 5 4 3 2
// Blocks that branch back make tensors of decreasing sizes, of which the last one is inserted. The
// reference gives all of them the size of the last.

func.func @make(%t: tensor<3xf32>, %n: index, %k: index, %c: i1) -> tensor<3xf32> {
  %zero = arith.constant 0 : index
  %step = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %s = scf.execute_region -> tensor<?xf32> {
    cf.br ^make(%n : index)
  ^make(%m: index):
    %empty = tensor.empty(%m) : tensor<?xf32>
    %x = linalg.fill ins(%one : f32) outs(%empty : tensor<?xf32>) -> tensor<?xf32>
    %size = tensor.dim %x, %zero : tensor<?xf32>
    vector.print %size : index
    %less = arith.subi %m, %step : index
    %again = arith.cmpi ult, %k, %m : index
    cf.cond_br %again, ^make(%less : index), ^done
  ^done:
    scf.yield %x : tensor<?xf32>
  }
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
