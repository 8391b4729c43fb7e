// Buffer types of results that only a loop asks for, or a copy of which only the extents matter.

func.func @softmax_yielded(%t: tensor<2x4xf32>, %u: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%x = %u) -> (tensor<2x4xf32>) {
    %s = linalg.softmax dimension(1) ins(%t : tensor<2x4xf32>) outs(%x : tensor<2x4xf32>) -> tensor<2x4xf32>
    scf.yield %s : tensor<2x4xf32>
  }
  return %r : tensor<2x4xf32>
}

func.func @collapsed_yielded(%u: tensor<8xf32>, %f: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%x = %u) -> (tensor<8xf32>) {
    %e = tensor.expand_shape %x [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
    %n = tensor.insert %f into %e[%i, %i] : tensor<2x4xf32>
    %c = tensor.collapse_shape %n [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
    scf.yield %c : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

func.func @vectors_yielded(%t: tensor<8xf32>, %u: tensor<8xf32>, %v: vector<4xf32>, %m: vector<4xi1>) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %j = arith.constant dense<[5, 2, 3, 0]> : vector<4xindex>
  %r:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%x = %t, %y = %u) -> (tensor<8xf32>, tensor<8xf32>) {
    %w = vector.transfer_write %v, %x[%i] : vector<4xf32>, tensor<8xf32>
    %s = vector.scatter %y[%c0] [%j], %m, %v : tensor<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> -> tensor<8xf32>
    scf.yield %w, %s : tensor<8xf32>, tensor<8xf32>
  }
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xf32>
}

func.func @masked_yielded(%t: tensor<8xf32>, %v: vector<4xf32>, %m: vector<4xi1>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%x = %t) -> (tensor<8xf32>) {
    %k = vector.mask %m { vector.transfer_write %v, %x[%i] : vector<4xf32>, tensor<8xf32> } : vector<4xi1> -> tensor<8xf32>
    scf.yield %k : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

ml_program.global private mutable @state(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<2xf32>

func.func @global_yielded(%flag: i1, %t: tensor<2xf32>, %f: f32) -> (tensor<2xf32>, tensor<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = shape.const_witness true
  %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%x = %t) -> (tensor<2xf32>) {
    %0 = ml_program.global_load @state : tensor<2xf32>
    scf.yield %0 : tensor<2xf32>
  }
  %s = scf.for %i = %c0 to %c1 step %c1 iter_args(%x = %t) -> (tensor<2xf32>) {
    %0 = shape.assuming %w -> (tensor<2xf32>) {
      %1 = tensor.insert %f into %x[%c1] : tensor<2xf32>
      shape.assuming_yield %1 : tensor<2xf32>
    }
    scf.yield %0 : tensor<2xf32>
  }
  return %r, %s : tensor<2xf32>, tensor<2xf32>
}

func.func @global_filled(%f: f32) -> (tensor<2xf32>, tensor<2xf32>) {
  %0 = ml_program.global_load @state : tensor<2xf32>
  %1 = linalg.fill ins(%f : f32) outs(%0 : tensor<2xf32>) -> tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// -----

// Copies of which only the extents matter: what is copied is overwritten, and needed as it was.

func.func @extents_of_softmax(%a: tensor<2x3xf32>, %f: f32) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %t = tensor.cast %a : tensor<2x3xf32> to tensor<?x?xf32>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty(%c2, %c3) : tensor<?x?xf32>
  %0 = linalg.softmax dimension(1) ins(%t : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.fill ins(%f : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @extents_of_map(%a: tensor<2x3xf32>, %f: f32) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %t = tensor.cast %a : tensor<2x3xf32> to tensor<?x?xf32>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty(%c2, %c3) : tensor<?x?xf32>
  %0 = linalg.map { arith.negf } ins(%t : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>)
  %1 = linalg.fill ins(%f : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @extents_of_collapsed(%a: tensor<2x3x2xf32>, %f: f32) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %t = tensor.cast %a : tensor<2x3x2xf32> to tensor<?x?x?xf32>
  %0 = tensor.collapse_shape %t [[0, 1], [2]] : tensor<?x?x?xf32> into tensor<?x?xf32>
  %1 = linalg.fill ins(%f : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @extents_of_expanded(%a: tensor<6xf32>, %f: f32) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %t = tensor.cast %a : tensor<6xf32> to tensor<?xf32>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %0 = tensor.expand_shape %t [[0, 1]] output_shape [%c2, %c3] : tensor<?xf32> into tensor<?x?xf32>
  %1 = linalg.fill ins(%f : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @extents_of_reshaped(%t: tensor<6xf32>, %f: f32) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %s = arith.constant dense<[2, 3]> : tensor<2xindex>
  %0 = tensor.reshape %t(%s) : (tensor<6xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %1 = linalg.fill ins(%f : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @extents_of_inserted(%a: tensor<2x3xf32>, %s: tensor<2xf32>, %f: f32) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %t = tensor.cast %a : tensor<2x3xf32> to tensor<?x?xf32>
  %0 = tensor.insert_slice %s into %t[0, 0] [1, 2] [1, 1] : tensor<2xf32> into tensor<?x?xf32>
  %1 = linalg.fill ins(%f : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @extents_of_materialized(%a: tensor<2x3xf32>, %f: f32) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %t = tensor.cast %a : tensor<2x3xf32> to tensor<?x?xf32>
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %e = bufferization.alloc_tensor(%c2, %c3) : tensor<?x?xf32>
  %0 = bufferization.materialize_in_destination %t in %e : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.fill ins(%f : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

func.func @extents_of_new(%a: tensor<2x3xf32>, %f: f32) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %t = tensor.cast %a : tensor<2x3xf32> to tensor<?x?xf32>
  %0 = bufferization.alloc_tensor() copy(%t) : tensor<?x?xf32>
  %1 = linalg.fill ins(%f : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// What is read is overwritten before: of each operation that reads, or makes what is read.

func.func @read_too_late(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<8xf32>) {
  %c1 = arith.constant 1 : index
  %w = tensor.insert %f into %t[%c1] : tensor<4xf32>
  %0 = tensor.concat dim(0) %t, %t : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %w, %0 : tensor<4xf32>, tensor<8xf32>
}

func.func @padded_too_late(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<5xf32>) {
  %c1 = arith.constant 1 : index
  %w = tensor.insert %f into %t[%c1] : tensor<4xf32>
  %0 = tensor.pad %t low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<4xf32> to tensor<5xf32>
  return %w, %0 : tensor<4xf32>, tensor<5xf32>
}

func.func @softmax_too_late(%t: tensor<2x3xf32>, %o: tensor<2x3xf32>, %f: f32) -> (tensor<2x3xf32>, tensor<2x3xf32>) {
  %c1 = arith.constant 1 : index
  %w = tensor.insert %f into %t[%c1, %c1] : tensor<2x3xf32>
  %0 = linalg.softmax dimension(1) ins(%t : tensor<2x3xf32>) outs(%o : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %w, %0 : tensor<2x3xf32>, tensor<2x3xf32>
}

func.func @new_too_late(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %c1 = arith.constant 1 : index
  %w = tensor.insert %f into %t[%c1] : tensor<4xf32>
  %0 = bufferization.alloc_tensor() copy(%t) : tensor<4xf32>
  return %w, %0 : tensor<4xf32>, tensor<4xf32>
}

func.func @reshaped_too_late(%t: tensor<4xf32>, %f: f32, %s: tensor<2xindex>) -> (tensor<4xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = tensor.insert %c1 into %s[%c0] : tensor<2xindex>
  %shape = tensor.insert %c4 into %0[%c1] : tensor<2xindex>
  %other = tensor.insert %c4 into %shape[%c0] : tensor<2xindex>
  %last = tensor.insert %c1 into %other[%c1] : tensor<2xindex>
  %a = tensor.extract %last[%c0] : tensor<2xindex>
  %w = tensor.insert %f into %t[%c1] : tensor<4xf32>
  %r = tensor.reshape %t(%shape) : (tensor<4xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %w, %r : tensor<4xf32>, tensor<?x?xf32>
}

func.func @vector_too_late(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, vector<2xf32>) {
  %c1 = arith.constant 1 : index
  %w = tensor.insert %f into %t[%c1] : tensor<4xf32>
  %0 = vector.transfer_read %t[%c1], %f : tensor<4xf32>, vector<2xf32>
  return %w, %0 : tensor<4xf32>, vector<2xf32>
}

func.func @written_twice(%t: tensor<4xf32>, %v: vector<2xf32>, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %c1 = arith.constant 1 : index
  %w = tensor.insert %f into %t[%c1] : tensor<4xf32>
  %0 = vector.transfer_write %v, %t[%c1] : vector<2xf32>, tensor<4xf32>
  return %w, %0 : tensor<4xf32>, tensor<4xf32>
}

func.func @written_and_read(%t: tensor<4xf32>, %v: vector<2xf32>, %f: f32) -> (f32, tensor<4xf32>) {
  %c1 = arith.constant 1 : index
  %0 = vector.transfer_write %v, %t[%c1] : vector<2xf32>, tensor<4xf32>
  %1 = tensor.extract %t[%c1] : tensor<4xf32>
  return %1, %0 : f32, tensor<4xf32>
}

func.func @scattered_and_read(%t: tensor<4xf32>, %v: vector<2xf32>, %m: vector<2xi1>, %f: f32) -> (f32, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i = arith.constant dense<[1, 2]> : vector<2xindex>
  %0 = vector.scatter %t[%c0] [%i], %m, %v : tensor<4xf32>, vector<2xindex>, vector<2xi1>, vector<2xf32> -> tensor<4xf32>
  %1 = tensor.extract %t[%c1] : tensor<4xf32>
  return %1, %0 : f32, tensor<4xf32>
}

ml_program.global private mutable @state(dense<1.0> : tensor<4xf32>) : tensor<4xf32>

func.func @stored_too_late(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %c1 = arith.constant 1 : index
  %w = tensor.insert %f into %t[%c1] : tensor<4xf32>
  ml_program.global_store @state = %t : tensor<4xf32>
  %0 = ml_program.global_load @state : tensor<4xf32>
  return %w, %0 : tensor<4xf32>, tensor<4xf32>
}

func.func @yielded_too_late(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %c1 step %c1 iter_args(%a = %t, %s = %f) -> (tensor<4xf32>, f32) {
    %w = tensor.insert %s into %a[%c1] : tensor<4xf32>
    %x = tensor.extract %w[%c0] : tensor<4xf32>
    scf.yield %a, %x : tensor<4xf32>, f32
  }
  return %r#0, %r#1 : tensor<4xf32>, f32
}

func.func @condition_too_late(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r:3 = scf.while (%a = %t, %s = %f, %i = %c0) : (tensor<4xf32>, f32, index) -> (tensor<4xf32>, f32, index) {
    %w = tensor.insert %s into %a[%c1] : tensor<4xf32>
    %x = tensor.extract %w[%c0] : tensor<4xf32>
    %more = arith.cmpi slt, %i, %c2 : index
    scf.condition(%more) %a, %x, %i : tensor<4xf32>, f32, index
  } do {
  ^bb0(%a: tensor<4xf32>, %s: f32, %i: index):
    %j = arith.addi %i, %c1 : index
    scf.yield %a, %s, %j : tensor<4xf32>, f32, index
  }
  return %r#0, %r#1 : tensor<4xf32>, f32
}

func.func @assumed_too_late(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = shape.const_witness true
  %r:2 = shape.assuming %w -> (tensor<4xf32>, f32) {
    %0 = tensor.insert %f into %t[%c1] : tensor<4xf32>
    %x = tensor.extract %0[%c0] : tensor<4xf32>
    shape.assuming_yield %t, %x : tensor<4xf32>, f32
  }
  return %r#0, %r#1 : tensor<4xf32>, f32
}

func.func @branch_too_late(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32, f32) {
  %c1 = arith.constant 1 : index
  %w = tensor.insert %f into %t[%c1] : tensor<4xf32>
  %x = tensor.extract %w[%c1] : tensor<4xf32>
  cf.br ^next(%t : tensor<4xf32>)
^next(%a: tensor<4xf32>):
  %y = tensor.extract %a[%c1] : tensor<4xf32>
  return %w, %x, %y : tensor<4xf32>, f32, f32
}

func.func @views_too_late(%t: tensor<4x2xf32>, %u: tensor<8xf32>, %s: tensor<2xindex>, %f: f32) -> (f32, f32, f32, f32, tensor<4x2xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = tensor.insert %f into %t[%c0, %c1] : tensor<4x2xf32>
  %v = tensor.insert %f into %u[%c1] : tensor<8xf32>
  %c = tensor.cast %t : tensor<4x2xf32> to tensor<?x2xf32>
  %d = tensor.collapse_shape %t [[0, 1]] : tensor<4x2xf32> into tensor<8xf32>
  %e = tensor.expand_shape %u [[0, 1]] output_shape [4, 2] : tensor<8xf32> into tensor<4x2xf32>
  %shape = arith.constant dense<[4, 2]> : tensor<2xindex>
  %g = tensor.reshape %u(%shape) : (tensor<8xf32>, tensor<2xindex>) -> tensor<4x2xf32>
  %0 = tensor.extract %c[%c0, %c1] : tensor<?x2xf32>
  %1 = tensor.extract %d[%c1] : tensor<8xf32>
  %2 = tensor.extract %e[%c0, %c1] : tensor<4x2xf32>
  %3 = tensor.extract %g[%c0, %c1] : tensor<4x2xf32>
  return %0, %1, %2, %3, %w, %v : f32, f32, f32, f32, tensor<4x2xf32>, tensor<8xf32>
}

// -----

// An output that the input is read from, and bodies that write to what they read again.

func.func @softmax_in_place(%t: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = linalg.softmax dimension(1) ins(%t : tensor<2x3xf32>) outs(%t : tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

func.func @generate_again(%t: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.generate {
  ^bb0(%i: index):
    %x = tensor.extract %t[%c0] : tensor<4xf32>
    %w = tensor.insert %f into %t[%c0] : tensor<4xf32>
    %y = tensor.extract %w[%c0] : tensor<4xf32>
    %z = arith.addf %x, %y : f32
    tensor.yield %z : f32
  } : tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func @pad_again(%t: tensor<4xf32>, %u: tensor<4xf32>, %f: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.pad %u low[2] high[2] {
  ^bb0(%i: index):
    %x = tensor.extract %t[%c0] : tensor<4xf32>
    %w = tensor.insert %f into %t[%c0] : tensor<4xf32>
    %y = tensor.extract %w[%c0] : tensor<4xf32>
    %z = arith.addf %x, %y : f32
    tensor.yield %z : f32
  } : tensor<4xf32> to tensor<8xf32>
  return %0 : tensor<8xf32>
}
