// RUN: bufferize-opt %s --buffer-deallocation-pipeline | filecheck %s
// RUN: bufferize-opt %s --pass-pipeline='builtin.module(buffer-deallocation-pipeline)' | filecheck %s

// What is freed depends on which buffer is which in the end: a function finds that out.

// CHECK-LABEL: func.func @swapped_in_a_loop(
// CHECK:         scf.for
// CHECK:         call @dealloc_helper({{.*}}) : (memref<?xindex>, memref<?xindex>, memref<?xi1>, memref<?xi1>, memref<?xi1>) -> ()
// CHECK:         return
// CHECK:       func.func private @dealloc_helper(%{{.*}}: memref<?xindex>, %{{.*}}: memref<?xindex>, %{{.*}}: memref<?xi1>, %{{.*}}: memref<?xi1>, %{{.*}}: memref<?xi1>)
func.func @swapped_in_a_loop(%l: index, %u: index) -> (memref<3xi8>, memref<3xi8>) {
  %a = memref.alloc() : memref<3xi8>
  %b = memref.alloc() : memref<3xi8>
  %r:2 = scf.for %i = %l to %u step %u iter_args(%p = %a, %q = %b) -> (memref<3xi8>, memref<3xi8>) {
    scf.yield %q, %p : memref<3xi8>, memref<3xi8>
  }
  return %r#0, %r#1 : memref<3xi8>, memref<3xi8>
}
