// RUN: bufferize-opt %s --split-input-file --canonicalize | filecheck %s

// CHECK-LABEL: func @waiting_for_nothing
// CHECK-NEXT:    return
func.func @waiting_for_nothing() {
  %0 = gpu.wait async
  gpu.wait []
  %1 = gpu.wait async
  gpu.wait [%1]
  return
}

// -----

// CHECK-LABEL: func @one_token
// CHECK-SAME:    (%[[T:.*]]: !gpu.async.token)
// CHECK-NEXT:    gpu.wait [%[[T]]]
func.func @one_token(%t: !gpu.async.token) {
  %0 = gpu.wait async
  %1 = gpu.wait async [%t, %0]
  gpu.wait [%1]
  return
}

// -----

// CHECK-LABEL: func @copies
// CHECK-SAME:    (%[[A:.*]]: memref<10xf32>, %[[B:.*]]: memref<10xf32>
// CHECK-NEXT:    gpu.memcpy  %[[A]], %[[B]] : memref<10xf32>, memref<10xf32>
// CHECK-NEXT:    gpu.memset  %[[A]], %{{.*}} : memref<10xf32>, f32
// CHECK-NEXT:    %[[D:.*]] = gpu.alloc
// CHECK-NEXT:    gpu.dealloc  %[[D]]
// CHECK-NEXT:    return
func.func @copies(%a: memref<10xf32>, %b: memref<10xf32>, %x: f32) {
  %0 = memref.cast %a : memref<10xf32> to memref<?xf32>
  %1 = memref.cast %b : memref<10xf32> to memref<?xf32>
  gpu.memcpy %0, %1 : memref<?xf32>, memref<?xf32>
  gpu.memset %0, %x : memref<?xf32>, f32
  %2 = gpu.alloc () : memref<10xf32>
  gpu.memcpy %2, %a : memref<10xf32>, memref<10xf32>
  gpu.dealloc %2 : memref<10xf32>
  return
}

// -----

// CHECK-LABEL: func @extent
// CHECK-SAME:    (%[[N:.*]]: index)
// CHECK-NEXT:    return %[[N]] : index
func.func @extent(%n: index) -> index {
  %0 = gpu.alloc(%n) : memref<4x?xindex>
  %c1 = arith.constant 1 : index
  %1 = memref.dim %0, %c1 : memref<4x?xindex>
  return %1 : index
}

// -----

// CHECK-LABEL: func @groups
// CHECK:           gpu.all_reduce  add %{{.*}} uniform
// CHECK-NOT:       gpu.subgroup_reduce
// CHECK:           gpu.barrier
// CHECK-NEXT:      scf.if
// CHECK-NEXT:        gpu.all_reduce  add %{{.*}} {
// CHECK:           gpu.terminator
func.func @groups(%n: index, %x: f32, %c: i1) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    %0 = gpu.all_reduce add %x {} : (f32) -> f32
    %1 = gpu.subgroup_reduce add %0 cluster(size = 1) : (f32) -> f32
    gpu.printf "%f", %1 : f32
    gpu.barrier
    gpu.barrier
    scf.if %c {
      %2 = gpu.all_reduce add %x {} : (f32) -> f32
    }
    gpu.terminator
  }
  return
}
