// A part of a tensor, whose layout has an offset and is not contiguous, is passed to a function whose
// argument has the identity layout.
// REFERENCE: is right
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map" | filecheck %s
// PRINTS: 2

// CHECK-LABEL: func.func @caller
// CHECK:         %[[part:.*]] = memref.subview
// CHECK:         %[[copy:.*]] = memref.alloc
// CHECK:         memref.copy %[[part]], %[[copy]]
// CHECK:         call @callee(%[[copy]])
func.func @callee(%t: tensor<?xf32>) -> f32 {
  %zero = arith.constant 0 : index
  %v = tensor.extract %t[%zero] : tensor<?xf32>
  return %v : f32
}

func.func @caller(%t: tensor<5xf32>, %at: index, %size: index) -> f32 {
  %part = tensor.extract_slice %t[%at] [%size] [1] : tensor<5xf32> to tensor<?xf32>
  %v = call @callee(%part) : (tensor<?xf32>) -> f32
  return %v : f32
}

func.func @main() {
  %two = arith.constant 2 : index
  %t = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0]> : tensor<5xf32>
  %v = call @caller(%t, %two, %two) : (tensor<5xf32>, index, index) -> f32
  vector.print %v : f32
  return
}
