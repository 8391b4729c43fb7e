// RUN: bufferize-opt %s --split-input-file --canonicalize --allow-unregistered-dialect | filecheck %s

// What is carried and never changes is what it is at the start; what is never used goes.

// CHECK-LABEL: func @carried_and_unchanged
// CHECK-SAME:    index, %[[x:.*]]: memref<4xf32>, %[[z:.*]]: memref<4xf32>)
// CHECK:         %[[a:.*]] = memref.alloc()
// CHECK-NEXT:    %[[r:.*]]:2 = scf.for {{.*}} iter_args(%[[q:[^ ]*]] = %[[x]], %[[s:[^ ]*]] = %[[z]])
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
  %r:4 = scf.for %i = %n to %n step %n iter_args(%p = %a, %q = %x, %s = %z, %t = %z) -> (memref<4xf32>, memref<4xf32>, memref<4xf32>, memref<4xf32>) {
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

// -----

// Two carried values that only swap places are one, if they start as one.

// CHECK-LABEL: func @swapped(
// CHECK-SAME:    index, %[[x:.*]]: memref<4xf32>
// CHECK:         scf.for {{.*}} {
// CHECK-NEXT:      "test.use"(%[[x]], %[[x]])
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[x]]
func.func @swapped(%n: index, %x: memref<4xf32>) -> memref<4xf32> {
  %r:2 = scf.for %i = %n to %n step %n iter_args(%p = %x, %q = %x) -> (memref<4xf32>, memref<4xf32>) {
    "test.use"(%p, %q) : (memref<4xf32>, memref<4xf32>) -> ()
    scf.yield %q, %p : memref<4xf32>, memref<4xf32>
  }
  return %r#1 : memref<4xf32>
}

// -----

// CHECK-LABEL: func @while_that_keeps_a_buffer(
// CHECK-SAME:    %[[x:.*]]: memref<4xf32>, %[[n:.*]]: index
// CHECK:         %[[r:.*]] = scf.while (%[[i:.*]] = %[[n]]) : (index) -> index {
// CHECK-NEXT:      %[[c:.*]] = "test.condition"(%[[i]])
// CHECK-NEXT:      scf.condition(%[[c]]) %[[i]]
// CHECK-NEXT:    } do {
// CHECK-NEXT:    ^bb0(%[[j:.*]]: index):
// CHECK-NEXT:      %[[k:.*]] = "test.next"(%[[j]], %[[x]])
// CHECK-NEXT:      scf.yield %[[k]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[x]], %[[r]]
func.func @while_that_keeps_a_buffer(%x: memref<4xf32>, %n: index) -> (memref<4xf32>, index) {
  %r:3 = scf.while (%p = %x, %i = %n) : (memref<4xf32>, index) -> (memref<4xf32>, index, index) {
    %c = "test.condition"(%i) : (index) -> i1
    scf.condition(%c) %p, %n, %i : memref<4xf32>, index, index
  } do {
  ^bb0(%q: memref<4xf32>, %unused: index, %j: index):
    %k = "test.next"(%j, %q) : (index, memref<4xf32>) -> index
    scf.yield %q, %k : memref<4xf32>, index
  }
  return %r#0, %r#2 : memref<4xf32>, index
}

// -----

// What a loop computes for itself stays: the last value decides about the next one.

// CHECK-LABEL: func @while_that_needs_its_value(
// CHECK:         scf.while (%[[i:.*]] = %{{.*}}) : (index) -> () {
// CHECK:         "test.next"(%[[i]])
func.func @while_that_needs_its_value(%n: index) {
  scf.while (%i = %n) : (index) -> () {
    %c = "test.next"(%i) : (index) -> i1
    scf.condition(%c)
  } do {
    %k = "test.value"() : () -> index
    scf.yield %k : index
  }
  return
}

// -----

// CHECK-LABEL: func @choices(
// CHECK-SAME:    %[[c:.*]]: i1, %[[x:.*]]: memref<4xf32>
// CHECK:         %[[r:.*]] = scf.if %[[c]] -> (f32) {
// CHECK-NEXT:      %[[a:.*]]:2 = "test.a"()
// CHECK-NEXT:      scf.yield %[[a]]#0
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %[[b:.*]]:2 = "test.b"()
// CHECK-NEXT:      scf.yield %[[b]]#1
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[x]], %[[r]]
func.func @choices(%c: i1, %x: memref<4xf32>) -> (memref<4xf32>, f32) {
  %r:3 = scf.if %c -> (f32, memref<4xf32>, f32) {
    %a:2 = "test.a"() : () -> (f32, f32)
    scf.yield %a#1, %x, %a#0 : f32, memref<4xf32>, f32
  } else {
    %b:2 = "test.b"() : () -> (f32, f32)
    scf.yield %b#0, %x, %b#1 : f32, memref<4xf32>, f32
  }
  return %r#1, %r#2 : memref<4xf32>, f32
}

// -----

// CHECK-LABEL: func @choice_without_else(
// CHECK:         scf.if %{{.*}} {
// CHECK-NEXT:      "test.a"()
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @choice_without_else(%c: i1, %x: memref<4xf32>) -> memref<4xf32> {
  %r = scf.if %c -> memref<4xf32> {
    "test.a"() : () -> ()
    scf.yield %x : memref<4xf32>
  } else {
    scf.yield %x : memref<4xf32>
  }
  return %r : memref<4xf32>
}

// -----

// CHECK-LABEL: func @switch_with_one_value(
// CHECK-SAME:    %[[c:.*]]: index, %[[x:.*]]: memref<4xf32>
// CHECK:         scf.index_switch %[[c]]
// CHECK-NEXT:    case 1 {
// CHECK-NEXT:      "test.a"()
// CHECK-NEXT:      scf.yield
// CHECK-NEXT:    }
// CHECK-NEXT:    default {
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[x]]
func.func @switch_with_one_value(%c: index, %x: memref<4xf32>) -> memref<4xf32> {
  %r = scf.index_switch %c -> memref<4xf32>
  case 1 {
    "test.a"() : () -> ()
    scf.yield %x : memref<4xf32>
  }
  default {
    scf.yield %x : memref<4xf32>
  }
  return %r : memref<4xf32>
}

// -----

// CHECK-LABEL: func @region_of_one_block(
// CHECK-SAME:    %[[x:.*]]: memref<4xf32>
// CHECK-NEXT:    "test.a"()
// CHECK-NEXT:    scf.execute_region no_inline {
// CHECK-NEXT:      "test.b"()
// CHECK-NEXT:      scf.yield
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[x]]
func.func @region_of_one_block(%x: memref<4xf32>) -> memref<4xf32> {
  %a = scf.execute_region -> memref<4xf32> {
    "test.a"() : () -> ()
    scf.yield %x : memref<4xf32>
  }
  %b = scf.execute_region -> memref<4xf32> no_inline {
    "test.b"() : () -> ()
    scf.yield %a : memref<4xf32>
  }
  return %b : memref<4xf32>
}

// -----

// CHECK-LABEL: func @copies_onto_themselves(
// CHECK-SAME:    %[[x:.*]]: memref<4xf32>, %[[t:.*]]: tensor<4xf32>
// CHECK-NEXT:    return %[[t]]
func.func @copies_onto_themselves(%x: memref<4xf32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  linalg.copy ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  %0 = linalg.copy ins(%t : tensor<4xf32>) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
