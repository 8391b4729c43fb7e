// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --optimize-allocation-liveness | filecheck %s

// Buffers are freed right after their last use.

// CHECK-LABEL: func @after_views_and_stores
// CHECK:         %[[a:.*]] = memref.alloc() {alignment = 32 : i64} : memref<4x6xf32, 2>
// CHECK-NEXT:    memref.collapse_shape %[[a]]
// CHECK-NEXT:    memref.dealloc %[[a]]
// CHECK-NEXT:    %[[b:.*]] = memref.alloc() : memref<6xf32>
// CHECK-NEXT:    memref.store %{{.*}}, %[[b]]
// CHECK-NEXT:    memref.dealloc %[[b]]
// CHECK-NEXT:    "test.work"
func.func @after_views_and_stores(%i: index, %v: f32) {
  %a = memref.alloc() {alignment = 32 : i64} : memref<4x6xf32, 2>
  %s = memref.collapse_shape %a [[0, 1]] : memref<4x6xf32, 2> into memref<24xf32, 2>
  %b = memref.alloc() : memref<6xf32>
  memref.store %v, %b[%i] : memref<6xf32>
  "test.work"() : () -> ()
  memref.dealloc %a : memref<4x6xf32, 2>
  memref.dealloc %b : memref<6xf32>
  return
}

// -----

// CHECK-LABEL: func @one_after_the_other
// CHECK-NEXT:    %[[a:.*]] = memref.alloc(%{{.*}}) : memref<?xi8>
// CHECK-NEXT:    "test.use"(%[[a]])
// CHECK-NEXT:    memref.dealloc %[[a]]
// CHECK-NEXT:    %[[b:.*]] = memref.alloc(%{{.*}}) : memref<?xi16>
// CHECK-NEXT:    "test.use"(%[[b]])
// CHECK-NEXT:    %[[c:.*]] = memref.alloc(%{{.*}}) : memref<?xi32>
// CHECK-NEXT:    %[[d:.*]] = memref.alloc(%{{.*}}) : memref<?xi64>
// CHECK-NEXT:    "test.use"(%[[b]], %[[c]], %[[d]])
// CHECK-NEXT:    memref.dealloc %[[d]]
// CHECK-NEXT:    memref.dealloc %[[c]]
// CHECK-NEXT:    memref.dealloc %[[b]]
func.func @one_after_the_other(%n: index) {
  %a = memref.alloc(%n) : memref<?xi8>
  "test.use"(%a) : (memref<?xi8>) -> ()
  %b = memref.alloc(%n) : memref<?xi16>
  "test.use"(%b) : (memref<?xi16>) -> ()
  %c = memref.alloc(%n) : memref<?xi32>
  %d = memref.alloc(%n) : memref<?xi64>
  "test.use"(%b, %c, %d) : (memref<?xi16>, memref<?xi32>, memref<?xi64>) -> ()
  "test.work"() : () -> ()
  memref.dealloc %a : memref<?xi8>
  memref.dealloc %b : memref<?xi16>
  memref.dealloc %c : memref<?xi32>
  memref.dealloc %d : memref<?xi64>
  return
}

// -----

// The last use may be in a region, or of a view that a region uses.

// CHECK-LABEL: func @used_in_regions
// CHECK:           linalg.yield
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.dealloc %{{.*}} : memref<8xf32>
// CHECK-NEXT:    "test.work"
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      scf.for
// CHECK-NEXT:        memref.subview
// CHECK-NEXT:        "test.use"
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.dealloc %{{.*}} : memref<4x2xf32>
// CHECK-NEXT:    "test.work"
func.func @used_in_regions(%x: memref<8xf32>, %n: index, %k: index) {
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<4x2xf32>
  %v = memref.collapse_shape %b [[0, 1]] : memref<4x2xf32> into memref<8xf32>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%x : memref<8xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %e = memref.load %a[%i] : memref<8xf32>
    linalg.yield %e : f32
  }
  "test.work"() : () -> ()
  scf.for %i = %n to %k step %k {
    scf.for %j = %n to %k step %k {
      %s = memref.subview %v[%j] [2] [1] : memref<8xf32> to memref<2xf32, strided<[1], offset: ?>>
      "test.use"(%s) : (memref<2xf32, strided<[1], offset: ?>>) -> ()
    }
  }
  "test.work"() : () -> ()
  memref.dealloc %a : memref<8xf32>
  memref.dealloc %b : memref<4x2xf32>
  return
}

// -----

// In loops and branches, of what control hands on.

// CHECK-LABEL: func @handed_on
// CHECK:         scf.for
// CHECK-NEXT:      %[[a:.*]] = memref.alloc()
// CHECK:           %[[r:.*]] = scf.for
// CHECK:           %[[s:.*]] = scf.if
// CHECK:           "test.use"(%[[s]])
// CHECK-NEXT:      memref.dealloc %[[a]]
// CHECK-NEXT:      "test.work"
func.func @handed_on(%n: index, %k: index, %c: i1, %x: memref<4xf32>) {
  scf.for %i = %n to %k step %k {
    %a = memref.alloc() : memref<4xf32>
    "test.fill"(%a) : (memref<4xf32>) -> ()
    %r = scf.for %j = %n to %k step %k iter_args(%p = %a) -> memref<4xf32> {
      %o = "test.use"(%p) : (memref<4xf32>) -> i1
      %q = arith.select %o, %p, %x : memref<4xf32>
      scf.yield %q : memref<4xf32>
    }
    %s = scf.if %c -> memref<4xf32> {
      scf.yield %r : memref<4xf32>
    } else {
      scf.yield %x : memref<4xf32>
    }
    "test.use"(%s) : (memref<4xf32>) -> ()
    "test.work"() : () -> ()
    memref.dealloc %a : memref<4xf32>
  }
  return
}

// -----

// What is not freed in the block of its allocation stays, and what is freed without any use.

// CHECK-LABEL: func @freed_in_a_branch
// CHECK:         scf.if
// CHECK-NEXT:      "test.work"
// CHECK-NEXT:      memref.dealloc
func.func @freed_in_a_branch(%c: i1) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  "test.fill"(%a) : (memref<4xf32>) -> ()
  %r = scf.if %c -> memref<4xf32> {
    "test.work"() : () -> ()
    memref.dealloc %a : memref<4xf32>
    %b = memref.alloc() : memref<4xf32>
    scf.yield %b : memref<4xf32>
  } else {
    scf.yield %a : memref<4xf32>
  }
  return %r : memref<4xf32>
}

// -----

// A clone is another buffer; a call may give back what it gets.

// CHECK-LABEL: func @clone_and_call
// CHECK:         %[[b:.*]] = bufferization.clone %[[a:.*]] :
// CHECK:         call @same(%[[b]])
// CHECK-NEXT:    "test.use"
// CHECK-NEXT:    memref.dealloc %[[b]]
// CHECK-NEXT:    "test.work"
// CHECK-NEXT:    "test.use"(%[[a]])
func.func private @same(memref<4xf32>) -> memref<4xf32>
func.func @clone_and_call() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  "test.fill"(%a) : (memref<4xf32>) -> ()
  %b = bufferization.clone %a : memref<4xf32> to memref<4xf32>
  %s = call @same(%b) : (memref<4xf32>) -> memref<4xf32>
  "test.use"(%s) : (memref<4xf32>) -> ()
  "test.work"() : () -> ()
  "test.use"(%a) : (memref<4xf32>) -> ()
  memref.dealloc %b : memref<4xf32>
  return %a : memref<4xf32>
}

// -----

// What depends on conditions stays.

// CHECK-LABEL: func @conditions
// CHECK:         "test.work"
// CHECK-NEXT:    bufferization.dealloc
func.func @conditions(%c: i1, %x: memref<4xf32>) -> i1 {
  %a = memref.alloc() : memref<4xf32>
  "test.use"(%a) : (memref<4xf32>) -> ()
  %d = "test.work"() : () -> i1
  %r = bufferization.dealloc (%a : memref<4xf32>) if (%d) retain (%x : memref<4xf32>)
  return %r : i1
}

// -----

// A reallocation is needed where it is.
// REFERENCE: mlir-opt moves it behind the uses of its result.

// CHECK-LABEL: func @reallocated
// CHECK:         "test.work"
// CHECK-NEXT:    %[[b:.*]] = memref.realloc
// CHECK-NEXT:    "test.use"(%[[b]])
// CHECK-NEXT:    memref.dealloc %[[b]]
// CHECK-NEXT:    "test.work"
func.func @reallocated(%n: index) {
  %a = memref.alloc(%n) : memref<?xf32>
  "test.use"(%a) : (memref<?xf32>) -> ()
  "test.work"() : () -> ()
  %b = memref.realloc %a(%n) : memref<?xf32> to memref<?xf32>
  "test.use"(%b) : (memref<?xf32>) -> ()
  "test.work"() : () -> ()
  memref.dealloc %b : memref<?xf32>
  return
}

// -----

// Other names of a buffer.
// REFERENCE: mlir-opt frees it before it is used by those.

// CHECK-LABEL: func @other_names
// CHECK:         "test.use"(%{{.*}}) : (memref<4xf32>)
// CHECK-NEXT:    memref.dealloc %{{.*}} : memref<4xf32>
// CHECK:         "test.use"(%{{.*}}) : (tensor<5xf32>)
// CHECK-NEXT:    memref.dealloc %{{.*}} : memref<5xf32>
func.func @other_names() {
  %a = memref.alloc() : memref<4xf32>
  "test.fill"(%a) : (memref<4xf32>) -> ()
  %b = "test.same"(%a) : (memref<4xf32>) -> memref<4xf32>
  "test.use"(%b) : (memref<4xf32>) -> ()
  %d = memref.alloc() : memref<5xf32>
  %t = bufferization.to_tensor %d : memref<5xf32> to tensor<5xf32>
  "test.use"(%t) : (tensor<5xf32>) -> ()
  "test.work"() : () -> ()
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %d : memref<5xf32>
  return
}

// -----

// A buffer that is stored in another one may be used by anything.
// REFERENCE: mlir-opt frees it before it is loaded from there.

// CHECK-LABEL: func @stored_in_a_buffer
// CHECK:         "test.use"
// CHECK-NEXT:    memref.dealloc
func.func @stored_in_a_buffer(%x: memref<memref<4xf32>>) {
  %a = memref.alloc() : memref<4xf32>
  memref.store %a, %x[] : memref<memref<4xf32>>
  %b = memref.load %x[] : memref<memref<4xf32>>
  "test.use"(%b) : (memref<4xf32>) -> ()
  memref.dealloc %a : memref<4xf32>
  return
}

// -----

// A use in another block, behind the free: a program that is wrong as it is.
// REFERENCE: mlir-opt puts the free behind the branch.

// CHECK-LABEL: func @used_in_another_block
// CHECK:         memref.dealloc
// CHECK-NEXT:    cf.br
func.func @used_in_another_block() {
  %a = memref.alloc() : memref<4xf32>
  "test.work"() : () -> ()
  memref.dealloc %a : memref<4xf32>
  cf.br ^next(%a : memref<4xf32>)
^next(%b: memref<4xf32>):
  "test.use"(%b) : (memref<4xf32>) -> ()
  return
}

// -----

// A copy that has been started uses its buffers until something waits for it.

// REFERENCE: mlir-opt frees the buffers right after the copies have been started.
// CHECK-LABEL: func @copied_in_the_background
// CHECK:         memref.dma_wait
// CHECK-NEXT:    affine.dma_wait
// CHECK-NEXT:    gpu.wait [
// CHECK-COUNT-3: memref.dealloc
func.func @copied_in_the_background(%x: memref<4xf32, 1>, %y: memref<4xf32>, %tag: memref<2xi32>, %i: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  memref.dma_start %x[%i], %a[%i], %i, %tag[%c0] : memref<4xf32, 1>, memref<4xf32>, memref<2xi32>
  affine.dma_start %x[%i], %b[%i], %tag[1], %c1 : memref<4xf32, 1>, memref<4xf32>, memref<2xi32>
  %start = gpu.wait async
  %copied = gpu.memcpy async [%start] %y, %c : memref<4xf32>, memref<4xf32>
  memref.dma_wait %tag[%c0], %i : memref<2xi32>
  affine.dma_wait %tag[1], %c1 : memref<2xi32>
  gpu.wait [%copied]
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  memref.dealloc %c : memref<4xf32>
  return
}
