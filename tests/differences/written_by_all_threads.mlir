// OPTIONS: bufferize-function-boundaries
// SCHEDULES: 4
// PRINTS: 1 1 9 9
// Each thread runs the region. The reference takes it to run once, and to write after it has read.

func.func @main() {
  %c0 = arith.constant 0 : index
  %two = arith.constant 2 : i32
  %nine = arith.constant 9 : i32
  %one = arith.constant 1 : i32
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%one : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  omp.parallel num_threads(%two : i32) {
    %x = tensor.extract %t[%c0] : tensor<2xi32>
    vector.print %x : i32
    %u = tensor.insert %nine into %t[%c0] : tensor<2xi32>
    %y = tensor.extract %u[%c0] : tensor<2xi32>
    vector.print %y : i32
    omp.terminator
  }
  return
}
