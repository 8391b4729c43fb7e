// must-infer-memory-space: nothing tells where these tensors are.
// RUN: bufferize-opt %s --split-input-file --verify-diagnostics=only-expected --allow-unregistered-dialect --one-shot-bufferize=must-infer-memory-space

func.func @new() -> tensor<3xi8> {
  // expected-error @below {{could not infer memory space}}
  %0 = bufferization.alloc_tensor() : tensor<3xi8>
  return %0 : tensor<3xi8>
}

// -----

func.func @constant(%x: i8, %i: index) -> tensor<3xi8> {
  // expected-error @below {{could not infer memory space}}
  %0 = arith.constant dense<[1, 2, 3]> : tensor<3xi8>
  %1 = tensor.insert %x into %0[%i] : tensor<3xi8>
  return %1 : tensor<3xi8>
}

// -----

func.func @operands(%c: i1) -> tensor<3xi8> {
  %a = bufferization.alloc_tensor() {memory_space = 1 : ui64} : tensor<3xi8>
  %b = bufferization.alloc_tensor() {memory_space = 2 : ui64} : tensor<3xi8>
  // expected-error @below {{inconsistent memory space}}
  %0 = arith.select %c, %a, %b : tensor<3xi8>
  return %0 : tensor<3xi8>
}
