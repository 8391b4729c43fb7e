// Iterations that run at once, and what they share.

func.func @fill_from_outside(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %empty = tensor.empty() : tensor<4xf32>
  %r = scf.forall (%i) in (4) shared_outs(%a = %empty) -> (tensor<4xf32>) {
    %new = tensor.insert %f into %t[%i] : tensor<4xf32>
    %x = tensor.extract_slice %new[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %a[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  %x = tensor.extract %t[%c1] : tensor<4xf32>
  return %r, %x : tensor<4xf32>, f32
}

// -----

func.func @private_from_outside(%f: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %scratch = tensor.empty() : tensor<1xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %r = scf.forall (%i) in (4) shared_outs(%a = %empty) -> (tensor<4xf32>) {
    %number = arith.index_cast %i : index to i32
    %g = arith.sitofp %number : i32 to f32
    %filled = linalg.fill ins(%g : f32) outs(%scratch : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %filled into %a[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

func.func @output_read_meanwhile(%t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %r = scf.forall (%i) in (4) shared_outs(%a = %t) -> (tensor<4xf32>) {
    %c3 = arith.constant 3 : index
    %j = arith.subi %c3, %i : index
    %x = tensor.extract_slice %t[%j] [1] [1] : tensor<4xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %a[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r, %t : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @two_contributions(%t: tensor<4xf32>) -> tensor<4xf32> {
  %r = scf.forall (%i) in (1) shared_outs(%a = %t) -> (tensor<4xf32>) {
    %x = tensor.extract_slice %a[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %y = tensor.extract_slice %a[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %a[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
      tensor.parallel_insert_slice %y into %a[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

// Nobody reads what is filled first, and who joins it later is read.

func.func @private_written_twice(%f: f32) -> tensor<4xf32> {
  %scratch = tensor.empty() : tensor<1xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %r = scf.forall (%i) in (4) shared_outs(%a = %empty) -> (tensor<4xf32>) {
    %number = arith.index_cast %i : index to i32
    %g = arith.sitofp %number : i32 to f32
    %one = linalg.fill ins(%f : f32) outs(%scratch : tensor<1xf32>) -> tensor<1xf32>
    %two = linalg.fill ins(%g : f32) outs(%one : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %two into %a[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

func.func @private_or_own(%f: f32, %flag: i1) -> tensor<4xf32> {
  %scratch = tensor.empty() : tensor<1xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %r = scf.forall (%i) in (4) shared_outs(%a = %empty) -> (tensor<4xf32>) {
    %number = arith.index_cast %i : index to i32
    %g = arith.sitofp %number : i32 to f32
    %one = linalg.fill ins(%f : f32) outs(%scratch : tensor<1xf32>) -> tensor<1xf32>
    %own = tensor.empty() : tensor<1xf32>
    %p = linalg.fill ins(%f : f32) outs(%own : tensor<1xf32>) -> tensor<1xf32>
    %q = linalg.fill ins(%g : f32) outs(%p : tensor<1xf32>) -> tensor<1xf32>
    %either = arith.select %flag, %one, %q : tensor<1xf32>
    %two = linalg.fill ins(%g : f32) outs(%either : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %two into %a[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

// What must be in place is shared by all iterations, so it is refused.

func.func @private_by_force() -> tensor<4xf32> {
  %scratch = tensor.empty() : tensor<1xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %r = scf.forall (%i) in (4) shared_outs(%a = %empty) -> (tensor<4xf32>) {
    %number = arith.index_cast %i : index to i32
    %g = arith.sitofp %number : i32 to f32
    %x = tensor.from_elements %g : tensor<1xf32>
    %m = bufferization.materialize_in_destination %x in %scratch : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %m into %a[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

// Nobody reads what is filled last, but what is filled before.

func.func @private_read_between(%t: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %scratch = tensor.empty() : tensor<2xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %r = scf.forall (%i) in (4) shared_outs(%a = %empty) -> (tensor<4xf32>) {
    %g = tensor.extract %t[%i] : tensor<4xf32>
    %one = linalg.fill ins(%f : f32) outs(%scratch : tensor<2xf32>) -> tensor<2xf32>
    %two = linalg.fill ins(%g : f32) outs(%one : tensor<2xf32>) -> tensor<2xf32>
    %x = tensor.extract %two[%c0] : tensor<2xf32>
    %three = linalg.fill ins(%f : f32) outs(%one : tensor<2xf32>) -> tensor<2xf32>
    %four = linalg.fill ins(%f : f32) outs(%one : tensor<2xf32>) -> tensor<2xf32>
    %five = linalg.fill ins(%f : f32) outs(%one : tensor<2xf32>) -> tensor<2xf32>
    %new = tensor.from_elements %x : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %new into %a[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

// What a callee works on counts as used there.

func.func private @first_of(%s: tensor<2xf32>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %one = linalg.fill ins(%f : f32) outs(%s : tensor<2xf32>) -> tensor<2xf32>
  %x = tensor.extract %one[%c0] : tensor<2xf32>
  return %x : f32
}

func.func @held_scratch(%t: tensor<4xf32>) -> tensor<4xf32> {
  %scratch = tensor.empty() : tensor<2xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %r = scf.forall (%i) in (4) shared_outs(%a = %empty) -> (tensor<4xf32>) {
    %f = tensor.extract %t[%i] : tensor<4xf32>
    %x = func.call @first_of(%scratch, %f) : (tensor<2xf32>, f32) -> f32
    %new = tensor.from_elements %x : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %new into %a[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

func.func @filled_and_held(%t: tensor<4xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %scratch = tensor.empty() : tensor<2xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %r = scf.forall (%i) in (4) shared_outs(%a = %empty) -> (tensor<4xf32>) {
    %f = tensor.extract %t[%i] : tensor<4xf32>
    %own = linalg.fill ins(%zero : f32) outs(%scratch : tensor<2xf32>) -> tensor<2xf32>
    %x = func.call @first_of(%own, %f) : (tensor<2xf32>, f32) -> f32
    %new = tensor.from_elements %x : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %new into %a[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

func.func @tiled(%t: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %scratch = tensor.empty() : tensor<1xf32>
  %empty = tensor.empty() : tensor<4xf32>
  %r = linalg.tiled_loop (%i) = (%c0) to (%c4) step (%c1)
      ins (%in = %t: tensor<4xf32>) outs (%out = %empty: tensor<4xf32>) iterators["parallel"] {
    %f = tensor.extract %in[%i] : tensor<4xf32>
    %own = linalg.fill ins(%f : f32) outs(%scratch : tensor<1xf32>) -> tensor<1xf32>
    %new = tensor.insert_slice %own into %out[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    linalg.yield %new : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
