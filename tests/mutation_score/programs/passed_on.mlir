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

// -----

// What the loop carries is copied before it and in it, so that only its result is left.

func.func @read_after_the_other_is_written(%t: tensor<4xf32> {bufferization.writable = false}, %u: tensor<4xf32>, %f: f32) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %r:3 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %t, %x = %zero, %y = %zero) -> (tensor<4xf32>, f32, f32) {
    %w = tensor.insert %f into %a[%c0] : tensor<4xf32>
    %p = tensor.extract %w[%c0] : tensor<4xf32>
    %q = tensor.extract %a[%c0] : tensor<4xf32>
    %sum = arith.addf %x, %p : f32
    %other = arith.addf %y, %q : f32
    scf.yield %u, %sum, %other : tensor<4xf32>, f32, f32
  }
  %w = tensor.insert %f into %u[%c1] : tensor<4xf32>
  %x = tensor.extract %w[%c1] : tensor<4xf32>
  %y = tensor.extract %r#0[%c1] : tensor<4xf32>
  %z = arith.addf %r#1, %r#2 : f32
  return %x, %y, %z : f32, f32, f32
}

// -----

// The region that fills what it gets must not get the constant, by way of the other region.

func.func @constant_handed_on_to_be_filled(%t: tensor<4xf32>, %f: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %r:5 = scf.while (%a = %t, %b = %e, %i = %c0, %x = %zero, %y = %zero) : (tensor<4xf32>, tensor<4xf32>, index, f32, f32) -> (tensor<4xf32>, tensor<4xf32>, index, f32, f32) {
    %more = arith.cmpi slt, %i, %c3 : index
    scf.condition(%more) %b, %a, %i, %x, %y : tensor<4xf32>, tensor<4xf32>, index, f32, f32
  } do {
  ^bb0(%c: tensor<4xf32>, %d: tensor<4xf32>, %i: index, %x: f32, %y: f32):
    %w = linalg.fill ins(%f : f32) outs(%c : tensor<4xf32>) -> tensor<4xf32>
    %p = tensor.extract %w[%c0] : tensor<4xf32>
    %k = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
    %q = tensor.extract %k[%i] : tensor<4xf32>
    %sum = arith.addf %x, %p : f32
    %other = arith.addf %y, %q : f32
    %next = arith.addi %i, %c1 : index
    scf.yield %d, %k, %next, %sum, %other : tensor<4xf32>, tensor<4xf32>, index, f32, f32
  }
  return %r#3, %r#4 : f32, f32
}

// -----

// What is new in each iteration of the inner loop does not share a buffer with what the outer one hands on.

func.func @handed_on_around_new_ones(%t: tensor<4xf32>, %u: tensor<4xf32>, %f: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %m = memref.alloc() : memref<4xf32>
  linalg.fill ins(%f : f32) outs(%m : memref<4xf32>)
  %k = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  %r:3 = scf.for %j = %c0 to %c3 step %c1 iter_args(%p = %k, %x0 = %zero, %y0 = %zero) -> (tensor<4xf32>, f32, f32) {
    %s:3 = scf.while (%a = %t, %i = %c0, %x = %x0) : (tensor<4xf32>, index, f32) -> (tensor<4xf32>, index, f32) {
      %d = tensor.extract %a[%c0] : tensor<4xf32>
      %sum = arith.addf %x, %d : f32
      %more = arith.cmpi slt, %i, %c3 : index
      scf.condition(%more) %u, %i, %sum : tensor<4xf32>, index, f32
    } do {
    ^bb0(%b: tensor<4xf32>, %i: index, %x: f32):
      %next = arith.addi %i, %c1 : index
      %e = tensor.empty() : tensor<4xf32>
      %new = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      scf.yield %new, %next, %x : tensor<4xf32>, index, f32
    }
    %y = tensor.extract %p[%c0] : tensor<4xf32>
    %sum = arith.addf %y0, %y : f32
    scf.yield %t, %s#2, %sum : tensor<4xf32>, f32, f32
  }
  memref.dealloc %m : memref<4xf32>
  return %r#1, %r#2 : f32, f32
}
