// RUN: bufferize-opt %s --split-input-file --ownership-based-buffer-deallocation | filecheck %s
// RUN: bufferize-opt %s --split-input-file --ownership-based-buffer-deallocation=private-function-dynamic-ownership=true | filecheck %s --check-prefix=DYNAMIC

// A caller owns what it gets from a function; with the option, if a private function says so.

// CHECK-LABEL: func.func private @same(
// CHECK-SAME:    %[[arg0:.*]]: memref<i64>) -> memref<i64>
// CHECK:         %[[v0:.*]] = bufferization.clone %[[arg0]] : memref<i64> to memref<i64>
// CHECK:         %[[v1:.*]] = bufferization.dealloc (%[[v0]] : memref<i64>) if (%{{.*}}) retain (%[[v0]] : memref<i64>)
// CHECK:         return %[[v0]] : memref<i64>
// DYNAMIC-LABEL: func.func private @same(
// DYNAMIC-SAME:    %[[arg0:.*]]: memref<i64>) -> (memref<i64>, i1)
// DYNAMIC:       return %[[arg0]], %{{.*}} : memref<i64>, i1
func.func private @same(%x: memref<i64>) -> memref<i64> {
  return %x : memref<i64>
}

// CHECK-LABEL: func.func @calls_a_private_function(
// CHECK-SAME:    %[[arg0:.*]]: memref<i64>)
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<i64>
// CHECK:         memref.copy %[[arg0]], %[[alloc]] : memref<i64> to memref<i64>
// CHECK:         %[[v0:.*]] = call @same(%[[alloc]]) : (memref<i64>) -> memref<i64>
// CHECK:         memref.copy %[[v0]], %[[arg0]] : memref<i64> to memref<i64>
// CHECK:         bufferization.dealloc (%[[alloc]], %{{.*}} : memref<i64>, memref<i64>) if (%{{.*}}, %{{.*}})
// CHECK:         return
// DYNAMIC-LABEL: func.func @calls_a_private_function(
// DYNAMIC-SAME:    %[[arg0:.*]]: memref<i64>)
// DYNAMIC:       %[[alloc:.*]] = memref.alloc() : memref<i64>
// DYNAMIC:       memref.copy %[[arg0]], %[[alloc]] : memref<i64> to memref<i64>
// DYNAMIC:       %[[v0:.*]]:2 = call @same(%[[alloc]]) : (memref<i64>) -> (memref<i64>, i1)
// DYNAMIC:       memref.copy %[[v0]]#0, %[[arg0]] : memref<i64> to memref<i64>
// DYNAMIC:       bufferization.dealloc (%[[alloc]], %{{.*}} : memref<i64>, memref<i64>) if (%{{.*}}, %[[v0]]#1)
// DYNAMIC:       return
func.func @calls_a_private_function(%y: memref<i64>) {
  %a = memref.alloc() : memref<i64>
  memref.copy %y, %a : memref<i64> to memref<i64>
  %r = call @same(%a) : (memref<i64>) -> memref<i64>
  memref.copy %r, %y : memref<i64> to memref<i64>
  return
}

// -----

// CHECK-LABEL: func.func @seen_by_all(
// CHECK-SAME:    %[[arg0:.*]]: memref<i64>) -> memref<i64>
// CHECK:         %[[v0:.*]] = bufferization.clone %[[arg0]] : memref<i64> to memref<i64>
// CHECK:         %[[v1:.*]] = bufferization.dealloc (%[[v0]] : memref<i64>) if (%{{.*}}) retain (%[[v0]] : memref<i64>)
// CHECK:         return %[[v0]] : memref<i64>
// DYNAMIC-LABEL: func.func @seen_by_all(
// DYNAMIC-SAME:    %[[arg0:.*]]: memref<i64>) -> memref<i64>
// DYNAMIC:       %[[v0:.*]] = bufferization.clone %[[arg0]] : memref<i64> to memref<i64>
// DYNAMIC:       %[[v1:.*]] = bufferization.dealloc (%[[v0]] : memref<i64>) if (%{{.*}}) retain (%[[v0]] : memref<i64>)
// DYNAMIC:       return %[[v0]] : memref<i64>
func.func @seen_by_all(%x: memref<i64>) -> memref<i64> {
  return %x : memref<i64>
}

// CHECK-LABEL: func.func @calls_a_public_function(
// CHECK-SAME:    %[[arg0:.*]]: memref<i64>)
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<i64>
// CHECK:         memref.copy %[[arg0]], %[[alloc]] : memref<i64> to memref<i64>
// CHECK:         %[[v0:.*]] = call @seen_by_all(%[[alloc]]) : (memref<i64>) -> memref<i64>
// CHECK:         memref.copy %[[v0]], %[[arg0]] : memref<i64> to memref<i64>
// CHECK:         bufferization.dealloc (%[[alloc]], %{{.*}} : memref<i64>, memref<i64>) if (%{{.*}}, %{{.*}})
// CHECK:         return
// DYNAMIC-LABEL: func.func @calls_a_public_function(
// DYNAMIC-SAME:    %[[arg0:.*]]: memref<i64>)
// DYNAMIC:       %[[alloc:.*]] = memref.alloc() : memref<i64>
// DYNAMIC:       memref.copy %[[arg0]], %[[alloc]] : memref<i64> to memref<i64>
// DYNAMIC:       %[[v0:.*]] = call @seen_by_all(%[[alloc]]) : (memref<i64>) -> memref<i64>
// DYNAMIC:       memref.copy %[[v0]], %[[arg0]] : memref<i64> to memref<i64>
// DYNAMIC:       bufferization.dealloc (%[[alloc]], %{{.*}} : memref<i64>, memref<i64>) if (%{{.*}}, %{{.*}})
// DYNAMIC:       return
func.func @calls_a_public_function(%y: memref<i64>) {
  %a = memref.alloc() : memref<i64>
  memref.copy %y, %a : memref<i64> to memref<i64>
  %r = call @seen_by_all(%a) : (memref<i64>) -> memref<i64>
  memref.copy %r, %y : memref<i64> to memref<i64>
  return
}

// -----

// CHECK-LABEL: func.func private @chosen(
// CHECK-SAME:    %[[arg0:.*]]: memref<i64>) -> memref<i64>
// CHECK:         %[[v0:.*]] = bufferization.clone %[[arg0]] : memref<i64> to memref<i64>
// CHECK:         %[[v1:.*]] = bufferization.dealloc (%[[v0]] : memref<i64>) if (%{{.*}}) retain (%[[v0]] : memref<i64>)
// CHECK:         return %[[v0]] : memref<i64>
// DYNAMIC-LABEL: func.func private @chosen(
// DYNAMIC-SAME:    %[[arg0:.*]]: memref<i64>) -> (memref<i64>, i1)
// DYNAMIC:       return %[[arg0]], %{{.*}} : memref<i64>, i1
func.func private @chosen(%x: memref<i64>) -> memref<i64> {
  return %x : memref<i64>
}

// CHECK-LABEL: func.func @calls_with_a_choice(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<i64>)
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<i64>
// CHECK:         %[[alloca:.*]] = memref.alloca() : memref<i64>
// CHECK:         memref.copy %[[arg1]], %[[alloc]] : memref<i64> to memref<i64>
// CHECK:         %[[v0:.*]] = arith.select %[[arg0]], %[[alloc]], %[[alloca]] : memref<i64>
// CHECK:         %[[v1:.*]] = call @chosen(%[[v0]]) : (memref<i64>) -> memref<i64>
// CHECK:         memref.copy %[[v1]], %[[alloc]] : memref<i64> to memref<i64>
// CHECK:         bufferization.dealloc (%[[alloc]], %{{.*}} : memref<i64>, memref<i64>) if (%{{.*}}, %{{.*}})
// CHECK:         return
// DYNAMIC-LABEL: func.func @calls_with_a_choice(
// DYNAMIC-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<i64>)
// DYNAMIC:       %[[alloc:.*]] = memref.alloc() : memref<i64>
// DYNAMIC:       %[[alloca:.*]] = memref.alloca() : memref<i64>
// DYNAMIC:       memref.copy %[[arg1]], %[[alloc]] : memref<i64> to memref<i64>
// DYNAMIC:       %[[v0:.*]] = arith.select %[[arg0]], %[[alloc]], %[[alloca]] : memref<i64>
// DYNAMIC:       %[[v1:.*]]:2 = call @chosen(%[[v0]]) : (memref<i64>) -> (memref<i64>, i1)
// DYNAMIC:       memref.copy %[[v1]]#0, %[[alloc]] : memref<i64> to memref<i64>
// DYNAMIC:       bufferization.dealloc (%[[alloc]], %{{.*}} : memref<i64>, memref<i64>) if (%{{.*}}, %[[v1]]#1)
// DYNAMIC:       return
func.func @calls_with_a_choice(%c: i1, %y: memref<i64>) {
  %a = memref.alloc() : memref<i64>
  %b = memref.alloca() : memref<i64>
  memref.copy %y, %a : memref<i64> to memref<i64>
  %0 = arith.select %c, %a, %b : memref<i64>
  %r = call @chosen(%0) : (memref<i64>) -> memref<i64>
  memref.copy %r, %a : memref<i64> to memref<i64>
  return
}

// -----

// CHECK-LABEL: func.func private @elsewhere(
// DYNAMIC-LABEL: func.func private @elsewhere(
func.func private @elsewhere(memref<i64>) -> memref<i64>

// CHECK-LABEL: func.func @calls_what_is_elsewhere(
// CHECK-SAME:    %[[arg0:.*]]: memref<i64>) -> memref<i64>
// CHECK:         %[[v0:.*]] = call @elsewhere(%[[arg0]]) : (memref<i64>) -> memref<i64>
// CHECK:         %[[v1:.*]] = bufferization.dealloc (%{{.*}} : memref<i64>) if (%{{.*}}) retain (%[[v0]] : memref<i64>)
// CHECK:         return %[[v0]] : memref<i64>
// DYNAMIC-LABEL: func.func @calls_what_is_elsewhere(
// DYNAMIC-SAME:    %[[arg0:.*]]: memref<i64>) -> memref<i64>
// DYNAMIC:       %[[v0:.*]] = call @elsewhere(%[[arg0]]) : (memref<i64>) -> memref<i64>
// DYNAMIC:       %[[v1:.*]] = bufferization.dealloc (%{{.*}} : memref<i64>) if (%{{.*}}) retain (%[[v0]] : memref<i64>)
// DYNAMIC:       return %[[v0]] : memref<i64>
func.func @calls_what_is_elsewhere(%x: memref<i64>) -> memref<i64> {
  %r = call @elsewhere(%x) : (memref<i64>) -> memref<i64>
  return %r : memref<i64>
}

// -----

// CHECK-LABEL: func.func private @new_or_given(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<i64>) -> (memref<i64>, memref<i64>)
// CHECK:         %[[v0:.*]]:2 = scf.if %[[arg0]] -> (memref<i64>, i1) {
// CHECK:         %[[alloc_3:.*]] = memref.alloc() : memref<i64>
// CHECK:         memref.copy %[[arg1]], %[[alloc_3]] : memref<i64> to memref<i64>
// CHECK:         %[[v3:.*]] = bufferization.dealloc (%[[alloc_3]] : memref<i64>) if (%{{.*}}) retain (%[[alloc_3]] : memref<i64>)
// CHECK:         scf.yield %[[alloc_3]], %[[v3]] : memref<i64>, i1
// CHECK:         } else {
// CHECK:         scf.yield %[[arg1]], %{{.*}} : memref<i64>, i1
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<i64>
// CHECK:         %[[v1:.*]] = scf.if %[[v0]]#1 -> (memref<i64>) {
// CHECK:         scf.yield %[[v0]]#0 : memref<i64>
// CHECK:         } else {
// CHECK:         %[[v3:.*]] = bufferization.clone %[[v0]]#0 : memref<i64> to memref<i64>
// CHECK:         scf.yield %[[v3]] : memref<i64>
// CHECK:         %[[v2:.*]]:2 = bufferization.dealloc (%{{.*}}, %[[alloc]], %{{.*}} : memref<i64>, memref<i64>, memref<i64>) if (%[[v0]]#1, %{{.*}}, %{{.*}}) retain (%[[v1]], %[[alloc]] : memref<i64>, memref<i64>)
// CHECK:         return %[[v1]], %[[alloc]] : memref<i64>, memref<i64>
// DYNAMIC-LABEL: func.func private @new_or_given(
// DYNAMIC-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<i64>) -> (memref<i64>, memref<i64>, i1, i1)
// DYNAMIC:       %[[v0:.*]]:2 = scf.if %[[arg0]] -> (memref<i64>, i1) {
// DYNAMIC:       %[[alloc_1:.*]] = memref.alloc() : memref<i64>
// DYNAMIC:       memref.copy %[[arg1]], %[[alloc_1]] : memref<i64> to memref<i64>
// DYNAMIC:       %[[v2:.*]] = bufferization.dealloc (%[[alloc_1]] : memref<i64>) if (%{{.*}}) retain (%[[alloc_1]] : memref<i64>)
// DYNAMIC:       scf.yield %[[alloc_1]], %[[v2]] : memref<i64>, i1
// DYNAMIC:       } else {
// DYNAMIC:       scf.yield %[[arg1]], %{{.*}} : memref<i64>, i1
// DYNAMIC:       %[[alloc:.*]] = memref.alloc() : memref<i64>
// DYNAMIC:       %[[v1:.*]]:2 = bufferization.dealloc (%{{.*}}, %[[alloc]] : memref<i64>, memref<i64>) if (%[[v0]]#1, %{{.*}}) retain (%[[v0]]#0, %[[alloc]] : memref<i64>, memref<i64>)
// DYNAMIC:       return %[[v0]]#0, %[[alloc]], %[[v1]]#0, %[[v1]]#1 : memref<i64>, memref<i64>, i1, i1
func.func private @new_or_given(%c: i1, %x: memref<i64>) -> (memref<i64>, memref<i64>) {
  %0 = scf.if %c -> memref<i64> {
    %a = memref.alloc() : memref<i64>
    memref.copy %x, %a : memref<i64> to memref<i64>
    scf.yield %a : memref<i64>
  } else {
    scf.yield %x : memref<i64>
  }
  %b = memref.alloc() : memref<i64>
  return %0, %b : memref<i64>, memref<i64>
}

// CHECK-LABEL: func.func @returns_what_it_got(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<i64>) -> memref<i64>
// CHECK:         %[[v0:.*]]:2 = call @new_or_given(%[[arg0]], %[[arg1]]) : (i1, memref<i64>) -> (memref<i64>, memref<i64>)
// CHECK:         memref.copy %[[v0]]#1, %[[arg1]] : memref<i64> to memref<i64>
// CHECK:         %[[v1:.*]] = bufferization.dealloc (%{{.*}}, %{{.*}} : memref<i64>, memref<i64>) if (%{{.*}}, %{{.*}}) retain (%[[v0]]#0 : memref<i64>)
// CHECK:         return %[[v0]]#0 : memref<i64>
// DYNAMIC-LABEL: func.func @returns_what_it_got(
// DYNAMIC-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<i64>) -> memref<i64>
// DYNAMIC:       %[[v0:.*]]:4 = call @new_or_given(%[[arg0]], %[[arg1]]) : (i1, memref<i64>) -> (memref<i64>, memref<i64>, i1, i1)
// DYNAMIC:       memref.copy %[[v0]]#1, %[[arg1]] : memref<i64> to memref<i64>
// DYNAMIC:       %[[v1:.*]] = scf.if %[[v0]]#2 -> (memref<i64>) {
// DYNAMIC:       scf.yield %[[v0]]#0 : memref<i64>
// DYNAMIC:       } else {
// DYNAMIC:       %[[v3:.*]] = bufferization.clone %[[v0]]#0 : memref<i64> to memref<i64>
// DYNAMIC:       scf.yield %[[v3]] : memref<i64>
// DYNAMIC:       %[[v2:.*]] = bufferization.dealloc (%{{.*}}, %{{.*}}, %{{.*}} : memref<i64>, memref<i64>, memref<i64>) if (%[[v0]]#2, %[[v0]]#3, %{{.*}}) retain (%[[v1]] : memref<i64>)
// DYNAMIC:       return %[[v1]] : memref<i64>
func.func @returns_what_it_got(%c: i1, %x: memref<i64>) -> memref<i64> {
  %r:2 = call @new_or_given(%c, %x) : (i1, memref<i64>) -> (memref<i64>, memref<i64>)
  memref.copy %r#1, %x : memref<i64> to memref<i64>
  return %r#0 : memref<i64>
}

// -----

// CHECK-LABEL: func.func @calls_what_it_got(
// CHECK-SAME:    %[[arg0:.*]]: (memref<i64>) -> memref<i64>, %[[arg1:.*]]: memref<i64>) -> memref<i64>
// CHECK:         %[[v1:.*]] = bufferization.dealloc (%{{.*}} : memref<i64>) if (%{{.*}}) retain (%{{.*}} : memref<i64>)
// CHECK:         return %{{.*}} : memref<i64>
// DYNAMIC-LABEL: func.func @calls_what_it_got(
// DYNAMIC-SAME:    %[[arg0:.*]]: (memref<i64>) -> memref<i64>, %[[arg1:.*]]: memref<i64>) -> memref<i64>
// DYNAMIC:       %[[v1:.*]] = bufferization.dealloc (%{{.*}} : memref<i64>) if (%{{.*}}) retain (%{{.*}} : memref<i64>)
// DYNAMIC:       return %{{.*}} : memref<i64>
func.func @calls_what_it_got(%f: (memref<i64>) -> memref<i64>, %x: memref<i64>) -> memref<i64> {
  %r = call_indirect %f(%x) : (memref<i64>) -> memref<i64>
  return %r : memref<i64>
}

// -----

// REFERENCE: mlir-opt changes the function, and not what else has its type.
// CHECK-LABEL: func.func private @named_elsewhere(
// CHECK-SAME:    %[[arg0:.*]]: memref<i64>) -> memref<i64>
// CHECK:         %[[v0:.*]] = bufferization.clone %[[arg0]] : memref<i64> to memref<i64>
// CHECK:         %[[v1:.*]] = bufferization.dealloc (%[[v0]] : memref<i64>) if (%{{.*}}) retain (%[[v0]] : memref<i64>)
// CHECK:         return %[[v0]] : memref<i64>
// DYNAMIC-LABEL: func.func private @named_elsewhere(
// DYNAMIC-SAME:    %[[arg0:.*]]: memref<i64>) -> memref<i64>
// DYNAMIC:       %[[v0:.*]] = bufferization.clone %[[arg0]] : memref<i64> to memref<i64>
// DYNAMIC:       %[[v1:.*]] = bufferization.dealloc (%[[v0]] : memref<i64>) if (%{{.*}}) retain (%[[v0]] : memref<i64>)
// DYNAMIC:       return %[[v0]] : memref<i64>
func.func private @named_elsewhere(%x: memref<i64>) -> memref<i64> {
  return %x : memref<i64>
}

// CHECK-LABEL: func.func @names_a_function(
// CHECK-SAME:    ) -> ((memref<i64>) -> memref<i64>)
// CHECK:         return %{{.*}} : (memref<i64>) -> memref<i64>
// DYNAMIC-LABEL: func.func @names_a_function(
// DYNAMIC-SAME:    ) -> ((memref<i64>) -> memref<i64>)
// DYNAMIC:       return %{{.*}} : (memref<i64>) -> memref<i64>
func.func @names_a_function() -> ((memref<i64>) -> memref<i64>) {
  %0 = func.constant @named_elsewhere : (memref<i64>) -> memref<i64>
  return %0 : (memref<i64>) -> memref<i64>
}
