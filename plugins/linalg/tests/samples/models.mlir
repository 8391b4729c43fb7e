func.func @softmax(%a: tensor<2x3xf32>, %o: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = linalg.softmax dimension(1) ins(%a : tensor<2x3xf32>) outs(%o : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
// -----
func.func @tiled_loop(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  %0 = linalg.tiled_loop (%i) = (%c0) to (%c8) step (%c2) ins (%in = %a: tensor<8xf32>)
      outs (%out = %b: tensor<8xf32>) iterators["parallel"] {
    %x = tensor.extract %in[%i] : tensor<8xf32>
    %r = tensor.insert %x into %out[%i] : tensor<8xf32>
    linalg.yield %r : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}
// -----
func.func @tiled_loop_of_a_constant(%b: tensor<2xf32>) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = linalg.tiled_loop (%i) = (%c0) to (%c2) step (%c1) ins (%in = %a: tensor<2xf32>)
      outs (%out = %b: tensor<2xf32>) iterators["parallel"] {
    %x = tensor.extract %in[%i] : tensor<2xf32>
    %r = tensor.insert %x into %out[%i] : tensor<2xf32>
    linalg.yield %r : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}
// -----
func.func @reduce(%a: tensor<2x3xf32>, %o: tensor<2xf32>) -> tensor<2xf32> {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<2x3xf32>) outs(%o : tensor<2xf32>) dimensions = [1]
  return %0 : tensor<2xf32>
}

// -----

func.func @select(%b: tensor<4x5xi1>, %x: tensor<4x5xf32>, %y: tensor<4x5xf32>, %init: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<select> ins(%b, %x, %y : tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>) outs(%init : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
// -----
func.func @pack(%a: tensor<5x7xf32>, %o: tensor<3x3x2x3xf32>, %p: f32) -> tensor<3x3x2x3xf32> {
  %0 = linalg.pack %a padding_value(%p : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1]
      inner_tiles = [2, 3] into %o : tensor<5x7xf32> -> tensor<3x3x2x3xf32>
  return %0 : tensor<3x3x2x3xf32>
}
// -----
func.func @unpack(%a: tensor<3x3x2x3xf32>, %o: tensor<5x7xf32>) -> tensor<5x7xf32> {
  %0 = linalg.unpack %a outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 3]
      into %o : tensor<3x3x2x3xf32> -> tensor<5x7xf32>
  return %0 : tensor<5x7xf32>
}
