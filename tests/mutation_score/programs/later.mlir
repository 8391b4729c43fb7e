// Tasks: what they read, and what is written until something waits for them.

func.func @within_task(%f: f32, %g: f32) -> (f32, f32) {
  %c1 = arith.constant 1 : index
  %token, %values:2 = async.execute -> (!async.value<f32>, !async.value<f32>) {
    %e = tensor.empty() : tensor<4xf32>
    %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %w = tensor.insert %g into %a[%c1] : tensor<4xf32>
    %x = tensor.extract %a[%c1] : tensor<4xf32>
    %y = tensor.extract %w[%c1] : tensor<4xf32>
    async.yield %x, %y : f32, f32
  }
  %x = async.await %values#0 : !async.value<f32>
  %y = async.await %values#1 : !async.value<f32>
  return %x, %y : f32, f32
}

// -----

// What a loop hands on is read by the task of the last iteration.

func.func @written_after_loop(%t: tensor<4xf32>, %f: f32, %g: f32) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %seen = memref.alloc() : memref<4xf32>
  memref.store %f, %seen[%c0] : memref<4xf32>
  %group = async.create_group %c3 : !async.group
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %t) -> (tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %b = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %token = async.execute {
      %x = tensor.extract %b[%c1] : tensor<4xf32>
      memref.store %x, %seen[%c0] : memref<4xf32>
      async.yield
    }
    %member = async.add_to_group %token, %group : !async.token
    scf.yield %b : tensor<4xf32>
  }
  %s = tensor.insert %g into %r[%c1] : tensor<4xf32>
  async.await_all %group
  %x = memref.load %seen[%c0] : memref<4xf32>
  memref.dealloc %seen : memref<4xf32>
  return %s, %x : tensor<4xf32>, f32
}

// -----

// What the next iteration begins with is read by the task of the one before.

func.func @written_in_next_iteration(%t: tensor<4xf32>, %f: f32, %g: f32) -> (tensor<4xf32>, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %seen = memref.alloc() : memref<4xf32>
  memref.store %zero, %seen[%c1] : memref<4xf32>
  %group = async.create_group %c3 : !async.group
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %t, %sum = %zero) -> (tensor<4xf32>, f32) {
    %w = tensor.insert %g into %a[%c1] : tensor<4xf32>
    %y = tensor.extract %w[%c0] : tensor<4xf32>
    %n = arith.addf %sum, %y : f32
    %e = tensor.empty() : tensor<4xf32>
    %b = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %token = async.execute {
      %x = tensor.extract %b[%c1] : tensor<4xf32>
      memref.store %x, %seen[%i] : memref<4xf32>
      async.yield
    }
    %member = async.add_to_group %token, %group : !async.token
    scf.yield %b, %n : tensor<4xf32>, f32
  }
  async.await_all %group
  %x = memref.load %seen[%c1] : memref<4xf32>
  memref.dealloc %seen : memref<4xf32>
  return %r#0, %r#1, %x : tensor<4xf32>, f32, f32
}

// -----

// Nobody reads what the task writes, but the buffer is freed before.

func.func @freed_before_task(%f: f32) -> f32 {
  %t = bufferization.alloc_tensor() : tensor<4xf32>
  %token = async.execute {
    %w = linalg.fill ins(%f : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
    async.yield
  }
  bufferization.dealloc_tensor %t : tensor<4xf32>
  async.await %token : !async.token
  return %f : f32
}

// -----

// Blocks that run again fill the same buffer.

func.func @filled_in_next_run_of_block() -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %seen = memref.alloc() : memref<6xf32>
  %group = async.create_group %c6 : !async.group
  %e = tensor.empty() : tensor<4xf32>
  cf.br ^run(%c0 : index)
^run(%i: index):
  %number = arith.index_cast %i : index to i32
  %f = arith.sitofp %number : i32 to f32
  %b = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %token = async.execute {
    %x = tensor.extract %b[%c1] : tensor<4xf32>
    memref.store %x, %seen[%i] : memref<6xf32>
    async.yield
  }
  %member = async.add_to_group %token, %group : !async.token
  %next = arith.addi %i, %c1 : index
  %more = arith.cmpi ult, %next, %c6 : index
  cf.cond_br %more, ^run(%next : index), ^end
^end:
  async.await_all %group
  %x = memref.load %seen[%c0] : memref<6xf32>
  %y = memref.load %seen[%c1] : memref<6xf32>
  memref.dealloc %seen : memref<6xf32>
  return %x, %y : f32, f32
}

// -----

// The tensor is made in each iteration, of one buffer.

func.func @written_by_other_branch_to_outer_buffer(%t: tensor<4xf32>) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  %seen = memref.alloc() : memref<6xf32>
  %m = memref.alloc() : memref<4xf32>
  linalg.fill ins(%zero : f32) outs(%m : memref<4xf32>)
  %group = async.create_group %c6 : !async.group
  %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%sum = %zero) -> (f32) {
    %rest = arith.remui %i, %c2 : index
    %even = arith.cmpi eq, %rest, %c0 : index
    %a = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
    %b = scf.if %even -> (f32) {
      %token = async.execute {
        %x = tensor.extract %a[%c1] : tensor<4xf32>
        memref.store %x, %seen[%i] : memref<6xf32>
        async.yield
      }
      %member = async.add_to_group %token, %group : !async.token
      scf.yield %zero : f32
    } else {
      %number = arith.index_cast %i : index to i32
      %f = arith.sitofp %number : i32 to f32
      %w = tensor.insert %f into %a[%c1] : tensor<4xf32>
      %x = tensor.extract %w[%c1] : tensor<4xf32>
      scf.yield %x : f32
    }
    %n = arith.addf %sum, %b : f32
    scf.yield %n : f32
  }
  async.await_all %group
  %x = memref.load %seen[%c0] : memref<6xf32>
  %y = memref.load %seen[%c2] : memref<6xf32>
  memref.dealloc %seen : memref<6xf32>
  memref.dealloc %m : memref<4xf32>
  return %r, %x, %y : f32, f32, f32
}

// -----

// Buffers of tensors, which are read under other names.

func.func @read_by_view(%g: f32, %f: f32) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%g : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %m = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32>
  %v = memref.cast %m : memref<4xf32> to memref<?xf32>
  %r = tensor.insert %f into %t[%c1] : tensor<4xf32>
  %x = memref.load %v[%c1] : memref<?xf32>
  return %r, %x : tensor<4xf32>, f32
}

// -----

func.func @read_by_part_of_tensor(%g: f32, %f: f32) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%g : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %m = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32>
  %u = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
  %s = tensor.extract_slice %u[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %r = tensor.insert %f into %t[%c1] : tensor<4xf32>
  %x = tensor.extract %s[%c1] : tensor<2xf32>
  return %r, %x : tensor<4xf32>, f32
}

// -----

func.func @read_by_task(%g: f32, %f: f32) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%g : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %m = bufferization.to_buffer %t read_only : tensor<4xf32> to memref<4xf32>
  %token, %value = async.execute -> !async.value<f32> {
    %x = memref.load %m[%c1] : memref<4xf32>
    async.yield %x : f32
  }
  %r = tensor.insert %f into %t[%c1] : tensor<4xf32>
  %x = async.await %value : !async.value<f32>
  return %r, %x : tensor<4xf32>, f32
}

// -----

// What is read later goes by the name of the loop's result.

func.func private @leaves_tasks(%t: tensor<4xf32>, %f: f32, %seen: memref<4xf32>, %group: !async.group) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %t) -> (tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %b = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %token = async.execute {
      %x = tensor.extract %b[%c1] : tensor<4xf32>
      memref.store %x, %seen[%c0] : memref<4xf32>
      async.yield
    }
    %member = async.add_to_group %token, %group : !async.token
    scf.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

func.func @written_after_call(%t: tensor<4xf32>, %f: f32, %g: f32) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %seen = memref.alloc() : memref<4xf32>
  memref.store %f, %seen[%c0] : memref<4xf32>
  %group = async.create_group %c3 : !async.group
  %r = call @leaves_tasks(%t, %f, %seen, %group) : (tensor<4xf32>, f32, memref<4xf32>, !async.group) -> tensor<4xf32>
  %s = tensor.insert %g into %r[%c1] : tensor<4xf32>
  async.await_all %group
  %x = memref.load %seen[%c0] : memref<4xf32>
  memref.dealloc %seen : memref<4xf32>
  return %s, %x : tensor<4xf32>, f32
}

// -----

// What one iteration passes on is read later by a task of the next one, which fills the same buffer.

func.func @filled_after_it_was_passed_on(%t: tensor<4xf32>) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %seen = memref.alloc() : memref<6xf32>
  %group = async.create_group %c6 : !async.group
  %scratch = tensor.empty() : tensor<4xf32>
  %r = scf.while (%a = %t, %k = %c0) : (tensor<4xf32>, index) -> index {
    %token = async.execute {
      %x = tensor.extract %a[%c1] : tensor<4xf32>
      memref.store %x, %seen[%k] : memref<6xf32>
      async.yield
    }
    %member = async.add_to_group %token, %group : !async.token
    %more = arith.cmpi ult, %k, %c5 : index
    scf.condition(%more) %k : index
  } do {
  ^bb0(%k: index):
    %number = arith.index_cast %k : index to i32
    %f = arith.sitofp %number : i32 to f32
    %v = linalg.fill ins(%f : f32) outs(%scratch : tensor<4xf32>) -> tensor<4xf32>
    %next = arith.addi %k, %c1 : index
    scf.yield %v, %next : tensor<4xf32>, index
  }
  async.await_all %group
  %x = memref.load %seen[%c1] : memref<6xf32>
  %y = memref.load %seen[%c2] : memref<6xf32>
  memref.dealloc %seen : memref<6xf32>
  return %x, %y : f32, f32
}

// -----

// What a loop hands on is overwritten by a task after it, which nothing reads, but which must be in place.

func.func @handed_on_to_be_written_later(%f: f32, %g: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<1xf32>
  %own = tensor.empty() : tensor<1xf32>
  %d = linalg.fill ins(%f : f32) outs(%own : tensor<1xf32>) -> tensor<1xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %e) -> (tensor<1xf32>) {
    scf.yield %d : tensor<1xf32>
  }
  %token = async.execute {
    %x = tensor.from_elements %f : tensor<1xf32>
    %m = bufferization.materialize_in_destination %x in %r : (tensor<1xf32>, tensor<1xf32>) -> tensor<1xf32>
    async.yield
  }
  %n = linalg.fill ins(%g : f32) outs(%d : tensor<1xf32>) -> tensor<1xf32>
  async.await %token : !async.token
  %x = tensor.extract %n[%c0] : tensor<1xf32>
  return %x : f32
}

// -----

// The same by a function.

func.func private @tensor_of(%m: memref<4xf32>) -> tensor<4xf32> {
  %a = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
  return %a : tensor<4xf32>
}

func.func @written_by_other_branch_to_buffer_of_callee(%t: tensor<4xf32>) -> (f32, f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  %seen = memref.alloc() : memref<6xf32>
  %m = memref.alloc() : memref<4xf32>
  linalg.fill ins(%zero : f32) outs(%m : memref<4xf32>)
  %group = async.create_group %c6 : !async.group
  %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%sum = %zero) -> (f32) {
    %rest = arith.remui %i, %c2 : index
    %even = arith.cmpi eq, %rest, %c0 : index
    %a = func.call @tensor_of(%m) : (memref<4xf32>) -> tensor<4xf32>
    %b = scf.if %even -> (f32) {
      %token = async.execute {
        %x = tensor.extract %a[%c1] : tensor<4xf32>
        memref.store %x, %seen[%i] : memref<6xf32>
        async.yield
      }
      %member = async.add_to_group %token, %group : !async.token
      scf.yield %zero : f32
    } else {
      %number = arith.index_cast %i : index to i32
      %f = arith.sitofp %number : i32 to f32
      %w = tensor.insert %f into %a[%c1] : tensor<4xf32>
      %x = tensor.extract %w[%c1] : tensor<4xf32>
      scf.yield %x : f32
    }
    %n = arith.addf %sum, %b : f32
    scf.yield %n : f32
  }
  async.await_all %group
  %x = memref.load %seen[%c0] : memref<6xf32>
  %y = memref.load %seen[%c2] : memref<6xf32>
  memref.dealloc %seen : memref<6xf32>
  memref.dealloc %m : memref<4xf32>
  return %r, %x, %y : f32, f32, f32
}

// -----

// What a task reads has no definition: it is not set yet.

func.func @set_by_task(%f: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %token, %value = async.execute -> !async.value<f32> {
    %w = tensor.insert %f into %e[%c1] : tensor<4xf32>
    %x = tensor.extract %w[%c1] : tensor<4xf32>
    async.yield %x : f32
  }
  %x = async.await %value : !async.value<f32>
  return %x : f32
}
