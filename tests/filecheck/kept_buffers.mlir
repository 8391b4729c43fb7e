// What stays on tensors may keep the buffer of its operand: where it stores it, or in what it returns.
// Then nothing updates the buffer while it may be used so.
// REFERENCE: updates it in place
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --one-shot-bufferize="allow-unknown-ops dialect-filter=tensor,linalg,bufferization" | filecheck %s
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --one-shot-bufferize="allow-unknown-ops bufferize-function-boundaries" | filecheck %s --check-prefix=WHOLE

func.func private @keep(%t: tensor<4xi32>, %kept: memref<memref<4xi32>>) {
  %m = bufferization.to_buffer %t read_only : tensor<4xi32> to memref<4xi32>
  memref.store %m, %kept[] : memref<memref<4xi32>>
  return
}

// CHECK-LABEL: func.func @kept_where_it_is_told(
// CHECK:         %[[BUFFER:.*]] = memref.alloc
// CHECK:         call @keep(
// CHECK:         %[[COPY:.*]] = memref.alloc
// CHECK:         memref.copy %[[BUFFER]], %[[COPY]]
// CHECK:         memref.store %{{.*}}, %[[COPY]]
func.func @kept_where_it_is_told(%kept: memref<memref<4xi32>>, %x: i32, %i: index) -> (i32, i32) {
  %e = tensor.empty() : tensor<4xi32>
  %t = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  call @keep(%t, %kept) : (tensor<4xi32>, memref<memref<4xi32>>) -> ()
  %new = tensor.insert %x into %t[%i] : tensor<4xi32>
  %a = tensor.extract %new[%i] : tensor<4xi32>
  %m = memref.load %kept[] : memref<memref<4xi32>>
  %b = memref.load %m[%i] : memref<4xi32>
  return %a, %b : i32, i32
}

// -----

// REFERENCE: updates it in place
memref.global "private" @place : memref<memref<4xi32>>

func.func private @keep(%t: tensor<4xi32>) {
  %m = bufferization.to_buffer %t read_only : tensor<4xi32> to memref<4xi32>
  %place = memref.get_global @place : memref<memref<4xi32>>
  memref.store %m, %place[] : memref<memref<4xi32>>
  return
}

func.func private @kept() -> memref<4xi32> {
  %place = memref.get_global @place : memref<memref<4xi32>>
  %m = memref.load %place[] : memref<memref<4xi32>>
  return %m : memref<4xi32>
}

// CHECK-LABEL: func.func @kept_by_callee(
// CHECK:         %[[BUFFER:.*]] = memref.alloc
// CHECK:         call @keep(
// CHECK:         %[[COPY:.*]] = memref.alloc
// CHECK:         memref.copy %[[BUFFER]], %[[COPY]]
// CHECK:         memref.store %{{.*}}, %[[COPY]]
func.func @kept_by_callee(%x: i32, %i: index) -> (i32, i32) {
  %e = tensor.empty() : tensor<4xi32>
  %t = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  call @keep(%t) : (tensor<4xi32>) -> ()
  %new = tensor.insert %x into %t[%i] : tensor<4xi32>
  %a = tensor.extract %new[%i] : tensor<4xi32>
  %m = call @kept() : () -> memref<4xi32>
  %b = memref.load %m[%i] : memref<4xi32>
  return %a, %b : i32, i32
}

func.func private @keep_buffer(%m: memref<4xi32>) {
  %place = memref.get_global @place : memref<memref<4xi32>>
  memref.store %m, %place[] : memref<memref<4xi32>>
  return
}

// CHECK-LABEL: func.func @kept_as_a_buffer(
// CHECK:         %[[BUFFER:.*]] = memref.alloc
// CHECK:         call @keep_buffer(%[[BUFFER]])
// CHECK:         %[[COPY:.*]] = memref.alloc
// CHECK:         memref.copy %[[BUFFER]], %[[COPY]]
// CHECK:         memref.store %{{.*}}, %[[COPY]]
func.func @kept_as_a_buffer(%x: i32, %i: index) -> (i32, i32) {
  %e = tensor.empty() : tensor<4xi32>
  %t = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %given = bufferization.to_buffer %t read_only : tensor<4xi32> to memref<4xi32>
  call @keep_buffer(%given) : (memref<4xi32>) -> ()
  %new = tensor.insert %x into %t[%i] : tensor<4xi32>
  %a = tensor.extract %new[%i] : tensor<4xi32>
  %m = call @kept() : () -> memref<4xi32>
  %b = memref.load %m[%i] : memref<4xi32>
  return %a, %b : i32, i32
}

// -----

// REFERENCE: updates it in place
// CHECK-LABEL: func.func @in_what_it_returns(
// CHECK:         %[[BUFFER:.*]] = memref.alloc
// CHECK:         "some.pack"
// CHECK:         %[[COPY:.*]] = memref.alloc
// CHECK:         memref.copy %[[BUFFER]], %[[COPY]]
// CHECK:         memref.store %{{.*}}, %[[COPY]]
func.func @in_what_it_returns(%x: i32, %i: index) -> (i32, i32) {
  %e = tensor.empty() : tensor<4xi32>
  %t = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %pack = "some.pack"(%t) : (tensor<4xi32>) -> !some.pack
  %new = tensor.insert %x into %t[%i] : tensor<4xi32>
  %a = tensor.extract %new[%i] : tensor<4xi32>
  %u = "some.unpack"(%pack) : (!some.pack) -> tensor<4xi32>
  %b = tensor.extract %u[%i] : tensor<4xi32>
  return %a, %b : i32, i32
}

// It is yielded as the value that a task computes.
// CHECK-LABEL: func.func @in_an_async_value(
// CHECK:         %[[BUFFER:.*]] = memref.alloc
// CHECK:         async.execute
// CHECK:         %[[COPY:.*]] = memref.alloc
// CHECK:         memref.copy %[[BUFFER]], %[[COPY]]
// CHECK:         memref.store %{{.*}}, %[[COPY]]
func.func @in_an_async_value(%x: i32, %i: index) -> (i32, i32) {
  %e = tensor.empty() : tensor<4xi32>
  %t = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %token, %value = async.execute -> !async.value<tensor<4xi32>> {
    async.yield %t : tensor<4xi32>
  }
  async.await %token : !async.token
  %new = tensor.insert %x into %t[%i] : tensor<4xi32>
  %a = tensor.extract %new[%i] : tensor<4xi32>
  %u = async.await %value : !async.value<tensor<4xi32>>
  %b = tensor.extract %u[%i] : tensor<4xi32>
  return %a, %b : i32, i32
}

// After its last use, the buffer is updated.
// CHECK-LABEL: func.func @in_what_is_used_before(
// CHECK-COUNT-1: memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @in_what_is_used_before(%x: i32, %i: index) -> (i32, i32) {
  %e = tensor.empty() : tensor<4xi32>
  %t = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %pack = "some.pack"(%t) : (tensor<4xi32>) -> !some.pack
  %u = "some.unpack"(%pack) : (!some.pack) -> tensor<4xi32>
  %b = tensor.extract %u[%i] : tensor<4xi32>
  %new = tensor.insert %x into %t[%i] : tensor<4xi32>
  %a = tensor.extract %new[%i] : tensor<4xi32>
  return %a, %b : i32, i32
}

// -----

// REFERENCE: updates it in place
// So may a callee whose body is not known, or not yet.
func.func private @external(%t: tensor<4xi32> {bufferization.access = "read"}, %kept: memref<memref<4xi32>>)

func.func private @recursive(%t: tensor<4xi32>, %kept: memref<memref<4xi32>>) {
  %m = bufferization.to_buffer %t read_only : tensor<4xi32> to memref<4xi32>
  memref.store %m, %kept[] : memref<memref<4xi32>>
  call @recursive(%t, %kept) : (tensor<4xi32>, memref<memref<4xi32>>) -> ()
  return
}

// WHOLE-LABEL: func.func @kept_outside(
// WHOLE:         %[[BUFFER:.*]] = memref.alloc
// WHOLE:         call @external(
// WHOLE:         %[[COPY:.*]] = memref.alloc
// WHOLE:         memref.copy %[[BUFFER]], %[[COPY]]
// WHOLE:         memref.store %{{.*}}, %[[COPY]]
func.func @kept_outside(%kept: memref<memref<4xi32>>, %x: i32, %i: index) -> (i32, i32) {
  %e = tensor.empty() : tensor<4xi32>
  %t = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  call @external(%t, %kept) : (tensor<4xi32>, memref<memref<4xi32>>) -> ()
  %new = tensor.insert %x into %t[%i] : tensor<4xi32>
  %a = tensor.extract %new[%i] : tensor<4xi32>
  %m = memref.load %kept[] : memref<memref<4xi32>>
  %b = memref.load %m[%i] : memref<4xi32>
  return %a, %b : i32, i32
}

// WHOLE-LABEL: func.func @kept_by_recursion(
// WHOLE:         %[[BUFFER:.*]] = memref.alloc
// WHOLE:         %[[CAST:.*]] = memref.cast %[[BUFFER]]
// WHOLE:         call @recursive(%[[CAST]],
// WHOLE:         %[[NEW:.*]] = memref.alloc
// WHOLE:         linalg.fill ins(%{{.*}}) outs(%[[NEW]]
func.func @kept_by_recursion(%kept: memref<memref<4xi32>>, %x: i32, %i: index) -> (i32, i32) {
  %e = tensor.empty() : tensor<4xi32>
  %t = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  call @recursive(%t, %kept) : (tensor<4xi32>, memref<memref<4xi32>>) -> ()
  %new = linalg.fill ins(%x : i32) outs(%t : tensor<4xi32>) -> tensor<4xi32>
  %a = tensor.extract %new[%i] : tensor<4xi32>
  %m = memref.load %kept[] : memref<memref<4xi32>>
  %b = memref.load %m[%i] : memref<4xi32>
  return %a, %b : i32, i32
}
