// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --buffer-deallocation | filecheck %s

// A buffer is freed where all ways meet on which it is used; what may be several buffers is cloned.
// plugins/buffers/tests/deallocation/test_reference_static.py compares the parts with mlir-opt-16.

// CHECK-LABEL: func.func @one_side_is_new(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<3xi32>, %[[arg2:.*]]: memref<3xi32>)
// CHECK-NEXT:    cf.cond_br %[[arg0]], ^bb1, ^bb2
// CHECK-NEXT:    ^bb1:
// CHECK-NEXT:    %[[v0:.*]] = bufferization.clone %[[arg1]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    cf.br ^bb3(%[[v0]] : memref<3xi32>)
// CHECK-NEXT:    ^bb2:
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg1]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    %[[v1:.*]] = bufferization.clone %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    cf.br ^bb3(%[[v1]] : memref<3xi32>)
// CHECK-NEXT:    ^bb3(%[[v2:.*]]: memref<3xi32>):
// CHECK-NEXT:    memref.copy %[[v2]], %[[arg2]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[v2]] : memref<3xi32>
// CHECK-NEXT:    return
func.func @one_side_is_new(%c: i1, %x: memref<3xi32>, %y: memref<3xi32>) {
  cf.cond_br %c, ^left, ^right
^left:
  cf.br ^join(%x : memref<3xi32>)
^right:
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
// CHECK-NEXT:    cf.cond_br %[[arg0]], ^bb1, ^bb2(%[[arg3]] : index)
// CHECK-NEXT:    ^bb1:
// CHECK-NEXT:    %[[v0:.*]] = bufferization.clone %[[arg1]] : memref<?xi32> to memref<?xi32>
// CHECK-NEXT:    cf.br ^bb3(%[[v0]] : memref<?xi32>)
// CHECK-NEXT:    ^bb2(%[[v1:.*]]: index):
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc(%[[v1]]) : memref<?xi32>
// CHECK-NEXT:    memref.copy %[[arg1]], %[[alloc]] : memref<?xi32> to memref<?xi32>
// CHECK-NEXT:    %[[v2:.*]] = bufferization.clone %[[alloc]] : memref<?xi32> to memref<?xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<?xi32>
// CHECK-NEXT:    cf.br ^bb3(%[[v2]] : memref<?xi32>)
// CHECK-NEXT:    ^bb3(%[[v3:.*]]: memref<?xi32>):
// CHECK-NEXT:    memref.copy %[[v3]], %[[arg2]] : memref<?xi32> to memref<?xi32>
// CHECK-NEXT:    memref.dealloc %[[v3]] : memref<?xi32>
// CHECK-NEXT:    return
func.func @one_side_is_of_any_size(%c: i1, %x: memref<?xi32>, %y: memref<?xi32>, %n: index) {
  cf.cond_br %c, ^left, ^right(%n : index)
^left:
  cf.br ^join(%x : memref<?xi32>)
^right(%m: index):
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
// CHECK-NEXT:    cf.cond_br %[[arg0]], ^bb1, ^bb2(%[[arg3]] : index)
// CHECK-NEXT:    ^bb1:
// CHECK-NEXT:    %[[v0:.*]] = bufferization.clone %[[arg1]] : memref<*xi32> to memref<*xi32>
// CHECK-NEXT:    cf.br ^bb3(%[[v0]] : memref<*xi32>)
// CHECK-NEXT:    ^bb2(%[[v1:.*]]: index):
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc(%[[v1]]) : memref<?xi32>
// CHECK-NEXT:    %[[cast:.*]] = memref.cast %[[alloc]] : memref<?xi32> to memref<*xi32>
// CHECK-NEXT:    memref.copy %[[arg1]], %[[cast]] : memref<*xi32> to memref<*xi32>
// CHECK-NEXT:    %[[v2:.*]] = bufferization.clone %[[cast]] : memref<*xi32> to memref<*xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<?xi32>
// CHECK-NEXT:    cf.br ^bb3(%[[v2]] : memref<*xi32>)
// CHECK-NEXT:    ^bb3(%[[v3:.*]]: memref<*xi32>):
// CHECK-NEXT:    memref.copy %[[v3]], %[[arg2]] : memref<*xi32> to memref<*xi32>
// CHECK-NEXT:    memref.dealloc %[[v3]] : memref<*xi32>
// CHECK-NEXT:    return
func.func @one_side_is_of_any_rank(%c: i1, %x: memref<*xi32>, %y: memref<*xi32>, %n: index) {
  cf.cond_br %c, ^left, ^right(%n : index)
^left:
  cf.br ^join(%x : memref<*xi32>)
^right(%m: index):
  %a = memref.alloc(%m) : memref<?xi32>
  %u = memref.cast %a : memref<?xi32> to memref<*xi32>
  memref.copy %x, %u : memref<*xi32> to memref<*xi32>
  cf.br ^join(%u : memref<*xi32>)
^join(%r: memref<*xi32>):
  memref.copy %r, %y : memref<*xi32> to memref<*xi32>
  return
}

// -----

// CHECK-LABEL: func.func @through_many_blocks(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<?xi32>, %[[arg2:.*]]: memref<?xi32>, %[[arg3:.*]]: index)
// CHECK-NEXT:    cf.cond_br %[[arg0]], ^bb1, ^bb2(%[[arg3]] : index)
// CHECK-NEXT:    ^bb1:
// CHECK-NEXT:    %[[v0:.*]] = bufferization.clone %[[arg1]] : memref<?xi32> to memref<?xi32>
// CHECK-NEXT:    cf.br ^bb6(%[[v0]] : memref<?xi32>)
// CHECK-NEXT:    ^bb2(%[[v1:.*]]: index):
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc(%[[v1]]) : memref<?xi32>
// CHECK-NEXT:    memref.copy %[[arg1]], %[[alloc]] : memref<?xi32> to memref<?xi32>
// CHECK-NEXT:    cf.cond_br %[[arg0]], ^bb3, ^bb4
// CHECK-NEXT:    ^bb3:
// CHECK-NEXT:    cf.br ^bb5(%[[alloc]] : memref<?xi32>)
// CHECK-NEXT:    ^bb4:
// CHECK-NEXT:    cf.br ^bb5(%[[alloc]] : memref<?xi32>)
// CHECK-NEXT:    ^bb5(%[[v2:.*]]: memref<?xi32>):
// CHECK-NEXT:    %[[v3:.*]] = bufferization.clone %[[v2]] : memref<?xi32> to memref<?xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<?xi32>
// CHECK-NEXT:    cf.br ^bb6(%[[v3]] : memref<?xi32>)
// CHECK-NEXT:    ^bb6(%[[v4:.*]]: memref<?xi32>):
// CHECK-NEXT:    cf.br ^bb7(%[[v4]] : memref<?xi32>)
// CHECK-NEXT:    ^bb7(%[[v5:.*]]: memref<?xi32>):
// CHECK-NEXT:    memref.copy %[[v5]], %[[arg2]] : memref<?xi32> to memref<?xi32>
// CHECK-NEXT:    memref.dealloc %[[v4]] : memref<?xi32>
// CHECK-NEXT:    return
func.func @through_many_blocks(%c: i1, %x: memref<?xi32>, %y: memref<?xi32>, %n: index) {
  cf.cond_br %c, ^far, ^near(%n : index)
^far:
  cf.br ^join(%x : memref<?xi32>)
^near(%m: index):
  %a = memref.alloc(%m) : memref<?xi32>
  memref.copy %x, %a : memref<?xi32> to memref<?xi32>
  cf.cond_br %c, ^one, ^other
^one:
  cf.br ^both(%a : memref<?xi32>)
^other:
  cf.br ^both(%a : memref<?xi32>)
^both(%b: memref<?xi32>):
  cf.br ^join(%b : memref<?xi32>)
^join(%r: memref<?xi32>):
  cf.br ^end(%r : memref<?xi32>)
^end(%s: memref<?xi32>):
  memref.copy %s, %y : memref<?xi32> to memref<?xi32>
  return
}

// -----

// CHECK-LABEL: func.func @not_used(
// CHECK-SAME:    )
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    return
func.func @not_used() {
  %a = memref.alloc() : memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @straight_to_the_end(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<3xi32>, %[[arg2:.*]]: memref<3xi32>)
// CHECK-NEXT:    cf.cond_br %[[arg0]], ^bb2, ^bb1(%[[arg1]] : memref<3xi32>)
// CHECK-NEXT:    ^bb1(%[[passed:.*]]: memref<3xi32>):
// CHECK-NEXT:    %[[v0:.*]] = bufferization.clone %[[passed]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    cf.br ^bb3(%[[v0]] : memref<3xi32>)
// CHECK-NEXT:    ^bb2:
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg1]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    %[[v1:.*]] = bufferization.clone %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    cf.br ^bb3(%[[v1]] : memref<3xi32>)
// CHECK-NEXT:    ^bb3(%[[v2:.*]]: memref<3xi32>):
// CHECK-NEXT:    memref.copy %[[v2]], %[[arg2]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[v2]] : memref<3xi32>
// CHECK-NEXT:    return
func.func @straight_to_the_end(%c: i1, %x: memref<3xi32>, %y: memref<3xi32>) {
  cf.cond_br %c, ^new, ^end(%x : memref<3xi32>)
^new:
  %a = memref.alloc() : memref<3xi32>
  memref.copy %x, %a : memref<3xi32> to memref<3xi32>
  cf.br ^end(%a : memref<3xi32>)
^end(%r: memref<3xi32>):
  memref.copy %r, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @new_before_the_choice(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<3xi32>, %[[arg2:.*]]: memref<3xi32>)
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg1]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    cf.cond_br %[[arg0]], ^bb1, ^bb2(%[[arg1]] : memref<3xi32>)
// CHECK-NEXT:    ^bb1:
// CHECK-NEXT:    cf.br ^bb2(%[[alloc]] : memref<3xi32>)
// CHECK-NEXT:    ^bb2(%[[v0:.*]]: memref<3xi32>):
// CHECK-NEXT:    memref.copy %[[v0]], %[[arg2]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    return
func.func @new_before_the_choice(%c: i1, %x: memref<3xi32>, %y: memref<3xi32>) {
  %a = memref.alloc() : memref<3xi32>
  memref.copy %x, %a : memref<3xi32> to memref<3xi32>
  cf.cond_br %c, ^one, ^end(%x : memref<3xi32>)
^one:
  cf.br ^end(%a : memref<3xi32>)
^end(%r: memref<3xi32>):
  memref.copy %r, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @swapped(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<3xi32>, %[[arg2:.*]]: memref<3xi32>)
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg1]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    cf.cond_br %[[arg0]], ^bb1(%[[arg1]], %[[alloc]] : memref<3xi32>, memref<3xi32>), ^bb2(%[[alloc]], %[[arg1]] : memref<3xi32>, memref<3xi32>)
// CHECK-NEXT:    ^bb1(%[[v0:.*]]: memref<3xi32>, %[[v1:.*]]: memref<3xi32>):
// CHECK-NEXT:    cf.br ^bb3(%[[v0]], %[[v1]] : memref<3xi32>, memref<3xi32>)
// CHECK-NEXT:    ^bb2(%[[v2:.*]]: memref<3xi32>, %[[v3:.*]]: memref<3xi32>):
// CHECK-NEXT:    cf.br ^bb3(%[[v2]], %[[v3]] : memref<3xi32>, memref<3xi32>)
// CHECK-NEXT:    ^bb3(%[[v4:.*]]: memref<3xi32>, %[[v5:.*]]: memref<3xi32>):
// CHECK-NEXT:    %[[alloc_0:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[v4]], %[[alloc_0]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[alloc_0]], %[[arg2]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc_0]] : memref<3xi32>
// CHECK-NEXT:    return
func.func @swapped(%c: i1, %x: memref<3xi32>, %y: memref<3xi32>) {
  %a = memref.alloc() : memref<3xi32>
  memref.copy %x, %a : memref<3xi32> to memref<3xi32>
  cf.cond_br %c, ^one(%x, %a : memref<3xi32>, memref<3xi32>), ^other(%a, %x : memref<3xi32>, memref<3xi32>)
^one(%0: memref<3xi32>, %1: memref<3xi32>):
  cf.br ^end(%0, %1 : memref<3xi32>, memref<3xi32>)
^other(%2: memref<3xi32>, %3: memref<3xi32>):
  cf.br ^end(%2, %3 : memref<3xi32>, memref<3xi32>)
^end(%r: memref<3xi32>, %s: memref<3xi32>):
  %b = memref.alloc() : memref<3xi32>
  memref.copy %r, %b : memref<3xi32> to memref<3xi32>
  memref.copy %b, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @swapped_and_not_used(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<3xi32>, %[[arg2:.*]]: memref<3xi32>)
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg1]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    cf.cond_br %[[arg0]], ^bb1(%[[arg1]], %[[alloc]] : memref<3xi32>, memref<3xi32>), ^bb2(%[[alloc]], %[[arg1]] : memref<3xi32>, memref<3xi32>)
// CHECK-NEXT:    ^bb1(%[[v0:.*]]: memref<3xi32>, %[[v1:.*]]: memref<3xi32>):
// CHECK-NEXT:    cf.br ^bb3(%[[v0]], %[[v1]] : memref<3xi32>, memref<3xi32>)
// CHECK-NEXT:    ^bb2(%[[v2:.*]]: memref<3xi32>, %[[v3:.*]]: memref<3xi32>):
// CHECK-NEXT:    cf.br ^bb3(%[[v2]], %[[v3]] : memref<3xi32>, memref<3xi32>)
// CHECK-NEXT:    ^bb3(%[[v4:.*]]: memref<3xi32>, %[[v5:.*]]: memref<3xi32>):
// CHECK-NEXT:    memref.copy %[[arg1]], %[[arg2]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    return
func.func @swapped_and_not_used(%c: i1, %x: memref<3xi32>, %y: memref<3xi32>) {
  %a = memref.alloc() : memref<3xi32>
  memref.copy %x, %a : memref<3xi32> to memref<3xi32>
  cf.cond_br %c, ^one(%x, %a : memref<3xi32>, memref<3xi32>), ^other(%a, %x : memref<3xi32>, memref<3xi32>)
^one(%0: memref<3xi32>, %1: memref<3xi32>):
  cf.br ^end(%0, %1 : memref<3xi32>, memref<3xi32>)
^other(%2: memref<3xi32>, %3: memref<3xi32>):
  cf.br ^end(%2, %3 : memref<3xi32>, memref<3xi32>)
^end(%r: memref<3xi32>, %s: memref<3xi32>):
  memref.copy %x, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @swapped_and_chosen_again(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<3xi32>, %[[arg2:.*]]: memref<3xi32>)
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg1]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    cf.cond_br %[[arg0]], ^bb1(%[[arg1]], %[[alloc]] : memref<3xi32>, memref<3xi32>), ^bb2(%[[alloc]], %[[arg1]] : memref<3xi32>, memref<3xi32>)
// CHECK-NEXT:    ^bb1(%[[v0:.*]]: memref<3xi32>, %[[v1:.*]]: memref<3xi32>):
// CHECK-NEXT:    cf.br ^bb5(%[[v0]], %[[v1]] : memref<3xi32>, memref<3xi32>)
// CHECK-NEXT:    ^bb2(%[[v2:.*]]: memref<3xi32>, %[[v3:.*]]: memref<3xi32>):
// CHECK-NEXT:    cf.cond_br %[[arg0]], ^bb3(%[[v2]] : memref<3xi32>), ^bb4(%[[v3]] : memref<3xi32>)
// CHECK-NEXT:    ^bb3(%[[v4:.*]]: memref<3xi32>):
// CHECK-NEXT:    cf.br ^bb5(%[[v4]], %[[v2]] : memref<3xi32>, memref<3xi32>)
// CHECK-NEXT:    ^bb4(%[[v5:.*]]: memref<3xi32>):
// CHECK-NEXT:    cf.br ^bb5(%[[v2]], %[[v5]] : memref<3xi32>, memref<3xi32>)
// CHECK-NEXT:    ^bb5(%[[v6:.*]]: memref<3xi32>, %[[v7:.*]]: memref<3xi32>):
// CHECK-NEXT:    %[[alloc_0:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[v6]], %[[alloc_0]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[alloc_0]], %[[arg2]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc_0]] : memref<3xi32>
// CHECK-NEXT:    return
func.func @swapped_and_chosen_again(%c: i1, %x: memref<3xi32>, %y: memref<3xi32>) {
  %a = memref.alloc() : memref<3xi32>
  memref.copy %x, %a : memref<3xi32> to memref<3xi32>
  cf.cond_br %c, ^one(%x, %a : memref<3xi32>, memref<3xi32>), ^other(%a, %x : memref<3xi32>, memref<3xi32>)
^one(%0: memref<3xi32>, %1: memref<3xi32>):
  cf.br ^end(%0, %1 : memref<3xi32>, memref<3xi32>)
^other(%2: memref<3xi32>, %3: memref<3xi32>):
  cf.cond_br %c, ^third(%2 : memref<3xi32>), ^fourth(%3 : memref<3xi32>)
^third(%4: memref<3xi32>):
  cf.br ^end(%4, %2 : memref<3xi32>, memref<3xi32>)
^fourth(%5: memref<3xi32>):
  cf.br ^end(%2, %5 : memref<3xi32>, memref<3xi32>)
^end(%r: memref<3xi32>, %s: memref<3xi32>):
  %b = memref.alloc() : memref<3xi32>
  memref.copy %r, %b : memref<3xi32> to memref<3xi32>
  memref.copy %b, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @two_in_a_row(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi32>)
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg0]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    %[[alloc_0:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[alloc]], %[[alloc_0]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc_0]] : memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    return
func.func @two_in_a_row(%x: memref<3xi32>) {
  %a = memref.alloc() : memref<3xi32>
  memref.copy %x, %a : memref<3xi32> to memref<3xi32>
  %b = memref.alloc() : memref<3xi32>
  memref.copy %a, %b : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @both_sides_are_new(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<3xi32>, %[[arg2:.*]]: memref<3xi32>)
// CHECK-NEXT:    cf.cond_br %[[arg0]], ^bb1, ^bb2
// CHECK-NEXT:    ^bb1:
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg1]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    %[[v0:.*]] = bufferization.clone %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    cf.br ^bb3(%[[v0]] : memref<3xi32>)
// CHECK-NEXT:    ^bb2:
// CHECK-NEXT:    %[[alloc_0:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg1]], %[[alloc_0]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    %[[v1:.*]] = bufferization.clone %[[alloc_0]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc_0]] : memref<3xi32>
// CHECK-NEXT:    cf.br ^bb3(%[[v1]] : memref<3xi32>)
// CHECK-NEXT:    ^bb3(%[[v2:.*]]: memref<3xi32>):
// CHECK-NEXT:    memref.copy %[[v2]], %[[arg2]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[v2]] : memref<3xi32>
// CHECK-NEXT:    return
func.func @both_sides_are_new(%c: i1, %x: memref<3xi32>, %y: memref<3xi32>) {
  cf.cond_br %c, ^one, ^other
^one:
  %a = memref.alloc() : memref<3xi32>
  memref.copy %x, %a : memref<3xi32> to memref<3xi32>
  cf.br ^end(%a : memref<3xi32>)
^other:
  %b = memref.alloc() : memref<3xi32>
  memref.copy %x, %b : memref<3xi32> to memref<3xi32>
  cf.br ^end(%b : memref<3xi32>)
^end(%r: memref<3xi32>):
  memref.copy %r, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @freed_before_it_is_passed_on(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<3xi32>, %[[arg2:.*]]: memref<3xi32>)
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    cf.cond_br %[[arg0]], ^bb1, ^bb2
// CHECK-NEXT:    ^bb1:
// CHECK-NEXT:    cf.br ^bb3(%[[arg1]] : memref<3xi32>)
// CHECK-NEXT:    ^bb2:
// CHECK-NEXT:    memref.copy %[[arg1]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    cf.br ^bb3(%[[alloc]] : memref<3xi32>)
// CHECK-NEXT:    ^bb3(%[[v0:.*]]: memref<3xi32>):
// CHECK-NEXT:    memref.copy %[[v0]], %[[arg2]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    return
func.func @freed_before_it_is_passed_on(%c: i1, %x: memref<3xi32>, %y: memref<3xi32>) {
  %a = memref.alloc() : memref<3xi32>
  cf.cond_br %c, ^one, ^other
^one:
  cf.br ^end(%x : memref<3xi32>)
^other:
  memref.copy %x, %a : memref<3xi32> to memref<3xi32>
  memref.dealloc %a : memref<3xi32>
  cf.br ^end(%a : memref<3xi32>)
^end(%r: memref<3xi32>):
  memref.copy %r, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @used_by_a_copy(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi32>, %[[arg1:.*]]: memref<3xi32>)
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg0]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.copy %[[alloc]], %[[arg1]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg0]], %[[arg1]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    return
func.func @used_by_a_copy(%x: memref<3xi32>, %y: memref<3xi32>) {
  %a = memref.alloc() : memref<3xi32>
  memref.copy %x, %a : memref<3xi32> to memref<3xi32>
  memref.copy %a, %y : memref<3xi32> to memref<3xi32>
  memref.copy %x, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @freed_too_early(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi32>, %[[arg1:.*]]: memref<3xi32>)
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg0]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.copy %[[alloc]], %[[arg1]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    return
func.func @freed_too_early(%x: memref<3xi32>, %y: memref<3xi32>) {
  %a = memref.alloc() : memref<3xi32>
  memref.copy %x, %a : memref<3xi32> to memref<3xi32>
  memref.dealloc %a : memref<3xi32>
  memref.copy %a, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @freed_at_the_end(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi32>, %[[arg1:.*]]: memref<3xi32>)
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg0]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.copy %[[alloc]], %[[arg1]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg0]], %[[arg1]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    return
func.func @freed_at_the_end(%x: memref<3xi32>, %y: memref<3xi32>) {
  %a = memref.alloc() : memref<3xi32>
  memref.copy %x, %a : memref<3xi32> to memref<3xi32>
  memref.copy %a, %y : memref<3xi32> to memref<3xi32>
  memref.copy %x, %y : memref<3xi32> to memref<3xi32>
  memref.dealloc %a : memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @body_of_a_structured_op(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<3xi32>, %[[arg2:.*]]: memref<3xi32>)
// CHECK-NEXT:    cf.cond_br %[[arg0]], ^bb1, ^bb2
// CHECK-NEXT:    ^bb1:
// CHECK-NEXT:    %[[v0:.*]] = bufferization.clone %[[arg1]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    cf.br ^bb3(%[[v0]] : memref<3xi32>)
// CHECK-NEXT:    ^bb2:
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%[[arg1]] : memref<3xi32>) outs(%[[alloc]] : memref<3xi32>) {
// CHECK-NEXT:    ^bb0(%[[in:.*]]: i32, %[[out:.*]]: i32):
// CHECK-NEXT:    %[[alloc_0:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg1]], %[[alloc_0]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc_0]] : memref<3xi32>
// CHECK-NEXT:    linalg.yield %[[in]] : i32
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[v1:.*]] = bufferization.clone %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    cf.br ^bb3(%[[v1]] : memref<3xi32>)
// CHECK-NEXT:    ^bb3(%[[v2:.*]]: memref<3xi32>):
// CHECK-NEXT:    memref.copy %[[v2]], %[[arg2]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[v2]] : memref<3xi32>
// CHECK-NEXT:    return
#id = affine_map<(i) -> (i)>
func.func @body_of_a_structured_op(%c: i1, %x: memref<3xi32>, %y: memref<3xi32>) {
  cf.cond_br %c, ^one, ^other
^one:
  cf.br ^end(%x : memref<3xi32>)
^other:
  %a = memref.alloc() : memref<3xi32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<3xi32>) outs(%a : memref<3xi32>) {
  ^bb0(%in: i32, %out: i32):
    %b = memref.alloc() : memref<3xi32>
    memref.copy %x, %b : memref<3xi32> to memref<3xi32>
    linalg.yield %in : i32
  }
  cf.br ^end(%a : memref<3xi32>)
^end(%r: memref<3xi32>):
  memref.copy %r, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @argument_and_new_are_returned(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi32>, %[[arg1:.*]]: memref<5xi32>) -> (memref<5xi32>, memref<4xi32>)
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<4xi32>
// CHECK-NEXT:    %[[alloc_0:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg0]], %[[alloc_0]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.copy %[[alloc_0]], %[[arg0]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc_0]] : memref<3xi32>
// CHECK-NEXT:    return %[[arg1]], %[[alloc]] : memref<5xi32>, memref<4xi32>
func.func @argument_and_new_are_returned(%x: memref<3xi32>, %y: memref<5xi32>) -> (memref<5xi32>, memref<4xi32>) {
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<3xi32>
  memref.copy %x, %b : memref<3xi32> to memref<3xi32>
  memref.copy %b, %x : memref<3xi32> to memref<3xi32>
  return %y, %a : memref<5xi32>, memref<4xi32>
}

// -----

// CHECK-LABEL: func.func @both_yield_what_is_outside(
// CHECK-SAME:    %[[arg0:.*]]: index, %[[arg1:.*]]: index) -> memref<?xi32>
// CHECK-NEXT:    %[[v0:.*]] = arith.cmpi eq, %[[arg0]], %[[arg1]] : index
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc(%[[arg0]]) : memref<?xi32>
// CHECK-NEXT:    %[[v1:.*]] = scf.if %[[v0]] -> (memref<?xi32>) {
// CHECK-NEXT:    scf.yield %[[alloc]] : memref<?xi32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:    %[[alloc_0:.*]] = memref.alloc(%[[arg1]]) : memref<?xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc_0]] : memref<?xi32>
// CHECK-NEXT:    scf.yield %[[alloc]] : memref<?xi32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[v1]] : memref<?xi32>
func.func @both_yield_what_is_outside(%m: index, %n: index) -> memref<?xi32> {
  %c = arith.cmpi eq, %m, %n : index
  %a = memref.alloc(%m) : memref<?xi32>
  %r = scf.if %c -> (memref<?xi32>) {
    scf.yield %a : memref<?xi32>
  } else {
    %b = memref.alloc(%n) : memref<?xi32>
    scf.yield %a : memref<?xi32>
  }
  return %r : memref<?xi32>
}

// -----

// CHECK-LABEL: func.func @one_yields_a_new_buffer(
// CHECK-SAME:    %[[arg0:.*]]: index, %[[arg1:.*]]: index) -> memref<?xi32>
// CHECK-NEXT:    %[[v0:.*]] = arith.cmpi eq, %[[arg0]], %[[arg1]] : index
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc(%[[arg0]]) : memref<?xi32>
// CHECK-NEXT:    %[[v1:.*]] = scf.if %[[v0]] -> (memref<?xi32>) {
// CHECK-NEXT:    %[[v2:.*]] = bufferization.clone %[[alloc]] : memref<?xi32> to memref<?xi32>
// CHECK-NEXT:    scf.yield %[[v2]] : memref<?xi32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:    %[[alloc_0:.*]] = memref.alloc(%[[arg1]]) : memref<?xi32>
// CHECK-NEXT:    %[[v2:.*]] = bufferization.clone %[[alloc_0]] : memref<?xi32> to memref<?xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc_0]] : memref<?xi32>
// CHECK-NEXT:    scf.yield %[[v2]] : memref<?xi32>
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<?xi32>
// CHECK-NEXT:    return %[[v1]] : memref<?xi32>
func.func @one_yields_a_new_buffer(%m: index, %n: index) -> memref<?xi32> {
  %c = arith.cmpi eq, %m, %n : index
  %a = memref.alloc(%m) : memref<?xi32>
  %r = scf.if %c -> (memref<?xi32>) {
    scf.yield %a : memref<?xi32>
  } else {
    %b = memref.alloc(%n) : memref<?xi32>
    scf.yield %b : memref<?xi32>
  }
  return %r : memref<?xi32>
}

// -----

// CHECK-LABEL: func.func @part_is_used(
// CHECK-SAME:    %[[arg0:.*]]: index, %[[arg1:.*]]: index, %[[arg2:.*]]: memref<?x?xi32>)
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<6x5xi32>
// CHECK-NEXT:    %[[subview:.*]] = memref.subview %[[alloc]][%[[arg0]], %[[arg1]]] [%[[arg0]], %[[arg1]]] [1, 1] : memref<6x5xi32> to memref<?x?xi32, strided<[5, 1], offset: ?>>
// CHECK-NEXT:    memref.copy %[[subview]], %[[arg2]] : memref<?x?xi32, strided<[5, 1], offset: ?>> to memref<?x?xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<6x5xi32>
// CHECK-NEXT:    return
func.func @part_is_used(%m: index, %n: index, %x: memref<?x?xi32>) {
  %a = memref.alloc() : memref<6x5xi32>
  %p = memref.subview %a[%m, %n] [%m, %n] [1, 1] : memref<6x5xi32> to memref<?x?xi32, strided<[5, 1], offset: ?>>
  memref.copy %p, %x : memref<?x?xi32, strided<[5, 1], offset: ?>> to memref<?x?xi32>
  return
}

// -----

// CHECK-LABEL: func.func @stack_on_one_side(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<3xi32>, %[[arg2:.*]]: memref<3xi32>)
// CHECK-NEXT:    cf.cond_br %[[arg0]], ^bb1, ^bb2
// CHECK-NEXT:    ^bb1:
// CHECK-NEXT:    cf.br ^bb3(%[[arg1]] : memref<3xi32>)
// CHECK-NEXT:    ^bb2:
// CHECK-NEXT:    %[[alloca:.*]] = memref.alloca() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg1]], %[[alloca]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    cf.br ^bb3(%[[alloca]] : memref<3xi32>)
// CHECK-NEXT:    ^bb3(%[[v0:.*]]: memref<3xi32>):
// CHECK-NEXT:    memref.copy %[[v0]], %[[arg2]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    return
func.func @stack_on_one_side(%c: i1, %x: memref<3xi32>, %y: memref<3xi32>) {
  cf.cond_br %c, ^one, ^other
^one:
  cf.br ^end(%x : memref<3xi32>)
^other:
  %a = memref.alloca() : memref<3xi32>
  memref.copy %x, %a : memref<3xi32> to memref<3xi32>
  cf.br ^end(%a : memref<3xi32>)
^end(%r: memref<3xi32>):
  memref.copy %r, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @stack_behind(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<3xi32>, %[[arg2:.*]]: memref<3xi32>)
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg1]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    cf.cond_br %[[arg0]], ^bb1(%[[arg1]], %[[alloc]] : memref<3xi32>, memref<3xi32>), ^bb2(%[[alloc]], %[[arg1]] : memref<3xi32>, memref<3xi32>)
// CHECK-NEXT:    ^bb1(%[[v0:.*]]: memref<3xi32>, %[[v1:.*]]: memref<3xi32>):
// CHECK-NEXT:    cf.br ^bb3(%[[v0]], %[[v1]] : memref<3xi32>, memref<3xi32>)
// CHECK-NEXT:    ^bb2(%[[v2:.*]]: memref<3xi32>, %[[v3:.*]]: memref<3xi32>):
// CHECK-NEXT:    cf.br ^bb3(%[[v2]], %[[v3]] : memref<3xi32>, memref<3xi32>)
// CHECK-NEXT:    ^bb3(%[[v4:.*]]: memref<3xi32>, %[[v5:.*]]: memref<3xi32>):
// CHECK-NEXT:    %[[alloca:.*]] = memref.alloca() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[v4]], %[[alloca]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[alloca]], %[[arg2]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    return
func.func @stack_behind(%c: i1, %x: memref<3xi32>, %y: memref<3xi32>) {
  %a = memref.alloc() : memref<3xi32>
  memref.copy %x, %a : memref<3xi32> to memref<3xi32>
  cf.cond_br %c, ^one(%x, %a : memref<3xi32>, memref<3xi32>), ^other(%a, %x : memref<3xi32>, memref<3xi32>)
^one(%0: memref<3xi32>, %1: memref<3xi32>):
  cf.br ^end(%0, %1 : memref<3xi32>, memref<3xi32>)
^other(%2: memref<3xi32>, %3: memref<3xi32>):
  cf.br ^end(%2, %3 : memref<3xi32>, memref<3xi32>)
^end(%r: memref<3xi32>, %s: memref<3xi32>):
  %b = memref.alloca() : memref<3xi32>
  memref.copy %r, %b : memref<3xi32> to memref<3xi32>
  memref.copy %b, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @stack_before(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<3xi32>, %[[arg2:.*]]: memref<3xi32>)
// CHECK-NEXT:    %[[alloca:.*]] = memref.alloca() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg1]], %[[alloca]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    cf.cond_br %[[arg0]], ^bb1(%[[arg1]], %[[alloca]] : memref<3xi32>, memref<3xi32>), ^bb2(%[[alloca]], %[[arg1]] : memref<3xi32>, memref<3xi32>)
// CHECK-NEXT:    ^bb1(%[[v0:.*]]: memref<3xi32>, %[[v1:.*]]: memref<3xi32>):
// CHECK-NEXT:    cf.br ^bb5(%[[v0]], %[[v1]] : memref<3xi32>, memref<3xi32>)
// CHECK-NEXT:    ^bb2(%[[v2:.*]]: memref<3xi32>, %[[v3:.*]]: memref<3xi32>):
// CHECK-NEXT:    cf.cond_br %[[arg0]], ^bb3(%[[v2]] : memref<3xi32>), ^bb4(%[[v3]] : memref<3xi32>)
// CHECK-NEXT:    ^bb3(%[[v4:.*]]: memref<3xi32>):
// CHECK-NEXT:    cf.br ^bb5(%[[v4]], %[[v2]] : memref<3xi32>, memref<3xi32>)
// CHECK-NEXT:    ^bb4(%[[v5:.*]]: memref<3xi32>):
// CHECK-NEXT:    cf.br ^bb5(%[[v2]], %[[v5]] : memref<3xi32>, memref<3xi32>)
// CHECK-NEXT:    ^bb5(%[[v6:.*]]: memref<3xi32>, %[[v7:.*]]: memref<3xi32>):
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[v6]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.copy %[[alloc]], %[[arg2]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    return
func.func @stack_before(%c: i1, %x: memref<3xi32>, %y: memref<3xi32>) {
  %a = memref.alloca() : memref<3xi32>
  memref.copy %x, %a : memref<3xi32> to memref<3xi32>
  cf.cond_br %c, ^one(%x, %a : memref<3xi32>, memref<3xi32>), ^other(%a, %x : memref<3xi32>, memref<3xi32>)
^one(%0: memref<3xi32>, %1: memref<3xi32>):
  cf.br ^end(%0, %1 : memref<3xi32>, memref<3xi32>)
^other(%2: memref<3xi32>, %3: memref<3xi32>):
  cf.cond_br %c, ^third(%2 : memref<3xi32>), ^fourth(%3 : memref<3xi32>)
^third(%4: memref<3xi32>):
  cf.br ^end(%4, %2 : memref<3xi32>, memref<3xi32>)
^fourth(%5: memref<3xi32>):
  cf.br ^end(%2, %5 : memref<3xi32>, memref<3xi32>)
^end(%r: memref<3xi32>, %s: memref<3xi32>):
  %b = memref.alloc() : memref<3xi32>
  memref.copy %r, %b : memref<3xi32> to memref<3xi32>
  memref.copy %b, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @stack_in_a_body(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<3xi32>, %[[arg2:.*]]: memref<3xi32>)
// CHECK-NEXT:    cf.cond_br %[[arg0]], ^bb1, ^bb2
// CHECK-NEXT:    ^bb1:
// CHECK-NEXT:    %[[v0:.*]] = bufferization.clone %[[arg1]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    cf.br ^bb3(%[[v0]] : memref<3xi32>)
// CHECK-NEXT:    ^bb2:
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%[[arg1]] : memref<3xi32>) outs(%[[alloc]] : memref<3xi32>) {
// CHECK-NEXT:    ^bb0(%[[in:.*]]: i32, %[[out:.*]]: i32):
// CHECK-NEXT:    %[[alloca:.*]] = memref.alloca() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg1]], %[[alloca]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    linalg.yield %[[in]] : i32
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[v1:.*]] = bufferization.clone %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    cf.br ^bb3(%[[v1]] : memref<3xi32>)
// CHECK-NEXT:    ^bb3(%[[v2:.*]]: memref<3xi32>):
// CHECK-NEXT:    memref.copy %[[v2]], %[[arg2]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[v2]] : memref<3xi32>
// CHECK-NEXT:    return
#id = affine_map<(i) -> (i)>
func.func @stack_in_a_body(%c: i1, %x: memref<3xi32>, %y: memref<3xi32>) {
  cf.cond_br %c, ^one, ^other
^one:
  cf.br ^end(%x : memref<3xi32>)
^other:
  %a = memref.alloc() : memref<3xi32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<3xi32>) outs(%a : memref<3xi32>) {
  ^bb0(%in: i32, %out: i32):
    %b = memref.alloca() : memref<3xi32>
    memref.copy %x, %b : memref<3xi32> to memref<3xi32>
    linalg.yield %in : i32
  }
  cf.br ^end(%a : memref<3xi32>)
^end(%r: memref<3xi32>):
  memref.copy %r, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @stack_in_a_branch(
// CHECK-SAME:    %[[arg0:.*]]: index, %[[arg1:.*]]: index) -> memref<?xi32>
// CHECK-NEXT:    %[[v0:.*]] = arith.cmpi eq, %[[arg0]], %[[arg1]] : index
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc(%[[arg0]]) : memref<?xi32>
// CHECK-NEXT:    %[[v1:.*]] = scf.if %[[v0]] -> (memref<?xi32>) {
// CHECK-NEXT:    scf.yield %[[alloc]] : memref<?xi32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:    %[[alloca:.*]] = memref.alloca(%[[arg1]]) : memref<?xi32>
// CHECK-NEXT:    scf.yield %[[alloc]] : memref<?xi32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return %[[v1]] : memref<?xi32>
func.func @stack_in_a_branch(%m: index, %n: index) -> memref<?xi32> {
  %c = arith.cmpi eq, %m, %n : index
  %a = memref.alloc(%m) : memref<?xi32>
  %r = scf.if %c -> (memref<?xi32>) {
    scf.yield %a : memref<?xi32>
  } else {
    %b = memref.alloca(%n) : memref<?xi32>
    scf.yield %a : memref<?xi32>
  }
  return %r : memref<?xi32>
}

// -----

// CHECK-LABEL: func.func @loop_with_new_buffers(
// CHECK-SAME:    %[[arg0:.*]]: index, %[[arg1:.*]]: index, %[[arg2:.*]]: memref<3xi32>, %[[arg3:.*]]: memref<3xi32>)
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    %[[v0:.*]] = bufferization.clone %[[arg2]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    %[[v1:.*]] = scf.for %[[arg4:.*]] = %[[arg0]] to %[[arg1]] step %[[arg1]] iter_args(%[[arg5:.*]] = %[[v0]]) -> (memref<3xi32>) {
// CHECK-NEXT:    %[[v2:.*]] = arith.cmpi eq, %[[arg4]], %[[arg1]] : index
// CHECK-NEXT:    memref.dealloc %[[arg5]] : memref<3xi32>
// CHECK-NEXT:    %[[alloc_0:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    %[[v3:.*]] = bufferization.clone %[[alloc_0]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc_0]] : memref<3xi32>
// CHECK-NEXT:    scf.yield %[[v3]] : memref<3xi32>
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.copy %[[v1]], %[[arg3]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[v1]] : memref<3xi32>
// CHECK-NEXT:    return
func.func @loop_with_new_buffers(%l: index, %u: index, %x: memref<3xi32>, %y: memref<3xi32>) {
  %a = memref.alloc() : memref<3xi32>
  %r = scf.for %i = %l to %u step %u iter_args(%p = %x) -> (memref<3xi32>) {
    %c = arith.cmpi eq, %i, %u : index
    %b = memref.alloc() : memref<3xi32>
    scf.yield %b : memref<3xi32>
  }
  memref.copy %r, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @loop_with_old_buffers(
// CHECK-SAME:    %[[arg0:.*]]: index, %[[arg1:.*]]: index, %[[arg2:.*]]: memref<3xi32>, %[[arg3:.*]]: memref<3xi32>)
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    %[[v0:.*]] = scf.for %[[arg4:.*]] = %[[arg0]] to %[[arg1]] step %[[arg1]] iter_args(%[[arg5:.*]] = %[[arg2]]) -> (memref<3xi32>) {
// CHECK-NEXT:    %[[v1:.*]] = arith.cmpi eq, %[[arg4]], %[[arg1]] : index
// CHECK-NEXT:    %[[v2:.*]] = scf.if %[[v1]] -> (memref<3xi32>) {
// CHECK-NEXT:    scf.yield %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:    scf.yield %[[arg5]] : memref<3xi32>
// CHECK-NEXT:    }
// CHECK-NEXT:    scf.yield %[[v2]] : memref<3xi32>
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.copy %[[v0]], %[[arg3]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    return
func.func @loop_with_old_buffers(%l: index, %u: index, %x: memref<3xi32>, %y: memref<3xi32>) {
  %a = memref.alloc() : memref<3xi32>
  %r = scf.for %i = %l to %u step %u iter_args(%p = %x) -> (memref<3xi32>) {
    %c = arith.cmpi eq, %i, %u : index
    %s = scf.if %c -> (memref<3xi32>) {
      scf.yield %a : memref<3xi32>
    } else {
      scf.yield %p : memref<3xi32>
    }
    scf.yield %s : memref<3xi32>
  }
  memref.copy %r, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @loop_with_either(
// CHECK-SAME:    %[[arg0:.*]]: index, %[[arg1:.*]]: index, %[[arg2:.*]]: memref<3xi32>) -> memref<3xi32>
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    %[[v0:.*]] = bufferization.clone %[[arg2]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    %[[v1:.*]] = scf.for %[[arg3:.*]] = %[[arg0]] to %[[arg1]] step %[[arg1]] iter_args(%[[arg4:.*]] = %[[v0]]) -> (memref<3xi32>) {
// CHECK-NEXT:    %[[v2:.*]] = arith.cmpi eq, %[[arg3]], %[[arg1]] : index
// CHECK-NEXT:    memref.dealloc %[[arg4]] : memref<3xi32>
// CHECK-NEXT:    %[[v3:.*]] = scf.if %[[v2]] -> (memref<3xi32>) {
// CHECK-NEXT:    %[[alloc_0:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    %[[v5:.*]] = bufferization.clone %[[alloc_0]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc_0]] : memref<3xi32>
// CHECK-NEXT:    scf.yield %[[v5]] : memref<3xi32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:    %[[v5:.*]] = bufferization.clone %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    scf.yield %[[v5]] : memref<3xi32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[v4:.*]] = bufferization.clone %[[v3]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[v3]] : memref<3xi32>
// CHECK-NEXT:    scf.yield %[[v4]] : memref<3xi32>
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    return %[[v1]] : memref<3xi32>
func.func @loop_with_either(%l: index, %u: index, %x: memref<3xi32>) -> memref<3xi32> {
  %a = memref.alloc() : memref<3xi32>
  %r = scf.for %i = %l to %u step %u iter_args(%p = %x) -> (memref<3xi32>) {
    %c = arith.cmpi eq, %i, %u : index
    %s = scf.if %c -> (memref<3xi32>) {
      %b = memref.alloc() : memref<3xi32>
      scf.yield %b : memref<3xi32>
    } else {
      scf.yield %a : memref<3xi32>
    }
    scf.yield %s : memref<3xi32>
  }
  return %r : memref<3xi32>
}

// -----

// CHECK-LABEL: func.func @loops_in_loops(
// CHECK-SAME:    %[[arg0:.*]]: index, %[[arg1:.*]]: index, %[[arg2:.*]]: memref<3xi32>, %[[arg3:.*]]: memref<3xi32>)
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    %[[v0:.*]] = bufferization.clone %[[arg2]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    %[[v1:.*]] = scf.for %[[arg4:.*]] = %[[arg0]] to %[[arg1]] step %[[arg1]] iter_args(%[[arg5:.*]] = %[[v0]]) -> (memref<3xi32>) {
// CHECK-NEXT:    %[[v2:.*]] = bufferization.clone %[[arg5]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[arg5]] : memref<3xi32>
// CHECK-NEXT:    %[[v3:.*]] = scf.for %[[arg6:.*]] = %[[arg0]] to %[[arg1]] step %[[arg1]] iter_args(%[[arg7:.*]] = %[[v2]]) -> (memref<3xi32>) {
// CHECK-NEXT:    %[[alloc_0:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc_0]] : memref<3xi32>
// CHECK-NEXT:    %[[v5:.*]] = bufferization.clone %[[arg7]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[arg7]] : memref<3xi32>
// CHECK-NEXT:    %[[v6:.*]] = scf.for %[[arg8:.*]] = %[[arg0]] to %[[arg1]] step %[[arg1]] iter_args(%[[arg9:.*]] = %[[v5]]) -> (memref<3xi32>) {
// CHECK-NEXT:    %[[alloc_1:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc_1]] : memref<3xi32>
// CHECK-NEXT:    %[[v8:.*]] = arith.cmpi eq, %[[arg8]], %[[arg1]] : index
// CHECK-NEXT:    %[[v9:.*]] = scf.if %[[v8]] -> (memref<3xi32>) {
// CHECK-NEXT:    %[[alloc_2:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    %[[v11:.*]] = bufferization.clone %[[alloc_2]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc_2]] : memref<3xi32>
// CHECK-NEXT:    scf.yield %[[v11]] : memref<3xi32>
// CHECK-NEXT:    } else {
// CHECK-NEXT:    %[[v11:.*]] = bufferization.clone %[[arg9]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    scf.yield %[[v11]] : memref<3xi32>
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.dealloc %[[arg9]] : memref<3xi32>
// CHECK-NEXT:    %[[v10:.*]] = bufferization.clone %[[v9]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[v9]] : memref<3xi32>
// CHECK-NEXT:    scf.yield %[[v10]] : memref<3xi32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[v7:.*]] = bufferization.clone %[[v6]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[v6]] : memref<3xi32>
// CHECK-NEXT:    scf.yield %[[v7]] : memref<3xi32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[v4:.*]] = bufferization.clone %[[v3]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[v3]] : memref<3xi32>
// CHECK-NEXT:    scf.yield %[[v4]] : memref<3xi32>
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.copy %[[v1]], %[[arg3]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[v1]] : memref<3xi32>
// CHECK-NEXT:    return
func.func @loops_in_loops(%l: index, %u: index, %x: memref<3xi32>, %y: memref<3xi32>) {
  %a = memref.alloc() : memref<3xi32>
  %r = scf.for %i = %l to %u step %u iter_args(%p = %x) -> (memref<3xi32>) {
    %s = scf.for %j = %l to %u step %u iter_args(%q = %p) -> (memref<3xi32>) {
      %b = memref.alloc() : memref<3xi32>
      %t = scf.for %k = %l to %u step %u iter_args(%o = %q) -> (memref<3xi32>) {
        %d = memref.alloc() : memref<3xi32>
        %c = arith.cmpi eq, %k, %u : index
        %v = scf.if %c -> (memref<3xi32>) {
          %e = memref.alloc() : memref<3xi32>
          scf.yield %e : memref<3xi32>
        } else {
          scf.yield %o : memref<3xi32>
        }
        scf.yield %v : memref<3xi32>
      }
      scf.yield %t : memref<3xi32>
    }
    scf.yield %s : memref<3xi32>
  }
  memref.copy %r, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @loop_carries_no_buffer(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi32>)
// CHECK-NEXT:    affine.for %[[arg1:.*]] = 0 to 3 {
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg0]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    %[[v0:.*]] = affine.load %[[alloc]][%[[arg1]]] : memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    affine.store %[[v0]], %[[arg0]][%[[arg1]]] : memref<3xi32>
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @loop_carries_no_buffer(%x: memref<3xi32>) {
  affine.for %i = 0 to 3 {
    %a = memref.alloc() : memref<3xi32>
    memref.copy %x, %a : memref<3xi32> to memref<3xi32>
    %e = affine.load %a[%i] : memref<3xi32>
    affine.store %e, %x[%i] : memref<3xi32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @affine_loop_carries_a_buffer(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi32>, %[[arg1:.*]]: memref<3xi32>)
// CHECK-NEXT:    %[[v0:.*]] = bufferization.clone %[[arg0]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    %[[v1:.*]] = affine.for %[[arg2:.*]] = 0 to 3 iter_args(%[[arg3:.*]] = %[[v0]]) -> (memref<3xi32>) {
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg3]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[arg3]] : memref<3xi32>
// CHECK-NEXT:    %[[v2:.*]] = bufferization.clone %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    affine.yield %[[v2]] : memref<3xi32>
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.copy %[[v1]], %[[arg1]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[v1]] : memref<3xi32>
// CHECK-NEXT:    return
func.func @affine_loop_carries_a_buffer(%x: memref<3xi32>, %y: memref<3xi32>) {
  %r = affine.for %i = 0 to 3 iter_args(%p = %x) -> (memref<3xi32>) {
    %a = memref.alloc() : memref<3xi32>
    memref.copy %p, %a : memref<3xi32> to memref<3xi32>
    affine.yield %a : memref<3xi32>
  }
  memref.copy %r, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @assumed(
// CHECK-SAME:    %[[arg0:.*]]: !shape.witness, %[[arg1:.*]]: memref<3xi32>, %[[arg2:.*]]: memref<3xi32>)
// CHECK-NEXT:    %[[v0:.*]] = shape.assuming %[[arg0]] -> (memref<3xi32>) {
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    shape.assuming_yield %[[arg1]] : memref<3xi32>
// CHECK-NEXT:    }
// CHECK-NEXT:    %[[v1:.*]] = shape.assuming %[[arg0]] -> (memref<3xi32>) {
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    %[[v2:.*]] = bufferization.clone %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    shape.assuming_yield %[[v2]] : memref<3xi32>
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.copy %[[v0]], %[[arg2]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.copy %[[v1]], %[[arg2]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[v1]] : memref<3xi32>
// CHECK-NEXT:    return
func.func @assumed(%w: !shape.witness, %x: memref<3xi32>, %y: memref<3xi32>) {
  %r = shape.assuming %w -> memref<3xi32> {
    %a = memref.alloc() : memref<3xi32>
    shape.assuming_yield %x : memref<3xi32>
  }
  %s = shape.assuming %w -> memref<3xi32> {
    %b = memref.alloc() : memref<3xi32>
    shape.assuming_yield %b : memref<3xi32>
  }
  memref.copy %r, %y : memref<3xi32> to memref<3xi32>
  memref.copy %s, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @clones_are_freed(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi32>, %[[arg1:.*]]: memref<3xi32>)
// CHECK-NEXT:    %[[v0:.*]] = bufferization.clone %[[arg0]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    %[[v1:.*]] = bufferization.clone %[[arg1]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.copy %[[v0]], %[[arg1]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[v0]] : memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[v1]] : memref<3xi32>
// CHECK-NEXT:    return
func.func @clones_are_freed(%x: memref<3xi32>, %y: memref<3xi32>) {
  %a = bufferization.clone %x : memref<3xi32> to memref<3xi32>
  %b = bufferization.clone %y : memref<3xi32> to memref<3xi32>
  memref.copy %a, %y : memref<3xi32> to memref<3xi32>
  memref.dealloc %b : memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @clone_is_returned(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi32>, %[[arg1:.*]]: memref<3xi32>) -> memref<3xi32>
// CHECK-NEXT:    %[[v0:.*]] = bufferization.clone %[[arg0]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[arg0]] : memref<3xi32>
// CHECK-NEXT:    return %[[v0]] : memref<3xi32>
func.func @clone_is_returned(%x: memref<3xi32>, %y: memref<3xi32>) -> memref<3xi32> {
  %a = bufferization.clone %x : memref<3xi32> to memref<3xi32>
  memref.dealloc %x : memref<3xi32>
  return %a : memref<3xi32>
}

// -----

// CHECK-LABEL: func.func @while_with_two(
// CHECK-SAME:    %[[arg0:.*]]: index)
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc(%[[arg0]]) : memref<?xi32>
// CHECK-NEXT:    %[[v0:.*]] = bufferization.clone %[[alloc]] : memref<?xi32> to memref<?xi32>
// CHECK-NEXT:    %[[v1:.*]]:2 = scf.while (%[[arg1:.*]] = %[[alloc]], %[[arg2:.*]] = %[[v0]]) : (memref<?xi32>, memref<?xi32>) -> (memref<?xi32>, memref<?xi32>) {
// CHECK-NEXT:    %[[v2:.*]] = "test.again"(%[[arg1]], %[[arg2]]) : (memref<?xi32>, memref<?xi32>) -> i1
// CHECK-NEXT:    %[[v3:.*]] = bufferization.clone %[[arg2]] : memref<?xi32> to memref<?xi32>
// CHECK-NEXT:    memref.dealloc %[[arg2]] : memref<?xi32>
// CHECK-NEXT:    scf.condition(%[[v2]]) %[[arg1]], %[[v3]] : memref<?xi32>, memref<?xi32>
// CHECK-NEXT:    } do {
// CHECK-NEXT:    ^bb0(%[[arg1:.*]]: memref<?xi32>, %[[arg2:.*]]: memref<?xi32>):
// CHECK-NEXT:    %[[alloc_0:.*]] = memref.alloc(%[[arg0]]) : memref<?xi32>
// CHECK-NEXT:    memref.dealloc %[[arg2]] : memref<?xi32>
// CHECK-NEXT:    %[[v2:.*]] = bufferization.clone %[[alloc_0]] : memref<?xi32> to memref<?xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc_0]] : memref<?xi32>
// CHECK-NEXT:    scf.yield %[[arg1]], %[[v2]] : memref<?xi32>, memref<?xi32>
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.dealloc %[[v1]]#1 : memref<?xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<?xi32>
// CHECK-NEXT:    return
func.func private @again(memref<3xi32>, memref<3xi32>) -> i1
func.func @while_with_two(%n: index) {
  %a = memref.alloc(%n) : memref<?xi32>
  %r:2 = scf.while (%p = %a, %q = %a) : (memref<?xi32>, memref<?xi32>) -> (memref<?xi32>, memref<?xi32>) {
    %c = "test.again"(%p, %q) : (memref<?xi32>, memref<?xi32>) -> i1
    scf.condition(%c) %p, %q : memref<?xi32>, memref<?xi32>
  } do {
  ^bb0(%s: memref<?xi32>, %t: memref<?xi32>):
    %b = memref.alloc(%n) : memref<?xi32>
    scf.yield %s, %b : memref<?xi32>, memref<?xi32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @while_in_turns(
// CHECK-SAME:    %[[arg0:.*]]: index)
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc(%[[arg0]]) : memref<?xi32>
// CHECK-NEXT:    %[[v0:.*]] = bufferization.clone %[[alloc]] : memref<?xi32> to memref<?xi32>
// CHECK-NEXT:    %[[v1:.*]] = bufferization.clone %[[alloc]] : memref<?xi32> to memref<?xi32>
// CHECK-NEXT:    %[[v2:.*]] = bufferization.clone %[[alloc]] : memref<?xi32> to memref<?xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<?xi32>
// CHECK-NEXT:    %[[v3:.*]]:3 = scf.while (%[[arg1:.*]] = %[[v0]], %[[arg2:.*]] = %[[v1]], %[[arg3:.*]] = %[[v2]]) : (memref<?xi32>, memref<?xi32>, memref<?xi32>) -> (memref<?xi32>, memref<?xi32>, memref<?xi32>) {
// CHECK-NEXT:    %[[v4:.*]] = "test.again"(%[[arg1]], %[[arg2]], %[[arg3]]) : (memref<?xi32>, memref<?xi32>, memref<?xi32>) -> i1
// CHECK-NEXT:    %[[v5:.*]] = bufferization.clone %[[arg1]] : memref<?xi32> to memref<?xi32>
// CHECK-NEXT:    memref.dealloc %[[arg1]] : memref<?xi32>
// CHECK-NEXT:    %[[v6:.*]] = bufferization.clone %[[arg2]] : memref<?xi32> to memref<?xi32>
// CHECK-NEXT:    memref.dealloc %[[arg2]] : memref<?xi32>
// CHECK-NEXT:    %[[v7:.*]] = bufferization.clone %[[arg3]] : memref<?xi32> to memref<?xi32>
// CHECK-NEXT:    memref.dealloc %[[arg3]] : memref<?xi32>
// CHECK-NEXT:    scf.condition(%[[v4]]) %[[v5]], %[[v6]], %[[v7]] : memref<?xi32>, memref<?xi32>, memref<?xi32>
// CHECK-NEXT:    } do {
// CHECK-NEXT:    ^bb0(%[[arg1:.*]]: memref<?xi32>, %[[arg2:.*]]: memref<?xi32>, %[[arg3:.*]]: memref<?xi32>):
// CHECK-NEXT:    %[[alloc_0:.*]] = memref.alloc(%[[arg0]]) : memref<?xi32>
// CHECK-NEXT:    memref.dealloc %[[arg3]] : memref<?xi32>
// CHECK-NEXT:    memref.dealloc %[[arg2]] : memref<?xi32>
// CHECK-NEXT:    %[[alloc_1:.*]] = memref.alloc(%[[arg0]]) : memref<?xi32>
// CHECK-NEXT:    %[[v4:.*]] = bufferization.clone %[[alloc_1]] : memref<?xi32> to memref<?xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc_1]] : memref<?xi32>
// CHECK-NEXT:    %[[v5:.*]] = bufferization.clone %[[alloc_0]] : memref<?xi32> to memref<?xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc_0]] : memref<?xi32>
// CHECK-NEXT:    %[[v6:.*]] = bufferization.clone %[[arg1]] : memref<?xi32> to memref<?xi32>
// CHECK-NEXT:    memref.dealloc %[[arg1]] : memref<?xi32>
// CHECK-NEXT:    scf.yield %[[v4]], %[[v5]], %[[v6]] : memref<?xi32>, memref<?xi32>, memref<?xi32>
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.dealloc %[[v3]]#2 : memref<?xi32>
// CHECK-NEXT:    memref.dealloc %[[v3]]#0 : memref<?xi32>
// CHECK-NEXT:    memref.dealloc %[[v3]]#1 : memref<?xi32>
// CHECK-NEXT:    return
func.func @while_in_turns(%n: index) {
  %a = memref.alloc(%n) : memref<?xi32>
  %r:3 = scf.while (%p = %a, %q = %a, %o = %a) : (memref<?xi32>, memref<?xi32>, memref<?xi32>) -> (memref<?xi32>, memref<?xi32>, memref<?xi32>) {
    %c = "test.again"(%p, %q, %o) : (memref<?xi32>, memref<?xi32>, memref<?xi32>) -> i1
    scf.condition(%c) %p, %q, %o : memref<?xi32>, memref<?xi32>, memref<?xi32>
  } do {
  ^bb0(%s: memref<?xi32>, %t: memref<?xi32>, %u: memref<?xi32>):
    %b = memref.alloc(%n) : memref<?xi32>
    %d = memref.alloc(%n) : memref<?xi32>
    scf.yield %d, %b, %s : memref<?xi32>, memref<?xi32>, memref<?xi32>
  }
  return
}

// -----

// CHECK-LABEL: func.func @choice_of_two_new(
// CHECK-SAME:    %[[arg0:.*]]: i1, %[[arg1:.*]]: memref<3xi32>)
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    %[[alloc_0:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg1]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    %[[v0:.*]] = arith.select %[[arg0]], %[[alloc]], %[[alloc_0]] : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[v0]], %[[arg1]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc_0]] : memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    return
func.func @choice_of_two_new(%c: i1, %y: memref<3xi32>) {
  %a = memref.alloc() : memref<3xi32>
  %b = memref.alloc() : memref<3xi32>
  memref.copy %y, %a : memref<3xi32> to memref<3xi32>
  %r = arith.select %c, %a, %b : memref<3xi32>
  memref.copy %r, %y : memref<3xi32> to memref<3xi32>
  return
}

// -----

// CHECK-LABEL: func.func @choice_is_returned(
// CHECK-SAME:    %[[arg0:.*]]: i1) -> memref<3xi32>
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    %[[alloc_0:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    %[[v0:.*]] = arith.select %[[arg0]], %[[alloc]], %[[alloc_0]] : memref<3xi32>
// CHECK-NEXT:    return %[[v0]] : memref<3xi32>
func.func @choice_is_returned(%c: i1) -> memref<3xi32> {
  %a = memref.alloc() : memref<3xi32>
  %b = memref.alloc() : memref<3xi32>
  %r = arith.select %c, %a, %b : memref<3xi32>
  return %r : memref<3xi32>
}

// -----

// CHECK-LABEL: func.func @global_is_returned(
// CHECK-SAME:    ) -> memref<3xi32>
// CHECK-NEXT:    %[[v0:.*]] = memref.get_global @numbers : memref<3xi32>
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[v0]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    memref.dealloc %[[alloc]] : memref<3xi32>
// CHECK-NEXT:    return %[[v0]] : memref<3xi32>
memref.global constant @numbers : memref<3xi32> = dense<1>
func.func @global_is_returned() -> memref<3xi32> {
  %g = memref.get_global @numbers : memref<3xi32>
  %a = memref.alloc() : memref<3xi32>
  memref.copy %g, %a : memref<3xi32> to memref<3xi32>
  return %g : memref<3xi32>
}

// -----

// CHECK-LABEL: func.func private @private(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi32>) -> memref<3xi32>
// CHECK-NEXT:    %[[alloc:.*]] = memref.alloc() : memref<3xi32>
// CHECK-NEXT:    memref.copy %[[arg0]], %[[alloc]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    return %[[alloc]] : memref<3xi32>
// CHECK-LABEL: func.func @public(
// CHECK-SAME:    %[[arg0:.*]]: memref<3xi32>, %[[arg1:.*]]: memref<3xi32>)
// CHECK-NEXT:    %[[v0:.*]] = call @private(%[[arg0]]) : (memref<3xi32>) -> memref<3xi32>
// CHECK-NEXT:    memref.copy %[[v0]], %[[arg1]] : memref<3xi32> to memref<3xi32>
// CHECK-NEXT:    return
func.func private @declared(memref<3xi32>) -> memref<3xi32>
func.func private @private(%x: memref<3xi32>) -> memref<3xi32> {
  %a = memref.alloc() : memref<3xi32>
  memref.copy %x, %a : memref<3xi32> to memref<3xi32>
  return %a : memref<3xi32>
}
func.func @public(%x: memref<3xi32>, %y: memref<3xi32>) {
  %r = call @private(%x) : (memref<3xi32>) -> memref<3xi32>
  memref.copy %r, %y : memref<3xi32> to memref<3xi32>
  return
}
