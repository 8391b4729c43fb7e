// OPTIONS: bufferize-function-boundaries
// PRINTS: 2 7
// Each time that control comes to ^loop, the original is read. The reference only looks for loops
// among the blocks that directly hold the read and the write, here that of scf.execute_region.

func.func @f(%t: tensor<4xf32>, %n: index) -> (f32, f32) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %start = arith.constant 0.0 : f32
  %new = arith.constant 7.0 : f32
  cf.br ^loop(%zero, %start : index, f32)
^loop(%i: index, %sum: f32):
  %old, %written = scf.execute_region -> (f32, f32) {
    %0 = tensor.extract %t[%zero] : tensor<4xf32>
    %w = tensor.insert %new into %t[%zero] : tensor<4xf32>
    %1 = tensor.extract %w[%zero] : tensor<4xf32>
    scf.yield %0, %1 : f32, f32
  }
  %next_sum = arith.addf %sum, %old : f32
  %next = arith.addi %i, %one : index
  %goes_on = arith.cmpi slt, %next, %n : index
  cf.cond_br %goes_on, ^loop(%next, %next_sum : index, f32), ^end
^end:
  return %next_sum, %written : f32, f32
}

func.func @main() {
  %two = arith.constant 2 : index
  %one = arith.constant 1.0 : f32
  %empty = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%one : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
  %sum, %written = call @f(%t, %two) : (tensor<4xf32>, index) -> (f32, f32)
  vector.print %sum : f32
  vector.print %written : f32
  return
}
