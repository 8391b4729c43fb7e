func.func @yielding(%t: tensor<4xf32>, %u: tensor<8xf32>, %v: f32, %i: index) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r:2 = scf.for %k = %c0 to %c4 step %c1 iter_args(%x = %t, %e = %v) -> (tensor<4xf32>, f32) {
    %a = tensor.insert %e into %x[%i] : tensor<4xf32>
    %f = tensor.extract %a[%k] : tensor<4xf32>
    %s = tensor.extract_slice %u[%k] [4] [1] : tensor<8xf32> to tensor<4xf32>
    scf.yield %s, %f : tensor<4xf32>, f32
  }
  return %r#0, %r#1 : tensor<4xf32>, f32
}
