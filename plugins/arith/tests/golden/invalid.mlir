// error: 'arith.addi' op operand #0 must be signless-integer-like, but got 'f32'
func.func @f(%a: i32, %f: f32) { %0 = arith.addi %f, %f : f32 return }

// -----

// error: 'arith.addf' op operand #0 must be floating-point-like, but got 'i32'
func.func @f(%a: i32, %f: f32) { %0 = arith.addf %a, %a : i32 return }

// -----

// error: 'arith.addf' op operand #0 must be floating-point-like, but got 'memref<4xf32>'
func.func @f(%a: memref<4xf32>, %f: f32) { %0 = arith.addf %a, %a : memref<4xf32> return }

// -----

// error: 'arith.addi' op operand #1 must be signless-integer-like, but got 'f32'
func.func @f(%a: i32, %f: f32) { %0 = "arith.addi"(%a, %f) : (i32, f32) -> i32 return }

// -----

// error: 'arith.addi' op requires the same type for all operands and results
func.func @f(%a: i32, %f: i64) { %0 = "arith.addi"(%a, %f) : (i32, i64) -> i32 return }

// -----

// error: 'arith.addi' op operand #0 must be signless-integer-like, but got 'si32'
func.func @f(%a: si32) { %0 = arith.addi %a, %a : si32 return }

// -----

// error: 'arith.constant' op integer return type must be signless
func.func @f() { %0 = arith.constant 0 : si32 return }

// -----

// error: 'arith.constant' op failed to verify that all of {value, result} have same type
func.func @f() { %0 = "arith.constant"() {value = 1.0 : f32} : () -> f64 return }

// -----

// error: 'arith.constant' op intializing scalable vectors with elements attribute is not supported unless it's a vector splat
func.func @f() { %0 = arith.constant dense<[0, 1]> : vector<[2]xi32> return }

// -----

// error: 'arith.constant' op value must be an integer, float, or elements attribute
func.func @f() { %0 = arith.constant "foo" return }

// -----

// error: 'arith.constant' op requires attribute 'value'
func.func @f() { %0 = "arith.constant"() : () -> i32 return }

// -----

// error: 'arith.constant' op value must be an integer, float, or elements attribute
func.func @f() { %0 = arith.constant "foo" : i32 return }

// -----

// error: 'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
func.func @f(%a: i32) { %0 = "arith.cmpi"(%a, %a) {predicate = 10 : i64} : (i32, i32) -> i1 return }

// -----

// error: 'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9
func.func @f(%a: i32) { %0 = "arith.cmpi"(%a, %a) {predicate = 1 : i32} : (i32, i32) -> i1 return }

// -----

// error: 'arith.cmpi' op result #0 must be bool-like, but got 'i32'
func.func @f(%a: i32) { %0 = "arith.cmpi"(%a, %a) {predicate = 1 : i64} : (i32, i32) -> i32 return }

// -----

// error: 'arith.cmpi' op failed to verify that result type has i1 element type and same shape as operands
func.func @f(%a: i32) { %0 = "arith.cmpi"(%a, %a) {predicate = 1 : i64} : (i32, i32) -> vector<4xi1> return }

// -----

// error: 'arith.cmpi' op requires attribute 'predicate'
func.func @f(%a: i32) { %0 = "arith.cmpi"(%a, %a) : (i32, i32) -> i1 return }

// -----

// error: 'arith.index_cast' op operand type 'i32' and result type 'i64' are cast incompatible
func.func @f(%a: i32) { %0 = arith.index_cast %a : i32 to i64 return }

// -----

// error: 'arith.index_cast' op operand type 'index' and result type 'index' are cast incompatible
func.func @f(%a: index) { %0 = arith.index_cast %a : index to index return }

// -----

// error: 'arith.index_cast' op operand #0 must be signless-integer-like or memref of signless-integer, but got 'f32'
func.func @f(%a: f32) { %0 = arith.index_cast %a : f32 to index return }

// -----

// error: 'arith.index_cast' op failed to verify that input and output have the same tensor dimensions
func.func @f(%a: tensor<4xi32>) { %0 = arith.index_cast %a : tensor<4xi32> to tensor<?xindex> return }

// -----

// error: 'arith.index_cast' op failed to verify that input and output have the same tensor dimensions
func.func @f(%a: tensor<4xi32>) { %0 = arith.index_cast %a : tensor<4xi32> to tensor<*xindex> return }

// -----

// error: 'arith.index_cast' op failed to verify that input and output have the same tensor dimensions
func.func @f(%a: tensor<4xi32>) { %0 = arith.index_cast %a : tensor<4xi32> to vector<4xindex> return }

// -----

// error: 'arith.index_cast' op failed to verify that input and output have the same tensor dimensions
func.func @f(%a: tensor<i32>) { %0 = arith.index_cast %a : tensor<i32> to tensor<2xindex> return }

// -----

// error: 'arith.extsi' op requires the same shape for all operands and results
func.func @f(%a: vector<4xi32>) { %0 = arith.extsi %a : vector<4xi32> to vector<5xi64> return }

// -----

// error: 'arith.extsi' op operand type 'i32' and result type 'i32' are cast incompatible
func.func @f(%a: i32) { %0 = arith.extsi %a : i32 to i32 return }

// -----

// error: 'arith.extui' op operand type 'i32' and result type 'i16' are cast incompatible
func.func @f(%a: i32) { %0 = arith.extui %a : i32 to i16 return }

// -----

// error: 'arith.trunci' op operand type 'i32' and result type 'i64' are cast incompatible
func.func @f(%a: i32) { %0 = arith.trunci %a : i32 to i64 return }

// -----

// error: 'arith.trunci' op operand #0 must be signless-fixed-width-integer-like, but got 'index'
func.func @f(%a: index) { %0 = arith.trunci %a : index to i64 return }

// -----

// error: 'arith.extf' op operand type 'f32' and result type 'f16' are cast incompatible
func.func @f(%a: f32) { %0 = arith.extf %a : f32 to f16 return }

// -----

// error: 'arith.truncf' op operand type 'f32' and result type 'f64' are cast incompatible
func.func @f(%a: f32) { %0 = arith.truncf %a : f32 to f64 return }

// -----

// error: 'arith.truncf' op operand type 'bf16' and result type 'f16' are cast incompatible
func.func @f(%a: bf16) { %0 = arith.truncf %a : bf16 to f16 return }

// -----

// error: 'arith.extf' op operand type 'bf16' and result type 'f16' are cast incompatible
func.func @f(%a: bf16) { %0 = arith.extf %a : bf16 to f16 return }

// -----

// error: 'arith.truncf' op operand type 'f8E5M2' and result type 'f8E4M3FN' are cast incompatible
func.func @f(%a: f8E5M2) { %0 = arith.truncf %a : f8E5M2 to f8E4M3FN return }

// -----

// error: 'arith.bitcast' op operand type 'f32' and result type 'i64' are cast incompatible
func.func @f(%a: f32) { %0 = arith.bitcast %a : f32 to i64 return }

// -----

// error: 'arith.bitcast' op result #0 must be signless-integer-or-float-like or memref of signless-integer or float, but got 'index'
func.func @f(%a: f32) { %0 = arith.bitcast %a : f32 to index return }

// -----

// error: 'arith.sitofp' op operand #0 must be signless-fixed-width-integer-like, but got 'f32'
func.func @f(%a: f32) { %0 = arith.sitofp %a : f32 to f32 return }

// -----

// error: 'arith.select' op failed to verify that condition is signless i1 or has matching shape
func.func @f(%a: tensor<1xi1>, %b: tensor<2xf32>) { %0 = arith.select %a, %b, %b : tensor<1xi1>, tensor<2xf32> return }

// -----

// error: 'arith.select' op failed to verify that condition is signless i1 or has matching shape
// The reference differs: other words.
func.func @f(%a: tensor<2xi1>, %b: f32) { %0 = arith.select %a, %b, %b : tensor<2xi1>, f32 return }

// -----

// error: 'arith.select' op failed to verify that condition is signless i1 or has matching shape
// The reference differs: other words.
func.func @f(%a: tensor<2xi1>, %b: i32) { %0 = "arith.select"(%a, %b, %b) : (tensor<2xi1>, i32, i32) -> i32 return }

// -----

// error: 'arith.select' op failed to verify that all of {true_value, false_value, result} have same type
func.func @f(%a: i1, %b: i32) { %0 = "arith.select"(%a, %b, %b) : (i1, i32, i32) -> i64 return }

// -----

// error: 'arith.addui_extended' op if an operand is non-scalar, then all results must be non-scalar
func.func @f(%a: vector<4xi32>) { %0:2 = arith.addui_extended %a, %a : vector<4xi32>, i1 return }

// -----

// error: 'arith.addui_extended' op result #1 must be bool-like, but got 'i32'
func.func @f(%a: i32) { %0:2 = arith.addui_extended %a, %a : i32, i32 return }

// -----

// error: 'arith.scaling_extf' op operand types 'f32', 'f8E8M0FNU' and result type 'f16' are cast incompatible
func.func @f(%a: f32, %s : f8E8M0FNU) { %0 = arith.scaling_extf %a, %s : f32, f8E8M0FNU to f16 return }

// -----

// error: 'arith.scaling_truncf' op operand types 'f16', 'f8E8M0FNU' and result type 'f32' are cast incompatible
func.func @f(%a: f16, %s : f8E8M0FNU) { %0 = arith.scaling_truncf %a, %s : f16, f8E8M0FNU to f32 return }

// -----

// error: 'arith.addf' op all non-scalar operands/results must have the same shape and base type
func.func @f(%a: tensor<4xf32>, %b: vector<4xf32>) { %0 = "arith.addf"(%a, %b) : (tensor<4xf32>, vector<4xf32>) -> tensor<4xf32> return }

// -----

// error: 'arith.index_cast' op operand type 'memref<4xi32>' and result type 'memref<4xi16>' are cast incompatible
func.func @f(%a: memref<4xi32>) { %0 = arith.index_cast %a : memref<4xi32> to memref<4xi16> return }

// -----

// error: 'arith.index_cast' op if an operand is non-scalar, then there must be at least one non-scalar result
func.func @f(%a: vector<4xi32>) { %0 = arith.index_cast %a : vector<4xi32> to memref<4xindex> return }

// -----

// error: 'arith.bitcast' op failed to verify that input and output have the same tensor dimensions
func.func @f(%a: vector<4xi32>) { %0 = arith.bitcast %a : vector<4xi32> to tensor<4xi32> return }

// -----

// error: 'arith.sitofp' op operand type 'tensor<4xi32, "a">' and result type 'tensor<4xf32>' are cast incompatible
func.func @f(%a: tensor<4xi32, "a">) { %0 = arith.sitofp %a : tensor<4xi32, "a"> to tensor<4xf32> return }

// -----

// error: 'arith.bitcast' op operand type 'tensor<4xi32, "a">' and result type 'tensor<4xf32>' are cast incompatible
func.func @f(%a: tensor<4xi32, "a">) { %0 = arith.bitcast %a : tensor<4xi32, "a"> to tensor<4xf32> return }

// -----

// error: 'arith.extsi' op operand type 'tensor<4xi32, "a">' and result type 'tensor<4xi64>' are cast incompatible
func.func @f(%a: tensor<4xi32, "a">) { %0 = arith.extsi %a : tensor<4xi32, "a"> to tensor<4xi64> return }

// -----

// error: 'arith.extsi' op failed to verify that input and output have the same tensor dimensions
func.func @f(%a: tensor<*xi32>) { %0 = arith.extsi %a : tensor<*xi32> to tensor<*xi64> return }

// -----

// error: 'arith.extsi' op failed to verify that input and output have the same tensor dimensions
// The reference differs: other words.
func.func @f(%a: i32) { %0 = arith.extsi %a : i32 to tensor<i64> return }

// -----

// error: 'arith.extsi' op requires the same shape for all operands and results
func.func @f(%a: i32) { %0 = arith.extsi %a : i32 to vector<2xi64> return }

// -----

// error: 'arith.extsi' op requires the same shape for all operands and results
func.func @f(%a: i32) { %0 = arith.extsi %a : i32 to vector<i64> return }

// -----

// error: 'arith.scaling_extf' op if a result is non-scalar, then at least one operand must be non-scalar
// The reference differs: other words.
func.func @f(%a: f8E4M3FN, %s : f8E8M0FNU) { %0 = arith.scaling_extf %a, %s : f8E4M3FN, f8E8M0FNU to vector<4xf32> return }

// -----

// error: 'arith.scaling_extf' op all non-scalar operands/results must have the same shape and base type
func.func @f(%a: vector<4xf8E4M3FN>, %s : vector<8xf8E8M0FNU>) { %0 = arith.scaling_extf %a, %s : vector<4xf8E4M3FN>, vector<8xf8E8M0FNU> to vector<4xf32> return }

// -----

// error: 'arith.select' op failed to verify that condition is signless i1 or has matching shape
func.func @f(%a: tensor<4xi1>, %b: tensor<?xf32>) { %0 = arith.select %a, %b, %b : tensor<4xi1>, tensor<?xf32> return }

// -----

// error: 'arith.select' op all non-scalar operands/results must have the same shape and base type
func.func @f(%a: tensor<4xi1>, %b: vector<4xf32>) { %0 = arith.select %a, %b, %b : tensor<4xi1>, vector<4xf32> return }

// -----

// error: 'arith.select' op expected condition type to have the same shape as the result type, expected 'tensor<4xi1, "c">', but got 'tensor<4xi1, "b">'
func.func @f(%a: tensor<4xi1, "b">, %b: tensor<4xf32, "c">) { %0 = arith.select %a, %b, %b : tensor<4xi1, "b">, tensor<4xf32, "c"> return }

// -----

// error: 'arith.select' op if an operand is non-scalar, then there must be at least one non-scalar result
func.func @f(%a: tensor<4xi1>, %b: memref<4xf32>) { %0 = arith.select %a, %b, %b : tensor<4xi1>, memref<4xf32> return }

// -----

// error: 'arith.select' op failed to verify that condition is signless i1 or has matching shape
func.func @f(%a: tensor<i1>, %b: tensor<4xf32>) { %0 = arith.select %a, %b, %b : tensor<i1>, tensor<4xf32> return }

// -----

// error: expected 3 operands
func.func @f(%a: i1, %b: tensor<4xf32>) { %0 = arith.select %a, %b : tensor<4xf32> return }

// -----

// error: 'arith.select' op operand #0 must be bool-like, but got 'i32'
func.func @f(%a: i32, %b: tensor<4xf32>) { %0 = arith.select %a, %b, %b : i32, tensor<4xf32> return }
