"""Iterations of `scf.forall` that contribute a part of the output as it is: when that needs no copy."""

from __future__ import annotations

import numpy as np
import pytest

import bufferize
from bufferize.driver import OneShotOptions, one_shot_bufferize
from bufferize_interpreter import Machine

PROGRAM = """
func.func @f(%t: tensor<4xf32>, %k: index) -> tensor<4xf32> {
  %r = scf.forall (%i) in (2) shared_outs(%o = %t) -> (tensor<4xf32>) {
    %j = affine.apply affine_map<(i) -> (1 - i)>(%i)
    %a = tensor.extract_slice %o[OFFSET] [SIZE] [1] : tensor<4xf32> to tensor<SIZExf32>
    ALSO
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %a into %o[INTO] [SIZE] [1]
        : tensor<SIZExf32> into tensor<4xf32>
    }
  }
  return %r : tensor<4xf32>
}
"""
UNUSED = "%b = tensor.extract_slice %o[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>"


@pytest.mark.parametrize(
    ("offset", "into", "size", "also", "copies"),
    [
        ("0", "%i", 1, "", 0),
        ("%k", "%i", 1, "", 0),
        ("%k", "%i", 1, UNUSED, 0),
        ("%k", "%j", 1, "", 0),
        ("%j", "%i", 1, "", 1),  # each contributes what is in the place of the other one
        ("0", "%i", 2, "", 1),  # the second one is shifted by one element
    ],
)
def test_copies(offset: str, into: str, size: int, also: str, copies: int) -> None:
    text = PROGRAM.replace("OFFSET", offset).replace("INTO", into).replace("ALSO", also)
    context = bufferize.Context()
    before, after = (bufferize.parse(text.replace("SIZE", str(size)), context) for _ in range(2))
    one_shot_bufferize(after, OneShotOptions(bufferize_function_boundaries=True), context)
    assert bufferize.print_module(after).count("memref.alloc") == copies
    if size == 1:  # otherwise parts overlap, and what is computed is undefined
        expected, found = (
            Machine(module, context).run("f", [np.arange(4, dtype=np.float32), 1]).results[0]
            for module in (before, after)
        )
        assert found.tolist() == expected.tolist()


OWN_PART = """
func.func @f(%t: tensor<4xf32>, %k: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %x = arith.constant 9.0 : f32
  %c0 = arith.constant 0 : index
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) {
    %a = tensor.extract_slice SOURCE[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    ALSO
    scf.forall.in_parallel {
      tensor.parallel_insert_slice PART into %o[%i] [1] [1] : tensor<1xf32> into tensor<4xf32>
    }
  }
  return %r, %t : tensor<4xf32>, tensor<4xf32>
}
"""
INSERTED = "%b = tensor.insert %x into %a[%c0] : tensor<1xf32>"
INSERTED_ELSEWHERE = "%b = tensor.insert %x into %o[%k] : tensor<4xf32>"
EXTRACTED_TWICE = """
    %b = tensor.extract_slice %o[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
    %c = tensor.insert %x into %b[%c0] : tensor<1xf32>
"""


@pytest.mark.parametrize(
    ("source", "also", "part", "copies"),
    [
        ("%o", "", "%a", 0),
        ("%t", "", "%a", 0),
        ("%o", INSERTED, "%a", 2),
        ("%o", INSERTED, "%b", 1),
        ("%t", INSERTED, "%b", 2),
        ("%o", INSERTED_ELSEWHERE, "%a", 1),  # as in mlir-opt: what all write to is a copy
        ("%o", EXTRACTED_TWICE, "%a", 2),  # another view of the output might be written to
    ],
)
def test_own_part_changes_nothing(source: str, also: str, part: str, copies: int) -> None:
    """The output is not copied, though the tensor is read in the loop and after it."""
    text = OWN_PART.replace("SOURCE", source).replace("ALSO", also).replace("PART", part)
    context = bufferize.Context()
    before, after = (bufferize.parse(text, context) for _ in range(2))
    one_shot_bufferize(after, OneShotOptions(bufferize_function_boundaries=True), context)
    assert bufferize.print_module(after).count("memref.alloc") == copies
    expected, found = (
        [result.tolist() for result in run.results]
        for run in (
            Machine(module, context).run("f", [np.arange(4, dtype=np.float32), 1])
            for module in (before, after)
        )
    )
    assert found == expected


def test_loop_around_may_move_the_part() -> None:
    """It is not asked which iterations of an outer loop extract the same part."""
    inner = PROGRAM.partition("{\n")[2].rpartition("  return")[0]
    inner = inner.replace("OFFSET", "%n").replace("INTO", "%i").replace("SIZE", "1")
    text = f"""
    func.func @f(%t: tensor<4xf32>, %c0: index, %c1: index, %k: index) -> tensor<4xf32> {{
      scf.for %n = %c0 to %k step %c1 {{
        {inner.replace("ALSO", "").replace("%r =", "%unused =")}
      }}
      return %t : tensor<4xf32>
    }}"""
    context = bufferize.Context()
    module = bufferize.parse(text, context)
    one_shot_bufferize(module, OneShotOptions(bufferize_function_boundaries=True), context)
    assert "memref.alloc" in bufferize.print_module(module)
