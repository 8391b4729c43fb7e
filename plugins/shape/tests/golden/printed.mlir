module {
  func.func @sizes(%arg0: !shape.size, %arg1: index) {
    %c7 = shape.const_size 7 {tag}
    %c-2 = shape.const_size -2
    %0 = shape.add %arg0, %arg1 {tag} : !shape.size, index -> !shape.size
    %1 = shape.add %arg1, %arg1 : index, index -> index
    %2 = shape.add %arg1, %arg1 : index, index -> !shape.size
    %3 = shape.mul %arg0, %c7 {tag} : !shape.size, !shape.size -> !shape.size
    %4 = shape.div %arg1, %c-2 {tag} : index, !shape.size -> !shape.size
    %5 = shape.max %arg0, %c7 {tag} : !shape.size, !shape.size -> !shape.size
    %6 = shape.min %arg0, %c7 {tag} : !shape.size, !shape.size -> !shape.size
    %7 = shape.index_to_size %arg1 {tag}
    %8 = shape.size_to_index %arg0 {tag} : !shape.size
    %9 = shape.size_to_index %arg1 : index
    %10 = "shape.debug_print"(%arg0) {tag} : (!shape.size) -> !shape.size
    return
  }
}
// -----
module {
  func.func @meet(%arg0: !shape.shape, %arg1: tensor<?xindex>, %arg2: tensor<3xindex>, %arg3: !shape.size, %arg4: index) {
    %0 = shape.meet %arg0, %arg0, error = "no \22match\22" {tag} : !shape.shape, !shape.shape -> !shape.shape
    %1 = shape.meet %arg0, %arg1 : !shape.shape, tensor<?xindex> -> !shape.shape
    %2 = shape.meet %arg2, %arg0 : tensor<3xindex>, !shape.shape -> tensor<3xindex>
    %3 = shape.meet %arg1, %arg2 : tensor<?xindex>, tensor<3xindex> -> tensor<3xindex>
    %4 = shape.meet %arg2, %arg2 : tensor<3xindex>, tensor<3xindex> -> tensor<?xindex>
    %5 = shape.meet %arg3, %arg4 : !shape.size, index -> !shape.size
    %6 = shape.meet %arg3, %arg4 : !shape.size, index -> index
    %7 = shape.meet %arg4, %arg4 : index, index -> index
    %8 = shape.meet %arg4, %arg4, error = "" : index, index -> !shape.size
    %9 = shape.max %arg0, %arg0 : !shape.shape, !shape.shape -> !shape.shape
    %10 = shape.min %arg0, %arg3 : !shape.shape, !shape.size -> !shape.size
    return
  }
}
// -----
module {
  func.func @shapes(%arg0: !shape.shape, %arg1: tensor<?xindex>, %arg2: tensor<2xindex>, %arg3: !shape.size, %arg4: index) {
    %0 = shape.const_shape [] : !shape.shape
    %1 = shape.const_shape [5, -1] : tensor<2xindex>
    %2 = shape.const_shape  {tag}[4] : !shape.shape
    %3 = shape.from_extents %arg3, %arg4 {tag} : !shape.size, index
    %4 = shape.from_extent_tensor %arg1 {tag} : tensor<?xindex>
    %5 = shape.to_extent_tensor %arg0 {tag} : !shape.shape -> tensor<?xindex>
    %6 = shape.to_extent_tensor %arg2 : tensor<2xindex> -> tensor<*xindex>
    %7 = shape.rank %arg0 {tag} : !shape.shape -> !shape.size
    %8 = shape.rank %arg2 : tensor<2xindex> -> index
    %9 = shape.num_elements %arg0 {tag} : !shape.shape -> !shape.size
    %10 = shape.num_elements %arg1 : tensor<?xindex> -> !shape.size
    %11 = shape.get_extent %arg0, %arg4 {tag} : !shape.shape, index -> !shape.size
    %12 = shape.get_extent %arg1, %arg4 : tensor<?xindex>, index -> index
    %13 = shape.broadcast %arg0, %arg1 {error = "unequal", tag} : !shape.shape, tensor<?xindex> -> !shape.shape
    %14 = shape.broadcast %arg1, %arg2, %arg2 : tensor<?xindex>, tensor<2xindex>, tensor<2xindex> -> tensor<?xindex>
    %15 = shape.any %arg0, %arg1 {tag} : !shape.shape, tensor<?xindex> -> tensor<2xindex>
    %16 = shape.concat %arg0, %arg2 {tag} : !shape.shape, tensor<2xindex> -> !shape.shape
    %head, %tail = "shape.split_at"(%arg0, %arg3) {tag} : (!shape.shape, !shape.size) -> (!shape.shape, tensor<?xindex>)
    %17 = shape.shape_eq %arg0, %arg1 {tag} : !shape.shape, tensor<?xindex>
    %18 = shape.is_broadcastable %arg0, %arg2 {tag} : !shape.shape, tensor<2xindex>
    return
  }
}
// -----
module {
  func.func @values(%arg0: !shape.value_shape, %arg1: tensor<?x4xf32>, %arg2: memref<*xi8>, %arg3: tensor<3xui8>, %arg4: !shape.shape, %arg5: index, %arg6: !shape.size) {
    %0 = shape.shape_of %arg0 {tag} : !shape.value_shape -> !shape.shape
    %1 = shape.shape_of %arg1 : tensor<?x4xf32> -> tensor<2xindex>
    %2 = shape.shape_of %arg1 : tensor<?x4xf32> -> !shape.shape
    %3 = shape.shape_of %arg2 : memref<*xi8> -> tensor<5xindex>
    %4 = shape.dim %arg1, %arg5 {tag} : tensor<?x4xf32>, index -> index
    %5 = shape.dim %arg2, %arg6 : memref<*xi8>, !shape.size -> !shape.size
    %6 = shape.dim %arg1, %arg6 : tensor<?x4xf32>, !shape.size -> index
    %7 = shape.value_of %arg0 {tag} : vector<4xf32>
    %8 = shape.value_as_shape %arg3 {tag} : tensor<3xui8> -> tensor<3xindex>
    %9 = shape.value_as_shape %arg0 : !shape.value_shape -> !shape.shape
    %10 = shape.with_shape %arg0, %arg4 {tag} : !shape.value_shape, !shape.shape
    %11 = shape.with_shape %arg1, %1 : tensor<?x4xf32>, tensor<2xindex>
    return
  }
}
// -----
module {
  func.func @witnesses(%arg0: !shape.shape, %arg1: tensor<?xindex>, %arg2: i1) {
    %0 = shape.const_witness true {tag}
    %1 = shape.const_witness false
    %2 = shape.cstr_broadcastable %arg0, %arg1, %arg0 {tag} : !shape.shape, tensor<?xindex>, !shape.shape
    %3 = shape.cstr_eq %arg1 {tag} : tensor<?xindex>
    %4 = shape.cstr_require %arg2, "it must" {tag}
    %5 = shape.assuming_all %2, %3, %4 {tag}
    return
  }
}
// -----
module {
  func.func @assuming(%arg0: !shape.witness, %arg1: tensor<4xf32>, %arg2: index) {
    shape.assuming %arg0 {
    }
    shape.assuming %arg0 {
      "test.op"() : () -> ()
    } {tag}
    %0 = shape.assuming %arg0 -> (tensor<4xf32>) {
      shape.assuming_yield {tag} %arg1 : tensor<4xf32>
    }
    %1:2 = shape.assuming %arg0 -> (index, index) {
      %2 = shape.assuming %arg0 -> (index) {
        shape.assuming_yield %arg2 : index
      } {inner}
      shape.assuming_yield %arg2, %2 : index, index
    } {outer}
    return
  }
}
// -----
// The reference differs: it leaves out the region's argument, and the terminator's attribute.
module {
  func.func @assuming(%arg0: !shape.witness) {
    shape.assuming %arg0 {
    ^bb0(%arg1: index):
      "test.op"(%arg1) : (index) -> ()
      shape.assuming_yield {tag}
    }
    return
  }
}
// -----
module {
  func.func @reduce(%arg0: !shape.shape, %arg1: tensor<?xindex>, %arg2: !shape.size, %arg3: index) {
    %0 = shape.reduce(%arg0, %arg2) : !shape.shape -> !shape.size {
    ^bb0(%arg4: index, %arg5: !shape.size, %arg6: !shape.size):
      %2 = shape.mul %arg5, %arg6 : !shape.size, !shape.size -> !shape.size
      shape.yield {tag} %2 : !shape.size
    } {tag}
    %1:2 = shape.reduce(%arg1, %arg3, %arg2) : tensor<?xindex> -> (index, !shape.size) {
    ^bb0(%arg4: index, %arg5: index, %arg6: index, %arg7: !shape.size):
      shape.yield %arg5, %arg7 : index, !shape.size
    }
    return
  }
}
// -----
// The reference differs: it writes a comma behind the shape, and cannot read that.
module {
  func.func @reduce_to_nothing(%arg0: !shape.shape) {
    shape.reduce(%arg0) : !shape.shape {
    ^bb0(%arg1: index, %arg2: !shape.size):
      "test.op"(%arg1, %arg2) : (index, !shape.size) -> ()
      shape.yield
    }
    return
  }
}
// -----
module attributes {shape.lib = [@first, @second], shape.other} {
  shape.function_library @first {
    func @same(%arg0: !shape.value_shape {shape.tag}) -> (!shape.shape {shape.tag}) attributes {tag} {
      %0 = shape_of %arg0 : !shape.value_shape -> !shape.shape
      %1 = any %0, %0 : !shape.shape, !shape.shape -> !shape.shape
      %2 = reduce(%1, %0) : !shape.shape -> !shape.shape {
      ^bb0(%arg1: index, %arg2: !shape.size, %arg3: !shape.shape):
        shape.yield %arg3 : !shape.shape
      }
      return {tag} %2 : !shape.shape
    }
    func private @elsewhere(!shape.shape)
  } mapping {some.op = @same, tag = 3 : i64}
  shape.function_library @second attributes {sym_visibility = "private", tag} {
    "test.op"() : () -> ()
    func.func @other() {
      return
    }
  } mapping {}
}
// -----
// The reference differs: it leaves out the terminator.
module {
  shape.function_library @ended {
    yield
  } mapping {}
}
// -----
module {
  shape.func @alone(%arg0: index) -> index {
    cf.br ^bb1
  ^bb1:  // pred: ^bb0
    return
  }
}
