// OPTIONS: bufferize-function-boundaries allow-return-allocs-from-loops
// PRINTS: 7 7 7 1
// The "after" region yields a tensor from outside of the loop, to which the "before" region then writes.
// The reference makes a copy where the "before" region ends, which is too late.

func.func @main() {
  %zero = arith.constant 0 : index
  %step = arith.constant 1 : index
  %two = arith.constant 2 : index
  %one = arith.constant 1.0 : f32
  %x = arith.constant 7.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %other = tensor.empty() : tensor<4xf32>
  %start = linalg.fill ins(%one : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %outside = linalg.fill ins(%one : f32) outs(%other : tensor<4xf32>) -> tensor<4xf32>
  %r:2 = scf.while (%i = %zero, %a = %start) : (index, tensor<4xf32>) -> (index, tensor<4xf32>) {
    %again = arith.cmpi slt, %i, %two : index
    %written = tensor.insert %x into %a[%zero] : tensor<4xf32>
    %0 = tensor.extract %written[%zero] : tensor<4xf32>
    vector.print %0 : f32
    scf.condition(%again) %i, %written : index, tensor<4xf32>
  } do {
  ^bb0(%i: index, %a: tensor<4xf32>):
    %next = arith.addi %i, %step : index
    scf.yield %next, %outside : index, tensor<4xf32>
  }
  %1 = tensor.extract %outside[%zero] : tensor<4xf32>
  vector.print %1 : f32
  return
}
