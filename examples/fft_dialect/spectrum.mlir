// Run with --one-shot-bufferize=bufferize-function-boundaries.
// Only the last scale gets a copy: the spectrum is read again.
fft.func @scaled(%signal: tensor<8xf32>, %factor: f32) -> tensor<8xf32> {
  %0 = fft.scale %factor, %signal : tensor<8xf32> -> tensor<8xf32>
  fft.return %0 : tensor<8xf32>
}
fft.func @main(%signal: tensor<8xf32>, %factor: f32, %times: index)
    -> (!fft.spectrum<8>, f32) {
  %0 = fft.repeat %times carrying %signal : tensor<8xf32> -> tensor<8xf32> {
  ^bb0(%i: index, %carried: tensor<8xf32>):
    %1 = fft.call @scaled(%carried, %factor) : (tensor<8xf32>, f32) -> tensor<8xf32>
    fft.yield %1 : tensor<8xf32>
  }
  %2 = fft.forward %0 : tensor<8xf32> -> !fft.spectrum<8>
  %3 = fft.scale %factor, %2 : !fft.spectrum<8> -> !fft.spectrum<8>
  %4 = fft.energy %2 : !fft.spectrum<8>
  fft.return %3, %4 : !fft.spectrum<8>, f32
}
