// ml_program globals become memref globals; a loaded value is a snapshot, so an update copies it.
// RUN: bufferize-opt %s --one-shot-bufferize | filecheck %s
// REFERENCE: stores an allocation without contents (with copy-before-write)
// So without analysis; what is stored is only read (mlir-opt 22 stores an uninitialised buffer here).
// RUN: bufferize-opt %s --one-shot-bufferize=copy-before-write | filecheck %s --check-prefix=CAREFUL

// CHECK: memref.global "private" @count : memref<i64> = dense<0>
ml_program.global private mutable @count(dense<0> : tensor<i64>) : tensor<i64>

// CHECK-LABEL: func.func @increment
// CHECK:         %[[OLD:.*]] = memref.get_global @count : memref<i64>
// CHECK:         memref.load %[[OLD]][]
// CHECK:         memref.copy %[[OLD]], %[[NEW:[a-z0-9_]*]]
// CHECK:         memref.store %{{.*}}, %[[NEW]][]
// CHECK:         %[[TARGET:.*]] = memref.get_global @count : memref<i64>
// CHECK:         memref.copy %[[NEW]], %[[TARGET]]

// CAREFUL-LABEL: func.func @increment
// CAREFUL:         memref.store %{{.*}}, %[[NEW:.*]][]
// CAREFUL:         %[[TARGET:.*]] = memref.get_global @count : memref<i64>
// CAREFUL:         memref.copy %[[NEW]], %[[TARGET]]
func.func @increment() -> i64 {
  %one = arith.constant 1 : i64
  %0 = ml_program.global_load @count : tensor<i64>
  %x = tensor.extract %0[] : tensor<i64>
  %y = arith.addi %x, %one : i64
  %n = tensor.insert %y into %0[] : tensor<i64>
  ml_program.global_store @count = %n : tensor<i64>
  return %y : i64
}
