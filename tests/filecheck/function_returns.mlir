// A function may return at several places; its callers know what each result can be.
// RUN: bufferize-opt %s --split-input-file --one-shot-bufferize=bufferize-function-boundaries | filecheck %s

// CHECK-LABEL: func.func @first_or_second
// CHECK-SAME:    (%{{.*}}: i1, %[[A:[a-z0-9]*]]: memref<5xf32, {{[^>]*}}>>, %[[B:[a-z0-9]*]]: memref<5xf32, {{[^>]*}}>>)
// CHECK:         return %[[A]]
// CHECK:         return %[[B]]
func.func @first_or_second(%c: i1, %a: tensor<5xf32>, %b: tensor<5xf32>) -> tensor<5xf32> {
  cf.cond_br %c, ^yes, ^no
^yes:
  return %a : tensor<5xf32>
^no:
  return %b : tensor<5xf32>
}

// The result may be %b, which is read later: so the update is made in a copy.
// CHECK-LABEL: func.func @caller
// CHECK-SAME:    %[[T:[a-z0-9]*]]: memref<5xf32, {{[^>]*}}>>, %[[U:[a-z0-9]*]]: memref<5xf32, {{[^>]*}}>>,
// CHECK:         %[[COPY:.*]] = memref.alloc()
// CHECK:         memref.store %{{.*}}, %{{.*}}
// CHECK:         memref.load %[[U]]
func.func @caller(%c: i1, %t: tensor<5xf32>, %u: tensor<5xf32>, %a: f32, %i: index)
    -> (tensor<5xf32>, f32) {
  %r = call @first_or_second(%c, %t, %u) : (i1, tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %n = tensor.insert %a into %r[%i] : tensor<5xf32>
  %x = tensor.extract %u[%i] : tensor<5xf32>
  return %n, %x : tensor<5xf32>, f32
}

// -----

// A returned buffer keeps the layout that it has.
// CHECK: func.func @column(%{{.*}}: memref<8x8xf32, strided<[?, ?], offset: ?>>) -> memref<8xf32, strided<[?], offset: ?>>
func.func @column(%t: tensor<8x8xf32>) -> tensor<8xf32> {
  %s = tensor.extract_slice %t[0, 3] [8, 1] [1, 1] : tensor<8x8xf32> to tensor<8xf32>
  return %s : tensor<8xf32>
}
// CHECK: func.func @new() -> memref<8xf32> {
func.func @new() -> tensor<8xf32> {
  %e = bufferization.alloc_tensor() : tensor<8xf32>
  return %e : tensor<8xf32>
}
