func.func @attributes() attributes {x.a = [#gpu<address_space<workgroup>>, #gpu.mask<-1>,
    #gpu.loop_dim_map<bound = (d0) -> (d0), map = (d0) -> (d0), processor = sequential>,
    #gpu.kernel_metadata<"a", i32, metadata = {}, arg_attrs = []>,
    #gpu.kernel_table<[<"b", () -> ()>, #gpu.kernel_metadata<"B", () -> ()>, <"Ba", () -> ()>]>,
    #gpu.object<#nvvm.target, properties = {}, kernels = #gpu.kernel_table<>, fatbin = "">,
    #gpu.select_object<#nvvm.target>, !gpu<async.token>]} {
  return
}

// -----

gpu.module @parentheses {
  gpu.func @f() -> (f32) workgroup() private() {
    %0 = arith.constant 1.0 : f32
    %1 = gpu.all_reduce add %0 {} : (f32) -> (f32)
    gpu.return %1 : f32
  }
}

// -----

func.func @launch(%n: index, %v: vector<1xf32>) {
  gpu.wait []
  %token = gpu.wait async []
  %0 = gpu.launch async [] blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
      threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) workgroup() private() {
    gpu.barrier {a}
    gpu.terminator
  }
  %1 = gpu.alloc(%n) : memref<?xf32>
  %2 = gpu.warp_execute_on_lane_0(%n)[1] args(%v : vector<1xf32>) -> vector<1xf32> {
  ^bb0(%w: vector<1xf32>):
    gpu.yield %w : vector<1xf32>
  }
  return
}

// -----

"gpu.module"() <{sym_name = "without_counts"}> ({
  "gpu.func"() ({
  ^bb0(%a: f32, %b: memref<4xf32>):
    "gpu.return"() : () -> ()
  }) {function_type = (f32) -> (), gpu.kernel, sym_name = "k"} : () -> ()
}) : () -> ()

// -----

func.func @defaults(%a: !gpu.sparse.spmat_handle, %x: !gpu.sparse.dntensor_handle, %m: memref<?xf32>, %f: f32) {
  "gpu.spmv"(%a, %x, %x, %m) <{computeType = f32}> : (!gpu.sparse.spmat_handle, !gpu.sparse.dntensor_handle, !gpu.sparse.dntensor_handle, memref<?xf32>) -> ()
  %0 = "gpu.subgroup_reduce"(%f) <{op = #gpu<all_reduce_op add>}> : (f32) -> f32
  return
}
