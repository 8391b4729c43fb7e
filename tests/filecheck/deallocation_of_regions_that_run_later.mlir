// RUN: bufferize-opt %s --split-input-file --ownership-based-buffer-deallocation --buffer-deallocation-simplification --bufferization-lower-deallocations --canonicalize | filecheck %s
// RUN: bufferize-opt %s --split-input-file --promote-buffers-to-stack | filecheck %s --check-prefix=STACK
// RUN: bufferize-opt %s --split-input-file --buffer-loop-hoisting | filecheck %s --check-prefix=HOIST

// A buffer is freed when nothing can use it any more.

// REFERENCE: mlir-opt does not know the effects of async.await.
// CHECK-LABEL: func @awaited
// CHECK:         async.execute
// CHECK-NOT:     memref.dealloc
// CHECK:         async.await
// CHECK:         memref.dealloc
// STACK-LABEL: func @awaited
// STACK:         memref.alloc()
func.func @awaited(%x: f32, %i: index) {
  %a = memref.alloc() : memref<4xf32>
  memref.store %x, %a[%i] : memref<4xf32>
  %token = async.execute {
    %y = memref.load %a[%i] : memref<4xf32>
    vector.print %y : f32
    async.yield
  }
  async.await %token : !async.token
  return
}

// -----

// If nothing waits for the region, the buffer is kept.

// REFERENCE: mlir-opt frees the buffer while it is used.
// CHECK-LABEL: func @not_awaited
// CHECK:         memref.alloc()
// CHECK-NOT:     memref.dealloc
// CHECK:         return
// STACK-LABEL: func @not_awaited
// STACK:         memref.alloc()
func.func @not_awaited(%x: f32, %i: index) {
  %a = memref.alloc() : memref<4xf32>
  memref.store %x, %a[%i] : memref<4xf32>
  %token = async.execute {
    %y = memref.load %a[%i] : memref<4xf32>
    vector.print %y : f32
    async.yield
  }
  return
}

// -----

// Iterations cannot share a buffer, nor free it, if what they leave is awaited only afterwards.

// REFERENCE: mlir-opt has one buffer for all iterations.
// CHECK-LABEL: func @awaited_after_loop
// CHECK:         scf.for
// CHECK:           memref.alloc()
// CHECK-NOT:     memref.dealloc
// CHECK:         async.await_all
// HOIST-LABEL: func @awaited_after_loop
// HOIST:         scf.for
// HOIST:           memref.alloc()
func.func @awaited_after_loop(%x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %group = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<4xf32>
    memref.store %x, %a[%i] : memref<4xf32>
    %token = async.execute {
      %y = memref.load %a[%i] : memref<4xf32>
      vector.print %y : f32
      async.yield
    }
    %member = async.add_to_group %token, %group : !async.token
  }
  async.await_all %group
  return
}

// -----

// A caller keeps what it has passed to a function that leaves a region running.

// REFERENCE: mlir-opt frees the buffer while it is used.
// CHECK-LABEL: func private @leaves
func.func private @leaves(%a: memref<4xf32>, %i: index) -> !async.token {
  %token = async.execute {
    %y = memref.load %a[%i] : memref<4xf32>
    vector.print %y : f32
    async.yield
  }
  return %token : !async.token
}

// CHECK-LABEL: func @calls
// CHECK:         memref.alloc()
// CHECK-NOT:     memref.dealloc
// CHECK:         return
// STACK-LABEL: func @calls
// STACK:         memref.alloc()
func.func @calls(%x: f32, %i: index) -> !async.token {
  %a = memref.alloc() : memref<4xf32>
  memref.store %x, %a[%i] : memref<4xf32>
  %token = call @leaves(%a, %i) : (memref<4xf32>, index) -> !async.token
  return %token : !async.token
}

// -----

// The results of a call may be one buffer, so none of them is freed while one is still used.

// REFERENCE: mlir-opt frees the buffer while it is used, and does not know the effects of async.await.
// CHECK-LABEL: func private @pair
func.func private @pair(%x: f32, %i: index) -> (memref<4xf32>, memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.store %x, %a[%i] : memref<4xf32>
  return %a, %a : memref<4xf32>, memref<4xf32>
}

// CHECK-LABEL: func @one_of_a_pair_used_later
// CHECK:         call @pair
// CHECK-NOT:     memref.dealloc
// CHECK:         return
func.func @one_of_a_pair_used_later(%x: f32, %i: index) {
  %0:2 = call @pair(%x, %i) : (f32, index) -> (memref<4xf32>, memref<4xf32>)
  %token = async.execute {
    %y = memref.load %0#0[%i] : memref<4xf32>
    vector.print %y : f32
    async.yield
  }
  return
}

// CHECK-LABEL: func @one_of_a_pair_awaited
// CHECK:         call @pair
// CHECK:         async.await
// CHECK:         memref.dealloc
func.func @one_of_a_pair_awaited(%x: f32, %i: index) {
  %0:2 = call @pair(%x, %i) : (f32, index) -> (memref<4xf32>, memref<4xf32>)
  %token = async.execute {
    %y = memref.load %0#0[%i] : memref<4xf32>
    vector.print %y : f32
    async.yield
  }
  async.await %token : !async.token
  return
}

// -----

// A copy that is awaited only after the loop uses the buffer of its iteration until then.

// REFERENCE: mlir-opt frees the buffer while it is used.
// CHECK-LABEL: func @copied_later
// CHECK:         memref.alloc()
// CHECK-NOT:     memref.dealloc
// CHECK:         gpu.wait [
// STACK-LABEL: func @copied_later
// STACK:         memref.alloc()
// HOIST-LABEL: func @copied_later
// HOIST:         scf.for
// HOIST:           memref.alloc()
func.func @copied_later(%y: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %start = gpu.wait async
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %start) -> !gpu.async.token {
    %a = memref.alloc() : memref<4xf32>
    %copied = gpu.memcpy async [%before] %y, %a : memref<4xf32>, memref<4xf32>
    scf.yield %copied : !gpu.async.token
  }
  gpu.wait [%last]
  return
}

// -----

// One operation waits for another, and the end of the last one is awaited.

// REFERENCE: mlir-opt does not know the effects of gpu.wait.
// CHECK-LABEL: func @copied_one_after_the_other
// CHECK:         memref.alloc()
// CHECK:         gpu.wait [
// CHECK:         memref.dealloc
// STACK-LABEL: func @copied_one_after_the_other
func.func @copied_one_after_the_other(%x: memref<4xf32>, %y: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %start = gpu.wait async
  %first = gpu.memcpy async [%start] %x, %a : memref<4xf32>, memref<4xf32>
  %second = gpu.memcpy async [%first] %y, %x : memref<4xf32>, memref<4xf32>
  gpu.wait [%second]
  return
}

// -----

// A function that is called asynchronously may still run when the next iteration begins.

async.func @later(%token: !async.token, %a: memref<4xf32>, %i: index) -> !async.value<f32> {
  async.await %token : !async.token
  %x = memref.load %a[%i] : memref<4xf32>
  return %x : f32
}

// REFERENCE: mlir-opt frees the buffer while it is used.
// CHECK-LABEL: func @called_later
// CHECK:         scf.for
// CHECK:           memref.alloc()
// CHECK-NOT:     memref.dealloc
// CHECK:       memref.alloc()
// CHECK:       async.await
// CHECK:       memref.dealloc
// STACK-LABEL: func @called_later
// STACK-COUNT-2: memref.alloc()
// HOIST-LABEL: func @called_later
// HOIST:         scf.for
// HOIST:           memref.alloc()
func.func @called_later(%token: !async.token, %f: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<4xf32>
    memref.store %f, %a[%i] : memref<4xf32>
    %x = async.call @later(%token, %a, %i) : (!async.token, memref<4xf32>, index) -> !async.value<f32>
  }
  %b = memref.alloc() : memref<4xf32>
  memref.store %f, %b[%c0] : memref<4xf32>
  %x = async.call @later(%token, %b, %c0) : (!async.token, memref<4xf32>, index) -> !async.value<f32>
  %y = async.await %x : !async.value<f32>
  return %y : f32
}
