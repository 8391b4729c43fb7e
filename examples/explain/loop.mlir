// Two tensors take turns: each iteration yields them in the other order.
func.func @loop(%x: tensor<16xf32>, %y: tensor<16xf32>, %n: index, %v: f32)
    -> (tensor<16xf32>, tensor<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last:2 = scf.for %i = %c0 to %n step %c1
      iter_args(%a = %x, %b = %y) -> (tensor<16xf32>, tensor<16xf32>) {
    %written = tensor.insert %v into %a[%c0] : tensor<16xf32>
    scf.yield %b, %written : tensor<16xf32>, tensor<16xf32>
  }
  return %last#0, %last#1 : tensor<16xf32>, tensor<16xf32>
}
