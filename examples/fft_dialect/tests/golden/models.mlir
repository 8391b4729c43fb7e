func.func @dft(%s: tensor<4xf32>, %w: tensor<4xf32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = fft.dft %s, %w into %t : tensor<4xf32>, tensor<4xf32> into tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @scale(%f: f32, %s: tensor<4xf32>) -> tensor<4xf32> {
  %0 = fft.scale %f, %s : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @energy(%s: tensor<4xf32>) -> f32 {
  %0 = fft.energy %s : tensor<4xf32>
  return %0 : f32
}

// -----

func.func @half(%s: tensor<8xf32>) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %0 = fft.half %s from %c1 : tensor<8xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @twiddle(%n: index) -> tensor<?xf32> {
  %0 = fft.twiddle of %n -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @repeat(%f: f32, %s: tensor<4xf32>) -> tensor<4xf32> {
  %c3 = arith.constant 3 : index
  %0 = fft.repeat %c3 carrying %s : tensor<4xf32> -> tensor<4xf32> {
  ^bb0(%i: index, %t: tensor<4xf32>):
    %1 = fft.scale %f, %t : tensor<4xf32> -> tensor<4xf32>
    fft.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @choose(%b: i1, %f: f32, %s: tensor<4xf32>) -> tensor<4xf32> {
  %0 = fft.choose %b -> tensor<4xf32> {
    %1 = fft.scale %f, %s : tensor<4xf32> -> tensor<4xf32>
    fft.yield %1 : tensor<4xf32>
  } else {
    fft.yield %s : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @spawn(%f: f32, %s: tensor<8xf32>) -> tensor<8xf32> {
  %c2 = arith.constant 2 : index
  %0 = fft.spawn %c2 sharing %s : tensor<8xf32> -> tensor<8xf32> {
  ^bb0(%i: index, %t: tensor<8xf32>):
    %1 = fft.half %t from %i : tensor<8xf32> -> tensor<4xf32>
    %2 = fft.scale %f, %1 : tensor<4xf32> -> tensor<4xf32>
    fft.join {
      fft.give %2 into %t from %i : tensor<4xf32> into tensor<8xf32>
    }
  }
  return %0 : tensor<8xf32>
}

// -----

func.func @give(%h: tensor<4xf32>, %s: tensor<8xf32>) -> tensor<8xf32> {
  %c2 = arith.constant 2 : index
  %0 = fft.spawn %c2 sharing %s : tensor<8xf32> -> tensor<8xf32> {
  ^bb0(%i: index, %t: tensor<8xf32>):
    fft.join {
      fft.give %h into %t from %i : tensor<4xf32> into tensor<8xf32>
    }
  }
  return %0 : tensor<8xf32>
}

// -----

fft.func private @scaled(%f: f32, %s: tensor<4xf32>) -> tensor<4xf32> {
  %0 = fft.scale %f, %s : tensor<4xf32> -> tensor<4xf32>
  fft.return %0 : tensor<4xf32>
}
fft.func @call(%f: f32, %s: tensor<4xf32>) -> tensor<4xf32> {
  %0 = fft.call @scaled(%f, %s) : (f32, tensor<4xf32>) -> tensor<4xf32>
  fft.return %0 : tensor<4xf32>
}
