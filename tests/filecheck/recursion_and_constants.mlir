// Whether a recursive function may return a constant depends on what it calls, not on who calls it.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries | filecheck %s
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize='bufferize-function-boundaries analyze-recursive-functions' | filecheck %s

// CHECK-LABEL: func.func @down(
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @down(%t: tensor<4xi32>, %n: index) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %z -> tensor<4xi32> {
    scf.yield %t : tensor<4xi32>
  } else {
    %m = arith.subi %n, %c1 : index
    %s = func.call @down(%t, %m) : (tensor<4xi32>, index) -> tensor<4xi32>
    scf.yield %s : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}

// The constant is the caller's.
// CHECK-LABEL: func.func @caller(
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @caller(%t: tensor<4xi32>, %n: index, %k: i32) -> (tensor<4xi32>, i32) {
  %c0 = arith.constant 0 : index
  %c = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %x = tensor.extract %c[%n] : tensor<4xi32>
  %r = func.call @down(%t, %n) : (tensor<4xi32>, index) -> tensor<4xi32>
  %w = tensor.insert %k into %r[%c0] : tensor<4xi32>
  return %w, %x : tensor<4xi32>, i32
}

// -----

// The constant is that of a function that is called in the circle.
func.func @constant() -> tensor<4xi32> {
  %c = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  return %c : tensor<4xi32>
}

func.func @even(%t: tensor<4xi32>, %n: index) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %z -> tensor<4xi32> {
    scf.yield %t : tensor<4xi32>
  } else {
    %m = arith.subi %n, %c1 : index
    %s = func.call @odd(%t, %m) : (tensor<4xi32>, index) -> tensor<4xi32>
    scf.yield %s : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}

func.func @odd(%t: tensor<4xi32>, %n: index) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.cmpi eq, %n, %c0 : index
  %r = scf.if %z -> tensor<4xi32> {
    %c = func.call @constant() : () -> tensor<4xi32>
    scf.yield %c : tensor<4xi32>
  } else {
    %m = arith.subi %n, %c1 : index
    %s = func.call @even(%t, %m) : (tensor<4xi32>, index) -> tensor<4xi32>
    scf.yield %s : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}

// CHECK-LABEL: func.func @writes(
// CHECK:         %[[R:.*]] = call @even(
// CHECK:         %[[A:.*]] = memref.alloc()
// CHECK:         memref.copy %[[R]], %[[A]]
// CHECK:         memref.store %{{.*}}, %[[A]]
// REFERENCE: writes to the constant
func.func @writes(%t: tensor<4xi32>, %n: index, %k: i32) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %r = func.call @even(%t, %n) : (tensor<4xi32>, index) -> tensor<4xi32>
  %w = tensor.insert %k into %r[%c0] : tensor<4xi32>
  return %w : tensor<4xi32>
}
