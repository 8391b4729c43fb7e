// dialect-filter: the ops of other dialects stay on tensors.
// RUN: bufferize-opt %s --one-shot-bufferize="dialect-filter=tensor,bufferization allow-unknown-ops" | filecheck %s --check-prefix=TENSOR
// RUN: bufferize-opt %s --one-shot-bufferize="dialect-filter=scf,bufferization allow-unknown-ops" | filecheck %s --check-prefix=SCF

// TENSOR-LABEL: func.func @mixed
// TENSOR:         %[[IF:.*]] = scf.if %{{.*}} -> (tensor<6xf32>) {
// TENSOR:           memref.store
// TENSOR:           bufferization.to_tensor
// TENSOR:           scf.yield %{{.*}} : tensor<6xf32>

// SCF-LABEL: func.func @mixed
// SCF:         %[[IF:.*]] = scf.if %{{.*}} -> (memref<6xf32, strided<[?], offset: ?>>) {
// SCF:           %[[NEW:.*]] = tensor.insert
// SCF:           %[[BUF:.*]] = bufferization.to_buffer %[[NEW]]
// SCF:           scf.yield %[[BUF]]
// SCF:         %[[OUT:.*]] = bufferization.to_tensor %[[IF]]
// SCF:         return %[[OUT]] : tensor<6xf32>
func.func @mixed(%t: tensor<6xf32>, %c: i1, %a: f32, %i: index) -> tensor<6xf32> {
  %r = scf.if %c -> (tensor<6xf32>) {
    %n = tensor.insert %a into %t[%i] : tensor<6xf32>
    scf.yield %n : tensor<6xf32>
  } else {
    scf.yield %t : tensor<6xf32>
  }
  return %r : tensor<6xf32>
}
