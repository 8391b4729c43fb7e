// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --promote-buffers-to-stack | filecheck %s
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --promote-buffers-to-stack=max-alloc-size-in-bytes=48 | filecheck %s --check-prefix SMALL
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --promote-buffers-to-stack=max-rank-of-allocated-memref=2 | filecheck %s --check-prefix RANK

// Small buffers that do not leave their scope go to the stack.

// CHECK-LABEL: func @one_side
// CHECK:       ^bb1:
// CHECK-NEXT:    memref.alloca() : memref<5xi32>
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

// CHECK-LABEL: func @both_blocks
// CHECK:       ^bb1:
// CHECK-NEXT:    memref.alloca() : memref<7xi8>
// CHECK:       ^bb2:
// CHECK-NEXT:    memref.alloca() : memref<7xi8>
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

// CHECK-LABEL: func @first_and_last_block
// CHECK-NEXT:    memref.alloca()
// CHECK:       ^bb3(%{{.*}}: memref<5xi32>):
// CHECK-NEXT:    memref.alloca()
// CHECK-NEXT:    memref.alloca()
// CHECK-NOT:     memref.alloc()
func.func @first_and_last_block(%c: i1, %x: memref<5xi32>) {
  %a = memref.alloc() : memref<5xi32>
  "test.fill"(%a) : (memref<5xi32>) -> ()
  cf.cond_br %c, ^left(%a : memref<5xi32>), ^join(%x : memref<5xi32>)
^left(%l: memref<5xi32>):
  cf.cond_br %c, ^inner, ^join(%x : memref<5xi32>)
^inner:
  cf.br ^join(%l : memref<5xi32>)
^join(%j: memref<5xi32>):
  %b = memref.alloc() : memref<5xi32>
  %d = memref.alloc() : memref<5xi32>
  "test.use"(%b, %j, %d) : (memref<5xi32>, memref<5xi32>, memref<5xi32>) -> ()
  return
}

// -----

// The size, exactly as large as may be, and one more; 48 bytes in the second run.

// CHECK-LABEL: func @sizes
// CHECK-NEXT:    memref.alloca() : memref<256xf32>
// CHECK-NEXT:    memref.alloc() : memref<257xf32>
// CHECK-NEXT:    memref.alloca() : memref<8192xi1>
// CHECK-NEXT:    memref.alloc() : memref<8193xi1>
// CHECK-NEXT:    memref.alloca() : memref<128xindex>
// CHECK-NEXT:    memref.alloc() : memref<129xindex>
// CHECK-NEXT:    memref.alloca() : memref<64xvector<3xf32>>
// CHECK-NEXT:    memref.alloc() : memref<65xvector<3xf32>>
// CHECK-NEXT:    memref.alloca() : memref<85xvector<3x1xf32>>
// CHECK-NEXT:    memref.alloc() : memref<86xvector<3x1xf32>>
// CHECK-NEXT:    memref.alloca() : memref<128xvector<8xi1>>
// CHECK-NEXT:    memref.alloc() : memref<129xvector<8xi1>>
// CHECK-NEXT:    memref.alloca() : memref<292xcomplex<i12>>
// CHECK-NEXT:    memref.alloc() : memref<293xcomplex<i12>>
// CHECK-NEXT:    memref.alloca() : memref<0xf64>
// CHECK-NEXT:    memref.alloca() : memref<3x4xf32, strided<[8, 1]>, 3>
// SMALL-LABEL: func @sizes
// SMALL-COUNT-14: memref.alloc()
// SMALL-NEXT:     memref.alloca() : memref<0xf64>
// SMALL-NEXT:     memref.alloca() : memref<3x4xf32
func.func @sizes() {
  %0 = memref.alloc() : memref<256xf32>
  %1 = memref.alloc() : memref<257xf32>
  %2 = memref.alloc() : memref<8192xi1>
  %3 = memref.alloc() : memref<8193xi1>
  %4 = memref.alloc() : memref<128xindex>
  %5 = memref.alloc() : memref<129xindex>
  %6 = memref.alloc() : memref<64xvector<3xf32>>
  %7 = memref.alloc() : memref<65xvector<3xf32>>
  %8 = memref.alloc() : memref<85xvector<3x1xf32>>
  %9 = memref.alloc() : memref<86xvector<3x1xf32>>
  %10 = memref.alloc() : memref<128xvector<8xi1>>
  %11 = memref.alloc() : memref<129xvector<8xi1>>
  %12 = memref.alloc() : memref<292xcomplex<i12>>
  %13 = memref.alloc() : memref<293xcomplex<i12>>
  %14 = memref.alloc() : memref<0xf64>
  %15 = memref.alloc() : memref<3x4xf32, strided<[8, 1]>, 3>
  "test.use"(%0, %1, %2, %3, %4, %5, %6, %7) : (memref<256xf32>, memref<257xf32>, memref<8192xi1>, memref<8193xi1>, memref<128xindex>, memref<129xindex>, memref<64xvector<3xf32>>, memref<65xvector<3xf32>>) -> ()
  "test.use"(%8, %9, %10, %11, %12, %13, %14, %15) : (memref<85xvector<3x1xf32>>, memref<86xvector<3x1xf32>>, memref<128xvector<8xi1>>, memref<129xvector<8xi1>>, memref<292xcomplex<i12>>, memref<293xcomplex<i12>>, memref<0xf64>, memref<3x4xf32, strided<[8, 1]>, 3>) -> ()
  return
}

// -----

// A data layout that says how wide an index is; attributes stay.

// CHECK-LABEL: func @index_of_the_layout
// CHECK-NEXT:    memref.alloca() {alignment = 64 : i64, test.note} : memref<64xindex>
// CHECK-NEXT:    memref.alloc() {alignment = 64 : i64, test.note} : memref<65xindex>
// SMALL-LABEL: func @index_of_the_layout
// SMALL-NEXT:    memref.alloc() {alignment = 64 : i64, test.note} : memref<64xindex>
module attributes {dlti.dl_spec = #dlti.dl_spec<index = 128>} {
  func.func @index_of_the_layout() {
    %0 = memref.alloc() {alignment = 64 : i64, test.note} : memref<64xindex>
    %1 = memref.alloc() {alignment = 64 : i64, test.note} : memref<65xindex>
    "test.use"(%0, %1) : (memref<64xindex>, memref<65xindex>) -> ()
    return
  }
}

// -----

// Of unknown extents, only ranks are small.

// CHECK-LABEL: func @extents
// CHECK:         memref.alloc(%arg0) : memref<?xf32>
// CHECK-NEXT:    %[[r:.*]] = memref.rank
// CHECK-NEXT:    memref.alloca(%[[r]]) : memref<?xf32>
// CHECK-NEXT:    memref.alloc(%[[r]], %[[r]]) : memref<?x?xf32>
// CHECK-NEXT:    memref.alloc(%[[r]], %arg0) : memref<?x?xf32>
// RANK-LABEL: func @extents
// RANK:          memref.alloc(%arg0) : memref<?xf32>
// RANK:          memref.alloca(%[[r:.*]]) : memref<?xf32>
// RANK-NEXT:     memref.alloca(%[[r]], %[[r]]) : memref<?x?xf32>
// RANK-NEXT:     memref.alloc(%[[r]], %arg0) : memref<?x?xf32>
func.func @extents(%n: index, %u: memref<*xf32>) {
  %a = memref.alloc(%n) : memref<?xf32>
  %r = memref.rank %u : memref<*xf32>
  %b = memref.alloc(%r) : memref<?xf32>
  %c = memref.alloc(%r, %r) : memref<?x?xf32>
  %d = memref.alloc(%r, %n) : memref<?x?xf32>
  "test.use"(%a, %b, %c, %d) : (memref<?xf32>, memref<?xf32>, memref<?x?xf32>, memref<?x?xf32>) -> ()
  return
}

// -----

// CHECK-LABEL: func @extent_of_block
// CHECK:       ^bb1(%[[m:.*]]: index):
// CHECK-NEXT:    memref.alloc(%[[m]])
func.func @extent_of_block(%c: i1, %n: index, %x: memref<?xi32>) {
  cf.cond_br %c, ^left(%n : index), ^join(%x : memref<?xi32>)
^left(%m: index):
  %a = memref.alloc(%m) : memref<?xi32>
  cf.br ^join(%a : memref<?xi32>)
^join(%r: memref<?xi32>):
  "test.use"(%r) : (memref<?xi32>) -> ()
  return
}

// -----

// What a function returns it allocates on the heap, by whatever name.

// CHECK-LABEL: func @returned
// CHECK-NEXT:    memref.alloc() : memref<4xf32>
// CHECK-NEXT:    memref.alloca() : memref<4xf32>
// CHECK-NEXT:    memref.alloc() : memref<2x2xf32>
func.func @returned(%x: memref<4xf32>, %c: i1) -> (memref<4xf32>, memref<4xf32>, memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %d = memref.alloc() : memref<2x2xf32>
  memref.copy %x, %b : memref<4xf32> to memref<4xf32>
  memref.copy %b, %a : memref<4xf32> to memref<4xf32>
  %v = memref.collapse_shape %d [[0, 1]] : memref<2x2xf32> into memref<4xf32>
  %s = arith.select %c, %v, %x : memref<4xf32>
  return %x, %a, %s : memref<4xf32>, memref<4xf32>, memref<4xf32>
}

// -----

// CHECK-LABEL: func @returned_from_a_branch
// CHECK-NEXT:    memref.alloc() : memref<4xf32>
// CHECK-NEXT:    scf.if
// CHECK-NEXT:      memref.alloca() : memref<2xf32>
// CHECK:         else
// CHECK-NEXT:      memref.alloc() : memref<4xf32>
func.func @returned_from_a_branch(%c: i1) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %r = scf.if %c -> (memref<4xf32>) {
    %b = memref.alloc() : memref<2xf32>
    "test.use"(%b) : (memref<2xf32>) -> ()
    scf.yield %a : memref<4xf32>
  } else {
    %b = memref.alloc() : memref<4xf32>
    scf.yield %b : memref<4xf32>
  }
  return %r : memref<4xf32>
}

// -----

// CHECK-LABEL: func @in_unknown_region
// CHECK-NEXT:    memref.alloca()
// CHECK-NEXT:    "test.region"
// CHECK-NEXT:      memref.alloc()
func.func @in_unknown_region() {
  %a = memref.alloc() : memref<4xi16>
  "test.region"(%a) ({
    %b = memref.alloc() : memref<4xi16>
    "test.use"(%b) : (memref<4xi16>) -> ()
    "test.end"() : () -> ()
  }) : (memref<4xi16>) -> ()
  return
}

// -----

// In front of a loop whose iterations can share the buffer; what the next iteration gets, and what
// iterations need at the same time, stays on the heap.
// REFERENCE: mlir-opt has the stack grow in each iteration.

// CHECK-LABEL: func @in_loops
// CHECK-NEXT:    memref.alloca() : memref<2xf32>
// CHECK-NEXT:    memref.alloca() : memref<3xf32>
// CHECK-NEXT:    memref.alloca() : memref<4xf32>
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      memref.alloc() : memref<2xf32>
// CHECK-NEXT:      scf.if
// CHECK:             memref.alloc() : memref<2xf32>
// CHECK:         scf.parallel
// CHECK-NEXT:      memref.alloc()
// CHECK:         memref.alloca() : memref<2xf32>
// CHECK-NEXT:    scf.while
func.func @in_loops(%n: index, %k: index, %c: i1) {
  %x = memref.alloc() : memref<2xf32>
  %r = scf.for %i = %n to %k step %k iter_args(%p = %x) -> memref<2xf32> {
    %a = memref.alloc() : memref<2xf32>
    %b = memref.alloc() : memref<3xf32>
    %s = scf.if %c -> memref<2xf32> {
      %d = memref.alloc() : memref<4xf32>
      "test.use"(%p, %b, %d) : (memref<2xf32>, memref<3xf32>, memref<4xf32>) -> ()
      %e = memref.alloc() : memref<2xf32>
      "test.use"(%e) : (memref<2xf32>) -> ()
      scf.yield %e : memref<2xf32>
    } else {
      scf.yield %a : memref<2xf32>
    }
    scf.yield %s : memref<2xf32>
  }
  "test.use"(%r) : (memref<2xf32>) -> ()
  scf.parallel (%i) = (%n) to (%k) step (%k) {
    %a = memref.alloc() : memref<2xf32>
    "test.use"(%a) : (memref<2xf32>) -> ()
    scf.reduce
  }
  scf.while : () -> () {
    %a = memref.alloc() : memref<2xf32>
    %again = "test.use"(%a) : (memref<2xf32>) -> i1
    scf.condition(%again)
  } do {
    scf.yield
  }
  return
}

// -----

// A loop that hands on what is around it.

// CHECK-LABEL: func @from_around_a_loop
// CHECK-NEXT:    memref.alloca()
func.func @from_around_a_loop(%n: index, %k: index, %c: i1, %x: memref<2xf32>) {
  %a = memref.alloc() : memref<2xf32>
  %r = scf.for %i = %n to %k step %k iter_args(%p = %x) -> memref<2xf32> {
    %s = scf.if %c -> memref<2xf32> {
      scf.yield %a : memref<2xf32>
    } else {
      scf.yield %p : memref<2xf32>
    }
    scf.yield %s : memref<2xf32>
  }
  memref.copy %r, %x : memref<2xf32> to memref<2xf32>
  return
}

// -----

// What is freed, or made larger or smaller, was allocated on the heap.

// CHECK-LABEL: func @freed
// CHECK-NOT:     memref.alloca
func.func @freed(%c: i1, %n: index) -> memref<?xf32> {
  %a = memref.alloc() : memref<2xf32>
  "test.use"(%a) : (memref<2xf32>) -> ()
  memref.dealloc %a : memref<2xf32>
  %b = memref.alloc() : memref<3xf32>
  %d = memref.realloc %b(%n) : memref<3xf32> to memref<?xf32>
  %e = memref.alloc() : memref<5xf32>
  cf.cond_br %c, ^left, ^right
^left:
  memref.dealloc %e : memref<5xf32>
  return %d : memref<?xf32>
^right:
  memref.dealloc %e : memref<5xf32>
  return %d : memref<?xf32>
}

// -----

// REFERENCE: mlir-opt frees what is on the stack.

// CHECK-LABEL: func @freed_by_another_name
// CHECK-NEXT:    memref.alloc()
func.func @freed_by_another_name() {
  %a = memref.alloc() : memref<4xf32>
  "test.use"(%a) : (memref<4xf32>) -> ()
  %b = memref.expand_shape %a [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  memref.dealloc %b : memref<2x2xf32>
  return
}

// -----

// REFERENCE: mlir-opt takes the result of an unknown operation for another buffer.

// CHECK-LABEL: func @given_back
// CHECK-NEXT:    memref.alloc()
func.func @given_back() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %b = "test.same"(%a) : (memref<4xf32>) -> memref<4xf32>
  return %b : memref<4xf32>
}

// -----

// REFERENCE: mlir-opt returns a tensor that is on the stack.

// CHECK-LABEL: func @returned_as_tensor
// CHECK-NEXT:    memref.alloc()
func.func @returned_as_tensor() -> tensor<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  "test.fill"(%a) : (memref<4xf32>) -> ()
  %b = bufferization.to_tensor %a : memref<4xf32> to tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

// REFERENCE: mlir-opt leaves a buffer of the stack in another buffer.

// CHECK-LABEL: func @stored_in_a_buffer
// CHECK-NEXT:    memref.alloc()
func.func @stored_in_a_buffer(%x: memref<memref<4xf32>>) {
  %a = memref.alloc() : memref<4xf32>
  memref.store %a, %x[] : memref<memref<4xf32>>
  return
}

// -----

// What leaves the innermost scope is not in the one around it, either.
// REFERENCE: mlir-opt puts it on the stack of the scope that it leaves.

// CHECK-LABEL: func @leaves_a_scope
// CHECK-NEXT:    memref.alloca_scope
// CHECK-NEXT:      memref.alloc()
// CHECK-NEXT:      memref.alloca() : memref<3xf32>
func.func @leaves_a_scope(%x: memref<4xf32>) {
  %r = memref.alloca_scope -> (memref<4xf32>) {
    %a = memref.alloc() : memref<4xf32>
    %b = memref.alloc() : memref<3xf32>
    "test.fill"(%a, %b) : (memref<4xf32>, memref<3xf32>) -> ()
    memref.alloca_scope.return %a : memref<4xf32>
  }
  memref.copy %r, %x : memref<4xf32> to memref<4xf32>
  return
}

// -----

// REFERENCE: mlir-opt has the stack grow in each round.

// CHECK-LABEL: func @loop_of_blocks
// CHECK:       ^bb1:
// CHECK-NEXT:    memref.alloc()
func.func @loop_of_blocks(%c: i1) {
  cf.br ^round
^round:
  %a = memref.alloc() : memref<30xi32>
  %again = "test.use"(%a) : (memref<30xi32>) -> i1
  cf.cond_br %again, ^round, ^end
^end:
  return
}

// -----

// REFERENCE: mlir-opt crashes.

// CHECK-LABEL: func @without_a_size
// CHECK-NEXT:    memref.alloc() : memref<2xmemref<4xf32>>
// CHECK-NEXT:    memref.alloc() : memref<2xvector<[4]xf32>>
func.func @without_a_size() {
  %a = memref.alloc() : memref<2xmemref<4xf32>>
  %b = memref.alloc() : memref<2xvector<[4]xf32>>
  "test.use"(%a, %b) : (memref<2xmemref<4xf32>>, memref<2xvector<[4]xf32>>) -> ()
  return
}

// -----

// REFERENCE: mlir-opt computes the size modulo 2 to the power of 64.

// CHECK-LABEL: func @huge
// CHECK-NEXT:    memref.alloc()
func.func @huge() {
  %a = memref.alloc() : memref<4294967296x4294967296xi32>
  "test.use"(%a) : (memref<4294967296x4294967296xi32>) -> ()
  return
}
