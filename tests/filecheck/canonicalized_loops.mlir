// RUN: bufferize-opt %s --split-input-file --canonicalize | filecheck %s

// What is carried and never changes is what it is at the start; what is never used goes.

// CHECK-LABEL: func @carried_and_unchanged
// CHECK-SAME:    index, %[[x:.*]]: memref<4xf32>, %[[z:.*]]: memref<4xf32>)
// CHECK:         %[[a:.*]] = memref.alloc()
// CHECK-NEXT:    %[[r:.*]]:2 = scf.for {{.*}} iter_args(%[[q:[^ ]*]] = %[[x]], %[[s:[^ ]*]] = %[[x]])
// CHECK-NEXT:      scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NEXT:        memref.copy %[[x]], %[[a]]
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.copy %[[q]], %[[s]]
// CHECK-NEXT:      scf.yield %[[s]], %[[q]]
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.copy %[[z]], %[[r]]#0
// CHECK-NEXT:    return %[[a]]
func.func @carried_and_unchanged(%n: index, %x: memref<4xf32>, %z: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %r:4 = scf.for %i = %n to %n step %n iter_args(%p = %a, %q = %x, %s = %x, %t = %z) -> (memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>) {
    %u = scf.for %j = %i to %n step %n iter_args(%v = %p) -> (memref<4xf32>) {
      memref.copy %x, %v : memref<4xf32> to memref<4xf32>
      scf.yield %v : memref<4xf32>
    }
    memref.copy %q, %s : memref<4xf32> to memref<4xf32>
    scf.yield %u, %s, %q, %z : memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>
  }
  memref.copy %r#3, %r#1 : memref<4xf32> to memref<4xf32>
  return %r#0 : memref<4xf32>
}
