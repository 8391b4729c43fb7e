// As llvm_113690.mlir: a matrix is transposed within one buffer, known by two names.
// TOOL: mlir-opt-22 - --one-shot-bufferize=dialect-filter=tensor,linalg,bufferization --canonicalize
// FINDS: result #1 differs
// NATIVE: result #1 differs
// OURS: builtin.module(one-shot-bufferize{dialect-filter=tensor,linalg,bufferization},canonicalize)

func.func @f(%a: i64, %b: i64, %c: i64, %d: i64, %which: i1) -> (i64, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.from_elements %a, %b, %c, %d : tensor<2x2xi64>
  %s = scf.if %which -> (tensor<2x2xi64>) {
    scf.yield %m : tensor<2x2xi64>
  } else {
    scf.yield %m : tensor<2x2xi64>
  }
  %t = linalg.transpose ins(%s : tensor<2x2xi64>) outs(%m : tensor<2x2xi64>) permutation = [1, 0]
  %0 = tensor.extract %t[%c0, %c1] : tensor<2x2xi64>
  %1 = tensor.extract %t[%c1, %c0] : tensor<2x2xi64>
  return %0, %1 : i64, i64
}
