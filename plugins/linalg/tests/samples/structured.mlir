// generic
func.func @f(%a: tensor<4x8xf32>, %s: f32, %c: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {doc = "d", indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"], library_call = "f"}
      ins(%a, %s : tensor<4x8xf32>, f32) outs(%c : tensor<4x8xf32>) attrs = {foo = 1 : i32} {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %i = linalg.index 1 {foo = 1 : i32} : index
    %p = arith.mulf %x, %y : f32
    linalg.yield %p {foo = 1 : i32} : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
// -----
// generic_memref
#map = affine_map<(d0) -> (d0)>
func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) {
  linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]}
      ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}
// -----
// generic_reduction
func.func @f(%a: tensor<4x8xf32>, %c: tensor<4xf32>, %e: tensor<4xi32>)
    -> (tensor<4xf32>, tensor<4xi32>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
      affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<4x8xf32>) outs(%c, %e : tensor<4xf32>, tensor<4xi32>) {
  ^bb0(%x: f32, %y: f32, %z: i32):
    %p = arith.addf %x, %y : f32
    linalg.yield %p, %z : f32, i32
  } -> (tensor<4xf32>, tensor<4xi32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xi32>
}
// -----
// map
func.func @f(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>, %i: tensor<4xi32>) {
  %0 = linalg.map {arith.addf} ins(%a, %b : tensor<4xf32>, tensor<4xf32>)
      outs(%c : tensor<4xf32>) {foo = 1 : i32}
  %1 = linalg.map {arith.addf {fastmath = #arith.fastmath<fast>}}
      ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%c : tensor<4xf32>)
  %2 = linalg.map ins(%a : tensor<4xf32>) outs(%c : tensor<4xf32>) (%x: f32, %y: f32) {
    %p = arith.mulf %x, %x : f32
    linalg.yield %p : f32
  }
  %3 = linalg.map outs(%c : tensor<4xf32>) {foo = 1 : i32} (%y: f32) {
    %p = arith.constant 1.0 : f32
    linalg.yield %p : f32
  }
  %4 = linalg.map {arith.addi {overflowFlags = #arith.overflow<nsw>}}
      ins(%i, %i : tensor<4xi32>, tensor<4xi32>) outs(%i : tensor<4xi32>)
  %5 = linalg.map {math.exp} ins(%a : tensor<4xf32>) outs(%c : tensor<4xf32>)
  return
}
// -----
// reduce
func.func @f(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %i: tensor<4x8xi32>, %j: tensor<8xi32>) {
  %0 = linalg.reduce {arith.addf} ins(%a : tensor<4x8xf32>) outs(%b : tensor<8xf32>)
      dimensions = [0] {foo = 1 : i32}
  %1:2 = linalg.reduce ins(%a, %i : tensor<4x8xf32>, tensor<4x8xi32>)
      outs(%b, %j : tensor<8xf32>, tensor<8xi32>) dimensions = [0]
      (%x: f32, %y: i32, %z: f32, %w: i32) {
    %p = arith.addf %x, %z : f32
    linalg.yield %p, %w : f32, i32
  }
  %2 = linalg.reduce ins(%a : tensor<4x8xf32>) outs(%b : tensor<8xf32>) dimensions = [0]
      (%x: f32, %y: f32) {
    %p = arith.addf %x, %y : f32
    linalg.yield %p : f32
  }
  return
}
// -----
// transpose
func.func @f(%a: tensor<2x3x4xf32>, %b: tensor<3x4x2xf32>, %c: memref<2xf32>) {
  %0 = linalg.transpose ins(%a : tensor<2x3x4xf32>) outs(%b : tensor<3x4x2xf32>)
      permutation = [1, 2, 0] {foo = 1 : i32}
  linalg.transpose ins(%c : memref<2xf32>) outs(%c : memref<2xf32>) permutation = [0]
  return
}
// -----
// broadcast
func.func @f(%a: tensor<4xf32>, %b: tensor<4x8xf32>, %c: memref<4xf32>) {
  %0 = linalg.broadcast ins(%a : tensor<4xf32>) outs(%b : tensor<4x8xf32>)
      dimensions = [1] {foo = 1 : i32}
  linalg.broadcast ins(%c : memref<4xf32>) outs(%c : memref<4xf32>) dimensions = []
  return
}
// -----
// matmul
func.func @f(%v0: tensor<4x5xf32>, %v1: tensor<5x6xf32>, %v2: tensor<4x6xf32>,
             %t: tensor<5x4xf32>, %k: tensor<5xf32>) {
  %0 = linalg.matmul {foo = 1 : i32} ins(%v0, %v1 : tensor<4x5xf32>, tensor<5x6xf32>) outs(%v2 : tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%v0, %v1 : tensor<4x5xf32>, tensor<5x6xf32>) outs(%v2 : tensor<4x6xf32>) -> tensor<4x6xf32>
  %2 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] {foo = 1 : i32}
      ins(%t, %v1 : tensor<5x4xf32>, tensor<5x6xf32>) outs(%v2 : tensor<4x6xf32>)
      -> tensor<4x6xf32>
  %3 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k)>,
      affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%k, %v1 : tensor<5xf32>, tensor<5x6xf32>) outs(%v2 : tensor<4x6xf32>)
      -> tensor<4x6xf32>
  return
}
// -----
// batch_matmul
func.func @f(%a: tensor<2x4x5xi8>, %b: tensor<2x5x6xi8>, %c: tensor<2x4x6xi32>,
             %d: tensor<4x5xi8>, %e: tensor<2x6x5xi8>) {
  %0 = linalg.batch_matmul {foo = 1 : i32} ins(%a, %b : tensor<2x4x5xi8>, tensor<2x5x6xi8>)
      outs(%c : tensor<2x4x6xi32>) -> tensor<2x4x6xi32>
  %1 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>,
      affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]
      {cast = #linalg.type_fn<cast_unsigned>} ins(%d, %e : tensor<4x5xi8>, tensor<2x6x5xi8>)
      outs(%c : tensor<2x4x6xi32>) -> tensor<2x4x6xi32>
  return
}
// -----
// batch_reduce_matmul
func.func @f(%a: tensor<2x4x5xf16>, %b: tensor<2x5x6xf16>, %c: tensor<4x6xf32>) {
  %0 = linalg.batch_reduce_matmul {foo = 1 : i32}
      ins(%a, %b : tensor<2x4x5xf16>, tensor<2x5x6xf16>)
      outs(%c : tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
// -----
// contract
func.func @f(%a: tensor<4x5xf32>, %b: tensor<6x5xf32>, %c: tensor<4x6xf32>) {
  %0 = linalg.contract indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>] {foo = 1 : i32}
      ins(%a, %b : tensor<4x5xf32>, tensor<6x5xf32>) outs(%c : tensor<4x6xf32>)
      -> tensor<4x6xf32>
  return
}
// -----
// elementwise
func.func @f(%a: tensor<4x5xf32>, %b: tensor<5x4xf32>, %p: tensor<4x5xi1>, %m: memref<3xi32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> {foo = 1 : i32}
      ins(%a : tensor<4x5xf32>) outs(%a : tensor<4x5xf32>) -> tensor<4x5xf32>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<add>
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>,
      affine_map<(i, j) -> (i, j)>] ins(%a, %b : tensor<4x5xf32>, tensor<5x4xf32>)
      outs(%a : tensor<4x5xf32>) -> tensor<4x5xf32>
  %2 = linalg.elementwise kind=#linalg.elementwise_kind<select>
      ins(%p, %a, %a : tensor<4x5xi1>, tensor<4x5xf32>, tensor<4x5xf32>)
      outs(%a : tensor<4x5xf32>) -> tensor<4x5xf32>
  linalg.elementwise kind=#linalg.elementwise_kind<max_unsigned>
      ins(%m, %m : memref<3xi32>, memref<3xi32>) outs(%m : memref<3xi32>)
  return
}
// -----
// softmax
func.func @f(%a: tensor<4x?xf32>, %m: memref<4xf32>) {
  %0 = linalg.softmax {foo = 1 : i32} dimension(1) ins(%a : tensor<4x?xf32>)
      outs(%a : tensor<4x?xf32>) -> tensor<4x?xf32>
  linalg.softmax dimension(0) ins(%m : memref<4xf32>) outs(%m : memref<4xf32>)
  return
}
// -----
// pack
func.func @f(%a: tensor<8x9xf32>, %f: f32, %n: index, %p: tensor<4x3x2x3xf32>,
             %q: tensor<3x4x2x3xf32>, %d: tensor<?x3x?x3xf32>) {
  %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [2, 3] into %p
      : tensor<8x9xf32> -> tensor<4x3x2x3xf32>
  %1 = linalg.pack %a padding_value(%f : f32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1]
      inner_tiles = [2, 3] into %q {foo = 1 : i32} : tensor<8x9xf32> -> tensor<3x4x2x3xf32>
  %2 = linalg.pack %a padding_value(%f : f32) inner_dims_pos = [0, 1] inner_tiles = [%n, 3]
      into %d : tensor<8x9xf32> -> tensor<?x3x?x3xf32>
  return
}
// -----
// unpack
func.func @f(%a: tensor<8x9xf32>, %q: tensor<3x4x2x3xf32>, %n: index, %d: tensor<?x3x?x3xf32>) {
  %0 = linalg.unpack %q outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 3]
      into %a {foo = 1 : i32} : tensor<3x4x2x3xf32> -> tensor<8x9xf32>
  %1 = linalg.unpack %d inner_dims_pos = [0, 1] inner_tiles = [%n, 3] into %a
      : tensor<?x3x?x3xf32> -> tensor<8x9xf32>
  return
}
// -----
// winograd
func.func @f(%f: tensor<2x3x3x5xf32>, %fo: tensor<6x6x5x2xf32>, %i: tensor<2x10x10x5xf32>,
             %io: tensor<6x6x2x2x2x5xf32>, %o: tensor<6x6x2x2x2x2xf32>, %oo: tensor<2x8x8x2xf32>) {
  %0 = linalg.winograd_filter_transform {foo = 1 : i32} fmr(F_4_3) ins(%f : tensor<2x3x3x5xf32>)
      outs(%fo : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  %1 = linalg.winograd_input_transform {foo = 1 : i32} fmr(F_4_3)
      ins(%i : tensor<2x10x10x5xf32>) outs(%io : tensor<6x6x2x2x2x5xf32>)
      -> tensor<6x6x2x2x2x5xf32>
  %2 = linalg.winograd_output_transform {foo = 1 : i32} fmr(F_4_3)
      ins(%o : tensor<6x6x2x2x2x2xf32>) outs(%oo : tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32>
  return
}
// -----
// attributes
func.func @f() attributes {a = #linalg.iterator_type<reduction>, b = #linalg.type_fn<cast_signed>,
    c = #linalg.unary_fn<erf>, d = #linalg.binary_fn<powf>, e = #linalg.ternary_fn<select>,
    f = #linalg.elementwise_kind<div_unsigned>} {
  return
}
