module {
  func.func @f(%arg0: f32, %arg1: vector<4xf32>, %arg2: tensor<?xf32>, %arg3: i32, %arg4: tensor<?xi32>) {
    %0 = math.absf %arg0 {foo = 1 : i32} : f32
    %1 = math.absf %arg1 fastmath<fast> : vector<4xf32>
    %2 = math.acos %arg0 {foo = 1 : i32} : f32
    %3 = math.acos %arg1 fastmath<fast> : vector<4xf32>
    %4 = math.acosh %arg0 {foo = 1 : i32} : f32
    %5 = math.acosh %arg1 fastmath<fast> : vector<4xf32>
    %6 = math.asin %arg0 {foo = 1 : i32} : f32
    %7 = math.asin %arg1 fastmath<fast> : vector<4xf32>
    %8 = math.asinh %arg0 {foo = 1 : i32} : f32
    %9 = math.asinh %arg1 fastmath<fast> : vector<4xf32>
    %10 = math.atan %arg0 {foo = 1 : i32} : f32
    %11 = math.atan %arg1 fastmath<fast> : vector<4xf32>
    %12 = math.atanh %arg0 {foo = 1 : i32} : f32
    %13 = math.atanh %arg1 fastmath<fast> : vector<4xf32>
    %14 = math.cbrt %arg0 {foo = 1 : i32} : f32
    %15 = math.cbrt %arg1 fastmath<fast> : vector<4xf32>
    %16 = math.ceil %arg0 {foo = 1 : i32} : f32
    %17 = math.ceil %arg1 fastmath<fast> : vector<4xf32>
    %18 = math.cos %arg0 {foo = 1 : i32} : f32
    %19 = math.cos %arg1 fastmath<fast> : vector<4xf32>
    %20 = math.cosh %arg0 {foo = 1 : i32} : f32
    %21 = math.cosh %arg1 fastmath<fast> : vector<4xf32>
    %22 = math.erf %arg0 {foo = 1 : i32} : f32
    %23 = math.erf %arg1 fastmath<fast> : vector<4xf32>
    %24 = math.erfc %arg0 {foo = 1 : i32} : f32
    %25 = math.erfc %arg1 fastmath<fast> : vector<4xf32>
    %26 = math.exp %arg0 {foo = 1 : i32} : f32
    %27 = math.exp %arg1 fastmath<fast> : vector<4xf32>
    %28 = math.exp2 %arg0 {foo = 1 : i32} : f32
    %29 = math.exp2 %arg1 fastmath<fast> : vector<4xf32>
    %30 = math.expm1 %arg0 {foo = 1 : i32} : f32
    %31 = math.expm1 %arg1 fastmath<fast> : vector<4xf32>
    %32 = math.floor %arg0 {foo = 1 : i32} : f32
    %33 = math.floor %arg1 fastmath<fast> : vector<4xf32>
    %34 = math.log %arg0 {foo = 1 : i32} : f32
    %35 = math.log %arg1 fastmath<fast> : vector<4xf32>
    %36 = math.log10 %arg0 {foo = 1 : i32} : f32
    %37 = math.log10 %arg1 fastmath<fast> : vector<4xf32>
    %38 = math.log1p %arg0 {foo = 1 : i32} : f32
    %39 = math.log1p %arg1 fastmath<fast> : vector<4xf32>
    %40 = math.log2 %arg0 {foo = 1 : i32} : f32
    %41 = math.log2 %arg1 fastmath<fast> : vector<4xf32>
    %42 = math.round %arg0 {foo = 1 : i32} : f32
    %43 = math.round %arg1 fastmath<fast> : vector<4xf32>
    %44 = math.roundeven %arg0 {foo = 1 : i32} : f32
    %45 = math.roundeven %arg1 fastmath<fast> : vector<4xf32>
    %46 = math.rsqrt %arg0 {foo = 1 : i32} : f32
    %47 = math.rsqrt %arg1 fastmath<fast> : vector<4xf32>
    %48 = math.sin %arg0 {foo = 1 : i32} : f32
    %49 = math.sin %arg1 fastmath<fast> : vector<4xf32>
    %50 = math.sinh %arg0 {foo = 1 : i32} : f32
    %51 = math.sinh %arg1 fastmath<fast> : vector<4xf32>
    %52 = math.sqrt %arg0 {foo = 1 : i32} : f32
    %53 = math.sqrt %arg1 fastmath<fast> : vector<4xf32>
    %54 = math.tan %arg0 {foo = 1 : i32} : f32
    %55 = math.tan %arg1 fastmath<fast> : vector<4xf32>
    %56 = math.tanh %arg0 {foo = 1 : i32} : f32
    %57 = math.tanh %arg1 fastmath<fast> : vector<4xf32>
    %58 = math.trunc %arg0 {foo = 1 : i32} : f32
    %59 = math.trunc %arg1 fastmath<fast> : vector<4xf32>
    %60 = math.isfinite %arg2 {foo = 1 : i32} : tensor<?xf32>
    %61 = math.isinf %arg2 {foo = 1 : i32} : tensor<?xf32>
    %62 = math.isnan %arg2 {foo = 1 : i32} : tensor<?xf32>
    %63 = math.isnormal %arg2 {foo = 1 : i32} : tensor<?xf32>
    %64 = math.isnan %arg0 {fastmath = #arith.fastmath<nnan>} : f32
    %65 = math.absi %arg4 {foo = 1 : i32} : tensor<?xi32>
    %66 = math.ctlz %arg4 {foo = 1 : i32} : tensor<?xi32>
    %67 = math.cttz %arg4 {foo = 1 : i32} : tensor<?xi32>
    %68 = math.ctpop %arg4 {foo = 1 : i32} : tensor<?xi32>
    %69 = math.atan2 %arg0, %arg0 fastmath<nnan,ninf> {foo = 1 : i32} : f32
    %70 = math.copysign %arg0, %arg0 fastmath<nnan,ninf> {foo = 1 : i32} : f32
    %71 = math.powf %arg0, %arg0 fastmath<nnan,ninf> {foo = 1 : i32} : f32
    %72 = math.ipowi %arg3, %arg3 {foo = 1 : i32} : i32
    %73 = math.fpowi %arg2, %arg4 fastmath<nnan> {foo = 1 : i32} : tensor<?xf32>, tensor<?xi32>
    %74 = math.fma %arg0, %arg0, %arg0 fastmath<nsz> {foo = 1 : i32} : f32
    %75 = math.clampf %arg1 to [%arg1, %arg1] fastmath<nsz> {foo = 1 : i32} : vector<4xf32>
    %sin, %cos = math.sincos %arg0 fastmath<nsz> {foo = 1 : i32} : f32
    return
  }
}
