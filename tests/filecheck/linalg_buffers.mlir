// Operations of linalg on buffers: inits are reused, copied, or replaced by memory without contents.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries | filecheck %s
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="copy-before-write unknown-type-conversion=identity-layout-map" | filecheck %s --check-prefix=ALONE

// CHECK-LABEL: func.func @fill(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xf64, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: f64) -> memref<?xf64, strided<[?], offset: ?>>
// CHECK:         linalg.fill ins(%[[ARG1]] : f64) outs(%[[ARG0]] : memref<?xf64, strided<[?], offset: ?>>)
// CHECK:         return %[[ARG0]] :
// ALONE-LABEL: func.func @fill(
// ALONE-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xf64>, %[[ARG1:[a-z0-9]*]]: f64) -> tensor<?xf64>
// ALONE:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?xf64> to memref<?xf64>
// ALONE:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf64>
// ALONE:         linalg.fill ins(%[[ARG1]] : f64) outs(%[[ALLOC]] : memref<?xf64>)
// ALONE:         %[[V1:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<?xf64> to tensor<?xf64>
// ALONE:         return %[[V1]] :
func.func @fill(%t: tensor<?xf64>, %x: f64) -> tensor<?xf64> {
  %0 = linalg.fill ins(%x : f64) outs(%t : tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// CHECK-LABEL: func.func @fill_frozen(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xf64, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: f64) -> memref<?xf64>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf64>
// CHECK:         linalg.fill ins(%[[ARG1]] : f64) outs(%[[ALLOC]] : memref<?xf64>)
// CHECK:         return %[[ALLOC]] :
func.func @fill_frozen(%t: tensor<?xf64> {bufferization.writable = false}, %x: f64) -> tensor<?xf64> {
  %0 = linalg.fill ins(%x : f64) outs(%t : tensor<?xf64>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// The product of what was filled goes into what was filled: the fill is elsewhere.
// CHECK-LABEL: func.func @fill_then_multiply(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?x?xf64, strided<[?, ?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: f64) -> memref<?x?xf64, strided<[?, ?], offset: ?>>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}, %{{.*}}) {{.*}} : memref<?x?xf64>
// CHECK:         linalg.fill ins(%[[ARG1]] : f64) outs(%[[ALLOC]] : memref<?x?xf64>)
// CHECK:         linalg.matmul ins(%[[ALLOC]], %[[ALLOC]] : memref<?x?xf64>, memref<?x?xf64>) outs(%[[ARG0]] : memref<?x?xf64, strided<[?, ?], offset: ?>>)
// CHECK:         return %[[ARG0]] :
func.func @fill_then_multiply(%t: tensor<?x?xf64>, %x: f64) -> tensor<?x?xf64> {
  %0 = linalg.fill ins(%x : f64) outs(%t : tensor<?x?xf64>) -> tensor<?x?xf64>
  %1 = linalg.matmul ins(%0, %0 : tensor<?x?xf64>, tensor<?x?xf64>) outs(%t : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %1 : tensor<?x?xf64>
}

// CHECK-LABEL: func.func @square_onto_itself(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?x?xf64, strided<[?, ?], offset: ?>>) -> memref<?x?xf64>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}, %{{.*}}) {{.*}} : memref<?x?xf64>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:         linalg.matmul ins(%[[ARG0]], %[[ARG0]] : memref<?x?xf64, strided<[?, ?], offset: ?>>, memref<?x?xf64, strided<[?, ?], offset: ?>>) outs(%[[ALLOC]] : memref<?x?xf64>)
// CHECK:         return %[[ALLOC]] :
func.func @square_onto_itself(%t: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = linalg.matmul ins(%t, %t : tensor<?x?xf64>, tensor<?x?xf64>) outs(%t : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

// ALONE-LABEL: func.func @dot(
// ALONE-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<3xf64>, %[[ARG1:[a-z0-9]*]]: tensor<f64>) -> tensor<f64>
// ALONE:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<3xf64> to memref<3xf64>
// ALONE:         %[[V1:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<3xf64> to memref<3xf64>
// ALONE:         %[[V2:.*]] = bufferization.to_buffer %[[ARG1]] : tensor<f64> to memref<f64>
// ALONE:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<f64>
// ALONE:         memref.copy %[[V2]], %[[ALLOC]] :
// ALONE:         linalg.dot ins(%[[V1]], %[[V0]] : memref<3xf64>, memref<3xf64>) outs(%[[ALLOC]] : memref<f64>)
// ALONE:         %[[V3:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<f64> to tensor<f64>
// ALONE:         return %[[V3]] :
func.func @dot(%t: tensor<3xf64>, %o: tensor<f64>) -> tensor<f64> {
  %0 = linalg.dot ins(%t, %t : tensor<3xf64>, tensor<3xf64>) outs(%o : tensor<f64>) -> tensor<f64>
  return %0 : tensor<f64>
}

// ALONE-LABEL: func.func @softmax(
// ALONE-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<3x4xf64>, %{{.*}}: tensor<3x4xf64>) -> tensor<3x4xf64>
// ALONE:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<3x4xf64> to memref<3x4xf64>
// ALONE:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3x4xf64>
// ALONE:         linalg.softmax dimension(1) ins(%[[V0]] : memref<3x4xf64>) outs(%[[ALLOC]] : memref<3x4xf64>)
// ALONE:         %[[V1:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<3x4xf64> to tensor<3x4xf64>
// ALONE:         return %[[V1]] :
func.func @softmax(%t: tensor<3x4xf64>, %o: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %0 = linalg.softmax dimension(1) ins(%t : tensor<3x4xf64>) outs(%o : tensor<3x4xf64>) -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}

// -----

#id = affine_map<(d0) -> (d0)>

// The input as init: its contents do not matter, so nothing is copied.
// ALONE-LABEL: func.func @exponentials(
// ALONE-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<3xf64>) -> tensor<3xf64>
// ALONE:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<3xf64> to memref<3xf64>
// ALONE:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3xf64>
// ALONE:         linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%[[V0]] : memref<3xf64>) outs(%[[ALLOC]] : memref<3xf64>) {
// ALONE:         ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64):
// ALONE:           linalg.yield %{{.*}}
// ALONE:         %[[V1:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<3xf64> to tensor<3xf64>
// ALONE:         return %[[V1]] :
func.func @exponentials(%t: tensor<3xf64>) -> tensor<3xf64> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%t : tensor<3xf64>) outs(%t : tensor<3xf64>) {
  ^bb0(%x: f64, %o: f64):
    %1 = math.exp %x : f64
    linalg.yield %1 : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// ALONE-LABEL: func.func @exponentials_of_unknown_extent(
// ALONE-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xf64>, %[[ARG1:[a-z0-9]*]]: index) -> tensor<?xf64>
// ALONE:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?xf64> to memref<?xf64>
// ALONE:         %[[ALLOC:.*]] = memref.alloc(%[[ARG1]]) {{.*}} : memref<?xf64>
// ALONE:         linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%[[V0]] : memref<?xf64>) outs(%[[ALLOC]] : memref<?xf64>) {
// ALONE:         ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64):
// ALONE:           linalg.yield %{{.*}}
// ALONE:         %[[V1:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<?xf64> to tensor<?xf64>
// ALONE:         return %[[V1]] :
func.func @exponentials_of_unknown_extent(%t: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %e = bufferization.alloc_tensor(%n) : tensor<?xf64>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%t : tensor<?xf64>) outs(%e : tensor<?xf64>) {
  ^bb0(%x: f64, %o: f64):
    %1 = math.exp %x : f64
    linalg.yield %1 : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// Two results, of known and of unknown extents.
// ALONE-LABEL: func.func @two_results(
// ALONE-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>)
// ALONE:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<3xf64> to memref<3xf64>
// ALONE:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3xf64>
// ALONE:         %[[ALLOC_0:.*]] = memref.alloc() {{.*}} : memref<3xf64>
// ALONE:         linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel"]} ins(%[[V0]] : memref<3xf64>) outs(%[[ALLOC]], %[[ALLOC_0]] : memref<3xf64>, memref<3xf64>) {
// ALONE:         ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64, %[[OUT_1:.*]]: f64):
// ALONE:           linalg.yield %[[IN]], %[[IN]] :
// ALONE:         %[[V1:.*]] = bufferization.to_tensor %[[ALLOC_0]] : memref<3xf64> to tensor<3xf64>
// ALONE:         %[[V2:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<3xf64> to tensor<3xf64>
// ALONE:         return %[[V2]], %[[V1]] :
func.func @two_results(%t: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%t : tensor<3xf64>) outs(%t, %t : tensor<3xf64>, tensor<3xf64>) {
  ^bb0(%x: f64, %o: f64, %p: f64):
    linalg.yield %x, %x : f64, f64
  } -> (tensor<3xf64>, tensor<3xf64>)
  return %0#0, %0#1 : tensor<3xf64>, tensor<3xf64>
}

// ALONE-LABEL: func.func @two_results_of_unknown_extents(
// ALONE-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
// ALONE:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x?xf64> to memref<?x?xf64>
// ALONE:         %[[V1:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x?xf64> to memref<?x?xf64>
// ALONE:         %[[V2:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x?xf64> to memref<?x?xf64>
// ALONE:         %[[V3:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x?xf64> to memref<?x?xf64>
// ALONE:         %[[V4:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x?xf64> to memref<?x?xf64>
// ALONE:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}, %{{.*}}) {{.*}} : memref<?x?xf64>
// ALONE:         %[[ALLOC_5:.*]] = memref.alloc(%{{.*}}, %{{.*}}) {{.*}} : memref<?x?xf64>
// ALONE:         linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%[[V0]] : memref<?x?xf64>) outs(%[[ALLOC]], %[[ALLOC_5]] : memref<?x?xf64>, memref<?x?xf64>) {
// ALONE:         ^bb0(%[[IN:.*]]: f64, %[[OUT:.*]]: f64, %[[OUT_6:.*]]: f64):
// ALONE:           linalg.yield %[[IN]], %[[IN]] :
// ALONE:         %[[V5:.*]] = bufferization.to_tensor %[[ALLOC_5]] : memref<?x?xf64> to tensor<?x?xf64>
// ALONE:         %[[V6:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<?x?xf64> to tensor<?x?xf64>
// ALONE:         return %[[V6]], %[[V5]] :
func.func @two_results_of_unknown_extents(%t: tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>) {
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                         iterator_types = ["parallel", "parallel"]} ins(%t : tensor<?x?xf64>) outs(%t, %t : tensor<?x?xf64>, tensor<?x?xf64>) {
  ^bb0(%x: f64, %o: f64, %p: f64):
    linalg.yield %x, %x : f64, f64
  } -> (tensor<?x?xf64>, tensor<?x?xf64>)
  return %0#0, %0#1 : tensor<?x?xf64>, tensor<?x?xf64>
}

// The init is read by the body: it is copied. Elements may be vectors.
// ALONE-LABEL: func.func @init_is_read(
// ALONE-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<4x2x3xvector<2xi4>>, %[[ARG1:[a-z0-9]*]]: tensor<2x4xf64>) -> tensor<2x4xf64>
// ALONE:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<4x2x3xvector<2xi4>> to memref<4x2x3xvector<2xi4>>
// ALONE:         %[[V1:.*]] = bufferization.to_buffer %[[ARG1]] : tensor<2x4xf64> to memref<2x4xf64>
// ALONE:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<2x4xf64>
// ALONE:         memref.copy %[[V1]], %[[ALLOC]] :
// ALONE:         linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%[[V0]] : memref<4x2x3xvector<2xi4>>) outs(%[[ALLOC]] : memref<2x4xf64>) {
// ALONE:         ^bb0(%[[IN:.*]]: vector<2xi4>, %[[OUT:.*]]: f64):
// ALONE:           linalg.yield %[[OUT]] :
// ALONE:         %[[V2:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<2x4xf64> to tensor<2x4xf64>
// ALONE:         return %[[V2]] :
func.func @init_is_read(%t: tensor<4x2x3xvector<2xi4>>, %o: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (j, i, k)>, affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]} ins(%t : tensor<4x2x3xvector<2xi4>>) outs(%o : tensor<2x4xf64>) {
  ^bb0(%v: vector<2xi4>, %x: f64):
    linalg.yield %x : f64
  } -> tensor<2x4xf64>
  return %0 : tensor<2x4xf64>
}

// Read by the first of two operations, not by the second: one copy.
// CHECK-LABEL: func.func @read_then_overwrite(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xf64, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: f64) -> memref<?xf64>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf64>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:         linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%[[ALLOC]]
// CHECK:         ^bb0(%[[OUT:.*]]: f64):
// CHECK:           linalg.yield %{{.*}}
// CHECK:         linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%[[ALLOC]]
// CHECK:         ^bb0(%[[OUT:.*]]: f64):
// CHECK:           linalg.yield %[[ARG1]] :
// CHECK:         return %[[ALLOC]] :
func.func @read_then_overwrite(%t: tensor<?xf64> {bufferization.writable = false}, %y: f64) -> tensor<?xf64> {
  %0 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%t : tensor<?xf64>) {
  ^bb0(%x: f64):
    %2 = arith.mulf %x, %y : f64
    linalg.yield %2 : f64
  } -> tensor<?xf64>
  %1 = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%0 : tensor<?xf64>) {
  ^bb0(%x: f64):
    linalg.yield %y : f64
  } -> tensor<?xf64>
  return %1 : tensor<?xf64>
}

// -----

// A body that reads other tensors, and inputs of other shapes.
// CHECK-LABEL: func.func @look_up(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?x?xf64, strided<[?, ?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<?xi32, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: memref<?x?xf64, strided<[?, ?], offset: ?>>) -> memref<?x?xf64, strided<[?, ?], offset: ?>>
// CHECK:         linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%[[ARG1]] : memref<?xi32, strided<[?], offset: ?>>) outs(%[[ARG2]] : memref<?x?xf64, strided<[?, ?], offset: ?>>) {
// CHECK:         ^bb0(%[[IN:.*]]: i32, %[[OUT:.*]]: f64):
// CHECK:           %[[V0:.*]] = arith.index_cast %[[IN]] : i32 to index
// CHECK:           %[[V1:.*]] = linalg.index 1
// CHECK:           %[[V2:.*]] = memref.load %[[ARG0]][%[[V0]], %[[V1]]]
// CHECK:           linalg.yield %[[V2]] :
// CHECK:         return %[[ARG2]] :
func.func @look_up(%table: tensor<?x?xf64> {bufferization.writable = false}, %keys: tensor<?xi32>, %o: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%keys : tensor<?xi32>) outs(%o : tensor<?x?xf64>) {
  ^bb0(%k: i32, %x: f64):
    %1 = arith.index_cast %k : i32 to index
    %2 = linalg.index 1 : index
    %3 = tensor.extract %table[%1, %2] : tensor<?x?xf64>
    linalg.yield %3 : f64
  } -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

// CHECK-LABEL: func.func @add_a_row(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?x?xf64, strided<[?, ?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<?xf64, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: memref<?x?xf64, strided<[?, ?], offset: ?>>) -> memref<?x?xf64, strided<[?, ?], offset: ?>>
// CHECK:         linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%[[ARG0]], %[[ARG1]] : memref<?x?xf64, strided<[?, ?], offset: ?>>, memref<?xf64, strided<[?], offset: ?>>) outs(%[[ARG2]] : memref<?x?xf64, strided<[?, ?], offset: ?>>) {
// CHECK:         ^bb0(%[[IN:.*]]: f64, %[[IN_0:.*]]: f64, %[[OUT:.*]]: f64):
// CHECK:           linalg.yield %{{.*}}
// CHECK:         return %[[ARG2]] :
func.func @add_a_row(%t: tensor<?x?xf64>, %row: tensor<?xf64>, %o: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]} ins(%t, %row : tensor<?x?xf64>, tensor<?xf64>) outs(%o : tensor<?x?xf64>) {
  ^bb0(%x: f64, %y: f64, %z: f64):
    %1 = arith.addf %x, %y : f64
    linalg.yield %1 : f64
  } -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

// CHECK-LABEL: func.func @map(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<9xf64, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<9xf64, strided<[?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: memref<9xf64, strided<[?], offset: ?>>) -> memref<9xf64, strided<[?], offset: ?>>
// CHECK:         linalg.map { arith.mulf } ins(%[[ARG0]], %[[ARG1]] : memref<9xf64, strided<[?], offset: ?>>, memref<9xf64, strided<[?], offset: ?>>) outs(%[[ARG2]] : memref<9xf64, strided<[?], offset: ?>>)
// CHECK:         return %[[ARG2]] :
func.func @map(%t: tensor<9xf64>, %u: tensor<9xf64>, %o: tensor<9xf64>) -> tensor<9xf64> {
  %0 = linalg.map { arith.mulf } ins(%t, %u : tensor<9xf64>, tensor<9xf64>) outs(%o : tensor<9xf64>)
  return %0 : tensor<9xf64>
}

// CHECK-LABEL: func.func @reduce(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<2x9x4xf64, strided<[?, ?, ?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<2x4xf64, strided<[?, ?], offset: ?>>) -> memref<2x4xf64, strided<[?, ?], offset: ?>>
// CHECK:         linalg.reduce { arith.mulf } ins(%[[ARG0]] : memref<2x9x4xf64, strided<[?, ?, ?], offset: ?>>) outs(%[[ARG1]] : memref<2x4xf64, strided<[?, ?], offset: ?>>) dimensions = [1]
// CHECK:         return %[[ARG1]] :
func.func @reduce(%t: tensor<2x9x4xf64>, %o: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %0 = linalg.reduce { arith.mulf } ins(%t : tensor<2x9x4xf64>) outs(%o : tensor<2x4xf64>) dimensions = [1]
  return %0 : tensor<2x4xf64>
}

// CHECK-LABEL: func.func @transpose(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<2x9x4xf64, strided<[?, ?, ?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<4x2x9xf64, strided<[?, ?, ?], offset: ?>>) -> memref<4x2x9xf64, strided<[?, ?, ?], offset: ?>>
// CHECK:         linalg.transpose ins(%[[ARG0]] : memref<2x9x4xf64, strided<[?, ?, ?], offset: ?>>) outs(%[[ARG1]] : memref<4x2x9xf64, strided<[?, ?, ?], offset: ?>>) permutation = [2, 0, 1]
// CHECK:         return %[[ARG1]] :
func.func @transpose(%t: tensor<2x9x4xf64>, %o: tensor<4x2x9xf64>) -> tensor<4x2x9xf64> {
  %0 = linalg.transpose ins(%t : tensor<2x9x4xf64>) outs(%o : tensor<4x2x9xf64>) permutation = [2, 0, 1]
  return %0 : tensor<4x2x9xf64>
}

// CHECK-LABEL: func.func @broadcast(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<2x4xf64, strided<[?, ?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<2x9x4xf64, strided<[?, ?, ?], offset: ?>>) -> memref<2x9x4xf64, strided<[?, ?, ?], offset: ?>>
// CHECK:         linalg.broadcast ins(%[[ARG0]] : memref<2x4xf64, strided<[?, ?], offset: ?>>) outs(%[[ARG1]] : memref<2x9x4xf64, strided<[?, ?, ?], offset: ?>>) dimensions = [1]
// CHECK:         return %[[ARG1]] :
func.func @broadcast(%t: tensor<2x4xf64>, %o: tensor<2x9x4xf64>) -> tensor<2x9x4xf64> {
  %0 = linalg.broadcast ins(%t : tensor<2x4xf64>) outs(%o : tensor<2x9x4xf64>) dimensions = [1]
  return %0 : tensor<2x9x4xf64>
}

// -----

// Writes of vectors: in place, and the earlier of two to a copy.
// CHECK-LABEL: func.func @write_a_vector(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xf64, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: vector<3xf64>, %[[ARG2:[a-z0-9]*]]: index) -> memref<?xf64, strided<[?], offset: ?>>
// CHECK:         vector.transfer_write %[[ARG1]], %[[ARG0]][%[[ARG2]]]
// CHECK:         return %[[ARG0]] :
func.func @write_a_vector(%t: tensor<?xf64>, %v: vector<3xf64>, %i: index) -> tensor<?xf64> {
  %0 = vector.transfer_write %v, %t[%i] : vector<3xf64>, tensor<?xf64>
  return %0 : tensor<?xf64>
}

// CHECK-LABEL: func.func @write_two_vectors(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xf64, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: vector<3xf64>, %[[ARG2:[a-z0-9]*]]: index) -> (memref<?xf64>, memref<?xf64, strided<[?], offset: ?>>)
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf64>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:         vector.transfer_write %[[ARG1]], %[[ALLOC]][%[[ARG2]]]
// CHECK:         vector.transfer_write %[[ARG1]], %[[ARG0]][%[[ARG2]]]
// CHECK:         return %[[ALLOC]], %[[ARG0]] :
func.func @write_two_vectors(%t: tensor<?xf64>, %v: vector<3xf64>, %i: index) -> (tensor<?xf64>, tensor<?xf64>) {
  %0 = vector.transfer_write %v, %t[%i] : vector<3xf64>, tensor<?xf64>
  %1 = vector.transfer_write %v, %t[%i] : vector<3xf64>, tensor<?xf64>
  return %0, %1 : tensor<?xf64>, tensor<?xf64>
}

// -----

// A product in tiles: the tile of the result starts from the original, so it is a new buffer, whose
// contents are copied back.
// CHECK-LABEL: func.func @tiled_product(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<8x16xf64, strided<[?, ?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: memref<16x8xf64, strided<[?, ?], offset: ?>>, %[[ARG2:[a-z0-9]*]]: memref<8x8xf64, strided<[?, ?], offset: ?>>, %[[ARG3:[a-z0-9]*]]: f64) -> memref<8x8xf64, strided<[?, ?], offset: ?>>
// CHECK:         %[[V0:.*]] = scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[ARG5:.*]] = %[[ARG2]]) -> (memref<8x8xf64, strided<[?, ?], offset: ?>>) {
// CHECK:           %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][%{{.*}}, 0] [4, 16] [1, 1] : memref<8x16xf64, strided<[?, ?], offset: ?>> to memref<4x16xf64, strided<[?, ?], offset: ?>>
// CHECK:           memref.subview %[[ARG2]][%{{.*}}, 0] [4, 8] [1, 1] : memref<8x8xf64, strided<[?, ?], offset: ?>> to memref<4x8xf64, strided<[?, ?], offset: ?>>
// CHECK:           %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<4x8xf64>
// CHECK:           linalg.fill ins(%[[ARG3]] : f64) outs(%[[ALLOC]] : memref<4x8xf64>)
// CHECK:           %[[V1:.*]] = scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[ARG7:.*]] = %[[ALLOC]]) -> (memref<4x8xf64>) {
// CHECK:             %[[SUBVIEW_2:.*]] = memref.subview %[[SUBVIEW]][0, %{{.*}}] [4, 4] [1, 1] : memref<4x16xf64, strided<[?, ?], offset: ?>> to memref<4x4xf64, strided<[?, ?], offset: ?>>
// CHECK:             %[[SUBVIEW_3:.*]] = memref.subview %[[ARG1]][%{{.*}}, 0] [4, 8] [1, 1] : memref<16x8xf64, strided<[?, ?], offset: ?>> to memref<4x8xf64, strided<[?, ?], offset: ?>>
// CHECK:             linalg.matmul ins(%[[SUBVIEW_2]], %[[SUBVIEW_3]] : memref<4x4xf64, strided<[?, ?], offset: ?>>, memref<4x8xf64, strided<[?, ?], offset: ?>>) outs(%[[ARG7]] : memref<4x8xf64>)
// CHECK:             scf.yield %[[ARG7]] :
// CHECK:           %[[SUBVIEW_1:.*]] = memref.subview %[[ARG5]][%{{.*}}, 0] [4, 8] [1, 1] : memref<8x8xf64, strided<[?, ?], offset: ?>> to memref<4x8xf64, strided<[?, ?], offset: ?>>
// CHECK:           memref.copy %[[V1]], %[[SUBVIEW_1]] :
// CHECK:           scf.yield %[[ARG5]] :
// CHECK:         return %[[V0]] :
func.func @tiled_product(%a: tensor<8x16xf64> {bufferization.writable = false}, %b: tensor<16x8xf64> {bufferization.writable = false},
                         %c: tensor<8x8xf64>, %x: f64) -> tensor<8x8xf64> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %0 = scf.for %i = %c0 to %c8 step %c4 iter_args(%o = %c) -> tensor<8x8xf64> {
    %1 = tensor.extract_slice %a[%i, 0] [4, 16] [1, 1] : tensor<8x16xf64> to tensor<4x16xf64>
    %2 = tensor.extract_slice %c[%i, 0] [4, 8] [1, 1] : tensor<8x8xf64> to tensor<4x8xf64>
    %3 = linalg.fill ins(%x : f64) outs(%2 : tensor<4x8xf64>) -> tensor<4x8xf64>
    %4 = scf.for %k = %c0 to %c16 step %c4 iter_args(%p = %3) -> tensor<4x8xf64> {
      %6 = tensor.extract_slice %1[0, %k] [4, 4] [1, 1] : tensor<4x16xf64> to tensor<4x4xf64>
      %7 = tensor.extract_slice %b[%k, 0] [4, 8] [1, 1] : tensor<16x8xf64> to tensor<4x8xf64>
      %8 = linalg.matmul ins(%6, %7 : tensor<4x4xf64>, tensor<4x8xf64>) outs(%p : tensor<4x8xf64>) -> tensor<4x8xf64>
      scf.yield %8 : tensor<4x8xf64>
    }
    %5 = tensor.insert_slice %4 into %o[%i, 0] [4, 8] [1, 1] : tensor<4x8xf64> into tensor<8x8xf64>
    scf.yield %5 : tensor<8x8xf64>
  }
  return %0 : tensor<8x8xf64>
}

// Slices of slices of what must not be written to, put back from the inside out.
// CHECK-LABEL: func.func @inside_out(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<?xf64, strided<[?], offset: ?>>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: f64) -> memref<?xf64>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ARG0]][0] [%[[ARG1]]] [1] : memref<?xf64, strided<[?], offset: ?>> to memref<?xf64, strided<[?], offset: ?>>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf64>
// CHECK:         memref.copy %[[SUBVIEW]], %[[ALLOC]] :
// CHECK:         %[[SUBVIEW_0:.*]] = memref.subview %[[ALLOC]][0] [3] [1] : memref<?xf64> to memref<3xf64, strided<[1]>>
// CHECK:         linalg.fill ins(%[[ARG2]] : f64) outs(%[[SUBVIEW_0]] : memref<3xf64, strided<[1]>>)
// CHECK:         %[[SUBVIEW_1:.*]] = memref.subview %[[ALLOC]][0] [3] [1] : memref<?xf64> to memref<3xf64, strided<[1]>>
// CHECK:         memref.copy %[[SUBVIEW_0]], %[[SUBVIEW_1]] :
// CHECK:         %[[ALLOC_4:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf64>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC_4]] :
// CHECK:         %[[SUBVIEW_5:.*]] = memref.subview %[[ALLOC_4]][0] [%[[ARG1]]] [1] : memref<?xf64> to memref<?xf64, strided<[1]>>
// CHECK:         memref.copy %[[ALLOC]], %[[SUBVIEW_5]] :
// CHECK:         return %[[ALLOC_4]] :
func.func @inside_out(%t: tensor<?xf64> {bufferization.writable = false}, %n: index, %x: f64) -> tensor<?xf64> {
  %0 = tensor.extract_slice %t[0] [%n] [1] : tensor<?xf64> to tensor<?xf64>
  %1 = tensor.extract_slice %0[0] [3] [1] : tensor<?xf64> to tensor<3xf64>
  %2 = linalg.fill ins(%x : f64) outs(%1 : tensor<3xf64>) -> tensor<3xf64>
  %3 = tensor.insert_slice %2 into %0[0] [3] [1] : tensor<3xf64> into tensor<?xf64>
  %4 = tensor.insert_slice %3 into %t[0] [%n] [1] : tensor<?xf64> into tensor<?xf64>
  return %4 : tensor<?xf64>
}

// An empty tile is put into an empty tensor, in each round.
// CHECK-LABEL: func.func @empty_tiles(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: index) -> memref<?x1x5xf64>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<4x1x5xf64>
// CHECK:         %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<4x1x5xf64> to memref<?x1x5xf64>
// CHECK:         %[[ALLOC_0:.*]] = memref.alloc() {{.*}} : memref<1x5xf64>
// CHECK:         %[[V0:.*]] = scf.for %{{.*}} = %{{.*}} to %[[ARG0]] step %{{.*}} iter_args(%[[ARG2:.*]] = %[[CAST]]) -> (memref<?x1x5xf64>) {
// CHECK:           %[[V1:.*]] = affine.apply #map(%{{.*}})
// CHECK:           %[[SUBVIEW:.*]] = memref.subview %[[ARG2]][%[[V1]], 0, 0] [1, 1, 5] [1, 1, 1] : memref<?x1x5xf64> to memref<1x5xf64, strided<[5, 1], offset: ?>>
// CHECK:           memref.copy %[[ALLOC_0]], %[[SUBVIEW]] :
// CHECK:           scf.yield %[[ARG2]] :
// CHECK:         return %[[V0]] :
func.func @empty_tiles(%n: index) -> tensor<?x1x5xf64> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %e = bufferization.alloc_tensor() : tensor<4x1x5xf64>
  %u = tensor.cast %e : tensor<4x1x5xf64> to tensor<?x1x5xf64>
  %tile = bufferization.alloc_tensor() : tensor<1x5xf64>
  %0 = scf.for %i = %c0 to %n step %c2 iter_args(%a = %u) -> tensor<?x1x5xf64> {
    %at = affine.apply affine_map<(d0) -> (d0 ceildiv 2)>(%i)
    %1 = tensor.insert_slice %tile into %a[%at, 0, 0] [1, 1, 5] [1, 1, 1] : tensor<1x5xf64> into tensor<?x1x5xf64>
    scf.yield %1 : tensor<?x1x5xf64>
  }
  return %0 : tensor<?x1x5xf64>
}

// Two updates of an empty tensor: two allocations, no copy.
// CHECK-LABEL: func.func @two_updates_of_an_empty_tensor(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: f64, %[[ARG1:[a-z0-9]*]]: f64, %[[ARG2:[a-z0-9]*]]: index) -> (memref<3xf64>, memref<3xf64>)
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3xf64>
// CHECK:         %[[ALLOC_0:.*]] = memref.alloc() {{.*}} : memref<3xf64>
// CHECK:         memref.store %[[ARG0]], %[[ALLOC_0]][%[[ARG2]]]
// CHECK:         memref.store %[[ARG1]], %[[ALLOC]][%[[ARG2]]]
// CHECK:         return %[[ALLOC_0]], %[[ALLOC]] :
func.func @two_updates_of_an_empty_tensor(%x: f64, %y: f64, %i: index) -> (tensor<3xf64>, tensor<3xf64>) {
  %e = bufferization.alloc_tensor() : tensor<3xf64>
  %0 = tensor.insert %x into %e[%i] : tensor<3xf64>
  %1 = tensor.insert %y into %e[%i] : tensor<3xf64>
  return %0, %1 : tensor<3xf64>, tensor<3xf64>
}

// -----

// Around a function that is only declared.
// CHECK-LABEL: func.func private @sum(
// CHECK-SAME:    memref<6xi64, strided<[?], offset: ?>>) -> memref<6xi64, strided<[?], offset: ?>>
func.func private @sum(tensor<6xi64>) -> tensor<6xi64>
// CHECK-LABEL: func.func @sum_of_bits(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: memref<3x2xi1, strided<[?, ?], offset: ?>>) -> memref<6xi64, strided<[?], offset: ?>>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3x2xi1>
// CHECK:         memref.copy %[[ARG0]], %[[ALLOC]] :
// CHECK:         %[[COLLAPSE_SHAPE:.*]] = memref.collapse_shape %[[ALLOC]] {{\[\[}}0, 1]] : memref<3x2xi1> into memref<6xi1>
// CHECK:         %[[ALLOC_0:.*]] = memref.alloc() {{.*}} : memref<6xi64>
// CHECK:         linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%[[COLLAPSE_SHAPE]] : memref<6xi1>) outs(%[[ALLOC_0]] : memref<6xi64>) {
// CHECK:         ^bb0(%[[IN:.*]]: i1, %[[OUT:.*]]: i64):
// CHECK:           linalg.yield %{{.*}}
// CHECK:         %[[CAST:.*]] = memref.cast %[[ALLOC_0]] : memref<6xi64> to memref<6xi64, strided<[?], offset: ?>>
// CHECK:         %[[V0:.*]] = call @sum(%[[CAST]])
// CHECK:         return %[[V0]] :
// ALONE-LABEL: func.func @sum_of_bits(
// ALONE-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<3x2xi1>) -> tensor<6xi64>
// ALONE:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<3x2xi1> to memref<3x2xi1>
// ALONE:         %[[COLLAPSE_SHAPE:.*]] = memref.collapse_shape %[[V0]] {{\[\[}}0, 1]] : memref<3x2xi1> into memref<6xi1>
// ALONE:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<6xi64>
// ALONE:         linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%[[COLLAPSE_SHAPE]] : memref<6xi1>) outs(%[[ALLOC]] : memref<6xi64>) {
// ALONE:         ^bb0(%[[IN:.*]]: i1, %[[OUT:.*]]: i64):
// ALONE:           linalg.yield %{{.*}}
// ALONE:         %[[V1:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<6xi64> to tensor<6xi64>
// ALONE:         %[[V2:.*]] = call @sum(%[[V1]])
// ALONE:         return %[[V2]] :
func.func @sum_of_bits(%t: tensor<3x2xi1>) -> tensor<6xi64> {
  %0 = tensor.collapse_shape %t [[0, 1]] : tensor<3x2xi1> into tensor<6xi1>
  %e = tensor.empty() : tensor<6xi64>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%0 : tensor<6xi1>) outs(%e : tensor<6xi64>) {
  ^bb0(%x: i1, %o: i64):
    %2 = arith.extui %x : i1 to i64
    linalg.yield %2 : i64
  } -> tensor<6xi64>
  %3 = call @sum(%1) : (tensor<6xi64>) -> tensor<6xi64>
  return %3 : tensor<6xi64>
}
