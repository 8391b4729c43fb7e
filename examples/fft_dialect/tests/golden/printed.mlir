module {
  fft.func private @given(tensor<8xf32>) -> f32
  fft.func @data(%arg0: tensor<8xf32>, %arg1: tensor<?xf32>, %arg2: memref<8xf32>, %arg3: f32, %arg4: index) -> (tensor<8xf32>, f32) {
    %0 = fft.twiddle -> tensor<8xf32>
    %1 = fft.twiddle of %arg4 -> tensor<?xf32>
    fft.twiddle into %arg2 : memref<8xf32>
    fft.twiddle into %arg2 : memref<8xf32> {fft.why = "so"}
    %2 = fft.dft %arg0, %0 into %arg0 : tensor<8xf32>, tensor<8xf32> into tensor<8xf32> -> tensor<8xf32>
    fft.dft %arg0, %0 into %arg2 : tensor<8xf32>, tensor<8xf32> into memref<8xf32>
    %3 = fft.scale %arg3, %2 : tensor<8xf32> -> tensor<8xf32>
    %4 = fft.half %arg1 from %arg4 : tensor<?xf32> -> tensor<4xf32>
    %5 = fft.energy %4 : tensor<4xf32>
    %6 = fft.call @given(%arg0) : (tensor<8xf32>) -> f32
    fft.return %3, %5 : tensor<8xf32>, f32
  }
}
// -----
module {
  fft.func @spectra(%arg0: tensor<8xf32>, %arg1: memref<8xf32>, %arg2: f32) -> !fft.spectrum<8> {
    %0 = fft.forward %arg0 : tensor<8xf32> -> !fft.spectrum<8>
    %1 = fft.scale %arg2, %0 : !fft.spectrum<8> -> !fft.spectrum<8>
    %2 = fft.new_bins : !fft.bins<8>
    %3 = fft.new_bins : !fft.bins<8>
    fft.forward %arg1 into %2 : !fft.bins<8> : memref<8xf32>
    fft.copy_bins %2 to %3 : !fft.bins<8>
    fft.return %1 : !fft.spectrum<8>
  }
}
// -----
module {
  fft.func @flow(%arg0: tensor<8xf32>, %arg1: index, %arg2: i1) -> tensor<8xf32> {
    fft.repeat %arg1 {
    ^bb0(%arg3: index):
    }
    %0 = fft.repeat %arg1 carrying %arg0 : tensor<8xf32> -> tensor<8xf32> {
    ^bb0(%arg3: index, %arg4: tensor<8xf32>):
      fft.yield %arg4 : tensor<8xf32>
    }
    fft.choose %arg2 {
    } else {
    }
    %1 = fft.choose %arg2 -> tensor<8xf32> {
      fft.yield %0 : tensor<8xf32>
    } else {
      fft.yield %arg0 : tensor<8xf32>
    } {fft.why = "so"}
    %2 = fft.spawn %arg1 sharing %1 : tensor<8xf32> -> tensor<8xf32> {
    ^bb0(%arg3: index, %arg4: tensor<8xf32>):
      %3 = fft.half %arg4 from %arg3 : tensor<8xf32> -> tensor<4xf32>
      fft.join {
        fft.give %3 into %arg4 from %arg3 : tensor<4xf32> into tensor<8xf32>
      }
    }
    fft.return %2 : tensor<8xf32>
  }
}
