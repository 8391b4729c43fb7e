// PASSES: buffer-results-to-out-params{hoist-static-allocs}
// PRINTS: 2 1
// Two buffers are returned in one order or in the other. The reference hoists both, and copies one over
// the other.

func.func private @swapped(%condition: i1) -> (memref<1xf32>, memref<1xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %a = memref.alloc() : memref<1xf32>
  %b = memref.alloc() : memref<1xf32>
  memref.store %one, %a[%zero] : memref<1xf32>
  memref.store %two, %b[%zero] : memref<1xf32>
  cf.cond_br %condition, ^then, ^else
^then:
  return %a, %b : memref<1xf32>, memref<1xf32>
^else:
  return %b, %a : memref<1xf32>, memref<1xf32>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %false = arith.constant false
  %m, %n = call @swapped(%false) : (i1) -> (memref<1xf32>, memref<1xf32>)
  %0 = memref.load %m[%zero] : memref<1xf32>
  %1 = memref.load %n[%zero] : memref<1xf32>
  vector.print %0 : f32
  vector.print %1 : f32
  return
}
