// Slices that are gathered or scattered, and tensors of other element types: what is read is
// overwritten before or meanwhile, and copied where only its extents matter, or carried by a loop.

func.func @gathered_too_late(%t: tensor<4x2xf32>, %f: f32) -> (tensor<4x2xf32>, tensor<2x2xf32>) {
  %c1 = arith.constant 1 : index
  %places = arith.constant dense<[[3], [1]]> : tensor<2x1xindex>
  %w = tensor.insert %f into %t[%c1, %c1] : tensor<4x2xf32>
  %0 = tensor.gather %t[%places] gather_dims([0]) : (tensor<4x2xf32>, tensor<2x1xindex>) -> tensor<2x2xf32>
  return %w, %0 : tensor<4x2xf32>, tensor<2x2xf32>
}

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

func.func @scattered_in_place(%t: tensor<4xi32>) -> tensor<4xi32> {
  %places = arith.constant dense<[[1], [2], [3], [0]]> : tensor<4x1xindex>
  %0 = tensor.scatter %t into %t[%places] scatter_dims([0]) unique : (tensor<4xi32>, tensor<4xi32>, tensor<4x1xindex>) -> tensor<4xi32>
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

// -----

func.func @bits_too_late(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<4xi32>) {
  %c1 = arith.constant 1 : index
  %w = tensor.insert %f into %t[%c1] : tensor<4xf32>
  %0 = tensor.bitcast %t : tensor<4xf32> to tensor<4xi32>
  return %w, %0 : tensor<4xf32>, tensor<4xi32>
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
