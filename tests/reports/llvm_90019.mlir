// An element-wise operation in a loop reads a tensor from outside of the loop and writes to it: in the
// second iteration it would read what the first one wrote. The reference was wrong until its PR 97209.
// REFERENCE: is right
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries" | filecheck %s
// PRINTS: 12

// CHECK-LABEL: func.func @main
// CHECK:         %[[result:.*]] = memref.alloc
// CHECK:         %[[twos:.*]] = memref.alloc
// CHECK:         linalg.fill {{.*}}outs(%[[twos]]
// CHECK:         scf.for
// CHECK:           linalg.map {{.*}}ins(%[[twos]], {{.*}}outs(%[[result]]
func.func @main() {
  %zero = arith.constant 0 : index
  %step = arith.constant 1 : index
  %four = arith.constant 4 : index
  %start = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<3xf32>
  %twos = linalg.fill ins(%two : f32) outs(%empty : tensor<3xf32>) -> tensor<3xf32>
  %other = tensor.empty() : tensor<3xf32>
  %ones = linalg.fill ins(%one : f32) outs(%other : tensor<3xf32>) -> tensor<3xf32>
  %sum = scf.for %i = %zero to %four step %step iter_args(%s = %start) -> f32 {
    %threes = linalg.map {arith.addf}
      ins(%twos, %ones : tensor<3xf32>, tensor<3xf32>) outs(%empty : tensor<3xf32>)
    %v = tensor.extract %threes[%step] : tensor<3xf32>
    %next = arith.addf %s, %v : f32
    scf.yield %next : f32
  }
  vector.print %sum : f32
  return
}
