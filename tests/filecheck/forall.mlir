// scf.forall: threads write to the shared buffer; a buffer from outside is private to each of them.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries | filecheck %s
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries check-parallel-regions=false" | filecheck %s --check-prefix=SERIAL

// CHECK-LABEL: func.func @tiles
// CHECK-SAME:    (%[[OUT:[a-z0-9]*]]: memref<64xf32, strided<[?], offset: ?>>,
// CHECK-NOT:     memref.alloc
// CHECK:         scf.forall (%[[I:.*]]) in (4) {
// CHECK:           %[[TILE:.*]] = memref.subview %[[OUT]]
// CHECK:           linalg.fill ins(%{{.*}}) outs(%[[TILE]] :
// CHECK-NOT:     tensor.parallel_insert_slice
// CHECK:         return %[[OUT]]
func.func @tiles(%t: tensor<64xf32>, %a: f32) -> tensor<64xf32> {
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> tensor<64xf32> {
    %at = affine.apply affine_map<(d0) -> (d0 * 16)>(%i)
    %s = tensor.extract_slice %o[%at] [16] [1] : tensor<64xf32> to tensor<16xf32>
    %f = linalg.fill ins(%a : f32) outs(%s : tensor<16xf32>) -> tensor<16xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %f into %o[%at] [16] [1] : tensor<16xf32> into tensor<64xf32>
    }
  }
  return %r : tensor<64xf32>
}

// -----

// CHECK-LABEL: func.func @scratch
// CHECK:         scf.forall
// CHECK:           %[[OWN:.*]] = memref.alloc() {{.*}} : memref<1xf32>
// CHECK-NEXT:      linalg.fill ins(%{{.*}}) outs(%[[OWN]] :

// SERIAL-LABEL: func.func @scratch
// SERIAL:         %[[ONE:.*]] = memref.alloc() {{.*}} : memref<1xf32>
// SERIAL:         scf.forall
// SERIAL-NOT:       memref.alloc
// SERIAL:           linalg.fill ins(%{{.*}}) outs(%[[ONE]] :
func.func @scratch(%t: tensor<64xf32>, %a: f32) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<1xf32>
  %r = scf.forall (%i) in (64) shared_outs(%o = %t) -> tensor<64xf32> {
    %f = linalg.fill ins(%a : f32) outs(%e : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %f into %o[%i] [1] [1] : tensor<1xf32> into tensor<64xf32>
    }
  }
  return %r : tensor<64xf32>
}
