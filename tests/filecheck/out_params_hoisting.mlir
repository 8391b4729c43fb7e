// Buffers that a function allocates to return them: the caller's takes their place, if it may.
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --buffer-results-to-out-params="hoist-static-allocs hoist-dynamic-allocs" --verify-diagnostics | filecheck %s
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --buffer-results-to-out-params=hoist-dynamic-allocs --verify-diagnostics | filecheck %s --check-prefix=DYNAMIC

// CHECK-LABEL: func.func private @static(
// CHECK-SAME:    %[[out:.*]]: memref<8x64xf32>) {
// CHECK-NEXT:    "x.fill"(%[[out]])
// CHECK-NEXT:    return{{$}}
// DYNAMIC-LABEL: func.func private @static(
// DYNAMIC:         %[[m:.*]] = memref.alloc()
// DYNAMIC:         memref.copy %[[m]], %{{.*}}
func.func private @static() -> memref<8x64xf32> {
  %0 = memref.alloc() : memref<8x64xf32>
  "x.fill"(%0) : (memref<8x64xf32>) -> ()
  return %0 : memref<8x64xf32>
}

// CHECK-LABEL: func.func private @not_allocated(
// CHECK:         memref.copy
func.func private @not_allocated() -> memref<f32> {
  %0 = "x.make"() : () -> memref<f32>
  return %0 : memref<f32>
}

// CHECK-LABEL: func.func private @argument(
// CHECK-SAME:    %[[m:.*]]: memref<4xf32>, %[[out:.*]]: memref<4xf32>) {
// CHECK:         memref.copy %[[m]], %[[out]]
func.func private @argument(%m: memref<4xf32>) -> memref<4xf32> {
  return %m : memref<4xf32>
}

// -----

// CHECK-LABEL: func.func private @dynamic(
// CHECK-SAME:    %{{.*}}: index, %[[out:.*]]: memref<?xf32>) {
// CHECK-NEXT:    "x.fill"(%[[out]])
// CHECK-NEXT:    return{{$}}
func.func private @dynamic(%size: index) -> memref<?xf32> {
  %0 = memref.alloc(%size) : memref<?xf32>
  "x.fill"(%0) : (memref<?xf32>) -> ()
  return %0 : memref<?xf32>
}

// CHECK-LABEL: func.func @call_dynamic(
// CHECK-SAME:    %[[size:.*]]: index) {
// CHECK:         %[[m:.*]] = memref.alloc(%[[size]]) : memref<?xf32>
// CHECK:         call @dynamic(%[[size]], %[[m]])
// CHECK:         "x.use"(%[[m]])
func.func @call_dynamic(%size: index) {
  %0 = call @dynamic(%size) : (index) -> memref<?xf32>
  "x.use"(%0) : (memref<?xf32>) -> ()
  return
}

// -----

// CHECK-LABEL: func.func private @several(
// CHECK-SAME:    %{{.*}}: index, %{{.*}}: index, %{{.*}}: memref<?x?xf32>, %{{.*}}: memref<4xf32>, %{{.*}}: memref<?xf32>) {
// CHECK-NEXT:    return{{$}}
func.func private @several(%a: index, %b: index) -> (memref<?x?xf32>, memref<4xf32>, memref<?xf32>) {
  %0 = memref.alloc(%b, %a) : memref<?x?xf32>
  %1 = memref.alloc() : memref<4xf32>
  %2 = memref.alloc(%a) : memref<?xf32>
  return %0, %1, %2 : memref<?x?xf32>, memref<4xf32>, memref<?xf32>
}

// CHECK-LABEL: func.func @call_several(
// CHECK-SAME:    %[[a:.*]]: index, %[[b:.*]]: index) {
// CHECK:         %[[x:.*]] = memref.alloc(%[[b]], %[[a]]) : memref<?x?xf32>
// CHECK:         %[[y:.*]] = memref.alloc() : memref<4xf32>
// CHECK:         %[[z:.*]] = memref.alloc(%[[a]]) : memref<?xf32>
// CHECK:         call @several(%[[a]], %[[b]], %[[x]], %[[y]], %[[z]])
// DYNAMIC-LABEL: func.func @call_several(
// DYNAMIC:         call @several
func.func @call_several(%a: index, %b: index) {
  %0:3 = call @several(%a, %b) : (index, index) -> (memref<?x?xf32>, memref<4xf32>, memref<?xf32>)
  "x.use"(%0#0, %0#1, %0#2) : (memref<?x?xf32>, memref<4xf32>, memref<?xf32>) -> ()
  return
}

// -----

// REFERENCE: makes an invalid program
// Operands that a layout takes are no extents. mlir-opt 22 passes them on to its allocation.
#any = affine_map<(d0)[s0, s1] -> (d0 * s0 + s1)>
// CHECK-LABEL: func.func private @layout(
// CHECK-NEXT:    return{{$}}
func.func private @layout(%size: index, %s: index) -> memref<?xf32, #any> {
  %0 = memref.alloc(%size)[%s, %s] : memref<?xf32, #any>
  return %0 : memref<?xf32, #any>
}

// CHECK-LABEL: func.func @call_layout(
// CHECK-SAME:    %[[size:.*]]: index, %[[s:.*]]: index) {
// CHECK:         %[[m:.*]] = memref.alloc(%[[size]]) : memref<?xf32>
// CHECK:         %[[c:.*]] = memref.cast %[[m]]
// CHECK:         call @layout(%[[size]], %[[s]], %[[c]])
func.func @call_layout(%size: index, %s: index) {
  %0 = call @layout(%size, %s) : (index, index) -> memref<?xf32, #any>
  "x.use"(%0) : (memref<?xf32, #any>) -> ()
  return
}

// -----

// REFERENCE: crashes
// One buffer returned twice: the second one is a copy. mlir-opt 22 crashes (llvm #219492).
// CHECK-LABEL: func.func private @twice(
// CHECK-SAME:    %[[a:.*]]: memref<4xf32>, %[[b:.*]]: memref<4xf32>) {
// CHECK-NEXT:    memref.copy %[[a]], %[[b]]
// CHECK-NEXT:    return{{$}}
func.func private @twice() -> (memref<4xf32>, memref<4xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  return %0, %0 : memref<4xf32>, memref<4xf32>
}

// CHECK-LABEL: func.func private @dynamic_twice(
// CHECK-SAME:    %{{.*}}: index, %[[a:.*]]: memref<?xf32>, %[[b:.*]]: memref<?xf32>) {
// CHECK-NEXT:    memref.copy %[[a]], %[[b]]
// CHECK-NEXT:    return{{$}}
func.func private @dynamic_twice(%size: index) -> (memref<?xf32>, memref<?xf32>) {
  %0 = memref.alloc(%size) : memref<?xf32>
  return %0, %0 : memref<?xf32>, memref<?xf32>
}

// CHECK-LABEL: func.func @call_dynamic_twice(
// CHECK-SAME:    %[[size:.*]]: index) {
// CHECK:         %[[a:.*]] = memref.alloc(%[[size]])
// CHECK:         %[[b:.*]] = memref.alloc(%[[size]])
// CHECK:         call @dynamic_twice(%[[size]], %[[a]], %[[b]])
// CHECK:         "x.use"(%[[a]], %[[b]])
func.func @call_dynamic_twice(%size: index) {
  %0:2 = call @dynamic_twice(%size) : (index) -> (memref<?xf32>, memref<?xf32>)
  "x.use"(%0#0, %0#1) : (memref<?xf32>, memref<?xf32>) -> ()
  return
}

// -----

// REFERENCE: crashes
// CHECK-LABEL: func.func private @twice_at_each_return(
// CHECK-SAME:    %{{.*}}: i1, %[[a:.*]]: memref<4xf32>, %[[b:.*]]: memref<4xf32>) {
// CHECK-NOT:     memref.alloc
// CHECK:         memref.copy %[[a]], %[[b]]
// CHECK:         memref.copy %[[a]], %[[b]]
func.func private @twice_at_each_return(%k: i1) -> (memref<4xf32>, memref<4xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  cf.cond_br %k, ^then, ^else
^then:
  return %0, %0 : memref<4xf32>, memref<4xf32>
^else:
  return %0, %0 : memref<4xf32>, memref<4xf32>
}

// CHECK-LABEL: func.func private @at_one_return(
// CHECK-SAME:    %[[m:.*]]: memref<?xf32>, %{{.*}}: index, %{{.*}}: i1, %[[a:.*]]: memref<?xf32>, %[[b:.*]]: memref<?xf32>) {
// CHECK-NOT:     memref.alloc
// CHECK:         memref.copy %[[a]], %[[b]]
// CHECK:         memref.copy %[[m]], %[[a]]
// CHECK:         memref.copy %[[m]], %[[b]]
func.func private @at_one_return(%m: memref<?xf32>, %size: index, %k: i1) -> (memref<?xf32>, memref<?xf32>) {
  %0 = memref.alloc(%size) : memref<?xf32>
  cf.cond_br %k, ^then, ^else
^then:
  return %0, %0 : memref<?xf32>, memref<?xf32>
^else:
  return %m, %m : memref<?xf32>, memref<?xf32>
}

// CHECK-LABEL: func.func private @one_of_two(
// CHECK-NOT:     memref.{{alloc|copy}}
// CHECK:         return{{$}}
// CHECK:         return{{$}}
func.func private @one_of_two(%k: i1) -> memref<4xf32> {
  cf.cond_br %k, ^then, ^else
^then:
  %0 = memref.alloc() : memref<4xf32>
  return %0 : memref<4xf32>
^else:
  %1 = memref.alloc() : memref<4xf32>
  return %1 : memref<4xf32>
}

// -----

// REFERENCE: allocates as much as one of the buffers takes
// The caller cannot know how large the buffer is: there may be another one. mlir-opt 22 allocates as
// much as the one of them takes.
func.func private @other_extent(%a: index, %b: index, %k: i1) -> memref<?xf32> {
  cf.cond_br %k, ^then, ^else
^then:
  %0 = memref.alloc(%a) : memref<?xf32>
  return %0 : memref<?xf32>
^else:
  %1 = memref.alloc(%b) : memref<?xf32>
  return %1 : memref<?xf32>
}

func.func @call_other_extent(%a: index, %b: index, %k: i1) {
  // expected-error @below {{cannot create out param for dynamically shaped result}}
  %0 = call @other_extent(%a, %b, %k) : (index, index, i1) -> memref<?xf32>
  "x.use"(%0) : (memref<?xf32>) -> ()
  return
}

// -----

// Nor are extents known that the function computes.
func.func private @computed_extent(%a: index) -> memref<?xf32> {
  %size = arith.addi %a, %a : index
  %0 = memref.alloc(%size) : memref<?xf32>
  return %0 : memref<?xf32>
}

func.func @call_computed_extent(%a: index) {
  // expected-error @below {{cannot create out param for dynamically shaped result}}
  %0 = call @computed_extent(%a) : (index) -> memref<?xf32>
  "x.use"(%0) : (memref<?xf32>) -> ()
  return
}

// -----

// REFERENCE: takes one allocation for two results
// What may be in use together stays apart. mlir-opt 22 lets the caller's buffer be both, in all of
// these; tests/differences has programs that show it.

// CHECK-LABEL: func.func private @both_in_use(
// CHECK-SAME:    %[[k:.*]]: i1, %[[out:.*]]: memref<4xf32>) {
// CHECK:         %[[b:.*]] = memref.alloc()
// CHECK:         "x.use"(%[[out]], %[[b]])
// CHECK:         memref.copy %[[b]], %[[out]]
func.func private @both_in_use(%k: i1) -> memref<4xf32> {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  "x.use"(%0, %1) : (memref<4xf32>, memref<4xf32>) -> ()
  cf.cond_br %k, ^then, ^else
^then:
  return %0 : memref<4xf32>
^else:
  return %1 : memref<4xf32>
}

// CHECK-LABEL: func.func private @swapped(
// CHECK-COUNT-2: memref.alloc()
// CHECK-COUNT-4: memref.copy
func.func private @swapped(%k: i1) -> (memref<4xf32>, memref<4xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  "x.use"(%0, %1) : (memref<4xf32>, memref<4xf32>) -> ()
  cf.cond_br %k, ^then, ^else
^then:
  return %0, %1 : memref<4xf32>, memref<4xf32>
^else:
  return %1, %0 : memref<4xf32>, memref<4xf32>
}

// CHECK-LABEL: func.func private @in_a_loop(
// CHECK:         memref.alloc()
// CHECK:         memref.copy
func.func private @in_a_loop(%k: i1, %m: memref<4xf32>) -> memref<4xf32> {
  cf.br ^loop(%m : memref<4xf32>)
^loop(%before: memref<4xf32>):
  %0 = memref.alloc() : memref<4xf32>
  "x.use"(%0, %before) : (memref<4xf32>, memref<4xf32>) -> ()
  cf.cond_br %k, ^loop(%0 : memref<4xf32>), ^exit
^exit:
  return %0 : memref<4xf32>
}

// CHECK-LABEL: func.func private @part_at_another_return(
// CHECK:         memref.alloc()
// CHECK-COUNT-2: memref.copy
func.func private @part_at_another_return(%k: i1) -> memref<4x4xf32> {
  %0 = memref.alloc() : memref<4x4xf32>
  cf.cond_br %k, ^then, ^else
^then:
  return %0 : memref<4x4xf32>
^else:
  %1 = scf.if %k -> memref<4x4xf32> {
    %2 = "x.view"(%0) : (memref<4x4xf32>) -> memref<4x4xf32>
    scf.yield %2 : memref<4x4xf32>
  } else {
    scf.yield %0 : memref<4x4xf32>
  }
  return %1 : memref<4x4xf32>
}

// -----

// REFERENCE: hands out memory that is freed
// What the function frees is not the caller's. mlir-opt 22 frees the caller's buffer, and copies to
// it then.
// CHECK-LABEL: func.func private @freed(
// CHECK:         memref.alloc()
// CHECK-COUNT-2: memref.copy
func.func private @freed(%k: i1, %m: memref<4xf32>) -> memref<4xf32> {
  %0 = memref.alloc() : memref<4xf32>
  cf.cond_br %k, ^then, ^else(%0 : memref<4xf32>)
^then:
  return %0 : memref<4xf32>
^else(%1: memref<4xf32>):
  memref.dealloc %1 : memref<4xf32>
  return %m : memref<4xf32>
}

// CHECK-LABEL: func.func private @freed_under_condition(
// CHECK:         memref.alloc()
// CHECK:         memref.copy
func.func private @freed_under_condition(%k: i1) -> memref<4xf32> {
  %0 = memref.alloc() : memref<4xf32>
  bufferization.dealloc (%0 : memref<4xf32>) if (%k)
  return %0 : memref<4xf32>
}

// CHECK-LABEL: func.func private @retained(
// CHECK-NOT:     memref.alloc()
// CHECK:         bufferization.dealloc
func.func private @retained(%k: i1, %m: memref<4xf32>) -> memref<4xf32> {
  %0 = memref.alloc() : memref<4xf32>
  %1 = bufferization.dealloc (%m : memref<4xf32>) if (%k) retain (%0 : memref<4xf32>)
  return %0 : memref<4xf32>
}

// -----

// REFERENCE: drops the contents of what is no allocation
// Not everything that allocates gives undefined contents. mlir-opt 22 loses the contents of both.
// CHECK-LABEL: func.func private @reallocated(
// CHECK:         %[[r:.*]] = memref.realloc
// CHECK:         memref.copy %[[r]], %{{.*}}
func.func private @reallocated(%m: memref<2xf32>) -> memref<4xf32> {
  %0 = memref.realloc %m : memref<2xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}

// CHECK-LABEL: func.func private @cloned(
// CHECK:         %[[r:.*]] = bufferization.clone
// CHECK:         memref.copy %[[r]], %{{.*}}
func.func private @cloned(%m: memref<4xf32>) -> memref<4xf32> {
  %0 = bufferization.clone %m : memref<4xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}

// -----

// What is kept in a buffer of buffers may be freed by whoever finds it there.
// REFERENCE: does not see that the buffer is kept
// CHECK-LABEL: func.func private @kept_in_a_buffer(
// CHECK:         %[[m:.*]] = memref.alloc()
// CHECK:         memref.copy %[[m]], %{{.*}}
func.func private @kept_in_a_buffer(%all: memref<2xmemref<4xf32>>, %i: index) -> memref<4xf32> {
  %0 = memref.alloc() : memref<4xf32>
  memref.store %0, %all[%i] : memref<2xmemref<4xf32>>
  return %0 : memref<4xf32>
}

// -----

// A region that runs later may read the allocation after the other return has copied its result.
// REFERENCE: replaces the allocation by the parameter, which the other return overwrites.

// CHECK-LABEL: func.func private @read_later(
// CHECK:         memref.alloc()
// CHECK:         async.execute
// CHECK:         memref.copy
func.func private @read_later(%c: i1, %i: index, %a: memref<4xf32>) -> memref<4xf32> {
  %m = memref.alloc() : memref<4xf32>
  memref.copy %a, %m : memref<4xf32> to memref<4xf32>
  %token = async.execute {
    %x = memref.load %m[%i] : memref<4xf32>
    vector.print %x : f32
    async.yield
  }
  cf.cond_br %c, ^all, ^other
^all:
  return %m : memref<4xf32>
^other:
  return %a : memref<4xf32>
}
