// A tensor that is read after it was updated is copied once; one that is not writable as well.
// RUN: bufferize-opt %s --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

// CHECK-LABEL: func.func @old_value_is_read
// CHECK-SAME:    (%[[BUF:.*]]: memref<8xi32, {{.*}}>,
// CHECK:         %[[COPY:.*]] = memref.alloc() {alignment = 64 : i64} : memref<8xi32>
// CHECK-NEXT:    memref.copy %[[BUF]], %[[COPY]]
// CHECK-NEXT:    memref.store %{{.*}}, %[[COPY]]
// CHECK-NEXT:    %[[OLD:.*]] = memref.load %[[BUF]]
// CHECK:         return %[[COPY]], %[[OLD]] : memref<8xi32>, i32
func.func @old_value_is_read(%t: tensor<8xi32>, %v: i32, %i: index) -> (tensor<8xi32>, i32) {
  %new = tensor.insert %v into %t[%i] : tensor<8xi32>
  %old = tensor.extract %t[%i] : tensor<8xi32>
  return %new, %old : tensor<8xi32>, i32
}

// CHECK-LABEL: func.func @not_writable
// CHECK-SAME:    (%[[BUF:.*]]: memref<8xi32, {{[^{]*}}>,
// CHECK:         memref.copy %[[BUF]], %[[COPY:.*]] :
// CHECK-NEXT:    memref.store %{{.*}}, %[[COPY]]
func.func @not_writable(%t: tensor<8xi32> {bufferization.writable = false}, %v: i32, %i: index)
    -> tensor<8xi32> {
  %new = tensor.insert %v into %t[%i] : tensor<8xi32>
  return %new : tensor<8xi32>
}

// All of the old value is overwritten: a new buffer, but nothing is copied to it.
// CHECK-LABEL: func.func @overwritten
// CHECK:         memref.alloc()
// CHECK-NOT:     memref.copy
// CHECK:         linalg.fill
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @overwritten(%t: tensor<8xi32>, %v: i32, %i: index) -> (tensor<8xi32>, i32) {
  %new = linalg.fill ins(%v : i32) outs(%t : tensor<8xi32>) -> tensor<8xi32>
  %old = tensor.extract %t[%i] : tensor<8xi32>
  return %new, %old : tensor<8xi32>, i32
}
