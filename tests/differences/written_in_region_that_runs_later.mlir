// OPTIONS: bufferize-function-boundaries
// SCHEDULES: 6
// PRINTS: 1 9
// The two regions may run in any order. The reference lets the second one write to the buffer that the
// first one reads.

func.func @main() {
  %c0 = arith.constant 0 : index
  %nine = arith.constant 9 : i32
  %one = arith.constant 1 : i32
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%one : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  omp.task {
    %x = tensor.extract %t[%c0] : tensor<2xi32>
    vector.print %x : i32
    omp.terminator
  }
  omp.task {
    %u = tensor.insert %nine into %t[%c0] : tensor<2xi32>
    %y = tensor.extract %u[%c0] : tensor<2xi32>
    vector.print %y : i32
    omp.terminator
  }
  return
}
