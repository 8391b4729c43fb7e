// Since August 2026, MLIR writes what only the attr-dict had before as clauses of an operation, or between `<{` and `}>`.
// REFERENCE: LLVM 22 does not read it.
// RUN: bufferize-opt %s | filecheck %s

// CHECK-LABEL: func.func @memref(
func.func @memref(%m: memref<8xf32>, %n: memref<?xf32>, %i: index) -> f32 {
  // CHECK: memref.alloc() {alignment = 64 : i64} : memref<8xf32>
  %a = memref.alloc() alignment = 64 : memref<8xf32>
  // CHECK: memref.alloca() {alignment = 8 : i64, foo = 1 : i32} : memref<8xf32>
  %b = memref.alloca() alignment = 8 {foo = 1 : i32} : memref<8xf32>
  // CHECK: memref.realloc %{{.*}} {alignment = 8 : i64} : memref<?xf32> to memref<16xf32>
  %c = memref.realloc %n alignment = 8 : memref<?xf32> to memref<16xf32>
  // CHECK: memref.load %{{.*}}[%{{.*}}] {alignment = 16 : i64, nontemporal = true} : memref<8xf32>
  %d = memref.load %m[%i] alignment(16) nontemporal(true) : memref<8xf32>
  // CHECK: memref.load %{{.*}}[%{{.*}}] {alignment = 16 : i64, invariant = true, nontemporal = true} : memref<8xf32>
  %f = memref.load %m[%i] alignment(16) nontemporal(true) invariant(true) : memref<8xf32>
  // CHECK: memref.load %{{.*}}[%{{.*}}] {alignment = 16 : i64, nontemporal = true} : memref<8xf32>
  %e = memref.load %m[%i] nontemporal = true {alignment = 16 : i64} : memref<8xf32>
  // CHECK: memref.store %{{.*}}, %{{.*}}[%{{.*}}] {alignment = 4 : i64, foo} : memref<8xf32>
  memref.store %d, %a[%i] <{alignment = 4 : i64}> {foo} : memref<8xf32>
  return %e : f32
}

// CHECK-LABEL: func.func @vector(
func.func @vector(%m: memref<8xf32>, %i: index, %v: vector<4xf32>, %w: vector<4x4xf32>, %k: vector<4xi1>) {
  // CHECK: vector.load %{{.*}}[%{{.*}}] {alignment = 16 : i64} : memref<8xf32>, vector<4xf32>
  %0 = vector.load %m[%i] alignment = 16 : memref<8xf32>, vector<4xf32>
  // CHECK: vector.maskedload %{{.*}}[%{{.*}}], %{{.*}}, %{{.*}} {alignment = 16 : i64} :
  %1 = vector.maskedload %m[%i], %k, %v alignment(16) : memref<8xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  // CHECK: vector.extract_strided_slice %{{.*}} {offsets = [0], sizes = [2], strides = [1]} :
  %2 = vector.extract_strided_slice %v offsets = [0] sizes = [2] strides = [1] : vector<4xf32> to vector<2xf32>
  // CHECK: vector.insert_strided_slice %{{.*}}, %{{.*}} {offsets = [0, 0], strides = [1]} :
  %3 = vector.insert_strided_slice %v, %w strides = [1] offsets = [0, 0] : vector<4xf32> into vector<4x4xf32>
  // CHECK: vector.scan <add>, %{{.*}}, %{{.*}} {inclusive = true, reduction_dim = 0 : i64} :
  %4:2 = vector.scan <add>, %w, %v reduction_dim = 0 inclusive = true : vector<4x4xf32>, vector<4xf32>
  return
}

// CHECK-LABEL: func.func @tensor(
func.func @tensor(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>) {
  // CHECK: tosa.reduce_sum %{{.*}} {axis = 0 : i32} :
  %0 = tosa.reduce_sum %a axis = 0 : (tensor<4x4xf32>) -> tensor<1x4xf32>
  // CHECK: tosa.concat %{{.*}}, %{{.*}} {axis = 1 : i32} :
  %1 = tosa.concat %a, %b axis = 1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x8xf32>
  return
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @script(%module: !transform.any_op) {
    // CHECK: transform.bufferization.one_shot_bufferize %{{.*}} {bufferize_function_boundaries = true} :
    %0 = transform.bufferization.one_shot_bufferize %module <{bufferize_function_boundaries = true}>
      : (!transform.any_op) -> !transform.any_op
    // CHECK: transform.structured.vectorize_children_and_apply_patterns %{{.*}} {vectorize_padding} :
    %1 = transform.structured.vectorize_children_and_apply_patterns %0 vectorize_padding
      : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
