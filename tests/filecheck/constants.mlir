// Constants become globals, one for equal contents; they are read-only, so an update copies.
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries buffer-alignment=128" | filecheck %s

// CHECK-DAG: memref.global "private" constant @__constant_3xi32 : memref<3xi32> = dense<[1, 2, 3]> {alignment = 128 : i64}
// CHECK-DAG: memref.global "private" constant @__constant_3xi32_0 : memref<3xi32> = dense<[4, 5, 6]> {alignment = 128 : i64}

// CHECK-LABEL: func.func @table
// CHECK:         memref.get_global @__constant_3xi32 : memref<3xi32>
// CHECK:         memref.get_global @__constant_3xi32 : memref<3xi32>
// CHECK:         %[[THIRD:.*]] = memref.get_global @__constant_3xi32_0 : memref<3xi32>
// CHECK:         %[[COPY:.*]] = memref.alloc() {alignment = 128 : i64} : memref<3xi32>
// CHECK:         memref.copy %[[THIRD]], %[[COPY]]
// CHECK:         memref.store %{{.*}}, %[[COPY]]
func.func @table(%i: index) -> (i32, i32, tensor<3xi32>) {
  %a = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %b = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %c = arith.constant dense<[4, 5, 6]> : tensor<3xi32>
  %x = tensor.extract %a[%i] : tensor<3xi32>
  %y = tensor.extract %b[%i] : tensor<3xi32>
  %n = tensor.insert %x into %c[%i] : tensor<3xi32>
  return %x, %y, %n : i32, i32, tensor<3xi32>
}
