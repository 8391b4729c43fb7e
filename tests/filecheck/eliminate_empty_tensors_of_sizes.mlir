// Whether an empty tensor has the size of the part that it is inserted into: known, or sure to be so.
// RUN: bufferize-opt %s --split-input-file --eliminate-empty-tensors | filecheck %s

// Either of two tensors is inserted: one has the size of the part, the other one need not.
// CHECK-LABEL: func.func @selected(
// CHECK:         %[[P:.*]] = tensor.extract_slice %{{.*}}[%{{.*}}] [%{{.*}}] [1]
// CHECK:         linalg.fill ins({{.*}}) outs(%[[P]] :
// CHECK:         %[[E:.*]] = tensor.empty(%{{.*}})
// CHECK:         linalg.fill ins({{.*}}) outs(%[[E]] :
// CHECK:         arith.select
// REFERENCE: makes both the part
func.func @selected(%t: tensor<9xf32>, %o: index, %n: index, %m: index, %c: i1, %f: f32, %g: f32) -> tensor<9xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %e2 = tensor.empty(%m) : tensor<?xf32>
  %x2 = linalg.fill ins(%g : f32) outs(%e2 : tensor<?xf32>) -> tensor<?xf32>
  %s = arith.select %c, %x, %x2 : tensor<?xf32>
  %r = tensor.insert_slice %s into %t[%o] [%n] [1] : tensor<?xf32> into tensor<9xf32>
  return %r : tensor<9xf32>
}

// -----

// A tensor that is made in a branch, and what the branch yields, is the one that is inserted, or
// the program is undefined.
// CHECK-LABEL: func.func @in_branches(
// CHECK:         scf.if
// CHECK:           linalg.fill ins({{.*}}) outs(%extracted_slice
// CHECK:         else
// CHECK:           %[[E:.*]] = tensor.empty
// CHECK:           linalg.fill ins({{.*}}) outs(%[[E]]
// CHECK:           scf.if
// REFERENCE: looks at no branches of scf.if
func.func @in_branches(%t: tensor<9xf32>, %u: tensor<?xf32>, %k: index, %n: index, %m: index, %c: i1, %d: i1, %f: f32, %g: f32) -> tensor<9xf32> {
  %s = scf.if %c -> tensor<?xf32> {
    %e = tensor.empty(%n) : tensor<?xf32>
    %x = linalg.fill ins(%f : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %x : tensor<?xf32>
  } else {
    %e = tensor.empty(%m) : tensor<?xf32>
    %x = linalg.fill ins(%g : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    %y = scf.if %d -> tensor<?xf32> {
      scf.yield %x : tensor<?xf32>
    } else {
      scf.yield %u : tensor<?xf32>
    }
    scf.yield %y : tensor<?xf32>
  }
  %r = tensor.insert_slice %s into %t[0] [%k] [1] : tensor<?xf32> into tensor<9xf32>
  return %r : tensor<9xf32>
}

// -----

// What is cast for the insertion has one size only.
// CHECK-LABEL: func.func @cast_after(
// CHECK:         %[[P:.*]] = tensor.extract_slice %{{.*}}[0] [%{{.*}}] [1]
// CHECK:         %[[C:.*]] = tensor.cast %[[P]] : tensor<?xf32> to tensor<4xf32>
// CHECK:         linalg.fill ins({{.*}}) outs(%[[C]] :
func.func @cast_after(%t: tensor<9xf32>, %u: tensor<4xf32>, %n: index, %c: i1, %f: f32) -> tensor<9xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %s = arith.select %c, %x, %u : tensor<4xf32>
  %y = tensor.cast %s : tensor<4xf32> to tensor<?xf32>
  %r = tensor.insert_slice %y into %t[0] [%n] [1] : tensor<?xf32> into tensor<9xf32>
  return %r : tensor<9xf32>
}

// -----

// The program may end before the insertion, because the sizes differ.
// CHECK-LABEL: func.func @asserted(
// CHECK-NOT:     extract_slice
// CHECK:         return
// REFERENCE: extracts the part
func.func @asserted(%t: tensor<9xf32>, %n: index, %k: index, %f: f32) -> tensor<9xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %same = arith.cmpi eq, %d, %k : index
  cf.assert %same, "sizes differ"
  %r = tensor.insert_slice %x into %t[0] [%k] [1] : tensor<?xf32> into tensor<9xf32>
  return %r : tensor<9xf32>
}

// -----

// Likewise in a function that is called, because there is no such part.
// CHECK-LABEL: func.func @asserted_in_callee(
// CHECK-NOT:     extract_slice
// CHECK:         return
// REFERENCE: extracts the part
func.func @asserted_in_callee(%t: tensor<9xf32>, %o: index, %f: f32) -> tensor<9xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  call @check(%o) : (index) -> ()
  %r = tensor.insert_slice %x into %t[%o] [4] [1] : tensor<4xf32> into tensor<9xf32>
  return %r : tensor<9xf32>
}

func.func @check(%o: index) {
  call @check_less(%o) : (index) -> ()
  return
}

func.func @check_less(%o: index) {
  %c5 = arith.constant 5 : index
  %less = arith.cmpi ult, %o, %c5 : index
  cf.assert %less, "no such part"
  return
}

// -----

// A check before the tensor is made, and a function that returns, are in nobody's way.
// CHECK-LABEL: func.func @asserted_before(
// CHECK:         linalg.fill ins({{.*}}) outs(%extracted_slice
func.func @asserted_before(%t: tensor<9xf32>, %o: index, %f: f32) -> tensor<9xf32> {
  %c5 = arith.constant 5 : index
  %less = arith.cmpi ult, %o, %c5 : index
  cf.assert %less, "no such part"
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.fill ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  call @print(%f) : (f32) -> ()
  %r = tensor.insert_slice %x into %t[%o] [4] [1] : tensor<4xf32> into tensor<9xf32>
  return %r : tensor<9xf32>
}

func.func @print(%f: f32) {
  vector.print %f : f32
  return
}
