// The input holds the attribute in which the analysis shows its decisions, with too few and too many
// entries: it was printed by an earlier run, and edited. The reference reads it as the start of its
// own: with assertions it stops (also #116349), without them it prints what the input said. Here
// attributes of an earlier run are replaced.
// REFERENCE: bufferizes
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" | filecheck %s
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries" | filecheck %s --check-prefix=BUFFERIZED

// CHECK-LABEL: func.func @f
// CHECK:         arith.select {{.*}} {__inplace_operands_attr__ = ["none", "true", "true"]}
// CHECK:         return {__inplace_operands_attr__ = ["true"]}

// BUFFERIZED-LABEL: func.func @f
// BUFFERIZED:         arith.select {{.*}} : memref<2xf32
func.func @f(%t: tensor<2xf32>, %u: tensor<2xf32>, %c: i1) -> tensor<2xf32> {
  %0 = arith.select %c, %t, %u {__inplace_operands_attr__ = ["none"]} : tensor<2xf32>
  return {__inplace_operands_attr__ = ["true", "true", "true"]} %0 : tensor<2xf32>
}
