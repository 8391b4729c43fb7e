// A tensor is stored to a global and read again after that. The reference takes the store for a write to
// the tensor, so it stores a copy; and, until its PR 177387, for one that does not read the tensor, so it
// leaves the contents of that copy out.
// REFERENCE: is wrong
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries" | filecheck %s
// PRINTS: 5 9 9

// CHECK-LABEL: func.func @main
// CHECK:         %[[loaded:.*]] = memref.get_global @state
// CHECK:         memref.store %{{.*}}, %[[updated:[^\[]*]]
// CHECK-NEXT:    %[[global:.*]] = memref.get_global @state
// CHECK-NEXT:    memref.copy %[[updated]], %[[global]]
ml_program.global private mutable @state(dense<[5, 3]> : tensor<2xi32>) : tensor<2xi32>

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %nine = arith.constant 9 : i32
  %before = ml_program.global_load @state : tensor<2xi32>
  %updated = tensor.insert %nine into %before[%c1] : tensor<2xi32>
  ml_program.global_store @state = %updated : tensor<2xi32>
  %after = ml_program.global_load @state : tensor<2xi32>
  %kept = tensor.extract %after[%c0] : tensor<2xi32>
  %stored = tensor.extract %after[%c1] : tensor<2xi32>
  %given = tensor.extract %updated[%c1] : tensor<2xi32>
  vector.print %kept : i32
  vector.print %stored : i32
  vector.print %given : i32
  return
}
