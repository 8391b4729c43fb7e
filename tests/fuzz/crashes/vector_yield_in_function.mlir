// PIPELINE: builtin.module(one-shot-bufferize{bufferize-function-boundaries=1 no-analysis-func-filter=f})
func.func @f(%t: tensor<4xf32>) {
  vector.yield %t : tensor<4xf32>
}
