from __future__ import annotations

import pytest

from bufferize.analysis import AnalysisOptions, AnalysisState
from bufferize.diagnostics import DiagnosticError
from bufferize.plugins import Context
from bufferize_testing import bufferized
from bufferize_testing.programs import function_ops

CASES: dict[str, tuple[str, dict[str, bool], str]] = {
    "transfer_read": (
        """\
func.func @f(%t: tensor<?xf32>, %i: index, %v: f32, %m: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>) {
  %0 = vector.transfer_read %t[%i], %v {in_bounds = [true]} : tensor<?xf32>, vector<4xf32>
  %1 = vector.transfer_read %t[%i], %v, %m : tensor<?xf32>, vector<4xf32>
  return %0, %1 : vector<4xf32>, vector<4xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<?xf32, strided<[?], offset: ?>>, %arg1: index, %arg2: f32, %arg3: vector<4xi1>) -> (vector<4xf32>, vector<4xf32>) {
    %0 = vector.transfer_read %arg0[%arg1], %arg2 {in_bounds = [true]} : memref<?xf32, strided<[?], offset: ?>>, vector<4xf32>
    %1 = vector.transfer_read %arg0[%arg1], %arg2, %arg3 : memref<?xf32, strided<[?], offset: ?>>, vector<4xf32>
    return %0, %1 : vector<4xf32>, vector<4xf32>
  }
}
""",
    ),
    "transfer_write": (
        """\
func.func @f(%t: tensor<?xf32>, %i: index, %v: vector<4xf32>) -> tensor<?xf32> {
  %0 = vector.transfer_write %v, %t[%i] {in_bounds = [true]} : vector<4xf32>, tensor<?xf32>
  return %0 : tensor<?xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<?xf32, strided<[?], offset: ?>>, %arg1: index, %arg2: vector<4xf32>) -> memref<?xf32, strided<[?], offset: ?>> {
    vector.transfer_write %arg2, %arg0[%arg1] {in_bounds = [true]} : vector<4xf32>, memref<?xf32, strided<[?], offset: ?>>
    return %arg0 : memref<?xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "transfer_write_of_everything": (
        """\
func.func @f(%t: tensor<4xf32>, %v: vector<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0] : vector<4xf32>, tensor<4xf32>
  return %0, %t : tensor<4xf32>, tensor<4xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: vector<4xf32>) -> (memref<4xf32>, memref<4xf32, strided<[?], offset: ?>>) {
    %c0 = arith.constant 0 : index
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
    vector.transfer_write %arg1, %alloc[%c0] : vector<4xf32>, memref<4xf32>
    %cast = memref.cast %alloc : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
    return %alloc, %arg0 : memref<4xf32>, memref<4xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "transfer_write_of_a_part": (
        """\
func.func @f(%t: tensor<8xf32>, %v: vector<4xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0] : vector<4xf32>, tensor<8xf32>
  return %0, %t : tensor<8xf32>, tensor<8xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<8xf32, strided<[?], offset: ?>>, %arg1: vector<4xf32>) -> (memref<8xf32>, memref<8xf32, strided<[?], offset: ?>>) {
    %c0 = arith.constant 0 : index
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
    memref.copy %arg0, %alloc : memref<8xf32, strided<[?], offset: ?>> to memref<8xf32>
    vector.transfer_write %arg1, %alloc[%c0] : vector<4xf32>, memref<8xf32>
    %cast = memref.cast %alloc : memref<8xf32> to memref<8xf32, strided<[?], offset: ?>>
    return %alloc, %arg0 : memref<8xf32>, memref<8xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "gather": (
        """\
func.func @f(%t: tensor<?xf32>, %i: index, %x: vector<4xi32>, %m: vector<4xi1>, %p: vector<4xf32>) -> vector<4xf32> {
  %0 = vector.gather %t[%i] [%x], %m, %p : tensor<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  return %0 : vector<4xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<?xf32, strided<[?], offset: ?>>, %arg1: index, %arg2: vector<4xi32>, %arg3: vector<4xi1>, %arg4: vector<4xf32>) -> vector<4xf32> {
    %0 = vector.gather %arg0[%arg1] [%arg2], %arg3, %arg4 : memref<?xf32, strided<[?], offset: ?>>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
    return %0 : vector<4xf32>
  }
}
""",
    ),
    "scatter": (
        """\
func.func @f(%t: tensor<16xf32>, %i: index, %x: vector<4xi32>, %m: vector<4xi1>, %v: vector<4xf32>) -> tensor<16xf32> {
  %0 = vector.scatter %t[%i] [%x], %m, %v : tensor<16xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<16xf32, strided<[?], offset: ?>>, %arg1: index, %arg2: vector<4xi32>, %arg3: vector<4xi1>, %arg4: vector<4xf32>) -> memref<16xf32, strided<[?], offset: ?>> {
    vector.scatter %arg0[%arg1] [%arg2], %arg3, %arg4 : memref<16xf32, strided<[?], offset: ?>>, vector<4xi32>, vector<4xi1>, vector<4xf32>
    return %arg0 : memref<16xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "mask": (
        """\
func.func @f(%t: tensor<?xf32>, %i: index, %v: vector<4xf32>, %m: vector<4xi1>) -> tensor<?xf32> {
  %0 = vector.mask %m { vector.transfer_write %v, %t[%i] : vector<4xf32>, tensor<?xf32> } : vector<4xi1> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<?xf32, strided<[?], offset: ?>>, %arg1: index, %arg2: vector<4xf32>, %arg3: vector<4xi1>) -> memref<?xf32, strided<[?], offset: ?>> {
    vector.mask %arg3 { vector.transfer_write %arg2, %arg0[%arg1] : vector<4xf32>, memref<?xf32, strided<[?], offset: ?>> } : vector<4xi1>
    return %arg0 : memref<?xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "masked_read": (
        """\
func.func @f(%t: tensor<?xf32>, %i: index, %v: f32, %m: vector<4xi1>) -> vector<4xf32> {
  %0 = vector.mask %m { vector.transfer_read %t[%i], %v : tensor<?xf32>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  return %0 : vector<4xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<?xf32, strided<[?], offset: ?>>, %arg1: index, %arg2: f32, %arg3: vector<4xi1>) -> vector<4xf32> {
    %0 = vector.mask %arg3 { vector.transfer_read %arg0[%arg1], %arg2 : memref<?xf32, strided<[?], offset: ?>>, vector<4xf32> } : vector<4xi1> -> vector<4xf32>
    return %0 : vector<4xf32>
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


def test_a_masked_write_keeps_the_other_elements() -> None:
    # mlir-opt 22 looks for a vector.mask only, takes the write for one of everything, and loses
    # what the destination held where the mask is off.
    text = """\
func.func @f(%t: tensor<4xf32>, %v: vector<4xf32>, %m: vector<4xi1>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = vector.transfer_write %v, %t[%c0], %m : vector<4xf32>, tensor<4xf32>
  return %0, %t : tensor<4xf32>, tensor<4xf32>
}
"""
    assert "memref.copy %arg0, %alloc" in bufferized(text)


@pytest.mark.parametrize(("mask", "copies"), [("", 1), (", %m", 2)])
def test_a_write_of_the_part_that_was_filled(mask: str, copies: int) -> None:
    # Without a mask it overwrites what the fill did to %t. With one it keeps some of %t, which
    # mlir-opt 22 overlooks.
    text = f"""\
func.func @f(%t: tensor<4xf32>, %v: vector<2xf32>, %m: vector<2xi1>, %f: f32)
    -> (tensor<4xf32>, tensor<4xf32>) {{
  %c0 = arith.constant 0 : index
  %part = tensor.extract_slice %t[0] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %filled = linalg.fill ins(%f : f32) outs(%part : tensor<2xf32>) -> tensor<2xf32>
  %0 = tensor.insert_slice %filled into %t[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %1 = vector.transfer_write %v, %t[%c0]{mask} : vector<2xf32>, tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}}
"""
    assert bufferized(text).count("memref.alloc()") == copies


def test_mask_body_must_be_in_place() -> None:
    text = """\
func.func @f(%t: tensor<?xf32>, %i: index, %v: vector<4xf32>, %m: vector<4xi1>)
    -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = vector.mask %m {
    vector.transfer_write %v, %t[%i] : vector<4xf32>, tensor<?xf32>
  } : vector<4xi1> -> tensor<?xf32>
  return %0, %t : tensor<?xf32>, tensor<?xf32>
}
"""
    with pytest.raises(DiagnosticError) as caught:
        bufferized(text)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == "'vector.mask' op body must bufferize in-place"
    assert diagnostic.position is not None
    assert (diagnostic.position.line, diagnostic.position.column) == (3, 8)


@pytest.mark.parametrize(
    ("tensor", "vector", "map", "is_overwritten"),
    [
        ("4xf32", "4xf32", "(d0) -> (d0)", True),
        ("4xf32", "8xf32", "(d0) -> (d0)", True),
        ("4xf32", "3xf32", "(d0) -> (d0)", False),
        ("4xf32", "[4]xf32", "(d0) -> (d0)", True),
        ("?xf32", "4xf32", "(d0) -> (d0)", False),
        ("f32", "f32", "() -> ()", True),
        ("1xf32", "f32", "(d0) -> ()", True),
        ("2xf32", "f32", "(d0) -> ()", False),
        ("1x4xf32", "4xf32", "(d0, d1) -> (d1)", True),
        ("4x1xf32", "4xf32", "(d0, d1) -> (d0)", True),
        ("2x4xf32", "4xf32", "(d0, d1) -> (d1)", False),
        ("4x2xf32", "4xf32", "(d0, d1) -> (d1)", False),
        ("2x3xf32", "2x3xf32", "(d0, d1) -> (d1, d0)", False),
        ("2x3xf32", "3x2xf32", "(d0, d1) -> (d1, d0)", True),
        ("2xvector<3xf32>", "2x3xf32", "(d0) -> (d0)", True),
        ("1xvector<3xf32>", "3xf32", "(d0) -> ()", True),
        ("2xvector<3xf32>", "3xf32", "(d0) -> ()", False),
        ("2xi64", "2xi32", "(d0) -> (d0)", False),
    ],
)
def test_all_elements_are_overwritten(
    tensor: str, vector: str, map: str, is_overwritten: bool
) -> None:
    rank = tensor.split("vector")[0].count("x")
    (op, *_) = function_ops(
        "%c0 = arith.constant 0 : index\n"
        f"%0 = vector.transfer_write %v, %t[{', '.join(['%c0'] * rank)}]"
        f" {{permutation_map = affine_map<{map}>}} : vector<{vector}>, tensor<{tensor}>",
        f"%t: tensor<{tensor}>, %v: vector<{vector}>",
    )[1:]
    state = AnalysisState(AnalysisOptions(), Context())
    assert state.bufferizes_to_memory_read(op.op_operands[1]) != is_overwritten


def test_elements_that_are_vectors_have_no_place_of_their_own() -> None:
    """The write is to one element of %t, not to as many as a vector in it has."""
    text = """
        func.func @f(%t: tensor<3xvector<2xf32>>, %v: vector<2xf32>) -> (vector<2xf32>, vector<2xf32>) {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %e = bufferization.alloc_tensor() copy(%t) : tensor<3xvector<2xf32>>
          %s = tensor.extract_slice %e[0] [2] [1] : tensor<3xvector<2xf32>> to tensor<2xvector<2xf32>>
          %u = tensor.insert %v into %s[%c1] : tensor<2xvector<2xf32>>
          %x = tensor.extract %u[%c1] : tensor<2xvector<2xf32>>
          %w = vector.transfer_write %v, %e[%c0] : vector<2xf32>, tensor<3xvector<2xf32>>
          %y = tensor.extract %w[%c1] : tensor<3xvector<2xf32>>
          return %x, %y : vector<2xf32>, vector<2xf32>
        }
        """
    assert bufferized(text, bufferize_function_boundaries=True).count("memref.alloc(") == 2
