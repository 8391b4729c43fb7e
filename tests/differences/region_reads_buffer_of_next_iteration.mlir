// OPTIONS: bufferize-function-boundaries
// SCHEDULES: 8
// PRINTS: 0 1 2
// A region of one iteration may run in the next one. The reference has one buffer for all iterations.

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<2xi32>
  scf.for %i = %c0 to %c3 step %c1 {
    %k = arith.index_cast %i : index to i32
    %t = linalg.fill ins(%k : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    omp.task {
      %x = tensor.extract %t[%c0] : tensor<2xi32>
      vector.print %x : i32
      omp.terminator
    }
  }
  return
}
