// PIPELINE: builtin.module()
func.func @f(%t: tensor<?xf32>, %v: vector<4xf32>, %mask: vector<4xi1>, %i: index) {
  "vector.mask"(%mask) ({
    %0 = "vector.transfer_write"(%v, %t, %i)
        <{in_bounds = [], operandSegmentSizes = array<i32: 1, 1, 1, 0>, permutation_map = @f}>
        : (vector<4xf32>, tensor<?xf32>, index) -> tensor<?xf32>
    "vector.yield"() : () -> ()
  }) : (vector<4xi1>) -> ()
  return
}
