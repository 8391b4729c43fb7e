// error: 'tensor.cast' op operand type 'tensor<4xf32>' and result type 'tensor<4xi32>' are cast incompatible
func.func @f(%a: tensor<4xf32>) {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<4xi32>
  return
}
// -----
// error: 'tensor.cast' op operand type 'tensor<4xf32>' and result type 'tensor<5xf32>' are cast incompatible
func.func @f(%a: tensor<4xf32>) {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<5xf32>
  return
}
// -----
// error: 'tensor.cast' op operand type 'tensor<4xf32>' and result type 'tensor<4x?xf32>' are cast incompatible
func.func @f(%a: tensor<4xf32>) {
  %0 = tensor.cast %a : tensor<4xf32> to tensor<4x?xf32>
  return
}
// -----
// error: 'tensor.bitcast' op operand type 'tensor<4xf32>' and result type 'tensor<4xf64>' are cast incompatible
func.func @f(%a: tensor<4xf32>) {
  %0 = tensor.bitcast %a : tensor<4xf32> to tensor<4xf64>
  return
}
// -----
// error: 'tensor.concat' op requires at least one input
func.func @f(%a: tensor<4x?xf32>) {
  %0 = "tensor.concat"() {dim = 0 : i64} : () -> tensor<4xf32>
  return
}
// -----
// error: 'tensor.concat' op concatenation dim must be less than the tensor rank
func.func @f(%a: tensor<4x?xf32>) {
  %0 = tensor.concat dim(2) %a : (tensor<4x?xf32>) -> tensor<4x?xf32>
  return
}
// -----
// error: 'tensor.concat' op rank of concatenated inputs must match result rank
func.func @f(%a: tensor<4x?xf32>) {
  %0 = tensor.concat dim(0) %a : (tensor<4x?xf32>) -> tensor<?xf32>
  return
}
// -----
// error: 'tensor.concat' op rank of concatenated inputs must match result rank
func.func @f(%a: tensor<4x?xf32>, %b: tensor<4xf32>) {
  %0 = tensor.concat dim(0) %a, %b : (tensor<4x?xf32>, tensor<4xf32>) -> tensor<8x?xf32>
  return
}
// -----
// error: 'tensor.concat' op inputs and result element type must match
func.func @f(%a: tensor<4x?xf32>) {
  %0 = tensor.concat dim(0) %a : (tensor<4x?xf32>) -> tensor<4x?xi32>
  return
}
// -----
// error: 'tensor.concat' op inputs and result element type must match
func.func @f(%a: tensor<4x?xf32>, %b: tensor<4x?xi32>) {
  %0 = tensor.concat dim(0) %a, %b : (tensor<4x?xf32>, tensor<4x?xi32>) -> tensor<8x?xf32>
  return
}
// -----
// error: 'tensor.concat' op static concatenation size mismatch along non-concatenated dimension 1
func.func @f(%a: tensor<4x5xf32>, %b: tensor<4x6xf32>) {
  %0 = tensor.concat dim(0) %a, %b : (tensor<4x5xf32>, tensor<4x6xf32>) -> tensor<8x5xf32>
  return
}
// -----
// error: 'tensor.concat' op result type 'tensor<9x5xf32>' does not match inferred shape 'tensor<8x5xf32>' static sizes
// The reference differs: other words.
func.func @f(%a: tensor<4x5xf32>, %b: tensor<4x5xf32>) {
  %0 = tensor.concat dim(0) %a, %b : (tensor<4x5xf32>, tensor<4x5xf32>) -> tensor<9x5xf32>
  return
}
// -----
// error: 'tensor.dim' op operand #0 must be non-0-ranked or unranked tensor of any type values, but got 'tensor<f32>'
// The reference differs: other words.
func.func @f(%a: tensor<f32>, %i: index) {
  %0 = tensor.dim %a, %i : tensor<f32>
  return
}
// -----
// error: 'tensor.empty' op incorrect number of dynamic sizes, has 1, expected 0
func.func @f(%i: index) {
  %0 = tensor.empty(%i) : tensor<4xf32>
  return
}
// -----
// error: 'tensor.empty' op incorrect number of dynamic sizes, has 0, expected 1
func.func @f(%i: index) {
  %0 = tensor.empty() : tensor<?xf32>
  return
}
// -----
// error: 'tensor.extract' op incorrect number of indices for extract_element
func.func @f(%a: tensor<?xf32>, %i: index) {
  %0 = tensor.extract %a[] : tensor<?xf32>
  return
}
// -----
// error: 'tensor.insert' op incorrect number of indices
func.func @f(%a: tensor<?xf32>, %i: index, %x: f32) {
  %0 = tensor.insert %x into %a[%i, %i] : tensor<?xf32>
  return
}
// -----
// error: 'tensor.insert' op failed to verify that scalar type matches element type of dest
func.func @f(%a: tensor<?xf32>, %i: index, %x: i32) {
  %0 = "tensor.insert"(%x, %a, %i) : (i32, tensor<?xf32>, index) -> tensor<?xf32>
  return
}
// -----
// error: 'tensor.insert' op failed to verify that result type matches type of dest
func.func @f(%a: tensor<?xf32>, %i: index, %x: f32) {
  %0 = "tensor.insert"(%x, %a, %i) : (f32, tensor<?xf32>, index) -> tensor<4xf32>
  return
}
// -----
// error: 'tensor.extract' op failed to verify that result type matches element type of tensor
func.func @f(%a: tensor<?xf32>, %i: index, %x: i32) {
  %0 = "tensor.extract"(%a, %i) : (tensor<?xf32>, index) -> i32
  return
}
// -----
// error: 'tensor.from_elements' op result #0 must be statically shaped tensor of any type values, but got 'tensor<?xf32>'
func.func @f(%x: f32) {
  %0 = "tensor.from_elements"(%x) : (f32) -> tensor<?xf32>
  return
}
// -----
// error: 'tensor.from_elements' op failed to verify that operand types match result element type
func.func @f(%x: f32) {
  %0 = "tensor.from_elements"(%x) : (f32) -> tensor<2xf32>
  return
}
// -----
// error: number of operands and types do not match: got 3 operands and 2 types
func.func @f(%x: f32) {
  %0 = tensor.from_elements %x, %x, %x : tensor<2xf32>
  return
}
// -----
// error: 'tensor.from_elements' op failed to verify that operand types match result element type
func.func @f(%x: i32) {
  %0 = "tensor.from_elements"(%x, %x) : (i32, i32) -> tensor<2xf32>
  return
}
// -----
// error: 'tensor.gather' op gather_dims must be non-empty
func.func @f(%s: tensor<4x4xf32>, %i: tensor<1x2xindex>) {
  %0 = tensor.gather %s[%i] gather_dims([]) : (tensor<4x4xf32>, tensor<1x2xindex>) -> tensor<1x2xf32>
  return
}
// -----
// error: 'tensor.gather' op gather_dims overflow source rank
func.func @f(%s: tensor<4x4xf32>, %i: tensor<1x2xindex>) {
  %0 = tensor.gather %s[%i] gather_dims([0,1,2]) : (tensor<4x4xf32>, tensor<1x2xindex>) -> tensor<1x2xf32>
  return
}
// -----
// error: 'tensor.gather' op gather_dims length must match the size of last dimension of indices
func.func @f(%s: tensor<4x4xf32>, %i: tensor<1x2xindex>) {
  %0 = tensor.gather %s[%i] gather_dims([-1]) : (tensor<4x4xf32>, tensor<1x2xindex>) -> tensor<1x2xf32>
  return
}
// -----
// error: 'tensor.gather' op gather_dims length must match the size of last dimension of indices
func.func @f(%s: tensor<4x4xf32>, %i: tensor<1x2xindex>) {
  %0 = tensor.gather %s[%i] gather_dims([5]) : (tensor<4x4xf32>, tensor<1x2xindex>) -> tensor<1x2xf32>
  return
}
// -----
// error: 'tensor.gather' op gather_dims values must be strictly increasing
func.func @f(%s: tensor<4x4xf32>, %i: tensor<1x2xindex>) {
  %0 = tensor.gather %s[%i] gather_dims([1, 0]) : (tensor<4x4xf32>, tensor<1x2xindex>) -> tensor<1x2xf32>
  return
}
// -----
// error: 'tensor.gather' op result type mismatch: expected 'tensor<1x1x1xf32>' or its rank-reduced variant 'tensor<1xf32>' (got: 'tensor<1x2xf32>')
func.func @f(%s: tensor<4x4xf32>, %i: tensor<1x2xindex>) {
  %0 = tensor.gather %s[%i] gather_dims([0, 1]) : (tensor<4x4xf32>, tensor<1x2xindex>) -> tensor<1x2xf32>
  return
}
// -----
// error: 'tensor.gather' op result type mismatch: expected 'tensor<1x1x1xf32>' or its rank-reduced variant 'tensor<1xf32>' (got: 'tensor<1x2xf32>')
func.func @f(%s: tensor<4x4xf32>, %i: tensor<1x2xindex>) {
  %0 = tensor.gather %s[%i] gather_dims([0, 1]) unique : (tensor<4x4xf32>, tensor<1x2xindex>) -> tensor<1x2xf32>
  return
}
// -----
// error: 'tensor.scatter' op source type mismatch: expected 'tensor<1x1x1xf32>' or its rank-reduced variant 'tensor<1xf32>' (got: 'tensor<4x4xf32>')
func.func @f(%s: tensor<4x4xf32>, %d: tensor<4x4xf32>, %i: tensor<1x2xindex>) {
  %0 = tensor.scatter %s into %d[%i] scatter_dims([0, 1]) unique : (tensor<4x4xf32>, tensor<4x4xf32>, tensor<1x2xindex>) -> tensor<1x2xf32>
  return
}
// -----
// error: 'tensor.scatter' op requires 'unique' attribute to be set
func.func @f(%s: tensor<1xf32>, %d: tensor<4x4xf32>, %i: tensor<1x2xindex>) {
  %0 = tensor.scatter %s into %d[%i] scatter_dims([0, 1]) : (tensor<1xf32>, tensor<4x4xf32>, tensor<1x2xindex>) -> tensor<1x2xf32>
  return
}
// -----
// error: 'tensor.scatter' op scatter_dims value must be smaller than dest rank
func.func @f(%s: tensor<1xf32>, %d: tensor<4x4xf32>, %i: tensor<1x2xindex>) {
  %0 = tensor.scatter %s into %d[%i] scatter_dims([0, 2]) unique : (tensor<1xf32>, tensor<4x4xf32>, tensor<1x2xindex>) -> tensor<1x2xf32>
  return
}
// -----
// error: 'tensor.generate' op incorrect number of dynamic sizes, has 1, expected 2
func.func @f(%m: index) {
  %t = tensor.generate %m { ^bb0(%i: index, %j: index): %x = arith.constant 1.0 : f32 tensor.yield %x : f32 } : tensor<?x?xf32>
  return
}
// -----
// error: 'tensor.generate' op must have one body argument per input dimension
func.func @f(%m: index) {
  %t = tensor.generate %m { ^bb0(%i: index): %x = arith.constant 1.0 : f32 tensor.yield %x : f32 } : tensor<?x3xf32>
  return
}
// -----
// error: 'tensor.generate' op all body arguments must be index
func.func @f(%m: index) {
  %t = tensor.generate %m { ^bb0(%i: i32): %x = arith.constant 1.0 : f32 tensor.yield %x : f32 } : tensor<?xf32>
  return
}
// -----
// error: 'tensor.yield' op requires a single operand
func.func @f(%m: index) {
  %t = tensor.generate %m { ^bb0(%i: index): "test.x"() : () -> () } : tensor<?xf32>
  return
}
// -----
// error: 'tensor.generate' op body must be terminated with a `yield` operation of the tensor element type
func.func @f(%m: index) {
  %t = tensor.generate %m { ^bb0(%i: index): %x = arith.constant 1 : i32 tensor.yield %x : i32 } : tensor<?xf32>
  return
}
// -----
// error: 'tensor.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked tensor type
func.func @f(%s: tensor<4xf32>, %sh: tensor<?xi32>) {
  %0 = tensor.reshape %s(%sh) : (tensor<4xf32>, tensor<?xi32>) -> tensor<2x2xf32>
  return
}
// -----
// error: 'tensor.reshape' op length of shape operand differs from the result's tensor rank
func.func @f(%s: tensor<4xf32>, %sh: tensor<1xi32>) {
  %0 = tensor.reshape %s(%sh) : (tensor<4xf32>, tensor<1xi32>) -> tensor<2x2xf32>
  return
}
// -----
// error: 'tensor.reshape' op source and destination tensor should have the same number of elements
func.func @f(%s: tensor<4xf32>, %sh: tensor<1xi32>) {
  %0 = tensor.reshape %s(%sh) : (tensor<4xf32>, tensor<1xi32>) -> tensor<5xf32>
  return
}
// -----
// error: 'tensor.reshape' op element types of source and destination tensor types should be the same
func.func @f(%s: tensor<4xf32>, %sh: tensor<1xi32>) {
  %0 = tensor.reshape %s(%sh) : (tensor<4xf32>, tensor<1xi32>) -> tensor<4xi32>
  return
}
// -----
// error: 'tensor.expand_shape' op expected dimension 0 of collapsed type to be static value of 8
func.func @f(%s: tensor<?xf32>) {
  %0 = tensor.expand_shape %s [[0, 1]] output_shape [4, 2] : tensor<?xf32> into tensor<4x2xf32>
  return
}
// -----
// error: 'tensor.expand_shape' op expected collapsed rank (1) to equal the number of reassociation maps (2).
func.func @f(%s: tensor<?xf32>, %i: index) {
  %0 = tensor.expand_shape %s [[0], [1]] output_shape [%i, 2] : tensor<?xf32> into tensor<?x2xf32>
  return
}
// -----
// error: 'tensor.expand_shape' op expected reassociation map #0 to have size equal to the expanded rank (2), but it is 1.
// The reference differs: other words.
func.func @f(%s: tensor<?xf32>, %i: index) {
  %0 = tensor.expand_shape %s [[0]] output_shape [%i, 2] : tensor<?xf32> into tensor<?x2xf32>
  return
}
// -----
// error: 'tensor.expand_shape' op expected dimension 0 of collapsed type to be static value of 4
func.func @f(%s: tensor<6xf32>, %i: index) {
  %0 = tensor.expand_shape %s [[0, 1]] output_shape [2, 2] : tensor<6xf32> into tensor<2x2xf32>
  return
}
// -----
// error: 'tensor.expand_shape' op expected dimension 0 of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic
func.func @f(%s: tensor<6xf32>, %i: index) {
  %0 = tensor.expand_shape %s [[0, 1]] output_shape [%i, 2] : tensor<6xf32> into tensor<?x2xf32>
  return
}
// -----
// error: 'tensor.expand_shape' op expected number of static shape dims to be equal to the output rank (2) but found 3 inputs instead
func.func @f(%s: tensor<6xf32>, %i: index) {
  %0 = tensor.expand_shape %s [[0, 1]] output_shape [3, 2, 1] : tensor<6xf32> into tensor<3x2xf32>
  return
}
// -----
// error: 'tensor.expand_shape' op expected collapsed type to be 'tensor<6xi32>', but got 'tensor<6xf32>'
func.func @f(%s: tensor<6xf32>, %i: index) {
  %0 = tensor.expand_shape %s [[0, 1]] output_shape [3, 2] : tensor<6xf32> into tensor<3x2xi32>
  return
}
// -----
// error: 'tensor.collapse_shape' op expected collapsed rank (2) to equal the number of reassociation maps (1).
func.func @f(%s: tensor<2x3xf32>) {
  %0 = tensor.collapse_shape %s [[0, 1]] : tensor<2x3xf32> into tensor<2x3xf32>
  return
}
// -----
// error: 'tensor.collapse_shape' op expected reassociation map #0 to be valid and contiguous.
func.func @f(%s: tensor<2x3xf32>) {
  %0 = tensor.collapse_shape %s [[1, 0]] : tensor<2x3xf32> into tensor<6xf32>
  return
}
// -----
// error: 'tensor.collapse_shape' op expected dimension 0 of collapsed type to be static value of 6
func.func @f(%s: tensor<2x3xf32>) {
  %0 = tensor.collapse_shape %s [[0, 1]] : tensor<2x3xf32> into tensor<5xf32>
  return
}
// -----
// error: 'tensor.collapse_shape' op expected collapsed rank (0) to equal the number of reassociation maps (1).
func.func @f(%s: tensor<?x?xf32>) {
  %0 = tensor.collapse_shape %s [[0, 1]] : tensor<?x?xf32> into tensor<f32>
  return
}
// -----
// error: 'tensor.collapse_shape' op expected collapsed type to be 'tensor<?xf32>', but got 'tensor<?xi32>'
func.func @f(%s: tensor<?x?xf32>) {
  %0 = tensor.collapse_shape %s [[0, 1]] : tensor<?x?xf32> into tensor<?xi32>
  return
}
// -----
// error: 'tensor.collapse_shape' op expected a ranked tensor, but got 'tensor<*xf32>'
// The reference differs: other words.
func.func @f(%s: tensor<*xf32>) {
  %0 = tensor.collapse_shape %s [[0, 1]] : tensor<*xf32> into tensor<?xf32>
  return
}
// -----
// error: 'tensor.extract_slice' op expected type to be 'tensor<4x4xf32>' or a rank-reduced version. (size mismatch)
func.func @f(%s: tensor<8x8xf32>, %i: index) {
  %0 = tensor.extract_slice %s[0, 0] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x5xf32>
  return
}
// -----
// error: 'tensor.extract_slice' op expected rank to be smaller or equal to the other rank: the slice is 'tensor<4x4xf32>', not 'tensor<4x4x4xf32>'
// The reference differs: other words.
func.func @f(%s: tensor<8x8xf32>, %i: index) {
  %0 = tensor.extract_slice %s[0, 0] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4x4xf32>
  return
}
// -----
// error: 'tensor.extract_slice' op expected type to be 'tensor<4x4xf32>' or a rank-reduced version. (size mismatch)
func.func @f(%s: tensor<8x8xf32>, %i: index) {
  %0 = tensor.extract_slice %s[0, 0] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4xf32>
  return
}
// -----
// error: 'tensor.extract_slice' op expected element type to be 'f32'
func.func @f(%s: tensor<8x8xf32>, %i: index) {
  %0 = tensor.extract_slice %s[0, 0] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xi32>
  return
}
// -----
// error: 'tensor.extract_slice' op expected 2 offset values, got 1
func.func @f(%s: tensor<8x8xf32>, %i: index) {
  %0 = tensor.extract_slice %s[0] [4] [1] : tensor<8x8xf32> to tensor<4xf32>
  return
}
// -----
// error: 'tensor.extract_slice' op expected mixed offsets rank to match mixed sizes rank (2 vs 1) so the rank of the result type is well-formed.
func.func @f(%s: tensor<8x8xf32>, %i: index) {
  %0 = tensor.extract_slice %s[0, 0] [4] [1, 1] : tensor<8x8xf32> to tensor<4xf32>
  return
}
// -----
// error: 'tensor.extract_slice' op slice along dimension 1 runs out-of-bounds: 9 >= 8
func.func @f(%s: tensor<8x8xf32>, %i: index) {
  %0 = tensor.extract_slice %s[0, 6] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  return
}
// -----
// error: 'tensor.extract_slice' op offset 1 is out-of-bounds: 9 >= 8
func.func @f(%s: tensor<8x8xf32>, %i: index) {
  %0 = tensor.extract_slice %s[0, 9] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  return
}
// -----
// error: 'tensor.extract_slice' op expected offsets to be non-negative, but got -1
func.func @f(%s: tensor<8x8xf32>, %i: index) {
  %0 = tensor.extract_slice %s[-1, 0] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  return
}
// -----
// error: 'tensor.extract_slice' op expected sizes to be non-negative, but got -1
func.func @f(%s: tensor<8x8xf32>, %i: index) {
  %0 = tensor.extract_slice %s[0, 0] [-1, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  return
}
// -----
// error: 'tensor.extract_slice' op expected the number of 'offsets' to match the number of dynamic entries in 'static_offsets' (1 vs 0)
func.func @f(%s: tensor<8x8xf32>, %i: index) {
  %0 = "tensor.extract_slice"(%s, %i) {operandSegmentSizes = array<i32: 1, 1, 0, 0>, static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 4, 4>, static_strides = array<i64: 1, 1>} : (tensor<8x8xf32>, index) -> tensor<4x4xf32>
  return
}
// -----
// error: 'tensor.insert_slice' op expected type to be 'tensor<4x5xf32>' or a rank-reduced version. (size mismatch)
func.func @f(%s: tensor<4x4xf32>, %d: tensor<8x8xf32>) {
  %0 = tensor.insert_slice %s into %d[0, 0] [4, 5] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  return
}
// -----
// error: 'tensor.insert_slice' op expected rank to be smaller or equal to the other rank: the slice is 'tensor<4x4xf32>', not 'tensor<4x4x1xf32>'
// The reference differs: other words.
func.func @f(%s: tensor<4x4x1xf32>, %d: tensor<8x8xf32>) {
  %0 = tensor.insert_slice %s into %d[0, 0] [4, 4] [1, 1] : tensor<4x4x1xf32> into tensor<8x8xf32>
  return
}
// -----
// error: 'tensor.insert_slice' op expected type to be 'tensor<4x4xf32>' or a rank-reduced version. (size mismatch)
func.func @f(%s: tensor<4xf32>, %d: tensor<8x8xf32>) {
  %0 = tensor.insert_slice %s into %d[0, 0] [4, 4] [1, 1] : tensor<4xf32> into tensor<8x8xf32>
  return
}
// -----
// error: 'tensor.insert_slice' op slice along dimension 1 runs out-of-bounds: 8 >= 8
func.func @f(%s: tensor<4x4xf32>, %d: tensor<8x8xf32>) {
  %0 = tensor.insert_slice %s into %d[0, 5] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  return
}
// -----
// error: 'tensor.insert_slice' op expected element type to be 'f32'
func.func @f(%s: tensor<4x4xi32>, %d: tensor<8x8xf32>) {
  %0 = tensor.insert_slice %s into %d[0, 0] [4, 4] [1, 1] : tensor<4x4xi32> into tensor<8x8xf32>
  return
}
// -----
// error: 'tensor.parallel_insert_slice' op expected InParallelOpInterface parent, got: 'func.func'
// The reference differs: other words.
func.func @f(%s: tensor<4x4xf32>, %d: tensor<8x8xf32>) {
  tensor.parallel_insert_slice %s into %d[0, 0] [4, 4] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32>
  return
}
// -----
// error: 'tensor.parallel_insert_slice' op expected type to be 'tensor<4x5xf32>' or a rank-reduced version. (size mismatch)
func.func @f(%s: tensor<4x4xf32>, %d: tensor<8x8xf32>) {
  scf.forall (%i) in (4) shared_outs(%o = %d) -> (tensor<8x8xf32>) { scf.forall.in_parallel { tensor.parallel_insert_slice %s into %o[0, 0] [4, 5] [1, 1] : tensor<4x4xf32> into tensor<8x8xf32> } }
  return
}
// -----
// error: 'tensor.pad' op specified type 'tensor<?x7xf32>' does not match the inferred type 'tensor<?x6xf32>'
func.func @f(%s: tensor<?x4xf32>, %f: f32) {
  %0 = tensor.pad %s low[1, 1] high[1, 1] { ^bb0(%a: index, %b: index): tensor.yield %f : f32 } : tensor<?x4xf32> to tensor<?x7xf32>
  return
}
// -----
// error: 'tensor.pad' op expected the block to have 2 arguments
func.func @f(%s: tensor<?x4xf32>, %f: f32) {
  %0 = tensor.pad %s low[1, 1] high[1, 1] { ^bb0(%a: index): tensor.yield %f : f32 } : tensor<?x4xf32> to tensor<?x6xf32>
  return
}
// -----
// error: 'tensor.pad' op expected yield type to match shape element type
func.func @f(%s: tensor<?x4xf32>, %f: i32) {
  %0 = tensor.pad %s low[1, 1] high[1, 1] { ^bb0(%a: index, %b: index): tensor.yield %f : i32 } : tensor<?x4xf32> to tensor<?x6xf32>
  return
}
// -----
// error: 'tensor.pad' op expected block argument 2 to be an index
func.func @f(%s: tensor<?x4xf32>, %f: f32) {
  %0 = tensor.pad %s low[1, 1] high[1, 1] { ^bb0(%a: index, %b: i32): tensor.yield %f : f32 } : tensor<?x4xf32> to tensor<?x6xf32>
  return
}
// -----
// error: 'tensor.pad' op failed to infer expectedType from sourceType 'tensor<?x4xf32>', specified resultType is 'tensor<?x6xf32>'
func.func @f(%s: tensor<?x4xf32>, %f: f32) {
  %0 = tensor.pad %s low[1] high[1, 1] { ^bb0(%a: index, %b: index): tensor.yield %f : f32 } : tensor<?x4xf32> to tensor<?x6xf32>
  return
}
// -----
// error: 'tensor.pad' op expected yield type to match shape element type
func.func @f(%s: tensor<?x4xf32>, %f: f32) {
  %0 = tensor.pad %s low[1, 1] high[1, 1] { ^bb0(%a: index, %b: index): tensor.yield %f : f32 } : tensor<?x4xf32> to tensor<?x6xi32>
  return
}
// -----
// error: 'tensor.splat' op incorrect number of dynamic sizes, has 0, expected 1
func.func @f(%f: f32, %i: index) {
  %0 = tensor.splat %f : tensor<?xf32>
  return
}
// -----
// error: 'tensor.splat' op incorrect number of dynamic sizes, has 1, expected 0
func.func @f(%f: f32, %i: index) {
  %0 = tensor.splat %f[%i] : tensor<4xf32>
  return
}
// -----
// error: 'tensor.splat' op failed to verify that operand type matches element type of result
func.func @f(%f: f32, %i: index) {
  %0 = "tensor.splat"(%f) : (f32) -> tensor<4xi32>
  return
}
// -----
// error: 'tensor.yield' op expects parent op to be one of 'tensor.generate, tensor.pad'
func.func @f(%f: f32, %i: index) {
  tensor.yield %f : f32
}
// -----
// error: 'tensor.rank' op operand #0 must be tensor of any type values, but got 'index'
func.func @f(%i: index, %s: tensor<4xf32>) {
  %0 = "tensor.rank"(%i) : (index) -> index
  return
}
// -----
// error: 'tensor.extract_slice' op offset 0 is out-of-bounds: 8 >= 8
func.func @f(%s: tensor<8xf32>, %i: index) {
  %0 = tensor.extract_slice %s[8] [0] [1] : tensor<8xf32> to tensor<0xf32>
  return
}
// -----
// error: 'tensor.extract_slice' op offset 0 is out-of-bounds: 9 >= 8
func.func @f(%s: tensor<8xf32>, %i: index) {
  %0 = tensor.extract_slice %s[9] [0] [1] : tensor<8xf32> to tensor<0xf32>
  return
}
// -----
// error: 'tensor.extract_slice' op offset 0 is out-of-bounds: 9 >= 8
func.func @f(%s: tensor<8xf32>, %i: index) {
  %0 = tensor.extract_slice %s[9] [%i] [1] : tensor<8xf32> to tensor<?xf32>
  return
}
// -----
// error: 'tensor.extract_slice' op offset 0 is out-of-bounds: 0 >= 0
func.func @f(%s: tensor<0xf32>, %i: index) {
  %0 = tensor.extract_slice %s[0] [0] [1] : tensor<0xf32> to tensor<0xf32>
  return
}
// -----
// error: 'tensor.bitcast' op operand type 'tensor<8xf32>' and result type 'tensor<9xi32>' are cast incompatible
func.func @f(%s: tensor<8xf32>, %i: index) {
  %0 = tensor.bitcast %s : tensor<8xf32> to tensor<9xi32>
  return
}
// -----
// error: 'tensor.bitcast' op operand #0 must be tensor of integer or floating-point values, but got 'tensor<8xindex>'
// The reference differs: other words.
func.func @f(%s: tensor<8xindex>, %i: index) {
  %0 = tensor.bitcast %s : tensor<8xindex> to tensor<8xi64>
  return
}
// -----
// error: 'tensor.pad' op specified type 'tensor<?xf32>' does not match the inferred type 'tensor<9xf32>'
func.func @f(%s: tensor<8xf32>) {
  %1 = tensor.pad %s low[0] high[1] { ^bb0(%a: index): %x = arith.constant 1.0 : f32 tensor.yield %x : f32 } : tensor<8xf32> to tensor<?xf32>
  return
}
// -----
// error: 'tensor.concat' op result type 'tensor<?x5xf32>' does not match inferred shape 'tensor<?x4xf32>' static sizes
// The reference differs: other words.
func.func @f(%s: tensor<?x4xf32>, %d: tensor<4x?xf32>) {
  %1 = tensor.concat dim(0) %s, %d : (tensor<?x4xf32>, tensor<4x?xf32>) -> tensor<?x5xf32>
  return
}
// -----
// error: 'tensor.reshape' op operand #1 must be 1D tensor of signless integer or index values, but got 'tensor<2x2xi32>'
func.func @f(%f: f32, %t: tensor<2x2xi32>, %s: tensor<2xf32>) {
  %2 = tensor.reshape %s(%t) : (tensor<2xf32>, tensor<2x2xi32>) -> tensor<2xf32>
  return
}
// -----
// error: 'tensor.collapse_shape' op reassociation indices must not be empty
func.func @f(%s: tensor<2x3xf32>) {
  %0 = tensor.collapse_shape %s [[0, 1], []] : tensor<2x3xf32> into tensor<6x1xf32>
  return
}
// -----
// error: 'tensor.collapse_shape' op expected reassociation map #0 to have size equal to the expanded rank (2), but it is 3.
// The reference differs: other words.
func.func @f(%s: tensor<2x3xf32>) {
  %0 = tensor.collapse_shape %s [[0, 2]] : tensor<2x3xf32> into tensor<6xf32>
  return
}
// -----
// error: 'tensor.collapse_shape' op expected dimension 0 of collapsed type to be dynamic since one or more of the corresponding dimensions in the expanded type is dynamic
func.func @f(%s: tensor<?x3xf32>) {
  %0 = tensor.collapse_shape %s [[0, 1]] : tensor<?x3xf32> into tensor<6xf32>
  return
}
// -----
// error: 'tensor.expand_shape' op mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has 0 dynamic dims while output_shape has 1 values
func.func @f(%s: tensor<f32>, %i: index) {
  %0 = "tensor.expand_shape"(%s, %i) <{reassociation = [], static_output_shape = array<i64: 1, 1>}> : (tensor<f32>, index) -> tensor<1x1xf32>
  return
}
// -----
// error: 'tensor.from_elements' op failed to verify that operand types match result element type
func.func @f() {
  %0 = "tensor.from_elements"() : () -> tensor<4xf32>
  return
}
