// Slices that are gathered or scattered, and tensors of other element types. For each operation: one
// that is given too late, one of which what it overwrites is needed afterwards, and one that
// overwrites what it reads.

func.func @gathered_too_late(%t: tensor<4x2xf32>, %f: f32) -> (tensor<4x2xf32>, tensor<2x2xf32>) {
  %c1 = arith.constant 1 : index
  %places = arith.constant dense<[[3], [1]]> : tensor<2x1xindex>
  %w = tensor.insert %f into %t[%c1, %c1] : tensor<4x2xf32>
  %0 = tensor.gather %t[%places] gather_dims([0]) : (tensor<4x2xf32>, tensor<2x1xindex>) -> tensor<2x2xf32>
  return %w, %0 : tensor<4x2xf32>, tensor<2x2xf32>
}

func.func @places_written_too_early(%t: tensor<4xf32>) -> (tensor<2x1xindex>, tensor<2xf32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %e = tensor.empty() : tensor<2x1xindex>
  %places = linalg.fill ins(%c0 : index) outs(%e : tensor<2x1xindex>) -> tensor<2x1xindex>
  %w = tensor.insert %c2 into %places[%c0, %c0] : tensor<2x1xindex>
  %0 = tensor.gather %t[%places] gather_dims([0]) : (tensor<4xf32>, tensor<2x1xindex>) -> tensor<2xf32>
  return %w, %0 : tensor<2x1xindex>, tensor<2xf32>
}

func.func @gathered_is_written(%t: tensor<4x2xf32>, %f: f32) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<4x2xf32>) {
  %c1 = arith.constant 1 : index
  %places = arith.constant dense<[[3], [1]]> : tensor<2x1xindex>
  %0 = tensor.gather %t[%places] gather_dims([0]) : (tensor<4x2xf32>, tensor<2x1xindex>) -> tensor<2x2xf32>
  %w = tensor.insert %f into %0[%c1, %c1] : tensor<2x2xf32>
  return %0, %w, %t : tensor<2x2xf32>, tensor<2x2xf32>, tensor<4x2xf32>
}

// As many slices as the tensor has, so that one buffer could hold the other.
func.func @gathered_in_each_iteration(%t: tensor<4xf32>) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %places = arith.constant dense<[[3], [0], [1], [2]]> : tensor<4x1xindex>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %t) -> (tensor<4xf32>) {
    %0 = tensor.gather %a[%places] gather_dims([0]) : (tensor<4xf32>, tensor<4x1xindex>) -> tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// A copy of which only the extents matter: it is overwritten, and needed as it was.
func.func @extents_of_gathered(%a: tensor<4x3xf32>, %f: f32) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
  %p = arith.constant dense<[[3], [1]]> : tensor<2x1xindex>
  %t = tensor.cast %a : tensor<4x3xf32> to tensor<?x?xf32>
  %places = tensor.cast %p : tensor<2x1xindex> to tensor<?x1xindex>
  %0 = tensor.gather %t[%places] gather_dims([0]) : (tensor<?x?xf32>, tensor<?x1xindex>) -> tensor<?x?xf32>
  %1 = linalg.fill ins(%f : f32) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

func.func @scattered_too_late(%s: tensor<2xi32>, %t: tensor<4xi32>, %f: i32) -> (tensor<2xi32>, tensor<4xi32>) {
  %c0 = arith.constant 0 : index
  %places = arith.constant dense<[[3], [1]]> : tensor<2x1xindex>
  %w = tensor.insert %f into %s[%c0] : tensor<2xi32>
  %0 = tensor.scatter %s into %t[%places] scatter_dims([0]) unique : (tensor<2xi32>, tensor<4xi32>, tensor<2x1xindex>) -> tensor<4xi32>
  return %w, %0 : tensor<2xi32>, tensor<4xi32>
}

func.func @scattered_and_read(%s: tensor<2xi32>, %t: tensor<4xi32>) -> (i32, tensor<4xi32>) {
  %c1 = arith.constant 1 : index
  %places = arith.constant dense<[[3], [1]]> : tensor<2x1xindex>
  %0 = tensor.scatter %s into %t[%places] scatter_dims([0]) unique : (tensor<2xi32>, tensor<4xi32>, tensor<2x1xindex>) -> tensor<4xi32>
  %x = tensor.extract %t[%c1] : tensor<4xi32>
  return %x, %0 : i32, tensor<4xi32>
}

func.func @scattered_in_place(%t: tensor<4xi32>) -> tensor<4xi32> {
  %places = arith.constant dense<[[1], [2], [3], [0]]> : tensor<4x1xindex>
  %0 = tensor.scatter %t into %t[%places] scatter_dims([0]) unique : (tensor<4xi32>, tensor<4xi32>, tensor<4x1xindex>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// What is written first is what the next slices are written to.
func.func @over_its_places(%s: tensor<4xi32>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<4xi32>
  %first = linalg.fill ins(%zero : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %r = scf.for %i = %c1 to %c3 step %c1 iter_args(%a = %first) -> (tensor<4xi32>) {
    %v = arith.index_cast %i : index to i32
    %w = tensor.insert %v into %a[%i] : tensor<4xi32>
    scf.yield %w : tensor<4xi32>
  }
  %three = arith.constant 3 : i32
  %t = tensor.insert %three into %r[%c3] : tensor<4xi32>
  %places = tensor.expand_shape %t [[0, 1]] output_shape [4, 1] : tensor<4xi32> into tensor<4x1xi32>
  %0 = tensor.scatter %s into %t[%places] scatter_dims([0]) unique : (tensor<4xi32>, tensor<4xi32>, tensor<4x1xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

func.func @scattered_again(%s: tensor<2xi32>, %t: tensor<4xi32>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %places = arith.constant dense<[[3], [1]]> : tensor<2x1xindex>
  %r = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %t) -> (tensor<4xi32>) {
    %0 = tensor.scatter %s into %a[%places] scatter_dims([0]) unique : (tensor<2xi32>, tensor<4xi32>, tensor<2x1xindex>) -> tensor<4xi32>
    scf.yield %0 : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}

func.func @in_a_memory_space(%s: tensor<2xi32>, %f: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %places = arith.constant dense<[[3], [1]]> : tensor<2x1xindex>
  %a = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xi32>
  %t = linalg.fill ins(%f : i32) outs(%a : tensor<4xi32>) -> tensor<4xi32>
  %part = tensor.extract_slice %t[0] [4] [1] : tensor<4xi32> to tensor<4xi32>
  %0 = tensor.scatter %s into %part[%places] scatter_dims([0]) unique : (tensor<2xi32>, tensor<4xi32>, tensor<2x1xindex>) -> tensor<4xi32>
  %x = tensor.extract %0[%c1] : tensor<4xi32>
  return %x : i32
}

func.func @extents_of_scattered(%s: tensor<2xi32>, %a: tensor<2x3xi32>, %f: i32) -> (tensor<?x?xi32>, tensor<?x?xi32>) {
  %places = arith.constant dense<[[1, 2], [0, 1]]> : tensor<2x2xindex>
  %t = tensor.cast %a : tensor<2x3xi32> to tensor<?x?xi32>
  %0 = tensor.scatter %s into %t[%places] scatter_dims([0, 1]) unique : (tensor<2xi32>, tensor<?x?xi32>, tensor<2x2xindex>) -> tensor<?x?xi32>
  %1 = linalg.fill ins(%f : i32) outs(%0 : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %0, %1 : tensor<?x?xi32>, tensor<?x?xi32>
}

// -----

func.func @bits_too_late(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<4xi32>) {
  %c1 = arith.constant 1 : index
  %w = tensor.insert %f into %t[%c1] : tensor<4xf32>
  %0 = tensor.bitcast %t : tensor<4xf32> to tensor<4xi32>
  return %w, %0 : tensor<4xf32>, tensor<4xi32>
}

func.func @bits_are_written(%t: tensor<4xf32>, %n: i32) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xf32>) {
  %c1 = arith.constant 1 : index
  %0 = tensor.bitcast %t : tensor<4xf32> to tensor<4xi32>
  %w = tensor.insert %n into %0[%c1] : tensor<4xi32>
  return %0, %w, %t : tensor<4xi32>, tensor<4xi32>, tensor<4xf32>
}

func.func @bits_in_each_iteration(%t: tensor<4xi32>, %f: f32) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %t) -> (tensor<4xi32>) {
    %0 = tensor.bitcast %a : tensor<4xi32> to tensor<4xf32>
    %w = tensor.insert %f into %0[%i] : tensor<4xf32>
    %1 = tensor.bitcast %w : tensor<4xf32> to tensor<4xi32>
    scf.yield %1 : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}

func.func @extents_of_bits(%a: tensor<2x3xf32>, %n: i32) -> (tensor<?x?xi32>, tensor<?x?xi32>) {
  %t = tensor.cast %a : tensor<2x3xf32> to tensor<?x?xf32>
  %0 = tensor.bitcast %t : tensor<?x?xf32> to tensor<?x?xi32>
  %1 = linalg.fill ins(%n : i32) outs(%0 : tensor<?x?xi32>) -> tensor<?x?xi32>
  return %0, %1 : tensor<?x?xi32>, tensor<?x?xi32>
}
