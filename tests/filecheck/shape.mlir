// shape.assuming: its results are the buffers of what it yields, whichever tensors those are.
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --one-shot-bufferize="allow-unknown-ops bufferize-function-boundaries allow-return-allocs-from-loops" | filecheck %s
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --one-shot-bufferize="allow-unknown-ops allow-return-allocs-from-loops" | filecheck %s --check-prefix=INNER
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --one-shot-bufferize="allow-unknown-ops bufferize-function-boundaries allow-return-allocs-from-loops test-analysis-only" | filecheck %s --check-prefix=ANALYSIS
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --one-shot-bufferize="dialect-filter=shape allow-unknown-ops copy-before-write unknown-type-conversion=identity-layout-map" | filecheck %s --check-prefix=ALONE

// CHECK-LABEL: func.func @yield_an_argument
// CHECK-SAME:    (%[[W:[a-z0-9]*]]: !shape.witness, %[[BUF:[a-z0-9]*]]: memref<7xf32, strided<[?], offset: ?>>)
// CHECK-NEXT:    %[[R:.*]] = shape.assuming %[[W]] -> (memref<7xf32, strided<[?], offset: ?>>) {
// CHECK-NEXT:      shape.assuming_yield %[[BUF]] : memref<7xf32, strided<[?], offset: ?>>
// CHECK:         return %[[R]]
// INNER-LABEL: func.func @yield_an_argument
// INNER:         %[[BUF:.*]] = bufferization.to_buffer
// INNER-NEXT:    %[[R:.*]] = shape.assuming %{{.*}} -> (memref<7xf32, strided<[?], offset: ?>>) {
// INNER-NEXT:      shape.assuming_yield %[[BUF]]
// INNER:         %[[T:.*]] = bufferization.to_tensor %[[R]]
// INNER-NEXT:    return %[[T]] : tensor<7xf32>
// ANALYSIS-LABEL: func.func @yield_an_argument
// ANALYSIS:         shape.assuming_yield {__inplace_operands_attr__ = ["true"]}
// ANALYSIS:         return {__equivalent_func_args__ = [1], __inplace_operands_attr__ = ["true"]}
func.func @yield_an_argument(%w: !shape.witness, %t: tensor<7xf32>) -> tensor<7xf32> {
  %r = shape.assuming %w -> (tensor<7xf32>) {
    shape.assuming_yield %t : tensor<7xf32>
  }
  return %r : tensor<7xf32>
}

// -----

// CHECK-LABEL: func.func @update_the_result
// CHECK:         %[[R:.*]] = shape.assuming
// CHECK:         memref.store %{{.*}}, %[[R]]
// CHECK:         return %[[R]]
// ANALYSIS-LABEL: func.func @update_the_result
// ANALYSIS:         tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "true", "none"]}
func.func @update_the_result(%w: !shape.witness, %t: tensor<7xf32>, %a: f32, %i: index) -> tensor<7xf32> {
  %r = shape.assuming %w -> (tensor<7xf32>) {
    shape.assuming_yield %t : tensor<7xf32>
  }
  %n = tensor.insert %a into %r[%i] : tensor<7xf32>
  return %n : tensor<7xf32>
}

// -----

// What is read afterwards is no other tensor than the one updated.

// CHECK-LABEL: func.func @update_the_result_and_read
// CHECK-SAME:    %[[BUF:[a-z0-9]*]]: memref<7xf32
// CHECK:         %[[R:.*]] = shape.assuming
// CHECK:         %[[NEW:.*]] = memref.alloc
// CHECK:         memref.copy %[[R]], %[[NEW]]
// CHECK:         memref.store %{{.*}}, %[[NEW]]
// CHECK:         memref.load %[[BUF]]
// ANALYSIS-LABEL: func.func @update_the_result_and_read
// ANALYSIS:         tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "false", "none"]}
func.func @update_the_result_and_read(%w: !shape.witness, %t: tensor<7xf32>, %a: f32, %i: index) -> (tensor<7xf32>, f32) {
  %r = shape.assuming %w -> (tensor<7xf32>) {
    shape.assuming_yield %t : tensor<7xf32>
  }
  %n = tensor.insert %a into %r[%i] : tensor<7xf32>
  %old = tensor.extract %t[%i] : tensor<7xf32>
  return %n, %old : tensor<7xf32>, f32
}

// -----

// INNER-LABEL: func.func @several_results
// INNER:         %[[R:.*]]:4 = shape.assuming %{{.*}} -> (memref<7xf32>, f32, memref<7xf32, strided<[?], offset: ?>>, !shape.size) {
// INNER:           %[[NEW:.*]] = memref.alloc
// INNER:           memref.copy
// INNER:           shape.assuming_yield %[[NEW]], %{{.*}}, %{{.*}}, %{{.*}} : memref<7xf32>, f32, memref<7xf32, strided<[?], offset: ?>>, !shape.size
// INNER:         %[[FIRST:.*]] = bufferization.to_tensor %[[R]]#0
// INNER-NEXT:    %[[SECOND:.*]] = bufferization.to_tensor %[[R]]#2
// INNER-NEXT:    return %[[FIRST]], %[[R]]#1, %[[SECOND]], %[[R]]#3
// ANALYSIS-LABEL: func.func @several_results
// ANALYSIS:         tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "false", "none"]}
// ANALYSIS:         shape.assuming_yield {__inplace_operands_attr__ = ["true", "none", "true", "none"]}
func.func @several_results(%w: !shape.witness, %t: tensor<7xf32>, %a: f32, %i: index) -> (tensor<7xf32>, f32, tensor<7xf32>, !shape.size) {
  %r:4 = shape.assuming %w -> (tensor<7xf32>, f32, tensor<7xf32>, !shape.size) {
    %n = tensor.insert %a into %t[%i] : tensor<7xf32>
    %old = tensor.extract %t[%i] : tensor<7xf32>
    %size = shape.const_size 7
    shape.assuming_yield %n, %old, %t, %size : tensor<7xf32>, f32, tensor<7xf32>, !shape.size
  }
  return %r#0, %r#1, %r#2, %r#3 : tensor<7xf32>, f32, tensor<7xf32>, !shape.size
}

// -----

// Attributes are lost, as in any bufferized operation.

// CHECK-LABEL: func.func @nested
// CHECK:         %[[R:.*]] = shape.assuming %{{.*}} -> (memref<7xf32, strided<[?], offset: ?>>) {
// CHECK:           %[[R2:.*]] = shape.assuming %{{.*}} -> (memref<7xf32, strided<[?], offset: ?>>) {
// CHECK-NEXT:        memref.store %{{.*}}, %[[BUF:[a-z0-9]*]][
// CHECK-NEXT:        shape.assuming_yield %[[BUF]]
// CHECK-NEXT:      }{{$}}
// CHECK:           memref.store %{{.*}}, %[[R2]]
// CHECK:           shape.assuming_yield %[[R2]]
// CHECK-NOT:     memref.copy
// ANALYSIS-LABEL: func.func @nested
// ANALYSIS-COUNT-2: tensor.insert {{.*}} {__inplace_operands_attr__ = ["none", "true", "none"]}
func.func @nested(%w: !shape.witness, %x: !shape.witness, %t: tensor<7xf32>, %a: f32, %i: index) -> tensor<7xf32> {
  %r = shape.assuming %w -> (tensor<7xf32>) {
    %inner = shape.assuming %x -> (tensor<7xf32>) {
      %n = tensor.insert %a into %t[%i] : tensor<7xf32>
      shape.assuming_yield %n : tensor<7xf32>
    } {tag}
    %m = tensor.insert %a into %inner[%i] : tensor<7xf32>
    shape.assuming_yield %m : tensor<7xf32>
  }
  return %r : tensor<7xf32>
}

// -----

// REFERENCE: mlir-opt takes the loop for a write to the argument.
// CHECK-LABEL: func.func @new_in_a_loop
// CHECK:         scf.for
// CHECK:           %[[R:.*]] = shape.assuming %{{.*}} -> (memref<7xf32>) {
// CHECK:             %[[NEW:.*]] = memref.alloc
// CHECK:             linalg.fill {{.*}} outs(%[[NEW]] : memref<7xf32>)
// CHECK:             shape.assuming_yield %[[NEW]] : memref<7xf32>
// CHECK:           %[[CAST:.*]] = memref.cast %[[R]]
// CHECK:           scf.yield %[[CAST]]
// ANALYSIS-LABEL: func.func @new_in_a_loop
// ANALYSIS-SAME:    access = "read"}
// ANALYSIS:         shape.assuming_yield {__inplace_operands_attr__ = ["true"]}
// ANALYSIS:         scf.yield {__inplace_operands_attr__ = ["true"]}
func.func @new_in_a_loop(%w: !shape.witness, %t: tensor<7xf32>, %a: f32, %n: index) -> tensor<7xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> (tensor<7xf32>) {
    %r = shape.assuming %w -> (tensor<7xf32>) {
      %e = bufferization.alloc_tensor() : tensor<7xf32>
      %f = linalg.fill ins(%a : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
      shape.assuming_yield %f : tensor<7xf32>
    }
    scf.yield %r : tensor<7xf32>
  }
  return %l : tensor<7xf32>
}

// -----

// What is not to be bufferized keeps its tensors.

// ALONE-LABEL: func.func @between_unknown_ops
// ALONE:         %[[R:.*]]:2 = shape.assuming %{{.*}} -> (memref<3x?xi8>, index) {
// ALONE-NEXT:      %[[T:.*]]:2 = "test.make"() : () -> (tensor<3x?xi8>, index)
// ALONE-NEXT:      %[[BUF:.*]] = bufferization.to_buffer %[[T]]#0 : tensor<3x?xi8> to memref<3x?xi8>
// ALONE-NEXT:      shape.assuming_yield %[[BUF]], %[[T]]#1 : memref<3x?xi8>, index
// ALONE-NEXT:    }
// ALONE-NEXT:    %[[U:.*]] = bufferization.to_tensor %[[R]]#0 : memref<3x?xi8> to tensor<3x?xi8>
// ALONE-NEXT:    "test.use"(%[[U]], %[[R]]#1) : (tensor<3x?xi8>, index) -> ()
func.func @between_unknown_ops(%w: !shape.witness) {
  %r:2 = shape.assuming %w -> (tensor<3x?xi8>, index) {
    %t:2 = "test.make"() : () -> (tensor<3x?xi8>, index)
    shape.assuming_yield %t#0, %t#1 : tensor<3x?xi8>, index
  }
  "test.use"(%r#0, %r#1) : (tensor<3x?xi8>, index) -> ()
  return
}

// -----

// Without results, only what is inside is bufferized.

// CHECK-LABEL: func.func @no_result
// CHECK-SAME:    %[[BUF:[a-z0-9]*]]: memref<7xf32
// CHECK:         shape.assuming %{{.*}} {
// CHECK-NEXT:      %[[A:.*]] = memref.load %[[BUF]]
// CHECK-NEXT:      "test.use"(%[[A]]) : (f32) -> ()
// CHECK-NEXT:    }
func.func @no_result(%w: !shape.witness, %t: tensor<7xf32>, %i: index) {
  shape.assuming %w {
    %a = tensor.extract %t[%i] : tensor<7xf32>
    "test.use"(%a) : (f32) -> ()
  }
  return
}

// -----

// Shape functions have no tensors, and stay.

// CHECK-LABEL: shape.function_library @library
// CHECK:         func @same(%{{.*}}: !shape.value_shape) -> !shape.shape {
// CHECK:       func.func @beside_a_library(%{{.*}}: memref<7xf32
shape.function_library @library {
  func @same(%v: !shape.value_shape) -> !shape.shape {
    %s = shape_of %v : !shape.value_shape -> !shape.shape
    return %s : !shape.shape
  }
} mapping {test.op = @same}
func.func @beside_a_library(%t: tensor<7xf32>) -> tensor<7xf32> {
  return %t : tensor<7xf32>
}
