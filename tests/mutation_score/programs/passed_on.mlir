// What loops pass on, and what is written to it after them.

func.func @not_to_be_written(%t: tensor<4xf32>, %v: tensor<4xf32> {bufferization.writable = false}, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %t) -> (tensor<4xf32>) {
    scf.yield %v : tensor<4xf32>
  }
  %w = tensor.insert %f into %r[%c1] : tensor<4xf32>
  %x = tensor.extract %w[%c0] : tensor<4xf32>
  return %x : f32
}

// -----

func.func @not_to_be_written_of_two(%t: tensor<4xf32>, %v: tensor<4xf32> {bufferization.writable = false}, %f: f32) -> (f32, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %t, %b = %t) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %v, %v : tensor<4xf32>, tensor<4xf32>
  }
  %w = tensor.insert %f into %r#1[%c1] : tensor<4xf32>
  %x = tensor.extract %w[%c0] : tensor<4xf32>
  return %x, %t : f32, tensor<4xf32>
}

// -----

func.func @handed_on_to_the_other(%t: tensor<4xf32>, %v: tensor<4xf32> {bufferization.writable = false}, %f: f32) -> (f32, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %t, %b = %v) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %v, %a : tensor<4xf32>, tensor<4xf32>
  }
  %w = tensor.insert %f into %r#1[%c1] : tensor<4xf32>
  %x = tensor.extract %w[%c0] : tensor<4xf32>
  return %x, %v : f32, tensor<4xf32>
}

// -----

func.func @one_buffer_as_two(%t: tensor<4xf32>, %u: tensor<4xf32>, %f: f32, %g: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %t, %b = %u) -> (tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %n = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %n, %n : tensor<4xf32>, tensor<4xf32>
  }
  %w = tensor.insert %g into %r#0[%c1] : tensor<4xf32>
  %x = tensor.extract %w[%c0] : tensor<4xf32>
  %y = tensor.extract %r#1[%c1] : tensor<4xf32>
  return %x, %y : f32, f32
}

// -----

func.func @constant_of_iteration(%t: tensor<4xf32>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %t) -> (tensor<4xf32>) {
    %k = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
    scf.yield %k : tensor<4xf32>
  }
  %w = tensor.insert %f into %r[%c1] : tensor<4xf32>
  %x = tensor.extract %w[%c0] : tensor<4xf32>
  return %x : f32
}
