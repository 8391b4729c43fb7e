// A slice is a view: updated and put back at its place it costs nothing, at another place a copy.
// RUN: bufferize-opt %s --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

// CHECK-LABEL: func.func @same_place
// CHECK-SAME:    (%[[BUF:[a-z0-9]*]]: memref<32xf32,
// CHECK-NOT:     memref.alloc
// CHECK:         %[[VIEW:.*]] = memref.subview %[[BUF]][8] [4] [1]
// CHECK-NEXT:    linalg.fill ins(%{{.*}}) outs(%[[VIEW]] :
// CHECK-NOT:     memref.alloc
// CHECK:         return %[[BUF]] :
func.func @same_place(%t: tensor<32xf32>, %a: f32) -> tensor<32xf32> {
  %s = tensor.extract_slice %t[8] [4] [1] : tensor<32xf32> to tensor<4xf32>
  %f = linalg.fill ins(%a : f32) outs(%s : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.insert_slice %f into %t[8] [4] [1] : tensor<4xf32> into tensor<32xf32>
  return %r : tensor<32xf32>
}

// CHECK-LABEL: func.func @other_place
// CHECK-SAME:    (%[[BUF:[a-z0-9]*]]: memref<32xf32,
// CHECK:         %[[FROM:.*]] = memref.subview %[[BUF]][8] [4] [1]
// CHECK:         %[[COPY:.*]] = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
// CHECK:         memref.copy %[[FROM]], %[[COPY]]
// CHECK:         memref.store %{{.*}}, %[[COPY]]
// CHECK:         %[[TO:.*]] = memref.subview %[[BUF]][20] [4] [1]
// CHECK:         memref.copy %[[COPY]], %[[TO]]
func.func @other_place(%t: tensor<32xf32>, %a: f32, %i: index) -> tensor<32xf32> {
  %s = tensor.extract_slice %t[8] [4] [1] : tensor<32xf32> to tensor<4xf32>
  %f = tensor.insert %a into %s[%i] : tensor<4xf32>
  %r = tensor.insert_slice %f into %t[20] [4] [1] : tensor<4xf32> into tensor<32xf32>
  return %r : tensor<32xf32>
}

// Nested slices that are put back in reverse order are views of views.
// CHECK-LABEL: func.func @nested
// CHECK-SAME:    (%[[BUF:[a-z0-9]*]]: memref<?x?xf32,
// CHECK-NOT:     memref.alloc
// CHECK:         %[[OUTER:.*]] = memref.subview %[[BUF]]
// CHECK:         %[[INNER:.*]] = memref.subview %[[OUTER]]
// CHECK:         linalg.fill ins(%{{.*}}) outs(%[[INNER]] :
// CHECK-NOT:     memref.alloc
// CHECK:         return %[[BUF]]
func.func @nested(%t: tensor<?x?xf32>, %a: f32, %n: index) -> tensor<?x?xf32> {
  %o = tensor.extract_slice %t[0, %n] [%n, %n] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %s = tensor.extract_slice %o[1, 1] [2, 2] [1, 1] : tensor<?x?xf32> to tensor<2x2xf32>
  %f = linalg.fill ins(%a : f32) outs(%s : tensor<2x2xf32>) -> tensor<2x2xf32>
  %p = tensor.insert_slice %f into %o[1, 1] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<?x?xf32>
  %r = tensor.insert_slice %p into %t[0, %n] [%n, %n] [1, 1] : tensor<?x?xf32> into tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
