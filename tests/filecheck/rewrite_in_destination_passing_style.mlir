// Tensors are made in the tensor that they are inserted into.
// RUN: bufferize-opt %s --rewrite-in-destination-passing-style --eliminate-empty-tensors --one-shot-bufferize="bufferize-function-boundaries" --cse --canonicalize | filecheck %s

// The elements are computed from others of the destination: they need a buffer.
// CHECK-LABEL: func.func @reads_dest(
// CHECK: memref.alloc() {{.*}} : memref<4xf32>
// CHECK: memref.copy
// CHECK-NOT: memref.copy
// CHECK: return
func.func @reads_dest(%t: tensor<16xf32> {bufferization.writable=true}) -> tensor<16xf32> {
  %c1 = arith.constant 1 : index
  %g = tensor.generate {
  ^bb0(%i: index):
    %j = arith.addi %i, %c1 : index
    %x = tensor.extract %t[%j] : tensor<16xf32>
    tensor.yield %x : f32
  } : tensor<4xf32>
  %r = tensor.insert_slice %g into %t[2][4][1] : tensor<4xf32> into tensor<16xf32>
  return %r : tensor<16xf32>
}

// What is padded is a part of the destination, which the padding would overwrite.
// CHECK-LABEL: func.func @pad_of_dest(
// CHECK: memref.alloc() {{.*}} : memref<4xf32>
// CHECK-COUNT-2: memref.copy
// CHECK-NOT: memref.copy
// CHECK: return
func.func @pad_of_dest(%t: tensor<16xf32> {bufferization.writable=true}, %f: f32) -> tensor<16xf32> {
  %s = tensor.extract_slice %t[2][4][1] : tensor<16xf32> to tensor<4xf32>
  %g = tensor.pad %s low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<4xf32> to tensor<6xf32>
  %r = tensor.insert_slice %g into %t[2][6][1] : tensor<6xf32> into tensor<16xf32>
  return %r : tensor<16xf32>
}

// The extent of the padded tensor is that of the slice. Only the source is copied.
// CHECK-LABEL: func.func @pad_dyn(
// CHECK-NOT: memref.alloc
// CHECK: memref.copy
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: return
func.func @pad_dyn(%t: tensor<?xf32> {bufferization.writable=true}, %s: tensor<?xf32>, %l: index, %h: index, %f: f32, %o: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %g = tensor.pad %s low[%l] high[%h] {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<?xf32> to tensor<?xf32>
  %n = tensor.dim %g, %c0 : tensor<?xf32>
  %r = tensor.insert_slice %g into %t[%o][%n][1] : tensor<?xf32> into tensor<?xf32>
  return %r : tensor<?xf32>
}

// The slice has another rank.
// CHECK-LABEL: func.func @gen_dyn(
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK-NOT: linalg.copy
// CHECK: return
func.func @gen_dyn(%t: tensor<?x?xf32> {bufferization.writable=true}, %n: index, %f: f32, %o: index) -> tensor<?x?xf32> {
  %g = tensor.generate %n {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<?xf32>
  %r = tensor.insert_slice %g into %t[0, %o][1, %n][1, 1] : tensor<?xf32> into tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// Elements are stored where they are wanted.
// CHECK-LABEL: func.func @from_elements(
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK-NOT: linalg.copy
// CHECK: return
func.func @from_elements(%t: tensor<16xf32> {bufferization.writable=true}, %f: f32, %g: f32) -> tensor<16xf32> {
  %e = tensor.from_elements %f, %g, %f, %g : tensor<4xf32>
  %r = tensor.insert_slice %e into %t[2][4][1] : tensor<4xf32> into tensor<16xf32>
  return %r : tensor<16xf32>
}

// The destination is read in between. The slice would be copied, with its contents.
// CHECK-LABEL: func.func @from_elements_read(
// CHECK: memref.alloc() {{.*}} : memref<4xf32>
// CHECK: memref.copy
// CHECK-NOT: memref.copy
// CHECK: return
func.func @from_elements_read(%t: tensor<16xf32> {bufferization.writable=true}, %i: index) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %f = arith.constant 0.0 : f32
  %e = tensor.from_elements %f, %f, %f, %f : tensor<4xf32>
  %x = tensor.extract %t[%i] : tensor<16xf32>
  %e2 = tensor.insert %x into %e[%c0] : tensor<4xf32>
  %r = tensor.insert_slice %e2 into %t[2][4][1] : tensor<4xf32> into tensor<16xf32>
  return %r : tensor<16xf32>
}

// `nofold` asks for a copy, and there is one: into the slice.
// CHECK-LABEL: func.func @nofold(
// CHECK-NOT: memref.alloc
// CHECK: linalg.copy
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: return
func.func @nofold(%t: tensor<16xf32> {bufferization.writable=true}, %s: tensor<4xf32>, %f: f32) -> tensor<16xf32> {
  %g = tensor.pad %s nofold low[0] high[0] {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<4xf32> to tensor<4xf32>
  %r = tensor.insert_slice %g into %t[2][4][1] : tensor<4xf32> into tensor<16xf32>
  return %r : tensor<16xf32>
}

// CHECK-LABEL: func.func @loop(
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK-NOT: linalg.copy
// CHECK: return
func.func @loop(%t: tensor<16x4xf32> {bufferization.writable=true}, %f: f32) -> tensor<16x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %l = scf.for %i = %c0 to %c16 step %c1 iter_args(%a = %t) -> tensor<16x4xf32> {
    %e = tensor.from_elements %f, %f, %f, %f : tensor<4xf32>
    %r = tensor.insert_slice %e into %a[%i, 0][1, 4][1, 1] : tensor<4xf32> into tensor<16x4xf32>
    scf.yield %r : tensor<16x4xf32>
  }
  return %l : tensor<16x4xf32>
}

// CHECK-LABEL: func.func @forall(
// CHECK-NOT: memref.alloc
// CHECK: memref.copy
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: return
func.func @forall(%t: tensor<16x4xf32> {bufferization.writable=true}, %s: tensor<2xf32>) -> tensor<16x4xf32> {
  %f = arith.constant 1.0 : f32
  %l = scf.forall (%i) in (16) shared_outs(%a = %t) -> tensor<16x4xf32> {
    %e = tensor.pad %s low[1] high[1] {
    ^bb0(%j: index):
      tensor.yield %f : f32
    } : tensor<2xf32> to tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %e into %a[%i, 0][1, 4][1, 1] : tensor<4xf32> into tensor<16x4xf32>
    }
  }
  return %l : tensor<16x4xf32>
}

// Each branch writes into the slice.
// CHECK-LABEL: func.func @if(
// CHECK-NOT: memref.alloc
// CHECK: memref.copy
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK: return
func.func @if(%t: tensor<16xf32> {bufferization.writable=true}, %c: i1, %f: f32, %g: f32) -> tensor<16xf32> {
  %x = scf.if %c -> tensor<4xf32> {
    %e = tensor.splat %f : tensor<4xf32>
    scf.yield %e : tensor<4xf32>
  } else {
    %e = tensor.from_elements %f, %g, %f, %g : tensor<4xf32>
    scf.yield %e : tensor<4xf32>
  }
  %r = tensor.insert_slice %x into %t[2][4][1] : tensor<4xf32> into tensor<16xf32>
  return %r : tensor<16xf32>
}

// CHECK-LABEL: func.func @materialize(
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK-NOT: linalg.copy
// CHECK: return
func.func @materialize(%b: memref<4xf32>, %f: f32, %g: f32) {
  %e = tensor.from_elements %f, %g, %f, %g : tensor<4xf32>
  bufferization.materialize_in_destination %e in restrict writable %b : (tensor<4xf32>, memref<4xf32>) -> ()
  return
}

// Parts of what is inserted are computed in place as well.
// CHECK-LABEL: func.func @nested(
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK-NOT: linalg.copy
// CHECK: return
func.func @nested(%t: tensor<16xf32> {bufferization.writable=true}, %f: f32, %g: f32) -> tensor<16xf32> {
  %x = tensor.from_elements %f, %g : tensor<2xf32>
  %y = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<4xf32>
  %c = tensor.concat dim(0) %x, %y : (tensor<2xf32>, tensor<4xf32>) -> tensor<6xf32>
  %r = tensor.insert_slice %c into %t[2][6][1] : tensor<6xf32> into tensor<16xf32>
  return %r : tensor<16xf32>
}

// CHECK-LABEL: func.func @pad_of_generate(
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK-NOT: linalg.copy
// CHECK: return
func.func @pad_of_generate(%t: tensor<16xf32> {bufferization.writable=true}, %f: f32, %g: f32) -> tensor<16xf32> {
  %y = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<4xf32>
  %c = tensor.pad %y low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %g : f32
  } : tensor<4xf32> to tensor<6xf32>
  %r = tensor.insert_slice %c into %t[2][6][1] : tensor<6xf32> into tensor<16xf32>
  return %r : tensor<16xf32>
}

func.func private @callee(%f: f32) -> tensor<4xf32> {
  %y = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<4xf32>
  return %y : tensor<4xf32>
}

// Callees allocate what they return.
// CHECK-LABEL: func.func @calls(
// CHECK-NOT: memref.alloc
// CHECK: call @callee
// CHECK: memref.copy
// CHECK: return
func.func @calls(%t: tensor<16xf32> {bufferization.writable=true}, %f: f32) -> tensor<16xf32> {
  %y = call @callee(%f) : (f32) -> tensor<4xf32>
  %r = tensor.insert_slice %y into %t[2][4][1] : tensor<4xf32> into tensor<16xf32>
  return %r : tensor<16xf32>
}

// CHECK-LABEL: func.func @region(
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.copy
// CHECK-NOT: linalg.copy
// CHECK: return
func.func @region(%t: tensor<16xf32> {bufferization.writable=true}, %n: index, %f: f32) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<4xf32>
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y) -> tensor<4xf32> {
    %z = linalg.map { math.exp } ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>)
    scf.yield %z : tensor<4xf32>
  }
  %r = tensor.insert_slice %l into %t[2][4][1] : tensor<4xf32> into tensor<16xf32>
  return %r : tensor<16xf32>
}

// There is no slice without elements at the end of a dimension.
// CHECK-LABEL: func.func @empty_parts(
// CHECK-COUNT-1: memref.copy
// CHECK-NOT: memref.copy
// CHECK: return
func.func @empty_parts(%a: tensor<3xf32>, %e: tensor<0xf32>, %f: f32) -> (tensor<3xf32>, tensor<3xf32>) {
  %c = tensor.concat dim(0) %a, %e : (tensor<3xf32>, tensor<0xf32>) -> tensor<3xf32>
  %p = tensor.pad %e low[3] high[0] {
  ^bb0(%i: index):
    tensor.yield %f : f32
  } : tensor<0xf32> to tensor<3xf32>
  return %c, %p : tensor<3xf32>, tensor<3xf32>
}
