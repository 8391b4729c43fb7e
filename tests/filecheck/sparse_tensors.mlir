// The copies of One-Shot Bufferize around sparse tensors, which the sparsifier bufferizes later.
// RUN: bufferize-opt %s --split-input-file --test-tensor-copy-insertion | filecheck %s
// RUN: bufferize-opt %s --split-input-file --test-tensor-copy-insertion=bufferize-function-boundaries | filecheck %s

#CSC = #sparse_tensor.encoding<{ map = (i, j) -> (j : dense, i : compressed) }>

// Storage that is new is not copied.
// CHECK-LABEL: func.func @emptied(
// CHECK-NEXT:    %[[V0:.*]] = bufferization.alloc_tensor() : tensor<6x9xf64, #sparse>
// CHECK-NEXT:    %[[V1:.*]] = sparse_tensor.load %[[V0]] hasInserts
// CHECK-NEXT:    return %[[V1]]
func.func @emptied() -> tensor<6x9xf64, #CSC> {
  %0 = bufferization.alloc_tensor() : tensor<6x9xf64, #CSC>
  %1 = sparse_tensor.load %0 hasInserts : tensor<6x9xf64, #CSC>
  return %1 : tensor<6x9xf64, #CSC>
}

// CHECK-LABEL: func.func @from_a_file(
// CHECK-SAME:    %[[ARG0:.*]]: index)
// CHECK-NEXT:    %[[V0:.*]] = sparse_tensor.new %[[ARG0]]
// CHECK-NEXT:    return %[[V0]]
func.func @from_a_file(%file: index) -> tensor<6x9xf64, #CSC> {
  %0 = sparse_tensor.new %file : index to tensor<6x9xf64, #CSC>
  return %0 : tensor<6x9xf64, #CSC>
}

// CHECK-LABEL: func.func @made_dense(
// CHECK-NEXT:    %[[V0:.*]] = bufferization.alloc_tensor() : tensor<6x9xf64, #sparse>
// CHECK-NEXT:    %[[V1:.*]] = sparse_tensor.load %[[V0]]
// CHECK-NEXT:    %[[V2:.*]] = sparse_tensor.convert %[[V1]]
// CHECK-NEXT:    return %[[V2]]
func.func @made_dense() -> tensor<6x9xf64> {
  %0 = bufferization.alloc_tensor() : tensor<6x9xf64, #CSC>
  %1 = sparse_tensor.load %0 : tensor<6x9xf64, #CSC>
  %2 = sparse_tensor.convert %1 : tensor<6x9xf64, #CSC> to tensor<6x9xf64>
  return %2 : tensor<6x9xf64>
}

// -----

#same = affine_map<(i, j) -> (i, j)>
#CSC = #sparse_tensor.encoding<{ map = (i, j) -> (j : dense, i : compressed) }>

// The old value of a dense argument is returned, so it is copied before a sparse tensor is added.
// CHECK-LABEL: func.func @added_to_an_argument(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<6x9xf64, #sparse>, %[[ARG1:.*]]: tensor<6x9xf64>)
// CHECK-NEXT:    %[[V0:.*]] = bufferization.alloc_tensor() copy(%[[ARG1]])
// CHECK-NEXT:    %[[V1:.*]] = linalg.generic {{.*}} ins(%[[ARG0]] : {{.*}}) outs(%[[V0]] :
// CHECK:         return %[[ARG1]], %[[V1]]
func.func @added_to_an_argument(%s: tensor<6x9xf64, #CSC>, %t: tensor<6x9xf64>) -> (tensor<6x9xf64>, tensor<6x9xf64>) {
  %0 = linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel"]}
    ins(%s : tensor<6x9xf64, #CSC>) outs(%t : tensor<6x9xf64>) {
  ^bb0(%x: f64, %sum: f64):
    %1 = arith.addf %sum, %x : f64
    linalg.yield %1 : f64
  } -> tensor<6x9xf64>
  return %t, %0 : tensor<6x9xf64>, tensor<6x9xf64>
}

// An operation with a sparse operand need not go element by element, so its output is another buffer than its input.
// CHECK-LABEL: func.func @scaled(
// CHECK-SAME:    %[[ARG0:.*]]: tensor<6x9xf64, #sparse>, %[[ARG1:.*]]: f64)
// CHECK-NEXT:    %[[V0:.*]] = tensor.empty()
// CHECK-NEXT:    %[[V1:.*]] = bufferization.alloc_tensor() : tensor<6x9xf64>
// CHECK-NEXT:    %[[V2:.*]] = linalg.fill ins(%[[ARG1]] : f64) outs(%[[V1]] :
// CHECK-NEXT:    linalg.generic {{.*}} ins(%[[ARG0]], %[[V2]] : {{.*}}) outs(%[[V0]] :
func.func @scaled(%s: tensor<6x9xf64, #CSC>, %c: f64) -> tensor<6x9xf64> {
  %0 = tensor.empty() : tensor<6x9xf64>
  %1 = linalg.fill ins(%c : f64) outs(%0 : tensor<6x9xf64>) -> tensor<6x9xf64>
  %2 = linalg.generic {indexing_maps = [#same, #same, #same], iterator_types = ["parallel", "parallel"]}
    ins(%s, %1 : tensor<6x9xf64, #CSC>, tensor<6x9xf64>) outs(%0 : tensor<6x9xf64>) {
  ^bb0(%x: f64, %y: f64, %old: f64):
    %3 = arith.mulf %x, %y : f64
    linalg.yield %3 : f64
  } -> tensor<6x9xf64>
  return %2 : tensor<6x9xf64>
}
