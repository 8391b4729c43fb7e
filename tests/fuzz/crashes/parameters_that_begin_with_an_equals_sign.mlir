// PIPELINE: builtin.module()
module attributes {x.a = #nvvm.target<= 3>} {}
