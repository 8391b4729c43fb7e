// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --buffer-hoisting | filecheck %s

// Allocations go up to before what all uses of their buffers have in common.

// CHECK-LABEL: func @one_side
// CHECK-NEXT:    %[[a:.*]] = memref.alloc() : memref<5xi32>
// CHECK-NEXT:    cf.cond_br %{{.*}}, ^bb1, ^bb2(%{{.*}} : memref<5xi32>)
func.func @one_side(%c: i1, %x: memref<5xi32>, %y: memref<5xi32>) {
  cf.cond_br %c, ^left, ^join(%x : memref<5xi32>)
^left:
  %a = memref.alloc() : memref<5xi32>
  memref.copy %y, %a : memref<5xi32> to memref<5xi32>
  cf.br ^join(%a : memref<5xi32>)
^join(%r: memref<5xi32>):
  memref.copy %r, %y : memref<5xi32> to memref<5xi32>
  return
}

// -----

// CHECK-LABEL: func @one_of_two_blocks
// CHECK-NEXT:    %[[a:.*]] = memref.alloc() : memref<3x4xf64>
// CHECK-NEXT:    cf.cond_br
// CHECK-NOT:     memref.alloc
func.func @one_of_two_blocks(%c: i1, %x: memref<3x4xf64>) {
  cf.cond_br %c, ^left, ^right
^left:
  cf.br ^join(%x : memref<3x4xf64>)
^right:
  %a = memref.alloc() : memref<3x4xf64>
  "test.fill"(%a) : (memref<3x4xf64>) -> ()
  cf.br ^join(%a : memref<3x4xf64>)
^join(%r: memref<3x4xf64>):
  "test.use"(%r, %x) : (memref<3x4xf64>, memref<3x4xf64>) -> ()
  return
}

// -----

// CHECK-LABEL: func @both_blocks
// CHECK-NEXT:    %[[a:.*]] = memref.alloc() : memref<7xi8>
// CHECK-NEXT:    %[[b:.*]] = memref.alloc() : memref<7xi8>
// CHECK-NEXT:    cf.cond_br
// CHECK:         "test.fill"(%[[a]])
// CHECK:         "test.fill"(%[[b]])
func.func @both_blocks(%c: i1) {
  cf.cond_br %c, ^left, ^right
^left:
  %a = memref.alloc() : memref<7xi8>
  "test.fill"(%a) : (memref<7xi8>) -> ()
  cf.br ^join(%a : memref<7xi8>)
^right:
  %b = memref.alloc() : memref<7xi8>
  "test.fill"(%b) : (memref<7xi8>) -> ()
  cf.br ^join(%b : memref<7xi8>)
^join(%r: memref<7xi8>):
  "test.use"(%r) : (memref<7xi8>) -> ()
  return
}

// -----

// The extent is known in the block only.

// CHECK-LABEL: func @extent_of_block
// CHECK-NEXT:    cf.cond_br
// CHECK:       ^bb1(%[[n:.*]]: index):
// CHECK-NEXT:    memref.alloc(%[[n]])
func.func @extent_of_block(%c: i1, %n: index, %x: memref<?xi32>) {
  cf.cond_br %c, ^left(%n : index), ^join(%x : memref<?xi32>)
^left(%m: index):
  %a = memref.alloc(%m) : memref<?xi32>
  "test.fill"(%a) : (memref<?xi32>) -> ()
  cf.br ^join(%a : memref<?xi32>)
^join(%r: memref<?xi32>):
  "test.use"(%r) : (memref<?xi32>) -> ()
  return
}

// -----

// One extent is known higher than the other; the lower one decides.

// CHECK-LABEL: func @extent_further_up
// CHECK-NEXT:    cf.cond_br
// CHECK:       ^bb1(%[[n:.*]]: index):
// CHECK:         memref.alloc(%{{.*}}, %[[n]])
// CHECK-NEXT:    cf.cond_br
// CHECK-NOT:     memref.alloc
func.func @extent_further_up(%c: i1, %n: index, %x: memref<?x?xi32>) {
  cf.cond_br %c, ^outer(%n : index), ^end(%x : memref<?x?xi32>)
^outer(%m: index):
  "test.work"() : () -> ()
  cf.cond_br %c, ^one, ^other
^one:
  %a = memref.alloc(%n, %m) : memref<?x?xi32>
  "test.fill"(%a) : (memref<?x?xi32>) -> ()
  cf.br ^inner(%a : memref<?x?xi32>)
^other:
  cf.br ^inner(%x : memref<?x?xi32>)
^inner(%q: memref<?x?xi32>):
  cf.br ^end(%q : memref<?x?xi32>)
^end(%r: memref<?x?xi32>):
  "test.use"(%r) : (memref<?x?xi32>) -> ()
  return
}

// -----

// Nothing is above both definitions but where they are.

// CHECK-LABEL: func @first_and_last_block
// CHECK-NEXT:    %[[a:.*]] = memref.alloc()
// CHECK-NEXT:    "test.fill"(%[[a]])
// CHECK-NEXT:    cf.cond_br
// CHECK:       ^bb3(%{{.*}}: memref<5xi32>, %{{.*}}: memref<5xi32>):
// CHECK-NEXT:    %[[b:.*]] = memref.alloc()
// CHECK-NEXT:    "test.use"(%[[b]]
func.func @first_and_last_block(%c: i1, %x: memref<5xi32>) {
  %a = memref.alloc() : memref<5xi32>
  "test.fill"(%a) : (memref<5xi32>) -> ()
  cf.cond_br %c, ^left(%x, %a : memref<5xi32>, memref<5xi32>), ^right(%a, %x : memref<5xi32>, memref<5xi32>)
^left(%l0: memref<5xi32>, %l1: memref<5xi32>):
  cf.br ^join(%l0, %l1 : memref<5xi32>, memref<5xi32>)
^right(%r0: memref<5xi32>, %r1: memref<5xi32>):
  cf.br ^join(%r1, %r0 : memref<5xi32>, memref<5xi32>)
^join(%j0: memref<5xi32>, %j1: memref<5xi32>):
  %b = memref.alloc() : memref<5xi32>
  "test.use"(%b, %j0) : (memref<5xi32>, memref<5xi32>) -> ()
  return
}

// -----

// The same around an inner diamond; what the last blocks get is not used, and stack allocations stay.

// CHECK-LABEL: func @around_inner_blocks
// CHECK-NEXT:    memref.alloca()
// CHECK-NEXT:    %[[a:.*]] = memref.alloc()
// CHECK:         cf.cond_br
// CHECK:       ^bb2
// CHECK:         memref.alloca()
// CHECK:       ^bb5(%{{.*}}: memref<6xf16>):
// CHECK-NEXT:    memref.alloc()
func.func @around_inner_blocks(%c: i1, %x: memref<6xf16>) {
  %s = memref.alloca() : memref<6xf16>
  %a = memref.alloc() : memref<6xf16>
  "test.fill"(%a, %s) : (memref<6xf16>, memref<6xf16>) -> ()
  cf.cond_br %c, ^left(%a : memref<6xf16>), ^right(%s : memref<6xf16>)
^left(%l: memref<6xf16>):
  cf.br ^join(%l : memref<6xf16>)
^right(%q: memref<6xf16>):
  %t = memref.alloca() : memref<6xf16>
  "test.fill"(%t) : (memref<6xf16>) -> ()
  cf.cond_br %c, ^one, ^other
^one:
  cf.br ^join(%t : memref<6xf16>)
^other:
  cf.br ^join(%q : memref<6xf16>)
^join(%j: memref<6xf16>):
  %b = memref.alloc() : memref<6xf16>
  "test.use"(%b) : (memref<6xf16>) -> ()
  return
}

// -----

// CHECK-LABEL: func @in_order
// CHECK-NEXT:    %[[a:.*]] = memref.alloc()
// CHECK-NEXT:    "test.fill"(%[[a]])
// CHECK-NEXT:    %[[b:.*]] = memref.alloc()
// CHECK-NEXT:    "test.use"(%[[a]], %[[b]])
func.func @in_order() {
  %a = memref.alloc() : memref<2xf32>
  "test.fill"(%a) : (memref<2xf32>) -> ()
  %b = memref.alloc() : memref<2xf32>
  "test.use"(%a, %b) : (memref<2xf32>, memref<2xf32>) -> ()
  return
}

// -----

// Nothing leaves the region of an operation of which nothing is known; what is in the block does.

// CHECK-LABEL: func @in_unknown_region
// CHECK-NEXT:    %[[a:.*]] = memref.alloc()
// CHECK-NEXT:    cf.cond_br
// CHECK:         "test.region"
// CHECK-NEXT:      memref.alloc()
// CHECK:           memref.alloca()
func.func @in_unknown_region(%c: i1, %x: memref<4xf32>) {
  cf.cond_br %c, ^left, ^join(%x : memref<4xf32>)
^left:
  %a = memref.alloc() : memref<4xf32>
  "test.region"(%a) ({
    %b = memref.alloc() : memref<4xf32>
    "test.use"(%b) : (memref<4xf32>) -> ()
    %s = memref.alloca() : memref<4xf32>
    "test.use"(%s) : (memref<4xf32>) -> ()
    "test.end"() : () -> ()
  }) : (memref<4xf32>) -> ()
  cf.br ^join(%a : memref<4xf32>)
^join(%r: memref<4xf32>):
  "test.use"(%r) : (memref<4xf32>) -> ()
  return
}

// -----

// CHECK-LABEL: func @not_yielded
// CHECK-NEXT:    %[[a:.*]] = memref.alloc(%arg1)
// CHECK-NEXT:    scf.if
// CHECK:         else
// CHECK-NEXT:      memref.alloc(%arg2)
func.func @not_yielded(%c: i1, %n: index, %m: index) -> memref<?xi32> {
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

// CHECK-LABEL: func @yielded
// CHECK-NEXT:    memref.alloc(%arg1)
// CHECK-NEXT:    memref.alloc(%arg2)
// CHECK-NEXT:    memref.alloc(%arg1)
// CHECK-NEXT:    scf.if
// CHECK-NOT:     memref.alloc
func.func @yielded(%c: i1, %n: index, %m: index) -> memref<?xi32> {
  %a = memref.alloc(%n) : memref<?xi32>
  %r = scf.if %c -> (memref<?xi32>) {
    %s = scf.if %c -> (memref<?xi32>) {
      scf.yield %a : memref<?xi32>
    } else {
      %b = memref.alloc(%m) : memref<?xi32>
      scf.yield %b : memref<?xi32>
    }
    scf.yield %s : memref<?xi32>
  } else {
    %d = memref.alloc(%n) : memref<?xi32>
    %v = memref.cast %d : memref<?xi32> to memref<3xi32>
    %w = memref.cast %v : memref<3xi32> to memref<?xi32>
    scf.yield %w : memref<?xi32>
  }
  return %r : memref<?xi32>
}

// -----

// CHECK-LABEL: func @yielded_with_own_extent
// CHECK-NEXT:    scf.if
// CHECK:           memref.alloc
// CHECK:         else
// CHECK:           memref.alloc
func.func @yielded_with_own_extent(%c: i1, %n: index) -> memref<?xi32> {
  %r = scf.if %c -> (memref<?xi32>) {
    %m = arith.addi %n, %n : index
    %a = memref.alloc(%m) : memref<?xi32>
    scf.yield %a : memref<?xi32>
  } else {
    %m = arith.muli %n, %n : index
    %a = memref.alloc(%m) : memref<?xi32>
    scf.yield %a : memref<?xi32>
  }
  return %r : memref<?xi32>
}

// -----

// One of several regions.

// CHECK-LABEL: func @yielded_by_a_case
// CHECK-NEXT:    memref.alloc(%arg0)
// CHECK-NEXT:    memref.alloc(%arg1)
// CHECK-NEXT:    scf.index_switch
func.func @yielded_by_a_case(%n: index, %m: index) -> memref<?xi32> {
  %a = memref.alloc(%n) : memref<?xi32>
  %r = scf.index_switch %n -> memref<?xi32>
  case 2 {
    scf.yield %a : memref<?xi32>
  }
  case 5 {
    %b = memref.alloc(%m) : memref<?xi32>
    "test.fill"(%b) : (memref<?xi32>) -> ()
    scf.yield %b : memref<?xi32>
  }
  default {
    scf.yield %a : memref<?xi32>
  }
  return %r : memref<?xi32>
}

// -----

// CHECK-LABEL: func @handed_through
// CHECK-NEXT:    memref.alloc()
// CHECK-NEXT:    scf.execute_region
func.func @handed_through() -> memref<9xi32> {
  %r = scf.execute_region -> memref<9xi32> {
    %a = memref.alloc() : memref<9xi32>
    cf.br ^next(%a : memref<9xi32>)
  ^next(%b: memref<9xi32>):
    scf.yield %b : memref<9xi32>
  }
  return %r : memref<9xi32>
}

// -----

// No allocation leaves a loop.

// CHECK-LABEL: func @in_loops
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK-NEXT:        memref.alloc()
// CHECK-NEXT:        "test.use"
// CHECK-NEXT:        memref.alloc()
// CHECK-NEXT:        memref.alloc(%arg2)
// CHECK-NEXT:        scf.if
// CHECK-NEXT:          scf.yield
// CHECK:           memref.alloc()
func.func @in_loops(%n: index, %c: i1, %m: index, %x: memref<2xf32>, %k: index) -> memref<2xf32> {
  %r = scf.for %i = %n to %k step %k iter_args(%p = %x) -> memref<2xf32> {
    %q = scf.for %j = %n to %k step %k iter_args(%u = %p) -> memref<2xf32> {
      %a = memref.alloc() : memref<2xf32>
      "test.use"(%a) : (memref<2xf32>) -> ()
      %s, %t = scf.if %c -> (memref<2xf32>, memref<?xf32>) {
        %b = memref.alloc() : memref<2xf32>
        %d = memref.alloc(%m) : memref<?xf32>
        scf.yield %b, %d : memref<2xf32>, memref<?xf32>
      } else {
        %d = memref.cast %u : memref<2xf32> to memref<?xf32>
        scf.yield %u, %d : memref<2xf32>, memref<?xf32>
      }
      "test.use"(%t) : (memref<?xf32>) -> ()
      scf.yield %s : memref<2xf32>
    }
    %e = memref.alloc() : memref<2xf32>
    "test.use"(%e) : (memref<2xf32>) -> ()
    scf.yield %q : memref<2xf32>
  }
  return %r : memref<2xf32>
}

// -----

// The extent is known in the loop.

// CHECK-LABEL: func @extent_of_iteration
// CHECK:         affine.for %[[i:.*]] =
// CHECK-NEXT:      memref.alloc(%[[i]])
// CHECK-NEXT:      scf.if
func.func @extent_of_iteration(%c: i1, %x: memref<?xf32>) {
  affine.for %i = 1 to 7 {
    %r = scf.if %c -> (memref<?xf32>) {
      %a = memref.alloc(%i) : memref<?xf32>
      scf.yield %a : memref<?xf32>
    } else {
      scf.yield %x : memref<?xf32>
    }
    "test.use"(%r) : (memref<?xf32>) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func @never_run
// CHECK:         return
// CHECK:       ^bb1
// CHECK-NEXT:    memref.alloc()
func.func @never_run(%c: i1) {
  return
^bb1(%k: i32):
  %a = memref.alloc() : memref<4xf32>
  "test.use"(%a) : (memref<4xf32>) -> ()
  return
}

// -----

// The buffer of one round is still read when the next one is written.
// REFERENCE: mlir-opt takes the allocation out of the loop, so that both are one.

// CHECK-LABEL: func @loop_of_blocks
// CHECK-NEXT:    cf.cond_br
// CHECK-NEXT:  ^bb1(%[[old:.*]]: memref<2xf32>):
// CHECK-NEXT:    %[[new:.*]] = memref.alloc()
// CHECK-NEXT:    "test.swap"(%[[old]], %[[new]])
func.func @loop_of_blocks(%c: i1, %x: memref<2xf32>) {
  cf.cond_br %c, ^round(%x : memref<2xf32>), ^end(%x : memref<2xf32>)
^round(%old: memref<2xf32>):
  %new = memref.alloc() : memref<2xf32>
  %again = "test.swap"(%old, %new) : (memref<2xf32>, memref<2xf32>) -> i1
  cf.cond_br %again, ^round(%new : memref<2xf32>), ^end(%new : memref<2xf32>)
^end(%r: memref<2xf32>):
  "test.use"(%r) : (memref<2xf32>) -> ()
  return
}

// -----

// In a loop of blocks an allocation goes up to the block that each round begins with.

// CHECK-LABEL: func @up_to_the_header
// CHECK:       ^bb1(%{{.*}}: memref<2xf32>):
// CHECK-NEXT:    "test.work"
// CHECK-NEXT:    memref.alloc()
// CHECK-NEXT:    cf.cond_br
// CHECK-NOT:     memref.alloc
func.func @up_to_the_header(%c: i1, %x: memref<2xf32>) {
  cf.br ^round(%x : memref<2xf32>)
^round(%old: memref<2xf32>):
  "test.work"() : () -> ()
  cf.cond_br %c, ^left, ^join(%old : memref<2xf32>)
^left:
  %new = memref.alloc() : memref<2xf32>
  "test.swap"(%old, %new) : (memref<2xf32>, memref<2xf32>) -> ()
  cf.br ^join(%new : memref<2xf32>)
^join(%j: memref<2xf32>):
  cf.cond_br %c, ^round(%j : memref<2xf32>), ^end
^end:
  return
}

// -----

// What is freed is not allocated where it may not be freed.
// REFERENCE: mlir-opt allocates both buffers, of which one is freed.

// CHECK-LABEL: func @freed_after_the_join
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      memref.alloc()
// CHECK:         else
// CHECK-NEXT:      memref.alloc()
func.func @freed_after_the_join(%c: i1) {
  %r = scf.if %c -> memref<2xf32> {
    %a = memref.alloc() : memref<2xf32>
    "test.fill"(%a) : (memref<2xf32>) -> ()
    scf.yield %a : memref<2xf32>
  } else {
    %b = memref.alloc() : memref<2xf32>
    scf.yield %b : memref<2xf32>
  }
  "test.use"(%r) : (memref<2xf32>) -> ()
  memref.dealloc %r : memref<2xf32>
  return
}

// -----

// CHECK-LABEL: func @freed_and_run_once
// CHECK-NEXT:    memref.alloc()
// CHECK-NEXT:    scf.execute_region
func.func @freed_and_run_once() {
  %r = scf.execute_region -> memref<2xf32> {
    %a = memref.alloc() : memref<2xf32>
    "test.fill"(%a) : (memref<2xf32>) -> ()
    scf.yield %a : memref<2xf32>
  }
  "test.use"(%r) : (memref<2xf32>) -> ()
  memref.dealloc %r : memref<2xf32>
  return
}

// -----

// A free in the block and a use after it: a program that is wrong as it is.
// REFERENCE: mlir-opt allocates the buffer on both ways, of which one frees it.

// CHECK-LABEL: func @freed_too_early
// CHECK-NEXT:    cf.cond_br
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    memref.alloc()
func.func @freed_too_early(%c: i1, %x: memref<5xi32>) {
  cf.cond_br %c, ^left, ^join(%x : memref<5xi32>)
^left:
  %a = memref.alloc() : memref<5xi32>
  "test.fill"(%a) : (memref<5xi32>) -> ()
  memref.dealloc %a : memref<5xi32>
  cf.br ^join(%a : memref<5xi32>)
^join(%r: memref<5xi32>):
  "test.use"(%r) : (memref<5xi32>) -> ()
  return
}

// -----

// Any operation may give back what it is given.
// REFERENCE: mlir-opt takes the result of an unknown operation for another buffer.

// CHECK-LABEL: func @given_back
// CHECK-NEXT:    memref.alloc()
// CHECK-NEXT:    scf.if
// CHECK-NOT:     memref.alloc
func.func @given_back(%c: i1, %x: memref<2xf32>) {
  %r = scf.if %c -> memref<2xf32> {
    %a = memref.alloc() : memref<2xf32>
    %b = "test.same"(%a) : (memref<2xf32>) -> memref<2xf32>
    scf.yield %b : memref<2xf32>
  } else {
    scf.yield %x : memref<2xf32>
  }
  "test.use"(%r) : (memref<2xf32>) -> ()
  return
}
