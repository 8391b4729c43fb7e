module attributes {x.a = #tosa.level<"8k">, x.b = #tosa.specification_version<"1.0">, x.c = #tosa.nan_mode<"IGNORE">, x.d = #tosa.conv_quant<weight_zp = 1, input_zp = -3>} {
}
// -----
func.func @f(%a: tensor<4x5xf32>) {
  %0 = tosa.argmax %a {axis = 0 : i32, nan_mode = #tosa.nan_mode<PROPAGATE>} : (tensor<4x5xf32>) -> tensor<5xi32>
  %1 = tosa.argmax %a {nan_mode = PROPAGATE, axis = 0 : i32} : (tensor<4x5xf32>) -> tensor<5xi32>
  return
}
// -----
func.func @f(%c: tensor<i1>) {
  tosa.cond_if %c : tensor<i1> {
    "tosa.yield"() : () -> ()
  } else {
    "tosa.yield"() : () -> ()
  }
  tosa.while_loop : () -> () {
    tosa.yield %c : tensor<i1>
  } do {
    "tosa.yield"() : () -> ()
  }
  return
}
// -----
tosa.variable @v : vector<4xi8>
"tosa.variable"() <{sym_name = "d", var_shape = dense<[2,-1]> : tensor<2xindex>, type = i8, initial_value = 4 : i8}> : () -> ()
"tosa.variable"() <{sym_name = "e", var_shape = dense<[2]> : tensor<1xindex>, type = i8, initial_value = "x"}> : () -> ()
// -----
func.func @f(%a: tensor<4x5xf32>, %b: tensor<4x1xf32>) {
  %0 = "tosa.maximum"(%a, %b) <{nan_mode = #tosa.nan_mode<IGNORE>}> {nan_mode2 = #tosa.nan_mode<PROPAGATE>, rounding_mode = #tosa.rounding_mode<SINGLE_ROUND>, "a b" = 1} : (tensor<4x5xf32>, tensor<4x1xf32>) -> tensor<4x5xf32>
  return
}
// -----
func.func @f(%a: tensor<1x5xf32>, %n: tensor<*xi32>, %m: tensor<1x3xi8>) {
  %0 = tosa.const_shape {values = dense<[-1, 5]> : tensor<2xindex>} : () -> !tosa.shape<2>
  %1 = tosa.tile %a, %0 : (tensor<1x5xf32>, !tosa.shape<2>) -> tensor<?x25xf32>
  %2 = tosa.reshape %n, %0 : (tensor<*xi32>, !tosa.shape<2>) -> tensor<*xi32>
  return
}
