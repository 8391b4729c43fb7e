// Writes in blocks of a cycle that has two entries: the last block, in the order in which blocks are numbered, comes before the first.

func.func @left_after_a_write(%flag: i1, %f: f32, %g: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  cf.cond_br %flag, ^one(%c0, %f : index, f32), ^two(%c0 : index)
^one(%i: index, %s: f32):
  %more = arith.cmpi slt, %i, %c2 : index
  cf.cond_br %more, ^two(%i : index), ^end
^end:
  %x = tensor.extract %t[%c1] : tensor<4xf32>
  return %x, %s : f32, f32
^two(%j: index):
  %w = linalg.fill ins(%g : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %y = tensor.extract %w[%c1] : tensor<4xf32>
  %k = arith.addi %j, %c1 : index
  cf.br ^one(%k, %y : index, f32)
}

func.func @argument_left_after_a_write(%flag: i1, %t: tensor<4xf32>, %f: f32, %g: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  cf.cond_br %flag, ^one(%c0, %f : index, f32), ^two(%c0 : index)
^one(%i: index, %s: f32):
  %more = arith.cmpi slt, %i, %c2 : index
  cf.cond_br %more, ^two(%i : index), ^end
^end:
  %x = tensor.extract %t[%c1] : tensor<4xf32>
  return %x, %s : f32, f32
^two(%j: index):
  %w = linalg.fill ins(%g : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %y = tensor.extract %w[%c1] : tensor<4xf32>
  %k = arith.addi %j, %c1 : index
  cf.br ^one(%k, %y : index, f32)
}

func.func @argument_from_outside(%flag: i1, %t: tensor<4xf32>, %f: f32, %g: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r:2 = scf.execute_region -> (f32, f32) {
    cf.cond_br %flag, ^one(%c0, %f : index, f32), ^two(%c0 : index)
  ^one(%i: index, %s: f32):
    %more = arith.cmpi slt, %i, %c2 : index
    cf.cond_br %more, ^two(%i : index), ^end
  ^end:
    %x = tensor.extract %t[%c1] : tensor<4xf32>
    scf.yield %x, %s : f32, f32
  ^two(%j: index):
    %w = linalg.fill ins(%g : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
    %y = tensor.extract %w[%c1] : tensor<4xf32>
    %k = arith.addi %j, %c1 : index
    cf.br ^one(%k, %y : index, f32)
  }
  return %r#0, %r#1 : f32, f32
}

func.func @result_from_outside(%flag: i1, %f: f32, %g: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r:2 = scf.execute_region -> (f32, f32) {
    cf.cond_br %flag, ^one(%c0, %f : index, f32), ^two(%c0 : index)
  ^one(%i: index, %s: f32):
    %more = arith.cmpi slt, %i, %c2 : index
    cf.cond_br %more, ^two(%i : index), ^end
  ^end:
    %x = tensor.extract %t[%c1] : tensor<4xf32>
    scf.yield %x, %s : f32, f32
  ^two(%j: index):
    %w = linalg.fill ins(%g : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
    %y = tensor.extract %w[%c1] : tensor<4xf32>
    %k = arith.addi %j, %c1 : index
    cf.br ^one(%k, %y : index, f32)
  }
  return %r#0, %r#1 : f32, f32
}

// -----

// Reads and writes in a loop of blocks around what is defined before it.

func.func @read_then_written(%f: f32, %g: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  cf.br ^head(%c0, %zero : index, f32)
^head(%i: index, %s: f32):
  %x = tensor.extract %t[%c1] : tensor<4xf32>
  %sum = arith.addf %s, %x : f32
  %more = arith.cmpi slt, %i, %c3 : index
  cf.cond_br %more, ^body, ^end
^body:
  %w = linalg.fill ins(%g : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %y = tensor.extract %w[%c1] : tensor<4xf32>
  %next = arith.mulf %sum, %y : f32
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %next : index, f32)
^end:
  return %sum : f32
}

func.func @read_then_written_in_one_block(%f: f32, %g: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  cf.br ^head(%c0, %zero : index, f32)
^head(%i: index, %s: f32):
  %x = tensor.extract %t[%c1] : tensor<4xf32>
  %w = linalg.fill ins(%g : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %y = tensor.extract %w[%c1] : tensor<4xf32>
  %a = arith.addf %s, %x : f32
  %sum = arith.addf %a, %y : f32
  %j = arith.addi %i, %c1 : index
  %more = arith.cmpi slt, %j, %c3 : index
  cf.cond_br %more, ^head(%j, %sum : index, f32), ^end
^end:
  return %sum : f32
}

func.func @argument_read_then_written(%t: tensor<4xf32>, %g: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  cf.br ^head(%c0, %zero : index, f32)
^head(%i: index, %s: f32):
  %x = tensor.extract %t[%c1] : tensor<4xf32>
  %sum = arith.addf %s, %x : f32
  %more = arith.cmpi slt, %i, %c3 : index
  cf.cond_br %more, ^body, ^end
^body:
  %w = linalg.fill ins(%g : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %y = tensor.extract %w[%c1] : tensor<4xf32>
  %next = arith.mulf %sum, %y : f32
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %next : index, f32)
^end:
  return %sum : f32
}

func.func @read_in_a_choice_then_written(%f: f32, %g: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  cf.br ^head(%c0, %zero : index, f32)
^head(%i: index, %s: f32):
  %late = arith.cmpi sgt, %i, %c1 : index
  %x = scf.if %late -> (f32) {
    %v = tensor.extract %t[%c1] : tensor<4xf32>
    scf.yield %v : f32
  } else {
    scf.yield %zero : f32
  }
  %sum = arith.addf %s, %x : f32
  %more = arith.cmpi slt, %i, %c3 : index
  cf.cond_br %more, ^body, ^end
^body:
  %w = linalg.fill ins(%g : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %y = tensor.extract %w[%c1] : tensor<4xf32>
  %next = arith.addf %sum, %y : f32
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %next : index, f32)
^end:
  return %sum : f32
}

// -----

// Writes before a branch, or in the other branch, of what a branch reads.

func.func @written_before_the_choice(%flag: i1, %f: f32, %g: f32) -> (f32, f32) {
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %w = linalg.fill ins(%g : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  %y = tensor.extract %w[%c1] : tensor<4xf32>
  %r = scf.if %flag -> (f32) {
    %z = arith.addf %f, %g : f32
    scf.yield %z : f32
  } else {
    %x = tensor.extract %t[%c1] : tensor<4xf32>
    scf.yield %x : f32
  }
  return %r, %y : f32, f32
}

func.func @written_in_the_other_branch(%t: tensor<4xf32>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %zero) -> (f32) {
    %first = arith.cmpi eq, %i, %c0 : index
    %v = scf.if %first -> (f32) {
      %w = linalg.fill ins(%f : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
      %y = tensor.extract %w[%c1] : tensor<4xf32>
      scf.yield %y : f32
    } else {
      %x = tensor.extract %t[%c1] : tensor<4xf32>
      scf.yield %x : f32
    }
    %n = arith.addf %s, %v : f32
    scf.yield %n : f32
  }
  return %r : f32
}

func.func @new_written_in_the_other_branch(%f: f32, %g: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %zero) -> (f32) {
    %first = arith.cmpi eq, %i, %c0 : index
    %v = scf.if %first -> (f32) {
      %w = linalg.fill ins(%g : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
      %y = tensor.extract %w[%c1] : tensor<4xf32>
      scf.yield %y : f32
    } else {
      %x = tensor.extract %t[%c1] : tensor<4xf32>
      scf.yield %x : f32
    }
    %n = arith.addf %s, %v : f32
    scf.yield %n : f32
  }
  return %r : f32
}

// -----

// What may be one of two tensors, one of them written to before the other one is made.

func.func @first_of_two(%flag: i1, %f: f32, %g: f32) -> (f32, f32) {
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %d = tensor.empty() : tensor<4xf32>
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %w = tensor.insert %g into %a[%c1] : tensor<4xf32>
  %y = tensor.extract %w[%c1] : tensor<4xf32>
  %b = linalg.fill ins(%y : f32) outs(%d : tensor<4xf32>) -> tensor<4xf32>
  %s = arith.select %flag, %a, %b : tensor<4xf32>
  %x = tensor.extract %s[%c1] : tensor<4xf32>
  return %x, %y : f32, f32
}

func.func @second_of_two(%flag: i1, %f: f32, %g: f32) -> (f32, f32) {
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %d = tensor.empty() : tensor<4xf32>
  %a = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %w = tensor.insert %g into %a[%c1] : tensor<4xf32>
  %y = tensor.extract %w[%c1] : tensor<4xf32>
  %b = linalg.fill ins(%y : f32) outs(%d : tensor<4xf32>) -> tensor<4xf32>
  %s = arith.select %flag, %b, %a : tensor<4xf32>
  %x = tensor.extract %s[%c1] : tensor<4xf32>
  return %x, %y : f32, f32
}

// -----

// An operation that writes to one tensor twice, each result of which is read further inside.

func.func @two_results_of_one(%flag: i1, %t: tensor<4xf32>, %u: tensor<4xf32>) -> (f32, f32) {
  %c1 = arith.constant 1 : index
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%u : tensor<4xf32>) outs(%t, %t : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.negf %a : f32
    linalg.yield %a, %d : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  %x:2 = scf.if %flag -> (f32, f32) {
    %y = tensor.extract %r#0[%c1] : tensor<4xf32>
    %z = tensor.extract %r#1[%c1] : tensor<4xf32>
    scf.yield %y, %z : f32, f32
  } else {
    %z = tensor.extract %r#0[%c1] : tensor<4xf32>
    %y = tensor.extract %r#1[%c1] : tensor<4xf32>
    scf.yield %y, %z : f32, f32
  }
  return %x#0, %x#1 : f32, f32
}

func.func @two_results_in_blocks(%t: tensor<4xf32>, %u: tensor<4xf32>) -> (f32, f32) {
  %c1 = arith.constant 1 : index
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%u : tensor<4xf32>) outs(%t, %t : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.negf %a : f32
    linalg.yield %a, %d : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  cf.br ^next
^next:
  %y = tensor.extract %r#0[%c1] : tensor<4xf32>
  %z = tensor.extract %r#1[%c1] : tensor<4xf32>
  return %y, %z : f32, f32
}
