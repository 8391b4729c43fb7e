// Layouts at function boundaries: found in the body, any, or contiguous; and told by an attribute.
// RUN: bufferize-opt %s --one-shot-bufferize=bufferize-function-boundaries | filecheck %s --check-prefix=INFER
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=fully-dynamic-layout-map" | filecheck %s --check-prefix=ANY
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" | filecheck %s --check-prefix=PLAIN
// RUN: not bufferize-opt %s --one-shot-bufferize=unknown-type-conversion=infer-layout-map 2>&1 | filecheck %s --check-prefix=WRONG

// WRONG: error: invalid option: 'infer-layout-map' is not a valid value for 'unknown-type-conversion'

// INFER: func.func @part(%{{.*}}: index) -> memref<2x?xf32, strided<[10, 1], offset: ?>> {
// ANY:   func.func @part(%{{.*}}: index) -> memref<2x?xf32, strided<[?, ?], offset: ?>> {
// PLAIN: func.func @part(%{{.*}}: index) -> memref<2x?xf32> {
// PLAIN:   %[[VIEW:.*]] = memref.subview
// PLAIN:   %[[NEW:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<2x?xf32>
// PLAIN:   memref.copy %[[VIEW]], %[[NEW]]
// PLAIN:   return %[[NEW]]
func.func @part(%n: index) -> tensor<2x?xf32> {
  %e = bufferization.alloc_tensor() : tensor<20x10xf32>
  %s = tensor.extract_slice %e[%n, %n] [2, %n] [1, 1] : tensor<20x10xf32> to tensor<2x?xf32>
  return %s : tensor<2x?xf32>
}

// A map that uses none of its symbols is the identity as well.
// INFER: func.func @told(%{{.*}}: memref<?xf32>, %{{.*}}: memref<?xf32>, %{{.*}}: memref<?xf32, strided<[?], offset: ?>>)
// ANY:   func.func @told(%{{.*}}: memref<?xf32>, %{{.*}}: memref<?xf32>, %{{.*}}: memref<?xf32, strided<[?], offset: ?>>)
// PLAIN: func.func @told(%{{.*}}: memref<?xf32>, %{{.*}}: memref<?xf32>, %{{.*}}: memref<?xf32>)
func.func @told(%a: tensor<?xf32> {bufferization.buffer_layout = affine_map<(d0) -> (d0)>},
                %b: tensor<?xf32> {bufferization.buffer_layout = affine_map<(d0)[s0, s1] -> (d0)>},
                %c: tensor<?xf32>) {
  return
}
