// One bufferization for some dialects, another one for the rest: the first writes in place to a tensor that
// scf.if, which is left out, gives under another name.
// TOOL: mlir-opt-22 - --one-shot-bufferize=dialect-filter=tensor,linalg,bufferization --canonicalize
// FINDS: result #0 differs
// NATIVE: result #0 differs
// OURS: builtin.module(one-shot-bufferize{dialect-filter=tensor,linalg,bufferization},canonicalize)

func.func @f(%old: i16, %new: i16, %which: i1) -> i16 {
  %c1 = arith.constant 1 : index
  %t = tensor.from_elements %old, %old, %old : tensor<3xi16>
  %kept = scf.if %which -> (tensor<3xi16>) {
    scf.yield %t : tensor<3xi16>
  } else {
    scf.yield %t : tensor<3xi16>
  }
  %n = tensor.splat %new : tensor<3xi16>
  %w = linalg.copy ins(%n : tensor<3xi16>) outs(%t : tensor<3xi16>) -> tensor<3xi16>
  %0 = tensor.extract %kept[%c1] : tensor<3xi16>
  return %0 : i16
}
