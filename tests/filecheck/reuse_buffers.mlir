// Element-wise operations write into operands that are dead afterwards.
// RUN: bufferize-opt %s --reuse-buffers="bufferize-function-boundaries" | filecheck %s
// RUN: bufferize-opt %s --reuse-buffers="bufferize-function-boundaries" --one-shot-bufferize="bufferize-function-boundaries" | filecheck %s --check-prefix=BUFFER

// The argument is not overwritten: its owner may still need it.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[X:.*]]: tensor<64xf32>
// CHECK:         %[[E:.*]] = tensor.empty
// CHECK-NEXT:    %[[A:.*]] = linalg.exp ins(%[[X]] : {{.*}}) outs(%[[E]] :
// CHECK-NEXT:    %[[B:.*]] = linalg.tanh ins(%[[A]] : {{.*}}) outs(%[[A]] :
// CHECK-NEXT:    %[[C:.*]] = linalg.add ins(%[[X]], %[[B]] : {{.*}}) outs(%[[B]] :
// CHECK-NEXT:    return %[[C]]
// BUFFER-LABEL: func.func @chain(
// BUFFER:         memref.alloc
// BUFFER-NOT:     memref.alloc
// BUFFER-NOT:     memref.copy
// BUFFER:         return
func.func @chain(%x: tensor<64xf32>) -> tensor<64xf32> {
  %e0 = tensor.empty() : tensor<64xf32>
  %a = linalg.exp ins(%x : tensor<64xf32>) outs(%e0 : tensor<64xf32>) -> tensor<64xf32>
  %e1 = tensor.empty() : tensor<64xf32>
  %b = linalg.tanh ins(%a : tensor<64xf32>) outs(%e1 : tensor<64xf32>) -> tensor<64xf32>
  %e2 = tensor.empty() : tensor<64xf32>
  %c = linalg.add ins(%x, %b : tensor<64xf32>, tensor<64xf32>) outs(%e2 : tensor<64xf32>) -> tensor<64xf32>
  return %c : tensor<64xf32>
}

// Softmax reads a row before it writes it. The two products need a buffer each.
// CHECK-LABEL: func.func @attention(
// CHECK:         %[[S:.*]] = linalg.matmul
// CHECK:         linalg.softmax dimension(1) ins(%[[S]] : {{.*}}) outs(%[[S]] :
// BUFFER-LABEL: func.func @attention(
// BUFFER:         memref.alloc() {{.*}} : memref<4x4xf32>
// BUFFER:         memref.alloc() {{.*}} : memref<4x8xf32>
// BUFFER-NOT:     memref.alloc
// BUFFER:         return
func.func @attention(%q: tensor<4x8xf32>, %k: tensor<8x4xf32>, %v: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %z = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<4x4xf32>
  %f0 = linalg.fill ins(%z : f32) outs(%e0 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %s = linalg.matmul ins(%q, %k : tensor<4x8xf32>, tensor<8x4xf32>) outs(%f0 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e1 = tensor.empty() : tensor<4x4xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<4x4xf32>) outs(%e1 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e2 = tensor.empty() : tensor<4x8xf32>
  %f2 = linalg.fill ins(%z : f32) outs(%e2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  %o = linalg.matmul ins(%p, %v : tensor<4x4xf32>, tensor<4x8xf32>) outs(%f2 : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %o : tensor<4x8xf32>
}

// Of two operands, one that is not used afterwards.
// CHECK-LABEL: func.func @one_is_needed(
// CHECK:         %[[A:.*]] = linalg.exp
// CHECK:         %[[B:.*]] = linalg.tanh
// CHECK:         %[[C:.*]] = linalg.mul ins(%[[A]], %[[B]] : {{.*}}) outs(%[[B]] :
// CHECK-NEXT:    linalg.sub ins(%[[A]], %[[C]] : {{.*}}) outs(%[[A]] :
// BUFFER-LABEL: func.func @one_is_needed(
// BUFFER-COUNT-2: memref.alloc
// BUFFER-NOT:     memref.alloc
// BUFFER:         return
func.func @one_is_needed(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %a = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %e1 = tensor.empty() : tensor<8xf32>
  %b = linalg.tanh ins(%x : tensor<8xf32>) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
  %e2 = tensor.empty() : tensor<8xf32>
  %c = linalg.mul ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%e2 : tensor<8xf32>) -> tensor<8xf32>
  %e3 = tensor.empty() : tensor<8xf32>
  %d = linalg.sub ins(%a, %c : tensor<8xf32>, tensor<8xf32>) outs(%e3 : tensor<8xf32>) -> tensor<8xf32>
  return %d : tensor<8xf32>
}

// The operand is read afterwards, under another name.
// CHECK-LABEL: func.func @needed_later(
// CHECK:         %[[A:.*]] = linalg.exp
// CHECK:         %[[E:.*]] = tensor.empty
// CHECK-NEXT:    linalg.tanh ins(%[[A]] : {{.*}}) outs(%[[E]] :
// BUFFER-LABEL: func.func @needed_later(
// BUFFER-COUNT-2: memref.alloc
// BUFFER-NOT:     memref.alloc
// BUFFER-NOT:     memref.copy
// BUFFER:         return
func.func @needed_later(%x: tensor<4x2xf32>, %i: index) -> (tensor<4x2xf32>, f32) {
  %e = tensor.empty() : tensor<4x2xf32>
  %a = linalg.exp ins(%x : tensor<4x2xf32>) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
  %flat = tensor.collapse_shape %a [[0, 1]] : tensor<4x2xf32> into tensor<8xf32>
  %e1 = tensor.empty() : tensor<4x2xf32>
  %b = linalg.tanh ins(%a : tensor<4x2xf32>) outs(%e1 : tensor<4x2xf32>) -> tensor<4x2xf32>
  %r = tensor.extract %flat[%i] : tensor<8xf32>
  return %b, %r : tensor<4x2xf32>, f32
}

// Another order of the elements, another type, and a part of a buffer.
// CHECK-LABEL: func.func @unsuitable(
// CHECK:         linalg.exp
// CHECK:         %[[E:.*]] = tensor.empty
// CHECK-NEXT:    linalg.transpose {{.*}} outs(%[[E]] :
// CHECK-NEXT:    %[[F:.*]] = tensor.empty
// CHECK-NEXT:    linalg.generic {{.*}} outs(%[[F]] :
// CHECK:         %[[G:.*]] = tensor.empty
// CHECK-NEXT:    linalg.exp {{.*}} outs(%[[G]] :
// BUFFER-LABEL: func.func @unsuitable(
// BUFFER-COUNT-4: memref.alloc
// BUFFER:         return
func.func @unsuitable(%x: tensor<4x4xf32>) -> (tensor<4x4xi32>, tensor<2x4xf32>) {
  %e = tensor.empty() : tensor<4x4xf32>
  %a = linalg.exp ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e1 = tensor.empty() : tensor<4x4xf32>
  %t = linalg.transpose ins(%a : tensor<4x4xf32>) outs(%e1 : tensor<4x4xf32>) permutation = [1, 0]
  %e2 = tensor.empty() : tensor<4x4xi32>
  %c = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%t : tensor<4x4xf32>) outs(%e2 : tensor<4x4xi32>) {
  ^bb0(%in: f32, %out: i32):
    %n = arith.fptosi %in : f32 to i32
    linalg.yield %n : i32
  } -> tensor<4x4xi32>
  %s = tensor.extract_slice %t[1, 0] [2, 4] [1, 1] : tensor<4x4xf32> to tensor<2x4xf32>
  %e3 = tensor.empty() : tensor<2x4xf32>
  %d = linalg.exp ins(%s : tensor<2x4xf32>) outs(%e3 : tensor<2x4xf32>) -> tensor<2x4xf32>
  return %c, %d : tensor<4x4xi32>, tensor<2x4xf32>
}

// A carried tensor is taken, one from outside of the loop is not: the next iteration reads it.
// Otherwise, this loop would be refused, because it yields a new buffer.
// CHECK-LABEL: func.func @loop(
// CHECK:         %[[A:.*]] = linalg.exp
// CHECK:         scf.for {{.*}} iter_args(%[[B:.*]] = %{{.*}})
// CHECK:           %[[E:.*]] = tensor.empty
// CHECK-NEXT:      %[[C:.*]] = linalg.tanh ins(%[[A]] : {{.*}}) outs(%[[E]] :
// CHECK-NEXT:      linalg.sub ins(%[[B]], %[[C]] : {{.*}}) outs(%[[B]] :
// BUFFER-LABEL: func.func @loop(
// BUFFER-COUNT-2: memref.alloc
// BUFFER:         scf.for
// BUFFER:           memref.alloc
// BUFFER-NOT:       memref.alloc
// BUFFER-NOT:       memref.copy
// BUFFER:         return
func.func @loop(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<8xf32>
  %a = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %e0 = tensor.empty() : tensor<8xf32>
  %init = linalg.abs ins(%x : tensor<8xf32>) outs(%e0 : tensor<8xf32>) -> tensor<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%b = %init) -> (tensor<8xf32>) {
    %e1 = tensor.empty() : tensor<8xf32>
    %c = linalg.tanh ins(%a : tensor<8xf32>) outs(%e1 : tensor<8xf32>) -> tensor<8xf32>
    %e2 = tensor.empty() : tensor<8xf32>
    %d = linalg.sub ins(%b, %c : tensor<8xf32>, tensor<8xf32>) outs(%e2 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %d : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// In each branch.
// CHECK-LABEL: func.func @branches(
// CHECK:         %[[A:.*]] = linalg.exp
// CHECK:         scf.if
// CHECK:           linalg.tanh ins(%[[A]] : {{.*}}) outs(%[[A]] :
// CHECK:         else
// CHECK:           linalg.abs ins(%[[A]] : {{.*}}) outs(%[[A]] :
// BUFFER-LABEL: func.func @branches(
// BUFFER:         memref.alloc
// BUFFER-NOT:     memref.alloc
// BUFFER:         return
func.func @branches(%x: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %a = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = scf.if %c -> (tensor<?xf32>) {
    %e1 = tensor.empty(%n) : tensor<?xf32>
    %b = linalg.tanh ins(%a : tensor<?xf32>) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %b : tensor<?xf32>
  } else {
    %e1 = tensor.empty(%n) : tensor<?xf32>
    %b = linalg.abs ins(%a : tensor<?xf32>) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %b : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
