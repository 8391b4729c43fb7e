// error: repeated DLTI key: "a"
module attributes {dlti.dl_spec = #dlti.dl_spec<"a" = 1 : i32, "a" = 2 : i32>} {}
// -----
// error: repeated DLTI key: index
module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32, "a" = 1, index = 64 : i32>} {}
// -----
// error: empty string as DLTI key is not allowed
module attributes {dlti.dl_spec = #dlti.dl_spec<"" = 3>} {}
// -----
// error: 'dlti.dl_spec' is expected to be a #dlti.dl_spec attribute
module attributes {dlti.dl_spec = #dlti.map<>} {}
// -----
// error: 'dlti.map' is expected to be a #dlti.map attribute
module attributes {dlti.map = 3} {}
// -----
// error: 'dlti.target_system_spec' is expected to be a #dlti.target_system_spec attribute
module attributes {dlti.target_system_spec = "CPU"} {}
// -----
// error: attribute 'dlti.foo' not supported by dialect
module attributes {dlti.foo = 3} {}
// -----
// error: no DLTI entries provided
module attributes {a.b = #dlti.target_device_spec<>} {}
// -----
// error: no DLTI entries provided
module attributes {a.b = #dlti.target_system_spec<>} {}
// -----
// error: expected a type or a quoted string
module attributes {a.b = #dlti.dl_entry<3, 3>} {}
// -----
// error: expected ','
module attributes {a.b = #dlti.dl_entry<"x">} {}
// -----
// error: value associated with key "CPU" is not a DLTI device spec
module attributes {a.b = #dlti.target_system_spec<"CPU" = 3>} {}
// -----
// error: invalid kind of attribute specified
module attributes {a.b = #dlti.target_device_spec<i32 = 4 : i32>} {}
// -----
// error: type as DLTI key is not allowed
module attributes {a.b = #dlti.target_device_spec<#dlti.dl_entry<i32, 4 : i32>>} {}
// -----
// error: repeated device ID in dlti.target_system_spec: "CPU"
module attributes {a.b = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"x" = 1>, "CPU" = #dlti.target_device_spec<"x" = 1>>} {}
// -----
// error: expected '='
module attributes {a.b = #dlti.dl_spec<"a" 3>} {}
// -----
// error: invalid kind of attribute specified
module attributes {a.b = #dlti.dl_spec<3>} {}
// -----
// error: invalid kind of attribute specified
module attributes {a.b = #dlti.dl_spec<#dlti.map<"a" = 2>>} {}
// -----
// The reference differs: it asks for an integer.
// error: expected 'true' or 'false'
module attributes {a.b = #dlti.function_pointer_alignment<32, function_dependent = maybe>} {}
// -----
// error: expected ','
module attributes {a.b = #dlti.function_pointer_alignment<32>} {}
// -----
// error: 'dlti.endianness' data layout entry is expected to be either 'big' or 'little'
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "middle">} {}
// -----
// error: unknown data layout entry name: dlti.foo
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.foo" = 3>} {}
// -----
// error: expected integer attribute in the data layout entry for 'index'
module attributes {dlti.dl_spec = #dlti.dl_spec<index = 3.0 : f32>} {}
// -----
// error: unexpected data layout for a built-in type
module attributes {dlti.dl_spec = #dlti.dl_spec<vector<3xf32> = 3.0 : f32>} {}
// -----
// error: expected a dense i64 elements attribute in the data layout entry #dlti.dl_entry<i32, 3 : i64>
module attributes {dlti.dl_spec = #dlti.dl_spec<i32 = 3>} {}
// -----
// error: expected a dense i64 elements attribute in the data layout entry #dlti.dl_entry<f32, dense<[32, 64]> : vector<2xi32>>
module attributes {dlti.dl_spec = #dlti.dl_spec<f32 = dense<[32, 64]> : vector<2xi32>>} {}
// -----
// error: expected 1 or 2 elements in the data layout entry #dlti.dl_entry<f32, dense<[32, 64, 128]> : vector<3xi64>>
module attributes {dlti.dl_spec = #dlti.dl_spec<f32 = dense<[32, 64, 128]> : vector<3xi64>>} {}
// -----
// error: preferred alignment is expected to be greater than or equal to the abi alignment in data layout entry #dlti.dl_entry<i32, dense<[12, 8]> : vector<2xi64>>
module attributes {dlti.dl_spec = #dlti.dl_spec<i32 = dense<[12, 8]> : vector<2xi64>>} {}
