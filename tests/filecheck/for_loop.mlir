// scf.for: the loop carries its buffer; what is read after the loop, or before in it, costs a copy.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

// CHECK-LABEL: func.func @accumulate
// CHECK-SAME:    (%[[BUF:[a-z0-9]*]]: memref<?xf32, strided<[?], offset: ?>>,
// CHECK-NOT:     memref.alloc
// CHECK:         scf.for %[[I:.*]] = {{.*}} iter_args(%[[ITER:.*]] = %[[BUF]])
// CHECK:           %[[OLD:.*]] = memref.load %[[ITER]][%[[I]]]
// CHECK:           %[[SUM:.*]] = arith.addf %[[OLD]]
// CHECK:           memref.store %[[SUM]], %[[ITER]][%[[I]]]
// CHECK-NEXT:      scf.yield %[[ITER]]
func.func @accumulate(%t: tensor<?xf32>, %a: f32, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> tensor<?xf32> {
    %old = tensor.extract %x[%i] : tensor<?xf32>
    %sum = arith.addf %old, %a : f32
    %new = tensor.insert %sum into %x[%i] : tensor<?xf32>
    scf.yield %new : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// The tensor from before the loop is read in every iteration: the loop works on a copy.
// CHECK-LABEL: func.func @reads_the_original
// CHECK-SAME:    (%[[BUF:[a-z0-9]*]]: memref<9xf32, strided<[?], offset: ?>>,
// CHECK:         memref.copy %[[BUF]], %[[COPY:.*]] :
// CHECK:         scf.for %[[I:.*]] = {{.*}} iter_args(%[[ITER:.*]] = %[[COPY]])
// CHECK:           memref.load %[[BUF]]
// CHECK:           memref.store %{{.*}}, %[[ITER]]
func.func @reads_the_original(%t: tensor<9xf32>, %n: index) -> tensor<9xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %t) -> tensor<9xf32> {
    %old = tensor.extract %t[%c0] : tensor<9xf32>
    %new = tensor.insert %old into %x[%i] : tensor<9xf32>
    scf.yield %new : tensor<9xf32>
  }
  return %r : tensor<9xf32>
}

// -----

// A tensor from outside is written in each iteration, and each time anew.
// CHECK-LABEL: func.func @scratch_from_outside
// CHECK-SAME:    (%[[BUF:[a-z0-9]*]]: memref<9xf32, strided<[?], offset: ?>>,
// CHECK:         scf.for
// CHECK:           %[[COPY:.*]] = memref.alloc()
// CHECK:           memref.copy %[[BUF]], %[[COPY]]
// CHECK:           memref.store %{{.*}}, %[[COPY]]
// CHECK:           memref.load %[[COPY]]
func.func @scratch_from_outside(%t: tensor<9xf32>, %a: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> f32 {
    %new = tensor.insert %x into %t[%i] : tensor<9xf32>
    %v = tensor.extract %new[%c0] : tensor<9xf32>
    scf.yield %v : f32
  }
  return %r : f32
}
