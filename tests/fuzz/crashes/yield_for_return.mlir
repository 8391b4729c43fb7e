// PIPELINE: builtin.module(one-shot-bufferize{bufferize-function-boundaries=1 dialect-filter=func})
func.func @f(%t: tensor<3xi1>) {
 vector.yield %t : tensor<3xi1>
}