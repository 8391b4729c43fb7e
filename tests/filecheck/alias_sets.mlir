// dump-alias-sets: which values may share memory, for results and for block arguments.
// RUN: bufferize-opt %s --split-input-file --allow-unregistered-dialect --one-shot-bufferize="bufferize-function-boundaries test-analysis-only dump-alias-sets allow-unknown-ops" | filecheck %s

// The result of a function with two returns is one of what they return.
// CHECK-LABEL: func.func @one_or_other(
// CHECK-SAME:    access = "read"{{.*}}access = "read"{{.*}}access = "none"
// CHECK-SAME:    __bbarg_alias_set_attr__ = {{\[\[}}{{\[\[}}"%arg1"], ["%arg2"], ["%arg3"]], [], []]]
// CHECK:         return{{.*}}__equivalent_func_args__ = [1], __inplace_operands_attr__ = ["true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [2], __inplace_operands_attr__ = ["true"]
func.func @one_or_other(%c: i1, %a: tensor<3xf32>, %b: tensor<3xf32>, %unused: tensor<3xf32>) -> tensor<3xf32> {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %a : tensor<3xf32>
^bb2:
  return %b : tensor<3xf32>
}
// CHECK-LABEL: func.func @call_one_or_other(
// CHECK-SAME:    access = "read"{{.*}}access = "read"{{.*}}access = "none"
// CHECK-SAME:    __bbarg_alias_set_attr__ = {{\[\[}}{{\[\[}}"%0", "%arg1", "%arg2"], ["%0", "%arg1", "%arg2"], ["%arg3"]]]]
// CHECK:         call{{.*}}__inplace_operands_attr__ = ["none", "true", "true", "true"]
// CHECK-SAME:    __opresult_alias_set_attr__ = {{\[\[}}"%0", "%arg1", "%arg2"]]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @call_one_or_other(%c: i1, %a: tensor<3xf32>, %b: tensor<3xf32>, %d: tensor<3xf32>) -> tensor<3xf32> {
  %0 = call @one_or_other(%c, %a, %b, %d) : (i1, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Two returns of one argument are that argument.
// CHECK-LABEL: func.func @always_one(
// CHECK-SAME:    access = "read"{{.*}}access = "none"
// CHECK-SAME:    __bbarg_alias_set_attr__ = {{\[\[}}{{\[\[}}"%arg1"], ["%arg2"]], [], []]]
// CHECK:         return{{.*}}__equivalent_func_args__ = [1], __inplace_operands_attr__ = ["true"]
// CHECK:         return{{.*}}__equivalent_func_args__ = [1], __inplace_operands_attr__ = ["true"]
func.func @always_one(%c: i1, %a: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %a : tensor<3xf32>
^bb2:
  return %a : tensor<3xf32>
}
// CHECK-LABEL: func.func @call_always_one(
// CHECK-SAME:    access = "read"{{.*}}access = "none"
// CHECK-SAME:    __bbarg_alias_set_attr__ = {{\[\[}}{{\[\[}}"%0", "%arg1"], ["%arg2"]]]]
// CHECK:         call{{.*}}__inplace_operands_attr__ = ["none", "true", "true"]
// CHECK-SAME:    __opresult_alias_set_attr__ = {{\[\[}}"%0", "%arg1"]]
// CHECK:         return{{.*}}__equivalent_func_args__ = [1], __inplace_operands_attr__ = ["true"]
func.func @call_always_one(%c: i1, %a: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<3xf32> {
  %0 = call @always_one(%c, %a, %b) : (i1, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Arguments of blocks share memory with all that is passed to them.
// CHECK-LABEL: func.func @one_edge(
// CHECK-SAME:    access = "read"
// CHECK-SAME:    __bbarg_alias_set_attr__ = {{\[\[}}{{\[\[}}"%0", "%arg0"]], {{\[\[}}"%0", "%arg0"]]]]
// CHECK:         cf.br{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @one_edge(%t: tensor<3xf32>) -> tensor<3xf32> {
  cf.br ^bb1(%t : tensor<3xf32>)
^bb1(%a: tensor<3xf32>):
  return %a : tensor<3xf32>
}

// CHECK-LABEL: func.func @two_ways_to_one_block(
// CHECK-SAME:    access = "read"{{.*}}access = "read"
// CHECK-SAME:    __bbarg_alias_set_attr__ = {{\[\[}}{{\[\[}}"%0", "%2", "%1", "%arg1", "%arg2"], ["%0", "%2", "%1", "%arg1", "%arg2"]], {{\[\[}}"%0", "%2", "%1", "%arg1", "%arg2"]], {{\[\[}}"%0", "%2", "%1", "%arg1", "%arg2"]], {{\[\[}}"%0", "%2", "%1", "%arg1", "%arg2"]]]]
// CHECK:         cf.cond_br{{.*}}__inplace_operands_attr__ = ["none", "true", "true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         cf.br{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         cf.br{{.*}}__inplace_operands_attr__ = ["true"]
func.func @two_ways_to_one_block(%c: i1, %t: tensor<3xf32>, %u: tensor<3xf32>) -> tensor<3xf32> {
  cf.cond_br %c, ^bb1(%t : tensor<3xf32>), ^bb2(%u : tensor<3xf32>)
^bb3(%d: tensor<3xf32>):
  return %d : tensor<3xf32>
^bb1(%a: tensor<3xf32>):
  cf.br ^bb3(%a : tensor<3xf32>)
^bb2(%b: tensor<3xf32>):
  cf.br ^bb3(%b : tensor<3xf32>)
}

// A loop of blocks that updates its tensor.
// CHECK-LABEL: func.func @blocks_in_a_loop(
// CHECK-SAME:    __bbarg_alias_set_attr__ = {{\[\[\[}}], {{\[\[}}"%3", "%1", "%inserted", "%0"]], {{\[\[}}"%3", "%1", "%inserted", "%0"]]]]
// CHECK:         cf.br{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK-SAME:    __opresult_alias_set_attr__ = {{\[\[}}"%3", "%1", "%inserted", "%0"]]
// CHECK:         cf.cond_br{{.*}}__inplace_operands_attr__ = ["none", "true", "true"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true"]
func.func @blocks_in_a_loop(%x: f32, %i: index) -> tensor<3xf32> {
  %e = tensor.empty() : tensor<3xf32>
  cf.br ^bb1(%e : tensor<3xf32>)
^bb1(%a: tensor<3xf32>):
  %0 = tensor.insert %x into %a[%i] : tensor<3xf32>
  %more = "some.condition"() : () -> i1
  cf.cond_br %more, ^bb1(%0 : tensor<3xf32>), ^bb2(%0 : tensor<3xf32>)
^bb2(%b: tensor<3xf32>):
  return %b : tensor<3xf32>
}

// The value from before the loop is read after it: the loop gets a copy.
// CHECK-LABEL: func.func @old_value_after_the_loop(
// CHECK-SAME:    __bbarg_alias_set_attr__ = {{\[\[\[}}], {{\[\[}}"%2", "%3", "%inserted"]], {{\[\[}}"%2", "%3", "%inserted"]]]]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK-SAME:    __opresult_alias_set_attr__ = {{\[\[}}"%1", "%0"]]
// CHECK:         cf.br{{.*}}__inplace_operands_attr__ = ["false"]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         return{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK-SAME:    __opresult_alias_set_attr__ = {{\[\[}}"%2", "%3", "%inserted"]]
// CHECK:         cf.cond_br{{.*}}__inplace_operands_attr__ = ["none", "true", "true"]
func.func @old_value_after_the_loop(%x: f32, %i: index) -> (tensor<3xf32>, f32) {
  %e = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%x : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  cf.br ^bb1(%f : tensor<3xf32>)
^bb2(%b: tensor<3xf32>):
  %y = tensor.extract %f[%i] : tensor<3xf32>
  return %b, %y : tensor<3xf32>, f32
^bb1(%a: tensor<3xf32>):
  %0 = tensor.insert %x into %a[%i] : tensor<3xf32>
  %more = "some.condition"() : () -> i1
  cf.cond_br %more, ^bb1(%0 : tensor<3xf32>), ^bb2(%0 : tensor<3xf32>)
}

// -----

// Each round updates a tensor from before the loop: it must be unchanged in the next one, directly,
// through an argument, through an argument that is only passed first, and with two blocks.
// CHECK-LABEL: func.func @from_before_the_loop(
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK-SAME:    __opresult_alias_set_attr__ = {{\[\[}}"%1", "%0"]]
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
// CHECK-SAME:    __opresult_alias_set_attr__ = {{\[\[}}"%inserted"]]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @from_before_the_loop(%x: f32, %i: index) {
  %e = bufferization.alloc_tensor() : tensor<3xf32>
  %f = linalg.fill ins(%x : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  cf.br ^bb1
^bb1:
  %0 = tensor.insert %x into %f[%i] : tensor<3xf32>
  %y = tensor.extract %0[%i] : tensor<3xf32>
  %more = "some.condition"(%y) : (f32) -> i1
  cf.cond_br %more, ^bb1, ^bb2
^bb2:
  return
}

// CHECK-LABEL: func.func @from_before_as_an_argument(
// CHECK-SAME:    __bbarg_alias_set_attr__ = {{\[\[\[}}], {{\[\[}}"%2", "%1", "%0"]], []]]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK-SAME:    __opresult_alias_set_attr__ = {{\[\[}}"%2", "%1", "%0"]]
// CHECK:         cf.br{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
// CHECK-SAME:    __opresult_alias_set_attr__ = {{\[\[}}"%inserted"]]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         cf.cond_br{{.*}}__inplace_operands_attr__ = ["none", "true"]
func.func @from_before_as_an_argument(%x: f32, %i: index) {
  %e = bufferization.alloc_tensor() : tensor<3xf32>
  %f = linalg.fill ins(%x : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  cf.br ^bb1(%f : tensor<3xf32>)
^bb1(%a: tensor<3xf32>):
  %0 = tensor.insert %x into %a[%i] : tensor<3xf32>
  %y = tensor.extract %0[%i] : tensor<3xf32>
  %more = "some.condition"(%y) : (f32) -> i1
  cf.cond_br %more, ^bb1(%a : tensor<3xf32>), ^bb2
^bb2:
  return
}

// CHECK-LABEL: func.func @from_before_each_time(
// CHECK-SAME:    __bbarg_alias_set_attr__ = {{\[\[\[}}], {{\[\[}}"%2", "%1", "%0"]], []]]
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK-SAME:    __opresult_alias_set_attr__ = {{\[\[}}"%2", "%1", "%0"]]
// CHECK:         cf.br{{.*}}__inplace_operands_attr__ = ["true"]
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
// CHECK-SAME:    __opresult_alias_set_attr__ = {{\[\[}}"%inserted"]]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
// CHECK:         cf.cond_br{{.*}}__inplace_operands_attr__ = ["none", "true"]
func.func @from_before_each_time(%x: f32, %i: index) {
  %e = bufferization.alloc_tensor() : tensor<3xf32>
  %f = linalg.fill ins(%x : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  cf.br ^bb1(%f : tensor<3xf32>)
^bb1(%a: tensor<3xf32>):
  %0 = tensor.insert %x into %a[%i] : tensor<3xf32>
  %y = tensor.extract %0[%i] : tensor<3xf32>
  %more = "some.condition"(%y) : (f32) -> i1
  cf.cond_br %more, ^bb1(%f : tensor<3xf32>), ^bb2
^bb2:
  return
}

// CHECK-LABEL: func.func @from_before_two_blocks(
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK-SAME:    __opresult_alias_set_attr__ = {{\[\[}}"%1", "%0"]]
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "false", "none"]
// CHECK-SAME:    __opresult_alias_set_attr__ = {{\[\[}}"%inserted"]]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @from_before_two_blocks(%x: f32, %i: index) {
  %e = bufferization.alloc_tensor() : tensor<3xf32>
  %f = linalg.fill ins(%x : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  cf.br ^bb1
^bb1:
  %0 = tensor.insert %x into %f[%i] : tensor<3xf32>
  cf.br ^bb2
^bb2:
  %y = tensor.extract %0[%i] : tensor<3xf32>
  %more = "some.condition"(%y) : (f32) -> i1
  cf.cond_br %more, ^bb1, ^bb3
^bb3:
  return
}

// What each round makes anew may be updated.
// CHECK-LABEL: func.func @from_within_the_loop(
// CHECK:         linalg.fill{{.*}}__inplace_operands_attr__ = ["none", "true"]
// CHECK-SAME:    __opresult_alias_set_attr__ = {{\[\[}}"%inserted", "%1", "%0"]]
// CHECK:         tensor.insert{{.*}}__inplace_operands_attr__ = ["none", "true", "none"]
// CHECK-SAME:    __opresult_alias_set_attr__ = {{\[\[}}"%inserted", "%1", "%0"]]
// CHECK:         tensor.extract{{.*}}__inplace_operands_attr__ = ["true", "none"]
func.func @from_within_the_loop(%x: f32, %i: index) {
  cf.br ^bb1
^bb1:
  %e = bufferization.alloc_tensor() : tensor<3xf32>
  %f = linalg.fill ins(%x : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %0 = tensor.insert %x into %f[%i] : tensor<3xf32>
  cf.br ^bb2
^bb2:
  %y = tensor.extract %0[%i] : tensor<3xf32>
  %more = "some.condition"(%y) : (f32) -> i1
  cf.cond_br %more, ^bb1, ^bb3
^bb3:
  return
}
