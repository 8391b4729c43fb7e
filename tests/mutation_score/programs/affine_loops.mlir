// Loops and branches of affine, which hand on tensors, and parallel ones, which do not.

func.func @one_tensor_twice(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = affine.for %i = 0 to 2 iter_args(%a = %t, %b = %t) -> (tensor<4xf32>, tensor<4xf32>) {
    %one = linalg.fill ins(%f : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    affine.yield %one, %b : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

func.func @result_is_written(%f: f32, %g: f32) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %r = affine.for %i = 0 to 4 iter_args(%a = %e) -> (tensor<4xf32>) {
    %one = linalg.fill ins(%f : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    affine.yield %one : tensor<4xf32>
  }
  %w = tensor.insert %g into %r[%c1] : tensor<4xf32>
  %x = tensor.extract %r[%c1] : tensor<4xf32>
  return %w, %x : tensor<4xf32>, f32
}

// Only the end of the iteration reads what has been overwritten.
func.func @yielded_as_before(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %r:2 = affine.for %i = 0 to 2 iter_args(%a = %t, %sum = %zero) -> (tensor<4xf32>, f32) {
    %one = linalg.fill ins(%f : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    %x = tensor.extract %one[%c1] : tensor<4xf32>
    %next = arith.addf %sum, %x : f32
    affine.yield %a, %next : tensor<4xf32>, f32
  }
  return %r#0, %r#1 : tensor<4xf32>, f32
}

func.func @nested(%t: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %r = affine.for %i = 0 to 2 iter_args(%a = %t) -> (tensor<4xf32>) {
    %s = affine.for %j = 0 to 4 iter_args(%b = %a) -> (tensor<4xf32>) {
      %w = tensor.insert %f into %b[%j] : tensor<4xf32>
      affine.yield %w : tensor<4xf32>
    }
    affine.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

func.func @updated_or_not(%t: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %r = affine.for %i = 0 to 4 iter_args(%a = %t) -> (tensor<4xf32>) {
    %s = affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) -> tensor<4xf32> {
      %w = tensor.insert %f into %a[%i] : tensor<4xf32>
      affine.yield %w : tensor<4xf32>
    } else {
      affine.yield %a : tensor<4xf32>
    }
    affine.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

func.func @parts_that_overlap(%f: f32, %g: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<3xf32>
  %s = tensor.extract_slice %e[0] [2] [1] : tensor<3xf32> to tensor<2xf32>
  %t = tensor.extract_slice %e[1] [2] [1] : tensor<3xf32> to tensor<2xf32>
  %r:2 = affine.for %i = 0 to 2 iter_args(%a = %s, %b = %t) -> (tensor<2xf32>, tensor<2xf32>) {
    %one = linalg.fill ins(%f : f32) outs(%a : tensor<2xf32>) -> tensor<2xf32>
    %two = linalg.fill ins(%g : f32) outs(%b : tensor<2xf32>) -> tensor<2xf32>
    affine.yield %one, %two : tensor<2xf32>, tensor<2xf32>
  }
  %x = tensor.extract %r#0[%c1] : tensor<2xf32>
  %y = tensor.extract %r#1[%c0] : tensor<2xf32>
  return %x, %y : f32, f32
}

// -----

// What one iteration writes another one reads.

func.func @neighbours(%t: tensor<8xf32>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 6 iter_args(%sum = %zero) -> (f32) {
    %after = arith.addi %i, %c1 : index
    %mine = tensor.extract_slice %t[%after] [1] [1] : tensor<8xf32> to tensor<1xf32>
    %new = linalg.fill ins(%f : f32) outs(%mine : tensor<1xf32>) -> tensor<1xf32>
    %x = tensor.extract %new[%c0] : tensor<1xf32>
    %part = tensor.extract_slice %t[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    %y = tensor.extract %part[%c0] : tensor<1xf32>
    %xy = arith.addf %x, %y : f32
    %next = arith.addf %sum, %xy : f32
    affine.yield %next : f32
  }
  return %r : f32
}

// -----

// A loop that yields another buffer than it was given, which the next iteration would write to.

func.func @outer_tensor_yielded(%t: tensor<4xf32>, %u: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %r = affine.for %i = 0 to 2 iter_args(%a = %t) -> (tensor<4xf32>) {
    %w = tensor.insert %f into %a[%c1] : tensor<4xf32>
    affine.yield %u : tensor<4xf32>
  }
  %x = tensor.extract %u[%c1] : tensor<4xf32>
  return %r, %x : tensor<4xf32>, f32
}

// -----

// Branches yield tensors that are needed as they were, or parts of one.

#positive = affine_set<(d0) : (d0 - 1 >= 0)>

func.func @write_after_choice(%t: tensor<4xf32>, %u: tensor<4xf32>, %f: f32, %n: index) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %r = affine.if #positive(%n) -> tensor<4xf32> {
    affine.yield %t : tensor<4xf32>
  } else {
    affine.yield %u : tensor<4xf32>
  }
  %w = tensor.insert %f into %r[%c1] : tensor<4xf32>
  %x = tensor.extract %t[%c1] : tensor<4xf32>
  %y = tensor.extract %u[%c1] : tensor<4xf32>
  %xy = arith.addf %x, %y : f32
  return %w, %xy : tensor<4xf32>, f32
}

func.func @choice_of_parts(%t: tensor<4xf32>, %f: f32, %n: index) -> tensor<4xf32> {
  %s = tensor.extract_slice %t[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %r = affine.if #positive(%n) -> tensor<2xf32> {
    %one = linalg.fill ins(%f : f32) outs(%s : tensor<2xf32>) -> tensor<2xf32>
    affine.yield %one : tensor<2xf32>
  } else {
    affine.yield %s : tensor<2xf32>
  }
  %w = tensor.insert_slice %r into %t[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %w : tensor<4xf32>
}

// -----

// Both branches are run, of which one writes.

func.func @each_branch_is_run(%t: tensor<2xi32>, %u: tensor<2xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %r = affine.for %i = 0 to 2 iter_args(%sum = %zero) -> i32 {
    %v = affine.if affine_set<(d0) : (d0 == 0)>(%i) -> tensor<2xi32> {
      %w = tensor.insert %zero into %t[%c1] : tensor<2xi32>
      affine.yield %w : tensor<2xi32>
    } else {
      affine.yield %u : tensor<2xi32>
    }
    %x = tensor.extract %v[%c1] : tensor<2xi32>
    %next = arith.addi %sum, %x : i32
    affine.yield %next : i32
  }
  return %r : i32
}

// -----

// The iterations of a parallel loop run in any order, and each has what it writes to for itself.

func.func @buffers_of_iterations(%o: memref<3xindex>) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<2xindex>
  affine.parallel (%i) = (0) to (3) {
    %w = linalg.fill ins(%i : index) outs(%e : tensor<2xindex>) -> tensor<2xindex>
    %x = tensor.extract %w[%c0] : tensor<2xindex>
    memref.store %x, %o[%i] : memref<3xindex>
  }
  return
}
