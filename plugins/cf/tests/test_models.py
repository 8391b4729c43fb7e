from __future__ import annotations

import pytest

from bufferize.diagnostics import DiagnosticError
from bufferize_testing import bufferized

CASES: dict[str, tuple[str, dict[str, bool], str]] = {
    "br": (
        """\
func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^bb1(%t : tensor<4xf32>)
^bb1(%0: tensor<4xf32>):
  return %0 : tensor<4xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>> {
    cf.br ^bb1(%arg0 : memref<4xf32, strided<[?], offset: ?>>)
  ^bb1(%0: memref<4xf32, strided<[?], offset: ?>>):  // pred: ^bb0
    return %0 : memref<4xf32, strided<[?], offset: ?>>
  }
}
""",
    ),
    "cond_br_with_two_layouts": (
        """\
func.func @f(%c: i1, %t: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  cf.cond_br %c, ^bb1(%t : tensor<4xf32>), ^bb2
^bb1(%0: tensor<4xf32>):
  return %0 : tensor<4xf32>
^bb2:
  cf.br ^bb1(%e : tensor<4xf32>)
}
""",
        {},
        """\
module {
  func.func @f(%arg0: i1, %arg1: memref<4xf32, strided<[?], offset: ?>>) -> memref<4xf32, strided<[?], offset: ?>> {
    %alloc = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
    %cast = memref.cast %alloc : memref<4xf32> to memref<4xf32, strided<[?], offset: ?>>
    cf.cond_br %arg0, ^bb1(%arg1 : memref<4xf32, strided<[?], offset: ?>>), ^bb2
  ^bb1(%0: memref<4xf32, strided<[?], offset: ?>>):  // 2 preds: ^bb0, ^bb2
    return %0 : memref<4xf32, strided<[?], offset: ?>>
  ^bb2:  // pred: ^bb0
    cf.br ^bb1(%cast : memref<4xf32, strided<[?], offset: ?>>)
  }
}
""",
    ),
    "loop": (
        """\
func.func @f(%t: tensor<4xf32>, %v: f32, %n: index, %c: i1) -> tensor<4xf32> {
  cf.br ^bb1(%t : tensor<4xf32>)
^bb1(%0: tensor<4xf32>):
  %1 = tensor.insert %v into %0[%n] : tensor<4xf32>
  cf.cond_br %c, ^bb1(%1 : tensor<4xf32>), ^bb2
^bb2:
  return %1 : tensor<4xf32>
}
""",
        {},
        """\
module {
  func.func @f(%arg0: memref<4xf32, strided<[?], offset: ?>>, %arg1: f32, %arg2: index, %arg3: i1) -> memref<4xf32, strided<[?], offset: ?>> {
    cf.br ^bb1(%arg0 : memref<4xf32, strided<[?], offset: ?>>)
  ^bb1(%0: memref<4xf32, strided<[?], offset: ?>>):  // 2 preds: ^bb0, ^bb1
    memref.store %arg1, %0[%arg2] : memref<4xf32, strided<[?], offset: ?>>
    cf.cond_br %arg3, ^bb1(%0 : memref<4xf32, strided<[?], offset: ?>>), ^bb2
  ^bb2:  // pred: ^bb1
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


def test_two_edges_to_one_block() -> None:
    # mlir-opt 22 leaves the second edge's operand a tensor and fails.
    text = """\
func.func @f(%c: i1, %t: tensor<4xf32>, %u: tensor<4xf32>) -> tensor<4xf32> {
  cf.cond_br %c, ^bb1(%t : tensor<4xf32>), ^bb1(%u : tensor<4xf32>)
^bb1(%0: tensor<4xf32>):
  return %0 : tensor<4xf32>
}
"""
    type = "memref<4xf32, strided<[?], offset: ?>>"
    expected = f"cf.cond_br %arg0, ^bb1(%arg1 : {type}), ^bb1(%arg2 : {type})"
    assert expected in bufferized(text)


def test_no_branch_tells_the_type() -> None:
    text = """\
func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {
  return %t : tensor<4xf32>
^bb1(%0: tensor<4xf32>):
  return %0 : tensor<4xf32>
}
"""
    with pytest.raises(DiagnosticError) as caught:
        bufferized(text)
    cause, failure = caught.value.diagnostics
    assert "could not infer buffer type of block argument" in cause.message
    assert "failed to bufferize op" in failure.message
