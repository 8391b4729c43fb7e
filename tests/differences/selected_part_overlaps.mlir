// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: ( 1, 2 )
// An operation that works element by element reads one part of a tensor or another, and writes the other
// one. The reference is content that it may be the same one.

func.func @main() {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %true = arith.constant true
  %initt = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %t = bufferization.alloc_tensor() copy(%initt) : tensor<3xi32>
  %a = tensor.extract_slice %t[0] [2] [1] : tensor<3xi32> to tensor<2xi32>
  %b = tensor.extract_slice %t[1] [2] [1] : tensor<3xi32> to tensor<2xi32>
  %s = arith.select %true, %a, %b : tensor<2xi32>
  %r = linalg.copy ins(%s : tensor<2xi32>) outs(%b : tensor<2xi32>) -> tensor<2xi32>
  %v1 = vector.transfer_read %r[%c0], %zero {in_bounds = [true]} : tensor<2xi32>, vector<2xi32>
  vector.print %v1 : vector<2xi32>
  return
}
