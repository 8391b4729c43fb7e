// Decisions after the elimination of empty tensors: the slices that take their place are in place
// unless their values are needed elsewhere.
// RUN: bufferize-opt %s --eliminate-empty-tensors --empty-tensor-to-alloc-tensor --one-shot-bufferize="bufferize-function-boundaries test-analysis-only allow-return-allocs-from-loops" | filecheck %s

// It goes to two places of one tensor: to one of them without a copy.
// CHECK-LABEL: func.func @to_two_places(
// CHECK-SAME:    access = "read-write"
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false", "none"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "false", "none"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [-1, 0], __inplace_operands_attr__ = ["true", "true"]
func.func @to_two_places(%t: tensor<?xi32>, %n: index, %x: i32) -> (tensor<?xi32>, tensor<?xi32>) {
  %e = tensor.empty(%n) : tensor<?xi32>
  %f = linalg.fill ins(%x : i32) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  %0 = tensor.insert_slice %f into %t[1] [%n] [1] : tensor<?xi32> into tensor<?xi32>
  %1 = tensor.insert_slice %f into %t[50] [%n] [1] : tensor<?xi32> into tensor<?xi32>
  return %0, %1 : tensor<?xi32>, tensor<?xi32>
}

// CHECK-LABEL: func.func @to_one_place(
// CHECK-SAME:    access = "read-write"
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @to_one_place(%t: tensor<?xi32>, %n: index, %x: i32) -> tensor<?xi32> {
  %e = tensor.empty(%n) : tensor<?xi32>
  %f = linalg.fill ins(%x : i32) outs(%e : tensor<?xi32>) -> tensor<?xi32>
  %0 = tensor.insert_slice %f into %t[50] [%n] [1] : tensor<?xi32> into tensor<?xi32>
  return %0 : tensor<?xi32>
}
