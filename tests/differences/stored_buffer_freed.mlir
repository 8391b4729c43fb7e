// PASSES: buffer-deallocation-pipeline
// PRINTS: 7
// A function stores a new buffer in one that its caller has, which reads it.

func.func private @make(%table: memref<1xmemref<4xi32>>, %i: index) {
  %v = arith.constant 7 : i32
  %a = memref.alloc() : memref<4xi32>
  memref.store %v, %a[%i] : memref<4xi32>
  memref.store %a, %table[%i] : memref<1xmemref<4xi32>>
  return
}
func.func @main() {
  %i = arith.constant 0 : index
  %table = memref.alloc() : memref<1xmemref<4xi32>>
  func.call @make(%table, %i) : (memref<1xmemref<4xi32>>, index) -> ()
  %a = memref.load %table[%i] : memref<1xmemref<4xi32>>
  %v = memref.load %a[%i] : memref<4xi32>
  vector.print %v : i32
  return
}
