// Not every encoding can be a memory space.
// REFERENCE: differs because mlir-opt takes any: what it prints is another type when it is read.
// RUN: not bufferize-opt %s --one-shot-bufferize=use-encoding-for-memory-space 2>&1 | filecheck %s

// CHECK: [[# @LINE + 1]]:1: error: the encoding of 'tensor<2xf32, affine_map<(d0) -> (d0)>>' cannot be a memory space
func.func @f(%t: tensor<2xf32, affine_map<(d0) -> (d0)>>, %i: index) -> f32 {
  %0 = tensor.extract %t[%i] : tensor<2xf32, affine_map<(d0) -> (d0)>>
  return %0 : f32
}
