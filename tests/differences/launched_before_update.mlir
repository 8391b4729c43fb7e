// OPTIONS: bufferize-function-boundaries
// SCHEDULES: 6
// PRINTS: 1 9
// The device may run the region after the update, until the host waits for it.

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %nine = arith.constant 9 : i32
  %one = arith.constant 1 : i32
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%one : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %token = gpu.launch async blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
                            threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %x = tensor.extract %t[%c0] : tensor<2xi32>
    gpu.printf "%d\n", %x : i32
    gpu.terminator
  }
  %u = tensor.insert %nine into %t[%c0] : tensor<2xi32>
  gpu.wait [%token]
  %y = tensor.extract %u[%c0] : tensor<2xi32>
  vector.print %y : i32
  return
}
