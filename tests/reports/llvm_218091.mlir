// A tensor that is made anew in each iteration of a loop, from values that do not change, is written
// to. The reference's --sparsification-and-bufferization moves its buffer out of the loop, so that
// later iterations see what earlier ones wrote; --one-shot-bufferize of either leaves it there.
// REFERENCE: is right
// RUN: bufferize-opt %s --canonicalize --cse --one-shot-bufferize="bufferize-function-boundaries" --canonicalize --cse | filecheck %s
// PRINTS: 8

// CHECK-LABEL: func.func @f
// CHECK:         scf.for
// CHECK:           %[[new:.*]] = memref.alloc
// CHECK:           memref.store %{{.*}}, %[[new]]
func.func @f(%two: i64, %nine: i64) -> i64 {
  %zero = arith.constant 0 : index
  %step = arith.constant 1 : index
  %four = arith.constant 4 : index
  %start = arith.constant 0 : i64
  %sum = scf.for %i = %zero to %four step %step iter_args(%s = %start) -> i64 {
    %t = tensor.from_elements %two, %two : tensor<2xi64>
    %old = tensor.extract %t[%zero] : tensor<2xi64>
    %w = tensor.insert %nine into %t[%zero] : tensor<2xi64>
    %written = tensor.extract %w[%zero] : tensor<2xi64>
    %is_nine = arith.cmpi eq, %written, %nine : i64
    %next = arith.addi %s, %old : i64
    %counted = arith.select %is_nine, %next, %s : i64
    scf.yield %counted : i64
  }
  return %sum : i64
}

func.func @main() {
  %two = arith.constant 2 : i64
  %nine = arith.constant 9 : i64
  %sum = call @f(%two, %nine) : (i64, i64) -> i64
  vector.print %sum : i64
  return
}
