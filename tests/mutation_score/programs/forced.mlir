// What must be in place is refused where it disturbs a read, or writes to what is read only.

func.func @read_after_contribution(%t: tensor<4xf32>, %u: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = scf.forall (%i) in (1) shared_outs(%a = %t, %b = %u) -> (tensor<4xf32>, tensor<4xf32>) {
    %x = tensor.from_elements %f : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %a[1] [1] [1] : tensor<1xf32> into tensor<4xf32>
      tensor.parallel_insert_slice %a into %b[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
    }
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @read_afterwards(%x: tensor<4xf32>, %t: tensor<4xf32>) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %r = bufferization.materialize_in_destination %x in %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %y = tensor.extract %t[%c1] : tensor<4xf32>
  return %r, %y : tensor<4xf32>, f32
}

// -----

func.func @result_of_constant(%x: tensor<2xf32>) -> tensor<2xf32> {
  %k = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %r = bufferization.materialize_in_destination %x in %k : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
