// A slice by a step that is not known, inserted where the tensor that it is a part of was extracted.

func.func @unknown_step(%t: tensor<8xf32>, %f: f32) -> (tensor<8xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %step = arith.addi %c0, %c1 : index
  %p = tensor.extract_slice %t[0] [2] [1] : tensor<8xf32> to tensor<2xf32>
  %q = tensor.extract_slice %p[0] [2] [%step] : tensor<2xf32> to tensor<2xf32>
  %r = tensor.insert_slice %q into %t[0] [2] [1] : tensor<2xf32> into tensor<8xf32>
  %x = tensor.extract %q[%c1] : tensor<2xf32>
  return %r, %x : tensor<8xf32>, f32
}

// -----

// Iterations that update two parts of what they contribute to, in place.

func.func @two_contributions(%t: tensor<8xf32>) -> tensor<8xf32> {
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<8xf32>) {
    %j = affine.apply affine_map<(d0) -> (d0 + 4)>(%i)
    %a = tensor.extract_slice %o[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    %b = tensor.extract_slice %o[%j] [1] [1] : tensor<8xf32> to tensor<1xf32>
    %x = linalg.map { math.absf } ins(%a : tensor<1xf32>) outs(%a : tensor<1xf32>)
    %y = linalg.map { arith.negf } ins(%b : tensor<1xf32>) outs(%b : tensor<1xf32>)
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
      tensor.parallel_insert_slice %y into %o[%j] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}

// -----

// Parts of what may be one of two other parts, which move with the loop.

func.func @parts_of_moving_parts(%t: tensor<8xf32>, %flag: i1, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %zero) -> (f32) {
    %k = arith.addi %i, %c1 : index
    %p = tensor.extract_slice %t[%i] [3] [1] : tensor<8xf32> to tensor<3xf32>
    %q = tensor.extract_slice %t[%k] [3] [1] : tensor<8xf32> to tensor<3xf32>
    %v = arith.select %flag, %p, %q : tensor<3xf32>
    %a = tensor.extract_slice %v[0] [1] [1] : tensor<3xf32> to tensor<1xf32>
    %x = tensor.extract %a[%c0] : tensor<1xf32>
    %b = tensor.extract_slice %v[1] [1] [1] : tensor<3xf32> to tensor<1xf32>
    %w = linalg.fill ins(%f : f32) outs(%b : tensor<1xf32>) -> tensor<1xf32>
    %y = tensor.extract %w[%c0] : tensor<1xf32>
    %n = arith.addf %s, %x : f32
    %m = arith.addf %n, %y : f32
    scf.yield %m : f32
  }
  return %r : f32
}

// -----

// Iterations that run at once and must write in place to what they share.

func.func @materialized_at_once(%t: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.empty() : tensor<1xf32>
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) {
    %n = arith.index_cast %i : index to i32
    %v = arith.sitofp %n : i32 to f32
    %s = tensor.from_elements %v : tensor<1xf32>
    %x = bufferization.materialize_in_destination %s in %d : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}

// -----

// Buffers of tensors that are read, and of tensors that may not be written to.

func.func @buffer_read_too_late(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %w = tensor.insert %f into %t[%c1] : tensor<4xf32>
  %m = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  %x = memref.load %m[%c1] : memref<4xf32, strided<[?], offset: ?>>
  return %w, %x : tensor<4xf32>, f32
}

func.func @buffer_written(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %m = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  memref.store %f, %m[%c1] : memref<4xf32, strided<[?], offset: ?>>
  %x = memref.load %m[%c1] : memref<4xf32, strided<[?], offset: ?>>
  return %t, %x : tensor<4xf32>, f32
}

func.func @tensor_of_buffer(%f: f32, %g: f32) -> (f32, f32) {
  %c1 = arith.constant 1 : index
  %m = memref.alloc() : memref<4xf32>
  linalg.fill ins(%g : f32) outs(%m : memref<4xf32>)
  %t = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  %w = tensor.insert %f into %t[%c1] : tensor<4xf32>
  %y = tensor.extract %w[%c1] : tensor<4xf32>
  %x = memref.load %m[%c1] : memref<4xf32>
  memref.dealloc %m : memref<4xf32>
  return %x, %y : f32, f32
}

// -----

// A loop over tiles whose input is its output.

func.func @tiles_of_one(%t: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %r = linalg.tiled_loop (%i) = (%c0) to (%c7) step (%c1) ins (%in = %t: tensor<8xf32>)
      outs (%out = %t: tensor<8xf32>) iterators["reduction"] {
    %k = arith.addi %i, %c1 : index
    %x = tensor.extract %in[%i] : tensor<8xf32>
    %n = tensor.insert %x into %out[%k] : tensor<8xf32>
    linalg.yield %n : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

// A loop over tiles that hands on its output as it was before it wrote to it.

func.func @tile_yielded_too_late(%t: tensor<4xf32>, %u: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = linalg.tiled_loop (%i) = (%c0) to (%c4) step (%c1) ins (%in = %u: tensor<4xf32>)
      outs (%out = %t: tensor<4xf32>) iterators["reduction"] {
    %x = tensor.extract %in[%i] : tensor<4xf32>
    %n = tensor.insert %x into %out[%i] : tensor<4xf32>
    %y = tensor.extract %n[%i] : tensor<4xf32>
    linalg.yield %out : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// A loop over tiles that updates its input, which the next iteration reads as it was.

func.func @tiles_that_update_the_input(%t: tensor<4xf32>, %f: f32, %g: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %u = tensor.from_elements %f, %f, %f, %f : tensor<4xf32>
  %r = linalg.tiled_loop (%i) = (%c0) to (%c4) step (%c1) ins (%in = %u: tensor<4xf32>)
      outs (%out = %t: tensor<4xf32>) iterators["reduction"] {
    %x = tensor.extract %in[%c1] : tensor<4xf32>
    %w = tensor.insert %g into %in[%c1] : tensor<4xf32>
    %y = tensor.extract %w[%i] : tensor<4xf32>
    %s = arith.subf %x, %y : f32
    %n = tensor.insert %s into %out[%i] : tensor<4xf32>
    linalg.yield %n : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// An alias set with more reads than the other one, in which a write exposes a tensor not to be written.

func.func @exposing_of_smaller(%v: tensor<4xf32> {bufferization.writable = false}, %c: i1, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<4xf32>
  %u = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = arith.select %c, %v, %u : tensor<4xf32>
  %w = tensor.insert %f into %s[%c1] : tensor<4xf32>
  %x0 = tensor.extract %w[%c0] : tensor<4xf32>
  %x1 = tensor.extract %w[%c1] : tensor<4xf32>
  %x2 = tensor.extract %w[%c2] : tensor<4xf32>
  %x3 = tensor.extract %w[%c3] : tensor<4xf32>
  %x4 = tensor.extract %w[%c0] : tensor<4xf32>
  %x5 = tensor.extract %w[%c1] : tensor<4xf32>
  %a = arith.addf %x0, %x1 : f32
  %b = arith.addf %x2, %x3 : f32
  %d = arith.addf %x4, %x5 : f32
  %g = arith.addf %a, %b : f32
  %r = arith.addf %g, %d : f32
  return %r : f32
}

// -----

// What a branch overwrites is read afterwards by a part of it.

func.func @part_of_what_a_branch_overwrites(%g: f32, %f: f32, %flag: i1) -> (f32, f32) {
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%g : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %r = scf.if %flag -> (f32) {
    %w = linalg.fill ins(%f : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
    %x = tensor.extract %w[%c1] : tensor<4xf32>
    scf.yield %x : f32
  } else {
    scf.yield %f : f32
  }
  %y = tensor.extract %s[%c1] : tensor<2xf32>
  return %r, %y : f32, f32
}

// -----

// One buffer must not be two arguments, even if what is in it is not read.

func.func private @fill_both(%a: tensor<4xf32>, %b: tensor<4xf32>, %f: f32, %g: f32) -> (f32, f32) {
  %c1 = arith.constant 1 : index
  %v = linalg.fill ins(%f : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %w = linalg.fill ins(%g : f32) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  %x = tensor.extract %v[%c1] : tensor<4xf32>
  %y = tensor.extract %w[%c1] : tensor<4xf32>
  return %x, %y : f32, f32
}

func.func @passed_twice(%f: f32, %g: f32) -> (f32, f32) {
  %t = tensor.empty() : tensor<4xf32>
  %r:2 = call @fill_both(%t, %t, %f, %g) : (tensor<4xf32>, tensor<4xf32>, f32, f32) -> (f32, f32)
  return %r#0, %r#1 : f32, f32
}
