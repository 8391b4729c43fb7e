// scf.while: condition and body work on one buffer where both pass it on.
// RUN: bufferize-opt %s --split-input-file --verify-diagnostics --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

// CHECK-LABEL: func.func @until_negative
// CHECK-SAME:    (%[[BUF:[a-z0-9]*]]: memref<5xi32, strided<[?], offset: ?>>)
// CHECK-NOT:     memref.alloc
// CHECK:         %[[LOOP:.*]] = scf.while (%[[W:.*]] = %[[BUF]])
// CHECK:           memref.load %[[W]]
// CHECK:           scf.condition(%{{.*}}) %[[W]]
// CHECK:         ^bb0(%[[B:.*]]: memref<5xi32, strided<[?], offset: ?>>):
// CHECK:           memref.store %{{.*}}, %[[B]]
// CHECK-NEXT:      scf.yield %[[B]]
// CHECK:         return %[[LOOP]]
func.func @until_negative(%t: tensor<5xi32>) -> tensor<5xi32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r = scf.while (%w = %t) : (tensor<5xi32>) -> tensor<5xi32> {
    %v = tensor.extract %w[%c0] : tensor<5xi32>
    %c = arith.cmpi sge, %v, %zero : i32
    scf.condition(%c) %w : tensor<5xi32>
  } do {
  ^bb0(%b: tensor<5xi32>):
    %v = tensor.extract %b[%c0] : tensor<5xi32>
    %less = arith.subi %v, %one : i32
    %n = tensor.insert %less into %b[%c0] : tensor<5xi32>
    scf.yield %n : tensor<5xi32>
  }
  return %r : tensor<5xi32>
}

// -----

func.func @condition_swaps(%a: tensor<2xi1>, %b: tensor<2xi1>) -> tensor<2xi1> {
  %c0 = arith.constant 0 : index
  %r:2 = scf.while (%x = %a, %y = %b) : (tensor<2xi1>, tensor<2xi1>) -> (tensor<2xi1>, tensor<2xi1>) {
    %c = tensor.extract %x[%c0] : tensor<2xi1>
    // expected-error @below {{Condition arg #0 is not equivalent to the corresponding iter bbArg}}
    scf.condition(%c) %y, %x : tensor<2xi1>, tensor<2xi1>
  } do {
  ^bb0(%x: tensor<2xi1>, %y: tensor<2xi1>):
    %true = arith.constant true
    %n = tensor.insert %true into %x[%c0] : tensor<2xi1>
    scf.yield %n, %y : tensor<2xi1>, tensor<2xi1>
  }
  return %r#0 : tensor<2xi1>
}
