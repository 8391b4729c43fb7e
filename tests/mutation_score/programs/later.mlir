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
