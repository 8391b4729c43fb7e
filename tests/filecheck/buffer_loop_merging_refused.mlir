// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --buffer-loop-merging | filecheck %s

// Loops that carry one buffer in and yield another one, and need both.

// The carried buffer is read after the other one is written.

// CHECK-LABEL: func @read_after_write(
// CHECK-COUNT-2: = memref.alloc
func.func @read_after_write(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %x = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>
    vector.store %x, %other[%c0] : memref<8xf32>, vector<8xf32>
    %y = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>
    vector.store %y, %out[%c0] : memref<8xf32>, vector<8xf32>
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// The first buffer is read after the loop.

// CHECK-LABEL: func @first_read_after_loop(
// CHECK-COUNT-2: = memref.alloc
func.func @first_read_after_loop(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %x = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>
    vector.store %x, %other[%c0] : memref<8xf32>, vector<8xf32>
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  memref.copy %first, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// The first buffer is read in the loop by its own name.

// CHECK-LABEL: func @first_read_in_loop(
// CHECK-COUNT-2: = memref.alloc
func.func @first_read_in_loop(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %x = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>
    %y = vector.load %first[%c0] : memref<8xf32>, vector<8xf32>
    %z = arith.addf %x, %y : vector<8xf32>
    vector.store %z, %other[%c0] : memref<8xf32>, vector<8xf32>
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// A view of the carried buffer is read after the write.

// CHECK-LABEL: func @view_read_after_write(
// CHECK-COUNT-2: = memref.alloc
func.func @view_read_after_write(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %view = memref.subview %now[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
    %x = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>
    vector.store %x, %other[%c0] : memref<8xf32>, vector<8xf32>
    %y = memref.load %view[%c0] : memref<4xf32, strided<[1], offset: 4>>
    memref.store %y, %out[%c0] : memref<8xf32>
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// What may be the carried buffer is read after the write.

// CHECK-LABEL: func @selected_read_after_write(
// CHECK-COUNT-2: = memref.alloc
func.func @selected_read_after_write(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %either = arith.select %p, %now, %out : memref<8xf32>
    %x = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>
    vector.store %x, %other[%c0] : memref<8xf32>, vector<8xf32>
    %y = memref.load %either[%c0] : memref<8xf32>
    memref.store %y, %out[%c0] : memref<8xf32>
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// A loop over elements reads an element that it has written.

// CHECK-LABEL: func @other_element(
// CHECK-COUNT-2: = memref.alloc
func.func @other_element(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    scf.for %i = %c0 to %c7 step %c1 {
      %e = memref.load %now[%i] : memref<8xf32>
      %next = arith.addi %i, %c1 : index
      memref.store %e, %other[%next] : memref<8xf32>
    }
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// A loop over elements reads the element after it is written.

// CHECK-LABEL: func @element_twice(
// CHECK-COUNT-2: = memref.alloc
func.func @element_twice(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    scf.for %i = %c0 to %c8 step %c1 {
      %e = memref.load %now[%i] : memref<8xf32>
      %f = arith.addf %e, %e : f32
      memref.store %f, %other[%i] : memref<8xf32>
      %g = memref.load %now[%i] : memref<8xf32>
      memref.store %g, %out[%i] : memref<8xf32>
    }
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// An inner loop visits the same element again.

// CHECK-LABEL: func @element_again(
// CHECK-COUNT-2: = memref.alloc
func.func @element_again(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    scf.for %i = %c0 to %c8 step %c1 {
      scf.for %j = %c0 to %m step %c1 {
        %e = memref.load %now[%i] : memref<8xf32>
        %f = arith.addf %e, %e : f32
        memref.store %f, %other[%i] : memref<8xf32>
      }
    }
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// An index is computed in a loop, so that two steps may have the same one.

// CHECK-LABEL: func @element_of_inner_value(
// CHECK-COUNT-2: = memref.alloc
func.func @element_of_inner_value(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    scf.for %i = %c0 to %c8 step %c1 {
      %j = arith.remui %i, %m : index
      %e = memref.load %now[%j] : memref<8xf32>
      %f = arith.addf %e, %e : f32
      memref.store %f, %other[%j] : memref<8xf32>
    }
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// One operation reads other elements than it writes.

// CHECK-LABEL: func @transposed(
// CHECK-COUNT-2: = memref.alloc
func.func @transposed(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>, %table: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8x8xf32>
  %other = memref.alloca() : memref<8x8xf32>
  memref.copy %table, %first : memref<8x8xf32> to memref<8x8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8x8xf32>) {
    linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]
    } ins(%now : memref<8x8xf32>) outs(%other : memref<8x8xf32>) {
    ^bb0(%x: f32, %o: f32):
      linalg.yield %x : f32
    }
    scf.yield %other : memref<8x8xf32>
  }
  memref.copy %last, %table : memref<8x8xf32> to memref<8x8xf32>
  return
}

// -----

// A product reads each element more than once.

// CHECK-LABEL: func @product(
// CHECK-COUNT-2: = memref.alloc
func.func @product(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>, %table: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8x8xf32>
  %other = memref.alloca() : memref<8x8xf32>
  memref.copy %table, %first : memref<8x8xf32> to memref<8x8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8x8xf32>) {
    linalg.matmul ins(%now, %table : memref<8x8xf32>, memref<8x8xf32>) outs(%other : memref<8x8xf32>)
    scf.yield %other : memref<8x8xf32>
  }
  memref.copy %last, %table : memref<8x8xf32> to memref<8x8xf32>
  return
}

// -----

// The loop adds to what the other buffer has from before.

// CHECK-LABEL: func @other_written_before(
// CHECK-COUNT-2: = memref.alloc
func.func @other_written_before(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  memref.copy %out, %other : memref<8xf32> to memref<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %x = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>
    %y = vector.load %other[%c0] : memref<8xf32>, vector<8xf32>
    %z = arith.addf %x, %y : vector<8xf32>
    vector.store %z, %other[%c0] : memref<8xf32>, vector<8xf32>
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// The next iteration of an outer loop reads the first buffer again.

// CHECK-LABEL: func @first_read_in_next_iteration(
// CHECK-COUNT-2: = memref.alloc
func.func @first_read_in_next_iteration(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  scf.for %i = %c0 to %n step %c1 {
   %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %x = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>
    vector.store %x, %other[%c0] : memref<8xf32>, vector<8xf32>
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  }
  return
}

// -----

// Two buffers that are both read and written change places.

// CHECK-LABEL: func @swapped(
// CHECK-COUNT-2: = memref.alloc
func.func @swapped(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  memref.copy %out, %other : memref<8xf32> to memref<8xf32>
  %last:2 = scf.for %k = %c0 to %n step %c1
      iter_args(%now = %first, %next = %other) -> (memref<8xf32>, memref<8xf32>) {
    scf.yield %next, %now : memref<8xf32>, memref<8xf32>
  }
  memref.copy %last#0, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// The buffers have other alignments.

// CHECK-LABEL: func @alignment(
// CHECK-COUNT-2: = memref.alloc
func.func @alignment(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() {alignment = 64 : i64} : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %x = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>
    vector.store %x, %other[%c0] : memref<8xf32>, vector<8xf32>
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// The alignment of one buffer is a promise.

// CHECK-LABEL: func @assumed_alignment(
// CHECK-COUNT-2: = memref.alloc
func.func @assumed_alignment(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %x = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>
    %aligned = memref.assume_alignment %other, 64 : memref<8xf32>
    vector.store %x, %aligned[%c0] : memref<8xf32>, vector<8xf32>
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// The extents may differ.

// CHECK-LABEL: func @extents(
// CHECK-COUNT-2: = memref.alloc
func.func @extents(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca(%n) : memref<?xf32>
  %other = memref.alloca(%m) : memref<?xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<?xf32>) {
    %e = memref.load %now[%c0] : memref<?xf32>
    memref.store %e, %other[%c0] : memref<?xf32>
    scf.yield %other : memref<?xf32>
  }
  %e = memref.load %last[%c0] : memref<?xf32>
  memref.store %e, %out[%c0] : memref<8xf32>
  return
}

// -----

// The buffers are in different memory spaces until they are cast.

// CHECK-LABEL: func @spaces(
// CHECK-COUNT-2: = memref.alloc
func.func @spaces(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32, 3>
  %cast = memref.memory_space_cast %other : memref<8xf32, 3> to memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %e = memref.load %now[%c0] : memref<8xf32>
    memref.store %e, %cast[%c0] : memref<8xf32>
    scf.yield %cast : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// One buffer is on the stack, and one is not.

// CHECK-LABEL: func @kinds(
// CHECK-COUNT-2: = memref.alloc
func.func @kinds(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloc() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %x = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>
    vector.store %x, %other[%c0] : memref<8xf32>, vector<8xf32>
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// A buffer is stored in another one, from which any operation may load it.

// CHECK-LABEL: func @stored(
// CHECK-COUNT-2: = memref.alloc
func.func @stored(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>, %pointers: memref<1xmemref<8xf32>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  memref.store %first, %pointers[%c0] : memref<1xmemref<8xf32>>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %x = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>
    vector.store %x, %other[%c0] : memref<8xf32>, vector<8xf32>
    %found = memref.load %pointers[%c0] : memref<1xmemref<8xf32>>
    memref.copy %found, %out : memref<8xf32> to memref<8xf32>
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// A function is given a buffer.

// CHECK-LABEL: func @called(
// CHECK-COUNT-2: = memref.alloc
func.func private @unknown(memref<8xf32>)
func.func @called(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %x = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>
    vector.store %x, %other[%c0] : memref<8xf32>, vector<8xf32>
    func.call @unknown(%now) : (memref<8xf32>) -> ()
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// A function may return a buffer that it is given.

// CHECK-LABEL: func @returned_by_call(
// CHECK-COUNT-2: = memref.alloc
func.func private @same(memref<8xf32>) -> memref<8xf32>
func.func @returned_by_call(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %x = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>
    vector.store %x, %other[%c0] : memref<8xf32>, vector<8xf32>
    %same = func.call @same(%now) : (memref<8xf32>) -> memref<8xf32>
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// Nothing is known of an operation.

// CHECK-LABEL: func @unknown_operation(
// CHECK-COUNT-2: = memref.alloc
func.func @unknown_operation(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %x = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>
    vector.store %x, %other[%c0] : memref<8xf32>, vector<8xf32>
    "test.use"(%now) : (memref<8xf32>) -> ()
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// Threads read elements that others write.

// CHECK-LABEL: func @threads(
// CHECK-COUNT-2: = memref.alloc
func.func @threads(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
      %e = memref.load %now[%c0] : memref<8xf32>
      memref.store %e, %other[%i] : memref<8xf32>
    }
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// A task reads the carried buffer, maybe after the write.

// CHECK-LABEL: func @task(
// CHECK-COUNT-2: = memref.alloc
func.func @task(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %token = async.execute {
      %e = memref.load %now[%c0] : memref<8xf32>
      memref.store %e, %out[%c0] : memref<8xf32>
      async.yield
    }
    vector.store %v, %other[%c0] : memref<8xf32>, vector<8xf32>
    async.await %token : !async.token
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// The address of a buffer is taken as a number.

// CHECK-LABEL: func @address(
// CHECK-COUNT-2: = memref.alloc
func.func @address(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>, %numbers: memref<1xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %address = memref.extract_aligned_pointer_as_index %first : memref<8xf32> -> index
  memref.store %address, %numbers[%c0] : memref<1xindex>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %x = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>
    vector.store %x, %other[%c0] : memref<8xf32>, vector<8xf32>
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// The buffers are promised to be distinct.

// CHECK-LABEL: func @distinct(
// CHECK-COUNT-2: = memref.alloc
func.func @distinct(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %a, %b = memref.distinct_objects %now, %other : memref<8xf32>, memref<8xf32>
    %x = vector.load %a[%c0] : memref<8xf32>, vector<8xf32>
    vector.store %x, %b[%c0] : memref<8xf32>, vector<8xf32>
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// Only one of the buffers is freed.

// CHECK-LABEL: func @freed_alone(
// CHECK-COUNT-2: = memref.alloc
func.func @freed_alone(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloc() : memref<8xf32>
  %other = memref.alloc() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %x = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>
    vector.store %x, %other[%c0] : memref<8xf32>, vector<8xf32>
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  memref.dealloc %other : memref<8xf32>
  return
}

// -----

// Each iteration frees the carried buffer.

// CHECK-LABEL: func @freed_in_loop(
// CHECK-COUNT-2: = memref.alloc
func.func @freed_in_loop(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloc() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %x = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>
    %new = memref.alloc() : memref<8xf32>
    vector.store %x, %new[%c0] : memref<8xf32>, vector<8xf32>
    memref.dealloc %now : memref<8xf32>
    scf.yield %new : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// The function returns both.

// CHECK-LABEL: func @both_returned(
// CHECK-COUNT-2: = memref.alloc
func.func @both_returned(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) -> (memref<8xf32>, memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloc() : memref<8xf32>
  %other = memref.alloc() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %x = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>
    vector.store %x, %other[%c0] : memref<8xf32>, vector<8xf32>
    scf.yield %other : memref<8xf32>
  }
  return %first, %last : memref<8xf32>, memref<8xf32>
}

// -----

// An iteration reads the buffer of the one before the last.

// CHECK-LABEL: func @history(
// CHECK-COUNT-2: = memref.alloc
func.func @history(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloc() : memref<8xf32>
  %older = memref.alloc() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  vector.store %v, %older[%c0] : memref<8xf32>, vector<8xf32>
  %last:2 = scf.for %k = %c0 to %n step %c1
      iter_args(%now = %first, %before = %older) -> (memref<8xf32>, memref<8xf32>) {
    %x = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>
    %y = vector.load %before[%c0] : memref<8xf32>, vector<8xf32>
    %z = arith.addf %x, %y : vector<8xf32>
    %new = memref.alloc() : memref<8xf32>
    vector.store %z, %new[%c0] : memref<8xf32>, vector<8xf32>
    scf.yield %new, %now : memref<8xf32>, memref<8xf32>
  }
  memref.copy %last#0, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// Only a part of the first buffer is written again before the next loop.

// CHECK-LABEL: func @written_in_part_again(
// CHECK-COUNT-2: = memref.alloc
func.func @written_in_part_again(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    %e = memref.load %out[%i] : memref<8xf32>
    memref.store %e, %first[%c0] : memref<8xf32>
   %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    linalg.exp ins(%now : memref<8xf32>) outs(%other : memref<8xf32>)
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  }
  return
}

// -----

// Only a view of the first buffer is written again before the next loop.

// CHECK-LABEL: func @view_filled(
// CHECK-COUNT-2: = memref.alloc
func.func @view_filled(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    %e = memref.load %out[%i] : memref<8xf32>
    %low = memref.subview %first[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
    linalg.fill ins(%e : f32) outs(%low : memref<4xf32, strided<[1]>>)
   %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    linalg.exp ins(%now : memref<8xf32>) outs(%other : memref<8xf32>)
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  }
  return
}

// -----

// A part of one buffer is copied to another part of the other one.

// CHECK-LABEL: func @part_copied(
// CHECK-COUNT-2: = memref.alloc
func.func @part_copied(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %low = memref.subview %now[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
    %high = memref.subview %other[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
    memref.copy %low, %high : memref<4xf32, strided<[1]>> to memref<4xf32, strided<[1], offset: 4>>
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// Blocks of a region pass a buffer on.

// CHECK-LABEL: func @blocks(
// CHECK-COUNT-2: = memref.alloc
func.func @blocks(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.for %k = %c0 to %n step %c1 iter_args(%now = %first) -> (memref<8xf32>) {
    %x = vector.load %now[%c0] : memref<8xf32>, vector<8xf32>
    vector.store %x, %other[%c0] : memref<8xf32>, vector<8xf32>
    scf.execute_region {
      cf.cond_br %p, ^then, ^end
    ^then:
      memref.copy %now, %out : memref<8xf32> to memref<8xf32>
      cf.br ^end
    ^end:
      scf.yield
    }
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// The condition of a loop reads a buffer that the loop does not carry.

// CHECK-LABEL: func @condition_reads(
// CHECK-COUNT-2: = memref.alloc
func.func @condition_reads(%v: vector<8xf32>, %n: index, %m: index, %out: memref<8xf32>, %limit: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %first = memref.alloca() : memref<8xf32>
  %other = memref.alloca() : memref<8xf32>
  vector.store %v, %first[%c0] : memref<8xf32>, vector<8xf32>
  %last = scf.while (%now = %first) : (memref<8xf32>) -> memref<8xf32> {
    %e = memref.load %first[%c0] : memref<8xf32>
    %p = arith.cmpf olt, %e, %limit : f32
    scf.condition(%p) %now : memref<8xf32>
  } do {
  ^bb0(%in: memref<8xf32>):
    %x = vector.load %in[%c0] : memref<8xf32>, vector<8xf32>
    %y = arith.addf %x, %x : vector<8xf32>
    vector.store %y, %other[%c0] : memref<8xf32>, vector<8xf32>
    scf.yield %other : memref<8xf32>
  }
  memref.copy %last, %out : memref<8xf32> to memref<8xf32>
  return
}
