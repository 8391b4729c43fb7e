// analysis-heuristic=bottom-up-from-terminators: what a loop yields keeps its buffer.
// RUN: bufferize-opt %s --one-shot-bufferize="test-analysis-only analysis-heuristic=bottom-up-from-terminators" | filecheck %s

// CHECK-LABEL: func.func @the_second_is_yielded(
// CHECK:           linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "false"]
// CHECK:           linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:           tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @the_second_is_yielded(%n: index, %x: f32, %y: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%b = %e) -> tensor<4xf32> {
    %0 = linalg.fill ins(%x : f32) outs(%b : tensor<4xf32>) -> tensor<4xf32>
    %1 = linalg.fill ins(%y : f32) outs(%b : tensor<4xf32>) -> tensor<4xf32>
    %z = tensor.extract %0[%c1] : tensor<4xf32>
    vector.print %z : f32
    scf.yield %1 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @the_first_is_yielded(
// CHECK:           linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:           linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "false"]
// CHECK:           tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @the_first_is_yielded(%n: index, %x: f32, %y: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%b = %e) -> tensor<4xf32> {
    %0 = linalg.fill ins(%x : f32) outs(%b : tensor<4xf32>) -> tensor<4xf32>
    %1 = linalg.fill ins(%y : f32) outs(%b : tensor<4xf32>) -> tensor<4xf32>
    %z = tensor.extract %1[%c1] : tensor<4xf32>
    vector.print %z : f32
    scf.yield %0 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
