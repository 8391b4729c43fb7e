module {
  func.func @shapes(%arg0: tensor<?x3xf32>, %arg1: tensor<*xui8>, %arg2: tensor<1xi32>, %arg3: tensor<*xi32>) -> !tosa.shape<3> {
    %0 = tosa.const_shape  {note, values = dense<[1, 12, 1536]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %1 = tosa.const_shape  {values = dense<2> : vector<3xindex>} : () -> !tosa.shape<3>
    %2 = tosa.const_shape  {values = dense<> : tensor<0xindex>} : () -> !tosa.shape<0>
    %3 = tosa.add_shape %0, %1 : (!tosa.shape<3>, !tosa.shape<3>) -> !tosa.shape<3>
    %4 = tosa.sub_shape %3, %1 : (!tosa.shape<3>, !tosa.shape<3>) -> !tosa.shape<3>
    %5 = tosa.mul_shape %4, %1 : (!tosa.shape<3>, !tosa.shape<3>) -> !tosa.shape<3>
    %6 = tosa.div_ceil_shape %5, %1 : (!tosa.shape<3>, !tosa.shape<3>) -> !tosa.shape<3>
    %7 = tosa.div_floor_shape %6, %1 : (!tosa.shape<3>, !tosa.shape<3>) -> !tosa.shape<3>
    %8 = tosa.mod_shape %7, %1 : (!tosa.shape<3>, !tosa.shape<3>) -> !tosa.shape<3>
    %9 = tosa.max_shape %8, %1 : (!tosa.shape<3>, !tosa.shape<3>) -> !tosa.shape<3>
    %10 = tosa.min_shape %9, %1 : (!tosa.shape<3>, !tosa.shape<3>) -> !tosa.shape<3>
    %11 = tosa.exp2_shape %10 : (!tosa.shape<3>) -> !tosa.shape<3>
    %12 = tosa.log2_ceil_shape %11 : (!tosa.shape<3>) -> !tosa.shape<3>
    %13 = tosa.log2_floor_shape %12 {note} : (!tosa.shape<3>) -> !tosa.shape<3>
    %14 = tosa.dim %arg0 {axis = 1 : i32} : (tensor<?x3xf32>) -> !tosa.shape<1>
    %15 = tosa.dim %arg1 {axis = 7 : i32} : (tensor<*xui8>) -> !tosa.shape<1>
    %16 = tosa.concat_shape %0, %14, %15 : (!tosa.shape<3>, !tosa.shape<1>, !tosa.shape<1>) -> !tosa.shape<5>
    %17 = tosa.concat_shape  : () -> !tosa.shape<0>
    %18 = tosa.slice_shape %16, %arg2, %arg3 : (!tosa.shape<5>, tensor<1xi32>, tensor<*xi32>) -> !tosa.shape<2>
    %cst = arith.constant dense<3> : tensor<1xi32>
    %19 = tosa.slice_shape %16, %arg2, %cst : (!tosa.shape<5>, tensor<1xi32>, tensor<1xi32>) -> !tosa.shape<3>
    return %13 : !tosa.shape<3>
  }
}
