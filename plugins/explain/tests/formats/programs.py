"""Programs that are explained in several formats."""

LATE = """\
func.func @late(%x: memref<64xf32>, %y: memref<64xf32>) {
  %a = memref.alloc() : memref<64xf32>
  memref.copy %x, %a : memref<64xf32> to memref<64xf32>
  memref.copy %x, %y : memref<64xf32> to memref<64xf32>
  memref.dealloc %a : memref<64xf32>
  return
}
"""
