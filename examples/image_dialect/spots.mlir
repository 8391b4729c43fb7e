// Draws a spot in each row of a brighter copy of an image, and reads the image itself afterwards.
func.func @spots(%image: tensor<?x?xf32>, %rows: index, %by: f32) -> (tensor<?x?xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %white = arith.constant 1.0 : f32
  %brighter = image.brighten %image by %by : tensor<?x?xf32>
  %drawn = scf.for %row = %c0 to %rows step %c1 iter_args(%now = %brighter) -> (tensor<?x?xf32>) {
    %next = image.draw %white at [%row, %c0] on %now : tensor<?x?xf32>
    scf.yield %next : tensor<?x?xf32>
  }
  %old = tensor.extract %image[%c0, %c0] : tensor<?x?xf32>
  %pixel = image.pixel %drawn[%c0, %c0] : tensor<?x?xf32>
  %sum = arith.addf %old, %pixel : f32
  return %drawn, %sum : tensor<?x?xf32>, f32
}
