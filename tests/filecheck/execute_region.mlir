// scf.execute_region: several blocks are allowed, but only one of them may yield.
// RUN: bufferize-opt %s --split-input-file --verify-diagnostics --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

// CHECK-LABEL: func.func @through_blocks
// CHECK-SAME:    (%[[BUF:[a-z0-9]*]]: memref<5xf32, strided<[?], offset: ?>>,
// CHECK:         scf.execute_region -> memref<5xf32, strided<[?], offset: ?>> {
// CHECK:           cf.br ^bb1(%[[BUF]] : memref<5xf32, strided<[?], offset: ?>>)
// CHECK-NEXT:    ^bb1(%[[ARG:.*]]: memref<5xf32, strided<[?], offset: ?>>):
// CHECK-NEXT:      memref.store %{{.*}}, %[[ARG]]
// CHECK-NEXT:      scf.yield %[[ARG]]
func.func @through_blocks(%t: tensor<5xf32>, %a: f32, %i: index) -> tensor<5xf32> {
  %r = scf.execute_region -> tensor<5xf32> {
    cf.br ^next(%t : tensor<5xf32>)
  ^next(%x: tensor<5xf32>):
    %n = tensor.insert %a into %x[%i] : tensor<5xf32>
    scf.yield %n : tensor<5xf32>
  }
  return %r : tensor<5xf32>
}

// -----

func.func @two_yields(%t: tensor<5xf32>, %c: i1) -> tensor<5xf32> {
  // expected-error @below {{unique scf.yield is not supported}}
  %r = scf.execute_region -> tensor<5xf32> {
    cf.cond_br %c, ^a, ^b
  ^a:
    scf.yield %t : tensor<5xf32>
  ^b:
    scf.yield %t : tensor<5xf32>
  }
  return %r : tensor<5xf32>
}
