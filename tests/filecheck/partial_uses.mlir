// Without function boundaries: tensors outside of bufferized operations stay tensors, and arguments
// and results of operations that nobody declares are not written to.
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --one-shot-bufferize=allow-unknown-ops | filecheck %s
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --one-shot-bufferize="allow-unknown-ops unknown-type-conversion=identity-layout-map" | filecheck %s --check-prefix=PLAIN
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --one-shot-bufferize="allow-unknown-ops analysis-heuristic=top-down" | filecheck %s --check-prefix=DOWN

// CHECK-LABEL: func.func @result_is_read(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xi64>, %[[ARG1:[a-z0-9]*]]: index) -> i64
// CHECK:         %[[V0:.*]] = "some.op"(%[[ARG0]])
// CHECK:         %[[V1:.*]] = bufferization.to_buffer %[[V0]] : tensor<?xi64> to memref<?xi64, strided<[?], offset: ?>>
// CHECK:         %[[V2:.*]] = memref.load %[[V1]][%[[ARG1]]]
// CHECK:         return %[[V2]] :
// PLAIN-LABEL: func.func @result_is_read(
// PLAIN-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xi64>, %[[ARG1:[a-z0-9]*]]: index) -> i64
// PLAIN:         %[[V0:.*]] = "some.op"(%[[ARG0]])
// PLAIN:         %[[V1:.*]] = bufferization.to_buffer %[[V0]] : tensor<?xi64> to memref<?xi64>
// PLAIN:         %[[V2:.*]] = memref.load %[[V1]][%[[ARG1]]]
// PLAIN:         return %[[V2]] :
func.func @result_is_read(%t: tensor<?xi64>, %i: index) -> i64 {
  %0 = "some.op"(%t) : (tensor<?xi64>) -> tensor<?xi64>
  %1 = tensor.extract %0[%i] : tensor<?xi64>
  return %1 : i64
}

// Two of them in a row need no buffer.
// CHECK-LABEL: func.func @one_to_the_other(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xi64>) -> tensor<?xi64>
// CHECK:         %[[V0:.*]] = "some.op"(%[[ARG0]])
// CHECK:         %[[V1:.*]] = "another.op"(%[[V0]])
// CHECK:         return %[[V1]] :
func.func @one_to_the_other(%t: tensor<?xi64>) -> tensor<?xi64> {
  %0 = "some.op"(%t) : (tensor<?xi64>) -> tensor<?xi64>
  %1 = "another.op"(%0) : (tensor<?xi64>) -> tensor<?xi64>
  return %1 : tensor<?xi64>
}

// CHECK-LABEL: func.func @operand_and_result_are_read(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xi64>, %[[ARG1:[a-z0-9]*]]: index) -> (i64, i64, tensor<?xi64>)
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?xi64> to memref<?xi64, strided<[?], offset: ?>>
// CHECK:         %[[V1:.*]] = memref.load %[[V0]][%[[ARG1]]]
// CHECK:         %[[V2:.*]] = "some.op"(%[[ARG0]])
// CHECK:         %[[V3:.*]] = bufferization.to_buffer %[[V2]] : tensor<?xi64> to memref<?xi64, strided<[?], offset: ?>>
// CHECK:         %[[V4:.*]] = memref.load %[[V3]][%[[ARG1]]]
// CHECK:         %[[V5:.*]] = "another.op"(%[[V2]])
// CHECK:         return %[[V1]], %[[V4]], %[[V5]] :
func.func @operand_and_result_are_read(%t: tensor<?xi64>, %i: index) -> (i64, i64, tensor<?xi64>) {
  %0 = tensor.extract %t[%i] : tensor<?xi64>
  %1 = "some.op"(%t) : (tensor<?xi64>) -> tensor<?xi64>
  %2 = tensor.extract %1[%i] : tensor<?xi64>
  %3 = "another.op"(%1) : (tensor<?xi64>) -> tensor<?xi64>
  return %0, %2, %3 : i64, i64, tensor<?xi64>
}

// CHECK-LABEL: func.func @no_result(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xi64>, %[[ARG1:[a-z0-9]*]]: index) -> i64
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?xi64> to memref<?xi64, strided<[?], offset: ?>>
// CHECK:         %[[V1:.*]] = memref.load %[[V0]][%[[ARG1]]]
// CHECK:         "some.op"(%[[ARG0]])
// CHECK:         return %[[V1]] :
func.func @no_result(%t: tensor<?xi64>, %i: index) -> i64 {
  %0 = tensor.extract %t[%i] : tensor<?xi64>
  "some.op"(%t) : (tensor<?xi64>) -> ()
  return %0 : i64
}

// -----

// The view that it gets is returned, too. No later pass writes to it, since it is of an argument.
// REFERENCE: copies the view
// CHECK-LABEL: func.func @gets_a_view(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xi64>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: index) -> (tensor<?xi64>, tensor<?xi64>)
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?xi64> to memref<?xi64, strided<[?], offset: ?>>
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[V0]][%[[ARG1]]] [%[[ARG2]]] [1] : memref<?xi64, strided<[?], offset: ?>> to memref<?xi64, strided<[?], offset: ?>>
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[SUBVIEW]] : memref<?xi64, strided<[?], offset: ?>> to tensor<?xi64>
// CHECK:         %[[V2:.*]] = "some.op"(%[[V1]])
// CHECK:         return %[[V1]], %[[V2]] :
func.func @gets_a_view(%t: tensor<?xi64>, %o: index, %n: index) -> (tensor<?xi64>, tensor<?xi64>) {
  %0 = tensor.extract_slice %t[%o] [%n] [1] : tensor<?xi64> to tensor<?xi64>
  %1 = "some.op"(%0) : (tensor<?xi64>) -> tensor<?xi64>
  return %0, %1 : tensor<?xi64>, tensor<?xi64>
}

// It may read what was there before an update.
// CHECK-LABEL: func.func @reads_the_old_value(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: i64, %[[ARG1:[a-z0-9]*]]: index) -> (tensor<5xi64>, tensor<5xi64>)
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<5xi64>
// CHECK:         linalg.fill ins(%[[ARG0]] : i64) outs(%[[ALLOC]] : memref<5xi64>)
// CHECK:         %[[V0:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<5xi64> to tensor<5xi64>
// CHECK:         %[[ALLOC_0:.*]] = memref.alloc() {{.*}} : memref<5xi64>
// CHECK:         memref.copy %[[ALLOC]], %[[ALLOC_0]] :
// CHECK:         memref.store %[[ARG0]], %[[ALLOC_0]][%[[ARG1]]]
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[ALLOC_0]] : memref<5xi64> to tensor<5xi64>
// CHECK:         %[[V2:.*]] = "some.op"(%[[V0]])
// CHECK:         return %[[V1]], %[[V2]] :
func.func @reads_the_old_value(%x: i64, %i: index) -> (tensor<5xi64>, tensor<5xi64>) {
  %e = bufferization.alloc_tensor() : tensor<5xi64>
  %0 = linalg.fill ins(%x : i64) outs(%e : tensor<5xi64>) -> tensor<5xi64>
  %1 = tensor.insert %x into %0[%i] : tensor<5xi64>
  %2 = "some.op"(%0) : (tensor<5xi64>) -> tensor<5xi64>
  return %1, %2 : tensor<5xi64>, tensor<5xi64>
}

// Its result is not written to.
// CHECK-LABEL: func.func @result_is_updated(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xi64>, %[[ARG1:[a-z0-9]*]]: i64, %[[ARG2:[a-z0-9]*]]: index) -> tensor<?xi64>
// CHECK:         %[[V0:.*]] = "some.op"(%[[ARG0]])
// CHECK:         %[[V1:.*]] = bufferization.to_buffer %[[V0]] : tensor<?xi64> to memref<?xi64, strided<[?], offset: ?>>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xi64>
// CHECK:         memref.copy %[[V1]], %[[ALLOC]] :
// CHECK:         memref.store %[[ARG1]], %[[ALLOC]][%[[ARG2]]]
// CHECK:         %[[V2:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<?xi64> to tensor<?xi64>
// CHECK:         return %[[V2]] :
func.func @result_is_updated(%t: tensor<?xi64>, %x: i64, %i: index) -> tensor<?xi64> {
  %0 = "some.op"(%t) : (tensor<?xi64>) -> tensor<?xi64>
  %1 = tensor.insert %x into %0[%i] : tensor<?xi64>
  return %1 : tensor<?xi64>
}

// CHECK-LABEL: func.func @result_is_updated_and_used(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: i64, %[[ARG1:[a-z0-9]*]]: index) -> (i64, i64)
// CHECK:         %[[V0:.*]] = "some.op"()
// CHECK:         %[[V1:.*]] = bufferization.to_buffer %[[V0]] : tensor<5xi64> to memref<5xi64, strided<[?], offset: ?>>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<5xi64>
// CHECK:         memref.copy %[[V1]], %[[ALLOC]] :
// CHECK:         memref.store %[[ARG0]], %[[ALLOC]][%[[ARG1]]]
// CHECK:         %[[V2:.*]] = "another.op"(%[[V0]])
// CHECK:         %[[V3:.*]] = memref.load %[[ALLOC]][%[[ARG1]]]
// CHECK:         return %[[V2]], %[[V3]] :
func.func @result_is_updated_and_used(%x: i64, %i: index) -> (i64, i64) {
  %0 = "some.op"() : () -> tensor<5xi64>
  %1 = tensor.insert %x into %0[%i] : tensor<5xi64>
  %2 = "another.op"(%0) : (tensor<5xi64>) -> i64
  %3 = tensor.extract %1[%i] : tensor<5xi64>
  return %2, %3 : i64, i64
}

// -----

// Arguments are not written to, either.
// CHECK-LABEL: func.func @argument_is_updated(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xf32>, %[[ARG1:[a-z0-9]*]]: vector<2xf32>, %[[ARG2:[a-z0-9]*]]: index) -> tensor<?xf32>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%{{.*}}) {{.*}} : memref<?xf32>
// CHECK:         memref.copy %[[V0]], %[[ALLOC]] :
// CHECK:         vector.transfer_write %[[ARG1]], %[[ALLOC]][%[[ARG2]]]
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<?xf32> to tensor<?xf32>
// CHECK:         return %[[V1]] :
func.func @argument_is_updated(%t: tensor<?xf32>, %v: vector<2xf32>, %i: index) -> tensor<?xf32> {
  %0 = vector.transfer_write %v, %t[%i] : vector<2xf32>, tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @argument_is_read(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xf32>, %[[ARG1:[a-z0-9]*]]: f32, %[[ARG2:[a-z0-9]*]]: index) -> vector<2xf32>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK:         %[[V1:.*]] = vector.transfer_read %[[V0]][%[[ARG2]]], %[[ARG1]]
// CHECK:         return %[[V1]] :
func.func @argument_is_read(%t: tensor<?xf32>, %x: f32, %i: index) -> vector<2xf32> {
  %0 = vector.transfer_read %t[%i], %x : tensor<?xf32>, vector<2xf32>
  return %0 : vector<2xf32>
}

// An update, and a read of the original through a view.
// CHECK-LABEL: func.func @view_is_read(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<50xf32>, %[[ARG1:[a-z0-9]*]]: f32, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: index) -> (f32, f32)
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<50xf32> to memref<50xf32, strided<[?], offset: ?>>
// CHECK:         %[[V1:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<50xf32> to memref<50xf32, strided<[?], offset: ?>>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<50xf32>
// CHECK:         memref.copy %[[V1]], %[[ALLOC]] :
// CHECK:         memref.store %[[ARG1]], %[[ALLOC]][%[[ARG2]]]
// CHECK:         %[[SUBVIEW:.*]] = memref.subview %[[V0]][%[[ARG2]]] [%[[ARG3]]] [1] : memref<50xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// CHECK:         %[[V2:.*]] = memref.load %[[SUBVIEW]][%[[ARG2]]]
// CHECK:         %[[V3:.*]] = memref.load %[[ALLOC]][%[[ARG2]]]
// CHECK:         return %[[V2]], %[[V3]] :
// DOWN-LABEL: func.func @view_is_read(
// DOWN-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<50xf32>, %[[ARG1:[a-z0-9]*]]: f32, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: index) -> (f32, f32)
// DOWN:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<50xf32> to memref<50xf32, strided<[?], offset: ?>>
// DOWN:         %[[V1:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<50xf32> to memref<50xf32, strided<[?], offset: ?>>
// DOWN:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<50xf32>
// DOWN:         memref.copy %[[V1]], %[[ALLOC]] :
// DOWN:         memref.store %[[ARG1]], %[[ALLOC]][%[[ARG2]]]
// DOWN:         %[[SUBVIEW:.*]] = memref.subview %[[V0]][%[[ARG2]]] [%[[ARG3]]] [1] : memref<50xf32, strided<[?], offset: ?>> to memref<?xf32, strided<[?], offset: ?>>
// DOWN:         %[[V2:.*]] = memref.load %[[SUBVIEW]][%[[ARG2]]]
// DOWN:         %[[V3:.*]] = memref.load %[[ALLOC]][%[[ARG2]]]
// DOWN:         return %[[V2]], %[[V3]] :
func.func @view_is_read(%t: tensor<50xf32>, %x: f32, %i: index, %n: index) -> (f32, f32) {
  %0 = tensor.insert %x into %t[%i] : tensor<50xf32>
  %1 = tensor.extract_slice %t[%i] [%n] [1] : tensor<50xf32> to tensor<?xf32>
  %2 = tensor.extract %1[%i] : tensor<?xf32>
  %3 = tensor.extract %0[%i] : tensor<50xf32>
  return %2, %3 : f32, f32
}

// New tensors are written in place.
// CHECK-LABEL: func.func @new_tensor(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: vector<7xf32>, %[[ARG1:[a-z0-9]*]]: f32)
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<7xf32>
// CHECK:         vector.transfer_write %[[ARG0]], %[[ALLOC]][%{{.*}}]
// CHECK:         %[[V0:.*]] = vector.transfer_read %[[ALLOC]][%{{.*}}], %[[ARG1]]
// CHECK:         return
func.func @new_tensor(%v: vector<7xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %e = bufferization.alloc_tensor() : tensor<7xf32>
  %0 = vector.transfer_write %v, %e[%c0] : vector<7xf32>, tensor<7xf32>
  %1 = vector.transfer_read %0[%c0], %x : tensor<7xf32>, vector<9xf32>
  vector.print %1 : vector<9xf32>
  return
}

// CHECK-LABEL: func.func @elements_updated(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: f32, %[[ARG1:[a-z0-9]*]]: f32, %[[ARG2:[a-z0-9]*]]: index) -> tensor<2xf32>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<2xf32>
// CHECK:         memref.store %[[ARG0]], %[[ALLOC]][%{{.*}}]
// CHECK:         memref.store %[[ARG0]], %[[ALLOC]][%{{.*}}]
// CHECK:         memref.store %[[ARG1]], %[[ALLOC]][%[[ARG2]]]
// CHECK:         %[[V0:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<2xf32> to tensor<2xf32>
// CHECK:         return %[[V0]] :
func.func @elements_updated(%x: f32, %y: f32, %i: index) -> tensor<2xf32> {
  %0 = tensor.from_elements %x, %x : tensor<2xf32>
  %1 = tensor.insert %y into %0[%i] : tensor<2xf32>
  return %1 : tensor<2xf32>
}

// CHECK-LABEL: func.func private @declared(
func.func private @declared(tensor<?xf32>)
// CHECK-LABEL: func.func @nothing_to_do(
// CHECK:         return
func.func @nothing_to_do() {
  return
}

// CHECK-LABEL: func.func @new_tensor_returned(
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<7xf32>
// CHECK:         %[[V0:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<7xf32> to tensor<7xf32>
// CHECK:         return %[[V0]] :
func.func @new_tensor_returned() -> tensor<7xf32> {
  %e = bufferization.alloc_tensor() : tensor<7xf32>
  return %e : tensor<7xf32>
}

// -----

// A new tensor or an argument: their buffers have different layouts.
// CHECK-LABEL: func.func @new_or_argument(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xf32>, %[[ARG1:[a-z0-9]*]]: index, %[[ARG2:[a-z0-9]*]]: index, %[[ARG3:[a-z0-9]*]]: i1) -> f32
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK:         %[[ALLOC:.*]] = memref.alloc(%[[ARG1]]) {{.*}} : memref<?xf32>
// CHECK:         %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK:         %[[V1:.*]] = arith.select %[[ARG3]], %[[CAST]], %[[V0]] : memref<?xf32, strided<[?], offset: ?>>
// CHECK:         %[[V2:.*]] = memref.load %[[V1]][%[[ARG2]]]
// CHECK:         return %[[V2]] :
func.func @new_or_argument(%t: tensor<?xf32>, %n: index, %i: index, %c: i1) -> f32 {
  %e = bufferization.alloc_tensor(%n) : tensor<?xf32>
  %0 = arith.select %c, %e, %t : tensor<?xf32>
  %1 = tensor.extract %0[%i] : tensor<?xf32>
  return %1 : f32
}

// CHECK-LABEL: func.func @new_in_a_branch(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<?xf32>, %[[ARG1:[a-z0-9]*]]: i1) -> tensor<?xf32>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK:         %[[V1:.*]] = scf.if %[[ARG1]] -> (memref<?xf32, strided<[?], offset: ?>>) {
// CHECK:           %[[V3:.*]] = "some.extent"()
// CHECK:           %[[ALLOC:.*]] = memref.alloc(%[[V3]]) {{.*}} : memref<?xf32>
// CHECK:           %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<?xf32> to memref<?xf32, strided<[?], offset: ?>>
// CHECK:           scf.yield %[[CAST]] :
// CHECK:         } else {
// CHECK:           scf.yield %[[V0]] :
// CHECK:         %[[V2:.*]] = bufferization.to_tensor %[[V1]] : memref<?xf32, strided<[?], offset: ?>> to tensor<?xf32>
// CHECK:         return %[[V2]] :
func.func @new_in_a_branch(%t: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %0 = scf.if %c -> tensor<?xf32> {
    %n = "some.extent"() : () -> index
    %e = bufferization.alloc_tensor(%n) : tensor<?xf32>
    scf.yield %e : tensor<?xf32>
  } else {
    scf.yield %t : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @update_of_new_in_a_branch(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<f32>, %[[ARG1:[a-z0-9]*]]: i1, %[[ARG2:[a-z0-9]*]]: f32) -> tensor<f32>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<f32> to memref<f32, strided<[], offset: ?>>
// CHECK:         %[[V1:.*]] = scf.if %[[ARG1]] -> (memref<f32, strided<[], offset: ?>>) {
// CHECK:           scf.yield %[[V0]] :
// CHECK:         } else {
// CHECK:           %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<f32>
// CHECK:           memref.store %[[ARG2]], %[[ALLOC]][]
// CHECK:           %[[CAST:.*]] = memref.cast %[[ALLOC]] : memref<f32> to memref<f32, strided<[], offset: ?>>
// CHECK:           scf.yield %[[CAST]] :
// CHECK:         %[[V2:.*]] = bufferization.to_tensor %[[V1]] : memref<f32, strided<[], offset: ?>> to tensor<f32>
// CHECK:         return %[[V2]] :
func.func @update_of_new_in_a_branch(%t: tensor<f32>, %c: i1, %x: f32) -> tensor<f32> {
  %0 = scf.if %c -> tensor<f32> {
    scf.yield %t : tensor<f32>
  } else {
    %e = bufferization.alloc_tensor() : tensor<f32>
    %1 = tensor.insert %x into %e[] : tensor<f32>
    scf.yield %1 : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @alloc_with_contents(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<7xf32>) -> tensor<7xf32>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<7xf32> to memref<7xf32, strided<[?], offset: ?>>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<7xf32>
// CHECK:         memref.copy %[[V0]], %[[ALLOC]] :
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<7xf32> to tensor<7xf32>
// CHECK:         return %[[V1]] :
func.func @alloc_with_contents(%t: tensor<7xf32>) -> tensor<7xf32> {
  %0 = bufferization.alloc_tensor() copy(%t) : tensor<7xf32>
  return %0 : tensor<7xf32>
}

// CHECK-LABEL: func.func @alloc_in_a_space(
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<7xf32, 1>
// CHECK:         %[[V0:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<7xf32, 1> to tensor<7xf32>
// CHECK:         return %[[V0]] :
func.func @alloc_in_a_space() -> tensor<7xf32> {
  %0 = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<7xf32>
  return %0 : tensor<7xf32>
}

// CHECK-LABEL: func.func @unranked_stays(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<*xf32>) -> tensor<*xf32>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<*xf32> to memref<*xf32>
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[V0]] : memref<*xf32> to tensor<*xf32>
// CHECK:         return %[[V1]] :
func.func @unranked_stays(%t: tensor<*xf32>) -> tensor<*xf32> {
  %0 = tensor.cast %t : tensor<*xf32> to tensor<*xf32>
  return %0 : tensor<*xf32>
}

// CHECK-LABEL: func.func @into_a_new_tensor(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<7xf32>) -> tensor<7xf32>
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<7xf32> to memref<7xf32, strided<[?], offset: ?>>
// CHECK:         %[[ALLOC:.*]] = memref.alloc() {{.*}} : memref<7xf32>
// CHECK:         memref.copy %[[V0]], %[[ALLOC]] :
// CHECK:         %[[V1:.*]] = bufferization.to_tensor %[[ALLOC]] : memref<7xf32> to tensor<7xf32>
// CHECK:         return %[[V1]] :
func.func @into_a_new_tensor(%t: tensor<7xf32>) -> tensor<7xf32> {
  %e = bufferization.alloc_tensor() : tensor<7xf32>
  %0 = bufferization.materialize_in_destination %t in %e : (tensor<7xf32>, tensor<7xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// CHECK-LABEL: func.func @into_a_buffer(
// CHECK-SAME:    %[[ARG0:[a-z0-9]*]]: tensor<7xf32>, %[[ARG1:[a-z0-9]*]]: memref<7xf32>)
// CHECK:         %[[V0:.*]] = bufferization.to_buffer %[[ARG0]] : tensor<7xf32> to memref<7xf32, strided<[?], offset: ?>>
// CHECK:         memref.copy %[[V0]], %[[ARG1]] :
// CHECK:         return
func.func @into_a_buffer(%t: tensor<7xf32>, %m: memref<7xf32>) {
  bufferization.materialize_in_destination %t in restrict writable %m : (tensor<7xf32>, memref<7xf32>) -> ()
  return
}
