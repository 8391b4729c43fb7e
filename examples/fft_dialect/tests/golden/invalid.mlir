// error: 'fft.twiddle' op expected either a destination or a result
fft.twiddle
// -----
// error: 'fft.energy' op operand #0 must be 1D tensor of 32-bit float values or 1D memref of 32-bit float values or spectrum or bins, but got 'tensor<8xi32>'
fft.func @f(%0: tensor<8xi32>) {
  %1 = fft.energy %0 : tensor<8xi32>
  fft.return
}
// -----
// error: 'fft.call' op 'nothing' does not reference a function
fft.func @f() {
  fft.call @nothing() : () -> ()
  fft.return
}
// -----
// error: 'fft.call' op does not fit the type of 'g', (f32) -> ()
fft.func private @g(f32)
fft.func @f() {
  fft.call @g() : () -> ()
  fft.return
}
// -----
// error: 'fft.twiddle' op expected a size where the type of the result has none
fft.func @f() {
  %0 = fft.twiddle -> tensor<?xf32>
  fft.return
}
