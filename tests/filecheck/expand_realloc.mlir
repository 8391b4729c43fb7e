// RUN: bufferize-opt %s --split-input-file --expand-realloc | filecheck %s
// RUN: bufferize-opt %s --split-input-file --expand-realloc=emit-deallocs=0 | filecheck %s --check-prefix KEPT

// CHECK-LABEL: func @unknown_sizes
// CHECK-SAME:    (%[[old:.*]]: memref<?xf64, 1>, %[[n:.*]]: index)
// CHECK:         %[[size:.*]] = memref.dim %[[old]], %{{.*}}
// CHECK-NEXT:    %[[smaller:.*]] = arith.cmpi ult, %[[size]], %[[n]]
// CHECK-NEXT:    %[[r:.*]] = scf.if %[[smaller]]
// CHECK-NEXT:      %[[new:.*]] = memref.alloc(%[[n]]) {alignment = 16 : i64} : memref<?xf64, 1>
// CHECK-NEXT:      %[[part:.*]] = memref.subview %[[new]][0] [%[[size]]] [1]
// CHECK-NEXT:      memref.copy %[[old]], %[[part]]
// CHECK-NEXT:      memref.dealloc %[[old]]
// CHECK-NEXT:      scf.yield %[[new]]
// CHECK:           %[[cast:.*]] = memref.reinterpret_cast %[[old]] to offset: [0], sizes: [%[[n]]], strides: [1]
// CHECK-NEXT:      scf.yield %[[cast]]
// CHECK:         return %[[r]]
// KEPT-LABEL: func @unknown_sizes
// KEPT:         memref.copy
// KEPT-NOT:     memref.dealloc
func.func @unknown_sizes(%old: memref<?xf64, 1>, %n: index) -> memref<?xf64, 1> {
  %r = memref.realloc %old(%n) {alignment = 16 : i64} : memref<?xf64, 1> to memref<?xf64, 1>
  return %r : memref<?xf64, 1>
}

// -----

// CHECK-LABEL: func @to_known_size
// CHECK:         memref.dim
// CHECK:         scf.if
// CHECK-NEXT:      memref.alloc() : memref<6xi32>
// CHECK:           memref.dealloc
// CHECK:           memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [6], strides: [1] : memref<?xi32> to memref<6xi32>
// KEPT-LABEL: func @to_known_size
func.func @to_known_size(%n: index) -> memref<6xi32> {
  %a = memref.alloc(%n) : memref<?xi32>
  %r = memref.realloc %a : memref<?xi32> to memref<6xi32>
  return %r : memref<6xi32>
}

// -----

// CHECK-LABEL: func @from_known_size
// CHECK:         %[[size:.*]] = arith.constant 3 : index
// CHECK:         arith.cmpi ult, %[[size]], %arg0
// CHECK:           memref.subview %{{.*}}[0] [3] [1] : memref<?xi32> to memref<3xi32, strided<[1]>>
// KEPT-LABEL: func @from_known_size
func.func @from_known_size(%n: index) -> memref<?xi32> {
  %a = memref.alloc() : memref<3xi32>
  %r = memref.realloc %a(%n) : memref<3xi32> to memref<?xi32>
  return %r : memref<?xi32>
}

// -----

// Where both sizes are known, so is what to do.

// CHECK-LABEL: func @known_sizes
// CHECK-NEXT:    %[[a:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    %[[b:.*]] = memref.alloc() {alignment = 8 : i64} : memref<5xi32>
// CHECK-NEXT:    %[[part:.*]] = memref.subview %[[b]][0] [3] [1]
// CHECK-NEXT:    memref.copy %[[a]], %[[part]]
// CHECK-NEXT:    memref.dealloc %[[a]]
// CHECK-NEXT:    %[[c:.*]] = memref.reinterpret_cast %[[b]] to offset: [0], sizes: [5], strides: [1]
// CHECK-NEXT:    return %[[c]]
// KEPT-LABEL: func @known_sizes
// KEPT:         memref.copy
// KEPT-NEXT:    memref.reinterpret_cast
func.func @known_sizes() -> memref<5xi32> {
  %a = memref.alloc() : memref<3xi32>
  %r = memref.realloc %a {alignment = 8 : i64} : memref<3xi32> to memref<5xi32>
  %s = memref.realloc %r : memref<5xi32> to memref<5xi32>
  return %s : memref<5xi32>
}

// -----

// REFERENCE: mlir-opt makes a part of the new buffer that is larger than it, and refuses it.

// CHECK-LABEL: func @smaller
// CHECK-NEXT:    %[[r:.*]] = memref.reinterpret_cast %arg0 to offset: [0], sizes: [2], strides: [1] : memref<9xi8> to memref<2xi8>
// CHECK-NEXT:    return %[[r]]
// KEPT-LABEL: func @smaller
func.func @smaller(%a: memref<9xi8>) -> memref<2xi8> {
  %r = memref.realloc %a : memref<9xi8> to memref<2xi8>
  return %r : memref<2xi8>
}

// -----

// CHECK-LABEL: func.func @to_nothing(
// CHECK-SAME:    %[[arg0:.*]]: memref<?xf32>)
// CHECK-NEXT:    %[[v0:.*]] = memref.reinterpret_cast %[[arg0]] to offset: [0], sizes: [0], strides: [1] : memref<?xf32> to memref<0xf32>
// CHECK-NEXT:    return %[[v0]] : memref<0xf32>
// REFERENCE: mlir-opt fails, as it takes a part of a new buffer without elements.
func.func @to_nothing(%x: memref<?xf32>) -> memref<0xf32> {
  %0 = memref.realloc %x : memref<?xf32> to memref<0xf32>
  return %0 : memref<0xf32>
}
