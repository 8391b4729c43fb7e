module {
  func.func @identity_token(%arg0: !async.token) -> !async.token {
    return %arg0 : !async.token
  }
  func.func @types(%arg0: !async.value<f32>, %arg1: !async.group, %arg2: !async.coro.id, %arg3: !async.coro.handle, %arg4: !async.coro.state, %arg5: !async.value<tensor<4xf32>>, %arg6: !async.value<!async.token>) {
    return
  }
  func.func @exec(%arg0: !async.token, %arg1: !async.value<f32>, %arg2: index) -> !async.value<f32> {
    %token = async.execute {
      async.yield
    }
    %token_0, %bodyResults = async.execute [%token, %arg0] (%arg1 as %arg3: !async.value<f32>) -> !async.value<f32> {
      async.yield %arg3 : f32
    }
    %token_1, %bodyResults_2:2 = async.execute (%arg1 as %arg3: !async.value<f32>, %arg1 as %arg4: !async.value<f32>) -> (!async.value<f32>, !async.value<f32>) attributes {a} {
      async.yield %arg3, %arg4 : f32, f32
    }
    %token_3 = async.execute [%token_0] {
      async.yield
    }
    async.await %token_3 : !async.token
    %0 = async.await %bodyResults : !async.value<f32>
    async.await %token_3 : !async.token {a}
    %1 = async.create_group %arg2 : !async.group
    %2 = async.add_to_group %bodyResults, %1 : !async.value<f32>
    %3 = async.add_to_group %token_0, %1 : !async.token {a}
    async.await_all %1
    return %bodyResults : !async.value<f32>
  }
  async.func @f0(%arg0: f32, %arg1: !async.value<f32>) -> !async.value<f32> {
    return %arg0 : f32
  }
  async.func @f1() -> !async.token {
    return
  }
  async.func @f2(%arg0: f32, %arg1: index) -> (!async.token, !async.value<f32>, !async.value<index>) {
    return %arg0, %arg1 : f32, index
  }
  async.func private @f3(f32 {x.y}) -> (!async.token {x.y}) attributes {x}
  func.func @caller(%arg0: f32, %arg1: !async.value<f32>) {
    %0 = async.call @f0(%arg0, %arg1) : (f32, !async.value<f32>) -> !async.value<f32>
    %1 = async.call @f1() : () -> !async.token
    return
  }
  func.func @coro(%arg0: index) {
    %0 = async.coro.id
    %1 = async.coro.begin %0
    %2 = async.coro.save %1
    async.coro.suspend %2, ^bb1, ^bb2, ^bb3
  ^bb1:  // pred: ^bb0
    async.coro.end %1
    return
  ^bb2:  // pred: ^bb0
    async.coro.free %0, %1
    return
  ^bb3:  // pred: ^bb0
    return
  }
  func.func @runtime(%arg0: index, %arg1: !async.coro.handle, %arg2: f32) {
    %0 = async.runtime.create : !async.token
    %1 = async.runtime.create : !async.value<f32>
    %2 = async.runtime.create_group %arg0 : !async.group
    async.runtime.set_available %0 : !async.token
    async.runtime.set_error %1 : !async.value<f32>
    %3 = async.runtime.is_error %2 : !async.group
    async.runtime.await %2 : !async.group
    async.runtime.resume %arg1
    async.runtime.await_and_resume %1, %arg1 : !async.value<f32>
    async.runtime.store %arg2, %1 : <f32>
    %4 = async.runtime.load %1 : <f32>
    %5 = async.runtime.add_to_group %1, %2 : !async.value<f32>
    async.runtime.add_ref %0 {count = 1 : i64} : !async.token
    async.runtime.drop_ref %2 {count = 2 : i64} : !async.group
    %6 = async.runtime.num_worker_threads : index
    return
  }
  func.func @blocking() attributes {async.allowed_to_block} {
    return
  }
}
