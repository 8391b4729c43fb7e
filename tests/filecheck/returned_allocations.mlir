// A loop that yields a buffer of its own is refused, unless the option allows it.
// RUN: not bufferize-opt %s --one-shot-bufferize=bufferize-function-boundaries 2>&1 | filecheck %s --check-prefix=STRICT
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops" | filecheck %s

// STRICT: returned_allocations.mlir:[[# @LINE + 16]]:5: error: {{.*}}Yield operand #0 is not equivalent to the corresponding iter bbArg

// CHECK-LABEL: func.func @ping_pong
// CHECK-SAME:    (%[[A:[a-z0-9]*]]: memref<4xf32, {{[^>]*}}>>, %[[B:[a-z0-9]*]]: memref<4xf32, {{[^>]*}}>>,
// CHECK:         %[[LOOP:.*]]:2 = scf.for {{.*}} iter_args(%[[X:.*]] = %{{.*}}, %[[Y:.*]] = %{{.*}})
// CHECK:           memref.store %{{.*}}, %[[X]]
// CHECK-DAG:       memref.copy %[[Y]], %[[NEW_Y:[a-z0-9_]*]]
// CHECK-DAG:       memref.copy %[[X]], %[[NEW_X:[a-z0-9_]*]]
// CHECK:           scf.yield
// CHECK:         return %[[LOOP]]#0
func.func @ping_pong(%a: tensor<4xf32>, %b: tensor<4xf32>, %v: f32, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b)
      -> (tensor<4xf32>, tensor<4xf32>) {
    %z = tensor.insert %v into %x[%c0] : tensor<4xf32>
    scf.yield %y, %z : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0 : tensor<4xf32>
}
