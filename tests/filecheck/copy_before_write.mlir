// copy-before-write: no analysis; each write gets a buffer of its own.
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries copy-before-write" | filecheck %s
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries no-analysis-func-filter=update" | filecheck %s
// RUN: not bufferize-opt %s --one-shot-bufferize="copy-before-write test-analysis-only" 2>&1 | filecheck %s --check-prefix=BOTH

// BOTH: error: invalid option: 'copy-before-write' skips the analysis

// CHECK-LABEL: func.func @update
// CHECK-SAME:    (%[[BUF:[a-z0-9]*]]: memref<4xi64,
// CHECK:         memref.copy %[[BUF]], %[[ONE:[a-z0-9_]*]]
// CHECK-NEXT:    memref.store %{{.*}}, %[[ONE]]
// CHECK:         memref.copy %[[ONE]], %[[TWO:[a-z0-9_]*]]
// CHECK-NEXT:    memref.store %{{.*}}, %[[TWO]]
func.func @update(%t: tensor<4xi64>, %v: i64, %i: index) -> tensor<4xi64> {
  %0 = tensor.insert %v into %t[%i] : tensor<4xi64>
  %1 = tensor.insert %v into %0[%i] : tensor<4xi64>
  return %1 : tensor<4xi64>
}
