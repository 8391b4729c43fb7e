// Operations of tensor that make a new one: an allocation, and what fills it.
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --one-shot-bufferize="copy-before-write unknown-type-conversion=identity-layout-map allow-unknown-ops" | filecheck %s

// CHECK-LABEL: func.func @empty(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: index) -> tensor<?x4xi8>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%[[ARG0]]) {{.*}} : memref<?x4xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<?x4xi8> to tensor<?x4xi8>
// CHECK:         return %[[V0]] :
func.func @empty(%n: index) -> tensor<?x4xi8> {
  %0 = tensor.empty(%n) : tensor<?x4xi8>
  return %0 : tensor<?x4xi8>
}

// CHECK-LABEL: func.func @elements(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: i8, %[[ARG1:[a-z0-9]*]]: i8) -> (tensor<i8>, tensor<2xi8>, tensor<2x2xi8>, tensor<2x1x2xi8>)
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<i8>
// CHECK:         memref.store %[[ARG0]], %[[ALLOC]][]
// CHECK:         %[[V0:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<i8> to tensor<i8>
// CHECK:         %[[ALLOC_0:.*]] = memref.alloc() {{.*}} : memref<2xi8>
// CHECK:         memref.store %[[ARG0]], %[[ALLOC_0]][%{{.*}}]
// CHECK:         memref.store %[[ARG1]], %[[ALLOC_0]][%{{.*}}]
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[ALLOC_0]] : memref<2xi8> to tensor<2xi8>
// CHECK:         %[[ALLOC_1:.*]] = memref.alloc() {{.*}} : memref<2x2xi8>
// CHECK:         memref.store %[[ARG0]], %[[ALLOC_1]][%{{.*}}, %{{.*}}]
// CHECK:         memref.store %[[ARG1]], %[[ALLOC_1]][%{{.*}}, %{{.*}}]
// CHECK:         memref.store %[[ARG1]], %[[ALLOC_1]][%{{.*}}, %{{.*}}]
// CHECK:         memref.store %[[ARG0]], %[[ALLOC_1]][%{{.*}}, %{{.*}}]
// CHECK:         %[[V2:.*]] = bufferization.to_tensor %[[ALLOC_1]] : memref<2x2xi8> to tensor<2x2xi8>
// CHECK:         %[[ALLOC_4:.*]] = memref.alloc() {{.*}} : memref<2x1x2xi8>
// CHECK:         memref.store %[[ARG1]], %[[ALLOC_4]][%{{.*}}, %{{.*}}, %{{.*}}]
// CHECK:         memref.store %[[ARG1]], %[[ALLOC_4]][%{{.*}}, %{{.*}}, %{{.*}}]
// CHECK:         memref.store %[[ARG0]], %[[ALLOC_4]][%{{.*}}, %{{.*}}, %{{.*}}]
// CHECK:         memref.store %[[ARG0]], %[[ALLOC_4]][%{{.*}}, %{{.*}}, %{{.*}}]
// CHECK:         %[[V3:.*]] = bufferization.to_tensor %[[ALLOC_4]] : memref<2x1x2xi8> to tensor<2x1x2xi8>
// CHECK:         return %[[V0]], %[[V1]], %[[V2]], %[[V3]] :
func.func @elements(%x: i8, %y: i8) -> (tensor<i8>, tensor<2xi8>, tensor<2x2xi8>, tensor<2x1x2xi8>) {
  %0 = tensor.from_elements %x : tensor<i8>
  %1 = tensor.from_elements %x, %y : tensor<2xi8>
  %2 = tensor.from_elements %x, %y, %y, %x : tensor<2x2xi8>
  %3 = tensor.from_elements %y, %y, %x, %x : tensor<2x1x2xi8>
  return %0, %1, %2, %3 : tensor<i8>, tensor<2xi8>, tensor<2x2xi8>, tensor<2x1x2xi8>
}

// -----

// CHECK-LABEL: func.func @generate(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<*xi8>, %[[ARG1:[a-z0-9]*]]: index) -> tensor<?xindex>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<*xi8> to memref<*xi8>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%[[ARG1]]) {{.*}} : memref<?xindex>
// CHECK:         linalg.map outs(%[[ALLOC]]
// CHECK:             %[[V2:.*]] = linalg.index 0
// CHECK:             linalg.yield %{{.*}}
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<?xindex> to tensor<?xindex>
// CHECK:         return %[[V1]] :
func.func @generate(%t: tensor<*xi8>, %n: index) -> tensor<?xindex> {
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    %1 = tensor.dim %t, %i : tensor<*xi8>
    tensor.yield %1 : index
  } : tensor<?xindex>
  return %0 : tensor<?xindex>
}

// CHECK-LABEL: func.func @generate_two_dimensions(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: index) -> tensor<?x7xindex>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%[[ARG0]]) {{.*}} : memref<?x7xindex>
// CHECK:         linalg.map outs(%[[ALLOC]]
// CHECK:             %[[V1:.*]] = linalg.index 0
// CHECK:             %[[V2:.*]] = linalg.index 1
// CHECK:             linalg.yield %{{.*}}
// CHECK:         %[[V0:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<?x7xindex> to tensor<?x7xindex>
// CHECK:         return %[[V0]] :
func.func @generate_two_dimensions(%n: index) -> tensor<?x7xindex> {
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %1 = arith.muli %i, %j : index
    tensor.yield %1 : index
  } : tensor<?x7xindex>
  return %0 : tensor<?x7xindex>
}

// CHECK-LABEL: func.func @generate_by_unknown(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: index) -> tensor<?xi8>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%[[ARG0]]) {{.*}} : memref<?xi8>
// CHECK:         linalg.map outs(%[[ALLOC]]
// CHECK:             %[[V1:.*]] = linalg.index 0
// CHECK:             %[[V2:.*]] = "some.op"(%[[V1]])
// CHECK:             linalg.yield %[[V2]] :
// CHECK:         %[[V0:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<?xi8> to tensor<?xi8>
// CHECK:         return %[[V0]] :
func.func @generate_by_unknown(%n: index) -> tensor<?xi8> {
  %0 = tensor.generate %n {
  ^bb0(%i: index):
    %1 = "some.op"(%i) : (index) -> i8
    tensor.yield %1 : i8
  } : tensor<?xi8>
  return %0 : tensor<?xi8>
}

// -----

// CHECK-LABEL: func.func @pad(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?x6xindex>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: index) -> tensor<?x?xindex>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x6xindex> to memref<?x6xindex>
// CHECK:         %[[V1:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x6xindex> to memref<?x6xindex>
// CHECK:         %[[V2:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x6xindex> to memref<?x6xindex>
// CHECK:         %[[V3:.*]] = affine.apply #map()[%{{.*}}, %[[ARG2]]]
// CHECK:         %[[V4:.*]] = affine.apply #map1()[%[[ARG1]]]
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%[[V3]], %[[V4]]) {{.*}} : memref<?x?xindex>
// CHECK:         linalg.map outs(%[[ALLOC]]
// CHECK:             %[[V6:.*]] = linalg.index 0
// CHECK:             %[[V7:.*]] = linalg.index 1
// CHECK:             linalg.yield %{{.*}}
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][2, %[[ARG1]]] [%{{.*}}, 6] [1, 1] : memref<?x?xindex> to memref<?x6xindex, strided<[?, 1], offset: ?>>
// CHECK:         memref.copy %[[V0]], %[[SUBVIEW]] :
// CHECK:         %[[V5:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<?x?xindex> to tensor<?x?xindex>
// CHECK:         return %[[V5]] :
func.func @pad(%t: tensor<?x6xindex>, %l: index, %h: index) -> tensor<?x?xindex> {
  %0 = tensor.pad %t low[2, %l] high[%h, 3] {
  ^bb0(%i: index, %j: index):
    %1 = arith.addi %i, %j : index
    tensor.yield %1 : index
  } : tensor<?x6xindex> to tensor<?x?xindex>
  return %0 : tensor<?x?xindex>
}

// CHECK-LABEL: func.func @splat(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: i8) -> tensor<3x2xi8>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<3x2xi8>
// CHECK:         linalg.map outs(%[[ALLOC]]
// CHECK:             linalg.yield %[[ARG0]] :
// CHECK:         %[[V0:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<3x2xi8> to tensor<3x2xi8>
// CHECK:         return %[[V0]] :
func.func @splat(%x: i8) -> tensor<3x2xi8> {
  %0 = tensor.splat %x : tensor<3x2xi8>
  return %0 : tensor<3x2xi8>
}

// CHECK-LABEL: func.func @splat_with_extents(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: i8, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: index) -> tensor<?x2x?xi8>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%[[ARG1]], %[[ARG2]]) {{.*}} : memref<?x2x?xi8>
// CHECK:         linalg.map outs(%[[ALLOC]]
// CHECK:             linalg.yield %[[ARG0]] :
// CHECK:         %[[V0:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<?x2x?xi8> to tensor<?x2x?xi8>
// CHECK:         return %[[V0]] :
func.func @splat_with_extents(%x: i8, %m: index, %n: index) -> tensor<?x2x?xi8> {
  %0 = tensor.splat %x[%m, %n] : tensor<?x2x?xi8>
  return %0 : tensor<?x2x?xi8>
}

// -----

// CHECK-LABEL: func.func @concat(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<3xi8>, %[[ARG1:[a-z0-9]*]]: tensor<3xi8>) -> tensor<6xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG1]] : tensor<3xi8> to memref<3xi8>
// CHECK:         %[[V1:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<3xi8> to memref<3xi8>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<6xi8>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][0] [3] [1] : memref<6xi8> to memref<3xi8, strided<[1]>>
// CHECK:         memref.copy %[[V1]], %[[SUBVIEW]] :
// CHECK:         %[[SUBVIEW_0:.*]] = memref.subview %[[ALLOC]][3] [3] [1] : memref<6xi8> to memref<3xi8, strided<[1], offset: 3>>
// CHECK:         memref.copy %[[V0]], %[[SUBVIEW_0]] :
// CHECK:         %[[V2:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<6xi8> to tensor<6xi8>
// CHECK:         return %[[V2]] :
func.func @concat(%t: tensor<3xi8>, %u: tensor<3xi8>) -> tensor<6xi8> {
  %0 = tensor.concat dim(0) %t, %u : (tensor<3xi8>, tensor<3xi8>) -> tensor<6xi8>
  return %0 : tensor<6xi8>
}

// CHECK-LABEL: func.func @concat_unequal(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<5x2xi8>, %[[ARG1:[a-z0-9]*]]: tensor<5x3xi8>) -> tensor<5x5xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG1]] : tensor<5x3xi8> to memref<5x3xi8>
// CHECK:         %[[V1:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<5x2xi8> to memref<5x2xi8>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<5x5xi8>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][0, 0] [5, 2] [1, 1] : memref<5x5xi8> to memref<5x2xi8, strided<[5, 1]>>
// CHECK:         memref.copy %[[V1]], %[[SUBVIEW]] :
// CHECK:         %[[SUBVIEW_0:.*]] = memref.subview %[[ALLOC]][0, 2] [5, 3] [1, 1] : memref<5x5xi8> to memref<5x3xi8, strided<[5, 1], offset: 2>>
// CHECK:         memref.copy %[[V0]], %[[SUBVIEW_0]] :
// CHECK:         %[[V2:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<5x5xi8> to tensor<5x5xi8>
// CHECK:         return %[[V2]] :
func.func @concat_unequal(%t: tensor<5x2xi8>, %u: tensor<5x3xi8>) -> tensor<5x5xi8> {
  %0 = tensor.concat dim(1) %t, %u : (tensor<5x2xi8>, tensor<5x3xi8>) -> tensor<5x5xi8>
  return %0 : tensor<5x5xi8>
}

// CHECK-LABEL: func.func @concat_unknown_extents(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<5x?xi8>, %[[ARG1:[a-z0-9]*]]: tensor<5x?xi8>) -> tensor<5x?xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG1]] : tensor<5x?xi8> to memref<5x?xi8>
// CHECK:         %[[V1:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<5x?xi8> to memref<5x?xi8>
// CHECK:         %[[V2:.*]] = bufferization.to_buffer %[[ARG1]] : tensor<5x?xi8> to memref<5x?xi8>
// CHECK:         %[[V3:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<5x?xi8> to memref<5x?xi8>
// CHECK:         %[[V4:.*]] = affine.apply #map()[%{{.*}}, %{{.*}}]
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%[[V4]]) {{.*}} : memref<5x?xi8>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][0, 0] [5, %{{.*}}] [1, 1] : memref<5x?xi8> to memref<5x?xi8, strided<[?, 1]>>
// CHECK:         memref.copy %[[V3]], %[[SUBVIEW]] :
// CHECK:         %[[SUBVIEW_8:.*]] = memref.subview %[[ALLOC]][0, %{{.*}}] [5, %{{.*}}] [1, 1] : memref<5x?xi8> to memref<5x?xi8, strided<[?, 1], offset: ?>>
// CHECK:         memref.copy %[[V2]], %[[SUBVIEW_8]] :
// CHECK:         affine.apply #map()[%{{.*}}, %{{.*}}]
// CHECK:         %[[V6:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<5x?xi8> to tensor<5x?xi8>
// CHECK:         return %[[V6]] :
func.func @concat_unknown_extents(%t: tensor<5x?xi8>, %u: tensor<5x?xi8>) -> tensor<5x?xi8> {
  %0 = tensor.concat dim(1) %t, %u : (tensor<5x?xi8>, tensor<5x?xi8>) -> tensor<5x?xi8>
  return %0 : tensor<5x?xi8>
}

// CHECK-LABEL: func.func @concat_all_unknown(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?x?xi8>, %[[ARG1:[a-z0-9]*]]: tensor<?x?xi8>) -> tensor<?x?xi8>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG1]] : tensor<?x?xi8> to memref<?x?xi8>
// CHECK:         %[[V1:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x?xi8> to memref<?x?xi8>
// CHECK:         %[[V2:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x?xi8> to memref<?x?xi8>
// CHECK:         %[[V3:.*]] = bufferization.to_buffer %[[ARG1]] : tensor<?x?xi8> to memref<?x?xi8>
// CHECK:         %[[V4:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?x?xi8> to memref<?x?xi8>
// CHECK:         %[[V5:.*]] = affine.apply #map()[%{{.*}}, %{{.*}}]
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}, %[[V5]]) {{.*}} : memref<?x?xi8>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[ALLOC]][0, 0] [%{{.*}}, %{{.*}}] [1, 1] : memref<?x?xi8> to memref<?x?xi8, strided<[?, 1]>>
// CHECK:         memref.copy %[[V4]], %[[SUBVIEW]] :
// CHECK:         %[[SUBVIEW_11:.*]] = memref.subview %[[ALLOC]][0, %{{.*}}] [%{{.*}}, %{{.*}}] [1, 1] : memref<?x?xi8> to memref<?x?xi8, strided<[?, 1], offset: ?>>
// CHECK:         memref.copy %[[V3]], %[[SUBVIEW_11]] :
// CHECK:         affine.apply #map()[%{{.*}}, %{{.*}}]
// CHECK:         %[[V7:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<?x?xi8> to tensor<?x?xi8>
// CHECK:         return %[[V7]] :
func.func @concat_all_unknown(%t: tensor<?x?xi8>, %u: tensor<?x?xi8>) -> tensor<?x?xi8> {
  %0 = tensor.concat dim(1) %t, %u : (tensor<?x?xi8>, tensor<?x?xi8>) -> tensor<?x?xi8>
  return %0 : tensor<?x?xi8>
}
