// Decisions about slices: what is only read is a view; what is written must own its memory.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize="bufferize-function-boundaries test-analysis-only" | filecheck %s

// Views that nobody writes to are in place, also of what must not be written to.
// CHECK-LABEL: func.func @views_returned(
// CHECK-SAME:    access = "read"{{.*}}access = "read"
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true", "true"]
func.func @views_returned(%frozen: tensor<?xi16> {bufferization.writable = false}, %t: tensor<?xi16>)
    -> (tensor<3xi16>, tensor<5xi16>) {
  %a = tensor.extract_slice %frozen[1] [3] [1] : tensor<?xi16> to tensor<3xi16>
  %b = tensor.extract_slice %t[0] [5] [2] : tensor<?xi16> to tensor<5xi16>
  return %a, %b : tensor<3xi16>, tensor<5xi16>
}

// So are views of views.
// CHECK-LABEL: func.func @view_of_a_view(
// CHECK-SAME:    access = "read"{{.*}}access = "read"
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true", "true"]
func.func @view_of_a_view(%frozen: tensor<?x8xf64> {bufferization.writable = false}, %t: tensor<?x8xf64>)
    -> (tensor<8xf64>, tensor<2x2xf64>) {
  %a = tensor.extract_slice %frozen[0, 0] [3, 8] [1, 1] : tensor<?x8xf64> to tensor<3x8xf64>
  %b = tensor.extract_slice %a[1, 0] [1, 8] [1, 1] : tensor<3x8xf64> to tensor<8xf64>
  %c = tensor.extract_slice %t[2, 2] [4, 4] [1, 1] : tensor<?x8xf64> to tensor<4x4xf64>
  %d = tensor.extract_slice %c[1, 1] [2, 2] [1, 1] : tensor<4x4xf64> to tensor<2x2xf64>
  return %b, %d : tensor<8xf64>, tensor<2x2xf64>
}

// -----

// An insertion writes: in place only where that is allowed.
// CHECK-LABEL: func.func @insert_where_allowed(
// CHECK-SAME:    access = "read"{{.*}}access = "read-write"{{.*}}access = "read"
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "false"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [-1, 1], __inplace_operands_attr__ = ["true", "true"]
func.func @insert_where_allowed(%frozen: tensor<?xf64> {bufferization.writable = false},
                                %t: tensor<?xf64>, %s: tensor<6xf64> {bufferization.writable = false})
    -> (tensor<?xf64>, tensor<?xf64>) {
  %a = tensor.insert_slice %s into %frozen[2] [6] [1] : tensor<6xf64> into tensor<?xf64>
  %b = tensor.insert_slice %s into %t[2] [6] [1] : tensor<6xf64> into tensor<?xf64>
  return %a, %b : tensor<?xf64>, tensor<?xf64>
}

// What was inserted into may be inserted on.
// CHECK-LABEL: func.func @insert_the_inserted(
// CHECK-SAME:    access = "read-write"{{.*}}access = "read-write"{{.*}}access = "read"{{.*}}access = "read"{{.*}}access = "read"{{.*}}access = "read"
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "false"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "false"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0, -1], __inplace_operands_attr__ = ["true", "true"]
func.func @insert_the_inserted(%t: tensor<?xf64>, %m: tensor<9xf64>, %s: tensor<3xf64>,
    %ft: tensor<?xf64> {bufferization.writable = false},
    %fm: tensor<9xf64> {bufferization.writable = false},
    %fs: tensor<3xf64> {bufferization.writable = false}) -> (tensor<?xf64>, tensor<?xf64>) {
  %a = tensor.insert_slice %s into %m[6] [3] [1] : tensor<3xf64> into tensor<9xf64>
  %b = tensor.insert_slice %a into %t[1] [9] [1] : tensor<9xf64> into tensor<?xf64>
  %c = tensor.insert_slice %fs into %fm[6] [3] [1] : tensor<3xf64> into tensor<9xf64>
  %d = tensor.insert_slice %c into %ft[1] [9] [1] : tensor<9xf64> into tensor<?xf64>
  return %b, %d : tensor<?xf64>, tensor<?xf64>
}

// -----

// A slice that is put elsewhere is copied out first, unless the insertion makes a copy anyway.
// CHECK-LABEL: func.func @move_a_slice(
// CHECK-SAME:    access = "read-write"{{.*}}access = "read"
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "false", "none"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0, -1], __inplace_operands_attr__ = ["true", "true"]
func.func @move_a_slice(%t: tensor<?xi32>, %frozen: tensor<?xi32> {bufferization.writable = false},
                        %at: index) -> (tensor<?xi32>, tensor<?xi32>) {
  %a = tensor.extract_slice %t[3] [6] [1] : tensor<?xi32> to tensor<6xi32>
  %b = tensor.insert_slice %a into %t[%at] [6] [1] : tensor<6xi32> into tensor<?xi32>
  %c = tensor.extract_slice %frozen[3] [6] [1] : tensor<?xi32> to tensor<6xi32>
  %d = tensor.insert_slice %c into %frozen[%at] [6] [1] : tensor<6xi32> into tensor<?xi32>
  return %b, %d : tensor<?xi32>, tensor<?xi32>
}

// A slice that is put back where it was is no conflict.
// CHECK-LABEL: func.func @put_a_slice_back(
// CHECK-SAME:    access = "read-write"{{.*}}access = "read"
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "false"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0, -1], __inplace_operands_attr__ = ["true", "true"]
func.func @put_a_slice_back(%t: tensor<?xi32>, %frozen: tensor<?xi32> {bufferization.writable = false})
    -> (tensor<?xi32>, tensor<?xi32>) {
  %a = tensor.extract_slice %t[3] [6] [1] : tensor<?xi32> to tensor<6xi32>
  %b = tensor.insert_slice %a into %t[3] [6] [1] : tensor<6xi32> into tensor<?xi32>
  %c = tensor.extract_slice %frozen[3] [6] [1] : tensor<?xi32> to tensor<6xi32>
  %d = tensor.insert_slice %c into %frozen[3] [6] [1] : tensor<6xi32> into tensor<?xi32>
  return %b, %d : tensor<?xi32>, tensor<?xi32>
}

// -----

// Its new contents may be read after that: they are still there.
// CHECK-LABEL: func.func @read_what_was_put_back(
// CHECK-SAME:    access = "read-write"
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none", "none"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none", "none"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0, -1], __inplace_operands_attr__ = ["true", "none"]
func.func @read_what_was_put_back(%t: tensor<?xi32>, %at: index, %n: index, %i: index, %x: i32)
    -> (tensor<?xi32>, i32) {
  %a = tensor.extract_slice %t[%at] [%n] [1] : tensor<?xi32> to tensor<?xi32>
  %b = linalg.fill ins(%x : i32) outs(%a : tensor<?xi32>) -> tensor<?xi32>
  %c = tensor.insert_slice %b into %t[%at] [%n] [1] : tensor<?xi32> into tensor<?xi32>
  %y = tensor.extract %b[%i] : tensor<?xi32>
  return %c, %y : tensor<?xi32>, i32
}

// Unless there is another update in between.
// CHECK-LABEL: func.func @read_what_was_put_back_too_late(
// CHECK-SAME:    access = "read-write"
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false", "none", "none"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none", "none"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none", "none"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none", "none"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0, -1], __inplace_operands_attr__ = ["true", "none"]
func.func @read_what_was_put_back_too_late(%t: tensor<?xi32>, %at: index, %n: index, %to: index,
                                           %i: index, %x: i32) -> (tensor<?xi32>, i32) {
  %a = tensor.extract_slice %t[%at] [%n] [1] : tensor<?xi32> to tensor<?xi32>
  %b = linalg.fill ins(%x : i32) outs(%a : tensor<?xi32>) -> tensor<?xi32>
  %c = tensor.insert_slice %b into %t[%at] [%n] [1] : tensor<?xi32> into tensor<?xi32>
  %d = tensor.extract_slice %c[%to] [%n] [1] : tensor<?xi32> to tensor<?xi32>
  %e = linalg.fill ins(%x : i32) outs(%d : tensor<?xi32>) -> tensor<?xi32>
  %y = tensor.extract %b[%i] : tensor<?xi32>
  %f = tensor.insert_slice %e into %c[%to] [%n] [1] : tensor<?xi32> into tensor<?xi32>
  return %f, %y : tensor<?xi32>, i32
}

// -----

// A view of a view of a slice that is put back: all one buffer.
// CHECK-LABEL: func.func @two_views_put_back(
// CHECK-SAME:    access = "read-write"{{.*}}access = "read"{{.*}}access = "read"
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none", "none", "none", "none"]
// CHECK:         linalg.matmul{{.*}}__inplace_operands_attr__ = ["true", "true", "true"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none", "none"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none", "none", "none", "none"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @two_views_put_back(%t: tensor<9x9xf32>, %a: tensor<4x3xf32>, %b: tensor<3x4xf32>,
                              %i: index, %j: index, %m: index, %n: index) -> tensor<9x9xf32> {
  %0 = tensor.extract_slice %t[%i, %j] [%m, %n] [1, 1] : tensor<9x9xf32> to tensor<?x?xf32>
  %1 = linalg.matmul ins(%a, %b : tensor<4x3xf32>, tensor<3x4xf32>) outs(%0 : tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = tensor.extract_slice %1[0, 0] [%m, %n] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %3 = tensor.insert_slice %2 into %t[%i, %j] [%m, %n] [1, 1] : tensor<?x?xf32> into tensor<9x9xf32>
  return %3 : tensor<9x9xf32>
}

// -----

// Slices within slices, updated and put back from the inside out. The outermost copies where the
// tensor must not be written to; the inner ones work on the copy.
// CHECK-LABEL: func.func @inside_out(
// CHECK-SAME:    access = "read"{{.*}}access = "read-write"{{.*}}access = "read-write"
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false", "none"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "false", "none"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false", "none"]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [-1, 1, 2], __inplace_operands_attr__ = ["true", "true", "true"]
func.func @inside_out(%frozen: tensor<?xi8> {bufferization.writable = false}, %t: tensor<?xi8>,
                      %u: tensor<?xi8>, %n: index, %k: index, %x: i8)
    -> (tensor<?xi8>, tensor<?xi8>, tensor<?xi8>) {
  %a0 = tensor.extract_slice %frozen[1] [%n] [1] : tensor<?xi8> to tensor<?xi8>
  %a1 = tensor.extract_slice %a0[2] [7] [1] : tensor<?xi8> to tensor<7xi8>
  %a2 = linalg.fill ins(%x : i8) outs(%a1 : tensor<7xi8>) -> tensor<7xi8>
  %a3 = tensor.insert_slice %a2 into %a0[2] [7] [1] : tensor<7xi8> into tensor<?xi8>
  %a4 = tensor.insert_slice %a3 into %frozen[1] [%n] [1] : tensor<?xi8> into tensor<?xi8>
  // Three levels, all in place.
  %b0 = tensor.extract_slice %t[1] [%n] [1] : tensor<?xi8> to tensor<?xi8>
  %b1 = tensor.extract_slice %b0[2] [%k] [1] : tensor<?xi8> to tensor<?xi8>
  %b2 = tensor.extract_slice %b1[3] [7] [1] : tensor<?xi8> to tensor<7xi8>
  %b3 = linalg.fill ins(%x : i8) outs(%b2 : tensor<7xi8>) -> tensor<7xi8>
  %b4 = tensor.insert_slice %b3 into %b1[3] [7] [1] : tensor<7xi8> into tensor<?xi8>
  %b5 = tensor.insert_slice %b4 into %b0[2] [%k] [1] : tensor<?xi8> into tensor<?xi8>
  %b6 = tensor.insert_slice %b5 into %t[1] [%n] [1] : tensor<?xi8> into tensor<?xi8>
  // The inner sizes differ: what is filled is not what is put back.
  %c0 = tensor.extract_slice %u[1] [%n] [1] : tensor<?xi8> to tensor<?xi8>
  %c1 = tensor.extract_slice %c0[2] [%k] [1] : tensor<?xi8> to tensor<?xi8>
  %c2 = linalg.fill ins(%x : i8) outs(%c1 : tensor<?xi8>) -> tensor<?xi8>
  %c3 = tensor.insert_slice %c2 into %c0[3] [%k] [1] : tensor<?xi8> into tensor<?xi8>
  %c4 = tensor.insert_slice %c3 into %u[1] [%n] [1] : tensor<?xi8> into tensor<?xi8>
  return %a4, %b6, %c4 : tensor<?xi8>, tensor<?xi8>, tensor<?xi8>
}

// -----

// Each tile starts from the tensor that the last one was put into: no copy, and nothing is read
// that was not written here.
// CHECK-LABEL: func.func @tiles_in_turn(
// CHECK-SAME:    access = "none"{{.*}}access = "write"
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         vector.transfer_write{{.*}}__inplace_operands_attr__ = ["none", "true", "none", "none"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         vector.transfer_write{{.*}}__inplace_operands_attr__ = ["none", "true", "none", "none"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [1], __inplace_operands_attr__ = ["true"]
func.func @tiles_in_turn(%unused: tensor<4xf32>, %t: tensor<10x6xf32>, %v: vector<4x6xf32>, %w: vector<6x6xf32>, %x: f32)
    -> tensor<10x6xf32> {
  %c0 = arith.constant 0 : index
  %0 = linalg.fill ins(%x : f32) outs(%t : tensor<10x6xf32>) -> tensor<10x6xf32>
  %1 = tensor.extract_slice %0[0, 0] [4, 6] [1, 1] : tensor<10x6xf32> to tensor<4x6xf32>
  %2 = vector.transfer_write %v, %1[%c0, %c0] {in_bounds = [true, true]} : vector<4x6xf32>, tensor<4x6xf32>
  %3 = tensor.insert_slice %2 into %0[0, 0] [4, 6] [1, 1] : tensor<4x6xf32> into tensor<10x6xf32>
  %4 = tensor.extract_slice %3[4, 0] [6, 6] [1, 1] : tensor<10x6xf32> to tensor<6x6xf32>
  %5 = vector.transfer_write %w, %4[%c0, %c0] {in_bounds = [true, true]} : vector<6x6xf32>, tensor<6x6xf32>
  %6 = tensor.insert_slice %5 into %3[4, 0] [6, 6] [1, 1] : tensor<6x6xf32> into tensor<10x6xf32>
  return %6 : tensor<10x6xf32>
}

// Two tiles are taken before either is put back: the second is copied, apart or not.
// CHECK-LABEL: func.func @tiles_at_once(
// CHECK-SAME:    access = "read-write"
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @tiles_at_once(%t: tensor<10x6xf32>) -> tensor<10x6xf32> {
  %0 = tensor.extract_slice %t[0, 0] [4, 6] [1, 1] : tensor<10x6xf32> to tensor<4x6xf32>
  %1 = tensor.extract_slice %t[4, 0] [6, 6] [1, 1] : tensor<10x6xf32> to tensor<6x6xf32>
  %2 = tensor.insert_slice %0 into %t[0, 0] [4, 6] [1, 1] : tensor<4x6xf32> into tensor<10x6xf32>
  %3 = tensor.insert_slice %1 into %2[4, 0] [6, 6] [1, 1] : tensor<6x6xf32> into tensor<10x6xf32>
  return %3 : tensor<10x6xf32>
}

// CHECK-LABEL: func.func @overlapping_tiles_at_once(
// CHECK-SAME:    access = "read-write"
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @overlapping_tiles_at_once(%t: tensor<10x6xf32>) -> tensor<10x6xf32> {
  %0 = tensor.extract_slice %t[0, 0] [4, 6] [1, 1] : tensor<10x6xf32> to tensor<4x6xf32>
  %1 = tensor.extract_slice %t[3, 0] [6, 6] [1, 1] : tensor<10x6xf32> to tensor<6x6xf32>
  %2 = tensor.insert_slice %0 into %t[0, 0] [4, 6] [1, 1] : tensor<4x6xf32> into tensor<10x6xf32>
  %3 = tensor.insert_slice %1 into %2[3, 0] [6, 6] [1, 1] : tensor<6x6xf32> into tensor<10x6xf32>
  return %3 : tensor<10x6xf32>
}

// A slice is updated, and so is the whole tensor; both are returned.
// CHECK-LABEL: func.func @whole_and_part(
// CHECK-SAME:    access = "read-write"
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false", "none", "none"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         vector.transfer_write{{.*}}__inplace_operands_attr__ = ["none", "true", "none", "none"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         vector.transfer_write{{.*}}__inplace_operands_attr__ = ["none", "true", "none", "none"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0, -1], __inplace_operands_attr__ = ["true", "true"]
func.func @whole_and_part(%t: tensor<10x6xf32>, %v: vector<4x6xf32>, %w: vector<2x6xf32>, %i: index,
                          %m: index) -> (tensor<10x6xf32>, tensor<?x6xf32>) {
  %c0 = arith.constant 0 : index
  %p = tensor.extract_slice %t[%i, 0] [%m, 6] [1, 1] : tensor<10x6xf32> to tensor<?x6xf32>
  %0 = tensor.extract_slice %t[0, 0] [4, 6] [1, 1] : tensor<10x6xf32> to tensor<4x6xf32>
  %1 = vector.transfer_write %v, %0[%c0, %c0] {in_bounds = [true, true]} : vector<4x6xf32>, tensor<4x6xf32>
  %2 = tensor.insert_slice %1 into %t[0, 0] [4, 6] [1, 1] : tensor<4x6xf32> into tensor<10x6xf32>
  %3 = tensor.extract_slice %p[5, 0] [2, 6] [1, 1] : tensor<?x6xf32> to tensor<2x6xf32>
  %4 = vector.transfer_write %w, %3[%c0, %c0] {in_bounds = [true, true]} : vector<2x6xf32>, tensor<2x6xf32>
  %5 = tensor.insert_slice %4 into %p[5, 0] [2, 6] [1, 1] : tensor<2x6xf32> into tensor<?x6xf32>
  return %2, %5 : tensor<10x6xf32>, tensor<?x6xf32>
}

// -----

// A view of a constant is copied before a write, not the constant.
// CHECK-LABEL: func.func @view_of_a_constant(
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false", "none", "none"]
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @view_of_a_constant(%at: index, %n: index, %i: index, %x: i32) -> tensor<?xi32> {
  %0 = arith.constant dense<[9, 8, 7, 6, 5]> : tensor<5xi32>
  %1 = tensor.extract_slice %0[%at] [%n] [1] : tensor<5xi32> to tensor<?xi32>
  %2 = tensor.insert %x into %1[%i] : tensor<?xi32>
  return %2 : tensor<?xi32>
}

// A tensor made from a buffer is not written to unless that is said to be fine.
// CHECK-LABEL: func.func @tensor_of_a_buffer(
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @tensor_of_a_buffer(%m: memref<?xf32>, %x: f32, %i: index, %j: index) -> (f32, f32) {
  %0 = bufferization.to_tensor %m restrict : memref<?xf32> to tensor<?xf32>
  %1 = tensor.insert %x into %0[%i] : tensor<?xf32>
  %2 = tensor.extract %1[%j] : tensor<?xf32>
  return %2, %x : f32, f32
}

// -----

// A view in a loop that is put back in each iteration.
// CHECK-LABEL: func.func @view_of_a_view_in_a_loop(
// CHECK-SAME:    access = "read-write"
// CHECK:           tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none", "none"]
// CHECK:           tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:           tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none", "none"]
// CHECK:           tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none", "none"]
// CHECK:           scf.yield{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         }{{.*}}__inplace_operands_attr__ = ["none", "none", "none", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @view_of_a_view_in_a_loop(%t: tensor<6x8xf32>, %n: index, %x: f32, %i: index) -> tensor<6x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%b = %t) -> tensor<6x8xf32> {
    %0 = tensor.extract_slice %b[%k, 0] [2, %n] [1, 1] : tensor<6x8xf32> to tensor<2x?xf32>
    %1 = tensor.extract_slice %0[0, 0] [2, %n] [1, 1] : tensor<2x?xf32> to tensor<2x?xf32>
    %2 = tensor.insert %x into %1[%c0, %i] : tensor<2x?xf32>
    %3 = tensor.insert_slice %2 into %b[%k, 0] [2, %n] [1, 1] : tensor<2x?xf32> into tensor<6x8xf32>
    scf.yield %3 : tensor<6x8xf32>
  }
  return %r : tensor<6x8xf32>
}

// -----

// One insertion reads and writes slices that do not overlap, or a slice is put back as it was.
// REFERENCE: mlir-opt copies the slice.
// CHECK-LABEL: func.func @one_tile_to_two_places(
// CHECK-SAME:    access = "read-write"
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0], __inplace_operands_attr__ = ["true"]
func.func @one_tile_to_two_places(%t: tensor<10x6xf32>) -> tensor<10x6xf32> {
  %0 = tensor.extract_slice %t[0, 0] [4, 6] [1, 1] : tensor<10x6xf32> to tensor<4x6xf32>
  %1 = tensor.insert_slice %0 into %t[0, 0] [4, 6] [1, 1] : tensor<4x6xf32> into tensor<10x6xf32>
  %2 = tensor.insert_slice %0 into %1[6, 0] [4, 6] [1, 1] : tensor<4x6xf32> into tensor<10x6xf32>
  return %2 : tensor<10x6xf32>
}

// CHECK-LABEL: func.func @tile_to_overlapping_place(
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true"]
func.func @tile_to_overlapping_place(%t: tensor<10x6xf32>) -> tensor<10x6xf32> {
  %0 = tensor.extract_slice %t[0, 0] [4, 6] [1, 1] : tensor<10x6xf32> to tensor<4x6xf32>
  %1 = tensor.insert_slice %0 into %t[3, 0] [4, 6] [1, 1] : tensor<4x6xf32> into tensor<10x6xf32>
  return %1 : tensor<10x6xf32>
}

// CHECK-LABEL: func.func @tile_put_back_unchanged(
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [0, 0], __inplace_operands_attr__ = ["true", "true"]
func.func @tile_put_back_unchanged(%t: tensor<10x6xf32>, %i: index) -> (tensor<10x6xf32>, tensor<10x6xf32>) {
  %0 = tensor.extract_slice %t[%i, 0] [4, 6] [1, 1] : tensor<10x6xf32> to tensor<4x6xf32>
  %1 = tensor.insert_slice %0 into %t[%i, 0] [4, 6] [1, 1] : tensor<4x6xf32> into tensor<10x6xf32>
  return %t, %1 : tensor<10x6xf32>, tensor<10x6xf32>
}

// Two insertions, of which the first one changes what the second one puts back.
// CHECK-LABEL: func.func @tile_put_back_over_an_update(
// CHECK:         tensor.extract_slice{{.*}}__inplace_operands_attr__ = ["false", "none"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none"]
// CHECK:         tensor.insert_slice{{.*}}__inplace_operands_attr__ = ["true", "true", "none"]
func.func @tile_put_back_over_an_update(%t: tensor<10x6xf32>, %s: tensor<4x6xf32>, %i: index) -> tensor<10x6xf32> {
  %0 = tensor.extract_slice %t[%i, 0] [4, 6] [1, 1] : tensor<10x6xf32> to tensor<4x6xf32>
  %1 = tensor.insert_slice %s into %t[%i, 0] [4, 6] [1, 1] : tensor<4x6xf32> into tensor<10x6xf32>
  %2 = tensor.insert_slice %0 into %1[%i, 0] [4, 6] [1, 1] : tensor<4x6xf32> into tensor<10x6xf32>
  return %2 : tensor<10x6xf32>
}
