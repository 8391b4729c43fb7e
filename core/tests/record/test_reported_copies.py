"""What the report says of each copy."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import bufferize
from bufferize import Context, OneShotOptions
from bufferize.diagnostics import Position, SourceMap
from bufferize.driver import LayoutMapOption
from bufferize.ir import DYNAMIC, F32, IndexType, IntegerType, RankedTensorType, Type
from bufferize.record import Loop, Place, PlaceKind, Reason, TensorCopy
from bufferize_explain import by_cost, explain_copy, summary


def copies_of(text: str, *, own: int = 0, **options: Any) -> list[TensorCopy]:
    """The copies that are reported: all in the result but `own`, which are the program's."""
    context = Context()
    module = bufferize.parse(text, context)
    options.setdefault("bufferize_function_boundaries", True)
    report = bufferize.one_shot_bufferize(module, OneShotOptions(**options), context)
    if not options.get("test_analysis_only"):
        made = sum(op.name == "memref.copy" for op in module.walk())
        assert made == own + sum(copy.copies_contents for copy in report.copies)
    return report.copies


def place(op: str, line: int, column: int, kind: str, index: int) -> Place:
    return Place(op, Position("<input>", line, column), PlaceKind(kind), index)


CONFLICT = """\
func.func @f(%t: tensor<4x?xf64>, %v: f64, %i: index) -> (tensor<4x?xf64>, f64) {
  %0 = tensor.insert %v into %t[%i, %i] : tensor<4x?xf64>
  %1 = tensor.extract %t[%i, %i] : tensor<4x?xf64>
  return %0, %1 : tensor<4x?xf64>, f64
}
"""


@pytest.mark.parametrize("analysis_only", [False, True])
def test_a_conflict(analysis_only: bool) -> None:
    (copy,) = copies_of(CONFLICT, test_analysis_only=analysis_only)
    assert copy.reason is Reason.CONFLICT
    assert copy.place == copy.write == place("tensor.insert", 2, 8, "operand", 1)
    assert copy.read == place("tensor.extract", 3, 8, "operand", 0)
    assert copy.definition == place("func.func", 1, 14, "argument", 0)
    assert (copy.root, copy.across, copy.loops, copy.function) == (None, None, (), "f")
    assert str(copy.tensor_type) == "tensor<4x?xf64>"
    assert copy.copies_contents
    assert not copy.of_result
    assert (copy.size, copy.cost, copy.known_cost, copy.unknown_factors) == (None, None, 32, 1)
    assert copy.cost_text() == "32 x ? bytes"
    assert copy.explain().splitlines()[0] == (
        "operand #1 of 'tensor.insert' at <input>:2:8 is copied (32 x ? bytes): in place, "
        "'tensor.insert' would overwrite what 'tensor.extract' still reads"
    )


def test_a_conflict_with_the_next_iteration() -> None:
    (copy,) = copies_of("""\
func.func @f(%t: tensor<64xf32>, %v: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %0 = scf.for %i = %c0 to %n step %c3 iter_args(%outer = %zero) -> (f32) {
    %1 = scf.for %j = %c0 to %c64 step %c3 iter_args(%sum = %outer) -> (f32) {
      %old = tensor.extract %t[%i] : tensor<64xf32>
      %written = tensor.insert %v into %t[%i] : tensor<64xf32>
      %new = tensor.extract %written[%j] : tensor<64xf32>
      %next = arith.addf %new, %old : f32
      scf.yield %next : f32
    }
    scf.yield %1 : f32
  }
  return %0 : f32
}
""")
    assert copy.across is not None
    assert copy.why.endswith("reads in the next iteration")
    inner = Place("scf.for", Position("<input>", 7, 10))
    outer = Place("scf.for", Position("<input>", 6, 8))
    assert copy.loops == (Loop(inner, 22), Loop(outer, None))
    assert copy.cost_text() == "256 bytes x ? x 22 iterations"
    assert (copy.size, copy.cost, copy.known_cost) == (256, None, 256 * 22)


def test_a_cycle_of_blocks_is_a_loop() -> None:
    (copy,) = copies_of("""\
func.func @f(%t: tensor<4xf32>, %v: f32, %i: index, %c: i1) -> f32 {
  cf.br ^again
^again:
  %old = tensor.extract %t[%i] : tensor<4xf32>
  %written = tensor.insert %v into %t[%i] : tensor<4xf32>
  %new = tensor.extract %written[%i] : tensor<4xf32>
  cf.cond_br %c, ^again, ^end
^end:
  return %new : f32
}
""")
    branch = Place("cf.cond_br", Position("<input>", 7, 3))
    assert copy.loops == (Loop(branch, None),)
    assert copy.across == branch


def test_a_buffer_that_must_not_be_written_to() -> None:
    (copy,) = copies_of("""\
func.func @f(%v: f32, %i: index) -> tensor<4xf32> {
  %0 = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %1 = tensor.insert %v into %0[%i] : tensor<4xf32>
  return %1 : tensor<4xf32>
}
""")
    assert copy.reason is Reason.NOT_WRITABLE
    assert copy.root == place("arith.constant", 2, 8, "result", 0)
    assert copy.write == copy.place
    assert copy.why == "the buffer that 'arith.constant' gives must not be written to"


def test_the_copy_of_a_part() -> None:
    (copy,) = copies_of("""\
func.func @f(%t: tensor<64xi1> {bufferization.writable = false}, %v: i1, %i: index)
    -> tensor<4xi1> {
  %0 = tensor.extract_slice %t[%i] [4] [1] : tensor<64xi1> to tensor<4xi1>
  %1 = tensor.insert %v into %0[%i] : tensor<4xi1>
  return %1 : tensor<4xi1>
}
""")
    assert copy.of_result
    assert copy.place == place("tensor.extract_slice", 3, 8, "operand", 0)
    assert copy.write == place("tensor.insert", 4, 8, "operand", 1)
    assert copy.size == 4
    assert copy.explain().startswith("the result for operand #0 of 'tensor.extract_slice' at ")


def test_a_parallel_loop() -> None:
    (copy,) = copies_of(
        """\
func.func @f(%out: tensor<8x4xf32>, %v: f32) -> tensor<8x4xf32> {
  %empty = tensor.empty() : tensor<4xf32>
  %0 = scf.forall (%i) in (8) shared_outs(%o = %out) -> (tensor<8x4xf32>) {
    %1 = linalg.fill ins(%v : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %o[%i, 0] [1, 4] [1, 1]
          : tensor<4xf32> into tensor<8x4xf32>
    }
  }
  return %0 : tensor<8x4xf32>
}
""",
        own=1,
    )
    assert copy.reason is Reason.PARALLEL
    assert copy.definition == place("tensor.empty", 2, 12, "result", 0)
    assert copy.write == copy.place == place("linalg.fill", 4, 10, "operand", 1)
    assert copy.across == Place("scf.forall", Position("<input>", 3, 8))
    assert copy.cost == 8 * 16
    assert not copy.copies_contents
    assert "given a new buffer, nothing copied" in copy.explain()


SWAP = """\
func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: index, %v: f32)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y)
      -> (tensor<4xf32>, tensor<4xf32>) {
    %w = tensor.insert %v into %a[%c0] : tensor<4xf32>
    scf.yield %b, %w : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
"""


def test_a_loop_that_hands_on_other_buffers() -> None:
    first, second = copies_of(SWAP, allow_return_allocs_from_loops=True)
    assert first.reason is second.reason is Reason.LOOP
    assert first.place == place("scf.yield", 8, 5, "operand", 0)
    assert first.root == place("scf.for", 5, 61, "argument", 2)
    assert second.place.index == 1
    assert first.across == first.loops[0].place == Place("scf.for", Position("<input>", 5, 10))
    assert first.why == (
        "in place, the next iteration of 'scf.for' could write to a buffer that may be used elsewhere"
    )
    assert "it may have the same buffer as argument #2 of 'scf.for'" in first.explain()
    tried = replace(first, tried=("`--cse`", "`analysis-heuristic=top-down`"))
    assert tried.explain().endswith("\n  tried in vain: `--cse`, `analysis-heuristic=top-down`")


def test_a_while_loop_that_hands_on_other_buffers() -> None:
    (copy,) = copies_of(
        """\
func.func @f(%x: tensor<4xf32>, %y: tensor<4xf32>, %c: i1, %v: f32, %i: index)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = scf.while (%a = %x, %b = %y)
      : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
    scf.condition(%c) %b, %a : tensor<4xf32>, tensor<4xf32>
  } do {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    %w = tensor.insert %v into %a[%i] : tensor<4xf32>
    scf.yield %w, %b : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}
""",
        allow_return_allocs_from_loops=True,
    )
    # Of what the body writes to.
    assert copy.reason is Reason.LOOP
    assert copy.place.index == 1
    assert all(loop.trip_count is None for loop in copy.loops)
    assert copy.why == (
        "in place, 'scf.condition' could pass on another buffer than 'scf.while' has for this value"
    )


def test_another_layout() -> None:
    (copy,) = copies_of("""\
func.func @f(%t: tensor<4x4xf32>) -> memref<4x4xf32> {
  %0 = bufferization.to_buffer %t : tensor<4x4xf32> to memref<4x4xf32>
  return %0 : memref<4x4xf32>
}
""")
    assert copy.reason is Reason.LAYOUT
    assert copy.place == place("bufferization.to_buffer", 2, 8, "operand", 0)
    assert copy.why == (
        "a buffer of type 'memref<4x4xf32>' is needed, but this one has type "
        "'memref<4x4xf32, strided<[?, ?], offset: ?>>'"
    )
    assert copy.size == 64


COLLAPSE = """\
func.func @f(%t: tensor<8x8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = tensor.extract_slice %t[0, 0] [4, 4] [1, 1] : tensor<8x8xf32> to tensor<4x4xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
  %2 = tensor.extract %1[%c0] : tensor<16xf32>
  return %2 : f32
}
"""


def test_a_view_that_needs_a_copy() -> None:
    (copy,) = copies_of(
        COLLAPSE, function_boundary_type_conversion=LayoutMapOption.IDENTITY_LAYOUT_MAP
    )
    assert copy.reason is Reason.LAYOUT
    assert copy.place == place("tensor.collapse_shape", 4, 8, "operand", 0)


IN_PLACE = """\
func.func @f(%t: tensor<4xf32>, %v: f32, %i: index) -> tensor<4xf32> {
  %0 = tensor.insert %v into %t[%i] : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


@pytest.mark.parametrize(
    "options",
    [
        {"copy_before_write": True},
        {"analysis": "always-copy"},
        {"no_analysis_func_filter": ("f",)},
    ],
)
def test_without_an_analysis(options: dict[str, Any]) -> None:
    assert copies_of(IN_PLACE) == []
    (copy,) = copies_of(IN_PLACE, **options)
    assert copy.reason is Reason.NOT_ANALYZED
    assert copy.place == place("tensor.insert", 2, 8, "operand", 1)
    assert (copy.definition, copy.write, copy.read, copy.root) == (None,) * 4


SLICES = """\
func.func @f(%t: tensor<64xf32>, %v: f32, %i: index) -> tensor<64xf32> {
  %0 = tensor.extract_slice %t[%i] [4] [1] : tensor<64xf32> to tensor<4xf32>
  %1 = tensor.insert %v into %0[%i] : tensor<4xf32>
  %2 = tensor.insert_slice %1 into %t[%i] [4] [1] : tensor<4xf32> into tensor<64xf32>
  return %2 : tensor<64xf32>
}
"""


def test_a_budget_that_is_spent() -> None:
    context = Context(warn=False)
    context.handlers.append(lambda warning: None)
    module = bufferize.parse(SLICES, context)
    options = OneShotOptions(bufferize_function_boundaries=True, analysis_budget=1)
    report = bufferize.one_shot_bufferize(module, options, context)
    assert copies_of(SLICES, own=1) == []
    (copy,) = report.copies
    assert copy.reason is Reason.BUDGET
    assert "analysis-budget" in copy.why
    # Whether one would disturb the other was not tested, so nothing is said of it.
    assert copy.write is not None
    assert copy.read is not None
    assert f"  in place, this would write: {copy.write}\n" in copy.explain()
    assert f"  this reads: {copy.read}" in copy.explain()


def test_always_copying_in_loops() -> None:
    """Each written tensor is copied in each iteration and before the first; no yield copies."""
    found = copies_of(SWAP, analysis="always-copy")
    assert {copy.reason for copy in found} == {Reason.NOT_ANALYZED}
    assert [copy.place.op_name for copy in found] == ["tensor.insert", "scf.for", "scf.for"]


FREED = """\
func.func @f(%v: f32, %i: index) -> f32 {
  %t = bufferization.alloc_tensor() : tensor<4xf32>
  bufferization.dealloc_tensor %t : tensor<4xf32>
  %0 = tensor.insert %v into %t[%i] : tensor<4xf32>
  %1 = tensor.extract %0[%i] : tensor<4xf32>
  return %1 : f32
}
"""


def test_a_buffer_that_has_been_freed() -> None:
    (copy,) = copies_of(FREED)
    assert copy.reason is Reason.FREED
    assert copy.place == place("tensor.insert", 4, 8, "operand", 1)
    assert copy.why == (
        "in place, 'tensor.insert' would write to a buffer that 'bufferization.dealloc_tensor' has "
        "freed"
    )
    assert f"  it would be written by {copy.write}\n  after this has freed it: {copy.read}" in (
        copy.explain()
    )


def test_the_copies_of_the_program_itself_are_not_reported() -> None:
    context = Context()
    text = """\
func.func @f(%t: tensor<8xf32>, %u: tensor<4xf32>) -> tensor<8xf32> {
  %0 = tensor.insert_slice %u into %t[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""
    module = bufferize.parse(text, context)
    options = OneShotOptions(bufferize_function_boundaries=True)
    assert bufferize.one_shot_bufferize(module, options, context).copies == []
    assert "memref.copy" in bufferize.print_module(module)


def test_an_operation_without_a_model_gets_no_copy() -> None:
    context = Context()
    context.allow_unregistered_dialects = True
    text = """\
func.func @f(%t: tensor<4xf32>, %i: index) -> f32 {
  "test.unknown"(%t) : (tensor<4xf32>) -> ()
  %0 = tensor.extract %t[%i] : tensor<4xf32>
  return %0 : f32
}
"""
    module = bufferize.parse(text, context)
    options = OneShotOptions(bufferize_function_boundaries=True, allow_unknown_ops=True)
    assert bufferize.one_shot_bufferize(module, options, context).copies == []
    assert "memref.copy" not in bufferize.print_module(module)


# Costs


def copy_of(type: Type, *trips: int | None, contents: bool = True) -> TensorCopy:
    loops = tuple(Loop(Place("scf.for", None), count) for count in trips)
    return TensorCopy(Place("a.b", None), type, Reason.BUDGET, contents, loops=loops)


@pytest.mark.parametrize(
    ("type", "size", "text"),
    [
        (RankedTensorType((3, 5), F32), 60, "60 bytes"),
        (RankedTensorType((), IntegerType(8)), 1, "1 byte"),
        (RankedTensorType((2,), IntegerType(1)), 2, "2 bytes"),
        (RankedTensorType((2,), IndexType()), 16, "16 bytes"),
        (RankedTensorType((2, DYNAMIC, DYNAMIC), F32), None, "8 x ? x ? bytes"),
    ],
)
def test_sizes(type: Type, size: int | None, text: str) -> None:
    copy = copy_of(type)
    assert (copy.size, copy.cost, copy.cost_text()) == (size, size, text)


def test_the_most_expensive_come_first() -> None:
    static, dynamic = RankedTensorType((4,), F32), RankedTensorType((DYNAMIC,), F32)
    expected = [
        copy_of(dynamic, None),
        copy_of(dynamic, 100),
        copy_of(dynamic),
        copy_of(static, 10, 10),
        copy_of(static, 10),
        copy_of(static),
        copy_of(static, 0),
        copy_of(dynamic, None, contents=False),
    ]
    assert by_cost(reversed(expected)) == expected
    assert expected[3].cost_text() == "16 bytes x 10 x 10 iterations = 1600 bytes"
    assert expected[6].cost == 0


def test_the_summary() -> None:
    static, dynamic = RankedTensorType((4,), F32), RankedTensorType((DYNAMIC,), F32)
    assert summary([]) == "nothing is copied"
    assert summary([copy_of(static)]) == "1 copy: 16 bytes"
    assert summary([copy_of(dynamic)]) == "1 copy: 1 of unknown size"
    mixed = [copy_of(static, 2), copy_of(static), copy_of(dynamic), copy_of(static, contents=False)]
    assert summary(mixed) == "3 copies: 48 bytes, 1 of unknown size; 1 new buffer: 16 bytes"


def test_a_copy_without_a_place_is_explained() -> None:
    text = explain_copy(copy_of(RankedTensorType((4,), F32)), 1, SourceMap())
    assert text.splitlines()[0] == "copy #1: 16 bytes"
    assert "analysis-budget" in text


def test_extents_that_casts_make_known() -> None:
    (copy,) = copies_of("""\
func.func @f(%v: f32, %i: index) -> tensor<?x?xf32> {
  %0 = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %1 = tensor.cast %0 : tensor<2x2xf32> to tensor<?x2xf32>
  %2 = tensor.cast %1 : tensor<?x2xf32> to tensor<?x?xf32>
  %3 = tensor.insert %v into %2[%i, %i] : tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}
""")
    assert (copy.known_shape, copy.size, copy.unknown_factors) == ((2, 2), 16, 0)
