// What this run leaves on tensors may later become the buffer of its operand, or of a part of it.
// REFERENCE: updates that operand in place
// RUN: bufferize-opt %s --pass-pipeline="builtin.module(one-shot-bufferize{allow-unknown-ops dialect-filter=tensor,linalg,bufferization},func-bufferize,arith-bufferize)" | filecheck %s

// CHECK-LABEL: func.func private @same(
// CHECK-SAME:    %[[T:[a-z0-9]*]]: memref<4xi32>)
// CHECK:         return %[[T]]
func.func private @same(%t: tensor<4xi32>) -> tensor<4xi32> {
  return %t : tensor<4xi32>
}

// CHECK-LABEL: func.func @called(
// CHECK:         %[[BUFFER:.*]] = memref.alloc
// CHECK:         %[[SAME:.*]] = call @same(%[[BUFFER]])
// CHECK:         %[[VIEW:.*]] = memref.cast %[[SAME]]
// CHECK:         %[[COPY:.*]] = memref.alloc
// CHECK:         memref.copy %[[BUFFER]], %[[COPY]]
// CHECK:         memref.store %{{.*}}, %[[COPY]]
// CHECK:         memref.load %[[COPY]]
// CHECK:         memref.load %[[VIEW]]
func.func @called(%x: i32, %y: i32, %i: index) -> (i32, i32) {
  %e = tensor.empty() : tensor<4xi32>
  %t = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %same = call @same(%t) : (tensor<4xi32>) -> tensor<4xi32>
  %new = tensor.insert %y into %t[%i] : tensor<4xi32>
  %a = tensor.extract %new[%i] : tensor<4xi32>
  %b = tensor.extract %same[%i] : tensor<4xi32>
  return %a, %b : i32, i32
}

// CHECK-LABEL: func.func @selected(
// CHECK:         %[[BUFFER:.*]] = memref.alloc
// CHECK:         %[[SELECTED:.*]] = arith.select %{{.*}}, %[[BUFFER]], %{{.*}} : memref<4xi32>
// CHECK:         %[[COPY:.*]] = memref.alloc
// CHECK:         memref.copy %[[BUFFER]], %[[COPY]]
// CHECK:         memref.store %{{.*}}, %[[COPY]]
func.func @selected(%c: i1, %x: i32, %y: i32, %i: index) -> (i32, i32) {
  %e = tensor.empty() : tensor<4xi32>
  %t = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %f = tensor.empty() : tensor<4xi32>
  %u = linalg.fill ins(%y : i32) outs(%f : tensor<4xi32>) -> tensor<4xi32>
  %s = arith.select %c, %t, %u : tensor<4xi32>
  %new = tensor.insert %y into %t[%i] : tensor<4xi32>
  %a = tensor.extract %new[%i] : tensor<4xi32>
  %b = tensor.extract %s[%i] : tensor<4xi32>
  return %a, %b : i32, i32
}

// The result is not used after the update, so nothing is copied.
// CHECK-LABEL: func.func @used_before(
// CHECK-COUNT-1: memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @used_before(%x: i32, %y: i32, %i: index) -> (i32, i32) {
  %e = tensor.empty() : tensor<4xi32>
  %t = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %same = call @same(%t) : (tensor<4xi32>) -> tensor<4xi32>
  %b = tensor.extract %same[%i] : tensor<4xi32>
  %new = tensor.insert %y into %t[%i] : tensor<4xi32>
  %a = tensor.extract %new[%i] : tensor<4xi32>
  return %a, %b : i32, i32
}

// CHECK-LABEL: func.func @called_twice(
// CHECK:         %[[BUFFER:.*]] = memref.alloc
// CHECK:         %[[SAME:.*]] = call @same(%[[BUFFER]])
// CHECK:         %[[AGAIN:.*]] = call @same(%[[SAME]])
// CHECK:         %[[COPY:.*]] = memref.alloc
// CHECK:         memref.copy %[[BUFFER]], %[[COPY]]
// CHECK:         memref.store %{{.*}}, %[[COPY]]
func.func @called_twice(%x: i32, %y: i32, %i: index) -> (i32, i32) {
  %e = tensor.empty() : tensor<4xi32>
  %t = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %same = call @same(%t) : (tensor<4xi32>) -> tensor<4xi32>
  %again = call @same(%same) : (tensor<4xi32>) -> tensor<4xi32>
  %new = tensor.insert %y into %t[%i] : tensor<4xi32>
  %a = tensor.extract %new[%i] : tensor<4xi32>
  %b = tensor.extract %again[%i] : tensor<4xi32>
  return %a, %b : i32, i32
}

// CHECK-LABEL: func.func @yielded(
// CHECK:         %[[BUFFER:.*]] = memref.alloc
// CHECK:         %[[TENSOR:.*]] = bufferization.to_tensor %[[BUFFER]]
// CHECK:         scf.yield %[[TENSOR]]
// CHECK:         %[[COPY:.*]] = memref.alloc
// CHECK:         memref.copy %[[BUFFER]], %[[COPY]]
// CHECK:         memref.store %{{.*}}, %[[COPY]]
func.func @yielded(%c: i1, %x: i32, %y: i32, %i: index) -> (i32, i32) {
  %e = tensor.empty() : tensor<4xi32>
  %t = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %f = tensor.empty() : tensor<4xi32>
  %u = linalg.fill ins(%y : i32) outs(%f : tensor<4xi32>) -> tensor<4xi32>
  %s = scf.if %c -> (tensor<4xi32>) {
    scf.yield %t : tensor<4xi32>
  } else {
    scf.yield %u : tensor<4xi32>
  }
  %new = tensor.insert %y into %t[%i] : tensor<4xi32>
  %a = tensor.extract %new[%i] : tensor<4xi32>
  %b = tensor.extract %s[%i] : tensor<4xi32>
  return %a, %b : i32, i32
}

// The call ends only when its token is awaited.
// CHECK-LABEL: func.func @called_later(
// CHECK:         %[[BUFFER:.*]] = memref.alloc
// CHECK:         async.call @reader
// CHECK:         %[[COPY:.*]] = memref.alloc
// CHECK:         memref.copy %[[BUFFER]], %[[COPY]]
// CHECK:         memref.store %{{.*}}, %[[COPY]]
// CHECK:         async.await
async.func @reader(%t: tensor<4xi32>) -> !async.token {
  return
}
func.func @called_later(%x: i32, %y: i32, %i: index) -> i32 {
  %e = tensor.empty() : tensor<4xi32>
  %t = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %token = async.call @reader(%t) : (tensor<4xi32>) -> !async.token
  %new = tensor.insert %y into %t[%i] : tensor<4xi32>
  async.await %token : !async.token
  %a = tensor.extract %new[%i] : tensor<4xi32>
  return %a : i32
}

func.func private @buffer_of(%t: tensor<4xi32>) -> memref<4xi32> {
  %m = bufferization.to_buffer %t read_only : tensor<4xi32> to memref<4xi32>
  return %m : memref<4xi32>
}

// CHECK-LABEL: func.func @result_is_a_buffer(
// CHECK:         %[[BUFFER:.*]] = memref.alloc
// CHECK:         %[[MADE:.*]] = call @buffer_of(%[[BUFFER]])
// CHECK:         %[[COPY:.*]] = memref.alloc
// CHECK:         memref.copy %[[BUFFER]], %[[COPY]]
// CHECK:         memref.store %{{.*}}, %[[COPY]]
// CHECK:         memref.load %[[COPY]]
// CHECK:         memref.load %[[MADE]]
func.func @result_is_a_buffer(%x: i32, %y: i32, %i: index) -> (i32, i32) {
  %e = tensor.empty() : tensor<4xi32>
  %t = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %m = call @buffer_of(%t) : (tensor<4xi32>) -> memref<4xi32>
  %new = tensor.insert %y into %t[%i] : tensor<4xi32>
  %a = tensor.extract %new[%i] : tensor<4xi32>
  %b = memref.load %m[%i] : memref<4xi32>
  return %a, %b : i32, i32
}

func.func private @either(%c: i1, %t: tensor<4xi32>, %u: tensor<4xi32>) -> tensor<4xi32> {
  %r = arith.select %c, %t, %u : tensor<4xi32>
  return %r : tensor<4xi32>
}

// The result is none of the buffers that the call does not get: the last one is updated in place.
// CHECK-LABEL: func.func @separate_from_others(
// CHECK-COUNT-3: memref.alloc
// CHECK-NOT:     memref.{{alloc|copy}}
// CHECK:         return
func.func @separate_from_others(%c: i1, %x: i32, %y: i32, %i: index) -> (i32, i32) {
  %e = tensor.empty() : tensor<4xi32>
  %t = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %f = tensor.empty() : tensor<4xi32>
  %u = linalg.fill ins(%y : i32) outs(%f : tensor<4xi32>) -> tensor<4xi32>
  %g = tensor.empty() : tensor<4xi32>
  %v = linalg.fill ins(%y : i32) outs(%g : tensor<4xi32>) -> tensor<4xi32>
  %r = call @either(%c, %t, %u) : (i1, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %new = tensor.insert %y into %v[%i] : tensor<4xi32>
  %s = call @either(%c, %r, %new) : (i1, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  %a = tensor.extract %r[%i] : tensor<4xi32>
  %b = tensor.extract %s[%i] : tensor<4xi32>
  return %a, %b : i32, i32
}

// A loop carries each tensor as itself.
// CHECK-LABEL: func.func @carried_side_by_side(
// CHECK-COUNT-2: memref.alloc
// CHECK-NOT:     memref.{{alloc|copy}}
// CHECK:         return
func.func @carried_side_by_side(%x: i32, %i: index, %n: index, %k: index) -> (i32, i32) {
  %e = tensor.empty() : tensor<4xi32>
  %t = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %f = tensor.empty() : tensor<4xi32>
  %u = linalg.fill ins(%x : i32) outs(%f : tensor<4xi32>) -> tensor<4xi32>
  %r:2 = scf.for %j = %i to %n step %k iter_args(%a = %t, %b = %u)
      -> (tensor<4xi32>, tensor<4xi32>) {
    scf.yield %a, %b : tensor<4xi32>, tensor<4xi32>
  }
  %new = tensor.insert %x into %t[%i] : tensor<4xi32>
  %y = tensor.extract %new[%i] : tensor<4xi32>
  %z = tensor.extract %r#1[%i] : tensor<4xi32>
  return %y, %z : i32, i32
}
