// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --promote-buffers-to-stack=promote-bounded-allocs | filecheck %s
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --promote-buffers-to-stack="promote-bounded-allocs max-alloc-size-in-bytes=64" | filecheck %s --check-prefix LESS
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --promote-buffers-to-stack=assumed-max-extent=8 | filecheck %s --check-prefix ASSUMED
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --promote-buffers-to-stack | filecheck %s --check-prefix DEFAULT

// With the options, buffers of dynamic shape go to the stack if their extents are bounded.

// CHECK-LABEL: func @bounds
// CHECK:         memref.alloca(%{{.*}}) : memref<?xf32>
// CHECK-NEXT:    memref.alloca(%{{.*}}) : memref<?xf32>
// CHECK-NEXT:    memref.alloca(%{{.*}}) : memref<16x?xf32>
// CHECK-NEXT:    memref.alloc(%{{.*}}) : memref<17x?xf32>
// CHECK-NEXT:    memref.alloca(%{{.*}}) : memref<?x?xf32>
// CHECK-NEXT:    memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK-NEXT:    memref.alloc(%{{.*}}) : memref<?x?xf32>
// LESS-LABEL:  func @bounds
// LESS:          memref.alloca(%{{.*}}) : memref<?xf32>
// LESS-NEXT:     memref.alloca(%{{.*}}) : memref<?xf32>
// LESS-NEXT:     memref.alloc(%{{.*}}) : memref<16x?xf32>
// ASSUMED-LABEL: func @bounds
// ASSUMED-COUNT-3: memref.alloca(
// ASSUMED-NEXT:  memref.alloc(%{{.*}}) : memref<17x?xf32>
// ASSUMED-COUNT-3: memref.alloca(
// DEFAULT-LABEL: func @bounds
// DEFAULT-NOT:   memref.alloca
// DEFAULT:       return
func.func @bounds(%n: index) {
  %c16 = arith.constant 16 : index
  %signed = arith.minsi %n, %c16 : index
  %unsigned = arith.minui %c16, %n : index
  %affine = affine.min affine_map<(d0) -> (16, -d0 + 100)>(%n)
  %least = arith.maxsi %n, %c16 : index
  %a = memref.alloc(%signed) : memref<?xf32>
  %b = memref.alloc(%unsigned) : memref<?xf32>
  %d = memref.alloc(%affine) : memref<16x?xf32>
  %e = memref.alloc(%affine) : memref<17x?xf32>
  %f = memref.alloc(%affine, %signed) : memref<?x?xf32>
  %g = memref.alloc(%least) : memref<?xf32>
  %h = memref.alloc(%affine, %n) : memref<?x?xf32>
  "test.use"(%a, %b, %d, %e, %f, %g, %h) : (memref<?xf32>, memref<?xf32>, memref<16x?xf32>, memref<17x?xf32>, memref<?x?xf32>, memref<?xf32>, memref<?x?xf32>) -> ()
  return
}

// -----

// Without a bound, it is up to the user to promise one.

// CHECK-LABEL: func @promised
// CHECK-NEXT:    memref.alloc(%{{.*}}) : memref<?xf32>
// ASSUMED-LABEL: func @promised
// ASSUMED-NEXT:  memref.alloca(%{{.*}}) : memref<?xf32>
// ASSUMED-NEXT:  memref.alloca(%{{.*}}) : memref<32x?xf32>
// ASSUMED-NEXT:  memref.alloc(%{{.*}}) : memref<33x?xf32>
func.func @promised(%n: index) {
  %a = memref.alloc(%n) : memref<?xf32>
  %b = memref.alloc(%n) : memref<32x?xf32>
  %d = memref.alloc(%n) : memref<33x?xf32>
  "test.use"(%a, %b, %d) : (memref<?xf32>, memref<32x?xf32>, memref<33x?xf32>) -> ()
  return
}

// -----

// The stack does not grow with a loop. In front of it, an extent may be negative, or larger than
// promised, where the loop does not run: only extents with both bounds may go there.

// CHECK-LABEL: func @in_loop
// CHECK:         %[[unsigned:.*]] = arith.minui
// CHECK:         memref.alloca(%[[unsigned]])
// CHECK-NEXT:    scf.for
// CHECK-NEXT:      memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK-NEXT:      memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK-NEXT:      arith.minui
// CHECK-NEXT:      memref.alloc(%{{.*}}) : memref<?xf32>
// ASSUMED-LABEL: func @in_loop
// ASSUMED:       scf.for
// ASSUMED-COUNT-3: memref.alloc(
func.func @in_loop(%n: index, %k: index) {
  %c4 = arith.constant 4 : index
  %unsigned = arith.minui %n, %c4 : index
  %signed = arith.minsi %n, %c4 : index
  scf.for %i = %n to %k step %c4 {
    %a = memref.alloc(%unsigned) : memref<?xf32>
    %b = memref.alloc(%signed) : memref<?xf32>
    %d = memref.alloc(%n) : memref<?xf32>
    %inside = arith.minui %i, %c4 : index
    %e = memref.alloc(%inside) : memref<?xf32>
    "test.use"(%a, %b, %d, %e) : (memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func @leaves
// CHECK:         memref.alloc(%{{.*}}) : memref<?xf32>
func.func @leaves(%n: index) -> memref<?xf32> {
  %c4 = arith.constant 4 : index
  %extent = arith.minui %n, %c4 : index
  %a = memref.alloc(%extent) : memref<?xf32>
  return %a : memref<?xf32>
}
