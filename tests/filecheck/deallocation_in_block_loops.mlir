// RUN: bufferize-opt %s --split-input-file --buffer-deallocation-pipeline | filecheck %s

// Loops that are made of blocks: each block frees what it owns and does not pass on.

// REFERENCE: mlir-opt refuses loops that are made of blocks.

// CHECK-LABEL: func.func @carried(
// CHECK:         cf.br ^bb1(%{{.*}}, %{{.*}}, %{{.*}} : index, memref<2xi32>, i1)
// CHECK:       ^bb1(%{{.*}}: index, %[[m:.*]]: memref<2xi32>, %{{.*}}: i1):
// CHECK:       ^bb2:
// CHECK:         %[[new:.*]] = memref.alloc()
// CHECK:         %[[base:.*]], %{{.*}}, %{{.*}}, %{{.*}} = memref.extract_strided_metadata %[[m]]
// CHECK:         scf.if
// CHECK-NEXT:      memref.dealloc %[[base]]
// CHECK:         cf.br ^bb1(%{{.*}}, %[[new]], %{{.*}} : index, memref<2xi32>, i1)
// CHECK:       ^bb3:
// CHECK:         %[[last:.*]], %{{.*}}, %{{.*}}, %{{.*}} = memref.extract_strided_metadata %[[m]]
// CHECK:         memref.dealloc %[[last]]
// CHECK:         return
func.func @carried(%n: index, %out: memref<2xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = memref.alloc() : memref<2xi32>
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

// REFERENCE: mlir-opt refuses loops that are made of blocks.

// The block allocates each time that it runs, and frees it, whether it runs again or not.

// CHECK-LABEL: func.func @in_each_round(
// CHECK:       ^bb1(%{{.*}}: index):
// CHECK:         %[[a:.*]] = memref.alloc()
// CHECK:         scf.if %[[more:.*]] {
// CHECK-NEXT:      memref.dealloc %[[a]]
// CHECK:         scf.if
// CHECK-NEXT:      memref.dealloc %[[a]]
// CHECK:         cf.cond_br %[[more]], ^bb1(%{{.*}} : index), ^bb2
func.func @in_each_round(%n: index, %x: memref<2xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  cf.br ^again(%zero : index)
^again(%i: index):
  %a = memref.alloc() : memref<2xi32>
  memref.copy %x, %a : memref<2xi32> to memref<2xi32>
  memref.copy %a, %x : memref<2xi32> to memref<2xi32>
  %j = arith.addi %i, %one : index
  %c = arith.cmpi slt, %j, %n : index
  cf.cond_br %c, ^again(%j : index), ^exit
^exit:
  return
}

// -----

// REFERENCE: mlir-opt refuses loops that are made of blocks.

// CHECK-LABEL: func.func @used_in_a_loop(
// CHECK:         %[[a:.*]] = memref.alloc()
// CHECK:       ^bb1(
// CHECK:         memref.copy %{{.*}}, %[[a]]
// CHECK-NOT:     cf.cond_br
// CHECK:         scf.if
// CHECK-NEXT:      memref.dealloc %[[a]]
// CHECK:         cf.cond_br
func.func @used_in_a_loop(%n: index, %x: memref<2xi32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = memref.alloc() : memref<2xi32>
  cf.br ^again(%zero : index)
^again(%i: index):
  memref.copy %x, %a : memref<2xi32> to memref<2xi32>
  %j = arith.addi %i, %one : index
  %c = arith.cmpi slt, %j, %n : index
  cf.cond_br %c, ^again(%j : index), ^exit
^exit:
  return
}

// -----

// REFERENCE: mlir-opt refuses loops that are made of blocks.

// CHECK-LABEL: func.func @without_end(
// CHECK:       ^bb1:
// CHECK:         %[[a:.*]] = memref.alloc()
// CHECK:         memref.copy
// CHECK:         memref.dealloc %[[a]]
// CHECK-NEXT:    cf.br ^bb1
func.func @without_end(%x: memref<2xi32>) {
  cf.br ^again
^again:
  %a = memref.alloc() : memref<2xi32>
  memref.copy %x, %a : memref<2xi32> to memref<2xi32>
  cf.br ^again
}
