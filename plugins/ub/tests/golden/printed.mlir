module {
  %0 = ub.poison {foo = 1 : i32} : i32
  %1 = ub.poison : tensor<4xf32>
  %2 = ub.poison : index
  "test.op"() ({
    ub.unreachable {foo = 1 : i32}
  }) {a = #ub.poison} : () -> ()
}
