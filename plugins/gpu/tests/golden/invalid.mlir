// error: expected ::mlir::gpu::AddressSpace to be one of: global, workgroup, private
module attributes {x.a = #gpu.address_space<local>} {}
// -----
// error: expected ::mlir::gpu::Dimension to be one of: x, y, z
module attributes {x.a = #gpu<dim w>} {}
// -----
// error: expected ::mlir::gpu::MappingId to be one of: x, y, z, linear_dim_0, linear_dim_1, linear_dim_2, linear_dim_3, linear_dim_4, linear_dim_5, linear_dim_6, linear_dim_7, linear_dim_8, linear_dim_9
module attributes {x.a = #gpu.block<linear_dim_10>} {}
// -----
// error: integer value too large
module attributes {x.a = #gpu.mask<18446744073709551616>} {}
// -----
// error: expected ::mlir::gpu::Processor to be one of: block_x, block_y, block_z, thread_x, thread_y, thread_z, sequential
module attributes {x.a = #gpu.loop_dim_map<processor = block, map = (d0) -> (d0), bound = (d0) -> (d0)>} {}
// -----
// error: duplicate or unknown struct parameter name: map
module attributes {x.a = #gpu.loop_dim_map<map = (d0) -> (d0), map = (d0) -> (d0), bound = (d0) -> (d0)>} {}
// -----
// error: MMAMatrixType elements must be SI8, UI8, I32, F16, F32, or F64
module attributes {x.a = !gpu.mma_matrix<16x16xbf16, "AOp">} {}
// -----
// error: operand expected to be one of AOp, BOp or COp
module attributes {x.a = !gpu.mma_matrix<16x16xf16, "DOp">} {}
// -----
// error: MMAMatrixType must have exactly two dimensions
module attributes {x.a = !gpu.mma_matrix<16xf16, "AOp">} {}
// -----
// error: the target attribute must implement or promise the `gpu::TargetAttrInterface`
module attributes {x.a = #gpu.object<1, "">} {}
// -----
// error: expected keyword for GPU object format
module attributes {x.a = #gpu.object<#nvvm.target, exe = "">} {}
// -----
// error: invalid kind of attribute specified
module attributes {x.a = #gpu.object<#nvvm.target, bin = 3>} {}
// -----
// error: the object index must be positive
module attributes {x.a = #gpu.select_object<-1>} {}
// -----
// error: the target attribute must be a GPU Target attribute
module attributes {x.a = #gpu.select_object<"first">} {}
// -----
// error: the kernel name can't be empty
module attributes {x.a = #gpu.kernel_metadata<"", () -> ()>} {}
// -----
// error: all attributes in the array must be a dictionary attribute
module attributes {x.a = #gpu.kernel_metadata<"a", () -> (), arg_attrs = [1]>} {}
// -----
// error: duplicate or unknown struct parameter name: data
module attributes {x.a = #gpu.kernel_metadata<"a", () -> (), data = {x}>} {}
// -----
// error: expected all kernels to be uniquely named
module attributes {x.a = #gpu.kernel_table<[#gpu.kernel_metadata<"a", () -> ()>, #gpu.kernel_metadata<"a", (i32) -> ()>]>} {}
// -----
// error: expected 'gpu.container_module' attribute to be attached to 'builtin.module'
func.func @f() attributes {gpu.container_module} {
  return
}
// -----
// error: gpu.known_grid_size must be a dense i32 array
func.func @f() attributes {gpu.known_grid_size = 32} {
  return
}
// -----
// error: gpu.known_cluster_size must contain exactly 3 elements
func.func @f() attributes {gpu.known_cluster_size = array<i32: 1, 2>} {
  return
}
// -----
// error: 'gpu.module' op attribute 'targets' failed to satisfy constraint: array of GPU target attributes with at least 1 elements
gpu.module @m [] {}
// -----
// error: 'gpu.module' op attribute 'targets' failed to satisfy constraint: array of GPU target attributes with at least 1 elements
gpu.module @m [1] {}
// -----
// error: 'gpu.module' op attribute 'offloadingHandler' failed to satisfy constraint: any attribute with the `OffloadingTranslationAttrTrait` trait.
gpu.module @m <1> {}
// -----
// error: 'gpu.binary' op attribute 'objects' failed to satisfy constraint: an array of GPU object attributes with at least 1 elements
gpu.binary @b []
// -----
// error: 'gpu.binary' op attribute 'objects' failed to satisfy constraint: an array of GPU object attributes with at least 1 elements
gpu.binary @b [#nvvm.target]
// -----
// error: 'gpu.binary' op attribute 'offloadingHandler' failed to satisfy constraint: any attribute with the `OffloadingTranslationAttrTrait` trait.
gpu.binary @b <1> [#gpu.object<#nvvm.target, "">]
// -----
// error: 'gpu.func' op expects parent op 'gpu.module'
module {
  gpu.func @f() {
    gpu.return
  }
}
// -----
// error: gpu.func requires named arguments
gpu.module @m {
  gpu.func @f(f32) {
  ^bb0(%a: f32):
    gpu.return
  }
}
// -----
// error: 'gpu.func' op arguments may only have dialect attributes
gpu.module @m {
  gpu.func @f(%a: f32 {x}) {
    gpu.return
  }
}
// -----
// error: attribute 'sym_name' occurs more than once in the attribute list
gpu.module @m {
  gpu.func @f() attributes {sym_name = "g"} {
    gpu.return
  }
}
// -----
// error: 'gpu.func' op attribute 'known_block_size' failed to satisfy constraint: i32 dense array attribute with 3 elements (if present)
gpu.module @m {
  gpu.func @f() attributes {known_block_size = array<i32: 1, 2>} {
    gpu.return
  }
}
// -----
// error: 'gpu.func' op expected void return type for kernel function
gpu.module @m {
  gpu.func @f() -> f32 kernel {
    %0 = arith.constant 1.0 : f32
    gpu.return %0 : f32
  }
}
// -----
// error: 'gpu.func' op expected body with at least one block
gpu.module @m {
  "gpu.func"() ({}) {function_type = () -> (), sym_name = "f"} : () -> ()
}
// -----
// error: 'gpu.func' op expected at least 3 arguments to body region
gpu.module @m {
  "gpu.func"() ({
  ^bb0(%a: f32, %b: memref<4xf32>):
    "gpu.return"() : () -> ()
  }) {function_type = (f32) -> (), sym_name = "f", workgroup_attributions = 2 : i64} : () -> ()
}
// -----
// error: 'gpu.func' op expected body region argument #0 to be of type 'f32', got 'i32'
gpu.module @m {
  "gpu.func"() ({
  ^bb0(%a: i32):
    "gpu.return"() : () -> ()
  }) {function_type = (f32) -> (), sym_name = "f"} : () -> ()
}
// -----
// error: 'gpu.func' op requires string attribute 'sym_name'
gpu.module @m {
  "gpu.func"() ({
    "gpu.return"() : () -> ()
  }) {function_type = () -> ()} : () -> ()
}
// -----
// error: 'gpu.func' op attribute 'function_type' failed to satisfy constraint: type attribute of function type
gpu.module @m {
  "gpu.func"() ({
    "gpu.return"() : () -> ()
  }) {function_type = f32, sym_name = "f"} : () -> ()
}
// -----
// error: 'gpu.func' op expected memref type in attribution
gpu.module @m {
  gpu.func @f() workgroup(%a: i32) {
    gpu.return
  }
}
// -----
// error: 'gpu.func' op expected memory space workgroup in attribution
gpu.module @m {
  gpu.func @f() workgroup(%a: memref<4xf32, #gpu.address_space<private>>) {
    gpu.return
  }
}
// -----
// error: 'gpu.func' op expected memory space private in attribution
gpu.module @m {
  gpu.func @f() private(%a: memref<4xf32, #gpu.address_space<workgroup>>) {
    gpu.return
  }
}
// -----
// error: 'gpu.return' op expected 0 result operands
gpu.module @m {
  gpu.func @f() {
    %0 = arith.constant 1.0 : f32
    gpu.return %0 : f32
  }
}
// -----
// error: 'gpu.return' op unexpected type `'f32'' for operand #0
gpu.module @m {
  gpu.func @f() -> i32 {
    %0 = arith.constant 1.0 : f32
    gpu.return %0 : f32
  }
}
// -----
// error: 'gpu.launch' op expected 6 or more operands, but found 5
func.func @f(%n: index) {
  "gpu.launch"(%n, %n, %n, %n, %n) ({
    gpu.terminator
  }) {operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0>} : (index, index, index, index, index) -> ()
  return
}
// -----
// error: 'gpu.launch' op unexpected number of region arguments
func.func @f(%n: index) {
  "gpu.launch"(%n, %n, %n, %n, %n, %n) ({
  ^bb0(%a: index, %b: index, %c: index):
    gpu.terminator
  }) {operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>} : (index, index, index, index, index, index) -> ()
  return
}
// -----
// error: 'gpu.launch' op cluster size must be all present
func.func @f(%n: index) {
  "gpu.launch"(%n, %n, %n, %n, %n, %n, %n) ({
  ^bb0:
    gpu.terminator
  }) {operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0>} : (index, index, index, index, index, index, index) -> ()
  return
}
// -----
// error: 'gpu.launch' op expected memref type in attribution
func.func @f(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) private(%p: f32) {
    gpu.terminator
  }
  return
}
// -----
// error: 'gpu.yield' op expected 'gpu.terminator' or a terminator with successors
func.func @f(%n: index) {
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.yield
  }
  return
}
// -----
// error: needs to be named when marked 'async'
func.func @f(%n: index) {
  gpu.launch async blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.terminator
  }
  return
}
// -----
// error: 'gpu.launch_func' op expected the closest surrounding module to have the 'gpu.container_module' attribute
func.func @f(%n: index) {
  gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
  return
}
// -----
// error: 'gpu.launch_func' op kernel container 'm' is undefined
module attributes {gpu.container_module} {
  func.func @f(%n: index) {
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
// -----
// error: 'gpu.launch_func' op kernel module 'm' is undefined
module attributes {gpu.container_module} {
  module @m {}
  func.func @f(%n: index) {
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
// -----
// error: 'gpu.launch_func' op kernel function '@m::@k' is undefined
module attributes {gpu.container_module} {
  gpu.module @m {}
  func.func @f(%n: index) {
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
// -----
// error: 'gpu.launch_func' op referenced kernel '@m::@k' is not a function
module attributes {gpu.container_module} {
  gpu.module @m {
    memref.global "private" @k : memref<4xi32>
  }
  func.func @f(%n: index) {
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
// -----
// error: 'gpu.launch_func' op kernel function is missing the 'gpu.kernel' attribute
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k() {
      gpu.return
    }
  }
  func.func @f(%n: index) {
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
// -----
// error: 'gpu.launch_func' op got 2 kernel operands but expected 1
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%a: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %a: f32) {
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%a : f32, %a : f32)
    return
  }
}
// -----
// error: 'gpu.launch_func' op type of function argument 0 does not match
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%a: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index) {
    gpu.launch_func @m::@k blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%n : index)
    return
  }
}
// -----
// error: invalid kind of attribute specified
module attributes {gpu.container_module} {
  func.func @f(%n: index) {
    gpu.launch_func "m" blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
// -----
// error: 'gpu.launch_func' op expects types of the cluster dimensions must be the same
module attributes {gpu.container_module} {
  gpu.binary @m [#gpu.object<#nvvm.target, "">]
  func.func @f(%n: index, %i: i32) {
    "gpu.launch_func"(%n, %n, %n, %n, %n, %n, %i, %n, %n) <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0>}> : (index, index, index, index, index, index, i32, index, index) -> ()
    return
  }
}
// -----
// error: 'gpu.launch_func' op failed to verify that all of {gridSizeX, gridSizeY, gridSizeZ, blockSizeX, blockSizeY, blockSizeZ} have same type
module attributes {gpu.container_module} {
  gpu.binary @m [#gpu.object<#nvvm.target, "">]
  func.func @f(%n: index, %i: i32) {
    "gpu.launch_func"(%n, %n, %n, %i, %n, %n) <{kernel = @m::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}> : (index, index, index, i32, index, index) -> ()
    return
  }
}
// -----
// error: 'gpu.all_reduce' op expected either an op attribute or a non-empty body
func.func @f(%a: f32) {
  %0 = gpu.all_reduce %a {} : (f32) -> f32
  return
}
// -----
// error: invalid op kind
func.func @f(%a: f32) {
  %0 = gpu.all_reduce sum %a {} : (f32) -> f32
  return
}
// -----
// error: 'gpu.all_reduce' op `and` reduction operation is not compatible with type 'f32'
func.func @f(%a: f32) {
  %0 = gpu.all_reduce and %a {} : (f32) -> f32
  return
}
// -----
// error: 'gpu.all_reduce' op expected two region arguments
func.func @f(%a: f32) {
  %0 = gpu.all_reduce %a {
  ^bb0(%x: f32):
    gpu.yield %x : f32
  } : (f32) -> f32
  return
}
// -----
// error: 'gpu.all_reduce' op incorrect region argument type
func.func @f(%a: f32) {
  %0 = gpu.all_reduce %a {
  ^bb0(%x: f32, %y: i32):
    gpu.yield %x : f32
  } : (f32) -> f32
  return
}
// -----
// error: 'gpu.all_reduce' op expected one gpu.yield operand
func.func @f(%a: f32) {
  %0 = gpu.all_reduce %a {
  ^bb0(%x: f32, %y: f32):
    gpu.yield %x, %y : f32, f32
  } : (f32) -> f32
  return
}
// -----
// error: 'gpu.all_reduce' op incorrect gpu.yield type
func.func @f(%a: f32) {
  %0 = gpu.all_reduce %a {
  ^bb0(%x: f32, %y: f32):
    %1 = arith.constant 1 : i32
    gpu.yield %1 : i32
  } : (f32) -> f32
  return
}
// -----
// error: 'gpu.all_reduce' op expected gpu.yield op in region
func.func @f(%a: f32) {
  %0 = gpu.all_reduce %a {
  ^bb0(%x: f32, %y: f32):
    "test.end"() : () -> ()
  } : (f32) -> f32
  return
}
// -----
// error: 'gpu.yield' op using value defined outside the region
func.func @f(%a: f32) {
  %0 = gpu.all_reduce %a {
  ^bb0(%x: f32, %y: f32):
    gpu.yield %a : f32
  } : (f32) -> f32
  return
}
// -----
// error: 'gpu.subgroup_reduce' op `minnumf` reduction operation is not compatible with type 'i32'
func.func @f(%a: i32) {
  %0 = gpu.subgroup_reduce minnumf %a : (i32) -> i32
  return
}
// -----
// error: 'gpu.subgroup_reduce' op operand #0 must be Integer or Float or fixed-length vector of Integer or Float values of ranks 1, but got 'vector<[4]xf32>'
func.func @f(%a: vector<[4]xf32>) {
  %0 = gpu.subgroup_reduce add %a : (vector<[4]xf32>) -> vector<[4]xf32>
  return
}
// -----
// error: 'gpu.subgroup_reduce' op cluster size 3 is not a power of two
func.func @f(%a: f32) {
  %0 = gpu.subgroup_reduce add %a cluster(size = 3) : (f32) -> f32
  return
}
// -----
// error: 'gpu.subgroup_reduce' op cluster stride 3 is not a power of two
func.func @f(%a: f32) {
  %0 = gpu.subgroup_reduce add %a cluster(size = 4, stride = 3) : (f32) -> f32
  return
}
// -----
// error: 'gpu.subgroup_reduce' op cluster stride can only be specified if cluster size is specified
func.func @f(%a: f32) {
  %0 = "gpu.subgroup_reduce"(%a) <{op = #gpu<all_reduce_op add>, cluster_stride = 4 : i32}> : (f32) -> f32
  return
}
// -----
// error: 'gpu.shuffle' op failed to verify that all of {value, shuffleResult} have same type
func.func @f(%a: f32, %i: i32) {
  %0:2 = "gpu.shuffle"(%a, %i, %i) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (i32, i1)
  return
}
// -----
// error: 'gpu.shuffle' op operand #0 must be Integer or Float or fixed-length vector of Integer or Float values of ranks 1, but got 'index'
func.func @f(%a: index, %i: i32) {
  %0:2 = gpu.shuffle xor %a, %i, %i : index
  return
}
// -----
// error: 'gpu.rotate' op offset must be in the range [0, 16)
func.func @f(%a: f32) {
  %0:2 = gpu.rotate %a, 16, 16 : f32
  return
}
// -----
// error: 'gpu.rotate' op attribute 'width' failed to satisfy constraint: 32-bit signless integer attribute whose value is a power of two > 0
func.func @f(%a: f32) {
  %0:2 = gpu.rotate %a, 0, 15 : f32
  return
}
// -----
// error: 'gpu.rotate' op attribute 'offset' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0
func.func @f(%a: f32) {
  %0:2 = gpu.rotate %a, -1, 16 : f32
  return
}
// -----
// error: 'gpu.subgroup_broadcast' op lane can only be specified for `specific_lane` broadcast
func.func @f(%a: f32, %i: i32) {
  %0 = gpu.subgroup_broadcast %a, first_active_lane %i : f32
  return
}
// -----
// error: 'gpu.subgroup_broadcast' op lane must be specified for `specific_lane` broadcast
func.func @f(%a: f32) {
  %0 = gpu.subgroup_broadcast %a, specific_lane : f32
  return
}
// -----
// error: cannot name an operation with no results
func.func @f() {
  %0 = gpu.wait
  return
}
// -----
// error: needs to be named when marked 'async'
func.func @f() {
  gpu.wait async
  return
}
// -----
// error: 'gpu.memcpy' op arguments have incompatible element type
func.func @f(%a: memref<?xf32>, %b: memref<?xi32>) {
  gpu.memcpy %a, %b : memref<?xf32>, memref<?xi32>
  return
}
// -----
// error: 'gpu.memcpy' op arguments have incompatible shape
func.func @f(%a: memref<7xf32>, %b: memref<9xf32>) {
  gpu.memcpy %a, %b : memref<7xf32>, memref<9xf32>
  return
}
// -----
// error: 'gpu.memset' op failed to verify that all of {dst, value} have same element type
func.func @f(%a: memref<?xf32>, %b: i32) {
  gpu.memset %a, %b : memref<?xf32>, i32
  return
}
// -----
// error: 'gpu.alloc' op incorrect number of dynamic sizes, has 2, expected 1
func.func @f(%n: index) {
  %0 = gpu.alloc(%n, %n) : memref<2x?xf32, 1>
  return
}
// -----
// error: 'gpu.alloc' op symbol operand count does not equal memref symbol count
func.func @f(%n: index) {
  %0 = gpu.alloc()[%n] : memref<2x4xf32, 1>
  return
}
// -----
// error: 'gpu.dynamic_shared_memory' op address space must be address_space<workgroup>
func.func @f() {
  %0 = gpu.dynamic_shared_memory : memref<?xi8>
  return
}
// -----
// error: 'gpu.dynamic_shared_memory' op result memref type must be memref<?xi8, #gpu.address_space<workgroup>>
func.func @f() {
  %0 = gpu.dynamic_shared_memory : memref<1xi8, #gpu.address_space<workgroup>>
  return
}
// -----
// error: 'gpu.dynamic_shared_memory' op result #0 must be 1D memref of 8-bit signless integer values, but got 'memref<?xf32, #gpu.address_space<workgroup>>'
func.func @f() {
  %0 = gpu.dynamic_shared_memory : memref<?xf32, #gpu.address_space<workgroup>>
  return
}
// -----
// error: 'gpu.subgroup_mma_load_matrix' op expected source memref most minor dim must have unit stride
func.func @f(%m: memref<32x32xf16, strided<[1, 32]>>, %i: index) {
  %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, strided<[1, 32]>> -> !gpu.mma_matrix<16x16xf16, "AOp">
  return
}
// -----
// error: 'gpu.subgroup_mma_load_matrix' op operand #0 must be memref of 8-bit signless integer or 32-bit signless integer or 16-bit float or 32-bit float or 64-bit float or vector of 8-bit signless integer or 32-bit signless integer or 16-bit float or 32-bit float or 64-bit float values of ranks 1 values, but got 'memref<32x4xvector<4x8xf32>>'
func.func @f(%m: memref<32x4xvector<4x8xf32>>, %i: index) {
  %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 4 : index} : memref<32x4xvector<4x8xf32>> -> !gpu.mma_matrix<16x16xf16, "AOp">
  return
}
// -----
// error: 'gpu.subgroup_mma_store_matrix' op expected destination memref most minor dim must have unit stride
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "COp">, %m: memref<32x32xf16, affine_map<(i, j) -> (j, i)>>, %i: index) {
  gpu.subgroup_mma_store_matrix %a, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, affine_map<(i, j) -> (j, i)>>
  return
}
// -----
// error: 'gpu.subgroup_mma_store_matrix' op expected the operand matrix being stored to have 'COp' operand type
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %m: memref<32x32xf16>, %i: index) {
  gpu.subgroup_mma_store_matrix %a, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "AOp">, memref<32x32xf16>
  return
}
// -----
// error: 'gpu.subgroup_mma_compute' op operands must be in the order AOp, BOp, COp
func.func @f(%a: !gpu.mma_matrix<16x16xf16, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf16, "COp">) {
  %0 = gpu.subgroup_mma_compute %b, %a, %c : !gpu.mma_matrix<16x16xf16, "BOp">, !gpu.mma_matrix<16x16xf16, "AOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}
// -----
// error: 'gpu.subgroup_mma_compute' op operand shapes do not satisfy matmul constraints
func.func @f(%a: !gpu.mma_matrix<16x32xf16, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf16, "COp">) {
  %0 = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x32xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}
// -----
// error: 'gpu.subgroup_mma_compute' op operand #0 must be gpu.mma_matrix of 8-bit signed integer or 8-bit unsigned integer or 16-bit float or 32-bit float or 64-bit float values, but got '!gpu.mma_matrix<16x16xi32, "AOp">'
func.func @f(%a: !gpu.mma_matrix<16x16xi32, "AOp">, %b: !gpu.mma_matrix<16x16xf16, "BOp">, %c: !gpu.mma_matrix<16x16xf16, "COp">) {
  %0 = gpu.subgroup_mma_compute %a, %b, %c : !gpu.mma_matrix<16x16xi32, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}
// -----
// error: 'gpu.subgroup_mma_constant_matrix' op failed to verify that value type matches element type of mma_matrix
func.func @f(%a: f32) {
  %0 = "gpu.subgroup_mma_constant_matrix"(%a) : (f32) -> !gpu.mma_matrix<16x16xf16, "COp">
  return
}
// -----
// error: 'gpu.warp_execute_on_lane_0' op expected same number op arguments and block arguments.
func.func @f(%n: index, %v: vector<4xi32>) {
  gpu.warp_execute_on_lane_0(%n)[32] args(%v : vector<4xi32>) {
  }
  return
}
// -----
// error: 'gpu.warp_execute_on_lane_0' op expected same number of yield operands and return values.
func.func @f(%n: index) {
  %0 = gpu.warp_execute_on_lane_0(%n)[32] -> (vector<4xi32>) {
    gpu.yield
  }
  return
}
// -----
// error: 'gpu.warp_execute_on_lane_0' op expected vector type for distributed operands.
func.func @f(%n: index, %v: i32) {
  gpu.warp_execute_on_lane_0(%n)[32] args(%v : i32) {
  ^bb0(%a: vector<128xi32>):
  }
  return
}
// -----
// error: 'gpu.warp_execute_on_lane_0' op expected distributed vectors to have same rank and element type.
func.func @f(%n: index, %v: vector<4xi32>) {
  gpu.warp_execute_on_lane_0(%n)[32] args(%v : vector<4xi32>) {
  ^bb0(%a: vector<128xf32>):
  }
  return
}
// -----
// error: 'gpu.warp_execute_on_lane_0' op expected expanded vector dimension #0 (128) to be a multipler of the distributed vector dimension (3)
func.func @f(%n: index, %v: vector<3xi32>) {
  gpu.warp_execute_on_lane_0(%n)[32] args(%v : vector<3xi32>) {
  ^bb0(%a: vector<128xi32>):
  }
  return
}
// -----
// error: 'gpu.warp_execute_on_lane_0' op incompatible distribution dimensions from 'vector<64xi32>' to 'vector<4xi32>' with warp size = 32
func.func @f(%n: index, %v: vector<4xi32>) {
  gpu.warp_execute_on_lane_0(%n)[32] args(%v : vector<4xi32>) {
  ^bb0(%a: vector<64xi32>):
  }
  return
}
// -----
// error: 'gpu.terminator' op expects parent op 'gpu.launch'
func.func @f() {
  gpu.terminator
}
// -----
// error: 'gpu.host_register' op operand #0 must be unranked.memref of any type values, but got 'memref<4xf32>'
func.func @f(%a: memref<4xf32>) {
  "gpu.host_register"(%a) : (memref<4xf32>) -> ()
  return
}
// -----
// error: 'gpu.printf' op operand #0 must be variadic of integer or index or floating-point, but got 'vector<4xf32>'
func.func @f(%a: vector<4xf32>) {
  gpu.printf "%f", %a : vector<4xf32>
  return
}
// -----
// error: use of value '%m' expects different type than prior uses: '!gpu.sparse.dntensor_handle' vs '!gpu.sparse.spmat_handle'
func.func @f(%m: !gpu.sparse.spmat_handle) {
  gpu.destroy_dn_tensor %m
  return
}
