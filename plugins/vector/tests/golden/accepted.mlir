func.func @f(%i: index, %m: memref<?x?xf32>, %f: f32) {
  vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1)->(0)>} : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%i: index, %m: memref<?x?xf32>, %f: f32) {
  vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1)->(0)>, in_bounds = [false]} : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
func.func @f(%i: index, %f: f32, %m1: memref<?xf32>) {
  vector.transfer_read %m1[%i], %f : memref<?xf32>, vector<8xi32>
  return
}
// -----
func.func @f(%i: index, %m1: memref<?xf32>, %vi: vector<8xi32>) {
  vector.transfer_write %vi, %m1[%i] : vector<8xi32>, memref<?xf32>
  return
}
// -----
func.func @f(%f: f32, %v: vector<4x8xf32>) {
  vector.multi_reduction <and>, %v, %f [0, 1] : vector<4x8xf32> to f32
  return
}
// -----
func.func @f(%v: vector<4x8xf32>) {
  vector.extract %v[-1] : vector<8xf32> from vector<4x8xf32>
  return
}
// -----
func.func @f(%v0: vector<f32>) {
  vector.extract %v0[] : f32 from vector<f32>
  return
}
// -----
func.func @f(%v1: vector<8xf32>) {
  vector.insert %v1, %v1[] : vector<8xf32> into vector<8xf32>
  return
}
// -----
func.func @f(%v: vector<4x8xf32>, %a: vector<4x6xf32>) {
  vector.insert %v, %a[] : vector<4x8xf32> into vector<4x6xf32>
  return
}
// -----
func.func @f(%i: index, %v1: vector<8xf32>, %k1: vector<8xi1>, %iv: vector<8xi32>, %t1: tensor<?xf32>) {
  vector.scatter %t1[%i] [%iv], %k1, %v1 : tensor<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  return
}
// -----
func.func @f(%i: index, %v1: vector<8xf32>, %k1: vector<8xi1>, %iv: vector<8xi32>, %m1: memref<?xf32>) {
  vector.scatter %m1[%i] [%iv], %k1, %v1 : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> -> tensor<?xf32>
  return
}
// -----
func.func @f(%i: index) {
  vector.create_mask %i : vector<i1>
  return
}
// -----
func.func @f() {
  vector.constant_mask [1] : vector<i1>
  return
}
// -----
func.func @f(%k1: vector<8xi1>, %x: i32) {
  "vector.mask"(%k1) ({ vector.yield %x : i32 }) : (vector<8xi1>) -> f32
  return
}
// -----
func.func @f(%f: f32) {
  vector.yield %f : f32
}
// -----
func.func @f(%v: vector<4x8xf32>, %m: memref<?x?xf32>, %i: index, %f: f32) {
  %0 = vector.transfer_read %m[%i, %i], %f {in_bounds = [true, true], permutation_map = affine_map<(d0, d1) -> (d1, 0)>} : memref<?x?xf32>, vector<4x8xf32>
  return
}
// -----
func.func @f(%m: memref<?xvector<4xf32>>, %i: index, %f: vector<4xf32>) {
  %0 = vector.transfer_read %m[%i], %f : memref<?xvector<4xf32>>, vector<2x4xf32> vector.transfer_write %0, %m[%i] : vector<2x4xf32>, memref<?xvector<4xf32>>
  return
}
// -----
func.func @f(%m: memref<f32>, %f: f32) {
  %0 = vector.transfer_read %m[], %f {permutation_map = affine_map<() -> (0)>} : memref<f32>, vector<1xf32> %1 = vector.transfer_read %m[], %f : memref<f32>, vector<f32>
  return
}
// -----
func.func @f(%t: tensor<?x?xf32>, %i: index, %f: f32, %k: vector<[4]xi1>) {
  %0 = vector.transfer_read %t[%i, %i], %f, %k : tensor<?x?xf32>, vector<[4]xf32>
  return
}
// -----
#trait = {indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, k, n)>, affine_map<(b, m, n, k) -> (b, m, n)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
func.func @g(%a: vector<2x4x6xf32>, %b: vector<2x6x8xf32>, %c: vector<2x4x8xf32>) -> vector<2x4x8xf32> { %0 = vector.contract #trait %a, %b, %c : vector<2x4x6xf32>, vector<2x6x8xf32> into vector<2x4x8xf32> return %0 : vector<2x4x8xf32> }
// -----
func.func @f(%a: vector<4xf32>, %f: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]} %a, %a, %f : vector<4xf32>, vector<4xf32> into f32
  return
}
// -----
func.func @f(%a: vector<4x6xf32>, %b: vector<6x8xf32>, %c: vector<4x8xf32>, %m: vector<4x8x6xi1>) {
  %0 = vector.mask %m { vector.contract {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %c : vector<4x6xf32>, vector<6x8xf32> into vector<4x8xf32> } : vector<4x8x6xi1> -> vector<4x8xf32>
  return
}
// -----
func.func @f(%s: vector<[4]xf32>, %v: vector<[4]x[8]xf32>, %f: f32) {
  %0 = vector.transpose %v, [1, 0] : vector<[4]x[8]xf32> to vector<[8]x[4]xf32> %1 = vector.broadcast %f : f32 to vector<2x[4]xf32> %2 = vector.bitcast %s : vector<[4]xf32> to vector<[8]xf16> %3 = vector.interleave %s, %s : vector<[4]xf32> -> vector<[8]xf32>
  return
}
// -----
func.func @f(%v: vector<1xf32>, %s: vector<f32>, %x: vector<4x1xf32>) {
  %0 = vector.extract %v[0] : f32 from vector<1xf32> %1 = vector.interleave %s, %s : vector<f32> -> vector<2xf32> %2 = vector.extract %x[0] : f32 from vector<4x1xf32>
  return
}
// -----
func.func @f(%v: vector<8xf32>, %k: vector<8x8xi1>) {
  %0 = vector.mask %k { vector.outerproduct %v, %v {kind = #vector.kind<mul>} : vector<8xf32>, vector<8xf32> } : vector<8x8xi1> -> vector<8x8xf32>
  return
}
// -----
func.func @f(%s: memref<?xf32, strided<[2], offset: ?>>, %i: index) {
  %2 = vector.load %s[%i] : memref<?xf32, strided<[2], offset: ?>>, vector<1xf32>
  return
}
// -----
func.func @f(%s: memref<?xf32, strided<[2], offset: ?>>, %i: index, %k: vector<3xi1>, %v: vector<3xf32>) {
  %2 = vector.maskedload %s[%i], %k, %v : memref<?xf32, strided<[2], offset: ?>>, vector<3xi1>, vector<3xf32> into vector<3xf32>
  return
}
// -----
func.func @f(%s: memref<?xf32, strided<[2], offset: ?>>, %i: index, %f: f32) {
  %2 = vector.transfer_read %s[%i], %f : memref<?xf32, strided<[2], offset: ?>>, vector<3xf32>
  return
}
// -----
func.func @f(%v: vector<f32>, %a: f32) {
  %2 = vector.broadcast %v : vector<f32> to vector<2xf32> %3 = vector.shape_cast %v : vector<f32> to vector<1xf32> %4 = vector.transpose %v, [] : vector<f32> to vector<f32> %5 = vector.bitcast %v : vector<f32> to vector<i32>
  return
}
// -----
func.func @f(%v: vector<4xi8>, %w: i32) {
  %0 = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]} %v, %v, %w : vector<4xi8>, vector<4xi8> into i32
  return
}
// -----
func.func @f(%v: vector<4xi1>, %x: vector<4xindex>) {
  %0 = vector.reduction <minui>, %x : vector<4xindex> into index %1 = vector.reduction <xor>, %v : vector<4xi1> into i1
  return
}
// -----
func.func @f(%v: vector<f32>) {
  %0 = vector.reduction <add>, %v : vector<f32> into f32
  return
}
// -----
func.func @attribute_of_the_implied_terminator(%m: vector<4xi1>, %v: vector<4xf32>) {
  %0 = "vector.mask"(%m) ({
    %1 = "vector.reduction"(%v) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}> : (vector<4xf32>) -> f32
    "vector.yield"(%1) {note} : (f32) -> ()
  }) : (vector<4xi1>) -> f32
  return
}
// -----
func.func @unit_stride(%m: memref<4xf32, strided<[1]>>) {
  %0 = vector.type_cast %m : memref<4xf32, strided<[1]>> to memref<vector<4xf32>>
  return
}
