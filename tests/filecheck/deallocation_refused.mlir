// Programs of which it is not known what to free, and what is said about them.
// RUN: bufferize-opt %s --split-input-file --verify-diagnostics=only-expected --allow-unregistered-dialect --ownership-based-buffer-deallocation

func.func @realloc(%x: memref<2xi32>) {
  %a = memref.alloc() : memref<2xi32>
  // expected-error @below {{memory free side-effect on MemRef value not supported!}}
  %b = memref.realloc %a : memref<2xi32> to memref<4xi32>
  return
}

// -----

func.func @freed_before(%x: memref<2xi32>) {
  // expected-error @below {{memory free side-effect on MemRef value not supported!}}
  memref.dealloc %x : memref<2xi32>
  return
}

// -----

func.func @run_twice(%c: i1, %x: memref<2xi32>) {
  // expected-error @below {{No deallocation operations must be present when running this pass!}}
  bufferization.dealloc (%x : memref<2xi32>) if (%c)
  return
}

// -----

func.func @many_successors(%n: i32, %x: memref<2xi32>) {
  // expected-error @below {{BranchOpInterface operations with multiple successors are not supported yet}}
  cf.switch %n : i32, [
    default: ^one,
    7: ^two
  ]
^one:
  return
^two:
  return
}

// -----

func.func @unknown_effects(%x: memref<2xi32>) {
  %a = memref.alloc() : memref<2xi32>
  // expected-error @below {{ops with unknown memory side effects are not supported}}
  "somebody.does"(%a) : (memref<2xi32>) -> ()
  return
}

// -----

func.func @wrapped(%x: memref<2xi32>) {
  // expected-error @below {{'async.execute' passes on buffers as values of other types, which cannot be freed}}
  %token, %value = async.execute -> !async.value<memref<2xi32>> {
    %a = memref.alloc() : memref<2xi32>
    memref.copy %x, %a : memref<2xi32> to memref<2xi32>
    async.yield %a : memref<2xi32>
  }
  return
}
