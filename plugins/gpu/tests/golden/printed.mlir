module {
  func.func @ids() {
    %thread_id_x = gpu.thread_id  x
    %thread_id_y = gpu.thread_id  y upper_bound 64
    %block_id_z = gpu.block_id  z
    %block_dim_x = gpu.block_dim  x
    %grid_dim_x = gpu.grid_dim  x
    %global_id_y = gpu.global_id  y upper_bound 5
    %cluster_dim_x = gpu.cluster_dim  x
    %cluster_dim_blocks_y = gpu.cluster_dim_blocks  y
    %cluster_id_z = gpu.cluster_id  z
    %cluster_block_id_x = gpu.cluster_block_id  x {a}
    %0 = gpu.lane_id
    %1 = gpu.lane_id upper_bound 32
    %2 = gpu.subgroup_id : index
    %3 = gpu.subgroup_id upper_bound 4 : index
    %4 = gpu.num_subgroups : index
    %5 = gpu.subgroup_size upper_bound 4 : index
    return
  }
}

// -----

module {
  func.func @g(%arg0: f32, %arg1: i32, %arg2: vector<4xf32>, %arg3: index) {
    %0 = gpu.all_reduce  add %arg0 {
    } : (f32) -> f32
    %1 = gpu.all_reduce  %arg0 uniform {
    ^bb0(%arg4: f32, %arg5: f32):
      %6 = arith.addf %arg4, %arg5 : f32
      gpu.yield %6 : f32
    } {x} : (f32) -> f32
    %2 = gpu.subgroup_reduce  add %arg2 uniform cluster(size = 4) {a} : (vector<4xf32>) -> vector<4xf32>
    %3 = gpu.subgroup_reduce  maximumf %arg0 cluster(size = 4, stride = 2) : (f32) -> f32
    %shuffleResult, %valid = gpu.shuffle  xor %arg0, %arg1, %arg1 : f32
    %rotateResult, %valid_0 = gpu.rotate %arg0, 3, 16 : f32
    gpu.barrier
    gpu.printf "x %f", %arg0, %arg1 : f32, i32
    gpu.printf "y"
    %4 = gpu.subgroup_broadcast %arg0,  first_active_lane : f32
    %5 = gpu.subgroup_broadcast %arg0,  specific_lane %arg1 : f32
    gpu.set_default_device %arg1
    return
  }
}

// -----

#map = affine_map<(d0)[s0] -> (d0 + s0)>
module {
  func.func @l(%arg0: index, %arg1: i32) {
    gpu.launch blocks(%arg2, %arg3, %arg4) in (%arg8 = %arg0, %arg9 = %arg0, %arg10 = %arg0) threads(%arg5, %arg6, %arg7) in (%arg11 = %arg0, %arg12 = %arg0, %arg13 = %arg0) dynamic_shared_memory_size %arg1 module(@test_module) function(@test_kernel_func) workgroup(%arg14 : memref<4xf32, #gpu.address_space<workgroup>>) private(%arg15 : memref<4xf32, 5>, %arg16 : memref<5xi8>) {
      %4 = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      gpu.terminator
    } {x}
    gpu.launch clusters(%arg14, %arg15, %arg16) in (%arg17 = %arg0, %arg18 = %arg0, %arg19 = %arg0) blocks(%arg2, %arg3, %arg4) in (%arg8 = %arg0, %arg9 = %arg0, %arg10 = %arg0) threads(%arg5, %arg6, %arg7) in (%arg11 = %arg0, %arg12 = %arg0, %arg13 = %arg0) {
      "use"(%arg14, %arg18, %arg2) : (index, index, index) -> ()
      gpu.terminator
    }
    %0 = gpu.wait async
    %1 = gpu.launch async [%0] blocks(%arg2, %arg3, %arg4) in (%arg8 = %arg0, %arg9 = %arg0, %arg10 = %arg0) threads(%arg5, %arg6, %arg7) in (%arg11 = %arg0, %arg12 = %arg0, %arg13 = %arg0) {
      gpu.terminator
    }
    gpu.wait [%0, %1]
    gpu.wait 
    %memref, %asyncToken = gpu.alloc async [%0] (%arg0) : memref<?xf32, 1>
    %memref_0 = gpu.alloc  host_shared (%arg0)[%arg0] {a} : memref<?xf32, #map>
    %memref_1 = gpu.alloc  () : memref<f32>
    %memref_2, %asyncToken_3 = gpu.alloc async () : memref<f32>
    gpu.dealloc  %memref_1 : memref<f32>
    %2 = gpu.dealloc async [%asyncToken] %memref : memref<?xf32, 1>
    %3 = gpu.memcpy async %memref_1, %memref_2 : memref<f32>, memref<f32> {x}
    %cst = arith.constant 1.000000e+00 : f32
    gpu.memset [%0] %memref_1, %cst : memref<f32>, f32
    %cast = memref.cast %memref_1 : memref<f32> to memref<*xf32>
    gpu.host_register %cast : memref<*xf32>
    gpu.host_unregister %cast : memref<*xf32>
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%arg0: f32 {x.y}, %arg1: memref<?xf32, 1>) workgroup(%arg2 : memref<4xf32, 3> {a.b}) private(%arg3 : memref<2xf32, 5>, %arg4 : memref<2xf32, 5>) kernel attributes {foo = "bar", known_block_size = array<i32: 1, 2, 3>} {
      gpu.return
    }
    gpu.func @d(%arg0: f32) -> (f32 {x.y}, i32) attributes {gpu.known_grid_size = array<i32: 1, 2, 3>} {
      %c1_i32 = arith.constant 1 : i32
      gpu.return %arg0, %c1_i32 : f32, i32
    }
    gpu.func @e() -> f32 {
      %cst = arith.constant 1.000000e+00 : f32
      gpu.return {x} %cst : f32
    }
  }
  gpu.module @b<#gpu.select_object<0 : i64>> [#nvvm.target] attributes {x} {
  }
  gpu.module @c [#nvvm.target, #rocdl.target<chip = "gfx90a">] {
  }
  gpu.binary @binary_1  [#gpu.object<#nvvm.target, "">]
  gpu.binary @binary_2 <#gpu.select_object<#nvvm.target<chip = "sm_90">>> {foo} [#gpu.object<#nvvm.target, bin = "">, #gpu.object<#nvvm.target, properties = {O = 3 : i32}, "a\00">]
  gpu.binary @kernel_attrs_1  [#gpu.object<#rocdl.target<chip = "gfx90a">, kernels = <[#gpu.kernel_metadata<"kernel0", (i32, f32) -> (), metadata = {sgpr_count = 255 : i64}>, #gpu.kernel_metadata<"kernel1", (i32) -> (), arg_attrs = [{llvm.read_only}]>]>, offload = "BLOB">]
  func.func private @attrs() attributes {x.a = [#gpu.block<x>, #gpu.warpgroup<linear_dim_3>, #gpu.warp<y>, #gpu.thread<z>, #gpu.lane<linear_dim_9>, #gpu.mask<255>, #gpu.memory_space<workgroup>, #gpu.address_space<global>, #gpu.loop_dim_map<processor = block_x, map = (d0) -> (d0), bound = (d0) -> (d0)>, #gpu<dim x>, #gpu<all_reduce_op add>, #gpu<shuffle_mode xor>, #gpu<mma_element_wise addf>, #gpu<prune_2to4_spmat_flag NONE>, #gpu<mat_transpose_mode TRANSPOSE>, #gpu<spgemm_work_estimation_or_compute_kind COMPUTE>, #gpu<broadcast first_active_lane>, #gpu.select_object, #gpu.kernel_table<>], x.t = [!gpu.async.token, !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.sparse.dntensor_handle, !gpu.sparse.spmat_handle, !gpu.sparse.spgemmop_handle]}
  func.func @f(%arg0: index, %arg1: i64, %arg2: i32, %arg3: f32, %arg4: memref<?xf32, 1>, %arg5: !llvm.ptr) {
    gpu.launch_func  @kernels::@k blocks in (%arg0, %arg0, %arg0) threads in (%arg0, %arg0, %arg0)  args(%arg3 : f32, %arg4 : memref<?xf32, 1>)
    gpu.launch_func  @kernels::@k clusters in (%arg0, %arg0, %arg0) blocks in (%arg0, %arg0, %arg0) threads in (%arg0, %arg0, %arg0)  dynamic_shared_memory_size %arg2 args(%arg3 : f32, %arg4 : memref<?xf32, 1>) {x}
    gpu.launch_func <%arg5 : !llvm.ptr> @kernels::@k blocks in (%arg1, %arg1, %arg1) threads in (%arg1, %arg1, %arg1) : i64 args(%arg3 : f32, %arg4 : memref<?xf32, 1>)
    %0 = gpu.wait async
    %1 = gpu.launch_func async [%0] @binary_1::@k clusters in (%arg2, %arg2, %arg2) blocks in (%arg2, %arg2, %arg2) threads in (%arg2, %arg2, %arg2) : i32 
    return
  }
}

// -----

module {
  func.func @mma(%arg0: memref<32x32xf16, 3>, %arg1: index, %arg2: !gpu.mma_matrix<16x16xf16, "AOp">, %arg3: !gpu.mma_matrix<16x16xf16, "BOp">, %arg4: f32, %arg5: memref<32x32xf32>) {
    %0 = gpu.subgroup_mma_load_matrix %arg0[%arg1, %arg1] {leadDimension = 32 : index, transpose} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %1 = gpu.subgroup_mma_constant_matrix %arg4 : !gpu.mma_matrix<16x16xf32, "COp">
    %2 = gpu.subgroup_mma_elementwise  addf %1, %1 : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
    %3 = gpu.subgroup_mma_compute %arg2, %arg3, %1 {a_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %3, %arg5[%arg1, %arg1] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<32x32xf32>
    %4 = gpu.subgroup_mma_extract_thread_local %3[%arg1] : !gpu.mma_matrix<16x16xf32, "COp"> -> f32
    %5 = gpu.subgroup_mma_insert_thread_local %4, %3[%arg1] : f32, !gpu.mma_matrix<16x16xf32, "COp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    return
  }
}

// -----

module {
  func.func @sparse(%arg0: !gpu.async.token, %arg1: index, %arg2: memref<?xindex>, %arg3: memref<?xf64>, %arg4: memref<?xi8>) {
    %spmat, %asyncToken = gpu.create_coo async [%arg0] %arg1, %arg1, %arg1, %arg2, %arg2, %arg3 : memref<?xindex>, memref<?xindex>, memref<?xf64>
    %spmat_0 = gpu.create_coo_aos  %arg1, %arg1, %arg1, %arg2, %arg3 : memref<?xindex>, memref<?xf64>
    %spmat_1, %asyncToken_2 = gpu.create_csr async [%asyncToken] %arg1, %arg1, %arg1, %arg2, %arg2, %arg3 : memref<?xindex>, memref<?xindex>, memref<?xf64>
    %spmat_3, %asyncToken_4 = gpu.create_csc async %arg1, %arg1, %arg1, %arg2, %arg2, %arg3 : memref<?xindex>, memref<?xindex>, memref<?xf64>
    %spmat_5, %asyncToken_6 = gpu.create_bsr async %arg1, %arg1, %arg1, %arg1, %arg1, %arg2, %arg2, %arg3 : memref<?xindex>, memref<?xindex>, memref<?xf64>
    %spMat, %asyncToken_7 = gpu.create_2to4_spmat async{ PRUNE_AND_CHECK} %arg1, %arg1, %arg3 : memref<?xf64>
    %spMat_8 = gpu.create_2to4_spmat { NONE} %arg1, %arg1, %arg3 : memref<?xf64>
    %dnTensor, %asyncToken_9 = gpu.create_dn_tensor async [%arg0] %arg3, %arg1, %arg1 : index, index into memref<?xf64>
    %dnTensor_10 = gpu.create_dn_tensor  %arg3, %arg1 : index into memref<?xf64>
    %bufferSz, %asyncToken_11 = gpu.spmv_buffer_size async [%arg0] %spmat{ TRANSPOSE}, %dnTensor, %dnTensor into f64
    %0 = gpu.spmv async [%arg0] %spmat, %dnTensor, %dnTensor, %arg3 : memref<?xf64> into f64
    %bufferSzs, %asyncToken_12 = gpu.spmm_buffer_size async [%arg0] %spmat, %dnTensor{ CONJUGATE_TRANSPOSE}, %dnTensor : index into f64
    %bufferSzs_13:2 = gpu.spmm_buffer_size  %spmat, %dnTensor, %dnTensor : index, index into f64
    %1 = gpu.spmm async [%arg0] %spmat{ TRANSPOSE}, %dnTensor{ TRANSPOSE}, %dnTensor, %arg3, %arg3 : memref<?xf64>, memref<?xf64> into f64
    %bufferSz_14, %asyncToken_15 = gpu.sddmm_buffer_size async [%arg0] %dnTensor, %dnTensor, %spmat into f64
    %2 = gpu.sddmm async [%arg0] %dnTensor, %dnTensor, %spmat, %arg3 : memref<?xf64> into f64
    %desc, %asyncToken_16 = gpu.spgemm_create_descr async [%arg0]
    %bufferSzNew, %asyncToken_17 = gpu.spgemm_work_estimation_or_compute async [%arg0]{ WORK_ESTIMATION} %spmat, %spmat, %spmat, %desc, %arg1, %arg4 : f32 into memref<?xi8>
    %bufferSzNew_18 = gpu.spgemm_work_estimation_or_compute { COMPUTE} %spmat{ TRANSPOSE}, %spmat{ TRANSPOSE}, %spmat, %desc, %arg1, %arg4 : f32 into memref<?xi8>
    gpu.spgemm_copy  %spmat, %spmat{ TRANSPOSE}, %spmat, %desc : f32
    %rows, %cols, %nnz, %asyncToken_19 = gpu.spmat_get_size async [%arg0] %spmat
    %rows_20, %cols_21, %nnz_22 = gpu.spmat_get_size  %spmat
    %3 = gpu.set_csr_pointers async [%arg0] %spmat, %arg2, %arg2, %arg3 : memref<?xindex>, memref<?xindex>, memref<?xf64>
    %4 = gpu.spgemm_destroy_descr async [%arg0] %desc
    gpu.destroy_dn_tensor  %dnTensor
    gpu.destroy_sp_mat [%arg0] %spmat
    return
  }
}

// -----

module {
  func.func @warp(%arg0: index, %arg1: vector<4xi32>, %arg2: i32) -> vector<4xi32> {
    gpu.warp_execute_on_lane_0(%arg0)[32] {
    }
    %0 = gpu.warp_execute_on_lane_0(%arg0)[32] args(%arg1 : vector<4xi32>) -> (vector<4xi32>) {
    ^bb0(%arg3: vector<128xi32>):
      %cst = arith.constant dense<2> : vector<128xi32>
      %2 = arith.addi %arg3, %cst : vector<128xi32>
      gpu.yield %2 : vector<128xi32>
    } {a}
    %1:2 = gpu.warp_execute_on_lane_0(%arg0)[32] args(%arg2, %arg1 : i32, vector<4xi32>) -> (vector<1xi32>, i32) {
    ^bb0(%arg3: i32, %arg4: vector<128xi32>):
      %cst = arith.constant dense<2> : vector<32xi32>
      gpu.yield %cst, %arg3 : vector<32xi32>, i32
    }
    return %0 : vector<4xi32>
  }
}

// -----

module {
  func.func @spaces(%arg0: memref<4xf32, #gpu.address_space<workgroup>>, %arg1: memref<*xf32, #gpu.address_space<global>>) {
    scf.forall (%arg2, %arg3) in (4, 5) {
    } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.parallel (%arg2) = (%c0) to (%c1) step (%c1) {
      scf.reduce 
    } {mapping = [#gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0 * 2), bound = (d0) -> (d0 floordiv 4)>]}
    %alloca = memref.alloca() : memref<f32, #gpu.address_space<private>>
    %0 = bufferization.alloc_tensor() {memory_space = #gpu.address_space<workgroup>} : tensor<4xf32>
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @"a b" {
    gpu.func @"c d"(%arg0: !gpu.mma_matrix<8x4xsi8, "AOp">, %arg1: !gpu.mma_matrix<4x8xui8, "BOp">, %arg2: !gpu.mma_matrix<8x8xi32, "COp">) kernel {
      cf.br ^bb1
    ^bb1:  // pred: ^bb0
      gpu.return
    }
    func.func @host() {
      return
    }
  }
  gpu.binary @binary  [#gpu.object<#nvvm.target, kernels = <>, assembly = "">]
  func.func @f(%arg0: index, %arg1: !gpu.async.token) attributes {gpu.known_block_size = array<i32: 1, 2, 3>, gpu.known_cluster_size = array<i32: 1, 2, 3>} {
    gpu.launch_func [%arg1, %arg1] @binary::@other blocks in (%arg0, %arg0, %arg0) threads in (%arg0, %arg0, %arg0)  
    return
  }
}
