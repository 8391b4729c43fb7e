// RUN: bufferize-opt %s --split-input-file --static-memory-planner-analysis='algorithm=exact dynamic' | filecheck %s

// Two buffers of one size, however it is computed, share a slot behind the static bytes.

// CHECK-LABEL: func @one_slot
// CHECK:         %[[DIM:.*]] = memref.dim %arg0, %
// CHECK:         %[[SIZE:.*]] = arith.muli %{{.*}}, %[[DIM]] : index
// CHECK:         %[[END:.*]] = arith.addi %{{.*}}, %[[SIZE]] : index
// CHECK:         %[[ARENA:.*]] = memref.alloc(%[[END]]) {alignment = 4 : i64} : memref<?xi8>
// CHECK:         memref.view %[[ARENA]][%{{.*}}][] : memref<?xi8> to memref<3xf32>
// CHECK:         memref.view %[[ARENA]][%[[SHIFT:.*]]][%{{.*}}] : memref<?xi8> to memref<?xf32>
// CHECK:         memref.view %[[ARENA]][%[[SHIFT]]][%{{.*}}] : memref<?xi8> to memref<?xf32>
// CHECK:         memref.dealloc %[[ARENA]]
// CHECK-NOT:     memref.dealloc
func.func @one_slot(%x: memref<?xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %s = memref.alloc() : memref<3xf32>
  memref.store %f, %s[%c0] : memref<3xf32>
  %n = memref.dim %x, %c0 : memref<?xf32>
  %a = memref.alloc(%n) : memref<?xf32>
  memref.copy %x, %a : memref<?xf32> to memref<?xf32>
  memref.copy %a, %x : memref<?xf32> to memref<?xf32>
  memref.dealloc %a : memref<?xf32>
  %again = memref.dim %a, %c0 : memref<?xf32>
  %b = memref.alloc(%again) : memref<?xf32>
  memref.copy %x, %b : memref<?xf32> to memref<?xf32>
  memref.copy %b, %x : memref<?xf32> to memref<?xf32>
  %t = memref.load %s[%c0] : memref<3xf32>
  memref.store %t, %x[%c0] : memref<?xf32>
  return
}

// -----

// A tile is planned with its greatest size.

// CHECK-LABEL: func @tiles
// CHECK:         %[[ARENA:.*]] = memref.alloc() {alignment = 4 : i64} : memref<128xi8>
// CHECK:         scf.for
// CHECK:           memref.view %[[ARENA]][%{{.*}}][%{{.*}}] : memref<128xi8> to memref<?x4xf32>
func.func @tiles(%n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c8 {
    %t = affine.min affine_map<(d0, d1) -> (8, d1 - d0)>(%i, %n)
    %a = memref.alloc(%t) : memref<?x4xf32>
    linalg.fill ins(%f : f32) outs(%a : memref<?x4xf32>)
    memref.dealloc %a : memref<?x4xf32>
  }
  return
}

// -----

// A size that is known later only, and one of a buffer that the function may not come to, stay.

// CHECK-LABEL: func @others
// CHECK:         memref.alloc() : memref<1xindex>
// CHECK-NOT:     memref.view
// CHECK:         memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK:         scf.if
// CHECK:           memref.alloc(%{{.*}}) : memref<?xf32>
func.func @others(%c: i1, %n: index, %p: memref<1xindex>, %f: f32) -> memref<1xindex> {
  %c0 = arith.constant 0 : index
  %q = memref.alloc() : memref<1xindex>
  memref.copy %p, %q : memref<1xindex> to memref<1xindex>
  %m = memref.load %q[%c0] : memref<1xindex>
  %a = memref.alloc(%m) : memref<?xf32>
  linalg.fill ins(%f : f32) outs(%a : memref<?xf32>)
  memref.dealloc %a : memref<?xf32>
  scf.if %c {
    %b = memref.alloc(%n) : memref<?xf32>
    linalg.fill ins(%f : f32) outs(%b : memref<?xf32>)
    memref.dealloc %b : memref<?xf32>
  }
  return %q : memref<1xindex>
}
