// error: 'ml_program.global' op immutable global must have an initial value
ml_program.global private @g : i32

// -----

// error: 'ml_program.global_load_const' op cannot load as const from mutable global @g
ml_program.global private mutable @g : i32
ml_program.func @f() { %0 = ml_program.global_load_const @g : i32 ml_program.return }

// -----

// error: 'ml_program.global_load_const' op undefined global: @g
ml_program.func @f() { %0 = ml_program.global_load_const @g : i32 ml_program.return }

// -----

// error: 'ml_program.global_load' op undefined global: @g
ml_program.func @f() { %0 = ml_program.global_load @g : i32 ml_program.return }

// -----

// error: 'ml_program.global_load' op cannot load from global typed 'i32' as 'i64'
ml_program.global private mutable @g : i32
ml_program.func @f() { %0 = ml_program.global_load @g : i64 ml_program.return }

// -----

// error: 'ml_program.global_store' op cannot store to an immutable global @g
ml_program.global private @g(4 : i32) : i32
ml_program.func @f(%i : i32) { ml_program.global_store @g = %i : i32 ml_program.return }

// -----

// error: 'ml_program.global_store' op cannot store to a global typed 'i32' from 'i64'
ml_program.global private mutable @g : i32
ml_program.func @f(%i : i64) { ml_program.global_store @g = %i : i64 ml_program.return }

// -----

// error: 'ml_program.global_store' op undefined global: @m::@g
ml_program.func @f(%i : i64) { ml_program.global_store @m::@g = %i : i64 ml_program.return }

// -----

// error: 'ml_program.return' op has 1 operands, but enclosing function (@f) returns 0
ml_program.func @f(%i : i64) { ml_program.return %i : i64 }

// -----

// error: 'ml_program.output' op has 1 operands, but enclosing function (@f) outputs 0
ml_program.subgraph @f(%i : i64) { ml_program.output %i : i64 }

// -----

// error: 'ml_program.output' op type of output operand 0 ('i64') doesn't match function result type ('i32') in function @f
ml_program.subgraph @f(%i : i64) -> i32 { ml_program.output %i : i64 }

// -----

// error: 'ml_program.return' op expects parent op 'ml_program.func'
ml_program.subgraph @f(%i : i64) -> i32 { ml_program.return %i : i64 }

// -----

// error: 'ml_program.global_load_graph' op expected 2 results, but found 1
// The reference differs: other words.
ml_program.subgraph @f(%i : i64) { %t = ml_program.global_load_graph @g : i32 ml_program.output }

// -----

// error: 'ml_program.func' op symbol declaration cannot have public visibility
ml_program.func @f(%i : i64) 

// -----

// error: expected 'public', 'private', or 'nested'
ml_program.global foo @g : i32

// -----

// error: 'ml_program.func' op results may only have dialect attributes
ml_program.func @f() -> (i64 {a}) { ml_program.return }
