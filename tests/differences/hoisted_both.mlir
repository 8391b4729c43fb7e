// PASSES: buffer-results-to-out-params{hoist-static-allocs}
// PRINTS: 1
// The function returns either of two buffers that are in use together. The reference lets the caller's
// buffer be both.

func.func private @either(%condition: i1) -> memref<1xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %a = memref.alloc() : memref<1xf32>
  %b = memref.alloc() : memref<1xf32>
  memref.store %one, %a[%zero] : memref<1xf32>
  memref.store %two, %b[%zero] : memref<1xf32>
  cf.cond_br %condition, ^then, ^else
^then:
  return %a : memref<1xf32>
^else:
  return %b : memref<1xf32>
}

func.func @main() {
  %zero = arith.constant 0 : index
  %true = arith.constant true
  %m = call @either(%true) : (i1) -> memref<1xf32>
  %0 = memref.load %m[%zero] : memref<1xf32>
  vector.print %0 : f32
  return
}
