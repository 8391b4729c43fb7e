// A stride of 1 in a buffer of rank 1 is the identity, in other words.
%m = "test.op"() : () -> memref<?xf32, strided<[1]>>
%n, %shape = "test.op"() : () -> (index, memref<2xindex>)
%bytes, %one = "test.op"() : () -> (memref<4xi8, strided<[1]>>, memref<1xf32, strided<[1]>>)
%0 = memref.expand_shape %m [[0, 1]] output_shape [1, %n] : memref<?xf32, strided<[1]>> into memref<1x?xf32>
%1 = memref.collapse_shape %m [[0]] : memref<?xf32, strided<[1]>> into memref<?xf32>
%2 = memref.collapse_shape %one [] : memref<1xf32, strided<[1]>> into memref<f32>
%3 = memref.reshape %m(%shape) : (memref<?xf32, strided<[1]>>, memref<2xindex>) -> memref<?x?xf32>
%4 = memref.realloc %m(%n) : memref<?xf32, strided<[1]>> to memref<?xf32>
%5 = memref.view %bytes[%n][] : memref<4xi8, strided<[1]>> to memref<1xi8>
