// Clones and deallocations become operations on memrefs.
// RUN: bufferize-opt %s --split-input-file --convert-bufferization-to-memref --verify-diagnostics | filecheck %s
// REFERENCE: clones unranked buffers to the default memory space

// CHECK-LABEL: func.func @clone(
// CHECK-SAME:    %[[m:.*]]: memref<2xf32>)
// CHECK-NEXT:    %[[c:.*]] = memref.alloc() : memref<2xf32>
// CHECK-NEXT:    memref.copy %[[m]], %[[c]]
// CHECK-NEXT:    memref.dealloc %[[m]]
// CHECK-NEXT:    return %[[c]]
func.func @clone(%m: memref<2xf32>) -> memref<2xf32> {
  %0 = bufferization.clone %m : memref<2xf32> to memref<2xf32>
  memref.dealloc %m : memref<2xf32>
  return %0 : memref<2xf32>
}

// CHECK-LABEL: func.func @clone_dynamic(
// CHECK-SAME:    %[[m:.*]]: memref<?x3x?xf32, 1>)
// CHECK:         %[[d0:.*]] = memref.dim %[[m]], %c0
// CHECK:         %[[d2:.*]] = memref.dim %[[m]], %c2
// CHECK:         %[[c:.*]] = memref.alloc(%[[d0]], %[[d2]]) : memref<?x3x?xf32, 1>
// CHECK:         memref.copy %[[m]], %[[c]]
// CHECK:         return %[[c]]
func.func @clone_dynamic(%m: memref<?x3x?xf32, 1>) -> memref<?x3x?xf32, 1> {
  %0 = bufferization.clone %m : memref<?x3x?xf32, 1> to memref<?x3x?xf32, 1>
  return %0 : memref<?x3x?xf32, 1>
}

// CHECK-LABEL: func.func @clone_to_dynamic(
// CHECK:         %[[size:.*]] = arith.constant 2 : index
// CHECK:         memref.alloc(%[[size]]) : memref<?xf32>
func.func @clone_to_dynamic(%m: memref<2xf32>) -> memref<?xf32> {
  %0 = bufferization.clone %m : memref<2xf32> to memref<?xf32>
  return %0 : memref<?xf32>
}

// CHECK-LABEL: func.func @clone_any_layout(
// CHECK-SAME:    %[[m:.*]]: memref<?xf32, strided<[?], offset: ?>>)
// CHECK:         %[[d:.*]] = memref.dim %[[m]], %c0
// CHECK:         %[[a:.*]] = memref.alloc(%[[d]]) : memref<?xf32>
// CHECK:         %[[c:.*]] = memref.cast %[[a]] : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK:         memref.copy %[[m]], %[[c]]
// CHECK:         return %[[c]]
func.func @clone_any_layout(%m: memref<?xf32, strided<[?], offset: ?>>)
    -> memref<?xf32, strided<[?], offset: ?>> {
  %0 = bufferization.clone %m : memref<?xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
  return %0 : memref<?xf32, strided<[?], offset: ?>>
}

// mlir-opt 22 allocates in the default memory space.
// CHECK-LABEL: func.func @clone_unranked(
// CHECK-SAME:    %[[m:.*]]: memref<*xf32, 2>)
// CHECK:         %[[rank:.*]] = memref.rank %[[m]]
// CHECK:         %[[shape:.*]] = memref.alloca(%[[rank]]) : memref<?xindex>
// CHECK:         %[[count:.*]] = scf.for %[[i:.*]] = %c0 to %[[rank]] step %c1 iter_args(%[[n:.*]] = %c1)
// CHECK:           %[[d:.*]] = memref.dim %[[m]], %[[i]]
// CHECK:           memref.store %[[d]], %[[shape]][%[[i]]]
// CHECK:           arith.muli %[[n]], %[[d]]
// CHECK:         %[[a:.*]] = memref.alloc(%[[count]]) : memref<?xf32, 2>
// CHECK:         %[[c:.*]] = memref.reshape %[[a]](%[[shape]])
// CHECK:         memref.copy %[[m]], %[[c]]
// CHECK:         return %[[c]]
func.func @clone_unranked(%m: memref<*xf32, 2>) -> memref<*xf32, 2> {
  %0 = bufferization.clone %m : memref<*xf32, 2> to memref<*xf32, 2>
  return %0 : memref<*xf32, 2>
}

// CHECK-LABEL: func.func @clone_ranks(
// CHECK:         memref.dim %{{.*}}, %{{.*}} : memref<*xf32>
// CHECK:         memref.alloc(%{{.*}}) : memref<2x?xf32>
func.func @clone_ranks(%m: memref<*xf32>) -> memref<2x?xf32> {
  %0 = bufferization.clone %m : memref<*xf32> to memref<2x?xf32>
  return %0 : memref<2x?xf32>
}

// -----

// REFERENCE: refuses layouts that no new buffer can be cast to.
// The stride is kept, so the new buffer is ten times as long.
// CHECK-LABEL: func.func @static_stride(
// CHECK-SAME:      %[[m:.*]]: memref<?xf32, strided<[10], offset: ?>>
// CHECK:         %[[size:.*]] = memref.dim %[[m]]
// CHECK:         %[[reach:.*]] = arith.muli %[[size]], %[[stride:.*]] : index
// CHECK:         %[[length:.*]] = arith.addi %{{.*}}, %[[reach]] : index
// CHECK:         %[[flat:.*]] = memref.alloc(%[[length]]) : memref<?xf32>
// CHECK:         %[[new:.*]] = memref.reinterpret_cast %[[flat]] to offset: [0], sizes: [%[[size]]], strides: [10]
// CHECK:         memref.copy %[[m]], %[[new]]
// CHECK:         return %[[new]]
func.func @static_stride(%m: memref<?xf32, strided<[10], offset: ?>>) -> memref<?xf32, strided<[10], offset: ?>> {
  %0 = bufferization.clone %m : memref<?xf32, strided<[10], offset: ?>> to memref<?xf32, strided<[10], offset: ?>>
  return %0 : memref<?xf32, strided<[10], offset: ?>>
}

// -----

// REFERENCE: refuses it.
// A dynamic stride becomes as large as all the others reach.
// CHECK-LABEL: func.func @mixed_strides(
// CHECK:         %[[row:.*]] = arith.addi
// CHECK:         %[[rows:.*]] = arith.muli %{{.*}}, %[[row]] : index
// CHECK:         %[[length:.*]] = arith.addi %[[row]], %[[rows]] : index
// CHECK:         memref.alloc(%[[length]]) : memref<?xf32>
// CHECK:         memref.reinterpret_cast %{{.*}} to offset: [3], sizes: [4, %{{.*}}], strides: [%[[row]], 2]
func.func @mixed_strides(%m: memref<4x?xf32, strided<[?, 2], offset: 3>>) -> memref<4x?xf32, strided<[?, 2], offset: 3>> {
  %0 = bufferization.clone %m : memref<4x?xf32, strided<[?, 2], offset: 3>> to memref<4x?xf32, strided<[?, 2], offset: 3>>
  return %0 : memref<4x?xf32, strided<[?, 2], offset: 3>>
}

// -----

// With a stride of 0, elements of the input need not be equal.
func.func @other_strides(%m: memref<4xf32>) -> memref<4xf32, strided<[0]>> {
  // expected-error @below {{failed to legalize operation 'bufferization.clone' that was explicitly marked illegal}}
  %0 = bufferization.clone %m : memref<4xf32> to memref<4xf32, strided<[0]>>
  return %0 : memref<4xf32, strided<[0]>>
}

// -----

func.func @backwards(%m: memref<4xf32, strided<[-1], offset: ?>>) -> memref<4xf32, strided<[-1], offset: ?>> {
  // expected-error @below {{failed to legalize operation 'bufferization.clone' that was explicitly marked illegal}}
  %0 = bufferization.clone %m : memref<4xf32, strided<[-1], offset: ?>> to memref<4xf32, strided<[-1], offset: ?>>
  return %0 : memref<4xf32, strided<[-1], offset: ?>>
}

// -----

// mlir-opt 22 makes an invalid copy.
func.func @other_shape(%m: memref<4xf32>) -> memref<3xf32> {
  // expected-error @below {{failed to legalize operation 'bufferization.clone' that was explicitly marked illegal}}
  %0 = bufferization.clone %m : memref<4xf32> to memref<3xf32>
  return %0 : memref<3xf32>
}

// -----

func.func @tensor(%m: memref<4xf32>) {
  // expected-error @below {{failed to legalize operation 'bufferization.to_tensor' that was explicitly marked illegal}}
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  return
}

// -----

// CHECK-LABEL: func.func @dealloc_nothing(
// CHECK-NOT:     bufferization
// CHECK:         return
func.func @dealloc_nothing() {
  bufferization.dealloc
  return
}

// CHECK-LABEL: func.func @retain_only(
// CHECK-NEXT:    %[[f:.*]] = arith.constant false
// CHECK-NEXT:    return %[[f]], %[[f]]
func.func @retain_only(%m: memref<?xf32>) -> (i1, i1) {
  %0:2 = bufferization.dealloc retain (%m, %m : memref<?xf32>, memref<?xf32>)
  return %0#0, %0#1 : i1, i1
}

// -----

// CHECK-NOT:   func.func private
// CHECK-LABEL: func.func @dealloc_one(
// CHECK-SAME:    %[[m:.*]]: memref<2xf32>, %[[k:.*]]: i1)
// CHECK-NEXT:    scf.if %[[k]] {
// CHECK-NEXT:      memref.dealloc %[[m]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @dealloc_one(%m: memref<2xf32>, %k: i1) {
  bufferization.dealloc (%m : memref<2xf32>) if (%k)
  return
}

// CHECK-LABEL: func.func @dealloc_one_retain_two(
// CHECK-SAME:    %[[m:.*]]: memref<2xf32>, %[[k:.*]]: i1, %[[x:.*]]: memref<?xf32>, %[[y:.*]]: memref<*xf32>)
// CHECK:         %[[pm:.*]] = memref.extract_aligned_pointer_as_index %[[m]]
// CHECK:         %[[px:.*]] = memref.extract_aligned_pointer_as_index %[[x]]
// CHECK:         %[[nx:.*]] = arith.cmpi ne, %[[pm]], %[[px]]
// CHECK:         %[[py:.*]] = memref.extract_aligned_pointer_as_index %[[y]]
// CHECK:         %[[ny:.*]] = arith.cmpi ne, %[[pm]], %[[py]]
// CHECK:         %[[n:.*]] = arith.andi %[[nx]], %[[ny]]
// CHECK:         %[[free:.*]] = arith.andi %[[n]], %[[k]]
// CHECK:         scf.if %[[free]] {
// CHECK-NEXT:      memref.dealloc %[[m]]
// CHECK:         %[[ax:.*]] = arith.xori %[[nx]], %true
// CHECK:         %[[ox:.*]] = arith.andi %[[ax]], %[[k]]
// CHECK:         %[[ay:.*]] = arith.xori %[[ny]], %true
// CHECK:         %[[oy:.*]] = arith.andi %[[ay]], %[[k]]
// CHECK:         return %[[ox]], %[[oy]]
func.func @dealloc_one_retain_two(%m: memref<2xf32>, %k: i1, %x: memref<?xf32>, %y: memref<*xf32>) -> (i1, i1) {
  %0:2 = bufferization.dealloc (%m : memref<2xf32>) if (%k) retain (%x, %y : memref<?xf32>, memref<*xf32>)
  return %0#0, %0#1 : i1, i1
}

// -----

// Several buffers: a function decides, which is made once, and under a free name.
func.func @dealloc_helper() {
  return
}

// CHECK-LABEL: func.func @dealloc_several(
// CHECK-SAME:    %[[a:.*]]: memref<2xf32>, %[[b:.*]]: memref<5xf32>, %[[x:.*]]: memref<1xf32>, %[[ka:.*]]: i1, %[[kb:.*]]: i1, %[[y:.*]]: memref<2xf32>)
// CHECK-DAG:     %[[pa:.*]] = memref.extract_aligned_pointer_as_index %[[a]]
// CHECK-DAG:     memref.store %[[pa]], %[[list:.*]][%{{.*}}] : memref<2xindex>
// CHECK-DAG:     %[[py:.*]] = memref.extract_aligned_pointer_as_index %[[y]]
// CHECK-DAG:     memref.store %[[py]], %{{.*}}[%{{.*}}] : memref<2xindex>
// CHECK-DAG:     memref.store %[[kb]], %{{.*}}[%{{.*}}] : memref<2xi1>
// CHECK:         call @dealloc_helper_0(
// CHECK:         %[[fa:.*]] = memref.load
// CHECK:         scf.if %[[fa]] {
// CHECK-NEXT:      memref.dealloc %[[a]]
// CHECK:         %[[fb:.*]] = memref.load
// CHECK:         scf.if %[[fb]] {
// CHECK-NEXT:      memref.dealloc %[[b]]
// CHECK:         %[[ox:.*]] = memref.load
// CHECK:         %[[oy:.*]] = memref.load
// CHECK-COUNT-5: memref.dealloc
// CHECK:         return %[[ox]], %[[oy]]
func.func @dealloc_several(%a: memref<2xf32>, %b: memref<5xf32>, %x: memref<1xf32>, %ka: i1, %kb: i1, %y: memref<2xf32>) -> (i1, i1) {
  %0:2 = bufferization.dealloc (%a, %b : memref<2xf32>, memref<5xf32>) if (%ka, %kb) retain (%x, %y : memref<1xf32>, memref<2xf32>)
  return %0#0, %0#1 : i1, i1
}

// CHECK-LABEL: func.func @again(
// CHECK:         call @dealloc_helper_0(
func.func @again(%a: memref<2xf32>, %b: memref<5xf32>, %k: i1) {
  bufferization.dealloc (%a, %b : memref<2xf32>, memref<5xf32>) if (%k, %k)
  return
}

// CHECK: func.func private @dealloc_helper_0(
// CHECK-NOT: func.func private

// -----

// In the symbol table around the call.
// CHECK: module @inner
// CHECK:   call @dealloc_helper
// CHECK:   func.func private @dealloc_helper
module {
  module @inner {
    func.func @f(%a: memref<2xf32>, %b: memref<5xf32>, %k: i1) {
      bufferization.dealloc (%a, %b : memref<2xf32>, memref<5xf32>) if (%k, %k)
      return
    }
  }
}
