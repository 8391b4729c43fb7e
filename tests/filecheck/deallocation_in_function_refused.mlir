// A function that would have to be added to the module around, by a pass on a function.
// RUN: bufferize-opt %s --verify-diagnostics --pass-pipeline='builtin.module(func.func(buffer-deallocation-pipeline))'

func.func @swapped_in_a_loop(%l: index, %u: index) -> (memref<3xi8>, memref<3xi8>) {
  %a = memref.alloc() : memref<3xi8>
  %b = memref.alloc() : memref<3xi8>
  %r:2 = scf.for %i = %l to %u step %u iter_args(%p = %a, %q = %b) -> (memref<3xi8>, memref<3xi8>) {
    // expected-error @below {{library function required for generic lowering, but cannot be automatically inserted when operating on functions}}
    // expected-error @below {{failed to legalize operation 'bufferization.dealloc' that was explicitly marked illegal}}
    scf.yield %q, %p : memref<3xi8>, memref<3xi8>
  }
  return %r#0, %r#1 : memref<3xi8>, memref<3xi8>
}
