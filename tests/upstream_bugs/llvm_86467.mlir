// The pass does not see what it has freed before: run twice, it frees the buffers that a loop carries twice.
// TOOL: mlir-opt-16 - --buffer-deallocation --buffer-deallocation --convert-bufferization-to-memref
// FINDS: 'memref.dealloc' frees a buffer that has been freed before
// NATIVE: is stopped
// OURS: builtin.module(buffer-deallocation,buffer-deallocation,convert-bufferization-to-memref)

func.func @f(%x: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<1xi32>
  memref.store %x, %a[%c0] : memref<1xi32>
  %0 = scf.while (%b = %a) : (memref<1xi32>) -> memref<1xi32> {
    %c = memref.alloc() : memref<1xi32>
    memref.store %x, %c[%c0] : memref<1xi32>
    %go = arith.cmpi ne, %x, %x : i32
    scf.condition(%go) %c : memref<1xi32>
  } do {
  ^bb0(%b: memref<1xi32>):
    %d = memref.alloc() : memref<1xi32>
    scf.yield %d : memref<1xi32>
  }
  %v = memref.load %0[%c0] : memref<1xi32>
  return %v : i32
}
