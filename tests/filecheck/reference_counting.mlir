// RUN: bufferize-opt %s --split-input-file --reference-counting-deallocation | filecheck %s
// RUN: bufferize-opt %s --split-input-file --reference-counting-deallocation=private-function-dynamic-ownership | filecheck %s --check-prefix=DYNAMIC

// What is new in one branch and borrowed in the other one comes with a counter.

// CHECK-LABEL: func.func @branch(
// CHECK-SAME:    %{{.*}}: i1, %[[x:.*]]: memref<i64>)
// CHECK:         %[[r:.*]]:2 = scf.if %{{.*}} -> (memref<i64>, memref<index>) {
// CHECK:           %[[a:.*]] = memref.alloc() : memref<i64>
// CHECK:           %[[count:.*]] = memref.alloc() : memref<index>
// CHECK:           memref.store %{{.*}}, %[[count]][] : memref<index>
// CHECK-NOT:       retain
// CHECK:           scf.yield %[[a]], %[[count]] : memref<i64>, memref<index>
// CHECK:         } else {
// CHECK:           %[[none:.*]] = memref.get_global @uncounted : memref<index>
// CHECK:           scf.yield %[[x]], %[[none]] : memref<i64>, memref<index>
// CHECK:         memref.copy %[[r]]#0, %[[x]]
// CHECK:         %[[last:.*]] = call @release(%[[r]]#1) : (memref<index>) -> i1
// CHECK:         %[[base:.*]], %{{.*}} = memref.extract_strided_metadata %[[r]]#0
// CHECK:         bufferization.dealloc (%[[base]] : memref<i64>) if (%[[last]])
// CHECK-NEXT:    return
// CHECK:       memref.global "private" constant @uncounted : memref<index> = dense<0>
// CHECK:       func.func private @release(%{{.*}}: memref<index>) -> i1
func.func @branch(%c: i1, %x: memref<i64>) {
  %r = scf.if %c -> (memref<i64>) {
    %a = memref.alloc() : memref<i64>
    memref.copy %x, %a : memref<i64> to memref<i64>
    scf.yield %a : memref<i64>
  } else {
    scf.yield %x : memref<i64>
  }
  memref.copy %r, %x : memref<i64> to memref<i64>
  return
}

// -----

// What is new in both branches is owned by the block around them, which frees it without a counter.

// CHECK-LABEL: func.func @owned(
// CHECK-NOT:     memref<index>
// CHECK:         %[[r:.*]] = scf.if %{{.*}} -> (memref<i64>) {
// CHECK:         %[[base:.*]], %{{.*}} = memref.extract_strided_metadata %[[r]]
// CHECK:         bufferization.dealloc (%[[base]] : memref<i64>) if (%{{.*}})
// CHECK-NOT:   @release
func.func @owned(%c: i1, %x: memref<i64>) {
  %r = scf.if %c -> (memref<i64>) {
    %a = memref.alloc() : memref<i64>
    memref.copy %x, %a : memref<i64> to memref<i64>
    scf.yield %a : memref<i64>
  } else {
    %b = memref.alloc() : memref<i64>
    memref.copy %x, %b : memref<i64> to memref<i64>
    scf.yield %b : memref<i64>
  }
  memref.copy %r, %x : memref<i64> to memref<i64>
  return
}

// -----

// What is borrowed from both is borrowed.

// CHECK-LABEL: func.func @borrowed(
// CHECK-NOT:     memref<index>
// CHECK-NOT:     dealloc
// CHECK:         return
func.func @borrowed(%c: i1, %x: memref<i64>, %y: memref<i64>) {
  %r = scf.if %c -> (memref<i64>) {
    scf.yield %x : memref<i64>
  } else {
    scf.yield %y : memref<i64>
  }
  memref.copy %r, %x : memref<i64> to memref<i64>
  return
}

// -----

// A loop takes a reference to what it starts with; each iteration has one, and hands one on.

// CHECK-LABEL: func.func @loop(
// CHECK:         %[[a:.*]] = memref.alloc() : memref<i64>
// CHECK:         %[[count:.*]] = memref.alloc() : memref<index>
// CHECK:         call @retain(%[[count]]) : (memref<index>) -> ()
// CHECK:         %[[r:.*]]:2 = scf.for {{.*}} iter_args(%[[p:.*]] = %[[a]], %[[n:.*]] = %[[count]]) -> (memref<i64>, memref<index>) {
// CHECK:           %[[b:.*]] = memref.alloc() : memref<i64>
// CHECK:           %[[other:.*]] = memref.alloc() : memref<index>
// CHECK:           %[[last:.*]] = func.call @release(%[[n]])
// CHECK:           bufferization.dealloc ({{.*}}) if (%[[last]])
// CHECK:           scf.yield %[[b]], %[[other]] : memref<i64>, memref<index>
// CHECK:         call @release(%[[count]])
// CHECK:         bufferization.dealloc (%[[a]] : memref<i64>) if
// CHECK:         call @release(%[[r]]#1)
func.func @loop(%l: index, %u: index, %x: memref<i64>) {
  %a = memref.alloc() : memref<i64>
  %r = scf.for %i = %l to %u step %u iter_args(%p = %a) -> (memref<i64>) {
    %b = memref.alloc() : memref<i64>
    memref.copy %p, %b : memref<i64> to memref<i64>
    scf.yield %b : memref<i64>
  }
  memref.copy %r, %x : memref<i64> to memref<i64>
  return
}

// -----

// The buffers that a branch does not hand on are released if control goes that way.

// CHECK-LABEL: func.func @blocks(
// CHECK-SAME:    %[[c:.*]]: i1, %{{.*}}: memref<i64>)
// CHECK:         %[[a:.*]] = memref.alloc() : memref<i64>
// CHECK:         %[[count:.*]] = memref.alloc() : memref<index>
// CHECK:         scf.if %[[c]] {
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[last:.*]] = func.call @release(%[[count]])
// CHECK-NEXT:      bufferization.dealloc (%[[a]] : memref<i64>) if (%[[last]])
// CHECK-NEXT:    }
// CHECK:         cf.cond_br %[[c]], ^[[end:.*]](%[[a]], %[[count]] : memref<i64>, memref<index>), ^[[other:.*]]
// CHECK:       ^[[end]](%[[p:.*]]: memref<i64>, %[[n:.*]]: memref<index>)
// CHECK:         call @release(%[[n]])
func.func @blocks(%c: i1, %x: memref<i64>) {
  %a = memref.alloc() : memref<i64>
  memref.copy %x, %a : memref<i64> to memref<i64>
  cf.cond_br %c, ^end(%a : memref<i64>), ^other
^other:
  cf.br ^end(%x : memref<i64>)
^end(%p: memref<i64>):
  memref.copy %p, %x : memref<i64> to memref<i64>
  return
}

// -----

// One of two buffers has one of their counters; returned without a copy if it is the last reference.

// CHECK-LABEL: func.func @selected(
// CHECK:         %[[a:.*]] = memref.alloc() : memref<i64>
// CHECK:         %[[m:.*]] = memref.alloc() : memref<index>
// CHECK:         %[[b:.*]] = memref.alloc() : memref<i64>
// CHECK:         %[[n:.*]] = memref.alloc() : memref<index>
// CHECK:         %[[r:.*]] = arith.select %[[c:.*]], %[[a]], %[[b]] : memref<i64>
// CHECK:         %[[count:.*]] = arith.select %[[c]], %[[m]], %[[n]] : memref<index>
// CHECK:         call @retain(%[[count]])
// CHECK:         call @release(%[[m]])
// CHECK:         call @release(%[[n]])
// CHECK:         %[[last:.*]] = call @release(%[[count]])
// CHECK:         %[[own:.*]] = scf.if %[[last]] -> (memref<i64>) {
// CHECK:           scf.yield %[[r]] : memref<i64>
// CHECK:         } else {
// CHECK:           bufferization.clone %[[r]]
// CHECK:         return %[[own]] : memref<i64>
func.func @selected(%c: i1, %x: memref<i64>) -> memref<i64> {
  %a = memref.alloc() : memref<i64>
  memref.copy %x, %a : memref<i64> to memref<i64>
  %b = memref.alloc() : memref<i64>
  memref.copy %x, %b : memref<i64> to memref<i64>
  %r = arith.select %c, %a, %b : memref<i64>
  return %r : memref<i64>
}

// -----

// Iterations that may run at the same time do not touch the counters of what is outside.

// CHECK-LABEL: func.func @parallel(
// CHECK:         scf.parallel
// CHECK:           %[[none:.*]] = memref.get_global @uncounted : memref<index>
// CHECK-NOT:       @retain
// CHECK:           scf.yield %{{.*}}, %[[none]] : memref<i64>, memref<index>
// CHECK:           func.call @release(
// CHECK:           scf.reduce
func.func @parallel(%c: i1, %l: index, %u: index) {
  %a = memref.alloc() : memref<i64>
  scf.parallel (%i) = (%l) to (%u) step (%u) {
    %r = scf.if %c -> (memref<i64>) {
      scf.yield %a : memref<i64>
    } else {
      %b = memref.alloc() : memref<i64>
      scf.yield %b : memref<i64>
    }
    memref.copy %a, %r : memref<i64> to memref<i64>
  }
  return
}

// -----

// A private function returns its argument with the counter that its caller gives it, with the option.

// CHECK-LABEL: func.func private @same(
// CHECK-SAME:    %[[a:.*]]: memref<i64>, %{{.*}}: i1) -> memref<i64>
// CHECK:         bufferization.clone %[[a]]
// DYNAMIC-LABEL: func.func private @same(
// DYNAMIC-SAME:    %[[a:.*]]: memref<i64>, %{{.*}}: i1, %[[count:.*]]: memref<index>) -> (memref<i64>, memref<index>)
// DYNAMIC:         call @retain(%[[count]])
// DYNAMIC:         return %[[a]], %[[count]] : memref<i64>, memref<index>
func.func private @same(%a: memref<i64>, %c: i1) -> memref<i64> {
  return %a : memref<i64>
}

// DYNAMIC-LABEL: func.func @caller(
// DYNAMIC:         %[[a:.*]] = memref.alloc() : memref<i64>
// DYNAMIC:         %[[count:.*]] = memref.alloc() : memref<index>
// DYNAMIC:         %[[r:.*]]:2 = call @same(%[[a]], %{{.*}}, %[[count]]) : (memref<i64>, i1, memref<index>) -> (memref<i64>, memref<index>)
// DYNAMIC:         call @release(%[[count]])
// DYNAMIC:         call @release(%[[r]]#1)
func.func @caller(%c: i1, %x: memref<i64>) {
  %a = memref.alloc() : memref<i64>
  memref.copy %x, %a : memref<i64> to memref<i64>
  %r = call @same(%a, %c) : (memref<i64>, i1) -> memref<i64>
  memref.copy %r, %x : memref<i64> to memref<i64>
  return
}
