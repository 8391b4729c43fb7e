"""What the ops of the shape dialect compute."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest

import bufferize
from bufferize_interpreter import Machine, Trap, TrapKind

CONTEXT = bufferize.Context()
T = "tensor<?xindex>"


def machine(text: str, output: Any = None) -> Machine:
    return Machine(bufferize.parse(text, CONTEXT), CONTEXT, output=output)


def of_extents(op: str, result: str, *shapes: list[int]) -> Any:
    """The result of an op on extent tensors %a, %b, …."""
    names = "abc"[: len(shapes)]
    arguments = ", ".join(f"%{name}: {T}" for name in names)
    runner = machine(f"""
    func.func @f({arguments}) -> {result} {{
      %0 = {op}
      return %0 : {result}
    }}""")
    return runner.run("f", [np.array(shape, np.int64) for shape in shapes]).results[0]


@pytest.mark.parametrize(
    ("op", "result", "shapes", "expected"),
    [
        (f"shape.broadcast %a, %b : {T}, {T} -> {T}", T, ([2, 1], [3, 1, 5]), [3, 2, 5]),
        (f"shape.is_broadcastable %a, %b : {T}, {T}", "i1", ([2], [3]), 0),
        (f"shape.is_broadcastable %a, %b : {T}, {T}", "i1", ([2, 3], [1]), 1),
        (f"shape.concat %a, %b : {T}, {T} -> {T}", T, ([2], [3, 4]), [2, 3, 4]),
        (f"shape.shape_eq %a, %b : {T}, {T}", "i1", ([2, 3], [2, 3]), 1),
        (f"shape.shape_eq %a, %b : {T}, {T}", "i1", ([2, 3], [3, 2]), 0),
        (f"shape.num_elements %a : {T} -> index", "index", ([2, 3, 4],), 24),
        (f"shape.rank %a : {T} -> index", "index", ([2, 3, 4],), 3),
        (f"shape.any %a, %b : {T}, {T} -> {T}", T, ([2], [2]), [2]),
        (f"shape.meet %a, %b : {T}, {T} -> {T}", T, ([2, 5], [2, 5]), [2, 5]),
    ],
)
def test_extents(op: str, result: str, shapes: Any, expected: Any) -> None:
    np.testing.assert_array_equal(of_extents(op, result, *shapes), expected)


PROGRAM = """
func.func @shapes(%x: tensor<?x?xf32>, %i: index) -> (index, tensor<?xindex>, tensor<?xindex>, index, index) {
  %s = shape.shape_of %x : tensor<?x?xf32> -> !shape.shape
  %c = shape.const_shape [7, 8] : !shape.shape
  %m = shape.max %s, %c : !shape.shape, !shape.shape -> !shape.shape
  %both = shape.concat %s, %m : !shape.shape, !shape.shape -> !shape.shape
  %size = shape.index_to_size %i
  %head, %tail = "shape.split_at"(%both, %size) : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
  %h = shape.to_extent_tensor %head : !shape.shape -> tensor<?xindex>
  %t = shape.to_extent_tensor %tail : !shape.shape -> tensor<?xindex>
  %two = shape.const_size 2
  %sum = shape.add %size, %two : !shape.size, !shape.size -> !shape.size
  %product = shape.mul %sum, %two : !shape.size, !shape.size -> !shape.size
  %n = shape.size_to_index %product : !shape.size
  %e = shape.get_extent %m, %two : !shape.shape, !shape.size -> !shape.size
  %k = shape.size_to_index %e : !shape.size
  %d = shape.dim %x, %i : tensor<?x?xf32>, index -> index
  return %d, %h, %t, %n, %k : index, tensor<?xindex>, tensor<?xindex>, index, index
}
func.func @reduce(%x: tensor<?x?xf32>) -> (index, index) {
  %s = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %one = arith.constant 1 : index
  %zero = arith.constant 0 : index
  %0:2 = shape.reduce(%s, %one, %zero) : tensor<2xindex> -> (index, index) {
  ^bb0(%i: index, %extent: index, %a: index, %b: index):
    %p = arith.muli %a, %extent : index
    %q = arith.addi %b, %i : index
    shape.yield %p, %q : index, index
  }
  return %0#0, %0#1 : index, index
}
func.func @assuming(%a: tensor<?xindex>, %b: tensor<?xindex>, %c: i1) -> index {
  %0 = shape.cstr_broadcastable %a, %b : tensor<?xindex>, tensor<?xindex>
  %1 = shape.cstr_require %c, "it was required"
  %2 = shape.assuming_all %0, %1
  %r = shape.assuming %2 -> (index) {
    %s = shape.broadcast %a, %b : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
    %n = shape.num_elements %s : tensor<?xindex> -> index
    shape.assuming_yield %n : index
  }
  return %r : index
}
func.func @equal(%a: tensor<?xindex>, %b: tensor<?xindex>) {
  %0 = shape.cstr_eq %a, %b : tensor<?xindex>, tensor<?xindex>
  shape.assuming %0 {
  }
  return
}
func.func @print(%x: tensor<?x?xf32>) {
  %s = shape.shape_of %x : tensor<?x?xf32> -> !shape.shape
  %0 = "shape.debug_print"(%s) : (!shape.shape) -> !shape.shape
  return
}
"""


def test_shapes() -> None:
    runner = machine(PROGRAM.replace("shape.get_extent %m, %two", "shape.get_extent %both, %two"))
    x = np.zeros((9, 3), np.float32)
    d, head, tail, n, k = runner.run("shapes", [x, 1]).results
    assert (d, n, k) == (3, 6, 9)
    np.testing.assert_array_equal(head, [9])
    np.testing.assert_array_equal(tail, [3, 9, 8])
    assert runner.run("reduce", [x]).results == (27, 1)


def test_constraints() -> None:
    runner = machine(PROGRAM)
    a, b = np.array([2, 1]), np.array([3])
    assert runner.run("assuming", [a, b, 1]).results == (6,)
    for arguments, message in (
        ([a, np.array([5, 7]), 1], "do not broadcast"),
        ([a, b, 0], "it was required"),
    ):
        with pytest.raises(Trap, match=message) as problem:
            runner.run("assuming", arguments)
        assert problem.value.kind is TrapKind.ASSERTION
    runner.run("equal", [a, a])
    with pytest.raises(Trap, match="not equal"):
        runner.run("equal", [a, b])


def test_print() -> None:
    output = io.StringIO()
    machine(PROGRAM, output).run("print", [np.zeros((2, 3), np.float32)])
    assert output.getvalue() == "[2, 3]\n"
