// A result that begins as an empty tensor is computed in a tensor that the caller passes.
// RUN: bufferize-opt %s --split-input-file --tensor-results-to-out-params | filecheck %s
// RUN: bufferize-opt %s --split-input-file --tensor-results-to-out-params --eliminate-empty-tensors --one-shot-bufferize=bufferize-function-boundaries --drop-equivalent-buffer-results --cse --canonicalize | filecheck %s --check-prefix=BUFFER

// CHECK-LABEL: func.func private @exp(
// CHECK-SAME:    %[[a:.*]]: tensor<4xf32>, %[[out:.*]]: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[x:.*]] = linalg.exp ins(%[[a]] : tensor<4xf32>) outs(%[[out]] : tensor<4xf32>)
// CHECK-NEXT:    return %[[x]]

// BUFFER-LABEL: func.func private @exp(
// BUFFER-SAME:    %{{.*}}: memref<4xf32, strided<[?], offset: ?>>, %[[out:.*]]: memref<4xf32, strided<[?], offset: ?>>) {
// BUFFER-NEXT:    linalg.exp ins(%{{.*}}) outs(%[[out]] :
// BUFFER-NEXT:    return{{$}}
func.func private @exp(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %x : tensor<4xf32>
}

// CHECK-LABEL: func.func @both(
// CHECK:         %[[e:.*]] = tensor.empty() : tensor<4xf32>
// CHECK:         call @exp(%{{.*}}, %[[e]])

// BUFFER-LABEL: func.func @both(
// BUFFER:         %[[t:.*]] = memref.alloc() {{.*}}memref<8xf32>
// BUFFER-NEXT:    %[[first:.*]] = memref.subview %[[t]][0] [4] [1]
// BUFFER-NEXT:    %[[c0:.*]] = memref.cast %[[first]]
// BUFFER-NEXT:    call @exp(%{{.*}}, %[[c0]])
// BUFFER-NEXT:    %[[second:.*]] = memref.subview %[[t]][4] [4] [1]
// BUFFER-NEXT:    %[[c1:.*]] = memref.cast %[[second]]
// BUFFER-NEXT:    call @exp(%{{.*}}, %[[c1]])
// BUFFER-NEXT:    return %[[t]]
func.func @both(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<8xf32> {
  %x = call @exp(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %y = call @exp(%b) : (tensor<4xf32>) -> tensor<4xf32>
  %t = tensor.empty() : tensor<8xf32>
  %t0 = tensor.insert_slice %x into %t[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %t1 = tensor.insert_slice %y into %t0[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %t1 : tensor<8xf32>
}

// -----

// The function would write over what it still reads: its operand is copied before.
// BUFFER-LABEL: func.func private @reversed(
func.func private @reversed(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.generic {
    indexing_maps = [affine_map<(i) -> (3 - i)>, affine_map<(i) -> (i)>],
    iterator_types = ["parallel"]
  } ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<4xf32>
  return %x : tensor<4xf32>
}

// BUFFER-LABEL: func.func @over_its_source(
// BUFFER:         %[[slice:.*]] = memref.subview
// BUFFER-NEXT:    %[[m:.*]] = memref.alloc() {{.*}}memref<4xf32>
// BUFFER-NEXT:    memref.copy %[[slice]], %[[m]]
// BUFFER-NEXT:    %[[c:.*]] = memref.cast %[[m]]
// BUFFER-NEXT:    call @reversed(%[[c]], %[[slice]])
// BUFFER-NEXT:    return
func.func @over_its_source(%t: tensor<8xf32> {bufferization.writable = true}) -> tensor<8xf32> {
  %a = tensor.extract_slice %t[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %x = call @reversed(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.insert_slice %x into %t[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}
