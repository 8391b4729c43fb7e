// Blocks, and regions of blocks within others.

func.func @read_after_write_in_a_later_block(%t: tensor<4xf32>, %f: f32) -> (f32, f32) {
  %c1 = arith.constant 1 : index
  cf.br ^bb1(%t : tensor<4xf32>)
^bb1(%a: tensor<4xf32>):
  cf.br ^bb2
^bb2:
  %new = tensor.insert %f into %a[%c1] : tensor<4xf32>
  %x = tensor.extract %new[%c1] : tensor<4xf32>
  %y = tensor.extract %a[%c1] : tensor<4xf32>
  return %x, %y : f32, f32
}

// -----

func.func @read_outside_of_blocks(%t: tensor<4xf32>, %f: f32) -> (f32, f32, f32) {
  %c1 = arith.constant 1 : index
  %a, %x = scf.execute_region -> (tensor<4xf32>, f32) {
    cf.br ^bb1(%t : tensor<4xf32>)
  ^bb1(%b: tensor<4xf32>):
    cf.br ^bb2
  ^bb2:
    %new = tensor.insert %f into %b[%c1] : tensor<4xf32>
    %x = tensor.extract %new[%c1] : tensor<4xf32>
    scf.yield %b, %x : tensor<4xf32>, f32
  }
  %y = tensor.extract %a[%c1] : tensor<4xf32>
  %z = tensor.extract %t[%c1] : tensor<4xf32>
  return %x, %y, %z : f32, f32, f32
}

// -----

func.func @read_after_blocks(%t: tensor<4xf32>, %f: f32) -> (f32, f32) {
  %c1 = arith.constant 1 : index
  %x = scf.execute_region -> f32 {
    cf.br ^bb1
  ^bb1:
    %new = tensor.insert %f into %t[%c1] : tensor<4xf32>
    %x = tensor.extract %new[%c1] : tensor<4xf32>
    scf.yield %x : f32
  }
  %z = tensor.extract %t[%c1] : tensor<4xf32>
  return %x, %z : f32, f32
}

// -----

func.func @part_from_outside_of_blocks(%t: tensor<8xf32>, %f: f32, %at: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %begin = arith.minui %at, %c4 : index
  %r = scf.execute_region -> f32 {
    cf.br ^bb1(%c0, %zero : index, f32)
  ^bb1(%i: index, %sum: f32):
    %part = tensor.extract_slice %t[%begin] [2] [1] : tensor<8xf32> to tensor<2xf32>
    %new = linalg.fill ins(%f : f32) outs(%part : tensor<2xf32>) -> tensor<2xf32>
    %whole = tensor.insert_slice %new into %t[%begin] [2] [1] : tensor<2xf32> into tensor<8xf32>
    %x = tensor.extract %whole[%c4] : tensor<8xf32>
    %next = arith.addf %sum, %x : f32
    %j = arith.addi %i, %c1 : index
    %more = arith.cmpi ult, %j, %c4 : index
    cf.cond_br %more, ^bb1(%j, %next : index, f32), ^bb2(%next : f32)
  ^bb2(%result: f32):
    scf.yield %result : f32
  }
  return %r : f32
}

// -----

func.func @part_that_moves_in_nested_region(%t: tensor<8xf32>, %f: f32, %flag: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  cf.br ^bb1(%c0, %zero : index, f32)
^bb1(%i: index, %sum: f32):
  %x = scf.if %flag -> f32 {
    %at = arith.addi %i, %c1 : index
    %part = tensor.extract_slice %t[%at] [1] [1] : tensor<8xf32> to tensor<1xf32>
    %new = linalg.fill ins(%f : f32) outs(%part : tensor<1xf32>) -> tensor<1xf32>
    %whole = tensor.insert_slice %new into %t[%at] [1] [1] : tensor<1xf32> into tensor<8xf32>
    %x = tensor.extract %whole[%c1] : tensor<8xf32>
    scf.yield %x : f32
  } else {
    scf.yield %zero : f32
  }
  %next = arith.addf %sum, %x : f32
  %j = arith.addi %i, %c1 : index
  %more = arith.cmpi ult, %j, %c4 : index
  cf.cond_br %more, ^bb1(%j, %next : index, f32), ^bb2(%next : f32)
^bb2(%result: f32):
  return %result : f32
}

// -----

// Loops in loops: which of them redo what is read.

func.func @read_in_inner_loop(%t: tensor<4xf32>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%sum = %zero) -> (f32) {
    %s = scf.for %j = %c0 to %c3 step %c1 iter_args(%inner = %sum) -> (f32) {
      %x = tensor.extract %t[%j] : tensor<4xf32>
      %next = arith.addf %inner, %x : f32
      scf.yield %next : f32
    }
    %new = linalg.fill ins(%f : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
    %y = tensor.extract %new[%c1] : tensor<4xf32>
    %next = arith.addf %s, %y : f32
    scf.yield %next : f32
  }
  return %r : f32
}

// -----

func.func @defined_in_outer_loop(%f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%sum = %zero) -> (f32) {
    %e = tensor.empty() : tensor<4xf32>
    %d = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %s = scf.for %j = %c0 to %c3 step %c1 iter_args(%inner = %sum) -> (f32) {
      %x = tensor.extract %d[%c1] : tensor<4xf32>
      %new = tensor.insert %f into %d[%c1] : tensor<4xf32>
      %y = tensor.extract %new[%c1] : tensor<4xf32>
      %xy = arith.subf %y, %x : f32
      %next = arith.addf %inner, %xy : f32
      scf.yield %next : f32
    }
    scf.yield %s : f32
  }
  return %r : f32
}

// -----

// What comes by one of two ways is what is written to, by the other one a part that overlaps it.

func.func @a_part_or_another(%t: tensor<5xf32>, %c: i1) -> tensor<4xf32> {
  %a = tensor.extract_slice %t[1] [4] [1] : tensor<5xf32> to tensor<4xf32>
  %b = tensor.extract_slice %t[0] [4] [1] : tensor<5xf32> to tensor<4xf32>
  cf.cond_br %c, ^first, ^second
^first:
  cf.br ^both(%b : tensor<4xf32>)
^second:
  cf.br ^both(%a : tensor<4xf32>)
^both(%y: tensor<4xf32>):
  %r = linalg.add ins(%y, %y : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @another_part_or_the_same(%t: tensor<5xf32>, %c: i1) -> tensor<4xf32> {
  %a = tensor.extract_slice %t[1] [4] [1] : tensor<5xf32> to tensor<4xf32>
  %b = tensor.extract_slice %t[0] [4] [1] : tensor<5xf32> to tensor<4xf32>
  cf.cond_br %c, ^first, ^second
^first:
  cf.br ^both(%a : tensor<4xf32>)
^second:
  cf.br ^both(%b : tensor<4xf32>)
^both(%y: tensor<4xf32>):
  %r = linalg.add ins(%y, %y : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
