// Functions that return what they are given: callers use what they pass.
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --drop-equivalent-buffer-results | filecheck %s
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --drop-equivalent-buffer-results=modify-public-functions | filecheck %s --check-prefix=PUBLIC

// CHECK-LABEL: func.func private @same(
// CHECK-SAME:    %{{.*}}: memref<?xf32, strided<[?]>>, %{{.*}}: f32, %{{.*}}: index) {
// CHECK:         return{{$}}
func.func private @same(%m: memref<?xf32, strided<[?]>>, %x: f32, %i: index)
    -> memref<?xf32, strided<[?]>> {
  memref.store %x, %m[%i] : memref<?xf32, strided<[?]>>
  return %m : memref<?xf32, strided<[?]>>
}

// CHECK-LABEL: func.func @call_same(
// CHECK-SAME:    %[[m:.*]]: memref<?xf32, strided<[?]>>,
// CHECK:         call @same(%[[m]], {{.*}} -> ()
// CHECK:         memref.load %[[m]]
func.func @call_same(%m: memref<?xf32, strided<[?]>>, %x: f32, %i: index) -> f32 {
  %0 = call @same(%m, %x, %i) : (memref<?xf32, strided<[?]>>, f32, index) -> memref<?xf32, strided<[?]>>
  %1 = memref.load %0[%i] : memref<?xf32, strided<[?]>>
  return %1 : f32
}

// -----

// CHECK-LABEL: func.func private @two(
// CHECK-SAME:    %{{.*}}: memref<?xf32>, %{{.*}}: memref<?x?xf32>) {
func.func private @two(%m: memref<?xf32>, %n: memref<?x?xf32>) -> (memref<?x?xf32>, memref<?xf32>) {
  return %n, %m : memref<?x?xf32>, memref<?xf32>
}

// CHECK-LABEL: func.func @call_two(
// CHECK-SAME:    %[[m:.*]]: memref<?xf32>, %[[n:.*]]: memref<?x?xf32>
// CHECK:         call @two(%[[m]], %[[n]])
// CHECK:         "x.use"(%[[n]], %[[m]])
func.func @call_two(%m: memref<?xf32>, %n: memref<?x?xf32>) {
  %0:2 = call @two(%m, %n) : (memref<?xf32>, memref<?x?xf32>) -> (memref<?x?xf32>, memref<?xf32>)
  "x.use"(%0#0, %0#1) : (memref<?x?xf32>, memref<?xf32>) -> ()
  return
}

// -----

// REFERENCE: drops the attributes of the call
// What is no argument stays, with its attributes; so do those of calls.
// CHECK-LABEL: func.func private @mixed(
// CHECK-SAME:    -> (i32 {x.number}) {
// CHECK:         %[[c:.*]] = arith.constant 1 : i32
// CHECK:         return %[[c]] : i32
func.func private @mixed(%m: memref<?xf32>, %n: memref<4xf32>)
    -> (memref<4xf32>, i32 {x.number}, memref<?xf32> {x.buffer}) {
  %c = arith.constant 1 : i32
  return %n, %c, %m : memref<4xf32>, i32, memref<?xf32>
}

// CHECK-LABEL: func.func @call_mixed
// CHECK:         %[[r:.*]] = call @mixed(%{{.*}}, %{{.*}}) {x.call} : (memref<?xf32>, memref<4xf32>) -> i32
// CHECK:         return %[[r]] : i32
func.func @call_mixed(%m: memref<?xf32>, %n: memref<4xf32>) -> i32 {
  %0:3 = call @mixed(%m, %n) {x.call} : (memref<?xf32>, memref<4xf32>) -> (memref<4xf32>, i32, memref<?xf32>)
  return %0#1 : i32
}

// -----

// The callers of public functions may be elsewhere.
// CHECK-LABEL:  func.func @public(
// CHECK-SAME:     -> memref<?xf32>
// CHECK:          return %{{.*}} : memref<?xf32>
// PUBLIC-LABEL: func.func @public(
// PUBLIC-SAME:    %{{.*}}: memref<?xf32>) {
// PUBLIC:         return{{$}}
func.func @public(%m: memref<?xf32>) -> memref<?xf32> {
  return %m : memref<?xf32>
}

// CHECK-LABEL:  func.func @call_public(
// CHECK:          %[[r:.*]] = call @public
// CHECK:          "x.use"(%[[r]])
// PUBLIC-LABEL: func.func @call_public(
// PUBLIC-SAME:    %[[m:.*]]: memref<?xf32>
// PUBLIC:         call @public(%[[m]]) : (memref<?xf32>) -> ()
// PUBLIC:         "x.use"(%[[m]])
func.func @call_public(%m: memref<?xf32>) {
  %0 = call @public(%m) : (memref<?xf32>) -> memref<?xf32>
  "x.use"(%0) : (memref<?xf32>) -> ()
  return
}

// -----

// PUBLIC-LABEL: func.func private @external(memref<?xf32>) -> memref<?xf32>
// CHECK-LABEL:  func.func private @external(memref<?xf32>) -> memref<?xf32>
func.func private @external(%m: memref<?xf32>) -> memref<?xf32>

// -----

// A cast of an argument; the caller casts.
// CHECK-LABEL: func.func private @cast(
// CHECK-SAME:    %{{.*}}: memref<5xf32>) {
func.func private @cast(%m: memref<5xf32>) -> memref<?xf32> {
  %0 = memref.cast %m : memref<5xf32> to memref<?xf32>
  return %0 : memref<?xf32>
}

// CHECK-LABEL: func.func @call_cast(
// CHECK-SAME:    %[[m:.*]]: memref<5xf32>
// CHECK:         call @cast(%[[m]])
// CHECK:         %[[c:.*]] = memref.cast %[[m]] : memref<5xf32> to memref<?xf32>
// CHECK:         "x.use"(%[[c]])
func.func @call_cast(%m: memref<5xf32>) {
  %0 = call @cast(%m) : (memref<5xf32>) -> memref<?xf32>
  "x.use"(%0) : (memref<?xf32>) -> ()
  return
}

// -----

// REFERENCE: makes an invalid cast
// Casts that one cast cannot replace. mlir-opt 22 makes an invalid cast at the call.
// CHECK-LABEL: func.func private @impossible(
// CHECK-SAME:    -> memref<5xf32> {
func.func private @impossible(%m: memref<7xf32>) -> memref<5xf32> {
  %0 = memref.cast %m : memref<7xf32> to memref<?xf32>
  %1 = memref.cast %0 : memref<?xf32> to memref<5xf32>
  return %1 : memref<5xf32>
}

// CHECK-LABEL: func.func @call_impossible
// CHECK:         call @impossible(%{{.*}}) : (memref<7xf32>) -> memref<5xf32>
func.func @call_impossible(%m: memref<7xf32>) -> memref<5xf32> {
  %0 = call @impossible(%m) : (memref<7xf32>) -> memref<5xf32>
  return %0 : memref<5xf32>
}

// -----

// Several returns: of the same argument or not.
// CHECK-LABEL: func.func private @either(
// CHECK-SAME:    -> memref<?xf32> {
// CHECK:         return %[[b:.*]] : memref<?xf32>
// CHECK:         return %[[c:.*]] : memref<?xf32>
func.func private @either(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>, %k: i1)
    -> (memref<?xf32>, memref<?xf32>) {
  cf.cond_br %k, ^then, ^else
^then:
  return %a, %b : memref<?xf32>, memref<?xf32>
^else:
  return %a, %c : memref<?xf32>, memref<?xf32>
}

// CHECK-LABEL: func.func @call_either(
// CHECK-SAME:    %[[a:[a-z0-9]*]]: memref<?xf32>
// CHECK:         %[[r:.*]] = call @either
// CHECK:         "x.use"(%[[a]], %[[r]])
func.func @call_either(%a: memref<?xf32>, %b: memref<?xf32>, %k: i1) {
  %0:2 = call @either(%a, %b, %b, %k)
    : (memref<?xf32>, memref<?xf32>, memref<?xf32>, i1) -> (memref<?xf32>, memref<?xf32>)
  "x.use"(%0#0, %0#1) : (memref<?xf32>, memref<?xf32>) -> ()
  return
}

// -----

// A function that calls itself, and what it calls in turn.
// CHECK-LABEL: func.func private @recursive(
// CHECK-SAME:    %[[m:.*]]: memref<?xf32>) {
// CHECK:         call @recursive(%[[m]]) : (memref<?xf32>) -> ()
func.func private @recursive(%m: memref<?xf32>) -> memref<?xf32> {
  %0 = call @recursive(%m) : (memref<?xf32>) -> memref<?xf32>
  "x.use"(%0) : (memref<?xf32>) -> ()
  return %m : memref<?xf32>
}

// -----

// REFERENCE: changes a function that is used as a value
// What is not only called directly keeps its results. mlir-opt 22 changes it, and the constant that
// is of its old type is invalid.
// CHECK-LABEL: func.func private @as_value(
// CHECK-SAME:    -> memref<?xf32> {
func.func private @as_value(%m: memref<?xf32>) -> memref<?xf32> {
  return %m : memref<?xf32>
}

func.func @indirect(%m: memref<?xf32>) -> memref<?xf32> {
  %f = constant @as_value : (memref<?xf32>) -> memref<?xf32>
  %0 = call_indirect %f(%m) : (memref<?xf32>) -> memref<?xf32>
  return %0 : memref<?xf32>
}

// -----

// The functions of a nested module are its own, whatever their names.
module {
  // CHECK: module @inner
  module @inner {
    // CHECK-LABEL: func.func private @f(
    // CHECK-SAME:    -> memref<?xf32> {
    func.func private @f(%m: memref<?xf32>) -> memref<?xf32> {
      return %m : memref<?xf32>
    }
    // CHECK: call @f(%{{.*}}) : (memref<?xf32>) -> memref<?xf32>
    func.func @g(%m: memref<?xf32>) -> memref<?xf32> {
      %0 = call @f(%m) : (memref<?xf32>) -> memref<?xf32>
      return %0 : memref<?xf32>
    }
  }
  // CHECK: func.func private @f(%{{.*}}: memref<?xf32>) {
  func.func private @f(%m: memref<?xf32>) -> memref<?xf32> {
    return %m : memref<?xf32>
  }
}
