#map = affine_map<(d0, d1) -> (d1, d0)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map5 = affine_map<(d0, d1, d2) -> (d2, 0, d0)>
module {
  func.func @t(%arg0: index, %arg1: index, %arg2: memref<?x?xf32>, %arg3: f32, %arg4: tensor<?x?xf32>, %arg5: vector<4x8xf32>, %arg6: vector<8xf32>, %arg7: vector<4x8xi1>, %arg8: vector<8xi1>, %arg9: vector<8xi32>, %arg10: memref<?xf32>, %arg11: vector<4x6xf32>, %arg12: vector<6x8xf32>, %arg13: vector<[4]xf32>, %arg14: vector<f32>, %arg15: tensor<?xf32>, %arg16: memref<4x3xf32>) {
    %0 = vector.transfer_read %arg2[%arg0, %arg1], %arg3 {foo = 1 : i32} : memref<?x?xf32>, vector<4x8xf32>
    %1 = vector.transfer_read %arg4[%arg0, %arg1], %arg3, %arg7 {in_bounds = [true, false], permutation_map = #map} : tensor<?x?xf32>, vector<8x4xf32>
    %2 = vector.transfer_read %arg4[%arg0, %arg1], %arg3 {in_bounds = [true, true], permutation_map = #map1} : tensor<?x?xf32>, vector<4x8xf32>
    %3 = vector.transfer_read %arg4[%arg0, %arg1], %arg3 {in_bounds = [true]} : tensor<?x?xf32>, vector<8xf32>
    vector.transfer_write %arg5, %arg2[%arg0, %arg1] {foo = 1 : i32} : vector<4x8xf32>, memref<?x?xf32>
    %4 = vector.transfer_write %arg5, %arg4[%arg0, %arg1], %arg7 {in_bounds = [true, true]} : vector<4x8xf32>, tensor<?x?xf32>
    %5 = vector.broadcast %arg3 {foo = 1 : i32} : f32 to vector<4x8xf32>
    %6 = vector.reduction <add>, %arg6 {foo = 1 : i32} : vector<8xf32> into f32
    %7 = vector.reduction <maximumf>, %arg6, %arg3 fastmath<nnan,ninf> : vector<8xf32> into f32
    %8 = vector.multi_reduction <mul>, %arg5, %arg3 {foo = 1 : i32} [0, 1] : vector<4x8xf32> to f32
    %9 = vector.contract {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %arg11, %arg12, %arg5 : vector<4x6xf32>, vector<6x8xf32> into vector<4x8xf32>
    %10 = vector.contract {indexing_maps = [#map2, #map3, #map4], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<maxnumf>} %arg11, %arg12, %arg5 {foo = 1 : i32} : vector<4x6xf32>, vector<6x8xf32> into vector<4x8xf32>
    %11 = vector.mask %arg7 { vector.transfer_read %arg4[%arg0, %arg1], %arg3 {in_bounds = [true, true]} : tensor<?x?xf32>, vector<4x8xf32> } : vector<4x8xi1> -> vector<4x8xf32>
    %12 = vector.mask %arg8, %arg6 { vector.transfer_read %arg10[%arg0], %arg3 : memref<?xf32>, vector<8xf32> } {foo = 1 : i32} : vector<8xi1> -> vector<8xf32>
    vector.mask %arg7 { vector.transfer_write %arg5, %arg2[%arg0, %arg1] : vector<4x8xf32>, memref<?x?xf32> } : vector<4x8xi1>
    vector.mask %arg8 { vector.yield } : vector<8xi1>
    %13 = vector.mask %arg8 { vector.yield {foo = 1 : i32} %arg3 : f32 } : vector<8xi1> -> f32
    %14 = vector.gather %arg10[%arg0] [%arg9], %arg8, %arg6 {foo = 1 : i32} : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    vector.scatter %arg10[%arg0] [%arg9], %arg8, %arg6 {alignment = 8 : i64, foo = 1 : i32} : memref<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32>
    %15 = vector.scatter %arg15[%arg0] [%arg9], %arg8, %arg6 : tensor<?xf32>, vector<8xi32>, vector<8xi1>, vector<8xf32> -> tensor<?xf32>
    %16 = vector.extract %arg5[0, %arg0] {foo = 1 : i32} : f32 from vector<4x8xf32>
    %17 = vector.extract %arg5[] : vector<4x8xf32> from vector<4x8xf32>
    %18 = vector.insert %arg3, %arg5 [0, %arg0] {foo = 1 : i32} : f32 into vector<4x8xf32>
    %19 = vector.extract_strided_slice %arg5 {foo = 1 : i32, offsets = [0, 2], sizes = [2, 4], strides = [1, 1]} : vector<4x8xf32> to vector<2x4xf32>
    %20 = vector.insert_strided_slice %arg6, %arg5 {foo = 1 : i32, offsets = [0, 0], strides = [1]} : vector<8xf32> into vector<4x8xf32>
    %21 = vector.load %arg2[%arg0, %arg1] {foo = 1 : i32, nontemporal = true} : memref<?x?xf32>, vector<4x8xf32>
    vector.store %arg5, %arg2[%arg0, %arg1] {foo = 1 : i32} : memref<?x?xf32>, vector<4x8xf32>
    %22 = vector.maskedload %arg10[%arg0], %arg8, %arg6 {foo = 1 : i32} : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    vector.maskedstore %arg10[%arg0], %arg8, %arg6 {foo = 1 : i32} : memref<?xf32>, vector<8xi1>, vector<8xf32>
    %23 = vector.expandload %arg10[%arg0], %arg8, %arg6 {foo = 1 : i32} : memref<?xf32>, vector<8xi1>, vector<8xf32> into vector<8xf32>
    vector.compressstore %arg10[%arg0], %arg8, %arg6 {foo = 1 : i32} : memref<?xf32>, vector<8xi1>, vector<8xf32>
    vector.print %arg5 : vector<4x8xf32> {foo = 1 : i32}
    vector.print punctuation <comma>
    vector.print %arg3 : f32
    vector.print str "hello"
    "test.x"() : () -> ()
    %24 = vector.create_mask %arg0, %arg1 {foo = 1 : i32} : vector<4x8xi1>
    %25 = vector.constant_mask [2, 3] {foo = 1 : i32} : vector<4x8xi1>
    %26 = vector.fma %arg5, %arg5, %arg5 {foo = 1 : i32} : vector<4x8xf32>
    %27 = vector.shape_cast %arg5 {foo = 1 : i32} : vector<4x8xf32> to vector<32xf32>
    %28 = vector.transpose %arg5, [1, 0] {foo = 1 : i32} : vector<4x8xf32> to vector<8x4xf32>
    %29 = vector.outerproduct %arg6, %arg6 : vector<8xf32>, vector<8xf32>
    %30 = vector.outerproduct %arg6, %arg6, %29 {kind = #vector.kind<mul>} : vector<8xf32>, vector<8xf32>
    %31 = vector.outerproduct %arg6, %arg3 : vector<8xf32>, f32
    %32 = vector.step {foo = 1 : i32} : vector<4xindex>
    %33 = vector.bitcast %arg5 {foo = 1 : i32} : vector<4x8xf32> to vector<4x16xf16>
    %34 = vector.shuffle %arg6, %arg6 [0, -1, 9] {foo = 1 : i32} : vector<8xf32>, vector<8xf32>
    %35 = vector.interleave %arg6, %arg6 {foo = 1 : i32} : vector<8xf32> -> vector<16xf32>
    %res1, %res2 = vector.deinterleave %arg6 {foo = 1 : i32} : vector<8xf32> -> vector<4xf32>
    %36 = vector.from_elements %arg3, %arg3 {foo = 1 : i32} : vector<2xf32>
    %37:2 = vector.to_elements %36 {foo = 1 : i32} : vector<2xf32>
    %38 = vector.type_cast %arg16 {foo = 1 : i32} : memref<4x3xf32> to memref<vector<4x3xf32>>
    %39 = vector.scalable.insert %arg6, %arg13[0] {foo = 1 : i32} : vector<8xf32> into vector<[4]xf32>
    %40 = vector.scalable.extract %arg13[4] {foo = 1 : i32} : vector<4xf32> from vector<[4]xf32>
    %vscale = vector.vscale {foo = 1 : i32}
    %dest, %accumulated_value = vector.scan <add>, %arg5, %arg6 {foo = 1 : i32, inclusive = true, reduction_dim = 0 : i64} : vector<4x8xf32>, vector<8xf32>
    %41 = vector.transfer_read %arg4[%arg0, %arg1], %arg3 : tensor<?x?xf32>, vector<f32>
    %42 = "test.a"() {i = #vector.iterator_type<parallel>, k = #vector.kind<add>, p = #vector.punctuation<comma>} : () -> f32
    return
  }
  func.func @more(%arg0: tensor<?x?x?xf32>, %arg1: index, %arg2: f32, %arg3: memref<?x?xvector<4x3xf32>>, %arg4: vector<4x3xf32>, %arg5: memref<?xf32, strided<[1], offset: ?>>, %arg6: vector<3xi1>) {
    %0 = vector.transfer_read %arg0[%arg1, %arg1, %arg1], %arg2 {in_bounds = [true, false, true], permutation_map = #map5} : tensor<?x?x?xf32>, vector<2x3x4xf32>
    %1 = vector.transfer_read %arg3[%arg1, %arg1], %arg4 {in_bounds = [true, true]} : memref<?x?xvector<4x3xf32>>, vector<1x1x4x3xf32>
    vector.transfer_write %1, %arg3[%arg1, %arg1] {permutation_map = #map} : vector<1x1x4x3xf32>, memref<?x?xvector<4x3xf32>>
    %2 = vector.load %arg5[%arg1] {alignment = 16 : i64, nontemporal = true} : memref<?xf32, strided<[1], offset: ?>>, vector<3xf32>
    %3 = vector.mask %arg6 { vector.reduction <add>, %2, %arg2 fastmath<reassoc> : vector<3xf32> into f32 } : vector<3xi1> -> f32
    vector.print %3 : f32 punctuation <no_punctuation>
    vector.print %arg1 : index punctuation <open>
    vector.print str "a\0Ab"
    %4 = vector.extract %0[%arg1, 1] : vector<4xf32> from vector<2x3x4xf32>
    %5 = vector.insert %4, %0 [1, %arg1] : vector<4xf32> into vector<2x3x4xf32>
    %6 = vector.multi_reduction <maxnumf>, %0, %4 [0, 1] : vector<2x3x4xf32> to vector<4xf32>
    %7 = vector.multi_reduction <add>, %0, %0 [] : vector<2x3x4xf32> to vector<2x3x4xf32>
    return
  }
}

// -----

// The reference differs: it leaves out what cannot be told from the default, and attributes.
module {
  func.func @t(%arg0: vector<8xf32>) {
    vector.print punctuation <newline>
    %0 = vector.outerproduct %arg0, %arg0 {foo = 1 : i32} : vector<8xf32>, vector<8xf32>
    return
  }
}
