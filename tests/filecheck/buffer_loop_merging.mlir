// RUN: bufferize-opt %s --split-input-file --buffer-loop-merging --canonicalize | filecheck %s

// A loop carries one buffer in and yields another one; one is enough.

// CHECK-LABEL: func @scalar
// CHECK:         %[[A:.*]] = memref.alloca()
// CHECK-NOT:     memref.alloca
// CHECK:         scf.for {{[^()]*}} {
// CHECK-NEXT:      %[[X:.*]] = memref.load %[[A]][]
// CHECK-NEXT:      %[[Y:.*]] = arith.addi %[[X]], %[[X]]
// CHECK-NEXT:      memref.store %[[Y]], %[[A]][]
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.load %[[A]][]
func.func @scalar(%v: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = memref.alloca() : memref<i32>
  %other = memref.alloca() : memref<i32>
  memref.store %v, %first[] : memref<i32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<i32>) {
    %x = memref.load %now[] : memref<i32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %other[] : memref<i32>
    scf.yield %other : memref<i32>
  }
  %o = memref.load %last[] : memref<i32>
  return %o : i32
}

// -----

// CHECK-LABEL: func @while
// CHECK-COUNT-1: memref.alloc()
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @while(%v: i32, %limit: i32) -> i32 {
  %first = memref.alloc() : memref<i32>
  %other = memref.alloc() : memref<i32>
  memref.store %v, %first[] : memref<i32>
  %last = scf.while (%now = %first) : (memref<i32>) -> memref<i32> {
    %x = memref.load %now[] : memref<i32>
    %c = arith.cmpi slt, %x, %limit : i32
    scf.condition(%c) %now : memref<i32>
  } do {
  ^bb0(%in: memref<i32>):
    %x = memref.load %in[] : memref<i32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %other[] : memref<i32>
    scf.yield %other : memref<i32>
  }
  %o = memref.load %last[] : memref<i32>
  return %o : i32
}

// -----

// All elements are read before any is written.

// CHECK-LABEL: func @vector
// CHECK-COUNT-1: memref.alloc()
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @vector(%v: vector<8xf32>, %n: index) -> vector<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = memref.alloc() : memref<8xf32>
  %other = memref.alloc() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %x = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>
    %y = arith.addf %x, %x : vector<8xf32>
    vector.store %y, %other[%c0] : memref<8xf32>, vector<8xf32>
    scf.yield %other : memref<8xf32>
  }
  %o = vector.load %last[%c0] : memref<8xf32>, vector<8xf32>
  return %o : vector<8xf32>
}

// -----

// One operation reads each element before it writes it. The outer loop writes the first buffer again.

// CHECK-LABEL: func @element_wise_operation
// CHECK-COUNT-1: memref.alloc(
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @element_wise_operation(%v: f32, %n: index, %m: index, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = memref.alloc(%m) : memref<?xf32>
  %other = memref.alloc(%m) : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    linalg.fill ins(%v : f32) outs(%first : memref<?xf32>)
    %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<?xf32>) {
      linalg.generic {
        indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
        iterator_types = ["parallel"]
      } ins(%now : memref<?xf32>) outs(%other : memref<?xf32>) {
      ^bb0(%x: f32, %o: f32):
        %y = arith.addf %x, %v : f32
        linalg.yield %y : f32
      }
      scf.yield %other : memref<?xf32>
    }
    memref.copy %last, %out : memref<?xf32> to memref<?xf32>
  }
  memref.dealloc %first : memref<?xf32>
  memref.dealloc %other : memref<?xf32>
  return
}

// -----

// Loops over elements, one in another and at once, read each element before they write it.

// CHECK-LABEL: func @element_wise_loops
// CHECK-COUNT-1: memref.alloca()
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @element_wise_loops(%x: memref<4x8xf32>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<4x8xf32>
  %other = memref.alloca() : memref<4x8xf32>
  memref.copy %x, %first : memref<4x8xf32> to memref<4x8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<4x8xf32>) {
    scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
      scf.for %j = %c0 to %c8 step %c1 {
        %e = memref.load %now[%j, %i] : memref<4x8xf32>
        scf.if %c {
          %f = arith.addf %e, %e : f32
          memref.store %f, %other[%j, %i] : memref<4x8xf32>
        } else {
          memref.store %e, %other[%j, %i] : memref<4x8xf32>
        }
      }
    }
    scf.yield %other : memref<4x8xf32>
  }
  memref.copy %last, %x : memref<4x8xf32> to memref<4x8xf32>
  return
}

// -----

// Two loops, one after the other, with three buffers; each is freed.

// CHECK-LABEL: func @chain
// CHECK:         %[[A:.*]] = memref.alloc()
// CHECK-NOT:     memref.alloc
// CHECK:         memref.dealloc %[[A]]
// CHECK-NOT:     memref.dealloc
// CHECK:         return
func.func @chain(%v: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() {alignment = 64 : i64} : memref<i32>
  %b = memref.alloc() {alignment = 64 : i64} : memref<i32>
  %c = memref.alloc() {alignment = 64 : i64} : memref<i32>
  memref.store %v, %a[] : memref<i32>
  %0 = scf.for %k = %c0 to %n step %c1 iter_args(%now = %a) -> (memref<i32>) {
    %x = memref.load %now[] : memref<i32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %b[] : memref<i32>
    scf.yield %b : memref<i32>
  }
  %1 = scf.for %k = %c0 to %n step %c1 iter_args(%now = %0) -> (memref<i32>) {
    %x = memref.load %now[] : memref<i32>
    %y = arith.muli %x, %v : i32
    memref.store %y, %c[] : memref<i32>
    scf.yield %c : memref<i32>
  }
  %o = memref.load %1[] : memref<i32>
  memref.dealloc %a : memref<i32>
  memref.dealloc %b : memref<i32>
  memref.dealloc %c : memref<i32>
  return %o : i32
}

// -----

// One loop in the other; each iteration of the inner one allocates.

// CHECK-LABEL: func @nested
// CHECK-COUNT-1: memref.alloc()
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @nested(%v: i32, %n: index) -> memref<i32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<i32>
  memref.store %v, %a[] : memref<i32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%outer = %a) -> (memref<i32>) {
    %s = scf.for %k = %c0 to %n step %c1 iter_args(%now = %outer) -> (memref<i32>) {
      %x = memref.load %now[] : memref<i32>
      %y = arith.addi %x, %x : i32
      %new = memref.alloc() : memref<i32>
      memref.store %y, %new[] : memref<i32>
      scf.yield %new : memref<i32>
    }
    scf.yield %s : memref<i32>
  }
  return %r : memref<i32>
}

// -----

// Two buffers take turns.

// CHECK-LABEL: func @turns
// CHECK-COUNT-1: memref.alloca()
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @turns(%v: i32, %n: index) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloca() : memref<i32>
  %b = memref.alloca() : memref<i32>
  memref.store %v, %a[] : memref<i32>
  %r:2 = scf.for %k = %c0 to %n step %c1
      iter_args(%now = %a, %next = %b) -> (memref<i32>, memref<i32>) {
    %x = memref.load %now[] : memref<i32>
    %y = arith.addi %x, %x : i32
    memref.store %y, %next[] : memref<i32>
    scf.yield %next, %now : memref<i32>, memref<i32>
  }
  %o = memref.load %r#0[] : memref<i32>
  return %o : i32
}

// -----

// An iteration yields one of two buffers, or the copy in a third one.

// CHECK-LABEL: func @branches
// CHECK-COUNT-1: memref.alloca()
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @branches(%v: i32, %n: index, %p: i1) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloca() : memref<i32>
  %b = memref.alloca() : memref<i32>
  %c = memref.alloca() : memref<i32>
  memref.store %v, %a[] : memref<i32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%now = %a) -> (memref<i32>) {
    %s = scf.if %p -> (memref<i32>) {
      memref.copy %now, %b : memref<i32> to memref<i32>
      scf.yield %b : memref<i32>
    } else {
      %x = memref.load %now[] : memref<i32>
      memref.store %x, %c[] : memref<i32>
      scf.yield %c : memref<i32>
    }
    %t = arith.select %p, %s, %now : memref<i32>
    scf.yield %s : memref<i32>
  }
  %o = memref.load %r[] : memref<i32>
  return %o : i32
}
