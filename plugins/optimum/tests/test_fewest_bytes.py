"""Decisions that copy the fewest bytes: on programs that orders get wrong, and on random ones."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import bufferize
from bufferize.analysis import OneShotAnalysisState
from bufferize.diagnostics import DiagnosticError, OptionError
from bufferize.record import TensorCopy
from bufferize_optimum import Optimum, optimum, search, trial
from bufferize_tools.files import split_input

from .programs import (
    CONTEXT,
    ENOUGH,
    FEWEST,
    FILLED,
    OPTIONS,
    cheapest,
    copied,
    crowded_text,
    random_text,
)

SHARED = Path(os.environ.get("BUFFERIZE_SHARED", "../shared"))

DEAREST = replace(OPTIONS, analysis_heuristic="dearest-first")


def best(text: str, seconds: int = 10) -> Optimum:
    module = bufferize.parse(text, CONTEXT)
    return optimum(module, replace(OPTIONS, analysis_seconds=seconds), CONTEXT)


@pytest.mark.parametrize(("text", "enough"), ENOUGH)
def test_no_more_is_copied_than_is_enough(text: str, enough: int) -> None:
    expected = ((0, enough),) if enough else ()
    assert copied(text, OPTIONS).copied in {((0, 4096),), ((0, 4100),)}
    assert copied(text, FEWEST).copied == expected
    assert copied(text, DEAREST).copied == expected
    found = best(text)
    assert found.bytes.copied == expected
    assert found.is_proved


def test_the_decisions_of_bottom_up_are_kept_if_they_are_the_best() -> None:
    text = """
    func.func @f(%t: tensor<8xf32>, %u: tensor<8xf32>, %v: f32, %i: index) -> (f32, f32) {
      %0 = tensor.insert %v into %t[%i] : tensor<8xf32>
      %1 = tensor.insert %v into %t[%i] : tensor<8xf32>
      %2 = tensor.extract %0[%i] : tensor<8xf32>
      %3 = tensor.extract %1[%i] : tensor<8xf32>
      return %2, %3 : f32, f32
    }"""
    module = bufferize.parse(text, CONTEXT)
    usual = bufferize.analyze(module, OPTIONS, CONTEXT)
    found = optimum(module, OPTIONS, CONTEXT)
    assert isinstance(usual, OneShotAnalysisState)
    assert [function.is_usual for function in found.functions] == [True]
    assert found.decisions == {each.operand: each.in_place for each in usual.decisions}


@pytest.mark.parametrize(
    ("name", "body", "copies"),
    [
        (
            "a constant is not writable",
            """%t = arith.constant dense<1.0> : tensor<8xf32>
               %0 = tensor.insert %v into %t[%i] : tensor<8xf32>
               %1 = tensor.insert %v into %0[%i] : tensor<8xf32>
               return %1 : tensor<8xf32>""",
            32,
        ),
        (
            "parallel iterations write to what they share",
            """%0 = scf.forall (%k) in (8) shared_outs(%o = %a) -> (tensor<8xf32>) {
                 %1 = tensor.insert %v into %b[%k] : tensor<8xf32>
                 %2 = tensor.extract_slice %1[%k] [1] [1] : tensor<8xf32> to tensor<1xf32>
                 scf.forall.in_parallel {
                   tensor.parallel_insert_slice %2 into %o[%k] [1] [1]
                     : tensor<1xf32> into tensor<8xf32>
                 }
               }
               return %0 : tensor<8xf32>""",
            256,
        ),
        (
            "a loop uses a buffer that is written in it",
            """%c0 = arith.constant 0 : index
               %c1 = arith.constant 1 : index
               %c4 = arith.constant 4 : index
               %0 = scf.for %k = %c0 to %c4 step %c1 iter_args(%x = %a) -> (tensor<8xf32>) {
                 %1 = tensor.insert %v into %a[%k] : tensor<8xf32>
                 %2 = tensor.extract %1[%i] : tensor<8xf32>
                 %3 = tensor.insert %2 into %x[%k] : tensor<8xf32>
                 scf.yield %3 : tensor<8xf32>
               }
               return %0 : tensor<8xf32>""",
            160,
        ),
        (
            "a copy keeps the other write apart from what is selected",
            """%0 = tensor.insert %v into %a[%i] : tensor<8xf32>
               %1 = tensor.insert %w into %a[%j] : tensor<8xf32>
               %2 = arith.select %c, %0, %1 : tensor<8xf32>
               return %2 : tensor<8xf32>""",
            32,
        ),
    ],
)
def test_copies_of_each_kind_are_proved(name: str, body: str, copies: int) -> None:
    text = f"""func.func @f(%a: tensor<8xf32>, %b: tensor<8xf32>, %v: f32, %w: f32, %i: index,
      %j: index, %c: i1) -> tensor<8xf32> {{ {body} }}"""
    (found,) = best(text).functions
    assert found.is_proved, name
    assert found.total.copied == ((0, copies),), name
    assert found.problem.weight(found.copied) == cheapest(found)


def tried_all(text: str, most: int) -> int:
    """Compare the best decisions of a program with all that there are.

    Return the number of functions of which some copies are needed, and at most `most` of the
    operands cost something. The best decisions about them are proved.
    """
    try:
        functions = best(text).functions
    except DiagnosticError:
        return 0  # of a kind that is not bufferized
    tried = 0
    for found in functions:
        if found.copied and sum(map(bool, found.problem.weights)) <= most:
            tried += 1
            least = found.problem.scale.total(cheapest(found)).copied
            assert (found.total.copied, found.is_proved) == (least, True), text
    return tried


@pytest.mark.parametrize("part", range(4))
def test_trying_all_decisions_finds_none_that_cost_less(part: int) -> None:
    assert sum(tried_all(random_text(seed), 7) for seed in range(20 * part, 20 * part + 20))


def test_trying_all_decisions_where_many_operations_want_a_buffer() -> None:
    assert sum(tried_all(crowded_text(seed), 10) for seed in range(50)) >= 15


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_trying_all_decisions_about_five_hundred_functions(part: int) -> None:
    """Half a thousand functions with up to ten operands to decide, in four parts."""
    tried = 0
    for seed in range(10_000 * part, 10_000 * (part + 1)):
        tried += tried_all(crowded_text(seed), 10)
        if tried >= 125:
            return
    raise AssertionError


@pytest.mark.parametrize("part", range(4))
def test_random_programs_never_copy_more_than_bottom_up(part: int) -> None:
    proved = functions = 0
    for seed in range(20 * part, 20 * part + 20):
        text = random_text(seed)
        try:
            usual = copied(text, OPTIONS)
        except DiagnosticError:
            continue
        assert copied(text, FEWEST) <= usual, seed
        found = best(text)
        functions += len(found.functions)
        proved += sum(function.is_proved for function in found.functions)
    assert proved >= 0.97 * functions


def test_the_order_decides_as_the_search_for_a_certificate() -> None:
    """Without a certificate to write, operands that are always copied end the search early."""
    for text in [*map(random_text, range(0, 200, 8)), *map(crowded_text, range(25))]:
        module = bufferize.parse(text, CONTEXT)
        try:
            state = bufferize.analyze(module, FEWEST, CONTEXT)
        except DiagnosticError:
            continue
        assert isinstance(state, OneShotAnalysisState)
        decided = {each.operand: each.in_place for each in state.decisions}
        assert decided == optimum(module, OPTIONS, CONTEXT).decisions, text


def test_a_function_keeps_its_decisions_if_the_whole_program_would_not_copy_less(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # None: the program cannot be bufferized.
    for measured in (list[TensorCopy](), None):
        monkeypatch.setattr(
            "bufferize_optimum.functions.copies_after", lambda *given, m=measured: m
        )
        (found,) = best(FILLED).functions
        assert found.is_usual
        assert not found.is_proved
        assert (found.total.copied, found.bound.copied) == (((0, 4096),), ())


def test_a_callee_that_writes_more_counts_with_what_its_callers_copy() -> None:
    """Alone, `@callee` copies nothing if it fills a new buffer, and so writes to `%t`."""
    text = (
        FILLED.replace("@filled", "@callee")
        + """
    func.func @caller(%t: tensor<1024xf32>, %v: f32, %i: index) -> f32 {
      %0:2 = call @callee(%t, %v, %i)
        : (tensor<1024xf32>, f32, index) -> (tensor<1024xf32>, tensor<1024xf32>)
      %x = tensor.extract %t[%i] : tensor<1024xf32>
      %y = tensor.extract %0#0[%i] : tensor<1024xf32>
      %z = tensor.extract %0#1[%i] : tensor<1024xf32>
      %a = arith.addf %x, %y : f32
      %b = arith.addf %a, %z : f32
      return %b : f32
    }"""
    )
    assert copied(text, FEWEST) <= copied(text, OPTIONS)


def test_a_loop_that_yields_what_it_was_given_need_not_copy_it() -> None:
    """Whether the loop copies what it yields follows from decisions, but is none itself."""
    text = """
    func.func @f(%a: tensor<4xi32>, %v: i32) {
      %c0 = arith.constant 0 : index
      %c2 = arith.constant 2 : index
      %0 = scf.for %k = %c0 to %c2 step %c2 iter_args(%b = %a) -> (tensor<4xi32>) {
        scf.yield %a : tensor<4xi32>
      }
      scf.forall (%k) in (2) {
        %s = tensor.extract_slice %0[%c0] [2] [1] : tensor<4xi32> to tensor<2xi32>
        %1 = linalg.fill ins(%v : i32) outs(%s : tensor<2xi32>) -> tensor<2xi32>
      }
      return
    }"""
    assert copied(text, OPTIONS).copied == ((0, 16),)
    assert copied(text, FEWEST).copied == ()
    (found,) = best(text).functions
    assert not found.is_usual
    assert found.total.copied == ()


def test_without_a_solver_and_with_few_steps_the_best_found_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "_MOST_WORK", 0)
    for text, _ in ENOUGH:
        assert best(text, seconds=0).bytes <= copied(text, OPTIONS)


def test_copies_that_nothing_can_save_are_proved_without_a_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "_MOST_WORK", 0)
    monkeypatch.setattr(trial, "_MOST_PAIRS", 0)
    lines = [f"%t{n + 1} = tensor.insert %v into %t{n}[%i] : tensor<4xf32>" for n in range(9)]
    lines += [f"%x{n} = tensor.extract %t{n}[%i] : tensor<4xf32>" for n in range(9)]
    body = "\n".join(lines)
    found = best(f"""
    func.func @f(%t0: tensor<4xf32>, %v: f32, %i: index) -> tensor<4xf32> {{
      {body}
      return %t9 : tensor<4xf32>
    }}""")
    assert found.bytes.copied == ((0, 9 * 16),)
    assert found.is_proved


def test_an_order_cannot_be_combined_with_one_of_a_plugin() -> None:
    module = bufferize.parse(FILLED, CONTEXT)
    options = replace(FEWEST, analysis_order=lambda root, state: ())
    with pytest.raises(OptionError, match="cannot be combined with the heuristic 'fewest-bytes'"):
        bufferize.analyze(module, options, CONTEXT)


def test_an_analysis_without_decisions_has_no_best_ones() -> None:
    module = bufferize.parse(FILLED, CONTEXT)
    with pytest.raises(OptionError, match="the analysis 'one-shot', not 'always-copy'"):
        optimum(module, replace(OPTIONS, analysis="always-copy"), CONTEXT)


def test_overrides_of_the_user_come_first() -> None:
    module = bufferize.parse(FILLED, CONTEXT)
    state = bufferize.analyze(module, FEWEST, CONTEXT)
    (fill,) = (op for op in module.walk() if op.name == "linalg.fill")
    assert not state.is_in_place(fill.op_operands[1])
    state.decide(fill.op_operands[1], in_place=True)
    (insert,) = (op for op in module.walk() if op.name == "tensor.insert")
    assert state.is_in_place(fill.op_operands[1])
    assert not state.is_in_place(insert.op_operands[1])


def _modules(paths: Sequence[Path]) -> list[str]:
    return [part for path in paths for part in split_input(path.read_text())]


@pytest.mark.slow
@pytest.mark.skipif(not SHARED.is_dir(), reason="BUFFERIZE_SHARED names no folder with a corpus")
def test_real_functions_are_proved() -> None:
    real = sorted((SHARED / "corpus" / "real").rglob("*.mlir"))[::8]
    context = bufferize.Context()
    context.allow_unregistered_dialects = True
    functions = 0
    for text in _modules(real):
        try:
            found = optimum(bufferize.parse(text, context), OPTIONS, context)
        except DiagnosticError:
            continue
        functions += len(found.functions)
        assert all(function.is_proved for function in found.functions)
    assert functions > 40
