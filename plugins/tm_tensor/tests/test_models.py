"""Tests of the copies that models of tm_tensor make: of outputs that are read, and of no others."""

from __future__ import annotations

import pytest

import bufferize
from bufferize import OneShotOptions
from bufferize_transforms import reuse_buffers

CONTEXT = bufferize.Context()
OPTIONS = OneShotOptions(bufferize_function_boundaries=True)


def scan(inclusive: str, extent: int | str) -> str:
    """A scan whose output and accumulator are used again afterwards."""
    tensor = f"tensor<{extent}xi32>"
    return f"""
    func.func @f(%in: {tensor}, %out: {tensor}, %acc: tensor<i32>) -> ({tensor}, tensor<i32>, {tensor}, tensor<i32>) {{
      %0:2 = tm_tensor.scan dimension(0) inclusive({inclusive}) ins(%in : {tensor}) outs(%out, %acc : {tensor}, tensor<i32>) {{
      ^bb0(%x: i32, %y: i32):
        %s = arith.addi %x, %y : i32
        tm_tensor.yield %s : i32
      }} -> {tensor}, tensor<i32>
      return %0#0, %0#1, %out, %acc : {tensor}, tensor<i32>, {tensor}, tensor<i32>
    }}"""


def copies(text: str) -> int:
    module = bufferize.parse(text, CONTEXT)
    bufferize.one_shot_bufferize(module, OPTIONS, CONTEXT)
    return sum(op.name == "memref.copy" for op in module.walk())


@pytest.mark.parametrize(
    ("inclusive", "extent", "expected"),
    [("true", 8, 0), ("true", 1, 1), ("true", "?", 1), ("false", 8, 1)],
)
def test_an_accumulator_is_copied_unless_it_is_overwritten(
    inclusive: str, extent: int | str, expected: int
) -> None:
    """The output, which is overwritten, never is."""
    assert copies(scan(inclusive, extent)) == expected


def updates(body: str) -> str:
    return f"""
    func.func @f(%u: tensor<2xf32>, %i: tensor<2x1xi32>, %t: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {{
      %0 = tm_tensor.scatter {{dimension_map = array<i64: 0>}} unique_indices(true)
          ins(%u, %i : tensor<2xf32>, tensor<2x1xi32>) outs(%t : tensor<4xf32>) {{
      ^bb0(%x: f32, %y: f32):
        tm_tensor.yield {body} : f32
      }} -> tensor<4xf32>
      return %0, %t : tensor<4xf32>, tensor<4xf32>
    }}"""


@pytest.mark.parametrize("body", ["%x", "%y"])
def test_a_scatter_keeps_what_is_not_updated(body: str) -> None:
    assert copies(updates(body)) == 1


@pytest.mark.parametrize(("inclusive", "reused"), [("true", 1), ("false", 0)])
def test_only_an_inclusive_scan_writes_over_its_input(inclusive: str, reused: int) -> None:
    module = bufferize.parse(
        f"""
        func.func @f(%t: tensor<4xf32>, %acc: tensor<f32>) -> tensor<4xf32> {{
          %e = tensor.empty() : tensor<4xf32>
          %in = linalg.exp ins(%t : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
          %o = tensor.empty() : tensor<4xf32>
          %0:2 = tm_tensor.scan dimension(0) inclusive({inclusive}) ins(%in : tensor<4xf32>) outs(%o, %acc : tensor<4xf32>, tensor<f32>) {{
          ^bb0(%x: f32, %y: f32):
            %s = arith.addf %x, %y : f32
            tm_tensor.yield %s : f32
          }} -> tensor<4xf32>, tensor<f32>
          return %0#0 : tensor<4xf32>
        }}""",
        CONTEXT,
    )
    assert reuse_buffers(module, OPTIONS, CONTEXT) == reused
    report = bufferize.one_shot_bufferize(module, OPTIONS, CONTEXT)
    assert report.statistics.num_buffer_alloc == 2 - reused
