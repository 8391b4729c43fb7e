module {
  func.func @t(%arg0: index, %arg1: i32, %arg2: i1, %arg3: f32, %arg4: tensor<?xf32>) {
    scf.for %arg5 = %arg0 to %arg0 step %arg0 {
      "test.a"() : () -> ()
    } {foo = 1 : i32}
    %0 = scf.for %arg5 = %arg0 to %arg0 step %arg0 iter_args(%arg6 = %arg3) -> (f32) {
      scf.yield {foo = 1 : i32} %arg6 : f32
    }
    scf.for unsigned %arg5 = %arg1 to %arg1 step %arg1  : i32 {
    }
    %1:2 = scf.for unsigned %arg5 = %arg1 to %arg1 step %arg1 iter_args(%arg6 = %arg3, %arg7 = %arg3) -> (f32, f32)  : i32 {
      scf.yield %arg6, %arg7 : f32, f32
    }
    scf.if %arg2 {
      "test.a"() : () -> ()
    } {foo = 1 : i32}
    scf.if %arg2 {
      "test.a"() : () -> ()
    } else {
      "test.a"() : () -> ()
    } {foo = 1 : i32}
    %2:2 = scf.if %arg2 -> (f32, f32) {
      scf.yield %arg3, %arg3 : f32, f32
    } else {
      scf.yield %arg3, %arg3 : f32, f32
    }
    %3 = scf.while (%arg5 = %arg3) : (f32) -> f32 {
      scf.condition(%arg2) {foo = 1 : i32} %arg5 : f32
    } do {
    ^bb0(%arg5: f32):
      scf.yield %arg5 : f32
    } attributes {foo = 1 : i32}
    scf.while : () -> () {
      scf.condition(%arg2)
    } do {
      scf.yield
    }
    %4:2 = scf.while (%arg5 = %arg3, %arg6 = %arg1) : (f32, i32) -> (f32, f32) {
      scf.condition(%arg2) %arg5, %arg5 : f32, f32
    } do {
    ^bb0(%arg5: f32, %arg6: f32):
      scf.yield %arg5, %arg1 : f32, i32
    }
    scf.parallel (%arg5, %arg6) = (%arg0, %arg0) to (%arg0, %arg0) step (%arg0, %arg0) {
      "test.a"() : () -> ()
      scf.reduce 
    } {foo = 1 : i32}
    scf.parallel (%arg5, %arg6) = (%arg0, %arg0) to (%arg0, %arg0) step (%arg0, %arg0) {
      scf.reduce 
    }
    %5:2 = scf.parallel (%arg5, %arg6) = (%arg0, %arg0) to (%arg0, %arg0) step (%arg0, %arg0) init (%arg3, %arg3) -> (f32, f32) {
      scf.reduce(%arg3, %arg3 : f32, f32) {
      ^bb0(%arg7: f32, %arg8: f32):
        scf.reduce.return %arg7 {foo = 1 : i32} : f32
      }, {
      ^bb0(%arg7: f32, %arg8: f32):
        scf.reduce.return %arg7 : f32
      } {foo = 1 : i32}
    }
    scf.forall (%arg5, %arg6) in (%arg0, 5) {
      "test.a"() : () -> ()
    } {foo = 1 : i32}
    scf.forall (%arg5, %arg6) in (%arg0, 5) {
    } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
    %6:2 = scf.forall (%arg5, %arg6) = (0, %arg0) to (%arg0, 5) step (1, %arg0) shared_outs(%arg7 = %arg4, %arg8 = %arg4) -> (tensor<?xf32>, tensor<?xf32>) {
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %arg4 into %arg7[%arg5] [%arg0] [1] : tensor<?xf32> into tensor<?xf32>
      }
    }
    %7 = scf.execute_region -> f32 no_inline {
      scf.yield %arg3 : f32
    } {foo = 1 : i32}
    scf.execute_region {
      scf.yield
    }
    %8:2 = scf.execute_region -> (f32, f32) {
      cf.br ^bb1(%arg3 : f32)
    ^bb1(%10: f32):  // pred: ^bb0
      scf.yield %arg3, %10 : f32, f32
    }
    scf.index_switch %arg0 {foo = 1 : i32} 
    case 2 {
      scf.yield
    }
    case 5 {
      "test.a"() : () -> ()
      scf.yield
    }
    default {
    }
    %9:2 = scf.index_switch %arg0 -> f32, i32 
    case 2 {
      scf.yield %arg3, %arg1 : f32, i32
    }
    default {
      scf.yield %arg3, %arg1 : f32, i32
    }
    scf.index_switch %arg0 
    default {
    }
    return
  }
  func.func @more(%arg0: index, %arg1: i1, %arg2: tensor<?xf32>) -> (tensor<?xf32>, i32) {
    %c0_i32 = arith.constant 0 : i32
    %0:2 = scf.while (%arg3 = %arg2, %arg4 = %c0_i32) : (tensor<?xf32>, i32) -> (tensor<?xf32>, i32) {
      scf.condition(%arg1) %arg3, %arg4 : tensor<?xf32>, i32
    } do {
    ^bb0(%arg3: tensor<?xf32>, %arg4: i32):
      %3 = scf.if %arg1 -> (tensor<?xf32>) {
        scf.yield %arg3 : tensor<?xf32>
      } else {
        %4 = scf.for %arg5 = %arg0 to %arg0 step %arg0 iter_args(%arg6 = %arg3) -> (tensor<?xf32>) {
          %5 = scf.index_switch %arg5 -> tensor<?xf32> 
          case -3 {
            scf.yield %arg6 : tensor<?xf32>
          }
          case 7 {
            scf.yield %arg3 : tensor<?xf32>
          }
          default {
            scf.yield %arg2 : tensor<?xf32>
          }
          scf.yield %5 : tensor<?xf32>
        } {unrolled, "weird name" = 1 : i32}
        scf.yield %4 : tensor<?xf32>
      }
      scf.yield %3, %arg4 : tensor<?xf32>, i32
    } attributes {loop}
    %1 = scf.parallel (%arg3) = (%arg0) to (%arg0) step (%arg0) init (%c0_i32) -> i32 {
      scf.reduce(%c0_i32 : i32) {
      ^bb0(%arg4: i32, %arg5: i32):
        %3 = arith.addi %arg4, %arg5 : i32
        scf.reduce.return %3 : i32
      }
    }
    %2 = scf.forall (%arg3) = (0) to (%arg0) step (4) shared_outs(%arg4 = %arg2) -> (tensor<?xf32>) {
      %extracted_slice = tensor.extract_slice %arg4[%arg3] [4] [1] : tensor<?xf32> to tensor<4xf32>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %extracted_slice into %arg4[%arg3] [4] [1] : tensor<4xf32> into tensor<?xf32>
      }
    } {mapping = [#gpu.warp<linear_dim_0>]}
    scf.execute_region no_inline {
      scf.yield
    }
    return %0#0, %0#1 : tensor<?xf32>, i32
  }
}

// -----

// The reference differs: it leaves out the terminators and their attributes.
module {
  func.func @t(%arg0: index, %arg1: i32) {
    scf.for unsigned %arg2 = %arg1 to %arg1 step %arg1  : i32 {
      scf.yield {foo = 1 : i32}
    }
    scf.forall (%arg2, %arg3) in (%arg0, 5) {
      scf.forall.in_parallel {
      } {foo = 1 : i32}
    } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
    return
  }
}
