// Operations in destination style: for each one that is given too late, one of which what it
// overwrites is needed afterwards, and one that overwrites what it reads.

// pack and unpack read all of the source, and write all of the destination, which they do not read.

func.func @packed_too_late(%t: tensor<2x4xf32>, %o: tensor<2x2x2xf32>, %f: f32) -> (tensor<2x4xf32>, tensor<2x2x2xf32>) {
  %c1 = arith.constant 1 : index
  %w = tensor.insert %f into %t[%c1, %c1] : tensor<2x4xf32>
  %0 = linalg.pack %t inner_dims_pos = [1] inner_tiles = [2] into %o : tensor<2x4xf32> -> tensor<2x2x2xf32>
  return %w, %0 : tensor<2x4xf32>, tensor<2x2x2xf32>
}

func.func @packed_and_read(%t: tensor<2x4xf32>, %o: tensor<2x2x2xf32>) -> (f32, tensor<2x2x2xf32>) {
  %c1 = arith.constant 1 : index
  %0 = linalg.pack %t inner_dims_pos = [1] inner_tiles = [2] into %o : tensor<2x4xf32> -> tensor<2x2x2xf32>
  %x = tensor.extract %o[%c1, %c1, %c1] : tensor<2x2x2xf32>
  return %x, %0 : f32, tensor<2x2x2xf32>
}

func.func @packed_in_place(%t: tensor<4x4xf32>) -> tensor<2x2x2x2xf32> {
  %o = tensor.expand_shape %t [[0, 1], [2, 3]] output_shape [2, 2, 2, 2] : tensor<4x4xf32> into tensor<2x2x2x2xf32>
  %0 = linalg.pack %t inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %o : tensor<4x4xf32> -> tensor<2x2x2x2xf32>
  return %0 : tensor<2x2x2x2xf32>
}

func.func @transposed_in_place(%t: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = linalg.pack %t outer_dims_perm = [1, 0] inner_dims_pos = [] inner_tiles = [] into %t : tensor<3x3xf32> -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

func.func @unpacked_too_late(%t: tensor<2x2x2xf32>, %o: tensor<2x4xf32>, %f: f32) -> (tensor<2x2x2xf32>, tensor<2x4xf32>) {
  %c1 = arith.constant 1 : index
  %w = tensor.insert %f into %t[%c1, %c1, %c1] : tensor<2x2x2xf32>
  %0 = linalg.unpack %t inner_dims_pos = [1] inner_tiles = [2] into %o : tensor<2x2x2xf32> -> tensor<2x4xf32>
  return %w, %0 : tensor<2x2x2xf32>, tensor<2x4xf32>
}

func.func @unpacked_and_read(%t: tensor<2x2x2xf32>, %o: tensor<2x4xf32>) -> (f32, tensor<2x4xf32>) {
  %c1 = arith.constant 1 : index
  %0 = linalg.unpack %t inner_dims_pos = [1] inner_tiles = [2] into %o : tensor<2x2x2xf32> -> tensor<2x4xf32>
  %x = tensor.extract %o[%c1, %c1] : tensor<2x4xf32>
  return %x, %0 : f32, tensor<2x4xf32>
}

func.func @unpacked_in_place(%t: tensor<2x2x2x2xf32>) -> tensor<4x4xf32> {
  %o = tensor.collapse_shape %t [[0, 1], [2, 3]] : tensor<2x2x2x2xf32> into tensor<4x4xf32>
  %0 = linalg.unpack %t inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %o : tensor<2x2x2x2xf32> -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

func.func @packed_yielded(%t: tensor<2x4xf32>, %o: tensor<2x2x2xf32>) -> tensor<2x2x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%x = %o) -> (tensor<2x2x2xf32>) {
    %0 = linalg.pack %t inner_dims_pos = [1] inner_tiles = [2] into %x : tensor<2x4xf32> -> tensor<2x2x2xf32>
    scf.yield %0 : tensor<2x2x2xf32>
  }
  return %r : tensor<2x2x2xf32>
}

// The result is copied, of which only the extents matter: it is overwritten, and needed as it was.
func.func @extents_of_packed(%t: tensor<3x8xf32>, %f: f32) -> (tensor<?x?x2xf32>, tensor<?x?x2xf32>) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty(%c3, %c4) : tensor<?x?x2xf32>
  %d = tensor.cast %t : tensor<3x8xf32> to tensor<?x?xf32>
  %0 = linalg.pack %d inner_dims_pos = [1] inner_tiles = [2] into %e : tensor<?x?xf32> -> tensor<?x?x2xf32>
  %1 = linalg.fill ins(%f : f32) outs(%0 : tensor<?x?x2xf32>) -> tensor<?x?x2xf32>
  return %0, %1 : tensor<?x?x2xf32>, tensor<?x?x2xf32>
}

// A buffer without an identity layout, which a result of another type would lose.
func.func @packed_into_part(%t: tensor<2x2xf32>, %o: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %s = tensor.extract_slice %o[0, 2] [2, 2] [1, 1] : tensor<2x4xf32> to tensor<2x2xf32>
  %0 = linalg.pack %t outer_dims_perm = [1, 0] inner_dims_pos = [] inner_tiles = [] into %s : tensor<2x2xf32> -> tensor<2x2xf32>
  %r = tensor.insert_slice %0 into %o[0, 2] [2, 2] [1, 1] : tensor<2x2xf32> into tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// -----

// A scan overwrites the output. An exclusive one reads the accumulator, and an element of the input
// after it has written to that of the same index.

func.func @scanned_too_late(%t: tensor<4xi32>, %o: tensor<4xi32>, %a: tensor<i32>, %f: i32) -> (tensor<4xi32>, tensor<4xi32>, tensor<i32>) {
  %c1 = arith.constant 1 : index
  %w = tensor.insert %f into %t[%c1] : tensor<4xi32>
  %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%t : tensor<4xi32>) outs(%o, %a : tensor<4xi32>, tensor<i32>) {
  ^bb0(%x: i32, %y: i32):
    %s = arith.addi %x, %y : i32
    tm_tensor.yield %s : i32
  } -> tensor<4xi32>, tensor<i32>
  return %w, %0#0, %0#1 : tensor<4xi32>, tensor<4xi32>, tensor<i32>
}

func.func @scanned_and_read(%t: tensor<4xi32>, %o: tensor<4xi32>, %a: tensor<i32>) -> (i32, i32, tensor<4xi32>, tensor<i32>) {
  %c1 = arith.constant 1 : index
  %0:2 = tm_tensor.scan dimension(0) inclusive(false) ins(%t : tensor<4xi32>) outs(%o, %a : tensor<4xi32>, tensor<i32>) {
  ^bb0(%x: i32, %y: i32):
    %s = arith.addi %x, %y : i32
    tm_tensor.yield %s : i32
  } -> tensor<4xi32>, tensor<i32>
  %x = tensor.extract %o[%c1] : tensor<4xi32>
  %y = tensor.extract %a[] : tensor<i32>
  return %x, %y, %0#0, %0#1 : i32, i32, tensor<4xi32>, tensor<i32>
}

func.func @one_element_scanned(%t: tensor<2x1xi32>, %o: tensor<2x1xi32>, %a: tensor<2xi32>) -> (i32, tensor<2x1xi32>, tensor<2xi32>) {
  %c1 = arith.constant 1 : index
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%t : tensor<2x1xi32>) outs(%o, %a : tensor<2x1xi32>, tensor<2xi32>) {
  ^bb0(%x: i32, %y: i32):
    %s = arith.addi %x, %y : i32
    tm_tensor.yield %s : i32
  } -> tensor<2x1xi32>, tensor<2xi32>
  %y = tensor.extract %a[%c1] : tensor<2xi32>
  return %y, %0#0, %0#1 : i32, tensor<2x1xi32>, tensor<2xi32>
}

func.func @scanned_in_place(%t: tensor<4xi32>, %u: tensor<4xi32>, %a: tensor<i32>, %b: tensor<i32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%t : tensor<4xi32>) outs(%t, %a : tensor<4xi32>, tensor<i32>) {
  ^bb0(%x: i32, %y: i32):
    %s = arith.addi %x, %y : i32
    tm_tensor.yield %s : i32
  } -> tensor<4xi32>, tensor<i32>
  %1:2 = tm_tensor.scan dimension(0) inclusive(false) ins(%u : tensor<4xi32>) outs(%u, %b : tensor<4xi32>, tensor<i32>) {
  ^bb0(%x: i32, %y: i32):
    %s = arith.addi %x, %y : i32
    tm_tensor.yield %s : i32
  } -> tensor<4xi32>, tensor<i32>
  return %0#0, %1#0 : tensor<4xi32>, tensor<4xi32>
}

func.func @scanned_again(%t: tensor<4xi32>, %o: tensor<4xi32>, %a: tensor<i32>) -> (tensor<4xi32>, tensor<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%x = %o, %y = %a) -> (tensor<4xi32>, tensor<i32>) {
    %0:2 = tm_tensor.scan dimension(0) inclusive(false) ins(%t : tensor<4xi32>) outs(%x, %y : tensor<4xi32>, tensor<i32>) {
    ^bb0(%l: i32, %m: i32):
      %s = arith.addi %l, %m : i32
      tm_tensor.yield %s : i32
    } -> tensor<4xi32>, tensor<i32>
    scf.yield %0#0, %0#1 : tensor<4xi32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<4xi32>, tensor<i32>
}

// What the body reads is overwritten by the body, or by the scan, before the next element.
func.func @scanned_with_writes_in_body(%t: tensor<4xi32>, %o: tensor<4xi32>, %a: tensor<i32>, %u: tensor<4xi32>) -> (tensor<4xi32>, i32) {
  %c1 = arith.constant 1 : index
  %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%t : tensor<4xi32>) outs(%o, %a : tensor<4xi32>, tensor<i32>) {
  ^bb0(%x: i32, %y: i32):
    %old = tensor.extract %u[%c1] : tensor<4xi32>
    %w = tensor.insert %y into %u[%c1] : tensor<4xi32>
    %new = tensor.extract %w[%c1] : tensor<4xi32>
    %before = tensor.extract %o[%c1] : tensor<4xi32>
    %p = arith.addi %old, %new : i32
    %q = arith.addi %p, %before : i32
    %s = arith.addi %q, %y : i32
    tm_tensor.yield %s : i32
  } -> tensor<4xi32>, tensor<i32>
  %e = tensor.extract %0#1[] : tensor<i32>
  return %0#0, %e : tensor<4xi32>, i32
}

func.func @extents_of_scanned(%a: tensor<2x3xi32>, %c: tensor<2xi32>, %f: i32) -> (tensor<?x?xi32>, tensor<?x?xi32>) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %t = tensor.cast %a : tensor<2x3xi32> to tensor<?x?xi32>
  %e = tensor.empty(%c2, %c3) : tensor<?x?xi32>
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%t : tensor<?x?xi32>) outs(%e, %c : tensor<?x?xi32>, tensor<2xi32>) {
  ^bb0(%x: i32, %y: i32):
    %s = arith.addi %x, %y : i32
    tm_tensor.yield %s : i32
  } -> tensor<?x?xi32>, tensor<2xi32>
  %1 = linalg.fill ins(%f : i32) outs(%0#0 : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %0#0, %1 : tensor<?x?xi32>, tensor<?x?xi32>
}

// -----

// A scatter reads updates, unless its body does not use them, and indices, and keeps what is not updated.

func.func @scattered_too_late(%u: tensor<2xi32>, %i: tensor<2x1xi32>, %t: tensor<4xi32>, %f: i32) -> (tensor<2xi32>, tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %places = arith.constant dense<[[3], [1]]> : tensor<2x1xi32>
  %w = tensor.insert %f into %u[%c0] : tensor<2xi32>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %places : tensor<2xi32>, tensor<2x1xi32>) outs(%t : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32):
    %s = arith.addi %x, %y : i32
    tm_tensor.yield %s : i32
  } -> tensor<4xi32>
  return %w, %0 : tensor<2xi32>, tensor<4xi32>
}

func.func @scattered_and_read(%u: tensor<2xi32>, %t: tensor<4xi32>) -> (i32, tensor<4xi32>) {
  %c1 = arith.constant 1 : index
  %places = arith.constant dense<[[3], [1]]> : tensor<2x1xi32>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %places : tensor<2xi32>, tensor<2x1xi32>) outs(%t : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32):
    tm_tensor.yield %x : i32
  } -> tensor<4xi32>
  %x = tensor.extract %t[%c1] : tensor<4xi32>
  return %x, %0 : i32, tensor<4xi32>
}

func.func @scattered_in_place(%t: tensor<4xi32>) -> tensor<4xi32> {
  %places = arith.constant dense<[[1], [2], [3], [0]]> : tensor<4x1xi32>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%t, %places : tensor<4xi32>, tensor<4x1xi32>) outs(%t : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32):
    tm_tensor.yield %x : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// The updates are not used: they may be what is written to.
func.func @incremented_in_place(%t: tensor<4xi32>) -> tensor<4xi32> {
  %one = arith.constant 1 : i32
  %places = arith.constant dense<[[1], [1], [3], [0]]> : tensor<4x1xi32>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%t, %places : tensor<4xi32>, tensor<4x1xi32>) outs(%t : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32):
    %s = arith.addi %y, %one : i32
    tm_tensor.yield %s : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

func.func @scattered_again(%u: tensor<2xi32>, %t: tensor<4xi32>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %places = arith.constant dense<[[3], [1]]> : tensor<2x1xi32>
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %t) -> (tensor<4xi32>) {
    %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %places : tensor<2xi32>, tensor<2x1xi32>) outs(%a : tensor<4xi32>) {
    ^bb0(%x: i32, %y: i32):
      %s = arith.addi %x, %y : i32
      tm_tensor.yield %s : i32
    } -> tensor<4xi32>
    scf.yield %0 : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}

func.func @scattered_with_writes_in_body(%v: tensor<2xi32>, %t: tensor<4xi32>, %u: tensor<4xi32>, %f: i32) -> tensor<4xi32> {
  %c1 = arith.constant 1 : index
  %places = arith.constant dense<[[3], [1]]> : tensor<2x1xi32>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%v, %places : tensor<2xi32>, tensor<2x1xi32>) outs(%t : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32):
    %old = tensor.extract %u[%c1] : tensor<4xi32>
    %w = tensor.insert %f into %u[%c1] : tensor<4xi32>
    %new = tensor.extract %w[%c1] : tensor<4xi32>
    %s = arith.addi %old, %new : i32
    tm_tensor.yield %s : i32
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

func.func @extents_of_scattered(%v: tensor<2xi32>, %a: tensor<2x3xi32>, %f: i32) -> (tensor<?x?xi32>, tensor<?x?xi32>) {
  %places = arith.constant dense<[[1, 2], [0, 1]]> : tensor<2x2xi32>
  %t = tensor.cast %a : tensor<2x3xi32> to tensor<?x?xi32>
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(true) ins(%v, %places : tensor<2xi32>, tensor<2x2xi32>) outs(%t : tensor<?x?xi32>) {
  ^bb0(%x: i32, %y: i32):
    tm_tensor.yield %x : i32
  } -> tensor<?x?xi32>
  %1 = linalg.fill ins(%f : i32) outs(%0 : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %0, %1 : tensor<?x?xi32>, tensor<?x?xi32>
}

// -----

// sort and topk read their outputs; two of them must not be one buffer.

func.func @sorted_too_late(%t: tensor<4xi32>, %f: i32) -> (tensor<4xi32>, tensor<4xi32>) {
  %c1 = arith.constant 1 : index
  %w = tensor.insert %f into %t[%c1] : tensor<4xi32>
  %0 = tm_tensor.sort dimension(0) outs(%t : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32):
    %s = arith.cmpi sle, %x, %y : i32
    tm_tensor.yield %s : i1
  } -> tensor<4xi32>
  return %w, %0 : tensor<4xi32>, tensor<4xi32>
}

func.func @sorted_and_read(%t: tensor<4xi32>) -> (i32, i32, tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tm_tensor.sort dimension(0) outs(%t : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32):
    %s = arith.cmpi slt, %y, %x : i32
    tm_tensor.yield %s : i1
  } -> tensor<4xi32>
  %x = tensor.extract %t[%c0] : tensor<4xi32>
  %y = tensor.extract %t[%c1] : tensor<4xi32>
  return %x, %y, %0 : i32, i32, tensor<4xi32>
}

func.func @sorted_with_itself(%t: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %0:2 = tm_tensor.sort dimension(0) outs(%t, %t : tensor<4xi32>, tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32, %z: i32, %w: i32):
    %s = arith.cmpi sle, %x, %y : i32
    tm_tensor.yield %s : i1
  } -> tensor<4xi32>, tensor<4xi32>
  return %0#0, %0#1 : tensor<4xi32>, tensor<4xi32>
}

func.func @sorted_again(%t: tensor<4xi32>, %f: i32) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %t) -> (tensor<4xi32>) {
    %w = tensor.insert %f into %a[%i] : tensor<4xi32>
    %0 = tm_tensor.sort dimension(0) outs(%w : tensor<4xi32>) {
    ^bb0(%x: i32, %y: i32):
      %s = arith.cmpi sle, %x, %y : i32
      tm_tensor.yield %s : i1
    } -> tensor<4xi32>
    scf.yield %0 : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}

func.func @sorted_with_writes_in_body(%t: tensor<4xi32>, %u: tensor<4xi32>, %f: i32) -> tensor<4xi32> {
  %c1 = arith.constant 1 : index
  %0 = tm_tensor.sort dimension(0) outs(%t : tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32):
    %old = tensor.extract %u[%c1] : tensor<4xi32>
    %w = tensor.insert %f into %u[%c1] : tensor<4xi32>
    %new = tensor.extract %w[%c1] : tensor<4xi32>
    %same = arith.cmpi eq, %old, %new : i32
    %less = arith.cmpi sle, %x, %y : i32
    %s = arith.xori %less, %same : i1
    tm_tensor.yield %s : i1
  } -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

func.func @extents_of_sorted(%a: tensor<2x3xi32>, %f: i32) -> (tensor<?x?xi32>, tensor<?x?xi32>) {
  %t = tensor.cast %a : tensor<2x3xi32> to tensor<?x?xi32>
  %0 = tm_tensor.sort dimension(0) outs(%t : tensor<?x?xi32>) {
  ^bb0(%x: i32, %y: i32):
    %s = arith.cmpi sle, %x, %y : i32
    tm_tensor.yield %s : i1
  } -> tensor<?x?xi32>
  %1 = linalg.fill ins(%f : i32) outs(%0 : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %0, %1 : tensor<?x?xi32>, tensor<?x?xi32>
}

func.func @top_too_late(%t: tensor<4xi32>, %n: tensor<4xi32>, %o: tensor<2xi32>, %p: tensor<2xi32>, %f: i32) -> (tensor<4xi32>, tensor<4xi32>, tensor<2xi32>, tensor<2xi32>) {
  %c1 = arith.constant 1 : index
  %v = tensor.insert %f into %t[%c1] : tensor<4xi32>
  %w = tensor.insert %f into %n[%c1] : tensor<4xi32>
  %0:2 = tm_tensor.topk dimension(0) ins(%t, %n : tensor<4xi32>, tensor<4xi32>) outs(%o, %p : tensor<2xi32>, tensor<2xi32>) {
  ^bb0(%x: i32, %y: i32):
    %s = arith.cmpi sgt, %x, %y : i32
    tm_tensor.yield %s : i1
  } -> tensor<2xi32>, tensor<2xi32>
  return %v, %w, %0#0, %0#1 : tensor<4xi32>, tensor<4xi32>, tensor<2xi32>, tensor<2xi32>
}

func.func @top_of_itself(%t: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %0:2 = tm_tensor.topk dimension(0) ins(%t, %t : tensor<4xi32>, tensor<4xi32>) outs(%t, %t : tensor<4xi32>, tensor<4xi32>) {
  ^bb0(%x: i32, %y: i32):
    %s = arith.cmpi slt, %x, %y : i32
    tm_tensor.yield %s : i1
  } -> tensor<4xi32>, tensor<4xi32>
  return %0#0, %0#1 : tensor<4xi32>, tensor<4xi32>
}

// -----

// Attention overwrites its output, for which it reads all of its inputs.

func.func @attended_too_late(%q: tensor<2x3xf32>, %k: tensor<4x3xf32>, %v: tensor<4x2xf32>, %m: tensor<2x4xf32>, %o: tensor<2x2xf32>, %f: f32) -> (tensor<4x2xf32>, tensor<2x4xf32>, tensor<2x2xf32>) {
  %c1 = arith.constant 1 : index
  %w = tensor.insert %f into %v[%c1, %c1] : tensor<4x2xf32>
  %n = tensor.insert %f into %m[%c1, %c1] : tensor<2x4xf32>
  %0 = tm_tensor.attention ins(%q, %k, %v, %m : tensor<2x3xf32>, tensor<4x3xf32>, tensor<4x2xf32>, tensor<2x4xf32>) outs(%o : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %w, %n, %0 : tensor<4x2xf32>, tensor<2x4xf32>, tensor<2x2xf32>
}

func.func @attended_and_read(%q: tensor<2x3xf32>, %k: tensor<4x3xf32>, %v: tensor<4x2xf32>, %o: tensor<2x2xf32>) -> (f32, tensor<2x2xf32>) {
  %c1 = arith.constant 1 : index
  %0 = tm_tensor.attention ins(%q, %k, %v : tensor<2x3xf32>, tensor<4x3xf32>, tensor<4x2xf32>) outs(%o : tensor<2x2xf32>) -> tensor<2x2xf32>
  %x = tensor.extract %o[%c1, %c1] : tensor<2x2xf32>
  return %x, %0 : f32, tensor<2x2xf32>
}

func.func @attended_in_place(%t: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = tm_tensor.attention ins(%t, %t, %t : tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>) outs(%t : tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

func.func @attended_again(%q: tensor<2x3xf32>, %k: tensor<4x3xf32>, %v: tensor<4x3xf32>) -> tensor<2x3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %q) -> (tensor<2x3xf32>) {
    %0 = tm_tensor.attention ins(%q, %k, %v : tensor<2x3xf32>, tensor<4x3xf32>, tensor<4x3xf32>) outs(%a : tensor<2x3xf32>) -> tensor<2x3xf32>
    scf.yield %0 : tensor<2x3xf32>
  }
  return %r : tensor<2x3xf32>
}

func.func @extents_of_attended(%a: tensor<2x3xf32>, %k: tensor<4x3xf32>, %v: tensor<4x3xf32>, %f: f32) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %q = tensor.cast %a : tensor<2x3xf32> to tensor<?x?xf32>
  %l = tensor.cast %k : tensor<4x3xf32> to tensor<?x?xf32>
  %u = tensor.cast %v : tensor<4x3xf32> to tensor<?x?xf32>
  %e = tensor.empty(%c2, %c3) : tensor<?x?xf32>
  %0 = tm_tensor.attention ins(%q, %l, %u : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = linalg.fill ins(%f : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}
