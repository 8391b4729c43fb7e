// test-analysis-only: what was decided, as attributes; alias sets and conflicts on demand.
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" | filecheck %s
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries test-analysis-only print-conflicts" | filecheck %s --check-prefix=WHY
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries test-analysis-only dump-alias-sets" | filecheck %s --check-prefix=SETS
// RUN: not bufferize-opt %s --one-shot-bufferize=print-conflicts 2>&1 | filecheck %s --check-prefix=ALONE

// ALONE: error: invalid option: 'print-conflicts' requires 'test-analysis-only'

// CHECK-LABEL: func.func @decisions
// CHECK-SAME:    tensor<8xf32> {bufferization.access = "read-write"}, %{{.*}}: tensor<8xf32> {bufferization.access = "none"}
// CHECK:         linalg.fill {__inplace_operands_attr__ = ["none", "false"]}
// CHECK:         tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "true", "none"]}
// CHECK:         return {__equivalent_func_args__ = [0, -1], __inplace_operands_attr__ = ["true", "true"]}

// WHY:      linalg.fill {"C_0[CONFL-WRITE: 1]", __inplace_operands_attr__ = ["none", "false"]}
// WHY:      tensor.insert {{.*}} {"C_0[READ: 1]", __inplace_operands_attr__ = ["none", "true", "none"]}

// SETS: %[[FILL:.*]] = linalg.fill
// SETS-SAME: __opresult_alias_set_attr__ = {{\[\[}}"%[[FILL]]"]]
// SETS: %[[INSERT:.*]] = tensor.insert
// SETS-SAME: __opresult_alias_set_attr__ = {{\[\[}}"%[[INSERT]]", "%[[ARG:.*]]"]]
func.func @decisions(%t: tensor<8xf32>, %unused: tensor<8xf32>, %a: f32, %i: index)
    -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = linalg.fill ins(%a : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  %1 = tensor.insert %a into %t[%i] : tensor<8xf32>
  return %1, %0 : tensor<8xf32>, tensor<8xf32>
}
