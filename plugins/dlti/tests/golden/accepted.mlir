module attributes {a.b = #dlti.map<i32 = #dlti.dl_entry<i1, i1>, #dlti.dl_entry<f32, i1>, "c" = 1>} {}
// -----
module attributes {
  a.b = #dlti<map<"a" = 1>>,
  a.c = #dlti.target_device_spec<#dlti.dl_entry<"tile_size", 4 : i32>>
} {}
// -----
func.func @f() {
  %0 = arith.constant {dlti.dl_spec = #dlti.dl_spec<index = 4, f32 = dense<[[24, 64]]> : tensor<1x2xi64>>} 3 : i32
  return
}
