// PIPELINE: builtin.module(one-shot-bufferize)
func.func @f() {
  scf.forall (%i) = (0) to (99999999999999999999) step (1) { }
  return
}
