// RUN: bufferize-opt %s --split-input-file --buffer-deallocation-pipeline=omit-known-ownership | filecheck %s

// A block gets no i1 value with a buffer that it owns whichever branch passes it.

// CHECK-LABEL: func.func @new_on_both_sides(
// CHECK:         cf.br ^bb3(%{{.*}} : memref<4xi32>)
// CHECK:         cf.br ^bb3(%{{.*}} : memref<4xi32>)
// CHECK:       ^bb3(%[[r:.*]]: memref<4xi32>):
// CHECK-NEXT:    memref.copy %[[r]], %{{.*}}
// CHECK-NEXT:    %[[base:.*]], %{{.*}}, %{{.*}}, %{{.*}} = memref.extract_strided_metadata %[[r]]
// CHECK-NEXT:    memref.dealloc %[[base]]
// CHECK-NEXT:    return
func.func @new_on_both_sides(%c: i1, %x: memref<4xi32>, %y: memref<4xi32>) {
  cf.cond_br %c, ^left, ^right
^left:
  %a = memref.alloc() : memref<4xi32>
  memref.copy %x, %a : memref<4xi32> to memref<4xi32>
  cf.br ^end(%a : memref<4xi32>)
^right:
  %b = memref.alloc() : memref<4xi32>
  memref.copy %y, %b : memref<4xi32> to memref<4xi32>
  cf.br ^end(%b : memref<4xi32>)
^end(%r: memref<4xi32>):
  memref.copy %r, %y : memref<4xi32> to memref<4xi32>
  return
}

// -----

// The loop gets a new buffer at first, and one from each round.

// CHECK-LABEL: func.func @carried(
// CHECK:         cf.br ^bb1(%{{.*}}, %{{.*}} : index, memref<2xi32>)
// CHECK:       ^bb1(%{{.*}}: index, %[[m:.*]]: memref<2xi32>):
// CHECK:       ^bb2:
// CHECK:         %[[new:.*]] = memref.alloc()
// CHECK:         %[[base:.*]], %{{.*}}, %{{.*}}, %{{.*}} = memref.extract_strided_metadata %[[m]]
// CHECK:         memref.dealloc %[[base]]
// CHECK:         cf.br ^bb1(%{{.*}}, %[[new]] : index, memref<2xi32>)
// CHECK:       ^bb3:
// CHECK-NOT:     scf.if
// CHECK:         memref.dealloc
// CHECK:         return
func.func @carried(%n: index, %out: memref<2xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = memref.alloc() : memref<2xi32>
  memref.copy %out, %a : memref<2xi32> to memref<2xi32>
  cf.br ^head(%zero, %a : index, memref<2xi32>)
^head(%i: index, %m: memref<2xi32>):
  %c = arith.cmpi slt, %i, %n : index
  cf.cond_br %c, ^body, ^exit
^body:
  %b = memref.alloc() : memref<2xi32>
  memref.copy %m, %b : memref<2xi32> to memref<2xi32>
  %j = arith.addi %i, %one : index
  cf.br ^head(%j, %b : index, memref<2xi32>)
^exit:
  memref.copy %m, %out : memref<2xi32> to memref<2xi32>
  return
}

// -----

// The function does not own its argument: whether `%r` is owned depends on the way.

// CHECK-LABEL: func.func @one_of_two(
// CHECK:         %[[true:.*]] = arith.constant true
// CHECK:         cf.br ^bb3(%{{.*}}, %[[true]] : memref<4xi32>, i1)
// CHECK:         %[[false:.*]] = arith.constant false
// CHECK:         cf.br ^bb3(%{{.*}}, %[[false]] : memref<4xi32>, i1)
// CHECK:       ^bb3(%{{.*}}: memref<4xi32>, %[[owned:.*]]: i1):
// CHECK:         scf.if %[[owned]]
// CHECK-NEXT:      memref.dealloc
func.func @one_of_two(%c: i1, %x: memref<4xi32>, %y: memref<4xi32>) {
  cf.cond_br %c, ^left, ^right
^left:
  %a = memref.alloc() : memref<4xi32>
  memref.copy %x, %a : memref<4xi32> to memref<4xi32>
  cf.br ^end(%a : memref<4xi32>)
^right:
  cf.br ^end(%x : memref<4xi32>)
^end(%r: memref<4xi32>):
  memref.copy %r, %y : memref<4xi32> to memref<4xi32>
  return
}
