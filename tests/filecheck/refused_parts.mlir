// Programs that are refused without function boundaries.
// RUN: bufferize-opt %s --split-input-file --verify-diagnostics=only-expected --allow-unregistered-dialect --one-shot-bufferize="allow-unknown-ops allow-return-allocs-from-loops"

// Two buffers of different memory spaces where one is needed.
func.func @branches(%c: i1) -> tensor<3xi8> {
  %a = bufferization.alloc_tensor() {memory_space = 1 : ui64} : tensor<3xi8>
  %b = bufferization.alloc_tensor() {memory_space = 2 : ui64} : tensor<3xi8>
  // expected-error @below {{inconsistent memory space}}
  %0 = scf.if %c -> tensor<3xi8> {
    scf.yield %a : tensor<3xi8>
  } else {
    scf.yield %b : tensor<3xi8>
  }
  return %0 : tensor<3xi8>
}

// -----

func.func @rounds(%n: index) -> tensor<3xi8> {
  %a = bufferization.alloc_tensor() {memory_space = 1 : ui64} : tensor<3xi8>
  %b = bufferization.alloc_tensor() {memory_space = 2 : ui64} : tensor<3xi8>
  // expected-error @below {{inconsistent memory spaces}}
  %0 = scf.for %i = %n to %n step %n iter_args(%p = %a) -> tensor<3xi8> {
    scf.yield %b : tensor<3xi8>
  }
  return %0 : tensor<3xi8>
}

// -----

func.func @operands(%c: i1) -> tensor<3xi8> {
  %a = bufferization.alloc_tensor() {memory_space = 1 : ui64} : tensor<3xi8>
  %b = bufferization.alloc_tensor() {memory_space = 2 : ui64} : tensor<3xi8>
  // expected-error @below {{inconsistent memory space}}
  %0 = arith.select %c, %a, %b : tensor<3xi8>
  return %0 : tensor<3xi8>
}

// -----

// A select of elements is no select of buffers.
func.func @select_of_elements(%c: tensor<3xi1>, %a: tensor<3xi8>, %b: tensor<3xi8>) -> tensor<3xi8> {
  // expected-error @below {{only i1 condition values are supported}}
  %0 = arith.select %c, %a, %b : tensor<3xi1>, tensor<3xi8>
  return %0 : tensor<3xi8>
}

// -----

// scf.execute_region must have one yield, no more and no less.
func.func @two_yields(%t: tensor<3xi8>, %c: i1) -> tensor<3xi8> {
  // expected-error @below {{'scf.execute_region' op op without unique scf.yield is not supported}}
  %0 = scf.execute_region -> tensor<3xi8> {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %t : tensor<3xi8>
  ^bb2:
    scf.yield %t : tensor<3xi8>
  }
  return %0 : tensor<3xi8>
}

// -----

func.func @no_yield(%t: tensor<3xi8>) -> tensor<3xi8> {
  // expected-error @below {{'scf.execute_region' op op without unique scf.yield is not supported}}
  %0 = scf.execute_region -> tensor<3xi8> {
    cf.br ^bb1(%t : tensor<3xi8>)
  ^bb1(%a: tensor<3xi8>):
    cf.br ^bb1(%a : tensor<3xi8>)
  }
  return %0 : tensor<3xi8>
}

// -----

// An argument must not be written to.
func.func @into_an_argument(%t: tensor<?xi8>, %d: tensor<?xi8>) -> tensor<?xi8> {
  // expected-error @below {{would write to read-only buffer}}
  %0 = bufferization.materialize_in_destination %t in %d : (tensor<?xi8>, tensor<?xi8>) -> tensor<?xi8>
  return %0 : tensor<?xi8>
}

// -----

// What is in the destination is read later.
func.func @into_what_is_read(%x: i8, %y: i8, %i: index) -> (tensor<3xi8>, i8) {
  %d = bufferization.alloc_tensor() : tensor<3xi8>
  %0 = linalg.fill ins(%x : i8) outs(%d : tensor<3xi8>) -> tensor<3xi8>
  %e = bufferization.alloc_tensor() : tensor<3xi8>
  %1 = linalg.fill ins(%y : i8) outs(%e : tensor<3xi8>) -> tensor<3xi8>
  // expected-error @below {{cannot avoid RaW conflict}}
  %2 = bufferization.materialize_in_destination %1 in %0 : (tensor<3xi8>, tensor<3xi8>) -> tensor<3xi8>
  %3 = tensor.extract %0[%i] : tensor<3xi8>
  return %2, %3 : tensor<3xi8>, i8
}

// -----

// Nothing tells how large a buffer is to be.
func.func @allocation_of_unknown_rank() -> tensor<*xi8> {
  // expected-error @below {{cannot allocate a 'memref<*xi8>': nothing tells its rank}}
  %0 = bufferization.alloc_tensor() : tensor<*xi8>
  return %0 : tensor<*xi8>
}
