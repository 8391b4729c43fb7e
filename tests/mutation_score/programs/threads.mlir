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
