// RUN: bufferize-opt %s --split-input-file --pass-pipeline='builtin.module(scf-loop-bufferization-preprocessing{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map},one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map},canonicalize)' | filecheck %s

// Loops that yield another buffer than they carry, and would be refused, copy it in each iteration.

// CHECK-LABEL: func.func @read_after_the_write(
// CHECK-SAME:    %[[t:[^:]*]]: memref<10xf32>
// CHECK:         scf.for
// CHECK-NEXT:      %[[new:.*]] = memref.alloc()
// CHECK-NEXT:      memref.copy %[[t]], %[[new]]
// CHECK-NEXT:      memref.store %{{.*}}, %[[new]]
// CHECK-NEXT:      memref.load %[[t]]
// CHECK-NEXT:      vector.print
// CHECK-NEXT:      memref.copy %[[new]], %[[t]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[t]]
func.func @read_after_the_write(%t: tensor<10xf32>, %x: f32, %k: index, %n: index) -> tensor<10xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<10xf32> {
    %b = tensor.insert %x into %a[%i] : tensor<10xf32>
    %e = tensor.extract %a[%k] : tensor<10xf32>
    vector.print %e : f32
    scf.yield %b : tensor<10xf32>
  }
  return %r : tensor<10xf32>
}

// -----

// One of the tensors is copied to a new buffer, before it is overwritten.

// CHECK-LABEL: func.func @swapped(
// CHECK-SAME:    %[[a:[^:]*]]: memref<4xf32>, %[[b:[^:]*]]: memref<4xf32>
// CHECK:         scf.for
// CHECK-NEXT:      %[[new:.*]] = memref.alloc()
// CHECK-NEXT:      memref.copy %[[b]], %[[new]]
// CHECK-NEXT:      memref.copy %[[a]], %[[b]]
// CHECK-NEXT:      memref.copy %[[new]], %[[a]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[a]], %[[b]]
func.func @swapped(%a: tensor<4xf32>, %b: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %y, %x : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// A chain needs none: what is overwritten last is copied first.

// CHECK-LABEL: func.func @moved_on(
// CHECK-SAME:    %[[a:[^:]*]]: memref<4xf32>, %[[b:[^:]*]]: memref<4xf32>, %[[c:[^:]*]]: memref<4xf32>
// CHECK:         scf.for
// CHECK-NEXT:      memref.copy %[[b]], %[[c]]
// CHECK-NEXT:      memref.copy %[[a]], %[[b]]
// CHECK-NEXT:    }
func.func @moved_on(%a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<4xf32>, %n: index)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b, %z = %c)
      -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    scf.yield %x, %x, %y : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1, %r#2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// The outer loop yields what the inner one copies into, which is the buffer that it carries.

// CHECK-LABEL: func.func @loop_in_a_loop(
// CHECK-SAME:    %[[t:[^:]*]]: memref<4xf32>
// CHECK:         scf.for
// CHECK-NEXT:      scf.for
// CHECK-NEXT:        %[[new:.*]] = memref.alloc()
// CHECK-NEXT:        linalg.exp ins(%[[t]] : memref<4xf32>) outs(%[[new]] : memref<4xf32>)
// CHECK-NEXT:        memref.copy %[[new]], %[[t]]
// CHECK-NEXT:      }
// CHECK-NEXT:    }
func.func @loop_in_a_loop(%t: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> tensor<4xf32> {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<4xf32> {
      %e = tensor.empty() : tensor<4xf32>
      %q = linalg.exp ins(%y : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      scf.yield %q : tensor<4xf32>
    }
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @while(
// CHECK-SAME:    %[[t:[^:]*]]: memref<4xf32>
// CHECK:         scf.while
// CHECK:         } do {
// CHECK:           %[[new:.*]] = memref.alloc()
// CHECK:           linalg.exp ins(%[[b:.*]] : memref<4xf32>) outs(%[[new]] : memref<4xf32>)
// CHECK:           memref.copy %[[new]], %[[b]]
// CHECK:           scf.yield
func.func @while(%t: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%a = %t, %i = %n) : (tensor<4xf32>, index) -> (tensor<4xf32>, index) {
    %more = arith.cmpi sgt, %i, %c1 : index
    scf.condition(%more) %a, %i : tensor<4xf32>, index
  } do {
  ^bb0(%b: tensor<4xf32>, %j: index):
    %e = tensor.empty() : tensor<4xf32>
    %m = linalg.exp ins(%b : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %less = arith.subi %j, %c1 : index
    scf.yield %m, %less : tensor<4xf32>, index
  }
  return %r#0 : tensor<4xf32>
}

// -----

// The new tensor has the size of the carried one in each iteration.

// CHECK-LABEL: func.func @of_any_size(
// CHECK-SAME:    %[[t:[^:]*]]: memref<?xf32>
// CHECK:         scf.for
// CHECK:           %[[new:.*]] = memref.alloc(%{{.*}})
// CHECK:           memref.copy %[[new]], %[[t]]
func.func @of_any_size(%t: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> tensor<?xf32> {
    %d = tensor.dim %x, %c0 : tensor<?xf32>
    %e = tensor.empty(%d) : tensor<?xf32>
    %q = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %q : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
