// Programs that are refused, with function boundaries, and what is said about them.
// RUN: bufferize-opt %s --split-input-file --verify-diagnostics=only-expected --allow-unregistered-dialect --one-shot-bufferize=bufferize-function-boundaries

// A loop that turns what it carries: each buffer would be another one in the next round.
func.func @loop_turns(%t: tensor<?xi8>, %u: tensor<?xi8>, %x: i8, %n: index) -> (i8, i8) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t, %b = %u) -> (tensor<?xi8>, tensor<?xi8>) {
    %1 = tensor.insert %x into %a[%i] : tensor<?xi8>
    %2 = tensor.insert %x into %b[%i] : tensor<?xi8>
    // expected-error @below {{Yield operand #0 is not equivalent to the corresponding iter bbArg}}
    scf.yield %2, %1 : tensor<?xi8>, tensor<?xi8>
  }
  %3 = tensor.extract %0#0[%n] : tensor<?xi8>
  %4 = tensor.extract %0#1[%n] : tensor<?xi8>
  return %3, %4 : i8, i8
}

// -----

func.func @condition_turns(%t: tensor<3xi1>, %u: tensor<3xi1>, %x: i1, %i: index) -> (i1, i1) {
  %0:2 = scf.while (%a = %t, %b = %u) : (tensor<3xi1>, tensor<3xi1>) -> (tensor<3xi1>, tensor<3xi1>) {
    %1 = tensor.extract %a[%i] : tensor<3xi1>
    // expected-error @below {{Condition arg #0 is not equivalent to the corresponding iter bbArg}}
    scf.condition(%1) %b, %a : tensor<3xi1>, tensor<3xi1>
  } do {
  ^bb0(%p: tensor<3xi1>, %q: tensor<3xi1>):
    %2 = tensor.insert %x into %p[%i] : tensor<3xi1>
    scf.yield %2, %q : tensor<3xi1>, tensor<3xi1>
  }
  %3 = tensor.extract %0#0[%i] : tensor<3xi1>
  %4 = tensor.extract %0#1[%i] : tensor<3xi1>
  return %3, %4 : i1, i1
}

// -----

func.func @body_turns(%t: tensor<3xi1>, %u: tensor<3xi1>, %x: i1, %i: index) -> (i1, i1) {
  %0:2 = scf.while (%a = %t, %b = %u) : (tensor<3xi1>, tensor<3xi1>) -> (tensor<3xi1>, tensor<3xi1>) {
    %1 = tensor.extract %a[%i] : tensor<3xi1>
    scf.condition(%1) %a, %b : tensor<3xi1>, tensor<3xi1>
  } do {
  ^bb0(%p: tensor<3xi1>, %q: tensor<3xi1>):
    %2 = tensor.insert %x into %p[%i] : tensor<3xi1>
    // expected-error @below {{Yield operand #0 is not equivalent to the corresponding iter bbArg}}
    scf.yield %q, %2 : tensor<3xi1>, tensor<3xi1>
  }
  %3 = tensor.extract %0#0[%i] : tensor<3xi1>
  %4 = tensor.extract %0#1[%i] : tensor<3xi1>
  return %3, %4 : i1, i1
}

// -----

// A loop without results yields a tensor from outside.
func.func @body_yields_an_outer_tensor(%c: i1) {
  %e = bufferization.alloc_tensor() : tensor<3x3xi8>
  scf.while (%a = %e) : (tensor<3x3xi8>) -> () {
    scf.condition(%c)
  } do {
    // expected-error @below {{Yield operand #0 is not equivalent to the corresponding iter bbArg}}
    scf.yield %e : tensor<3x3xi8>
  }
  return
}

// -----

// The function that is called may write to its argument, of which no copy can be made.
func.func private @unknown(tensor<*xi8>)
func.func @no_copy_without_a_rank(%t: tensor<*xi8>) -> tensor<*xi8> {
  // expected-error @below {{cannot avoid RaW conflict}}
  call @unknown(%t) : (tensor<*xi8>) -> ()
  return %t : tensor<*xi8>
}

// -----

// Without `restrict`, a buffer may be known under another name.
func.func @aliases_unknown(%m: memref<?xi8>, %i: index) -> i8 {
  // expected-error @below {{to_tensor ops without `restrict` are not supported by One-Shot Analysis}}
  %0 = bufferization.to_tensor %m : memref<?xi8> to tensor<?xi8>
  %1 = tensor.extract %0[%i] : tensor<?xi8>
  return %1 : i8
}

// -----

// No branch leads to the block: nothing tells what its argument is.
// expected-error @below {{could not infer buffer type of block argument}}
func.func @unreachable_block() {
  return
^bb1(%a: tensor<2xi8>):
  cf.br ^bb1(%a : tensor<2xi8>)
}
