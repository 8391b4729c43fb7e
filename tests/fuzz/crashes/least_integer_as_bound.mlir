// PIPELINE: builtin.module()
func.func @f(%n: index) {
  affine.for %i = -9223372036854775808 to %n { }
  return
}
