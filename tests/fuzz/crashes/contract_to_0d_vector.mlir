// PIPELINE: builtin.module(drop-equivalent-buffer-results)
#map = affine_map<(d0, d1, d2) -> (d0, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d2, d1)>
#map2 = affine_map<(d0, d1, d2) -> ()>
"builtin.module"() ({
  "func.func"() <{function_type = (vector<f32>, vector<4x6xf32>, vector<6x8xf32>) -> (), sym_name = "f"}> ({
  ^bb0(%arg0: vector<f32>, %arg1: vector<4x6xf32>, %arg2: vector<6x8xf32>):
    %0 = "vector.contract"(%arg1, %arg2, %arg0) <{indexing_maps = [#map, #map1, #map2], iterator_types = [#vector.iterator_type<parallel>, #vector.iterator_type<parallel>, #vector.iterator_type<reduction>], kind = #vector.kind<add>}> : (vector<4x6xf32>, vector<6x8xf32>, vector<f32>) -> vector<f32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()