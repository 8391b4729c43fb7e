// Blocks of which neither dominates the other: a write matters only if control may go from it to the read.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" | filecheck %s

// REFERENCE: mlir-opt copies, because neither read dominates the write.
// CHECK-LABEL: func.func @read_on_both_ways(
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
func.func @read_on_both_ways(%c: i1, %t: tensor<8xf32>, %x: f32, %i: index) -> (tensor<8xf32>, f32) {
  %f = linalg.fill ins(%x : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  cf.cond_br %c, ^left, ^right
^left:
  %a = tensor.extract %f[%i] : tensor<8xf32>
  cf.br ^join(%a : f32)
^right:
  %b = tensor.extract %f[%i] : tensor<8xf32>
  cf.br ^join(%b : f32)
^join(%s: f32):
  %w = tensor.insert %s into %f[%i] : tensor<8xf32>
  return %w, %s : tensor<8xf32>, f32
}

// -----

// REFERENCE: mlir-opt copies, because the read is not before the write.
// CHECK-LABEL: func.func @written_on_the_other_way(
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
func.func @written_on_the_other_way(%c: i1, %t: tensor<8xf32>, %x: f32, %i: index) -> f32 {
  %f = linalg.fill ins(%x : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  cf.cond_br %c, ^left, ^right
^left:
  %w = tensor.insert %x into %f[%i] : tensor<8xf32>
  %a = tensor.extract %w[%i] : tensor<8xf32>
  cf.br ^join(%a : f32)
^right:
  %b = tensor.extract %f[%i] : tensor<8xf32>
  cf.br ^join(%b : f32)
^join(%s: f32):
  return %s : f32
}

// -----

// CHECK-LABEL: func.func @read_where_the_ways_meet(
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
func.func @read_where_the_ways_meet(%c: i1, %t: tensor<8xf32>, %x: f32, %i: index) -> (f32, f32) {
  %f = linalg.fill ins(%x : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  cf.cond_br %c, ^left, ^right
^left:
  %w = tensor.insert %x into %f[%i] : tensor<8xf32>
  %a = tensor.extract %w[%i] : tensor<8xf32>
  cf.br ^join(%a : f32)
^right:
  cf.br ^join(%x : f32)
^join(%s: f32):
  %b = tensor.extract %f[%i] : tensor<8xf32>
  return %s, %b : f32, f32
}

// -----

// The blocks form a loop, and each round sets the contents anew.
// REFERENCE: mlir-opt copies, because the write may come before the read of another round.
// CHECK-LABEL: func.func @set_in_each_round(
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
func.func @set_in_each_round(%c: i1, %t: tensor<8xf32>, %x: f32, %i: index) -> f32 {
  cf.br ^head(%x : f32)
^head(%s: f32):
  %f = linalg.fill ins(%s : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  %again = arith.cmpf olt, %s, %x : f32
  cf.cond_br %again, ^left, ^right
^left:
  %w = tensor.insert %x into %f[%i] : tensor<8xf32>
  %a = tensor.extract %w[%i] : tensor<8xf32>
  cf.br ^head(%a : f32)
^right:
  %b = tensor.extract %f[%i] : tensor<8xf32>
  cf.cond_br %c, ^head(%b : f32), ^exit
^exit:
  return %b : f32
}

// -----

// CHECK-LABEL: func.func @set_before_the_rounds(
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
func.func @set_before_the_rounds(%c: i1, %t: tensor<8xf32>, %x: f32, %i: index) -> f32 {
  %f = linalg.fill ins(%x : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  cf.br ^head(%x : f32)
^head(%s: f32):
  %again = arith.cmpf olt, %s, %x : f32
  cf.cond_br %again, ^left, ^right
^left:
  %w = tensor.insert %x into %f[%i] : tensor<8xf32>
  %a = tensor.extract %w[%i] : tensor<8xf32>
  cf.br ^head(%a : f32)
^right:
  %b = tensor.extract %f[%i] : tensor<8xf32>
  cf.cond_br %c, ^head(%b : f32), ^exit
^exit:
  return %b : f32
}

// -----

// The blocks are those of a region, and the contents are set outside.
// REFERENCE: mlir-opt copies, because the read is not before the write.
// CHECK-LABEL: func.func @blocks_of_a_region(
// CHECK:           tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
func.func @blocks_of_a_region(%c: i1, %t: tensor<8xf32>, %x: f32, %i: index) -> f32 {
  %f = linalg.fill ins(%x : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  %r = scf.execute_region -> f32 {
    cf.cond_br %c, ^left, ^right
  ^left:
    %w = tensor.insert %x into %f[%i] : tensor<8xf32>
    %a = tensor.extract %w[%i] : tensor<8xf32>
    cf.br ^join(%a : f32)
  ^right:
    %b = tensor.extract %f[%i] : tensor<8xf32>
    cf.br ^join(%b : f32)
  ^join(%s: f32):
    scf.yield %s : f32
  }
  return %r : f32
}

// -----

// A loop around the region runs it again: the next round reads what this one has written.
// CHECK-LABEL: func.func @blocks_of_a_region_in_a_loop(
// CHECK:           tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
func.func @blocks_of_a_region_in_a_loop(%t: tensor<8xf32>, %x: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = linalg.fill ins(%x : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%part = %x) -> f32 {
    %c = arith.cmpi eq, %i, %c0 : index
    %r = scf.execute_region -> f32 {
      cf.cond_br %c, ^left, ^right
    ^left:
      %w = tensor.insert %part into %f[%i] : tensor<8xf32>
      %a = tensor.extract %w[%i] : tensor<8xf32>
      cf.br ^join(%a : f32)
    ^right:
      %b = tensor.extract %f[%i] : tensor<8xf32>
      cf.br ^join(%b : f32)
    ^join(%s: f32):
      scf.yield %s : f32
    }
    scf.yield %r : f32
  }
  return %sum : f32
}
