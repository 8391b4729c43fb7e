// A function that calls itself is bufferized without the analysis. The reference took the state for
// that of the analysis, and its stack overflowed; whether it does depends on what lies in memory.
// REFERENCE: is right
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries copy-before-write" | filecheck %s
// PRINTS: 1 5

// CHECK-LABEL: func.func @count
// CHECK:         memref.copy %{{.*}}, %[[copy:.*]] :
// CHECK:         memref.store %{{.*}}, %[[copy]]
// CHECK:         call @count
func.func @count(%t: tensor<2xi64>, %n: i64) -> tensor<2xi64> {
  %zero = arith.constant 0 : index
  %none = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %done = arith.cmpi eq, %n, %none : i64
  %r = scf.if %done -> (tensor<2xi64>) {
    scf.yield %t : tensor<2xi64>
  } else {
    %next = tensor.insert %n into %t[%zero] : tensor<2xi64>
    %less = arith.subi %n, %one : i64
    %called = func.call @count(%next, %less) : (tensor<2xi64>, i64) -> tensor<2xi64>
    scf.yield %called : tensor<2xi64>
  }
  return %r : tensor<2xi64>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %three = arith.constant 3 : i64
  %t = arith.constant dense<[5, 6]> : tensor<2xi64>
  %u = call @count(%t, %three) : (tensor<2xi64>, i64) -> tensor<2xi64>
  %v = tensor.extract %u[%zero] : tensor<2xi64>
  %w = tensor.extract %t[%zero] : tensor<2xi64>
  vector.print %v : i64
  vector.print %w : i64
  return
}
