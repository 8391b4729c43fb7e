// error: 'bufferization.alloc_tensor' op incorrect number of dynamic sizes, has 0, expected 1
"test.region"() ({
^bb0(%t: tensor<?xf32>, %i: index):
  %0 = bufferization.alloc_tensor() : tensor<?xf32>
}) : () -> ()

// -----

// error: 'bufferization.alloc_tensor' op dynamic sizes not needed when copying a tensor
"test.region"() ({
^bb0(%t: tensor<?xf32>, %i: index):
  %0 = bufferization.alloc_tensor(%i) copy(%t) : tensor<?xf32>
}) : () -> ()

// -----

// error: 'bufferization.alloc_tensor' op expected that `copy` and return type match
"test.region"() ({
^bb0(%t: tensor<?xf32>, %i: index):
  %0 = "bufferization.alloc_tensor"(%t) {operandSegmentSizes = array<i32: 0, 1, 0>} : (tensor<?xf32>) -> tensor<4xf32>
}) : () -> ()

// -----

// error: use of value '%t' expects different type than prior uses: 'tensor<4xf32>' vs 'tensor<?xf32>'
"test.region"() ({
^bb0(%t: tensor<?xf32>, %i: index):
  %0 = bufferization.alloc_tensor() copy(%t) : tensor<4xf32>
}) : () -> ()

// -----

// error: invalid kind of type specified
"test.region"() ({
^bb0(%t: tensor<?xf32>, %i: index):
  %0 = bufferization.alloc_tensor(%i) : memref<?xf32>
}) : () -> ()

// -----

// error: 'bufferization.to_tensor' op shapes do not match
"test.region"() ({
^bb0(%m: memref<4xf32>):
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<?xf32>
}) : () -> ()

// -----

// error: 'bufferization.to_tensor' op element types do not match
"test.region"() ({
^bb0(%m: memref<4xf32>):
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<4xi32>
}) : () -> ()

// -----

// error: invalid kind of type specified
"test.region"() ({
^bb0(%m: memref<4xf32>):
  %0 = bufferization.to_tensor %m : memref<4xf32> to i32
}) : () -> ()

// -----

// error: 'bufferization.to_tensor' op shapes do not match
"test.region"() ({
^bb0(%m: memref<4xf32>):
  %0 = bufferization.to_tensor %m : memref<4xf32> to tensor<*xf32>
}) : () -> ()

// -----

// error: invalid kind of type specified
"test.region"() ({
^bb0(%m: tensor<4xf32>):
  %0 = bufferization.to_tensor %m : tensor<4xf32> to tensor<4xf32>
}) : () -> ()

// -----

// error: 'bufferization.to_buffer' op shapes do not match
"test.region"() ({
^bb0(%m: tensor<4xf32>):
  %0 = bufferization.to_buffer %m : tensor<4xf32> to memref<?xf32>
}) : () -> ()

// -----

// error: 'bufferization.to_buffer' op element types do not match
"test.region"() ({
^bb0(%m: tensor<4xf32>):
  %0 = bufferization.to_buffer %m : tensor<4xf32> to memref<4xf64>
}) : () -> ()

// -----

// error: 'bufferization.to_buffer' op shapes do not match
"test.region"() ({
^bb0(%m: tensor<4xf32>):
  %0 = bufferization.to_buffer %m : tensor<4xf32> to memref<*xf32>
}) : () -> ()

// -----

// error: invalid kind of type specified
"test.region"() ({
^bb0(%m: tensor<4xf32>):
  %0 = bufferization.to_buffer %m : tensor<4xf32> to vector<4xf32>
}) : () -> ()

// -----

// error: 'bufferization.dealloc' op must have the same number of conditions as memrefs to deallocate
"test.region"() ({
^bb0(%m: memref<4xf32>, %n : memref<4xf32>, %c: i1):
  %0 = bufferization.dealloc (%m : memref<4xf32>) if (%c, %c) retain (%n : memref<4xf32>)
}) : () -> ()

// -----

// error: 'bufferization.dealloc' op must have the same number of updated conditions (results) as retained operands
"test.region"() ({
^bb0(%m: memref<4xf32>, %n : memref<4xf32>, %c: i1):
  "bufferization.dealloc"(%m, %c, %n) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (memref<4xf32>, i1, memref<4xf32>) -> ()
}) : () -> ()

// -----

// error: 'bufferization.dealloc' op must have the same number of conditions as memrefs to deallocate
"test.region"() ({
^bb0(%m: memref<4xf32>, %n : memref<4xf32>, %c: i1):
  "bufferization.dealloc"(%m, %n) <{operandSegmentSizes = array<i32: 1, 0, 1>}> : (memref<4xf32>, memref<4xf32>) -> i1
}) : () -> ()

// -----

// error: 'bufferization.materialize_in_destination' op source/destination shapes are incompatible
"test.region"() ({
^bb0(%t: tensor<4xf32>, %d: tensor<5xf32>):
  %0 = bufferization.materialize_in_destination %t in %d : (tensor<4xf32>, tensor<5xf32>) -> tensor<5xf32>
}) : () -> ()

// -----

// error: 'bufferization.materialize_in_destination' op result and 'dest' types must match
"test.region"() ({
^bb0(%t: tensor<4xf32>, %d: tensor<?xf32>):
  %0 = bufferization.materialize_in_destination %t in %d : (tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
}) : () -> ()

// -----

// error: 'bufferization.materialize_in_destination' op failed to verify that all of {source, dest} have same element type
"test.region"() ({
^bb0(%t: tensor<4xf32>, %d: tensor<4xf64>):
  %0 = bufferization.materialize_in_destination %t in %d : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf64>
}) : () -> ()

// -----

// error: 'bufferization.materialize_in_destination' op rank mismatch between source and destination shape
"test.region"() ({
^bb0(%t: tensor<4xf32>, %d: tensor<4x4xf32>):
  %0 = bufferization.materialize_in_destination %t in %d : (tensor<4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
}) : () -> ()

// -----

// error: 'bufferization.materialize_in_destination' op tensor 'dest' implies exactly one tensor result
"test.region"() ({
^bb0(%t: tensor<4xf32>, %d: tensor<4xf32>):
  bufferization.materialize_in_destination %t in %d : (tensor<4xf32>, tensor<4xf32>) -> ()
}) : () -> ()

// -----

// error: 'bufferization.materialize_in_destination' op memref 'dest' implies zero results
"test.region"() ({
^bb0(%t: tensor<4xf32>, %d: memref<4xf32>):
  %0 = bufferization.materialize_in_destination %t in %d : (tensor<4xf32>, memref<4xf32>) -> tensor<4xf32>
}) : () -> ()

// -----

// error: 'bufferization.materialize_in_destination' op 'writable' must be specified if and only if the destination is of memref type
"test.region"() ({
^bb0(%t: tensor<4xf32>, %d: memref<4xf32>):
  bufferization.materialize_in_destination %t in %d : (tensor<4xf32>, memref<4xf32>) -> ()
}) : () -> ()

// -----

// error: 'bufferization.materialize_in_destination' op 'writable' must be specified if and only if the destination is of memref type
"test.region"() ({
^bb0(%t: tensor<4xf32>, %d: memref<4xf32>):
  bufferization.materialize_in_destination %t in restrict %d : (tensor<4xf32>, memref<4xf32>) -> ()
}) : () -> ()

// -----

// error: 'bufferization.materialize_in_destination' op 'restrict' is valid only for memref destinations
"test.region"() ({
^bb0(%t: tensor<4xf32>, %d: tensor<4xf32>):
  %0 = bufferization.materialize_in_destination %t in restrict %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
}) : () -> ()

// -----

// error: 'bufferization.materialize_in_destination' op 'writable' must be specified if and only if the destination is of memref type
"test.region"() ({
^bb0(%t: tensor<4xf32>, %d: tensor<4xf32>):
  %0 = bufferization.materialize_in_destination %t in writable %d : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
}) : () -> ()

// -----

// error: 'bufferization.materialize_in_destination' op 'dest' must be a tensor or a memref
"test.region"() ({
^bb0(%t: tensor<4xf32>, %d: vector<4xf32>):
  bufferization.materialize_in_destination %t in writable %d : (tensor<4xf32>, vector<4xf32>) -> ()
}) : () -> ()

// -----

// error: 'bufferization.materialize_in_destination' op source/destination shapes are incompatible
"test.region"() ({
^bb0(%t: tensor<*xf32>, %d: memref<4xf32>):
  bufferization.materialize_in_destination %t in writable %d : (tensor<*xf32>, memref<4xf32>) -> ()
}) : () -> ()

// -----

// error: number of operands and types do not match: got 2 operands and 1 types
"test.region"() ({
^bb0(%t: tensor<4xf32>, %d: tensor<4xf32>):
  bufferization.materialize_in_destination %t in writable %d : (tensor<4xf32>) -> ()
}) : () -> ()

// -----

// error: 'bufferization.to_buffer' op operand #0 must be TensorLikeType instance, but got 'i32'
"test.region"() ({
^bb0(%i: i32):
  %0 = "bufferization.to_buffer"(%i) : (i32) -> memref<4xf32>
}) : () -> ()

// -----

// error: 'bufferization.to_buffer' op result #0 must be BufferLikeType instance, but got 'i32'
"test.region"() ({
^bb0(%i: tensor<4xf32>):
  %0 = "bufferization.to_buffer"(%i) : (tensor<4xf32>) -> i32
}) : () -> ()

// -----

// error: 'bufferization.to_tensor' op result #0 must be TensorLikeType instance, but got 'i32'
"test.region"() ({
^bb0(%i: memref<4xf32>):
  %0 = "bufferization.to_tensor"(%i) : (memref<4xf32>) -> i32
}) : () -> ()

// -----

// error: 'bufferization.to_tensor' op shapes do not match
"test.region"() ({
^bb0(%i: memref<*xf32>):
  %0 = "bufferization.to_tensor"(%i) : (memref<*xf32>) -> tensor<4xf32>
}) : () -> ()

// -----

// error: 'bufferization.to_tensor' op shapes do not match
"test.region"() ({
^bb0(%i: memref<4x?xf32>):
  %0 = "bufferization.to_tensor"(%i) : (memref<4x?xf32>) -> tensor<4xf32>
}) : () -> ()
