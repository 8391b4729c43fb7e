// error: 'vector.transfer_read' op requires 2 indices
func.func @f(%i: index, %m: memref<?x?xf32>, %f: f32) {
  vector.transfer_read %m[%i], %f : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
// error: 'vector.transfer_read' op requires a permutation_map with input dims of the same rank as the source type
func.func @f(%i: index, %m: memref<?x?xf32>, %f: f32) {
  vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0)->(d0)>} : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
// error: 'vector.transfer_read' op requires a permutation_map with result dims of the same rank as the vector type
func.func @f(%i: index, %m: memref<?x?xf32>, %f: f32) {
  vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1)->(d0, d1)>} : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
// error: 'vector.transfer_read' op requires a projected permutation_map (at most one dim or the zero constant can appear in each result)
func.func @f(%i: index, %m: memref<?x?xf32>, %f: f32) {
  vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1)->(d0 + d1)>} : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
// error: 'vector.transfer_read' op requires a projected permutation_map (at most one dim or the zero constant can appear in each result)
func.func @f(%i: index, %m: memref<?x?xf32>, %f: f32) {
  vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1)->(d0 + 1)>} : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
// error: 'vector.transfer_read' op requires a projected permutation_map (at most one dim or the zero constant can appear in each result)
func.func @f(%i: index, %m: memref<?x?xf32>, %f: f32) {
  vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1)->(2)>} : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
// error: 'vector.transfer_read' op requires a permutation_map that is a permutation (found one dim used more than once)
func.func @f(%i: index, %m: memref<?x?xf32>, %f: f32) {
  vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1)->(d0, d0)>} : memref<?x?xf32>, vector<8x8xf32>
  return
}
// -----
// error: 'vector.transfer_read' op requires permutation_map without symbols
func.func @f(%i: index, %m: memref<?x?xf32>, %f: f32) {
  vector.transfer_read %m[%i, %i], %f {permutation_map = affine_map<(d0, d1)[s0]->(d0)>} : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
// error: use of value '%k' expects different type than prior uses: 'vector<8xi1>' vs 'vector<4x8xi1>'
func.func @f(%i: index, %m: memref<?x?xf32>, %f: f32, %k: vector<4x8xi1>) {
  vector.transfer_read %m[%i, %i], %f, %k {permutation_map = affine_map<(d0, d1)->(d1)>} : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
// error: 'vector.transfer_read' op expects the in_bounds attr of same rank as permutation_map results: affine_map<(d0, d1) -> (d1)> vs inBounds of size: 2
func.func @f(%i: index, %m: memref<?x?xf32>, %f: f32) {
  vector.transfer_read %m[%i, %i], %f {in_bounds = [true, true]} : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
// error: use of value '%x' expects different type than prior uses: 'f32' vs 'i32'
func.func @f(%i: index, %m: memref<?x?xf32>, %x: i32) {
  vector.transfer_read %m[%i, %i], %x : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
// error: expected a custom permutation_map when rank(source) != rank(destination)
func.func @f(%i: index, %f: f32, %m1: memref<?xf32>) {
  vector.transfer_read %m1[%i], %f : memref<?xf32>, vector<4x8xf32>
  return
}
// -----
// error: requires memref or ranked tensor type
func.func @f(%i: index, %f: f32) {
  vector.transfer_read %f[%i], %f : f32, vector<8xf32>
  return
}
// -----
// error: requires memref or ranked tensor type
func.func @f(%i: index, %f: f32, %mu: memref<*xf32>) {
  vector.transfer_read %mu[%i], %f : memref<*xf32>, vector<8xf32>
  return
}
// -----
// error: use of value '%f' expects different type than prior uses: 'vector<4xf32>' vs 'f32'
func.func @f(%i: index, %f: f32, %mv: memref<?xvector<4xf32>>) {
  vector.transfer_read %mv[%i], %f : memref<?xvector<4xf32>>, vector<4xf32>
  return
}
// -----
// error: requires vector type
func.func @f(%i: index, %f: f32, %m1: memref<?xf32>) {
  vector.transfer_read %m1[%i], %f : memref<?xf32>, f32
  return
}
// -----
// error: requires two types
func.func @f(%i: index, %f: f32, %m1: memref<?xf32>) {
  vector.transfer_read %m1[%i], %f : memref<?xf32>
  return
}
// -----
// error: use of value '%k1' expects different type than prior uses: 'vector<1xi1>' vs 'vector<8xi1>'
func.func @f(%i: index, %f: f32, %k1: vector<8xi1>, %m1: memref<?xf32>) {
  vector.transfer_read %m1[%i], %f, %k1 {permutation_map = affine_map<(d0) -> (0)>, in_bounds = [true]} : memref<?xf32>, vector<8xf32>
  return
}
// -----
// error: 'vector.transfer_read' op inferred mask type ('vector<8xi1>') and mask operand type ('vector<4x8xi1>') don't match
func.func @f(%i: index, %f: f32, %k: vector<4x8xi1>, %m1: memref<?xf32>) {
  "vector.transfer_read"(%m1, %i, %f, %k) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 1>, permutation_map = affine_map<(d0) -> (d0)>}> : (memref<?xf32>, index, f32, vector<4x8xi1>) -> vector<8xf32>
  return
}
// -----
// error: 'vector.transfer_write' op requires 2 indices
func.func @f(%i: index, %m: memref<?x?xf32>, %v1: vector<8xf32>) {
  vector.transfer_write %v1, %m[%i] : vector<8xf32>, memref<?x?xf32>
  return
}
// -----
// error: 'vector.transfer_write' op should not have broadcast dimensions
func.func @f(%i: index, %m: memref<?x?xf32>, %v1: vector<8xf32>) {
  vector.transfer_write %v1, %m[%i, %i] {permutation_map = affine_map<(d0, d1)->(0)>} : vector<8xf32>, memref<?x?xf32>
  return
}
// -----
// error: 'vector.transfer_write' op requires a projected permutation_map (at most one dim or the zero constant can appear in each result)
func.func @f(%i: index, %m: memref<?x?xf32>, %v1: vector<8xf32>) {
  vector.transfer_write %v1, %m[%i, %i] {permutation_map = affine_map<(d0, d1)->(d0 + d1)>} : vector<8xf32>, memref<?x?xf32>
  return
}
// -----
// error: 'vector.transfer_write' op expected type of operand #1 ('tensor<?xf32>') to match type of corresponding result ('tensor<4xf32>')
func.func @f(%i: index, %v1: vector<8xf32>, %t1: tensor<?xf32>) {
  "vector.transfer_write"(%v1, %t1, %i) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (vector<8xf32>, tensor<?xf32>, index) -> tensor<4xf32>
  return
}
// -----
// error: 'vector.transfer_write' op expected the number of tensor results (0) to be equal to the number of output tensors (1)
func.func @f(%i: index, %v1: vector<8xf32>, %t1: tensor<?xf32>) {
  "vector.transfer_write"(%v1, %t1, %i) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (vector<8xf32>, tensor<?xf32>, index) -> ()
  return
}
// -----
// error: 'vector.transfer_write' op expected the number of tensor results (1) to be equal to the number of output tensors (0)
func.func @f(%i: index, %v1: vector<8xf32>, %m1: memref<?xf32>) {
  "vector.transfer_write"(%v1, %m1, %i) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (vector<8xf32>, memref<?xf32>, index) -> tensor<?xf32>
  return
}
// -----
// error: requires memref or ranked tensor type
func.func @f(%i: index, %v1: vector<8xf32>, %mu: memref<*xf32>) {
  vector.transfer_write %v1, %mu[%i] : vector<8xf32>, memref<*xf32>
  return
}
// -----
// error: 'vector.broadcast' op source rank higher than destination rank
func.func @f(%v: vector<4x8xf32>) {
  vector.broadcast %v : vector<4x8xf32> to vector<8xf32>
  return
}
// -----
// error: 'vector.broadcast' op dimension mismatch (8 vs. 4)
func.func @f(%v1: vector<8xf32>) {
  vector.broadcast %v1 : vector<8xf32> to vector<4x4xf32>
  return
}
// -----
// error: 'vector.broadcast' op failed to verify that source operand and result have same element type
func.func @f(%f: f32) {
  vector.broadcast %f : f32 to vector<4xi32>
  return
}
// -----
// error: 'vector.broadcast' op result #0 must be vector of any type values, but got 'f32'
// The reference differs: other words.
func.func @f(%f: f32) {
  vector.broadcast %f : f32 to f32
  return
}
// -----
// error: 'vector.broadcast' op dimension mismatch ([4] vs. 4)
func.func @f(%s: vector<[4]xf32>) {
  vector.broadcast %s : vector<[4]xf32> to vector<4xf32>
  return
}
// -----
// error: 'vector.reduction' op unsupported reduction rank: 2
func.func @f(%v: vector<4x8xf32>) {
  vector.reduction <add>, %v : vector<4x8xf32> into f32
  return
}
// -----
// error: 'vector.reduction' op unsupported reduction type 'f32' for kind 'and'
// The reference differs: other words.
func.func @f(%v1: vector<8xf32>) {
  vector.reduction <and>, %v1 : vector<8xf32> into f32
  return
}
// -----
// error: expected ::mlir::vector::CombiningKind to be one of: add, mul, minui, minsi, minnumf, maxui, maxsi, maxnumf, and, or, xor, maximumf, minimumf
func.func @f(%v1: vector<8xf32>) {
  vector.reduction <addf>, %v1 : vector<8xf32> into f32
  return
}
// -----
// error: 'vector.reduction' op failed to verify that source operand and result have same element type
func.func @f(%v1: vector<8xf32>) {
  vector.reduction <add>, %v1 : vector<8xf32> into i32
  return
}
// -----
// error: 'vector.reduction' op unsupported reduction type 'i32' for kind 'minnumf'
// The reference differs: other words.
func.func @f(%vi: vector<8xi32>) {
  vector.reduction <minnumf>, %vi : vector<8xi32> into i32
  return
}
// -----
// error: 'vector.multi_reduction' op destination type 'f32' is incompatible with source type 'vector<4x8xf32>'
func.func @f(%f: f32, %v: vector<4x8xf32>) {
  vector.multi_reduction <mul>, %v, %f [0] : vector<4x8xf32> to f32
  return
}
// -----
// error: 'vector.multi_reduction' op destination type 'vector<8xf32>' is incompatible with source type 'vector<4x8xf32>'
func.func @f(%v: vector<4x8xf32>, %v1: vector<8xf32>) {
  vector.multi_reduction <mul>, %v, %v1 [1] : vector<4x8xf32> to vector<8xf32>
  return
}
// -----
// error: 'vector.multi_reduction' op destination type 'vector<8xf32>' is incompatible with source type 'vector<4x8xf32>'
func.func @f(%v: vector<4x8xf32>, %v1: vector<8xf32>) {
  vector.multi_reduction <mul>, %v, %v1 [1, 0] : vector<4x8xf32> to vector<8xf32>
  return
}
// -----
// error: 'vector.multi_reduction' op destination type 'vector<8xf32>' is incompatible with source type 'vector<4x8xf32>'
func.func @f(%v: vector<4x8xf32>, %v1: vector<8xf32>) {
  vector.multi_reduction <mul>, %v, %v1 [3] : vector<4x8xf32> to vector<8xf32>
  return
}
// -----
// error: 'vector.extract' op expected position attribute of rank no greater than vector rank
func.func @f(%v: vector<4x8xf32>) {
  vector.extract %v[0, 0, 0] : f32 from vector<4x8xf32>
  return
}
// -----
// error: 'vector.extract' op expected position attribute #1 to be a non-negative integer smaller than the corresponding vector dimension or poison (-1)
func.func @f(%v: vector<4x8xf32>) {
  vector.extract %v[4] : vector<8xf32> from vector<4x8xf32>
  return
}
// -----
// error: 'vector.extract' op expected position attribute #1 to be a non-negative integer smaller than the corresponding vector dimension or poison (-1)
func.func @f(%v: vector<4x8xf32>) {
  vector.extract %v[-2] : vector<8xf32> from vector<4x8xf32>
  return
}
// -----
// error: 'vector.extract' op inferred type(s) 'vector<8xf32>' are incompatible with return type(s) of operation 'f32'
func.func @f(%v: vector<4x8xf32>) {
  vector.extract %v[0] : f32 from vector<4x8xf32>
  return
}
// -----
// error: 'vector.extract' op inferred type(s) 'vector<8xf32>' are incompatible with return type(s) of operation 'vector<4xf32>'
func.func @f(%v: vector<4x8xf32>) {
  vector.extract %v[0] : vector<4xf32> from vector<4x8xf32>
  return
}
// -----
// error: 'vector.extract' op operand #0 must be vector of any type values, but got 'f32'
// The reference differs: other words.
func.func @f(%f: f32) {
  vector.extract %f[0] : f32 from f32
  return
}
// -----
// error: 'vector.extract' op mismatch between dynamic and static positions: 0 positions are dynamic, 1 are given
// The reference differs: other words.
func.func @f(%i: index, %v: vector<4x8xf32>) {
  "vector.extract"(%v, %i) <{static_position = array<i64: 0>}> : (vector<4x8xf32>, index) -> vector<8xf32>
  return
}
// -----
// error: 'vector.insert' op expected position attribute rank to match the dest vector rank
func.func @f(%f: f32, %v: vector<4x8xf32>) {
  vector.insert %f, %v[0] : f32 into vector<4x8xf32>
  return
}
// -----
// error: 'vector.insert' op expected position attribute #2 to be a non-negative integer smaller than the corresponding dest vector dimension
func.func @f(%f: f32, %v: vector<4x8xf32>) {
  vector.insert %f, %v[0, 9] : f32 into vector<4x8xf32>
  return
}
// -----
// error: 'vector.insert' op expected position attribute rank + source rank to match dest vector rank
func.func @f(%v: vector<4x8xf32>, %v1: vector<8xf32>) {
  vector.insert %v1, %v[0, 0] : vector<8xf32> into vector<4x8xf32>
  return
}
// -----
// error: 'vector.insert' op expected position attribute of rank no greater than dest vector rank
func.func @f(%f: f32, %v: vector<4x8xf32>) {
  vector.insert %f, %v[0, 0, 0] : f32 into vector<4x8xf32>
  return
}
// -----
// error: 'vector.insert' op failed to verify that source operand and result have same element type
func.func @f(%v: vector<4x8xf32>, %x: i32) {
  vector.insert %x, %v[0, 0] : i32 into vector<4x8xf32>
  return
}
// -----
// error: 'vector.extract_strided_slice' op expected offsets, sizes and strides attributes of same size
func.func @f(%v: vector<4x8xf32>) {
  vector.extract_strided_slice %v {offsets = [0], sizes = [2, 3], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}
// -----
// error: 'vector.extract_strided_slice' op expected offsets attribute of rank no greater than vector rank
func.func @f(%v: vector<4x8xf32>) {
  vector.extract_strided_slice %v {offsets = [0, 0, 0], sizes = [2, 1, 1], strides = [1, 1, 1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}
// -----
// error: 'vector.extract_strided_slice' op expected offsets dimension 0 to be confined to [0, 4)
func.func @f(%v: vector<4x8xf32>) {
  vector.extract_strided_slice %v {offsets = [4], sizes = [1], strides = [1]} : vector<4x8xf32> to vector<1x8xf32>
  return
}
// -----
// error: 'vector.extract_strided_slice' op expected sizes dimension 0 to be confined to [1, 5)
func.func @f(%v: vector<4x8xf32>) {
  vector.extract_strided_slice %v {offsets = [0], sizes = [5], strides = [1]} : vector<4x8xf32> to vector<5x8xf32>
  return
}
// -----
// error: 'vector.extract_strided_slice' op expected sum(offsets, sizes) dimension 0 to be confined to [1, 5)
func.func @f(%v: vector<4x8xf32>) {
  vector.extract_strided_slice %v {offsets = [3], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<2x8xf32>
  return
}
// -----
// error: 'vector.extract_strided_slice' op expected strides to be confined to [1, 2)
func.func @f(%v: vector<4x8xf32>) {
  vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [2]} : vector<4x8xf32> to vector<2x8xf32>
  return
}
// -----
// error: 'vector.extract_strided_slice' op expected result type to be 'vector<2x8xf32>'
func.func @f(%v: vector<4x8xf32>) {
  vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [1]} : vector<4x8xf32> to vector<3x8xf32>
  return
}
// -----
// error: 'vector.extract_strided_slice' op expected size at idx=0 to match the corresponding base size from the input vector (2 vs 4)
func.func @f(%s: vector<[4]xf32>) {
  vector.extract_strided_slice %s {offsets = [0], sizes = [2], strides = [1]} : vector<[4]xf32> to vector<[2]xf32>
  return
}
// -----
// error: 'vector.insert_strided_slice' op expected offsets of same size as destination vector rank
func.func @f(%v: vector<4x8xf32>, %v1: vector<8xf32>) {
  vector.insert_strided_slice %v1, %v {offsets = [0], strides = [1]} : vector<8xf32> into vector<4x8xf32>
  return
}
// -----
// error: 'vector.insert_strided_slice' op expected strides of same size as source vector rank
func.func @f(%v: vector<4x8xf32>, %v1: vector<8xf32>) {
  vector.insert_strided_slice %v1, %v {offsets = [0, 0], strides = [1, 1]} : vector<8xf32> into vector<4x8xf32>
  return
}
// -----
// error: 'vector.insert_strided_slice' op expected source rank to be no greater than destination rank
func.func @f(%v: vector<4x8xf32>, %v1: vector<8xf32>) {
  vector.insert_strided_slice %v, %v1 {offsets = [0], strides = [1, 1]} : vector<4x8xf32> into vector<8xf32>
  return
}
// -----
// error: 'vector.insert_strided_slice' op expected offsets dimension 0 to be confined to [0, 4)
func.func @f(%v: vector<4x8xf32>, %v1: vector<8xf32>) {
  vector.insert_strided_slice %v1, %v {offsets = [5, 0], strides = [1]} : vector<8xf32> into vector<4x8xf32>
  return
}
// -----
// error: 'vector.insert_strided_slice' op expected sum(offsets, source vector shape) dimension 1 to be confined to [1, 9)
func.func @f(%v: vector<4x8xf32>, %v1: vector<8xf32>) {
  vector.insert_strided_slice %v1, %v {offsets = [0, 1], strides = [1]} : vector<8xf32> into vector<4x8xf32>
  return
}
// -----
// error: 'vector.insert_strided_slice' op expected strides to be confined to [1, 2)
func.func @f(%v: vector<4x8xf32>, %v1: vector<8xf32>) {
  vector.insert_strided_slice %v1, %v {offsets = [0, 0], strides = [2]} : vector<8xf32> into vector<4x8xf32>
  return
}
// -----
// error: 'vector.load' op requires 2 indices
func.func @f(%i: index, %m: memref<?x?xf32>) {
  vector.load %m[%i] : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
// error: 'vector.load' op base and result element types should match
func.func @f(%i: index, %m1: memref<?xf32>) {
  vector.load %m1[%i] : memref<?xf32>, vector<8xi32>
  return
}
// -----
// error: 'vector.load' op destination memref has lower rank than the result vector
func.func @f(%i: index, %m1: memref<?xf32>) {
  vector.load %m1[%i] : memref<?xf32>, vector<4x8xf32>
  return
}
// -----
// error: 'vector.load' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0
func.func @f(%i: index, %m1: memref<?xf32>) {
  vector.load %m1[%i] {alignment = 3 : i64} : memref<?xf32>, vector<8xf32>
  return
}
// -----
// error: 'vector.load' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0
func.func @f(%i: index, %m1: memref<?xf32>) {
  vector.load %m1[%i] {alignment = 0 : i64} : memref<?xf32>, vector<8xf32>
  return
}
// -----
// error: 'vector.load' op operand #0 must be memref of any type values, but got 'tensor<?xf32>'
// The reference differs: other words.
func.func @f(%i: index, %t1: tensor<?xf32>) {
  vector.load %t1[%i] : tensor<?xf32>, vector<8xf32>
  return
}
// -----
// error: 'vector.load' op base memref and result vector types should match
func.func @f(%i: index, %mv: memref<?xvector<4xf32>>) {
  vector.load %mv[%i] : memref<?xvector<4xf32>>, vector<8xf32>
  return
}
// -----
// error: 'vector.store' op requires 2 indices
func.func @f(%i: index, %m: memref<?x?xf32>, %v1: vector<8xf32>) {
  vector.store %v1, %m[%i] : memref<?x?xf32>, vector<8xf32>
  return
}
// -----
// error: 'vector.store' op base and valueToStore element type should match
func.func @f(%i: index, %m1: memref<?xf32>, %vi: vector<8xi32>) {
  vector.store %vi, %m1[%i] : memref<?xf32>, vector<8xi32>
  return
}
// -----
// error: 'vector.maskedload' op base and result element type should match
func.func @f(%i: index, %k1: vector<8xi1>, %m1: memref<?xf32>, %vi: vector<8xi32>) {
  vector.maskedload %m1[%i], %k1, %vi : memref<?xf32>, vector<8xi1>, vector<8xi32> into vector<8xi32>
  return
}
// -----
// error: 'vector.maskedload' op requires 1 indices
func.func @f(%i: index, %v1: vector<8xf32>, %k1: vector<8xi1>, %m1: memref<?xf32>) {
  vector.maskedload %m1[%i, %i], %k1, %v1 : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}
// -----
// error: 'vector.maskedload' op expected result shape to match mask shape
func.func @f(%i: index, %v1: vector<8xf32>, %k1: vector<8xi1>, %m1: memref<?xf32>) {
  vector.maskedload %m1[%i], %k1, %v1 : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<4xf32>
  return
}
// -----
// error: 'vector.maskedload' op expected result shape to match mask shape
func.func @f(%i: index, %v1: vector<8xf32>, %k: vector<4x8xi1>, %m1: memref<?xf32>) {
  vector.maskedload %m1[%i], %k, %v1 : memref<?xf32>, vector<4x8xi1>, vector<8xf32> into vector<8xf32>
  return
}
// -----
// error: 'vector.maskedload' op expected pass_thru of same type as result type
func.func @f(%i: index, %v: vector<4x8xf32>, %k1: vector<8xi1>, %m1: memref<?xf32>) {
  vector.maskedload %m1[%i], %k1, %v : memref<?xf32>, vector<8xi1>, vector<4x8xf32> into vector<8xf32>
  return
}
// -----
// error: 'vector.maskedstore' op expected valueToStore shape to match mask shape
func.func @f(%i: index, %v1: vector<8xf32>, %k: vector<4x8xi1>, %m1: memref<?xf32>) {
  vector.maskedstore %m1[%i], %k, %v1 : memref<?xf32>, vector<4x8xi1>, vector<8xf32>
  return
}
// -----
// error: 'vector.maskedstore' op base and valueToStore element type should match
func.func @f(%i: index, %k1: vector<8xi1>, %m1: memref<?xf32>, %vi: vector<8xi32>) {
  vector.maskedstore %m1[%i], %k1, %vi : memref<?xf32>, vector<8xi1>, vector<8xi32>
  return
}
// -----
// error: 'vector.maskedstore' op requires 1 indices
func.func @f(%i: index, %v1: vector<8xf32>, %k1: vector<8xi1>, %m1: memref<?xf32>) {
  vector.maskedstore %m1[%i, %i], %k1, %v1 : memref<?xf32>, vector<8xi1>, vector<8xf32>
  return
}
// -----
// error: 'vector.expandload' op requires 1 indices
func.func @f(%i: index, %v1: vector<8xf32>, %k1: vector<8xi1>, %m1: memref<?xf32>) {
  vector.expandload %m1[%i, %i], %k1, %v1 : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}
// -----
// error: 'vector.expandload' op base and result element type should match
func.func @f(%i: index, %k1: vector<8xi1>, %m1: memref<?xf32>, %vi: vector<8xi32>) {
  vector.expandload %m1[%i], %k1, %vi : memref<?xf32>, vector<8xi1>, vector<8xi32> into vector<8xi32>
  return
}
// -----
// error: 'vector.expandload' op expected result dim to match mask dim
func.func @f(%i: index, %v1: vector<8xf32>, %k: vector<4x8xi1>, %m1: memref<?xf32>) {
  vector.expandload %m1[%i], %k, %v1 : memref<?xf32>, vector<4x8xi1>, vector<8xf32> into vector<8xf32>
  return
}
// -----
// error: 'vector.expandload' op expected pass_thru of same type as result type
func.func @f(%i: index, %v: vector<4x8xf32>, %k1: vector<8xi1>, %m1: memref<?xf32>) {
  vector.expandload %m1[%i], %k1, %v : memref<?xf32>, vector<8xi1>, vector<4x8xf32> into vector<8xf32>
  return
}
// -----
// error: 'vector.compressstore' op requires 1 indices
func.func @f(%i: index, %v1: vector<8xf32>, %k1: vector<8xi1>, %m1: memref<?xf32>) {
  vector.compressstore %m1[%i, %i], %k1, %v1 : memref<?xf32>, vector<8xi1>, vector<8xf32>
  return
}
// -----
// error: 'vector.compressstore' op base and valueToStore element type should match
func.func @f(%i: index, %k1: vector<8xi1>, %m1: memref<?xf32>, %vi: vector<8xi32>) {
  vector.compressstore %m1[%i], %k1, %vi : memref<?xf32>, vector<8xi1>, vector<8xi32>
  return
}
// -----
// error: 'vector.compressstore' op expected valueToStore dim to match mask dim
func.func @f(%i: index, %v1: vector<8xf32>, %k: vector<4x8xi1>, %m1: memref<?xf32>) {
  vector.compressstore %m1[%i], %k, %v1 : memref<?xf32>, vector<4x8xi1>, vector<8xf32>
  return
}
// -----
// error: 'vector.gather' op base and result element type should match
func.func @f(%i: index, %k1: vector<8xi1>, %iv: vector<8xi32>, %m1: memref<?xf32>, %vi: vector<8xi32>) {
  vector.gather %m1[%i] [%iv], %k1, %vi : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xi32> into vector<8xi32>
  return
}
// -----
// error: 'vector.gather' op requires 1 indices
func.func @f(%i: index, %v1: vector<8xf32>, %k1: vector<8xi1>, %iv: vector<8xi32>, %m1: memref<?xf32>) {
  vector.gather %m1[%i, %i] [%iv], %k1, %v1 : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}
// -----
// error: 'vector.gather' op expected result dim to match mask dim
func.func @f(%i: index, %v1: vector<8xf32>, %k: vector<4x8xi1>, %iv: vector<8xi32>, %m1: memref<?xf32>) {
  vector.gather %m1[%i] [%iv], %k, %v1 : memref<?xf32>, vector<8xi32>, vector<4x8xi1>, vector<8xf32> into vector<8xf32>
  return
}
// -----
// error: 'vector.gather' op expected pass_thru of same type as result type
func.func @f(%i: index, %v: vector<4x8xf32>, %k1: vector<8xi1>, %iv: vector<8xi32>, %m1: memref<?xf32>) {
  vector.gather %m1[%i] [%iv], %k1, %v : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<4x8xf32> into vector<8xf32>
  return
}
// -----
// error: 'vector.gather' op expected result dim to match indices dim
func.func @f(%i: index, %v: vector<4x8xf32>, %k: vector<4x8xi1>, %iv: vector<8xi32>, %m1: memref<?xf32>) {
  vector.gather %m1[%i] [%iv], %k, %v : memref<?xf32>, vector<8xi32>, vector<4x8xi1>, vector<4x8xf32> into vector<4x8xf32>
  return
}
// -----
// error: 'vector.gather' op operand #0 must be memref of any type values or ranked tensor of any type values, but got 'f32'
// The reference differs: other words.
func.func @f(%i: index, %f: f32, %v1: vector<8xf32>, %k1: vector<8xi1>, %iv: vector<8xi32>) {
  vector.gather %f[%i] [%iv], %k1, %v1 : f32, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
  return
}
// -----
// error: 'vector.scatter' op base and valueToStore element type should match
func.func @f(%i: index, %k1: vector<8xi1>, %iv: vector<8xi32>, %m1: memref<?xf32>, %vi: vector<8xi32>) {
  vector.scatter %m1[%i] [%iv], %k1, %vi : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xi32>
  return
}
// -----
// error: 'vector.scatter' op requires 1 indices
func.func @f(%i: index, %v1: vector<8xf32>, %k1: vector<8xi1>, %iv: vector<8xi32>, %m1: memref<?xf32>) {
  vector.scatter %m1[%i, %i] [%iv], %k1, %v1 : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
  return
}
// -----
// error: 'vector.scatter' op expected valueToStore dim to match mask dim
func.func @f(%i: index, %v1: vector<8xf32>, %k: vector<4x8xi1>, %iv: vector<8xi32>, %m1: memref<?xf32>) {
  vector.scatter %m1[%i] [%iv], %k, %v1 : memref<?xf32>, vector<8xi32>, vector<4x8xi1>, vector<8xf32>
  return
}
// -----
// error: 'vector.scatter' op expected valueToStore dim to match indices dim
func.func @f(%i: index, %v: vector<4x8xf32>, %k1: vector<8xi1>, %iv: vector<8xi32>, %m1: memref<?xf32>) {
  vector.scatter %m1[%i] [%iv], %k1, %v : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<4x8xf32>
  return
}
// -----
// error: 'vector.contract' op expected an indexing map for each vector operand
func.func @f(%v: vector<4x8xf32>, %a: vector<4x6xf32>, %b: vector<6x8xf32>) {
  vector.contract {indexing_maps = [affine_map<(d0,d1,d2)->(d0,d2)>, affine_map<(d0,d1,d2)->(d2,d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %v : vector<4x6xf32>, vector<6x8xf32> into vector<4x8xf32>
  return
}
// -----
// error: 'vector.contract' op expected indexing map 0 to have 2 number of inputs
func.func @f(%v: vector<4x8xf32>, %a: vector<4x6xf32>, %b: vector<6x8xf32>) {
  vector.contract {indexing_maps = [affine_map<(d0,d1,d2)->(d0,d2)>, affine_map<(d0,d1,d2)->(d2,d1)>, affine_map<(d0,d1,d2)->(d0,d1)>], iterator_types = ["parallel", "reduction"]} %a, %b, %v : vector<4x6xf32>, vector<6x8xf32> into vector<4x8xf32>
  return
}
// -----
// error: 'vector.contract' op expected indexing map 2 to have 3 number of inputs
func.func @f(%v: vector<4x8xf32>, %a: vector<4x6xf32>, %b: vector<6x8xf32>) {
  vector.contract {indexing_maps = [affine_map<(d0,d1,d2)->(d0,d2)>, affine_map<(d0,d1,d2)->(d2,d1)>, affine_map<(d0,d1)->(d0,d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %v : vector<4x6xf32>, vector<6x8xf32> into vector<4x8xf32>
  return
}
// -----
// error: 'vector.contract' op expected at least one contracting dimension pair
func.func @f(%v: vector<4x8xf32>, %a: vector<4x6xf32>, %b: vector<6x8xf32>) {
  vector.contract {indexing_maps = [affine_map<(d0,d1,d2)->(d0,d1)>, affine_map<(d0,d1,d2)->(d2,d1)>, affine_map<(d0,d1,d2)->(d0,d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %v : vector<4x6xf32>, vector<6x8xf32> into vector<4x8xf32>
  return
}
// -----
// error: unexpected iterator_type (window)
func.func @f(%v: vector<4x8xf32>, %a: vector<4x6xf32>, %b: vector<6x8xf32>) {
  vector.contract {indexing_maps = [affine_map<(d0,d1,d2)->(d0,d2)>, affine_map<(d0,d1,d2)->(d2,d1)>, affine_map<(d0,d1,d2)->(d0,d1)>], iterator_types = ["parallel", "parallel", "window"]} %a, %b, %v : vector<4x6xf32>, vector<6x8xf32> into vector<4x8xf32>
  return
}
// -----
// error: 'vector.contract' op invalid accumulator/result vector shape, expected: 'vector<4x8xf32>'
func.func @f(%a: vector<4x6xf32>, %b: vector<6x8xf32>) {
  vector.contract {indexing_maps = [affine_map<(d0,d1,d2)->(d0,d2)>, affine_map<(d0,d1,d2)->(d2,d1)>, affine_map<(d0,d1,d2)->(d0,d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %a : vector<4x6xf32>, vector<6x8xf32> into vector<4x6xf32>
  return
}
// -----
// error: 'vector.contract' op invalid accumulator/result vector shape
func.func @f(%f: f32, %a: vector<4x6xf32>, %b: vector<6x8xf32>) {
  vector.contract {indexing_maps = [affine_map<(d0,d1,d2)->(d0,d2)>, affine_map<(d0,d1,d2)->(d2,d1)>, affine_map<(d0,d1,d2)->()>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %f : vector<4x6xf32>, vector<6x8xf32> into f32
  return
}
// -----
// error: 'vector.contract' op expected indexing map 0 to have 2 number of outputs
func.func @f(%v: vector<4x8xf32>, %a: vector<4x6xf32>, %b: vector<6x8xf32>) {
  vector.contract {indexing_maps = [affine_map<(d0,d1,d2)->(d0)>, affine_map<(d0,d1,d2)->(d2,d1)>, affine_map<(d0,d1,d2)->(d0,d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %v : vector<4x6xf32>, vector<6x8xf32> into vector<4x8xf32>
  return
}
// -----
// error: 'vector.contract' op expected indexing map 0 to be a projected permutation of its inputs
func.func @f(%v: vector<4x8xf32>, %a: vector<4x6xf32>, %b: vector<6x8xf32>) {
  vector.contract {indexing_maps = [affine_map<(d0,d1,d2)->(d0,d2+1)>, affine_map<(d0,d1,d2)->(d2,d1)>, affine_map<(d0,d1,d2)->(d0,d1)>], iterator_types = ["parallel", "parallel", "reduction"]} %a, %b, %v : vector<4x6xf32>, vector<6x8xf32> into vector<4x8xf32>
  return
}
// -----
// error: 'vector.contract' op unsupported contraction type
func.func @f(%v: vector<4x8xf32>, %a: vector<4x6xf32>, %b: vector<6x8xf32>) {
  vector.contract {indexing_maps = [affine_map<(d0,d1,d2)->(d0,d2)>, affine_map<(d0,d1,d2)->(d2,d1)>, affine_map<(d0,d1,d2)->(d0,d1)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<and>} %a, %b, %v : vector<4x6xf32>, vector<6x8xf32> into vector<4x8xf32>
  return
}
// -----
// error: 'vector.contract' op expected at least one contracting dimension pair
func.func @f(%v: vector<4x8xf32>, %a: vector<4x6xf32>, %b: vector<6x8xf32>) {
  vector.contract {indexing_maps = [affine_map<(d0,d1,d2)->(d0,d2)>, affine_map<(d0,d1,d2)->(d2,d1)>, affine_map<(d0,d1,d2)->(d0,d1)>], iterator_types = ["parallel", "parallel", "parallel"]} %a, %b, %v : vector<4x6xf32>, vector<6x8xf32> into vector<4x8xf32>
  return
}
// -----
// error: 'vector.contract' op requires attribute 'indexing_maps'
func.func @f(%v: vector<4x8xf32>, %a: vector<4x6xf32>, %b: vector<6x8xf32>) {
  vector.contract {iterator_types = ["parallel", "parallel", "parallel"]} %a, %b, %v : vector<4x6xf32>, vector<6x8xf32> into vector<4x8xf32>
  return
}
// -----
// error: expected "iterator_types" array attribute
func.func @f(%v: vector<4x8xf32>, %a: vector<4x6xf32>, %b: vector<6x8xf32>) {
  vector.contract {indexing_maps = [affine_map<(d0,d1,d2)->(d0,d2)>, affine_map<(d0,d1,d2)->(d2,d1)>, affine_map<(d0,d1,d2)->(d0,d1)>]} %a, %b, %v : vector<4x6xf32>, vector<6x8xf32> into vector<4x8xf32>
  return
}
// -----
// error: 'vector.create_mask' op must specify an operand for each result vector dimension
func.func @f(%i: index) {
  vector.create_mask %i : vector<4x8xi1>
  return
}
// -----
// error: 'vector.create_mask' op must specify exactly one operand for 0-D create_mask
func.func @f(%i: index) {
  vector.create_mask %i, %i : vector<i1>
  return
}
// -----
// error: 'vector.create_mask' op result #0 must be vector of 1-bit signless integer values, but got 'vector<4xi32>'
func.func @f(%i: index) {
  vector.create_mask %i : vector<4xi32>
  return
}
// -----
// error: 'vector.constant_mask' op array attr of size out of bounds of vector result dimension size
func.func @f() {
  vector.constant_mask [5] : vector<4xi1>
  return
}
// -----
// error: 'vector.constant_mask' op array attr of size out of bounds of vector result dimension size
func.func @f() {
  vector.constant_mask [-1] : vector<4xi1>
  return
}
// -----
// error: 'vector.constant_mask' op must specify array attr of size equal vector result rank
func.func @f() {
  vector.constant_mask [1, 1] : vector<4xi1>
  return
}
// -----
// error: 'vector.constant_mask' op expected all mask dim sizes to be zeros, as a result of conjunction with zero mask dim
func.func @f() {
  vector.constant_mask [0, 1] : vector<4x4xi1>
  return
}
// -----
// error: 'vector.constant_mask' op only supports 'none set' or 'all set' scalable dimensions
func.func @f() {
  vector.constant_mask [2] : vector<[4]xi1>
  return
}
// -----
// error: 'vector.constant_mask' op mask dim size must be either 0 or 1 for 0-D vectors
func.func @f() {
  vector.constant_mask [2] : vector<i1>
  return
}
// -----
// error: 'vector.constant_mask' op array attr must have length 1 for 0-D vectors
func.func @f() {
  vector.constant_mask [1, 1] : vector<i1>
  return
}
// -----
// error: 'vector.fma' op operand #0 must be vector of floating-point values, but got 'vector<8xi32>'
func.func @f(%vi: vector<8xi32>) {
  vector.fma %vi, %vi, %vi : vector<8xi32>
  return
}
// -----
// error: 'vector.shape_cast' op has different number of elements at source (32) and result (31)
func.func @f(%v: vector<4x8xf32>) {
  vector.shape_cast %v : vector<4x8xf32> to vector<31xf32>
  return
}
// -----
// error: 'vector.shape_cast' op has different source and result element types
func.func @f(%v: vector<4x8xf32>) {
  vector.shape_cast %v : vector<4x8xf32> to vector<32xi32>
  return
}
// -----
// error: 'vector.shape_cast' op has different number of scalable dims at source (1) and result (0)
func.func @f(%s: vector<[4]xf32>) {
  vector.shape_cast %s : vector<[4]xf32> to vector<4xf32>
  return
}
// -----
// error: 'vector.transpose' op dimension size mismatch at: 1
func.func @f(%v: vector<4x8xf32>) {
  vector.transpose %v, [1, 0] : vector<4x8xf32> to vector<4x8xf32>
  return
}
// -----
// error: 'vector.transpose' op duplicate position index: 1
func.func @f(%v: vector<4x8xf32>) {
  vector.transpose %v, [1, 1] : vector<4x8xf32> to vector<8x4xf32>
  return
}
// -----
// error: 'vector.transpose' op transposition length mismatch: 1
func.func @f(%v: vector<4x8xf32>) {
  vector.transpose %v, [1] : vector<4x8xf32> to vector<8x4xf32>
  return
}
// -----
// error: 'vector.transpose' op vector result rank mismatch: 3
func.func @f(%v: vector<4x8xf32>) {
  vector.transpose %v, [1, 0] : vector<4x8xf32> to vector<8x4x1xf32>
  return
}
// -----
// error: 'vector.transpose' op transposition index out of range: 3
func.func @f(%v: vector<4x8xf32>) {
  vector.transpose %v, [1, 3] : vector<4x8xf32> to vector<8x4xf32>
  return
}
// -----
// error: use of value '%v1' expects different type than prior uses: 'vector<8x8xf32>' vs 'vector<8xf32>'
func.func @f(%v1: vector<8xf32>) {
  vector.outerproduct %v1, %v1, %v1, %v1 : vector<8xf32>, vector<8xf32>
  return
}
// -----
// error: expected at least 2 operands
func.func @f(%v1: vector<8xf32>) {
  vector.outerproduct %v1 : vector<8xf32>, vector<8xf32>
  return
}
// -----
// error: expected vector type for operand #1
func.func @f(%f: f32) {
  vector.outerproduct %f, %f : f32, f32
  return
}
// -----
// error: 'vector.outerproduct' op expected 1-d vector for operand #2
func.func @f(%v: vector<4x8xf32>, %v1: vector<8xf32>) {
  vector.outerproduct %v1, %v : vector<8xf32>, vector<4x8xf32>
  return
}
// -----
// error: 'vector.outerproduct' op expected 1-d vector for operand #1
func.func @f(%v: vector<4x8xf32>, %v1: vector<8xf32>) {
  vector.outerproduct %v, %v1 : vector<4x8xf32>, vector<8xf32>
  return
}
// -----
// error: use of value '%v1' expects different type than prior uses: 'vector<8x8xf32>' vs 'vector<8xf32>'
func.func @f(%v1: vector<8xf32>) {
  vector.outerproduct %v1, %v1, %v1 : vector<8xf32>, vector<8xf32>
  return
}
// -----
// error: 'vector.outerproduct' op unsupported outerproduct type
func.func @f(%v1: vector<8xf32>) {
  vector.outerproduct %v1, %v1 {kind = #vector.kind<or>} : vector<8xf32>, vector<8xf32>
  return
}
// -----
// error: 'vector.step' op result #0 must be vector of index values of ranks 1, but got 'vector<4xi32>'
func.func @f() {
  vector.step : vector<4xi32>
  return
}
// -----
// error: 'vector.step' op result #0 must be vector of index values of ranks 1, but got 'vector<4x4xindex>'
func.func @f() {
  vector.step : vector<4x4xindex>
  return
}
// -----
// error: 'vector.bitcast' op source/result bitwidth of the minor 1-D vectors must be equal
func.func @f(%v: vector<4x8xf32>) {
  vector.bitcast %v : vector<4x8xf32> to vector<4x9xf32>
  return
}
// -----
// error: 'vector.bitcast' op dimension size mismatch at: 0
func.func @f(%v: vector<4x8xf32>) {
  vector.bitcast %v : vector<4x8xf32> to vector<5x8xf32>
  return
}
// -----
// error: 'vector.bitcast' op failed to verify that all of {source, result} have same rank
func.func @f(%v: vector<4x8xf32>) {
  vector.bitcast %v : vector<4x8xf32> to vector<32xf32>
  return
}
// -----
// error: 'vector.shuffle' op mask index #2 out of range
func.func @f(%v1: vector<8xf32>) {
  vector.shuffle %v1, %v1 [0, 16] : vector<8xf32>, vector<8xf32>
  return
}
// -----
// error: 'vector.shuffle' op vector types must have positive constant sizes but got 0
// The reference differs: other words.
func.func @f(%v1: vector<8xf32>) {
  vector.shuffle %v1, %v1 [] : vector<8xf32>, vector<8xf32>
  return
}
// -----
// error: 'vector.shuffle' op rank mismatch
func.func @f(%v: vector<4x8xf32>, %v1: vector<8xf32>) {
  vector.shuffle %v1, %v [0] : vector<8xf32>, vector<4x8xf32>
  return
}
// -----
// error: 'vector.shuffle' op mask index #1 out of range
func.func @f(%v1: vector<8xf32>) {
  vector.shuffle %v1, %v1 [-2] : vector<8xf32>, vector<8xf32>
  return
}
// -----
// error: 'vector.shuffle' op failed to verify that second operand v2 and result have same element type
func.func @f(%v1: vector<8xf32>, %vi: vector<8xi32>) {
  vector.shuffle %v1, %vi [0] : vector<8xf32>, vector<8xi32>
  return
}
// -----
// error: 'vector.shuffle' op operand #0 must be fixed-length vector of any type values, but got 'vector<[4]xf32>'
func.func @f(%s: vector<[4]xf32>) {
  vector.shuffle %s, %s [0] : vector<[4]xf32>, vector<[4]xf32>
  return
}
// -----
// error: 'vector.shuffle' op dimension mismatch
func.func @f(%v: vector<4x8xf32>, %a: vector<4x6xf32>) {
  vector.shuffle %v, %a [0] : vector<4x8xf32>, vector<4x6xf32>
  return
}
// -----
// error: 'vector.interleave' op failed to verify that type of 'result' is double the width of the inputs
func.func @f(%v1: vector<8xf32>) {
  vector.interleave %v1, %v1 : vector<8xf32> -> vector<8xf32>
  return
}
// -----
// error: 'vector.deinterleave' op failed to verify that the trailing dimension of the results is half the width of source trailing dimension
func.func @f(%v1: vector<8xf32>) {
  vector.deinterleave %v1 : vector<8xf32> -> vector<8xf32>
  return
}
// -----
// error: 'vector.deinterleave' op failed to verify that the trailing dimension of the source vector has an even number of elements
func.func @f(%i5: vector<5xf32>) {
  %z:2 = "vector.deinterleave"(%i5) : (vector<5xf32>) -> (vector<2xf32>, vector<2xf32>)
  return
}
// -----
// error: number of operands and types do not match: got 2 operands and 3 types
func.func @f(%f: f32) {
  vector.from_elements %f, %f : vector<3xf32>
  return
}
// -----
// error: 'vector.from_elements' op failed to verify that shaped type 'dest' matches 'elements' element count and types
func.func @f(%f: f32) {
  "vector.from_elements"(%f) : (f32) -> vector<2xf32>
  return
}
// -----
// error: 'vector.from_elements' op failed to verify that shaped type 'dest' matches 'elements' element count and types
func.func @f(%x: i32) {
  "vector.from_elements"(%x) : (i32) -> vector<1xf32>
  return
}
// -----
// error: operation defines 8 results but was provided 1 to bind
func.func @f(%v1: vector<8xf32>) {
  %z = vector.to_elements %v1 : vector<8xf32>
  return
}
// -----
// error: 'vector.type_cast' op operand #0 must be statically shaped memref of any type values, but got 'memref<?xf32>'
func.func @f(%m1: memref<?xf32>) {
  vector.type_cast %m1 : memref<?xf32> to memref<vector<4xf32>>
  return
}
// -----
// error: 'vector.type_cast' op expects concatenated result and operand shapes to be equal: 'memref<vector<5xf32>>'
func.func @f(%sm: memref<4xf32>) {
  vector.type_cast %sm : memref<4xf32> to memref<vector<5xf32>>
  return
}
// -----
// error: 'vector.scalable.insert' op failed to verify that position is a multiple of the source length.
func.func @f(%v1: vector<8xf32>, %s: vector<[4]xf32>) {
  vector.scalable.insert %v1, %s[1] : vector<8xf32> into vector<[4]xf32>
  return
}
// -----
// error: 'vector.scalable.insert' op operand #1 must be scalable vector of any type values of ranks 1, but got 'vector<8xf32>'
// The reference differs: other words.
func.func @f(%v1: vector<8xf32>) {
  vector.scalable.insert %v1, %v1[0] : vector<8xf32> into vector<8xf32>
  return
}
// -----
// error: 'vector.scalable.insert' op failed to verify that all of {valueToStore, dest} have same element type
func.func @f(%s: vector<[4]xf32>, %vi: vector<8xi32>) {
  vector.scalable.insert %vi, %s[0] : vector<8xi32> into vector<[4]xf32>
  return
}
// -----
// error: 'vector.scalable.extract' op failed to verify that position is a multiple of the result length.
func.func @f(%s: vector<[4]xf32>) {
  vector.scalable.extract %s[3] : vector<4xf32> from vector<[4]xf32>
  return
}
// -----
// error: 'vector.scalable.extract' op operand #0 must be scalable vector of any type values of ranks 1, but got 'vector<8xf32>'
// The reference differs: other words.
func.func @f(%v1: vector<8xf32>) {
  vector.scalable.extract %v1[0] : vector<4xf32> from vector<8xf32>
  return
}
// -----
// error: 'vector.scan' op reduction dimension 2 has to be less than 2
func.func @f(%v: vector<4x8xf32>, %v1: vector<8xf32>) {
  vector.scan <add>, %v, %v1 {inclusive = true, reduction_dim = 2 : i64} : vector<4x8xf32>, vector<8xf32>
  return
}
// -----
// error: 'vector.scan' op incompatible input/initial value shapes
func.func @f(%v: vector<4x8xf32>, %v1: vector<8xf32>) {
  vector.scan <add>, %v, %v1 {inclusive = true, reduction_dim = 1 : i64} : vector<4x8xf32>, vector<8xf32>
  return
}
// -----
// error: 'vector.scan' op unsupported reduction type 'f32' for kind 'or'
func.func @f(%v: vector<4x8xf32>, %v1: vector<8xf32>) {
  vector.scan <or>, %v, %v1 {inclusive = true, reduction_dim = 0 : i64} : vector<4x8xf32>, vector<8xf32>
  return
}
// -----
// error: 'vector.scan' op initial value rank 2 has to be equal to 1
func.func @f(%v: vector<4x8xf32>) {
  vector.scan <add>, %v, %v {inclusive = true, reduction_dim = 0 : i64} : vector<4x8xf32>, vector<4x8xf32>
  return
}
// -----
// error: 'vector.mask' op expects a MaskableOpInterface within the mask region
func.func @f(%k1: vector<8xi1>) {
  vector.mask %k1 { "test.x"() : () -> () } : vector<8xi1>
  return
}
// -----
// error: 'vector.mask' op expects a MaskableOpInterface within the mask region
func.func @f(%i: index, %k1: vector<8xi1>, %m1: memref<?xf32>) {
  vector.mask %k1 { vector.load %m1[%i] : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return
}
// -----
// error: 'vector.mask' op expects a 'vector<4x8xi1>' mask for the maskable operation
func.func @f(%v: vector<4x8xf32>, %k1: vector<8xi1>) {
  vector.mask %k1 { vector.reduction <add>, %v : vector<4x8xf32> into f32 } : vector<8xi1> -> f32
  return
}
// -----
// error: 'vector.mask' op expects a 'vector<8xi1>' mask for the maskable operation
func.func @f(%v1: vector<8xf32>, %k: vector<4x8xi1>) {
  vector.mask %k { vector.reduction <add>, %v1 : vector<8xf32> into f32 } : vector<4x8xi1> -> f32
  return
}
// -----
// error: 'vector.mask' op expects number of results to match mask region yielded values
func.func @f(%v1: vector<8xf32>, %k1: vector<8xi1>) {
  vector.mask %k1 { vector.reduction <add>, %v1 : vector<8xf32> into f32 } : vector<8xi1>
  return
}
// -----
// error: 'vector.mask' op expects result type to match maskable operation result type
func.func @f(%v1: vector<8xf32>, %k1: vector<8xi1>) {
  vector.mask %k1 { vector.reduction <add>, %v1 : vector<8xf32> into f32 } : vector<8xi1> -> i32
  return
}
// -----
// error: 'vector.mask' op expects only one operation to mask
func.func @f(%v1: vector<8xf32>, %k1: vector<8xi1>) {
  vector.mask %k1 { %q = vector.reduction <add>, %v1 : vector<8xf32> into f32  %r = vector.reduction <add>, %v1 : vector<8xf32> into f32 vector.yield %r : f32 } : vector<8xi1> -> f32
  return
}
// -----
// error: use of value '%vi' expects different type than prior uses: 'vector<8xf32>' vs 'vector<8xi32>'
func.func @f(%i: index, %f: f32, %k1: vector<8xi1>, %m1: memref<?xf32>, %vi: vector<8xi32>) {
  vector.mask %k1, %vi { vector.transfer_read %m1[%i], %f : memref<?xf32>, vector<8xf32> } : vector<8xi1> -> vector<8xf32>
  return
}
// -----
// error: 'vector.mask' op expects number of results to match mask region yielded values
func.func @f(%f: f32, %k1: vector<8xi1>) {
  vector.mask %k1 { vector.yield %f, %f : f32, f32 } : vector<8xi1> -> f32
  return
}
// -----
// error: 'vector.mask' op region should have no arguments
func.func @f(%f: f32, %k1: vector<8xi1>) {
  "vector.mask"(%k1) ({ ^bb0(%q: i32): vector.yield %f : f32 }) : (vector<8xi1>) -> f32
  return
}
// -----
// error: 'vector.mask' op expects all the results from the MaskableOpInterface to match all the values returned by the terminator
func.func @f(%f: f32, %v1: vector<8xf32>, %k1: vector<8xi1>) {
  "vector.mask"(%k1) ({ %q = vector.reduction <add>, %v1 : vector<8xf32> into f32 vector.yield %f : f32 }) : (vector<8xi1>) -> f32
  return
}
// -----
// error: 'vector.mask' op expects a terminator within the mask region
func.func @f(%k1: vector<8xi1>) {
  "vector.mask"(%k1) ({ "test.x"() : () -> () }) : (vector<8xi1>) -> f32
  return
}
// -----
// error: 'vector.mask' op expects a MaskableOpInterface within the mask region
func.func @f(%v1: vector<8xf32>, %k1: vector<8xi1>) {
  vector.mask %k1 { vector.mask %k1 { vector.reduction <add>, %v1 : vector<8xf32> into f32 } : vector<8xi1> -> f32 } : vector<8xi1> -> f32
  return
}
// -----
// error: 'vector.print' op operand #0 must be vector of any type values or integer or index or floating-point, but got 'tensor<?x?xf32>'
// The reference differs: other words.
func.func @f(%t: tensor<?x?xf32>) {
  vector.print %t : tensor<?x?xf32>
  return
}
// -----
// error: 'vector.print' op failed to verify that `source` or `punctuation` are not set when printing strings
func.func @f(%f: f32) {
  vector.print %f : f32 str "x"
  return
}
// -----
// error: 'vector.print' op failed to verify that `source` or `punctuation` are not set when printing strings
func.func @f() {
  vector.print str "x" punctuation <comma>
  return
}
// -----
// error: 'vector.load' op most minor memref dim must have unit stride
func.func @f(%s: memref<?xf32, strided<[2], offset: ?>>, %i: index) {
  %2 = vector.load %s[%i] : memref<?xf32, strided<[2], offset: ?>>, vector<3xf32>
  return
}
// -----
// error: 'vector.store' op most minor memref dim must have unit stride
func.func @f(%s: memref<?xf32, strided<[?], offset: ?>>, %i: index, %v: vector<3xf32>) {
  vector.store %v, %s[%i] : memref<?xf32, strided<[?], offset: ?>>, vector<3xf32>
  return
}
// -----
// error: 'vector.load' op most minor memref dim must have unit stride
func.func @f(%s: memref<?xvector<3xf32>, strided<[2], offset: ?>>, %i: index) {
  %2 = vector.load %s[%i] : memref<?xvector<3xf32>, strided<[2], offset: ?>>, vector<3xf32>
  return
}
// -----
// error: 'vector.load' op most minor memref dim must have unit stride
func.func @f(%s: memref<?xf32, affine_map<(d0) -> (d0 floordiv 2)>>, %i: index, %f: f32) {
  %2 = vector.load %s[%i] : memref<?xf32, affine_map<(d0) -> (d0 floordiv 2)>>, vector<3xf32>
  return
}
// -----
// error: 'vector.type_cast' op expects operand to be a memref with identity layout
func.func @f(%s: memref<4xf32, strided<[2], offset: ?>>) {
  %2 = vector.type_cast %s : memref<4xf32, strided<[2], offset: ?>> to memref<vector<4xf32>>
  return
}
// -----
// error: 'vector.type_cast' op expects result in same memory space
func.func @f(%s: memref<4xf32, 3>) {
  %2 = vector.type_cast %s : memref<4xf32, 3> to memref<vector<4xf32>>
  return
}
// -----
// error: 'vector.type_cast' op expects result and operand with same underlying scalar type: i32
// The reference differs: other words.
func.func @f(%s: memref<4xf32>) {
  %2 = vector.type_cast %s : memref<4xf32> to memref<vector<4xi32>>
  return
}
// -----
// error: 'vector.insert_strided_slice' op mismatching scalable flags (at source vector idx=0)
func.func @f(%v: vector<[4]xf32>, %w: vector<2x4xf32>) {
  %2 = vector.insert_strided_slice %v, %w {offsets = [0, 0], strides = [1]} : vector<[4]xf32> into vector<2x4xf32>
  return
}
// -----
// error: 'vector.insert_strided_slice' op expected size at idx=0 to match the corresponding base size from the input vector (2 vs 4)
func.func @f(%v: vector<[2]xf32>, %w: vector<2x[4]xf32>) {
  %2 = vector.insert_strided_slice %v, %w {offsets = [0, 0], strides = [1]} : vector<[2]xf32> into vector<2x[4]xf32>
  return
}
// -----
// error: 'vector.broadcast' op dimension mismatch (4 vs. [4])
func.func @f(%v: vector<4xf32>, %a: f32) {
  %2 = vector.broadcast %v : vector<4xf32> to vector<2x[4]xf32>
  return
}
// -----
// error: 'vector.outerproduct' op expected 1-d vector for operand #1
func.func @f(%v: vector<4x4xf32>) {
  %2 = vector.outerproduct %v, %v : vector<4x4xf32>, vector<4x4xf32>
  return
}
// -----
// error: 'vector.contract' op invalid contracting dimension map
func.func @f(%v: vector<4xf32>, %w: vector<5xf32>, %f: f32) {
  %0 = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]} %v, %w, %f : vector<4xf32>, vector<5xf32> into f32
  return
}
// -----
// error: 'vector.contract' op invalid batch dimension map
func.func @f(%v: vector<2x4xf32>, %w: vector<3x4xf32>, %f: vector<2xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b)>], iterator_types = ["parallel", "reduction"]} %v, %w, %f : vector<2x4xf32>, vector<3x4xf32> into vector<2xf32>
  return
}
// -----
// error: 'vector.contract' op expected at least one contracting dimension pair
func.func @f(%v: vector<4xi8>, %w: vector<4xi32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> (k)>], iterator_types = ["parallel"]} %v, %v, %w : vector<4xi8>, vector<4xi8> into vector<4xi32>
  return
}
// -----
// error: 'vector.transfer_read' op requires the bitwidth of the minor 1-D vector to be an integral multiple of the bitwidth of the source element type
func.func @f(%v: vector<4xf16>, %t: tensor<?xf32>, %i: index, %f: f32) {
  %0 = vector.transfer_read %t[%i], %f : tensor<?xf32>, vector<3xf16>
  return
}
// -----
// error: 'vector.transfer_read' op requires formal padding and source of the same elemental type
func.func @f(%t: tensor<?xf32>, %i: index, %f: f32) {
  %0 = "vector.transfer_read"(%t, %i, %i) <{in_bounds = [false], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = affine_map<(d0) -> (d0)>}> : (tensor<?xf32>, index, index) -> vector<4xf32>
  return
}
// -----
// error: 'vector.contract' op unsupported contraction type
func.func @f(%v: vector<4xf32>, %t: tensor<4xf32>) {
  %0 = vector.contract {indexing_maps = [affine_map<(k) -> (k)>, affine_map<(k) -> (k)>, affine_map<(k) -> ()>], iterator_types = ["reduction"]} %v, %v, %t : vector<4xf32>, vector<4xf32> into tensor<4xf32>
  return
}
// -----
// error: expected a scalar instead of a 0-d vector as the source operand
func.func @f(%v: vector<f32>) {
  %0 = vector.insert %v, %v[] : vector<f32> into vector<f32>
  return
}
