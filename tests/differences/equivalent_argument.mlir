// OPTIONS: bufferize-function-boundaries analysis-heuristic=top-down
// PRINTS: -1 -1 1
// The result of @second is its second argument, and may only alias the first. The reference takes it
// for the first one too, so that linalg.negf seems to read each element before it overwrites it.

func.func @second(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: i1) -> (tensor<8xf32>, f32) {
  %zero = arith.constant 0 : index
  %any = arith.select %c, %a, %b : tensor<8xf32>
  %v = tensor.extract %any[%zero] : tensor<8xf32>
  return %b, %v : tensor<8xf32>, f32
}

func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %x = arith.constant 1.0 : f32
  %true = arith.constant true
  %empty = tensor.empty() : tensor<9xf32>
  %t = linalg.fill ins(%x : f32) outs(%empty : tensor<9xf32>) -> tensor<9xf32>
  %a = tensor.extract_slice %t[0] [8] [1] : tensor<9xf32> to tensor<8xf32>
  %b = tensor.extract_slice %t[1] [8] [1] : tensor<9xf32> to tensor<8xf32>
  %r, %v = call @second(%a, %b, %true) : (tensor<8xf32>, tensor<8xf32>, i1) -> (tensor<8xf32>, f32)
  %n = linalg.negf ins(%a : tensor<8xf32>) outs(%r : tensor<8xf32>) -> tensor<8xf32>
  %0 = tensor.extract %n[%zero] : tensor<8xf32>
  %1 = tensor.extract %n[%one] : tensor<8xf32>
  vector.print %0 : f32
  vector.print %1 : f32
  vector.print %v : f32
  return
}
