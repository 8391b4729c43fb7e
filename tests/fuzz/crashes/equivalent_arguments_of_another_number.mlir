// PIPELINE: builtin.module(one-shot-bufferize{bufferize-function-boundaries=1 test-analysis-only=1})
func.func @slice(%arg0: tensor<?xi8>, %arg1: i8, %arg2: index) -> (i8, tensor<?xi8>) {
  return {__equivalent_func_args__ = []} %arg1, %arg0 : i8, tensor<?xi8>
}
