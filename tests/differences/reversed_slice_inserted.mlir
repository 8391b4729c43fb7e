// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: ( 2, 1 )
// A slice with a stride of -1 holds the elements in another order than its source.

func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %initt = arith.constant dense<[1, 2]> : tensor<2xi32>
  %t = bufferization.alloc_tensor() copy(%initt) : tensor<2xi32>
  %r = tensor.extract_slice %t[1] [2] [-1] : tensor<2xi32> to tensor<2xi32>
  %w = bufferization.materialize_in_destination %r in %t
      : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %v1 = vector.transfer_read %w[%c0], %zero {in_bounds = [true]} : tensor<2xi32>, vector<2xi32>
  vector.print %v1 : vector<2xi32>
  return
}
