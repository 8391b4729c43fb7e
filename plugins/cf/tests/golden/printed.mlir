module {
  func.func @f(%arg0: i32, %arg1: i1, %arg2: i8) {
    cf.assert %arg1, "no \22good\22" {foo = 1 : i32}
    cf.br ^bb1(%arg0 : i32) {foo = 1 : i32}
  ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb2
    cf.cond_br %arg1 weights([1, 2]), ^bb2, ^bb3(%0, %arg0 : i32, i32) {foo = 1 : i32}
  ^bb2:  // 2 preds: ^bb1, ^bb2
    cf.switch %arg0 : i32, [
      default: ^bb1(%arg0 : i32),
      42: ^bb2,
      4294967295: ^bb3(%arg0, %arg0 : i32, i32)
    ] {foo = 1 : i32}
  ^bb3(%1: i32, %2: i32):  // 2 preds: ^bb1, ^bb2
    cf.switch %arg2 : i8, [
      default: ^bb4]
  ^bb4:  // 2 preds: ^bb3, ^bb4
    cf.cond_br %arg1, ^bb4, ^bb5
  ^bb5:  // pred: ^bb4
    cf.br ^bb6
  ^bb6:  // pred: ^bb5
    return
  }
}
