// scf.index_switch: every case yields a buffer, of one common type.
// RUN: bufferize-opt %s --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

// CHECK-LABEL: func.func @choose
// CHECK-SAME:    memref<3xi8, strided<[?], offset: ?>>, %[[D:[a-z0-9]*]]: memref<3xi8, strided<[?], offset: ?>>
// CHECK:         scf.index_switch %{{.*}} -> memref<3xi8, strided<[?], offset: ?>>
// CHECK-NEXT:    case 7 {
// CHECK:           %[[NEW:.*]] = memref.alloc() {{.*}} : memref<3xi8>
// CHECK:           %[[CAST:.*]] = memref.cast %[[NEW]]
// CHECK:           scf.yield %[[CAST]]
// CHECK:         default {
// CHECK-NEXT:      scf.yield %[[D]]
func.func @choose(%which: index, %t: tensor<3xi8>, %u: tensor<3xi8>) -> tensor<3xi8> {
  %r = scf.index_switch %which -> tensor<3xi8>
  case 7 {
    %new = bufferization.alloc_tensor() copy(%t) : tensor<3xi8>
    scf.yield %new : tensor<3xi8>
  }
  default {
    scf.yield %u : tensor<3xi8>
  }
  return %r : tensor<3xi8>
}
