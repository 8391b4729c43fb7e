// OPTIONS: bufferize-function-boundaries
// PRINTS: 9 1
// As in switch_yields_constant.mlir: the tensor that a case yields is read after a write to the result.

func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %nine = arith.constant 9 : i32
  %ones = tensor.splat %one : tensor<2xi32>
  %one_of = scf.index_switch %zero -> tensor<2xi32>
  case 0 {
    scf.yield %ones : tensor<2xi32>
  }
  default {
    %twos = tensor.splat %two : tensor<2xi32>
    scf.yield %twos : tensor<2xi32>
  }
  %w = tensor.insert %nine into %one_of[%zero] : tensor<2xi32>
  %0 = tensor.extract %w[%zero] : tensor<2xi32>
  %1 = tensor.extract %ones[%zero] : tensor<2xi32>
  vector.print %0 : i32
  vector.print %1 : i32
  return
}
