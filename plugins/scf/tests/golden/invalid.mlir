// error: use of value '%i' expects different type than prior uses: 'index' vs 'i32'
func.func @f(%a: index, %i: i32) {
  scf.for %x = %a to %a step %i { }
  return
}
// -----
// error: 'scf.for' op operand #0 must be signless integer or index, but got 'f32'
func.func @f(%a: f32) {
  "scf.for"(%a, %a, %a) ({ ^bb0(%x: f32): scf.yield }) : (f32, f32, f32) -> ()
  return
}
// -----
// error: 'scf.for' op failed to verify that all of {lowerBound, upperBound, step} have same type
func.func @f(%a: index, %i: i32) {
  "scf.for"(%a, %a, %i) ({ ^bb0(%x: index): scf.yield }) : (index, index, i32) -> ()
  return
}
// -----
// error: 'scf.for' op expected induction variable to be same type as bounds and step
func.func @f(%a: index, %i: i32) {
  "scf.for"(%a, %a, %a) ({ ^bb0(%x: i32): scf.yield }) : (index, index, index) -> ()
  return
}
// -----
// error: 'scf.for' op mismatch in number of loop-carried values and defined values
func.func @f(%a: index, %i: i32) {
  "scf.for"(%a, %a, %a, %i) ({ ^bb0(%x: index, %y: i32): scf.yield }) : (index, index, index, i32) -> ()
  return
}
// -----
// error: 'scf.for' op different number of inits and region iter_args: 1 != 0
func.func @f(%a: index, %i: i32) {
  %r = "scf.for"(%a, %a, %a, %i) ({ ^bb0(%x: index): scf.yield }) : (index, index, index, i32) -> i32
  return
}
// -----
// error: 'scf.for' op 0-th init and 0-th region iter_arg have different type: 'i32' != 'index'
func.func @f(%a: index, %i: i32) {
  %r = "scf.for"(%a, %a, %a, %i) ({ ^bb0(%x: index, %y: index): scf.yield }) : (index, index, index, i32) -> i32
  return
}
// -----
// error: 'scf.for' op along control flow edge from Operation scf.yield to Region #0: region branch point has 0 operands, but region successor needs 1 inputs
func.func @f(%a: index, %i: i32) {
  %r = "scf.for"(%a, %a, %a, %i) ({ ^bb0(%x: index, %y: i32): scf.yield }) : (index, index, index, i32) -> i32
  return
}
// -----
// error: 'scf.for' op 0-th region iter_arg and 0-th yielded value have different type: 'i32' != 'index'
func.func @f(%a: index, %i: i32) {
  %r = scf.for %x = %a to %a step %a iter_args(%y = %i) -> (i32) { scf.yield %a : index }
  return
}
// -----
// error: use of value '%i' expects different type than prior uses: 'f32' vs 'i32'
func.func @f(%a: index, %i: i32) {
  %r = scf.for %x = %a to %a step %a iter_args(%y = %i) -> (f32) { scf.yield %i : i32 }
  return
}
// -----
// error: mismatch in number of loop-carried values and defined values
func.func @f(%a: index, %i: i32) {
  %r = scf.for %x = %a to %a step %a iter_args(%y = %i) -> (i32, i32) { scf.yield %i : i32 }
  return
}
// -----
// error: 'scf.for' op expects regions to end with 'scf.yield', found 'test.a'
func.func @f(%a: index, %i: i32) {
  "scf.for"(%a, %a, %a) ({ ^bb0(%x: index): "test.a"() : () -> () }) : (index, index, index) -> ()
  return
}
// -----
// error: 'scf.for' op expected induction variable to be same type as bounds and step
// The reference differs: other words.
func.func @f(%a: index, %i: i32) {
  "scf.for"(%a, %a, %a) ({ ^bb0: scf.yield }) : (index, index, index) -> ()
  return
}
// -----
// error: 'scf.for' op expected 3 or more operands, but found 2
func.func @f(%a: index, %i: i32) {
  "scf.for"(%a, %a) ({ ^bb0(%x: index): scf.yield }) : (index, index) -> ()
  return
}
// -----
// error: 'scf.for' op region #0 ('region') failed to verify constraint: region with 1 blocks
// The reference differs: other words.
func.func @f(%a: index, %i: i32) {
  "scf.for"(%a, %a, %a) ({ ^bb0(%x: index): cf.br ^bb1 ^bb1: scf.yield }) : (index, index, index) -> ()
  return
}
// -----
// error: 'scf.if' op operand #0 must be 1-bit signless integer, but got 'index'
func.func @f(%a: index, %i: i32) {
  "scf.if"(%a) ({ scf.yield }, {}) : (index) -> ()
  return
}
// -----
// error: 'scf.if' op must have an else block if defining values
func.func @f(%c: i1, %i: i32) {
  %r = scf.if %c -> (i32) { scf.yield %i : i32 }
  return
}
// -----
// error: 'scf.if' op along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs
func.func @f(%c: i1, %i: i32) {
  %r = scf.if %c -> (i32) { scf.yield } else { scf.yield %i : i32 }
  return
}
// -----
// error: 'scf.if' op along control flow edge from Operation scf.yield to parent: successor operand type #0 'i1' should match successor input type #0 'i32'
func.func @f(%c: i1, %i: i32) {
  %r = scf.if %c -> (i32) { scf.yield %i : i32 } else { scf.yield %c : i1 }
  return
}
// -----
// error: 'scf.if' op along control flow edge from Operation scf.yield to parent: region branch point has 1 operands, but region successor needs 0 inputs
func.func @f(%c: i1, %i: i32) {
  scf.if %c { scf.yield %i : i32 }
  return
}
// -----
// error: 'scf.if' op region #0 should have no arguments
func.func @f(%c: i1, %i: i32) {
  "scf.if"(%c) ({ ^bb0(%x: i1): scf.yield }, {}) : (i1) -> ()
  return
}
// -----
// error: 'scf.if' op expected 2 regions
func.func @f(%c: i1, %i: i32) {
  "scf.if"(%c) ({ scf.yield }) : (i1) -> ()
  return
}
// -----
// error: 'scf.if' op region #0 ('thenRegion') failed to verify constraint: region with 1 blocks
func.func @f(%c: i1, %i: i32) {
  "scf.if"(%c) ({ }, { }) : (i1) -> ()
  return
}
// -----
// error: 'scf.if' op expects regions to end with 'scf.yield', found 'test.x'
func.func @f(%c: i1, %i: i32) {
  "scf.if"(%c) ({ "test.x"() : () -> () }, { }) : (i1) -> ()
  return
}
// -----
// error: 'scf.parallel' op expects the same number of induction variables: 2 as bound and step values: 1
func.func @f(%a: index) {
  "scf.parallel"(%a, %a, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({ ^bb0(%x: index, %y: index): scf.reduce }) : (index, index, index) -> ()
  return
}
// -----
// error: 'scf.parallel' op needs at least one tuple element for lowerBound, upperBound and step
func.func @f(%a: index) {
  "scf.parallel"(%a, %a) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> ({ ^bb0(%x: index): scf.reduce }) : (index, index) -> ()
  return
}
// -----
// error: 'scf.parallel' op needs at least one tuple element for lowerBound, upperBound and step
func.func @f(%a: index) {
  "scf.parallel"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>}> ({ scf.reduce }) : () -> ()
  return
}
// -----
// error: 'scf.parallel' op expects arguments for the induction variable to be of index type
func.func @f(%a: index) {
  "scf.parallel"(%a, %a, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({ ^bb0(%x: i32): scf.reduce }) : (index, index, index) -> ()
  return
}
// -----
// error: 'scf.parallel' op expects regions to end with 'scf.reduce', found 'scf.yield'
// The reference differs: other words.
func.func @f(%a: index) {
  "scf.parallel"(%a, %a, %a) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({ ^bb0(%x: index): scf.yield }) : (index, index, index) -> ()
  return
}
// -----
// error: 'scf.parallel' op expects number of results: 0 to be the same as number of reductions: 1
func.func @f(%a: index, %f: f32) {
  scf.parallel (%i) = (%a) to (%a) step (%a) { scf.reduce(%f : f32) { ^bb0(%l: f32, %r: f32): scf.reduce.return %l : f32 } }
  return
}
// -----
// error: 'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0
func.func @f(%a: index, %f: f32) {
  %r = scf.parallel (%i) = (%a) to (%a) step (%a) init (%f) -> f32 { scf.reduce }
  return
}
// -----
// error: number of operands and types do not match: got 0 operands and 1 types
func.func @f(%a: index, %f: f32) {
  %r = scf.parallel (%i) = (%a) to (%a) step (%a) -> f32 { scf.reduce }
  return
}
// -----
// error: 'scf.reduce' op expects type of 0-th reduction operand: 'index' to be the same as the 0-th result type: 'f32'
func.func @f(%a: index, %f: f32) {
  %r = scf.parallel (%i) = (%a) to (%a) step (%a) init (%f) -> f32 { scf.reduce(%a : index) { ^bb0(%l: index, %r: index): scf.reduce.return %l : index } }
  return
}
// -----
// error: 'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region
func.func @f(%a: index, %f: f32) {
  %r = scf.parallel (%i) = (%a) to (%a) step (%a) init (%f) -> f32 { scf.reduce(%f : f32) { ^bb0(%l: f32): scf.reduce.return %l : f32 } }
  return
}
// -----
// error: 'scf.reduce' op expected two block arguments with type 'f32' in the 0-th reduction region
func.func @f(%a: index, %f: f32) {
  %r = scf.parallel (%i) = (%a) to (%a) step (%a) init (%f) -> f32 { scf.reduce(%f : f32) { ^bb0(%l: f32, %r: i32): scf.reduce.return %l : f32 } }
  return
}
// -----
// error: 'scf.reduce' op reduction bodies must be terminated with an 'scf.reduce.return' op
func.func @f(%a: index, %f: f32) {
  %r = scf.parallel (%i) = (%a) to (%a) step (%a) init (%f) -> f32 { scf.reduce(%f : f32) { ^bb0(%l: f32, %r: f32): "test.x"() : () -> () } }
  return
}
// -----
// error: 'scf.reduce.return' op must have type 'f32' (the type of the reduction inputs)
func.func @f(%a: index, %f: f32) {
  %r = scf.parallel (%i) = (%a) to (%a) step (%a) init (%f) -> f32 { scf.reduce(%f : f32) { ^bb0(%l: f32, %r: f32): scf.reduce.return %a : index } }
  return
}
// -----
// error: 'scf.parallel' op expects number of results: 1 to be the same as number of reductions: 0
func.func @f(%a: index, %f: f32) {
  %r = scf.parallel (%i) = (%a) to (%a) step (%a) init (%f) -> f32 { "scf.reduce"(%f) : (f32) -> () }
  return
}
// -----
// error: 'scf.reduce' op expects parent op 'scf.parallel'
func.func @f(%a: index, %f: f32) {
  scf.reduce
}
// -----
// error: 'scf.yield' op expects parent op to be one of 'scf.execute_region, scf.for, scf.if, scf.index_switch, scf.while'
func.func @f(%a: index, %f: f32) {
  scf.yield
}
// -----
// error: 'scf.while' op expects the 'before' region to terminate with 'scf.condition'
func.func @f(%c: i1, %f: f32) {
  scf.while : () -> () { scf.yield } do { scf.yield }
  return
}
// -----
// error: 'scf.while' op expects the 'after' region to terminate with 'scf.yield'
func.func @f(%c: i1, %f: f32) {
  scf.while : () -> () { scf.condition(%c) } do { scf.condition(%c) }
  return
}
// -----
// error: 'scf.while' op along control flow edge from Operation scf.condition to Region #1: region branch point has 0 operands, but region successor needs 1 inputs
// The reference differs: other words.
func.func @f(%c: i1, %f: f32) {
  %0 = scf.while (%x = %f) : (f32) -> f32 { scf.condition(%c) } do { ^bb0(%y: f32): scf.yield %y : f32 }
  return
}
// -----
// error: 'scf.while' op along control flow edge from Operation scf.condition to Region #1: successor operand type #0 'i1' should match successor input type #0 'f32'
// The reference differs: other words.
func.func @f(%c: i1, %f: f32) {
  %0 = scf.while (%x = %f) : (f32) -> f32 { scf.condition(%c) %c : i1 } do { ^bb0(%y: f32): scf.yield %y : f32 }
  return
}
// -----
// error: 'scf.while' op along control flow edge from Operation scf.condition to Region #1: successor operand type #0 'f32' should match successor input type #0 'i1'
func.func @f(%c: i1, %f: f32) {
  %0 = scf.while (%x = %f) : (f32) -> f32 { scf.condition(%c) %x : f32 } do { ^bb0(%y: i1): scf.yield %f : f32 }
  return
}
// -----
// error: 'scf.while' op along control flow edge from Operation scf.yield to Region #0: successor operand type #0 'i1' should match successor input type #0 'f32'
func.func @f(%c: i1, %f: f32) {
  %0 = scf.while (%x = %f) : (f32) -> f32 { scf.condition(%c) %x : f32 } do { ^bb0(%y: f32): scf.yield %c : i1 }
  return
}
// -----
// error: expected as many input types as operands (expected 1 got 2)
func.func @f(%c: i1, %f: f32) {
  %0 = scf.while (%x = %f) : (f32, f32) -> f32 { scf.condition(%c) %x : f32 } do { ^bb0(%y: f32): scf.yield %f : f32 }
  return
}
// -----
// error: 'scf.while' op along control flow edge from parent to Region #0: successor operand type #0 'f32' should match successor input type #0 'i1'
func.func @f(%c: i1, %f: f32) {
  "scf.while"(%f) ({ ^bb0(%x: i1): scf.condition(%c) }, { scf.yield %f : f32 }) : (f32) -> ()
  return
}
// -----
// error: 'scf.condition' op expects parent op 'scf.while'
func.func @f(%c: i1, %f: f32) {
  scf.condition(%c)
}
// -----
// error: 'scf.execute_region' op region cannot have any arguments
func.func @f(%c: i1, %f: f32) {
  scf.execute_region { ^bb0(%x: i32): scf.yield }
  return
}
// -----
// error: 'scf.execute_region' op region needs to have at least one block
func.func @f(%c: i1, %f: f32) {
  "scf.execute_region"() ({ }) : () -> ()
  return
}
// -----
// error: 'scf.execute_region' op along control flow edge from Operation scf.yield to parent: successor operand type #0 'f32' should match successor input type #0 'i32'
func.func @f(%c: i1, %f: f32) {
  %r = scf.execute_region -> i32 { scf.yield %f : f32 }
  return
}
// -----
// error: 'scf.execute_region' op along control flow edge from Operation scf.yield to parent: region branch point has 0 operands, but region successor needs 1 inputs
func.func @f(%c: i1, %f: f32) {
  %r = scf.execute_region -> f32 { scf.yield }
  return
}
// -----
// error: 'scf.index_switch' op has duplicate case value: 1
func.func @f(%a: index) {
  scf.index_switch %a case 1 { scf.yield } case 1 { scf.yield } default { scf.yield }
  return
}
// -----
// error: 'scf.index_switch' op has 1 case regions but 2 case values
func.func @f(%a: index) {
  "scf.index_switch"(%a) <{cases = array<i64: 1, 2>}> ({ scf.yield }, { scf.yield }) : (index) -> ()
  return
}
// -----
// error: 'scf.index_switch' op expected result #0 of each region to be 'i32', but default region returns 'index'
// The reference differs: other words.
func.func @f(%a: index) {
  %r = scf.index_switch %a -> i32 case 1 { scf.yield } default { scf.yield %a : index }
  return
}
// -----
// error: 'scf.index_switch' op expected result #0 of each region to be 'i32', but default region returns 'index'
// The reference differs: other words.
func.func @f(%a: index) {
  %r = scf.index_switch %a -> i32 case 1 { scf.yield %a : index } default { scf.yield %a : index }
  return
}
// -----
// error: 'scf.index_switch' op expects regions to end with 'scf.yield', found 'test.x'
// The reference differs: other words.
func.func @f(%a: index, %i: i32) {
  %r = scf.index_switch %a -> i32 case 1 { "test.x"() : () -> () } default { scf.yield %i : i32 }
  return
}
// -----
// error: use of value '%t' expects different type than prior uses: 'tensor<5xf32>' vs 'tensor<4xf32>'
func.func @f(%a: index, %t: tensor<4xf32>) {
  %r = scf.forall (%i) in (%a) shared_outs(%o = %t) -> (tensor<5xf32>) { }
  return
}
// -----
// error: 'scf.forall' op expected 2 upper bound values, got 1
func.func @f(%a: index, %t: tensor<4xf32>) {
  scf.forall (%i, %j) in (%a) { }
  return
}
// -----
// error: 'scf.forall' op region expects 1 arguments
func.func @f(%a: index, %t: tensor<4xf32>) {
  scf.forall (%i, %j) = (0) to (1, 2) step (1, 1) { }
  return
}
// -----
// error: 'scf.forall' op mapping attribute size must match op rank
func.func @f(%a: index, %t: tensor<4xf32>) {
  scf.forall (%i) in (%a) { } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
  return
}
// -----
// error: 'scf.forall' op attribute 'mapping' failed to satisfy constraint: Device Mapping array attribute
func.func @f(%a: index, %t: tensor<4xf32>) {
  scf.forall (%i) in (%a) { } {mapping = [1]}
  return
}
// -----
// error: 'scf.forall' op mapping attribute size must match op rank
func.func @f(%a: index, %t: tensor<4xf32>) {
  scf.forall (%i) in (%a) { } {mapping = [#gpu.thread<x>, #gpu.block<y>]}
  return
}
// -----
// error: 'scf.forall.in_parallel' op expected only ParallelCombiningOpInterface ops, but found 'test.x'
// The reference differs: other words.
func.func @f(%a: index, %t: tensor<4xf32>) {
  scf.forall (%i) in (%a) { scf.forall.in_parallel { "test.x"() : () -> () } }
  return
}
// -----
// error: 'tensor.parallel_insert_slice' op may only insert into an output block argument
func.func @f(%a: index, %t: tensor<4xf32>) {
  %r = scf.forall (%i) in (%a) shared_outs(%o = %t) -> (tensor<4xf32>) { scf.forall.in_parallel { tensor.parallel_insert_slice %t into %t[0] [4] [1] : tensor<4xf32> into tensor<4xf32> } }
  return
}
// -----
// error: 'scf.forall' op produces 2 results, but has only 1 outputs
func.func @f(%a: index, %t: tensor<4xf32>) {
  %r:2 = "scf.forall"(%a, %t) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({ ^bb0(%i: index, %o: tensor<4xf32>): scf.forall.in_parallel {} }) : (index, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}
// -----
// error: 'scf.forall' op region expects 2 arguments
// The reference differs: other words.
func.func @f(%a: index, %t: tensor<4xf32>) {
  %r = "scf.forall"(%a, %t) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({ ^bb0(%i: index): scf.forall.in_parallel {} }) : (index, tensor<4xf32>) -> (tensor<4xf32>)
  return
}
// -----
// error: 'scf.forall' op expects 0-th block argument to be an index
func.func @f(%a: index, %t: tensor<4xf32>) {
  %r = "scf.forall"(%a, %t) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({ ^bb0(%i: i32, %o: tensor<4xf32>): scf.forall.in_parallel {} }) : (index, tensor<4xf32>) -> (tensor<4xf32>)
  return
}
// -----
// error: 'scf.forall' op type mismatch between 0-th output and corresponding block argument
func.func @f(%a: index, %t: tensor<4xf32>) {
  %r = "scf.forall"(%a, %t) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({ ^bb0(%i: index, %o: tensor<5xf32>): scf.forall.in_parallel {} }) : (index, tensor<4xf32>) -> (tensor<4xf32>)
  return
}
// -----
// error: 'scf.forall.in_parallel' op must be the last operation in the parent block
// The reference differs: other words.
func.func @f(%a: index, %t: tensor<4xf32>) {
  scf.forall.in_parallel { }
  return
}
// -----
// error: 'scf.forall' op expected 1 upper bound values, got 2
func.func @f(%a: index, %t: tensor<4xf32>) {
  "scf.forall"(%a) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808, -9223372036854775808>}> ({ ^bb0(%i: index): scf.forall.in_parallel {} }) : (index) -> ()
  return
}
// -----
// error: 'scf.forall' op expects regions to end with 'scf.forall.in_parallel', found 'test.x'
func.func @f(%a: index, %t: tensor<4xf32>) {
  "scf.forall"(%a) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({ ^bb0(%i: index): "test.x"() : () -> () }) : (index) -> ()
  return
}
// -----
// error: number of operands and types do not match: got 1 operands and 0 types
func.func @f(%a: index, %t: tensor<4xf32>) {
  scf.forall (%i) in (%a) shared_outs(%o = %t) { }
  return
}
// -----
// error: 'scf.forall' op expected type of 0-th output ('tensor<4xf32>') to match type of corresponding result ('tensor<5xf32>')
// The reference differs: other words.
func.func @f(%a: index, %t: tensor<4xf32>) {
  %r = "scf.forall"(%a, %t) <{operandSegmentSizes = array<i32: 0, 1, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: -9223372036854775808>}> ({ ^bb0(%i: index, %o: tensor<4xf32>): scf.forall.in_parallel {} }) : (index, tensor<4xf32>) -> (tensor<5xf32>)
  return
}
// -----
// error: 'scf.forall' op expected 0 dynamic upper bound values, got 1
// The reference differs: other words.
func.func @f(%a: index, %t: tensor<4xf32>) {
  "scf.forall"(%a) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 5>}> ({ ^bb0(%i: index): scf.forall.in_parallel {} }) : (index) -> ()
  return
}
// -----
// error: cannot name an operation with no results
func.func @f(%a: index, %t: tensor<4xf32>, %i: i32) {
  %r = "scf.if"(%a) ({ ^bb0: scf.yield }, { }) : (index) -> ()
  return
}
// -----
// error: 'scf.reduce' op region #0 ('reductions') failed to verify constraint: region with 1 blocks
func.func @f(%a: index, %f: f32) {
  %r = "scf.parallel"(%a, %a, %a, %f) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({ ^bb0(%x: index): "scf.reduce"(%f) ({ }) : (f32) -> () }) : (index, index, index, f32) -> f32
  return
}
// -----
// error: 'scf.index_switch' op expected each region to return 0 values, but default region returns 1
func.func @f(%a: index, %f: f32) {
  "scf.index_switch"(%a) ({ scf.yield %a : index }) {cases = array<i64>} : (index) -> ()
  return
}
// -----
// error: use of undeclared SSA value name '%i'
// The reference differs: it does not name the value.
func.func @f(%n: index) {
  scf.for %i = %i to %n step %n { }
  return
}
// -----
// error: use of undeclared SSA value name '%z'
// The reference differs: it does not name the value.
func.func @f(%n: index) {
  scf.for %i = %z to %n step %n {
    %z = arith.constant 1 : index
  }
  return
}
