// RUN: bufferize-opt %s --split-input-file --buffer-deallocation-pipeline | filecheck %s

// What a launched body allocates is freed at its end.

// CHECK-LABEL: func @launched
// CHECK:         %[[OUT:.*]] = memref.alloc
// CHECK:         gpu.launch
// CHECK:           %[[A:.*]] = memref.alloc
// CHECK:           scf.if
// CHECK:             %[[B:.*]] = memref.alloc
// CHECK:             memref.dealloc %[[B]]
// CHECK:           memref.dealloc %[[A]]
// CHECK-NEXT:      gpu.terminator
// CHECK:         memref.dealloc %[[OUT]]
func.func @launched(%n: index, %c: i1) {
  %out = memref.alloc() : memref<2xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    %a = memref.alloc() : memref<2xf32>
    memref.copy %a, %out : memref<2xf32> to memref<2xf32>
    scf.if %c {
      %b = memref.alloc() : memref<2xf32>
      memref.copy %b, %a : memref<2xf32> to memref<2xf32>
    }
    gpu.terminator
  }
  return
}

// -----

// REFERENCE: mlir-opt takes the ownership that it passes between blocks for a buffer of the workgroup.
// CHECK-LABEL: func @blocks
// CHECK:           gpu.printf
// CHECK:           memref.dealloc
// CHECK:           gpu.terminator
func.func @blocks(%n: index, %c: i1) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n)
             workgroup(%w: memref<2xf32, #gpu.address_space<workgroup>>) {
    %a = memref.alloc() : memref<2xf32>
    cf.cond_br %c, ^bb1, ^bb2(%a : memref<2xf32>)
  ^bb1:
    %b = memref.alloc() : memref<2xf32>
    cf.br ^bb2(%b : memref<2xf32>)
  ^bb2(%x: memref<2xf32>):
    %m = memref.load %x[%n] : memref<2xf32>
    memref.store %m, %w[%n] : memref<2xf32, #gpu.address_space<workgroup>>
    gpu.printf "%f", %m : f32
    gpu.terminator
  }
  return
}

// -----

// CHECK-LABEL: func @lane
// CHECK:         %[[M:.*]] = memref.alloc
// CHECK:         gpu.warp_execute_on_lane_0
// CHECK:           %[[H:.*]] = memref.alloc
// CHECK:           memref.dealloc %[[H]]
// CHECK:           gpu.yield
// CHECK:         memref.dealloc %[[M]]
func.func @lane(%n: index) -> f32 {
  %m = memref.alloc() : memref<2xf32>
  %x = gpu.warp_execute_on_lane_0(%n)[32] -> (f32) {
    %h = memref.alloc() : memref<2xf32>
    %y = memref.load %m[%n] : memref<2xf32>
    memref.store %y, %h[%n] : memref<2xf32>
    %z = memref.load %h[%n] : memref<2xf32>
    gpu.yield %z : f32
  }
  return %x : f32
}

// -----

// CHECK-LABEL: func @matrices
// CHECK:         gpu.subgroup_mma_store_matrix
// CHECK:         memref.dealloc
func.func @matrices(%n: index) {
  %h = memref.alloc() : memref<2x2xf32>
  %m = gpu.subgroup_mma_load_matrix %h[%n, %n] {leadDimension = 2 : index} : memref<2x2xf32> -> !gpu.mma_matrix<2x2xf32, "COp">
  gpu.subgroup_mma_store_matrix %m, %h[%n, %n] {leadDimension = 2 : index} : !gpu.mma_matrix<2x2xf32, "COp">, memref<2x2xf32>
  return
}

// -----

// REFERENCE: mlir-opt frees in func.func only.
// CHECK-LABEL: gpu.func @kernel
// CHECK:         memref.dealloc
gpu.module @module {
  gpu.func @kernel(%n: index) kernel {
    %h = memref.alloc() : memref<2xf32>
    %y = memref.load %h[%n] : memref<2xf32>
    gpu.printf "%f", %y : f32
    gpu.return
  }
}
