// error: 'complex.constant' op requires 'value' to be a complex constant, represented as array of two values
func.func @f(%a: complex<f32>) { %0 = complex.constant [1.0 : f32] : complex<f32> return }

// -----

// error: 'complex.constant' op requires attribute's element types ('f64', 'f64') to match the element type of the op's return type ('f32')
func.func @f(%a: complex<f32>) { %0 = complex.constant [1.0, 2.0] : complex<f32> return }

// -----

// error: 'complex.constant' op requires attribute's element types ('i32', 'f32') to match the element type of the op's return type ('f32')
func.func @f(%a: complex<f32>) { %0 = complex.constant [1 : i32, 2.0 : f32] : complex<f32> return }

// -----

// error: 'complex.bitcast' op casting bitwidths do not match
func.func @f(%a: complex<f32>) { %0 = complex.bitcast %a : complex<f32> to i32 return }

// -----

// error: 'complex.bitcast' op requires that either input or output has a complex type
func.func @f(%a: i32) { %0 = complex.bitcast %a : i32 to f32 return }

// -----

// error: 'complex.bitcast' op result must be int/float/complex
func.func @f(%a: complex<f32>) { %0 = complex.bitcast %a : complex<f32> to index return }

// -----

// error: 'complex.add' op operand #0 must be complex type with floating-point elements, but got 'complex<i32>'
func.func @f(%a: complex<i32>) { %0 = complex.add %a, %a : complex<i32> return }

// -----

// error: 'complex.re' op failed to verify that complex element type matches result type
func.func @f(%a: complex<f32>) { %0 = "complex.re"(%a) : (complex<f32>) -> f64 return }

// -----

// error: 'complex.eq' op result #0 must be 1-bit signless integer, but got 'f64'
func.func @f(%a: complex<f32>) { %0 = "complex.eq"(%a, %a) : (complex<f32>, complex<f32>) -> f64 return }

// -----

// error: 'complex.bitcast' op requires that either input or output has a complex type
func.func @f(%a: complex<f32>) { %0 = complex.bitcast %a : complex<f32> to complex<f16> return }

// -----

// error: 'complex.bitcast' op requires that either input or output has a complex type
func.func @f(%a: complex<f32>) { %0 = complex.bitcast %a : complex<f32> to complex<i32> return }

// -----

// error: 'complex.bitcast' op operand must be int/float/complex
func.func @f(%a: index) { %0 = complex.bitcast %a : index to complex<f32> return }

// -----

// error: 'complex.constant' op requires attribute's elements to be float or integer attributes
func.func @f(%a: complex<i32>) { %0 = complex.constant ["a", 2 : i32] : complex<i32> return }

// -----

// error: 'complex.constant' op requires attribute's elements to be float or integer attributes
func.func @f(%a: complex<i32>) { %0 = complex.constant [@a, 2 : i32] : complex<i32> return }
