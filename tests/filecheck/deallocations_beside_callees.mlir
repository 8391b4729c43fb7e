// A buffer that a function frees is not freed after the call, too.
// RUN: bufferize-opt %s --one-shot-bufferize="create-deallocs allow-return-allocs bufferize-function-boundaries" | filecheck %s

// CHECK-LABEL: func.func private @frees(
// CHECK:         memref.dealloc
func.func private @frees(%t: tensor<4xi32>) {
  bufferization.dealloc_tensor %t : tensor<4xi32>
  return
}

// CHECK-LABEL: func.func private @frees_sometimes(
// CHECK:         call @frees
func.func private @frees_sometimes(%c: i1, %t: tensor<4xi32>) {
  scf.if %c {
    func.call @frees(%t) : (tensor<4xi32>) -> ()
  }
  return
}

func.func private @frees_memref(%m: memref<4xi32>) {
  memref.dealloc %m : memref<4xi32>
  return
}

// CHECK-LABEL: func.func private @reads(
// CHECK-NOT:     memref.dealloc
func.func private @reads(%t: tensor<4xi32>, %i: index) -> i32 {
  %x = tensor.extract %t[%i] : tensor<4xi32>
  return %x : i32
}

// CHECK-LABEL: func.func @freed_by_callee(
// CHECK:         memref.alloc
// CHECK:         call @frees
// CHECK-NEXT:    return
func.func @freed_by_callee(%x: i32) {
  %e = tensor.empty() : tensor<4xi32>
  %t = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  call @frees(%t) : (tensor<4xi32>) -> ()
  return
}

// CHECK-LABEL: func.func @freed_by_callee_of_callee(
// CHECK:         memref.alloc
// CHECK:         call @frees_sometimes
// CHECK-NEXT:    return
func.func @freed_by_callee_of_callee(%c: i1, %x: i32) {
  %e = tensor.empty() : tensor<4xi32>
  %t = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  call @frees_sometimes(%c, %t) : (i1, tensor<4xi32>) -> ()
  return
}

// CHECK-LABEL: func.func @freed_as_memref(
// CHECK:         call @frees_memref
// CHECK-NEXT:    return
func.func @freed_as_memref(%x: i32) {
  %e = tensor.empty() : tensor<4xi32>
  %t = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %m = bufferization.to_buffer %t : tensor<4xi32> to memref<4xi32>
  call @frees_memref(%m) : (memref<4xi32>) -> ()
  return
}

// CHECK-LABEL: func.func @read_by_callee(
// CHECK:         %[[BUFFER:.*]] = memref.alloc
// CHECK:         call @reads
// CHECK:         memref.dealloc %[[BUFFER]]
// CHECK-NEXT:    return
func.func @read_by_callee(%x: i32, %i: index) -> i32 {
  %e = tensor.empty() : tensor<4xi32>
  %t = linalg.fill ins(%x : i32) outs(%e : tensor<4xi32>) -> tensor<4xi32>
  %y = call @reads(%t, %i) : (tensor<4xi32>, index) -> i32
  return %y : i32
}
