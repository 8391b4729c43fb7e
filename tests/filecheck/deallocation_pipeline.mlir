// RUN: bufferize-opt %s --split-input-file --buffer-deallocation-pipeline | filecheck %s
// RUN: bufferize-opt %s --split-input-file --buffer-deallocation-pipeline=private-function-dynamic-ownership | filecheck %s --check-prefix=DYNAMIC

// CHECK-LABEL: func.func @freed_at_the_end(
// CHECK-SAME:    %[[arg0:.*]]: memref<4xi8>, %[[arg1:.*]]: memref<4xi8>)
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<4xi8>
// CHECK:         memref.copy %[[arg0]], %[[alloc]] : memref<4xi8> to memref<4xi8>
// CHECK:         memref.copy %[[alloc]], %[[arg1]] : memref<4xi8> to memref<4xi8>
// CHECK:         memref.dealloc %[[alloc]] : memref<4xi8>
// CHECK:         return
// DYNAMIC-LABEL: func.func @freed_at_the_end(
// DYNAMIC-SAME:    %[[arg0:.*]]: memref<4xi8>, %[[arg1:.*]]: memref<4xi8>)
// DYNAMIC:       %[[alloc:.*]] = memref.alloc() : memref<4xi8>
// DYNAMIC:       memref.copy %[[arg0]], %[[alloc]] : memref<4xi8> to memref<4xi8>
// DYNAMIC:       memref.copy %[[alloc]], %[[arg1]] : memref<4xi8> to memref<4xi8>
// DYNAMIC:       memref.dealloc %[[alloc]] : memref<4xi8>
// DYNAMIC:       return
func.func @freed_at_the_end(%x: memref<4xi8>, %y: memref<4xi8>) {
  %a = memref.alloc() : memref<4xi8>
  memref.copy %x, %a : memref<4xi8> to memref<4xi8>
  memref.copy %a, %y : memref<4xi8> to memref<4xi8>
  return
}

// -----

// CHECK-LABEL: func.func @argument_is_returned(
// CHECK-SAME:    %[[arg0:.*]]: memref<4xi8>) -> memref<4xi8>
// CHECK:         %[[v0:.*]] = bufferization.clone %[[arg0]] : memref<4xi8> to memref<4xi8>
// CHECK:         return %[[v0]] : memref<4xi8>
// DYNAMIC-LABEL: func.func @argument_is_returned(
// DYNAMIC-SAME:    %[[arg0:.*]]: memref<4xi8>) -> memref<4xi8>
// DYNAMIC:       %[[v0:.*]] = bufferization.clone %[[arg0]] : memref<4xi8> to memref<4xi8>
// DYNAMIC:       return %[[v0]] : memref<4xi8>
func.func @argument_is_returned(%x: memref<4xi8>) -> memref<4xi8> {
  return %x : memref<4xi8>
}

// -----

// CHECK-LABEL: func.func private @either(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<4xi8>) -> memref<4xi8>
// CHECK:         %[[v0:.*]]:2 = scf.if %[[arg0]] -> (memref<4xi8>, i1) {
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<4xi8>
// CHECK:         memref.copy %[[arg1]], %[[alloc]] : memref<4xi8> to memref<4xi8>
// CHECK:         scf.yield %[[alloc]], %{{.*}} : memref<4xi8>, i1
// CHECK:         } else {
// CHECK:         scf.yield %[[arg1]], %{{.*}} : memref<4xi8>, i1
// CHECK:         %[[v1:.*]] = scf.if %[[v0]]#1 -> (memref<4xi8>) {
// CHECK:         scf.yield %[[v0]]#0 : memref<4xi8>
// CHECK:         } else {
// CHECK:         %[[v4:.*]] = bufferization.clone %[[v0]]#0 : memref<4xi8> to memref<4xi8>
// CHECK:         scf.yield %[[v4]] : memref<4xi8>
// CHECK:         %[[intptr:.*]] = memref.extract_aligned_pointer_as_index %{{.*}} : memref<i8> -> index
// CHECK:         %[[intptr_0:.*]] = memref.extract_aligned_pointer_as_index %[[v1]] : memref<4xi8> -> index
// CHECK:         %[[v2:.*]] = arith.cmpi ne, %[[intptr]], %[[intptr_0]] : index
// CHECK:         %[[v3:.*]] = arith.andi %[[v2]], %[[v0]]#1 : i1
// CHECK:         scf.if %[[v3]] {
// CHECK:         memref.dealloc %{{.*}} : memref<i8>
// CHECK:         return %[[v1]] : memref<4xi8>
// DYNAMIC-LABEL: func.func private @either(
// DYNAMIC-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<4xi8>) -> (memref<4xi8>, i1)
// DYNAMIC:       %[[v0:.*]]:2 = scf.if %[[arg0]] -> (memref<4xi8>, i1) {
// DYNAMIC:       %[[alloc:.*]] = memref.alloc() : memref<4xi8>
// DYNAMIC:       memref.copy %[[arg1]], %[[alloc]] : memref<4xi8> to memref<4xi8>
// DYNAMIC:       scf.yield %[[alloc]], %{{.*}} : memref<4xi8>, i1
// DYNAMIC:       } else {
// DYNAMIC:       scf.yield %[[arg1]], %{{.*}} : memref<4xi8>, i1
// DYNAMIC:       return %[[v0]]#0, %[[v0]]#1 : memref<4xi8>, i1
func.func private @either(%c: i1, %x: memref<4xi8>) -> memref<4xi8> {
  %0 = scf.if %c -> memref<4xi8> {
    %a = memref.alloc() : memref<4xi8>
    memref.copy %x, %a : memref<4xi8> to memref<4xi8>
    scf.yield %a : memref<4xi8>
  } else {
    scf.yield %x : memref<4xi8>
  }
  return %0 : memref<4xi8>
}

// CHECK-LABEL: func.func @frees_what_it_got(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<4xi8>)
// CHECK:         %[[v0:.*]] = call @either(%[[arg0]], %[[arg1]]) : (i1, memref<4xi8>) -> memref<4xi8>
// CHECK:         memref.copy %[[v0]], %[[arg1]] : memref<4xi8> to memref<4xi8>
// CHECK:         memref.dealloc %{{.*}} : memref<i8>
// CHECK:         return
// DYNAMIC-LABEL: func.func @frees_what_it_got(
// DYNAMIC-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<4xi8>)
// DYNAMIC:       %[[v0:.*]]:2 = call @either(%[[arg0]], %[[arg1]]) : (i1, memref<4xi8>) -> (memref<4xi8>, i1)
// DYNAMIC:       memref.copy %[[v0]]#0, %[[arg1]] : memref<4xi8> to memref<4xi8>
// DYNAMIC:       scf.if %[[v0]]#1 {
// DYNAMIC:       memref.dealloc %{{.*}} : memref<i8>
// DYNAMIC:       return
func.func @frees_what_it_got(%c: i1, %x: memref<4xi8>) {
  %0 = call @either(%c, %x) : (i1, memref<4xi8>) -> memref<4xi8>
  memref.copy %0, %x : memref<4xi8> to memref<4xi8>
  return
}

// -----

// CHECK-LABEL: func.func @grown(
// CHECK-SAME:    %[[arg0:.*]]: index, %[[arg1:.*]]: index, %[[arg2:.*]]: i32)
// CHECK:         %[[alloc:.*]] = memref.alloc(%[[arg0]]) : memref<?xi32>
// CHECK:         %[[v0:.*]] = arith.cmpi ult, %[[arg0]], %[[arg1]] : index
// CHECK:         %[[v1:.*]]:2 = scf.if %[[v0]] -> (memref<?xi32>, i1) {
// CHECK:         %[[alloc_10:.*]] = memref.alloc(%[[arg1]]) : memref<?xi32>
// CHECK:         memref.copy %[[alloc]], %{{.*}} : memref<?xi32> to memref<?xi32, strided<[1]>>
// CHECK:         scf.yield %[[alloc_10]], %{{.*}} : memref<?xi32>, i1
// CHECK:         } else {
// CHECK:         scf.yield %{{.*}}, %{{.*}} : memref<?xi32>, i1
// CHECK:         %[[alloc_0:.*]] = memref.alloc() : memref<2xindex>
// CHECK:         %[[alloc_1:.*]] = memref.alloc() : memref<2xi1>
// CHECK:         %[[alloc_2:.*]] = memref.alloc() : memref<0xindex>
// CHECK:         %[[intptr:.*]] = memref.extract_aligned_pointer_as_index %[[alloc]] : memref<?xi32> -> index
// CHECK:         %[[intptr_3:.*]] = memref.extract_aligned_pointer_as_index %{{.*}} : memref<i32> -> index
// CHECK:         %[[alloc_6:.*]] = memref.alloc() : memref<2xi1>
// CHECK:         %[[alloc_7:.*]] = memref.alloc() : memref<0xi1>
// CHECK:         call @dealloc_helper(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (memref<?xindex>, memref<?xindex>, memref<?xi1>, memref<?xi1>, memref<?xi1>) -> ()
// CHECK:         scf.if %{{.*}} {
// CHECK:         memref.dealloc %[[alloc]] : memref<?xi32>
// CHECK:         scf.if %{{.*}} {
// CHECK:         memref.dealloc %{{.*}} : memref<i32>
// CHECK:         memref.dealloc %[[alloc_0]] : memref<2xindex>
// CHECK:         memref.dealloc %[[alloc_2]] : memref<0xindex>
// CHECK:         memref.dealloc %[[alloc_1]] : memref<2xi1>
// CHECK:         memref.dealloc %[[alloc_6]] : memref<2xi1>
// CHECK:         memref.dealloc %[[alloc_7]] : memref<0xi1>
// CHECK:         return
// DYNAMIC-LABEL: func.func @grown(
// DYNAMIC-SAME:    %[[arg0:.*]]: index, %[[arg1:.*]]: index, %[[arg2:.*]]: i32)
// DYNAMIC:       %[[alloc:.*]] = memref.alloc(%[[arg0]]) : memref<?xi32>
// DYNAMIC:       %[[v0:.*]] = arith.cmpi ult, %[[arg0]], %[[arg1]] : index
// DYNAMIC:       %[[v1:.*]]:2 = scf.if %[[v0]] -> (memref<?xi32>, i1) {
// DYNAMIC:       %[[alloc_10:.*]] = memref.alloc(%[[arg1]]) : memref<?xi32>
// DYNAMIC:       memref.copy %[[alloc]], %{{.*}} : memref<?xi32> to memref<?xi32, strided<[1]>>
// DYNAMIC:       scf.yield %[[alloc_10]], %{{.*}} : memref<?xi32>, i1
// DYNAMIC:       } else {
// DYNAMIC:       scf.yield %{{.*}}, %{{.*}} : memref<?xi32>, i1
// DYNAMIC:       %[[alloc_0:.*]] = memref.alloc() : memref<2xindex>
// DYNAMIC:       %[[alloc_1:.*]] = memref.alloc() : memref<2xi1>
// DYNAMIC:       %[[alloc_2:.*]] = memref.alloc() : memref<0xindex>
// DYNAMIC:       %[[intptr:.*]] = memref.extract_aligned_pointer_as_index %[[alloc]] : memref<?xi32> -> index
// DYNAMIC:       %[[intptr_3:.*]] = memref.extract_aligned_pointer_as_index %{{.*}} : memref<i32> -> index
// DYNAMIC:       %[[alloc_6:.*]] = memref.alloc() : memref<2xi1>
// DYNAMIC:       %[[alloc_7:.*]] = memref.alloc() : memref<0xi1>
// DYNAMIC:       call @dealloc_helper(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (memref<?xindex>, memref<?xindex>, memref<?xi1>, memref<?xi1>, memref<?xi1>) -> ()
// DYNAMIC:       scf.if %{{.*}} {
// DYNAMIC:       memref.dealloc %[[alloc]] : memref<?xi32>
// DYNAMIC:       scf.if %{{.*}} {
// DYNAMIC:       memref.dealloc %{{.*}} : memref<i32>
// DYNAMIC:       memref.dealloc %[[alloc_0]] : memref<2xindex>
// DYNAMIC:       memref.dealloc %[[alloc_2]] : memref<0xindex>
// DYNAMIC:       memref.dealloc %[[alloc_1]] : memref<2xi1>
// DYNAMIC:       memref.dealloc %[[alloc_6]] : memref<2xi1>
// DYNAMIC:       memref.dealloc %[[alloc_7]] : memref<0xi1>
// DYNAMIC:       return
func.func @grown(%n: index, %m: index, %v: i32) {
  %a = memref.alloc(%n) : memref<?xi32>
  memref.store %v, %a[%n] : memref<?xi32>
  %b = memref.realloc %a(%m) : memref<?xi32> to memref<?xi32>
  memref.store %v, %b[%n] : memref<?xi32>
  return
}

// -----

// CHECK-LABEL: func.func @grown_in_a_branch(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<?xi32>, %[[arg2:.*]]: index, %[[arg3:.*]]: i32)
// CHECK:         %[[v0:.*]]:2 = scf.if %[[arg0]] -> (memref<?xi32>, i1) {
// CHECK:         %[[v1:.*]] = arith.cmpi ult, %{{.*}}, %[[arg2]] : index
// CHECK:         %[[v2:.*]]:2 = scf.if %[[v1]] -> (memref<?xi32>, i1) {
// CHECK:         %[[alloc:.*]] = memref.alloc(%[[arg2]]) : memref<?xi32>
// CHECK:         memref.copy %[[arg1]], %{{.*}} : memref<?xi32> to memref<?xi32, strided<[1]>>
// CHECK:         scf.yield %[[alloc]], %{{.*}} : memref<?xi32>, i1
// CHECK:         } else {
// CHECK:         scf.yield %{{.*}}, %{{.*}} : memref<?xi32>, i1
// CHECK:         scf.yield %[[v2]]#0, %[[v2]]#1 : memref<?xi32>, i1
// CHECK:         } else {
// CHECK:         scf.yield %[[arg1]], %{{.*}} : memref<?xi32>, i1
// CHECK:         scf.if %[[v0]]#1 {
// CHECK:         memref.dealloc %{{.*}} : memref<i32>
// CHECK:         return
// DYNAMIC-LABEL: func.func @grown_in_a_branch(
// DYNAMIC-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<?xi32>, %[[arg2:.*]]: index, %[[arg3:.*]]: i32)
// DYNAMIC:       %[[v0:.*]]:2 = scf.if %[[arg0]] -> (memref<?xi32>, i1) {
// DYNAMIC:       %[[v1:.*]] = arith.cmpi ult, %{{.*}}, %[[arg2]] : index
// DYNAMIC:       %[[v2:.*]]:2 = scf.if %[[v1]] -> (memref<?xi32>, i1) {
// DYNAMIC:       %[[alloc:.*]] = memref.alloc(%[[arg2]]) : memref<?xi32>
// DYNAMIC:       memref.copy %[[arg1]], %{{.*}} : memref<?xi32> to memref<?xi32, strided<[1]>>
// DYNAMIC:       scf.yield %[[alloc]], %{{.*}} : memref<?xi32>, i1
// DYNAMIC:       } else {
// DYNAMIC:       scf.yield %{{.*}}, %{{.*}} : memref<?xi32>, i1
// DYNAMIC:       scf.yield %[[v2]]#0, %[[v2]]#1 : memref<?xi32>, i1
// DYNAMIC:       } else {
// DYNAMIC:       scf.yield %[[arg1]], %{{.*}} : memref<?xi32>, i1
// DYNAMIC:       scf.if %[[v0]]#1 {
// DYNAMIC:       memref.dealloc %{{.*}} : memref<i32>
// DYNAMIC:       return
func.func @grown_in_a_branch(%c: i1, %x: memref<?xi32>, %m: index, %v: i32) {
  %0 = scf.if %c -> memref<?xi32> {
    %b = memref.realloc %x(%m) : memref<?xi32> to memref<?xi32>
    scf.yield %b : memref<?xi32>
  } else {
    scf.yield %x : memref<?xi32>
  }
  memref.store %v, %0[%m] : memref<?xi32>
  return
}
