// Decisions around operations that nobody declares, and around undefined contents.
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --one-shot-bufferize=test-analysis-only | filecheck %s
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --one-shot-bufferize="test-analysis-only dump-alias-sets" | filecheck %s --check-prefix=SETS

// Its result may be its operand: that must not change later.
// REFERENCE: changes it
// CHECK-LABEL: func.func @result_may_be_the_operand(
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         "some.op"{{.*}}__inplace_operands_attr__ = ["false"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "false"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// SETS-LABEL: func.func @result_may_be_the_operand(
// SETS:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// SETS-SAME:    __opresult_alias_set_attr__ = {{\[\[}}"%2", "%1", "%0"]]
// SETS:         "some.op"{{.*}}__inplace_operands_attr__ = ["false"]
// SETS-SAME:    __opresult_alias_set_attr__ = {{\[\[}}"%2", "%1", "%0"]]
// SETS:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "false"]
// SETS-SAME:    __opresult_alias_set_attr__ = {{\[\[}}"%3"]]
// SETS:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @result_may_be_the_operand(%x: f32, %y: f32, %i: index) -> f32 {
  %e = tensor.empty() : tensor<6xf32>
  %0 = linalg.fill ins(%x : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %1 = "some.op"(%0) : (tensor<6xf32>) -> tensor<6xf32>
  %2 = linalg.fill ins(%y : f32) outs(%0 : tensor<6xf32>) -> tensor<6xf32>
  %z = tensor.extract %1[%i] : tensor<6xf32>
  return %z : f32
}

// -----

// It may write to its operand, which is read later.
// CHECK-LABEL: func.func @may_write(
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         "some.op"{{.*}}__inplace_operands_attr__ = ["false"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @may_write(%x: f32, %i: index) -> f32 {
  %e = tensor.empty() : tensor<6xf32>
  %0 = linalg.fill ins(%x : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  "some.op"(%0) : (tensor<6xf32>) -> ()
  %z = tensor.extract %0[%i] : tensor<6xf32>
  return %z : f32
}

// -----

// Its operand may be what its region gets as an argument, which must not be written to.
// REFERENCE: takes the argument for another buffer
// CHECK-LABEL: func.func @argument_of_its_region(
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:           "another.op"{{.*}}__inplace_operands_attr__ = ["false"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["false"]
// SETS-LABEL: func.func @argument_of_its_region(
// SETS:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// SETS-SAME:    __opresult_alias_set_attr__ = {{\[\[}}"%arg1", "%1", "%0"]]
// SETS:           "another.op"{{.*}}__inplace_operands_attr__ = ["false"]
// SETS:         }{{.*}}__bbarg_alias_set_attr__ = {{\[\[}}{{\[\[}}"%arg1", "%1", "%0"]]]], __inplace_operands_attr__ = ["false"]
func.func @argument_of_its_region(%x: f32) {
  %e = tensor.empty() : tensor<6xf32>
  %0 = linalg.fill ins(%x : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  "some.op"(%0) ({
  ^bb0(%a: tensor<6xf32>):
    "another.op"(%a) : (tensor<6xf32>) -> ()
  }) : (tensor<6xf32>) -> ()
  return
}

// CHECK-LABEL: func.func @unused_argument_of_its_region(
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["false"]
// SETS-LABEL: func.func @unused_argument_of_its_region(
// SETS:         }{{.*}}__bbarg_alias_set_attr__ = {{\[\[}}{{\[\[}}"%arg0", "%0"]]]], __inplace_operands_attr__ = ["false"]
func.func @unused_argument_of_its_region() {
  %e = tensor.empty() : tensor<6xf32>
  "some.op"(%e) ({
  ^bb0(%a: tensor<6xf32>):
  }) : (tensor<6xf32>) -> ()
  return
}

// -----

// A read of undefined contents may see anything, also what is written in place before it.
// CHECK-LABEL: func.func @empty_is_read(
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @empty_is_read(%x: f32, %i: index) -> f32 {
  %e = tensor.empty() : tensor<6xf32>
  %0 = tensor.insert %x into %e[%i] : tensor<6xf32>
  %z = tensor.extract %e[%i] : tensor<6xf32>
  return %z : f32
}

// CHECK-LABEL: func.func @alloc_tensor_is_read(
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @alloc_tensor_is_read(%x: f32, %i: index) -> f32 {
  %e = bufferization.alloc_tensor() : tensor<6xf32>
  %0 = tensor.insert %x into %e[%i] : tensor<6xf32>
  %z = tensor.extract %e[%i] : tensor<6xf32>
  return %z : f32
}

// -----

// Somebody may write to a buffer of a tensor, unless it is said to be read only.
// CHECK-LABEL: func.func @buffer_for_writing(
// CHECK:         bufferization.to_buffer{{.*}}__inplace_operands_attr__ = ["false"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @buffer_for_writing(%x: f32, %i: index) -> (memref<6xf32>, f32) {
  %t = tensor.generate {
  ^bb0(%j: index):
    tensor.yield %x : f32
  } : tensor<6xf32>
  %m = bufferization.to_buffer %t : tensor<6xf32> to memref<6xf32>
  %z = tensor.extract %t[%i] : tensor<6xf32>
  return %m, %z : memref<6xf32>, f32
}

// CHECK-LABEL: func.func @buffer_for_reading(
// CHECK:         bufferization.to_buffer{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @buffer_for_reading(%x: f32, %i: index) -> (memref<6xf32>, f32) {
  %t = tensor.generate {
  ^bb0(%j: index):
    tensor.yield %x : f32
  } : tensor<6xf32>
  %m = bufferization.to_buffer %t read_only : tensor<6xf32> to memref<6xf32>
  %z = tensor.extract %t[%i] : tensor<6xf32>
  return %m, %z : memref<6xf32>, f32
}

// -----

// A part of a tensor goes to another part of it: the destination is copied.
// CHECK-LABEL: func.func @part_to_part(
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false", "none"]
// CHECK:         bufferization.materialize_in_destination{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @part_to_part(%t: tensor<?xf32>, %i: index, %j: index) -> tensor<3xf32> {
  %s = tensor.extract_slice %t[%i] [3] [1] : tensor<?xf32> to tensor<3xf32>
  %d = tensor.extract_slice %t[%j] [3] [1] : tensor<?xf32> to tensor<3xf32>
  %0 = bufferization.materialize_in_destination %s in %d : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// A tensor goes to itself.
// CHECK-LABEL: func.func @onto_itself(
// CHECK:         bufferization.materialize_in_destination{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @onto_itself(%n: index) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = bufferization.materialize_in_destination %e in %e : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// With another order of decisions, what loops yield comes first (see analysis_heuristics.mlir); as
// it is, the later of two updates is in place.
// CHECK-LABEL: func.func @two_updates(
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "false"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @two_updates(%t: tensor<6xf32>, %x: f32, %y: f32, %i: index) -> f32 {
  %e = tensor.empty() : tensor<6xf32>
  %0 = linalg.fill ins(%x : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %1 = linalg.fill ins(%y : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %a = tensor.extract %0[%i] : tensor<6xf32>
  %b = tensor.extract %1[%i] : tensor<6xf32>
  %c = arith.addf %a, %b : f32
  return %c : f32
}

// -----

// A program may come with decisions of another number of operands: there is one for each again.
// REFERENCE: keeps the number, and writes the decisions past the end
// CHECK-LABEL: func.func @decided_before(
// CHECK:         tensor.insert{{.*}} {__inplace_operands_attr__ = ["none", "false", "none"]}
// CHECK:         return {__inplace_operands_attr__ = ["true", "false"]}
func.func @decided_before(%t: tensor<6xf32>, %x: f32, %i: index) -> (tensor<6xf32>, tensor<6xf32>) {
  %0 = tensor.insert %x into %t[%i] {__inplace_operands_attr__ = ["none"]} : tensor<6xf32>
  return {__inplace_operands_attr__ = ["true", "true", "true"]} %0, %t : tensor<6xf32>, tensor<6xf32>
}
