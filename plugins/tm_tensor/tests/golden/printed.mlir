module {
  func.func @all(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32>, %arg2: tensor<3xf32>, %arg3: tensor<3x2xf32>, %arg4: tensor<3x2xi32>, %arg5: tensor<1x3x4xf32>, %arg6: tensor<1x5x4xf32>, %arg7: tensor<1x3x5xi1>, %arg8: tensor<6xf32>, %arg9: tensor<6x2xi64>) {
    %0:2 = tm_tensor.scan dimension(1) inclusive(false) {foo = 1 : i32} ins(%arg0 : tensor<3x4xf32>) outs(%arg1, %arg2 : tensor<3x4xf32>, tensor<3xf32>) {
    ^bb0(%arg10: f32, %arg11: f32):
      %5 = arith.addf %arg10, %arg11 : f32
      tm_tensor.yield {foo = 1 : i32} %5 : f32
    } -> tensor<3x4xf32>, tensor<3xf32>
    %1 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>, foo = 1 : i32} unique_indices(false) ins(%arg8, %arg9 : tensor<6xf32>, tensor<6x2xi64>) outs(%arg0 : tensor<3x4xf32>) {
    ^bb0(%arg10: f32, %arg11: f32):
      tm_tensor.yield %arg10 : f32
    } -> tensor<3x4xf32>
    %2 = tm_tensor.sort {foo = 1 : i32} dimension(1) outs(%arg0 : tensor<3x4xf32>) {
    ^bb0(%arg10: f32, %arg11: f32):
      %5 = arith.cmpf ogt, %arg10, %arg11 : f32
      tm_tensor.yield %5 : i1
    } -> tensor<3x4xf32>
    %3:2 = tm_tensor.topk {foo = 1 : i32} dimension(1) ins(%arg0 : tensor<3x4xf32>) outs(%arg3, %arg4 : tensor<3x2xf32>, tensor<3x2xi32>) {
    ^bb0(%arg10: f32, %arg11: f32):
      %5 = arith.cmpf ogt, %arg10, %arg11 : f32
      tm_tensor.yield %5 : i1
    } -> tensor<3x2xf32>, tensor<3x2xi32>
    %4 = tm_tensor.attention {foo = 1 : i32, scale = 2.000000e+00 : f64} ins(%arg5, %arg6, %arg6, %arg7 : tensor<1x3x4xf32>, tensor<1x5x4xf32>, tensor<1x5x4xf32>, tensor<1x3x5xi1>) outs(%arg5 : tensor<1x3x4xf32>) -> tensor<1x3x4xf32>
    return
  }
}
// -----
module {
  func.func @buffers(%arg0: memref<3x?xf32>, %arg1: memref<3xf32, strided<[2]>>, %arg2: memref<3x2xf32>, %arg3: memref<3x2xi32>, %arg4: memref<3x?xi32>, %arg5: memref<2x3x4xf32>, %arg6: memref<2x5x4xf32>, %arg7: memref<6x?xf32>, %arg8: memref<6x1xi32>) {
    tm_tensor.scan dimension(1) inclusive(true) ins(%arg0 : memref<3x?xf32>) outs(%arg0, %arg1 : memref<3x?xf32>, memref<3xf32, strided<[2]>>) {
    ^bb0(%arg9: f32, %arg10: f32):
      %0 = arith.addf %arg9, %arg10 : f32
      tm_tensor.yield %0 : f32
    }
    tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(true) ins(%arg7, %arg8 : memref<6x?xf32>, memref<6x1xi32>) outs(%arg0 : memref<3x?xf32>) {
    ^bb0(%arg9: f32, %arg10: f32):
      tm_tensor.yield %arg9 : f32
    }
    tm_tensor.sort dimension(1) outs(%arg0, %arg4 : memref<3x?xf32>, memref<3x?xi32>) {
    ^bb0(%arg9: f32, %arg10: f32, %arg11: i32, %arg12: i32):
      %0 = arith.cmpf ogt, %arg9, %arg10 : f32
      tm_tensor.yield %0 : i1
    }
    tm_tensor.topk dimension(1) ins(%arg0, %arg4 : memref<3x?xf32>, memref<3x?xi32>) outs(%arg2, %arg3 : memref<3x2xf32>, memref<3x2xi32>) {
    ^bb0(%arg9: f32, %arg10: f32):
      %0 = arith.cmpf ogt, %arg9, %arg10 : f32
      tm_tensor.yield %0 : i1
    }
    tm_tensor.attention ins(%arg5, %arg6, %arg6 : memref<2x3x4xf32>, memref<2x5x4xf32>, memref<2x5x4xf32>) outs(%arg5 : memref<2x3x4xf32>)
    return
  }
}
