// PIPELINE: builtin.module(cse)
#map = affine_map<(d0) -> ()>
"builtin.module"() ({
  "func.func"() <{function_type = (memref<1xi32>, index) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: memref<1xi32>, %arg1: index):
    "affine.dma_wait"(%arg0, %arg1, %arg0) {tag_map = #map} : (memref<1xi32>, index, memref<1xi32>) -> ()
    "func.return"() {reassociation = [[]]} : () -> ()
  }) : () -> ()
}) : () -> ()
