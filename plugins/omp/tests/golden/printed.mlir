module {
  omp.declare_reduction @add : i32 init {
  ^bb0(%arg0: i32):
    %c0_i32 = arith.constant 0 : i32
    omp.yield(%c0_i32 : i32)
  } combiner {
  ^bb0(%arg0: i32, %arg1: i32):
    %0 = arith.addi %arg0, %arg1 : i32
    omp.yield(%0 : i32)
  } atomic {
  ^bb0(%arg0: !llvm.ptr, %arg1: !llvm.ptr):
    omp.yield
  } cleanup {
  ^bb0(%arg0: i32):
    omp.yield
  }
  omp.private {type = private} @p : i32
  omp.private {type = firstprivate} @q : i32 copy {
  ^bb0(%arg0: !llvm.ptr, %arg1: !llvm.ptr):
    omp.yield(%arg1 : !llvm.ptr)
  }
  omp.critical.declare @mutex hint(contended, speculative)
  func.func @f(%arg0: index, %arg1: i32, %arg2: i1, %arg3: !llvm.ptr, %arg4: i64, %arg5: !llvm.ptr) {
    omp.parallel allocate(%arg4 : i64 -> %arg3 : !llvm.ptr) if(%arg2) num_threads(%arg1 : i32) proc_bind(close) private(@p %arg3 -> %arg6, @q %arg3 -> %arg7 : !llvm.ptr, !llvm.ptr) private_barrier reduction(byref @add %arg3 -> %arg8 : !llvm.ptr) {
      omp.wsloop nowait order(reproducible:concurrent) schedule(dynamic = %arg1 : i32, monotonic, simd) reduction(mod: inscan, @add %arg3 -> %arg9 : !llvm.ptr) {
        omp.loop_nest (%arg10, %arg11) : index = (%arg0, %arg0) to (%arg0, %arg0) inclusive step (%arg0, %arg0) {
          omp.yield
        }
      }
      omp.terminator
    }
    omp.wsloop ordered(1) {
      omp.simd aligned(%arg3 : !llvm.ptr -> 32 : i64) if(%arg2) nontemporal(%arg3 : !llvm.ptr) safelen(8) simdlen(4) {
        omp.loop_nest (%arg6) : index = (%arg0) to (%arg0) step (%arg0) {
          omp.yield
        }
      } {omp.composite}
    } {omp.composite}
    omp.simd {
      omp.loop_nest (%arg6) : index = (%arg0) to (%arg0) step (%arg0) tiles(4) {
        omp.yield
      }
    }
    omp.single copyprivate(%arg3 -> @g : !llvm.ptr) nowait {
      omp.terminator
    }
    omp.master {
      omp.terminator
    }
    omp.masked filter(%arg1 : i32) {
      omp.terminator
    }
    omp.sections nowait reduction(@add %arg3 -> %arg6 : !llvm.ptr) {
      omp.section {
      ^bb0(%arg7: !llvm.ptr):
        omp.terminator
      }
      omp.terminator
    }
    omp.task depend(taskdependin -> %arg3 : !llvm.ptr) final(%arg2) if(%arg2) mergeable priority(%arg1 : i32) untied in_reduction(@add %arg3 -> %arg6 : !llvm.ptr) private(@p %arg3 -> %arg7 : !llvm.ptr) {
      omp.terminator
    }
    omp.taskgroup task_reduction(@add %arg3 -> %arg6 : !llvm.ptr) {
      omp.terminator
    }
    omp.taskwait
    omp.taskyield
    omp.barrier
    omp.flush
    omp.flush(%arg3 : !llvm.ptr)
    omp.critical {
      omp.terminator
    }
    omp.critical(@mutex) {
      omp.terminator
    }
    omp.ordered.region par_level_simd {
      omp.terminator
    }
    omp.atomic.read %arg5 = %arg3 hint(contended, speculative) memory_order(acquire) : !llvm.ptr, !llvm.ptr, i32
    omp.atomic.write %arg3 = %arg1 memory_order(release) : !llvm.ptr, i32
    omp.atomic.update memory_order(relaxed) %arg3 : !llvm.ptr {
    ^bb0(%arg6: i32):
      omp.yield(%arg6 : i32)
    }
    omp.teams if(%arg2) num_teams(%arg1 : i32 to %arg1 : i32) thread_limit(%arg1 : i32) {
      omp.distribute dist_schedule_static dist_schedule_chunk_size(%arg1 : i32) {
        omp.loop_nest (%arg6) : index = (%arg0) to (%arg0) step (%arg0) {
          omp.yield
        }
      }
      omp.terminator
    }
    %0 = omp.threadprivate %arg3 : !llvm.ptr -> !llvm.ptr
    return
  }
  func.func @g(%arg0: !llvm.ptr, %arg1: !llvm.ptr) {
    return
  }
}
// -----
module {
  omp.declare_mapper @whole : i32 {
  ^bb0(%arg0: !llvm.ptr):
    %0 = omp.map.info var_ptr(%arg0 : !llvm.ptr, i32) map_clauses(tofrom) capture(This) -> !llvm.ptr
    omp.declare_mapper.info map_entries(%0 : !llvm.ptr)
  }
  omp.declare_mapper @nothing : i32 {
  ^bb0(%arg0: !llvm.ptr):
    omp.declare_mapper.info
  } {stray}
  func.func @f(%arg0: index, %arg1: memref<?xi32>, %arg2: !llvm.ptr, %arg3: i32) {
    %0 = omp.map.bounds lower_bound(%arg0 : index) upper_bound(%arg0 : index) extent(%arg0 : index) stride(%arg0 : index) start_idx(%arg3 : i32) {stray, stride_in_bytes = true}
    %1 = omp.map.bounds upper_bound(%arg0 : index)
    %2 = omp.map.info var_ptr(%arg2 : !llvm.ptr, i32) map_clauses(none) capture(This) -> !llvm.ptr
    %3 = omp.map.info var_ptr(%arg1 : memref<?xi32>, tensor<?xi32>) map_clauses(always, close, tofrom) capture(ByRef) var_ptr_ptr(%arg2 : !llvm.ptr) mapper(@whole) members(%2, %2 : [0], [1, 2] : !llvm.ptr, !llvm.ptr) bounds(%0, %1) -> memref<?xi32> {name = "a", partial_map = true, stray}
    %4 = omp.map.info var_ptr(%arg2 : !llvm.ptr, i32) map_clauses(always, implicit, ompx_hold, close, present, tofrom, delete, return_param, storage, private, literal, attach, attach_always, attach_none, attach_auto, ref_ptr, ref_ptee, ref_ptr_ptee, is_device_ptr) capture(ByCopy) -> !llvm.ptr
    %5 = omp.map.info var_ptr(%arg2 : !llvm.ptr, i32) map_clauses(from, delete) capture(VLAType) -> !llvm.ptr
    return
  }
}
// -----
module {
  omp.private {type = private} @p : i32
  omp.private {type = firstprivate} @q : i32 copy {
  ^bb0(%arg0: !llvm.ptr, %arg1: !llvm.ptr):
    omp.yield(%arg1 : !llvm.ptr)
  }
  omp.declare_reduction @add : i32 init {
  ^bb0(%arg0: i32):
    %c0_i32 = arith.constant 0 : i32
    omp.yield(%c0_i32 : i32)
  } combiner {
  ^bb0(%arg0: i32, %arg1: i32):
    %0 = arith.addi %arg0, %arg1 : i32
    omp.yield(%0 : i32)
  }
  func.func @data(%arg0: !llvm.ptr, %arg1: i32, %arg2: i1) {
    %0 = omp.map.info var_ptr(%arg0 : !llvm.ptr, i32) map_clauses(to) capture(ByRef) -> !llvm.ptr
    %1 = omp.map.info var_ptr(%arg0 : !llvm.ptr, i32) map_clauses(present, from) capture(ByRef) -> !llvm.ptr
    omp.target_data device(%arg1 : i32) if(%arg2) map_entries(%0 : !llvm.ptr) use_device_addr(%0 -> %arg3, %0 -> %arg4 : !llvm.ptr, !llvm.ptr) use_device_ptr(%0 -> %arg5 : !llvm.ptr) {
      omp.terminator
    } {stray}
    omp.target_data map_entries(%1 : !llvm.ptr) {
    }
    omp.target_enter_data depend(taskdependin -> %arg0 : !llvm.ptr) device(%arg1 : i32) if(%arg2) map_entries(%0 : !llvm.ptr) nowait {stray}
    omp.target_exit_data depend(taskdependout -> %arg0 : !llvm.ptr) device(%arg1 : i32) if(%arg2) map_entries(%1 : !llvm.ptr) nowait {stray}
    omp.target_update depend(taskdependin -> %arg0 : !llvm.ptr) device(%arg1 : i32) if(%arg2) map_entries(%1, %1 : !llvm.ptr, !llvm.ptr) nowait {stray}
    omp.target_enter_data
    omp.target_exit_data
    omp.target_update
    return
  }
  func.func @clauses(%arg0: !llvm.ptr, %arg1: i32, %arg2: i1, %arg3: i64) {
    %0 = omp.map.info var_ptr(%arg0 : !llvm.ptr, i32) map_clauses(tofrom) capture(ByRef) -> !llvm.ptr
    omp.target allocate(%arg3 : i64 -> %arg0 : !llvm.ptr) ompx_bare depend(taskdependin -> %arg0 : !llvm.ptr) device(%arg1 : i32) if(%arg2) is_device_ptr(%arg0 : !llvm.ptr) nowait thread_limit(%arg1 : i32) has_device_addr(%0 -> %arg4, %0 -> %arg5 : !llvm.ptr, !llvm.ptr) host_eval(%arg1 -> %arg6 : i32) in_reduction(byref @add %arg0 -> %arg7 : !llvm.ptr) map_entries(%0 -> %arg8, %0 -> %arg9 : !llvm.ptr, !llvm.ptr) private(@p %arg0 -> %arg10 [map_idx=1], @q %arg0 -> %arg11, @q %arg0 -> %arg12 [map_idx=0] : !llvm.ptr, !llvm.ptr, !llvm.ptr) private_barrier {
      omp.terminator
    } {stray}
    omp.target private(@p %arg0 -> %arg4, @q %arg0 -> %arg5 : !llvm.ptr, !llvm.ptr) {
      omp.terminator
    }
    omp.target {
    }
    return
  }
  func.func @trip_count_and_threads(%arg0: index, %arg1: i32) {
    omp.target host_eval(%arg0 -> %arg2, %arg1 -> %arg3 : index, i32) {
      omp.teams num_teams(%arg3 : i32 to %arg3 : i32) thread_limit(%arg3 : i32) {
        omp.parallel num_threads(%arg3 : i32) {
          omp.distribute {
            omp.wsloop {
              omp.simd {
                omp.loop_nest (%arg4) : index = (%arg2) to (%arg2) step (%arg2) {
                  omp.yield
                }
              } {omp.composite}
            } {omp.composite}
          } {omp.composite}
          omp.terminator
        } {omp.composite}
        omp.terminator
      }
      omp.terminator
    }
    return
  }
  func.func @trip_count(%arg0: index) {
    omp.target host_eval(%arg0 -> %arg1 : index) {
      omp.teams {
        omp.distribute {
          omp.loop_nest (%arg2) : index = (%arg1) to (%arg1) step (%arg1) {
            omp.yield
          }
        }
        omp.terminator
      }
      omp.terminator
    }
    return
  }
  func.func @threads(%arg0: i32) {
    omp.target host_eval(%arg0 -> %arg1 : i32) {
      %c1 = arith.constant 1 : index
      cf.br ^bb1
    ^bb1:  // pred: ^bb0
      omp.parallel num_threads(%arg1 : i32) {
        omp.wsloop {
          omp.loop_nest (%arg2) : index = (%c1) to (%c1) step (%c1) {
            omp.yield
          }
        }
        omp.terminator
      }
      omp.terminator
    }
    return
  }
}
// -----
module {
  omp.private {type = private} @p : i32
  omp.declare_reduction @add : i32 init {
  ^bb0(%arg0: i32):
    %c0_i32 = arith.constant 0 : i32
    omp.yield(%c0_i32 : i32)
  } combiner {
  ^bb0(%arg0: i32, %arg1: i32):
    %0 = arith.addi %arg0, %arg1 : i32
    omp.yield(%0 : i32)
  } atomic {
  ^bb0(%arg0: !llvm.ptr, %arg1: !llvm.ptr):
    omp.yield
  }
  func.func @loops(%arg0: index, %arg1: !llvm.ptr, %arg2: !llvm.ptr, %arg3: i32, %arg4: i1, %arg5: i64) {
    omp.taskloop allocate(%arg5 : i64 -> %arg1 : !llvm.ptr) final(%arg4) grainsize(strict, %arg3: i32) if(%arg4) mergeable priority(%arg3 : i32) untied in_reduction(@add %arg1 -> %arg6 : !llvm.ptr) private(@p %arg1 -> %arg7 : !llvm.ptr) reduction(mod: task, byref @add %arg2 -> %arg8 : !llvm.ptr) {
      omp.loop_nest (%arg9) : index = (%arg0) to (%arg0) step (%arg0) {
        omp.yield
      }
    } {stray}
    omp.taskloop nogroup num_tasks(%arg5: i64) {
      omp.simd {
        omp.loop_nest (%arg6) : index = (%arg0) to (%arg0) step (%arg0) {
          omp.yield
        }
      } {omp.composite}
    } {omp.composite}
    omp.taskloop num_tasks(strict, %arg0: index) {
      omp.loop_nest (%arg6) : index = (%arg0) to (%arg0) step (%arg0) {
        omp.yield
      }
    }
    omp.taskloop grainsize(%arg0: index) {
      omp.loop_nest (%arg6) : index = (%arg0) to (%arg0) step (%arg0) {
        omp.yield
      }
    }
    omp.loop bind(parallel) order(reproducible:concurrent) private(@p %arg1 -> %arg6 : !llvm.ptr) reduction(@add %arg1 -> %arg7 : !llvm.ptr) {
      omp.loop_nest (%arg8) : index = (%arg0) to (%arg0) step (%arg0) {
        omp.yield
      }
    } {stray}
    omp.loop bind(teams) {
      omp.loop_nest (%arg6) : index = (%arg0) to (%arg0) step (%arg0) {
        omp.yield
      }
    }
    omp.loop bind(thread) {
      omp.loop_nest (%arg6) : index = (%arg0) to (%arg0) step (%arg0) {
        omp.yield
      }
    }
    omp.workshare nowait {
      omp.workshare.loop_wrapper {
        omp.loop_nest (%arg6) : index = (%arg0) to (%arg0) step (%arg0) {
          omp.yield
        }
      } {stray}
      omp.terminator
    } {stray}
    omp.workshare {
      omp.terminator
    }
    omp.target host_eval(%arg0 -> %arg6 : index) {
      omp.teams {
        omp.loop {
          omp.loop_nest (%arg7) : index = (%arg6) to (%arg6) step (%arg6) {
            omp.yield
          }
        }
        omp.terminator
      }
      omp.terminator
    }
    return
  }
}
// -----
module {
  omp.declare_reduction @add : i32 init {
  ^bb0(%arg0: i32):
    %c0_i32 = arith.constant 0 : i32
    omp.yield(%c0_i32 : i32)
  } combiner {
  ^bb0(%arg0: i32, %arg1: i32):
    %0 = arith.addi %arg0, %arg1 : i32
    omp.yield(%0 : i32)
  } atomic {
  ^bb0(%arg0: !llvm.ptr, %arg1: !llvm.ptr):
    omp.yield
  }
  func.func @points(%arg0: index, %arg1: !llvm.ptr, %arg2: i1) {
    omp.parallel {
      omp.cancel cancellation_construct_type(parallel) if(%arg2) {stray}
      omp.cancellation_point cancellation_construct_type(parallel) {stray}
      scf.if %arg2 {
        omp.cancel cancellation_construct_type(parallel)
      }
      omp.terminator
    }
    omp.wsloop {
      omp.loop_nest (%arg3) : index = (%arg0) to (%arg0) step (%arg0) {
        omp.cancel cancellation_construct_type(loop)
        omp.cancellation_point cancellation_construct_type(loop)
        omp.yield
      }
    }
    omp.sections {
      omp.section {
        omp.cancel cancellation_construct_type(sections)
        omp.cancellation_point cancellation_construct_type(sections)
        omp.terminator
      }
      omp.terminator
    }
    omp.task {
      omp.cancel cancellation_construct_type(taskgroup)
      omp.cancellation_point cancellation_construct_type(taskgroup)
      omp.terminator
    }
    omp.taskloop {
      omp.loop_nest (%arg3) : index = (%arg0) to (%arg0) step (%arg0) {
        omp.cancel cancellation_construct_type(taskgroup)
        omp.cancellation_point cancellation_construct_type(taskgroup)
        omp.yield
      }
    }
    omp.wsloop ordered(0) {
      omp.loop_nest (%arg3) : index = (%arg0) to (%arg0) step (%arg0) {
        omp.ordered.region {
          omp.terminator
        }
        omp.yield
      }
    }
    omp.wsloop ordered(1) {
      omp.loop_nest (%arg3) : index = (%arg0) to (%arg0) step (%arg0) {
        omp.ordered depend_type(dependsink) depend_vec(%arg3 : index) {doacross_num_loops = 1 : i64}
        omp.ordered depend_type(dependsource) depend_vec(%arg3 : index) {doacross_num_loops = 1 : i64, stray}
        omp.ordered {doacross_num_loops = 1 : i64}
        omp.yield
      }
    }
    omp.wsloop ordered(2) {
      omp.simd {
        omp.loop_nest (%arg3) : index = (%arg0) to (%arg0) step (%arg0) {
          omp.ordered depend_vec(%arg3, %arg3 : index, index) {doacross_num_loops = 2 : i64}
          omp.yield
        }
      } {omp.composite}
    } {omp.composite}
    omp.wsloop reduction(mod: inscan, @add %arg1 -> %arg3 : !llvm.ptr) {
      omp.loop_nest (%arg4) : index = (%arg0) to (%arg0) step (%arg0) {
        omp.scan inclusive(%arg3 : !llvm.ptr) {stray}
        omp.scan exclusive(%arg3 : !llvm.ptr)
        omp.yield
      }
    }
    omp.simd reduction(mod: inscan, @add %arg1 -> %arg3 : !llvm.ptr) {
      omp.loop_nest (%arg4) : index = (%arg0) to (%arg0) step (%arg0) {
        omp.scan inclusive(%arg3 : !llvm.ptr)
        omp.yield
      }
    }
    return
  }
  func.func @capture(%arg0: !llvm.ptr, %arg1: !llvm.ptr, %arg2: i32) {
    omp.atomic.capture hint(contended) memory_order(acq_rel) {
      omp.atomic.update %arg0 : !llvm.ptr {
      ^bb0(%arg3: i32):
        omp.yield(%arg3 : i32)
      }
      omp.atomic.read %arg1 = %arg0 : !llvm.ptr, !llvm.ptr, i32
    } {stray}
    omp.atomic.capture {
      omp.atomic.read %arg1 = %arg0 : !llvm.ptr, !llvm.ptr, i32
      omp.atomic.write %arg0 = %arg2 : !llvm.ptr, i32
    }
    omp.atomic.capture {
      omp.atomic.read %arg1 = %arg0 : !llvm.ptr, !llvm.ptr, i32
      omp.atomic.update %arg0 : !llvm.ptr {
      ^bb0(%arg3: i32):
        omp.yield(%arg3 : i32)
      }
    }
    return
  }
}
