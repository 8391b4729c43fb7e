"""The models of scf's ops."""

from __future__ import annotations

import pytest

import bufferize
from bufferize.diagnostics import DiagnosticError
from bufferize_testing import bufferized

CASES: dict[str, tuple[str, dict[str, bool], str]] = {
    "if": (
        """\
func.func @f(%c: i1, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = scf.if %c -> (tensor<?xf32>) {
    scf.yield %a : tensor<?xf32>
  } else {
    scf.yield %b : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: i1, %arg1: memref<?xf32, strided<[?], offset: ?>>, %arg2: memref<?xf32, strided<[?], offset: ?>>) -> memref<?xf32, strided<[?], offset: ?>> {
    %0 = scf.if %arg0 -> (memref<?xf32, strided<[?], offset: ?>>) {
      scf.yield %arg1 : memref<?xf32, strided<[?], offset: ?>>
    } else {
      scf.yield %arg2 : memref<?xf32, strided<[?], offset: ?>>
    }
    return %0 : memref<?xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "if_with_different_layouts": (
        """\
func.func @f(%c: i1, %t: tensor<8xf32>, %n: index, %v: f32) -> (tensor<4xf32>, index) {
  %0:2 = scf.if %c -> (tensor<4xf32>, index) {
    %1 = tensor.extract_slice %t[0] [4] [2] : tensor<8xf32> to tensor<4xf32>
    scf.yield %1, %n : tensor<4xf32>, index
  } else {
    %1 = tensor.empty() : tensor<4xf32>
    %2 = tensor.insert %v into %1[%n] : tensor<4xf32>
    scf.yield %2, %n : tensor<4xf32>, index
  }
  return %0#0, %0#1 : tensor<4xf32>, index
}
""",
        {},
        """\
module {
  func.func @f(%arg0: i1, %arg1: memref<8xf32, strided<[?], offset: ?>>, %arg2: index, %arg3: f32) -> (memref<4xf32, strided<[?], offset: ?>>, index) {
    %0:2 = scf.if %arg0 -> (memref<4xf32, strided<[?], offset: ?>>, index) {
      %subview = memref.subview %arg1[0] [4] [2] : memref<8xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
      scf.yield %subview, %arg2 : memref<4xf32, strided<[?], offset: ?>>, index
    } else {
      %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
      memref.store %arg3, %alloc[%arg2] : memref<4xf32>
      %cast = memref.cast %alloc : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
      scf.yield %cast, %arg2 : memref<4xf32, strided<[?], offset: ?>>, index
    }
    return %0#0, %0#1 : memref<4xf32, strided<[?], offset: ?>>, index
  }
}
""",
    ),
    "index_switch": (
        """\
func.func @f(%n: index, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.index_switch %n -> tensor<4xf32>
  case 2 {
    scf.yield %a : tensor<4xf32>
  }
  default {
    %e = tensor.empty() : tensor<4xf32>
    scf.yield %e : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: index, %arg1: memref<4xf32, strided<[?], offset: ?>>, %arg2: memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>> {
    %0 = scf.index_switch %arg0 -> memref<4xf32, strided<[?], offset: ?>>
    case 2 {
      scf.yield %arg1 : memref<4xf32, strided<[?], offset: ?>>
    }
    default {
      %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
      %cast = memref.cast %alloc : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
      scf.yield %cast : memref<4xf32, strided<[?], offset: ?>>
    }
    return %0 : memref<4xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "execute_region": (
        """\
func.func @f(%t: tensor<4xf32>, %v: f32, %i: index) -> tensor<4xf32> {
  %0 = scf.execute_region -> tensor<4xf32> {
    %1 = tensor.insert %v into %t[%i] : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index) -> memref<4xf32, strided<[?], offset: ?>> {
    %0 = scf.execute_region -> memref<4xf32, strided<[?], offset: ?>> {
      memref.store %arg1, %arg0[%arg2] : memref<4xf32, strided<[?], offset: ?>>
      scf.yield %arg0 : memref<4xf32, strided<[?], offset: ?>>
    }
    return %0 : memref<4xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "execute_region_with_blocks": (
        """\
func.func @f(%c: i1, %t: tensor<4xf32>, %u: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.execute_region -> tensor<4xf32> {
    cf.cond_br %c, ^bb1, ^bb2(%t : tensor<4xf32>)
  ^bb1:
    cf.br ^bb2(%u : tensor<4xf32>)
  ^bb2(%1: tensor<4xf32>):
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: i1, %arg1: memref<4xf32, strided<[?], offset: ?>>, %arg2: memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>> {
    %0 = scf.execute_region -> memref<4xf32, strided<[?], offset: ?>> {
      cf.cond_br %arg0, ^bb1, ^bb2(%arg1 : memref<4xf32, strided<[?], offset: ?>>)
    ^bb1:  // pred: ^bb0
      cf.br ^bb2(%arg2 : memref<4xf32, strided<[?], offset: ?>>)
    ^bb2(%1: memref<4xf32, strided<[?], offset: ?>>):  // 2 preds: ^bb0, ^bb1
      scf.yield %1 : memref<4xf32, strided<[?], offset: ?>>
    }
    return %0 : memref<4xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "for": (
        """\
func.func @f(%t: tensor<?xf32>, %v: f32, %lb: index, %ub: index, %step: index) -> (tensor<?xf32>, f32) {
  %0:2 = scf.for %i = %lb to %ub step %step iter_args(%a = %t, %s = %v) -> (tensor<?xf32>, f32) {
    %1 = tensor.insert %s into %a[%i] : tensor<?xf32>
    %2 = arith.addf %s, %v : f32
    scf.yield %1, %2 : tensor<?xf32>, f32
  } {stray = 1 : i32}
  return %0#0, %0#1 : tensor<?xf32>, f32
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<?xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index, %arg3: index, %arg4: index) -> (memref<?xf32, strided<[?], offset: ?>>, f32) {
    %0:2 = scf.for %arg5 = %arg2 to %arg3 step %arg4 iter_args(%arg6 = %arg0, %arg7 = %arg1) -> (memref<?xf32, strided<[?], offset: ?>>, f32) {
      memref.store %arg7, %arg6[%arg5] : memref<?xf32, strided<[?], offset: ?>>
      %1 = arith.addf %arg7, %arg1 : f32
      scf.yield %arg6, %1 : memref<?xf32, strided<[?], offset: ?>>, f32
    } {stray = 1 : i32}
    return %0#0, %0#1 : memref<?xf32, strided<[?], offset: ?>>, f32
  }
}
""",
    ),
    "for_nested": (
        """\
func.func @f(%t: tensor<?x?xf32>, %v: f32, %lb: index, %ub: index, %step: index) -> tensor<?x?xf32> {
  %0 = scf.for %i = %lb to %ub step %step iter_args(%a = %t) -> (tensor<?x?xf32>) {
    %1 = scf.for %j = %lb to %ub step %step iter_args(%b = %a) -> (tensor<?x?xf32>) {
      %2 = tensor.insert %v into %b[%i, %j] : tensor<?x?xf32>
      scf.yield %2 : tensor<?x?xf32>
    }
    scf.yield %1 : tensor<?x?xf32>
  }
  return %0 : tensor<?x?xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<?x?xf32, strided<[?, ?], offset: ?>>, %arg1: f32, %arg2: index, %arg3: index, %arg4: index) -> memref<?x?xf32, strided<[?, ?], offset: ?>> {
    %0 = scf.for %arg5 = %arg2 to %arg3 step %arg4 iter_args(%arg6 = %arg0) -> (memref<?x?xf32, strided<[?, ?], offset: ?>>) {
      %1 = scf.for %arg7 = %arg2 to %arg3 step %arg4 iter_args(%arg8 = %arg6) -> (memref<?x?xf32, strided<[?, ?], offset: ?>>) {
        memref.store %arg1, %arg8[%arg5, %arg7] : memref<?x?xf32, strided<[?, ?], offset: ?>>
        scf.yield %arg8 : memref<?x?xf32, strided<[?, ?], offset: ?>>
      }
      scf.yield %1 : memref<?x?xf32, strided<[?, ?], offset: ?>>
    }
    return %0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
  }
}
""",
    ),
    "for_that_yields_an_allocation": (
        """\
func.func @f(%t: tensor<4xf32>, %v: f32, %lb: index, %ub: index, %step: index) -> tensor<4xf32> {
  %0 = scf.for %i = %lb to %ub step %step iter_args(%a = %t) -> (tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %1 = tensor.insert %v into %e[%i] : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
""",
        {"allow_return_allocs_from_loops": True},
        """\
module {
  func.func @f(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index, %arg3: index, %arg4: index) -> memref<4xf32, strided<[?], offset: ?>> {
    %0 = scf.for %arg5 = %arg2 to %arg3 step %arg4 iter_args(%arg6 = %arg0) -> (memref<4xf32, strided<[?], offset: ?>>) {
      %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
      memref.store %arg1, %alloc[%arg5] : memref<4xf32>
      %cast = memref.cast %alloc : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
      scf.yield %cast : memref<4xf32, strided<[?], offset: ?>>
    }
    return %0 : memref<4xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "for_that_swaps": (
        """\
func.func @f(%t: tensor<4xf32>, %u: tensor<4xf32>, %lb: index, %ub: index, %step: index, %v: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = scf.for %i = %lb to %ub step %step iter_args(%a = %t, %b = %u) -> (tensor<4xf32>, tensor<4xf32>) {
    %1 = tensor.insert %v into %a[%lb] : tensor<4xf32>
    %2 = tensor.insert %v into %b[%lb] : tensor<4xf32>
    scf.yield %2, %1 : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
""",
        {"allow_return_allocs_from_loops": True},
        """\
module {
  func.func @f(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: memref<4xf32, strided<[?], offset: ?>>, %arg2: index, %arg3: index, %arg4: index, %arg5: f32) -> (memref<4xf32, strided<[?], offset: ?>>, memref<4xf32, strided<[?], offset: ?>>) {
    %0:2 = scf.for %arg6 = %arg2 to %arg3 step %arg4 iter_args(%arg7 = %arg0, %arg8 = %arg1) -> (memref<4xf32, strided<[?], offset: ?>>, memref<4xf32, strided<[?], offset: ?>>) {
      memref.store %arg5, %arg7[%arg2] : memref<4xf32, strided<[?], offset: ?>>
      memref.store %arg5, %arg8[%arg2] : memref<4xf32, strided<[?], offset: ?>>
      %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
      memref.copy %arg8, %alloc : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
      %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
      memref.copy %arg7, %alloc_0 : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
      %cast = memref.cast %alloc : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
      %cast_1 = memref.cast %alloc_0 : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
      scf.yield %cast, %cast_1 : memref<4xf32, strided<[?], offset: ?>>, memref<4xf32, strided<[?], offset: ?>>
    }
    return %0#0, %0#1 : memref<4xf32, strided<[?], offset: ?>>, memref<4xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "while": (
        """\
func.func @f(%t: tensor<4xf32>, %i: index, %c: i1, %v: f32) -> tensor<4xf32> {
  %0 = scf.while (%a = %t) : (tensor<4xf32>) -> tensor<4xf32> {
    scf.condition(%c) %a : tensor<4xf32>
  } do {
  ^bb0(%b: tensor<4xf32>):
    %1 = tensor.insert %v into %b[%i] : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: index, %arg2: i1, %arg3: f32) -> memref<4xf32, strided<[?], offset: ?>> {
    %0 = scf.while (%arg4 = %arg0) : (memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>> {
      scf.condition(%arg2) %arg4 : memref<4xf32, strided<[?], offset: ?>>
    } do {
    ^bb0(%arg4: memref<4xf32, strided<[?], offset: ?>>):
      memref.store %arg3, %arg4[%arg1] : memref<4xf32, strided<[?], offset: ?>>
      scf.yield %arg4 : memref<4xf32, strided<[?], offset: ?>>
    }
    return %0 : memref<4xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "while_that_swaps": (
        """\
func.func @f(%t: tensor<4xf32>, %u: tensor<4xf32>, %c: i1, %i: index, %v: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = scf.while (%a = %t, %b = %u) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.condition(%c) %a, %b : tensor<4xf32>, tensor<4xf32>
  } do {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    %1 = tensor.insert %v into %a[%i] : tensor<4xf32>
    %2 = tensor.insert %v into %b[%i] : tensor<4xf32>
    scf.yield %2, %1 : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
""",
        {"allow_return_allocs_from_loops": True},
        """\
module {
  func.func @f(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: memref<4xf32, strided<[?], offset: ?>>, %arg2: i1, %arg3: index, %arg4: f32) -> (memref<4xf32, strided<[?], offset: ?>>, memref<4xf32, strided<[?], offset: ?>>) {
    %0:2 = scf.while (%arg5 = %arg0, %arg6 = %arg1) : (memref<4xf32, strided<[?], offset: ?>>, memref<4xf32, strided<[?], offset: ?>>) -> (memref<4xf32, strided<[?], offset: ?>>, memref<4xf32, strided<[?], offset: ?>>) {
      scf.condition(%arg2) %arg5, %arg6 : memref<4xf32, strided<[?], offset: ?>>, memref<4xf32, strided<[?], offset: ?>>
    } do {
    ^bb0(%arg5: memref<4xf32, strided<[?], offset: ?>>, %arg6: memref<4xf32, strided<[?], offset: ?>>):
      memref.store %arg4, %arg5[%arg3] : memref<4xf32, strided<[?], offset: ?>>
      memref.store %arg4, %arg6[%arg3] : memref<4xf32, strided<[?], offset: ?>>
      %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
      memref.copy %arg6, %alloc : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
      %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
      memref.copy %arg5, %alloc_0 : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
      %cast = memref.cast %alloc : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
      %cast_1 = memref.cast %alloc_0 : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
      scf.yield %cast, %cast_1 : memref<4xf32, strided<[?], offset: ?>>, memref<4xf32, strided<[?], offset: ?>>
    }
    return %0#0, %0#1 : memref<4xf32, strided<[?], offset: ?>>, memref<4xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "for_that_swaps_what_it_reads": (
        """\
func.func @f(%t: tensor<4xf32>, %u: tensor<4xf32>, %lb: index, %ub: index, %step: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = scf.for %i = %lb to %ub step %step iter_args(%a = %t, %b = %u) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %b, %a : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
""",
        {"allow_return_allocs_from_loops": True},
        """\
module {
  func.func @f(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: memref<4xf32, strided<[?], offset: ?>>, %arg2: index, %arg3: index, %arg4: index) -> (memref<4xf32, strided<[?], offset: ?>>, memref<4xf32, strided<[?], offset: ?>>) {
    %0:2 = scf.for %arg5 = %arg2 to %arg3 step %arg4 iter_args(%arg6 = %arg0, %arg7 = %arg1) -> (memref<4xf32, strided<[?], offset: ?>>, memref<4xf32, strided<[?], offset: ?>>) {
      scf.yield %arg7, %arg6 : memref<4xf32, strided<[?], offset: ?>>, memref<4xf32, strided<[?], offset: ?>>
    }
    return %0#0, %0#1 : memref<4xf32, strided<[?], offset: ?>>, memref<4xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "while_that_yields_what_it_reads": (
        """\
func.func @f(%t: tensor<4xf32>, %u: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %0 = scf.while (%a = %t) : (tensor<4xf32>) -> tensor<4xf32> {
    scf.condition(%c) %a : tensor<4xf32>
  } do {
  ^bb0(%a: tensor<4xf32>):
    scf.yield %u : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
""",
        {"allow_return_allocs_from_loops": True},
        """\
module {
  func.func @f(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: memref<4xf32, strided<[?], offset: ?>>, %arg2: i1) -> memref<4xf32, strided<[?], offset: ?>> {
    %0 = scf.while (%arg3 = %arg0) : (memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>> {
      scf.condition(%arg2) %arg3 : memref<4xf32, strided<[?], offset: ?>>
    } do {
    ^bb0(%arg3: memref<4xf32, strided<[?], offset: ?>>):
      scf.yield %arg1 : memref<4xf32, strided<[?], offset: ?>>
    }
    return %0 : memref<4xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "while_that_writes_and_yields_another": (
        """\
func.func @f(%t: tensor<4xf32>, %u: tensor<4xf32>, %c: i1, %i: index, %v: f32) -> tensor<4xf32> {
  %0 = scf.while (%a = %t) : (tensor<4xf32>) -> tensor<4xf32> {
    %1 = tensor.insert %v into %a[%i] : tensor<4xf32>
    scf.condition(%c) %1 : tensor<4xf32>
  } do {
  ^bb0(%a: tensor<4xf32>):
    scf.yield %u : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
""",
        {"allow_return_allocs_from_loops": True},
        """\
module {
  func.func @f(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: memref<4xf32, strided<[?], offset: ?>>, %arg2: i1, %arg3: index, %arg4: f32) -> memref<4xf32, strided<[?], offset: ?>> {
    %0 = scf.while (%arg5 = %arg0) : (memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>> {
      memref.store %arg4, %arg5[%arg3] : memref<4xf32, strided<[?], offset: ?>>
      scf.condition(%arg2) %arg5 : memref<4xf32, strided<[?], offset: ?>>
    } do {
    ^bb0(%arg5: memref<4xf32, strided<[?], offset: ?>>):
      %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
      memref.copy %arg1, %alloc : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32>
      %cast = memref.cast %alloc : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
      scf.yield %cast : memref<4xf32, strided<[?], offset: ?>>
    }
    return %0 : memref<4xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "forall": (
        """\
func.func @f(%t: tensor<?xf32>, %s: tensor<1xf32>, %n: index) -> tensor<?xf32> {
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %t) -> (tensor<?xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
  } {stray = 1 : i32}
  return %0 : tensor<?xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<?xf32, strided<[?], offset: ?>>, %arg1: memref<1xf32, strided<[?], offset: ?>>, %arg2: index) -> memref<?xf32, strided<[?], offset: ?>> {
    scf.forall (%arg3) in (%arg2) {
      %subview = memref.subview %arg0[%arg3] [1] [1] : memref<?xf32, strided<[?], offset: ?>> to memref<1xf32, strided<[?], offset: ?>>
      memref.copy %arg1, %subview : memref<1xf32, strided<[?], offset: ?>> to memref<1xf32, strided<[?], offset: ?>>
    } {stray = 1 : i32}
    return %arg0 : memref<?xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_bufferized(name: str) -> None:
    text, options, expected = CASES[name]
    result = bufferized(text, **options).strip()
    assert [line.rstrip() for line in result.splitlines()] == expected.strip().splitlines()


def test_one_of_two_places_that_a_tensor_is_passed_on_to_gets_a_copy() -> None:
    """The results are two tensors, one of which is written to after the loop."""
    text = """
    func.func @f(%t: tensor<4xf32>, %u: tensor<4xf32>, %c: i1, %i: index, %v: f32) -> (tensor<4xf32>, f32) {
      %0:2 = scf.while (%a = %t, %b = %u) : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
        scf.condition(%c) %b, %b : tensor<4xf32>, tensor<4xf32>
      } do {
      ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
        scf.yield %a, %b : tensor<4xf32>, tensor<4xf32>
      }
      %1 = tensor.insert %v into %0#1[%i] : tensor<4xf32>
      %2 = tensor.extract %0#0[%i] : tensor<4xf32>
      return %1, %2 : tensor<4xf32>, f32
    }
    """
    result = bufferized(text, allow_return_allocs_from_loops=True)
    condition = next(line for line in result.splitlines() if "scf.condition" in line)
    first, second = condition.split(" : ")[0].split()[1:]
    assert first.rstrip(",") != second


def error_of(text: str) -> str:
    with pytest.raises(DiagnosticError) as caught:
        bufferized(text)
    diagnostic, *failed = caught.value.diagnostics
    assert [each.message for each in failed] in ([], ["failed to bufferize op"])
    assert diagnostic.position is not None
    return f"{diagnostic.position.line}:{diagnostic.position.column}: {diagnostic.message}"


def test_loop_must_yield_its_own_buffer() -> None:
    text = """\
func.func @f(%t: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %0 = scf.for %i = %n to %n step %n iter_args(%a = %t) -> (tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    scf.yield %e : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
"""
    expected = "4:5: Yield operand #0 is not equivalent to the corresponding iter bbArg"
    assert error_of(text) == expected


def test_while_must_pass_its_own_buffer() -> None:
    text = """\
func.func @f(%t: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %0 = scf.while (%a = %t) : (tensor<4xf32>) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    scf.condition(%c) %e : tensor<4xf32>
  } do {
  ^bb0(%b: tensor<4xf32>):
    scf.yield %b : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
"""
    expected = "4:5: Condition arg #0 is not equivalent to the corresponding iter bbArg"
    assert error_of(text) == expected


def test_execute_region_needs_a_unique_yield() -> None:
    text = """\
func.func @f(%c: i1, %t: tensor<4xf32>, %u: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.execute_region -> tensor<4xf32> {
    cf.cond_br %c, ^bb1, ^bb2
  ^bb1:
    scf.yield %t : tensor<4xf32>
  ^bb2:
    scf.yield %u : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
"""
    assert "2:8: 'scf.execute_region' op op without unique scf.yield" in error_of(text)


def test_if_refuses_two_memory_spaces() -> None:
    text = """
      func.func @f(%c: i1) -> tensor<4xf32> {
        %r = scf.if %c -> (tensor<4xf32>) {
          %near = bufferization.alloc_tensor() {memory_space = 2 : i64} : tensor<4xf32>
          scf.yield %near : tensor<4xf32>
        } else {
          %far = bufferization.alloc_tensor() {memory_space = 3 : i64} : tensor<4xf32>
          scf.yield %far : tensor<4xf32>
        }
        return %r : tensor<4xf32>
      }
    """
    assert error_of(text) == "3:14: inconsistent memory space on then/else branches"


def test_a_chain_in_a_loop_may_be_long() -> None:
    steps = "".join(
        f"    %{i + 1} = tensor.insert %v into %{i}[%i] : tensor<4xf32>\n" for i in range(1, 2000)
    )
    text = f"""\
func.func @f(%t: tensor<4xf32>, %n: index, %v: f32) -> tensor<4xf32> {{
  %0 = scf.for %i = %n to %n step %n iter_args(%a = %t) -> (tensor<4xf32>) {{
    %1 = tensor.insert %v into %a[%i] : tensor<4xf32>
{steps}    scf.yield %2000 : tensor<4xf32>
  }}
  return %0 : tensor<4xf32>
}}
"""
    assert bufferized(text).count("memref.store") == 2000


ROTATED = """
func.func @rotated(%t: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %r = scf.forall (%i) in (%n) shared_outs(%o = %t) -> tensor<4xf32> {
    %j = arith.addi %i, %c1 : index
    %part = tensor.extract_slice %o[%j] [1] [1] : tensor<4xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %part into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}
"""


@pytest.fixture(autouse=True)
def plugins() -> None:
    for plugin in ("arith", "func", "tensor"):
        pytest.importorskip(f"bufferize_{plugin}")


@pytest.mark.parametrize("options", [{}, {"copy_before_write": True}])
def test_other_parts_are_read_from_outside(options: dict[str, bool]) -> None:
    lines = bufferized(ROTATED, **options).splitlines()
    views = [line.split() for line in lines if "memref.subview" in line]
    read, written = (view[view.index("memref.subview") + 1].partition("[")[0] for view in views)
    assert read == "%arg0"
    assert any(line.split()[0] == written and "memref.alloc" in line for line in lines)


def test_own_part_is_in_place() -> None:
    assert "memref.alloc" not in bufferized(ROTATED.replace("%o[%j]", "%o[%i]"))


def test_the_program_is_only_changed_where_it_is_bufferized() -> None:
    text = bufferized(ROTATED, test_analysis_only=True)
    assert "tensor.extract_slice %arg3[" in text


def test_the_program_is_not_changed_where_it_is_refused() -> None:
    refused = ROTATED.replace(
        "%c1 = ",
        '%u = "some.op"(%t) : (tensor<4xf32>) -> tensor<4xf32>\n  %c1 = ',
    )
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    module = bufferize.parse(refused, context)
    before = bufferize.print_module(module)
    options = bufferize.OneShotOptions(bufferize_function_boundaries=True)
    with pytest.raises(DiagnosticError):
        bufferize.one_shot_bufferize(module, options, context)
    assert bufferize.print_module(module) == before
