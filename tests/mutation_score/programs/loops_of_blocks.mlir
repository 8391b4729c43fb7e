// Blocks make up a loop: what is read in one iteration was written in another one.

func.func @read_again(%t: tensor<4xf32>, %f: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  cf.br ^head(%c0, %zero : index, f32)
^head(%i: index, %sum: f32):
  %old = tensor.extract %t[%c1] : tensor<4xf32>
  %next = arith.addf %sum, %old : f32
  %new = tensor.insert %f into %t[%c1] : tensor<4xf32>
  %r = tensor.extract %new[%c1] : tensor<4xf32>
  %both = arith.addf %next, %r : f32
  %j = arith.addi %i, %c1 : index
  %more = arith.cmpi slt, %j, %c3 : index
  cf.cond_br %more, ^head(%j, %both : index, f32), ^exit
^exit:
  return %both : f32
}

// -----

func.func @read_in_nested_region(%t: tensor<4xf32>, %f: f32, %flag: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  cf.br ^head(%c0, %zero : index, f32)
^head(%i: index, %sum: f32):
  %old = scf.if %flag -> f32 {
    %x = tensor.extract %t[%c1] : tensor<4xf32>
    scf.yield %x : f32
  } else {
    scf.yield %zero : f32
  }
  %next = arith.addf %sum, %old : f32
  cf.br ^body
^body:
  %r = scf.if %flag -> f32 {
    %new = tensor.insert %f into %t[%c1] : tensor<4xf32>
    %x = tensor.extract %new[%c1] : tensor<4xf32>
    scf.yield %x : f32
  } else {
    scf.yield %f : f32
  }
  %both = arith.addf %next, %r : f32
  %j = arith.addi %i, %c1 : index
  %more = arith.cmpi slt, %j, %c3 : index
  cf.cond_br %more, ^head(%j, %both : index, f32), ^exit
^exit:
  return %both : f32
}

// -----

// The parts do not overlap in one iteration, but they do from one to the next.

func.func @parts_that_move(%t: tensor<8xf32>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  cf.br ^head(%c0, %zero : index, f32)
^head(%i: index, %sum: f32):
  %after = arith.addi %i, %c1 : index
  %part = tensor.extract_slice %t[%after] [1] [1] : tensor<8xf32> to tensor<1xf32>
  %old = tensor.extract %part[%c0] : tensor<1xf32>
  %next = arith.addf %sum, %old : f32
  %mine = tensor.extract_slice %t[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
  %new = linalg.fill ins(%f : f32) outs(%mine : tensor<1xf32>) -> tensor<1xf32>
  %r = tensor.extract %new[%c0] : tensor<1xf32>
  %both = arith.addf %next, %r : f32
  %more = arith.cmpi slt, %after, %c6 : index
  cf.cond_br %more, ^head(%after, %both : index, f32), ^exit
^exit:
  return %both : f32
}

// -----

func.func @parts_that_move_backwards(%t: tensor<8xf32>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  cf.br ^head(%c6, %zero : index, f32)
^head(%i: index, %sum: f32):
  %after = arith.addi %i, %c1 : index
  %mine = tensor.extract_slice %t[%after] [1] [1] : tensor<8xf32> to tensor<1xf32>
  %new = linalg.fill ins(%f : f32) outs(%mine : tensor<1xf32>) -> tensor<1xf32>
  %r = tensor.extract %new[%c0] : tensor<1xf32>
  %part = tensor.extract_slice %t[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
  %old = tensor.extract %part[%c0] : tensor<1xf32>
  %both = arith.addf %old, %r : f32
  %next = arith.addf %sum, %both : f32
  %before = arith.subi %i, %c1 : index
  %more = arith.cmpi sgt, %before, %c0 : index
  cf.cond_br %more, ^head(%before, %next : index, f32), ^exit
^exit:
  return %next : f32
}

// -----

// The argument of a block is written in another block, and read in a third one.

func.func @argument_read_in_third_block(%t: tensor<4xf32>, %f: f32, %flag: i1) -> (f32, f32) {
  %c1 = arith.constant 1 : index
  cf.br ^head(%t : tensor<4xf32>)
^head(%a: tensor<4xf32>):
  cf.br ^write
^write:
  %new = tensor.insert %f into %a[%c1] : tensor<4xf32>
  %r = tensor.extract %new[%c1] : tensor<4xf32>
  cf.cond_br %flag, ^read, ^write_again
^write_again:
  cf.br ^read
^read:
  %old = tensor.extract %a[%c1] : tensor<4xf32>
  return %old, %r : f32, f32
}

// -----

func.func @argument_of_a_loop(%t: tensor<4xf32>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  cf.br ^head(%t, %c0, %zero : tensor<4xf32>, index, f32)
^head(%a: tensor<4xf32>, %i: index, %sum: f32):
  cf.br ^write
^write:
  %new = tensor.insert %f into %a[%c1] : tensor<4xf32>
  cf.br ^read
^read:
  %old = tensor.extract %a[%c1] : tensor<4xf32>
  %next = arith.addf %sum, %old : f32
  %j = arith.addi %i, %c1 : index
  %more = arith.cmpi slt, %j, %c3 : index
  cf.cond_br %more, ^head(%new, %j, %next : tensor<4xf32>, index, f32), ^exit
^exit:
  return %next : f32
}

// -----

// An argument that is computed from itself, and from another tensor in a later iteration.

func.func @computed_from_itself(%t: tensor<4xf32>, %u: tensor<4xf32>, %f: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  cf.br ^next(%t, %c0 : tensor<4xf32>, index)
^next(%a: tensor<4xf32>, %n: index):
  %first = arith.cmpi ne, %n, %c0 : index
  %s = arith.select %first, %a, %u : tensor<4xf32>
  %m = arith.addi %n, %c1 : index
  %more = arith.cmpi ult, %m, %c2 : index
  cf.cond_br %more, ^next(%s, %m : tensor<4xf32>, index), ^end
^end:
  %w = tensor.insert %f into %a[%c1] : tensor<4xf32>
  %x = tensor.extract %u[%c1] : tensor<4xf32>
  %y = tensor.extract %w[%c0] : tensor<4xf32>
  return %x, %y : f32, f32
}

// -----

func.func @loop_of_blocks_from_non_writable(%v: tensor<4xf32> {bufferization.writable = false}, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  cf.br ^next(%v, %c0 : tensor<4xf32>, index)
^next(%a: tensor<4xf32>, %n: index):
  %s = tensor.insert %f into %a[%n] : tensor<4xf32>
  %m = arith.addi %n, %c1 : index
  %more = arith.cmpi ult, %m, %c2 : index
  cf.cond_br %more, ^next(%s, %m : tensor<4xf32>, index), ^end
^end:
  %y = tensor.extract %s[%c0] : tensor<4xf32>
  return %y : f32
}
