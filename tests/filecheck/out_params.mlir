// Functions write the buffers that they returned to buffers that their callers pass.
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --buffer-results-to-out-params --verify-diagnostics | filecheck %s
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --buffer-results-to-out-params="add-result-attr modify-public-functions" --verify-diagnostics | filecheck %s --check-prefix=PUBLIC

// CHECK-LABEL: func.func private @one(
// CHECK-SAME:    %[[out:.*]]: memref<f32>) {
// CHECK:         %[[r:.*]] = "x.make"()
// CHECK:         memref.copy %[[r]], %[[out]] : memref<f32> to memref<f32>
// CHECK:         return{{$}}
func.func private @one() -> memref<f32> {
  %0 = "x.make"() : () -> memref<f32>
  return %0 : memref<f32>
}

// -----

// CHECK-LABEL: func.func private @behind_arguments(
// CHECK-SAME:    %{{.*}}: memref<1xf32>, %[[out:.*]]: memref<2xf32>) {
// CHECK:         memref.copy %{{.*}}, %[[out]]
func.func private @behind_arguments(%m: memref<1xf32>) -> memref<2xf32> {
  %0 = "x.make"() : () -> memref<2xf32>
  return %0 : memref<2xf32>
}

// -----

// Attributes of results follow them.
// CHECK-LABEL: func.func private @several(
// CHECK-SAME:    %[[a:.*]]: memref<1xf32> {x.a}, %[[b:.*]]: memref<2xf32>) {
// CHECK:         memref.copy %[[r:.*]]#0, %[[a]]
// CHECK:         memref.copy %[[r]]#1, %[[b]]
// CHECK:         return{{$}}
// PUBLIC-LABEL: func.func private @several(
// PUBLIC-SAME:    memref<1xf32> {bufferize.result, x.a}, %{{.*}}: memref<2xf32> {bufferize.result}) {
func.func private @several() -> (memref<1xf32> {x.a}, memref<2xf32>) {
  %0:2 = "x.make"() : () -> (memref<1xf32>, memref<2xf32>)
  return %0#0, %0#1 : memref<1xf32>, memref<2xf32>
}

// -----

// REFERENCE: drops the attributes of the call
// Other results stay, buffers of unknown rank among them.
// CHECK-LABEL: func.func private @others(
// CHECK-SAME:    %[[out:.*]]: memref<f32>) -> (i1, i32 {x.b}, memref<*xf32>) {
// CHECK:         %[[r:.*]]:4 = "x.make"()
// CHECK:         memref.copy %[[r]]#1, %[[out]]
// CHECK:         return %[[r]]#0, %[[r]]#2, %[[r]]#3 : i1, i32, memref<*xf32>
func.func private @others() -> (i1, memref<f32>, i32 {x.b}, memref<*xf32>) {
  %0:4 = "x.make"() : () -> (i1, memref<f32>, i32, memref<*xf32>)
  return %0#0, %0#1, %0#2, %0#3 : i1, memref<f32>, i32, memref<*xf32>
}

// CHECK-LABEL: func.func @call_others
// CHECK:         %[[out:.*]] = memref.alloc() : memref<f32>
// CHECK:         %[[r:.*]]:3 = call @others(%[[out]]) {x.call} : (memref<f32>) -> (i1, i32, memref<*xf32>)
// CHECK:         "x.use"(%[[r]]#0, %[[out]], %[[r]]#1, %[[r]]#2)
func.func @call_others() {
  %0:4 = call @others() {x.call} : () -> (i1, memref<f32>, i32, memref<*xf32>)
  "x.use"(%0#0, %0#1, %0#2, %0#3) : (i1, memref<f32>, i32, memref<*xf32>) -> ()
  return
}

// -----

// Nobody can write the body of a function that is elsewhere.
// CHECK-LABEL: func.func private @external() -> (i1, memref<1xf32> {x.a}, memref<2xf32>)
// PUBLIC-LABEL: func.func private @external() -> (i1, memref<1xf32> {x.a}, memref<2xf32>)
func.func private @external() -> (i1, memref<1xf32> {x.a}, memref<2xf32>)

// CHECK-LABEL: func.func private @call_external(
// CHECK-SAME:    %[[out:.*]]: memref<1xf32>)
// CHECK:         %[[r:.*]]:3 = call @external() : () -> (i1, memref<1xf32>, memref<2xf32>)
// CHECK:         memref.copy %[[r]]#1, %[[out]]
func.func private @call_external() -> memref<1xf32> {
  %0:3 = call @external() : () -> (i1, memref<1xf32>, memref<2xf32>)
  "x.use"(%0#0, %0#1, %0#2) : (i1, memref<1xf32>, memref<2xf32>) -> ()
  return %0#1 : memref<1xf32>
}

// -----

// CHECK-LABEL:  func.func @public() -> memref<f32> {
// PUBLIC-LABEL: func.func @public(
// PUBLIC-SAME:    %[[out:.*]]: memref<f32> {bufferize.result}) {
// PUBLIC:         memref.copy %{{.*}}, %[[out]]
func.func @public() -> memref<f32> {
  %0 = "x.make"() : () -> memref<f32>
  return %0 : memref<f32>
}

// CHECK-LABEL:  func.func @public_with_argument(
// CHECK-SAME:     -> (memref<2xf32>, memref<1xf32>)
// PUBLIC-LABEL: func.func @public_with_argument(
// PUBLIC-SAME:    %[[m:.*]]: memref<1xf32>, %[[a:.*]]: memref<2xf32> {bufferize.result}, %[[b:.*]]: memref<1xf32> {bufferize.result}) {
// PUBLIC:         %[[r:.*]] = "x.make"()
// PUBLIC:         memref.copy %[[r]], %[[a]]
// PUBLIC:         memref.copy %[[m]], %[[b]]
func.func @public_with_argument(%m: memref<1xf32>) -> (memref<2xf32>, memref<1xf32>) {
  %0 = "x.make"() : () -> memref<2xf32>
  return %0, %m : memref<2xf32>, memref<1xf32>
}

// -----

// A layout of which nothing is known: the caller's buffer is cast to it.
// CHECK-LABEL: func.func private @any_layout(
// CHECK-SAME:    %[[out:.*]]: memref<4xf32, strided<[?], offset: ?>>) {
// CHECK:         memref.copy %{{.*}}, %[[out]]
func.func private @any_layout() -> memref<4xf32, strided<[?], offset: ?>> {
  %0 = "x.make"() : () -> memref<4xf32, strided<[?], offset: ?>>
  return %0 : memref<4xf32, strided<[?], offset: ?>>
}

// CHECK-LABEL: func.func @call_any_layout
// CHECK:         %[[m:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         %[[c:.*]] = memref.cast %[[m]] : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
// CHECK:         call @any_layout(%[[c]])
// CHECK:         "x.use"(%[[c]])
func.func @call_any_layout() {
  %0 = call @any_layout() : () -> memref<4xf32, strided<[?], offset: ?>>
  "x.use"(%0) : (memref<4xf32, strided<[?], offset: ?>>) -> ()
  return
}

// -----

// No buffer of this layout can be allocated.
// expected-error @below {{cannot create out param for result with unsupported layout}}
func.func private @layout() -> memref<4xf32, strided<[2], offset: 1>> {
  %0 = "x.make"() : () -> memref<4xf32, strided<[2], offset: 1>>
  return %0 : memref<4xf32, strided<[2], offset: 1>>
}

// -----

func.func private @dynamic(%size: index) -> memref<?xf32> {
  %0 = memref.alloc(%size) : memref<?xf32>
  return %0 : memref<?xf32>
}

func.func @call_dynamic(%size: index) {
  // expected-error @below {{cannot create out param for dynamically shaped result}}
  %0 = call @dynamic(%size) : (index) -> memref<?xf32>
  "x.use"(%0) : (memref<?xf32>) -> ()
  return
}

// -----

// mlir-opt 22 changes the function only, and the constant of its old type is invalid.
// expected-error @below {{cannot create out param: the function is not only called directly}}
func.func private @as_value() -> memref<f32> {
  %0 = "x.make"() : () -> memref<f32>
  return %0 : memref<f32>
}

func.func @indirect() -> i1 {
  // expected-note @below {{used here}}
  %f = constant @as_value : () -> memref<f32>
  %0 = call_indirect %f() : () -> memref<f32>
  %1 = "x.use"(%0) : (memref<f32>) -> i1
  return %1 : i1
}

// -----

// A function that calls itself passes a buffer of its own.
// CHECK-LABEL: func.func private @recursive(
// CHECK-SAME:    %[[k:.*]]: i1, %[[out:.*]]: memref<4xf32>) {
// CHECK:         %[[m:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         call @recursive(%[[k]], %[[m]])
// CHECK:         memref.copy %[[m]], %[[out]]
func.func private @recursive(%k: i1) -> memref<4xf32> {
  %0 = call @recursive(%k) : (i1) -> memref<4xf32>
  return %0 : memref<4xf32>
}

// -----

// REFERENCE: looks for functions in the outer module only
// The functions of a nested module are its own. mlir-opt 22 looks for them in the outer module, and
// finds none, or one of the same name.
module {
  // CHECK: module @inner
  module @inner {
    // CHECK-LABEL: func.func private @f() -> memref<4xf32>
    func.func private @f() -> memref<4xf32> {
      %0 = memref.alloc() : memref<4xf32>
      return %0 : memref<4xf32>
    }
    // CHECK: call @f() : () -> memref<4xf32>
    func.func private @g() -> memref<4xf32> {
      %0 = call @f() : () -> memref<4xf32>
      return %0 : memref<4xf32>
    }
  }
  // CHECK: func.func private @f(%{{.*}}: memref<4xf32>) {
  func.func private @f() -> memref<4xf32> {
    %0 = memref.alloc() : memref<4xf32>
    return %0 : memref<4xf32>
  }
}
