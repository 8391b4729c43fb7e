module @outer attributes {test.foo = 1 : i32} {
  module {
  }
  module attributes {test.unit} {
    module @"odd name" {
    }
  }
  module @private attributes {sym_visibility = "private"} {
  }
  %0 = unrealized_conversion_cast to i32 {foo = 1 : i32}
  %1:2 = unrealized_conversion_cast %0 : i32 to i64, f32
  %2 = "test.op"() ({
    %3 = builtin.unrealized_conversion_cast %1#0, %1#1 : i64, f32 to index {foo = 1 : i32}
  }) : () -> i32
}
