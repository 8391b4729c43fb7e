// RUN: bufferize-opt %s --split-input-file --buffer-deallocation-simplification | filecheck %s

// What need not be found out at run time.

// CHECK-LABEL: func.func @freed_and_retained(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi8>, %[[arg1:.*]]: i1, %[[arg2:.*]]: memref<3xi8>, %[[arg3:.*]]: i1) -> (i1, i1, i1, i1)
// CHECK:         %[[v0:.*]] = bufferization.dealloc (%[[arg2]] : memref<3xi8>) if (%[[arg3]]) retain (%[[arg0]] : memref<3xi8>)
// CHECK:         %[[v1:.*]] = arith.ori %[[v0]], %[[arg1]] : i1
// CHECK:         %[[v2:.*]]:2 = bufferization.dealloc (%[[arg0]] : memref<3xi8>) if (%[[arg1]]) retain (%[[arg0]], %[[arg2]] : memref<3xi8>, memref<3xi8>)
// CHECK:         return %[[arg1]], %[[v1]], %[[v2]]#0, %[[v2]]#1 : i1, i1, i1, i1
func.func @freed_and_retained(%x: memref<3xi8>, %c: i1, %y: memref<3xi8>, %d: i1) -> (i1, i1, i1, i1) {
  %0 = bufferization.dealloc (%x : memref<3xi8>) if (%c) retain (%x : memref<3xi8>)
  %1 = bufferization.dealloc (%x, %y : memref<3xi8>, memref<3xi8>) if (%c, %d) retain (%x : memref<3xi8>)
  %2:2 = bufferization.dealloc (%x : memref<3xi8>) if (%c) retain (%x, %y : memref<3xi8>, memref<3xi8>)
  return %0, %1, %2#0, %2#1 : i1, i1, i1, i1
}

// -----

// CHECK-LABEL: func.func @several_views_are_retained(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi8>, %[[arg1:.*]]: i1, %[[arg2:.*]]: i1) -> (i1, i1, i1)
// CHECK:         %[[v0:.*]] = arith.ori %[[arg2]], %[[arg1]] : i1
// CHECK:         %[[v1:.*]] = arith.ori %[[arg2]], %[[arg1]] : i1
// CHECK:         return %[[v0]], %{{.*}}, %[[v1]] : i1, i1, i1
func.func @several_views_are_retained(%x: memref<3xi8>, %c: i1, %d: i1) -> (i1, i1, i1) {
  %0 = memref.subview %x[0] [1] [1] : memref<3xi8> to memref<i8>
  %1 = memref.subview %x[1] [2] [1] : memref<3xi8> to memref<2xi8, strided<[1], offset: 1>>
  %a = memref.alloc() : memref<3xi8>
  %2:3 = bufferization.dealloc (%x, %1 : memref<3xi8>, memref<2xi8, strided<[1], offset: 1>>) if (%c, %d)
      retain (%x, %a, %0 : memref<3xi8>, memref<3xi8>, memref<i8>)
  return %2#0, %2#1, %2#2 : i1, i1, i1
}

// -----

// CHECK-LABEL: func.func @base_is_freed(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi8>, %[[arg1:.*]]: i1, %[[arg2:.*]]: memref<3xi8>) -> (i1, i1)
// CHECK:         %[[v0:.*]] = bufferization.dealloc (%{{.*}} : memref<i8>) if (%[[arg1]]) retain (%[[arg0]] : memref<3xi8>)
// CHECK:         %[[v1:.*]] = arith.ori %[[v0]], %[[arg1]] : i1
// CHECK:         return %[[arg1]], %[[v1]] : i1, i1
func.func @base_is_freed(%x: memref<3xi8>, %c: i1, %y: memref<3xi8>) -> (i1, i1) {
  %b, %o, %s, %t = memref.extract_strided_metadata %x : memref<3xi8> -> memref<i8>, index, index, index
  %p, %q, %u, %v = memref.extract_strided_metadata %y : memref<3xi8> -> memref<i8>, index, index, index
  %0 = bufferization.dealloc (%b : memref<i8>) if (%c) retain (%x : memref<3xi8>)
  %1 = bufferization.dealloc (%b, %p : memref<i8>, memref<i8>) if (%c, %c) retain (%x : memref<3xi8>)
  return %0, %1 : i1, i1
}

// -----

// CHECK-LABEL: func.func @retained_is_another_one(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<3xi8>) -> (i1, i1, memref<3xi8>)
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<3xi8>
// CHECK:         bufferization.dealloc (%[[alloc]] : memref<3xi8>) if (%[[arg0]])
// CHECK:         return %{{.*}}, %{{.*}}, %[[alloc]] : i1, i1, memref<3xi8>
func.func @retained_is_another_one(%c: i1, %x: memref<3xi8>) -> (i1, i1, memref<3xi8>) {
  %a = memref.alloc() : memref<3xi8>
  %b = memref.alloc() : memref<3xi8>
  %0:2 = bufferization.dealloc (%a : memref<3xi8>) if (%c) retain (%b, %x : memref<3xi8>, memref<3xi8>)
  return %0#0, %0#1, %a : i1, i1, memref<3xi8>
}

// -----

// CHECK-LABEL: func.func @freed_apart(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: i1, %[[arg2:.*]]: memref<3xi8>, %[[arg3:.*]]: memref<3xi8>) -> (i1, i1)
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<3xi8>
// CHECK:         %[[alloc_0:.*]] = memref.alloc() : memref<3xi8>
// CHECK:         %[[v0:.*]] = arith.select %[[arg0]], %[[alloc]], %[[alloc_0]] : memref<3xi8>
// CHECK:         %[[v1:.*]] = bufferization.dealloc (%[[alloc]] : memref<3xi8>) if (%[[arg0]]) retain (%[[v0]] : memref<3xi8>)
// CHECK:         %[[v2:.*]] = bufferization.dealloc (%[[arg2]] : memref<3xi8>) if (%[[arg1]]) retain (%[[arg3]] : memref<3xi8>)
// CHECK:         return %[[v2]], %[[v1]] : i1, i1
func.func @freed_apart(%c: i1, %d: i1, %x: memref<3xi8>, %y: memref<3xi8>) -> (i1, i1) {
  %a = memref.alloc() : memref<3xi8>
  %b = memref.alloc() : memref<3xi8>
  %0 = arith.select %c, %a, %b : memref<3xi8>
  %1:2 = bufferization.dealloc (%a, %x : memref<3xi8>, memref<3xi8>) if (%c, %d) retain (%y, %0 : memref<3xi8>, memref<3xi8>)
  return %1#0, %1#1 : i1, i1
}

// -----

// CHECK-LABEL: func.func @all_are_freed_anyway(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi8>, %[[arg1:.*]]: memref<3xi8>, %[[arg2:.*]]: memref<3xi8>) -> (i1, i1)
// CHECK:         %[[v0:.*]]:2 = bufferization.dealloc (%[[arg2]] : memref<3xi8>) if (%{{.*}}) retain (%[[arg0]], %[[arg1]] : memref<3xi8>, memref<3xi8>)
// CHECK:         return %{{.*}}, %{{.*}} : i1, i1
func.func @all_are_freed_anyway(%x: memref<3xi8>, %y: memref<3xi8>, %z: memref<3xi8>) -> (i1, i1) {
  %true = arith.constant true
  %0:2 = bufferization.dealloc (%x, %y, %z : memref<3xi8>, memref<3xi8>, memref<3xi8>) if (%true, %true, %true)
      retain (%x, %y : memref<3xi8>, memref<3xi8>)
  return %0#0, %0#1 : i1, i1
}

// -----

// CHECK-LABEL: func.func @bases_are_freed_anyway(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi8>, %[[arg1:.*]]: memref<3xi8>, %[[arg2:.*]]: memref<3xi8>) -> (i1, i1)
// CHECK:         %[[v0:.*]]:2 = bufferization.dealloc (%{{.*}} : memref<i8>) if (%{{.*}}) retain (%[[arg0]], %[[arg1]] : memref<3xi8>, memref<3xi8>)
// CHECK:         return %{{.*}}, %{{.*}} : i1, i1
func.func @bases_are_freed_anyway(%x: memref<3xi8>, %y: memref<3xi8>, %z: memref<3xi8>) -> (i1, i1) {
  %true = arith.constant true
  %a, %b:3 = memref.extract_strided_metadata %x : memref<3xi8> -> memref<i8>, index, index, index
  %c, %d:3 = memref.extract_strided_metadata %y : memref<3xi8> -> memref<i8>, index, index, index
  %e, %f:3 = memref.extract_strided_metadata %z : memref<3xi8> -> memref<i8>, index, index, index
  %0:2 = bufferization.dealloc (%a, %c, %e : memref<i8>, memref<i8>, memref<i8>) if (%true, %true, %true)
      retain (%x, %y : memref<3xi8>, memref<3xi8>)
  return %0#0, %0#1 : i1, i1
}

// -----

// CHECK-LABEL: func.func @new_is_not_what_was_carried(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi8>, %[[arg1:.*]]: index, %[[arg2:.*]]: index) -> i8
// CHECK:         %[[v0:.*]]:2 = scf.for %[[arg3:.*]] = %[[arg1]] to %[[arg2]] step %[[arg1]] iter_args(%[[arg4:.*]] = %[[arg0]], %[[arg5:.*]] = %{{.*}}) -> (memref<3xi8>, i1) {
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<3xi8>
// CHECK:         memref.copy %[[arg4]], %[[alloc]] : memref<3xi8> to memref<3xi8>
// CHECK:         bufferization.dealloc (%{{.*}} : memref<i8>) if (%[[arg5]])
// CHECK:         scf.yield %[[alloc]], %{{.*}} : memref<3xi8>, i1
// CHECK:         bufferization.dealloc (%{{.*}} : memref<i8>) if (%[[v0]]#1)
// CHECK:         return %{{.*}} : i8
func.func @new_is_not_what_was_carried(%x: memref<3xi8>, %l: index, %u: index) -> i8 {
  %true = arith.constant true
  %false = arith.constant false
  %0:2 = scf.for %i = %l to %u step %l iter_args(%p = %x, %o = %false) -> (memref<3xi8>, i1) {
    %a = memref.alloc() : memref<3xi8>
    memref.copy %p, %a : memref<3xi8> to memref<3xi8>
    %b, %r:3 = memref.extract_strided_metadata %p : memref<3xi8> -> memref<i8>, index, index, index
    %1 = bufferization.dealloc (%b, %a : memref<i8>, memref<3xi8>) if (%o, %true) retain (%a : memref<3xi8>)
    scf.yield %a, %1 : memref<3xi8>, i1
  }
  %2 = memref.load %0#0[%l] : memref<3xi8>
  %b, %r:3 = memref.extract_strided_metadata %0#0 : memref<3xi8> -> memref<i8>, index, index, index
  bufferization.dealloc (%b : memref<i8>) if (%0#1)
  return %2 : i8
}

// -----

// CHECK-LABEL: func.func @named_twice(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi8>, %[[arg1:.*]]: memref<4xi8>, %[[arg2:.*]]: i1, %[[arg3:.*]]: i1) -> (i1, i1)
// CHECK:         %[[v0:.*]] = arith.ori %[[arg2]], %[[arg3]] : i1
// CHECK:         %[[v1:.*]] = bufferization.dealloc (%[[arg0]] : memref<3xi8>) if (%[[v0]]) retain (%[[arg1]] : memref<4xi8>)
// CHECK:         return %[[v1]], %[[v1]] : i1, i1
func.func @named_twice(%x: memref<3xi8>, %y: memref<4xi8>, %c: i1, %d: i1) -> (i1, i1) {
  %0:2 = bufferization.dealloc (%x, %x : memref<3xi8>, memref<3xi8>) if (%c, %d) retain (%y, %y : memref<4xi8>, memref<4xi8>)
  return %0#0, %0#1 : i1, i1
}

// -----

// CHECK-LABEL: func.func @never_freed(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi8>, %[[arg1:.*]]: memref<4xi8>, %[[arg2:.*]]: i1) -> i1
// CHECK:         return %{{.*}} : i1
func.func @never_freed(%x: memref<3xi8>, %y: memref<4xi8>, %c: i1) -> i1 {
  %false = arith.constant false
  %0 = bufferization.dealloc (%x : memref<3xi8>) if (%false) retain (%y : memref<4xi8>)
  return %0 : i1
}

// -----

// CHECK-LABEL: func.func @only_freed(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: index, %[[arg2:.*]]: memref<4xi8>)
// CHECK:         bufferization.dealloc (%[[arg2]] : memref<4xi8>) if (%[[arg0]])
// CHECK:         return
func.func @only_freed(%c: i1, %n: index, %y: memref<4xi8>) {
  %a = memref.alloc() : memref<3xi8>
  %b = memref.alloc(%n) : memref<?xi8>
  %m, %r:3 = memref.extract_strided_metadata %b : memref<?xi8> -> memref<i8>, index, index, index
  bufferization.dealloc (%a, %m, %y : memref<3xi8>, memref<i8>, memref<4xi8>) if (%c, %c, %c)
  return
}

// -----

// REFERENCE: mlir-opt crashes: it folds the casts to a value that its analysis has not seen.
// CHECK-LABEL: func.func @cast_and_back(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: i8, %[[arg2:.*]]: index) -> memref<3xi8>
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<3xi8>
// CHECK:         %[[v0:.*]]:2 = scf.if %[[arg0]] -> (memref<3xi8>, i1) {
// CHECK:         scf.yield %{{.*}}, %{{.*}} : memref<3xi8>, i1
// CHECK:         } else {
// CHECK:         %[[alloc_1:.*]] = memref.alloc() : memref<3xi8>
// CHECK:         scf.yield %[[alloc_1]], %{{.*}} : memref<3xi8>, i1
// CHECK:         %[[v1:.*]] = bufferization.dealloc (%[[alloc]] : memref<3xi8>) if (%{{.*}}) retain (%[[v0]]#0 : memref<3xi8>)
// CHECK:         return %[[v0]]#0 : memref<3xi8>
func.func @cast_and_back(%c: i1, %v: i8, %i: index) -> memref<3xi8> {
  %true = arith.constant true
  %a = memref.alloc() : memref<3xi8>
  %0:2 = scf.if %c -> (memref<3xi8>, i1) {
    %1 = memref.cast %a : memref<3xi8> to memref<?xi8>
    %2 = memref.cast %1 : memref<?xi8> to memref<3xi8>
    %3 = bufferization.dealloc retain (%2 : memref<3xi8>)
    scf.yield %2, %3 : memref<3xi8>, i1
  } else {
    %b = memref.alloc() : memref<3xi8>
    %4 = bufferization.dealloc (%b : memref<3xi8>) if (%true) retain (%b : memref<3xi8>)
    scf.yield %b, %4 : memref<3xi8>, i1
  }
  %m, %r:3 = memref.extract_strided_metadata %0#0 : memref<3xi8> -> memref<i8>, index, index, index
  %5 = bufferization.dealloc (%a, %m : memref<3xi8>, memref<i8>) if (%true, %0#1) retain (%0#0 : memref<3xi8>)
  return %0#0 : memref<3xi8>
}
