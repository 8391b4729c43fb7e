// cf branches: a block argument becomes a buffer of the type that is passed to it.
// RUN: bufferize-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

// CHECK-LABEL: func.func @loop
// CHECK:         %[[NEW:.*]] = memref.alloc() {{.*}} : memref<5xf32>
// CHECK-NEXT:    cf.br ^[[HEAD:bb[0-9]]](%[[NEW]] : memref<5xf32>)
// CHECK:       ^[[HEAD]](%[[ARG:.*]]: memref<5xf32>):
// CHECK:         memref.store %{{.*}}, %[[ARG]]
// CHECK:         cf.cond_br %{{.*}}, ^[[HEAD]](%[[ARG]] : memref<5xf32>), ^[[EXIT:bb[0-9]]]
// CHECK:       ^[[EXIT]]:
// CHECK:         return %[[ARG]] : memref<5xf32>
func.func @loop(%a: f32, %i: index) -> tensor<5xf32> {
  %e = bufferization.alloc_tensor() : tensor<5xf32>
  cf.br ^head(%e : tensor<5xf32>)
^head(%x: tensor<5xf32>):
  %n = tensor.insert %a into %x[%i] : tensor<5xf32>
  %c = "test.more"() : () -> i1
  cf.cond_br %c, ^head(%n : tensor<5xf32>), ^exit
^exit:
  return %n : tensor<5xf32>
}

// -----

// CHECK-LABEL: func.func @different_layouts
// CHECK:         %[[CAST:.*]] = memref.cast %{{.*}} : memref<5xf32> to memref<5xf32, strided<[?], offset: ?>>
// CHECK:         cf.cond_br %{{.*}}, ^[[JOIN:bb[0-9]]](%{{.*}} : memref<5xf32, strided<[?], offset: ?>>), ^[[OTHER:bb[0-9]]]
// CHECK:       ^[[OTHER]]:
// CHECK-NEXT:    cf.br ^[[JOIN]](%[[CAST]] :
func.func @different_layouts(%t: tensor<5xf32>, %c: i1, %i: index) -> f32 {
  %e = bufferization.alloc_tensor() : tensor<5xf32>
  cf.cond_br %c, ^join(%t : tensor<5xf32>), ^other
^other:
  cf.br ^join(%e : tensor<5xf32>)
^join(%x: tensor<5xf32>):
  %v = tensor.extract %x[%i] : tensor<5xf32>
  return %v : f32
}

// -----

// expected-error @below {{incoming operands of block argument have inconsistent memory spaces}}
// expected-error @below {{failed to bufferize op}}
func.func @different_spaces(%c: i1) -> tensor<5xf32> {
  %a = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<5xf32>
  %b = bufferization.alloc_tensor() {memory_space = 2 : i64} : tensor<5xf32>
  cf.cond_br %c, ^join(%a : tensor<5xf32>), ^other
^other:
  cf.br ^join(%b : tensor<5xf32>)
^join(%x: tensor<5xf32>):
  return %x : tensor<5xf32>
}
