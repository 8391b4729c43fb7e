// alloc_tensor: with contents, with run-time extents, in a memory space.
// RUN: bufferize-opt %s --one-shot-bufferize=bufferize-function-boundaries | filecheck %s
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries buffer-alignment=0" | filecheck %s --check-prefix=PLAIN

// CHECK-LABEL: func.func @contents
// CHECK-SAME:    (%[[SRC:[a-z0-9]*]]: memref<?xf32,
// CHECK:         %[[SIZE:.*]] = memref.dim %[[SRC]]
// CHECK:         %[[NEW:.*]] = memref.alloc(%[[SIZE]]) {alignment = 64 : i64} : memref<?xf32>
// CHECK-NEXT:    memref.copy %[[SRC]], %[[NEW]]
// CHECK:         return %[[NEW]]
// PLAIN-LABEL: func.func @contents
// PLAIN:         memref.alloc(%{{.*}}) : memref<?xf32>
func.func @contents(%t: tensor<?xf32>) -> tensor<?xf32> {
  %0 = bufferization.alloc_tensor() copy(%t) : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @extents
// CHECK-SAME:    (%[[N:[a-z0-9]*]]: index)
// CHECK:         memref.alloc(%[[N]], %[[N]]) {alignment = 64 : i64} : memref<?x4x?xi8, "scratch">
func.func @extents(%n: index) -> i8 {
  %0 = bufferization.alloc_tensor(%n, %n) {memory_space = "scratch"} : tensor<?x4x?xi8>
  %x = tensor.extract %0[%n, %n, %n] : tensor<?x4x?xi8>
  return %x : i8
}
