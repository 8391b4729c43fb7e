// OPTIONS: bufferize-function-boundaries
// SCHEDULES: 4
// PRINTS: 1 1 9 9
// Threads share the iterations, each of which runs the region. The reference takes it to run once.

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %nine = arith.constant 9 : i32
  %one = arith.constant 1 : i32
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%one : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  omp.wsloop {
  omp.loop_nest (%i) : index = (%c0) to (%c2) step (%c1) {
    %x = tensor.extract %t[%c0] : tensor<2xi32>
    vector.print %x : i32
    %u = tensor.insert %nine into %t[%c0] : tensor<2xi32>
    %y = tensor.extract %u[%c0] : tensor<2xi32>
    vector.print %y : i32
    omp.yield
  }
  }
  return
}
