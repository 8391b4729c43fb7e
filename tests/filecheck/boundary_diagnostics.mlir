// What cannot be bufferized with its function's boundary is refused, at the place in the source.
// RUN: bufferize-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect --one-shot-bufferize=bufferize-function-boundaries

// expected-error @below {{cannot bufferize func.func without func.return}}
func.func @never_returns(%t: tensor<4xf32>) {
  cf.br ^again
^again:
  cf.br ^again
}

// -----

func.func @unknown_op(%t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{op was not bufferized}}
  %0 = "elsewhere.op"(%t) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error @below {{'bufferization.writable' is invalid on external functions}}
func.func private @no_body(tensor<4xf32> {bufferization.writable = true})

// -----

// expected-error @below {{invalid value for 'bufferization.access'}}
func.func private @unknown_access(tensor<4xf32> {bufferization.access = "append"})

// -----

func.func @spaces_differ(%c: i1) -> tensor<4xf32> {
  %a = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4xf32>
  %b = bufferization.alloc_tensor() {memory_space = 2 : i64} : tensor<4xf32>
  // expected-error @below {{inconsistent memory space}}
  %r = scf.if %c -> tensor<4xf32> {
    // expected-error @below {{failed to bufferize op}}
    scf.yield %a : tensor<4xf32>
  } else {
    scf.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
