module {
  func.func @floats(%arg0: f32, %arg1: f16, %arg2: vector<4xf32>, %arg3: tensor<?xf32>, %arg4: f64, %arg5: f8E8M0FNU, %arg6: f8E4M3FN) {
    %0 = arith.addf %arg0, %arg0 {foo = 1 : i32} : f32
    %1 = arith.addf %arg3, %arg3 fastmath<nnan,ninf> : tensor<?xf32>
    %2 = arith.subf %arg0, %arg0 {foo = 1 : i32} : f32
    %3 = arith.subf %arg3, %arg3 fastmath<nnan,ninf> : tensor<?xf32>
    %4 = arith.mulf %arg0, %arg0 {foo = 1 : i32} : f32
    %5 = arith.mulf %arg3, %arg3 fastmath<nnan,ninf> : tensor<?xf32>
    %6 = arith.divf %arg0, %arg0 {foo = 1 : i32} : f32
    %7 = arith.divf %arg3, %arg3 fastmath<nnan,ninf> : tensor<?xf32>
    %8 = arith.remf %arg0, %arg0 {foo = 1 : i32} : f32
    %9 = arith.remf %arg3, %arg3 fastmath<nnan,ninf> : tensor<?xf32>
    %10 = arith.maximumf %arg0, %arg0 {foo = 1 : i32} : f32
    %11 = arith.maximumf %arg3, %arg3 fastmath<nnan,ninf> : tensor<?xf32>
    %12 = arith.minimumf %arg0, %arg0 {foo = 1 : i32} : f32
    %13 = arith.minimumf %arg3, %arg3 fastmath<nnan,ninf> : tensor<?xf32>
    %14 = arith.maxnumf %arg0, %arg0 {foo = 1 : i32} : f32
    %15 = arith.maxnumf %arg3, %arg3 fastmath<nnan,ninf> : tensor<?xf32>
    %16 = arith.minnumf %arg0, %arg0 {foo = 1 : i32} : f32
    %17 = arith.minnumf %arg3, %arg3 fastmath<nnan,ninf> : tensor<?xf32>
    %18 = arith.negf %arg2 fastmath<fast> {foo = 1 : i32} : vector<4xf32>
    %19 = arith.negf %arg0 : f32
    %20 = arith.cmpf oeq, %arg0, %arg0 {foo = 1 : i32} : f32
    %21 = arith.cmpf true, %arg3, %arg3 fastmath<reassoc,contract> : tensor<?xf32>
    %22 = arith.cmpf false, %arg2, %arg2 : vector<4xf32>
    %23 = arith.extf %arg1 {foo = 1 : i32} : f16 to f32
    %24 = arith.extf %arg1 fastmath<nsz> : f16 to f64
    %25 = arith.truncf %arg4 {foo = 1 : i32} : f64 to f32
    %26 = arith.truncf %arg4 toward_zero fastmath<arcp,afn> : f64 to bf16
    %27 = arith.truncf %arg4 fastmath<fast> : f64 to f32
    %28 = arith.fptosi %arg0 {foo = 1 : i32} : f32 to i32
    %29 = arith.fptoui %arg2 {foo = 1 : i32} : vector<4xf32> to vector<4xi8>
    %30 = arith.bitcast %arg0 {foo = 1 : i32} : f32 to i32
    %31 = arith.scaling_extf %arg6, %arg5 fastmath<nnan> {foo = 1 : i32} : f8E4M3FN, f8E8M0FNU to f32
    %32 = arith.scaling_truncf %arg0, %arg5 to_nearest_away fastmath<nnan> {foo = 1 : i32} : f32, f8E8M0FNU to f8E4M3FN
    %33 = arith.scaling_truncf %arg0, %arg5 {foo = 1 : i32} : f32, f8E8M0FNU to f8E4M3FN
    return
  }
  func.func @integers(%arg0: i32, %arg1: index, %arg2: vector<[4]xi32>, %arg3: tensor<4x?xi64>, %arg4: i1, %arg5: tensor<4x?xi1>, %arg6: memref<?xi32>) {
    %0 = arith.ceildivsi %arg0, %arg0 {foo = 1 : i32} : i32
    %1 = arith.ceildivui %arg0, %arg0 {foo = 1 : i32} : i32
    %2 = arith.floordivsi %arg0, %arg0 {foo = 1 : i32} : i32
    %3 = arith.remsi %arg0, %arg0 {foo = 1 : i32} : i32
    %4 = arith.remui %arg0, %arg0 {foo = 1 : i32} : i32
    %5 = arith.maxsi %arg0, %arg0 {foo = 1 : i32} : i32
    %6 = arith.maxui %arg0, %arg0 {foo = 1 : i32} : i32
    %7 = arith.minsi %arg0, %arg0 {foo = 1 : i32} : i32
    %8 = arith.minui %arg0, %arg0 {foo = 1 : i32} : i32
    %9 = arith.andi %arg0, %arg0 {foo = 1 : i32} : i32
    %10 = arith.ori %arg0, %arg0 {foo = 1 : i32} : i32
    %11 = arith.xori %arg0, %arg0 {foo = 1 : i32} : i32
    %12 = arith.addi %arg1, %arg1 {foo = 1 : i32} : index
    %13 = arith.addi %arg2, %arg2 overflow<nsw, nuw> : vector<[4]xi32>
    %14 = arith.subi %arg1, %arg1 {foo = 1 : i32} : index
    %15 = arith.subi %arg2, %arg2 overflow<nsw, nuw> : vector<[4]xi32>
    %16 = arith.muli %arg1, %arg1 {foo = 1 : i32} : index
    %17 = arith.muli %arg2, %arg2 overflow<nsw, nuw> : vector<[4]xi32>
    %18 = arith.shli %arg1, %arg1 {foo = 1 : i32} : index
    %19 = arith.shli %arg2, %arg2 overflow<nsw, nuw> : vector<[4]xi32>
    %20 = arith.divsi %arg3, %arg3 {foo = 1 : i32} : tensor<4x?xi64>
    %21 = arith.divsi %arg0, %arg0 exact : i32
    %22 = arith.divui %arg3, %arg3 {foo = 1 : i32} : tensor<4x?xi64>
    %23 = arith.divui %arg0, %arg0 exact : i32
    %24 = arith.shrsi %arg3, %arg3 {foo = 1 : i32} : tensor<4x?xi64>
    %25 = arith.shrsi %arg0, %arg0 exact : i32
    %26 = arith.shrui %arg3, %arg3 {foo = 1 : i32} : tensor<4x?xi64>
    %27 = arith.shrui %arg0, %arg0 exact : i32
    %sum, %overflow = arith.addui_extended %arg0, %arg0 {foo = 1 : i32} : i32, i1
    %low, %high = arith.mulsi_extended %arg0, %arg0 {foo = 1 : i32} : i32
    %low_0, %high_1 = arith.mului_extended %arg2, %arg2 {foo = 1 : i32} : vector<[4]xi32>
    %28 = arith.cmpi slt, %arg1, %arg1 {foo = 1 : i32} : index
    %29 = arith.cmpi uge, %arg3, %arg3 : tensor<4x?xi64>
    %30 = arith.select %arg4, %arg3, %arg3 {foo = 1 : i32} : tensor<4x?xi64>
    %31 = arith.select %arg5, %arg3, %arg3 {foo = 1 : i32} : tensor<4x?xi1>, tensor<4x?xi64>
    %32 = arith.extsi %arg0 {foo = 1 : i32} : i32 to i64
    %33 = arith.extui %arg3 {foo = 1 : i32} : tensor<4x?xi64> to tensor<4x?xi128>
    %34 = arith.trunci %arg0 {foo = 1 : i32} : i32 to i8
    %35 = arith.trunci %arg0 overflow<nuw> : i32 to i8
    %36 = arith.sitofp %arg0 {foo = 1 : i32} : i32 to f32
    %37 = arith.uitofp %arg2 {foo = 1 : i32} : vector<[4]xi32> to vector<[4]xf32>
    %38 = arith.index_cast %arg1 {foo = 1 : i32} : index to i32
    %39 = arith.index_castui %arg6 {foo = 1 : i32} : memref<?xi32> to memref<?xindex>
    return
  }
  func.func @constants() {
    %c0 = arith.constant 0 : index
    %c-1_i32 = arith.constant -1 : i32
    %true = arith.constant true
    %false = arith.constant false
    %c-5 = arith.constant -5 : index
    %c-56_i8 = arith.constant -56 : i8
    %c255_i16 = arith.constant 255 : i16
    %cst = arith.constant 1.500000e+00 : f32
    %cst_0 = arith.constant 0x7FC00000 : f32
    %cst_1 = arith.constant -0.000000e+00 : f64
    %cst_2 = arith.constant dense<1> : vector<4xi32>
    %cst_3 = arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf16>
    %cst_4 = arith.constant dense<2> : vector<[4]xi8>
    %cst_5 = arith.constant dense<(1.000000e+00,2.000000e+00)> : tensor<2xcomplex<f32>>
    %c123456789012345678901234567890_i128 = arith.constant 123456789012345678901234567890 : i128
    %cst_6 = arith.constant dense<true> : tensor<i1>
    %c7_i64 = arith.constant {foo = 1 : i32} 7 : i64
    return
  }
}
