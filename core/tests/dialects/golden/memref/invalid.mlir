// error: 'memref.alloc' op incorrect number of dynamic sizes, has 0, expected 1
%0 = "memref.alloc"() {operandSegmentSizes = array<i32: 0, 0>} : () -> memref<?xf32>

// -----

// error: 'memref.alloc' op incorrect number of dynamic sizes, has 0, expected 1
%0 = memref.alloc() : memref<?xf32>

// -----

// error: 'memref.alloc' op symbol operand count does not equal memref symbol count: expected 1, got 0
%0 = memref.alloc() : memref<2xf32, affine_map<(d0)[s0] -> (d0 + s0)>>

// -----

// error: 'memref.alloc' op symbol operand count does not equal memref symbol count: expected 1, got 0
%0 = memref.alloc() : memref<2xf32, strided<[?]>>

// -----

// error: 'memref.alloc' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0
%0 = memref.alloc() {alignment = 3 : i64} : memref<2xf32>

// -----

// error: 'memref.alloc' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0
%0 = memref.alloc() {alignment = 0 : i64} : memref<2xf32>

// -----

// error: 'memref.alloc' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0
%0 = memref.alloc() {alignment = 8 : i32} : memref<2xf32>

// -----

// error: 'memref.alloca' op requires an ancestor op with AutomaticAllocationScope trait
"x"() ({ %0 = memref.alloca() : memref<2xf32> }) : () -> ()

// -----

// error: 'memref.alloca' op requires an ancestor op with AutomaticAllocationScope trait
%0 = memref.alloca() : memref<2xf32>

// -----

// error: 'memref.alloc' op result #0 must be memref of any type values, but got 'tensor<2xf32>'
// The reference differs: other words.
%0 = memref.alloc() : tensor<2xf32>

// -----

// error: 'memref.alloc' op result #0 must be memref of any type values, but got 'memref<*xf32>'
// The reference differs: other words.
%0 = memref.alloc() : memref<*xf32>

// -----

// error: 'memref.load' op incorrect number of indices for load, expected 1 but got 2
"test.region"() ({
^bb0(%m: memref<2xf32>, %i: index):
  %0 = memref.load %m[%i, %i] : memref<2xf32>
}) : () -> ()

// -----

// error: 'memref.load' op failed to verify that result type matches element type of 'memref'
"test.region"() ({
^bb0(%m: memref<2xf32>, %i: index):
  %0 = "memref.load"(%m, %i) : (memref<2xf32>, index) -> f64
}) : () -> ()

// -----

// error: 'memref.store' op store index operand count not equal to memref rank
"test.region"() ({
^bb0(%m: memref<2xf32>, %i: index, %v : f32):
  memref.store %v, %m[%i, %i] : memref<2xf32>
}) : () -> ()

// -----

// error: 'memref.store' op failed to verify that type of 'value' matches element type of 'memref'
"test.region"() ({
^bb0(%m: memref<2xf32>, %i: index, %v : f64):
  "memref.store"(%v, %m, %i) : (f64, memref<2xf32>, index) -> ()
}) : () -> ()

// -----

// error: operand 'memref' must be memref of any type values, but got 'memref<*xf32>'
// The reference differs: other words.
"test.region"() ({
^bb0(%m: memref<*xf32>, %i: index, %v : f32):
  memref.store %v, %m[%i] : memref<*xf32>
}) : () -> ()

// -----

// error: 'memref.copy' op requires the same shape for all operands
"test.region"() ({
^bb0(%m: memref<2xf32>, %n: memref<3xf32>):
  memref.copy %m, %n : memref<2xf32> to memref<3xf32>
}) : () -> ()

// -----

// error: 'memref.copy' op requires the same element type for all operands
"test.region"() ({
^bb0(%m: memref<2xf32>, %n: memref<2xf64>):
  memref.copy %m, %n : memref<2xf32> to memref<2xf64>
}) : () -> ()

// -----

// error: 'memref.cast' op operand type 'memref<2xf32>' and result type 'memref<3xf32>' are cast incompatible
"test.region"() ({
^bb0(%m: memref<2xf32>):
  %0 = memref.cast %m : memref<2xf32> to memref<3xf32>
}) : () -> ()

// -----

// error: 'memref.cast' op operand type 'memref<*xf32>' and result type 'memref<*xf32>' are cast incompatible
"test.region"() ({
^bb0(%m: memref<*xf32>):
  %0 = memref.cast %m : memref<*xf32> to memref<*xf32>
}) : () -> ()

// -----

// error: 'memref.cast' op operand type 'memref<2xf32>' and result type 'memref<2xf32, 1>' are cast incompatible
"test.region"() ({
^bb0(%m: memref<2xf32>):
  %0 = memref.cast %m : memref<2xf32> to memref<2xf32, 1>
}) : () -> ()

// -----

// error: 'memref.memory_space_cast' op operand type 'memref<2xf32>' and result type 'memref<3xf32, 1>' are cast incompatible
"test.region"() ({
^bb0(%m: memref<2xf32>):
  %0 = memref.memory_space_cast %m : memref<2xf32> to memref<3xf32, 1>
}) : () -> ()

// -----

// error: 'memref.memory_space_cast' op operand type 'memref<2xf32>' and result type 'memref<2xf64, 1>' are cast incompatible
"test.region"() ({
^bb0(%m: memref<2xf32>):
  %0 = memref.memory_space_cast %m : memref<2xf32> to memref<2xf64, 1>
}) : () -> ()

// -----

// error: 'memref.memory_space_cast' op operand type 'memref<2xf32>' and result type 'memref<2xf32, strided<[2]>, 1>' are cast incompatible
"test.region"() ({
^bb0(%m: memref<2xf32>):
  %0 = memref.memory_space_cast %m : memref<2xf32> to memref<2xf32, strided<[2]>, 1>
}) : () -> ()

// -----

// error: 'memref.memory_space_cast' op operand type 'memref<2xf32>' and result type 'memref<*xf32, 1>' are cast incompatible
"test.region"() ({
^bb0(%m: memref<2xf32>, %n: memref<2xf32, 1>):
  %0 = memref.memory_space_cast %m : memref<2xf32> to memref<2xf32> %1 = memref.memory_space_cast %m : memref<2xf32> to memref<*xf32, 1>
}) : () -> ()

// -----

// error: 'memref.dim' op operand #0 must be non-0-ranked.memref of any type values or unranked.memref of any type values, but got 'memref<f32>'
// The reference differs: other words.
"test.region"() ({
^bb0(%m: memref<f32>, %i: index):
  %0 = memref.dim %m, %i : memref<f32>
}) : () -> ()

// -----

// error: 'memref.assume_alignment' op alignment must be power of 2
"test.region"() ({
^bb0(%m: memref<2xf32>):
  %0 = memref.assume_alignment %m, 12 : memref<2xf32>
}) : () -> ()

// -----

// error: 'memref.assume_alignment' op attribute 'alignment' failed to satisfy constraint: 32-bit signless integer attribute whose value is positive
"test.region"() ({
^bb0(%m: memref<2xf32>):
  %0 = memref.assume_alignment %m, 0 : memref<2xf32>
}) : () -> ()

// -----

// error: 'memref.distinct_objects' op expected at least one operand
"test.region"() ({
  "memref.distinct_objects"() : () -> ()
}) : () -> ()

// -----

// error: 'memref.distinct_objects' op operand types and result types must match
"test.region"() ({
^bb0(%m: memref<2xf32>):
  "memref.distinct_objects"(%m) : (memref<2xf32>) -> memref<3xf32>
}) : () -> ()

// -----

// error: 'memref.atomic_rmw' op expects the number of subscripts to be equal to memref rank
"test.region"() ({
^bb0(%m: memref<2xf32>, %i : index, %v : f32):
  %0 = memref.atomic_rmw addf %v, %m[%i, %i] : (f32, memref<2xf32>) -> f32
}) : () -> ()

// -----

// error: 'memref.atomic_rmw' op with kind 'addi' expects an integer type
"test.region"() ({
^bb0(%m: memref<2xf32>, %i : index, %v : f32):
  %0 = memref.atomic_rmw addi %v, %m[%i] : (f32, memref<2xf32>) -> f32
}) : () -> ()

// -----

// error: 'memref.atomic_rmw' op with kind 'addf' expects a floating-point type
"test.region"() ({
^bb0(%m: memref<2xi32>, %i : index, %v : i32):
  %0 = memref.atomic_rmw addf %v, %m[%i] : (i32, memref<2xi32>) -> i32
}) : () -> ()

// -----

// error: 'memref.atomic_rmw' op failed to verify that value type matches element type of memref
"test.region"() ({
^bb0(%m: memref<2xf32>, %i : index, %v : i32):
  %0 = memref.atomic_rmw addi %v, %m[%i] : (i32, memref<2xf32>) -> i32
}) : () -> ()

// -----

// error: 'memref.atomic_rmw' op failed to verify that value type matches element type of memref
"test.region"() ({
^bb0(%m: memref<2xf32>, %i : index, %v : i32):
  %0 = memref.atomic_rmw assign %v, %m[%i] : (i32, memref<2xf32>) -> i32
}) : () -> ()

// -----

// error: 'memref.generic_atomic_rmw' op expected single number of entry block arguments
"test.region"() ({
^bb0(%m: memref<2xf32>, %i : index):
  %0 = memref.generic_atomic_rmw %m[%i] : memref<2xf32> { ^bb0(%x : f32, %y : f32): memref.atomic_yield %x : f32 }
}) : () -> ()

// -----

// error: 'memref.generic_atomic_rmw' op expected block argument of the same type result type
"test.region"() ({
^bb0(%m: memref<2xf32>, %i : index):
  %0 = memref.generic_atomic_rmw %m[%i] : memref<2xf32> { ^bb0(%x : i32): memref.atomic_yield %x : i32 }
}) : () -> ()

// -----

// error: body of 'memref.generic_atomic_rmw' should contain only operations with no side effects
"test.region"() ({
^bb0(%m: memref<2xf32>, %i : index):
  %0 = memref.generic_atomic_rmw %m[%i] : memref<2xf32> { ^bb0(%x : f32): %1 = memref.load %m[%i] : memref<2xf32> memref.atomic_yield %x : f32 }
}) : () -> ()

// -----

// error: 'memref.atomic_yield' op types mismatch between yield op: 'i32' and its parent: 'f32'
"test.region"() ({
^bb0(%m: memref<2xf32>, %i : index, %v : i32):
  %0 = memref.generic_atomic_rmw %m[%i] : memref<2xf32> { ^bb0(%x : f32): memref.atomic_yield %v : i32 }
}) : () -> ()

// -----

// error: 'memref.generic_atomic_rmw' op failed to verify that result type matches element type of memref
"test.region"() ({
^bb0(%m: memref<2xf32>, %i : index, %v : i32):
  %0 = "memref.generic_atomic_rmw" (%m, %i)({ ^bb0(%x : f32): memref.atomic_yield %x : f32 }) : (memref<2xf32>, index) -> i32
}) : () -> ()

// -----

// error: 'memref.atomic_yield' op expects parent op 'memref.generic_atomic_rmw'
"test.region"() ({
^bb0(%m: memref<2xf32>, %i : index, %v : i32):
  memref.atomic_yield %v : i32
}) : () -> ()

// -----

// error: type should be static shaped memref, but got 'i32'
memref.global @g : i32

// -----

// error: type should be static shaped memref, but got 'memref<?xf32>'
memref.global @g : memref<?xf32>

// -----

// error: type should be static shaped memref, but got 'memref<*xf32>'
memref.global @g : memref<*xf32>

// -----

// error: initial value should be a unit or elements attribute
memref.global @g : memref<2xf32> = "foo"

// -----

// error: 'memref.global' op visibility expected to be one of ["public", "private", "nested"], but got "priate"
memref.global "priate" @g : memref<2xf32>

// -----

// error: 'memref.global' op initial value element expected to be of type 'f32', but was of type 'f64'
"memref.global"() {sym_name = "g", type = memref<2xf32>, initial_value = dense<1.0> : tensor<2xf64>} : () -> ()

// -----

// error: 'memref.global' op initial value shape expected to be 2 but was 3, 4
"memref.global"() {sym_name = "g", type = memref<2xf32>, initial_value = dense<1.0> : tensor<3x4xf32>} : () -> ()

// -----

// error: 'memref.global' op initial value should be a unit or elements attribute, but got dense<1.000000e+00> : vector<2xf32>
// The reference differs: other words.
"memref.global"() {sym_name = "g", type = memref<2xf32>, initial_value = dense<1.0> : vector<2xf32>} : () -> ()

// -----

// error: 'memref.global' op initial value should be a unit or elements attribute, but got 4 : i32
"memref.global"() {sym_name = "g", type = memref<2xf32>, initial_value = 4 : i32} : () -> ()

// -----

// error: 'memref.global' op attribute 'alignment' failed to satisfy constraint: 64-bit signless integer attribute whose value is positive and whose value is a power of two > 0
memref.global @g : memref<2xf32> = uninitialized {alignment = 3 : i64}

// -----

// error: redefinition of symbol named 'g'
memref.global @g : memref<2xf32>
memref.global @g : memref<2xf32>

// -----

// error: 'memref.get_global' op 'g' does not reference a valid global memref
%0 = memref.get_global @g : memref<2xf32>

// -----

// error: 'memref.get_global' op result type 'memref<3xf32>' does not match type 'memref<2xf32>' of the global memref @g
memref.global @g : memref<2xf32>
%0 = memref.get_global @g : memref<3xf32>

// -----

// error: 'memref.get_global' op result #0 must be statically shaped memref of any type values, but got 'memref<?xf32>'
memref.global @g : memref<2xf32>
%0 = memref.get_global @g : memref<?xf32>

// -----

// error: 'memref.prefetch' op too few indices
"test.region"() ({
^bb0(%m: memref<2xf32>, %i: index):
  memref.prefetch %m[%i, %i], read, locality<3>, data : memref<2xf32>
}) : () -> ()

// -----

// error: rw specifier has to be 'read' or 'write'
"test.region"() ({
^bb0(%m: memref<2xf32>, %i: index):
  memref.prefetch %m[%i], rw, locality<3>, data : memref<2xf32>
}) : () -> ()

// -----

// error: 'memref.prefetch' op attribute 'localityHint' failed to satisfy constraint: 32-bit signless integer attribute whose minimum value is 0 whose maximum value is 3
"test.region"() ({
^bb0(%m: memref<2xf32>, %i: index):
  memref.prefetch %m[%i], read, locality<4>, data : memref<2xf32>
}) : () -> ()

// -----

// error: cache type has to be 'data' or 'instr'
"test.region"() ({
^bb0(%m: memref<2xf32>, %i: index):
  memref.prefetch %m[%i], read, locality<3>, dat : memref<2xf32>
}) : () -> ()

// -----

// error: 'memref.subview' op expected offsets to be non-negative, but got -1
"test.region"() ({
^bb0(%m: memref<2x3xf32>, %i: index):
  %0 = memref.subview %m[-1, 0][1, 1][1, 1] : memref<2x3xf32> to memref<1x1xf32, strided<[3, 1]>>
}) : () -> ()

// -----

// error: 'memref.subview' op expected sizes to be non-negative, but got -1
"test.region"() ({
^bb0(%m: memref<2x3xf32>, %i: index):
  %0 = memref.subview %m[0, 0][-1, 1][1, 1] : memref<2x3xf32> to memref<1x1xf32, strided<[3, 1]>>
}) : () -> ()

// -----

// error: 'memref.subview' op expected mixed offsets rank to match mixed sizes rank (1 vs 2) so the rank of the result type is well-formed.
"test.region"() ({
^bb0(%m: memref<2x3xf32>, %i: index):
  %0 = memref.subview %m[0][1, 1][1, 1] : memref<2x3xf32> to memref<1x1xf32, strided<[3, 1]>>
}) : () -> ()

// -----

// error: 'memref.subview' op expected mixed sizes rank to match mixed strides rank (2 vs 1) so the rank of the result type is well-formed.
"test.region"() ({
^bb0(%m: memref<2x3xf32>, %i: index):
  %0 = memref.subview %m[0, 0][1, 1][1] : memref<2x3xf32> to memref<1x1xf32, strided<[3, 1]>>
}) : () -> ()

// -----

// error: 'memref.subview' op expected 2 offset values, got 1
"test.region"() ({
^bb0(%m: memref<2x3xf32>, %i: index):
  %0 = memref.subview %m[0][1][1] : memref<2x3xf32> to memref<1x1xf32, strided<[3, 1]>>
}) : () -> ()

// -----

// error: 'memref.subview' op different memory spaces specified for base memref type 'memref<2x3xf32>' and subview memref type 'memref<1x1xf32, strided<[3, 1]>, 1>'
"test.region"() ({
^bb0(%m: memref<2x3xf32>, %i: index):
  %0 = memref.subview %m[0, 0][1, 1][1, 1] : memref<2x3xf32> to memref<1x1xf32, strided<[3, 1]>, 1>
}) : () -> ()

// -----

// error: 'memref.subview' op expected result element type to be 'f32', but got 'memref<1x1xf64, strided<[3, 1]>>'
"test.region"() ({
^bb0(%m: memref<2x3xf32>, %i: index):
  %0 = memref.subview %m[0, 0][1, 1][1, 1] : memref<2x3xf32> to memref<1x1xf64, strided<[3, 1]>>
}) : () -> ()

// -----

// error: 'memref.subview' op expected result rank to be smaller or equal to the source rank, but got 'memref<1x1x1xf32, strided<[3, 1, 1]>>'
"test.region"() ({
^bb0(%m: memref<2x3xf32>, %i: index):
  %0 = memref.subview %m[0, 0][1, 1][1, 1] : memref<2x3xf32> to memref<1x1x1xf32, strided<[3, 1, 1]>>
}) : () -> ()

// -----

// error: 'memref.subview' op expected result type to be 'memref<1x1xf32, strided<[3, 1]>>' or a rank-reduced version. (mismatch of result sizes), but got 'memref<1x2xf32, strided<[3, 1]>>'
"test.region"() ({
^bb0(%m: memref<2x3xf32>, %i: index):
  %0 = memref.subview %m[0, 0][1, 1][1, 1] : memref<2x3xf32> to memref<1x2xf32, strided<[3, 1]>>
}) : () -> ()

// -----

// error: 'memref.subview' op expected result type to be 'memref<1x1xf32, strided<[3, 1]>>' or a rank-reduced version. (mismatch of result layout), but got 'memref<1x1xf32>'
"test.region"() ({
^bb0(%m: memref<2x3xf32>, %i: index):
  %0 = memref.subview %m[0, 0][1, 1][1, 1] : memref<2x3xf32> to memref<1x1xf32>
}) : () -> ()

// -----

// error: 'memref.subview' op expected result type to be 'memref<1x1xf32, strided<[3, 1]>>' or a rank-reduced version. (mismatch of result layout), but got 'memref<1x1xf32, strided<[3, 1], offset: 1>>'
"test.region"() ({
^bb0(%m: memref<2x3xf32>, %i: index):
  %0 = memref.subview %m[0, 0][1, 1][1, 1] : memref<2x3xf32> to memref<1x1xf32, strided<[3, 1], offset: 1>>
}) : () -> ()

// -----

// error: 'memref.subview' op offset 1 is out-of-bounds: 3 >= 3
"test.region"() ({
^bb0(%m: memref<2x3xf32>, %i: index):
  %0 = memref.subview %m[0, 3][1, 1][1, 1] : memref<2x3xf32> to memref<1x1xf32, strided<[3, 1], offset: 3>>
}) : () -> ()

// -----

// error: 'memref.subview' op slice along dimension 1 runs out-of-bounds: 3 >= 3
"test.region"() ({
^bb0(%m: memref<2x3xf32>, %i: index):
  %0 = memref.subview %m[0, 1][1, 3][1, 1] : memref<2x3xf32> to memref<1x3xf32, strided<[3, 1], offset: 1>>
}) : () -> ()

// -----

// error: 'memref.subview' op base type 'memref<2x3xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1)>>' is not strided
"test.region"() ({
^bb0(%m: memref<2x3xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1)>>, %i: index):
  %0 = memref.subview %m[0, 1][1, 1][1, 1] : memref<2x3xf32, affine_map<(d0, d1) -> (d0 floordiv 2, d1)>> to memref<1x3xf32, strided<[3, 1], offset: 1>>
}) : () -> ()

// -----

// error: 'memref.subview' op expected the number of 'offsets' to match the number of dynamic entries in 'static_offsets' (0 vs 1)
"test.region"() ({
^bb0(%m: memref<2x3xf32>, %i: index):
  "memref.subview"(%m) {operandSegmentSizes = array<i32: 1, 0, 0, 0>, static_offsets = array<i64: -9223372036854775808, 0>, static_sizes = array<i64: 1, 1>, static_strides = array<i64: 1, 1>} : (memref<2x3xf32>) -> memref<1x1xf32, strided<[3, 1]>>
}) : () -> ()

// -----

// error: 'memref.subview' op expected result type to be 'memref<0x3xf32, strided<[3, 1]>>' or a rank-reduced version. (mismatch of result sizes), but got 'memref<?x3xf32, strided<[3, 1]>>'
"test.region"() ({
^bb0(%m: memref<2x3xf32>, %i: index):
  %0 = memref.subview %m[0, 0][0, 3][1, 1] : memref<2x3xf32> to memref<?x3xf32, strided<[3, 1]>>
}) : () -> ()

// -----

// error: 'memref.reinterpret_cast' op expected mixed offsets rank to match mixed sizes rank (2 vs 1) so the rank of the result type is well-formed.
"test.region"() ({
^bb0(%m: memref<?xf32>):
  %0 = memref.reinterpret_cast %m to offset: [0, 0], sizes: [10], strides: [1] : memref<?xf32> to memref<10xf32>
}) : () -> ()

// -----

// error: 'memref.reinterpret_cast' op different element types specified for source type 'memref<?xf32>' and result memref type 'memref<10xf64>'
"test.region"() ({
^bb0(%m: memref<?xf32>):
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [10], strides: [1] : memref<?xf32> to memref<10xf64>
}) : () -> ()

// -----

// error: 'memref.reinterpret_cast' op different memory spaces specified for source type 'memref<?xf32>' and result memref type 'memref<10xf32, 1>'
"test.region"() ({
^bb0(%m: memref<?xf32>):
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [10], strides: [1] : memref<?xf32> to memref<10xf32, 1>
}) : () -> ()

// -----

// error: 'memref.reinterpret_cast' op expected result type with size = 10 instead of 11 in dim = 0
"test.region"() ({
^bb0(%m: memref<?xf32>):
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [10], strides: [1] : memref<?xf32> to memref<11xf32>
}) : () -> ()

// -----

// error: 'memref.reinterpret_cast' op expected result type with offset = 1 instead of 0
"test.region"() ({
^bb0(%m: memref<?xf32>):
  %0 = memref.reinterpret_cast %m to offset: [1], sizes: [10], strides: [1] : memref<?xf32> to memref<10xf32>
}) : () -> ()

// -----

// error: 'memref.reinterpret_cast' op expected result type with offset = dynamic instead of 0
"test.region"() ({
^bb0(%m: memref<?xf32>, %i: index):
  %0 = memref.reinterpret_cast %m to offset: [%i], sizes: [10], strides: [1] : memref<?xf32> to memref<10xf32>
}) : () -> ()

// -----

// error: 'memref.reinterpret_cast' op expected result type with stride = dynamic instead of 1 in dim = 0
"test.region"() ({
^bb0(%m: memref<?xf32>, %i: index):
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [10], strides: [%i] : memref<?xf32> to memref<10xf32>
}) : () -> ()

// -----

// error: 'memref.reinterpret_cast' op expected result type with size = dynamic instead of 10 in dim = 0
"test.region"() ({
^bb0(%m: memref<?xf32>, %i: index):
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [%i], strides: [1] : memref<?xf32> to memref<10xf32>
}) : () -> ()

// -----

// error: 'memref.reinterpret_cast' op expected mixed sizes rank to match mixed strides rank (2 vs 1) so the rank of the result type is well-formed.
"test.region"() ({
^bb0(%m: memref<?xf32>, %i: index):
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [10, 2], strides: [2] : memref<?xf32> to memref<10x2xf32>
}) : () -> ()

// -----

// error: 'memref.reinterpret_cast' op expected 1 size values, got 2
"test.region"() ({
^bb0(%m: memref<?xf32>, %i: index):
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [10, 2], strides: [2, 1] : memref<?xf32> to memref<10xf32>
}) : () -> ()

// -----

// error: 'memref.reinterpret_cast' op result #0 must be strided memref of any type values, but got 'memref<10xf32, affine_map<(d0) -> (d0 floordiv 2)>>'
"test.region"() ({
^bb0(%m: memref<?xf32>, %i: index):
  %0 = memref.reinterpret_cast %m to offset: [0], sizes: [10], strides: [1] : memref<?xf32> to memref<10xf32, affine_map<(d0) -> (d0 floordiv 2)>>
}) : () -> ()

// -----

// error: 'memref.collapse_shape' op reassociation index 2 is out of bounds
"test.region"() ({
^bb0(%m: memref<?x?xf32>, %i: index):
  %0 = memref.collapse_shape %m [[0, 1, 2]] : memref<?x?xf32> into memref<?xf32>
}) : () -> ()

// -----

// error: 'memref.collapse_shape' op expanded rank (2) inconsistent with number of reassociation indices (1)
"test.region"() ({
^bb0(%m: memref<?x?xf32>, %i: index):
  %0 = memref.collapse_shape %m [[0]] : memref<?x?xf32> into memref<?xf32>
}) : () -> ()

// -----

// error: 'memref.collapse_shape' op rank 0 memrefs can only be extended/collapsed with/from ones
"test.region"() ({
^bb0(%m: memref<?x?xf32>, %i: index):
  %0 = memref.collapse_shape %m [] : memref<?x?xf32> into memref<f32>
}) : () -> ()

// -----

// error: 'memref.collapse_shape' op reassociation indices must be contiguous
"test.region"() ({
^bb0(%m: memref<?x?xf32>, %i: index):
  %0 = memref.collapse_shape %m [[1], [0]] : memref<?x?xf32> into memref<?x?xf32>
}) : () -> ()

// -----

// error: 'memref.collapse_shape' op has source rank 2 and result rank 3. This is not a collapse (2 < 3).
"test.region"() ({
^bb0(%m: memref<?x?xf32>, %i: index):
  %0 = memref.collapse_shape %m [[0], [1]] : memref<?x?xf32> into memref<?x?x?xf32>
}) : () -> ()

// -----

// error: 'memref.collapse_shape' op invalid source layout map or collapsing non-contiguous dims
"test.region"() ({
^bb0(%m: memref<3x4xf32, strided<[10, 1]>>, %i: index):
  %0 = memref.collapse_shape %m [[0, 1]] : memref<3x4xf32, strided<[10, 1]>> into memref<12xf32, strided<[1]>>
}) : () -> ()

// -----

// error: 'memref.collapse_shape' op expected collapsed type to be 'memref<12xf32>' but found 'memref<12xf32, strided<[2]>>'
"test.region"() ({
^bb0(%m: memref<3x4xf32>, %i: index):
  %0 = memref.collapse_shape %m [[0, 1]] : memref<3x4xf32> into memref<12xf32, strided<[2]>>
}) : () -> ()

// -----

// error: 'memref.collapse_shape' op collapsed dim size (13) must equal reassociation group size (12)
"test.region"() ({
^bb0(%m: memref<3x4xf32>, %i: index):
  %0 = memref.collapse_shape %m [[0, 1]] : memref<3x4xf32> into memref<13xf32>
}) : () -> ()

// -----

// error: 'memref.collapse_shape' op collapsed dim (0) must be dynamic if and only if reassociation group is dynamic
"test.region"() ({
^bb0(%m: memref<3x?xf32>, %i: index):
  %0 = memref.collapse_shape %m [[0, 1]] : memref<3x?xf32> into memref<13xf32>
}) : () -> ()

// -----

// error: 'memref.collapse_shape' op invalid number of reassociation groups: found 2, expected 1
"test.region"() ({
^bb0(%m: memref<3x?xf32>, %i: index):
  %0 = memref.collapse_shape %m [[0, 1], [2]] : memref<3x?xf32> into memref<?xf32>
}) : () -> ()

// -----

// error: 'memref.expand_shape' op expected expanded type to be 'memref<2x3xf32>' but found 'memref<2x3xf32, strided<[3, 2]>>'
"test.region"() ({
^bb0(%m: memref<6xf32>, %i: index):
  %0 = memref.expand_shape %m [[0, 1]] output_shape [2, 3] : memref<6xf32> into memref<2x3xf32, strided<[3, 2]>>
}) : () -> ()

// -----

// error: 'memref.expand_shape' op has source rank 2 and result rank 1. This is not an expansion (2 > 1).
"test.region"() ({
^bb0(%m: memref<6x1xf32>, %i: index):
  %0 = memref.expand_shape %m [[0, 1]] output_shape [6] : memref<6x1xf32> into memref<6xf32>
}) : () -> ()

// -----

// error: 'memref.expand_shape' op expected number of static shape bounds to be equal to the output rank (2) but found 1 inputs instead
"test.region"() ({
^bb0(%m: memref<6xf32>, %i: index):
  %0 = memref.expand_shape %m [[0, 1]] output_shape [2] : memref<6xf32> into memref<2x3xf32>
}) : () -> ()

// -----

// error: 'memref.expand_shape' op invalid output shape provided at pos 1
"test.region"() ({
^bb0(%m: memref<6xf32>, %i: index):
  %0 = memref.expand_shape %m [[0, 1]] output_shape [2, 4] : memref<6xf32> into memref<2x3xf32>
}) : () -> ()

// -----

// error: 'memref.expand_shape' op invalid output shape provided at pos 1
"test.region"() ({
^bb0(%m: memref<6xf32>, %i: index):
  %0 = memref.expand_shape %m [[0, 1]] output_shape [2, %i] : memref<6xf32> into memref<2x3xf32>
}) : () -> ()

// -----

// error: 'memref.expand_shape' op rank 0 memrefs can only be extended/collapsed with/from ones
"test.region"() ({
^bb0(%m: memref<f32>, %i: index):
  %0 = memref.expand_shape %m [] output_shape [2] : memref<f32> into memref<2xf32>
}) : () -> ()

// -----

// error: 'memref.expand_shape' op mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has 1 dynamic dims while output_shape has 0 values
"test.region"() ({
^bb0(%m: memref<6xf32>, %i: index):
  "memref.expand_shape"(%m) {reassociation = [[0, 1]], static_output_shape = array<i64: 2, -9223372036854775808>} : (memref<6xf32>) -> memref<2x3xf32>
}) : () -> ()

// -----

// error: 'memref.reshape' op cannot use shape operand with dynamic length to reshape to statically-ranked memref type
"test.region"() ({
^bb0(%m: memref<6xf32>, %s: memref<?xi32>):
  %0 = memref.reshape %m(%s) : (memref<6xf32>, memref<?xi32>) -> memref<2x3xf32>
}) : () -> ()

// -----

// error: 'memref.reshape' op length of shape operand differs from the result's memref rank
"test.region"() ({
^bb0(%m: memref<6xf32>, %s: memref<1xi32>):
  %0 = memref.reshape %m(%s) : (memref<6xf32>, memref<1xi32>) -> memref<2x3xf32>
}) : () -> ()

// -----

// error: 'memref.reshape' op element types of source and destination memref types should be the same
"test.region"() ({
^bb0(%m: memref<6xf32>, %s: memref<2xi32>):
  %0 = memref.reshape %m(%s) : (memref<6xf32>, memref<2xi32>) -> memref<2x3xf64>
}) : () -> ()

// -----

// error: 'memref.reshape' op source memref type should have identity affine map
"test.region"() ({
^bb0(%m: memref<6xf32, strided<[2]>>, %s: memref<2xi32>):
  %0 = memref.reshape %m(%s) : (memref<6xf32, strided<[2]>>, memref<2xi32>) -> memref<2x3xf32>
}) : () -> ()

// -----

// error: 'memref.reshape' op result memref type should have identity affine map
"test.region"() ({
^bb0(%m: memref<6xf32>, %s: memref<2xi32>):
  %0 = memref.reshape %m(%s) : (memref<6xf32>, memref<2xi32>) -> memref<2x3xf32, strided<[6, 2]>>
}) : () -> ()

// -----

// error: 'memref.reshape' op operand #1 must be 1D memref of signless integer or index values, but got 'memref<2xf32>'
"test.region"() ({
^bb0(%m: memref<6xf32>, %s: memref<2xf32>):
  %0 = memref.reshape %m(%s) : (memref<6xf32>, memref<2xf32>) -> memref<2x3xf32>
}) : () -> ()

// -----

// error: 'memref.transpose' op expected a permutation map
"test.region"() ({
^bb0(%m: memref<6x6xf32>):
  %0 = memref.transpose %m (i, j) -> (i, i) : memref<6x6xf32> to memref<6x6xf32>
}) : () -> ()

// -----

// error: 'memref.transpose' op expected a permutation map of same rank as the input
"test.region"() ({
^bb0(%m: memref<6x6xf32>):
  %0 = memref.transpose %m (i) -> (i) : memref<6x6xf32> to memref<6x6xf32>
}) : () -> ()

// -----

// error: 'memref.transpose' op result type 'memref<6x6xf32>' is not equivalent to the canonical transposed input type 'memref<6x6xf32, strided<[1, 6]>>'
// The reference differs: other words.
"test.region"() ({
^bb0(%m: memref<6x6xf32>):
  %0 = memref.transpose %m (i, j) -> (j, i) : memref<6x6xf32> to memref<6x6xf32>
}) : () -> ()

// -----

// error: 'memref.view' op incorrect number of dynamic sizes, has 0, expected 1
"test.region"() ({
^bb0(%m: memref<6xi8>, %i: index):
  %0 = memref.view %m[%i][] : memref<6xi8> to memref<?xf32>
}) : () -> ()

// -----

// error: 'memref.view' op operand #0 must be 1D memref of 8-bit signless integer values, but got 'memref<6xi16>'
"test.region"() ({
^bb0(%m: memref<6xi16>, %i: index):
  %0 = memref.view %m[%i][] : memref<6xi16> to memref<2xf32>
}) : () -> ()

// -----

// error: 'memref.view' op different memory spaces specified for base memref type 'memref<6xi8>' and view memref type 'memref<2xf32, 1>'
"test.region"() ({
^bb0(%m: memref<6xi8>, %i: index):
  %0 = memref.view %m[%i][] : memref<6xi8> to memref<2xf32, 1>
}) : () -> ()

// -----

// error: 'memref.view' op unsupported map for result memref type 'memref<2xf32, affine_map<(d0) -> (d0 floordiv 2)>>'
"test.region"() ({
^bb0(%m: memref<6xi8>, %i: index):
  %0 = memref.view %m[%i][] : memref<6xi8> to memref<2xf32, affine_map<(d0) -> (d0 floordiv 2)>>
}) : () -> ()

// -----

// error: 'memref.view' op unsupported map for base memref type 'memref<6xi8, strided<[2]>>'
"test.region"() ({
^bb0(%m: memref<6xi8, strided<[2]>>, %i: index):
  %0 = memref.view %m[%i][] : memref<6xi8, strided<[2]>> to memref<2xf32>
}) : () -> ()

// -----

// error: 'memref.view' op unsupported map for result memref type 'memref<2xf32, strided<[2]>>'
"test.region"() ({
^bb0(%m: memref<6xi8>, %i: index):
  %0 = memref.view %m[%i][] : memref<6xi8> to memref<2xf32, strided<[2]>>
}) : () -> ()

// -----

// error: 'memref.realloc' op missing dimension operand for result type 'memref<?xf32>'
"test.region"() ({
^bb0(%m: memref<6xf32>, %i: index):
  %0 = memref.realloc %m : memref<6xf32> to memref<?xf32>
}) : () -> ()

// -----

// error: 'memref.realloc' op unnecessary dimension operand for result type 'memref<7xf32>'
"test.region"() ({
^bb0(%m: memref<6xf32>, %i: index):
  %0 = memref.realloc %m(%i) : memref<6xf32> to memref<7xf32>
}) : () -> ()

// -----

// error: 'memref.realloc' op different element types specified for source memref type 'memref<6xf32>' and result memref type 'memref<7xf64>'
"test.region"() ({
^bb0(%m: memref<6xf32>, %i: index):
  %0 = memref.realloc %m : memref<6xf32> to memref<7xf64>
}) : () -> ()

// -----

// error: 'memref.realloc' op different memory spaces specified for source memref type 'memref<6xf32>' and result memref type 'memref<7xf32, 1>'
"test.region"() ({
^bb0(%m: memref<6xf32>, %i: index):
  %0 = memref.realloc %m : memref<6xf32> to memref<7xf32, 1>
}) : () -> ()

// -----

// error: 'memref.realloc' op unsupported layout for result memref type 'memref<7xf32, strided<[2]>>'
"test.region"() ({
^bb0(%m: memref<6xf32>, %i: index):
  %0 = memref.realloc %m : memref<6xf32> to memref<7xf32, strided<[2]>>
}) : () -> ()

// -----

// error: 'memref.realloc' op unsupported layout for source memref type 'memref<6xf32, strided<[2]>>'
"test.region"() ({
^bb0(%m: memref<6xf32, strided<[2]>>, %i: index):
  %0 = memref.realloc %m : memref<6xf32, strided<[2]>> to memref<7xf32>
}) : () -> ()

// -----

// error: 'memref.realloc' op operand #0 must be 1D memref of any type values, but got 'memref<6x2xf32>'
"test.region"() ({
^bb0(%m: memref<6x2xf32>, %i: index):
  %0 = memref.realloc %m : memref<6x2xf32> to memref<7xf32>
}) : () -> ()

// -----

// error: 'memref.dma_wait' op expected tagIndices to have the same number of elements as the tagMemRef rank, expected 2, but got 1
"test.region"() ({
^bb0(%m: memref<6x2xf32>, %i: index):
  memref.dma_wait %m[%i], %i : memref<6x2xf32>
}) : () -> ()

// -----

// error: 'memref.extract_strided_metadata' op inferred type(s) 'memref<f32>', 'index', 'index', 'index', 'index', 'index' are incompatible with return type(s) of operation 'memref<f64>', 'index', 'index', 'index', 'index', 'index'
"test.region"() ({
^bb0(%m: memref<6x2xf32>, %i: index):
  %0:6 = memref.extract_strided_metadata %m : memref<6x2xf32> -> memref<f64>, index, index, index, index, index
}) : () -> ()

// -----

// error: 'memref.extract_strided_metadata' op inferred type(s) 'memref<f32>', 'index', 'index', 'index', 'index', 'index' are incompatible with return type(s) of operation 'memref<f32>', 'index', 'index', 'index'
"test.region"() ({
^bb0(%m: memref<6x2xf32>, %i: index):
  %0:4 = memref.extract_strided_metadata %m : memref<6x2xf32> -> memref<f32>, index, index, index
}) : () -> ()

// -----

// error: 'memref.extract_strided_metadata' op inferred type(s) 'memref<f32>', 'index', 'index', 'index', 'index', 'index' are incompatible with return type(s) of operation 'memref<f32>', 'index', 'index'
"test.region"() ({
^bb0(%m: memref<6x2xf32>, %i: index):
  %0:3 = memref.extract_strided_metadata %m : memref<6x2xf32> -> memref<f32>, index, index
}) : () -> ()

// -----

// error: 'memref.dealloc' op operand #0 must be ranked or unranked memref of any type values, but got 'f32'
// The reference differs: other words.
"test.region"() ({
^bb0(%m: f32, %i: index):
  memref.dealloc %m : f32
}) : () -> ()

// -----

// error: 'memref.alloca_scope' op along control flow edge from Operation memref.alloca_scope.return to parent: region branch point has 0 operands, but region successor needs 1 inputs
"test.region"() ({
^bb0(%m: memref<6x2xf32>, %i: index):
  %0 = memref.alloca_scope -> (i32) { memref.alloca_scope.return }
}) : () -> ()

// -----

// error: 'memref.alloca_scope' op along control flow edge from Operation memref.alloca_scope.return to parent: region branch point has 1 operands, but region successor needs 0 inputs
"test.region"() ({
^bb0(%m: memref<6x2xf32>, %i: index):
  memref.alloca_scope { memref.alloca_scope.return %i : index }
}) : () -> ()

// -----

// error: 'memref.subview' op offset 0 is out-of-bounds: 2 >= 2
"test.region"() ({
^bb0(%m: memref<2x3xf32>, %i: index):
  %0 = memref.subview %m[2, 0][0, 3][1, 1] : memref<2x3xf32> to memref<0x3xf32, strided<[3, 1], offset: 6>>
}) : () -> ()

// -----

// error: 'memref.subview' op offset 0 is out-of-bounds: 3 >= 2
"test.region"() ({
^bb0(%m: memref<2x3xf32>, %i: index):
  %0 = memref.subview %m[3, 0][0, 3][1, 1] : memref<2x3xf32> to memref<0x3xf32, strided<[3, 1], offset: 9>>
}) : () -> ()

// -----

// error: 'memref.subview' op slice along dimension 0 runs out-of-bounds: 2 >= 2
"test.region"() ({
^bb0(%m: memref<2x3xf32>, %i: index):
  %0 = memref.subview %m[0, 0][3, %i][1, 1] : memref<2x3xf32> to memref<3x?xf32, strided<[3, 1]>>
}) : () -> ()

// -----

// error: 'memref.cast' op operand type 'memref<1x3xf32>' and result type 'memref<1x3xf32, strided<[5, 1]>>' are cast incompatible
"test.region"() ({
^bb0(%m: memref<1x3xf32>):
  %0 = memref.cast %m : memref<1x3xf32> to memref<1x3xf32, strided<[5, 1]>>
}) : () -> ()

// -----

// error: 'memref.cast' op operand type 'memref<1x3xf32, strided<[7, 1]>>' and result type 'memref<?x3xf32, strided<[5, 1]>>' are cast incompatible
"test.region"() ({
^bb0(%m: memref<1x3xf32, strided<[7, 1]>>):
  %0 = memref.cast %m : memref<1x3xf32, strided<[7,1]>> to memref<?x3xf32, strided<[5, 1]>>
}) : () -> ()

// -----

// error: 'memref.cast' op operand type 'memref<4x3xf32, strided<[7, 1]>>' and result type 'memref<?x3xf32, strided<[5, 1]>>' are cast incompatible
"test.region"() ({
^bb0(%m: memref<4x3xf32, strided<[7, 1]>>):
  %0 = memref.cast %m : memref<4x3xf32, strided<[7,1]>> to memref<?x3xf32, strided<[5, 1]>>
}) : () -> ()

// -----

// error: 'memref.subview' op expected result type to be 'memref<1x1x3xf32, strided<[6, 3, 1]>>' or a rank-reduced version. (mismatch of result layout), but got 'memref<1x3xf32, strided<[7, 1]>>'
"test.region"() ({
^bb0(%m: memref<4x2x3xf32>):
  %0 = memref.subview %m[0, 0, 0][1, 1, 3][1,1,1] : memref<4x2x3xf32> to memref<1x3xf32, strided<[7, 1]>>
}) : () -> ()

// -----

// error: 'memref.subview' op expected result type to be 'memref<1x1x3xf32, strided<[?, ?, ?], offset: ?>>' or a rank-reduced version. (mismatch of result layout), but got 'memref<1x3xf32, strided<[1, ?], offset: ?>>'
"test.region"() ({
^bb0(%m: memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>>):
  %0 = memref.subview %m[0, 0, 0][1, 1, 3][1,1,1] : memref<?x?x?xf32, strided<[?, ?, ?], offset: ?>> to memref<1x3xf32, strided<[1, ?], offset: ?>>
}) : () -> ()

// -----

// error: 'memref.subview' op expected 1 offset values, got 0
"test.region"() ({
^bb0(%m: memref<4xf32>):
  %0 = memref.subview %m[][][] : memref<4xf32> to memref<4xf32, strided<[1]>>
}) : () -> ()

// -----

// error: 'memref.dma_start' op expected at least 4 operands
"memref.dma_start"() : () -> ()

// -----

// error: 'memref.dma_start' op expected source to be of memref type
"test.region"() ({
^bb0(%m: memref<6x2xf32>, %i: index, %f : f32):
  "memref.dma_start"(%i, %i, %i, %i) : (index, index, index, index) -> ()
}) : () -> ()

// -----

// error: 'memref.dma_start' op expected at least 5 operands
"test.region"() ({
^bb0(%m: memref<2xf32>, %i: index, %f : f32):
  "memref.dma_start"(%m, %i, %i, %i) : (memref<2xf32>, index, index, index) -> ()
}) : () -> ()

// -----

// error: 'memref.dma_start' op expected source indices to be of index type
"test.region"() ({
^bb0(%m: memref<2xf32>, %i: index, %f : f32):
  "memref.dma_start"(%m, %f, %m, %i, %i, %m) : (memref<2xf32>, f32, memref<2xf32>, index, index, memref<2xf32>) -> ()
}) : () -> ()

// -----

// error: 'memref.dma_start' op expected destination to be of memref type
"test.region"() ({
^bb0(%m: memref<2xf32>, %i: index, %f : f32):
  "memref.dma_start"(%m, %i, %i, %i, %i, %m) : (memref<2xf32>, index, index, index, index, memref<2xf32>) -> ()
}) : () -> ()

// -----

// error: 'memref.dma_start' op expected destination indices to be of index type
"test.region"() ({
^bb0(%m: memref<2xf32>, %i: index, %f : f32):
  "memref.dma_start"(%m, %i, %m, %f, %i, %m) : (memref<2xf32>, index, memref<2xf32>, f32, index, memref<2xf32>) -> ()
}) : () -> ()

// -----

// error: 'memref.dma_start' op expected num elements to be of index type
"test.region"() ({
^bb0(%m: memref<2xf32>, %i: index, %f : f32):
  "memref.dma_start"(%m, %i, %m, %i, %f, %m) : (memref<2xf32>, index, memref<2xf32>, index, f32, memref<2xf32>) -> ()
}) : () -> ()

// -----

// error: 'memref.dma_start' op expected tag to be of memref type
"test.region"() ({
^bb0(%m: memref<2xf32>, %i: index, %f : f32):
  "memref.dma_start"(%m, %i, %m, %i, %i, %i) : (memref<2xf32>, index, memref<2xf32>, index, index, index) -> ()
}) : () -> ()

// -----

// error: 'memref.dma_start' op expected at least 7 operands
"test.region"() ({
^bb0(%m: memref<2xf32>, %i: index, %f : f32):
  "memref.dma_start"(%m, %i, %m, %i, %i, %m) : (memref<2xf32>, index, memref<2xf32>, index, index, memref<2xf32>) -> ()
}) : () -> ()

// -----

// error: 'memref.dma_start' op expected tag indices to be of index type
"test.region"() ({
^bb0(%m: memref<2xf32>, %i: index, %f : f32):
  "memref.dma_start"(%m, %i, %m, %i, %i, %m, %f) : (memref<2xf32>, index, memref<2xf32>, index, index, memref<2xf32>, f32) -> ()
}) : () -> ()

// -----

// error: 'memref.dma_start' op incorrect number of operands
"test.region"() ({
^bb0(%m: memref<2xf32>, %i: index, %f : f32):
  "memref.dma_start"(%m, %i, %m, %i, %i, %m, %i, %i) : (memref<2xf32>, index, memref<2xf32>, index, index, memref<2xf32>, index, index) -> ()
}) : () -> ()

// -----

// error: 'memref.dma_start' op expected stride and num elements per stride to be of type index
"test.region"() ({
^bb0(%m: memref<2xf32>, %i: index, %f : f32):
  "memref.dma_start"(%m, %i, %m, %i, %i, %m, %i, %i, %f) : (memref<2xf32>, index, memref<2xf32>, index, index, memref<2xf32>, index, index, f32) -> ()
}) : () -> ()

// -----

// error: expected two stride related operands
"test.region"() ({
^bb0(%m: memref<2xf32>, %i: index, %f : f32):
  memref.dma_start %m[%i], %m[%i], %i, %m[%i], %i : memref<2xf32>, memref<2xf32>, memref<2xf32>
}) : () -> ()

// -----

// error: fewer/more types expected
"test.region"() ({
^bb0(%m: memref<2xf32>, %i: index, %f : f32):
  memref.dma_start %m[%i], %m[%i], %i, %m[%i] : memref<2xf32>, memref<2xf32>
}) : () -> ()

// -----

// error: 'memref.expand_shape' op expected expanded type to be 'memref<1x?xf32>' but found 'memref<1x?xf32, strided<[?, 1]>>'
%m, %n = "test.op"() : () -> (memref<?xf32, strided<[1]>>, index)
%0 = memref.expand_shape %m [[0, 1]] output_shape [1, %n] : memref<?xf32, strided<[1]>> into memref<1x?xf32, strided<[?, 1]>>

// -----

// error: memref layout mismatch between rank and affine map: 2 != 1
"test.op"() {type = memref<2x4xf32, affine_map<(i) -> (i)>>} : () -> ()
