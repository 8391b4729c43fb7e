#extern = #ml_program.extern : i32
module {
  ml_program.global private @constant(dense<4> : tensor<4xi32>) : tensor<4xi32> {foo = 1 : i32}
  ml_program.global public mutable @mutable : tensor<4xi32>
  ml_program.global nested mutable @dynamic(dense<4> : tensor<4xi32>) : tensor<?xi32>
  ml_program.global private @extern(#extern) : i32
  ml_program.func @f(%arg0: i32 {a.b}) -> (i32 {a.c}) attributes {foo = 1 : i32} {
    %constant = ml_program.global_load_const @constant : tensor<4xi32> {foo = 1 : i32}
    %mutable = ml_program.global_load @mutable : tensor<4xi32> {foo = 1 : i32}
    ml_program.global_store @mutable = %mutable : tensor<4xi32> {foo = 1 : i32}
    ml_program.return {foo = 1 : i32} %arg0 : i32
  }
  ml_program.func private @declared(i32) -> i32
  ml_program.subgraph private @declared_graph(i32) -> i32
  ml_program.subgraph @graph(%arg0: tensor<4xi32>) -> tensor<4xi32> {
    %0 = ml_program.global_store_graph @mutable = %result ordering(%1, %produceToken -> !ml_program.token) : tensor<4xi32> {foo = 1 : i32}
    %1 = ml_program.token {foo = 1 : i32}
    %result, %produceToken = ml_program.global_load_graph @mutable ordering(() -> !ml_program.token) : tensor<4xi32> {foo = 1 : i32}
    %result_0, %produceToken_1 = ml_program.global_load_graph @mutable ordering(%1 -> !ml_program.token) : tensor<4xi32> {foo = 1 : i32}
    ml_program.output {foo = 1 : i32} %result : tensor<4xi32>
  }
}
