// What `tensor.parallel_insert_slice` inserts into is shared between the threads: a copy of it before
// the write (`copy-before-write`) would be written in its stead, and be lost. The reference was wrong
// until its PR 98312. A copy must still be made before the loop where the original is read later.
// REFERENCE: is right
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries copy-before-write" | filecheck %s
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries" | filecheck %s
// PRINTS: 1 1 7 7

// CHECK-LABEL: func.func @main
// CHECK:         memref.copy
// CHECK:         scf.forall
// CHECK:           %[[part:.*]] = memref.subview
// CHECK:           memref.copy {{.*}}, %[[part]]
func.func @main() {
  %zero = arith.constant 0 : index
  %three = arith.constant 3 : index
  %one = arith.constant 1.0 : f32
  %seven = arith.constant 7.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %ones = linalg.fill ins(%one : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %sevens = scf.forall (%i) in (4) shared_outs(%all = %ones) -> tensor<4xf32> {
    %part = tensor.empty() : tensor<1xf32>
    %new = linalg.fill ins(%seven : f32) outs(%part : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %new into %all[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  %0 = tensor.extract %ones[%zero] : tensor<4xf32>
  %1 = tensor.extract %ones[%three] : tensor<4xf32>
  %2 = tensor.extract %sevens[%zero] : tensor<4xf32>
  %3 = tensor.extract %sevens[%three] : tensor<4xf32>
  vector.print %0 : f32
  vector.print %1 : f32
  vector.print %2 : f32
  vector.print %3 : f32
  return
}
