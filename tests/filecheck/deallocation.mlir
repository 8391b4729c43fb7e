// RUN: bufferize-opt %s --split-input-file --ownership-based-buffer-deallocation | filecheck %s

// What functions allocate, get, and return.

// CHECK-LABEL: func.func @two_are_freed(
// CHECK-SAME:    %[[arg0:.*]]: memref<5xf64>)
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<5xf64>
// CHECK:         memref.copy %[[arg0]], %[[alloc]] : memref<5xf64> to memref<5xf64>
// CHECK:         %[[alloc_0:.*]] = memref.alloc() : memref<5xf64>
// CHECK:         memref.copy %[[alloc]], %[[alloc_0]] : memref<5xf64> to memref<5xf64>
// CHECK:         bufferization.dealloc (%[[alloc]], %[[alloc_0]] : memref<5xf64>, memref<5xf64>) if (%{{.*}}, %{{.*}})
// CHECK:         return
func.func @two_are_freed(%x: memref<5xf64>) {
  %a = memref.alloc() : memref<5xf64>
  memref.copy %x, %a : memref<5xf64> to memref<5xf64>
  %b = memref.alloc() : memref<5xf64>
  memref.copy %a, %b : memref<5xf64> to memref<5xf64>
  return
}

// -----

// CHECK-LABEL: func.func @stack_is_not_freed(
// CHECK-SAME:    %[[arg0:.*]]: memref<5xf64>)
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<5xf64>
// CHECK:         memref.copy %[[arg0]], %[[alloc]] : memref<5xf64> to memref<5xf64>
// CHECK:         %[[alloca:.*]] = memref.alloca() : memref<5xf64>
// CHECK:         memref.copy %[[alloc]], %[[alloca]] : memref<5xf64> to memref<5xf64>
// CHECK:         bufferization.dealloc (%[[alloc]] : memref<5xf64>) if (%{{.*}})
// CHECK:         return
func.func @stack_is_not_freed(%x: memref<5xf64>) {
  %a = memref.alloc() : memref<5xf64>
  memref.copy %x, %a : memref<5xf64> to memref<5xf64>
  %b = memref.alloca() : memref<5xf64>
  memref.copy %a, %b : memref<5xf64> to memref<5xf64>
  return
}

// -----

// CHECK-LABEL: func.func @used_by_a_copy(
// CHECK-SAME:    %[[arg0:.*]]: memref<5xf64>, %[[arg1:.*]]: memref<5xf64>)
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<5xf64>
// CHECK:         memref.copy %[[arg0]], %[[alloc]] : memref<5xf64> to memref<5xf64>
// CHECK:         memref.copy %[[alloc]], %[[arg1]] : memref<5xf64> to memref<5xf64>
// CHECK:         bufferization.dealloc (%[[alloc]] : memref<5xf64>) if (%{{.*}})
// CHECK:         return
func.func @used_by_a_copy(%x: memref<5xf64>, %y: memref<5xf64>) {
  %a = memref.alloc() : memref<5xf64>
  memref.copy %x, %a : memref<5xf64> to memref<5xf64>
  memref.copy %a, %y : memref<5xf64> to memref<5xf64>
  return
}

// -----

// CHECK-LABEL: func.func @stack_is_passed_on(
// CHECK-SAME:    %[[arg0:.*]]: f64, %[[arg1:.*]]: index)
// CHECK:         %[[alloca:.*]] = memref.alloca() : memref<5xf64>
// CHECK:         cf.br ^bb1(%[[alloca]], %{{.*}} : memref<5xf64>, i1)
// CHECK:         ^bb1(%[[v0:.*]]: memref<5xf64>, %[[v1:.*]]: i1):
// CHECK:         bufferization.dealloc (%{{.*}} : memref<f64>) if (%[[v1]])
// CHECK:         return
func.func @stack_is_passed_on(%v: f64, %i: index) {
  %a = memref.alloca() : memref<5xf64>
  cf.br ^next(%a : memref<5xf64>)
^next(%x: memref<5xf64>):
  memref.store %v, %x[%i] : memref<5xf64>
  return
}

// -----

// CHECK-LABEL: func.func @clones_are_freed(
// CHECK-SAME:    %[[arg0:.*]]: memref<?x2xi8>, %[[arg1:.*]]: memref<?x2xi8>, %[[arg2:.*]]: i8, %[[arg3:.*]]: index) -> memref<?x2xi8>
// CHECK:         %[[v0:.*]] = bufferization.clone %[[arg0]] : memref<?x2xi8> to memref<?x2xi8>
// CHECK:         %[[v1:.*]] = bufferization.clone %[[arg1]] : memref<?x2xi8> to memref<?x2xi8>
// CHECK:         %[[v2:.*]] = bufferization.dealloc (%[[v0]], %[[v1]] : memref<?x2xi8>, memref<?x2xi8>) if (%{{.*}}, %{{.*}}) retain (%[[v0]] : memref<?x2xi8>)
// CHECK:         return %[[v0]] : memref<?x2xi8>
func.func @clones_are_freed(%x: memref<?x2xi8>, %y: memref<?x2xi8>, %v: i8, %i: index) -> memref<?x2xi8> {
  %a = bufferization.clone %x : memref<?x2xi8> to memref<?x2xi8>
  %b = bufferization.clone %y : memref<?x2xi8> to memref<?x2xi8>
  memref.store %v, %b[%i, %i] : memref<?x2xi8>
  return %a : memref<?x2xi8>
}

// -----

memref.global "private" constant @numbers : memref<3xi16> = dense<[2, 3, 5]>

// CHECK-LABEL: func.func @global_is_copied(
// CHECK-SAME:    ) -> memref<3xi16>
// CHECK:         %[[v1:.*]] = bufferization.clone %{{.*}} : memref<3xi16> to memref<3xi16>
// CHECK:         %[[v2:.*]] = bufferization.dealloc (%[[v1]] : memref<3xi16>) if (%{{.*}}) retain (%[[v1]] : memref<3xi16>)
// CHECK:         return %[[v1]] : memref<3xi16>
func.func @global_is_copied() -> memref<3xi16> {
  %0 = memref.get_global @numbers : memref<3xi16>
  return %0 : memref<3xi16>
}

// -----

// CHECK-LABEL: func.func @part_is_used(
// CHECK-SAME:    %[[arg0:.*]]: index, %[[arg1:.*]]: memref<?x?xf32>)
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<8x6xf32>
// CHECK:         memref.copy %{{.*}}, %[[arg1]] : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32>
// CHECK:         bufferization.dealloc (%[[alloc]] : memref<8x6xf32>) if (%{{.*}})
// CHECK:         return
func.func @part_is_used(%n: index, %x: memref<?x?xf32>) {
  %a = memref.alloc() : memref<8x6xf32>
  %b = memref.subview %a[%n, %n][%n, %n][%n, %n] : memref<8x6xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  memref.copy %b, %x : memref<?x?xf32, strided<[?, ?], offset: ?>> to memref<?x?xf32>
  return
}

// -----

// CHECK-LABEL: func.func @cast_is_returned(
// CHECK-SAME:    ) -> memref<?xf32>
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<5xf32>
// CHECK:         %[[v0:.*]] = bufferization.dealloc (%[[alloc]] : memref<5xf32>) if (%{{.*}}) retain (%{{.*}} : memref<?xf32>)
// CHECK:         return %{{.*}} : memref<?xf32>
func.func @cast_is_returned() -> memref<?xf32> {
  %a = memref.alloc() : memref<5xf32>
  %b = memref.cast %a : memref<5xf32> to memref<?xf32>
  return %b : memref<?xf32>
}

// -----

// CHECK-LABEL: func.func @tensor_is_no_owner(
// CHECK-SAME:    %[[arg0:.*]]: tensor<?x3xf16>) -> memref<?x3xf16>
// CHECK:         %[[v0:.*]] = bufferization.to_buffer %[[arg0]] : tensor<?x3xf16> to memref<?x3xf16>
// CHECK:         %[[v1:.*]] = bufferization.clone %[[v0]] : memref<?x3xf16> to memref<?x3xf16>
// CHECK:         %[[v2:.*]] = bufferization.dealloc (%[[v1]] : memref<?x3xf16>) if (%{{.*}}) retain (%[[v1]] : memref<?x3xf16>)
// CHECK:         return %[[v1]] : memref<?x3xf16>
func.func @tensor_is_no_owner(%t: tensor<?x3xf16>) -> memref<?x3xf16> {
  %0 = bufferization.to_buffer %t : tensor<?x3xf16> to memref<?x3xf16>
  return %0 : memref<?x3xf16>
}

// -----

// CHECK-LABEL: func.func private @argument_and_new(
// CHECK-SAME:    %[[arg0:.*]]: memref<5xf32>, %[[arg1:.*]]: memref<9xf32>, %[[arg2:.*]]: memref<5xf32>) -> (memref<9xf32>, memref<7xf32>)
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<7xf32>
// CHECK:         %[[alloc_0:.*]] = memref.alloc() : memref<5xf32>
// CHECK:         memref.copy %[[arg0]], %[[alloc_0]] : memref<5xf32> to memref<5xf32>
// CHECK:         memref.copy %[[alloc_0]], %[[arg2]] : memref<5xf32> to memref<5xf32>
// CHECK:         %[[v0:.*]] = bufferization.clone %[[arg1]] : memref<9xf32> to memref<9xf32>
// CHECK:         %[[v1:.*]]:2 = bufferization.dealloc (%[[alloc]], %[[alloc_0]], %[[v0]] : memref<7xf32>, memref<5xf32>, memref<9xf32>) if (%{{.*}}, %{{.*}}, %{{.*}}) retain (%[[v0]], %[[alloc]] : memref<9xf32>, memref<7xf32>)
// CHECK:         return %[[v0]], %[[alloc]] : memref<9xf32>, memref<7xf32>
func.func private @argument_and_new(%x: memref<5xf32>, %y: memref<9xf32>, %z: memref<5xf32>) -> (memref<9xf32>, memref<7xf32>) {
  %a = memref.alloc() : memref<7xf32>
  %b = memref.alloc() : memref<5xf32>
  memref.copy %x, %b : memref<5xf32> to memref<5xf32>
  memref.copy %b, %z : memref<5xf32> to memref<5xf32>
  return %y, %a : memref<9xf32>, memref<7xf32>
}

// -----

// CHECK-LABEL: func.func @one_returned_twice(
// CHECK-SAME:    ) -> (memref<5xf32>, memref<5xf32>)
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<5xf32>
// CHECK:         %[[v0:.*]] = bufferization.dealloc (%[[alloc]] : memref<5xf32>) if (%{{.*}}) retain (%[[alloc]] : memref<5xf32>)
// CHECK:         return %[[alloc]], %[[alloc]] : memref<5xf32>, memref<5xf32>
func.func @one_returned_twice() -> (memref<5xf32>, memref<5xf32>) {
  %a = memref.alloc() : memref<5xf32>
  return %a, %a : memref<5xf32>, memref<5xf32>
}

// -----

// CHECK-LABEL: func.func @choice_is_returned(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<5xf32>) -> memref<5xf32>
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<5xf32>
// CHECK:         %[[v0:.*]] = arith.select %[[arg0]], %[[alloc]], %[[arg1]] : memref<5xf32>
// CHECK:         %[[v1:.*]] = arith.select %[[arg0]], %{{.*}}, %{{.*}} : i1
// CHECK:         %[[v2:.*]] = scf.if %[[v1]] -> (memref<5xf32>) {
// CHECK:         scf.yield %[[v0]] : memref<5xf32>
// CHECK:         } else {
// CHECK:         %[[v4:.*]] = bufferization.clone %[[v0]] : memref<5xf32> to memref<5xf32>
// CHECK:         scf.yield %[[v4]] : memref<5xf32>
// CHECK:         %[[v3:.*]] = bufferization.dealloc (%[[alloc]], %{{.*}} : memref<5xf32>, memref<f32>) if (%{{.*}}, %{{.*}}) retain (%[[v2]] : memref<5xf32>)
// CHECK:         return %[[v2]] : memref<5xf32>
func.func @choice_is_returned(%c: i1, %x: memref<5xf32>) -> memref<5xf32> {
  %a = memref.alloc() : memref<5xf32>
  %b = arith.select %c, %a, %x : memref<5xf32>
  return %b : memref<5xf32>
}

// -----

// Whether the inner choice is owned is not known before the program runs.
// CHECK-LABEL: func.func @choice_of_a_choice_is_copied(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<5xf32>) -> memref<5xf32>
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<5xf32>
// CHECK:         %[[v0:.*]] = arith.select %[[arg0]], %[[alloc]], %[[arg1]] : memref<5xf32>
// CHECK:         %[[v1:.*]] = arith.select %[[arg0]], %[[arg1]], %[[v0]] : memref<5xf32>
// CHECK:         %[[v2:.*]] = bufferization.clone %[[v1]] : memref<5xf32> to memref<5xf32>
// CHECK:         %[[v3:.*]] = bufferization.dealloc (%[[alloc]], %[[v2]] : memref<5xf32>, memref<5xf32>) if (%{{.*}}, %{{.*}}) retain (%[[v2]] : memref<5xf32>)
// CHECK:         return %[[v2]] : memref<5xf32>
func.func @choice_of_a_choice_is_copied(%c: i1, %x: memref<5xf32>) -> memref<5xf32> {
  %a = memref.alloc() : memref<5xf32>
  %b = arith.select %c, %a, %x : memref<5xf32>
  %d = arith.select %c, %x, %b : memref<5xf32>
  return %d : memref<5xf32>
}

// -----

// CHECK-LABEL: func.func @one_of_several_is_copied(
// CHECK-SAME:    %[[arg0:.*]]: memref<1xindex>) -> memref<?xf32>
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<5xf32>
// CHECK:         %[[v0:.*]] = bufferization.clone %{{.*}} : memref<?xf32> to memref<?xf32>
// CHECK:         %[[v1:.*]] = bufferization.dealloc (%[[alloc]], %[[v0]] : memref<5xf32>, memref<?xf32>) if (%{{.*}}, %{{.*}}) retain (%[[v0]] : memref<?xf32>)
// CHECK:         return %[[v0]] : memref<?xf32>
func.func @one_of_several_is_copied(%s: memref<1xindex>) -> memref<?xf32> {
  %a = memref.alloc() : memref<5xf32>
  %b = memref.reshape %a(%s) : (memref<5xf32>, memref<1xindex>) -> memref<?xf32>
  return %b : memref<?xf32>
}

// -----

// CHECK-LABEL: func.func @freed_by_the_program(
// CHECK-SAME:    %[[arg0:.*]]: memref<5xf32>)
// CHECK:         %[[alloc:.*]] = memref.alloc() {bufferization.manual_deallocation} : memref<5xf32>
// CHECK:         memref.copy %[[arg0]], %[[alloc]] : memref<5xf32> to memref<5xf32>
// CHECK:         memref.dealloc %[[alloc]] {bufferization.manual_deallocation} : memref<5xf32>
// CHECK:         return
func.func @freed_by_the_program(%x: memref<5xf32>) {
  %a = memref.alloc() {bufferization.manual_deallocation} : memref<5xf32>
  memref.copy %x, %a : memref<5xf32> to memref<5xf32>
  memref.dealloc %a {bufferization.manual_deallocation} : memref<5xf32>
  return
}

// -----

// CHECK-LABEL: func.func @must_not_be_freed_twice(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<5xf32>)
// CHECK:         %[[v0:.*]]:2 = scf.if %[[arg0]] -> (memref<5xf32>, i1) {
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<5xf32>
// CHECK:         %[[v2:.*]] = bufferization.dealloc (%[[alloc]] : memref<5xf32>) if (%{{.*}}) retain (%[[alloc]] : memref<5xf32>)
// CHECK:         scf.yield %[[alloc]], %[[v2]] : memref<5xf32>, i1
// CHECK:         } else {
// CHECK:         scf.yield %[[arg1]], %{{.*}} : memref<5xf32>, i1
// CHECK:         %[[v1:.*]] = arith.xori %[[v0]]#1, %{{.*}} : i1
// CHECK:         cf.assert %[[v1]], "expected that the block does not have ownership"
// CHECK:         memref.dealloc %[[v0]]#0 {bufferization.manual_deallocation} : memref<5xf32>
// CHECK:         bufferization.dealloc (%{{.*}} : memref<f32>) if (%[[v0]]#1)
// CHECK:         return
func.func @must_not_be_freed_twice(%c: i1, %x: memref<5xf32>) {
  %0 = scf.if %c -> memref<5xf32> {
    %a = memref.alloc() : memref<5xf32>
    scf.yield %a : memref<5xf32>
  } else {
    scf.yield %x : memref<5xf32>
  }
  memref.dealloc %0 {bufferization.manual_deallocation} : memref<5xf32>
  return
}

// -----

// What writes somewhere, but to no buffer.
// CHECK-LABEL: func.func @vector_is_printed(
// CHECK:         %[[alloc:.*]] = memref.alloc(
// CHECK:         vector.print
// CHECK-NEXT:    bufferization.dealloc (%[[alloc]] : memref<3xi8>) if (%true)
func.func @vector_is_printed(%v: vector<3xi8>, %i: index) {
  %a = memref.alloc() : memref<3xi8>
  vector.store %v, %a[%i] : memref<3xi8>, vector<3xi8>
  vector.print %v : vector<3xi8>
  return
}

// CHECK-LABEL: func.func @asserted(
// CHECK:         cf.assert
// CHECK:         %[[alloc:.*]] = memref.alloc(
// CHECK:         bufferization.dealloc (%[[alloc]] : memref<?xi8>) if (%true)
func.func @asserted(%n: index, %m: index, %v: i8) {
  %0 = arith.cmpi ult, %n, %m : index
  cf.assert %0, "n is less than m"
  %a = memref.alloc(%m) : memref<?xi8>
  memref.store %v, %a[%n] : memref<?xi8>
  return
}
