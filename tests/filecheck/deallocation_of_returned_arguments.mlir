// RUN: bufferize-opt %s --split-input-file --buffer-deallocation-pipeline=omit-known-ownership | filecheck %s

// A private function that always returns an argument: the caller frees the buffer under one name.

// CHECK-LABEL: func.func private @part_of_it(
// CHECK-SAME:    %[[x:[^:]*]]: memref<4xi32>) -> memref<2xi32, strided<[1], offset: 2>> {
// CHECK-NEXT:    %[[part:.*]] = memref.subview %[[x]]
// CHECK-NEXT:    return %[[part]]
// CHECK-LABEL: func.func @caller(
// CHECK:         %[[a:.*]] = memref.alloc()
// CHECK:         %[[r:.*]] = call @part_of_it(%[[a]])
// CHECK-NEXT:    memref.copy %[[r]]
// CHECK-NEXT:    memref.dealloc %[[a]]
// CHECK-NEXT:    return
// CHECK-NOT:     dealloc_helper
func.func private @part_of_it(%x: memref<4xi32>) -> memref<2xi32, strided<[1], offset: 2>> {
  %part = memref.subview %x[2] [2] [1] : memref<4xi32> to memref<2xi32, strided<[1], offset: 2>>
  return %part : memref<2xi32, strided<[1], offset: 2>>
}
func.func @caller(%y: memref<4xi32>, %z: memref<2xi32>) {
  %a = memref.alloc() : memref<4xi32>
  memref.copy %y, %a : memref<4xi32> to memref<4xi32>
  %r = call @part_of_it(%a) : (memref<4xi32>) -> memref<2xi32, strided<[1], offset: 2>>
  memref.copy %r, %z : memref<2xi32, strided<[1], offset: 2>> to memref<2xi32>
  return
}

// -----

// Returned by the caller as well, which has allocated it.

// CHECK-LABEL: func.func @returned_again(
// CHECK:         %[[a:.*]] = memref.alloc()
// CHECK:         %[[r:.*]] = call @same(%[[a]])
// CHECK-NEXT:    return %[[r]]
func.func private @same(%x: memref<4xi32>) -> memref<4xi32> {
  return %x : memref<4xi32>
}
func.func @returned_again(%y: memref<4xi32>) -> memref<4xi32> {
  %a = memref.alloc() : memref<4xi32>
  memref.copy %y, %a : memref<4xi32> to memref<4xi32>
  %r = call @same(%a) : (memref<4xi32>) -> memref<4xi32>
  return %r : memref<4xi32>
}

// -----

// The one result is an argument, the other one is new.

// CHECK-LABEL: func.func private @both(
// CHECK-SAME:    %[[x:[^:]*]]: memref<4xi32>)
// CHECK:         %[[new:.*]] = memref.alloc()
// CHECK:         return %[[x]], %[[new]]
// CHECK-LABEL: func.func @calls_both(
// CHECK:         %[[r:.*]]:2 = call @both(
// CHECK-NOT:     scf.if
// CHECK:         %[[base:.*]], %{{.*}}, %{{.*}}, %{{.*}} = memref.extract_strided_metadata %[[r]]#1
// CHECK-NEXT:    memref.dealloc %[[base]]
// CHECK-NEXT:    return
func.func private @both(%x: memref<4xi32>) -> (memref<4xi32>, memref<4xi32>) {
  %new = memref.alloc() : memref<4xi32>
  memref.copy %x, %new : memref<4xi32> to memref<4xi32>
  return %x, %new : memref<4xi32>, memref<4xi32>
}
func.func @calls_both(%y: memref<4xi32>) {
  %r:2 = call @both(%y) : (memref<4xi32>) -> (memref<4xi32>, memref<4xi32>)
  memref.copy %r#1, %r#0 : memref<4xi32> to memref<4xi32>
  return
}
