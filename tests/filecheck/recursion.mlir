// Functions that call each other are analysed together, until what is known of them stays the same.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize='bufferize-function-boundaries analyze-recursive-functions' | filecheck %s
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries | filecheck %s --check-prefix=WORST

// What is handed down is still read after the call, which only reads it, too.
// CHECK-LABEL: func.func @sum
// CHECK-NOT:     memref.copy
// CHECK:         return
// WORST-LABEL: func.func @sum
// WORST:         memref.copy
func.func @sum(%t: tensor<8xf32>, %i: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = tensor.extract %t[%i] : tensor<8xf32>
  %last = arith.cmpi eq, %i, %c0 : index
  %sum = scf.if %last -> (f32) {
    scf.yield %x : f32
  } else {
    %j = arith.subi %i, %c1 : index
    %rest = func.call @sum(%t, %j) : (tensor<8xf32>, index) -> f32
    %again = tensor.extract %t[%i] : tensor<8xf32>
    %s = arith.addf %rest, %again : f32
    scf.yield %s : f32
  }
  return %sum : f32
}

// A caller gets to know it as well.
// CHECK-LABEL: func.func @caller
// CHECK-NOT:     memref.copy
// CHECK:         return
// WORST-LABEL: func.func @caller
// WORST:         memref.copy
func.func @caller(%t: tensor<8xf32>, %i: index) -> (f32, tensor<8xf32>) {
  %s = call @sum(%t, %i) : (tensor<8xf32>, index) -> f32
  return %s, %t : f32, tensor<8xf32>
}

// -----

// Which argument comes back depends on the depth, so that the caller has to copy what it still needs.
// REFERENCE: mlir-opt copies the other operand of the call in @turns.
// CHECK-LABEL: func.func @turns
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @turns(%a: tensor<8xf32>, %b: tensor<8xf32>, %i: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.cmpi eq, %i, %c0 : index
  %r = scf.if %last -> (tensor<8xf32>) {
    scf.yield %a : tensor<8xf32>
  } else {
    %j = arith.subi %i, %c1 : index
    %x = func.call @turns(%b, %a, %j) : (tensor<8xf32>, tensor<8xf32>, index) -> tensor<8xf32>
    scf.yield %x : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// CHECK-LABEL: func.func @needs_both
// CHECK:         memref.copy
// CHECK:         call @turns
func.func @needs_both(%a: tensor<8xf32>, %b: tensor<8xf32>, %i: index, %f: f32) -> (tensor<8xf32>, f32) {
  %c0 = arith.constant 0 : index
  %r = call @turns(%a, %b, %i) : (tensor<8xf32>, tensor<8xf32>, index) -> tensor<8xf32>
  %n = tensor.insert %f into %r[%c0] : tensor<8xf32>
  %y = tensor.extract %b[%c0] : tensor<8xf32>
  return %n, %y : tensor<8xf32>, f32
}

// -----

// REFERENCE: makes an invalid program
// That @fresh returns a buffer without an offset is known when it has been bufferized; the calls in it
// have to agree. (The reference makes an invalid program.)
// CHECK-LABEL: func.func @early_caller
// CHECK:         call @fresh({{.*}}) : (index) -> memref<8xf32>{{$}}
// WORST-LABEL: func.func @early_caller
// WORST:         call @fresh({{.*}}) : (index) -> memref<8xf32>{{$}}
func.func @early_caller(%i: index) -> f32 {
  %0 = call @fresh(%i) : (index) -> tensor<8xf32>
  %x = tensor.extract %0[%i] : tensor<8xf32>
  return %x : f32
}

// CHECK-LABEL: func.func @fresh
// CHECK-SAME:    -> memref<8xf32> {
// CHECK:         %[[CALL:.*]] = func.call @fresh({{.*}}) : (index) -> memref<8xf32>
// CHECK:         memref.cast %[[CALL]] : memref<8xf32> to memref<8xf32, strided<[?], offset: ?>>
// WORST-LABEL: func.func @fresh
// WORST-SAME:    -> memref<8xf32> {
func.func @fresh(%i: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<8xf32>
  %zero = arith.constant 0.0 : f32
  %last = arith.cmpi eq, %i, %c0 : index
  %x = scf.if %last -> (f32) {
    scf.yield %zero : f32
  } else {
    %j = arith.subi %i, %c1 : index
    %0 = func.call @fresh(%j) : (index) -> tensor<8xf32>
    %y = tensor.extract %0[%c0] : tensor<8xf32>
    scf.yield %y : f32
  }
  %r = tensor.insert %x into %e[%c0] : tensor<8xf32>
  return %r : tensor<8xf32>
}
