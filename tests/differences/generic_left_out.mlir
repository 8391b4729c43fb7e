// OPTIONS: bufferize-function-boundaries dialect-filter=tensor,func,bufferization,arith
// PRINTS: 9 1
// As forall_left_out.mlir: linalg.generic on buffers is a loop, too.

func.func @main() {
  %c0 = arith.constant 0 : index
  %nine = arith.constant 9 : i32
  %initt = arith.constant dense<[1, 2]> : tensor<2xi32>
  %t = bufferization.alloc_tensor() copy(%initt) : tensor<2xi32>
  %m = memref.alloc() : memref<2xi32>
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%m : memref<2xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %w = tensor.insert %nine into %t[%i] : tensor<2xi32>
    %x = tensor.extract %w[%c0] : tensor<2xi32>
    vector.print %x : i32
    linalg.yield %x : i32
  }
  memref.dealloc %m : memref<2xi32>
  return
}
