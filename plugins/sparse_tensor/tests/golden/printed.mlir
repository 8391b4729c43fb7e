#sparse = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#sparse1 = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed), posWidth = 32, crdWidth = 32 }>
#sparse2 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 3 : compressed, d0 mod 2 : dense, d1 mod 3 : dense), explicitVal = 1.000000e+00 : f32, implicitVal = 0.000000e+00 : f32 }>
#sparse3 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(nonordered, soa)) }>
#sparse4 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 floordiv 4 : dense, d1 mod 4 : structured[2, 4]) }>
#sparse5 = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, 4, 1)>, d1 : #sparse_tensor<slice(?, 4, 2)>) -> (d0 : dense, d1 : loose_compressed) }>
module {
  func.func @f(%arg0: tensor<?x4xf32, #sparse>, %arg1: tensor<4xf32, #sparse1>, %arg2: tensor<4x6xf32, #sparse2>, %arg3: tensor<4x6xf32, #sparse3>, %arg4: tensor<4x8xf32, #sparse4>, %arg5: tensor<4x4xf32, #sparse5>) -> memref<?xf32> {
    %0 = sparse_tensor.values %arg1 : tensor<4xf32, #sparse1> to memref<?xf32>
    return %0 : memref<?xf32>
  }
  func.func @conv(%arg0: tensor<4xf32, #sparse1>) -> tensor<4xf32> {
    %0 = sparse_tensor.convert %arg0 : tensor<4xf32, #sparse1> to tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @conv2(%arg0: tensor<4xf32, #sparse1>) -> tensor<4xf32, #sparse1> {
    %0 = sparse_tensor.load %arg0 hasInserts : tensor<4xf32, #sparse1>
    return %0 : tensor<4xf32, #sparse1>
  }
}
// -----
#sparse = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
#sparse1 = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, 4, 1)>, d1 : #sparse_tensor<slice(?, 4, 2)>) -> (d0 : dense, d1 : loose_compressed) }>
#sparse2 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
#sparse3 = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, 4, 1)>, d1 : #sparse_tensor<slice(?, 4, 2)>) -> (d0 : dense, d1 : loose_compressed) }>
#sparse4 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
module {
  func.func @f(%arg0: tensor<?x4xf32, #sparse>, %arg1: tensor<4x4xf32, #sparse1>, %arg2: f32, %arg3: f32, %arg4: index, %arg5: tensor<?x?xf32, #sparse2>, %arg6: memref<?xf32>, %arg7: memref<?xindex>) {
    %0 = sparse_tensor.extract_iteration_space %arg0 lvls = 0 : tensor<?x4xf32, #sparse> -> !sparse_tensor.iter_space<#sparse, lvls = 0>
    %1 = sparse_tensor.extract_iteration_space %arg0 lvls = 0 to 2 : tensor<?x4xf32, #sparse> -> !sparse_tensor.iter_space<#sparse, lvls = 0 to 2>
    %2 = sparse_tensor.iterate %arg10 in %0 at(%arg9) iter_args(%arg8 = %arg2) : !sparse_tensor.iter_space<#sparse, lvls = 0>  -> f32 {
      %10 = sparse_tensor.extract_iteration_space %arg0 at %arg10 lvls = 1 : tensor<?x4xf32, #sparse>, !sparse_tensor.iterator<#sparse, lvls = 0> -> !sparse_tensor.iter_space<#sparse, lvls = 1>
      %11 = arith.index_cast %arg9 : index to i64
      %12 = arith.sitofp %11 : i64 to f32
      sparse_tensor.yield %12 : f32
    }
    sparse_tensor.iterate %arg9 in %1 at(%arg8, _) : !sparse_tensor.iter_space<#sparse, lvls = 0 to 2>  {
      %10 = sparse_tensor.extract_value %arg0 at %arg9 : tensor<?x4xf32, #sparse>, !sparse_tensor.iterator<#sparse, lvls = 0 to 2>
    }
    sparse_tensor.iterate %arg8 in %1 : !sparse_tensor.iter_space<#sparse, lvls = 0 to 2>  {
    }
    %3 = sparse_tensor.coiterate (%0, %0) at(%arg9) iter_args(%arg8 = %arg2) : (!sparse_tensor.iter_space<#sparse, lvls = 0>, !sparse_tensor.iter_space<#sparse, lvls = 0>) -> f32
    case %arg10, _ {
      sparse_tensor.yield %arg8 : f32
    }
    case _, %arg10 {
      sparse_tensor.yield %arg8 : f32
    }
    case %arg10, %arg11 {
      sparse_tensor.yield %arg8 : f32
    }
    sparse_tensor.coiterate (%0) : (!sparse_tensor.iter_space<#sparse, lvls = 0>)
    case %arg8 {
    }
    %4 = sparse_tensor.storage_specifier.init : !sparse_tensor.storage_specifier<#sparse3>
    %5 = sparse_tensor.storage_specifier.set %4  lvl_sz at 0 with %arg4 : !sparse_tensor.storage_specifier<#sparse3>
    %6 = sparse_tensor.storage_specifier.init with %4 : from !sparse_tensor.storage_specifier<#sparse3> to !sparse_tensor.storage_specifier<#sparse4>
    %7 = sparse_tensor.storage_specifier.get %4  val_mem_sz : !sparse_tensor.storage_specifier<#sparse3>
    %8 = sparse_tensor.slice.offset %arg1 at 0 : tensor<4x4xf32, #sparse1>
    %9:2 = sparse_tensor.crd_translate  dim_to_lvl[%arg4, %arg4] as #sparse : index, index
    return
  }
}
// -----
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1, d0)>
#sparse = #sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, 4, 1)>, d1 : #sparse_tensor<slice(?, 4, 2)>) -> (d0 : dense, d1 : loose_compressed) }>
#sparse1 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed), posWidth = 32, crdWidth = 16 }>
#sparse2 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton) }>
#sparse3 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique), d1 : singleton(soa)) }>
#sparse4 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 floordiv 2 : compressed, d0 mod 2 : dense, d1 mod 2 : dense) }>
#sparse5 = #sparse_tensor.encoding<{ map = (d0, d1, d2, d3) -> (d0 : dense, d1 : compressed, d2 : dense, d3 : dense) }>
#sparse6 = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed(nonunique, nonordered), d1 : singleton(nonordered)) }>
module {
  func.func @all(%arg0: index, %arg1: tensor<9xi32>, %arg2: tensor<7xi16>, %arg3: tensor<7xf64>, %arg4: tensor<2xindex>, %arg5: tensor<6x2xindex>, %arg6: tensor<6xindex>, %arg7: tensor<8x8xf64>, %arg8: tensor<4x4xf64, #sparse>, %arg9: index) {
    %0 = sparse_tensor.assemble (%arg1, %arg2), %arg3 {x} : (tensor<9xi32>, tensor<7xi16>), tensor<7xf64> to tensor<8x8xf64, #sparse1>
    %1 = sparse_tensor.assemble (%arg4, %arg5), %arg3 : (tensor<2xindex>, tensor<6x2xindex>), tensor<7xf64> to tensor<8x8xf64, #sparse2>
    %2 = sparse_tensor.assemble (%arg4, %arg6, %arg6), %arg3 : (tensor<2xindex>, tensor<6xindex>, tensor<6xindex>), tensor<7xf64> to tensor<8x8xf64, #sparse3>
    %ret_levels:2, %ret_values, %lvl_lens:2, %val_len = sparse_tensor.disassemble %0 : tensor<8x8xf64, #sparse1> out_lvls(%arg1, %arg2 : tensor<9xi32>, tensor<7xi16>) out_vals(%arg3 : tensor<7xf64>) -> (tensor<9xi32>, tensor<7xi16>), tensor<7xf64>, (i32, index), i64
    %3 = sparse_tensor.new %arg0 : index to tensor<?x?xf64, #sparse1>
    sparse_tensor.out %3, %arg0 : tensor<?x?xf64, #sparse1>, index
    sparse_tensor.print %3 : tensor<?x?xf64, #sparse1>
    %4 = sparse_tensor.has_runtime_library
    %5 = sparse_tensor.load %3 hasInserts {a} : tensor<?x?xf64, #sparse1>
    %6 = sparse_tensor.load %3 : tensor<?x?xf64, #sparse1>
    %7 = sparse_tensor.positions %0 {level = 1 : index} : tensor<8x8xf64, #sparse1> to memref<?xi32>
    %8 = sparse_tensor.coordinates %0 {level = 1 : index} : tensor<8x8xf64, #sparse1> to memref<?xi16>
    %9 = sparse_tensor.coordinates_buffer %1 : tensor<8x8xf64, #sparse2> to memref<?xindex>
    %10 = sparse_tensor.values %0 : tensor<8x8xf64, #sparse1> to memref<?xf64>
    %11 = sparse_tensor.number_of_entries %0 : tensor<8x8xf64, #sparse1>
    %12:2 = sparse_tensor.crd_translate  dim_to_lvl[%arg9, %arg9] as #sparse1 : index, index
    %13:4 = sparse_tensor.crd_translate  dim_to_lvl[%arg9, %arg9] as #sparse4 : index, index, index, index
    %14:2 = sparse_tensor.crd_translate  lvl_to_dim[%arg9, %arg9, %arg9, %arg9] as #sparse4 : index, index
    %15 = sparse_tensor.slice.offset %arg8 at 1 : tensor<4x4xf64, #sparse>
    %16 = sparse_tensor.slice.stride %arg8 at 0 {q} : tensor<4x4xf64, #sparse>
    %17 = sparse_tensor.lvl %0, %arg9 : tensor<8x8xf64, #sparse1>
    %18 = sparse_tensor.lvl {z} %0, %arg9 : tensor<8x8xf64, #sparse1>
    %19 = sparse_tensor.convert %arg7 : tensor<8x8xf64> to tensor<8x8xf64, #sparse1>
    %20 = sparse_tensor.convert %19 : tensor<8x8xf64, #sparse1> to tensor<?x8xf64>
    %21 = sparse_tensor.convert %arg7 : tensor<8x8xf64> to tensor<8x8xf64, #sparse4>
    %22 = sparse_tensor.reinterpret_map %21 : tensor<8x8xf64, #sparse4> to tensor<4x4x2x2xf64, #sparse5>
    %23 = sparse_tensor.concatenate %19, %arg7 {dimension = 0 : index} : tensor<8x8xf64, #sparse1>, tensor<8x8xf64> to tensor<16x8xf64, #sparse1>
    %24 = sparse_tensor.convert %arg7 : tensor<8x8xf64> to tensor<8x8xf64, #sparse6>
    %25 = sparse_tensor.reorder_coo  quick_sort %24 : tensor<8x8xf64, #sparse6> to tensor<8x8xf64, #sparse2>
    %values, %filled, %added, %count = sparse_tensor.expand %19 : tensor<8x8xf64, #sparse1> to memref<?xf64>, memref<?xi1>, memref<?xindex>
    %26 = sparse_tensor.compress %values, %filled, %added, %count into %19[%arg9] : memref<?xf64>, memref<?xi1>, memref<?xindex>, tensor<8x8xf64, #sparse1>
    %cst = arith.constant 1.000000e+00 : f64
    %outBuffer, %newSize = sparse_tensor.push_back %arg9, %values, %cst : index, memref<?xf64>, f64
    %outBuffer_0, %newSize_1 = sparse_tensor.push_back inbounds %arg9, %values, %cst, %arg9 {k} : index, memref<?xf64>, f64, index
    sparse_tensor.sort  hybrid_quick_sort %arg9, %added jointly %values {ny = 1 : index, perm_map = #map} : memref<?xindex> jointly memref<?xf64>
    sparse_tensor.sort  insertion_sort_stable %arg9, %added {perm_map = #map1} : memref<?xindex>
    %27 = sparse_tensor.unary %cst {w} : f64 to f64
     present = {
    ^bb0(%arg10: f64):
      sparse_tensor.yield %arg10 : f64
    }
     absent = {
    }
    %28 = sparse_tensor.binary %cst, %cst : f64, f64 to f64
     overlap = {
    ^bb0(%arg10: f64, %arg11: f64):
      sparse_tensor.yield %arg10 : f64
    }
     left = identity
     right = {
    }
    %29 = sparse_tensor.binary %cst, %cst : {q} f64, f64 to f64
     overlap = {
    }
     left = {
    ^bb0(%arg10: f64):
      sparse_tensor.yield %arg10 : f64
    }
     right = identity
    %30 = sparse_tensor.select %cst : f64 {
    ^bb0(%arg10: f64):
      %true = arith.constant true
      sparse_tensor.yield %true : i1
    }
    %31 = sparse_tensor.reduce %cst, %cst, %cst : f64 {
    ^bb0(%arg10: f64, %arg11: f64):
      sparse_tensor.yield %arg11 : f64
    }
    sparse_tensor.foreach in %19 : tensor<8x8xf64, #sparse1> do {
    ^bb0(%arg10: index, %arg11: index, %arg12: f64):
    }
    %32 = sparse_tensor.foreach in %19 init(%cst) {order = #map1} : tensor<8x8xf64, #sparse1>, f64 -> f64 do {
    ^bb0(%arg10: index, %arg11: index, %arg12: f64, %arg13: f64):
      sparse_tensor.yield %arg13 : f64
    }
    return
  }
}
