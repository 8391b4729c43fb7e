// A buffer is freed under another name.
// PASSES: func.func(promote-buffers-to-stack)
// PRINTS: 7

func.func @main() {
  %c1 = arith.constant 1 : index
  %seven = arith.constant 7 : i64
  %a = memref.alloc() : memref<4xi64>
  %b = memref.cast %a : memref<4xi64> to memref<?xi64>
  memref.store %seven, %b[%c1] : memref<?xi64>
  %v = memref.load %a[%c1] : memref<4xi64>
  memref.dealloc %b : memref<?xi64>
  vector.print %v : i64
  return
}
