// RUN: bufferize-opt %s --split-input-file --expand-realloc=emit-deallocs=0 --ownership-based-buffer-deallocation=private-function-dynamic-ownership --canonicalize --buffer-deallocation-simplification | filecheck %s

// Buffers that grow in a loop: each is one of two new ones, as long as they do not change places.

// CHECK-LABEL: func.func private @grown_in_place(
// CHECK:         %[[a:.*]] = memref.alloc(
// CHECK:         %[[b:.*]] = memref.alloc(
// CHECK:         %[[r:.*]]:4 = scf.for {{.*}} iter_args(%[[p:.*]] = %[[a]], %[[q:.*]] = %[[b]], %[[own_p:.*]] = %false, %[[own_q:.*]] = %false)
// CHECK:           %[[c:.*]]:2 = scf.if
// CHECK:           %[[d:.*]]:2 = scf.if
// CHECK-DAG:       %[[base_p:.*]], %{{.*}}, %{{.*}}, %{{.*}} = memref.extract_strided_metadata %[[p]]
// CHECK-DAG:       %[[base_q:.*]], %{{.*}}, %{{.*}}, %{{.*}} = memref.extract_strided_metadata %[[q]]
// CHECK:           bufferization.dealloc (%[[base_p]] : memref<i16>) if (%[[own_p]]) retain (%[[c]]#0 : memref<?xi16>)
// CHECK:           bufferization.dealloc (%[[base_q]] : memref<i16>) if (%[[own_q]]) retain (%[[d]]#0 : memref<?xi16>)
// CHECK:           scf.yield %[[c]]#0, %[[d]]#0,
// CHECK:         bufferization.dealloc (%[[a]] : memref<?xi16>) if (%true) retain (%[[r]]#0 : memref<?xi16>)
// CHECK:         bufferization.dealloc (%[[b]] : memref<?xi16>) if (%true) retain (%[[r]]#1 : memref<?xi16>)
// CHECK:         return %[[r]]#0, %[[r]]#1,
func.func private @grown_in_place(%l: index, %u: index, %s: index, %n: index, %m: index) -> (memref<?xi16>, memref<?xi16>) {
  %a = memref.alloc(%n) : memref<?xi16>
  %b = memref.alloc(%n) : memref<?xi16>
  %r:2 = scf.for %i = %l to %u step %s iter_args(%p = %a, %q = %b) -> (memref<?xi16>, memref<?xi16>) {
    %c = memref.realloc %p(%m) : memref<?xi16> to memref<?xi16>
    %d = memref.realloc %q(%m) : memref<?xi16> to memref<?xi16>
    scf.yield %c, %d : memref<?xi16>, memref<?xi16>
  }
  return %r#0, %r#1 : memref<?xi16>, memref<?xi16>
}

// -----

// CHECK-LABEL: func.func private @grown_and_swapped(
// CHECK:         %[[a:.*]] = memref.alloc(
// CHECK:         %[[b:.*]] = memref.alloc(
// CHECK:         %[[r:.*]]:4 = scf.for {{.*}} iter_args(%{{.*}} = %[[a]], %{{.*}} = %[[b]], %[[own_p:.*]] = %false, %[[own_q:.*]] = %false)
// CHECK:           %[[c:.*]]:2 = scf.if
// CHECK:           %[[d:.*]]:2 = scf.if
// CHECK:           bufferization.dealloc ({{.*}}) if (%[[own_p]], %[[own_q]], %[[c]]#1, %[[d]]#1) retain (%[[d]]#0, %[[c]]#0 :
// CHECK:         bufferization.dealloc (%[[a]], %[[b]], {{.*}}) if (%true, %true, %[[r]]#2, %[[r]]#3) retain (%[[r]]#0, %[[r]]#1 :
// CHECK:         return %[[r]]#0, %[[r]]#1,
func.func private @grown_and_swapped(%l: index, %u: index, %s: index, %n: index, %m: index) -> (memref<?xi16>, memref<?xi16>) {
  %a = memref.alloc(%n) : memref<?xi16>
  %b = memref.alloc(%n) : memref<?xi16>
  %r:2 = scf.for %i = %l to %u step %s iter_args(%p = %a, %q = %b) -> (memref<?xi16>, memref<?xi16>) {
    %c = memref.realloc %p(%m) : memref<?xi16> to memref<?xi16>
    %d = memref.realloc %q(%m) : memref<?xi16> to memref<?xi16>
    scf.yield %d, %c : memref<?xi16>, memref<?xi16>
  }
  return %r#0, %r#1 : memref<?xi16>, memref<?xi16>
}
