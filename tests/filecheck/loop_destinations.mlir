// Loops write what they yield into the tensor that they carry (llvm PR 213207, iree #16956).
// RUN: bufferize-opt %s --loop-iter-arg-destination-folding | filecheck %s
// RUN: bufferize-opt %s --loop-iter-arg-destination-folding --eliminate-empty-tensors --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops" --canonicalize | filecheck %s --check-prefix=BUFFER

// The empty tensor is one from outside; the write comes after all reads then.
// CHECK-LABEL: func.func @reduction
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}})
// CHECK:           vector.transfer_read %[[A]]
// CHECK:           vector.transfer_read %[[A]]
// CHECK:           %[[W:.*]] = vector.transfer_write %{{.*}}, %[[A]][
// CHECK:           scf.yield %[[W]]
// BUFFER-LABEL: func.func @reduction
// BUFFER:         scf.for
// BUFFER-NOT:       alloc
// BUFFER-NOT:       copy
// BUFFER:           vector.transfer_write
// BUFFER:         return
func.func @reduction(%in: tensor<64x8xf32>, %acc: tensor<8xf32>, %v: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %out = tensor.empty() : tensor<8xf32>
  %r = scf.for %i = %c0 to %c64 step %c1 iter_args(%a = %acc) -> (tensor<8xf32>) {
    %x = vector.transfer_read %in[%i, %c0], %v {in_bounds = [true]} : tensor<64x8xf32>, vector<8xf32>
    %y = vector.transfer_read %a[%c0], %v {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
    %s = arith.addf %x, %y : vector<8xf32>
    %w = vector.transfer_write %s, %out[%c0] {in_bounds = [true]} : vector<8xf32>, tensor<8xf32>
    %z = vector.transfer_read %a[%c0], %v {in_bounds = [true]} : tensor<8xf32>, vector<8xf32>
    vector.print %z : vector<8xf32>
    scf.yield %w : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// An operation that reads each element before it writes it; the extent is that of the carried tensor.
// CHECK-LABEL: func.func @element_by_element
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}})
// CHECK-NEXT:      linalg.add ins(%[[A]], %{{.*}}) outs(%[[A]] :
// BUFFER-LABEL: func.func @element_by_element
// BUFFER-NOT:     alloc
// BUFFER-NOT:     copy
// BUFFER:         return
func.func @element_by_element(%in: tensor<?xf32>, %b: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %in, %c0 : tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %in) -> (tensor<?xf32>) {
    %e = tensor.empty(%d) : tensor<?xf32>
    %s = linalg.add ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %s : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// What another extent may be is left alone.
// CHECK-LABEL: func.func @another_extent
// CHECK:         %[[E:.*]] = tensor.empty(%{{.*}})
// CHECK:         linalg.fill {{.*}}outs(%[[E]]
func.func @another_extent(%in: tensor<?xf32>, %v: f32, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %in) -> (tensor<?xf32>) {
    %e = tensor.empty(%n) : tensor<?xf32>
    %s = linalg.fill ins(%v : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %s : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// The old contents are read after the first write, by an operation that makes the new ones.
// CHECK-LABEL: func.func @read_later
// CHECK:         %[[E:.*]] = tensor.empty()
// CHECK:         %[[F:.*]] = linalg.fill {{.*}}outs(%[[E]]
// CHECK:         linalg.matmul {{.*}}outs(%[[F]]
func.func @read_later(%in: tensor<4x4xf32>, %b: tensor<4x4xf32>, %n: index, %v: f32) -> tensor<4x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %in) -> (tensor<4x4xf32>) {
    %e = tensor.empty() : tensor<4x4xf32>
    %f = linalg.fill ins(%v : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
    %s = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
    scf.yield %s : tensor<4x4xf32>
  }
  return %r : tensor<4x4xf32>
}

// So are they where the old tensor is yielded elsewhere.
// CHECK-LABEL: func.func @two_in_turn
// CHECK:         %[[E:.*]] = tensor.empty()
// CHECK:         linalg.fill {{.*}}outs(%[[E]]
func.func @two_in_turn(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: index, %v: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %f = linalg.fill ins(%v : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %f, %a : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// Two tensors that are swapped: one is computed from the old contents of the other.
// CHECK-LABEL: func.func @swapped
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
// CHECK:           %[[E:.*]] = tensor.empty()
// CHECK:           %[[X:.*]] = linalg.exp ins(%[[A]] : {{.*}}) outs(%[[E]] :
// CHECK:           %[[Y:.*]] = linalg.exp ins(%[[B]] : {{.*}}) outs(%[[A]] :
// CHECK:           scf.yield %[[Y]], %[[X]]
func.func @swapped(%t: tensor<4xf32>, %u: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %b = %u) -> (tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %x = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %d = tensor.empty() : tensor<4xf32>
    %y = linalg.exp ins(%b : tensor<4xf32>) outs(%d : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %y, %x : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// So it is where the new contents of each are computed from the other one.
// CHECK-LABEL: func.func @crossed
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[B:.*]] = %{{.*}})
// CHECK:           %[[E:.*]] = tensor.empty()
// CHECK:           %[[Y:.*]] = linalg.exp ins(%[[A]] : {{.*}}) outs(%[[E]] :
// CHECK:           %[[X:.*]] = linalg.exp ins(%[[B]] : {{.*}}) outs(%[[A]] :
// CHECK:           scf.yield %[[X]], %[[Y]]
func.func @crossed(%t: tensor<4xf32>, %u: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %b = %u) -> (tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %x = linalg.exp ins(%b : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %d = tensor.empty() : tensor<4xf32>
    %y = linalg.exp ins(%a : tensor<4xf32>) outs(%d : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %x, %y : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// Loops in loops; and with --eliminate-empty-tensors, all of it happens in the destination after them.
// CHECK-LABEL: func.func @nest
// CHECK:         scf.for {{.*}} iter_args(%[[A:.*]] = %{{.*}})
// CHECK:           scf.for {{.*}} iter_args(%[[B:.*]] = %[[A]])
// CHECK:             linalg.exp ins(%[[B]] : {{.*}}) outs(%[[B]] :
// BUFFER-LABEL: func.func @nest
// BUFFER-NOT:     alloc
// BUFFER:         %[[S:.*]] = memref.subview %{{.*}}[2] [4] [1]
// BUFFER:         scf.for
// BUFFER:             linalg.exp ins(%[[S]] : {{.*}}) outs(%[[S]] :
// BUFFER-NOT:     alloc
// BUFFER:         return
func.func @nest(%dest: tensor<8xf32>, %v: f32, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e0 = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%v : f32) outs(%e0 : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %f) -> (tensor<4xf32>) {
    %q = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> (tensor<4xf32>) {
      %e = tensor.empty() : tensor<4xf32>
      %s = linalg.exp ins(%b : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
      scf.yield %s : tensor<4xf32>
    }
    scf.yield %q : tensor<4xf32>
  }
  %t = tensor.insert_slice %r into %dest[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %t : tensor<8xf32>
}
