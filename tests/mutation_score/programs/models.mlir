// One operation, two operands that are one tensor.

func.func private @write_first_read_second(%a: tensor<4xf32>, %b: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %one = linalg.fill ins(%f : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %x = tensor.extract %one[%c0] : tensor<4xf32>
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %zero) -> (f32) {
    %y = tensor.extract %b[%i] : tensor<4xf32>
    %next = arith.addf %s, %y : f32
    scf.yield %next : f32
  }
  %r = arith.addf %x, %sum : f32
  return %one, %r : tensor<4xf32>, f32
}

func.func @call_with_one_twice(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32) {
  %r:2 = func.call @write_first_read_second(%t, %t, %f) : (tensor<4xf32>, tensor<4xf32>, f32) -> (tensor<4xf32>, f32)
  return %r#0, %r#1 : tensor<4xf32>, f32
}

func.func @loop_with_one_twice(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %t, %b = %t) -> (tensor<4xf32>, tensor<4xf32>) {
    %one = linalg.fill ins(%f : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %one, %b : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

func.func @while_with_one_twice(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r:3 = scf.while (%a = %t, %b = %t, %i = %c0) : (tensor<4xf32>, tensor<4xf32>, index) -> (tensor<4xf32>, tensor<4xf32>, index) {
    %more = arith.cmpi slt, %i, %c2 : index
    scf.condition(%more) %a, %b, %i : tensor<4xf32>, tensor<4xf32>, index
  } do {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>, %i: index):
    %one = linalg.fill ins(%f : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %one, %b, %j : tensor<4xf32>, tensor<4xf32>, index
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

func.func @threads_with_one_twice(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = scf.forall (%i) in (4) shared_outs(%a = %t, %b = %t) -> (tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<1xf32>
    %x = linalg.fill ins(%f : f32) outs(%e : tensor<1xf32>) -> tensor<1xf32>
    %y = tensor.extract_slice %b[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %z = linalg.map { arith.negf } ins(%y : tensor<1xf32>) outs(%e : tensor<1xf32>)
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %a[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
      tensor.parallel_insert_slice %z into %b[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

func.func @insert_shifted(%t: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %a = tensor.extract_slice %t[0, 0] [3, 4] [1, 1] : tensor<4x4xf32> to tensor<3x4xf32>
  %r = tensor.insert_slice %a into %t[1, 0] [3, 4] [1, 1] : tensor<3x4xf32> into tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// -----

// What is read after an operation that works on it.

func.func @read_after_loop(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %t) -> (tensor<4xf32>) {
    %one = linalg.fill ins(%f : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %one : tensor<4xf32>
  }
  %x = tensor.extract %t[%c1] : tensor<4xf32>
  return %r, %x : tensor<4xf32>, f32
}

func.func @read_after_while(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r:2 = scf.while (%a = %t, %i = %c0) : (tensor<4xf32>, index) -> (tensor<4xf32>, index) {
    %more = arith.cmpi slt, %i, %c2 : index
    scf.condition(%more) %a, %i : tensor<4xf32>, index
  } do {
  ^bb0(%a: tensor<4xf32>, %i: index):
    %one = linalg.fill ins(%f : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %one, %j : tensor<4xf32>, index
  }
  %x = tensor.extract %t[%c1] : tensor<4xf32>
  return %r#0, %x : tensor<4xf32>, f32
}

func.func @read_after_threads(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %r = scf.forall (%i) in (4) shared_outs(%a = %t) -> (tensor<4xf32>) {
    %e = tensor.empty() : tensor<1xf32>
    %x = linalg.fill ins(%f : f32) outs(%e : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %a[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  %x = tensor.extract %t[%c1] : tensor<4xf32>
  return %r, %x : tensor<4xf32>, f32
}

func.func @write_after_choice(%t: tensor<4xf32>, %u: tensor<4xf32>, %f: f32, %flag: i1) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %r = scf.if %flag -> (tensor<4xf32>) {
    scf.yield %t : tensor<4xf32>
  } else {
    scf.yield %u : tensor<4xf32>
  }
  %w = tensor.insert %f into %r[%c1] : tensor<4xf32>
  %x = tensor.extract %t[%c1] : tensor<4xf32>
  %y = tensor.extract %u[%c1] : tensor<4xf32>
  %xy = arith.addf %x, %y : f32
  return %w, %xy : tensor<4xf32>, f32
}

func.func @written_before_choice_is_read(%t: tensor<4xf32>, %u: tensor<4xf32>, %f: f32, %flag: i1) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %w = tensor.insert %f into %t[%c1] : tensor<4xf32>
  %r = scf.if %flag -> (tensor<4xf32>) {
    scf.yield %t : tensor<4xf32>
  } else {
    scf.yield %u : tensor<4xf32>
  }
  %x = tensor.extract %r[%c1] : tensor<4xf32>
  return %w, %x : tensor<4xf32>, f32
}

func.func @carried_choice(%t: tensor<4xf32>, %f: f32, %flag: i1) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %t, %sum = %zero) -> (tensor<4xf32>, f32) {
    %e = tensor.empty() : tensor<4xf32>
    %new = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %s = scf.if %flag -> (tensor<4xf32>) {
      scf.yield %a : tensor<4xf32>
    } else {
      scf.yield %new : tensor<4xf32>
    }
    %w = tensor.insert %f into %s[%c1] : tensor<4xf32>
    %x = tensor.extract %a[%c1] : tensor<4xf32>
    %next = arith.addf %sum, %x : f32
    scf.yield %w, %next : tensor<4xf32>, f32
  }
  return %r#0, %r#1 : tensor<4xf32>, f32
}

// -----

// Extents that only the operation knows.

func.func @splat_of_any_size(%f: f32, %n: index, %m: index) -> tensor<?x?xf32> {
  %c1 = arith.constant 1 : index
  %a = arith.addi %n, %c1 : index
  %r = tensor.splat %f[%a, %m] : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

func.func @slice_copied(%t: tensor<?x?xf32>, %f: f32) -> (tensor<?x?xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %t, %c0 : tensor<?x?xf32>
  %m = tensor.dim %t, %c1 : tensor<?x?xf32>
  %h = arith.divui %n, %c1 : index
  %s = tensor.extract_slice %t[0, 0] [%h, %m] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %w = linalg.fill ins(%f : f32) outs(%s : tensor<?x?xf32>) -> tensor<?x?xf32>
  %x = tensor.extract %t[%c0, %c0] : tensor<?x?xf32>
  return %w, %x : tensor<?x?xf32>, f32
}
