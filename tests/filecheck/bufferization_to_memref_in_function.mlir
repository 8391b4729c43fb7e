// RUN: bufferize-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(convert-bufferization-to-memref))' --verify-diagnostics | filecheck %s

// CHECK-LABEL: func.func @one(
// CHECK:         scf.if
// CHECK-NEXT:      memref.dealloc
func.func @one(%m: memref<2xf32>, %k: i1) {
  bufferization.dealloc (%m : memref<2xf32>) if (%k)
  return
}

// -----

// No function can be added here.
func.func @several(%a: memref<2xf32>, %b: memref<5xf32>, %k: i1) {
  // expected-error @below {{library function required for generic lowering, but cannot be automatically inserted when operating on functions}}
  // expected-error @below {{failed to legalize operation 'bufferization.dealloc' that was explicitly marked illegal}}
  bufferization.dealloc (%a, %b : memref<2xf32>, memref<5xf32>) if (%k, %k)
  return
}
