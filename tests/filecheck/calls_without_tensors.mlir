// What a function on buffers returns is made precise, too; its calls, which have no tensors, follow.
// REFERENCE: differs because mlir-opt leaves the calls as they are, and refuses its own result.
// RUN: bufferize-opt %s --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

// CHECK-LABEL: func.func private @view
// CHECK-SAME:    (%[[M:.*]]: memref<4xf32>) -> memref<4xf32>
// CHECK:         return %[[M]]
func.func private @view(%m: memref<4xf32>) -> memref<4xf32, strided<[?], offset: ?>> {
  %view = memref.cast %m : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  return %view : memref<4xf32, strided<[?], offset: ?>>
}

// CHECK-LABEL: func.func @caller
// CHECK:         %[[RESULT:.*]] = call @view(%{{.*}}) : (memref<4xf32>) -> memref<4xf32>
// CHECK:         %[[CAST:.*]] = memref.cast %[[RESULT]]
// CHECK:         return %[[CAST]]
func.func @caller(%m: memref<4xf32>) -> memref<4xf32, strided<[?], offset: ?>> {
  %0 = call @view(%m) : (memref<4xf32>) -> memref<4xf32, strided<[?], offset: ?>>
  return %0 : memref<4xf32, strided<[?], offset: ?>>
}
