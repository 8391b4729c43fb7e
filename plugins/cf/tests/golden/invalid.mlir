// error: 'cf.br' op branch has 0 operands for successor #0, but target block has 1
func.func @f(%a: i32) { cf.br ^bb1 
^bb1(%b : i32): return }

// -----

// error: 'cf.br' op type mismatch for bb argument #0 of successor #0
func.func @f(%a: i32) { cf.br ^bb1(%a : i32)
^bb1(%b : i64): return }

// -----

// error: 'cf.cond_br' op branch has 0 operands for successor #0, but target block has 1
func.func @f(%a: i1) { cf.cond_br %a, ^bb1, ^bb1
^bb1(%b : i64): return }

// -----

// error: 'cf.cond_br' op expects number of branch weights to match number of successors: 1 vs 2
func.func @f(%a: i1) { cf.cond_br %a weights([1]), ^bb1, ^bb1
^bb1: return }

// -----

// error: 'cf.cond_br' op branch weights cannot all be zero
func.func @f(%a: i1) { cf.cond_br %a weights([0, 0]), ^bb1, ^bb1
^bb1: return }

// -----

// error: 'cf.switch' op branch has 1 operands for successor #1, but target block has 0
func.func @f(%a: i32) { cf.switch %a : i32, [ default: ^bb1, 1: ^bb1(%a : i32) ]
^bb1: return }

// -----

// error: 'cf.switch' op 'flag' type ('i32') should match case value type ('i64')
func.func @f(%a: i32) { "cf.switch"(%a)[^bb1] <{case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0>, case_values = dense<1> : vector<1xi64>}> : (i32) -> ()
^bb1: return }

// -----

// error: 'cf.switch' op number of case values (1) should match number of case destinations (0)
func.func @f(%a: i32) { "cf.switch"(%a)[^bb1] <{case_operand_segments = array<i32>, operandSegmentSizes = array<i32: 1, 0, 0>, case_values = dense<1> : vector<1xi32>}> : (i32) -> ()
^bb1: return }

// -----

// error: 'cf.switch' op number of case values (0) should match number of case destinations (1)
// The reference differs: other words.
func.func @f(%a: i32) { "cf.switch"(%a)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^bb1: return }

// -----

// error: 'cf.switch' op caseOperands count (1) does not match with the total size (0) specified in attribute 'case_operand_segments'
func.func @f(%a: i32) { "cf.switch"(%a, %a)[^bb1, ^bb1] <{case_operand_segments = array<i32: 0>, operandSegmentSizes = array<i32: 1, 0, 1>, case_values = dense<1> : vector<1xi32>}> : (i32, i32) -> ()
^bb1: return }

// -----

// error: invalid kind of type specified: expected builtin.integer, but found 'f32'
func.func @f(%a: f32) { cf.switch %a : f32, [ default: ^bb1 ]
^bb1: return }
