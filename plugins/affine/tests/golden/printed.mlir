#map = affine_map<(d0)[s0] -> (d0 + s0)>
#map1 = affine_map<(d0)[s0] -> (d0, d0 + s0)>
#map2 = affine_map<(d0) -> (d0, 5)>
#map3 = affine_map<() -> (5)>
#map4 = affine_map<(d0) -> (d0)>
#map5 = affine_map<()[s0] -> (s0 ceildiv 4)>
#map6 = affine_map<(d0)[s0] -> (d0 + s0 * 2)>
#map7 = affine_map<()[s0, s1] -> (s0, s1)>
#map8 = affine_map<()[s0] -> (s0 * 8)>
#set = affine_set<(d0, d1)[s0] : (d0 - 1 >= 0, d1 + s0 == 0)>
#set1 = affine_set<() : (1 == 0)>
#set2 = affine_set<()[s0] : (s0 - 4 >= 0)>
#set3 = affine_set<(d0) : (d0 >= 0, -d0 + 7 >= 0)>
module {
  func.func @t(%arg0: index, %arg1: index, %arg2: memref<10x10xf32>, %arg3: f32, %arg4: vector<8xf32>, %arg5: memref<2xf32, 2>, %arg6: memref<1xi32>, %arg7: index, %arg8: index) {
    %0 = affine.apply #map(%arg0)[%arg1] {foo = 1 : i32}
    %1 = affine.min #map1(%arg0)[%arg1] {foo = 1 : i32}
    %2 = affine.max #map2(%arg0)
    %3 = affine.apply #map3()
    affine.for %arg9 = 0 to 10 {
      "test.a"() : () -> ()
    } {foo = 1 : i32}
    affine.for %arg9 = 0 to 10 step 2 {
    }
    affine.for %arg9 = %arg0 to %arg1 {
    }
    affine.for %arg9 = #map(%arg0)[%arg1] to #map(%arg1)[%arg0] {
    }
    affine.for %arg9 = max #map1(%arg0)[%arg1] to min #map1(%arg1)[%arg0] step 3 {
    }
    %4:2 = affine.for %arg9 = 0 to 10 iter_args(%arg10 = %arg3, %arg11 = %arg3) -> (f32, f32) {
      affine.yield %arg10, %arg11 : f32, f32
    }
    affine.for %arg9 = 0 to 10 {
      affine.for %arg10 = #map4(%arg9) to %arg1 {
        %9 = affine.load %arg2[%arg9, %arg10 + %arg9 * 2] {foo = 1 : i32} : memref<10x10xf32>
        affine.store %9, %arg2[%arg9 floordiv 2, symbol(%arg0) + 3] {foo = 1 : i32} : memref<10x10xf32>
        %10 = affine.vector_load %arg2[%arg9, %arg10] {foo = 1 : i32} : memref<10x10xf32>, vector<8xf32>
        affine.vector_store %10, %arg2[%arg9, %arg10] {foo = 1 : i32} : memref<10x10xf32>, vector<8xf32>
        affine.prefetch %arg2[%arg9, %arg10 + 5], read, locality<3>, data {foo = 1 : i32} : memref<10x10xf32>
        affine.prefetch %arg2[%arg9, %arg10 + 5], write, locality<0>, instr : memref<10x10xf32>
        affine.if #set(%arg9, %arg10)[%arg0] {
          "test.a"() : () -> ()
        } {foo = 1 : i32}
        affine.if #set(%arg9, %arg10)[%arg0] {
          "test.a"() : () -> ()
        } else {
          "test.a"() : () -> ()
        } {foo = 1 : i32}
        %11 = affine.if #set(%arg9, %arg10)[%arg0] -> f32 {
          affine.yield %arg3 : f32
        } else {
          affine.yield %arg3 : f32
        }
        %12:2 = affine.if #set1() -> (f32, f32) {
          affine.yield %arg3, %arg3 : f32, f32
        } else {
          affine.yield %arg3, %arg3 : f32, f32
        }
      }
    }
    affine.parallel (%arg9, %arg10) = (0, 0) to (10, 10) {
      "test.a"() : () -> ()
    } {foo = 1 : i32}
    affine.parallel (%arg9, %arg10) = (0, %arg0) to (10, min(%arg1, 20)) step (2, 3) {
    }
    affine.parallel (%arg9) = (max(%arg0, %arg1)) to (symbol(%arg1) + 3) {
    }
    %5:2 = affine.parallel (%arg9, %arg10) = (0, 0) to (10, 10) reduce ("minimumf", "addf") -> (f32, f32) {
      affine.yield %arg3, %arg3 : f32, f32
    }
    affine.parallel () = () to () {
    }
    %6:3 = affine.delinearize_index %arg0 into (%arg1, 3, 4) {foo = 1 : i32} : index, index, index
    %7:2 = affine.delinearize_index %arg0 into (3) : index, index
    %8 = affine.linearize_index disjoint [%arg0, %arg1] by (%arg0, 4) : index
    affine.dma_start %arg2[%arg0, %arg1], %arg5[%arg0], %arg6[%arg0], %arg7 : memref<10x10xf32>, memref<2xf32, 2>, memref<1xi32>
    affine.dma_start %arg2[%arg0, %arg1 + 3], %arg5[%arg0], %arg6[%arg0], %arg7, %arg8, %arg8 : memref<10x10xf32>, memref<2xf32, 2>, memref<1xi32>
    affine.dma_wait %arg6[%arg0], %arg7 : memref<1xi32>
    return
  }
  func.func @more(%arg0: index, %arg1: memref<f32>, %arg2: memref<8x8xf32>, %arg3: f32, %arg4: index) {
    affine.for %arg5 = -5 to 10 step 4 {
      affine.for %arg6 = #map5()[%arg0] to #map6(%arg5)[%arg0] {
      }
    }
    affine.for %arg5 = max #map7()[%arg0, %arg4] to 100 {
    }
    affine.if #set2()[%arg0] {
      %4 = affine.load %arg1[] : memref<f32>
      affine.store %4, %arg2[0, symbol(%arg0) + 3] : memref<8x8xf32>
    }
    affine.for %arg5 = 0 to 10 {
      affine.for %arg6 = #map4(%arg5) to 10 {
        %4 = affine.vector_load %arg2[%arg5 + %arg6 floordiv 2 - 3, %arg6 mod 4 + symbol(%arg0) ceildiv 2] : memref<8x8xf32>, vector<8xf32>
        affine.vector_store %4, %arg2[-%arg5 + 4, (%arg5 + %arg6) * 2] : memref<8x8xf32>, vector<8xf32>
      }
    }
    %0 = affine.apply #map8()[%arg0]
    %1 = affine.parallel (%arg5, %arg6, %arg7) = (0, max(%arg0, %arg4 + 1), symbol(%arg0)) to (100, min(%arg0, %arg4, 7), symbol(%arg0) + 10) step (2, 1, 3) reduce ("addi") -> (i32) {
      %c1_i32 = arith.constant 1 : i32
      affine.yield %c1_i32 : i32
    }
    %2 = affine.parallel (%arg5) = (0) to (10) reduce ("addf") -> (f32) {
      affine.yield %arg3 : f32
    } {tag}
    %3 = affine.delinearize_index %arg0 into (%arg4) : index
    affine.if #set3(%arg0) {
    } else {
      affine.if #set2()[%arg0] {
      } else {
      }
    }
    return
  }
}

// -----

// The reference differs: it leaves out the terminator and its attributes, and spells out `disjoint`.
module {
  func.func @t(%arg0: index, %arg1: index) {
    affine.for %arg2 = 0 to 10 step 2 {
      affine.yield {foo = 1 : i32}
    }
    %0 = affine.linearize_index [%arg0, %arg1] by (3, 4) {foo = 1 : i32} : index
    return
  }
}
