module {
  func.func private @declared(i32 {x.y}, i32) -> (i32 {a.b = 1 : i64}) attributes {foo = 1 : i32}
  func.func nested @attributes(%arg0: i32 {x.y = "z"}, %arg1: i32) -> (i32 {a.b}, i32) attributes {foo = 1 : i32, no_inline} {
    %0:2 = call @two(%arg0) {foo = 1 : i32, no_inline} : (i32) -> (i32, i32)
    call @nothing() : () -> ()
    return {foo = 1 : i32} %0#0, %0#1 : i32, i32
  }
  func.func private @two(i32 {x.y}) -> (i32, i32)
  func.func private @nothing()
  func.func public @"odd name"() {
    return
  }
  func.func private @function_result() -> ((i32) -> i32)
  func.func private @tuple_result() -> tuple<i32, i32>
  func.func @constants(%arg0: i32) -> i32 {
    %f = constant {foo = 1 : i32} @two : (i32) -> (i32, i32)
    %0:2 = call_indirect %f(%arg0) {foo = 1 : i32} : (i32) -> (i32, i32)
    %1 = "test.op"() ({
      %2 = func.call @constants(%arg0) : (i32) -> i32
    }) : () -> i32
    return %0#0 : i32
  }
}
