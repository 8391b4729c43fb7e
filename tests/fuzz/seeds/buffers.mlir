// Functions on buffers, for the passes that change what they return.
func.func private @unknown(memref<?xf32>) -> memref<4xf32>

func.func private @same(%m: memref<4xf32>, %c: i1) -> (memref<4xf32>, f32, memref<4xf32, strided<[?], offset: ?>>) {
  %x = arith.constant 1.0 : f32
  %view = memref.cast %m : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
  cf.cond_br %c, ^one, ^other
^one:
  return %m, %x, %view : memref<4xf32>, f32, memref<4xf32, strided<[?], offset: ?>>
^other:
  return %m, %x, %view : memref<4xf32>, f32, memref<4xf32, strided<[?], offset: ?>>
}

func.func @twice(%n: index) -> (memref<?xf32>, memref<?xf32>) {
  %new = memref.alloc(%n) : memref<?xf32>
  return %new, %new : memref<?xf32>, memref<?xf32>
}

func.func @main(%m: memref<4xf32>, %n: index, %c: i1) -> memref<4xf32> {
  %0:3 = call @same(%m, %c) : (memref<4xf32>, i1) -> (memref<4xf32>, f32, memref<4xf32, strided<[?], offset: ?>>)
  %1:2 = call @twice(%n) : (index) -> (memref<?xf32>, memref<?xf32>)
  %2 = call @unknown(%1#1) : (memref<?xf32>) -> memref<4xf32>
  memref.copy %0#2, %2 : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
  %3 = constant @identity : (memref<4xf32>) -> memref<4xf32>
  %4 = call_indirect %3(%2) : (memref<4xf32>) -> memref<4xf32>
  return %4 : memref<4xf32>
}

func.func @identity(%m: memref<4xf32>) -> memref<4xf32> {
  return %m : memref<4xf32>
}
