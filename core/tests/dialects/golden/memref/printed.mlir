#map = affine_map<(d0)[s0, s1] -> (d0 * s0 + s1)>
module {
  %0:3 = "test.values"() : () -> (index, f32, i1)
  %1:7 = "test.buffers"() : () -> (memref<?x?xf32>, memref<4xf32>, memref<2x3xf32, strided<[?, 1], offset: ?>>, memref<*xf32>, memref<?xi8>, memref<2xindex>, memref<2xi32>)
  memref.global "private" constant @dense : memref<4xf32> = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> {alignment = 64 : i64, foo = 1 : i32}
  memref.global "nested" @uninitialized : memref<i32> = uninitialized
  memref.global @external : memref<2x2xi1, 3>
  %alloc = memref.alloc() {foo = 1 : i32} : memref<4xf32>
  %alloc_0 = memref.alloc(%0#0)[%0#0, %0#0] {alignment = 8 : i64} : memref<?xf32, #map>
  %alloc_1 = memref.alloc(%0#0, %0#0) : memref<?x4x?xf32, 1>
  %2 = memref.alloca_scope  -> (f32) {
    %alloca = memref.alloca(%0#0) {foo = 1 : i32} : memref<?xf32>
    memref.alloca_scope.return {foo = 1 : i32} %0#1 : f32
  } {foo = 1 : i32}
  memref.alloca_scope  {
    %alloca = memref.alloca() : memref<4xf32>
  }
  %3 = memref.realloc %1#1 {foo = 1 : i32} : memref<4xf32> to memref<8xf32>
  %4 = memref.realloc %1#1(%0#0) {alignment = 16 : i64} : memref<4xf32> to memref<?xf32>
  memref.dealloc %1#1 {foo = 1 : i32} : memref<4xf32>
  memref.dealloc %1#3 : memref<*xf32>
  %5 = memref.load %1#0[%0#0, %0#0] {foo = 1 : i32, nontemporal = true} : memref<?x?xf32>
  %6 = memref.load %1#0[%0#0, %0#0] {alignment = 16 : i64} : memref<?x?xf32>
  memref.store %0#1, %1#0[%0#0, %0#0] {foo = 1 : i32} : memref<?x?xf32>
  memref.copy %1#0, %1#0 {foo = 1 : i32} : memref<?x?xf32> to memref<?x?xf32>
  memref.prefetch %1#0[%0#0, %0#0], read, locality<3>, data : memref<?x?xf32>
  memref.prefetch %1#1[%0#0], write, locality<0>, instr : memref<4xf32>
  %7 = memref.atomic_rmw addf %0#1, %1#1[%0#0] {foo = 1 : i32} : (f32, memref<4xf32>) -> f32
  %8 = memref.generic_atomic_rmw %1#1[%0#0] : memref<4xf32> {
  ^bb0(%arg0: f32):
    memref.atomic_yield %arg0 {foo = 1 : i32} : f32
  } {foo = 1 : i32}
  %subview = memref.subview %1#0[%0#0, 0] [4, %0#0] [1, 2] {foo = 1 : i32} : memref<?x?xf32> to memref<4x?xf32, strided<[?, 2], offset: ?>>
  %subview_2 = memref.subview %1#2[0, 0] [1, 3] [1, 1] : memref<2x3xf32, strided<[?, 1], offset: ?>> to memref<3xf32, strided<[1], offset: ?>>
  %reinterpret_cast = memref.reinterpret_cast %1#3 to offset: [%0#0], sizes: [4, %0#0], strides: [%0#0, 1] {foo = 1 : i32} : memref<*xf32> to memref<4x?xf32, strided<[?, 1], offset: ?>>
  %cast = memref.cast %1#1 {foo = 1 : i32} : memref<4xf32> to memref<*xf32>
  %memspacecast = memref.memory_space_cast %1#1 {foo = 1 : i32} : memref<4xf32> to memref<4xf32, 1>
  %view = memref.view %1#4[%0#0][%0#0, %0#0] {foo = 1 : i32} : memref<?xi8> to memref<?x?xf32>
  %view_3 = memref.view %1#4[%0#0][] : memref<?xi8> to memref<4xf32>
  %expand_shape = memref.expand_shape %1#1 [[0, 1]] output_shape [2, 2] {foo = 1 : i32} : memref<4xf32> into memref<2x2xf32>
  %expand_shape_4 = memref.expand_shape %1#0 [[0, 1], [2]] output_shape [%0#0, 4, %0#0] : memref<?x?xf32> into memref<?x4x?xf32>
  %collapse_shape = memref.collapse_shape %1#0 [[0, 1]] {foo = 1 : i32} : memref<?x?xf32> into memref<?xf32>
  %reshape = memref.reshape %1#3(%1#5) {foo = 1 : i32} : (memref<*xf32>, memref<2xindex>) -> memref<?x?xf32>
  %transpose = memref.transpose %1#0 (d0, d1) -> (d1, d0) {foo = 1 : i32} : memref<?x?xf32> to memref<?x?xf32, strided<[1, ?]>>
  %dim = memref.dim {foo = 1 : i32} %1#0, %0#0 : memref<?x?xf32>
  %9 = memref.rank %1#3 {foo = 1 : i32} : memref<*xf32>
  %base_buffer, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %1#0 : memref<?x?xf32> -> memref<f32>, index, index, index, index, index {foo = 1 : i32}
  %intptr = memref.extract_aligned_pointer_as_index %1#3 : memref<*xf32> -> index {foo = 1 : i32}
  %assume_align = memref.assume_alignment %1#0, 16 {foo = 1 : i32} : memref<?x?xf32>
  %10:2 = memref.distinct_objects %1#0, %1#1 {foo = 1 : i32} : memref<?x?xf32>, memref<4xf32>
  %11 = memref.get_global @dense : memref<4xf32> {foo = 1 : i32}
  memref.dma_start %1#0[%0#0, %0#0], %1#1[%0#0], %0#0, %1#6[%0#0] : memref<?x?xf32>, memref<4xf32>, memref<2xi32>
  memref.dma_start %1#0[%0#0, %0#0], %1#1[%0#0], %0#0, %1#6[%0#0], %0#0, %0#0 : memref<?x?xf32>, memref<4xf32>, memref<2xi32>
  memref.dma_wait %1#6[%0#0], %0#0 {foo = 1 : i32} : memref<2xi32>
  %base_buffer_5, %offset_6, %sizes_7, %strides_8 = memref.extract_strided_metadata %1#1 : memref<4xf32> -> memref<f32>, index, index, index
  %12 = "test.scalar"() : () -> memref<f32>
  %base_buffer_9, %offset_10 = memref.extract_strided_metadata %12 : memref<f32> -> memref<f32>, index
}
