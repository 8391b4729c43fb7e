module {
  func.func @f(%arg0: complex<f32>, %arg1: complex<f64>, %arg2: f32, %arg3: i32) {
    %0 = complex.conj %arg0 {foo = 1 : i32} : complex<f32>
    %1 = complex.conj %arg1 fastmath<nnan,contract> : complex<f64>
    %2 = complex.cos %arg0 {foo = 1 : i32} : complex<f32>
    %3 = complex.cos %arg1 fastmath<nnan,contract> : complex<f64>
    %4 = complex.exp %arg0 {foo = 1 : i32} : complex<f32>
    %5 = complex.exp %arg1 fastmath<nnan,contract> : complex<f64>
    %6 = complex.expm1 %arg0 {foo = 1 : i32} : complex<f32>
    %7 = complex.expm1 %arg1 fastmath<nnan,contract> : complex<f64>
    %8 = complex.log %arg0 {foo = 1 : i32} : complex<f32>
    %9 = complex.log %arg1 fastmath<nnan,contract> : complex<f64>
    %10 = complex.log1p %arg0 {foo = 1 : i32} : complex<f32>
    %11 = complex.log1p %arg1 fastmath<nnan,contract> : complex<f64>
    %12 = complex.neg %arg0 {foo = 1 : i32} : complex<f32>
    %13 = complex.neg %arg1 fastmath<nnan,contract> : complex<f64>
    %14 = complex.rsqrt %arg0 {foo = 1 : i32} : complex<f32>
    %15 = complex.rsqrt %arg1 fastmath<nnan,contract> : complex<f64>
    %16 = complex.sign %arg0 {foo = 1 : i32} : complex<f32>
    %17 = complex.sign %arg1 fastmath<nnan,contract> : complex<f64>
    %18 = complex.sin %arg0 {foo = 1 : i32} : complex<f32>
    %19 = complex.sin %arg1 fastmath<nnan,contract> : complex<f64>
    %20 = complex.sqrt %arg0 {foo = 1 : i32} : complex<f32>
    %21 = complex.sqrt %arg1 fastmath<nnan,contract> : complex<f64>
    %22 = complex.tan %arg0 {foo = 1 : i32} : complex<f32>
    %23 = complex.tan %arg1 fastmath<nnan,contract> : complex<f64>
    %24 = complex.tanh %arg0 {foo = 1 : i32} : complex<f32>
    %25 = complex.tanh %arg1 fastmath<nnan,contract> : complex<f64>
    %26 = complex.abs %arg0 {foo = 1 : i32} : complex<f32>
    %27 = complex.abs %arg1 fastmath<nnan,contract> : complex<f64>
    %28 = complex.angle %arg0 {foo = 1 : i32} : complex<f32>
    %29 = complex.angle %arg1 fastmath<nnan,contract> : complex<f64>
    %30 = complex.re %arg0 {foo = 1 : i32} : complex<f32>
    %31 = complex.re %arg1 fastmath<nnan,contract> : complex<f64>
    %32 = complex.im %arg0 {foo = 1 : i32} : complex<f32>
    %33 = complex.im %arg1 fastmath<nnan,contract> : complex<f64>
    %34 = complex.add %arg0, %arg0 {foo = 1 : i32} : complex<f32>
    %35 = complex.add %arg1, %arg1 fastmath<fast> : complex<f64>
    %36 = complex.atan2 %arg0, %arg0 {foo = 1 : i32} : complex<f32>
    %37 = complex.atan2 %arg1, %arg1 fastmath<fast> : complex<f64>
    %38 = complex.div %arg0, %arg0 {foo = 1 : i32} : complex<f32>
    %39 = complex.div %arg1, %arg1 fastmath<fast> : complex<f64>
    %40 = complex.mul %arg0, %arg0 {foo = 1 : i32} : complex<f32>
    %41 = complex.mul %arg1, %arg1 fastmath<fast> : complex<f64>
    %42 = complex.pow %arg0, %arg0 {foo = 1 : i32} : complex<f32>
    %43 = complex.pow %arg1, %arg1 fastmath<fast> : complex<f64>
    %44 = complex.sub %arg0, %arg0 {foo = 1 : i32} : complex<f32>
    %45 = complex.sub %arg1, %arg1 fastmath<fast> : complex<f64>
    %46 = complex.eq %arg0, %arg0 {foo = 1 : i32} : complex<f32>
    %47 = complex.neq %arg0, %arg0 {foo = 1 : i32} : complex<f32>
    %48 = complex.powi %arg0, %arg3 fastmath<nnan> {foo = 1 : i32} : complex<f32>, i32
    %cst = complex.constant [1.000000e+00 : f32, -5.000000e-01 : f32] {foo = 1 : i32} : complex<f32>
    %cst_0 = complex.constant [1.000000e+00, 2.000000e+00] : complex<f64>
    %49 = complex.create %arg2, %arg2 {foo = 1 : i32} : complex<f32>
    %50 = complex.bitcast %arg0 {foo = 1 : i32} : complex<f32> to i64
    "test.op"() {number = #complex.number<:f32 1.000000e+00, -2.000000e+00> : complex<f32>} : () -> ()
    return
  }
}
