// tiled_loop
func.func @f(%a: tensor<10xf32>, %c: tensor<f32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %0 = linalg.tiled_loop (%i) = (%c0) to (%c10) step (%c2)
      ins (%in = %a: tensor<10xf32>, %whole = %c10: index) outs (%out = %c: tensor<f32>)
      iterators["reduction"] {
    %tile = tensor.extract_slice %in[%i] [2] [1] : tensor<10xf32> to tensor<2xf32>
    %1 = linalg.dot ins(%tile, %tile : tensor<2xf32>, tensor<2xf32>)
        outs(%out : tensor<f32>) -> tensor<f32>
    linalg.yield %1 {foo = 1 : i32} : tensor<f32>
  } {foo = 1 : i32}
  return %0 : tensor<f32>
}
// -----
// tiled_loop_distributed
func.func @f(%m: memref<4x4xf32>, %a: tensor<4xf32>, %b: tensor<?xf32>, %n: index, %x: f32)
    -> (tensor<4xf32>, tensor<?xf32>) {
  linalg.tiled_loop (%i, %j) = (%n, %n) to (%n, %n) step (%n, %n) outs (%out = %m: memref<4x4xf32>)
      distribution["block_x", "none"] {
    memref.store %x, %out[%i, %j] : memref<4x4xf32>
  } {foo = 1 : i32}
  %0:2 = linalg.tiled_loop (%i, %j) = (%n, %n) to (%n, %n) step (%n, %n)
      outs (%p = %a: tensor<4xf32>, %o = %m: memref<4x4xf32>, %q = %b: tensor<?xf32>)
      iterators["parallel", "reduction"] {
    linalg.yield %p, %q : tensor<4xf32>, tensor<?xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<?xf32>
}
// -----
// pack_of_buffers
func.func @f(%a: memref<8x?xf32>, %p: memref<?x4x2x3xf32>, %x: f32, %n: index) {
  linalg.pack %a padding_value(%x : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1]
      inner_tiles = [2, 3] into %p {foo = 1 : i32} : memref<8x?xf32> -> memref<?x4x2x3xf32>
  linalg.unpack %p outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 3] into %a
      {foo = 1 : i32} : memref<?x4x2x3xf32> -> memref<8x?xf32>
  return
}
