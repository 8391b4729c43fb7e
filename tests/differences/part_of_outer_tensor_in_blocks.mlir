// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: ( 9, 2, 3 ) ( 1, 9, 3 ) ( 1, 2, 9 )
// As part_of_outer_tensor_in_while.mlir, in a loop of blocks.

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %nine = arith.constant 9 : i32
  %initt = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %t = bufferization.alloc_tensor() copy(%initt) : tensor<3xi32>
  cf.br ^loop(%c0 : index)
^loop(%i: index):
  %s = tensor.extract_slice %t[%i] [1] [1] : tensor<3xi32> to tensor<1xi32>
  %f = linalg.fill ins(%nine : i32) outs(%s : tensor<1xi32>) -> tensor<1xi32>
  %u = tensor.insert_slice %f into %t[%i] [1] [1] : tensor<1xi32> into tensor<3xi32>
  %v1 = vector.transfer_read %u[%c0], %zero {in_bounds = [true]} : tensor<3xi32>, vector<3xi32>
  vector.print %v1 : vector<3xi32>
  %n = arith.addi %i, %c1 : index
  %more = arith.cmpi ult, %n, %c3 : index
  cf.cond_br %more, ^loop(%n : index), ^end
^end:
  return
}
