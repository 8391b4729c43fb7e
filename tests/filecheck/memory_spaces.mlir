// Memory spaces: carried along from where a buffer is made, told by an encoding, or demanded.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize=use-encoding-for-memory-space | filecheck %s
// RUN: not bufferize-opt %s --split-input-file --one-shot-bufferize=must-infer-memory-space 2>&1 | filecheck %s --check-prefix=MUST
// RUN: not bufferize-opt %s --one-shot-bufferize="must-infer-memory-space use-encoding-for-memory-space" 2>&1 | filecheck %s --check-prefix=BOTH

// BOTH: error: invalid option: only one of 'must-infer-memory-space' and 'use-encoding-for-memory-space' is allowed

// CHECK-LABEL: func.func @carried
// CHECK:         %[[A:.*]] = memref.alloc() {{.*}} : memref<6xf32, 3>
// CHECK:         scf.if %{{.*}} -> (memref<6xf32, 3>) {
// CHECK:           memref.store %{{.*}}, %[[A]][%{{.*}}] : memref<6xf32, 3>
func.func @carried(%c: i1, %a: f32, %i: index) -> f32 {
  %0 = bufferization.alloc_tensor() {memory_space = 3 : i64} : tensor<6xf32>
  %1 = scf.if %c -> tensor<6xf32> {
    %2 = tensor.insert %a into %0[%i] : tensor<6xf32>
    scf.yield %2 : tensor<6xf32>
  } else {
    scf.yield %0 : tensor<6xf32>
  }
  %x = tensor.extract %1[%i] : tensor<6xf32>
  return %x : f32
}

// -----

// CHECK-LABEL: func.func @encoded
// CHECK:         bufferization.to_buffer %{{.*}} : tensor<6xf32, "far"> to memref<6xf32, strided<[?], offset: ?>, "far">
// CHECK:         memref.alloc() {{.*}} : memref<6xf32, "far">
// MUST:          memory_spaces.mlir:[[# @LINE + 1]]:1: error: could not infer memory space
func.func @encoded(%t: tensor<6xf32, "far">, %a: f32, %i: index) -> tensor<6xf32, "far"> {
  %0 = tensor.insert %a into %t[%i] : tensor<6xf32, "far">
  return %0 : tensor<6xf32, "far">
}

// -----

// CHECK-LABEL: func.func @from_here_to_there
// CHECK:         %[[NEW:.*]] = memref.alloc() {{.*}} : memref<6xf32, 2>
// CHECK:         memref.copy %{{.*}}, %[[NEW]] : memref<6xf32, strided<[?], offset: ?>, 1> to memref<6xf32, 2>
func.func @from_here_to_there(%t: tensor<6xf32, 1>) -> tensor<6xf32, 2> {
  %0 = bufferization.alloc_tensor() {memory_space = 2 : i64} : tensor<6xf32, 2>
  %1 = bufferization.materialize_in_destination %t in %0
      : (tensor<6xf32, 1>, tensor<6xf32, 2>) -> tensor<6xf32, 2>
  return %1 : tensor<6xf32, 2>
}
