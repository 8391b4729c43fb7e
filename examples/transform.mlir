// A script that says what is done to the program, in this order.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.consumed}) {
    %functions = transform.structured.match ops{["func.func"]} in %root
        : (!transform.any_op) -> !transform.any_op
    transform.bufferization.eliminate_empty_tensors %functions : !transform.any_op
    %module = transform.bufferization.one_shot_bufferize layout{IdentityLayoutMap} %root
        {bufferize_function_boundaries = true} : (!transform.any_op) -> !transform.any_op
    %buffers = transform.structured.match ops{["func.func"]} in %module
        : (!transform.any_op) -> !transform.any_op
    transform.apply_patterns to %buffers {
      transform.apply_patterns.canonicalization
    } {apply_cse} : !transform.any_op
    %copies = transform.structured.match ops{["memref.copy"]} in %module
        : (!transform.any_op) -> !transform.any_op
    transform.debug.emit_remark_at %copies, "this is copied" : !transform.any_op
    transform.yield
  }

  func.func @fill_part(%t: tensor<10xf32>, %u: tensor<10xf32>, %v: f32)
      -> (tensor<10xf32>, tensor<10xf32>) {
    %empty = tensor.empty() : tensor<5xf32>
    %part = linalg.fill ins(%v : f32) outs(%empty : tensor<5xf32>) -> tensor<5xf32>
    %r = tensor.insert_slice %part into %t[1] [5] [1] : tensor<5xf32> into tensor<10xf32>
    %s = tensor.insert_slice %part into %u[1] [5] [1] : tensor<5xf32> into tensor<10xf32>
    return %r, %s : tensor<10xf32>, tensor<10xf32>
  }
}
