// OPTIONS: bufferize-function-boundaries
// PRINTS: 9 1
// What a case of scf.index_switch yields is the result of the switch. The reference forgets that, as it
// does not for scf.if, and writes to the constant.

func.func @f(%n: index) -> tensor<2xi32> {
  %zero = arith.constant 0 : index
  %two = arith.constant 2 : i32
  %nine = arith.constant 9 : i32
  %one_of = scf.index_switch %n -> tensor<2xi32>
  case 0 {
    %ones = arith.constant dense<1> : tensor<2xi32>
    scf.yield %ones : tensor<2xi32>
  }
  default {
    %twos = tensor.splat %two : tensor<2xi32>
    scf.yield %twos : tensor<2xi32>
  }
  %w = tensor.insert %nine into %one_of[%zero] : tensor<2xi32>
  return %w : tensor<2xi32>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = call @f(%zero) : (index) -> tensor<2xi32>
  %0 = tensor.extract %r[%zero] : tensor<2xi32>
  %1 = tensor.extract %r[%one] : tensor<2xi32>
  vector.print %0 : i32
  vector.print %1 : i32
  return
}
