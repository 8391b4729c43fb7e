// error: 'omp.atomic.read' op read and write must not be to the same location for atomic reads
func.func @f(%p: !llvm.ptr) {
  omp.atomic.read %p = %p : !llvm.ptr, !llvm.ptr, i32
  return
}
// -----
// error: 'omp.atomic.read' op memory-order must not be acq_rel or release for atomic reads
func.func @f(%p: !llvm.ptr, %q: !llvm.ptr) {
  omp.atomic.read %p = %q memory_order(release) : !llvm.ptr, !llvm.ptr, i32
  return
}
// -----
// error: 'omp.atomic.write' op memory-order must not be acq_rel or acquire for atomic writes
func.func @f(%p: !llvm.ptr, %q: i32) {
  omp.atomic.write %p = %q memory_order(acquire) : !llvm.ptr, i32
  return
}
// -----
// error: 'omp.atomic.write' op the hints omp_sync_hint_uncontended and omp_sync_hint_contended cannot be combined
func.func @f(%p: !llvm.ptr, %q: i32) {
  omp.atomic.write %p = %q hint(contended, uncontended) : !llvm.ptr, i32
  return
}
// -----
// error: 'omp.atomic.update' op memory-order must not be acq_rel or acquire for atomic updates
func.func @f(%p: !llvm.ptr) {
  omp.atomic.update memory_order(acq_rel) %p : !llvm.ptr {
  ^bb0(%v: i32):
    omp.yield(%v : i32)
  }
  return
}
// -----
// error: 'omp.critical.declare' op the hints omp_sync_hint_nonspeculative and omp_sync_hint_speculative cannot be combined.
omp.critical.declare @m hint(speculative, nonspeculative)
// -----
// error: foo is not a valid hint
omp.critical.declare @m hint(foo)
// -----
// error: 'omp.critical' op expected symbol reference @nothing to point to a critical declaration
func.func @f() {
  omp.critical(@nothing) {
    omp.terminator
  }
  return
}
// -----
// error: 'omp.section' op expects parent op 'omp.sections'
func.func @f() {
  omp.section {
    omp.terminator
  }
  return
}
// -----
// error: 'omp.wsloop' op loop wrapper does not contain exactly one nested op
func.func @f(%n: index) {
  omp.wsloop {
  }
  return
}
// -----
// error: 'omp.wsloop' op op nested in loop wrapper is not another loop wrapper or `omp.loop_nest`
func.func @f(%n: index) {
  omp.wsloop {
    omp.barrier
  }
  return
}
// -----
// error: 'omp.loop_nest' op expects parent op to be a loop wrapper
func.func @f(%n: index) {
  omp.loop_nest (%a) : index = (%n) to (%n) step (%n) {
    omp.yield
  }
  return
}
// -----
// error: 'omp.simd' op simdlen clause and safelen clause are both present, but the simdlen value is not less than or equal to safelen value
func.func @f(%n: index) {
  omp.simd safelen(2) simdlen(4) {
    omp.loop_nest (%a) : index = (%n) to (%n) step (%n) {
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.simd' op attribute 'safelen' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive
func.func @f(%n: index) {
  omp.simd safelen(0) {
    omp.loop_nest (%a) : index = (%n) to (%n) step (%n) {
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.sections' op expected omp.section op or terminator op inside region
func.func @f() {
  omp.sections {
    omp.barrier
    omp.terminator
  }
  return
}
// -----
// error: 'omp.declare_reduction' op expects reduction region with two arguments of the reduction type
omp.declare_reduction @add : i32 init {
^bb0(%a: i32):
  omp.yield(%a : i32)
} combiner {
^bb0(%a: i32):
  omp.yield(%a : i32)
}
// -----
// error: 'omp.private' op `firstprivate` clauses require at least a `copy` region.
omp.private {type = firstprivate} @q : i32
// -----
// error: 'omp.private' op `private` clauses do not require a `copy` region.
omp.private {type = private} @q : i32 copy {
^bb0(%a: !llvm.ptr, %b: !llvm.ptr):
  omp.yield(%b : !llvm.ptr)
}
// -----
// error: invalid clause value: 'foo'
func.func @f() {
  omp.parallel proc_bind(foo) {
    omp.terminator
  }
  return
}
// -----
// error:  expected schedule kind
func.func @f(%n: index) {
  omp.wsloop schedule(foo) {
    omp.loop_nest (%a) : index = (%n) to (%n) step (%n) {
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.distribute' op chunk size set without dist_schedule_static being present
func.func @f(%i: i32, %n: index) {
  omp.distribute dist_schedule_chunk_size(%i : i32) {
    omp.loop_nest (%a) : index = (%n) to (%n) step (%n) {
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.teams' op expected num_teams upper bound and lower bound to be the same type
func.func @f(%i: i32, %l: i64) {
  omp.teams num_teams(%i : i32 to %l : i64) {
    omp.terminator
  }
  return
}
// -----
// error: `if` clause can appear at most once in the expansion of the oilist directive
func.func @f(%c: i1) {
  omp.parallel if(%c) if(%c) {
    omp.terminator
  }
  return
}
// -----
// error: invalid `private` format
func.func @f(%p: !llvm.ptr) {
  omp.parallel private(@x %p -> %a : !llvm.ptr, !llvm.ptr) {
    omp.terminator
  }
  return
}
// -----
// error: 'omp.map.bounds' op expected extent or upperbound.
func.func @f(%i: index) {
  %b = omp.map.bounds lower_bound(%i : index)
  return
}
// -----
// error: 'omp.map.info' op 'members' arguments must be defined by 'omp.map.info' ops
func.func @f(%q: !llvm.ptr) {
  %m = omp.map.info var_ptr(%q : !llvm.ptr, i32) map_clauses(to) capture(ByRef) members(%q : [0] : !llvm.ptr) -> !llvm.ptr
  return
}
// -----
// error: 'omp.map.info' op attribute 'members_index' failed to satisfy constraint: Array of 64-bit integer array attributes
func.func @f(%q: !llvm.ptr) {
  %m = omp.map.info var_ptr(%q : !llvm.ptr, i32) map_clauses(to) capture(ByRef) -> !llvm.ptr
  %n = "omp.map.info"(%q, %m) <{map_capture_type = #omp<variable_capture_kind(ByRef)>, map_type = #omp<clause_map_flags to>, members_index = [[0 : i32]], operandSegmentSizes = array<i32: 1, 0, 1, 0>, var_type = i32}> : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
  return
}
// -----
// error: expected valid keyword
func.func @f(%q: !llvm.ptr) {
  %m = omp.map.info var_ptr(%q : !llvm.ptr, i32) map_clauses() capture(ByRef) -> !llvm.ptr
  return
}
// -----
// error: 'omp.map.info' op invalid mapper id
func.func @f(%q: !llvm.ptr) {
  %m = omp.map.info var_ptr(%q : !llvm.ptr, i32) map_clauses(to) capture(ByRef) mapper(@f) -> !llvm.ptr
  return
}
// -----
// error: 'omp.declare_mapper.info' op missing map operation
omp.declare_mapper @x : i32 {
^bb0(%p: !llvm.ptr):
  omp.declare_mapper.info map_entries(%p : !llvm.ptr)
}
// -----
// error: 'omp.declare_mapper' op expected terminator to be a DeclareMapperInfoOp
omp.declare_mapper @x : i32 {
^bb0(%p: !llvm.ptr):
  omp.terminator
}
// -----
// error: 'omp.declare_mapper' op expects a non-empty block
omp.declare_mapper @x : i32 {
}
// -----
// error: 'omp.declare_mapper.info' op expects parent op 'omp.declare_mapper'
func.func @f() {
  omp.declare_mapper.info
}
// -----
// error: 'omp.target_data' op At least one of map, use_device_ptr_vars, or use_device_addr_vars operand must be present
func.func @f() {
  omp.target_data {
    omp.terminator
  }
  return
}
// -----
// error: 'omp.target_data' op missing map operation
func.func @f(%q: !llvm.ptr) {
  omp.target_data map_entries(%q : !llvm.ptr) {
    omp.terminator
  }
  return
}
// -----
// error: 'omp.target_update' op map argument is not a map entry operation
func.func @f() {
  %n = llvm.mlir.zero : !llvm.ptr
  omp.target_update map_entries(%n : !llvm.ptr)
  return
}
// -----
// error: 'omp.target_data' op 'use_device_addr' arguments must be defined by 'omp.map.info' ops
func.func @f(%q: !llvm.ptr) {
  omp.target_data use_device_addr(%q -> %a : !llvm.ptr) {
    omp.terminator
  }
  return
}
// -----
// error: 'omp.target_data' op 'use_device_ptr' arguments must be defined by 'omp.map.info' ops
func.func @f(%q: !llvm.ptr) {
  omp.target_data use_device_ptr(%q -> %a : !llvm.ptr) {
    omp.terminator
  }
  return
}
// -----
// error: invalid `use_device_addr` format
func.func @f(%q: !llvm.ptr) {
  omp.target_data use_device_addr(%q -> %a : !llvm.ptr, !llvm.ptr) {
    omp.terminator
  }
  return
}
// -----
// error: 'omp.target_data' op expected at least 1 entry block argument(s)
func.func @f(%q: !llvm.ptr) {
  %m = omp.map.info var_ptr(%q : !llvm.ptr, i32) map_clauses(to) capture(ByRef) -> !llvm.ptr
  "omp.target_data"(%m) <{operandSegmentSizes = array<i32: 0, 0, 0, 1, 0>}> ({
    omp.terminator
  }) : (!llvm.ptr) -> ()
  return
}
// -----
// error: 'omp.target_data' op to, from, tofrom and alloc map types are permitted
func.func @f(%q: !llvm.ptr) {
  %m = omp.map.info var_ptr(%q : !llvm.ptr, i32) map_clauses(delete) capture(ByRef) -> !llvm.ptr
  omp.target_data map_entries(%m : !llvm.ptr) {
    omp.terminator
  }
  return
}
// -----
// error: 'omp.target_enter_data' op to and alloc map types are permitted
func.func @f(%q: !llvm.ptr) {
  %m = omp.map.info var_ptr(%q : !llvm.ptr, i32) map_clauses(tofrom) capture(ByRef) -> !llvm.ptr
  omp.target_enter_data map_entries(%m : !llvm.ptr)
  return
}
// -----
// error: 'omp.target_enter_data' op to and alloc map types are permitted
func.func @f(%q: !llvm.ptr) {
  %m = omp.map.info var_ptr(%q : !llvm.ptr, i32) map_clauses(to, delete) capture(ByRef) -> !llvm.ptr
  omp.target_enter_data map_entries(%m : !llvm.ptr)
  return
}
// -----
// error: 'omp.target_exit_data' op from, release and delete map types are permitted
func.func @f(%q: !llvm.ptr) {
  %m = omp.map.info var_ptr(%q : !llvm.ptr, i32) map_clauses(storage, to) capture(ByRef) -> !llvm.ptr
  omp.target_exit_data map_entries(%m : !llvm.ptr)
  return
}
// -----
// error: 'omp.target_update' op at least one of to or from map types must be specified, other map types are not permitted
func.func @f(%q: !llvm.ptr) {
  %m = omp.map.info var_ptr(%q : !llvm.ptr, i32) map_clauses(present, storage) capture(ByRef) -> !llvm.ptr
  omp.target_update map_entries(%m : !llvm.ptr)
  return
}
// -----
// error: 'omp.target_update' op at least one of to or from map types must be specified, other map types are not permitted
func.func @f(%q: !llvm.ptr) {
  %m = omp.map.info var_ptr(%q : !llvm.ptr, i32) map_clauses(tofrom, delete) capture(ByRef) -> !llvm.ptr
  omp.target_update map_entries(%m : !llvm.ptr)
  return
}
// -----
// error: 'omp.target_update' op either to or from map types can be specified, not both
func.func @f(%q: !llvm.ptr) {
  %m = omp.map.info var_ptr(%q : !llvm.ptr, i32) map_clauses(always, tofrom) capture(ByRef) -> !llvm.ptr
  omp.target_update map_entries(%m : !llvm.ptr)
  return
}
// -----
// error: 'omp.target_update' op either to or from map types can be specified, not both
func.func @f(%q: !llvm.ptr) {
  %m = omp.map.info var_ptr(%q : !llvm.ptr, i32) map_clauses(to) capture(ByRef) -> !llvm.ptr
  %n = omp.map.info var_ptr(%q : !llvm.ptr, i32) map_clauses(from) capture(ByRef) -> !llvm.ptr
  omp.target_update map_entries(%m, %n : !llvm.ptr, !llvm.ptr)
  return
}
// -----
// error: 'omp.target_update' op present, mapper and iterator map type modifiers are permitted
func.func @f(%q: !llvm.ptr) {
  %m = omp.map.info var_ptr(%q : !llvm.ptr, i32) map_clauses(always, to) capture(ByRef) -> !llvm.ptr
  omp.target_update map_entries(%m : !llvm.ptr)
  return
}
// -----
// error: 'omp.target_update' op present, mapper and iterator map type modifiers are permitted
func.func @f(%q: !llvm.ptr) {
  %m = omp.map.info var_ptr(%q : !llvm.ptr, i32) map_clauses(close, to) capture(ByRef) -> !llvm.ptr
  omp.target_update map_entries(%m : !llvm.ptr)
  return
}
// -----
// error: 'omp.target_update' op present, mapper and iterator map type modifiers are permitted
func.func @f(%q: !llvm.ptr) {
  %m = omp.map.info var_ptr(%q : !llvm.ptr, i32) map_clauses(implicit, to) capture(ByRef) -> !llvm.ptr
  omp.target_update map_entries(%m : !llvm.ptr)
  return
}
// -----
// error: 'omp.target_enter_data' op expected as many depend values as depend variables
func.func @f(%q: !llvm.ptr) {
  "omp.target_enter_data"(%q) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (!llvm.ptr) -> ()
  return
}
// -----
// error: 'omp.target_exit_data' op unexpected depend values
func.func @f() {
  "omp.target_exit_data"() <{depend_kinds = [#omp<clause_task_depend(taskdependin)>], operandSegmentSizes = array<i32: 0, 0, 0, 0>}> : () -> ()
  return
}
// -----
// error: 'omp.target_update' op attribute 'depend_kinds' failed to satisfy constraint: depend clause in a target or task construct array
func.func @f() {
  "omp.target_update"() <{depend_kinds = [1], operandSegmentSizes = array<i32: 0, 0, 0, 0>}> : () -> ()
  return
}
// -----
// error: 'omp.target' op expected as many depend values as depend variables
func.func @f(%q: !llvm.ptr) {
  "omp.target"(%q) <{depend_kinds = [], operandSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0>}> ({
    omp.terminator
  }) : (!llvm.ptr) -> ()
  return
}
// -----
// error: 'omp.target' op missing map operation
func.func @f(%q: !llvm.ptr) {
  omp.target map_entries(%q -> %a : !llvm.ptr) {
    omp.terminator
  }
  return
}
// -----
// error: 'omp.target' op 'has_device_addr' arguments must be defined by 'omp.map.info' ops
func.func @f(%q: !llvm.ptr) {
  omp.target has_device_addr(%q -> %a : !llvm.ptr) {
    omp.terminator
  }
  return
}
// -----
// error: 'omp.target' op to, from, tofrom and alloc map types are permitted
func.func @f(%q: !llvm.ptr) {
  %m = omp.map.info var_ptr(%q : !llvm.ptr, i32) map_clauses(delete) capture(ByRef) -> !llvm.ptr
  omp.target map_entries(%m -> %a : !llvm.ptr) {
    omp.terminator
  }
  return
}
// -----
// error: 'arith.addi' op using value defined outside the region
func.func @f(%i: i32) {
  omp.target {
    %a = arith.addi %i, %i : i32
    omp.terminator
  }
  return
}
// -----
// error: 'omp.target' op sizes of `private` operand range and `private_maps` attribute mismatch
func.func @f(%q: !llvm.ptr) {
  "omp.target"(%q) <{private_syms = [@x], private_maps = array<i64: 1, 2>, operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0>}> ({
  ^bb0(%a: !llvm.ptr):
    omp.terminator
  }) : (!llvm.ptr) -> ()
  return
}
// -----
// error: 'omp.target' op expected at least 1 entry block argument(s)
func.func @f(%q: !llvm.ptr) {
  "omp.target"(%q) <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0>}> ({
    omp.terminator
  }) : (!llvm.ptr) -> ()
  return
}
// -----
// error: 'omp.target' op target containing multiple 'omp.teams' nested ops
func.func @f() {
  omp.target {
    omp.teams {
      omp.terminator
    }
    omp.teams {
      omp.terminator
    }
    omp.terminator
  }
  return
}
// -----
// error: 'omp.target' op host_eval argument illegal use in 'arith.addi' operation
func.func @f(%i: i32) {
  omp.target host_eval(%i -> %e : i32) {
    %a = arith.addi %e, %e : i32
    omp.terminator
  }
  return
}
// -----
// error: 'omp.target' op host_eval argument only legal as 'num_teams' and 'thread_limit' in 'omp.teams'
func.func @f(%c: i1) {
  omp.target host_eval(%c -> %e : i1) {
    omp.teams if(%e) {
      omp.terminator
    }
    omp.terminator
  }
  return
}
// -----
// error: 'omp.target' op host_eval argument only legal as 'num_threads' in 'omp.parallel' when representing target SPMD
func.func @f(%i: i32) {
  omp.target host_eval(%i -> %n : i32) {
    %e = arith.constant 1 : index
    omp.parallel num_threads(%n : i32) {
      omp.terminator
    }
    omp.terminator
  }
  return
}
// -----
// error: 'omp.target' op host_eval argument only legal as 'num_threads' in 'omp.parallel' when representing target SPMD
func.func @f(%i: i32) {
  omp.target host_eval(%i -> %n : i32) {
    %e = arith.constant 1 : index
    omp.parallel num_threads(%n : i32) {
      omp.barrier
      omp.wsloop {
        omp.loop_nest (%a) : index = (%e) to (%e) step (%e) {
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
// error: 'omp.target' op host_eval argument only legal as 'num_threads' in 'omp.parallel' when representing target SPMD
func.func @f(%i: i32) {
  omp.target host_eval(%i -> %n : i32) {
    %e = arith.constant 1 : index
    omp.parallel num_threads(%n : i32) {
      omp.wsloop {
        omp.loop_nest (%a) : index = (%e) to (%e) step (%e) {
          omp.yield
        }
      }
      omp.wsloop {
        omp.loop_nest (%a) : index = (%e) to (%e) step (%e) {
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
// error: 'omp.target' op host_eval argument only legal as 'num_threads' in 'omp.parallel' when representing target SPMD
func.func @f(%i: i32) {
  omp.target host_eval(%i -> %n : i32) {
    %e = arith.constant 1 : index
    omp.teams {
      omp.parallel num_threads(%n : i32) {
      omp.wsloop {
        omp.loop_nest (%a) : index = (%e) to (%e) step (%e) {
          omp.yield
        }
      }
        omp.terminator
      }
      omp.terminator
    }
    omp.terminator
  }
  return
}
// -----
// error: 'omp.target' op host_eval argument only legal as 'num_threads' in 'omp.parallel' when representing target SPMD
func.func @f(%i: i32) {
  omp.target host_eval(%i -> %n : i32) {
    %e = arith.constant 1 : index
    %t = arith.constant true
    cf.cond_br %t, ^bb1, ^bb2
  ^bb1:
    omp.parallel num_threads(%n : i32) {
      omp.wsloop {
        omp.loop_nest (%a) : index = (%e) to (%e) step (%e) {
          omp.yield
        }
      }
      omp.terminator
    }
    cf.br ^bb2
  ^bb2:
    omp.terminator
  }
  return
}
// -----
// error: 'omp.target' op host_eval argument only legal as 'num_threads' in 'omp.parallel' when representing target SPMD
func.func @f(%i: i32) {
  omp.target host_eval(%i -> %n : i32) {
    %e = arith.constant 1 : index
    %t = arith.constant true
    cf.br ^bb1
  ^bb1:
    omp.parallel num_threads(%n : i32) {
      omp.wsloop {
        omp.loop_nest (%a) : index = (%e) to (%e) step (%e) {
          omp.yield
        }
      }
      omp.terminator
    }
    cf.cond_br %t, ^bb1, ^bb2
  ^bb2:
    omp.terminator
  }
  return
}
// -----
// error: 'omp.target' op host_eval argument only legal as loop bounds and steps in 'omp.loop_nest' when trip count must be evaluated in the host
func.func @f(%y: index) {
  omp.target host_eval(%y -> %e : index) {
      omp.wsloop {
        omp.loop_nest (%a) : index = (%e) to (%e) step (%e) {
          omp.yield
        }
      }
    omp.terminator
  }
  return
}
// -----
// error: 'omp.target' op host_eval argument only legal as loop bounds and steps in 'omp.loop_nest' when trip count must be evaluated in the host
func.func @f(%y: index) {
  omp.target host_eval(%y -> %e : index) {
    omp.simd {
      omp.loop_nest (%a) : index = (%e) to (%e) step (%e) {
        omp.yield
      }
    }
    omp.terminator
  }
  return
}
// -----
// error: invalid grainsize modifier : 'foo'
func.func @f(%x: index, %i: i32) {
  omp.taskloop grainsize(foo, %i: i32) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  }
  return
}
// -----
// error: invalid num_tasks modifier : 'foo'
func.func @f(%x: index, %i: i32) {
  omp.taskloop num_tasks(foo, %i: i32) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  }
  return
}
// -----
// error: expected grainsize operand
func.func @f(%x: index) {
  omp.taskloop grainsize() {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  }
  return
}
// -----
// error: expected ','
func.func @f(%x: index) {
  omp.taskloop num_tasks(strict) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.taskloop' op the grainsize clause and num_tasks clause are mutually exclusive and may not appear on the same taskloop directive
func.func @f(%x: index) {
  omp.taskloop grainsize(%x: index) num_tasks(%x: index) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.taskloop' op if a reduction clause is present on the taskloop directive, the nogroup clause must not be specified
omp.declare_reduction @add : i32 init {
^bb0(%a: i32):
  omp.yield(%a : i32)
} combiner {
^bb0(%a: i32, %b: i32):
  omp.yield(%a : i32)
}
func.func @f(%x: index, %q: !llvm.ptr) {
  omp.taskloop nogroup reduction(@add %q -> %a : !llvm.ptr) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.taskloop' op the same list item cannot appear in both a reduction and an in_reduction clause
omp.declare_reduction @add : i32 init {
^bb0(%a: i32):
  omp.yield(%a : i32)
} combiner {
^bb0(%a: i32, %b: i32):
  omp.yield(%a : i32)
}
func.func @f(%x: index, %q: !llvm.ptr) {
  omp.taskloop in_reduction(@add %q -> %a : !llvm.ptr) reduction(@add %q -> %b : !llvm.ptr) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.taskloop' op expected symbol reference @add to point to a reduction declaration
func.func @f(%x: index, %q: !llvm.ptr) {
  omp.taskloop reduction(@add %q -> %a : !llvm.ptr) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.taskloop' op expected symbol reference @f to point to a reduction declaration
func.func @f(%x: index, %q: !llvm.ptr) {
  omp.taskloop in_reduction(@f %q -> %a : !llvm.ptr) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.taskloop' op expected equal sizes for allocate and allocator variables
func.func @f(%x: index, %q: !llvm.ptr) {
  "omp.taskloop"(%q) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 0, 0, 0, 0, 0, 0>}> ({
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  }) : (!llvm.ptr) -> ()
  return
}
// -----
// error: 'omp.taskloop' op expected as many reduction variable by reference attributes as reduction variables
func.func @f(%x: index, %q: !llvm.ptr) {
  "omp.taskloop"(%q) <{reduction_byref = array<i1>, reduction_syms = [@a], operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 1>}> ({
  ^bb0(%a: !llvm.ptr):
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  }) : (!llvm.ptr) -> ()
  return
}
// -----
// error: 'omp.taskloop' op expected as many reduction symbol references as reduction variables
func.func @f(%x: index, %q: !llvm.ptr) {
  "omp.taskloop"(%q) <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 1>}> ({
  ^bb0(%a: !llvm.ptr):
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  }) : (!llvm.ptr) -> ()
  return
}
// -----
// error: 'omp.taskloop' op unexpected reduction symbol references
func.func @f(%x: index) {
  "omp.taskloop"() <{reduction_syms = [@a], operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>}> ({
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  }) : () -> ()
  return
}
// -----
// error: 'omp.taskloop' op expected at least 1 entry block argument(s)
func.func @f(%x: index, %q: !llvm.ptr) {
  "omp.taskloop"(%q) <{reduction_syms = [@a], operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 1>}> ({
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  }) : (!llvm.ptr) -> ()
  return
}
// -----
// error: 'omp.taskloop' op loop wrapper does not contain exactly one nested op
func.func @f() {
  omp.taskloop {
  }
  return
}
// -----
// error: 'omp.taskloop' op 'omp.composite' attribute missing from composite wrapper
func.func @f(%x: index) {
  omp.taskloop {
    omp.simd {
      omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
        omp.yield
      }
    } {omp.composite}
  }
  return
}
// -----
// error: 'omp.taskloop' op 'omp.composite' attribute present in non-composite wrapper
func.func @f(%x: index) {
  omp.taskloop {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  } {omp.composite}
  return
}
// -----
// error: 'omp.taskloop' op only supported nested wrapper is 'omp.simd'
func.func @f(%x: index) {
  omp.taskloop {
    omp.wsloop {
      omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
        omp.yield
      }
    } {omp.composite}
  } {omp.composite}
  return
}
// -----
// error: 'omp.loop' op expected to be a standalone loop wrapper
func.func @f(%x: index) {
  omp.loop {
    omp.simd {
      omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
        omp.yield
      }
    } {omp.composite}
  }
  return
}
// -----
// error: 'omp.loop' op expected to be a standalone loop wrapper
func.func @f(%x: index) {
  omp.distribute {
    omp.loop {
      omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
        omp.yield
      }
    }
  } {omp.composite}
  return
}
// -----
// error: invalid clause value: 'close'
func.func @f(%x: index) {
  omp.loop bind(close) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.loop' op accumulator variable used more than once
omp.declare_reduction @add : i32 init {
^bb0(%a: i32):
  omp.yield(%a : i32)
} combiner {
^bb0(%a: i32, %b: i32):
  omp.yield(%a : i32)
}
func.func @f(%x: index, %q: !llvm.ptr) {
  omp.loop reduction(@add %q -> %a, @add %q -> %b : !llvm.ptr, !llvm.ptr) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.loop' op expected accumulator ('!llvm.ptr') to be the same type as reduction declaration ('memref<i32>')
omp.declare_reduction @add : i32 init {
^bb0(%a: i32):
  omp.yield(%a : i32)
} combiner {
^bb0(%a: i32, %b: i32):
  omp.yield(%a : i32)
} atomic {
^bb0(%a: memref<i32>, %b: memref<i32>):
  omp.yield
}
func.func @f(%x: index, %q: !llvm.ptr) {
  omp.loop reduction(@add %q -> %a : !llvm.ptr) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.workshare.loop_wrapper' op must be nested in an omp.workshare
func.func @f(%x: index) {
  omp.workshare.loop_wrapper {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.workshare.loop_wrapper' op expected to be a standalone loop wrapper
func.func @f(%x: index) {
  omp.workshare {
    omp.workshare.loop_wrapper {
      omp.simd {
        omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
          omp.yield
        }
      } {omp.composite}
    }
    omp.terminator
  }
  return
}
// -----
// error: 'omp.workshare.loop_wrapper' op loop wrapper does not contain exactly one nested op
func.func @f() {
  omp.workshare {
    omp.workshare.loop_wrapper {
    }
    omp.terminator
  }
  return
}
// -----
// error: invalid clause value: 'teams'
func.func @f() {
  omp.parallel proc_bind(teams) {
    omp.terminator
  }
  return
}
// -----
// error: 'omp.cancel' op Orphaned cancel construct
func.func @f() {
  omp.cancel cancellation_construct_type(parallel)
  return
}
// -----
// error: 'omp.cancel' op cancel parallel must appear inside a parallel region
func.func @f() {
  omp.master {
    omp.cancel cancellation_construct_type(parallel)
    omp.terminator
  }
  return
}
// -----
// error: 'omp.cancel' op cancel loop must appear inside a worksharing-loop region
func.func @f() {
  omp.parallel {
    omp.cancel cancellation_construct_type(loop)
    omp.terminator
  }
  return
}
// -----
// error: 'omp.cancel' op cancel loop must appear inside a worksharing-loop region
func.func @f(%x: index) {
  omp.simd {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.cancel cancellation_construct_type(loop)
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.cancel' op cancel sections must appear inside a sections region
func.func @f() {
  omp.parallel {
    omp.cancel cancellation_construct_type(sections)
    omp.terminator
  }
  return
}
// -----
// error: 'omp.cancel' op cancel taskgroup must appear inside a task region
func.func @f() {
  omp.taskgroup {
    omp.cancel cancellation_construct_type(taskgroup)
    omp.terminator
  }
  return
}
// -----
// error: invalid clause value: 'close'
func.func @f() {
  omp.parallel {
    omp.cancel cancellation_construct_type(close)
    omp.terminator
  }
  return
}
// -----
// error: 'omp.cancellation_point' op Orphaned cancellation point
func.func @f() {
  omp.cancellation_point cancellation_construct_type(parallel)
  return
}
// -----
// error: 'omp.cancellation_point' op cancellation point parallel must appear inside a parallel region
func.func @f() {
  omp.master {
    omp.cancellation_point cancellation_construct_type(parallel)
    omp.terminator
  }
  return
}
// -----
// error: 'omp.cancellation_point' op cancellation point loop must appear inside a worksharing-loop region
func.func @f() {
  omp.parallel {
    omp.cancellation_point cancellation_construct_type(loop)
    omp.terminator
  }
  return
}
// -----
// error: 'omp.cancellation_point' op cancellation point loop must appear inside a worksharing-loop region
func.func @f(%x: index) {
  omp.simd {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.cancellation_point cancellation_construct_type(loop)
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.cancellation_point' op cancellation point sections must appear inside a sections region
func.func @f() {
  omp.parallel {
    omp.cancellation_point cancellation_construct_type(sections)
    omp.terminator
  }
  return
}
// -----
// error: 'omp.cancellation_point' op cancellation point taskgroup must appear inside a task region
func.func @f() {
  omp.taskgroup {
    omp.cancellation_point cancellation_construct_type(taskgroup)
    omp.terminator
  }
  return
}
// -----
// error: invalid clause value: 'close'
func.func @f() {
  omp.parallel {
    omp.cancellation_point cancellation_construct_type(close)
    omp.terminator
  }
  return
}
// -----
// error: 'omp.cancellation_point' op cancellation point taskgroup must appear inside a task region
func.func @f(%x: index) {
  omp.taskloop {
    omp.simd {
      omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
        omp.cancellation_point cancellation_construct_type(taskgroup)
        omp.yield
      }
    } {omp.composite}
  } {omp.composite}
  return
}
// -----
// error: 'omp.cancel' op A worksharing construct that is canceled must not have a nowait clause
func.func @f(%x: index) {
  omp.wsloop nowait {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.cancel cancellation_construct_type(loop)
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.cancel' op A worksharing construct that is canceled must not have an ordered clause
func.func @f(%x: index) {
  omp.wsloop ordered(1) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.cancel cancellation_construct_type(loop)
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.cancel' op A sections construct that is canceled must not have a nowait clause
func.func @f() {
  omp.sections nowait {
    omp.section {
      omp.cancel cancellation_construct_type(sections)
      omp.terminator
    }
    omp.terminator
  }
  return
}
// -----
// error: 'omp.ordered' op must be nested inside of a loop
func.func @f() {
  omp.ordered
  return
}
// -----
// error: 'omp.ordered' op the enclosing worksharing-loop region must have an ordered clause
func.func @f(%x: index) {
  omp.wsloop {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.ordered depend_type(dependsource) depend_vec(%k : index) {doacross_num_loops = 1 : i64}
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.ordered' op the enclosing loop's ordered clause must have a parameter present
func.func @f(%x: index) {
  omp.wsloop ordered(0) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.ordered depend_type(dependsource) depend_vec(%k : index) {doacross_num_loops = 1 : i64}
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.ordered' op number of variables in depend clause does not match number of iteration variables in the doacross loop
func.func @f(%x: index) {
  omp.wsloop ordered(1) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.ordered depend_type(dependsource) depend_vec(%k : index)
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.ordered' op number of variables in depend clause does not match number of iteration variables in the doacross loop
func.func @f(%x: index) {
  omp.wsloop ordered(2) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.ordered depend_type(dependsource) depend_vec(%k : index) {doacross_num_loops = 1 : i64}
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.ordered' op number of variables in depend clause does not match number of iteration variables in the doacross loop
func.func @f(%x: index) {
  omp.simd {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.ordered depend_type(dependsource) depend_vec(%k : index) {doacross_num_loops = 1 : i64}
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.ordered' op must be nested inside of a worksharing, simd or worksharing simd loop
func.func @f(%x: index) {
  omp.taskloop {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.ordered depend_type(dependsource) depend_vec(%k : index) {doacross_num_loops = 1 : i64}
      omp.yield
    }
  }
  return
}
// -----
// error: expected ::mlir::omp::ClauseDepend to be one of: dependsource, dependsink
func.func @f(%x: index) {
  omp.wsloop ordered(1) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.ordered depend_type(foo) depend_vec(%k : index) {doacross_num_loops = 1 : i64}
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.ordered' op attribute 'doacross_num_loops' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 0
func.func @f(%x: index) {
  omp.wsloop ordered(1) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.ordered depend_type(dependsource) depend_vec(%k : index) {doacross_num_loops = -1 : i64}
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.ordered.region' op the enclosing loop's ordered clause must not have a parameter present
func.func @f(%x: index) {
  omp.wsloop ordered(1) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.ordered.region {
        omp.terminator
      }
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.ordered.region' op the enclosing worksharing-loop region must have an ordered clause
func.func @f(%x: index) {
  omp.wsloop {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.ordered.region {
        omp.terminator
      }
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.ordered.region' op must be nested inside of a worksharing, simd or worksharing simd loop
func.func @f(%x: index) {
  omp.taskloop {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.ordered.region {
        omp.terminator
      }
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.scan' op Exactly one of EXCLUSIVE or INCLUSIVE clause is expected
omp.declare_reduction @add : i32 init {
^bb0(%a: i32):
  omp.yield(%a : i32)
} combiner {
^bb0(%a: i32, %b: i32):
  omp.yield(%a : i32)
}
func.func @f(%x: index, %q: !llvm.ptr) {
  omp.wsloop reduction(mod: inscan, @add %q -> %a : !llvm.ptr) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.scan
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.scan' op Exactly one of EXCLUSIVE or INCLUSIVE clause is expected
omp.declare_reduction @add : i32 init {
^bb0(%a: i32):
  omp.yield(%a : i32)
} combiner {
^bb0(%a: i32, %b: i32):
  omp.yield(%a : i32)
}
func.func @f(%x: index, %q: !llvm.ptr) {
  omp.wsloop reduction(mod: inscan, @add %q -> %a : !llvm.ptr) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.scan inclusive(%a : !llvm.ptr) exclusive(%a : !llvm.ptr)
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.scan' op SCAN directive needs to be enclosed within a parent worksharing loop construct or SIMD construct with INSCAN reduction modifier
omp.declare_reduction @add : i32 init {
^bb0(%a: i32):
  omp.yield(%a : i32)
} combiner {
^bb0(%a: i32, %b: i32):
  omp.yield(%a : i32)
}
func.func @f(%x: index, %q: !llvm.ptr) {
  omp.wsloop reduction(mod: task, @add %q -> %a : !llvm.ptr) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.scan inclusive(%a : !llvm.ptr)
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.scan' op SCAN directive needs to be enclosed within a parent worksharing loop construct or SIMD construct with INSCAN reduction modifier
omp.declare_reduction @add : i32 init {
^bb0(%a: i32):
  omp.yield(%a : i32)
} combiner {
^bb0(%a: i32, %b: i32):
  omp.yield(%a : i32)
}
func.func @f(%x: index, %q: !llvm.ptr) {
  omp.loop reduction(mod: inscan, @add %q -> %a : !llvm.ptr) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.scan inclusive(%a : !llvm.ptr)
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.scan' op SCAN directive needs to be enclosed within a parent worksharing loop construct or SIMD construct with INSCAN reduction modifier
func.func @f(%q: !llvm.ptr) {
  omp.scan inclusive(%q : !llvm.ptr)
  return
}
// -----
// error: 'omp.atomic.capture' op expected three operations in atomic.capture region (one terminator, and two atomic ops)
func.func @f() {
  omp.atomic.capture {
    
  }
  return
}
// -----
// error: 'omp.atomic.capture' op expected three operations in atomic.capture region (one terminator, and two atomic ops)
func.func @f(%q: !llvm.ptr, %r: !llvm.ptr, %i: i32) {
  omp.atomic.capture {
    omp.atomic.read %q = %r : !llvm.ptr, !llvm.ptr, i32
    omp.atomic.write %r = %i : !llvm.ptr, i32
    omp.atomic.update %r : !llvm.ptr {
    ^bb0(%v: i32):
      omp.yield(%v : i32)
    }
  }
  return
}
// -----
// error: 'omp.atomic.capture' op invalid sequence of operations in the capture region
func.func @f(%q: !llvm.ptr, %r: !llvm.ptr, %i: i32) {
  omp.atomic.capture {
    omp.atomic.write %r = %i : !llvm.ptr, i32
    omp.atomic.read %q = %r : !llvm.ptr, !llvm.ptr, i32
  }
  return
}
// -----
// error: 'omp.atomic.capture' op invalid sequence of operations in the capture region
func.func @f(%q: !llvm.ptr, %r: !llvm.ptr, %i: i32) {
  omp.atomic.capture {
    omp.atomic.update %r : !llvm.ptr {
    ^bb0(%v: i32):
      omp.yield(%v : i32)
    }
    omp.atomic.write %r = %i : !llvm.ptr, i32
  }
  return
}
// -----
// error: 'omp.atomic.capture' op captured variable in atomic.read must be updated in second operation
func.func @f(%q: !llvm.ptr, %r: !llvm.ptr, %i: i32) {
  omp.atomic.capture {
    omp.atomic.read %q = %r : !llvm.ptr, !llvm.ptr, i32
    omp.atomic.write %q = %i : !llvm.ptr, i32
  }
  return
}
// -----
// error: 'omp.atomic.capture' op updated variable in atomic.update must be captured in second operation
func.func @f(%q: !llvm.ptr, %r: !llvm.ptr, %i: i32) {
  omp.atomic.capture {
    omp.atomic.update %q : !llvm.ptr {
    ^bb0(%v: i32):
      omp.yield(%v : i32)
    }
    omp.atomic.read %q = %r : !llvm.ptr, !llvm.ptr, i32
  }
  return
}
// -----
// error: 'omp.atomic.capture' op operations inside capture region must not have hint clause
func.func @f(%q: !llvm.ptr, %r: !llvm.ptr, %i: i32) {
  omp.atomic.capture {
    omp.atomic.read %q = %r hint(contended) : !llvm.ptr, !llvm.ptr, i32
    omp.atomic.write %r = %i : !llvm.ptr, i32
  }
  return
}
// -----
// error: 'omp.atomic.capture' op operations inside capture region must not have hint clause
func.func @f(%q: !llvm.ptr, %r: !llvm.ptr, %i: i32) {
  omp.atomic.capture {
    omp.atomic.read %q = %r hint(none) : !llvm.ptr, !llvm.ptr, i32
    omp.atomic.write %r = %i : !llvm.ptr, i32
  }
  return
}
// -----
// error: 'omp.atomic.capture' op operations inside capture region must not have memory_order clause
func.func @f(%q: !llvm.ptr, %r: !llvm.ptr, %i: i32) {
  omp.atomic.capture {
    omp.atomic.read %q = %r : !llvm.ptr, !llvm.ptr, i32
    omp.atomic.write %r = %i memory_order(relaxed) : !llvm.ptr, i32
  }
  return
}
// -----
// error: 'omp.atomic.capture' op the hints omp_sync_hint_uncontended and omp_sync_hint_contended cannot be combined
func.func @f(%q: !llvm.ptr, %r: !llvm.ptr, %i: i32) {
  omp.atomic.capture hint(contended, uncontended) {
    omp.atomic.read %q = %r : !llvm.ptr, !llvm.ptr, i32
    omp.atomic.write %r = %i : !llvm.ptr, i32
  }
  return
}
// -----
// error: invalid clause value: 'close'
func.func @f(%q: !llvm.ptr, %r: !llvm.ptr, %i: i32) {
  omp.atomic.capture memory_order(close) {
    omp.atomic.read %q = %r : !llvm.ptr, !llvm.ptr, i32
    omp.atomic.write %r = %i : !llvm.ptr, i32
  }
  return
}
// -----
// error: 'omp.wsloop' op 'omp.composite' attribute missing from composite wrapper
func.func @f(%x: index) {
  omp.wsloop {
    omp.simd {
      omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
        omp.yield
      }
    } {omp.composite}
  }
  return
}
// -----
// error: 'omp.wsloop' op 'omp.composite' attribute present in non-composite wrapper
func.func @f(%x: index) {
  omp.wsloop {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  } {omp.composite}
  return
}
// -----
// error: 'omp.wsloop' op only supported nested wrapper is 'omp.simd'
func.func @f(%x: index) {
  omp.wsloop {
    omp.wsloop {
      omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
        omp.yield
      }
    } {omp.composite}
  } {omp.composite}
  return
}
// -----
// error: 'omp.simd' op 'omp.composite' attribute present in non-composite wrapper
func.func @f(%x: index) {
  omp.simd {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  } {omp.composite}
  return
}
// -----
// error: 'omp.simd' op must wrap an 'omp.loop_nest' directly
func.func @f(%x: index) {
  omp.simd {
    omp.simd {
      omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
        omp.yield
      }
    } {omp.composite}
  }
  return
}
// -----
// error: 'omp.distribute' op 'omp.composite' attribute present in non-composite wrapper
func.func @f(%x: index) {
  omp.distribute {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  } {omp.composite}
  return
}
// -----
// error: 'omp.distribute' op 'omp.composite' attribute missing from composite wrapper
func.func @f(%x: index) {
  omp.distribute {
    omp.simd {
      omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
        omp.yield
      }
    } {omp.composite}
  }
  return
}
// -----
// error: 'omp.distribute' op an 'omp.wsloop' nested wrapper is only allowed when a composite 'omp.parallel' is the direct parent
func.func @f(%x: index) {
  omp.distribute {
    omp.wsloop {
      omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
        omp.yield
      }
    } {omp.composite}
  } {omp.composite}
  return
}
// -----
// error: 'omp.distribute' op only supported nested wrappers are 'omp.simd' and 'omp.wsloop'
func.func @f(%x: index) {
  omp.distribute {
    omp.taskloop {
      omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
        omp.yield
      }
    }
  } {omp.composite}
  return
}
// -----
// error: 'omp.parallel' op 'omp.composite' attribute missing from composite operation
func.func @f(%x: index) {
  omp.parallel {
    omp.distribute {
      omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
        omp.yield
      }
    }
    omp.terminator
  }
  return
}
// -----
// error: 'omp.parallel' op 'omp.composite' attribute present in non-composite operation
func.func @f() {
  omp.parallel {
    omp.terminator
  } {omp.composite}
  return
}
// -----
// error: 'omp.parallel' op multiple 'omp.distribute' nested inside of 'omp.parallel'
func.func @f(%x: index) {
  omp.parallel {
    omp.distribute {
      omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
        omp.yield
      }
    }
    omp.distribute {
      omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
        omp.yield
      }
    }
    omp.terminator
  }
  return
}
// -----
// error: 'omp.parallel' op unexpected OpenMP operation inside of composite 'omp.parallel': omp.barrier
func.func @f(%x: index) {
  omp.parallel {
    omp.barrier
    omp.distribute {
      omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
        omp.yield
      }
    }
    omp.terminator
  } {omp.composite}
  return
}
// -----
// error: 'omp.teams' op expected to be nested inside of omp.target or not nested in any OpenMP dialect operations
func.func @f() {
  omp.parallel {
    omp.teams {
      omp.terminator
    }
    omp.terminator
  }
  return
}
// -----
// error: 'omp.teams' op expected to be nested inside of omp.target or not nested in any OpenMP dialect operations
func.func @f() {
  omp.target {
    omp.master {
      omp.teams {
        omp.terminator
      }
      omp.terminator
    }
    omp.terminator
  }
  return
}
// -----
// error: 'omp.parallel' op accumulator variable used more than once
omp.declare_reduction @add : i32 init {
^bb0(%a: i32):
  omp.yield(%a : i32)
} combiner {
^bb0(%a: i32, %b: i32):
  omp.yield(%a : i32)
}
func.func @f(%q: !llvm.ptr) {
  omp.parallel reduction(@add %q -> %a, @add %q -> %b : !llvm.ptr, !llvm.ptr) {
    omp.terminator
  }
  return
}
// -----
// error: 'omp.teams' op expected symbol reference @add to point to a reduction declaration
func.func @f(%q: !llvm.ptr) {
  omp.teams reduction(@add %q -> %a : !llvm.ptr) {
    omp.terminator
  }
  return
}
// -----
// error: 'omp.sections' op expected symbol reference @f to point to a reduction declaration
func.func @f(%q: !llvm.ptr) {
  omp.sections reduction(@f %q -> %a : !llvm.ptr) {
    omp.terminator
  }
  return
}
// -----
// error: 'omp.wsloop' op expected symbol reference @add to point to a reduction declaration
func.func @f(%x: index, %q: !llvm.ptr) {
  omp.wsloop reduction(@add %q -> %a : !llvm.ptr) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.task' op expected symbol reference @add to point to a reduction declaration
func.func @f(%q: !llvm.ptr) {
  omp.task in_reduction(@add %q -> %a : !llvm.ptr) {
    omp.terminator
  }
  return
}
// -----
// error: 'omp.taskgroup' op expected symbol reference @add to point to a reduction declaration
func.func @f(%q: !llvm.ptr) {
  omp.taskgroup task_reduction(@add %q -> %a : !llvm.ptr) {
    omp.terminator
  }
  return
}
// -----
// error: invalid kind of attribute specified
func.func @f(%q: !llvm.ptr) {
  omp.parallel private(1 %q -> %a : !llvm.ptr) {
    omp.terminator
  }
  return
}
// -----
// error: 'omp.parallel' op inconsistent number of private variables and privatizer op symbols, private vars: 0 vs. privatizer op symbols: 1
func.func @f() {
  "omp.parallel"() <{private_syms = [@p], operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0>}> ({
    omp.terminator
  }) : () -> ()
  return
}
// -----
// error: 'omp.parallel' op failed to lookup privatizer op with symbol: '@f'
func.func @f(%q: !llvm.ptr) {
  omp.parallel private(@f %q -> %a : !llvm.ptr) {
    omp.terminator
  }
  return
}
// -----
// error: 'omp.parallel' op type mismatch between a private variable and its privatizer op, var type: '!llvm.ptr' vs. privatizer op type: 'i64'
omp.private {type = private} @p : i32 init {
^bb0(%a: i64, %b: i64):
  omp.yield(%b : i64)
}
func.func @f(%q: !llvm.ptr) {
  omp.parallel private(@p %q -> %a : !llvm.ptr) {
    omp.terminator
  }
  return
}
// -----
// error: 'omp.parallel' op type mismatch between a firstprivate variable and its privatizer op, var type: 'i32' vs. privatizer op type: '!llvm.ptr'
omp.private {type = firstprivate} @p : i32 copy {
^bb0(%a: !llvm.ptr, %b: !llvm.ptr):
  omp.yield(%b : !llvm.ptr)
}
func.func @f(%q: i32) {
  omp.parallel private(@p %q -> %a : i32) {
    omp.terminator
  }
  return
}
// -----
// error: 'omp.simd' op Cannot find privatizer '@f'
func.func @f(%x: index, %q: !llvm.ptr) {
  omp.simd private(@f %q -> %a : !llvm.ptr) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  }
  return
}
// -----
// error: 'omp.simd' op FIRSTPRIVATE cannot be used with SIMD
omp.private {type = firstprivate} @p : i32 copy {
^bb0(%a: !llvm.ptr, %b: !llvm.ptr):
  omp.yield(%b : !llvm.ptr)
}
func.func @f(%x: index, %q: !llvm.ptr) {
  omp.simd private(@p %q -> %a : !llvm.ptr) {
    omp.loop_nest (%k) : index = (%x) to (%x) step (%x) {
      omp.yield
    }
  }
  return
}
