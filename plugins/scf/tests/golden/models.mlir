func.func @execute_region(%t: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %0 = scf.execute_region -> tensor<4xf32> {
    %1 = tensor.insert %v into %t[%c1] : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
// -----
func.func @execute_region_of_blocks(%b: i1, %t: tensor<4xf32>, %u: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.execute_region -> tensor<4xf32> {
    cf.cond_br %b, ^bb1(%t : tensor<4xf32>), ^bb1(%u : tensor<4xf32>)
  ^bb1(%x: tensor<4xf32>):
    scf.yield %x : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
// -----
func.func @for(%t: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%u = %t) -> tensor<4xf32> {
    %1 = tensor.insert %v into %u[%i] : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
// -----
func.func @for_of_swapped_tensors(%a: tensor<4xf32>, %b: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %y, %x : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
// -----
func.func @for_of_slices(%a: tensor<?xf32>, %b: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (tensor<?xf32>, tensor<?xf32>) {
    %d = tensor.dim %x, %c0 : tensor<?xf32>
    %h = arith.divui %d, %c2 : index
    %1 = tensor.extract_slice %x[%h] [%h] [1] : tensor<?xf32> to tensor<?xf32>
    %e = tensor.dim %y, %c0 : tensor<?xf32>
    %g = arith.divui %e, %c2 : index
    %2 = tensor.extract_slice %y[0] [%g] [1] : tensor<?xf32> to tensor<?xf32>
    scf.yield %1, %2 : tensor<?xf32>, tensor<?xf32>
  }
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}
// -----
func.func @forall(%t: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  %0 = scf.forall (%i) in (4) shared_outs(%o = %t) -> tensor<4xf32> {
    %e = tensor.splat %v : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %0 : tensor<4xf32>
}
// -----
func.func @if(%b: i1, %t: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %0 = scf.if %b -> tensor<4xf32> {
    %1 = tensor.insert %v into %t[%c1] : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  } else {
    scf.yield %t : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
// -----
func.func @index_switch(%n: index, %t: tensor<4xf32>, %u: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.index_switch %n -> tensor<4xf32>
  case 0 {
    scf.yield %t : tensor<4xf32>
  }
  default {
    scf.yield %u : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
// -----
func.func @while(%t: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0:2 = scf.while (%x = %t, %i = %c0) : (tensor<4xf32>, index) -> (tensor<4xf32>, index) {
    %more = arith.cmpi slt, %i, %c3 : index
    scf.condition(%more) %x, %i : tensor<4xf32>, index
  } do {
  ^bb0(%y: tensor<4xf32>, %j: index):
    %1 = tensor.insert %v into %y[%j] : tensor<4xf32>
    %k = arith.addi %j, %c1 : index
    scf.yield %1, %k : tensor<4xf32>, index
  }
  return %0#0 : tensor<4xf32>
}
// -----
func.func @while_of_swapped_tensors(%a: tensor<4xf32>, %b: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.while (%x = %a, %y = %b, %i = %c0) : (tensor<4xf32>, tensor<4xf32>, index) -> (tensor<4xf32>, tensor<4xf32>, index) {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %y, %x, %i : tensor<4xf32>, tensor<4xf32>, index
  } do {
  ^bb0(%u: tensor<4xf32>, %v: tensor<4xf32>, %j: index):
    %k = arith.addi %j, %c1 : index
    scf.yield %u, %v, %k : tensor<4xf32>, tensor<4xf32>, index
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
// -----
func.func @while_of_two_tensors(%a: tensor<4xf32>, %b: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.while (%x = %a, %y = %b, %i = %c0) : (tensor<4xf32>, tensor<4xf32>, index) -> (tensor<4xf32>, tensor<4xf32>, index) {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %x, %y, %i : tensor<4xf32>, tensor<4xf32>, index
  } do {
  ^bb0(%u: tensor<4xf32>, %v: tensor<4xf32>, %j: index):
    %k = arith.addi %j, %c1 : index
    %e = tensor.extract %v[%c1] : tensor<4xf32>
    %w = tensor.insert %e into %u[%c0] : tensor<4xf32>
    scf.yield %w, %v, %k : tensor<4xf32>, tensor<4xf32>, index
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
// -----
func.func @while_of_chosen_tensors(%a: tensor<4xf32>, %b: tensor<4xf32>, %o: tensor<4xf32>, %c: i1, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.while (%x = %a, %y = %b, %i = %c0) : (tensor<4xf32>, tensor<4xf32>, index) -> (tensor<4xf32>, tensor<4xf32>, index) {
    %1 = arith.select %c, %x, %o : tensor<4xf32>
    %2 = arith.select %c, %o, %y : tensor<4xf32>
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %1, %2, %i : tensor<4xf32>, tensor<4xf32>, index
  } do {
  ^bb0(%u: tensor<4xf32>, %v: tensor<4xf32>, %j: index):
    %k = arith.addi %j, %c1 : index
    scf.yield %u, %v, %k : tensor<4xf32>, tensor<4xf32>, index
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
// -----
func.func @while_that_writes_to_another_tensor(%a: tensor<4xf32>, %b: tensor<4xf32>, %v: f32, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.while (%x = %a, %i = %c0) : (tensor<4xf32>, index) -> (tensor<4xf32>, index) {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %b, %i : tensor<4xf32>, index
  } do {
  ^bb0(%u: tensor<4xf32>, %j: index):
    %k = arith.addi %j, %c1 : index
    %w = tensor.insert %v into %u[%c0] : tensor<4xf32>
    scf.yield %a, %k : tensor<4xf32>, index
  }
  return %0#0 : tensor<4xf32>
}
// -----
func.func @while_of_slices(%a: tensor<?xf32>, %b: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0:3 = scf.while (%x = %a, %y = %b, %i = %c0) : (tensor<?xf32>, tensor<?xf32>, index) -> (tensor<?xf32>, tensor<?xf32>, index) {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %x, %y, %i : tensor<?xf32>, tensor<?xf32>, index
  } do {
  ^bb0(%u: tensor<?xf32>, %v: tensor<?xf32>, %j: index):
    %k = arith.addi %j, %c1 : index
    %d = tensor.dim %u, %c0 : tensor<?xf32>
    %h = arith.divui %d, %c2 : index
    %1 = tensor.extract_slice %u[%h] [%h] [1] : tensor<?xf32> to tensor<?xf32>
    %e = tensor.dim %v, %c0 : tensor<?xf32>
    %g = arith.divui %e, %c2 : index
    %2 = tensor.extract_slice %v[0] [%g] [1] : tensor<?xf32> to tensor<?xf32>
    scf.yield %1, %2, %k : tensor<?xf32>, tensor<?xf32>, index
  }
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}
// -----
func.func @for_of_two_tensors(%a: tensor<4xf32>, %b: tensor<4xf32>, %v: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %a, %y = %b) -> (tensor<4xf32>, tensor<4xf32>) {
    %1 = tensor.insert %v into %x[%i] : tensor<4xf32>
    %2 = tensor.insert %v into %y[%i] : tensor<4xf32>
    scf.yield %1, %2 : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
// -----
func.func @while_of_two_tensors(%a: tensor<4xf32>, %b: tensor<4xf32>, %v: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0:3 = scf.while (%x = %a, %y = %b, %i = %c0) : (tensor<4xf32>, tensor<4xf32>, index) -> (tensor<4xf32>, tensor<4xf32>, index) {
    %1 = tensor.insert %v into %x[%i] : tensor<4xf32>
    %2 = tensor.insert %v into %y[%i] : tensor<4xf32>
    %more = arith.cmpi slt, %i, %c3 : index
    scf.condition(%more) %1, %2, %i : tensor<4xf32>, tensor<4xf32>, index
  } do {
  ^bb0(%x: tensor<4xf32>, %y: tensor<4xf32>, %j: index):
    %k = arith.addi %j, %c1 : index
    scf.yield %x, %y, %k : tensor<4xf32>, tensor<4xf32>, index
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
// -----
func.func @forall_that_sets_some(%t: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  %0 = scf.forall (%i) in (2) shared_outs(%o = %t) -> tensor<4xf32> {
    %e = tensor.splat %v : tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %0 : tensor<4xf32>
}
