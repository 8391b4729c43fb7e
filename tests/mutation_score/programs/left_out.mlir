// Calls, loops and branches that one run leaves on tensors, and later passes bufferize: what they
// pass on is the buffer that they were given.

func.func private @same(%t: tensor<2xi32>) -> tensor<2xi32> {
  return %t : tensor<2xi32>
}

func.func private @either(%c: i1, %t: tensor<2xi32>, %u: tensor<2xi32>) -> tensor<2xi32> {
  %r = arith.select %c, %t, %u : tensor<2xi32>
  return %r : tensor<2xi32>
}

func.func @called(%old: i32, %new: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %r = call @same(%t) : (tensor<2xi32>) -> tensor<2xi32>
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  %y = tensor.extract %r[%c0] : tensor<2xi32>
  return %x, %y : i32, i32
}

func.func @one_of_two(%c: i1, %old: i32, %new: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %f = tensor.empty() : tensor<2xi32>
  %u = linalg.fill ins(%new : i32) outs(%f : tensor<2xi32>) -> tensor<2xi32>
  %g = tensor.empty() : tensor<2xi32>
  %v = linalg.fill ins(%new : i32) outs(%g : tensor<2xi32>) -> tensor<2xi32>
  %r = call @either(%c, %u, %t) : (i1, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %n = tensor.insert %old into %v[%c0] : tensor<2xi32>
  %s = call @either(%c, %r, %n) : (i1, tensor<2xi32>, tensor<2xi32>) -> tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  %y = tensor.extract %r[%c0] : tensor<2xi32>
  %z = tensor.extract %s[%c0] : tensor<2xi32>
  return %x, %y, %z : i32, i32, i32
}

// The write is to the other of the two, and to what they are joined with.
func.func @joined_afterwards(%c: i1, %old: i32, %new: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %r = call @same(%t) : (tensor<2xi32>) -> tensor<2xi32>
  %q = call @same(%t) : (tensor<2xi32>) -> tensor<2xi32>
  %s = linalg.fill ins(%new : i32) outs(%q : tensor<2xi32>) -> tensor<2xi32>
  %x = tensor.extract %r[%c0] : tensor<2xi32>
  %y = tensor.extract %s[%c0] : tensor<2xi32>
  return %x, %y : i32, i32
}

func.func @yielded_by_branches(%c: i1, %old: i32, %new: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %f = tensor.empty() : tensor<2xi32>
  %u = linalg.fill ins(%new : i32) outs(%f : tensor<2xi32>) -> tensor<2xi32>
  %s = scf.if %c -> (tensor<2xi32>) {
    scf.yield %t : tensor<2xi32>
  } else {
    scf.yield %u : tensor<2xi32>
  }
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  %y = tensor.extract %s[%c0] : tensor<2xi32>
  return %x, %y : i32, i32
}

func.func @next_iteration(%old: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %f = tensor.empty() : tensor<2xi32>
  %r:2 = scf.for %k = %c0 to %c3 step %c1 iter_args(%a = %t, %sum = %old) -> (tensor<2xi32>, i32) {
    %v = arith.index_cast %k : index to i32
    %n = linalg.fill ins(%v : i32) outs(%f : tensor<2xi32>) -> tensor<2xi32>
    %x = tensor.extract %a[%c0] : tensor<2xi32>
    %double = arith.addi %sum, %sum : i32
    %next = arith.addi %double, %x : i32
    scf.yield %n, %next : tensor<2xi32>, i32
  }
  %x = tensor.extract %r#0[%c0] : tensor<2xi32>
  return %x, %r#1 : i32, i32
}

func.func @other_region(%old: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %f = tensor.empty() : tensor<2xi32>
  %r:3 = scf.while (%k = %c0, %a = %t, %sum = %old) : (index, tensor<2xi32>, i32) -> (index, tensor<2xi32>, i32) {
    %v = arith.index_cast %k : index to i32
    %n = linalg.fill ins(%v : i32) outs(%f : tensor<2xi32>) -> tensor<2xi32>
    %x = tensor.extract %a[%c0] : tensor<2xi32>
    %double = arith.addi %sum, %sum : i32
    %next = arith.addi %double, %x : i32
    %c = arith.cmpi slt, %k, %c3 : index
    scf.condition(%c) %k, %n, %next : index, tensor<2xi32>, i32
  } do {
  ^bb0(%k: index, %b: tensor<2xi32>, %sum: i32):
    %following = arith.addi %k, %c1 : index
    scf.yield %following, %b, %sum : index, tensor<2xi32>, i32
  }
  %x = tensor.extract %r#1[%c0] : tensor<2xi32>
  return %x, %r#2 : i32, i32
}

func.func @swapped(%old: i32, %new: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %f = tensor.empty() : tensor<2xi32>
  %u = linalg.fill ins(%new : i32) outs(%f : tensor<2xi32>) -> tensor<2xi32>
  %r:2 = scf.for %k = %c0 to %c1 step %c1 iter_args(%a = %t, %b = %u)
      -> (tensor<2xi32>, tensor<2xi32>) {
    scf.yield %b, %a : tensor<2xi32>, tensor<2xi32>
  }
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  %y = tensor.extract %r#1[%c0] : tensor<2xi32>
  return %x, %y : i32, i32
}

// The loop carries each tensor as itself.
func.func @side_by_side(%old: i32, %new: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %f = tensor.empty() : tensor<2xi32>
  %u = linalg.fill ins(%new : i32) outs(%f : tensor<2xi32>) -> tensor<2xi32>
  %r:2 = scf.for %k = %c0 to %c1 step %c1 iter_args(%a = %t, %b = %u)
      -> (tensor<2xi32>, tensor<2xi32>) {
    scf.yield %a, %b : tensor<2xi32>, tensor<2xi32>
  }
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  %y = tensor.extract %r#1[%c0] : tensor<2xi32>
  return %x, %y : i32, i32
}

func.func @passed_to_block(%old: i32, %new: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %r:2 = scf.execute_region -> (tensor<2xi32>, i32) {
    cf.br ^next(%t : tensor<2xi32>)
  ^next(%a: tensor<2xi32>):
    %u = tensor.insert %new into %t[%c1] : tensor<2xi32>
    %z = tensor.extract %u[%c1] : tensor<2xi32>
    %q = tensor.extract %a[%c1] : tensor<2xi32>
    %s = arith.subi %z, %q : i32
    scf.yield %a, %s : tensor<2xi32>, i32
  }
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  %y = tensor.extract %r#0[%c0] : tensor<2xi32>
  return %x, %y, %r#1 : i32, i32, i32
}

func.func @passed_to_block_of_function(%old: i32, %new: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  cf.br ^next(%t : tensor<2xi32>)
^next(%a: tensor<2xi32>):
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %x = tensor.extract %a[%c0] : tensor<2xi32>
  %y = tensor.extract %w[%c0] : tensor<2xi32>
  return %x, %y : i32, i32
}

// -----

// A region that is left out hands on a tensor that is no operand of it.

func.func @captured(%c: i1, %old: i32, %new: i32) -> (i32, i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %r = scf.execute_region -> tensor<2xi32> {
    scf.yield %t : tensor<2xi32>
  }
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  %y = tensor.extract %r[%c0] : tensor<2xi32>
  %z = tensor.extract %r[%c1] : tensor<2xi32>
  return %x, %y, %z : i32, i32, i32
}

// -----

// What is no tensor has the buffer, or another operation gets it in memory.

func.func private @buffer_of(%t: tensor<2xi32>) -> memref<2xi32> {
  %m = bufferization.to_buffer %t read_only : tensor<2xi32> to memref<2xi32>
  return %m : memref<2xi32>
}

func.func @result_is_buffer(%old: i32, %new: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %m = call @buffer_of(%t) : (tensor<2xi32>) -> memref<2xi32>
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  %y = memref.load %m[%c0] : memref<2xi32>
  return %x, %y : i32, i32
}

// The buffer is passed on by a region, and read after it.
func.func @buffer_of_region(%old: i32, %new: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %r = scf.execute_region -> memref<2xi32> {
    %m = func.call @buffer_of(%t) : (tensor<2xi32>) -> memref<2xi32>
    scf.yield %m : memref<2xi32>
  }
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  %y = memref.load %r[%c0] : memref<2xi32>
  return %x, %y : i32, i32
}

// The buffer is made in one run of the region, and read in the next one.
func.func @buffer_of_last_iteration(%old: i32, %new: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %own = memref.alloc() : memref<2xi32>
  linalg.fill ins(%old : i32) outs(%own : memref<2xi32>)
  %r:3 = scf.for %k = %c0 to %c3 step %c1 iter_args(%n = %own, %sum = %old, %last = %new) -> (memref<2xi32>, i32, i32) {
    %y = memref.load %n[%c0] : memref<2xi32>
    %double = arith.addi %sum, %sum : i32
    %next = arith.addi %double, %y : i32
    %e = tensor.empty() : tensor<2xi32>
    %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
    %m = func.call @buffer_of(%t) : (tensor<2xi32>) -> memref<2xi32>
    %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
    %x = tensor.extract %w[%c0] : tensor<2xi32>
    scf.yield %m, %next, %x : memref<2xi32>, i32, i32
  }
  memref.dealloc %own : memref<2xi32>
  return %r#1, %r#2 : i32, i32
}

// -----

func.func private @keep(%t: tensor<2xi32>, %kept: memref<memref<2xi32>>) {
  %m = bufferization.to_buffer %t read_only : tensor<2xi32> to memref<2xi32>
  memref.store %m, %kept[] : memref<memref<2xi32>>
  return
}

func.func private @unchanged(%t: tensor<2xi32>) -> tensor<2xi32> {
  return %t : tensor<2xi32>
}

func.func @stored_by_callee(%old: i32, %new: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %kept = memref.alloc() : memref<memref<2xi32>>
  call @keep(%t, %kept) : (tensor<2xi32>, memref<memref<2xi32>>) -> ()
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  %m = memref.load %kept[] : memref<memref<2xi32>>
  %y = memref.load %m[%c0] : memref<2xi32>
  memref.dealloc %kept : memref<memref<2xi32>>
  return %x, %y : i32, i32
}

func.func @result_stored_by_callee(%old: i32, %new: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %kept = memref.alloc() : memref<memref<2xi32>>
  %same = call @unchanged(%t) : (tensor<2xi32>) -> tensor<2xi32>
  call @keep(%same, %kept) : (tensor<2xi32>, memref<memref<2xi32>>) -> ()
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  %m = memref.load %kept[] : memref<memref<2xi32>>
  %y = memref.load %m[%c0] : memref<2xi32>
  memref.dealloc %kept : memref<memref<2xi32>>
  return %x, %y : i32, i32
}

func.func @stored(%old: i32, %new: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %kept = memref.alloc() : memref<memref<2xi32>>
  %b = bufferization.to_buffer %t read_only : tensor<2xi32> to memref<2xi32>
  memref.store %b, %kept[] : memref<memref<2xi32>>
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  %m = memref.load %kept[] : memref<memref<2xi32>>
  %y = memref.load %m[%c0] : memref<2xi32>
  memref.dealloc %kept : memref<memref<2xi32>>
  return %x, %y : i32, i32
}

// It is stored under one name, and loaded by another one.
func.func @stored_by_another_name(%old: i32, %new: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %kept = memref.alloc() : memref<2xmemref<2xi32>>
  %name = memref.cast %kept : memref<2xmemref<2xi32>> to memref<?xmemref<2xi32>>
  %b = bufferization.to_buffer %t read_only : tensor<2xi32> to memref<2xi32>
  memref.store %b, %name[%c0] : memref<?xmemref<2xi32>>
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  %m = memref.load %kept[%c0] : memref<2xmemref<2xi32>>
  %y = memref.load %m[%c0] : memref<2xi32>
  memref.dealloc %kept : memref<2xmemref<2xi32>>
  return %x, %y : i32, i32
}

func.func @carried_and_stored_by_callee(%old: i32, %new: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %kept = memref.alloc() : memref<memref<2xi32>>
  %r = scf.for %k = %c0 to %c1 step %c1 iter_args(%a = %t) -> (tensor<2xi32>) {
    func.call @keep(%a, %kept) : (tensor<2xi32>, memref<memref<2xi32>>) -> ()
    scf.yield %a : tensor<2xi32>
  }
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  %m = memref.load %kept[] : memref<memref<2xi32>>
  %y = memref.load %m[%c0] : memref<2xi32>
  memref.dealloc %kept : memref<memref<2xi32>>
  return %x, %y : i32, i32
}

// -----

// A vector is written to a copy, so that the result is none of the buffers that are given.

func.func @written_by_left_out(%old: i32, %new: i32, %v: vector<1xi32>) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %r = vector.transfer_write %v, %t[%c0] : vector<1xi32>, tensor<2xi32>
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  %y = tensor.extract %r[%c0] : tensor<2xi32>
  return %x, %y : i32, i32
}

// The variable has a copy, even where buffers of buffers might keep it.
ml_program.global private mutable @state(dense<1> : tensor<2xi32>) : tensor<2xi32>

func.func @stored_in_variable(%old: i32, %new: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %kept = memref.alloc() : memref<memref<2xi32>>
  %own = memref.alloc() : memref<2xi32>
  memref.store %own, %kept[] : memref<memref<2xi32>>
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  ml_program.global_store @state = %t : tensor<2xi32>
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  %r = ml_program.global_load @state : tensor<2xi32>
  %y = tensor.extract %r[%c0] : tensor<2xi32>
  memref.dealloc %own : memref<2xi32>
  memref.dealloc %kept : memref<memref<2xi32>>
  return %x, %y : i32, i32
}

// -----

// No operand of the call leads to where the callee keeps the buffer.

memref.global "private" @kept : memref<memref<2xi32>> = uninitialized

func.func private @keep_buffer(%m: memref<2xi32>) {
  %kept = memref.get_global @kept : memref<memref<2xi32>>
  memref.store %m, %kept[] : memref<memref<2xi32>>
  return
}

func.func @kept_in_global(%old: i32, %new: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %b = bufferization.to_buffer %t read_only : tensor<2xi32> to memref<2xi32>
  call @keep_buffer(%b) : (memref<2xi32>) -> ()
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  %kept = memref.get_global @kept : memref<memref<2xi32>>
  %m = memref.load %kept[] : memref<memref<2xi32>>
  %y = memref.load %m[%c0] : memref<2xi32>
  return %x, %y : i32, i32
}

// -----

// A task that is left out reads the argument of a region later.

func.func @read_by_task_later(%old: i32, %new: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %seen = memref.alloc() : memref<2xi32>
  %group = async.create_group %c3 : !async.group
  %e = tensor.empty() : tensor<2xi32>
  %t = linalg.fill ins(%old : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %r = scf.for %k = %c0 to %c1 step %c1 iter_args(%a = %t) -> (tensor<2xi32>) {
    %token = async.execute {
      %x = tensor.extract %a[%c0] : tensor<2xi32>
      memref.store %x, %seen[%c0] : memref<2xi32>
      async.yield
    }
    %member = async.add_to_group %token, %group : !async.token
    scf.yield %a : tensor<2xi32>
  }
  %w = tensor.insert %new into %t[%c0] : tensor<2xi32>
  %x = tensor.extract %w[%c0] : tensor<2xi32>
  async.await_all %group
  %y = memref.load %seen[%c0] : memref<2xi32>
  memref.dealloc %seen : memref<2xi32>
  return %x, %y : i32, i32
}
