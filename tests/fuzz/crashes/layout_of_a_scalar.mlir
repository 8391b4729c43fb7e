// PIPELINE: builtin.module(one-shot-bufferize{allow-unknown-ops=1 bufferize-function-boundaries=1})
func.func private @unknown(tensor<f32>)
func.func @told_and_not(%a: tensor<f32> {bufferization.buffer_layout = affine_map<(d0) -> (d0)>}, %b: tensor<f32>) {
  call @unknown(%a) : (tensor<f32>) -> ()
  return
}
