// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --loop-invariant-code-motion | filecheck %s

// Divisions move if the divisor is known not to make them undefined.

// CHECK-LABEL: func @divisors
// CHECK-DAG:     %[[c3:.*]] = arith.constant 3 : i32
// CHECK-DAG:     %[[m1:.*]] = arith.constant -1 : i32
// CHECK-DAG:     %[[s3:.*]] = arith.constant dense<3>
// CHECK:         arith.divsi %arg1, %[[c3]]
// CHECK-NEXT:    arith.divui %arg1, %[[c3]]
// CHECK-NEXT:    arith.divui %arg1, %[[m1]]
// CHECK-NEXT:    arith.ceildivsi %arg1, %[[c3]]
// CHECK-NEXT:    arith.ceildivui %arg1, %[[c3]]
// CHECK-NEXT:    arith.remsi %arg1, %[[c3]]
// CHECK-NEXT:    arith.remui %arg1, %[[m1]]
// CHECK-NEXT:    arith.floordivsi %arg1, %[[c3]]
// CHECK-NEXT:    arith.divsi %arg2, %[[s3]]
// CHECK-NEXT:    scf.for
func.func @divisors(%n: index, %a: i32, %v: vector<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : i32
  %m1 = arith.constant -1 : i32
  %s3 = arith.constant dense<3> : vector<2xi32>
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.divsi %a, %c3 : i32
    %1 = arith.divui %a, %c3 : i32
    %2 = arith.divui %a, %m1 : i32
    %3 = arith.ceildivsi %a, %c3 : i32
    %4 = arith.ceildivui %a, %c3 : i32
    %5 = arith.remsi %a, %c3 : i32
    %6 = arith.remui %a, %m1 : i32
    %7 = arith.floordivsi %a, %c3 : i32
    %8 = arith.divsi %v, %s3 : vector<2xi32>
    "test.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8) : (i32, i32, i32, i32, i32, i32, i32, i32, vector<2xi32>) -> ()
  }
  return
}

// -----

// REFERENCE: mlir-opt moves remsi, remui and floordivsi by any divisor.

// CHECK-LABEL: func @undefined_divisors
// CHECK:         scf.for
// CHECK-NEXT:      arith.divsi
// CHECK-NEXT:      arith.divui
// CHECK-NEXT:      arith.remsi
// CHECK-NEXT:      arith.remsi
// CHECK-NEXT:      arith.remui
// CHECK-NEXT:      arith.floordivsi
// CHECK-NEXT:      arith.floordivsi
func.func @undefined_divisors(%n: index, %a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0 : i32
  %m1 = arith.constant -1 : i32
  scf.for %i = %c0 to %n step %c1 {
    %0 = arith.divsi %a, %m1 : i32
    %1 = arith.divui %a, %z : i32
    %2 = arith.remsi %a, %m1 : i32
    %3 = arith.remsi %a, %b : i32
    %4 = arith.remui %a, %b : i32
    %5 = arith.floordivsi %a, %m1 : i32
    %6 = arith.floordivsi %a, %b : i32
    "test.use"(%0, %1, %2, %3, %4, %5, %6) : (i32, i32, i32, i32, i32, i32, i32) -> ()
  }
  return
}

// -----

// What is known to be in bounds, by constants or by a loop around, is moved.

// CHECK-LABEL: func @in_bounds
// CHECK:         scf.for %[[i:.*]] =
// CHECK-NEXT:      tensor.extract %{{.*}}[%[[i]]]
// CHECK-NEXT:      tensor.extract_slice %{{.*}}[%[[i]]] [2] [1]
// CHECK-NEXT:      scf.for
// CHECK-NEXT:        "test.use"
func.func @in_bounds(%n: index, %t: tensor<9xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %0 = tensor.extract %t[%i] : tensor<9xf32>
      %1 = tensor.extract_slice %t[%i] [2] [1] : tensor<9xf32> to tensor<2xf32>
      "test.use"(%0, %1) : (f32, tensor<2xf32>) -> ()
    }
  }
  return
}

// -----

// REFERENCE: mlir-opt moves what may be out of bounds, or of another shape.

// CHECK-LABEL: func @out_of_bounds
// CHECK:         scf.for
// CHECK-NEXT:      tensor.extract
// CHECK-NEXT:      tensor.extract_slice
// CHECK-NEXT:      tensor.cast
// CHECK-NEXT:      memref.subview
// CHECK-NEXT:      memref.cast
func.func @out_of_bounds(%n: index, %k: index, %t: tensor<9xf32>, %d: tensor<?xf32>, %m: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = tensor.extract %t[%k] : tensor<9xf32>
    %1 = tensor.extract_slice %t[%k] [2] [1] : tensor<9xf32> to tensor<2xf32>
    %2 = tensor.cast %d : tensor<?xf32> to tensor<4xf32>
    %3 = memref.subview %m[0] [%k] [1] : memref<?xf32> to memref<?xf32>
    %4 = memref.cast %m : memref<?xf32> to memref<4xf32>
    "test.use"(%0, %1, %2, %3, %4) : (f32, tensor<2xf32>, tensor<4xf32>, memref<?xf32>, memref<4xf32>) -> ()
  }
  return
}

// -----

// Any loop that surely runs computes it anyway.
// REFERENCE: mlir-opt leaves it in the loop.

// CHECK-LABEL: func @surely_run
// CHECK:         arith.divsi
// CHECK-NEXT:    scf.for
func.func @surely_run(%a: i32, %b: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = arith.divsi %a, %b : i32
    "test.use"(%0) : (i32) -> ()
  }
  return
}
