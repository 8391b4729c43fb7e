// A loop works on parts of a tensor from outside: what one iteration writes another one reads.

func.func @part_of_outer_tensor(%t: tensor<8xf32>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%sum = %zero) -> (f32) {
    %part = tensor.extract_slice %t[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    %new = linalg.fill ins(%f : f32) outs(%part : tensor<1xf32>) -> tensor<1xf32>
    %whole = tensor.insert_slice %new into %t[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    %after = arith.addi %i, %c1 : index
    %x = tensor.extract %whole[%after] : tensor<8xf32>
    %y = tensor.extract %whole[%i] : tensor<8xf32>
    %xy = arith.addf %x, %y : f32
    %z = tensor.extract %whole[%c0] : tensor<8xf32>
    %xyz = arith.addf %xy, %z : f32
    %next = arith.addf %sum, %xyz : f32
    scf.yield %next : f32
  }
  return %r : f32
}

// -----

func.func @neighbours(%t: tensor<8xf32>, %f: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%sum = %zero) -> (f32) {
    %after = arith.addi %i, %c1 : index
    %mine = tensor.extract_slice %t[%after] [1] [1] : tensor<8xf32> to tensor<1xf32>
    %new = linalg.fill ins(%f : f32) outs(%mine : tensor<1xf32>) -> tensor<1xf32>
    %x = tensor.extract %new[%c0] : tensor<1xf32>
    %part = tensor.extract_slice %t[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    %y = tensor.extract %part[%c0] : tensor<1xf32>
    %xy = arith.addf %x, %y : f32
    %next = arith.addf %sum, %xy : f32
    scf.yield %next : f32
  }
  return %r : f32
}

// -----

// The tensor itself is another one in each iteration.

func.func @neighbours_of_carried(%t: tensor<8xf32>, %f: f32) -> (f32, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  %r:2 = scf.for %i = %c0 to %c6 step %c1 iter_args(%sum = %zero, %a = %t) -> (f32, tensor<8xf32>) {
    %after = arith.addi %i, %c1 : index
    %part = tensor.extract_slice %a[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    %mine = tensor.extract_slice %a[%after] [1] [1] : tensor<8xf32> to tensor<1xf32>
    %new = linalg.fill ins(%f : f32) outs(%mine : tensor<1xf32>) -> tensor<1xf32>
    %y = tensor.extract %part[%c0] : tensor<1xf32>
    %next = arith.addf %sum, %y : f32
    %whole = tensor.insert_slice %new into %a[%after] [1] [1] : tensor<1xf32> into tensor<8xf32>
    scf.yield %next, %whole : f32, tensor<8xf32>
  }
  return %r#0, %r#1 : f32, tensor<8xf32>
}

// -----

// What is written back is not what is read.

func.func @other_source(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %a = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %t[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %new = linalg.fill ins(%f : f32) outs(%b : tensor<2xf32>) -> tensor<2xf32>
  %whole = tensor.insert_slice %new into %t[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %x = tensor.extract %a[%c0] : tensor<2xf32>
  return %whole, %x : tensor<4xf32>, f32
}

// -----

func.func @source_read_after(%t: tensor<4xf32>, %u: tensor<2xf32>) -> (tensor<4xf32>, f32, f32) {
  %c1 = arith.constant 1 : index
  %a = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %whole = tensor.insert_slice %u into %t[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %x = tensor.extract %a[%c1] : tensor<2xf32>
  %y = tensor.extract %t[%c1] : tensor<4xf32>
  return %whole, %x, %y : tensor<4xf32>, f32, f32
}

// -----

// One insertion reads the part that another one overwrites.

func.func @insertions_cross(%t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.extract_slice %t[2] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %one = tensor.insert_slice %a into %t[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %two = tensor.insert_slice %b into %one[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %one, %two : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @inserted_elsewhere(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %new = linalg.fill ins(%f : f32) outs(%a : tensor<2xf32>) -> tensor<2xf32>
  %one = tensor.insert_slice %new into %t[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %two = tensor.insert_slice %new into %t[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %one, %two : tensor<4xf32>, tensor<4xf32>
}

// -----

func.func @threads_read_what_others_write(%t: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %empty = tensor.empty() : tensor<4xf32>
  %r:2 = scf.forall (%i) in (4) shared_outs(%a = %t, %b = %empty) -> (tensor<4xf32>, tensor<4xf32>) {
    %c3 = arith.constant 3 : index
    %j = arith.subi %c3, %i : index
    %other = tensor.extract_slice %a[%j] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %new = tensor.empty() : tensor<1xf32>
    %mine = linalg.fill ins(%f : f32) outs(%new : tensor<1xf32>) -> tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %mine into %a[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
      tensor.parallel_insert_slice %other into %b[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
