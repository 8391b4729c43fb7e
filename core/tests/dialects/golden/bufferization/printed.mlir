module {
  %0:2 = "test.values"() : () -> (index, i1)
  %1:6 = "test.containers"() : () -> (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32, "enc">, memref<?x?xf32>, memref<4xf32>, memref<*xf32>)
  %2 = bufferization.alloc_tensor(%0#0) {foo = 1 : i32} : tensor<?xf32>
  %3 = bufferization.alloc_tensor() copy(%1#0) {memory_space = 1 : i64} : tensor<?x?xf32>
  %4 = bufferization.alloc_tensor(%0#0) size_hint=%0#0 : tensor<?xf32, "enc">
  %5 = bufferization.alloc_tensor() copy(%1#0) size_hint=%0#0 {foo = 1 : i32} : tensor<?x?xf32>
  %6 = bufferization.to_tensor %1#3 restrict writable {foo = 1 : i32} : memref<?x?xf32> to tensor<?x?xf32>
  %7 = bufferization.to_tensor %1#5 : memref<*xf32> to tensor<*xf32>
  %8 = bufferization.to_buffer %1#0 read_only {foo = 1 : i32} : tensor<?x?xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  %9 = bufferization.to_buffer %1#2 : tensor<?xf32, "enc"> to memref<?xf32>
  %10 = bufferization.clone %1#3 {foo = 1 : i32} : memref<?x?xf32> to memref<?x?xf32>
  %11:2 = bufferization.dealloc (%1#3, %1#4 : memref<?x?xf32>, memref<4xf32>) if (%0#1, %0#1) retain (%1#5, %1#4 : memref<*xf32>, memref<4xf32>) {foo = 1 : i32}
  bufferization.dealloc (%1#3 : memref<?x?xf32>) if (%0#1)
  %12 = bufferization.dealloc retain (%1#4 : memref<4xf32>)
  bufferization.dealloc
  bufferization.dealloc_tensor %1#0 {foo = 1 : i32} : tensor<?x?xf32>
  %13 = bufferization.materialize_in_destination %1#1 in %1#1 {foo = 1 : i32} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  bufferization.materialize_in_destination %1#0 in restrict writable %1#3 : (tensor<?x?xf32>, memref<?x?xf32>) -> ()
  bufferization.materialize_in_destination %1#0 in writable %1#3 : (tensor<?x?xf32>, memref<?x?xf32>) -> ()
}
