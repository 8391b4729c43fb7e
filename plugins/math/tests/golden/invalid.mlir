// error: 'math.fpowi' op operand #1 must be signless-integer-like, but got 'tensor<4xf32>'
func.func @f(%a: tensor<4xf32>) { %0 = math.fpowi %a, %a : tensor<4xf32>, tensor<4xf32> return }

// -----

// error: 'math.absi' op operand #0 must be signless-integer-like, but got 'tensor<4xf32>'
func.func @f(%a: tensor<4xf32>) { %0 = math.absi %a : tensor<4xf32> return }

// -----

// error: 'math.absf' op operand #0 must be floating-point-like, but got 'i32'
func.func @f(%a: i32) { %0 = math.absf %a : i32 return }

// -----

// error: 'math.isnan' op result #0 must be bool-like, but got 'i32'
func.func @f(%a: f32) { %0 = "math.isnan"(%a) : (f32) -> i32 return }

// -----

// error: 'math.sincos' op failed to verify that all of {operand, sin, cos} have same type
func.func @f(%a: f32) { %0:2 = "math.sincos"(%a) : (f32) -> (f32, f64) return }
