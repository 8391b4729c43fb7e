// PASSES: buffer-results-to-out-params{hoist-static-allocs}
// PRINTS: 2 1
// Each iteration of a loop of blocks allocates a buffer and reads the one of the iteration before. The
// reference lets the caller's buffer be all of them.

func.func private @loop(%first: memref<1xf32>) -> (memref<1xf32>, f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  cf.br ^body(%one, %first : index, memref<1xf32>)
^body(%i: index, %before: memref<1xf32>):
  %new = memref.alloc() : memref<1xf32>
  %integer = arith.index_cast %i : index to i32
  %x = arith.sitofp %integer : i32 to f32
  memref.store %x, %new[%zero] : memref<1xf32>
  %old = memref.load %before[%zero] : memref<1xf32>
  %next = arith.addi %i, %one : index
  %continue = arith.cmpi ule, %next, %two : index
  cf.cond_br %continue, ^body(%next, %new : index, memref<1xf32>), ^exit
^exit:
  return %new, %old : memref<1xf32>, f32
}

func.func @main() {
  %zero = arith.constant 0 : index
  %seven = arith.constant 7.0 : f32
  %first = memref.alloc() : memref<1xf32>
  memref.store %seven, %first[%zero] : memref<1xf32>
  %m, %old = call @loop(%first) : (memref<1xf32>) -> (memref<1xf32>, f32)
  %0 = memref.load %m[%zero] : memref<1xf32>
  vector.print %0 : f32
  vector.print %old : f32
  return
}
