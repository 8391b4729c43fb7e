func.func @f(%a: tensor<4xf32>) {
  %0 = tensor.bitcast %a : tensor<4xf32> to tensor<?xi32>
  return
}
// -----
func.func @f(%a: tensor<?xf32>, %i: index) {
  %c = arith.constant 4 : index %0 = tensor.dim %a, %c : tensor<?xf32>
  return
}
// -----
func.func @f(%s: tensor<?xf32>, %i: index) {
  %0 = tensor.expand_shape %s [[0, 1]] output_shape [%i, %i] : tensor<?xf32> into tensor<?x2xf32>
  return
}
// -----
func.func @f(%s: tensor<?xf32>, %i: index) {
  %0 = tensor.expand_shape %s [[0, 1]] output_shape [%i, 3] : tensor<?xf32> into tensor<?x2xf32>
  return
}
// -----
func.func @f(%s: tensor<2x3xf32>) {
  %0 = tensor.collapse_shape %s [] : tensor<2x3xf32> into tensor<f32>
  return
}
// -----
func.func @f(%s: tensor<8xf32>, %i: index) {
  %0 = tensor.extract_slice %s[7] [0] [1] : tensor<8xf32> to tensor<0xf32>
  return
}
// -----
func.func @f(%s: tensor<8xf32>, %i: index) {
  %0 = tensor.extract_slice %s[%i] [10] [1] : tensor<8xf32> to tensor<10xf32>
  return
}
// -----
func.func @f(%s: tensor<8xf32>, %i: index) {
  %0 = tensor.extract_slice %s[0] [10] [%i] : tensor<8xf32> to tensor<10xf32>
  return
}
// -----
func.func @f(%s: tensor<8xf32>, %i: index) {
  %0 = tensor.extract_slice %s[4] [2] [-1] : tensor<8xf32> to tensor<2xf32>
  return
}
// -----
func.func @f(%s: tensor<8xf32>, %i: index) {
  %0 = tensor.extract_slice %s[4] [2] [0] : tensor<8xf32> to tensor<2xf32>
  return
}
// -----
func.func @f(%s: tensor<8xf32, "x">, %i: index) {
  %0 = tensor.extract_slice %s[0] [2] [1] : tensor<8xf32, "x"> to tensor<2xf32>
  return
}
// -----
func.func @f(%s: tensor<8xf32, "x">, %i: index) {
  %0 = tensor.cast %s : tensor<8xf32, "x"> to tensor<?xf32>
  return
}
// -----
func.func @f(%s: tensor<8xf32>, %i: index) {
  %0 = tensor.cast %s : tensor<8xf32> to tensor<*xf32>
  return
}
// -----
func.func @f(%s: tensor<8xf32>, %i: index) {
  %0 = tensor.cast %s : tensor<8xf32> to tensor<8xf32>
  return
}
// -----
func.func @f(%s: tensor<*xf32>, %i: index) {
  %0 = tensor.bitcast %s : tensor<*xf32> to tensor<8xi32>
  return
}
// -----
func.func @f(%s: tensor<8xf32>, %d: tensor<?xf32>) {
  %0 = tensor.insert_slice %s into %d[0] [8] [1] : tensor<8xf32> into tensor<?xf32> %1 = tensor.pad %s low[0] high[-1] { ^bb0(%a: index): %x = arith.constant 1.0 : f32 tensor.yield %x : f32 } : tensor<8xf32> to tensor<7xf32>
  return
}
// -----
func.func @f(%s: tensor<?x4xf32>, %d: tensor<4x?xf32>) {
  %1 = tensor.concat dim(0) %s : (tensor<?x4xf32>) -> tensor<3x4xf32>
  return
}
// -----
func.func @f(%s: tensor<?x4xf32>, %d: tensor<4x?xf32>) {
  %1 = tensor.concat dim(0) %s, %d : (tensor<?x4xf32>, tensor<4x?xf32>) -> tensor<?x?xf32>
  return
}
// -----
func.func @f(%s: tensor<?x?xf32>, %d: tensor<?x?xf32>) {
  %1 = tensor.concat dim(0) %s, %d : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x5xf32>
  return
}
// -----
func.func @f(%f: f32) {
  %1 = "tensor.splat"(%f) : (f32) -> tensor<2xf32> %2 = tensor.from_elements : tensor<0xf32>
  return
}
// -----
func.func @f(%s: tensor<f32>) {
  %0 = tensor.expand_shape %s [] output_shape [1, 2] : tensor<f32> into tensor<1x2xf32>
  return
}
