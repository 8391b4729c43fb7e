// error: 'tm_tensor.scan' op expected one input operands
func.func @f(%i: tensor<3xf32>, %o: tensor<3xf32>, %a: tensor<f32>) {
  %0:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%i, %i : tensor<3xf32>, tensor<3xf32>) outs(%o, %a : tensor<3xf32>, tensor<f32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<3xf32>, tensor<f32>
  return
}

// -----

// error: 'tm_tensor.scan' op expected two output operands
func.func @f(%i: tensor<3xf32>, %o: tensor<3xf32>) {
  %0 = tm_tensor.scan dimension(0) inclusive(true) ins(%i : tensor<3xf32>) outs(%o : tensor<3xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<3xf32>
  return
}

// -----

// error: 'tm_tensor.scan' op expected input/accumulator element types to be identical
func.func @f(%i: tensor<3x4xf32>, %o: tensor<3x4xf32>, %a: tensor<3xf64>) {
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%i : tensor<3x4xf32>) outs(%o, %a : tensor<3x4xf32>, tensor<3xf64>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<3x4xf32>, tensor<3xf64>
  return
}

// -----

// error: 'tm_tensor.scan' op expected accumulator rank to be equal to input rank - 1
func.func @f(%i: tensor<3x4xf32>, %o: tensor<3x4xf32>, %a: tensor<3x4xf32>) {
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%i : tensor<3x4xf32>) outs(%o, %a : tensor<3x4xf32>, tensor<3x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<3x4xf32>, tensor<3x4xf32>
  return
}

// -----

// error: 'tm_tensor.scan' op incompatible input/accumulator shapes
func.func @f(%i: tensor<3x4xf32>, %o: tensor<3x4xf32>, %a: tensor<4xf32>) {
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%i : tensor<3x4xf32>) outs(%o, %a : tensor<3x4xf32>, tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<3x4xf32>, tensor<4xf32>
  return
}

// -----

// error: 'tm_tensor.scan' op expected input/output element types to be identical
func.func @f(%i: tensor<3x4xf32>, %o: tensor<3x4xf64>, %a: tensor<3xf32>) {
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%i : tensor<3x4xf32>) outs(%o, %a : tensor<3x4xf64>, tensor<3xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<3x4xf64>, tensor<3xf32>
  return
}

// -----

// error: 'tm_tensor.scan' op expected input/output to have identical ranks
func.func @f(%i: tensor<3x4xf32>, %o: tensor<3xf32>, %a: tensor<3xf32>) {
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%i : tensor<3x4xf32>) outs(%o, %a : tensor<3xf32>, tensor<3xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<3xf32>, tensor<3xf32>
  return
}

// -----

// error: 'tm_tensor.scan' op incompatible input/output shapes
func.func @f(%i: tensor<3x4xf32>, %o: tensor<3x5xf32>, %a: tensor<3xf32>) {
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%i : tensor<3x4xf32>) outs(%o, %a : tensor<3x5xf32>, tensor<3xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<3x5xf32>, tensor<3xf32>
  return
}

// -----

// error: 'tm_tensor.scan' op dimension exceeds rank
func.func @f(%i: tensor<3x4xf32>, %o: tensor<3x4xf32>, %a: tensor<3xf32>) {
  %0:2 = tm_tensor.scan dimension(2) inclusive(true) ins(%i : tensor<3x4xf32>) outs(%o, %a : tensor<3x4xf32>, tensor<3xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<3x4xf32>, tensor<3xf32>
  return
}

// -----

// error: 'tm_tensor.scan' op operand #0 must be variadic of shaped of any type values, but got 'f32'
func.func @f(%i: f32, %o: tensor<3x4xf32>, %a: tensor<3xf32>) {
  %0:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%i : f32) outs(%o, %a : tensor<3x4xf32>, tensor<3xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<3x4xf32>, tensor<3xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op expected inputs and outputs to be RankedTensorType or scalar
func.func @f(%u: memref<3xf32>, %i: tensor<3x1xi64>, %t: tensor<8xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : memref<3xf32>, tensor<3x1xi64>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op expected inputs and outputs to be MemRefType or scalar
func.func @f(%u: memref<3xf32>, %i: tensor<3x1xi64>, %t: tensor<8xf32>) {
  tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : memref<3xf32>, tensor<3x1xi64>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  }
  return
}

// -----

// error: 'tm_tensor.scatter' op expected type of `outs` operand #0 'tensor<8xf32>' to be same as result type 'tensor<?xf32>'
func.func @f(%u: tensor<3xf32>, %i: tensor<3x1xi64>, %t: tensor<8xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<3xf32>, tensor<3x1xi64>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<?xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op expected indices to be of rank 2 of integer element type
func.func @f(%u: tensor<3xf32>, %i: tensor<3xi64>, %t: tensor<8xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<3xf32>, tensor<3xi64>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op expected indices to be of rank 2 of integer element type
func.func @f(%u: tensor<3xf32>, %i: tensor<3x1xf32>, %t: tensor<8xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<3xf32>, tensor<3x1xf32>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op expected index depth is static
func.func @f(%u: tensor<3xf32>, %i: tensor<3x?xi64>, %t: tensor<8xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<3xf32>, tensor<3x?xi64>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op invalid number of dimension map entries
func.func @f(%u: tensor<3xf32>, %i: tensor<3x1xi64>, %t: tensor<8xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(true) ins(%u, %i : tensor<3xf32>, tensor<3x1xi64>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op dimension map is invalid
func.func @f(%u: tensor<3xf32>, %i: tensor<3x1xi64>, %t: tensor<8xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 1>} unique_indices(true) ins(%u, %i : tensor<3xf32>, tensor<3x1xi64>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op dimension map is invalid
func.func @f(%u: tensor<3xf32>, %i: tensor<3x1xi64>, %t: tensor<8xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: -1>} unique_indices(true) ins(%u, %i : tensor<3xf32>, tensor<3x1xi64>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op dimension map is invalid
func.func @f(%u: tensor<3xf32>, %i: tensor<3x2xi64>, %t: tensor<8x4xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0, 0>} unique_indices(true) ins(%u, %i : tensor<3xf32>, tensor<3x2xi64>) outs(%t : tensor<8x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<8x4xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op expected update value to be at least rank 1
func.func @f(%u: tensor<f32>, %i: tensor<3x1xi64>, %t: tensor<8xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<f32>, tensor<3x1xi64>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op mismatch in shape of indices and update value at dim#0
func.func @f(%u: tensor<4xf32>, %i: tensor<3x1xi64>, %t: tensor<8xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<4xf32>, tensor<3x1xi64>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op mismatch in shape of indices and update value at dim#0
func.func @f(%u: tensor<?xf32>, %i: tensor<3x1xi64>, %t: tensor<8xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<?xf32>, tensor<3x1xi64>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op update value rank exceeds the rank of the original value
func.func @f(%u: tensor<3x4x5x6xf32>, %i: tensor<3x1xi64>, %t: tensor<8xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<3x4x5x6xf32>, tensor<3x1xi64>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op index depth and update value does not cover rank of original value
func.func @f(%u: tensor<3xf32>, %i: tensor<3x1xi64>, %t: tensor<8x4xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<3xf32>, tensor<3x1xi64>) outs(%t : tensor<8x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<8x4xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op shape of update value dim#1 exceeds original value at dim#1
func.func @f(%u: tensor<3x5xf32>, %i: tensor<3x1xi64>, %t: tensor<8x4xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<3x5xf32>, tensor<3x1xi64>) outs(%t : tensor<8x4xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<8x4xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op indexed shape of update value dim#1 exceeds original value at dim#0 9 8
func.func @f(%u: tensor<3x9xf32>, %i: tensor<3x1xi64>, %t: tensor<8xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<3x9xf32>, tensor<3x1xi64>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op expected region to have two arguments
func.func @f(%u: tensor<3xf32>, %i: tensor<3x1xi64>, %t: tensor<8xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<3xf32>, tensor<3x1xi64>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32):
    tm_tensor.yield %x : f32
  } -> tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op expected region to have scalar argument of integer or float types
func.func @f(%u: tensor<3xf32>, %i: tensor<3x1xi64>, %t: tensor<8xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<3xf32>, tensor<3x1xi64>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: vector<2xf32>, %y: f32):
    tm_tensor.yield %y : f32
  } -> tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op mismatch in argument 0 of region 'f64' and element type of update value 'f32'
func.func @f(%u: tensor<3xf32>, %i: tensor<3x1xi64>, %t: tensor<8xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<3xf32>, tensor<3x1xi64>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f64, %y: f32):
    tm_tensor.yield %y : f32
  } -> tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op mismatch in argument 1 of region 'f64' and element type of original value 'f32'
func.func @f(%u: tensor<3xf32>, %i: tensor<3x1xi64>, %t: tensor<8xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<3xf32>, tensor<3x1xi64>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f64):
    tm_tensor.yield %x : f32
  } -> tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op mismatch in region argument types 'f32' and 'f64'
func.func @f(%u: tensor<3xf32>, %i: tensor<3x1xi64>, %t: tensor<8xf64>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<3xf32>, tensor<3x1xi64>) outs(%t : tensor<8xf64>) {
  ^bb0(%x: f32, %y: f64):
    tm_tensor.yield %x : f32
  } -> tensor<8xf64>
  return
}

// -----

// error: 'tm_tensor.yield' op expected region to yield a single value
func.func @f(%u: tensor<3xf32>, %i: tensor<3x1xi64>, %t: tensor<8xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<3xf32>, tensor<3x1xi64>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield
  } -> tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.yield' op mismatch in type of yielded value 'tensor<3x1xi64>' and argument of the region 'f32'
func.func @f(%u: tensor<3xf32>, %i: tensor<3x1xi64>, %t: tensor<8xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<3xf32>, tensor<3x1xi64>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %i : tensor<3x1xi64>
  } -> tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op operand #0 must be variadic of memref of any type values or ranked tensor of any type values, but got 'tensor<*xf32>'
func.func @f(%u: tensor<*xf32>, %i: tensor<3x1xi64>, %t: tensor<8xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<*xf32>, tensor<3x1xi64>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op expected two input operands
func.func @f(%u: tensor<3xf32>, %t: tensor<8xf32>) {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u : tensor<3xf32>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op expected one output operand
func.func @f(%u: tensor<3xf32>, %i: tensor<3x1xi32>, %t: tensor<8xf32>) {
  %0:2 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<3xf32>, tensor<3x1xi32>) outs(%t, %t : tensor<8xf32>, tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<8xf32>, tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.scatter' op expected number of outputs to be same as the number of results
func.func @f(%u: tensor<3xf32>, %i: tensor<3x1xi32>, %t: tensor<8xf32>) {
  %0:2 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%u, %i : tensor<3xf32>, tensor<3x1xi32>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %x : f32
  } -> tensor<8xf32>, tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.sort' op does not expect to take any inputs
func.func @f(%t: tensor<8xf32>, %c: i1) {
  %0 = tm_tensor.sort dimension(0) ins(%t : tensor<8xf32>) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %c : i1
  } -> tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.sort' op expected at least one `outs` operand
func.func @f(%c: i1) {
  "tm_tensor.sort"() <{dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 0>}> ({
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %c : i1
  }) : () -> ()
  return
}

// -----

// error: 'tm_tensor.sort' op region block should have 4 arguments
func.func @f(%t: tensor<3x4xf32>, %u: tensor<3x4xf32>, %c: i1, %n: i32) {
  %0:2 = tm_tensor.sort dimension(1) outs(%t, %u : tensor<3x4xf32>, tensor<3x4xf32>) {
  ^bb0(%x: f32):
    tm_tensor.yield %c : i1
  } -> tensor<3x4xf32>, tensor<3x4xf32>
  return
}

// -----

// error: 'tm_tensor.sort' op dimension must be within (0, 2]
func.func @f(%t: tensor<3x4xf32>, %u: tensor<3x4xf32>, %c: i1, %n: i32) {
  %0:2 = tm_tensor.sort dimension(2) outs(%t, %u : tensor<3x4xf32>, tensor<3x4xf32>) {
  ^bb0(%x: f32, %y: f32, %i: f32, %j: f32):
    tm_tensor.yield %c : i1
  } -> tensor<3x4xf32>, tensor<3x4xf32>
  return
}

// -----

// error: 'tm_tensor.sort' op dimension must be within (0, 2]
func.func @f(%t: tensor<3x4xf32>, %u: tensor<3x4xf32>, %c: i1, %n: i32) {
  %0:2 = tm_tensor.sort dimension(-1) outs(%t, %u : tensor<3x4xf32>, tensor<3x4xf32>) {
  ^bb0(%x: f32, %y: f32, %i: f32, %j: f32):
    tm_tensor.yield %c : i1
  } -> tensor<3x4xf32>, tensor<3x4xf32>
  return
}

// -----

// error: 'tm_tensor.sort' op expected operand 1 to be rank 2, same as other operands
func.func @f(%t: tensor<3x4xf32>, %u: tensor<4xf32>, %c: i1, %n: i32) {
  %0:2 = tm_tensor.sort dimension(1) outs(%t, %u : tensor<3x4xf32>, tensor<4xf32>) {
  ^bb0(%x: f32, %y: f32, %i: f32, %j: f32):
    tm_tensor.yield %c : i1
  } -> tensor<3x4xf32>, tensor<4xf32>
  return
}

// -----

// error: 'tm_tensor.sort' op expected operand 1 to have same shape as other operands
func.func @f(%t: tensor<3x4xf32>, %u: tensor<3x5xf32>, %c: i1, %n: i32) {
  %0:2 = tm_tensor.sort dimension(1) outs(%t, %u : tensor<3x4xf32>, tensor<3x5xf32>) {
  ^bb0(%x: f32, %y: f32, %i: f32, %j: f32):
    tm_tensor.yield %c : i1
  } -> tensor<3x4xf32>, tensor<3x5xf32>
  return
}

// -----

// error: 'tm_tensor.sort' op region block argument #3 should be of type 'f32' but got 'i32'
func.func @f(%t: tensor<3x4xf32>, %u: tensor<3x4xf32>, %c: i1, %n: i32) {
  %0:2 = tm_tensor.sort dimension(1) outs(%t, %u : tensor<3x4xf32>, tensor<3x4xf32>) {
  ^bb0(%x: f32, %y: f32, %i: f32, %j: i32):
    tm_tensor.yield %c : i1
  } -> tensor<3x4xf32>, tensor<3x4xf32>
  return
}

// -----

// error: 'tm_tensor.sort' op should yield exactly one operand
func.func @f(%t: tensor<3x4xf32>, %u: tensor<3x4xf32>, %c: i1, %n: i32) {
  %0:2 = tm_tensor.sort dimension(1) outs(%t, %u : tensor<3x4xf32>, tensor<3x4xf32>) {
  ^bb0(%x: f32, %y: f32, %i: f32, %j: f32):
    tm_tensor.yield
  } -> tensor<3x4xf32>, tensor<3x4xf32>
  return
}

// -----

// error: 'tm_tensor.sort' op should yield i1 type
func.func @f(%t: tensor<3x4xf32>, %u: tensor<3x4xf32>, %c: i1, %n: i32) {
  %0:2 = tm_tensor.sort dimension(1) outs(%t, %u : tensor<3x4xf32>, tensor<3x4xf32>) {
  ^bb0(%x: f32, %y: f32, %i: f32, %j: f32):
    tm_tensor.yield %n : i32
  } -> tensor<3x4xf32>, tensor<3x4xf32>
  return
}

// -----

// error: 'tm_tensor.topk' op expected one or two input operands
func.func @f(%t: tensor<8xf32>, %v: tensor<2xf32>, %n: tensor<2xi32>, %c: i1) {
  %0:2 = tm_tensor.topk dimension(0) ins(%t, %t, %t : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) outs(%v, %n : tensor<2xf32>, tensor<2xi32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %c : i1
  } -> tensor<2xf32>, tensor<2xi32>
  return
}

// -----

// error: 'tm_tensor.topk' op expected two output operands
func.func @f(%t: tensor<8xf32>, %v: tensor<2xf32>, %n: tensor<2xi32>, %c: i1) {
  %0 = tm_tensor.topk dimension(0) ins(%t : tensor<8xf32>) outs(%v : tensor<2xf32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %c : i1
  } -> tensor<2xf32>
  return
}

// -----

// error: 'tm_tensor.topk' op dimension exceeds rank
func.func @f(%t: tensor<3x4xf32>, %n: tensor<3x4xi32>, %v: tensor<3x2xf32>, %w: tensor<3x2xi32>, %c: i1, %d: i32) {
  %0:2 = tm_tensor.topk dimension(2) ins(%t, %n : tensor<3x4xf32>, tensor<3x4xi32>) outs(%v, %w : tensor<3x2xf32>, tensor<3x2xi32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %c : i1
  } -> tensor<3x2xf32>, tensor<3x2xi32>
  return
}

// -----

// error: 'tm_tensor.topk' op expected input/output value types to be identical
func.func @f(%t: tensor<3x4xf32>, %n: tensor<3x4xi32>, %v: tensor<3x2xf64>, %w: tensor<3x2xi32>, %c: i1, %d: i32) {
  %0:2 = tm_tensor.topk dimension(1) ins(%t, %n : tensor<3x4xf32>, tensor<3x4xi32>) outs(%v, %w : tensor<3x2xf64>, tensor<3x2xi32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %c : i1
  } -> tensor<3x2xf64>, tensor<3x2xi32>
  return
}

// -----

// error: 'tm_tensor.topk' op expected input/output indices types to be int32
func.func @f(%t: tensor<3x4xf32>, %n: tensor<3x4xi64>, %v: tensor<3x2xf32>, %w: tensor<3x2xi32>, %c: i1, %d: i32) {
  %0:2 = tm_tensor.topk dimension(1) ins(%t, %n : tensor<3x4xf32>, tensor<3x4xi64>) outs(%v, %w : tensor<3x2xf32>, tensor<3x2xi32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %c : i1
  } -> tensor<3x2xf32>, tensor<3x2xi32>
  return
}

// -----

// error: 'tm_tensor.topk' op expected input/output indices types to be int32
func.func @f(%t: tensor<3x4xf32>, %n: tensor<3x4xi32>, %v: tensor<3x2xf32>, %w: tensor<3x2xi64>, %c: i1, %d: i32) {
  %0:2 = tm_tensor.topk dimension(1) ins(%t, %n : tensor<3x4xf32>, tensor<3x4xi32>) outs(%v, %w : tensor<3x2xf32>, tensor<3x2xi64>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %c : i1
  } -> tensor<3x2xf32>, tensor<3x2xi64>
  return
}

// -----

// error: 'tm_tensor.topk' op expected input/output to have the same rank
func.func @f(%t: tensor<3x4xf32>, %n: tensor<3x4xi32>, %v: tensor<2xf32>, %w: tensor<3x2xi32>, %c: i1, %d: i32) {
  %0:2 = tm_tensor.topk dimension(1) ins(%t, %n : tensor<3x4xf32>, tensor<3x4xi32>) outs(%v, %w : tensor<2xf32>, tensor<3x2xi32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %c : i1
  } -> tensor<2xf32>, tensor<3x2xi32>
  return
}

// -----

// error: 'tm_tensor.topk' op expected input/output to have the same rank
func.func @f(%t: tensor<3x4xf32>, %n: tensor<3x4xi32>, %v: tensor<3x2xf32>, %w: tensor<3xi32>, %c: i1, %d: i32) {
  %0:2 = tm_tensor.topk dimension(1) ins(%t, %n : tensor<3x4xf32>, tensor<3x4xi32>) outs(%v, %w : tensor<3x2xf32>, tensor<3xi32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %c : i1
  } -> tensor<3x2xf32>, tensor<3xi32>
  return
}

// -----

// error: 'tm_tensor.topk' op input indices/values shape must match
func.func @f(%t: tensor<3x4xf32>, %n: tensor<3x5xi32>, %v: tensor<3x2xf32>, %w: tensor<3x2xi32>, %c: i1, %d: i32) {
  %0:2 = tm_tensor.topk dimension(1) ins(%t, %n : tensor<3x4xf32>, tensor<3x5xi32>) outs(%v, %w : tensor<3x2xf32>, tensor<3x2xi32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %c : i1
  } -> tensor<3x2xf32>, tensor<3x2xi32>
  return
}

// -----

// error: 'tm_tensor.topk' op output indices/values shape must match
func.func @f(%t: tensor<3x4xf32>, %n: tensor<3x4xi32>, %v: tensor<3x2xf32>, %w: tensor<3x3xi32>, %c: i1, %d: i32) {
  %0:2 = tm_tensor.topk dimension(1) ins(%t, %n : tensor<3x4xf32>, tensor<3x4xi32>) outs(%v, %w : tensor<3x2xf32>, tensor<3x3xi32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %c : i1
  } -> tensor<3x2xf32>, tensor<3x3xi32>
  return
}

// -----

// error: 'tm_tensor.topk' op incompatible input/output shapes
func.func @f(%t: tensor<3x4xf32>, %n: tensor<3x4xi32>, %v: tensor<4x2xf32>, %w: tensor<4x2xi32>, %c: i1, %d: i32) {
  %0:2 = tm_tensor.topk dimension(1) ins(%t, %n : tensor<3x4xf32>, tensor<3x4xi32>) outs(%v, %w : tensor<4x2xf32>, tensor<4x2xi32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %c : i1
  } -> tensor<4x2xf32>, tensor<4x2xi32>
  return
}

// -----

// error: 'tm_tensor.topk' op region block should have 2 arguments
func.func @f(%t: tensor<3x4xf32>, %n: tensor<3x4xi32>, %v: tensor<3x2xf32>, %w: tensor<3x2xi32>, %c: i1, %d: i32) {
  %0:2 = tm_tensor.topk dimension(1) ins(%t, %n : tensor<3x4xf32>, tensor<3x4xi32>) outs(%v, %w : tensor<3x2xf32>, tensor<3x2xi32>) {
  ^bb0(%x: f32):
    tm_tensor.yield %c : i1
  } -> tensor<3x2xf32>, tensor<3x2xi32>
  return
}

// -----

// error: 'tm_tensor.topk' op region block types must match input
func.func @f(%t: tensor<3x4xf32>, %n: tensor<3x4xi32>, %v: tensor<3x2xf32>, %w: tensor<3x2xi32>, %c: i1, %d: i32) {
  %0:2 = tm_tensor.topk dimension(1) ins(%t, %n : tensor<3x4xf32>, tensor<3x4xi32>) outs(%v, %w : tensor<3x2xf32>, tensor<3x2xi32>) {
  ^bb0(%x: f32, %y: f64):
    tm_tensor.yield %c : i1
  } -> tensor<3x2xf32>, tensor<3x2xi32>
  return
}

// -----

// error: 'tm_tensor.topk' op region block must end with a linalg_ext.yield i1!
func.func @f(%t: tensor<3x4xf32>, %n: tensor<3x4xi32>, %v: tensor<3x2xf32>, %w: tensor<3x2xi32>, %c: i1, %d: i32) {
  %0:2 = tm_tensor.topk dimension(1) ins(%t, %n : tensor<3x4xf32>, tensor<3x4xi32>) outs(%v, %w : tensor<3x2xf32>, tensor<3x2xi32>) {
  ^bb0(%x: f32, %y: f32):
    tm_tensor.yield %d : i32
  } -> tensor<3x2xf32>, tensor<3x2xi32>
  return
}

// -----

// error: 'tm_tensor.attention' op query and key batch mismatch
func.func @f(%q: tensor<1x3x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<1x5x2xf32>, %m: tensor<1x3x5xf32>, %o: tensor<1x3x2xf32>) {
  %0 = tm_tensor.attention ins(%q, %k, %v, %m : tensor<1x3x4xf32>, tensor<2x5x4xf32>, tensor<1x5x2xf32>, tensor<1x3x5xf32>) outs(%o : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return
}

// -----

// error: 'tm_tensor.attention' op query and key head dimension mismatch
func.func @f(%q: tensor<1x3x4xf32>, %k: tensor<1x5x3xf32>, %v: tensor<1x5x2xf32>, %m: tensor<1x3x5xf32>, %o: tensor<1x3x2xf32>) {
  %0 = tm_tensor.attention ins(%q, %k, %v, %m : tensor<1x3x4xf32>, tensor<1x5x3xf32>, tensor<1x5x2xf32>, tensor<1x3x5xf32>) outs(%o : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return
}

// -----

// error: 'tm_tensor.attention' op query and value batch dimension mismatch
func.func @f(%q: tensor<1x3x4xf32>, %k: tensor<1x5x4xf32>, %v: tensor<2x5x2xf32>, %m: tensor<1x3x5xf32>, %o: tensor<1x3x2xf32>) {
  %0 = tm_tensor.attention ins(%q, %k, %v, %m : tensor<1x3x4xf32>, tensor<1x5x4xf32>, tensor<2x5x2xf32>, tensor<1x3x5xf32>) outs(%o : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return
}

// -----

// error: 'tm_tensor.attention' op key and value sequence length dimension mismatch
func.func @f(%q: tensor<1x3x4xf32>, %k: tensor<1x5x4xf32>, %v: tensor<1x6x2xf32>, %m: tensor<1x3x5xf32>, %o: tensor<1x3x2xf32>) {
  %0 = tm_tensor.attention ins(%q, %k, %v, %m : tensor<1x3x4xf32>, tensor<1x5x4xf32>, tensor<1x6x2xf32>, tensor<1x3x5xf32>) outs(%o : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return
}

// -----

// error: 'tm_tensor.attention' op query and mask batch dimension mismatch
func.func @f(%q: tensor<1x3x4xf32>, %k: tensor<1x5x4xf32>, %v: tensor<1x5x2xf32>, %m: tensor<2x3x5xf32>, %o: tensor<1x3x2xf32>) {
  %0 = tm_tensor.attention ins(%q, %k, %v, %m : tensor<1x3x4xf32>, tensor<1x5x4xf32>, tensor<1x5x2xf32>, tensor<2x3x5xf32>) outs(%o : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return
}

// -----

// error: 'tm_tensor.attention' op mask sequence length and query sequence length mismatch
func.func @f(%q: tensor<1x3x4xf32>, %k: tensor<1x5x4xf32>, %v: tensor<1x5x2xf32>, %m: tensor<1x4x5xf32>, %o: tensor<1x3x2xf32>) {
  %0 = tm_tensor.attention ins(%q, %k, %v, %m : tensor<1x3x4xf32>, tensor<1x5x4xf32>, tensor<1x5x2xf32>, tensor<1x4x5xf32>) outs(%o : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return
}

// -----

// error: 'tm_tensor.attention' op mask sequence lengt and key sequence length mismatch
func.func @f(%q: tensor<1x3x4xf32>, %k: tensor<1x5x4xf32>, %v: tensor<1x5x2xf32>, %m: tensor<1x3x6xf32>, %o: tensor<1x3x2xf32>) {
  %0 = tm_tensor.attention ins(%q, %k, %v, %m : tensor<1x3x4xf32>, tensor<1x5x4xf32>, tensor<1x5x2xf32>, tensor<1x3x6xf32>) outs(%o : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return
}

// -----

// error: 'tm_tensor.attention' op expected inputs and outputs to be RankedTensorType or scalar
func.func @f(%q: tensor<1x3x4xf32>, %k: tensor<1x5x4xf32>, %v: tensor<1x5x2xf32>, %m: memref<1x3x5xf32>, %o: tensor<1x3x2xf32>) {
  %0 = tm_tensor.attention ins(%q, %k, %v, %m : tensor<1x3x4xf32>, tensor<1x5x4xf32>, tensor<1x5x2xf32>, memref<1x3x5xf32>) outs(%o : tensor<1x3x2xf32>) -> tensor<1x3x2xf32>
  return
}

// -----

// error: 'tm_tensor.attention' op expected three or four input operands
func.func @f(%t: tensor<1x3x4xf32>) {
  %0 = tm_tensor.attention ins(%t : tensor<1x3x4xf32>) outs(%t : tensor<1x3x4xf32>) -> tensor<1x3x4xf32>
  return
}

// -----

// error: 'tm_tensor.attention' op expected one output operand
func.func @f(%t: tensor<1x3x4xf32>) {
  %0:2 = tm_tensor.attention ins(%t, %t, %t : tensor<1x3x4xf32>, tensor<1x3x4xf32>, tensor<1x3x4xf32>) outs(%t, %t : tensor<1x3x4xf32>, tensor<1x3x4xf32>) -> tensor<1x3x4xf32>, tensor<1x3x4xf32>
  return
}

// -----

// error: 'tm_tensor.attention' op expected inputs of one rank, which is at least 2
func.func @f(%t: tensor<4xf32>) {
  %0 = tm_tensor.attention ins(%t, %t, %t : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// error: 'tm_tensor.sort' op expected a region with a block
func.func @f(%t: tensor<8xf32>) {
  %0 = "tm_tensor.sort"(%t) <{dimension = 0 : i64, operandSegmentSizes = array<i32: 0, 1>}> ({
  }) : (tensor<8xf32>) -> tensor<8xf32>
  return
}

// -----

// error: 'tm_tensor.sort' op expects regions to end with 'tm_tensor.yield', found 'func.return'
func.func @f(%t: tensor<8xf32>) {
  %0 = tm_tensor.sort dimension(0) outs(%t : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    func.return
  } -> tensor<8xf32>
  return
}
