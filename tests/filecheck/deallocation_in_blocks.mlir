// RUN: bufferize-opt %s --split-input-file --ownership-based-buffer-deallocation | filecheck %s

// Each buffer that a block gets comes with whether the block owns it.

// CHECK-LABEL: func.func @one_side_is_new(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<3xi32>, %[[arg2:.*]]: memref<3xi32>)
// CHECK:         cf.cond_br %[[arg0]], ^bb2(%[[arg1]], %{{.*}} : memref<3xi32>, i1), ^bb1
// CHECK:         ^bb1:
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK:         memref.copy %[[arg1]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK:         %[[v0:.*]]:2 = bufferization.dealloc (%[[alloc]] : memref<3xi32>) if (%{{.*}}) retain (%[[alloc]], %[[arg2]] : memref<3xi32>, memref<3xi32>)
// CHECK:         cf.br ^bb2(%[[alloc]], %[[v0]]#0 : memref<3xi32>, i1)
// CHECK:         ^bb2(%[[v1:.*]]: memref<3xi32>, %[[v2:.*]]: i1):
// CHECK:         memref.copy %[[v1]], %[[arg2]] : memref<3xi32> to memref<3xi32>
// CHECK:         bufferization.dealloc (%{{.*}} : memref<i32>) if (%[[v2]])
// CHECK:         return
func.func @one_side_is_new(%c: i1, %x: memref<3xi32>, %y: memref<3xi32>) {
  cf.cond_br %c, ^join(%x : memref<3xi32>), ^left
^left:
  %a = memref.alloc() : memref<3xi32>
  memref.copy %x, %a : memref<3xi32> to memref<3xi32>
  cf.br ^join(%a : memref<3xi32>)
^join(%r: memref<3xi32>):
  memref.copy %r, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @one_side_is_of_any_size(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<?xi32>, %[[arg2:.*]]: memref<?xi32>, %[[arg3:.*]]: index)
// CHECK:         cf.cond_br %[[arg0]], ^bb2(%[[arg1]], %{{.*}} : memref<?xi32>, i1), ^bb1(%[[arg3]] : index)
// CHECK:         ^bb1(%[[v0:.*]]: index):
// CHECK:         %[[alloc:.*]] = memref.alloc(%[[v0]]) : memref<?xi32>
// CHECK:         memref.copy %[[arg1]], %[[alloc]] : memref<?xi32> to memref<?xi32>
// CHECK:         %[[v1:.*]]:2 = bufferization.dealloc (%[[alloc]] : memref<?xi32>) if (%{{.*}}) retain (%[[alloc]], %[[arg2]] : memref<?xi32>, memref<?xi32>)
// CHECK:         cf.br ^bb2(%[[alloc]], %[[v1]]#0 : memref<?xi32>, i1)
// CHECK:         ^bb2(%[[v2:.*]]: memref<?xi32>, %[[v3:.*]]: i1):
// CHECK:         memref.copy %[[v2]], %[[arg2]] : memref<?xi32> to memref<?xi32>
// CHECK:         bufferization.dealloc (%{{.*}} : memref<i32>) if (%[[v3]])
// CHECK:         return
func.func @one_side_is_of_any_size(%c: i1, %x: memref<?xi32>, %y: memref<?xi32>, %n: index) {
  cf.cond_br %c, ^join(%x : memref<?xi32>), ^left(%n : index)
^left(%m: index):
  %a = memref.alloc(%m) : memref<?xi32>
  memref.copy %x, %a : memref<?xi32> to memref<?xi32>
  cf.br ^join(%a : memref<?xi32>)
^join(%r: memref<?xi32>):
  memref.copy %r, %y : memref<?xi32> to memref<?xi32>
  return
}

// -----

// CHECK-LABEL: func.func @one_side_is_of_any_rank(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<*xi32>, %[[arg2:.*]]: memref<*xi32>, %[[arg3:.*]]: index)
// CHECK:         cf.cond_br %[[arg0]], ^bb2(%[[arg1]], %{{.*}} : memref<*xi32>, i1), ^bb1
// CHECK:         ^bb1:
// CHECK:         %[[alloc:.*]] = memref.alloc(%[[arg3]]) : memref<?xi32>
// CHECK:         memref.copy %[[arg1]], %{{.*}} : memref<*xi32> to memref<*xi32>
// CHECK:         %[[v0:.*]]:2 = bufferization.dealloc (%[[alloc]] : memref<?xi32>) if (%{{.*}}) retain (%{{.*}}, %[[arg2]] : memref<*xi32>, memref<*xi32>)
// CHECK:         cf.br ^bb2(%{{.*}}, %[[v0]]#0 : memref<*xi32>, i1)
// CHECK:         ^bb2(%[[v1:.*]]: memref<*xi32>, %[[v2:.*]]: i1):
// CHECK:         memref.copy %[[v1]], %[[arg2]] : memref<*xi32> to memref<*xi32>
// CHECK:         bufferization.dealloc (%{{.*}} : memref<i32>) if (%[[v2]])
// CHECK:         return
func.func @one_side_is_of_any_rank(%c: i1, %x: memref<*xi32>, %y: memref<*xi32>, %n: index) {
  cf.cond_br %c, ^join(%x : memref<*xi32>), ^left
^left:
  %a = memref.alloc(%n) : memref<?xi32>
  %b = memref.cast %a : memref<?xi32> to memref<*xi32>
  memref.copy %x, %b : memref<*xi32> to memref<*xi32>
  cf.br ^join(%b : memref<*xi32>)
^join(%r: memref<*xi32>):
  memref.copy %r, %y : memref<*xi32> to memref<*xi32>
  return
}

// -----

// CHECK-LABEL: func.func @through_many_blocks(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: i1, %[[arg2:.*]]: memref<?xi32>, %[[arg3:.*]]: memref<?xi32>, %[[arg4:.*]]: index)
// CHECK:         cf.cond_br %[[arg0]], ^bb1, ^bb2
// CHECK:         ^bb1:
// CHECK:         cf.br ^bb6(%[[arg2]], %{{.*}} : memref<?xi32>, i1)
// CHECK:         ^bb2:
// CHECK:         %[[alloc:.*]] = memref.alloc(%[[arg4]]) : memref<?xi32>
// CHECK:         memref.copy %[[arg2]], %[[alloc]] : memref<?xi32> to memref<?xi32>
// CHECK:         %[[v0:.*]]:3 = bufferization.dealloc (%[[alloc]] : memref<?xi32>) if (%[[arg1]]) retain (%[[arg2]], %[[arg3]], %[[alloc]] : memref<?xi32>, memref<?xi32>, memref<?xi32>)
// CHECK:         %[[v1:.*]] = arith.xori %[[arg1]], %{{.*}} : i1
// CHECK:         %[[v2:.*]]:2 = bufferization.dealloc (%[[alloc]] : memref<?xi32>) if (%[[v1]]) retain (%[[arg3]], %[[alloc]] : memref<?xi32>, memref<?xi32>)
// CHECK:         %[[v3:.*]] = arith.select %[[arg1]], %[[v0]]#1, %[[v2]]#0 : i1
// CHECK:         %[[v4:.*]] = arith.select %[[arg1]], %[[v0]]#2, %[[v2]]#1 : i1
// CHECK:         cf.cond_br %[[arg1]], ^bb3, ^bb4
// CHECK:         ^bb3:
// CHECK:         memref.copy %[[alloc]], %[[arg2]] : memref<?xi32> to memref<?xi32>
// CHECK:         %[[v5:.*]]:2 = bufferization.dealloc (%[[alloc]] : memref<?xi32>) if (%[[v4]]) retain (%[[alloc]], %[[arg3]] : memref<?xi32>, memref<?xi32>)
// CHECK:         cf.br ^bb5(%[[alloc]], %[[v5]]#0 : memref<?xi32>, i1)
// CHECK:         ^bb4:
// CHECK:         %[[v6:.*]]:2 = bufferization.dealloc (%[[alloc]] : memref<?xi32>) if (%[[v4]]) retain (%[[alloc]], %[[arg3]] : memref<?xi32>, memref<?xi32>)
// CHECK:         cf.br ^bb5(%[[alloc]], %[[v6]]#0 : memref<?xi32>, i1)
// CHECK:         ^bb5(%[[v7:.*]]: memref<?xi32>, %[[v8:.*]]: i1):
// CHECK:         %[[v9:.*]]:2 = bufferization.dealloc (%{{.*}} : memref<i32>) if (%[[v8]]) retain (%[[v7]], %[[arg3]] : memref<?xi32>, memref<?xi32>)
// CHECK:         cf.br ^bb6(%[[v7]], %[[v9]]#0 : memref<?xi32>, i1)
// CHECK:         ^bb6(%[[v10:.*]]: memref<?xi32>, %[[v11:.*]]: i1):
// CHECK:         memref.copy %[[v10]], %[[arg3]] : memref<?xi32> to memref<?xi32>
// CHECK:         bufferization.dealloc (%{{.*}} : memref<i32>) if (%[[v11]])
// CHECK:         return
func.func @through_many_blocks(%c: i1, %d: i1, %x: memref<?xi32>, %y: memref<?xi32>, %n: index) {
  cf.cond_br %c, ^old, ^new
^old:
  cf.br ^last(%x : memref<?xi32>)
^new:
  %a = memref.alloc(%n) : memref<?xi32>
  memref.copy %x, %a : memref<?xi32> to memref<?xi32>
  cf.cond_br %d, ^one, ^two
^one:
  memref.copy %a, %x : memref<?xi32> to memref<?xi32>
  cf.br ^join(%a : memref<?xi32>)
^two:
  cf.br ^join(%a : memref<?xi32>)
^join(%r: memref<?xi32>):
  cf.br ^last(%r : memref<?xi32>)
^last(%s: memref<?xi32>):
  memref.copy %s, %y : memref<?xi32> to memref<?xi32>
  return
}

// -----

// CHECK-LABEL: func.func @new_before_the_choice(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<3xi32>, %[[arg2:.*]]: memref<3xi32>)
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK:         memref.copy %[[arg1]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK:         %[[v0:.*]]:2 = bufferization.dealloc (%[[alloc]] : memref<3xi32>) if (%[[arg0]]) retain (%[[arg2]], %[[alloc]] : memref<3xi32>, memref<3xi32>)
// CHECK:         %[[v1:.*]] = arith.xori %[[arg0]], %{{.*}} : i1
// CHECK:         %[[v2:.*]]:2 = bufferization.dealloc (%[[alloc]] : memref<3xi32>) if (%[[v1]]) retain (%[[arg1]], %[[arg2]] : memref<3xi32>, memref<3xi32>)
// CHECK:         %[[v3:.*]] = arith.select %[[arg0]], %[[v0]]#0, %[[v2]]#1 : i1
// CHECK:         cf.cond_br %[[arg0]], ^bb1, ^bb2(%[[arg1]], %[[v2]]#0 : memref<3xi32>, i1)
// CHECK:         ^bb1:
// CHECK:         memref.copy %[[arg2]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK:         %[[v4:.*]]:2 = bufferization.dealloc (%{{.*}}, %[[alloc]] : memref<i32>, memref<3xi32>) if (%[[v3]], %[[v0]]#1) retain (%[[alloc]], %[[arg2]] : memref<3xi32>, memref<3xi32>)
// CHECK:         cf.br ^bb2(%[[alloc]], %[[v4]]#0 : memref<3xi32>, i1)
// CHECK:         ^bb2(%[[v5:.*]]: memref<3xi32>, %[[v6:.*]]: i1):
// CHECK:         memref.copy %[[v5]], %[[arg2]] : memref<3xi32> to memref<3xi32>
// CHECK:         bufferization.dealloc (%{{.*}}, %{{.*}} : memref<i32>, memref<i32>) if (%[[v3]], %[[v6]])
// CHECK:         return
func.func @new_before_the_choice(%c: i1, %x: memref<3xi32>, %y: memref<3xi32>) {
  %a = memref.alloc() : memref<3xi32>
  memref.copy %x, %a : memref<3xi32> to memref<3xi32>
  cf.cond_br %c, ^left, ^join(%x : memref<3xi32>)
^left:
  memref.copy %y, %a : memref<3xi32> to memref<3xi32>
  cf.br ^join(%a : memref<3xi32>)
^join(%r: memref<3xi32>):
  memref.copy %r, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @swapped(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: i1, %[[arg2:.*]]: memref<3xi32>, %[[arg3:.*]]: memref<3xi32>)
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK:         memref.copy %[[arg2]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK:         %[[v0:.*]]:3 = bufferization.dealloc (%[[alloc]] : memref<3xi32>) if (%[[arg0]]) retain (%[[arg2]], %[[alloc]], %[[arg3]] : memref<3xi32>, memref<3xi32>, memref<3xi32>)
// CHECK:         %[[v1:.*]] = arith.xori %[[arg0]], %{{.*}} : i1
// CHECK:         %[[v2:.*]]:3 = bufferization.dealloc (%[[alloc]] : memref<3xi32>) if (%[[v1]]) retain (%[[alloc]], %[[arg2]], %[[arg3]] : memref<3xi32>, memref<3xi32>, memref<3xi32>)
// CHECK:         %[[v3:.*]] = arith.select %[[arg0]], %[[v0]]#1, %[[v2]]#0 : i1
// CHECK:         %[[v4:.*]] = arith.select %[[arg0]], %[[v0]]#0, %[[v2]]#1 : i1
// CHECK:         %[[v5:.*]] = arith.select %[[arg0]], %[[v0]]#2, %[[v2]]#2 : i1
// CHECK:         cf.cond_br %[[arg0]], ^bb1(%[[arg2]], %[[alloc]], %[[v0]]#0, %[[v0]]#1 : memref<3xi32>, memref<3xi32>, i1, i1), ^bb2(%[[alloc]], %[[arg2]], %[[v2]]#0, %[[v2]]#1 : memref<3xi32>, memref<3xi32>, i1, i1)
// CHECK:         ^bb1(%[[v6:.*]]: memref<3xi32>, %[[v7:.*]]: memref<3xi32>, %[[v8:.*]]: i1, %[[v9:.*]]: i1):
// CHECK:         memref.copy %[[v6]], %[[arg3]] : memref<3xi32> to memref<3xi32>
// CHECK:         %[[v10:.*]]:3 = bufferization.dealloc (%{{.*}}, %{{.*}}, %{{.*}} : memref<i32>, memref<i32>, memref<i32>) if (%[[v5]], %[[v8]], %[[v9]]) retain (%[[v6]], %[[v7]], %[[arg3]] : memref<3xi32>, memref<3xi32>, memref<3xi32>)
// CHECK:         cf.br ^bb3(%[[v6]], %[[v7]], %[[v10]]#0, %[[v10]]#1 : memref<3xi32>, memref<3xi32>, i1, i1)
// CHECK:         ^bb2(%[[v11:.*]]: memref<3xi32>, %[[v12:.*]]: memref<3xi32>, %[[v13:.*]]: i1, %[[v14:.*]]: i1):
// CHECK:         %[[v15:.*]] = arith.andi %[[v5]], %[[arg1]] : i1
// CHECK:         %[[v16:.*]] = arith.andi %[[v13]], %[[arg1]] : i1
// CHECK:         %[[v17:.*]] = arith.andi %[[v14]], %[[arg1]] : i1
// CHECK:         %[[v18:.*]]:3 = bufferization.dealloc (%{{.*}}, %{{.*}}, %{{.*}} : memref<i32>, memref<i32>, memref<i32>) if (%[[v15]], %[[v16]], %[[v17]]) retain (%[[v11]], %[[v12]], %[[arg3]] : memref<3xi32>, memref<3xi32>, memref<3xi32>)
// CHECK:         %[[v19:.*]] = arith.xori %[[arg1]], %{{.*}} : i1
// CHECK:         %[[v20:.*]] = arith.andi %[[v5]], %[[v19]] : i1
// CHECK:         %[[v21:.*]] = arith.andi %[[v13]], %[[v19]] : i1
// CHECK:         %[[v22:.*]] = arith.andi %[[v14]], %[[v19]] : i1
// CHECK:         %[[v23:.*]]:3 = bufferization.dealloc (%{{.*}}, %{{.*}}, %{{.*}} : memref<i32>, memref<i32>, memref<i32>) if (%[[v20]], %[[v21]], %[[v22]]) retain (%[[v12]], %[[v11]], %[[arg3]] : memref<3xi32>, memref<3xi32>, memref<3xi32>)
// CHECK:         %[[v24:.*]] = arith.select %[[arg1]], %[[v18]]#1, %[[v23]]#0 : i1
// CHECK:         %[[v25:.*]] = arith.select %[[arg1]], %[[v18]]#0, %[[v23]]#1 : i1
// CHECK:         %[[v26:.*]] = arith.select %[[arg1]], %[[v18]]#2, %[[v23]]#2 : i1
// CHECK:         cf.cond_br %[[arg1]], ^bb3(%[[v11]], %[[v12]], %[[v18]]#0, %[[v18]]#1 : memref<3xi32>, memref<3xi32>, i1, i1), ^bb3(%[[v12]], %[[v11]], %[[v23]]#0, %[[v23]]#1 : memref<3xi32>, memref<3xi32>, i1, i1)
// CHECK:         ^bb3(%[[v27:.*]]: memref<3xi32>, %[[v28:.*]]: memref<3xi32>, %[[v29:.*]]: i1, %[[v30:.*]]: i1):
// CHECK:         %[[alloc_22:.*]] = memref.alloc() : memref<3xi32>
// CHECK:         memref.copy %[[v27]], %[[alloc_22]] : memref<3xi32> to memref<3xi32>
// CHECK:         memref.copy %[[alloc_22]], %[[arg3]] : memref<3xi32> to memref<3xi32>
// CHECK:         bufferization.dealloc (%{{.*}}, %{{.*}}, %{{.*}}, %[[alloc_22]] : memref<i32>, memref<i32>, memref<i32>, memref<3xi32>) if (%[[v5]], %[[v29]], %[[v30]], %{{.*}})
// CHECK:         return
func.func @swapped(%c: i1, %d: i1, %x: memref<3xi32>, %y: memref<3xi32>) {
  %a = memref.alloc() : memref<3xi32>
  memref.copy %x, %a : memref<3xi32> to memref<3xi32>
  cf.cond_br %c, ^left(%x, %a : memref<3xi32>, memref<3xi32>), ^right(%a, %x : memref<3xi32>, memref<3xi32>)
^left(%p: memref<3xi32>, %q: memref<3xi32>):
  memref.copy %p, %y : memref<3xi32> to memref<3xi32>
  cf.br ^join(%p, %q : memref<3xi32>, memref<3xi32>)
^right(%s: memref<3xi32>, %t: memref<3xi32>):
  cf.cond_br %d, ^join(%s, %t : memref<3xi32>, memref<3xi32>), ^join(%t, %s : memref<3xi32>, memref<3xi32>)
^join(%v: memref<3xi32>, %w: memref<3xi32>):
  %b = memref.alloc() : memref<3xi32>
  memref.copy %v, %b : memref<3xi32> to memref<3xi32>
  memref.copy %b, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @not_used_behind(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<3xi32>, %[[arg2:.*]]: memref<3xi32>)
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK:         memref.copy %[[arg1]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK:         %[[v0:.*]]:3 = bufferization.dealloc (%[[alloc]] : memref<3xi32>) if (%[[arg0]]) retain (%[[arg1]], %[[alloc]], %[[arg2]] : memref<3xi32>, memref<3xi32>, memref<3xi32>)
// CHECK:         %[[v1:.*]] = arith.xori %[[arg0]], %{{.*}} : i1
// CHECK:         %[[v2:.*]]:3 = bufferization.dealloc (%[[alloc]] : memref<3xi32>) if (%[[v1]]) retain (%[[alloc]], %[[arg1]], %[[arg2]] : memref<3xi32>, memref<3xi32>, memref<3xi32>)
// CHECK:         %[[v3:.*]] = arith.select %[[arg0]], %[[v0]]#1, %[[v2]]#0 : i1
// CHECK:         %[[v4:.*]] = arith.select %[[arg0]], %[[v0]]#0, %[[v2]]#1 : i1
// CHECK:         %[[v5:.*]] = arith.select %[[arg0]], %[[v0]]#2, %[[v2]]#2 : i1
// CHECK:         cf.cond_br %[[arg0]], ^bb1(%[[arg1]], %[[alloc]], %[[v0]]#0, %[[v0]]#1 : memref<3xi32>, memref<3xi32>, i1, i1), ^bb2(%[[alloc]], %[[arg1]], %[[v2]]#0, %[[v2]]#1 : memref<3xi32>, memref<3xi32>, i1, i1)
// CHECK:         ^bb1(%[[v6:.*]]: memref<3xi32>, %[[v7:.*]]: memref<3xi32>, %[[v8:.*]]: i1, %[[v9:.*]]: i1):
// CHECK:         memref.copy %[[v6]], %[[v7]] : memref<3xi32> to memref<3xi32>
// CHECK:         %[[v10:.*]]:4 = bufferization.dealloc (%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : memref<i32>, memref<i32>, memref<i32>, memref<i32>) if (%[[v4]], %[[v5]], %[[v8]], %[[v9]]) retain (%[[v6]], %[[v7]], %[[arg1]], %[[arg2]] : memref<3xi32>, memref<3xi32>, memref<3xi32>, memref<3xi32>)
// CHECK:         cf.br ^bb2(%[[v6]], %[[v7]], %[[v10]]#0, %[[v10]]#1 : memref<3xi32>, memref<3xi32>, i1, i1)
// CHECK:         ^bb2(%[[v11:.*]]: memref<3xi32>, %[[v12:.*]]: memref<3xi32>, %[[v13:.*]]: i1, %[[v14:.*]]: i1):
// CHECK:         memref.copy %[[arg1]], %[[arg2]] : memref<3xi32> to memref<3xi32>
// CHECK:         bufferization.dealloc (%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : memref<i32>, memref<i32>, memref<i32>, memref<i32>) if (%[[v4]], %[[v5]], %[[v13]], %[[v14]])
// CHECK:         return
func.func @not_used_behind(%c: i1, %x: memref<3xi32>, %y: memref<3xi32>) {
  %a = memref.alloc() : memref<3xi32>
  memref.copy %x, %a : memref<3xi32> to memref<3xi32>
  cf.cond_br %c, ^left(%x, %a : memref<3xi32>, memref<3xi32>), ^join(%a, %x : memref<3xi32>, memref<3xi32>)
^left(%p: memref<3xi32>, %q: memref<3xi32>):
  memref.copy %p, %q : memref<3xi32> to memref<3xi32>
  cf.br ^join(%p, %q : memref<3xi32>, memref<3xi32>)
^join(%v: memref<3xi32>, %w: memref<3xi32>):
  memref.copy %x, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @both_sides_are_new(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<3xi32>, %[[arg2:.*]]: memref<3xi32>)
// CHECK:         cf.cond_br %[[arg0]], ^bb1, ^bb2
// CHECK:         ^bb1:
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK:         memref.copy %[[arg1]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK:         %[[v0:.*]]:2 = bufferization.dealloc (%[[alloc]] : memref<3xi32>) if (%{{.*}}) retain (%[[alloc]], %[[arg2]] : memref<3xi32>, memref<3xi32>)
// CHECK:         cf.br ^bb3(%[[alloc]], %[[v0]]#0 : memref<3xi32>, i1)
// CHECK:         ^bb2:
// CHECK:         %[[alloc_1:.*]] = memref.alloc() : memref<3xi32>
// CHECK:         memref.copy %[[arg2]], %[[alloc_1]] : memref<3xi32> to memref<3xi32>
// CHECK:         %[[v1:.*]]:2 = bufferization.dealloc (%[[alloc_1]] : memref<3xi32>) if (%{{.*}}) retain (%[[alloc_1]], %[[arg2]] : memref<3xi32>, memref<3xi32>)
// CHECK:         cf.br ^bb3(%[[alloc_1]], %[[v1]]#0 : memref<3xi32>, i1)
// CHECK:         ^bb3(%[[v2:.*]]: memref<3xi32>, %[[v3:.*]]: i1):
// CHECK:         memref.copy %[[v2]], %[[arg2]] : memref<3xi32> to memref<3xi32>
// CHECK:         bufferization.dealloc (%{{.*}} : memref<i32>) if (%[[v3]])
// CHECK:         return
func.func @both_sides_are_new(%c: i1, %x: memref<3xi32>, %y: memref<3xi32>) {
  cf.cond_br %c, ^left, ^right
^left:
  %a = memref.alloc() : memref<3xi32>
  memref.copy %x, %a : memref<3xi32> to memref<3xi32>
  cf.br ^join(%a : memref<3xi32>)
^right:
  %b = memref.alloc() : memref<3xi32>
  memref.copy %y, %b : memref<3xi32> to memref<3xi32>
  cf.br ^join(%b : memref<3xi32>)
^join(%r: memref<3xi32>):
  memref.copy %r, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @choice_of_two_new(
// CHECK-SAME:    %[[arg0:.*]]: index, %[[arg1:.*]]: memref<?xi8>, %[[arg2:.*]]: i1)
// CHECK:         %[[alloc:.*]] = memref.alloc(%[[arg0]]) : memref<?xi8>
// CHECK:         %[[alloc_0:.*]] = memref.alloc(%[[arg0]]) : memref<?xi8>
// CHECK:         %[[v0:.*]] = arith.select %[[arg2]], %[[alloc]], %[[alloc_0]] : memref<?xi8>
// CHECK:         memref.copy %[[v0]], %[[arg1]] : memref<?xi8> to memref<?xi8>
// CHECK:         bufferization.dealloc (%[[alloc]], %[[alloc_0]] : memref<?xi8>, memref<?xi8>) if (%{{.*}}, %{{.*}})
// CHECK:         return
func.func @choice_of_two_new(%n: index, %x: memref<?xi8>, %c: i1) {
  %a = memref.alloc(%n) : memref<?xi8>
  %b = memref.alloc(%n) : memref<?xi8>
  %r = arith.select %c, %a, %b : memref<?xi8>
  memref.copy %r, %x : memref<?xi8> to memref<?xi8>
  return
}

// -----

// CHECK-LABEL: func.func @choice_is_passed_on(
// CHECK-SAME:    %[[arg0:.*]]: index, %[[arg1:.*]]: memref<?xi8>, %[[arg2:.*]]: i1)
// CHECK:         %[[alloc:.*]] = memref.alloc(%[[arg0]]) : memref<?xi8>
// CHECK:         %[[alloca:.*]] = memref.alloca(%[[arg0]]) : memref<?xi8>
// CHECK:         %[[v0:.*]] = arith.select %[[arg2]], %[[alloc]], %[[alloca]] : memref<?xi8>
// CHECK:         %[[v1:.*]]:2 = bufferization.dealloc (%[[alloc]] : memref<?xi8>) if (%{{.*}}) retain (%[[v0]], %[[arg1]] : memref<?xi8>, memref<?xi8>)
// CHECK:         cf.br ^bb1(%[[v0]], %[[v1]]#0 : memref<?xi8>, i1)
// CHECK:         ^bb1(%[[v2:.*]]: memref<?xi8>, %[[v3:.*]]: i1):
// CHECK:         memref.copy %[[v2]], %[[arg1]] : memref<?xi8> to memref<?xi8>
// CHECK:         bufferization.dealloc (%{{.*}}, %{{.*}} : memref<i8>, memref<i8>) if (%[[v1]]#1, %[[v3]])
// CHECK:         return
func.func @choice_is_passed_on(%n: index, %x: memref<?xi8>, %c: i1) {
  %a = memref.alloc(%n) : memref<?xi8>
  %b = memref.alloca(%n) : memref<?xi8>
  %r = arith.select %c, %a, %b : memref<?xi8>
  cf.br ^next(%r : memref<?xi8>)
^next(%s: memref<?xi8>):
  memref.copy %s, %x : memref<?xi8> to memref<?xi8>
  return
}

// -----

// CHECK-LABEL: func.func @choice_is_used_in_the_next_block(
// CHECK-SAME:    %[[arg0:.*]]: index, %[[arg1:.*]]: memref<?xi8>, %[[arg2:.*]]: i1, %[[arg3:.*]]: i1)
// CHECK:         %[[alloc:.*]] = memref.alloc(%[[arg0]]) : memref<?xi8>
// CHECK:         %[[alloca:.*]] = memref.alloca(%[[arg0]]) : memref<?xi8>
// CHECK:         %[[v0:.*]] = arith.select %[[arg2]], %[[alloc]], %[[alloca]] : memref<?xi8>
// CHECK:         %[[v1:.*]]:2 = bufferization.dealloc (%[[alloc]] : memref<?xi8>) if (%[[arg3]]) retain (%[[alloc]], %[[v0]] : memref<?xi8>, memref<?xi8>)
// CHECK:         %[[v2:.*]] = arith.xori %[[arg3]], %{{.*}} : i1
// CHECK:         %[[v3:.*]]:2 = bufferization.dealloc (%[[alloc]] : memref<?xi8>) if (%[[v2]]) retain (%[[arg1]], %[[v0]] : memref<?xi8>, memref<?xi8>)
// CHECK:         %[[v4:.*]] = arith.select %[[arg3]], %[[v1]]#1, %[[v3]]#1 : i1
// CHECK:         cf.cond_br %[[arg3]], ^bb1(%[[alloc]], %[[v1]]#0 : memref<?xi8>, i1), ^bb1(%[[arg1]], %[[v3]]#0 : memref<?xi8>, i1)
// CHECK:         ^bb1(%[[v5:.*]]: memref<?xi8>, %[[v6:.*]]: i1):
// CHECK:         memref.copy %[[v5]], %[[v0]] : memref<?xi8> to memref<?xi8>
// CHECK:         bufferization.dealloc (%{{.*}}, %{{.*}} : memref<i8>, memref<i8>) if (%[[v4]], %[[v6]])
// CHECK:         return
func.func @choice_is_used_in_the_next_block(%n: index, %x: memref<?xi8>, %c: i1, %d: i1) {
  %a = memref.alloc(%n) : memref<?xi8>
  %b = memref.alloca(%n) : memref<?xi8>
  %r = arith.select %c, %a, %b : memref<?xi8>
  cf.cond_br %d, ^left(%a : memref<?xi8>), ^left(%x : memref<?xi8>)
^left(%s: memref<?xi8>):
  memref.copy %s, %r : memref<?xi8> to memref<?xi8>
  return
}

// -----

// CHECK-LABEL: func.func @blocks_in_another_order(
// CHECK-SAME:    %[[arg0:.*]]: i32, %[[arg1:.*]]: index)
// CHECK:         cf.br ^bb2
// CHECK:         ^bb1:
// CHECK:         bufferization.dealloc (%{{.*}} : memref<3xi32>) if (%{{.*}})
// CHECK:         return
// CHECK:         ^bb2:
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK:         %[[v0:.*]] = bufferization.dealloc (%[[alloc]] : memref<3xi32>) if (%{{.*}}) retain (%[[alloc]] : memref<3xi32>)
// CHECK:         cf.br ^bb1
func.func @blocks_in_another_order(%v: i32, %i: index) {
  cf.br ^first
^second:
  memref.store %v, %a[%i] : memref<3xi32>
  return
^first:
  %a = memref.alloc() : memref<3xi32>
  memref.store %v, %a[%i] : memref<3xi32>
  cf.br ^second
}

// -----

// CHECK-LABEL: func.func @blocks_in_a_region(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: i32, %[[arg2:.*]]: index)
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK:         scf.execute_region {
// CHECK:         %[[alloc_1:.*]] = memref.alloc() : memref<3xi32>
// CHECK:         %[[v0:.*]]:2 = bufferization.dealloc (%[[alloc_1]] : memref<3xi32>) if (%[[arg0]]) retain (%[[alloc]], %[[alloc_1]] : memref<3xi32>, memref<3xi32>)
// CHECK:         %[[v1:.*]] = arith.xori %[[arg0]], %{{.*}} : i1
// CHECK:         %[[v2:.*]] = bufferization.dealloc (%[[alloc_1]] : memref<3xi32>) if (%[[v1]]) retain (%[[alloc]] : memref<3xi32>)
// CHECK:         cf.cond_br %[[arg0]], ^bb1, ^bb2
// CHECK:         ^bb1:
// CHECK:         memref.copy %[[alloc_1]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK:         %[[v3:.*]] = bufferization.dealloc (%[[alloc_1]] : memref<3xi32>) if (%[[v0]]#1) retain (%[[alloc]] : memref<3xi32>)
// CHECK:         cf.br ^bb2
// CHECK:         ^bb2:
// CHECK:         scf.yield
// CHECK:         bufferization.dealloc (%[[alloc]] : memref<3xi32>) if (%{{.*}})
// CHECK:         return
func.func @blocks_in_a_region(%c: i1, %v: i32, %i: index) {
  %a = memref.alloc() : memref<3xi32>
  scf.execute_region {
    %b = memref.alloc() : memref<3xi32>
    memref.store %v, %b[%i] : memref<3xi32>
    cf.cond_br %c, ^one, ^two
  ^one:
    memref.copy %b, %a : memref<3xi32> to memref<3xi32>
    cf.br ^two
  ^two:
    memref.store %v, %a[%i] : memref<3xi32>
    scf.yield
  }
  return
}

// -----

// REFERENCE: mlir-opt fails, as it finds the buffer owned twice: as what is passed, and as what is used.
// CHECK-LABEL: func.func @passed_on_and_used(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: i32, %[[arg2:.*]]: index, %[[arg3:.*]]: memref<3xi32>)
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK:         %[[v0:.*]]:2 = bufferization.dealloc (%[[alloc]] : memref<3xi32>) if (%[[arg0]]) retain (%[[alloc]], %[[arg3]] : memref<3xi32>, memref<3xi32>)
// CHECK:         %[[v1:.*]] = arith.xori %[[arg0]], %{{.*}} : i1
// CHECK:         %[[v2:.*]] = bufferization.dealloc (%[[alloc]] : memref<3xi32>) if (%[[v1]]) retain (%[[arg3]] : memref<3xi32>)
// CHECK:         %[[v3:.*]] = arith.select %[[arg0]], %[[v0]]#1, %[[v2]] : i1
// CHECK:         cf.cond_br %[[arg0]], ^bb1(%[[alloc]], %[[v0]]#0 : memref<3xi32>, i1), ^bb2
// CHECK:         ^bb1(%[[v4:.*]]: memref<3xi32>, %[[v5:.*]]: i1):
// CHECK:         %[[v6:.*]] = bufferization.dealloc (%{{.*}}, %[[alloc]], %{{.*}} : memref<i32>, memref<3xi32>, memref<i32>) if (%[[v3]], %[[v0]]#0, %[[v5]]) retain (%[[arg3]] : memref<3xi32>)
// CHECK:         cf.br ^bb2
// CHECK:         ^bb2:
// CHECK:         bufferization.dealloc (%{{.*}} : memref<i32>) if (%[[v3]])
// CHECK:         return
func.func @passed_on_and_used(%c: i1, %v: i32, %i: index, %x: memref<3xi32>) {
  %a = memref.alloc() : memref<3xi32>
  cf.cond_br %c, ^one(%a : memref<3xi32>), ^two
^one(%r: memref<3xi32>):
  memref.store %v, %r[%i] : memref<3xi32>
  memref.store %v, %a[%i] : memref<3xi32>
  cf.br ^two
^two:
  memref.store %v, %x[%i] : memref<3xi32>
  return
}

// -----

// REFERENCE: mlir-opt frees the result of the loop before ^one, which writes to it.
// CHECK-LABEL: func.func @result_of_a_loop_is_used_in_a_block(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: index, %[[arg2:.*]]: memref<3xi32>, %[[arg3:.*]]: i32)
// CHECK:         %[[v0:.*]]:2 = scf.for %[[arg4:.*]] = %[[arg1]] to %[[arg1]] step %[[arg1]] iter_args(%[[arg5:.*]] = %[[arg2]], %[[arg6:.*]] = %{{.*}}) -> (memref<3xi32>, i1) {
// CHECK:         %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK:         memref.copy %[[arg5]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK:         %[[v5:.*]] = bufferization.dealloc (%{{.*}}, %[[alloc]] : memref<i32>, memref<3xi32>) if (%[[arg6]], %{{.*}}) retain (%[[alloc]] : memref<3xi32>)
// CHECK:         scf.yield %[[alloc]], %[[v5]] : memref<3xi32>, i1
// CHECK:         %[[v1:.*]] = arith.andi %[[v0]]#1, %[[arg0]] : i1
// CHECK:         %[[v2:.*]] = bufferization.dealloc (%{{.*}} : memref<i32>) if (%[[v1]]) retain (%[[v0]]#0 : memref<3xi32>)
// CHECK:         %[[v3:.*]] = arith.xori %[[arg0]], %{{.*}} : i1
// CHECK:         %[[v4:.*]] = arith.andi %[[v0]]#1, %[[v3]] : i1
// CHECK:         bufferization.dealloc (%{{.*}} : memref<i32>) if (%[[v4]])
// CHECK:         cf.cond_br %[[arg0]], ^bb1, ^bb2
// CHECK:         ^bb1:
// CHECK:         bufferization.dealloc (%{{.*}} : memref<i32>) if (%[[v2]])
// CHECK:         cf.br ^bb2
// CHECK:         ^bb2:
// CHECK:         return
func.func @result_of_a_loop_is_used_in_a_block(%c: i1, %n: index, %x: memref<3xi32>, %v: i32) {
  %r = scf.for %k = %n to %n step %n iter_args(%p = %x) -> (memref<3xi32>) {
    %a = memref.alloc() : memref<3xi32>
    memref.copy %p, %a : memref<3xi32> to memref<3xi32>
    scf.yield %a : memref<3xi32>
  }
  cf.cond_br %c, ^one, ^two
^one:
  memref.store %v, %r[%n] : memref<3xi32>
  cf.br ^two
^two:
  return
}
