// RUN: bufferize-opt %s --split-input-file --buffer-deallocation-pipeline | filecheck %s

// CHECK-LABEL: func @executed
// CHECK:         async.execute
// CHECK:           %[[A:.*]] = memref.alloc
// CHECK:           memref.dealloc %[[A]]
// CHECK-NEXT:      async.yield
func.func @executed(%h: memref<2xf32>) -> !async.token {
  %t = async.execute {
    %a = memref.alloc() : memref<2xf32>
    memref.copy %a, %h : memref<2xf32> to memref<2xf32>
    async.yield
  }
  return %t : !async.token
}

// -----

// REFERENCE: mlir-opt frees in func.func only.
// CHECK-LABEL: async.func @function
// CHECK:         memref.dealloc
// CHECK-NEXT:    return
async.func @function(%i: index) -> !async.value<f32> {
  %a = memref.alloc() : memref<2xf32>
  %x = memref.load %a[%i] : memref<2xf32>
  return %x : f32
}
