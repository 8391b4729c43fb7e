// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --canonicalize | filecheck %s

// A branch on a constant leads to one block, which its only predecessor takes in.

// CHECK-LABEL: func @constant_flag
// CHECK-NEXT:    "test.five"
// CHECK-NEXT:    return %arg1
func.func @constant_flag(%x: i32, %y: i32) -> i32 {
  %five = arith.constant 5 : i32
  cf.switch %five : i32, [default: ^other(%x : i32), 4: ^other(%x : i32), 5: ^five(%y : i32)]
^other(%v: i32):
  "test.other"() : () -> ()
  return %v : i32
^five(%w: i32):
  "test.five"() : () -> ()
  return %w : i32
}

// -----

// CHECK-LABEL: func @no_case_of_the_flag
// CHECK-NEXT:    "test.other"
// CHECK-NEXT:    return
func.func @no_case_of_the_flag() {
  %minus = arith.constant -1 : i8
  cf.switch %minus : i8, [default: ^other, 1: ^case]
^other:
  "test.other"() : () -> ()
  return
^case:
  "test.case"() : () -> ()
  return
}

// -----

// CHECK-LABEL: func @negative_case
// CHECK-NEXT:    "test.case"
// CHECK-NEXT:    return
func.func @negative_case() {
  %minus = arith.constant -1 : i8
  cf.switch %minus : i8, [default: ^other, -1: ^case]
^other:
  "test.other"() : () -> ()
  return
^case:
  "test.case"() : () -> ()
  return
}

// -----

// Cases that go where the default goes, with the same operands, are dropped.

// CHECK-LABEL: func @like_the_default
// CHECK:         cf.switch %arg0 : i32, [
// CHECK-NEXT:      default: ^bb1(%arg1 : i32),
// CHECK-NEXT:      5: ^bb2(%arg1 : i32),
// CHECK-NEXT:      7: ^bb1(%arg0 : i32)
// CHECK-NEXT:    ]
func.func @like_the_default(%x: i32, %y: i32) -> i32 {
  cf.switch %x : i32, [default: ^one(%y : i32), 5: ^two(%y : i32), 6: ^one(%y : i32), 7: ^one(%x : i32)]
^one(%v: i32):
  "test.one"() : () -> ()
  return %v : i32
^two(%w: i32):
  "test.two"() : () -> ()
  return %w : i32
}

// -----

// CHECK-LABEL: func @only_the_default
// CHECK-NEXT:    return %arg1
func.func @only_the_default(%x: i32, %y: i32) -> i32 {
  cf.switch %x : i32, [default: ^one(%y : i32), 6: ^one(%y : i32)]
^one(%v: i32):
  return %v : i32
}

// -----

// CHECK-LABEL: func @constant_condition
// CHECK-NEXT:    "test.right"
// CHECK-NEXT:    return
func.func @constant_condition() {
  %no = arith.constant false
  cf.cond_br %no, ^left, ^right
^left:
  "test.left"() : () -> ()
  cf.br ^right
^right:
  "test.right"() : () -> ()
  return
}

// -----

// A loop stays a loop.

// CHECK-LABEL: func @loop
// CHECK-NEXT:    cf.br ^[[again:.*]]
// CHECK-NEXT:  ^[[again]]:
// CHECK-NEXT:    "test.again"
// CHECK-NEXT:    cf.br ^[[again]]
func.func @loop() {
  cf.br ^again
^again:
  "test.again"() : () -> ()
  cf.br ^again
}

// -----

// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --canonicalize=region-simplify=disabled | filecheck %s --check-prefix KEPT

// KEPT-LABEL: func @unreachable
// KEPT:         "test.never"
// CHECK-LABEL: func @unreachable
// CHECK-NOT:     "test.never"
// CHECK:         return
func.func @unreachable() {
  return
^never:
  "test.never"() : () -> ()
  return
}
