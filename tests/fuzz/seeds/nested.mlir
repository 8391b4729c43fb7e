// Loops in loops, of each kind, with a tensor carried through them.
func.func @f(%t: tensor<4x8xf32>, %c: i1, %n: index) -> tensor<4x8xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %x = arith.constant 2.0 : f32
  %0 = scf.for %i = %zero to %n step %one iter_args(%a = %t) -> (tensor<4x8xf32>) {
    %1 = scf.while (%b = %a) : (tensor<4x8xf32>) -> tensor<4x8xf32> {
      scf.condition(%c) %b : tensor<4x8xf32>
    } do {
    ^bb0(%b: tensor<4x8xf32>):
      %2 = scf.forall (%j) in (4) shared_outs(%o = %b) -> (tensor<4x8xf32>) {
        %row = tensor.extract_slice %o[%j, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<8xf32>
        %set = linalg.fill ins(%x : f32) outs(%row : tensor<8xf32>) -> tensor<8xf32>
        scf.forall.in_parallel {
          tensor.parallel_insert_slice %set into %o[%j, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<4x8xf32>
        }
      }
      scf.yield %2 : tensor<4x8xf32>
    }
    %3 = scf.index_switch %i -> tensor<4x8xf32>
    case 2 {
      scf.yield %a : tensor<4x8xf32>
    }
    default {
      scf.yield %1 : tensor<4x8xf32>
    }
    scf.yield %3 : tensor<4x8xf32>
  }
  return %0 : tensor<4x8xf32>
}

// -----

// Blocks in a circle, a call of itself, and an operation nobody knows.
func.func @g(%t: tensor<?xf32>, %u: tensor<?xf32>, %i: index, %c: i1) -> tensor<?xf32> {
  %x = arith.constant 1.0 : f32
  cf.br ^head(%t, %i : tensor<?xf32>, index)
^head(%a: tensor<?xf32>, %j: index):
  %0 = tensor.insert %x into %a[%j] : tensor<?xf32>
  cf.cond_br %c, ^head(%0, %j : tensor<?xf32>, index), ^switch(%u : tensor<?xf32>)
^switch(%b: tensor<?xf32>):
  %flag = "test.flag"(%b) : (tensor<?xf32>) -> i32
  cf.switch %flag : i32, [
    default: ^exit(%0 : tensor<?xf32>),
    1: ^head(%b, %i : tensor<?xf32>, index)
  ]
^exit(%r: tensor<?xf32>):
  %1 = func.call @g(%r, %a, %j, %c) : (tensor<?xf32>, tensor<?xf32>, index, i1) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
