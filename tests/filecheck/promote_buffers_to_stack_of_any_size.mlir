// RUN: bufferize-opt %s --promote-buffers-to-stack=max-alloc-size-in-bytes=536870912 | filecheck %s

// A limit of 2 to the power of 32 bits.

// CHECK-LABEL: func.func @below_a_high_limit(
// CHECK:         memref.alloca() : memref<3xi8>
// REFERENCE: mlir-opt computes with 32 bits, so that the limit is 0.
func.func @below_a_high_limit(%v: i8, %i: index) -> i8 {
  %a = memref.alloc() : memref<3xi8>
  memref.store %v, %a[%i] : memref<3xi8>
  %0 = memref.load %a[%i] : memref<3xi8>
  return %0 : i8
}
