"""The models of operations that make a new tensor."""

from __future__ import annotations

import pytest

from bufferize_testing import bufferized

from .model_cases import Case, check

CASES: dict[str, Case] = {
    "concat": (
        """\
func.func @f(%a: tensor<2x?xf32>, %b: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = tensor.concat dim(1) %a, %b : (tensor<2x?xf32>, tensor<2x?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
""",
        {},
        """\
#map = affine_map<()[s0, s1] -> (s0 + s1)>
module {
  func.func @f(%arg0: memref<2x?xf32, strided<[?, ?], offset: ?>>, %arg1: memref<2x?xf32, strided<[?, ?], offset: ?>>) -> memref<2x?xf32> {
    %c1 = arith.constant 1 : index
    %dim = memref.dim %arg0, %c1 : memref<2x?xf32, strided<[?, ?], offset: ?>>
    %c1_0 = arith.constant 1 : index
    %dim_1 = memref.dim %arg1, %c1_0 : memref<2x?xf32, strided<[?, ?], offset: ?>>
    %0 = affine.apply #map()[%dim, %dim_1]
    %alloc = memref.alloc(%0) {alignment = 64 : i64} : memref<2x?xf32>
    %c1_2 = arith.constant 1 : index
    %dim_3 = memref.dim %alloc, %c1_2 : memref<2x?xf32>
    %c1_4 = arith.constant 1 : index
    %dim_5 = memref.dim %arg0, %c1_4 : memref<2x?xf32, strided<[?, ?], offset: ?>>
    %subview = memref.subview %alloc[0, 0] [2, %dim_5] [1, 1] : memref<2x?xf32> to memref<2x?xf32, strided<[?, 1]>>
    memref.copy %arg0, %subview : memref<2x?xf32, strided<[?, ?], offset: ?>> to memref<2x?xf32, strided<[?, 1]>>
    %c1_6 = arith.constant 1 : index
    %dim_7 = memref.dim %arg1, %c1_6 : memref<2x?xf32, strided<[?, ?], offset: ?>>
    %subview_8 = memref.subview %alloc[0, %dim_5] [2, %dim_7] [1, 1] : memref<2x?xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
    memref.copy %arg1, %subview_8 : memref<2x?xf32, strided<[?, ?], offset: ?>> to memref<2x?xf32, strided<[?, 1], offset: ?>>
    %1 = affine.apply #map()[%dim_5, %dim_7]
    %cast = memref.cast %alloc : memref<2x?xf32> to memref<2x?xf32, strided<[?, ?], offset: ?>>
    return %alloc : memref<2x?xf32>
  }
}
""",
    ),
    "concat_static": (
        """\
func.func @f(%a: tensor<2x3xf32>, %b: tensor<4x3xf32>) -> tensor<6x3xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<6x3xf32>
  return %0 : tensor<6x3xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<2x3xf32, strided<[?, ?], offset: ?>>, %arg1: memref<4x3xf32, strided<[?, ?], offset: ?>>) -> memref<6x3xf32> {
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<6x3xf32>
    %subview = memref.subview %alloc[0, 0] [2, 3] [1, 1] : memref<6x3xf32> to memref<2x3xf32, strided<[3, 1]>>
    memref.copy %arg0, %subview : memref<2x3xf32, strided<[?, ?], offset: ?>> to memref<2x3xf32, strided<[3, 1]>>
    %subview_0 = memref.subview %alloc[2, 0] [4, 3] [1, 1] : memref<6x3xf32> to memref<4x3xf32, strided<[3, 1], offset: 6>>
    memref.copy %arg1, %subview_0 : memref<4x3xf32, strided<[?, ?], offset: ?>> to memref<4x3xf32, strided<[3, 1], offset: 6>>
    %cast = memref.cast %alloc : memref<6x3xf32> to memref<6x3xf32, strided<[?, ?], offset: ?>>
    return %alloc : memref<6x3xf32>
  }
}
""",
    ),
    "empty": (
        """\
func.func @f(%n: index) -> tensor<?x4xf32> {
  %unused = tensor.empty() : tensor<9xf32>
  %0 = tensor.empty(%n) : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: index) -> memref<?x4xf32> {
    %alloc = memref.alloc(%arg0) {alignment = 64 : i64} : memref<?x4xf32>
    %cast = memref.cast %alloc : memref<?x4xf32> to memref<?x4xf32, strided<[?, ?], offset: ?>>
    return %alloc : memref<?x4xf32>
  }
}
""",
    ),
    "from_elements": (
        """\
func.func @f(%a: f32, %b: f32) -> (tensor<2x2xf32>, tensor<f32>, tensor<0xf32>) {
  %0 = tensor.from_elements %a, %b, %b, %a : tensor<2x2xf32>
  %1 = tensor.from_elements %a : tensor<f32>
  %2 = tensor.from_elements : tensor<0xf32>
  return %0, %1, %2 : tensor<2x2xf32>, tensor<f32>, tensor<0xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: f32, %arg1: f32) -> (memref<2x2xf32>, memref<f32>, memref<0xf32>) {
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<2x2xf32>
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    memref.store %arg0, %alloc[%c0, %c0] : memref<2x2xf32>
    memref.store %arg1, %alloc[%c0, %c1] : memref<2x2xf32>
    memref.store %arg1, %alloc[%c1, %c0] : memref<2x2xf32>
    memref.store %arg0, %alloc[%c1, %c1] : memref<2x2xf32>
    %alloc_0 = memref.alloc() {alignment = 64 : i64} : memref<f32>
    memref.store %arg0, %alloc_0[] : memref<f32>
    %alloc_1 = memref.alloc() {alignment = 64 : i64} : memref<0xf32>
    %cast = memref.cast %alloc : memref<2x2xf32> to memref<2x2xf32, strided<[?, ?], offset: ?>>
    %cast_2 = memref.cast %alloc_0 : memref<f32> to memref<f32, strided<[], offset: ?>>
    %cast_3 = memref.cast %alloc_1 : memref<0xf32> to memref<0xf32, strided<[?], offset: ?>>
    return %alloc, %alloc_0, %alloc_1 : memref<2x2xf32>, memref<f32>, memref<0xf32>
  }
}
""",
    ),
    "generate": (
        """\
func.func @f(%n: index) -> tensor<4x?xindex> {
  %0 = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %1 = arith.addi %i, %j : index
    tensor.yield %1 : index
  } : tensor<4x?xindex>
  return %0 : tensor<4x?xindex>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: index) -> memref<4x?xindex> {
    %alloc = memref.alloc(%arg0) {alignment = 64 : i64} : memref<4x?xindex>
    linalg.map outs(%alloc : memref<4x?xindex>)
      (%init: index) {
        %0 = linalg.index 0 : index
        %1 = linalg.index 1 : index
        %2 = arith.addi %0, %1 : index
        linalg.yield %2 : index
      }
    %cast = memref.cast %alloc : memref<4x?xindex> to memref<4x?xindex, strided<[?, ?], offset: ?>>
    return %alloc : memref<4x?xindex>
  }
}
""",
    ),
    "pad_static": (
        """\
func.func @f(%t: tensor<4xf32>, %v: f32) -> tensor<7xf32> {
  %0 = tensor.pad %t low[1] high[2] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<7xf32>
  return %0 : tensor<7xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: f32) -> memref<7xf32> {
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<7xf32>
    linalg.map outs(%alloc : memref<7xf32>)
      (%init: f32) {
        %0 = linalg.index 0 : index
        linalg.yield %arg1 : f32
      }
    %subview = memref.subview %alloc[1] [4] [1] : memref<7xf32> to memref<4xf32, strided<[1], offset: 1>>
    memref.copy %arg0, %subview : memref<4xf32, strided<[?], offset: ?>> to memref<4xf32, strided<[1], offset: 1>>
    %cast = memref.cast %alloc : memref<7xf32> to memref<7xf32, strided<[?], offset: ?>>
    return %alloc : memref<7xf32>
  }
}
""",
    ),
    "splat": (
        """\
func.func @f(%v: f32, %n: index) -> tensor<?x3xf32> {
  %0 = tensor.splat %v[%n] : tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: f32, %arg1: index) -> memref<?x3xf32> {
    %alloc = memref.alloc(%arg1) {alignment = 64 : i64} : memref<?x3xf32>
    linalg.map outs(%alloc : memref<?x3xf32>)
      (%init: f32) {
        linalg.yield %arg0 : f32
      }
    %cast = memref.cast %alloc : memref<?x3xf32> to memref<?x3xf32, strided<[?, ?], offset: ?>>
    return %alloc : memref<?x3xf32>
  }
}
""",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_bufferized(name: str) -> None:
    check(CASES[name])


def test_dynamic_padding() -> None:
    text = """\
func.func @f(%t: tensor<?x4xf32>, %v: f32, %n: index) -> tensor<?x7xf32> {
  %0 = tensor.pad %t low[%n, 1] high[2, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x4xf32> to tensor<?x7xf32>
  return %0 : tensor<?x7xf32>
}
"""
    result = bufferized(text)
    assert "affine_map<()[s0, s1] -> (s0 + s1 + 2)>" in result
    assert "memref.alloc(%0) {alignment = 64 : i64} : memref<?x7xf32>" in result
    assert "memref.subview %alloc[%arg2, 1] [%dim_1, 4] [1, 1]" in result
    assert "linalg.map outs(%alloc : memref<?x7xf32>)" in result


@pytest.mark.parametrize("op", ["generate", "pad %p low[1] high[1]"])
def test_a_region_runs_for_each_element(op: str) -> None:
    # mlir-opt 22 lets the first run write to what the second one reads.
    types = "tensor<2xf32>" if op == "generate" else "tensor<2xf32> to tensor<4xf32>"
    text = f"""\
func.func @f(%t: tensor<4xf32>, %p: tensor<2xf32>, %v: f32, %at: index) -> {types.split()[-1]} {{
  %0 = tensor.{op} {{
  ^bb0(%i: index):
    %1 = tensor.extract %t[%at] : tensor<4xf32>
    %2 = tensor.insert %v into %t[%at] : tensor<4xf32>
    %3 = tensor.extract %2[%i] : tensor<4xf32>
    tensor.yield %1 : f32
  }} : {types}
  return %0 : {types.split()[-1]}
}}
"""
    assert "memref.copy %arg0" in bufferized(text)


@pytest.mark.parametrize(
    ("op", "copies"),
    [
        ("concat dim(0) %a, %n : (tensor<3x2xf32>, tensor<0x2xf32>) -> tensor<3x2xf32>", 1),
        ("concat dim(0) %n, %a : (tensor<0x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>", 1),
        ("concat dim(0) %e, %e : (tensor<3x0xf32>, tensor<3x0xf32>) -> tensor<6x0xf32>", 0),
        ("pad %n low[3, 0] high[0, 0] { BODY } : tensor<0x2xf32> to tensor<3x2xf32>", 0),
        ("pad %e low[1, 0] high[0, 0] { BODY } : tensor<3x0xf32> to tensor<4x0xf32>", 0),
    ],
)
def test_parts_without_elements_are_not_copied(op: str, copies: int) -> None:
    """An empty part at the end of a dimension is left out; mlir-opt makes an invalid subview."""
    body = "^bb0(%i: index, %j: index): tensor.yield %f : f32"
    type = op.rpartition("-> " if "->" in op else "to ")[2]
    text = f"""
    func.func @f(%a: tensor<3x2xf32>, %n: tensor<0x2xf32>, %e: tensor<3x0xf32>, %f: f32) -> {type} {{
      %0 = tensor.{op.replace("BODY", body)}
      return %0 : {type}
    }}"""
    after = bufferized(text)
    assert after.count("memref.copy") == after.count("memref.subview") == copies
