func.func @maps(%p: !llvm.ptr, %i: index) {
  %0 = "omp.map.bounds"(%i) <{operandSegmentSizes = array<i32: 0, 1, 0, 0, 0>}> : (index) -> !omp.map_bounds_ty
  %1 = omp.map.info var_ptr(%p : !llvm.ptr, i32) map_clauses(none, to, to, storage, from) capture(ByRef) bounds(%0) -> !llvm.ptr
  return
}
// -----
func.func @attributes() attributes {
  omp.a = #omp<clause_map_flags attach|to>, omp.b = #omp<clause_map_flags none>,
  omp.c = #omp<variable_capture_kind(VLAType)>
} {
  return
}
// -----
omp.declare_mapper @others : i32 {
^bb0(%p: !llvm.ptr):
  %q = llvm.mlir.zero : !llvm.ptr
  omp.declare_mapper.info map_entries(%q : !llvm.ptr)
}
// -----
func.func @nested(%x: index) {
  omp.workshare {
    omp.parallel {
      omp.workshare.loop_wrapper {
        omp.loop_nest (%i) : index = (%x) to (%x) step (%x) {
          omp.yield
        }
      }
      omp.terminator
    }
    omp.terminator
  }
  return
}
// -----
func.func @composite(%x: index, %c: i1) {
  omp.parallel {
    omp.distribute {
      omp.simd {
        omp.loop_nest (%i) : index = (%x) to (%x) step (%x) {
          omp.yield
        }
      } {omp.composite}
    } {omp.composite}
    omp.terminator
  } {omp.composite}
  scf.if %c {
    omp.teams {
      omp.terminator
    }
  }
  return
}
