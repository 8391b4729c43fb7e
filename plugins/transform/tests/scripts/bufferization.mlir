// Bufferization of functions and modules, of empty tensors, and of allocations in loops.

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %b = transform.bufferization.one_shot_bufferize %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
func.func @write(%t: tensor<?xf32>, %v: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.insert %v into %t[%c0] : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %b = transform.bufferization.one_shot_bufferize %f {memcpy_op = "linalg.copy"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
func.func @write(%t: tensor<?xf32>, %v: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.insert %v into %t[%c0] : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    %b = transform.bufferization.one_shot_bufferize %f {test_analysis_only = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
func.func @write(%t: tensor<?xf32>, %v: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.insert %v into %t[%c0] : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// REFERENCE: without function boundaries it writes to the argument in place, in a module within another one.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %b = transform.bufferization.one_shot_bufferize %root : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
module {
  func.func @write(%t: tensor<?xf32>, %v: f32) -> tensor<?xf32> {
    %c0 = arith.constant 0 : index
    %0 = tensor.insert %v into %t[%c0] : tensor<?xf32>
    return %0 : tensor<?xf32>
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %b = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %root {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
func.func private @callee(%t: tensor<?xf32>, %v: f32) -> tensor<?xf32> {
    %c0 = arith.constant 0 : index
    %0 = tensor.insert %v into %t[%c0] : tensor<?xf32>
    return %0 : tensor<?xf32>
}
func.func @matmul(%A: tensor<12x9xf32>, %B: tensor<9x6xf32>, %C: tensor<12x6xf32>) -> tensor<12x6xf32> {
  %D = linalg.matmul ins(%A, %B: tensor<12x9xf32>, tensor<9x6xf32>) outs(%C: tensor<12x6xf32>) -> tensor<12x6xf32>
  return %D : tensor<12x6xf32>
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %b = transform.bufferization.one_shot_bufferize layout{FullyDynamicLayoutMap} %root {bufferize_function_boundaries = true, allow_return_allocs_from_loops = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
func.func @loop(%A: tensor<12xf32>, %n: index, %v: f32) -> tensor<12xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %A) -> tensor<12xf32> {
    %e = bufferization.alloc_tensor() : tensor<12xf32>
    %0 = linalg.fill ins(%v : f32) outs(%e : tensor<12xf32>) -> tensor<12xf32>
    scf.yield %0 : tensor<12xf32>
  }
  return %r : tensor<12xf32>
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %b = transform.bufferization.one_shot_bufferize %root {bufferize_function_boundaries = true, allow_unknown_ops = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
func.func @unknown(%A: tensor<12xf32>) -> tensor<12xf32> {
  %0 = "test.unknown"(%A) : (tensor<12xf32>) -> tensor<12xf32>
  return %0 : tensor<12xf32>
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %b = transform.bufferization.one_shot_bufferize %root {bufferize_function_boundaries = true, test_analysis_only = true, dump_alias_sets = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
func.func @alias(%A: tensor<12xf32>, %v: f32) -> tensor<12xf32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.insert %v into %A[%c0] : tensor<12xf32>
  return %0 : tensor<12xf32>
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %e = transform.structured.match ops{["tensor.empty"]} in %root : (!transform.any_op) -> !transform.any_op
    %c = transform.cast %e : !transform.any_op to !transform.op<"tensor.empty">
    transform.bufferization.empty_tensor_to_alloc_tensor %c : (!transform.op<"tensor.empty">) -> !transform.op<"bufferization.alloc_tensor">
    transform.yield
  }
}
func.func @empty(%n: index) -> (tensor<2x2xf32>, tensor<?xf32>) {
  %0 = tensor.empty() : tensor<2x2xf32>
  %1 = tensor.empty(%n) : tensor<?xf32>
  return %0, %1 : tensor<2x2xf32>, tensor<?xf32>
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.bufferization.eliminate_empty_tensors %f : !transform.any_op
    transform.apply_dce to %f : !transform.any_op
    transform.yield
  }
}
func.func @eliminate(%t: tensor<10xf32>, %f: f32) -> tensor<10xf32> {
  %0 = tensor.empty() : tensor<5xf32>
  %1 = linalg.fill ins(%f : f32) outs(%0 : tensor<5xf32>) -> tensor<5xf32>
  %2 = tensor.insert_slice %1 into %t [1][5][1] : tensor<5xf32> into tensor<10xf32>
  return %2 : tensor<10xf32>
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.bufferization.buffer_loop_hoisting %f : !transform.any_op
    transform.yield
  }
}
func.func @hoist(%lb: index, %ub: index, %step: index, %f: f32, %pos: index) {
  scf.for %iv = %lb to %ub step %step {
    %0 = memref.alloca() : memref<5xf32>
    %1 = memref.alloc() : memref<5xf32>
    memref.store %f, %0[%pos] : memref<5xf32>
    memref.store %f, %1[%pos] : memref<5xf32>
  }
  return
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @refused(%a: tensor<4xf32>) -> tensor<4xf32> {
    // expected-error @below {{op was not bufferized}}
    %0 = "a.b"() : () -> tensor<4xf32>
    return %0 : tensor<4xf32> }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{bufferization failed}}
    %y = transform.bufferization.one_shot_bufferize %a : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
    return %a : tensor<4xf32> }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.return"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expected module or function target}}
    %y = transform.bufferization.one_shot_bufferize %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
    return %a : tensor<4xf32> }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["func.func"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{expected module target}}
    %y = transform.bufferization.one_shot_bufferize %f {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{'transform.bufferization.one_shot_bufferize' op unsupported memcpy op}}
    %y = transform.bufferization.one_shot_bufferize %a {memcpy_op = "foo.bar"} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{'transform.bufferization.one_shot_bufferize' op 'print_conflicts' requires 'test_analysis_only'}}
    %y = transform.bufferization.one_shot_bufferize %a {print_conflicts = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{'transform.bufferization.one_shot_bufferize' op 'dump_alias_sets' requires 'test_analysis_only'}}
    %y = transform.bufferization.one_shot_bufferize %a {dump_alias_sets = true} : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
    // expected-note @below {{when applied to this op}}
    %0 = "a.b"() : () -> tensor<4xf32>
    return %0 : tensor<4xf32> }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["a.b"]} in %a : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{transform applied to the wrong op kind}}
    transform.apply_licm to %f : !transform.any_op
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
    // expected-note @below {{payload operation}}
    %0 = "a.b"() : () -> tensor<4xf32>
    return %0 : tensor<4xf32> }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    // expected-error @below {{incompatible payload operation name expected tensor.empty vs a.b}}
    %f = transform.structured.match ops{["a.b"]} in %a : (!transform.any_op) -> !transform.op<"tensor.empty">
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {
    // expected-remark @below {{new}}
    %e = tensor.empty() : tensor<4xf32>
    return %e : tensor<4xf32> }
  transform.named_sequence @__transform_main(%a: !transform.any_op) {
    %f = transform.structured.match ops{["tensor.empty"]} in %a : (!transform.any_op) -> !transform.op<"tensor.empty">
    %g = transform.bufferization.empty_tensor_to_alloc_tensor %f : (!transform.op<"tensor.empty">) -> !transform.op<"bufferization.alloc_tensor">
    transform.debug.emit_remark_at %g, "new" : !transform.op<"bufferization.alloc_tensor">
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["tensor.from_elements", "tensor.generate", "tensor.pad"]} in %root : (!transform.any_op) -> !transform.any_op
    %g = transform.structured.rewrite_in_destination_passing_style %f : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %g, "made" : !transform.any_op
    transform.yield
  }
}
func.func @in_destination_style(%n: index, %f: f32, %s: tensor<?x4xf32>) -> (tensor<2x2xf32>, tensor<?x3xindex>, tensor<?x6xf32>) {
  // expected-remark @below {{made}}
  %0 = tensor.from_elements %f, %f, %f, %f : tensor<2x2xf32>
  // expected-remark @below {{made}}
  %1 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %k = arith.addi %i, %j : index
    tensor.yield %k : index
  } : tensor<?x3xindex>
  // expected-remark @below {{made}}
  %2 = tensor.pad %s low[1, 2] high[%n, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %f : f32
  } : tensor<?x4xf32> to tensor<?x6xf32>
  return %0, %1, %2 : tensor<2x2xf32>, tensor<?x3xindex>, tensor<?x6xf32>
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %f = transform.structured.match ops{["arith.addi"]} in %root : (!transform.any_op) -> !transform.any_op
    // expected-error @below {{transform.structured.rewrite_in_destination_passing_style failed to apply}}
    %g = transform.structured.rewrite_in_destination_passing_style %f : (!transform.any_op) -> !transform.any_op
    transform.yield
  }
}
func.func @no_destination_style(%n: index) -> index {
  // expected-note @below {{when applied to this op}}
  %0 = arith.addi %n, %n : index
  return %0 : index
}
