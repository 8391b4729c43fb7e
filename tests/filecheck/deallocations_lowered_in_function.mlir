// RUN: bufferize-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(bufferization-lower-deallocations))' --verify-diagnostics | filecheck %s

// CHECK-LABEL: func.func @alone(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi8>, %[[arg1:.*]]: i1)
// CHECK:         scf.if %[[arg1]] {
// CHECK:         memref.dealloc %[[arg0]] : memref<3xi8>
// CHECK:         return
func.func @alone(%x: memref<3xi8>, %c: i1) {
  bufferization.dealloc (%x : memref<3xi8>) if (%c)
  return
}

// -----

func.func @with_a_helper(%x: memref<3xi8>, %y: memref<5xi8>, %c: i1) {
  // expected-error @below {{library function required for generic lowering, but cannot be automatically inserted when operating on functions}}
  // expected-error @below {{failed to legalize operation 'bufferization.dealloc' that was explicitly marked illegal}}
  bufferization.dealloc (%x, %y : memref<3xi8>, memref<5xi8>) if (%c, %c)
  return
}
