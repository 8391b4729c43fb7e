// The loop reads far behind the end of the tensor only if it runs.
// PASSES: func.func(loop-invariant-code-motion)
// OPTIONS: bufferize-function-boundaries
// PRINTS: 7

func.func private @f(%t: tensor<4xi32>, %n: index, %far: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %seven = arith.constant 7 : i32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %seven) -> i32 {
    %read = tensor.extract %t[%far] : tensor<4xi32>
    scf.yield %read : i32
  }
  return %r : i32
}

func.func @main() {
  %c0 = arith.constant 0 : index
  %far = arith.constant 100000000000 : index
  %t = arith.constant dense<1> : tensor<4xi32>
  %r = func.call @f(%t, %c0, %far) : (tensor<4xi32>, index, index) -> i32
  vector.print %r : i32
  return
}
