// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops function-boundary-type-conversion=identity-layout-map" | filecheck %s

// What may run later is read until something waits for it.

// REFERENCE: mlir-opt updates the tensor in place, before it is read.
// CHECK-LABEL: func @written_before_await
// CHECK-SAME:    %[[T:.*]]: memref<4xf32>
// CHECK:         async.execute
// CHECK:           memref.load %[[T]]
// CHECK:         %[[A:.*]] = memref.alloc
// CHECK:         memref.copy %[[T]], %[[A]]
// CHECK:         memref.store %{{.*}}, %[[A]]
// CHECK:         return %[[A]]
func.func @written_before_await(%t: tensor<4xf32>, %x: f32, %i: index) -> tensor<4xf32> {
  %token = async.execute {
    %y = tensor.extract %t[%i] : tensor<4xf32>
    vector.print %y : f32
    async.yield
  }
  %s = tensor.insert %x into %t[%i] : tensor<4xf32>
  async.await %token : !async.token
  return %s : tensor<4xf32>
}

// -----

// CHECK-LABEL: func @written_after_await
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @written_after_await(%t: tensor<4xf32>, %x: f32, %i: index) -> tensor<4xf32> {
  %token, %value = async.execute -> !async.value<f32> {
    %y = tensor.extract %t[%i] : tensor<4xf32>
    async.yield %y : f32
  }
  %y = async.await %value : !async.value<f32>
  %s = tensor.insert %y into %t[%i] : tensor<4xf32>
  return %s : tensor<4xf32>
}

// -----

// What waits in a branch may not be reached.

// REFERENCE: mlir-opt updates the tensor in place.
// CHECK-LABEL: func @awaited_in_branch
// CHECK:         memref.copy
func.func @awaited_in_branch(%t: tensor<4xf32>, %x: f32, %i: index, %c: i1) -> tensor<4xf32> {
  %token = async.execute {
    %y = tensor.extract %t[%i] : tensor<4xf32>
    vector.print %y : f32
    async.yield
  }
  scf.if %c {
    async.await %token : !async.token
  }
  %s = tensor.insert %x into %t[%i] : tensor<4xf32>
  return %s : tensor<4xf32>
}

// -----

// A wait for a group is one for its members, also for those of a loop. Until then, all of them may run.

// REFERENCE: mlir-opt updates the carried tensor in place.
// CHECK-LABEL: func @awaited_after_loop
// CHECK:         scf.for
// CHECK:           async.execute
// CHECK:           memref.copy
// CHECK:         async.await_all
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @awaited_after_loop(%t: tensor<4xf32>, %x: f32, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %group = async.create_group %n : !async.group
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<4xf32>) {
    %token = async.execute {
      %y = tensor.extract %a[%i] : tensor<4xf32>
      vector.print %y : f32
      async.yield
    }
    %member = async.add_to_group %token, %group : !async.token
    %b = tensor.insert %x into %a[%i] : tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  async.await_all %group
  %s = tensor.insert %x into %r[%c0] : tensor<4xf32>
  return %s : tensor<4xf32>
}

// -----

// Each iteration has a buffer of its own.

// CHECK-LABEL: func @allocated_in_loop
// CHECK:         scf.for
// CHECK:           memref.alloc
// CHECK-NOT:       memref.alloc
// CHECK:           memref.store
// CHECK:           async.execute
// CHECK:         return
func.func @allocated_in_loop(%x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %e = tensor.empty() : tensor<4xf32>
    %f = linalg.fill ins(%x : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %s = tensor.insert %x into %f[%i] : tensor<4xf32>
    %token = async.execute {
      %y = tensor.extract %s[%i] : tensor<4xf32>
      vector.print %y : f32
      async.yield
    }
  }
  return
}

// -----

// What comes first in the text may be a write of the next iteration.

// REFERENCE: mlir-opt has one buffer for all iterations.
// CHECK-LABEL: func @allocated_before_loop
// CHECK:         scf.for
// CHECK:           memref.alloc
// CHECK:           async.execute
func.func @allocated_before_loop(%x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    %s = tensor.insert %x into %e[%i] : tensor<4xf32>
    %token = async.execute {
      %y = tensor.extract %s[%i] : tensor<4xf32>
      vector.print %y : f32
      async.yield
    }
  }
  return
}

// -----

// A write in a region that runs later is to a copy: it may come at any time.

// REFERENCE: mlir-opt updates the tensor in place, before it is read.
// CHECK-LABEL: func @written_later
// CHECK:         async.execute
// CHECK:           memref.load
// CHECK:         async.execute
// CHECK:           memref.copy
// CHECK:           memref.store
func.func @written_later(%t: tensor<4xf32>, %x: f32, %i: index) {
  %reads = async.execute {
    %y = tensor.extract %t[%i] : tensor<4xf32>
    vector.print %y : f32
    async.yield
  }
  %writes = async.execute {
    %s = tensor.insert %x into %t[%i] : tensor<4xf32>
    %y = tensor.extract %s[%i] : tensor<4xf32>
    vector.print %y : f32
    async.yield
  }
  async.await %reads : !async.token
  async.await %writes : !async.token
  return
}

// -----

// A function that does not wait tells its callers.

// CHECK-LABEL: func private @leaves_read
func.func private @leaves_read(%t: tensor<4xf32>, %i: index) -> !async.token {
  %token = async.execute {
    %y = tensor.extract %t[%i] : tensor<4xf32>
    vector.print %y : f32
    async.yield
  }
  return %token : !async.token
}

// REFERENCE: mlir-opt updates the tensor in place, before it is read.
// CHECK-LABEL: func @calls
// CHECK:         call @leaves_read
// CHECK:         memref.copy
// CHECK:         memref.store
func.func @calls(%t: tensor<4xf32>, %x: f32, %i: index) -> tensor<4xf32> {
  %token = call @leaves_read(%t, %i) : (tensor<4xf32>, index) -> !async.token
  %s = tensor.insert %x into %t[%i] : tensor<4xf32>
  return %s : tensor<4xf32>
}

// -----

// CHECK-LABEL: func private @leaves_result
func.func private @leaves_result(%x: f32, %i: index) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%x : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %token = async.execute {
    %y = tensor.extract %f[%i] : tensor<4xf32>
    vector.print %y : f32
    async.yield
  }
  return %f : tensor<4xf32>
}

// REFERENCE: mlir-opt updates the result in place, before it is read.
// CHECK-LABEL: func @updates_result
// CHECK:         call @leaves_result
// CHECK:         memref.copy
// CHECK:         memref.store
func.func @updates_result(%x: f32, %i: index) -> tensor<4xf32> {
  %t = call @leaves_result(%x, %i) : (f32, index) -> tensor<4xf32>
  %s = tensor.insert %x into %t[%i] : tensor<4xf32>
  return %s : tensor<4xf32>
}

// -----

// REFERENCE: mlir-opt updates the tensor in place, before it is read.
// CHECK-LABEL: func @launched
// CHECK:         gpu.launch async
// CHECK:         memref.copy
// CHECK:         gpu.wait
// CHECK-NOT:     memref.copy
func.func @launched(%t: tensor<4xf32>, %x: f32, %n: index) -> tensor<4xf32> {
  %token = gpu.launch async blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
                            threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    %y = tensor.extract %t[%tx] : tensor<4xf32>
    gpu.printf "%f", %y : f32
    gpu.terminator
  }
  %s = tensor.insert %x into %t[%n] : tensor<4xf32>
  gpu.wait [%token]
  %r = tensor.insert %x into %s[%n] : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// REFERENCE: mlir-opt updates the tensor in place, before it is read.
// CHECK-LABEL: func @task
// CHECK:         omp.task
// CHECK:         memref.copy
// CHECK:         memref.store
// CHECK:         omp.taskwait
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @task(%t: tensor<4xf32>, %x: f32, %i: index) -> tensor<4xf32> {
  omp.task {
    %y = tensor.extract %t[%i] : tensor<4xf32>
    vector.print %y : f32
    omp.terminator
  }
  %s = tensor.insert %x into %t[%i] : tensor<4xf32>
  omp.taskwait
  %r = tensor.insert %x into %s[%i] : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A `taskwait` waits for the task, and not for the task in it. The group waits for both.

// CHECK-LABEL: func @task_in_task
// CHECK:         omp.taskwait
// CHECK:         memref.copy
// CHECK:         memref.store
// CHECK:         omp.terminator
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @task_in_task(%t: tensor<4xf32>, %x: f32, %i: index) -> tensor<4xf32> {
  omp.taskgroup {
    omp.task {
      omp.task {
        %y = tensor.extract %t[%i] : tensor<4xf32>
        vector.print %y : f32
        omp.terminator
      }
      omp.terminator
    }
    omp.taskwait
    %s = tensor.insert %x into %t[%i] : tensor<4xf32>
    %z = tensor.extract %s[%i] : tensor<4xf32>
    vector.print %z : f32
    omp.terminator
  }
  %r = tensor.insert %x into %t[%i] : tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// Sections run in any order.

// REFERENCE: mlir-opt takes them to run in the order of the text.
// CHECK-LABEL: func @sections
// CHECK:         omp.section
// CHECK:           memref.load
// CHECK:         omp.section
// CHECK:           memref.copy
// CHECK:           memref.store
func.func @sections(%t: tensor<4xf32>, %x: f32, %i: index) {
  omp.sections {
    omp.section {
      %y = tensor.extract %t[%i] : tensor<4xf32>
      vector.print %y : f32
      omp.terminator
    }
    omp.section {
      %s = tensor.insert %x into %t[%i] : tensor<4xf32>
      %y = tensor.extract %s[%i] : tensor<4xf32>
      vector.print %y : f32
      omp.terminator
    }
    omp.terminator
  }
  return
}

// -----

// All threads run the region: each one writes to a copy.

// REFERENCE: mlir-opt lets all threads write to the one buffer.
// CHECK-LABEL: func @threads
// CHECK:         omp.parallel
// CHECK:           memref.copy
// CHECK:           memref.store
// CHECK:           omp.single nowait
// CHECK-NOT:         memref.copy
// CHECK:           omp.terminator
func.func @threads(%t: tensor<4xf32>, %x: f32, %i: index) {
  omp.parallel {
    %s = tensor.insert %x into %t[%i] : tensor<4xf32>
    omp.single nowait {
      %r = tensor.insert %x into %s[%i] : tensor<4xf32>
      %y = tensor.extract %r[%i] : tensor<4xf32>
      vector.print %y : f32
      omp.terminator
    }
    omp.terminator
  }
  return
}

// -----

// REFERENCE: mlir-opt lets all iterations write to the one buffer.
// CHECK-LABEL: func @iterations
// CHECK:         omp.loop_nest
// CHECK:           memref.copy
// CHECK:           memref.store
func.func @iterations(%t: tensor<4xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  omp.wsloop {
    omp.loop_nest (%i) : index = (%c0) to (%n) step (%c1) {
      %s = tensor.insert %x into %t[%i] : tensor<4xf32>
      %y = tensor.extract %s[%c0] : tensor<4xf32>
      vector.print %y : f32
      omp.yield
    }
  }
  return
}

// -----

// Each iteration waits for its task.

// CHECK-LABEL: func @awaited_in_iteration
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @awaited_in_iteration(%t: tensor<4xf32>, %x: f32, %n: index) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %z = %x) -> (tensor<4xf32>, f32) {
    %e = tensor.empty() : tensor<4xf32>
    %b = linalg.fill ins(%x : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %token, %value = async.execute -> !async.value<f32> {
      %y = tensor.extract %b[%i] : tensor<4xf32>
      async.yield %y : f32
    }
    %w = tensor.insert %z into %a[%i] : tensor<4xf32>
    %v = tensor.extract %w[%c0] : tensor<4xf32>
    %y = async.await %value : !async.value<f32>
    %m = arith.addf %v, %y : f32
    scf.yield %b, %m : tensor<4xf32>, f32
  }
  %s = tensor.insert %x into %r#0[%c0] : tensor<4xf32>
  return %s, %r#1 : tensor<4xf32>, f32
}

// -----

// The tasks of the iterations read nothing that the loop hands on.

// CHECK-LABEL: func @reads_what_is_not_carried
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @reads_what_is_not_carried(%t: tensor<4xf32>, %u: tensor<4xf32>, %x: f32, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %group = async.create_group %n : !async.group
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<4xf32>) {
    %token = async.execute {
      %e = tensor.empty() : tensor<4xf32>
      %b = linalg.fill ins(%x : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      %y = tensor.extract %u[%i] : tensor<4xf32>
      %z = tensor.extract %b[%i] : tensor<4xf32>
      vector.print %y : f32
      vector.print %z : f32
      async.yield
    }
    %member = async.add_to_group %token, %group : !async.token
    %b = tensor.insert %x into %a[%i] : tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  %s = tensor.insert %x into %r[%c0] : tensor<4xf32>
  async.await_all %group
  return %s : tensor<4xf32>
}

// -----

// Neither the argument nor what the branches yield is what the task reads.

// CHECK-LABEL: func @reads_what_is_not_yielded
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @reads_what_is_not_yielded(%t: tensor<4xf32>, %x: f32, %i: index, %c: i1) -> tensor<4xf32> {
  %r = scf.if %c -> (tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %b = linalg.fill ins(%x : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %token = async.execute {
      %y = tensor.extract %b[%i] : tensor<4xf32>
      vector.print %y : f32
      async.yield
    }
    scf.yield %t : tensor<4xf32>
  } else {
    scf.yield %t : tensor<4xf32>
  }
  %s = tensor.insert %x into %r[%i] : tensor<4xf32>
  return %s : tensor<4xf32>
}
