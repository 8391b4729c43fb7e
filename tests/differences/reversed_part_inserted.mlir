// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: ( 1, 3, 2, 4 )
// A part is taken out, reversed, and put back.

func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %initt = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %t = bufferization.alloc_tensor() copy(%initt) : tensor<4xi32>
  %p = tensor.extract_slice %t[1] [2] [1] : tensor<4xi32> to tensor<2xi32>
  %r = tensor.extract_slice %p[1] [2] [-1] : tensor<2xi32> to tensor<2xi32>
  %w = tensor.insert_slice %r into %t[1] [2] [1] : tensor<2xi32> into tensor<4xi32>
  %v1 = vector.transfer_read %w[%c0], %zero {in_bounds = [true]} : tensor<4xi32>, vector<4xi32>
  vector.print %v1 : vector<4xi32>
  return
}
