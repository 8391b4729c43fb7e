// A function whose last operation is no return: what it returns cannot be told. The reference failed
// an assertion (also #131767, #132162 and #173371).
// REFERENCE: refuses
// RUN: not bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries" --allow-unregistered-dialect 2>&1 | filecheck %s

// CHECK: [[# @LINE + 1]]:1: error: cannot bufferize func.func without func.return
func.func private @helper(%t: tensor<4xf32>) {
  "other.return"() : () -> ()
}
