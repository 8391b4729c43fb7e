module {
  llvm.func internal hidden local_unnamed_addr fastcc @linked(%arg0: i32 {llvm.noundef, llvm.signext}) -> (i32 {llvm.noundef}) vscale_range(1, 16) comdat(@groups::@any) attributes {always_inline, dso_local, frame_pointer = #llvm.framePointerKind<"non-leaf">, memory_effects = #llvm.memory_effects<other = none, argMem = readwrite, inaccessibleMem = read, errnoMem = none, targetMem0 = none, targetMem1 = write>, no_infs_fp_math = true, passthrough = ["cold", ["a", "b"]], target_cpu = "x", target_features = #llvm.target_features<["+sve", "-sme"]>, uwtable_kind = #llvm.uwtableKind<sync>, vec_type_hint = #llvm.vec_type_hint<hint = vector<4xi32>, is_signed = true>, work_group_size_hint = array<i32: 1, 2>} {
    llvm.return %arg0 : i32
  }
  llvm.func @empty() {
    llvm.return
  }
  llvm.func extern_weak @declared(!llvm.ptr {llvm.align = 4 : i64, llvm.noalias, llvm.sret = i32}, ...) attributes {sym_visibility = "private"}
  llvm.func @types(!llvm.ptr<3>, !llvm.array<4 x struct<(i32, ptr<1>)>>, !llvm.struct<packed (i8, i64)>, !llvm.struct<"opaque", opaque>, !llvm.struct<"a b", (i32, array<2 x struct<"a b">>)>, vector<[4]xf32>, vector<2x!llvm.ptr>, !llvm.ppc_fp128, !llvm.x86_amx, !llvm.token, !llvm.metadata, !llvm.label, !llvm.target<"spirv.Image", i32, !llvm.void, 0, 1>, !llvm.struct<()>, f80, f128, bf16) -> !llvm.struct<"x", packed (ptr)>
  llvm.comdat @groups {
    llvm.comdat_selector @any any
    llvm.comdat_selector @same samesize
  }
  llvm.mlir.global external constant @string("a\00\FFb") {addr_space = 0 : i32, alignment = 1 : i64, section = "s"}
  llvm.mlir.global private unnamed_addr @number(42 : i32) {addr_space = 0 : i32} : i32
  llvm.mlir.global weak hidden thread_local @pointer() comdat(@groups::@any) {addr_space = 3 : i32, dso_local, externally_initialized, target_specific_attrs = ["a", ["b", "c"]]} : !llvm.ptr {
    %0 = llvm.mlir.addressof @number : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.mlir.global common @zero(0 : i64) {addr_space = 0 : i32} : i64
  llvm.mlir.global appending @list(dense<[1, 2]> : tensor<2xi32>) {addr_space = 0 : i32} : !llvm.array<2 x i32>
  llvm.mlir.alias weak_odr protected local_unnamed_addr @alias {dso_local} : i32 {
    %0 = llvm.mlir.addressof @number : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.func @resolve() -> !llvm.ptr {
    %0 = llvm.mlir.zero : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
  llvm.mlir.ifunc external hidden unnamed_addr @chosen : !llvm.func<f32 (i64)>, !llvm.ptr @resolve {dso_local}
  llvm.mlir.global_ctors ctors = [@empty], priorities = [0 : i32], data = [#llvm.zero]
  llvm.mlir.global_dtors dtors = [@empty], priorities = [0 : i32], data = [#llvm.zero]
  llvm.linker_options ["-l", "m"]
  llvm.module_flags [#llvm.mlir.module_flag<error, "wchar_size", 4 : i32>, #llvm.mlir.module_flag<append, "CG Profile", [#llvm.cgprofile_entry<from = @empty, to = @resolve, count = 222>]>, #llvm.mlir.module_flag<error, "ProfileSummary", #llvm.profile_summary<format = InstrProf, total_count = 1, max_count = 2, max_internal_count = 3, max_function_count = 4, num_counts = 5, num_functions = 6, is_partial_profile = 0, partial_profile_ratio = 0.000000e+00 : f64, detailed_summary = <cut_off = 1, min_count = 2, num_counts = 3>, <cut_off = 2, min_count = 2, num_counts = 3>>>]
  llvm.func @addresses() -> !llvm.ptr {
    %0 = llvm.mlir.addressof @string : !llvm.ptr
    %1 = llvm.dso_local_equivalent @empty : !llvm.ptr
    %2 = llvm.blockaddress <function = @addresses, tag = <id = 1>> : !llvm.ptr
    llvm.br ^bb1
  ^bb1:  // pred: ^bb0
    llvm.blocktag <id = 1>
    llvm.return %2 : !llvm.ptr
  }
}
// -----
module {
  llvm.func @integers(%arg0: i32, %arg1: vector<4xi32>, %arg2: !llvm.ptr) {
    %0 = llvm.add %arg0, %arg0 : i32
    %1 = llvm.add %arg1, %arg1 overflow<nsw, nuw> {a.b} : vector<4xi32>
    %2 = llvm.sub %arg0, %arg0 overflow<nuw> : i32
    %3 = llvm.mul %arg0, %arg0 : i32
    %4 = llvm.shl %arg0, %arg0 overflow<nsw> : i32
    %5 = llvm.udiv exact %arg0, %arg0 : i32
    %6 = llvm.sdiv %arg0, %arg0 : i32
    %7 = llvm.urem %arg0, %arg0 : i32
    %8 = llvm.srem %arg0, %arg0 : i32
    %9 = llvm.and %arg0, %arg0 : i32
    %10 = llvm.or disjoint %arg0, %arg0 : i32
    %11 = llvm.or %arg0, %arg0 : i32
    %12 = llvm.xor %arg0, %arg0 : i32
    %13 = llvm.lshr exact %arg0, %arg0 : i32
    %14 = llvm.ashr %arg0, %arg0 : i32
    %15 = llvm.icmp "slt" %arg0, %arg0 : i32
    %16 = llvm.icmp "eq" %arg2, %arg2 {a.b} : !llvm.ptr
    %17 = llvm.icmp "ne" %arg1, %arg1 : vector<4xi32>
    %18 = llvm.select %15, %arg0, %arg0 : i1, i32
    %19 = llvm.select %17, %arg1, %arg1 : vector<4xi1>, vector<4xi32>
    %20 = llvm.freeze %arg0 : i32
    %21 = llvm.sext %arg0 : i32 to i64
    %22 = llvm.zext nneg %arg0 : i32 to i64
    %23 = llvm.zext %arg1 : vector<4xi32> to vector<4xi64>
    %24 = llvm.trunc %arg0 overflow<nsw, nuw> : i32 to i8
    %25 = llvm.trunc %arg0 : i32 to i8
    %26 = llvm.sitofp %arg0 : i32 to f32
    %27 = llvm.uitofp nneg %arg0 : i32 to f32
    %28 = llvm.inttoptr %arg0 : i32 to !llvm.ptr
    %29 = llvm.inttoptr %arg0 dereferenceable<bytes = 8, mayBeNull = true> : i32 to !llvm.ptr
    %30 = llvm.ptrtoint %arg2 : !llvm.ptr to i64
    %31 = llvm.addrspacecast %arg2 : !llvm.ptr to !llvm.ptr<2>
    %32 = llvm.bitcast %arg0 : i32 to f32
    llvm.return
  }
  llvm.func @floats(%arg0: f32, %arg1: vector<4xf32>, %arg2: i1) {
    %0 = llvm.fadd %arg0, %arg0 : f32
    %1 = llvm.fsub %arg0, %arg0 {fastmathFlags = #llvm.fastmath<fast>} : f32
    %2 = llvm.fmul %arg1, %arg1 {fastmathFlags = #llvm.fastmath<nnan, contract>} : vector<4xf32>
    %3 = llvm.fdiv %arg0, %arg0 : f32
    %4 = llvm.frem %arg0, %arg0 : f32
    %5 = llvm.fneg %arg0 : f32
    %6 = llvm.fcmp "ogt" %arg0, %arg0 : f32
    %7 = llvm.fcmp "_true" %arg1, %arg1 {fastmathFlags = #llvm.fastmath<ninf>} : vector<4xf32>
    %8 = llvm.select %arg2, %arg0, %arg0 {fastmathFlags = #llvm.fastmath<nsz>} : i1, f32
    %9 = llvm.fptosi %arg0 : f32 to i32
    %10 = llvm.fptoui %arg0 : f32 to i32
    %11 = llvm.fpext %arg0 : f32 to f64
    %12 = llvm.fptrunc %11 : f64 to f32
    llvm.return
  }
  llvm.func @values(%arg0: !llvm.struct<(i32, array<2 x f32>)>, %arg1: f32, %arg2: vector<4xf32>, %arg3: vector<[4]xf32>, %arg4: i32) {
    %0 = llvm.extractvalue %arg0[1, 0] : !llvm.struct<(i32, array<2 x f32>)> 
    %1 = llvm.insertvalue %arg1, %arg0[1, 1] : !llvm.struct<(i32, array<2 x f32>)> 
    %2 = llvm.extractelement %arg2[%arg4 : i32] : vector<4xf32>
    %3 = llvm.insertelement %arg1, %arg2[%arg4 : i32] : vector<4xf32>
    %4 = llvm.shufflevector %arg2, %arg2 [0, -1] : vector<4xf32> 
    %5 = llvm.shufflevector %arg3, %arg3 [0, 0, 0, 0] : vector<[4]xf32> 
    %6 = llvm.mlir.constant(42 : i32) : i32
    %7 = llvm.mlir.constant(42 : index) : i64
    %8 = llvm.mlir.constant(1.000000e+00 : f32) : f32
    %9 = llvm.mlir.constant(dense<[1.000000e+00, 2.000000e+00]> : vector<2xf32>) : vector<2xf32>
    %10 = llvm.mlir.constant("ab") : !llvm.array<2 x i8>
    %11 = llvm.mlir.constant([1 : i32, 2.000000e+00 : f32]) : !llvm.struct<(i32, f32)>
    %12 = llvm.mlir.constant([[1 : i32], [2 : i32]]) : !llvm.array<2 x struct<(i32)>>
    %13 = llvm.mlir.undef : !llvm.struct<(i32)>
    %14 = llvm.mlir.poison : i32
    %15 = llvm.mlir.zero {a.b} : !llvm.array<2 x ptr>
    %16 = llvm.mlir.none : !llvm.token
    llvm.return
  }
}
// -----
#access_group = #llvm.access_group<id = distinct[0]<>>
#alias_scope_domain = #llvm.alias_scope_domain<id = distinct[1]<>, description = "d">
#mmra_tag = #llvm.mmra_tag<"a":"b">
#tbaa_root = #llvm.tbaa_root<id = "root">
#alias_scope = #llvm.alias_scope<id = "x", domain = #alias_scope_domain>
#tbaa_type_desc = #llvm.tbaa_type_desc<id = "int", members = {<#tbaa_root, 0>}>
#tbaa_tag = #llvm.tbaa_tag<base_type = #tbaa_type_desc, access_type = #tbaa_type_desc, offset = 0, constant = true>
module {
  llvm.func @memory(%arg0: i32, %arg1: !llvm.ptr, %arg2: f32, %arg3: i64) {
    %0 = llvm.alloca %arg0 x f32 : (i32) -> !llvm.ptr
    %1 = llvm.alloca inalloca %arg0 x !llvm.struct<(i32)> {alignment = 8 : i64} : (i32) -> !llvm.ptr<5>
    %2 = llvm.getelementptr %arg1[%arg0] : (!llvm.ptr, i32) -> !llvm.ptr, f32
    %3 = llvm.getelementptr inbounds %arg1[%arg0, 1, 0] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(i32, array<4 x i32>)>
    %4 = llvm.getelementptr inbounds|nuw %arg1[0, %arg0] {a.b} : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<4 x i32>
    %5 = llvm.getelementptr nusw|nuw %arg1[3] : (!llvm.ptr) -> !llvm.ptr, i8
    %6 = llvm.load %arg1 : !llvm.ptr -> f32
    %7 = llvm.load volatile %arg1 atomic syncscope("one") acquire invariant invariant_group {alignment = 8 : i64, nontemporal} : !llvm.ptr -> i64
    %8 = llvm.load %arg1 dereferenceable<bytes = 4> {access_groups = [#access_group], alias_scopes = [#alias_scope], llvm.mmra = [#mmra_tag], noalias_scopes = [#alias_scope], tbaa = [#tbaa_tag]} : !llvm.ptr -> !llvm.ptr
    llvm.store %arg2, %arg1 : f32, !llvm.ptr
    llvm.store volatile %arg3, %arg1 atomic seq_cst invariant_group {alignment = 8 : i64} : i64, !llvm.ptr
    %9 = llvm.atomicrmw _and %arg1, %arg0 monotonic : !llvm.ptr, i32
    %10 = llvm.atomicrmw volatile fadd %arg1, %arg2 syncscope("one") acq_rel {alignment = 4 : i64} : !llvm.ptr, f32
    %11 = llvm.cmpxchg %arg1, %arg0, %arg0 acq_rel monotonic : !llvm.ptr, i32
    %12 = llvm.cmpxchg weak volatile %arg1, %arg0, %arg0 syncscope("one") seq_cst acquire {alignment = 4 : i64} : !llvm.ptr, i32
    llvm.fence acquire
    llvm.fence syncscope("one") release
    %13 = llvm.va_arg %arg1 : (!llvm.ptr) -> i32
    llvm.return
  }
}
// -----
module {
  llvm.func @callee(i32) -> i32
  llvm.func @variadic(!llvm.ptr, ...) -> i32
  llvm.func @personality(...) -> i32
  llvm.mlir.global external constant @info() {addr_space = 0 : i32} : !llvm.ptr
  llvm.func @calls(%arg0: i32, %arg1: !llvm.ptr) {
    %0 = llvm.call @callee(%arg0) : (i32) -> i32
    %1 = llvm.call fastcc tail %arg1(%arg0) {fastmathFlags = #llvm.fastmath<nnan>, no_unwind} : !llvm.ptr, (i32) -> i32
    %2 = llvm.call @variadic(%arg1, %arg0) vararg(!llvm.func<i32 (ptr, ...)>) ["one"(%arg0, %arg1 : i32, !llvm.ptr), "none"()] {convergent, memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>} : (!llvm.ptr {llvm.noalias}, i32) -> (i32 {llvm.noundef})
    llvm.call %arg1() : !llvm.ptr, () -> ()
    %3 = llvm.call_intrinsic "llvm.abs"(%arg0) : (i32) -> i32
    llvm.call_intrinsic "llvm.assume"(%arg0) ["x"(%arg0 : i32)] {fastmathFlags = #llvm.fastmath<nnan>} : (i32 {llvm.noundef}) -> ()
    %4 = llvm.inline_asm "nop", "=r,r" %arg0 : (i32) -> i32
    llvm.inline_asm has_side_effects is_align_stack tail_call_kind = <tail> asm_dialect = intel operand_attrs = [{elementtype = i32}] {a.b} "nop", "=*m" %arg1 : (!llvm.ptr) -> ()
    llvm.return
  }
  llvm.func @throws(%arg0: i32) -> i32 attributes {personality = @personality} {
    %0 = llvm.mlir.addressof @info : !llvm.ptr
    %1 = llvm.mlir.zero : !llvm.array<1 x ptr>
    %2 = llvm.invoke @callee(%arg0) to ^bb1(%arg0 : i32) unwind ^bb2 : (i32) -> i32
  ^bb1(%3: i32):  // pred: ^bb0
    %4 = llvm.invoke fastcc %0(%arg0) to ^bb3 unwind ^bb2 ["x"(%arg0 : i32)] {branch_weights = array<i32: 1, 2>} : !llvm.ptr, (i32) -> i32
  ^bb2:  // 2 preds: ^bb0, ^bb1
    %5 = llvm.landingpad cleanup (catch %0 : !llvm.ptr) (filter %1 : !llvm.array<1 x ptr>) : !llvm.struct<(ptr, i32)>
    llvm.resume %5 : !llvm.struct<(ptr, i32)>
  ^bb3:  // pred: ^bb1
    llvm.unreachable
  }
}
// -----
#loop_distribute = #llvm.loop_distribute<disable = true>
#loop_interleave = #llvm.loop_interleave<count = 2 : i32>
#loop_licm = #llvm.loop_licm<disable = true, versioningDisable = false>
#loop_peeled = #llvm.loop_peeled<count = 1 : i32>
#loop_pipeline = #llvm.loop_pipeline<initiationinterval = 1 : i32>
#loop_unroll = #llvm.loop_unroll<disable = false, count = 4 : i32, full = true>
#loop_unroll_and_jam = #llvm.loop_unroll_and_jam<count = 2 : i32>
#loop_unswitch = #llvm.loop_unswitch<partialDisable = true>
#loop_vectorize = #llvm.loop_vectorize<disable = false, width = 4 : i64>
#loop_annotation = #llvm.loop_annotation<disableNonforced = true, vectorize = #loop_vectorize, interleave = #loop_interleave, unroll = #loop_unroll, unrollAndJam = #loop_unroll_and_jam, licm = #loop_licm, distribute = #loop_distribute, pipeline = #loop_pipeline, peeled = #loop_peeled, unswitch = #loop_unswitch, mustProgress = true>
module {
  llvm.func @branches(%arg0: i1, %arg1: i32, %arg2: !llvm.ptr) {
    llvm.br ^bb1(%arg1 : i32)
  ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb1
    llvm.cond_br %arg0 weights([1, 2]), ^bb2, ^bb1(%0 : i32) {loop_annotation = #loop_annotation}
  ^bb2:  // pred: ^bb1
    llvm.switch %arg1 : i32, ^bb3(%arg1 : i32) [
      -1: ^bb3(%arg1 : i32),
      42: ^bb4
    ] {branch_weights = array<i32: 1, 2, 3>}
  ^bb3(%1: i32):  // 3 preds: ^bb2, ^bb2, ^bb4
    llvm.switch %arg1 : i32, ^bb4 [
    ]
  ^bb4:  // 3 preds: ^bb2, ^bb3, ^bb4
    llvm.indirectbr %arg2 : !llvm.ptr, [
    ^bb3(%arg1 : i32),
    ^bb4
    ]
  }
}
// -----
#alias_scope_domain = #llvm.alias_scope_domain<id = "d">
#di_file = #llvm.di_file<"a" in "b">
#alias_scope = #llvm.alias_scope<id = "s", domain = #alias_scope_domain>
#di_label = #llvm.di_label<scope = #di_file>
#di_local_variable = #llvm.di_local_variable<scope = #di_file>
module {
  llvm.func @intrinsics(%arg0: i32, %arg1: f32, %arg2: i1, %arg3: i8, %arg4: i64, %arg5: !llvm.ptr, %arg6: !llvm.token, %arg7: vector<4xf32>, %arg8: vector<4xi32>, %arg9: vector<4xi1>, %arg10: vector<4x!llvm.ptr>) {
    %0 = llvm.intr.acos(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %1 = llvm.intr.asin(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %2 = llvm.intr.atan(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %3 = llvm.intr.cos(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %4 = llvm.intr.cosh(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %5 = llvm.intr.exp10(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %6 = llvm.intr.exp2(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %7 = llvm.intr.exp(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %8 = llvm.intr.fabs(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %9 = llvm.intr.ceil(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %10 = llvm.intr.floor(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %11 = llvm.intr.trunc(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %12 = llvm.intr.log10(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %13 = llvm.intr.log2(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %14 = llvm.intr.log(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %15 = llvm.intr.nearbyint(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %16 = llvm.intr.rint(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %17 = llvm.intr.roundeven(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %18 = llvm.intr.round(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %19 = llvm.intr.sin(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %20 = llvm.intr.sinh(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %21 = llvm.intr.sqrt(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %22 = llvm.intr.tan(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %23 = llvm.intr.tanh(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> f32
    %24 = llvm.intr.atan2(%arg1, %arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
    %25 = llvm.intr.copysign(%arg1, %arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
    %26 = llvm.intr.maxnum(%arg1, %arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
    %27 = llvm.intr.maximum(%arg1, %arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
    %28 = llvm.intr.minnum(%arg1, %arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
    %29 = llvm.intr.minimum(%arg1, %arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
    %30 = llvm.intr.pow(%arg1, %arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32) -> f32
    %31 = "llvm.intr.abs"(%arg0) <{is_int_min_poison = true}> : (i32) -> i32
    %32 = "llvm.intr.annotation"(%arg0, %arg5, %arg5, %arg0) : (i32, !llvm.ptr, !llvm.ptr, i32) -> i32
    llvm.intr.assume %arg2 : i1
    %33 = llvm.intr.bitreverse(%arg0) : (i32) -> i32
    %34 = llvm.intr.bswap(%arg0) : (i32) -> i32
    %35 = llvm.intr.ctpop(%arg0) : (i32) -> i32
    %36 = llvm.intr.experimental.constrained.fpext %arg1 ignore : f32 to f64
    %37 = llvm.intr.experimental.constrained.fptrunc %arg1 tonearest ignore : f32 to f16
    %38 = llvm.intr.experimental.constrained.sitofp %arg0 tonearest ignore : i32 to f32
    %39 = llvm.intr.experimental.constrained.uitofp %arg0 tonearest ignore : i32 to f32
    %40 = llvm.intr.coro.align : i32
    %41 = llvm.intr.coro.size : i32
    %42 = llvm.intr.coro.begin %arg6, %arg5 : (!llvm.token, !llvm.ptr) -> !llvm.ptr
    %43 = llvm.intr.coro.end %arg5, %arg2, %arg6 : (!llvm.ptr, i1, !llvm.token) -> i1
    %44 = llvm.intr.coro.free %arg6, %arg5 : (!llvm.token, !llvm.ptr) -> !llvm.ptr
    %45 = llvm.intr.coro.id %arg0, %arg5, %arg5, %arg5 : (i32, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.token
    %46 = llvm.intr.coro.promise %arg5, %arg0, %arg2 : (!llvm.ptr, i32, i1) -> !llvm.ptr
    llvm.intr.coro.resume %arg5 : !llvm.ptr
    %47 = llvm.intr.coro.save %arg5 : (!llvm.ptr) -> !llvm.token
    %48 = llvm.intr.coro.suspend %arg6, %arg2 : i8
    %49 = "llvm.intr.ctlz"(%arg0) <{is_zero_poison = true}> : (i32) -> i32
    %50 = "llvm.intr.cttz"(%arg0) <{is_zero_poison = true}> : (i32) -> i32
    llvm.intr.dbg.declare #di_local_variable #llvm.di_expression<[DW_OP_deref]> = %arg5 : !llvm.ptr
    llvm.intr.dbg.label #di_label
    llvm.intr.dbg.value #di_local_variable #llvm.di_expression<[DW_OP_deref]> = %arg0 : i32
    llvm.intr.debugtrap
    llvm.intr.trap
    %51 = llvm.intr.eh.typeid.for %arg5 : (!llvm.ptr) -> i32
    %52 = llvm.intr.expect %arg0, %arg0 : i32
    %53 = llvm.intr.expect.with.probability %arg0, %arg0, 5.000000e-01 : i32
    %54 = llvm.intr.fma(%arg1, %arg1, %arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32, f32) -> f32
    %55 = llvm.intr.fmuladd(%arg1, %arg1, %arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, f32, f32) -> f32
    %56 = llvm.intr.frexp(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> !llvm.struct<(f32, i32)>
    %57 = llvm.intr.sincos(%arg1) {fastmathFlags = #llvm.fastmath<nnan>} : (f32) -> !llvm.struct<(f32, f32)>
    %58 = llvm.intr.fshl(%arg0, %arg0, %arg0) : (i32, i32, i32) -> i32
    %59 = llvm.intr.fshr(%arg0, %arg0, %arg0) : (i32, i32, i32) -> i32
    %60 = llvm.intr.get.active.lane.mask %arg0, %arg0 : i32, i32 to vector<4xi1>
    llvm.intr.invariant.end %arg5, 0, %arg5 : !llvm.ptr
    %61 = llvm.intr.invariant.start 0, %arg5 : !llvm.ptr
    %62 = "llvm.intr.is.constant"(%arg0) : (i32) -> i1
    %63 = "llvm.intr.is.fpclass"(%arg1) <{bit = 2 : i32}> : (f32) -> i1
    %64 = llvm.intr.launder.invariant.group %arg5 : !llvm.ptr
    %65 = llvm.intr.strip.invariant.group %arg5 : !llvm.ptr
    llvm.intr.lifetime.end %arg5 : !llvm.ptr
    llvm.intr.lifetime.start %arg5 : !llvm.ptr
    llvm.intr.stackrestore %arg5 : !llvm.ptr
    %66 = llvm.intr.llrint(%arg1) : (f32) -> i64
    %67 = llvm.intr.lrint(%arg1) : (f32) -> i64
    %68 = llvm.intr.lround(%arg1) : (f32) -> i64
    %69 = llvm.intr.llround(%arg1) : (f32) -> i64
    %70 = llvm.intr.ldexp(%arg1, %arg0) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, i32) -> f32
    %71 = llvm.intr.powi(%arg1, %arg0) {fastmathFlags = #llvm.fastmath<nnan>} : (f32, i32) -> f32
    %72 = llvm.intr.masked.load %arg5, %arg9, %arg7 {alignment = 2 : i32} : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
    llvm.intr.masked.store %arg7, %arg5, %arg9 {alignment = 2 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
    %73 = llvm.intr.matrix.column.major.load %arg5, <stride = %arg0> {columns = 2 : i32, isVolatile = true, rows = 2 : i32} : vector<4xf32> from !llvm.ptr stride i32
    llvm.intr.matrix.column.major.store %arg7, %arg5, <stride = %arg0> {columns = 2 : i32, isVolatile = true, rows = 2 : i32} : vector<4xf32> to !llvm.ptr stride i32
    %74 = llvm.intr.matrix.multiply %arg7, %arg7 {lhs_columns = 2 : i32, lhs_rows = 2 : i32, rhs_columns = 2 : i32} : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
    %75 = llvm.intr.matrix.transpose %arg7 {columns = 2 : i32, rows = 2 : i32} : vector<4xf32> into vector<4xf32>
    "llvm.intr.memcpy.inline"(%arg5, %arg5) <{isVolatile = true, len = 8 : i64}> : (!llvm.ptr, !llvm.ptr) -> ()
    "llvm.intr.memcpy"(%arg5, %arg5, %arg0) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
    "llvm.intr.memmove"(%arg5, %arg5, %arg0) <{isVolatile = true}> : (!llvm.ptr, !llvm.ptr, i32) -> ()
    "llvm.intr.memset.inline"(%arg5, %arg3) <{isVolatile = true, len = 8 : i64}> : (!llvm.ptr, i8) -> ()
    "llvm.intr.memset"(%arg5, %arg3, %arg0) <{isVolatile = true}> : (!llvm.ptr, i8, i32) -> ()
    llvm.intr.experimental.noalias.scope.decl #alias_scope
    "llvm.intr.prefetch"(%arg5) <{cache = 2 : i32, hint = 2 : i32, rw = 2 : i32}> : (!llvm.ptr) -> ()
    %76 = "llvm.intr.ptr.annotation"(%arg5, %arg5, %arg5, %arg0, %arg5) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> !llvm.ptr
    %77 = llvm.intr.ptrmask %arg5, %arg4 : (!llvm.ptr, i64) -> !llvm.ptr
    %78 = llvm.intr.sadd.sat(%arg0, %arg0) : (i32, i32) -> i32
    %79 = llvm.intr.smax(%arg0, %arg0) : (i32, i32) -> i32
    %80 = llvm.intr.smin(%arg0, %arg0) : (i32, i32) -> i32
    %81 = llvm.intr.sshl.sat(%arg0, %arg0) : (i32, i32) -> i32
    %82 = llvm.intr.ssub.sat(%arg0, %arg0) : (i32, i32) -> i32
    %83 = llvm.intr.uadd.sat(%arg0, %arg0) : (i32, i32) -> i32
    %84 = llvm.intr.umax(%arg0, %arg0) : (i32, i32) -> i32
    %85 = llvm.intr.umin(%arg0, %arg0) : (i32, i32) -> i32
    %86 = llvm.intr.ushl.sat(%arg0, %arg0) : (i32, i32) -> i32
    %87 = llvm.intr.usub.sat(%arg0, %arg0) : (i32, i32) -> i32
    %88 = "llvm.intr.sadd.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %89 = "llvm.intr.smul.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %90 = "llvm.intr.ssub.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %91 = "llvm.intr.uadd.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %92 = "llvm.intr.umul.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %93 = "llvm.intr.usub.with.overflow"(%arg0, %arg0) : (i32, i32) -> !llvm.struct<(i32, i1)>
    %94 = llvm.intr.scmp(%arg0, %arg0) : (i32, i32) -> i8
    %95 = llvm.intr.ucmp(%arg0, %arg0) : (i32, i32) -> i8
    %96 = llvm.intr.ssa.copy %arg0 : i32
    %97 = llvm.intr.stacksave : !llvm.ptr
    %98 = llvm.intr.stepvector : vector<4xi32>
    %99 = "llvm.intr.threadlocal.address"(%arg5) : (!llvm.ptr) -> !llvm.ptr
    llvm.intr.ubsantrap <{failureKind = 1 : i8}>
    %100 = "llvm.intr.vp.ashr"(%arg8, %arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
    %101 = "llvm.intr.vp.add"(%arg8, %arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
    %102 = "llvm.intr.vp.and"(%arg8, %arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
    %103 = "llvm.intr.vp.lshr"(%arg8, %arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
    %104 = "llvm.intr.vp.mul"(%arg8, %arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
    %105 = "llvm.intr.vp.or"(%arg8, %arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
    %106 = "llvm.intr.vp.sdiv"(%arg8, %arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
    %107 = "llvm.intr.vp.smax"(%arg8, %arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
    %108 = "llvm.intr.vp.smin"(%arg8, %arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
    %109 = "llvm.intr.vp.srem"(%arg8, %arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
    %110 = "llvm.intr.vp.shl"(%arg8, %arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
    %111 = "llvm.intr.vp.sub"(%arg8, %arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
    %112 = "llvm.intr.vp.udiv"(%arg8, %arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
    %113 = "llvm.intr.vp.umax"(%arg8, %arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
    %114 = "llvm.intr.vp.umin"(%arg8, %arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
    %115 = "llvm.intr.vp.urem"(%arg8, %arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
    %116 = "llvm.intr.vp.xor"(%arg8, %arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi32>, vector<4xi1>, i32) -> vector<4xi32>
    %117 = "llvm.intr.vp.fadd"(%arg7, %arg7, %arg9, %arg0) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
    %118 = "llvm.intr.vp.fdiv"(%arg7, %arg7, %arg9, %arg0) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
    %119 = "llvm.intr.vp.fmul"(%arg7, %arg7, %arg9, %arg0) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
    %120 = "llvm.intr.vp.frem"(%arg7, %arg7, %arg9, %arg0) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
    %121 = "llvm.intr.vp.fsub"(%arg7, %arg7, %arg9, %arg0) : (vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
    %122 = "llvm.intr.vp.fmuladd"(%arg7, %arg7, %arg7, %arg9, %arg0) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
    %123 = "llvm.intr.vp.fma"(%arg7, %arg7, %arg7, %arg9, %arg0) : (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
    %124 = "llvm.intr.vp.fneg"(%arg7, %arg9, %arg0) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf32>
    %125 = "llvm.intr.vp.fpext"(%arg7, %arg9, %arg0) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf64>
    %126 = "llvm.intr.vp.fptosi"(%arg7, %arg9, %arg0) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xi32>
    %127 = "llvm.intr.vp.fptoui"(%arg7, %arg9, %arg0) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xi32>
    %128 = "llvm.intr.vp.fptrunc"(%arg7, %arg9, %arg0) : (vector<4xf32>, vector<4xi1>, i32) -> vector<4xf16>
    %129 = "llvm.intr.vp.inttoptr"(%arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4x!llvm.ptr>
    %130 = "llvm.intr.vp.sext"(%arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi64>
    %131 = "llvm.intr.vp.sitofp"(%arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xf32>
    %132 = "llvm.intr.vp.trunc"(%arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi8>
    %133 = "llvm.intr.vp.uitofp"(%arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xf32>
    %134 = "llvm.intr.vp.zext"(%arg8, %arg9, %arg0) : (vector<4xi32>, vector<4xi1>, i32) -> vector<4xi64>
    %135 = "llvm.intr.vp.load"(%arg5, %arg9, %arg0) : (!llvm.ptr, vector<4xi1>, i32) -> vector<4xf32>
    %136 = "llvm.intr.vp.merge"(%arg9, %arg7, %arg7, %arg0) : (vector<4xi1>, vector<4xf32>, vector<4xf32>, i32) -> vector<4xf32>
    %137 = "llvm.intr.vp.select"(%arg9, %arg7, %arg7, %arg0) : (vector<4xi1>, vector<4xf32>, vector<4xf32>, i32) -> vector<4xf32>
    %138 = "llvm.intr.vp.ptrtoint"(%arg10, %arg9, %arg0) : (vector<4x!llvm.ptr>, vector<4xi1>, i32) -> vector<4xi32>
    %139 = "llvm.intr.vp.reduce.add"(%arg0, %arg8, %arg9, %arg0) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
    %140 = "llvm.intr.vp.reduce.and"(%arg0, %arg8, %arg9, %arg0) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
    %141 = "llvm.intr.vp.reduce.mul"(%arg0, %arg8, %arg9, %arg0) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
    %142 = "llvm.intr.vp.reduce.or"(%arg0, %arg8, %arg9, %arg0) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
    %143 = "llvm.intr.vp.reduce.smax"(%arg0, %arg8, %arg9, %arg0) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
    %144 = "llvm.intr.vp.reduce.smin"(%arg0, %arg8, %arg9, %arg0) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
    %145 = "llvm.intr.vp.reduce.umax"(%arg0, %arg8, %arg9, %arg0) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
    %146 = "llvm.intr.vp.reduce.umin"(%arg0, %arg8, %arg9, %arg0) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
    %147 = "llvm.intr.vp.reduce.xor"(%arg0, %arg8, %arg9, %arg0) : (i32, vector<4xi32>, vector<4xi1>, i32) -> i32
    %148 = "llvm.intr.vp.reduce.fadd"(%arg1, %arg7, %arg9, %arg0) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
    %149 = "llvm.intr.vp.reduce.fmax"(%arg1, %arg7, %arg9, %arg0) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
    %150 = "llvm.intr.vp.reduce.fmin"(%arg1, %arg7, %arg9, %arg0) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
    %151 = "llvm.intr.vp.reduce.fmul"(%arg1, %arg7, %arg9, %arg0) : (f32, vector<4xf32>, vector<4xi1>, i32) -> f32
    "llvm.intr.vp.store"(%arg7, %arg5, %arg9, %arg0) : (vector<4xf32>, !llvm.ptr, vector<4xi1>, i32) -> ()
    %152 = "llvm.intr.experimental.vp.strided.load"(%arg5, %arg0, %arg9, %arg0) : (!llvm.ptr, i32, vector<4xi1>, i32) -> vector<4xf32>
    "llvm.intr.experimental.vp.strided.store"(%arg7, %arg5, %arg0, %arg9, %arg0) : (vector<4xf32>, !llvm.ptr, i32, vector<4xi1>, i32) -> ()
    llvm.intr.vacopy %arg5 to %arg5 : !llvm.ptr, !llvm.ptr
    llvm.intr.vaend %arg5 : !llvm.ptr
    llvm.intr.vastart %arg5 : !llvm.ptr
    "llvm.intr.var.annotation"(%arg5, %arg5, %arg5, %arg0, %arg5) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i32, !llvm.ptr) -> ()
    "llvm.intr.masked.compressstore"(%arg7, %arg5, %arg9) : (vector<4xf32>, !llvm.ptr, vector<4xi1>) -> ()
    %153 = "llvm.intr.masked.expandload"(%arg5, %arg9, %arg7) : (!llvm.ptr, vector<4xi1>, vector<4xf32>) -> vector<4xf32>
    %154 = llvm.intr.masked.gather %arg10, %arg9 {alignment = 2 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>) -> vector<4xf32>
    llvm.intr.masked.scatter %arg7, %arg10, %arg9 {alignment = 2 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
    %155 = "llvm.intr.vector.deinterleave2"(%arg7) : (vector<4xf32>) -> !llvm.struct<(vector<2xf32>, vector<2xf32>)>
    %156 = llvm.intr.vector.extract %arg7[0] : vector<2xf32> from vector<4xf32>
    %157 = llvm.intr.vector.insert %arg7, %arg7[0] : vector<4xf32> into vector<4xf32>
    %158 = "llvm.intr.vector.interleave2"(%arg7, %arg7) : (vector<4xf32>, vector<4xf32>) -> vector<8xf32>
    %159 = "llvm.intr.vector.reduce.add"(%arg8) : (vector<4xi32>) -> i32
    %160 = "llvm.intr.vector.reduce.and"(%arg8) : (vector<4xi32>) -> i32
    %161 = "llvm.intr.vector.reduce.mul"(%arg8) : (vector<4xi32>) -> i32
    %162 = "llvm.intr.vector.reduce.or"(%arg8) : (vector<4xi32>) -> i32
    %163 = "llvm.intr.vector.reduce.smax"(%arg8) : (vector<4xi32>) -> i32
    %164 = "llvm.intr.vector.reduce.smin"(%arg8) : (vector<4xi32>) -> i32
    %165 = "llvm.intr.vector.reduce.umax"(%arg8) : (vector<4xi32>) -> i32
    %166 = "llvm.intr.vector.reduce.umin"(%arg8) : (vector<4xi32>) -> i32
    %167 = "llvm.intr.vector.reduce.xor"(%arg8) : (vector<4xi32>) -> i32
    %168 = "llvm.intr.vector.reduce.fadd"(%arg1, %arg7) <{fastmathFlags = #llvm.fastmath<nnan>}> : (f32, vector<4xf32>) -> f32
    %169 = "llvm.intr.vector.reduce.fmul"(%arg1, %arg7) <{fastmathFlags = #llvm.fastmath<nnan>}> : (f32, vector<4xf32>) -> f32
    %170 = llvm.intr.vector.reduce.fmax(%arg7) {fastmathFlags = #llvm.fastmath<nnan>} : (vector<4xf32>) -> f32
    %171 = llvm.intr.vector.reduce.fmaximum(%arg7) {fastmathFlags = #llvm.fastmath<nnan>} : (vector<4xf32>) -> f32
    %172 = llvm.intr.vector.reduce.fmin(%arg7) {fastmathFlags = #llvm.fastmath<nnan>} : (vector<4xf32>) -> f32
    %173 = llvm.intr.vector.reduce.fminimum(%arg7) {fastmathFlags = #llvm.fastmath<nnan>} : (vector<4xf32>) -> f32
    %174 = "llvm.intr.vscale"() : () -> i32
    llvm.return
  }
}

// -----
#access_group = #llvm.access_group<id = distinct[0]<>>
#access_group1 = #llvm.access_group<id = distinct[1]<>>
#di_basic_type = #llvm.di_basic_type<tag = DW_TAG_base_type, name = "int", sizeInBits = 32, encoding = DW_ATE_signed>
#di_composite_type = #llvm.di_composite_type<recId = distinct[2]<>, isRecSelf = true>
#di_file = #llvm.di_file<"a.c" in "/d">
#di_null_type = #llvm.di_null_type
#loc = loc("a.c":1:2)
#loop_annotation = #llvm.loop_annotation<mustProgress = true>
#tbaa_root = #llvm.tbaa_root
#di_compile_unit = #llvm.di_compile_unit<id = distinct[3]<>, sourceLanguage = DW_LANG_C11, file = #di_file, producer = "p", isOptimized = false, emissionKind = Full, nameTableKind = None, splitDebugFilename = "s">
#di_composite_type1 = #llvm.di_composite_type<tag = DW_TAG_array_type, name = "array", file = #di_file, line = 3, scope = #di_file, baseType = #di_basic_type, flags = "Public|Vector", sizeInBits = 64, alignInBits = 32, dataLocation = <[DW_OP_deref]>, rank = <>, elements = #llvm.di_subrange<count = 4 : i64, lowerBound = 0 : i64>, #llvm.di_generic_subrange<lowerBound = #llvm.di_expression<[DW_OP_push_object_address, DW_OP_plus_uconst(3), DW_OP_LLVM_convert(16, DW_ATE_signed)]>, stride = 1 : i32>>
#di_derived_type = #llvm.di_derived_type<tag = DW_TAG_member, name = "m", baseType = #di_composite_type, sizeInBits = 8, offsetInBits = 8, dwarfAddressSpace = 0, extraData = #di_basic_type>
#di_local_variable = #llvm.di_local_variable<scope = #di_file, name = "x", arg = 1, type = #di_basic_type>
#di_namespace = #llvm.di_namespace<name = "n", scope = #di_file, exportSymbols = true>
#loop_unroll = #llvm.loop_unroll<disable = true, count = 4 : i32, followupAll = #loop_annotation>
#di_composite_type2 = #llvm.di_composite_type<recId = distinct[2]<>, tag = DW_TAG_structure_type, name = "s", elements = #di_derived_type>
#di_global_variable = #llvm.di_global_variable<scope = #di_compile_unit, name = "g", linkageName = "l", file = #di_file, line = 2, type = #di_basic_type, isLocalToUnit = true, isDefined = true, alignInBits = 8>
#di_module = #llvm.di_module<file = #di_file, scope = #di_compile_unit, name = "m", configMacros = "c", includePath = "i", apinotes = "a", line = 1, isDecl = true>
#di_subroutine_type = #llvm.di_subroutine_type<callingConvention = DW_CC_normal, types = #di_null_type, #di_basic_type, #di_composite_type1>
#di_global_variable_expression = #llvm.di_global_variable_expression<var = #di_global_variable, expr = <>>
#di_string_type = #llvm.di_string_type<tag = DW_TAG_string_type, name = "s", sizeInBits = 8, stringLength = #di_global_variable, stringLengthExp = <[DW_OP_deref]>, encoding = DW_ATE_UTF>
#di_subprogram = #llvm.di_subprogram<id = distinct[4]<>, compileUnit = #di_compile_unit, scope = #di_file, name = "f", linkageName = "f", file = #di_file, line = 1, scopeLine = 2, subprogramFlags = "Definition|Optimized", type = #di_subroutine_type, retainedNodes = #di_local_variable>
#di_common_block = #llvm.di_common_block<scope = #di_subprogram, decl = #di_global_variable, name = "c", file = #di_file, line = 2>
#di_imported_entity = #llvm.di_imported_entity<tag = DW_TAG_imported_module, scope = #di_compile_unit, entity = #di_subprogram, file = #di_file, line = 1, name = "n", elements = #di_basic_type>
#di_lexical_block = #llvm.di_lexical_block<scope = #di_subprogram, file = #di_file, line = 4, column = 5>
#loc1 = loc(fused<#di_subprogram>[#loc])
#di_label = #llvm.di_label<scope = #di_lexical_block, name = "l", file = #di_file, line = 1>
#di_lexical_block_file = #llvm.di_lexical_block_file<scope = #di_lexical_block, file = #di_file, discriminator = 7>
#loop_annotation1 = #llvm.loop_annotation<disableNonforced = true, unroll = #loop_unroll, startLoc = #loc1, parallelAccesses = #access_group, #access_group1>
module attributes {t.annotation = #llvm.di_annotation<name = "a", value = "b">, t.cconv = #llvm.cconv<cc_10>, t.comdat = #llvm<comdat any>, t.common = #di_common_block, t.dso = #llvm<dso_local_equivalent @f>, t.features = #llvm.target_features<[]>, t.file = #di_lexical_block_file, t.import = #di_imported_entity, t.label = #di_label, t.libs = #llvm.dependent_libraries<"a", "b">, t.linkage = #llvm.linkage<weak>, t.loop = #loop_annotation1, t.memory = memref<4xf32, #llvm.address_space<1>>, t.module = #di_module, t.namespace = #di_namespace, t.poison = #llvm.poison, t.range = #llvm.constant_range<i8, -3, 4>, t.recursive = #di_composite_type2, t.root = #tbaa_root, t.sp = #di_subprogram, t.space = #llvm.address_space<3>, t.string = #di_string_type, t.tail = #llvm.tailcallkind<musttail>, t.target = #llvm.target<triple = "a", chip = "c", features = <["+x"]>>, t.undef = #llvm.undef, t.vscale = #llvm.vscale_range<minRange = 1 : i32, maxRange = 2 : i32>, t.workgroup = #llvm.mlir.workgroup_attribution<4 : i64, f32>} {
  llvm.mlir.global external @g() {addr_space = 0 : i32, dbg_exprs = [#di_global_variable_expression]} : i32
}
