"""`bufferize.in_place`: a copy for an operation that has it is an error."""

from __future__ import annotations

from dataclasses import replace

import pytest

import bufferize
from bufferize import Context, DiagnosticError, OneShotOptions
from bufferize.interfaces import has_tensor_values
from bufferize.ir import UNIT, Operation, UnknownLoc, clone
from bufferize.passes import pipeline_from_text
from bufferize.record import IN_PLACE, in_place_errors
from bufferize_explain import advise, as_json, fix
from bufferize_testing import reference_outputs
from bufferize_testing.generation.programs import random_program

OPTIONS = OneShotOptions(bufferize_function_boundaries=True)

CONFLICT = """\
func.func @f(%t: tensor<8xf32>, %v: f32, %i: index) -> (tensor<8xf32>, f32) {
  %0 = tensor.insert %v into %t[%i] {bufferize.in_place} : tensor<8xf32>
  %1 = tensor.extract %t[%i] : tensor<8xf32>
  return %0, %1 : tensor<8xf32>, f32
}
"""
NEEDED = """\
func.func @f(%t: tensor<8xf32>, %v: f32, %i: index) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = tensor.insert %v into %t[%i] {bufferize.in_place} : tensor<8xf32>
  return %0, %t : tensor<8xf32>, tensor<8xf32>
}
"""
IN_PLACE_PROGRAM = """\
func.func @write(%t: tensor<8xf32>, %v: f32, %i: index) -> tensor<8xf32>
    attributes {bufferize.in_place} {
  %0 = tensor.insert %v into %t[%i] {bufferize.in_place} : tensor<8xf32>
  %1 = linalg.fill {bufferize.in_place} ins(%v : f32) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %2 = scf.for %k = %c0 to %i step %c1 iter_args(%a = %1) -> tensor<8xf32> {
    %3 = tensor.insert %v into %a[%k] {bufferize.in_place = array<i64: 1>} : tensor<8xf32>
    scf.yield {bufferize.in_place} %3 : tensor<8xf32>
  } {bufferize.in_place}
  return {bufferize.in_place} %2 : tensor<8xf32>
}
func.func @call(%t: tensor<8xf32>, %v: f32, %i: index) -> tensor<8xf32> {
  %0 = call @write(%t, %v, %i) {bufferize.in_place = array<i64: 0>}
      : (tensor<8xf32>, f32, index) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
"""


def parsed(text: str) -> tuple[Operation, Context]:
    context = Context()
    return bufferize.parse(text, context, "f.mlir"), context


def problems(text: str, options: OneShotOptions = OPTIONS) -> list[str]:
    """What is said of a program that is refused, which is then as it was."""
    module, context = parsed(text)
    before = str(module)
    with pytest.raises(DiagnosticError) as caught:
        bufferize.one_shot_bufferize(module, options, context)
    assert str(module) == before
    return str(caught.value).split("\n")


def check_accepted(text: str, options: OneShotOptions = OPTIONS) -> str:
    module, context = parsed(text)
    bufferize.one_shot_bufferize(module, options, context)
    return str(module)


def test_the_error_says_why() -> None:
    assert problems(CONFLICT) == [
        "f.mlir:2:8: error: operand #1 of 'tensor.insert' is copied, which `bufferize.in_place` "
        "forbids: in place, 'tensor.insert' would overwrite what 'tensor.extract' still reads",
        "f.mlir:1:14: note: the contents are set here",
        "f.mlir:2:8: note: in place, they would be overwritten here",
        "f.mlir:3:8: note: before they are read here",
        "note: cost: 32 bytes",
        "note: run `bufferize explain` to find out what would remove it",
    ]


def test_what_is_in_place_stays_as_it_is() -> None:
    text = check_accepted(IN_PLACE_PROGRAM)
    plain = check_accepted(without_attribute(IN_PLACE_PROGRAM))
    assert "memref.copy" not in text
    assert without_attribute(text) == plain


def without_attribute(text: str) -> str:
    module, _ = parsed(text)
    for op in module.walk():
        op.attributes.pop(IN_PLACE, None)
    return str(module)


def test_it_does_not_hinder_a_second_bufferization() -> None:
    """Nor do numbers of operands that are there no more."""
    text = check_accepted(IN_PLACE_PROGRAM)
    assert check_accepted(text) == text
    assert check_accepted(
        "func.func @f(%m: memref<4xf32>, %v: f32) {\n"
        "  linalg.fill {bufferize.in_place = array<i64: 7>}"
        " ins(%v : f32) outs(%m : memref<4xf32>)\n"
        "  return {bufferize.in_place}\n}\n"
    )


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({}, "would overwrite what"),
        ({"test_analysis_only": True}, "would overwrite what"),
        ({"test_analysis_only": True, "print_conflicts": True}, "would overwrite what"),
        ({"copy_before_write": True}, "without an analysis"),
        ({"analysis": "always-copy"}, "without an analysis"),
        ({"no_analysis_func_filter": ("f",)}, "without an analysis"),
        ({"bufferize_function_boundaries": False}, "must not be written to"),
    ],
)
def test_under_options(changes: dict[str, object], why: str) -> None:
    first = problems(CONFLICT, replace(OPTIONS, **changes))[0]  # type: ignore[arg-type]
    assert first.startswith("f.mlir:2:8: error: operand #1 of 'tensor.insert' is copied")
    assert why in first


def test_copies_before_writes_are_for_what_is_written() -> None:
    """A copy is made for each write, so that no write can be in place."""
    text = IN_PLACE_PROGRAM.replace("scf.yield {bufferize.in_place}", "scf.yield")
    found = problems(text, replace(OPTIONS, copy_before_write=True))
    errors = [line for line in found if " error: " in line]
    assert {line.split(":")[1] for line in errors} == {"3", "4", "7", "8", "14"}


def test_passes() -> None:
    """Also the one that makes the copies as tensors; and inside of functions."""
    for pipeline in (
        "builtin.module(one-shot-bufferize{bufferize-function-boundaries})",
        "builtin.module(insert-tensor-copies{bufferize-function-boundaries})",
        "builtin.module(func.func(one-shot-bufferize))",
    ):
        module, context = parsed(CONFLICT)
        before = str(module)
        with pytest.raises(DiagnosticError, match="which `bufferize.in_place` forbids"):
            pipeline_from_text(pipeline, context).run(module, context)
        assert str(module) == before


def test_only_the_operands_that_are_named() -> None:
    text = """\
    func.func @f(%t: tensor<8xf32>, %u: tensor<8xf32>, %n: index, %v: f32)
        -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
      %c0 = arith.constant 0 : index
      %r:2 = scf.for %k = %c0 to %n step %n iter_args(%a = %t, %b = %u)
          -> (tensor<8xf32>, tensor<8xf32>) {
        %0 = tensor.insert %v into %a[%k] : tensor<8xf32>
        %1 = tensor.insert %v into %b[%k] : tensor<8xf32>
        scf.yield %0, %1 : tensor<8xf32>, tensor<8xf32>
      } {ATTRIBUTE}
      return %r#0, %r#1, %u : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
    }
    """
    check_accepted(text.replace("ATTRIBUTE", "bufferize.in_place = array<i64: 3>"))
    check_accepted(text.replace("ATTRIBUTE", "bufferize.in_place = array<i64>"))
    for value in ("", " = array<i64: 4>", " = array<i64: 3, 4>"):
        found = problems(text.replace("ATTRIBUTE", f"bufferize.in_place{value}"))
        assert [line for line in found if "error" in line and "operand #4 of 'scf.for'" in line]


CALL = """\
func.func private @write(%t: tensor<8xf32>, %v: f32, %i: index) -> tensor<8xf32> {
  %0 = tensor.insert %v into %t[%i] : tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @f(%t: tensor<8xf32>, %v: f32, %i: index) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = call @write(%t, %v, %i) {bufferize.in_place} : (tensor<8xf32>, f32, index) -> tensor<8xf32>
  return %0, %t : tensor<8xf32>, tensor<8xf32>
}
"""
YIELD = """\
func.func @f(%t: tensor<8xf32>, %u: tensor<8xf32>, %n: index, %v: f32) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %r:2 = scf.for %k = %c0 to %n step %n iter_args(%a = %t, %b = %u)
      -> (tensor<8xf32>, tensor<8xf32>) {
    %w = tensor.insert %v into %a[%c0] : tensor<8xf32>
    scf.yield {bufferize.in_place} %b, %w : tensor<8xf32>, tensor<8xf32>
  }
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xf32>
}
"""
LAYOUT = """\
func.func private @kernel(memref<4xf32>)
func.func @f(%t: tensor<4xf32>) {
  %buffer = bufferization.to_buffer %t read_only {bufferize.in_place}
      : tensor<4xf32> to memref<4xf32>
  call @kernel(%buffer) : (memref<4xf32>) -> ()
  return
}
"""
NEW_BUFFER = """\
func.func @f(%t: tensor<8xf32>, %v: f32) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = linalg.fill {bufferize.in_place} ins(%v : f32) outs(%t : tensor<8xf32>) -> tensor<8xf32>
  return %0, %t : tensor<8xf32>, tensor<8xf32>
}
"""
SLICE = """\
func.func @f(%t: tensor<8xf32>, %v: f32, %i: index) -> (tensor<4xf32>, tensor<8xf32>) {
  %0 = tensor.extract_slice %t[%i] [4] [1] {bufferize.in_place} : tensor<8xf32> to tensor<4xf32>
  %1 = tensor.insert %v into %0[%i] : tensor<4xf32>
  return %1, %t : tensor<4xf32>, tensor<8xf32>
}
"""
LOOPS = replace(OPTIONS, allow_return_allocs_from_loops=True)


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [
        (CALL, OPTIONS, ["operand #0 of 'func.call' is copied"]),
        (YIELD, LOOPS, [f"operand #{number} of 'scf.yield' is copied" for number in (0, 1)]),
        (LAYOUT, OPTIONS, ["operand #0 of 'bufferization.to_buffer' is copied"]),
        (NEW_BUFFER, OPTIONS, ["operand #1 of 'linalg.fill' gets a new buffer"]),
        (SLICE, OPTIONS, ["operand #0 of 'tensor.extract_slice' is copied"]),
    ],
    ids=["call", "yield", "layout", "new buffer", "slice"],
)
def test_where_copies_are_made(text: str, options: OneShotOptions, expected: list[str]) -> None:
    errors = [line for line in problems(text, options) if " error: " in line]
    assert len(errors) == len(expected)
    for line, what in zip(errors, expected, strict=True):
        assert f"{what}, which `bufferize.in_place` forbids" in line
    # Without the attribute it is accepted.
    check_accepted(without_attribute(text), options)


def test_results_are_those_that_regions_end_with() -> None:
    text = YIELD.replace("scf.yield {bufferize.in_place}", "scf.yield")
    text = text.replace(
        "    scf.yield %b, %w : tensor<8xf32>, tensor<8xf32>\n  }",
        "    scf.yield %b, %w : tensor<8xf32>, tensor<8xf32>\n  } {bufferize.in_place}",
    )
    found = problems(text, LOOPS)
    assert "operand #0 of 'scf.yield' is copied" in found[0]
    assert found[1] == "f.mlir:3:10: note: the attribute is here"
    numbered = text.replace("bufferize.in_place", "bufferize.in_place = array<i64: 3, 4>")
    check_accepted(numbered, LOOPS)  # only what is handed to the loop is spoken of


@pytest.mark.parametrize(
    ("attribute", "message"),
    [
        (" = true", "takes no value, or the numbers of operands, not true"),
        (" = 1", "takes no value, or the numbers of operands, not 1 : i64"),
        (' = "yes"', 'takes no value, or the numbers of operands, not "yes"'),
        (" = [1]", "takes no value, or the numbers of operands, not [1]"),
        (" = array<i32: 1>", "takes no value, or the numbers of operands, not array<i32: 1>"),
        (" = array<i64: 3>", "names operand #3, but 'tensor.insert' has 3 operands"),
        (" = array<i64: 1, -1>", "names operand #-1, but 'tensor.insert' has 3 operands"),
        (" = array<i64: 0>", "names operand #0, which is no tensor: f32"),
    ],
)
def test_wrong_values(attribute: str, message: str) -> None:
    text = CONFLICT.replace("bufferize.in_place", f"bufferize.in_place{attribute}")
    first = problems(text)[0]
    assert first == f"f.mlir:2:8: error: `bufferize.in_place` {message}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "func.func @f(%t: tensor<4xf32> {bufferize.in_place}) {\n  return\n}\n",
            "on argument #0 of 'func.func'",
        ),
        (
            "module attributes {bufferize.in_place} {}\n",
            "on 'builtin.module', for which nothing is copied",
        ),
        (
            "func.func @f(%i: index) {\n"
            "  %0 = arith.addi %i, %i {bufferize.in_place} : index\n  return\n}\n",
            "on 'arith.addi', which works on no tensors",
        ),
    ],
)
def test_wrong_places(text: str, message: str) -> None:
    assert f"error: `bufferize.in_place` {message}" in problems(text)[0]


def test_all_wrong_ones_are_named() -> None:
    text = IN_PLACE_PROGRAM.replace("{bufferize.in_place}", "{bufferize.in_place = 0}")
    assert len([line for line in problems(text) if " error: " in line]) == 6


def test_advice_tells_of_forbidden_copies() -> None:
    """It does not stop at them: they are what help is wanted for."""
    module, context = parsed(CONFLICT)
    advice = advise(module, OPTIONS, context)
    (copy,) = advice.copies
    assert copy.forbidden_by is not None
    assert copy.forbidden_by.op_name == "tensor.insert"
    (problem,) = in_place_errors(advice.copies)
    notes = [note.message for note in problem.notes]
    assert notes[-1].startswith("help: move 'tensor.extract' at f.mlir:3:8 before 'tensor.insert'")
    # The context is as it was.
    with pytest.raises(DiagnosticError, match="forbids"):
        bufferize.one_shot_bufferize(module, OPTIONS, context)


def test_what_was_tried_in_vain_is_said() -> None:
    module, context = parsed(NEEDED)
    (problem,) = in_place_errors(advise(module, OPTIONS, context).copies)
    assert problem.notes[-1].message.startswith("tried in vain: `disjoint-subsets=true`, ")


def test_fix_removes_the_copy_or_refuses() -> None:
    module, context = parsed(CONFLICT)
    fix(module, OPTIONS, context)
    bufferize.one_shot_bufferize(module, OPTIONS, context)
    module, context = parsed(NEEDED + CONFLICT.replace("@f", "@g"))
    before = str(module)
    with pytest.raises(DiagnosticError) as caught:
        fix(module, OPTIONS, context)
    (problem,) = caught.value.diagnostics
    assert "operand #1 of 'tensor.insert' is copied" in problem.message
    assert problem.notes[-1].message == "run `bufferize explain` to find out what would remove it"
    assert str(module) == before


def test_a_context_may_tolerate_them() -> None:
    module, context = parsed(CONFLICT)
    context.tolerates_copies = True
    report = bufferize.one_shot_bufferize(module, OPTIONS, context)
    assert [copy.forbidden_by is not None for copy in report.copies] == [True]
    found = as_json("f.mlir", report.copies)
    assert [entry["forbidden"] for entry in found["copies"]] == [True]


def test_a_program_without_text() -> None:
    """Paths stand for places in it."""
    module, context = parsed(CONFLICT)
    unplaced = clone(module)
    for op in unplaced.walk():
        op.location = UnknownLoc()
        for region in op.regions:
            for block in region.blocks:
                for argument in block.arguments:
                    argument.location = UnknownLoc()
    with pytest.raises(DiagnosticError) as caught:
        bufferize.one_shot_bufferize(unplaced, OPTIONS, context)
    lines = str(caught.value).split("\n")
    insert = next(op for op in unplaced.walk() if op.name == "tensor.insert")
    assert lines[0].startswith(f"{insert.path}: error: operand #1 of 'tensor.insert' is copied")
    assert "note: the contents are set here: argument #0 of 'func.func'" in lines


def test_on_everything() -> None:
    """On random programs: there is an error for each copy, and otherwise nothing changes."""
    num_copying = num_in_place = 0
    for seed in range(40):
        module, context = parsed(random_program(seed, size=3).text)
        marked = clone(module)
        try:
            report = bufferize.one_shot_bufferize(module, LOOPS, context)
        except DiagnosticError:  # some have operands that cannot be copied
            continue
        for op in marked.walk():
            if has_tensor_values(op):
                op.attributes[IN_PLACE] = UNIT
        if report.copies:
            num_copying += 1
            with pytest.raises(DiagnosticError) as caught:
                bufferize.one_shot_bufferize(marked, LOOPS, context)
            assert len(caught.value.diagnostics) == len(report.copies)
        else:
            num_in_place += 1
            bufferize.one_shot_bufferize(marked, LOOPS, context)
            for op in marked.walk():
                op.attributes.pop(IN_PLACE, None)
            assert str(marked) == str(module)
    assert num_copying > 10
    assert num_in_place > 2


@pytest.mark.reference
def test_the_reference_keeps_it_where_we_do() -> None:
    flag = "--one-shot-bufferize=bufferize-function-boundaries"
    (found,) = reference_outputs([IN_PLACE_PROGRAM], flag)
    assert found is not None
    assert check_accepted(IN_PLACE_PROGRAM).strip() == found.strip()
