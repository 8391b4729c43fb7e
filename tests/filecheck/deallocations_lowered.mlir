// RUN: bufferize-opt %s --split-input-file --bufferization-lower-deallocations | filecheck %s

// CHECK-LABEL: func.func @nothing(
// CHECK-SAME:    )
// CHECK:         return
func.func @nothing() {
  bufferization.dealloc
  return
}

// -----

// CHECK-LABEL: func.func @only_retained(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi8>, %[[arg1:.*]]: memref<3xi8>) -> (i1, i1)
// CHECK:         return %{{.*}}, %{{.*}} : i1, i1
func.func @only_retained(%x: memref<3xi8>, %y: memref<3xi8>) -> (i1, i1) {
  %0:2 = bufferization.dealloc retain (%x, %y : memref<3xi8>, memref<3xi8>)
  return %0#0, %0#1 : i1, i1
}

// -----

// CHECK-LABEL: func.func @one(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi8>, %[[arg1:.*]]: i1)
// CHECK:         scf.if %[[arg1]] {
// CHECK:         memref.dealloc %[[arg0]] : memref<3xi8>
// CHECK:         return
func.func @one(%x: memref<3xi8>, %c: i1) {
  bufferization.dealloc (%x : memref<3xi8>) if (%c)
  return
}

// -----

// CHECK-LABEL: func.func @one_and_two_retained(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi8>, %[[arg1:.*]]: memref<1xi8>, %[[arg2:.*]]: i1, %[[arg3:.*]]: memref<3xi8>) -> (i1, i1)
// CHECK:         %[[intptr:.*]] = memref.extract_aligned_pointer_as_index %[[arg0]] : memref<3xi8> -> index
// CHECK:         %[[intptr_0:.*]] = memref.extract_aligned_pointer_as_index %[[arg1]] : memref<1xi8> -> index
// CHECK:         %[[v0:.*]] = arith.cmpi ne, %[[intptr]], %[[intptr_0]] : index
// CHECK:         %[[intptr_1:.*]] = memref.extract_aligned_pointer_as_index %[[arg3]] : memref<3xi8> -> index
// CHECK:         %[[v1:.*]] = arith.cmpi ne, %[[intptr]], %[[intptr_1]] : index
// CHECK:         %[[v2:.*]] = arith.andi %[[v0]], %[[v1]] : i1
// CHECK:         %[[v3:.*]] = arith.andi %[[v2]], %[[arg2]] : i1
// CHECK:         scf.if %[[v3]] {
// CHECK:         memref.dealloc %[[arg0]] : memref<3xi8>
// CHECK:         %[[v4:.*]] = arith.xori %[[v0]], %{{.*}} : i1
// CHECK:         %[[v5:.*]] = arith.andi %[[v4]], %[[arg2]] : i1
// CHECK:         %[[v6:.*]] = arith.xori %[[v1]], %{{.*}} : i1
// CHECK:         %[[v7:.*]] = arith.andi %[[v6]], %[[arg2]] : i1
// CHECK:         return %[[v5]], %[[v7]] : i1, i1
func.func @one_and_two_retained(%x: memref<3xi8>, %y: memref<1xi8>, %c: i1, %z: memref<3xi8>) -> (i1, i1) {
  %0:2 = bufferization.dealloc (%x : memref<3xi8>) if (%c) retain (%y, %z : memref<1xi8>, memref<3xi8>)
  return %0#0, %0#1 : i1, i1
}

// -----

// CHECK-LABEL: func.func @two_and_two_retained(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi8>, %[[arg1:.*]]: memref<5xi8>, %[[arg2:.*]]: memref<1xi8>, %[[arg3:.*]]: i1, %[[arg4:.*]]: i1, %[[arg5:.*]]: memref<3xi8>) -> (i1, i1)
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<2xindex>
// CHECK:         %[[alloc_0:.*]] = memref.alloc() : memref<2xi1>
// CHECK:         %[[alloc_1:.*]] = memref.alloc() : memref<2xindex>
// CHECK:         %[[intptr:.*]] = memref.extract_aligned_pointer_as_index %[[arg0]] : memref<3xi8> -> index
// CHECK:         %[[intptr_2:.*]] = memref.extract_aligned_pointer_as_index %[[arg1]] : memref<5xi8> -> index
// CHECK:         %[[intptr_5:.*]] = memref.extract_aligned_pointer_as_index %[[arg2]] : memref<1xi8> -> index
// CHECK:         %[[intptr_7:.*]] = memref.extract_aligned_pointer_as_index %[[arg5]] : memref<3xi8> -> index
// CHECK:         %[[alloc_11:.*]] = memref.alloc() : memref<2xi1>
// CHECK:         %[[alloc_12:.*]] = memref.alloc() : memref<2xi1>
// CHECK:         call @dealloc_helper(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (memref<?xindex>, memref<?xindex>, memref<?xi1>, memref<?xi1>, memref<?xi1>) -> ()
// CHECK:         scf.if %{{.*}} {
// CHECK:         memref.dealloc %[[arg0]] : memref<3xi8>
// CHECK:         scf.if %{{.*}} {
// CHECK:         memref.dealloc %[[arg1]] : memref<5xi8>
// CHECK:         memref.dealloc %[[alloc]] : memref<2xindex>
// CHECK:         memref.dealloc %[[alloc_1]] : memref<2xindex>
// CHECK:         memref.dealloc %[[alloc_0]] : memref<2xi1>
// CHECK:         memref.dealloc %[[alloc_11]] : memref<2xi1>
// CHECK:         memref.dealloc %[[alloc_12]] : memref<2xi1>
// CHECK:         return %{{.*}}, %{{.*}} : i1, i1
func.func @two_and_two_retained(%x: memref<3xi8>, %y: memref<5xi8>, %z: memref<1xi8>, %c: i1, %d: i1, %w: memref<3xi8>) -> (i1, i1) {
  %0:2 = bufferization.dealloc (%x, %y : memref<3xi8>, memref<5xi8>) if (%c, %d) retain (%z, %w : memref<1xi8>, memref<3xi8>)
  return %0#0, %0#1 : i1, i1
}

// -----

// CHECK-LABEL: func.func @clones_stay(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi8>) -> memref<3xi8>
// CHECK:         %[[v0:.*]] = bufferization.clone %[[arg0]] : memref<3xi8> to memref<3xi8>
// CHECK:         return %[[v0]] : memref<3xi8>
func.func @clones_stay(%x: memref<3xi8>) -> memref<3xi8> {
  %0 = bufferization.clone %x : memref<3xi8> to memref<3xi8>
  return %0 : memref<3xi8>
}
