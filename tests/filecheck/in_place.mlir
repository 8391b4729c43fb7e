// A copy for an operation that says `bufferize.in_place` is an error, with what is known of why.
// RUN: bufferize-opt %s --split-input-file --verify-diagnostics --one-shot-bufferize=bufferize-function-boundaries

// REFERENCE: mlir-opt does not know the attribute, and copies.
// expected-note @below {{the contents are set here}}
func.func @conflict(%t: tensor<8xf32>, %v: f32, %i: index) -> (tensor<8xf32>, f32) {
  // expected-error @below {{operand #1 of 'tensor.insert' is copied, which `bufferize.in_place` forbids: in place, 'tensor.insert' would overwrite what 'tensor.extract' still reads}}
  // expected-note @below {{in place, they would be overwritten here}}
  %0 = tensor.insert %v into %t[%i] {bufferize.in_place} : tensor<8xf32>
  // expected-note @below {{before they are read here}}
  %1 = tensor.extract %t[%i] : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, f32
}

// -----

// REFERENCE: mlir-opt does not know the attribute, and copies.
func.func @read_only(%v: f32, %i: index) -> tensor<8xf32> {
  // expected-note @below {{this must not be written to}}
  %zeros = arith.constant dense<0.0> : tensor<8xf32>
  // expected-error @below {{which `bufferize.in_place` forbids: the buffer that 'arith.constant' gives must not be written to}}
  // expected-note @below {{in place, it would be written to here}}
  %0 = tensor.insert %v into %zeros[%i] {bufferize.in_place = array<i64: 1>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// REFERENCE: mlir-opt does not know the attribute.
func.func @wrong_number(%t: tensor<8xf32>, %v: f32, %i: index) -> tensor<8xf32> {
  // expected-error @below {{`bufferize.in_place` names operand #3, but 'tensor.insert' has 3 operands}}
  %0 = tensor.insert %v into %t[%i] {bufferize.in_place = array<i64: 3>} : tensor<8xf32>
  return %0 : tensor<8xf32>
}
