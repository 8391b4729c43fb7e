"""Tests of the results of the ops of tm_tensor, on tensors and as loops."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import bufferize
from bufferize import ir
from bufferize.passes import pipeline_from_text
from bufferize_interpreter import Machine, Trap, TrapKind
from bufferize_tm_tensor.ops import AttentionOp

CONTEXT = bufferize.Context()
LOOPS = "builtin.module(one-shot-bufferize{bufferize-function-boundaries},tm-tensor-to-loops)"


def parsed(text: str) -> ir.Operation:
    return bufferize.parse(text, CONTEXT)


def as_loops(text: str) -> ir.Operation:
    module = parsed(text)
    pipeline_from_text(LOOPS, CONTEXT).run(module, CONTEXT)
    assert not any(op.name.startswith("tm_tensor.") for op in module.walk())
    return module


def called(module: ir.Operation, arguments: Sequence[Any]) -> list[Any]:
    given = [argument.copy() for argument in arguments]
    return [
        np.asarray(result.read() if hasattr(result, "read") else result)
        for result in Machine(module, CONTEXT).run("f", given).results
    ]


def both(text: str, *arguments: Any) -> list[Any]:
    """The results on tensors, which are those of the loops."""
    found = called(parsed(text), arguments)
    for one, other in zip(found, called(as_loops(text), arguments), strict=True):
        np.testing.assert_array_equal(one, other)
    return found


def scan(shape: str, kept: str, dim: int, inclusive: str, combine: str = "arith.addi") -> str:
    tensor, rest = f"tensor<{shape}xi32>", f"tensor<{kept}i32>"
    return f"""
    func.func @f(%in: {tensor}, %out: {tensor}, %acc: {rest}) -> ({tensor}, {rest}) {{
      %0:2 = tm_tensor.scan dimension({dim}) inclusive({inclusive})
          ins(%in : {tensor}) outs(%out, %acc : {tensor}, {rest}) {{
      ^bb0(%so_far: i32, %next: i32):
        %r = {combine} %so_far, %next : i32
        tm_tensor.yield %r : i32
      }} -> {tensor}, {rest}
      return %0#0, %0#1 : {tensor}, {rest}
    }}"""


def i32(*values: Any) -> Any:
    return np.array(values, np.int32)


def test_an_inclusive_scan() -> None:
    sums, last = both(
        scan("2x3", "2x", 1, "true"), i32([1, 2, 3], [4, 5, 6]), i32([0] * 3, [0] * 3), i32(7, 8)
    )
    assert sums.tolist() == [[1, 3, 6], [4, 9, 15]]
    assert last.tolist() == [6, 15]


def test_an_exclusive_scan_starts_with_the_accumulator() -> None:
    text = scan("3x2", "2x", 0, "false", "arith.subi")
    found, last = both(text, i32([1, 2], [3, 4], [5, 6]), np.zeros((3, 2), np.int32), i32(10, 20))
    assert found.tolist() == [[10, 20], [9, 18], [6, 14]]
    assert last.tolist() == [6, 14]


def test_an_inclusive_scan_of_one_element_leaves_the_accumulator() -> None:
    """torch-mlir's tm-tensor-bufferize gives it uninitialized memory."""
    found, last = both(scan("2x1", "2x", 1, "true"), i32([1], [2]), i32([0], [0]), i32(7, 8))
    assert found.tolist() == [[1], [2]]
    assert last.tolist() == [7, 8]


def test_shapes_that_do_not_fit_trap() -> None:
    module = parsed(scan("?", "", 0, "true"))
    with pytest.raises(Trap, match="the output has the shape") as caught:
        called(module, [i32(1, 2), i32(0), i32(5).reshape(())])
    assert caught.value.kind is TrapKind.OUT_OF_BOUNDS


SCATTER = """
func.func @f(%u: tensor<?x3xf32>, %i: tensor<?x2xi32>, %t: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false)
      ins(%u, %i : tensor<?x3xf32>, tensor<?x2xi32>) outs(%t : tensor<4x3xf32>) {
  ^bb0(%update: f32, %old: f32):
    %r = arith.subf %old, %update : f32
    tm_tensor.yield %r : f32
  } -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}"""


def test_updates_are_applied_in_order_at_their_places() -> None:
    updates = np.array([[1, 2, 3], [10, 20, 30]], np.float32)
    (found,) = both(SCATTER, updates, i32([1, 0], [1, 0]), np.zeros((4, 3), np.float32))
    assert found.tolist() == [[0] * 3, [-11, -22, -33], [0] * 3, [0] * 3]


@pytest.mark.parametrize("row", [[4, 0], [-1, 0], [0, 1]])
def test_an_update_out_of_bounds_traps(row: list[int]) -> None:
    arguments = [np.ones((1, 3), np.float32), i32(row), np.zeros((4, 3), np.float32)]
    for module in (parsed(SCATTER), as_loops(SCATTER)):
        with pytest.raises(Trap) as caught:
            called(module, arguments)
        assert caught.value.kind is TrapKind.OUT_OF_BOUNDS


def sort(predicate: str, count: int) -> str:
    return f"""
    func.func @f(%t: tensor<{count}xi32>, %n: tensor<{count}xi64>) -> (tensor<{count}xi32>, tensor<{count}xi64>) {{
      %0:2 = tm_tensor.sort dimension(0) outs(%t, %n : tensor<{count}xi32>, tensor<{count}xi64>) {{
      ^bb0(%a: i32, %b: i32, %i: i64, %j: i64):
        %r = arith.cmpi {predicate}, %a, %b : i32
        tm_tensor.yield %r : i1
      }} -> tensor<{count}xi32>, tensor<{count}xi64>
      return %0#0, %0#1 : tensor<{count}xi32>, tensor<{count}xi64>
    }}"""


@pytest.mark.parametrize("predicate", ["sle", "slt", "sge", "ne", "eq"])
@pytest.mark.parametrize("count", [0, 1, 2, 7])
def test_a_sort_is_the_steps_of_a_bubble_sort(predicate: str, count: int) -> None:
    """Also of comparisons that are no order: `slt` exchanges equal elements in each pass."""
    compare = {
        "sle": np.less_equal,
        "slt": np.less,
        "sge": np.greater_equal,
        "ne": np.not_equal,
        "eq": np.equal,
    }[predicate]
    drawn = random.Random(count)
    values = [drawn.randrange(4) for _ in range(count)]
    pairs = list(zip(values, range(count), strict=True))
    for _ in range(count):
        for i in range(count - 1):
            if not compare(pairs[i][0], pairs[i + 1][0]):
                pairs[i], pairs[i + 1] = pairs[i + 1], pairs[i]
    found = both(sort(predicate, count), np.array(values, np.int32), np.arange(count))
    assert [each.tolist() for each in found] == [[p[0] for p in pairs], [p[1] for p in pairs]]
    if predicate == "sle":
        assert pairs == sorted(pairs)  # and so it is stable


def topk(given: bool) -> str:
    more, type = (", %n", ", tensor<2x5xi32>") if given else ("", "")
    return f"""
    func.func @f(%t: tensor<2x5xf32>, %n: tensor<2x5xi32>, %v: tensor<2x3xf32>, %w: tensor<2x3xi32>)
        -> (tensor<2x3xf32>, tensor<2x3xi32>) {{
      %0:2 = tm_tensor.topk dimension(1) ins(%t{more} : tensor<2x5xf32>{type})
          outs(%v, %w : tensor<2x3xf32>, tensor<2x3xi32>) {{
      ^bb0(%a: f32, %b: f32):
        %r = arith.cmpf ogt, %a, %b : f32
        tm_tensor.yield %r : i1
      }} -> tensor<2x3xf32>, tensor<2x3xi32>
      return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi32>
    }}"""


@pytest.mark.parametrize("given", [False, True])
def test_the_largest_elements_and_their_indices(given: bool) -> None:
    values = np.array([[3, 9, 1, 9, 4], [5, 5, 5, 5, 6]], np.float32)
    numbers = np.arange(10, 20, dtype=np.int32).reshape(2, 5)
    start = np.full((2, 3), -np.inf, np.float32)
    found, indices = both(topk(given), values, numbers, start, np.zeros((2, 3), np.int32))
    assert found.tolist() == [[9, 9, 4], [6, 5, 5]]
    expected = np.array([[1, 3, 4], [4, 0, 1]])
    assert (indices == (expected + [[10], [15]] if given else expected)).all()


def attention(mask: str = "", scale: str = "") -> str:
    more, type = (", %m", f", tensor<2x3x5x{mask}>") if mask else ("", "")
    return f"""
    func.func @f(%q: tensor<2x3x4xf32>, %k: tensor<2x5x4xf32>, %v: tensor<2x5x6xf32>, %m: tensor<2x3x5x{mask or "f32"}>,
        %out: tensor<2x3x6xf32>) -> tensor<2x3x6xf32> {{
      %0 = tm_tensor.attention {scale} ins(%q, %k, %v{more} : tensor<2x3x4xf32>, tensor<2x5x4xf32>, tensor<2x5x6xf32>{type})
          outs(%out : tensor<2x3x6xf32>) -> tensor<2x3x6xf32>
      return %0 : tensor<2x3x6xf32>
    }}"""


def drawn(*shape: int) -> Any:
    return np.random.default_rng(len(shape)).standard_normal(shape).astype(np.float32)


def expected(query: Any, key: Any, value: Any, added: Any, scale: float) -> Any:
    scores = query @ key.swapaxes(-1, -2) * scale + added
    with np.errstate(all="ignore"):
        powers = np.exp(scores - scores.max(-1, keepdims=True))
        return np.nan_to_num(powers / powers.sum(-1, keepdims=True)) @ value


@pytest.mark.parametrize(("text", "scale"), [("", 0.5), ("{scale = 2.0 : f64}", 2.0)])
@pytest.mark.parametrize("mask", ["", "f32", "i1"])
def test_attention(mask: str, text: str, scale: float) -> None:
    """Attention heeds the scale, which torch-mlir's loops do not; a row that is masked gives zeros."""
    query, key, value = 30 * drawn(2, 3, 4), drawn(2, 5, 4), drawn(2, 5, 6)
    given: Any = drawn(2, 3, 5)
    added = given if mask == "f32" else np.zeros_like(given)
    if mask == "i1":
        given = given > 0
        given[1, 2] = False
        added = np.where(given, 0, -np.inf)
    (found,) = both(attention(mask, text), query, key, value, given, drawn(2, 3, 6))
    np.testing.assert_allclose(
        found, expected(query, key, value, added, scale), rtol=1e-4, atol=1e-6
    )
    if mask == "i1":
        assert not found[1, 2].any()


def test_a_row_of_small_scores_does_not_become_zeros() -> None:
    """torch-mlir's loops subtract the maximum of all rows."""
    query = drawn(2, 3, 4)
    query[0, 0] *= 1e4
    key = np.abs(drawn(2, 5, 4))
    query[0, 0] = np.abs(query[0, 0])
    (found,) = both(attention(), query, key, drawn(2, 5, 6), drawn(2, 3, 5), drawn(2, 3, 6))
    assert (np.abs(found).sum(-1) > 0).all()


def test_undefined_elements_spoil_what_depends_on_them() -> None:
    """An undefined query spoils its row; the comparison of an undefined element cannot be decided."""
    text = attention().replace(
        "%0 = tm_tensor.attention  ins(%q",
        """%e = tensor.empty() : tensor<1x1x4xf32>
      %p = tensor.insert_slice %e into %q[0, 1, 0] [1, 1, 4] [1, 1, 1] : tensor<1x1x4xf32> into tensor<2x3x4xf32>
      %0 = tm_tensor.attention  ins(%p""",
    )
    arguments = [drawn(2, 3, 4), drawn(2, 5, 4), drawn(2, 5, 6), drawn(2, 3, 5), drawn(2, 3, 6)]
    run = Machine(parsed(text), CONTEXT).run("f", arguments, undefined=True)
    assert np.ma.getmaskarray(run.results[0]).any(-1).tolist() == [
        [False, True, False],
        [False] * 3,
    ]
    text = sort("sle", 3).replace("%0:2 =", "%e = tensor.empty() : tensor<3xi32>\n %0:2 =")
    with pytest.raises(Trap, match="undefined"):
        called(parsed(text.replace("outs(%t", "outs(%e")), [i32(1, 2, 3), np.arange(3)])


def test_an_output_that_attention_reads_traps() -> None:
    text = """
    func.func @f(%q: memref<1x2x2xf32>) {
      tm_tensor.attention ins(%q, %q, %q : memref<1x2x2xf32>, memref<1x2x2xf32>, memref<1x2x2xf32>) outs(%q : memref<1x2x2xf32>)
      return
    }"""
    with pytest.raises(Trap, match="writes to a buffer that it reads"):
        called(parsed(text), [drawn(1, 2, 2)])


def test_valid_operations_that_mean_nothing_are_refused() -> None:
    text = """
    func.func @f(%q: memref<1x2x2xi32>, %o: memref<1x2x2xi32>) {
      tm_tensor.attention ins(%q, %q, %q : memref<1x2x2xi32>, memref<1x2x2xi32>, memref<1x2x2xi32>) outs(%o : memref<1x2x2xi32>)
      return
    }"""
    module = parsed(text)
    with pytest.raises(Trap, match="cannot be computed: the elements are of type 'i32'"):
        called(module, [np.zeros((1, 2, 2), np.int32)] * 2)
    with pytest.raises(bufferize.DiagnosticError, match="cannot become loops: the elements are of"):
        pipeline_from_text("builtin.module(tm-tensor-to-loops)", CONTEXT).run(module, CONTEXT)
    assert any(isinstance(op, AttentionOp) for op in module.walk())
