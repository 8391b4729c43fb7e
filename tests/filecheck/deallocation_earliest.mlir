// RUN: bufferize-opt %s --split-input-file --buffer-deallocation-pipeline=earliest-deallocation | filecheck %s

// Buffers are freed as early as their last use allows.

// CHECK-LABEL: func @in_its_block
// CHECK:         memref.load
// CHECK-NEXT:    memref.dealloc
// CHECK-NEXT:    memref.copy
// CHECK-NEXT:    return
func.func @in_its_block(%x: memref<4xf32>, %y: memref<4xf32>, %i: index) -> f32 {
  %a = memref.alloc() : memref<4xf32>
  %v = memref.expand_shape %a [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  %e = memref.load %v[%i, %i] : memref<2x2xf32>
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  return %e : f32
}

// -----

// What is freed if it is owned is, too.

// CHECK-LABEL: func @if_it_is_owned
// CHECK:         %[[r:.*]]:2 = scf.if
// CHECK:         memref.copy %[[r]]#0
// CHECK-NEXT:    scf.if %[[r]]#1 {
// CHECK-NEXT:      memref.dealloc
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.copy
// CHECK-NEXT:    return
func.func @if_it_is_owned(%c: i1, %x: memref<4xf32>, %y: memref<4xf32>) {
  %r = scf.if %c -> (memref<4xf32>) {
    %a = memref.alloc() : memref<4xf32>
    memref.copy %x, %a : memref<4xf32> to memref<4xf32>
    scf.yield %a : memref<4xf32>
  } else {
    scf.yield %x : memref<4xf32>
  }
  memref.copy %r, %y : memref<4xf32> to memref<4xf32>
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  return
}

// -----

// An iteration frees what the one before made as soon as it has been read, and its own buffer.

// CHECK-LABEL: func @in_an_iteration
// CHECK:         scf.for {{.*}} iter_args(%[[p:.*]] = %{{.*}}, %[[owned:.*]] = %{{.*}})
// CHECK:           %[[a:.*]] = memref.alloc()
// CHECK-NEXT:      memref.copy %[[p]], %[[a]]
// CHECK-NEXT:      scf.if %[[owned]] {
// CHECK-NEXT:        memref.dealloc
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.copy
// CHECK-NEXT:      %[[b:.*]] = memref.alloc()
// CHECK-NEXT:      memref.copy %[[a]], %[[b]]
// CHECK-NEXT:      memref.dealloc %[[b]]
// CHECK-NEXT:      memref.copy
// CHECK-NEXT:      scf.yield %[[a]]
func.func @in_an_iteration(%n: index, %x: memref<4xf32>, %y: memref<4xf32>) {
  %one = arith.constant 1 : index
  %r = scf.for %i = %one to %n step %one iter_args(%p = %x) -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    memref.copy %p, %a : memref<4xf32> to memref<4xf32>
    memref.copy %x, %y : memref<4xf32> to memref<4xf32>
    %b = memref.alloc() : memref<4xf32>
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
    memref.copy %x, %y : memref<4xf32> to memref<4xf32>
    scf.yield %a : memref<4xf32>
  }
  memref.copy %r, %y : memref<4xf32> to memref<4xf32>
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  return
}

// -----

// Branches free what they need no more, also those that are not there.

// CHECK-LABEL: func @in_each_branch
// CHECK:         %[[a:.*]] = memref.alloc()
// CHECK:         scf.if
// CHECK-NEXT:      scf.if
// CHECK-NEXT:        memref.copy %[[a]]
// CHECK-NEXT:        memref.dealloc %[[a]]
// CHECK-NEXT:        memref.copy
// CHECK-NEXT:      } else {
// CHECK-NEXT:        memref.dealloc %[[a]]
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.copy
// CHECK-NEXT:    } else {
// CHECK-NEXT:      memref.dealloc %[[a]]
// CHECK-NEXT:      memref.copy
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @in_each_branch(%c: i1, %d: i1, %x: memref<4xf32>, %y: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  scf.if %c {
    scf.if %d {
      memref.copy %a, %y : memref<4xf32> to memref<4xf32>
      memref.copy %x, %y : memref<4xf32> to memref<4xf32>
    }
    memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  } else {
    memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  }
  return
}

// -----

// A loop reads the buffer again.

// CHECK-LABEL: func @stays_behind_a_loop
// CHECK:         scf.for
// CHECK-NEXT:      memref.copy
// CHECK-NEXT:      memref.copy
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.dealloc
// CHECK-NEXT:    memref.copy
// CHECK-NEXT:    return
func.func @stays_behind_a_loop(%n: index, %x: memref<4xf32>, %y: memref<4xf32>) {
  %one = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  scf.for %i = %one to %n step %one {
    memref.copy %a, %y : memref<4xf32> to memref<4xf32>
    memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  }
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  return
}

// -----

// CHECK-LABEL: func @in_blocks
// CHECK-SAME:    (%[[c:.*]]: i1,
// CHECK:         %[[not_c:.*]] = arith.xori %[[c]]
// CHECK:         memref.copy
// CHECK-NEXT:    scf.if %[[not_c]] {
// CHECK-NEXT:      memref.dealloc %[[a:.*]] :
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.copy
// CHECK-NEXT:    cf.cond_br
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    memref.copy %[[a]]
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      memref.dealloc %[[a]]
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.copy
func.func @in_blocks(%c: i1, %x: memref<4xf32>, %y: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  cf.cond_br %c, ^one, ^two
^one:
  memref.copy %a, %y : memref<4xf32> to memref<4xf32>
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  cf.br ^end
^two:
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  cf.br ^end
^end:
  return
}

// -----

// What a call returns is the caller's, and not what the call was given.

// CHECK-LABEL: func @one_call_after_the_other
// CHECK:         %[[a:.*]] = call @g
// CHECK:         %[[b:.*]] = call @g(%[[a]])
// CHECK-NEXT:    memref.dealloc
// CHECK:         memref.copy %[[b]]
// CHECK-NEXT:    memref.dealloc
// CHECK-NEXT:    memref.copy
func.func private @g(memref<4xf32>) -> memref<4xf32>

func.func @one_call_after_the_other(%x: memref<4xf32>, %y: memref<4xf32>) {
  %a = func.call @g(%x) : (memref<4xf32>) -> memref<4xf32>
  %b = func.call @g(%a) : (memref<4xf32>) -> memref<4xf32>
  memref.copy %b, %y : memref<4xf32> to memref<4xf32>
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  return
}

// -----

// Nothing tells when a buffer is needed last that is found by its address, or in another buffer.

// CHECK-LABEL: func @found_otherwise
// CHECK:         %[[a:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         call @outside
// CHECK:         %[[b:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         memref.copy
// CHECK-NEXT:    memref.copy
// CHECK-NEXT:    memref.dealloc %[[a]]
// CHECK:         memref.dealloc %[[b]]
func.func private @outside(index)

func.func @found_otherwise(%x: memref<4xf32>, %y: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %address = memref.extract_aligned_pointer_as_index %a : memref<4xf32> -> index
  func.call @outside(%address) : (index) -> ()
  %h = memref.alloc() : memref<memref<4xf32>>
  %b = memref.alloc() : memref<4xf32>
  memref.store %b, %h[] : memref<memref<4xf32>>
  %l = memref.load %h[] : memref<memref<4xf32>>
  memref.copy %l, %y : memref<4xf32> to memref<4xf32>
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  return
}

// -----

// Without accesses there is nothing to wait for; a view is none. What is returned is not freed.

// CHECK-LABEL: func @returned_or_not
// CHECK:         %[[a:.*]] = memref.alloc()
// CHECK-NEXT:    %[[b:.*]] = memref.alloc()
// CHECK:         memref.copy %[[a]], %[[b]]
// CHECK-NEXT:    %[[r:.*]] = arith.select %{{.*}}, %[[a]], %[[b]]
// CHECK-NEXT:    %[[n:.*]] = memref.alloc()
// CHECK:         memref.copy %[[r]], %[[n]]
// CHECK-DAG:     memref.dealloc %[[a]]
// CHECK-DAG:     memref.dealloc %[[b]]
// CHECK:         memref.copy
// CHECK:         return %[[n]]
func.func @returned_or_not(%c: i1, %x: memref<4xf32>, %y: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  %r = arith.select %c, %a, %b : memref<4xf32>
  %n = memref.alloc() : memref<4xf32>
  memref.copy %r, %n : memref<4xf32> to memref<4xf32>
  memref.copy %x, %y : memref<4xf32> to memref<4xf32>
  return %n : memref<4xf32>
}

// -----

// A switch frees in all of its cases; what a case uses last, another one may not use.

// CHECK-LABEL: func @in_each_case
// CHECK:         %[[a:.*]] = memref.alloc()
// CHECK:         scf.index_switch
// CHECK-NEXT:    case 0 {
// CHECK-NEXT:      memref.copy %[[a]]
// CHECK-NEXT:      memref.dealloc %[[a]]
// CHECK-NEXT:      memref.copy
// CHECK:         case 1 {
// CHECK-NEXT:      memref.dealloc %[[a]]
// CHECK-NEXT:      memref.copy
// CHECK:         default {
// CHECK-NEXT:      memref.dealloc %[[a]]
func.func @in_each_case(%k: index, %x: memref<4xf32>, %y: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  scf.index_switch %k
  case 0 {
    memref.copy %a, %y : memref<4xf32> to memref<4xf32>
    memref.copy %x, %y : memref<4xf32> to memref<4xf32>
    scf.yield
  }
  case 1 {
    memref.copy %x, %y : memref<4xf32> to memref<4xf32>
    scf.yield
  }
  default {
    scf.yield
  }
  return
}

// -----

func.func private @given(memref<4xf32>) -> memref<4xf32>

// Both ways free the same; what they need comes before either.

// CHECK-LABEL: func @freed_on_either_way
// CHECK-SAME:    (%[[c:.*]]: i1,
// CHECK-DAG:     %[[not_c:.*]] = arith.xori %[[c]]
// CHECK-DAG:     %[[r:.*]] = call @given
// CHECK:         %[[base:[^,]*]], %{{.*}} = memref.extract_strided_metadata %[[r]]
// CHECK:         scf.if %[[c]] {
// CHECK:           memref.dealloc %[[base]]
// CHECK:         scf.if %[[not_c]] {
// CHECK:           memref.dealloc %[[base]]
// CHECK:         cf.cond_br
func.func @freed_on_either_way(%c: i1, %x: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %r = func.call @given(%a) : (memref<4xf32>) -> memref<4xf32>
  cf.cond_br %c, ^one, ^two
^one:
  memref.copy %x, %x : memref<4xf32> to memref<4xf32>
  cf.br ^two
^two:
  return
}

// -----

// Two buffers have their last uses in one branch: both are freed in the branch that there was not.

// CHECK-LABEL: func.func @two_in_one_branch
func.func @two_in_one_branch(%c: i1, %v: f32, %i: index) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<8xf32>
  memref.store %v, %a[%i] : memref<4xf32>
  memref.store %v, %b[%i] : memref<8xf32>
  // CHECK: scf.if
  scf.if %c {
    // CHECK: memref.load
    // CHECK-NEXT: memref.dealloc %[[A:.*]] : memref<4xf32>
    %x = memref.load %a[%i] : memref<4xf32>
    vector.print %x : f32
    // CHECK: memref.load
    // CHECK-NEXT: memref.dealloc %[[B:.*]] : memref<8xf32>
    %y = memref.load %b[%i] : memref<8xf32>
    vector.print %y : f32
    // CHECK: } else {
    // CHECK-NEXT: memref.dealloc %[[A]] : memref<4xf32>
    // CHECK-NEXT: memref.dealloc %[[B]] : memref<8xf32>
    // CHECK-NEXT: }
  }
  // CHECK-NEXT: vector.print
  vector.print %v : f32
  return
}

// -----

// What a call gives may be one buffer, twice: it is freed once, after the last use of both.

func.func private @two_names(%v: f32, %i: index) -> (memref<4xf32>, memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  memref.store %v, %a[%i] : memref<4xf32>
  return %a, %a : memref<4xf32>, memref<4xf32>
}

// CHECK-LABEL: func.func @given_twice
func.func @given_twice(%v: f32, %i: index) {
  // CHECK: %[[R:.*]]:2 = call @two_names
  // CHECK-NOT: memref.dealloc
  // CHECK: memref.load %[[R]]#0
  // CHECK: call @dealloc_helper
  // CHECK: scf.if
  // CHECK-NEXT: memref.dealloc
  // CHECK: scf.if
  // CHECK-NEXT: memref.dealloc
  %r:2 = call @two_names(%v, %i) : (f32, index) -> (memref<4xf32>, memref<4xf32>)
  %x = memref.load %r#0[%i] : memref<4xf32>
  vector.print %x : f32
  return
}

// -----

// Both `%a` and `%v` are needed on the left: whoever is there owns the buffer under both names.

func.func private @new() -> memref<1xi32>

// CHECK-LABEL: func.func @kept_under_two_names
// CHECK-SAME:    (%[[c:.*]]: i1,
// CHECK:         %[[not_c:.*]] = arith.xori %[[c]]
// CHECK:         %[[a:.*]] = memref.alloc()
// CHECK-NEXT:    %[[v:.*]] = memref.cast %[[a]]
// CHECK:         %[[address:.*]] = memref.extract_aligned_pointer_as_index %[[v]]
// CHECK:         %[[other:.*]] = arith.cmpi ne, %{{.*}}, %[[address]]
// CHECK:         %[[same:.*]] = arith.xori %[[other]]
// CHECK-NEXT:    %[[left:.*]] = arith.andi %[[same]], %[[not_c]]
// CHECK:         %[[right:.*]] = arith.andi %[[same]], %[[c]]
// CHECK:         arith.select %[[c]], %[[right]], %[[left]]
func.func @kept_under_two_names(%c: i1, %x: memref<?xi32>, %i: index, %n: i32) -> memref<?xi32> {
  %a = memref.alloc() : memref<1xi32>
  %v = memref.cast %a : memref<1xi32> to memref<?xi32>
  %b = func.call @new() : () -> memref<1xi32>
  cf.cond_br %c, ^right, ^left
^left:
  memref.store %n, %a[%i] : memref<1xi32>
  cf.br ^end(%x : memref<?xi32>)
^right:
  cf.br ^end(%v : memref<?xi32>)
^end(%p: memref<?xi32>):
  %e = memref.load %b[%i] : memref<1xi32>
  vector.print %e : i32
  return %v : memref<?xi32>
}

// -----

// An iteration owns nothing that is allocated before the loop: what is freed in it is no name of that.

// CHECK-LABEL: func.func @nothing_from_around
// CHECK:         scf.for
// CHECK:           %[[r:.*]]:2 = scf.if
// CHECK:           memref.copy %[[r]]#0
// CHECK-NEXT:      scf.if %[[r]]#1 {
// CHECK-NEXT:        memref.dealloc
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.copy
// CHECK-NEXT:    }
func.func @nothing_from_around(%c: i1, %n: index, %x: memref<4xf32>, %y: memref<4xf32>) {
  %one = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  scf.for %i = %one to %n step %one {
    %r = scf.if %c -> memref<4xf32> {
      %b = memref.alloc() : memref<4xf32>
      memref.copy %x, %b : memref<4xf32> to memref<4xf32>
      scf.yield %b : memref<4xf32>
    } else {
      scf.yield %a : memref<4xf32>
    }
    memref.copy %r, %y : memref<4xf32> to memref<4xf32>
    memref.copy %a, %y : memref<4xf32> to memref<4xf32>
  }
  return
}
