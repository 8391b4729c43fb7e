// Loops and branches of affine, which hand on tensors, and parallel ones, which do not.

func.func @one_tensor_twice(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %r:2 = affine.for %i = 0 to 2 iter_args(%a = %t, %b = %t) -> (tensor<4xf32>, tensor<4xf32>) {
    %one = linalg.fill ins(%f : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    affine.yield %one, %b : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

func.func @read_after_loop(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %r = affine.for %i = 0 to 2 iter_args(%a = %t) -> (tensor<4xf32>) {
    %one = linalg.fill ins(%f : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    affine.yield %one : tensor<4xf32>
  }
  %x = tensor.extract %t[%c1] : tensor<4xf32>
  return %r, %x : tensor<4xf32>, f32
}

// The loop may have no iteration.
func.func @written_before_loop(%t: tensor<4xf32>, %f: f32, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c1 = arith.constant 1 : index
  %w = tensor.insert %f into %t[%c1] : tensor<4xf32>
  %r = affine.for %i = 0 to %n iter_args(%a = %t) -> (tensor<4xf32>) {
    %one = linalg.fill ins(%f : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    affine.yield %one : tensor<4xf32>
  }
  return %w, %r : tensor<4xf32>, tensor<4xf32>
}

func.func @result_is_written(%f: f32, %g: f32) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %r = affine.for %i = 0 to 4 iter_args(%a = %e) -> (tensor<4xf32>) {
    %one = linalg.fill ins(%f : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    affine.yield %one : tensor<4xf32>
  }
  %w = tensor.insert %g into %r[%c1] : tensor<4xf32>
  %x = tensor.extract %r[%c1] : tensor<4xf32>
  return %w, %x : tensor<4xf32>, f32
}

// Only the end of the iteration reads what has been overwritten.
func.func @yielded_as_before(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %r:2 = affine.for %i = 0 to 2 iter_args(%a = %t, %sum = %zero) -> (tensor<4xf32>, f32) {
    %one = linalg.fill ins(%f : f32) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    %x = tensor.extract %one[%c1] : tensor<4xf32>
    %next = arith.addf %sum, %x : f32
    affine.yield %a, %next : tensor<4xf32>, f32
  }
  return %r#0, %r#1 : tensor<4xf32>, f32
}

func.func @filled_under_two_names(%f: f32, %g: f32) -> f32 {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2xf32>
  %r:2 = affine.for %i = 0 to 2 iter_args(%a = %e, %sum = %zero) -> (tensor<2xf32>, f32) {
    %one = linalg.fill ins(%f : f32) outs(%a : tensor<2xf32>) -> tensor<2xf32>
    %two = linalg.fill ins(%g : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
    %x = tensor.extract %one[%c1] : tensor<2xf32>
    %next = arith.addf %sum, %x : f32
    affine.yield %one, %next : tensor<2xf32>, f32
  }
  return %r#1 : f32
}

func.func @nested(%t: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %r = affine.for %i = 0 to 2 iter_args(%a = %t) -> (tensor<4xf32>) {
    %s = affine.for %j = 0 to 4 iter_args(%b = %a) -> (tensor<4xf32>) {
      %w = tensor.insert %f into %b[%j] : tensor<4xf32>
      affine.yield %w : tensor<4xf32>
    }
    affine.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

func.func @updated_or_not(%t: tensor<4xf32>, %f: f32) -> tensor<4xf32> {
  %r = affine.for %i = 0 to 4 iter_args(%a = %t) -> (tensor<4xf32>) {
    %s = affine.if affine_set<(d0) : (d0 - 2 >= 0)>(%i) -> tensor<4xf32> {
      %w = tensor.insert %f into %a[%i] : tensor<4xf32>
      affine.yield %w : tensor<4xf32>
    } else {
      affine.yield %a : tensor<4xf32>
    }
    affine.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

func.func @parts_that_overlap(%f: f32, %g: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<3xf32>
  %s = tensor.extract_slice %e[0] [2] [1] : tensor<3xf32> to tensor<2xf32>
  %t = tensor.extract_slice %e[1] [2] [1] : tensor<3xf32> to tensor<2xf32>
  %r:2 = affine.for %i = 0 to 2 iter_args(%a = %s, %b = %t) -> (tensor<2xf32>, tensor<2xf32>) {
    %one = linalg.fill ins(%f : f32) outs(%a : tensor<2xf32>) -> tensor<2xf32>
    %two = linalg.fill ins(%g : f32) outs(%b : tensor<2xf32>) -> tensor<2xf32>
    affine.yield %one, %two : tensor<2xf32>, tensor<2xf32>
  }
  %x = tensor.extract %r#0[%c1] : tensor<2xf32>
  %y = tensor.extract %r#1[%c0] : tensor<2xf32>
  return %x, %y : f32, f32
}

// -----

// What one iteration writes another one reads.

func.func @neighbours(%t: tensor<8xf32>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %r = affine.for %i = 0 to 6 iter_args(%sum = %zero) -> (f32) {
    %after = arith.addi %i, %c1 : index
    %mine = tensor.extract_slice %t[%after] [1] [1] : tensor<8xf32> to tensor<1xf32>
    %new = linalg.fill ins(%f : f32) outs(%mine : tensor<1xf32>) -> tensor<1xf32>
    %x = tensor.extract %new[%c0] : tensor<1xf32>
    %part = tensor.extract_slice %t[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    %y = tensor.extract %part[%c0] : tensor<1xf32>
    %xy = arith.addf %x, %y : f32
    %next = arith.addf %sum, %xy : f32
    affine.yield %next : f32
  }
  return %r : f32
}

// -----

// Each iteration updates the buffer that it was given.

func.func @neighbours_of_carried(%t: tensor<8xf32>, %f: f32) -> (f32, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %r:2 = affine.for %i = 0 to 6 iter_args(%sum = %zero, %a = %t) -> (f32, tensor<8xf32>) {
    %after = arith.addi %i, %c1 : index
    %part = tensor.extract_slice %a[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    %y = tensor.extract %part[%c0] : tensor<1xf32>
    %mine = tensor.extract_slice %a[%after] [1] [1] : tensor<8xf32> to tensor<1xf32>
    %new = linalg.fill ins(%f : f32) outs(%mine : tensor<1xf32>) -> tensor<1xf32>
    %next = arith.addf %sum, %y : f32
    %whole = tensor.insert_slice %new into %a[%after] [1] [1] : tensor<1xf32> into tensor<8xf32>
    affine.yield %next, %whole : f32, tensor<8xf32>
  }
  return %r#0, %r#1 : f32, tensor<8xf32>
}

func.func @in_a_memory_space(%f: f32, %n: index) -> f32 {
  %c1 = arith.constant 1 : index
  %t = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %r = affine.for %i = 0 to 3 iter_args(%a = %t) -> (tensor<4xf32>) {
    %w = tensor.insert %f into %a[%i] : tensor<4xf32>
    affine.yield %w : tensor<4xf32>
  }
  %s = affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%n) -> tensor<4xf32> {
    %w = tensor.insert %f into %r[%c1] : tensor<4xf32>
    affine.yield %w : tensor<4xf32>
  } else {
    affine.yield %r : tensor<4xf32>
  }
  %x = tensor.extract %s[%c1] : tensor<4xf32>
  return %x : f32
}

// -----

// A branch yields one of two tensors, of which either may be written to or read later.

#positive = affine_set<(d0) : (d0 - 1 >= 0)>

func.func @write_after_choice(%t: tensor<4xf32>, %u: tensor<4xf32>, %f: f32, %n: index) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %r = affine.if #positive(%n) -> tensor<4xf32> {
    affine.yield %t : tensor<4xf32>
  } else {
    affine.yield %u : tensor<4xf32>
  }
  %w = tensor.insert %f into %r[%c1] : tensor<4xf32>
  %x = tensor.extract %t[%c1] : tensor<4xf32>
  %y = tensor.extract %u[%c1] : tensor<4xf32>
  %xy = arith.addf %x, %y : f32
  return %w, %xy : tensor<4xf32>, f32
}

func.func @written_before_choice_is_read(%t: tensor<4xf32>, %u: tensor<4xf32>, %f: f32, %n: index) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %w = tensor.insert %f into %t[%c1] : tensor<4xf32>
  %r = affine.if #positive(%n) -> tensor<4xf32> {
    affine.yield %t : tensor<4xf32>
  } else {
    affine.yield %u : tensor<4xf32>
  }
  %x = tensor.extract %r[%c1] : tensor<4xf32>
  return %w, %x : tensor<4xf32>, f32
}

func.func @carried_choice(%t: tensor<4xf32>, %f: f32, %n: index) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %r:2 = affine.for %i = 0 to 3 iter_args(%a = %t, %sum = %zero) -> (tensor<4xf32>, f32) {
    %e = tensor.empty() : tensor<4xf32>
    %new = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %s = affine.if #positive(%n) -> tensor<4xf32> {
      affine.yield %a : tensor<4xf32>
    } else {
      affine.yield %new : tensor<4xf32>
    }
    %w = tensor.insert %f into %s[%c1] : tensor<4xf32>
    %x = tensor.extract %a[%c1] : tensor<4xf32>
    %next = arith.addf %sum, %x : f32
    affine.yield %w, %next : tensor<4xf32>, f32
  }
  return %r#0, %r#1 : tensor<4xf32>, f32
}

func.func @choice_of_parts(%t: tensor<4xf32>, %f: f32, %n: index) -> tensor<4xf32> {
  %s = tensor.extract_slice %t[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %r = affine.if #positive(%n) -> tensor<2xf32> {
    %one = linalg.fill ins(%f : f32) outs(%s : tensor<2xf32>) -> tensor<2xf32>
    affine.yield %one : tensor<2xf32>
  } else {
    affine.yield %s : tensor<2xf32>
  }
  %w = tensor.insert_slice %r into %t[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %w : tensor<4xf32>
}

// -----

// Both branches are run, of which one writes.

func.func @each_branch_is_run(%t: tensor<2xi32>, %u: tensor<2xi32>) -> i32 {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %r = affine.for %i = 0 to 2 iter_args(%sum = %zero) -> i32 {
    %v = affine.if affine_set<(d0) : (d0 == 0)>(%i) -> tensor<2xi32> {
      %w = tensor.insert %zero into %t[%c1] : tensor<2xi32>
      affine.yield %w : tensor<2xi32>
    } else {
      affine.yield %u : tensor<2xi32>
    }
    %x = tensor.extract %v[%c1] : tensor<2xi32>
    %next = arith.addi %sum, %x : i32
    affine.yield %next : i32
  }
  return %r : i32
}

// -----

// Both branches free both tensors.

#positive = affine_set<(d0) : (d0 - 1 >= 0)>

func.func @freed_in_branches(%f: f32, %n: index, %c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %s = bufferization.alloc_tensor() : tensor<4xf32>
  %0 = linalg.fill ins(%f : f32) outs(%s : tensor<4xf32>) -> tensor<4xf32>
  %t = bufferization.alloc_tensor() : tensor<4xf32>
  %1 = linalg.fill ins(%f : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %2 = arith.select %c, %0, %1 : tensor<4xf32>
  %z = tensor.extract %2[%c0] : tensor<4xf32>
  affine.if #positive(%n) {
    bufferization.dealloc_tensor %0 : tensor<4xf32>
    bufferization.dealloc_tensor %1 : tensor<4xf32>
  } else {
    bufferization.dealloc_tensor %1 : tensor<4xf32>
    bufferization.dealloc_tensor %0 : tensor<4xf32>
  }
  return %z : f32
}

// -----

// Functions that call each other free a tensor, each in one branch.

#positive = affine_set<(d0) : (d0 - 1 >= 0)>

func.func private @even(%t: tensor<4xf32>, %n: index) {
  affine.if #positive(%n) {
    func.call @odd(%t, %n) : (tensor<4xf32>, index) -> ()
  } else {
    bufferization.dealloc_tensor %t : tensor<4xf32>
  }
  return
}

func.func private @odd(%t: tensor<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  func.call @even(%t, %c0) : (tensor<4xf32>, index) -> ()
  return
}

func.func @freed_in_a_circle(%f: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %t = bufferization.alloc_tensor() : tensor<4xf32>
  %0 = linalg.fill ins(%f : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %z = tensor.extract %0[%c0] : tensor<4xf32>
  func.call @odd(%0, %n) : (tensor<4xf32>, index) -> ()
  return %z : f32
}

// -----

// A loop that yields other buffers than it was given.

func.func @swapped(%f: f32, %g: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %d = tensor.empty() : tensor<2xf32>
  %t = linalg.fill ins(%f : f32) outs(%d : tensor<2xf32>) -> tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %u = linalg.fill ins(%g : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %r:2 = affine.for %k = 0 to 1 iter_args(%a = %t, %b = %u) -> (tensor<2xf32>, tensor<2xf32>) {
    affine.yield %b, %a : tensor<2xf32>, tensor<2xf32>
  }
  %w = tensor.insert %g into %r#0[%c0] : tensor<2xf32>
  %x = tensor.extract %t[%c0] : tensor<2xf32>
  %y = tensor.extract %r#1[%c0] : tensor<2xf32>
  return %x, %y : f32, f32
}

// What is yielded is a buffer from outside, which the next iteration would write to.
func.func @outer_tensor_yielded(%t: tensor<4xf32>, %u: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32) {
  %c1 = arith.constant 1 : index
  %r = affine.for %i = 0 to 2 iter_args(%a = %t) -> (tensor<4xf32>) {
    %w = tensor.insert %f into %a[%c1] : tensor<4xf32>
    affine.yield %u : tensor<4xf32>
  }
  %x = tensor.extract %u[%c1] : tensor<4xf32>
  return %r, %x : tensor<4xf32>, f32
}

// -----

// The iterations of a parallel loop run in any order, and each has what it writes to for itself.

func.func @written_in_each_iteration(%t: tensor<3xf32>, %o: memref<3xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  affine.parallel (%i) = (0) to (3) {
    %w = tensor.insert %f into %t[%i] : tensor<3xf32>
    %x = tensor.extract %w[%c0] : tensor<3xf32>
    memref.store %x, %o[%i] : memref<3xf32>
  }
  return
}

func.func @buffers_of_iterations(%o: memref<3xindex>) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<2xindex>
  affine.parallel (%i) = (0) to (3) {
    %w = linalg.fill ins(%i : index) outs(%e : tensor<2xindex>) -> tensor<2xindex>
    %x = tensor.extract %w[%c0] : tensor<2xindex>
    memref.store %x, %o[%i] : memref<3xindex>
  }
  return
}

func.func @reduced(%t: tensor<3xf32>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %r = affine.parallel (%i) = (0) to (3) reduce ("addf") -> (f32) {
    %w = tensor.insert %f into %t[%i] : tensor<3xf32>
    %x = tensor.extract %w[%c0] : tensor<3xf32>
    affine.yield %x : f32
  }
  return %r : f32
}
