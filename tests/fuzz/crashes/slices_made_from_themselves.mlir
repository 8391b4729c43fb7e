// PIPELINE: builtin.module(one-shot-bufferize{test-analysis-only=1 print-conflicts=1 disjoint-subsets=1 analysis-heuristic=top-down})
"test.region"() ({
^bb0(%f: f32, %i: index, %c: tensor<4xf32>):
  %0 = "tensor.insert"(%f, %2, %i) : (f32, tensor<4xf32>, index) -> tensor<4xf32>
  %1 = "tensor.insert"(%f, %0, %i) : (f32, tensor<4xf32>, index) -> tensor<4xf32>
  %2 = "tensor.insert"(%f, %0, %i) : (f32, tensor<4xf32>, index) -> tensor<4xf32>
  %3 = "tensor.extract_slice"(%4) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 4>, static_strides = array<i64: 1>}> : (tensor<4xf32>) -> tensor<4xf32>
  %4 = "tensor.insert"(%f, %3, %i) : (f32, tensor<4xf32>, index) -> tensor<4xf32>
  %5 = "tensor.insert_slice"(%3, %4) <{operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>, static_offsets = array<i64: 0>, static_sizes = array<i64: 4>, static_strides = array<i64: 1>}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
}) : () -> ()
