// A function returns the same new buffer twice. The reference replaces the allocation by the first
// buffer that the caller passes, erases it, and asks for its type when it comes to the second.
// REFERENCE: crashes
// RUN: bufferize-opt %s --pass-pipeline="builtin.module(buffer-results-to-out-params{modify-public-functions hoist-static-allocs})" | filecheck %s
// PRINTS: 3 3

// CHECK-LABEL: func.func @twice
// CHECK-SAME:    %[[first:.*]]: memref<4xf32>, %[[second:.*]]: memref<4xf32>) {
// CHECK:         memref.store %{{.*}}, %[[first]]
// CHECK:         memref.copy %[[first]], %[[second]]
// CHECK-NEXT:    return
// CHECK-LABEL: func.func @main
// CHECK:         %[[a:.*]] = memref.alloc
// CHECK:         %[[b:.*]] = memref.alloc
// CHECK:         call @twice(%[[a]], %[[b]])
func.func @twice() -> (memref<4xf32>, memref<4xf32>) {
  %zero = arith.constant 0 : index
  %three = arith.constant 3.0 : f32
  %new = memref.alloc() : memref<4xf32>
  memref.store %three, %new[%zero] : memref<4xf32>
  return %new, %new : memref<4xf32>, memref<4xf32>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %both:2 = call @twice() : () -> (memref<4xf32>, memref<4xf32>)
  %0 = memref.load %both#0[%zero] : memref<4xf32>
  %1 = memref.load %both#1[%zero] : memref<4xf32>
  vector.print %0 : f32
  vector.print %1 : f32
  return
}
