// error: dimension or symbol index mismatch
func.func @f(%a: index) {
  %0 = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%a)
  return
}
// -----
// error: mapping must produce one value
// The reference differs: other words.
func.func @f(%a: index) {
  %0 = affine.apply affine_map<(d0) -> (d0, d0)>(%a)
  return
}
// -----
// error: dimension or symbol index mismatch
func.func @f(%a: index) {
  %0 = affine.apply affine_map<(d0)[s0] -> (d0)>(%a)
  return
}
// -----
// error: 'affine.min' op operand count and affine map dimension and symbol count must match
func.func @f(%a: index) {
  %0 = "affine.min"(%a) {map = affine_map<(d0, d1) -> (d0)>} : (index) -> index
  return
}
// -----
// error: 'affine.min' op affine map expect at least one result
func.func @f(%a: index) {
  %0 = affine.min affine_map<(d0) -> ()>(%a)
  return
}
// -----
// error: 'affine.for' op operand cannot be used as a symbol
func.func @f(%a: index, %m: memref<?xindex>) {
  scf.for %i = %a to %a step %a { %x = memref.load %m[%a] : memref<?xindex> affine.for %j = 0 to %x { } }
  return
}
// -----
// error: upper loop bound affine map with multiple results requires 'min' prefix
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %j = 0 to affine_map<(d0) -> (d0, d0)>(%a) { }
  return
}
// -----
// error: lower loop bound affine map with multiple results requires 'max' prefix
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %j = affine_map<(d0) -> (d0, d0)>(%a) to 10 { }
  return
}
// -----
// error: dim operand count and affine map dim count must match
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %j = max affine_map<(d0) -> (d0, d0)>(%a, %a) to 10 { }
  return
}
// -----
// error: expected step to be representable as a positive signed integer
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %j = 0 to 10 step -1 { }
  return
}
// -----
// error: expected attribute value: there is no builtin attribute 'to'
// The reference differs: other words.
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %j = max to 10 { }
  return
}
// -----
// error: use of value '%a' expects different type than prior uses: 'i32' vs 'index'
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %j = 0 to 10 iter_args(%x = %a) -> (i32) { affine.yield %a : index }
  return
}
// -----
// error: 'affine.yield' op parent of yield must have same number of results as the yield operands
func.func @f(%a: index, %m: memref<?xindex>) {
  %r = affine.for %j = 0 to 10 iter_args(%x = %a) -> (index) { affine.yield }
  return
}
// -----
// error: 'affine.yield' op types mismatch between yield op and its parent
func.func @f(%a: index, %f: f32) {
  %r = affine.for %j = 0 to 10 iter_args(%x = %a) -> (index) { affine.yield %f : f32 }
  return
}
// -----
// error: 'affine.for' op expected body to have a single index argument for the induction variable
func.func @f(%a: index, %f: f32) {
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (10)>}> ({ ^bb0(%i: i32): affine.yield }) : () -> ()
  return
}
// -----
// error: 'affine.for' op expected lower bound map to have at least one result
func.func @f(%a: index, %f: f32) {
  "affine.for"() <{lowerBoundMap = affine_map<() -> ()>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (10)>}> ({ ^bb0(%i: index): affine.yield }) : () -> ()
  return
}
// -----
// error: 'affine.for' op mismatch between the number of loop-carried values and results
// The reference differs: other words.
func.func @f(%a: index, %f: f32) {
  "affine.for"(%f) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 1>, step = 1 : index, upperBoundMap = affine_map<() -> (10)>}> ({ ^bb0(%i: index, %z: f32): affine.yield }) : (f32) -> ()
  return
}
// -----
// error: 'affine.for' op different number of inits and region iter_args: 0 != 1
func.func @f(%a: index, %f: f32) {
  "affine.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (10)>}> ({ ^bb0(%i: index, %z: f32): affine.yield }) : () -> ()
  return
}
// -----
// error: symbol operand count and integer set symbol count must match
func.func @f(%a: index, %f: f32) {
  affine.if affine_set<(d0)[s0] : (d0 >= 0)>(%a) { }
  return
}
// -----
// error: 'affine.if' op along control flow edge from parent to parent: region branch point has 0 operands, but region successor needs 1 inputs
func.func @f(%a: index, %f: f32) {
  %r = affine.if affine_set<(d0) : (d0 >= 0)>(%a) -> f32 { affine.yield %f : f32 }
  return
}
// -----
// error: 'affine.yield' op parent of yield must have same number of results as the yield operands
func.func @f(%a: index, %f: f32) {
  affine.if affine_set<(d0) : (d0 >= 0)>(%a) { affine.yield %f : f32 }
  return
}
// -----
// error: 'affine.yield' op types mismatch between yield op and its parent
func.func @f(%a: index, %f: f32) {
  %r = affine.if affine_set<(d0) : (d0 >= 0)>(%a) -> f32 { affine.yield %a : index } else { affine.yield %f : f32 }
  return
}
// -----
// error: 'affine.if' op requires attribute 'condition'
func.func @f(%a: index, %f: f32) {
  "affine.if"(%a) ({ affine.yield }, {}) : (index) -> ()
  return
}
// -----
// error: 'affine.load' op affine map num results must equal memref rank
func.func @f(%a: index, %m: memref<?xf32>) {
  %x = affine.load %m[] : memref<?xf32>
  return
}
// -----
// error: 'affine.load' op affine map num results must equal memref rank
func.func @f(%a: index, %m: memref<?xf32>) {
  %x = affine.load %m[%a, %a] : memref<?xf32>
  return
}
// -----
// error: 'affine.load' op result type must match element type of memref
func.func @f(%a: index, %m: memref<?xf32>) {
  %x = "affine.load"(%m, %a) {map = affine_map<(d0) -> (d0)>} : (memref<?xf32>, index) -> i32
  return
}
// -----
// error: 'affine.load' op expects as many subscripts as affine map inputs
func.func @f(%a: index, %m: memref<?xf32>) {
  %x = "affine.load"(%m, %a) {map = affine_map<(d0, d1) -> (d0)>} : (memref<?xf32>, index) -> f32
  return
}
// -----
// error: 'affine.store' op value to store must have the same type as memref element type
func.func @f(%a: index, %m: memref<?xf32>, %v: index) {
  "affine.store"(%v, %m, %a) {map = affine_map<(d0) -> (d0)>} : (index, memref<?xf32>, index) -> ()
  return
}
// -----
// error: 'affine.vector_load' op requires memref and vector types of the same elemental type
func.func @f(%a: index, %m: memref<?xf32>) {
  %x = affine.vector_load %m[%a] : memref<?xf32>, vector<4xi32>
  return
}
// -----
// error: 'affine.vector_store' op requires memref and vector types of the same elemental type
func.func @f(%a: index, %m: memref<?xf32>, %v: vector<4xi32>) {
  affine.vector_store %v, %m[%a] : memref<?xf32>, vector<4xi32>
  return
}
// -----
// error: rw specifier has to be 'read' or 'write'
func.func @f(%a: index, %m: memref<?xf32>) {
  affine.prefetch %m[%a], rw, locality<3>, data : memref<?xf32>
  return
}
// -----
// error: 'affine.prefetch' op attribute 'localityHint' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3
func.func @f(%a: index, %m: memref<?xf32>) {
  affine.prefetch %m[%a], read, locality<4>, data : memref<?xf32>
  return
}
// -----
// error: cache type has to be 'data' or 'instr'
func.func @f(%a: index, %m: memref<?xf32>) {
  affine.prefetch %m[%a], read, locality<0>, foo : memref<?xf32>
  return
}
// -----
// error: 'affine.prefetch' op affine.prefetch affine map num results must equal memref rank
func.func @f(%a: index, %m: memref<?xf32>) {
  affine.prefetch %m[], read, locality<0>, data : memref<?xf32>
  return
}
// -----
// error: 'affine.parallel' op the number of region arguments (1) and the number of map groups for lower (1) and upper bound (2), and the number of steps (1) must all match
func.func @f(%a: index) {
  affine.parallel (%i) = (0) to (10, 20) { }
  return
}
// -----
// error: 'affine.parallel' op the number of region arguments (1) and the number of map groups for lower (1) and upper bound (1), and the number of steps (2) must all match
func.func @f(%a: index) {
  affine.parallel (%i) = (0) to (10) step (1, 2) { }
  return
}
// -----
// error: 'affine.parallel' op the number of region arguments (2) and the number of map groups for lower (1) and upper bound (1), and the number of steps (2) must all match
func.func @f(%a: index) {
  affine.parallel (%i, %j) = (0) to (10) { }
  return
}
// -----
// error: invalid reduction value: "foo"
func.func @f(%a: index, %f: f32) {
  %r = affine.parallel (%i) = (0) to (10) reduce ("foo") -> f32 { affine.yield %f : f32 }
  return
}
// -----
// error: operation defines 2 results but was provided 1 to bind
func.func @f(%a: index, %f: f32) {
  %r = affine.parallel (%i) = (0) to (10) reduce ("addf") -> (f32, f32) { affine.yield %f : f32 }
  return
}
// -----
// error: 'affine.yield' op types mismatch between yield op and its parent
func.func @f(%a: index, %f: f32) {
  %r = affine.parallel (%i) = (0) to (10) reduce ("addf") -> f32 { affine.yield %a : index }
  return
}
// -----
// error: 'affine.parallel' op result type cannot match reduction attribute
func.func @f(%a: index, %f: i32) {
  %r = affine.parallel (%i) = (0) to (10) reduce ("addf") -> i32 { affine.yield %f : i32 }
  return
}
// -----
// error: 'affine.yield' op parent of yield must have same number of results as the yield operands
func.func @f(%a: index, %f: f32) {
  affine.parallel (%i) = (0) to (10) { affine.yield %f : f32 }
  return
}
// -----
// error: 'affine.delinearize_index' op should return an index for each basis element and up to one extra index
func.func @f(%a: index, %f: f32) {
  %0:3 = affine.delinearize_index %a into (3) : index, index, index
  return
}
// -----
// error: 'affine.delinearize_index' op no basis element may be statically non-positive
func.func @f(%a: index, %f: f32) {
  %0:2 = affine.delinearize_index %a into (-3, 2) : index, index
  return
}
// -----
// error: 'affine.delinearize_index' op no basis element may be statically non-positive
func.func @f(%a: index, %f: f32) {
  %0:2 = affine.delinearize_index %a into (0, 2) : index, index
  return
}
// -----
// error: 'affine.delinearize_index' op mismatch between dynamic and static basis: 0 entries are dynamic, 1 are given
// The reference differs: other words.
func.func @f(%a: index, %f: f32) {
  %0:2 = "affine.delinearize_index"(%a, %a) <{static_basis = array<i64: 2, 3>}> : (index, index) -> (index, index)
  return
}
// -----
// error: 'affine.linearize_index' op should be passed a basis element for each index except possibly the first
func.func @f(%a: index, %f: f32) {
  %0 = affine.linearize_index [%a, %a, %a] by (2) : index
  return
}
// -----
// error: 'affine.yield' op only terminates affine.if/for/parallel regions
func.func @f(%a: index, %f: f32) {
  affine.yield
}
// -----
// error: expected two stride related operands
func.func @f(%m: memref<10xf32>, %n: memref<10xf32, 1>, %t: memref<1xi32>, %a: index) {
  affine.dma_start %m[%a], %n[%a], %t[%a], %a, %a : memref<10xf32>, memref<10xf32, 1>, memref<1xi32>
  return
}
// -----
// error: expected three types
func.func @f(%m: memref<10xf32>, %n: memref<10xf32, 1>, %t: memref<1xi32>, %a: index) {
  affine.dma_start %m[%a], %n[%a], %t[%a], %a : memref<10xf32>, memref<1xi32>
  return
}
// -----
// error: expected tag to be of memref type
func.func @f(%t: index, %a: index) {
  affine.dma_wait %t[%a], %a : index
  return
}
// -----
// error: 'affine.apply' op dimensional operand cannot be used as a symbol
func.func @f(%a: index, %f: f32) {
  affine.for %i = 0 to 10 { %x = affine.apply affine_map<()[s0]->(s0)>()[%i] }
  return
}
// -----
// error: 'affine.for' op operand cannot be used as a symbol
func.func @f(%a: index, %t: tensor<?xf32>) {
  %c = arith.constant 0 : index affine.for %i = 0 to 10 { %q = "test.x"() : () -> tensor<?xf32> %d = tensor.dim %q, %c : tensor<?xf32> affine.for %j = 0 to %d { } }
  return
}
// -----
// error: 'affine.for' op operand cannot be used as a symbol
func.func @f(%a: index, %t: tensor<?xf32>) {
  %c = arith.constant 0 : index scf.for %i = %a to %a step %a { affine.for %j = 0 to %i { } }
  return
}
// -----
// error: 'affine.for' op operand cannot be used as a symbol
func.func @f(%a: index, %t: tensor<?xf32>) {
  %c = arith.constant 0 : index scf.parallel (%i) = (%a) to (%a) step (%a) { affine.for %j = 0 to %i { } }
  return
}
// -----
// error: 'affine.for' op operand cannot be used as a symbol
func.func @f(%a: index, %t: tensor<?xf32>) {
  scf.forall (%i) in (%a) { affine.for %j = 0 to %i { } }
  return
}
// -----
// error: 'affine.load' op operand cannot be used as a dimension id
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 10 { %x = memref.load %m[%a] : memref<?xindex> %d = affine.load %m[%x] : memref<?xindex> }
  return
}
// -----
// error: 'affine.load' op operand cannot be used as a dimension id
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 10 { %d = arith.addi %i, %i : index %e = affine.load %m[%d] : memref<?xindex> }
  return
}
// -----
// error: 'affine.for' op operand cannot be used as a symbol
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 10 { %d = arith.divsi %a, %a : index affine.for %j = 0 to %d { } }
  return
}
// -----
// error: 'affine.store' op operand cannot be used as a dimension id
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 10 { %x = memref.load %m[%a] : memref<?xindex> affine.store %a, %m[%x] : memref<?xindex> }
  return
}
// -----
// error: 'affine.prefetch' op index must be a valid dimension or symbol identifier
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 10 { %x = memref.load %m[%a] : memref<?xindex> affine.prefetch %m[%x], read, locality<0>, data : memref<?xindex> }
  return
}
// -----
// error: 'affine.if' op operand cannot be used as a dimension id
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 10 { %x = memref.load %m[%a] : memref<?xindex> affine.if affine_set<(d0) : (d0 >= 0)>(%x) { } }
  return
}
// -----
// error: 'affine.if' op operand cannot be used as a symbol
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 10 { %x = memref.load %m[%a] : memref<?xindex> affine.if affine_set<()[d0] : (d0 >= 0)>()[%i] { } }
  return
}
// -----
// error: 'affine.parallel' op operand cannot be used as a dimension id
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 10 { %x = memref.load %m[%a] : memref<?xindex> affine.parallel (%k) = (0) to (%x) { } }
  return
}
// -----
// error: 'affine.parallel' op operand cannot be used as a symbol
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 10 { %x = memref.load %m[%a] : memref<?xindex> affine.parallel (%k) = (0) to (symbol(%x)) { } }
  return
}
// -----
// error: 'affine.for' op operand cannot be used as a dimension id
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 10 { %x = memref.load %m[%a] : memref<?xindex> affine.for %k = 0 to affine_map<(d0)->(d0)>(%x) { } }
  return
}
// -----
// error: 'affine.for' op operand cannot be used as a dimension id
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 10 { %x = memref.load %m[%a] : memref<?xindex> affine.for %k = affine_map<(d0)->(d0)>(%x) to 10 { } }
  return
}
// -----
// error: 'affine.for' op operand cannot be used as a dimension id
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 10 { affine.for %j = 0 to 10 { %x = affine.min affine_map<(d0)->(d0, 3)>(%i) affine.for %k = 0 to affine_map<(d0)->(d0)>(%x) {} } }
  return
}
// -----
// error: 'affine.for' op operand cannot be used as a symbol
func.func @f(%a: index, %m: memref<?xindex>, %t: i32) {
  scf.for %i = %a to %a step %a { %x = arith.index_cast %t : i32 to index affine.for %k = 0 to %x {} }
  return
}
// -----
// error: 'affine.for' op operand cannot be used as a symbol
func.func @f(%a: index, %m: memref<?xindex>, %t: i32) {
  scf.for %i = %a to %a step %a { affine.for %j = 0 to 10 { affine.for %k = 0 to %i {} } }
  return
}
// -----
// error: 'affine.load' op operand cannot be used as a dimension id
func.func @f(%a: index, %m: memref<?xindex>, %t: i32) {
  scf.for %i = %a to %a step %a { %x = affine.load %m[%i] : memref<?xindex> }
  return
}
// -----
// error: 'affine.load' op operand cannot be used as a dimension id
func.func @f(%a: index, %m: memref<?xindex>, %t: i32) {
  scf.parallel (%i) = (%a) to (%a) step (%a) { %x = affine.load %m[%i] : memref<?xindex> }
  return
}
// -----
// error: 'affine.load' op operand cannot be used as a dimension id
func.func @f(%a: index, %m: memref<?xindex>, %t: i32) {
  scf.forall (%i) in (%a) { %x = affine.load %m[%i] : memref<?xindex> }
  return
}
// -----
// error: 'affine.for' op operand cannot be used as a symbol
func.func @f(%a: index, %m: memref<?xindex>, %t: i32) {
  "test.other"() ({ ^bb0(%i: index): affine.for %k = 0 to %i {} "test.y"() : () -> () }) : () -> ()
  return
}
// -----
// error: 'affine.for' op operand cannot be used as a symbol
func.func @f(%a: index, %t: tensor<?xf32>) {
  %c = arith.constant 0 : index affine.for %i = 0 to 10 { %q = memref.alloc(%i) : memref<?xf32> %d = memref.dim %q, %c : memref<?xf32> affine.for %j = 0 to %d { } }
  return
}
// -----
// error: 'affine.for' op operand cannot be used as a symbol
func.func @f(%a: index, %t: tensor<?xf32>) {
  %c = arith.constant 0 : index affine.for %i = 0 to 10 { %q = tensor.empty(%a) : tensor<?xf32> %d = tensor.dim %q, %c : tensor<?xf32> affine.for %j = 0 to %d { } }
  return
}
// -----
// error: 'affine.for' op operand cannot be used as a dimension id
func.func @f(%a: index, %t: tensor<?xf32>) {
  %c = arith.constant 0 : index affine.for %i = 0 to 10 { %q = tensor.empty(%i) : tensor<?xf32> %d = tensor.dim %q, %c : tensor<?xf32> affine.for %j = 0 to affine_map<(d0)->(d0)>(%d) { } }
  return
}
// -----
// error: 'affine.for' op operand cannot be used as a symbol
func.func @f(%a: index, %t: tensor<?x4xf32>) {
  %c = arith.constant 1 : index affine.for %i = 0 to 10 { %q = "test.x"() : () -> tensor<?x4xf32> %d = tensor.dim %q, %c : tensor<?x4xf32> affine.for %j = 0 to %d { } }
  return
}
// -----
// error: use of undeclared SSA value name '%c'
// The reference differs: other words.
func.func @f(%a: index, %m: memref<?xindex>) {
  affine.for %i = 0 to 10 { scf.if %c { affine.for %k = 0 to %i { } } }
  return
}
// -----
// error: 'affine.parallel' op result type cannot match reduction attribute
func.func @f(%f: i32) {
  %r = affine.parallel (%i) = (0) to (10) reduce ("maxs") -> i32 { affine.yield %f : i32 }
  return
}
// -----
// error: 'affine.parallel' op result type cannot match reduction attribute
func.func @f(%f: i32) {
  %r = affine.parallel (%i) = (0) to (10) reduce ("minu") -> i32 { affine.yield %f : i32 }
  return
}
// -----
// error: 'affine.parallel' op expected lower bound map to have at least one result
func.func @no_lower_bound() {
  affine.parallel (%i) = (max()) to (8) { }
  return
}
// -----
// error: 'affine.parallel' op expected upper bound map to have at least one result
func.func @no_upper_bound() {
  affine.parallel (%i, %j) = (0, 0) to (8, min()) { }
  return
}
