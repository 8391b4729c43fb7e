// RUN: bufferize-opt %s --one-shot-bufferize | filecheck %s

// Functions for devices are bufferized where function boundaries are not.

// CHECK-LABEL: gpu.func @kernel
// CHECK:         memref.store
// CHECK:         memref.load
gpu.module @module {
  gpu.func @kernel(%m: memref<4xf32>, %i: index, %x: f32) kernel {
    %t = bufferization.to_tensor %m restrict writable : memref<4xf32> to tensor<4xf32>
    %2 = tensor.insert %x into %t[%i] : tensor<4xf32>
    %3 = tensor.extract %2[%i] : tensor<4xf32>
    gpu.printf "%f", %3 : f32
    gpu.return
  }
}
