// OPTIONS: bufferize-function-boundaries
// PRINTS: ( 3, 4 ) ( 7, 7 )
// A tensor is overwritten after a function has freed it, and its memory is used anew.

func.func private @drop(%t: tensor<2xi32>) {
  bufferization.dealloc_tensor %t : tensor<2xi32>
  return
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %seven = arith.constant 7 : i32
  %initt = arith.constant dense<[1, 2]> : tensor<2xi32>
  %initu = arith.constant dense<[3, 4]> : tensor<2xi32>
  %t = bufferization.alloc_tensor() copy(%initt) : tensor<2xi32>
  func.call @drop(%t) : (tensor<2xi32>) -> ()
  %u = bufferization.alloc_tensor() copy(%initu) : tensor<2xi32>
  %f = linalg.fill ins(%seven : i32) outs(%t : tensor<2xi32>) -> tensor<2xi32>
  %v1 = vector.transfer_read %u[%c0], %zero {in_bounds = [true]} : tensor<2xi32>, vector<2xi32>
  vector.print %v1 : vector<2xi32>
  %v2 = vector.transfer_read %f[%c0], %zero {in_bounds = [true]} : tensor<2xi32>, vector<2xi32>
  vector.print %v2 : vector<2xi32>
  return
}
