// Truth values in a tensor that is built in one function and read in another. Right in either version that
// is at hand, also with the pass of the report in front, and with the canonicalizer elsewhere.
// TOOL: mlir-opt-22 - --test-linalg-decompose-ops=remove-dead-args-and-results --one-shot-bufferize='dialect-filter=tensor,linalg,bufferization,func,scf bufferize-function-boundaries' --canonicalize --one-shot-bufferize=dialect-filter=arith
// FINDS:
// NATIVE:
// OURS: builtin.module(one-shot-bufferize{dialect-filter=tensor,linalg,bufferization},canonicalize,one-shot-bufferize{dialect-filter=arith})

func.func @g(%t: tensor<?xi1>) -> i1 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %no = arith.constant false
  %n = tensor.dim %t, %c0 : tensor<?xi1>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %no) -> (i1) {
    %e = tensor.extract %t[%i] : tensor<?xi1>
    vector.print %e : i1
    %y = arith.addi %x, %e : i1
    scf.yield %y : i1
  }
  return %r : i1
}
func.func @f() -> i1 {
  %yes = arith.constant true
  %no = arith.constant false
  %t = tensor.from_elements %yes, %no, %no, %yes, %yes : tensor<5xi1>
  %d = tensor.cast %t : tensor<5xi1> to tensor<?xi1>
  %r = call @g(%d) : (tensor<?xi1>) -> i1
  vector.print %r : i1
  return %r : i1
}
