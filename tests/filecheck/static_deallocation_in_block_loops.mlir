// RUN: bufferize-opt %s --split-input-file --buffer-deallocation --copy-removal | filecheck %s

// In loops that are made of blocks, a buffer is freed on each way on which it is not used any more.

// A buffer that comes from another iteration is freed by the name of the argument that it arrives as.

// CHECK-LABEL: func.func @carried(
// CHECK:         %[[a:.*]] = memref.alloc()
// CHECK-NEXT:    cf.br ^bb1(%{{.*}}, %[[a]] : index, memref<2xi32>)
// CHECK-NEXT:  ^bb1(%{{.*}}: index, %[[m:.*]]: memref<2xi32>):
// CHECK:       ^bb2:
// CHECK-NEXT:    %[[b:.*]] = memref.alloc()
// CHECK-NEXT:    memref.copy %[[m]], %[[b]]
// CHECK-NEXT:    memref.dealloc %[[m]]
// CHECK-NOT:     dealloc
// CHECK:         cf.br ^bb1(%{{.*}}, %[[b]] : index, memref<2xi32>)
// CHECK-NEXT:  ^bb3:
// CHECK-NEXT:    memref.copy %[[m]], %{{.*}}
// CHECK-NEXT:    memref.dealloc %[[m]]
// CHECK-NEXT:    return
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

// What the whole loop uses is freed behind it.

// CHECK-LABEL: func.func @used_by_all_iterations(
// CHECK:       ^bb1:
// CHECK-NEXT:    memref.copy %[[a:.*]], %{{.*}}
// CHECK-NEXT:    cf.cond_br %{{.*}}, ^bb1, ^bb2
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    memref.dealloc %[[a]]
// CHECK-NEXT:    return
func.func @used_by_all_iterations(%c: i1, %out: memref<2xi32>) {
  %a = memref.alloc() : memref<2xi32>
  cf.br ^again
^again:
  memref.copy %a, %out : memref<2xi32> to memref<2xi32>
  cf.cond_br %c, ^again, ^end
^end:
  return
}

// -----

// Where both ways meet, before the next iteration allocates it again.

// CHECK-LABEL: func.func @freed_in_each_iteration(
// CHECK:       ^bb2:
// CHECK-NEXT:    memref.copy %[[a:.*]], %{{.*}}
// CHECK-NEXT:    cf.br ^bb3
// CHECK-NEXT:  ^bb3:
// CHECK-NEXT:    memref.dealloc %[[a]]
// CHECK-NEXT:    cf.cond_br %{{.*}}, ^bb1, ^bb4
// CHECK-NEXT:  ^bb4:
// CHECK-NEXT:    return
func.func @freed_in_each_iteration(%c: i1, %d: i1, %x: memref<2xi32>) {
  cf.br ^head
^head:
  %a = memref.alloc() : memref<2xi32>
  memref.copy %x, %a : memref<2xi32> to memref<2xi32>
  cf.cond_br %c, ^use, ^latch
^use:
  memref.copy %a, %x : memref<2xi32> to memref<2xi32>
  cf.br ^latch
^latch:
  cf.cond_br %d, ^head, ^end
^end:
  return
}

// -----

// On the way out of the loop, in a block of its own: the end is also reached without a buffer.

// CHECK-LABEL: func.func @left_in_the_middle(
// CHECK:         cf.cond_br %{{.*}}, ^bb1, ^bb4
// CHECK-NEXT:  ^bb1:
// CHECK-NEXT:    %[[a:.*]] = memref.alloc()
// CHECK-NEXT:    memref.copy %{{.*}}, %[[a]]
// CHECK-NEXT:    cf.cond_br %{{.*}}, ^bb3, ^bb2
// CHECK-NEXT:  ^bb2:
// CHECK-NEXT:    memref.dealloc %[[a]]
// CHECK-NEXT:    cf.br ^bb4
// CHECK-NEXT:  ^bb3:
// CHECK-NEXT:    memref.copy %[[a]], %{{.*}}
// CHECK-NEXT:    memref.dealloc %[[a]]
// CHECK-NEXT:    cf.br ^bb1
// CHECK-NEXT:  ^bb4:
// CHECK-NEXT:    return
func.func @left_in_the_middle(%c: i1, %d: i1, %x: memref<2xi32>) {
  cf.cond_br %d, ^head, ^end
^head:
  %a = memref.alloc() : memref<2xi32>
  memref.copy %x, %a : memref<2xi32> to memref<2xi32>
  cf.cond_br %c, ^use, ^end
^use:
  memref.copy %a, %x : memref<2xi32> to memref<2xi32>
  cf.br ^head
^end:
  return
}
