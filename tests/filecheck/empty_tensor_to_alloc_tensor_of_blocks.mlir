// Blocks that control never reaches are dropped: nobody says what buffers their arguments are.
// RUN: bufferize-opt %s --empty-tensor-to-alloc-tensor | filecheck %s
// RUN: bufferize-opt %s --empty-tensor-to-alloc-tensor --one-shot-bufferize=bufferize-function-boundaries | filecheck %s --check-prefix=BUFFER

// CHECK-LABEL: func.func @tail(
// CHECK:         cf.br
// CHECK-NOT:     linalg.fill
// CHECK:         bufferization.alloc_tensor
// CHECK-NOT:     cf.br
// CHECK:         return
// BUFFER-LABEL: func.func @tail(
// BUFFER:         memref.alloc
// BUFFER:         linalg.add
// BUFFER:         return
func.func @tail(%t: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  cf.br ^bb2(%t : tensor<4xf32>)
^bb1(%y: tensor<4xf32>):
  %x = linalg.fill ins(%f : f32) outs(%y : tensor<4xf32>) -> tensor<4xf32>
  cf.cond_br %c, ^bb1(%x : tensor<4xf32>), ^bb2(%x : tensor<4xf32>)
^bb2(%z: tensor<4xf32>):
  %e = tensor.empty() : tensor<4xf32>
  %g = linalg.add ins(%z, %z : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %g : tensor<4xf32>
^bb3:
  %c = arith.constant true
  cf.br ^bb1(%e : tensor<4xf32>)
}

// In a region within.
// CHECK-LABEL: func.func @nested(
// CHECK:         scf.execute_region
// CHECK:           scf.yield
// CHECK-NOT:       cf.br
// BUFFER-LABEL: func.func @nested(
// BUFFER:         return
func.func @nested(%f: f32) -> tensor<4xf32> {
  %r = scf.execute_region -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %x : tensor<4xf32>
  ^bb1(%y: tensor<4xf32>):
    cf.br ^bb1(%y : tensor<4xf32>)
  }
  return %r : tensor<4xf32>
}
