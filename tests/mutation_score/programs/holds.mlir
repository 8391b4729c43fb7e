// What an operation works on under another name must stay while it runs.

func.func private @fill_and_read(%a: tensor<4xf32>, %b: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %one = linalg.fill ins(%f : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %two = linalg.fill ins(%zero : f32) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  %x = tensor.extract %one[%c1] : tensor<4xf32>
  %y = tensor.extract %two[%c1] : tensor<4xf32>
  %r = arith.addf %x, %y : f32
  return %one, %r : tensor<4xf32>, f32
}

func.func @passed_twice(%f: f32) -> (tensor<4xf32>, f32) {
  %e = tensor.empty() : tensor<4xf32>
  %r:2 = func.call @fill_and_read(%e, %e, %f) : (tensor<4xf32>, tensor<4xf32>, f32) -> (tensor<4xf32>, f32)
  return %r#0, %r#1 : tensor<4xf32>, f32
}

func.func @passed_halves(%t: tensor<8xf32>, %f: f32) -> (tensor<4xf32>, f32, tensor<8xf32>) {
  %a = tensor.extract_slice %t[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %b = tensor.extract_slice %t[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %r:2 = func.call @fill_and_read(%a, %b, %f) : (tensor<4xf32>, tensor<4xf32>, f32) -> (tensor<4xf32>, f32)
  return %r#0, %r#1, %t : tensor<4xf32>, f32, tensor<8xf32>
}

// -----

func.func @carried_and_outer(%f: f32, %g: f32) -> (f32, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%sum = %zero, %a = %e) -> (f32, tensor<4xf32>) {
    %one = linalg.fill ins(%f : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    %two = linalg.fill ins(%g : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %x = tensor.extract %one[%c1] : tensor<4xf32>
    %y = tensor.extract %two[%c1] : tensor<4xf32>
    %xy = arith.subf %x, %y : f32
    %next = arith.addf %sum, %xy : f32
    scf.yield %next, %one : f32, tensor<4xf32>
  }
  return %r#0, %r#1 : f32, tensor<4xf32>
}

// -----

func.func @carried_twice(%f: f32, %g: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<4xf32>
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %e, %b = %e) -> (tensor<4xf32>, tensor<4xf32>) {
    %one = linalg.fill ins(%f : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    %two = linalg.fill ins(%g : f32) outs(%b : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %one, %two : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Constants are not written to.

func.func @constant(%f: f32) -> (tensor<2xf32>, f32) {
  %c1 = arith.constant 1 : index
  %k = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %new = tensor.insert %f into %k[%c1] : tensor<2xf32>
  %x = tensor.extract %new[%c1] : tensor<2xf32>
  return %new, %x : tensor<2xf32>, f32
}

func.func @selected(%f: f32, %flag: i1, %t: tensor<2xf32>) -> tensor<2xf32> {
  %c1 = arith.constant 1 : index
  %k = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %s = arith.select %flag, %k, %t : tensor<2xf32>
  %new = tensor.insert %f into %s[%c1] : tensor<2xf32>
  return %new : tensor<2xf32>
}

func.func @not_writable(%t: tensor<2xf32> {bufferization.writable = false}, %f: f32) -> tensor<2xf32> {
  %c1 = arith.constant 1 : index
  %new = tensor.insert %f into %t[%c1] : tensor<2xf32>
  return %new : tensor<2xf32>
}

func.func @may_be_one(%t: tensor<4xf32> {bufferization.writable = false}, %u: tensor<4xf32> {bufferization.writable = false}, %f: f32) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %new = linalg.fill ins(%f : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %x = tensor.extract %u[%c1] : tensor<4xf32>
  return %new, %x : tensor<4xf32>, f32
}

// -----

// A view is overwritten after its buffer has been freed.

func.func @view_of_freed(%f: f32, %i: index) -> f32 {
  %c0 = arith.constant 0 : index
  %t = bufferization.alloc_tensor() : tensor<4xf32>
  %s = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  bufferization.dealloc_tensor %t : tensor<4xf32>
  %0 = linalg.fill ins(%f : f32) outs(%s : tensor<2xf32>) -> tensor<2xf32>
  %z = tensor.extract %0[%c0] : tensor<2xf32>
  return %z : f32
}

// -----

// A tensor is overwritten in a block that is above the one that frees it.

func.func @freed_in_a_block_below(%f: f32, %c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %t = bufferization.alloc_tensor() : tensor<4xf32>
  cf.cond_br %c, ^free, ^free
^write:
  %0 = linalg.fill ins(%f : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %z = tensor.extract %0[%c0] : tensor<4xf32>
  return %z : f32
^free:
  bufferization.dealloc_tensor %t : tensor<4xf32>
  cf.br ^write
}

// -----

// Two tensors that may have one buffer are both freed, one of them in each branch.

func.func @both_are_freed(%f: f32, %c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %s = bufferization.alloc_tensor() : tensor<4xf32>
  %0 = linalg.fill ins(%f : f32) outs(%s : tensor<4xf32>) -> tensor<4xf32>
  %t = bufferization.alloc_tensor() : tensor<4xf32>
  %1 = linalg.fill ins(%f : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %2 = arith.select %c, %0, %1 : tensor<4xf32>
  %z = tensor.extract %2[%c0] : tensor<4xf32>
  scf.if %c {
    bufferization.dealloc_tensor %0 : tensor<4xf32>
    bufferization.dealloc_tensor %1 : tensor<4xf32>
  } else {
    bufferization.dealloc_tensor %1 : tensor<4xf32>
    bufferization.dealloc_tensor %0 : tensor<4xf32>
  }
  return %z : f32
}
