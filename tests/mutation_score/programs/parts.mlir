// Parts of one tensor by way of others, and what is inserted beside them.

func.func @indices_of_reshaped(%f: f32, %g: f32) -> (tensor<2x1xf32>, f32) {
  %c0 = arith.constant 0 : index
  %shape = arith.constant dense<[3, 2]> : tensor<2xindex>
  %e = tensor.empty() : tensor<2x3xf32>
  %t = linalg.fill ins(%g : f32) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %r = tensor.reshape %t(%shape) : (tensor<2x3xf32>, tensor<2xindex>) -> tensor<3x2xf32>
  %part = tensor.extract_slice %t[0, 2] [2, 1] [1, 1] : tensor<2x3xf32> to tensor<2x1xf32>
  %new = linalg.fill ins(%f : f32) outs(%part : tensor<2x1xf32>) -> tensor<2x1xf32>
  %other = tensor.extract_slice %r[1, 0] [1, 2] [1, 1] : tensor<3x2xf32> to tensor<1x2xf32>
  %x = tensor.extract %other[%c0, %c0] : tensor<1x2xf32>
  return %new, %x : tensor<2x1xf32>, f32
}

// -----

func.func @parts_of_overlapping_parts(%t: tensor<8xf32>, %f: f32) -> (tensor<2xf32>, f32) {
  %c0 = arith.constant 0 : index
  %a = tensor.extract_slice %t[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %b = tensor.extract_slice %t[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %mine = tensor.extract_slice %b[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %new = linalg.fill ins(%f : f32) outs(%mine : tensor<2xf32>) -> tensor<2xf32>
  %other = tensor.extract_slice %a[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %x = tensor.extract %other[%c0] : tensor<2xf32>
  return %new, %x : tensor<2xf32>, f32
}

// -----

// The part that both are parts of is another one in each iteration.

func.func @halves_of_moving_part(%t: tensor<8xf32>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c5 step %c2 iter_args(%sum = %zero) -> (f32) {
    %s = tensor.extract_slice %t[%i] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %low = tensor.extract_slice %s[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %high = tensor.extract_slice %s[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %new = linalg.fill ins(%f : f32) outs(%high : tensor<2xf32>) -> tensor<2xf32>
    %x = tensor.extract %low[%c0] : tensor<2xf32>
    %y = tensor.extract %new[%c0] : tensor<2xf32>
    %xy = arith.subf %x, %y : f32
    %next = arith.addf %sum, %xy : f32
    scf.yield %next : f32
  }
  return %r : f32
}

// -----

func.func @stride_of_unknown_sign(%t: tensor<8xf32>, %f: f32, %n: index) -> tensor<8xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %rest = arith.remui %n, %c2 : index
  %s = arith.addi %rest, %c1 : index
  %part = tensor.extract_slice %t[1] [3] [%s] : tensor<8xf32> to tensor<3xf32>
  %new = tensor.insert %f into %part[%c1] : tensor<3xf32>
  %whole = tensor.insert_slice %new into %t[0] [3] [1] : tensor<3xf32> into tensor<8xf32>
  return %whole : tensor<8xf32>
}

// -----

// Of what two contributions leave as it is, something else is overwritten.

func.func @written_beside_contributions(%t: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %r = scf.forall (%i) in (1) shared_outs(%a = %t) -> (tensor<4xf32>) {
    %filled = linalg.fill ins(%f : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    %x = tensor.extract_slice %filled[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %y = tensor.extract_slice %filled[1] [1] [1] : tensor<4xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %a[0] [1] [1] : tensor<1xf32> into tensor<4xf32>
      tensor.parallel_insert_slice %y into %a[1] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

func.func @own_part_overwritten_before(%t: tensor<4xf32>, %u: tensor<2xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %p = tensor.extract_slice %t[0] [4] [1] : tensor<4xf32> to tensor<4xf32>
  %one = tensor.insert_slice %u into %t[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %two = tensor.insert_slice %p into %t[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
  return %one, %two : tensor<4xf32>, tensor<4xf32>
}

// -----

// What is accessed there is no slice.

func.func @transposed_in_loop(%t: tensor<4x4xf32>, %v: vector<2x2xf32>) -> vector<2x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%sum = %v) -> (vector<2x2xf32>) {
    %new = vector.transfer_write %v, %t[%c2, %c2] {in_bounds = [true, true]} : vector<2x2xf32>, tensor<4x4xf32>
    %x = vector.transfer_read %t[%c0, %c0], %zero {in_bounds = [true, true], permutation_map = affine_map<(a, b) -> (b, a)>} : tensor<4x4xf32>, vector<2x2xf32>
    %y = vector.transfer_read %new[%c1, %c1], %zero {in_bounds = [true, true]} : tensor<4x4xf32>, vector<2x2xf32>
    %xy = arith.addf %x, %y : vector<2x2xf32>
    %next = arith.addf %sum, %xy : vector<2x2xf32>
    scf.yield %next : vector<2x2xf32>
  }
  return %r : vector<2x2xf32>
}

// -----

func.func @written_transposed_in_loop(%t: tensor<4x4xf32>, %v: vector<2x2xf32>) -> vector<2x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%sum = %v) -> (vector<2x2xf32>) {
    %new = vector.transfer_write %sum, %t[%i, %c0] {in_bounds = [true, true], permutation_map = affine_map<(a, b) -> (b, a)>} : vector<2x2xf32>, tensor<4x4xf32>
    %other = vector.transfer_write %v, %new[%c1, %i] {in_bounds = [true, true]} : vector<2x2xf32>, tensor<4x4xf32>
    %y = vector.transfer_read %other[%c1, %c1], %zero {in_bounds = [true, true]} : tensor<4x4xf32>, vector<2x2xf32>
    scf.yield %y : vector<2x2xf32>
  }
  return %r : vector<2x2xf32>
}

// -----

// A vector may be read with less than is written.

func.func @written_back_unmasked(%f: f32, %g: f32) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %mask = vector.create_mask %c1 : vector<2xi1>
  %v = vector.transfer_read %t[%c0], %g, %mask {in_bounds = [true]} : tensor<4xf32>, vector<2xf32>
  %w = vector.transfer_write %v, %t[%c0] {in_bounds = [true]} : vector<2xf32>, tensor<4xf32>
  %x = tensor.extract %t[%c1] : tensor<4xf32>
  return %w, %x : tensor<4xf32>, f32
}
