from __future__ import annotations

import pytest

from bufferize.diagnostics import DiagnosticError
from bufferize_testing import bufferized

CASES: dict[str, tuple[str, dict[str, bool], str]] = {
    "constants_are_shared": (
        """\
func.func @f(%i: index) -> (i32, i32, i32, i32) {
  %0 = arith.constant dense<[1, 2]> : tensor<2xi32>
  %1 = arith.constant dense<[1, 2]> : tensor<2xi32>
  %2 = arith.constant dense<[1, 3]> : tensor<2xi32>
  %3 = arith.constant dense<7> : tensor<i32>
  %4 = tensor.extract %0[%i] : tensor<2xi32>
  %5 = tensor.extract %1[%i] : tensor<2xi32>
  %6 = tensor.extract %2[%i] : tensor<2xi32>
  %7 = tensor.extract %3[] : tensor<i32>
  return %4, %5, %6, %7 : i32, i32, i32, i32
}
""",
        {},
        """\
module {
  memref.global "private" constant @__constant_xi32 : memref<i32> = dense<7> {alignment = 64 : i64}
  memref.global "private" constant @__constant_2xi32_0 : memref<2xi32> = dense<[1, 3]> {alignment = 64 : i64}
  memref.global "private" constant @__constant_2xi32 : memref<2xi32> = dense<[1, 2]> {alignment = 64 : i64}
  func.func @f(%arg0: index) -> (i32, i32, i32, i32) {
    %0 = memref.get_global @__constant_2xi32 : memref<2xi32>
    %1 = memref.get_global @__constant_2xi32 : memref<2xi32>
    %2 = memref.get_global @__constant_2xi32_0 : memref<2xi32>
    %3 = memref.get_global @__constant_xi32 : memref<i32>
    %4 = memref.load %0[%arg0] : memref<2xi32>
    %5 = memref.load %1[%arg0] : memref<2xi32>
    %6 = memref.load %2[%arg0] : memref<2xi32>
    %7 = memref.load %3[] : memref<i32>
    return %4, %5, %6, %7 : i32, i32, i32, i32
  }
}
""",
    ),
    "constants_are_numbered_in_one_sequence": (
        """\
memref.global "private" constant @__constant_2xi32 : memref<2xi32> = dense<[5, 6]>
func.func @f(%i: index) -> (i32, i32, i32) {
  %0 = arith.constant dense<[1, 2]> : tensor<2xi32>
  %1 = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  %2 = arith.constant dense<[1, 2, 4]> : tensor<3xi32>
  %3 = tensor.extract %0[%i] : tensor<2xi32>
  %4 = tensor.extract %1[%i] : tensor<3xi32>
  %5 = tensor.extract %2[%i] : tensor<3xi32>
  return %3, %4, %5 : i32, i32, i32
}
""",
        {},
        """\
module {
  memref.global "private" constant @__constant_3xi32_1 : memref<3xi32> = dense<[1, 2, 4]> {alignment = 64 : i64}
  memref.global "private" constant @__constant_3xi32 : memref<3xi32> = dense<[1, 2, 3]> {alignment = 64 : i64}
  memref.global "private" constant @__constant_2xi32_0 : memref<2xi32> = dense<[1, 2]> {alignment = 64 : i64}
  memref.global "private" constant @__constant_2xi32 : memref<2xi32> = dense<[5, 6]>
  func.func @f(%arg0: index) -> (i32, i32, i32) {
    %0 = memref.get_global @__constant_2xi32_0 : memref<2xi32>
    %1 = memref.get_global @__constant_3xi32 : memref<3xi32>
    %2 = memref.get_global @__constant_3xi32_1 : memref<3xi32>
    %3 = memref.load %0[%arg0] : memref<2xi32>
    %4 = memref.load %1[%arg0] : memref<3xi32>
    %5 = memref.load %2[%arg0] : memref<3xi32>
    return %3, %4, %5 : i32, i32, i32
  }
}
""",
    ),
    "constants_are_not_written": (
        """\
func.func @f(%i: index, %v: i32) -> tensor<2xi32> {
  %0 = arith.constant dense<[1, 2]> : tensor<2xi32>
  %1 = tensor.insert %v into %0[%i] : tensor<2xi32>
  return %1 : tensor<2xi32>
}
""",
        {},
        """\
module {
  memref.global "private" constant @__constant_2xi32 : memref<2xi32> = dense<[1, 2]> {alignment = 64 : i64}
  func.func @f(%arg0: index, %arg1: i32) -> memref<2xi32> {
    %0 = memref.get_global @__constant_2xi32 : memref<2xi32>
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<2xi32>
    memref.copy %0, %alloc : memref<2xi32> to memref<2xi32>
    memref.store %arg1, %alloc[%arg0] : memref<2xi32>
    %cast = memref.cast %alloc : memref<2xi32> to memref<2xi32, strided<[?], offset: ?>>
    return %alloc : memref<2xi32>
  }
}
""",
    ),
    "index_cast": (
        """\
func.func @f(%t: tensor<?xi32>) -> tensor<?xindex> {
  %0 = arith.index_cast %t : tensor<?xi32> to tensor<?xindex>
  return %0 : tensor<?xindex>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<?xi32, strided<[?], offset: ?>>) -> memref<?xindex, strided<[?], offset: ?>> {
    %0 = arith.index_cast %arg0 : memref<?xi32, strided<[?], offset: ?>> to memref<?xindex, strided<[?], offset: ?>>
    return %0 : memref<?xindex, strided<[?], offset: ?>>
  }
}
""",
    ),
    "select": (
        """\
func.func @f(%c: i1, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = arith.select %c, %a, %b : tensor<?xf32>
  return %0 : tensor<?xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: i1, %arg1: memref<?xf32, strided<[?], offset: ?>>, %arg2: memref<?xf32, strided<[?], offset: ?>>) -> memref<?xf32, strided<[?], offset: ?>> {
    %0 = arith.select %arg0, %arg1, %arg2 : memref<?xf32, strided<[?], offset: ?>>
    return %0 : memref<?xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "select_between_layouts": (
        """\
func.func @f(%c: i1, %a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = arith.select %c, %a, %e : tensor<4xf32>
  return %0 : tensor<4xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: i1, %arg1: memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>> {
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
    %cast = memref.cast %alloc : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
    %0 = arith.select %arg0, %arg1, %cast : memref<4xf32, strided<[?], offset: ?>>
    return %0 : memref<4xf32, strided<[?], offset: ?>>
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


def test_select_needs_a_scalar_condition() -> None:
    text = """\
func.func @f(%c: tensor<4xi1>, %a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.select %c, %a, %a : tensor<4xi1>, tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
    with pytest.raises(DiagnosticError) as caught:
        bufferized(text)
    diagnostic, failed = caught.value.diagnostics
    assert failed.message == "failed to bufferize op"
    assert diagnostic.message == "'arith.select' op only i1 condition values are supported"
    assert diagnostic.position is not None
    assert (diagnostic.position.line, diagnostic.position.column) == (2, 8)


def test_a_mutable_global_is_not_a_constant() -> None:
    # mlir-opt 22 takes any global of equal value and alignment, even one that is written to.
    text = """\
memref.global @state : memref<2xi32> = dense<[1, 2]> {alignment = 64 : i64}
func.func @f(%i: index) -> i32 {
  %0 = arith.constant dense<[1, 2]> : tensor<2xi32>
  %1 = tensor.extract %0[%i] : tensor<2xi32>
  return %1 : i32
}
"""
    assert "memref.get_global @__constant_2xi32 " in bufferized(text)
