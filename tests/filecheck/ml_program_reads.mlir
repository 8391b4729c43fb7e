// Globals of ml_program are loaded without a copy: what is made of them is a copy before a write.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize | filecheck %s

ml_program.global private mutable @sum(dense<3> : tensor<i32>) : tensor<i32>

// CHECK:         memref.global "private" @sum : memref<i32> = dense<3>
// CHECK-LABEL: func.func @double(
// CHECK:         %[[V0:.*]] = memref.get_global @sum : memref<i32>
// CHECK:         %[[V1:.*]] = memref.load %[[V0]][]
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<i32>
// CHECK:         memref.copy %[[V0]], %[[ALLOC]] :
// CHECK:         memref.store %{{.*}}, %[[ALLOC]][]
// CHECK:         %[[V3:.*]] = memref.get_global @sum : memref<i32>
// CHECK:         memref.copy %[[ALLOC]], %[[V3]] :
// CHECK:         return %{{.*}}
func.func @double() -> i32 {
  %0 = ml_program.global_load @sum : tensor<i32>
  %1 = tensor.extract %0[] : tensor<i32>
  %2 = arith.addi %1, %1 : i32
  %3 = tensor.insert %2 into %0[] : tensor<i32>
  ml_program.global_store @sum = %3 : tensor<i32>
  return %2 : i32
}

// Loaded twice: the second value is read after the update of the first.
// CHECK-LABEL: func.func @read_the_other(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: i32) -> i32
// CHECK:         %[[V0:.*]] = memref.get_global @sum : memref<i32>
// CHECK:         %[[V1:.*]] = memref.get_global @sum : memref<i32>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<i32>
// CHECK:         memref.copy %[[V0]], %[[ALLOC]] :
// CHECK:         memref.store %[[ARG0]], %[[ALLOC]][]
// CHECK:         %[[V2:.*]] = memref.load %[[V1]][]
// CHECK:         %[[V3:.*]] = memref.get_global @sum : memref<i32>
// CHECK:         memref.copy %[[ALLOC]], %[[V3]] :
// CHECK:         return %[[V2]] :
func.func @read_the_other(%x: i32) -> i32 {
  %0 = ml_program.global_load @sum : tensor<i32>
  %1 = ml_program.global_load @sum : tensor<i32>
  %2 = tensor.insert %x into %0[] : tensor<i32>
  %3 = tensor.extract %1[] : tensor<i32>
  ml_program.global_store @sum = %2 : tensor<i32>
  return %3 : i32
}
