// PIPELINE: builtin.module(cse)
func.func @f() {
  "memref.load"() {bufferization.manual_deallocation} : () -> ()
  return
}
