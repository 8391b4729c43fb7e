// RUN: bufferize-opt %s --split-input-file --ownership-based-buffer-deallocation | filecheck %s

// Regions own what they allocate, and hand it on to the operation around them.

// CHECK-LABEL: func.func @body_of_a_structured_op(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<4xf32>, %[[arg2:.*]]: memref<4xf32>)
// CHECK:         cf.cond_br %[[arg0]], ^bb1, ^bb2
// CHECK:         ^bb1:
// CHECK:         cf.br ^bb3(%[[arg1]], %{{.*}} : memref<4xf32>, i1)
// CHECK:         ^bb2:
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%[[arg1]] : memref<4xf32>) outs(%[[alloc]] : memref<4xf32>) {
// CHECK:         ^bb0(%[[in:.*]]: f32, %[[out:.*]]: f32):
// CHECK:         %[[alloc_1:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         memref.copy %[[arg1]], %[[alloc_1]] : memref<4xf32> to memref<4xf32>
// CHECK:         bufferization.dealloc (%[[alloc_1]] : memref<4xf32>) if (%{{.*}})
// CHECK:         linalg.yield %[[in]] : f32
// CHECK:         %[[v0:.*]]:2 = bufferization.dealloc (%[[alloc]] : memref<4xf32>) if (%{{.*}}) retain (%[[alloc]], %[[arg2]] : memref<4xf32>, memref<4xf32>)
// CHECK:         cf.br ^bb3(%[[alloc]], %[[v0]]#0 : memref<4xf32>, i1)
// CHECK:         ^bb3(%[[v1:.*]]: memref<4xf32>, %[[v2:.*]]: i1):
// CHECK:         memref.copy %[[v1]], %[[arg2]] : memref<4xf32> to memref<4xf32>
// CHECK:         bufferization.dealloc (%{{.*}} : memref<f32>) if (%[[v2]])
// CHECK:         return
func.func @body_of_a_structured_op(%c: i1, %x: memref<4xf32>, %y: memref<4xf32>) {
  cf.cond_br %c, ^old, ^new
^old:
  cf.br ^join(%x : memref<4xf32>)
^new:
  %a = memref.alloc() : memref<4xf32>
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : memref<4xf32>) outs(%a : memref<4xf32>) {
  ^bb0(%p: f32, %q: f32):
    %b = memref.alloc() : memref<4xf32>
    memref.copy %x, %b : memref<4xf32> to memref<4xf32>
    linalg.yield %p : f32
  }
  cf.br ^join(%a : memref<4xf32>)
^join(%r: memref<4xf32>):
  memref.copy %r, %y : memref<4xf32> to memref<4xf32>
  return
}

// -----

// CHECK-LABEL: func.func @both_yield_what_is_outside(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: index, %[[arg2:.*]]: f32) -> memref<?xf32>
// CHECK:         %[[alloc:.*]] = memref.alloc(%[[arg1]]) : memref<?xf32>
// CHECK:         %[[v0:.*]]:2 = scf.if %[[arg0]] -> (memref<?xf32>, i1) {
// CHECK:         scf.yield %[[alloc]], %{{.*}} : memref<?xf32>, i1
// CHECK:         } else {
// CHECK:         %[[alloc_5:.*]] = memref.alloc(%[[arg1]]) : memref<?xf32>
// CHECK:         %[[v3:.*]] = bufferization.dealloc (%[[alloc_5]] : memref<?xf32>) if (%{{.*}}) retain (%[[alloc]] : memref<?xf32>)
// CHECK:         scf.yield %[[alloc]], %[[v3]] : memref<?xf32>, i1
// CHECK:         %[[v1:.*]] = scf.if %[[v0]]#1 -> (memref<?xf32>) {
// CHECK:         scf.yield %[[v0]]#0 : memref<?xf32>
// CHECK:         } else {
// CHECK:         %[[v3:.*]] = bufferization.clone %[[v0]]#0 : memref<?xf32> to memref<?xf32>
// CHECK:         scf.yield %[[v3]] : memref<?xf32>
// CHECK:         %[[v2:.*]] = bufferization.dealloc (%[[alloc]], %{{.*}}, %{{.*}} : memref<?xf32>, memref<f32>, memref<f32>) if (%{{.*}}, %[[v0]]#1, %{{.*}}) retain (%[[v1]] : memref<?xf32>)
// CHECK:         return %[[v1]] : memref<?xf32>
func.func @both_yield_what_is_outside(%c: i1, %n: index, %v: f32) -> memref<?xf32> {
  %a = memref.alloc(%n) : memref<?xf32>
  %0 = scf.if %c -> memref<?xf32> {
    scf.yield %a : memref<?xf32>
  } else {
    %b = memref.alloc(%n) : memref<?xf32>
    memref.store %v, %b[%n] : memref<?xf32>
    scf.yield %a : memref<?xf32>
  }
  return %0 : memref<?xf32>
}

// -----

// CHECK-LABEL: func.func @one_yields_a_new_buffer(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: index) -> memref<?xf32>
// CHECK:         %[[alloc:.*]] = memref.alloc(%[[arg1]]) : memref<?xf32>
// CHECK:         %[[v0:.*]]:2 = scf.if %[[arg0]] -> (memref<?xf32>, i1) {
// CHECK:         scf.yield %[[alloc]], %{{.*}} : memref<?xf32>, i1
// CHECK:         } else {
// CHECK:         %[[alloc_5:.*]] = memref.alloc(%[[arg1]]) : memref<?xf32>
// CHECK:         %[[v3:.*]] = bufferization.dealloc (%[[alloc_5]] : memref<?xf32>) if (%{{.*}}) retain (%[[alloc_5]] : memref<?xf32>)
// CHECK:         scf.yield %[[alloc_5]], %[[v3]] : memref<?xf32>, i1
// CHECK:         %[[v1:.*]] = scf.if %[[v0]]#1 -> (memref<?xf32>) {
// CHECK:         scf.yield %[[v0]]#0 : memref<?xf32>
// CHECK:         } else {
// CHECK:         %[[v3:.*]] = bufferization.clone %[[v0]]#0 : memref<?xf32> to memref<?xf32>
// CHECK:         scf.yield %[[v3]] : memref<?xf32>
// CHECK:         %[[v2:.*]] = bufferization.dealloc (%[[alloc]], %{{.*}}, %{{.*}} : memref<?xf32>, memref<f32>, memref<f32>) if (%{{.*}}, %[[v0]]#1, %{{.*}}) retain (%[[v1]] : memref<?xf32>)
// CHECK:         return %[[v1]] : memref<?xf32>
func.func @one_yields_a_new_buffer(%c: i1, %n: index) -> memref<?xf32> {
  %a = memref.alloc(%n) : memref<?xf32>
  %0 = scf.if %c -> memref<?xf32> {
    scf.yield %a : memref<?xf32>
  } else {
    %b = memref.alloc(%n) : memref<?xf32>
    scf.yield %b : memref<?xf32>
  }
  return %0 : memref<?xf32>
}

// -----

// CHECK-LABEL: func.func @stack_in_a_branch(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: index, %[[arg2:.*]]: f32) -> memref<?xf32>
// CHECK:         %[[alloc:.*]] = memref.alloc(%[[arg1]]) : memref<?xf32>
// CHECK:         %[[v0:.*]]:2 = scf.if %[[arg0]] -> (memref<?xf32>, i1) {
// CHECK:         scf.yield %[[alloc]], %{{.*}} : memref<?xf32>, i1
// CHECK:         } else {
// CHECK:         %[[alloca:.*]] = memref.alloca(%[[arg1]]) : memref<?xf32>
// CHECK:         scf.yield %[[alloc]], %{{.*}} : memref<?xf32>, i1
// CHECK:         %[[v1:.*]] = bufferization.clone %[[v0]]#0 : memref<?xf32> to memref<?xf32>
// CHECK:         %[[v2:.*]] = bufferization.dealloc (%[[alloc]], %[[v1]] : memref<?xf32>, memref<?xf32>) if (%{{.*}}, %{{.*}}) retain (%[[v1]] : memref<?xf32>)
// CHECK:         return %[[v1]] : memref<?xf32>
func.func @stack_in_a_branch(%c: i1, %n: index, %v: f32) -> memref<?xf32> {
  %a = memref.alloc(%n) : memref<?xf32>
  %0 = scf.if %c -> memref<?xf32> {
    scf.yield %a : memref<?xf32>
  } else {
    %b = memref.alloca(%n) : memref<?xf32>
    memref.store %v, %b[%n] : memref<?xf32>
    scf.yield %a : memref<?xf32>
  }
  return %0 : memref<?xf32>
}

// -----

// CHECK-LABEL: func.func @loop_with_new_buffers(
// CHECK-SAME:    %[[arg0:.*]]: index, %[[arg1:.*]]: index, %[[arg2:.*]]: memref<4xf32>, %[[arg3:.*]]: memref<4xf32>, %[[arg4:.*]]: f32)
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         %[[v0:.*]]:2 = scf.for %[[arg5:.*]] = %[[arg0]] to %[[arg1]] step %[[arg0]] iter_args(%[[arg6:.*]] = %[[arg2]], %[[arg7:.*]] = %{{.*}}) -> (memref<4xf32>, i1) {
// CHECK:         %[[alloc_1:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         %[[v1:.*]] = bufferization.dealloc (%{{.*}}, %[[alloc_1]] : memref<f32>, memref<4xf32>) if (%[[arg7]], %{{.*}}) retain (%[[alloc_1]] : memref<4xf32>)
// CHECK:         scf.yield %[[alloc_1]], %[[v1]] : memref<4xf32>, i1
// CHECK:         memref.copy %[[v0]]#0, %[[arg3]] : memref<4xf32> to memref<4xf32>
// CHECK:         bufferization.dealloc (%[[alloc]], %{{.*}} : memref<4xf32>, memref<f32>) if (%{{.*}}, %[[v0]]#1)
// CHECK:         return
func.func @loop_with_new_buffers(%l: index, %u: index, %x: memref<4xf32>, %y: memref<4xf32>, %v: f32) {
  %a = memref.alloc() : memref<4xf32>
  memref.store %v, %a[%l] : memref<4xf32>
  %0 = scf.for %i = %l to %u step %l iter_args(%p = %x) -> (memref<4xf32>) {
    %b = memref.alloc() : memref<4xf32>
    memref.store %v, %b[%i] : memref<4xf32>
    scf.yield %b : memref<4xf32>
  }
  memref.copy %0, %y : memref<4xf32> to memref<4xf32>
  return
}

// -----

// CHECK-LABEL: func.func @loop_with_old_buffers(
// CHECK-SAME:    %[[arg0:.*]]: index, %[[arg1:.*]]: index, %[[arg2:.*]]: i1, %[[arg3:.*]]: memref<4xf32>, %[[arg4:.*]]: memref<4xf32>)
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         %[[v0:.*]]:2 = scf.for %[[arg5:.*]] = %[[arg0]] to %[[arg1]] step %[[arg0]] iter_args(%[[arg6:.*]] = %[[arg3]], %[[arg7:.*]] = %{{.*}}) -> (memref<4xf32>, i1) {
// CHECK:         %[[v1:.*]]:2 = scf.if %[[arg2]] -> (memref<4xf32>, i1) {
// CHECK:         scf.yield %[[alloc]], %{{.*}} : memref<4xf32>, i1
// CHECK:         } else {
// CHECK:         scf.yield %[[arg6]], %{{.*}} : memref<4xf32>, i1
// CHECK:         %[[v2:.*]] = bufferization.dealloc (%{{.*}} : memref<f32>) if (%[[arg7]]) retain (%[[v1]]#0 : memref<4xf32>)
// CHECK:         scf.yield %[[v1]]#0, %[[v2]] : memref<4xf32>, i1
// CHECK:         memref.copy %[[v0]]#0, %[[arg4]] : memref<4xf32> to memref<4xf32>
// CHECK:         bufferization.dealloc (%[[alloc]], %{{.*}} : memref<4xf32>, memref<f32>) if (%{{.*}}, %[[v0]]#1)
// CHECK:         return
func.func @loop_with_old_buffers(%l: index, %u: index, %c: i1, %x: memref<4xf32>, %y: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %0 = scf.for %i = %l to %u step %l iter_args(%p = %x) -> (memref<4xf32>) {
    %1 = scf.if %c -> memref<4xf32> {
      scf.yield %a : memref<4xf32>
    } else {
      scf.yield %p : memref<4xf32>
    }
    scf.yield %1 : memref<4xf32>
  }
  memref.copy %0, %y : memref<4xf32> to memref<4xf32>
  return
}

// -----

// CHECK-LABEL: func.func @loop_with_either(
// CHECK-SAME:    %[[arg0:.*]]: index, %[[arg1:.*]]: index, %[[arg2:.*]]: i1, %[[arg3:.*]]: memref<4xf32>) -> memref<4xf32>
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         %[[v0:.*]]:2 = scf.for %[[arg4:.*]] = %[[arg0]] to %[[arg1]] step %[[arg0]] iter_args(%[[arg5:.*]] = %[[arg3]], %[[arg6:.*]] = %{{.*}}) -> (memref<4xf32>, i1) {
// CHECK:         %[[v3:.*]]:2 = scf.if %[[arg2]] -> (memref<4xf32>, i1) {
// CHECK:         %[[alloc_13:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         %[[v5:.*]] = bufferization.dealloc (%[[alloc_13]] : memref<4xf32>) if (%{{.*}}) retain (%[[alloc_13]] : memref<4xf32>)
// CHECK:         scf.yield %[[alloc_13]], %[[v5]] : memref<4xf32>, i1
// CHECK:         } else {
// CHECK:         scf.yield %[[alloc]], %{{.*}} : memref<4xf32>, i1
// CHECK:         %[[v4:.*]] = bufferization.dealloc (%{{.*}}, %{{.*}} : memref<f32>, memref<f32>) if (%[[arg6]], %[[v3]]#1) retain (%[[v3]]#0 : memref<4xf32>)
// CHECK:         scf.yield %[[v3]]#0, %[[v4]] : memref<4xf32>, i1
// CHECK:         %[[v1:.*]] = scf.if %[[v0]]#1 -> (memref<4xf32>) {
// CHECK:         scf.yield %[[v0]]#0 : memref<4xf32>
// CHECK:         } else {
// CHECK:         %[[v3:.*]] = bufferization.clone %[[v0]]#0 : memref<4xf32> to memref<4xf32>
// CHECK:         scf.yield %[[v3]] : memref<4xf32>
// CHECK:         %[[v2:.*]] = bufferization.dealloc (%[[alloc]], %{{.*}}, %{{.*}} : memref<4xf32>, memref<f32>, memref<f32>) if (%{{.*}}, %[[v0]]#1, %{{.*}}) retain (%[[v1]] : memref<4xf32>)
// CHECK:         return %[[v1]] : memref<4xf32>
func.func @loop_with_either(%l: index, %u: index, %c: i1, %x: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  %0 = scf.for %i = %l to %u step %l iter_args(%p = %x) -> (memref<4xf32>) {
    %1 = scf.if %c -> memref<4xf32> {
      %b = memref.alloc() : memref<4xf32>
      scf.yield %b : memref<4xf32>
    } else {
      scf.yield %a : memref<4xf32>
    }
    scf.yield %1 : memref<4xf32>
  }
  return %0 : memref<4xf32>
}

// -----

// CHECK-LABEL: func.func @loops_in_loops(
// CHECK-SAME:    %[[arg0:.*]]: index, %[[arg1:.*]]: index, %[[arg2:.*]]: i1, %[[arg3:.*]]: memref<4xf32>, %[[arg4:.*]]: memref<4xf32>, %[[arg5:.*]]: f32)
// CHECK:         %[[v0:.*]]:2 = scf.for %[[arg6:.*]] = %[[arg0]] to %[[arg1]] step %[[arg0]] iter_args(%[[arg7:.*]] = %[[arg3]], %[[arg8:.*]] = %{{.*}}) -> (memref<4xf32>, i1) {
// CHECK:         %[[v1:.*]]:2 = scf.for %[[arg9:.*]] = %[[arg0]] to %[[arg1]] step %[[arg0]] iter_args(%[[arg10:.*]] = %[[arg7]], %[[arg11:.*]] = %{{.*}}) -> (memref<4xf32>, i1) {
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         %[[v3:.*]]:2 = scf.if %[[arg2]] -> (memref<4xf32>, i1) {
// CHECK:         %[[alloc_18:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         memref.copy %[[alloc]], %[[alloc_18]] : memref<4xf32> to memref<4xf32>
// CHECK:         %[[v5:.*]] = bufferization.dealloc (%[[alloc_18]] : memref<4xf32>) if (%{{.*}}) retain (%[[alloc_18]] : memref<4xf32>)
// CHECK:         scf.yield %[[alloc_18]], %[[v5]] : memref<4xf32>, i1
// CHECK:         } else {
// CHECK:         scf.yield %[[arg10]], %{{.*}} : memref<4xf32>, i1
// CHECK:         %[[v4:.*]] = bufferization.dealloc (%{{.*}}, %[[alloc]], %{{.*}} : memref<f32>, memref<4xf32>, memref<f32>) if (%[[arg11]], %{{.*}}, %[[v3]]#1) retain (%[[v3]]#0 : memref<4xf32>)
// CHECK:         scf.yield %[[v3]]#0, %[[v4]] : memref<4xf32>, i1
// CHECK:         %[[v2:.*]] = bufferization.dealloc (%{{.*}}, %{{.*}} : memref<f32>, memref<f32>) if (%[[arg8]], %[[v1]]#1) retain (%[[v1]]#0 : memref<4xf32>)
// CHECK:         scf.yield %[[v1]]#0, %[[v2]] : memref<4xf32>, i1
// CHECK:         memref.copy %[[v0]]#0, %[[arg4]] : memref<4xf32> to memref<4xf32>
// CHECK:         bufferization.dealloc (%{{.*}} : memref<f32>) if (%[[v0]]#1)
// CHECK:         return
func.func @loops_in_loops(%l: index, %u: index, %c: i1, %x: memref<4xf32>, %y: memref<4xf32>, %v: f32) {
  %0 = scf.for %i = %l to %u step %l iter_args(%p = %x) -> (memref<4xf32>) {
    %1 = scf.for %j = %l to %u step %l iter_args(%q = %p) -> (memref<4xf32>) {
      %a = memref.alloc() : memref<4xf32>
      memref.store %v, %a[%i] : memref<4xf32>
      %2 = scf.if %c -> memref<4xf32> {
        %b = memref.alloc() : memref<4xf32>
        memref.copy %a, %b : memref<4xf32> to memref<4xf32>
        scf.yield %b : memref<4xf32>
      } else {
        scf.yield %q : memref<4xf32>
      }
      scf.yield %2 : memref<4xf32>
    }
    scf.yield %1 : memref<4xf32>
  }
  memref.copy %0, %y : memref<4xf32> to memref<4xf32>
  return
}

// -----

// CHECK-LABEL: func.func @loop_carries_no_buffer(
// CHECK-SAME:    %[[arg0:.*]]: f32) -> f32
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<64xf32>
// CHECK:         %[[v0:.*]] = affine.for %[[arg1:.*]] = 0 to 64 step 2 iter_args(%[[arg2:.*]] = %[[arg0]]) -> (f32) {
// CHECK:         affine.yield %{{.*}} : f32
// CHECK:         bufferization.dealloc (%[[alloc]] : memref<64xf32>) if (%{{.*}})
// CHECK:         return %[[v0]] : f32
func.func @loop_carries_no_buffer(%v: f32) -> f32 {
  %a = memref.alloc() : memref<64xf32>
  %0 = affine.for %i = 0 to 64 step 2 iter_args(%s = %v) -> f32 {
    affine.store %s, %a[%i] : memref<64xf32>
    %t = affine.load %a[%i] : memref<64xf32>
    affine.yield %t : f32
  }
  return %0 : f32
}

// -----

// REFERENCE: mlir-opt makes an invalid loop: the operand is added, but not counted.
// CHECK-LABEL: func.func @affine_loop_carries_a_buffer(
// CHECK-SAME:    %[[arg0:.*]]: memref<64xf32>, %[[arg1:.*]]: f32, %[[arg2:.*]]: index)
// CHECK:         %[[v0:.*]]:2 = affine.for %[[arg3:.*]] = 0 to 64 iter_args(%[[arg4:.*]] = %[[arg0]], %[[arg5:.*]] = %{{.*}}) -> (memref<64xf32>, i1) {
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<64xf32>
// CHECK:         memref.copy %[[arg4]], %[[alloc]] : memref<64xf32> to memref<64xf32>
// CHECK:         %[[v1:.*]] = bufferization.dealloc (%{{.*}}, %[[alloc]] : memref<f32>, memref<64xf32>) if (%[[arg5]], %{{.*}}) retain (%[[alloc]] : memref<64xf32>)
// CHECK:         affine.yield %[[alloc]], %[[v1]] : memref<64xf32>, i1
// CHECK:         bufferization.dealloc (%{{.*}} : memref<f32>) if (%[[v0]]#1)
// CHECK:         return
func.func @affine_loop_carries_a_buffer(%x: memref<64xf32>, %v: f32, %n: index) {
  %0 = affine.for %i = 0 to 64 iter_args(%p = %x) -> memref<64xf32> {
    %a = memref.alloc() : memref<64xf32>
    memref.copy %p, %a : memref<64xf32> to memref<64xf32>
    affine.yield %a : memref<64xf32>
  }
  memref.store %v, %0[%n] : memref<64xf32>
  return
}

// -----

// CHECK-LABEL: func.func @assumed(
// CHECK-SAME:    %[[arg0:.*]]: !shape.witness, %[[arg1:.*]]: memref<4xf32>, %[[arg2:.*]]: memref<4xf32>, %[[arg3:.*]]: f32, %[[arg4:.*]]: index)
// CHECK:         %[[v0:.*]]:2 = shape.assuming %[[arg0]] -> (memref<4xf32>, i1) {
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         %[[v2:.*]] = bufferization.dealloc (%[[alloc]] : memref<4xf32>) if (%{{.*}}) retain (%[[arg1]] : memref<4xf32>)
// CHECK:         shape.assuming_yield %[[arg1]], %[[v2]] : memref<4xf32>, i1
// CHECK:         %[[v1:.*]]:2 = shape.assuming %[[arg0]] -> (memref<4xf32>, i1) {
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         %[[v2:.*]] = bufferization.dealloc (%[[alloc]] : memref<4xf32>) if (%{{.*}}) retain (%[[alloc]] : memref<4xf32>)
// CHECK:         shape.assuming_yield %[[alloc]], %[[v2]] : memref<4xf32>, i1
// CHECK:         memref.copy %[[v0]]#0, %[[v1]]#0 : memref<4xf32> to memref<4xf32>
// CHECK:         bufferization.dealloc (%{{.*}}, %{{.*}} : memref<f32>, memref<f32>) if (%[[v0]]#1, %[[v1]]#1)
// CHECK:         return
func.func @assumed(%w: !shape.witness, %x: memref<4xf32>, %y: memref<4xf32>, %v: f32, %i: index) {
  %0 = shape.assuming %w -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    memref.store %v, %a[%i] : memref<4xf32>
    shape.assuming_yield %x : memref<4xf32>
  }
  %1 = shape.assuming %w -> memref<4xf32> {
    %b = memref.alloc() : memref<4xf32>
    shape.assuming_yield %b : memref<4xf32>
  }
  memref.copy %0, %1 : memref<4xf32> to memref<4xf32>
  return
}

// -----

// CHECK-LABEL: func.func private @go_on(
func.func private @go_on() -> i1

// CHECK-LABEL: func.func @while_with_two(
// CHECK-SAME:    %[[arg0:.*]]: index)
// CHECK:         %[[alloc:.*]] = memref.alloc(%[[arg0]]) : memref<?xf32>
// CHECK:         %[[v0:.*]]:4 = scf.while (%[[arg1:.*]] = %[[alloc]], %[[arg2:.*]] = %[[alloc]], %[[arg3:.*]] = %{{.*}}, %[[arg4:.*]] = %{{.*}}) : (memref<?xf32>, memref<?xf32>, i1, i1) -> (memref<?xf32>, memref<?xf32>, i1, i1) {
// CHECK:         %[[v1:.*]] = func.call @go_on() : () -> i1
// CHECK:         %[[v2:.*]]:2 = bufferization.dealloc (%{{.*}}, %{{.*}} : memref<f32>, memref<f32>) if (%[[arg3]], %[[arg4]]) retain (%[[arg1]], %[[arg2]] : memref<?xf32>, memref<?xf32>)
// CHECK:         scf.condition(%[[v1]]) %[[arg1]], %[[arg2]], %[[v2]]#0, %[[v2]]#1 : memref<?xf32>, memref<?xf32>, i1, i1
// CHECK:         ^bb0(%[[arg1:.*]]: memref<?xf32>, %[[arg2:.*]]: memref<?xf32>, %[[arg3:.*]]: i1, %[[arg4:.*]]: i1):
// CHECK:         %[[alloc_5:.*]] = memref.alloc(%[[arg0]]) : memref<?xf32>
// CHECK:         %[[v1:.*]]:2 = bufferization.dealloc (%{{.*}}, %{{.*}}, %[[alloc_5]] : memref<f32>, memref<f32>, memref<?xf32>) if (%[[arg3]], %[[arg4]], %{{.*}}) retain (%[[arg1]], %[[alloc_5]] : memref<?xf32>, memref<?xf32>)
// CHECK:         scf.yield %[[arg1]], %[[alloc_5]], %[[v1]]#0, %[[v1]]#1 : memref<?xf32>, memref<?xf32>, i1, i1
// CHECK:         memref.copy %[[v0]]#0, %[[v0]]#1 : memref<?xf32> to memref<?xf32>
// CHECK:         bufferization.dealloc (%[[alloc]], %{{.*}}, %{{.*}} : memref<?xf32>, memref<f32>, memref<f32>) if (%{{.*}}, %[[v0]]#2, %[[v0]]#3)
// CHECK:         return
func.func @while_with_two(%n: index) {
  %a = memref.alloc(%n) : memref<?xf32>
  %0:2 = scf.while (%p = %a, %q = %a) : (memref<?xf32>, memref<?xf32>) -> (memref<?xf32>, memref<?xf32>) {
    %c = func.call @go_on() : () -> i1
    scf.condition(%c) %p, %q : memref<?xf32>, memref<?xf32>
  } do {
  ^bb0(%p: memref<?xf32>, %q: memref<?xf32>):
    %b = memref.alloc(%n) : memref<?xf32>
    scf.yield %p, %b : memref<?xf32>, memref<?xf32>
  }
  memref.copy %0#0, %0#1 : memref<?xf32> to memref<?xf32>
  return
}

// -----

// CHECK-LABEL: func.func private @go_on(
func.func private @go_on() -> i1

// CHECK-LABEL: func.func @while_in_turns(
// CHECK-SAME:    %[[arg0:.*]]: index)
// CHECK:         %[[alloc:.*]] = memref.alloc(%[[arg0]]) : memref<?xf32>
// CHECK:         %[[v0:.*]]:4 = scf.while (%[[arg1:.*]] = %[[alloc]], %[[arg2:.*]] = %[[alloc]], %[[arg3:.*]] = %{{.*}}, %[[arg4:.*]] = %{{.*}}) : (memref<?xf32>, memref<?xf32>, i1, i1) -> (memref<?xf32>, memref<?xf32>, i1, i1) {
// CHECK:         %[[v1:.*]] = func.call @go_on() : () -> i1
// CHECK:         %[[v2:.*]]:2 = bufferization.dealloc (%{{.*}}, %{{.*}} : memref<f32>, memref<f32>) if (%[[arg3]], %[[arg4]]) retain (%[[arg2]], %[[arg1]] : memref<?xf32>, memref<?xf32>)
// CHECK:         scf.condition(%[[v1]]) %[[arg2]], %[[arg1]], %[[v2]]#0, %[[v2]]#1 : memref<?xf32>, memref<?xf32>, i1, i1
// CHECK:         ^bb0(%[[arg1:.*]]: memref<?xf32>, %[[arg2:.*]]: memref<?xf32>, %[[arg3:.*]]: i1, %[[arg4:.*]]: i1):
// CHECK:         %[[alloc_5:.*]] = memref.alloc(%[[arg0]]) : memref<?xf32>
// CHECK:         memref.copy %[[arg1]], %[[alloc_5]] : memref<?xf32> to memref<?xf32>
// CHECK:         %[[v1:.*]]:2 = bufferization.dealloc (%{{.*}}, %{{.*}}, %[[alloc_5]] : memref<f32>, memref<f32>, memref<?xf32>) if (%[[arg3]], %[[arg4]], %{{.*}}) retain (%[[alloc_5]], %[[arg2]] : memref<?xf32>, memref<?xf32>)
// CHECK:         scf.yield %[[alloc_5]], %[[arg2]], %[[v1]]#0, %[[v1]]#1 : memref<?xf32>, memref<?xf32>, i1, i1
// CHECK:         memref.copy %[[v0]]#0, %[[v0]]#1 : memref<?xf32> to memref<?xf32>
// CHECK:         bufferization.dealloc (%[[alloc]], %{{.*}}, %{{.*}} : memref<?xf32>, memref<f32>, memref<f32>) if (%{{.*}}, %[[v0]]#2, %[[v0]]#3)
// CHECK:         return
func.func @while_in_turns(%n: index) {
  %a = memref.alloc(%n) : memref<?xf32>
  %0:2 = scf.while (%p = %a, %q = %a) : (memref<?xf32>, memref<?xf32>) -> (memref<?xf32>, memref<?xf32>) {
    %c = func.call @go_on() : () -> i1
    scf.condition(%c) %q, %p : memref<?xf32>, memref<?xf32>
  } do {
  ^bb0(%p: memref<?xf32>, %q: memref<?xf32>):
    %b = memref.alloc(%n) : memref<?xf32>
    memref.copy %p, %b : memref<?xf32> to memref<?xf32>
    scf.yield %b, %q : memref<?xf32>, memref<?xf32>
  }
  memref.copy %0#0, %0#1 : memref<?xf32> to memref<?xf32>
  return
}

// -----

// CHECK-LABEL: func.func @while_with_three(
// CHECK:         %[[alloc:.*]] = memref.alloc(
// CHECK:         %[[v0:.*]]:6 = scf.while ({{.*}} = %[[alloc]], {{.*}} = %[[alloc]], {{.*}} = %[[alloc]], {{.*}} = %false, {{.*}} = %false, {{.*}} = %false)
// CHECK:         ^bb0(%[[p:.*]]: memref<?xf32>, %[[q:.*]]: memref<?xf32>, %[[r:.*]]: memref<?xf32>, %[[own_p:.*]]: i1, %[[own_q:.*]]: i1, %[[own_r:.*]]: i1):
// CHECK:           %[[b:.*]] = memref.alloc(
// CHECK:           %[[d:.*]] = memref.alloc(
// CHECK:           %[[v1:.*]]:3 = bufferization.dealloc ({{.*}}, %[[b]], %[[d]] : {{.*}}) if (%[[own_p]], %[[own_q]], %[[own_r]], {{.*}}) retain (%[[d]], %[[b]], %[[q]] :
// CHECK:           scf.yield %[[d]], %[[b]], %[[q]], %[[v1]]#0, %[[v1]]#1, %[[v1]]#2
// CHECK:         bufferization.dealloc (%[[alloc]], {{.*}}) if (%true, %[[v0]]#3, %[[v0]]#4, %[[v0]]#5)
func.func private @go_on() -> i1
func.func @while_with_three(%n: index) {
  %a = memref.alloc(%n) : memref<?xf32>
  %0:3 = scf.while (%p = %a, %q = %a, %r = %a) : (memref<?xf32>, memref<?xf32>, memref<?xf32>) -> (memref<?xf32>, memref<?xf32>, memref<?xf32>) {
    %c = func.call @go_on() : () -> i1
    scf.condition(%c) %p, %q, %r : memref<?xf32>, memref<?xf32>, memref<?xf32>
  } do {
  ^bb0(%p: memref<?xf32>, %q: memref<?xf32>, %r: memref<?xf32>):
    %b = memref.alloc(%n) : memref<?xf32>
    %d = memref.alloc(%n) : memref<?xf32>
    scf.yield %d, %b, %q : memref<?xf32>, memref<?xf32>, memref<?xf32>
  }
  return
}

// -----

#set = affine_set<(d0) : (d0 - 3 >= 0)>

// CHECK-LABEL: func.func @affine_choice_of_new(
// CHECK-SAME:    %[[arg0:.*]]: memref<9xf32>, %[[arg1:.*]]: index) -> memref<9xf32>
// CHECK:         %[[v0:.*]]:2 = affine.if #set(%[[arg1]]) -> (memref<9xf32>, i1) {
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<9xf32>
// CHECK:         %[[v3:.*]] = bufferization.dealloc (%[[alloc]] : memref<9xf32>) if (%{{.*}}) retain (%[[alloc]] : memref<9xf32>)
// CHECK:         affine.yield %[[alloc]], %[[v3]] : memref<9xf32>, i1
// CHECK:         } else {
// CHECK:         affine.yield %[[arg0]], %{{.*}} : memref<9xf32>, i1
// CHECK:         %[[v1:.*]] = scf.if %[[v0]]#1 -> (memref<9xf32>) {
// CHECK:         scf.yield %[[v0]]#0 : memref<9xf32>
// CHECK:         } else {
// CHECK:         %[[v3:.*]] = bufferization.clone %[[v0]]#0 : memref<9xf32> to memref<9xf32>
// CHECK:         scf.yield %[[v3]] : memref<9xf32>
// CHECK:         %[[v2:.*]] = bufferization.dealloc (%{{.*}}, %{{.*}} : memref<f32>, memref<f32>) if (%[[v0]]#1, %{{.*}}) retain (%[[v1]] : memref<9xf32>)
// CHECK:         return %[[v1]] : memref<9xf32>
func.func @affine_choice_of_new(%x: memref<9xf32>, %n: index) -> memref<9xf32> {
  %0 = affine.if #set(%n) -> memref<9xf32> {
    %a = memref.alloc() : memref<9xf32>
    affine.yield %a : memref<9xf32>
  } else {
    affine.yield %x : memref<9xf32>
  }
  return %0 : memref<9xf32>
}

// -----

#set = affine_set<(d0) : (d0 - 3 >= 0)>

// CHECK-LABEL: func.func @affine_choice_of_two(
// CHECK-SAME:    %[[arg0:.*]]: index) -> memref<9xf32>
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<9xf32>
// CHECK:         %[[v0:.*]]:2 = affine.if #set(%[[arg0]]) -> (memref<9xf32>, i1) {
// CHECK:         affine.yield %[[alloc]], %{{.*}} : memref<9xf32>, i1
// CHECK:         } else {
// CHECK:         %[[alloc_5:.*]] = memref.alloc() : memref<9xf32>
// CHECK:         %[[v3:.*]] = bufferization.dealloc (%[[alloc_5]] : memref<9xf32>) if (%{{.*}}) retain (%[[alloc_5]] : memref<9xf32>)
// CHECK:         affine.yield %[[alloc_5]], %[[v3]] : memref<9xf32>, i1
// CHECK:         %[[v1:.*]] = scf.if %[[v0]]#1 -> (memref<9xf32>) {
// CHECK:         scf.yield %[[v0]]#0 : memref<9xf32>
// CHECK:         } else {
// CHECK:         %[[v3:.*]] = bufferization.clone %[[v0]]#0 : memref<9xf32> to memref<9xf32>
// CHECK:         scf.yield %[[v3]] : memref<9xf32>
// CHECK:         %[[v2:.*]] = bufferization.dealloc (%[[alloc]], %{{.*}}, %{{.*}} : memref<9xf32>, memref<f32>, memref<f32>) if (%{{.*}}, %[[v0]]#1, %{{.*}}) retain (%[[v1]] : memref<9xf32>)
// CHECK:         return %[[v1]] : memref<9xf32>
func.func @affine_choice_of_two(%n: index) -> memref<9xf32> {
  %a = memref.alloc() : memref<9xf32>
  %0 = affine.if #set(%n) -> memref<9xf32> {
    affine.yield %a : memref<9xf32>
  } else {
    %b = memref.alloc() : memref<9xf32>
    affine.yield %b : memref<9xf32>
  }
  return %0 : memref<9xf32>
}

// -----

// CHECK-LABEL: func.func @cases(
// CHECK-SAME:    %[[arg0:.*]]: index, %[[arg1:.*]]: memref<4xf32>, %[[arg2:.*]]: f32)
// CHECK:         %[[v0:.*]]:2 = scf.index_switch %[[arg0]] -> memref<4xf32>, i1
// CHECK:         scf.yield %[[arg1]], %{{.*}} : memref<4xf32>, i1
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         %[[v1:.*]] = bufferization.dealloc (%[[alloc]] : memref<4xf32>) if (%{{.*}}) retain (%[[alloc]] : memref<4xf32>)
// CHECK:         scf.yield %[[alloc]], %[[v1]] : memref<4xf32>, i1
// CHECK:         bufferization.dealloc (%{{.*}} : memref<f32>) if (%[[v0]]#1)
// CHECK:         return
func.func @cases(%n: index, %x: memref<4xf32>, %v: f32) {
  %0 = scf.index_switch %n -> memref<4xf32>
  case 3 {
    scf.yield %x : memref<4xf32>
  }
  default {
    %a = memref.alloc() : memref<4xf32>
    scf.yield %a : memref<4xf32>
  }
  memref.store %v, %0[%n] : memref<4xf32>
  return
}

// -----

// CHECK-LABEL: func.func @in_parallel(
// CHECK-SAME:    %[[arg0:.*]]: index, %[[arg1:.*]]: f32)
// CHECK:         scf.parallel (%{{.*}}) = (%[[arg0]]) to (%[[arg0]]) step (%[[arg0]]) {
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         bufferization.dealloc (%[[alloc]] : memref<4xf32>) if (%{{.*}})
// CHECK:         scf.reduce
// CHECK:         %[[v0:.*]] = scf.parallel (%{{.*}}) = (%[[arg0]]) to (%[[arg0]]) step (%[[arg0]]) init (%[[arg1]]) -> f32 {
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         bufferization.dealloc (%[[alloc]] : memref<4xf32>) if (%{{.*}})
// CHECK:         scf.reduce(%[[arg1]] : f32) {
// CHECK:         ^bb0(%[[arg3:.*]]: f32, %[[arg4:.*]]: f32):
// CHECK:         %[[alloc_1:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         bufferization.dealloc (%[[alloc_1]] : memref<4xf32>) if (%{{.*}})
// CHECK:         scf.reduce.return %[[arg4]] : f32
// CHECK:         scf.forall (%{{.*}}) in (%[[arg0]]) {
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         bufferization.dealloc (%[[alloc]] : memref<4xf32>) if (%{{.*}})
// CHECK:         return
func.func @in_parallel(%n: index, %v: f32) {
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    %a = memref.alloc() : memref<4xf32>
    memref.store %v, %a[%i] : memref<4xf32>
  }
  %0 = scf.parallel (%i) = (%n) to (%n) step (%n) init(%v) -> f32 {
    %a = memref.alloc() : memref<4xf32>
    memref.store %v, %a[%i] : memref<4xf32>
    scf.reduce(%v : f32) {
    ^bb0(%p: f32, %q: f32):
      %b = memref.alloc() : memref<4xf32>
      memref.store %p, %b[%n] : memref<4xf32>
      scf.reduce.return %q : f32
    }
  }
  scf.forall (%i) in (%n) {
    %a = memref.alloc() : memref<4xf32>
    memref.store %v, %a[%i] : memref<4xf32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @in_a_scope(
// CHECK-SAME:    %[[arg0:.*]]: index, %[[arg1:.*]]: f32)
// CHECK:         memref.alloca_scope  {
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         bufferization.dealloc (%[[alloc]] : memref<4xf32>) if (%{{.*}})
// CHECK:         return
func.func @in_a_scope(%n: index, %v: f32) {
  memref.alloca_scope {
    %a = memref.alloc() : memref<4xf32>
    memref.store %v, %a[%n] : memref<4xf32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @scope_hands_on_an_argument(
// CHECK-SAME:    %[[arg0:.*]]: index, %[[arg1:.*]]: f32, %[[arg2:.*]]: memref<4xf32>)
// CHECK:         %[[v0:.*]]:2 = memref.alloca_scope  -> (memref<4xf32>, i1) {
// CHECK:         memref.alloca_scope.return %[[arg2]], %{{.*}} : memref<4xf32>, i1
// CHECK:         return
func.func @scope_hands_on_an_argument(%n: index, %v: f32, %x: memref<4xf32>) {
  %0 = memref.alloca_scope -> (memref<4xf32>) {
    memref.store %v, %x[%n] : memref<4xf32>
    memref.alloca_scope.return %x : memref<4xf32>
  }
  memref.store %v, %0[%n] : memref<4xf32>
  return
}
