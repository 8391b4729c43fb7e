// analysis-budget: what would need more tests than that is copied, and a warning says so.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries" | filecheck %s --check-prefix=ALL
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries analysis-budget=4" | filecheck %s --check-prefix=ALL
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries analysis-budget=2" | filecheck %s --check-prefix=TWO
// RUN: bufferize-opt %s --split-input-file --verify-diagnostics --one-shot-bufferize="bufferize-function-boundaries analysis-budget=1" -o /dev/null
// RUN: not bufferize-opt %s --one-shot-bufferize="analysis-budget=-1" 2>&1 | filecheck %s --check-prefix=NEGATIVE

// NEGATIVE: error: invalid option: 'analysis-budget' must not be negative: -1

// Whether a tile may be filled in place takes two tests; without them it gets a buffer of its own.
// ALL-LABEL: func.func @tiles(
// ALL-NOT:   memref.alloc

// TWO-LABEL: func.func @tiles(
// TWO:       %[[TILE:.*]] = memref.alloc
// TWO:       linalg.fill {{.*}} outs(%[[TILE]]
// TWO-NOT:   memref.alloc
// expected-warning@+2 {{analysis of function 'tiles' stopped after 1 candidate test: }}
// expected-note@unknown {{raise analysis-budget, or set it to 0 for as many tests as it takes}}
func.func @tiles(%t: tensor<8xf32> {bufferization.writable = true}, %v: f32) -> tensor<8xf32> {
  %0 = tensor.extract_slice %t[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %1 = linalg.fill ins(%v : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = tensor.insert_slice %1 into %t[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %3 = tensor.extract_slice %2[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %4 = linalg.fill ins(%v : f32) outs(%3 : tensor<4xf32>) -> tensor<4xf32>
  %5 = tensor.insert_slice %4 into %2[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %5 : tensor<8xf32>
}

// -----

// A loop may then yield a new buffer, also without allow-return-allocs-from-loops.
// ALL-LABEL: func.func @loop(
// ALL-NOT:   memref.alloc
// TWO-LABEL: func.func @loop(
// TWO-NOT:   memref.alloc
// expected-warning@+2 {{analysis of function 'loop' stopped after 1 candidate test: }}
// expected-note@unknown {{raise}}
func.func @loop(%t: tensor<8xf32> {bufferization.writable = true}, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> tensor<8xf32> {
    %1 = linalg.add ins(%a, %a : tensor<8xf32>, tensor<8xf32>) outs(%a : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}
