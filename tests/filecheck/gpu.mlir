// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries allow-unknown-ops" | filecheck %s

// Memory spaces of devices, and tensors in code for them.

// CHECK-LABEL: func @in_workgroup
// CHECK:         %[[A:.*]] = memref.alloc() {alignment = 64 : i64} : memref<4xf32, #gpu.address_space<workgroup>>
// CHECK-NOT:     memref.copy
// CHECK:         memref.store %{{.*}}, %[[A]]
// CHECK:         memref.load %[[A]]
func.func @in_workgroup(%i: index, %x: f32) -> f32 {
  %0 = bufferization.alloc_tensor() {memory_space = #gpu.address_space<workgroup>} : tensor<4xf32>
  %1 = tensor.insert %x into %0[%i] : tensor<4xf32>
  %2 = tensor.extract %1[%i] : tensor<4xf32>
  return %2 : f32
}

// -----

// CHECK-LABEL: func @copied
// CHECK:         %[[A:.*]] = memref.alloc() {{.*}} : memref<4xf32, #gpu.address_space<private>>
// CHECK:         memref.copy %{{.*}}, %[[A]] : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, #gpu.address_space<private>>
// CHECK:         memref.store %{{.*}}, %[[A]]
func.func @copied(%i: index, %x: f32, %t: tensor<4xf32>) -> (f32, f32) {
  %0 = bufferization.alloc_tensor() copy(%t) {memory_space = #gpu.address_space<private>} : tensor<4xf32>
  %1 = tensor.insert %x into %0[%i] : tensor<4xf32>
  %2 = tensor.extract %t[%i] : tensor<4xf32>
  %3 = tensor.extract %1[%i] : tensor<4xf32>
  return %2, %3 : f32, f32
}

// -----

// REFERENCE: mlir-opt allocates the result with a layout that has no values.
// CHECK-LABEL: func @leaves_its_space
// CHECK:         %[[A:.*]] = memref.alloc() {{.*}} : memref<4xf32, #gpu.address_space<workgroup>>
// CHECK:         memref.copy %[[A]], %[[R:.*]] : memref<4xf32, #gpu.address_space<workgroup>> to memref<4xf32>
// CHECK:         return %[[R]]
func.func @leaves_its_space(%i: index, %x: f32) -> tensor<4xf32> {
  %0 = bufferization.alloc_tensor() {memory_space = #gpu.address_space<workgroup>} : tensor<4xf32>
  %1 = tensor.insert %x into %0[%i] : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// What a launched body uses of around it is read after a write there.

// CHECK-LABEL: func @launched
// CHECK:         gpu.launch
// CHECK:           memref.load
// CHECK:           gpu.terminator
// CHECK:         memref.store
func.func @launched(%n: index, %x: f32) -> f32 {
  %0 = bufferization.alloc_tensor() {memory_space = #gpu.address_space<workgroup>} : tensor<4xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    %1 = tensor.extract %0[%tx] : tensor<4xf32>
    gpu.printf "%f", %1 : f32
    gpu.terminator
  }
  %2 = tensor.insert %x into %0[%n] : tensor<4xf32>
  %3 = tensor.extract %2[%n] : tensor<4xf32>
  return %3 : f32
}

// -----

// Each thread runs the body: what one writes is not what the others read.

// REFERENCE: mlir-opt lets all threads write to the one buffer.
// CHECK-LABEL: func @written_by_threads
// CHECK:         gpu.launch
// CHECK:           memref.load
// CHECK:           %[[A:.*]] = memref.alloc
// CHECK:           memref.copy %{{.*}}, %[[A]]
// CHECK:           memref.store %{{.*}}, %[[A]]
func.func @written_by_threads(%n: index, %x: f32, %t: tensor<4xf32> {bufferization.writable = true}) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    %0 = tensor.extract %t[%tx] : tensor<4xf32>
    %1 = tensor.insert %x into %t[%tx] : tensor<4xf32>
    %2 = tensor.extract %1[%n] : tensor<4xf32>
    gpu.printf "%f %f", %0, %2 : f32, f32
    gpu.terminator
  }
  return
}

// -----

// An operation without a model keeps its tensors.

// CHECK-LABEL: func @broadcast
// CHECK:         %[[T:.*]] = bufferization.to_tensor
// CHECK:         gpu.subgroup_broadcast %[[T]]
func.func @broadcast(%t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = gpu.subgroup_broadcast %t, first_active_lane : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @mapped
// CHECK:         scf.forall
// CHECK:           memref.copy
// CHECK:         } {mapping = [#gpu.thread<linear_dim_0>]}
func.func @mapped(%a: tensor<128xf32>, %b: tensor<128xf32>) -> tensor<128xf32> {
  %0 = scf.forall (%i) in (4) shared_outs(%o = %b) -> tensor<128xf32> {
    %s = tensor.extract_slice %a[%i] [32] [1] : tensor<128xf32> to tensor<32xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [32] [1] : tensor<32xf32> into tensor<128xf32>
    }
  } {mapping = [#gpu.thread<linear_dim_0>]}
  return %0 : tensor<128xf32>
}
