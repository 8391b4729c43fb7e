"""What is said to remove a copy does: each advice is followed here, by hand."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

import bufferize
from bufferize import Context, OneShotOptions
from bufferize.analysis import AnalysisHeuristic
from bufferize.driver import LayoutMapOption
from bufferize.record import TensorCopy
from bufferize_explain.fixes import Budget, advise


@dataclass
class Case:
    """A program with a copy, the advice on it, and what follows it."""

    text: str
    advice: str
    edits: tuple[tuple[str, str], ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    other_options: dict[str, Any] | None = None

    def copies(self) -> list[TensorCopy]:
        return _copies(self.text, self.options)

    def copies_after(self) -> list[TensorCopy]:
        text = self.text
        for old, new in self.edits:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        return _copies(text, self.options if self.other_options is None else self.other_options)


def _copies(text: str, options: dict[str, Any]) -> list[TensorCopy]:
    context = Context()
    module = bufferize.parse(text, context, "f.mlir")
    options = {"bufferize_function_boundaries": True, **options}
    return advise(module, OneShotOptions(**options), context).copies


INSERT = "  %w = tensor.insert %v into %t[%i] : tensor<4xf32>\n"
READS = """\
  %old = tensor.extract %t[%i] : tensor<4xf32>
  %double = arith.addf %old, %old : f32
  %other = tensor.extract %t[%c0] : tensor<4xf32>
"""
READ_AFTER_WRITE = f"""\
func.func @f(%t: tensor<4xf32>, %v: f32, %i: index) -> (tensor<4xf32>, f32, f32) {{
  %c0 = arith.constant 0 : index
{INSERT}{READS}  return %w, %double, %other : tensor<4xf32>, f32, f32
}}
"""
FORALL = """\
func.func @f(%t: tensor<8xf32>, %out: tensor<8xf32>, %v: f32) -> tensor<8xf32> {
  %0 = scf.forall (%i) in (8) shared_outs(%o = %out) -> (tensor<8xf32>) {
    %1 = tensor.insert %v into %t[%i] : tensor<8xf32>
    %2 = tensor.extract_slice %1[%i] [1] [1] : tensor<8xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %2 into %o[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %0 : tensor<8xf32>
}
"""

CASES = {
    "move the reads": Case(
        READ_AFTER_WRITE,
        "move 'tensor.extract' at f.mlir:4:10 and 'tensor.extract' at f.mlir:6:12 before "
        "'tensor.insert' at f.mlir:3:8: removes this copy: 16 bytes",
        ((INSERT, ""), (READS, READS + INSERT)),
    ),
    "an argument": Case(
        f"""\
func.func @f(%t: tensor<4xf32> {{bufferization.writable = false}}, %v: f32, %i: index)
    -> tensor<4xf32> {{
{INSERT}  return %w : tensor<4xf32>
}}
""",
        "set `bufferization.writable = true` on argument #0 of @f, if its callers do not need the "
        "old contents: removes this copy: 16 bytes",
        (("= false", "= true"),),
    ),
    "function boundaries": Case(
        f"""\
func.func @f(%t: tensor<4xf32>, %v: f32, %i: index) -> tensor<4xf32> {{
{INSERT}  return %w : tensor<4xf32>
}}
""",
        "use `--one-shot-bufferize='bufferize-function-boundaries=1'`, if the "
        "functions' callers are bufferized with them, or pass buffers: removes this copy: 16 bytes",
        options={"bufferize_function_boundaries": False},
        other_options={},
    ),
    "a buffer from elsewhere": Case(
        f"""\
func.func @f(%m: memref<4xf32>, %v: f32, %i: index) -> tensor<4xf32> {{
  %t = bufferization.to_tensor %m restrict : memref<4xf32> to tensor<4xf32>
{INSERT}  return %w : tensor<4xf32>
}}
""",
        "add `writable` to 'bufferization.to_tensor' at f.mlir:2:8, if the buffer may be "
        "overwritten: removes this copy: 16 bytes",
        (("restrict", "restrict writable"),),
    ),
    "a constant": Case(
        f"""\
func.func @f(%v: f32, %i: index) -> tensor<4xf32> {{
  %t = arith.constant dense<1.0> : tensor<4xf32>
{INSERT}  return %w : tensor<4xf32>
}}
""",
        "give operand #1 of 'tensor.insert' at f.mlir:3:8 its own `tensor.empty` and "
        "`linalg.fill`, in place of 'arith.constant' at f.mlir:2:8: removes this copy: 16 bytes",
        (
            (
                "%t = arith.constant dense<1.0> : tensor<4xf32>",
                """\
%one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %t = linalg.fill ins(%one : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>""",
            ),
        ),
    ),
    "slices": Case(
        """\
func.func @f(%t: tensor<64xf32>, %v: f32, %i: index, %j: index) -> tensor<64xf32> {
  %0 = tensor.extract_slice %t[%i] [4] [1] : tensor<64xf32> to tensor<4xf32>
  %1 = tensor.insert %v into %0[%j] : tensor<4xf32>
  %2 = tensor.insert_slice %1 into %t[%j] [4] [1] : tensor<4xf32> into tensor<64xf32>
  return %2 : tensor<64xf32>
}
""",
        "give 'tensor.insert_slice' at f.mlir:4:8 the same offsets, sizes and strides as "
        "'tensor.extract_slice' at f.mlir:2:8, if both slices are meant to be the same part: "
        "removes this copy: 16 bytes",
        (("into %t[%j] [4]", "into %t[%i] [4]"),),
    ),
    "an external function": Case(
        """\
func.func private @g(tensor<4xf32>)
func.func @f(%t: tensor<4xf32>) -> tensor<4xf32> {
  call @g(%t) : (tensor<4xf32>) -> ()
  return %t : tensor<4xf32>
}
""",
        'declare `bufferization.access = "read"` on argument #0 of @g, if the function only reads it: '
        "removes this copy: 16 bytes",
        (("@g(tensor<4xf32>)\n", '@g(tensor<4xf32> {bufferization.access = "read"})\n'),),
    ),
    "an external function that is passed a constant": Case(
        """\
func.func private @g(tensor<2xf32>)
func.func @f() {
  %t = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  call @g(%t) : (tensor<2xf32>) -> ()
  return
}
""",
        'declare `bufferization.access = "read"` on argument #0 of @g, if the function only reads it: '
        "removes this copy: 8 bytes",
        (("@g(tensor<2xf32>)\n", '@g(tensor<2xf32> {bufferization.access = "read"})\n'),),
    ),
    "the layout of arguments": Case(
        """\
func.func @f(%t: tensor<4xf32>) -> memref<4xf32> {
  %0 = bufferization.to_buffer %t : tensor<4xf32> to memref<4xf32>
  return %0 : memref<4xf32>
}
""",
        "use `--one-shot-bufferize='bufferize-function-boundaries=1 "
        "function-boundary-type-conversion=identity-layout-map'`, if callers pass contiguous "
        "buffers: removes this copy: 16 bytes",
        other_options={"function_boundary_type_conversion": LayoutMapOption.IDENTITY_LAYOUT_MAP},
    ),
    "the layout that a callee takes": Case(
        """\
func.func private @g(tensor<4xf32>)
func.func @f(%t: tensor<8xf32>) {
  %0 = tensor.extract_slice %t[0] [4] [2] : tensor<8xf32> to tensor<4xf32>
  call @g(%0) : (tensor<4xf32>) -> ()
  return
}
""",
        "use `--one-shot-bufferize='bufferize-function-boundaries=1 "
        "function-boundary-type-conversion=fully-dynamic-layout-map'`, if functions without a body "
        "take buffers of any layout: removes this copy: 16 bytes",
        options={"function_boundary_type_conversion": LayoutMapOption.IDENTITY_LAYOUT_MAP},
        other_options={
            "function_boundary_type_conversion": LayoutMapOption.FULLY_DYNAMIC_LAYOUT_MAP
        },
    ),
    "slices that do not overlap": Case(
        """\
func.func @f(%t: tensor<8xf32>, %v: f32, %i: index) -> (tensor<8xf32>, f32) {
  %0 = tensor.extract_slice %t[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %1 = tensor.extract_slice %t[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %2 = linalg.fill ins(%v : f32) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
  %3 = tensor.insert_slice %2 into %t[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %4 = tensor.extract %0[%i] : tensor<4xf32>
  return %3, %4 : tensor<8xf32>, f32
}
""",
        "use `--one-shot-bufferize='bufferize-function-boundaries=1 disjoint-subsets=1'`: removes "
        "this copy: 16 bytes",
        other_options={"disjoint_subsets": True},
    ),
    "no analysis": Case(
        f"""\
func.func @f(%t: tensor<4xf32>, %v: f32, %i: index) -> tensor<4xf32> {{
{INSERT}  return %w : tensor<4xf32>
}}
""",
        "use `--one-shot-bufferize='bufferize-function-boundaries=1'`: removes this copy: 16 bytes",
        options={"copy_before_write": True},
        other_options={},
    ),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_following_the_advice_removes_the_copy(case: Case) -> None:
    assert case.advice in [advice for copy in case.copies() for advice in copy.advice]
    assert case.copies_after() == []


# Where no single change helps

TRIED_IN_VAIN = {
    "the other contents are returned": """\
func.func @f(%t: tensor<4xf32>, %v: f32, %i: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %w = tensor.insert %v into %t[%i] : tensor<4xf32>
  return %w, %t : tensor<4xf32>, tensor<4xf32>
}
""",
    "the read depends on the write": """\
func.func @f(%t: tensor<4xf32>, %v: f32, %i: index) -> (tensor<4xf32>, f32) {
  %w = tensor.insert %v into %t[%i] : tensor<4xf32>
  %x = tensor.extract %w[%i] : tensor<4xf32>
  %n = arith.fptosi %x : f32 to i32
  %j = arith.index_cast %n : i32 to index
  %old = tensor.extract %t[%j] : tensor<4xf32>
  return %w, %old : tensor<4xf32>, f32
}
""",
    "the slices are known to differ": """\
func.func @f(%t: tensor<64xf32>, %v: f32, %j: index) -> tensor<64xf32> {
  %0 = tensor.extract_slice %t[0] [4] [1] : tensor<64xf32> to tensor<4xf32>
  %1 = tensor.insert %v into %0[%j] : tensor<4xf32>
  %2 = tensor.insert_slice %1 into %t[8] [4] [1] : tensor<4xf32> into tensor<64xf32>
  return %2 : tensor<64xf32>
}
""",
    "iterations write to what is outside": FORALL,
    "the constant has several values": """\
func.func @f(%v: f32, %i: index) -> tensor<2xf32> {
  %t = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %w = tensor.insert %v into %t[%i] : tensor<2xf32>
  return %w : tensor<2xf32>
}
""",
}


@pytest.mark.parametrize("text", TRIED_IN_VAIN.values(), ids=TRIED_IN_VAIN.keys())
def test_what_was_tried_is_listed_where_nothing_helps(text: str) -> None:
    found = _copies(text, {})
    assert found
    assert [advice for copy in found for advice in copy.advice] == []
    assert all(copy.tried for copy in found)


TWO_OUTPUTS = """\
func.func @f(%t: tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %c = arith.constant 1.0 : f32
  %0:2 = linalg.generic {
      indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>],
      iterator_types = ["parallel"]
    } outs(%t, %t : tensor<64xf32>, tensor<64xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %b, %b : f32
    linalg.yield %c, %s : f32, f32
  } -> (tensor<64xf32>, tensor<64xf32>)
  return %0#0, %0#1 : tensor<64xf32>, tensor<64xf32>
}
"""


def test_a_copy_that_another_decision_avoids_is_not_called_needed() -> None:
    """No order of the analysis avoids the copy, but copying the other operand would cost nothing."""
    (copy,) = _copies(TWO_OUTPUTS, {})
    assert copy.tried == (
        "`disjoint-subsets=true`",
        "`analysis-heuristic=bottom-up-from-terminators`",
        "`analysis-heuristic=top-down`",
        "`--loop-iter-arg-destination-folding --eliminate-empty-tensors`",
        "`--canonicalize --cse`",
    )
    assert "needed" not in copy.explain()
    assert copy.explain().endswith("tried in vain: " + ", ".join(copy.tried))


def test_every_order_but_the_present_one_is_tried() -> None:
    (copy,) = _copies(TWO_OUTPUTS, {"analysis_heuristic": AnalysisHeuristic.TOP_DOWN})
    assert "`analysis-heuristic=bottom-up`" in copy.tried
    assert "`analysis-heuristic=top-down`" not in copy.tried


def test_a_change_is_not_called_tried_if_the_trials_were_cut_short() -> None:
    context = Context()
    module = bufferize.parse(TWO_OUTPUTS, context)
    options = OneShotOptions(bufferize_function_boundaries=True)
    for trials in 0, 4:
        (copy,) = advise(module, options, context, budget=Budget(trials=trials)).copies
        assert copy.tried == ()


def test_a_read_through_a_view_moves_as_far_as_it_can() -> None:
    """What is left is smaller."""
    (copy,) = _copies(
        """\
func.func @f(%t: tensor<4xf32>, %v: f32, %i: index) -> (tensor<4xf32>, f32) {
  %w = tensor.insert %v into %t[%i] : tensor<4xf32>
  %view = tensor.extract_slice %t[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %x = tensor.extract %w[%i] : tensor<4xf32>
  %n = arith.fptosi %x : f32 to i32
  %j = arith.index_cast %n : i32 to index
  %old = tensor.extract %view[%j] : tensor<2xf32>
  return %w, %old : tensor<4xf32>, f32
}
""",
        {},
    )
    assert copy.advice == (
        "move 'tensor.extract_slice' at f.mlir:3:11 before 'tensor.insert' at f.mlir:2:8: removes "
        "this copy, and makes 1 that cost less: 8 bytes",
    )
