// Eight iterations, which may run at once, write to %t: each gets a copy of its own.
func.func @parallel(%t: tensor<8xf32>, %out: tensor<8xf32>, %v: f32) -> tensor<8xf32> {
  %result = scf.forall (%i) in (8) shared_outs(%o = %out) -> (tensor<8xf32>) {
    %written = tensor.insert %v into %t[%i] : tensor<8xf32>
    %part = tensor.extract_slice %written[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %part into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %result : tensor<8xf32>
}
