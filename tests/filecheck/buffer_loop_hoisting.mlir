// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --buffer-loop-hoisting | filecheck %s

// Allocations leave the loops whose iterations can share one buffer.

// CHECK-LABEL: func @blocks
// CHECK-NEXT:    cf.cond_br
// CHECK-NEXT:  ^bb1(%{{.*}}: index):
// CHECK-NEXT:    memref.alloc()
// CHECK-NEXT:    memref.alloc(
func.func @blocks(%c: i1, %n: index, %x: memref<4xi16>) {
  cf.cond_br %c, ^left(%n : index), ^join(%x : memref<4xi16>)
^left(%m: index):
  %a = memref.alloc() : memref<4xi16>
  %b = memref.alloc(%m) : memref<?xi16>
  "test.use"(%a, %b) : (memref<4xi16>, memref<?xi16>) -> ()
  cf.br ^join(%a : memref<4xi16>)
^join(%r: memref<4xi16>):
  "test.use"(%r) : (memref<4xi16>) -> ()
  return
}

// -----

// CHECK-LABEL: func @in_unknown_region
// CHECK-NEXT:    cf.br
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    memref.alloc()
// CHECK-NEXT:    "test.region"
// CHECK-NEXT:      memref.alloc()
func.func @in_unknown_region() {
  cf.br ^next
^next:
  %a = memref.alloc() : memref<4xi16>
  "test.region"(%a) ({
    %b = memref.alloc() : memref<4xi16>
    "test.use"(%b) : (memref<4xi16>) -> ()
    "test.end"() : () -> ()
  }) : (memref<4xi16>) -> ()
  return
}

// -----

// CHECK-LABEL: func @in_a_branch
// CHECK-NEXT:    memref.alloc(%arg1)
// CHECK-NEXT:    scf.if
// CHECK:         else
// CHECK-NEXT:      memref.alloc(%arg2)
func.func @in_a_branch(%c: i1, %n: index, %m: index) -> memref<?xi32> {
  %a = memref.alloc(%n) : memref<?xi32>
  %r = scf.if %c -> (memref<?xi32>) {
    scf.yield %a : memref<?xi32>
  } else {
    %b = memref.alloc(%m) : memref<?xi32>
    "test.use"(%b) : (memref<?xi32>) -> ()
    scf.yield %a : memref<?xi32>
  }
  return %r : memref<?xi32>
}

// -----

// The next iteration gets the buffer, from a branch in one case.

// CHECK-LABEL: func @carried
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      memref.alloc()
// CHECK-NEXT:      "test.fill"
// CHECK:           scf.for
// CHECK-NEXT:        scf.if
// CHECK-NEXT:          memref.alloc()
func.func @carried(%n: index, %c: i1, %x: memref<4xi16>, %k: index) -> memref<4xi16> {
  %r = scf.for %i = %n to %k step %k iter_args(%p = %x) -> memref<4xi16> {
    %a = memref.alloc() : memref<4xi16>
    "test.fill"(%p, %a) : (memref<4xi16>, memref<4xi16>) -> ()
    scf.yield %a : memref<4xi16>
  }
  %s = scf.for %i = %n to %k step %k iter_args(%p = %r) -> memref<4xi16> {
    %t = scf.if %c -> memref<4xi16> {
      %a = memref.alloc() : memref<4xi16>
      "test.fill"(%p, %a) : (memref<4xi16>, memref<4xi16>) -> ()
      scf.yield %a : memref<4xi16>
    } else {
      scf.yield %p : memref<4xi16>
    }
    scf.yield %t : memref<4xi16>
  }
  return %s : memref<4xi16>
}

// -----

// Out of all loops, in their order, beside what is carried.

// CHECK-LABEL: func @out_of_all
// CHECK-NEXT:    %[[a:.*]] = memref.alloc() : memref<3xf32>
// CHECK-NEXT:    %[[b:.*]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      scf.for
// CHECK-NEXT:        "test.use"(%[[a]])
// CHECK-NEXT:        scf.if
// CHECK-NEXT:          memref.alloc() : memref<5xf32>
// CHECK:               memref.alloc() : memref<2xf32>
// CHECK:             "test.use"(%[[b]])
func.func @out_of_all(%n: index, %c: i1, %x: memref<2xf32>, %k: index) -> memref<2xf32> {
  %r = scf.for %i = %n to %k step %k iter_args(%p = %x) -> memref<2xf32> {
    %q = scf.for %j = %n to %k step %k iter_args(%u = %p) -> memref<2xf32> {
      %a = memref.alloc() : memref<3xf32>
      "test.use"(%a) : (memref<3xf32>) -> ()
      %s = scf.if %c -> memref<2xf32> {
        %d = memref.alloc() : memref<5xf32>
        "test.use"(%d) : (memref<5xf32>) -> ()
        %e = memref.alloc() : memref<2xf32>
        scf.yield %e : memref<2xf32>
      } else {
        scf.yield %u : memref<2xf32>
      }
      %b = memref.alloc() : memref<4xf32>
      "test.use"(%b) : (memref<4xf32>) -> ()
      scf.yield %s : memref<2xf32>
    }
    scf.yield %q : memref<2xf32>
  }
  return %r : memref<2xf32>
}

// -----

// As far as the extents are known.

// CHECK-LABEL: func @extents
// CHECK:         scf.for %[[i:.*]] =
// CHECK-NEXT:      memref.alloc(%[[i]]) : memref<?xf32>
// CHECK-NEXT:      scf.for %[[j:.*]] =
// CHECK-NEXT:        memref.alloc(%[[j]]) : memref<?xf64>
// CHECK:             memref.alloc(%{{.*}}) : memref<?xi1>
func.func @extents(%n: index, %k: index) {
  scf.for %i = %n to %k step %k {
    scf.for %j = %n to %k step %k {
      %a = memref.alloc(%i) : memref<?xf32>
      %b = memref.alloc(%j) : memref<?xf64>
      %m = arith.addi %n, %n : index
      %c = memref.alloc(%m) : memref<?xi1>
      "test.use"(%a, %b, %c) : (memref<?xf32>, memref<?xf64>, memref<?xi1>) -> ()
    }
  }
  return
}

// -----

// Out of the loop, not out of the branch around it.

// CHECK-LABEL: func @loop_in_a_branch
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      memref.alloc()
// CHECK-NEXT:      affine.for
// CHECK:         scf.for
// CHECK-NEXT:      scf.if
// CHECK-NEXT:        memref.alloc()
func.func @loop_in_a_branch(%n: index, %c: i1, %k: index) {
  scf.if %c {
    affine.for %i = 0 to 9 {
      %a = memref.alloc() : memref<2x2xf32>
      "test.use"(%a) : (memref<2x2xf32>) -> ()
    }
  }
  scf.for %i = %n to %k step %k {
    scf.if %c {
      %a = memref.alloc() : memref<2x2xf32>
      "test.use"(%a) : (memref<2x2xf32>) -> ()
    }
  }
  return
}

// -----

// CHECK-LABEL: func @both_regions
// CHECK-NEXT:    memref.alloc() : memref<2xf32>
// CHECK-NEXT:    memref.alloc() : memref<3xf32>
// CHECK-NEXT:    scf.while
func.func @both_regions(%n: index) {
  scf.while (%i = %n) : (index) -> index {
    %a = memref.alloc() : memref<2xf32>
    %c = "test.use"(%a) : (memref<2xf32>) -> i1
    scf.condition(%c) %i : index
  } do {
  ^bb0(%j: index):
    %b = memref.alloc() : memref<3xf32>
    %k = "test.use"(%b) : (memref<3xf32>) -> index
    scf.yield %k : index
  }
  return
}

// -----

// What a loop ends with, and what it goes on with.

// CHECK-LABEL: func @results_of_while
// CHECK-NEXT:    scf.while
// CHECK-NEXT:      memref.alloc() : memref<2xf32>
// CHECK:         do
// CHECK:           memref.alloc() : memref<3xf32>
func.func @results_of_while(%x: memref<3xf32>) -> memref<2xf32> {
  %r = scf.while (%p = %x) : (memref<3xf32>) -> memref<2xf32> {
    %a = memref.alloc() : memref<2xf32>
    %c = "test.use"(%a, %p) : (memref<2xf32>, memref<3xf32>) -> i1
    scf.condition(%c) %a : memref<2xf32>
  } do {
  ^bb0(%q: memref<2xf32>):
    %b = memref.alloc() : memref<3xf32>
    "test.use"(%b, %q) : (memref<3xf32>, memref<2xf32>) -> ()
    scf.yield %b : memref<3xf32>
  }
  return %r : memref<2xf32>
}

// -----

// Iterations that may run at the same time.

// CHECK-LABEL: func @parallel
// CHECK-NEXT:    scf.parallel
// CHECK-NEXT:      memref.alloc()
// CHECK:         scf.forall
// CHECK-NEXT:      memref.alloc()
// CHECK-NEXT:      scf.for
func.func @parallel(%n: index, %k: index) {
  scf.parallel (%i) = (%n) to (%k) step (%k) {
    %a = memref.alloc() : memref<2xf32>
    "test.use"(%a) : (memref<2xf32>) -> ()
    scf.reduce
  }
  scf.forall (%i) in (4) {
    scf.for %j = %n to %k step %k {
      %a = memref.alloc() : memref<2xf32>
      "test.use"(%a) : (memref<2xf32>) -> ()
    }
  }
  return
}

// -----

// REFERENCE: mlir-opt takes affine.parallel for a loop of one iteration after the other.

// CHECK-LABEL: func @affine_parallel
// CHECK-NEXT:    affine.parallel
// CHECK-NEXT:      memref.alloc()
func.func @affine_parallel() {
  affine.parallel (%i) = (0) to (4) {
    %a = memref.alloc() : memref<2xf32>
    "test.use"(%a) : (memref<2xf32>) -> ()
  }
  return
}

// -----

// Stack allocations leave loops, too, behind all others.

// CHECK-LABEL: func @stack
// CHECK-NEXT:    memref.alloc() : memref<3xf32>
// CHECK-NEXT:    memref.alloca() : memref<2xf32>
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      affine.for
// CHECK-NEXT:        "test.use"
func.func @stack(%n: index, %k: index) {
  scf.for %i = %n to %k step %k {
    affine.for %j = 0 to 4 {
      %a = memref.alloca() : memref<2xf32>
      %b = memref.alloc() : memref<3xf32>
      "test.use"(%a, %b) : (memref<2xf32>, memref<3xf32>) -> ()
    }
  }
  return
}

// -----

// Contents are written in each iteration, and are in nobody's way.

// CHECK-LABEL: func @written_each_time
// CHECK:         %[[a:.*]] = memref.alloc() : memref<2xi64>
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      memref.store %{{.*}}, %[[a]]
func.func @written_each_time(%n: index, %v: i64, %k: index) -> i64 {
  %c0 = arith.constant 0 : index
  %r = scf.for %i = %n to %k step %k iter_args(%s = %v) -> i64 {
    %a = memref.alloc() : memref<2xi64>
    memref.store %v, %a[%c0] : memref<2xi64>
    %old = memref.load %a[%c0] : memref<2xi64>
    %new = arith.addi %s, %old : i64
    memref.store %new, %a[%c0] : memref<2xi64>
    %t = "test.use"(%a) : (memref<2xi64>) -> i64
    scf.yield %t : i64
  }
  return %r : i64
}

// -----

// A block that is never run is no place to go on from.
// REFERENCE: at times, mlir-opt crashes.

// CHECK-LABEL: func @never_run
// CHECK:       ^bb1:
// CHECK-NEXT:    memref.alloc() : memref<2xf32>
// CHECK-NEXT:    "test.use"
// CHECK-NEXT:    memref.alloc() : memref<3xf32>
// CHECK-NEXT:    scf.while
func.func @never_run(%c: i1) {
  return
^dead:
  %b = memref.alloc() : memref<2xf32>
  "test.use"(%b) : (memref<2xf32>) -> ()
  scf.while : () -> () {
    %a = memref.alloc() : memref<3xf32>
    "test.use"(%a) : (memref<3xf32>) -> ()
    scf.condition(%c)
  } do {
    scf.yield
  }
  return
}

// -----

// REFERENCE: mlir-opt allocates once, and frees in each iteration.

// CHECK-LABEL: func @freed_in_the_loop
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      memref.alloc()
// CHECK:           memref.dealloc
func.func @freed_in_the_loop(%n: index, %k: index) {
  scf.for %i = %n to %k step %k {
    %a = memref.alloc() : memref<2xf32>
    "test.use"(%a) : (memref<2xf32>) -> ()
    memref.dealloc %a : memref<2xf32>
  }
  return
}

// -----

// REFERENCE: mlir-opt stores the same buffer each time.

// CHECK-LABEL: func @stored_in_a_buffer
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      memref.alloc()
func.func @stored_in_a_buffer(%n: index, %all: memref<?xmemref<2xf32>>, %k: index) {
  scf.for %i = %n to %k step %k {
    %a = memref.alloc() : memref<2xf32>
    memref.store %a, %all[%i] : memref<?xmemref<2xf32>>
  }
  return
}

// -----

// REFERENCE: mlir-opt takes the result of an unknown operation for another buffer.

// CHECK-LABEL: func @carried_by_another_name
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      memref.alloc()
// CHECK:         scf.for
// CHECK-NEXT:      memref.alloc()
func.func @carried_by_another_name(%n: index, %x: memref<2xf32>, %t: tensor<2xf32>, %k: index) {
  %r = scf.for %i = %n to %k step %k iter_args(%p = %x) -> memref<2xf32> {
    %a = memref.alloc() : memref<2xf32>
    %b = "test.same"(%a) : (memref<2xf32>) -> memref<2xf32>
    "test.use"(%p, %b) : (memref<2xf32>, memref<2xf32>) -> ()
    scf.yield %b : memref<2xf32>
  }
  %s = scf.for %i = %n to %k step %k iter_args(%p = %t) -> tensor<2xf32> {
    %a = memref.alloc() : memref<2xf32>
    "test.use"(%p, %a) : (tensor<2xf32>, memref<2xf32>) -> ()
    %b = bufferization.to_tensor %a : memref<2xf32> to tensor<2xf32>
    scf.yield %b : tensor<2xf32>
  }
  "test.use"(%s) : (tensor<2xf32>) -> ()
  return
}

// -----

// CHECK-LABEL: func @loop_of_blocks_in_a_loop
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      scf.execute_region
// CHECK:           ^bb1:
// CHECK-NEXT:        memref.alloc()
func.func @loop_of_blocks_in_a_loop(%n: index, %c: i1, %k: index) {
  scf.for %i = %n to %k step %k {
    scf.execute_region {
      cf.br ^again
    ^again:
      %a = memref.alloc() : memref<2xf32>
      "test.use"(%a) : (memref<2xf32>) -> ()
      cf.cond_br %c, ^again, ^end
    ^end:
      scf.yield
    }
  }
  return
}

// -----

// REFERENCE: mlir-opt does not move allocations out of scf.execute_region.

// CHECK-LABEL: func @in_execute_region
// CHECK-NEXT:    memref.alloc()
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      scf.execute_region
// CHECK:           ^bb1:
func.func @in_execute_region(%n: index, %c: i1, %k: index) {
  scf.for %i = %n to %k step %k {
    scf.execute_region {
      cf.cond_br %c, ^use, ^end
    ^use:
      %a = memref.alloc() : memref<2xf32>
      "test.use"(%a) : (memref<2xf32>) -> ()
      cf.br ^end
    ^end:
      scf.yield
    }
  }
  return
}

// -----

// REFERENCE: mlir-opt does not move allocations out of scf.execute_region.

// CHECK-LABEL: func @yielded_by_execute_region
// CHECK-NEXT:    memref.alloc()
// CHECK-NEXT:    scf.while
// CHECK:         do
// CHECK-NOT:       memref.alloc
// CHECK:           scf.execute_region
func.func @yielded_by_execute_region(%c: i1) {
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    %r = scf.execute_region -> memref<2xf32> {
      %a = memref.alloc() : memref<2xf32>
      scf.yield %a : memref<2xf32>
    }
    "test.use"(%r) : (memref<2xf32>) -> ()
    scf.yield
  }
  return
}

// -----

// The next iteration reads what the execute_region yielded.

// CHECK-LABEL: func @carried_from_execute_region
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      scf.execute_region
// CHECK-NEXT:        memref.alloc()
func.func @carried_from_execute_region(%n: index, %k: index, %x: memref<2xf32>) -> memref<2xf32> {
  %s = scf.for %i = %n to %k step %k iter_args(%m = %x) -> (memref<2xf32>) {
    %r = scf.execute_region -> memref<2xf32> {
      %a = memref.alloc() : memref<2xf32>
      "test.use"(%a, %m) : (memref<2xf32>, memref<2xf32>) -> ()
      scf.yield %a : memref<2xf32>
    }
    scf.yield %r : memref<2xf32>
  }
  return %s : memref<2xf32>
}

// -----

// CHECK-LABEL: func @freed_in_execute_region
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      scf.execute_region
// CHECK-NEXT:        memref.alloc()
func.func @freed_in_execute_region(%n: index, %k: index) {
  scf.for %i = %n to %k step %k {
    scf.execute_region {
      %a = memref.alloc() : memref<2xf32>
      "test.use"(%a) : (memref<2xf32>) -> ()
      memref.dealloc %a : memref<2xf32>
      scf.yield
    }
  }
  return
}

// -----

// A branch stays a branch, and several tasks may run at the same time.

// CHECK-LABEL: func @in_branches_and_tasks
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      scf.if
// CHECK-NEXT:        memref.alloc()
// CHECK:           async.execute
// CHECK-NEXT:        memref.alloc()
func.func @in_branches_and_tasks(%n: index, %k: index, %c: i1) {
  scf.for %i = %n to %k step %k {
    scf.if %c {
      %a = memref.alloc() : memref<2xf32>
      "test.use"(%a) : (memref<2xf32>) -> ()
    }
    %t = async.execute {
      %b = memref.alloc() : memref<2xf32>
      "test.use"(%b) : (memref<2xf32>) -> ()
      async.yield
    }
  }
  return
}

// -----

// A scope frees what is on the stack.

// REFERENCE: mlir-opt does not move the other allocation.

// CHECK-LABEL: func @in_alloca_scope
// CHECK-NEXT:    memref.alloc()
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      memref.alloca_scope
// CHECK-NEXT:        memref.alloca()
func.func @in_alloca_scope(%n: index, %k: index) {
  scf.for %i = %n to %k step %k {
    memref.alloca_scope {
      %a = memref.alloc() : memref<2xf32>
      %b = memref.alloca() : memref<2xf32>
      "test.use"(%a, %b) : (memref<2xf32>, memref<2xf32>) -> ()
    }
  }
  return
}
