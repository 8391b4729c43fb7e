// analysis-heuristic: the op that is decided first gets the buffer.
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" | filecheck %s --check-prefix=UP
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries test-analysis-only analysis-heuristic=top-down" | filecheck %s --check-prefix=DOWN
// RUN: not bufferize-opt %s --one-shot-bufferize="analysis-heuristic=sideways" 2>&1 | filecheck %s --check-prefix=WRONG

// WRONG: error: {{.*}}sideways

// UP:   tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "false", "none"]}
// UP:   linalg.fill {__inplace_operands_attr__ = ["none", "true"]}
// DOWN: tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "true", "none"]}
// DOWN: linalg.fill {__inplace_operands_attr__ = ["none", "false"]}
func.func @two_updates_of_one(%t: tensor<8xf32>, %a: f32, %i: index)
    -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = tensor.insert %a into %t[%i] : tensor<8xf32>
  %1 = linalg.fill ins(%a : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
