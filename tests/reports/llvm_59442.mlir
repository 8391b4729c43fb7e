// A loop without results hands a tensor from outside of it to the next iteration. The reference once
// looked for a block argument that is not there.
// REFERENCE: is right
// RUN: bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries allow-return-allocs-from-loops" | filecheck %s
// RUN: not bufferize-opt %s --one-shot-bufferize="bufferize-function-boundaries" 2>&1 | filecheck %s --check-prefix=REFUSED
// PRINTS: 2 7

// REFUSED: [[# @LINE + 19]]:5: error: Yield operand #0 is not equivalent to the corresponding iter bbArg
// REFUSED: note: write into the carried tensor, let `--scf-loop-bufferization-preprocessing` copy into it, or set allow-return-allocs-from-loops

// CHECK-LABEL: func.func @main
// CHECK:         scf.while (%{{.*}} = %{{.*}}) : (memref<2xf32>) -> ()
// CHECK:         } do {
// CHECK:           scf.yield %{{.*}} : memref<2xf32>
func.func @main() {
  %zero = arith.constant 0 : index
  %two = arith.constant 2.0 : f32
  %seven = arith.constant 7.0 : f32
  %filled = tensor.splat %two : tensor<2xf32>
  %other = tensor.splat %seven : tensor<2xf32>
  scf.while (%t = %filled) : (tensor<2xf32>) -> () {
    %v = tensor.extract %t[%zero] : tensor<2xf32>
    vector.print %v : f32
    %more = arith.cmpf olt, %v, %seven : f32
    scf.condition(%more)
  } do {
    scf.yield %other : tensor<2xf32>
  }
  return
}
