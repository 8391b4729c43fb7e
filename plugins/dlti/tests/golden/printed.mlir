module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "little", i32 = dense<[32, 64]> : vector<2xi64>, f64 = dense<64> : vector<1xi64>, index = 64 : i32, "x.y" = "">, dlti.map = #dlti.map<"magic" = 42 : i32, "nested" = #dlti.map<i32 = f32>>, dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1" = 3 : i32, "max" = 5 : i64>, "GPU" = #dlti.target_device_spec<"x" = 1 : i32>>} {
}
// -----
module attributes {a.b = #dlti.dl_entry<"", 3 : i64>, a.c = #dlti.dl_entry<tensor<4xi32>, #dlti.dl_entry<i1, i1>>, a.d = #dlti.dl_spec<>, a.e = #dlti.map<>, a.f = #dlti.function_pointer_alignment<32, function_dependent = true>, a.g = #dlti.function_pointer_alignment<0, function_dependent = false>, a.h = #dlti.dl_spec<i32 = 3 : i64, tuple<i32> = 4 : i64>} {
}
