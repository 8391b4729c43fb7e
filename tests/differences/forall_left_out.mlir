// OPTIONS: bufferize-function-boundaries dialect-filter=tensor,func,bufferization,arith
// PRINTS: 9 1
// A loop that a filter leaves out, and that has no tensors itself, still is a loop.

func.func @main() {
  %c0 = arith.constant 0 : index
  %nine = arith.constant 9 : i32
  %initt = arith.constant dense<[1, 2]> : tensor<2xi32>
  %t = bufferization.alloc_tensor() copy(%initt) : tensor<2xi32>
  scf.forall (%i) in (2) {
    %w = tensor.insert %nine into %t[%i] : tensor<2xi32>
    %x = tensor.extract %w[%c0] : tensor<2xi32>
    vector.print %x : i32
  }
  return
}
