"""Programs with random mistakes are parsed and printed, or refused with a message.

The mistakes are the same in every run, so that failures are reproducible.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bufferize.diagnostics import Diagnostic, DiagnosticError
from bufferize.ir import Operation
from bufferize.passes import pipeline_from_text
from bufferize.plugins import Context
from bufferize.syntax import PrintOptions, parse_module, print_module
from tests.fuzz.corpus import SEEDS as FOLDERS
from tests.fuzz.corpus import pieces
from tests.fuzz.mutants import Maker, Mutant, Outcome, judge, loaded, new_context, shrunk
from tests.fuzz.workers import Limits, judge_all
from tests.run_lines import run_tool

SEEDS = [
    """
#map = affine_map<(d0, d1)[s0] -> (d0 + s0 * 2, d1 floordiv 4)>
memref.global "private" constant @g : memref<4xf32> = dense<[0.0, 1.0, -2.5, 0x7FC00000]>
func.func private @h(tensor<?xf32> {x.note = 1 : i8}) -> tensor<?xf32>
func.func @f(%t: tensor<?xf32>, %i: index, %x: f32) -> (tensor<?xf32>, f32) {
  %c0 = arith.constant 0 : index
  %0 = tensor.insert %x into %t[%i] : tensor<?xf32>
  %1 = tensor.extract %0[%c0] : tensor<?xf32>
  %2 = call @h(%0) : (tensor<?xf32>) -> tensor<?xf32>
  %3 = affine.apply #map(%i, %c0)[%i]
  return %2, %1 : tensor<?xf32>, f32
}
""",
    """
func.func @f(%t: tensor<8x16xf32>, %n: index, %c: i1) -> tensor<8x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<8x16xf32>) {
    %s = tensor.extract_slice %a[%i, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<1x16xf32>
    %f = linalg.fill ins(%z : f32) outs(%s : tensor<1x16xf32>) -> tensor<1x16xf32>
    %b = tensor.insert_slice %f into %a[%i, 0] [1, 16] [1, 1]
        : tensor<1x16xf32> into tensor<8x16xf32>
    scf.yield %b : tensor<8x16xf32>
  }
  %q = scf.if %c -> tensor<8x16xf32> {
    scf.yield %r : tensor<8x16xf32>
  } else {
    %e = tensor.empty() : tensor<8x16xf32>
    scf.yield %e : tensor<8x16xf32>
  }
  return %q : tensor<8x16xf32>
}
""",
    """
"builtin.module"() ({
  "func.func"() <{function_type = (memref<?xi32, strided<[1], offset: ?>>) -> (), sym_name = "f"}> ({
  ^bb0(%m: memref<?xi32, strided<[1], offset: ?>>):
    %0 = "bufferization.to_tensor"(%m) <{restrict, writable}>
        : (memref<?xi32, strided<[1], offset: ?>>) -> tensor<?xi32>
    %1:2 = "x.pair"(%0) {a = [1, 2.0, "s"], b = {c = @f::@g}} : (tensor<?xi32>) -> (i1, vector<[4]xi8>)
    "cf.cond_br"(%1#0)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 0, 0>}> : (i1) -> ()
  ^bb1:
    "x.use"(%1#1) : (vector<[4]xi8>) -> () loc("here":1:2)
    "cf.br"()[^bb2] : () -> ()
  ^bb2:
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
""",
]
_TOKEN = re.compile(r'\s+|"[^"\n]*"|[%#!@^][\w.$]+|[A-Za-z_][\w.$]*|\d+(?:\.\d+)?|->|::|.', re.S)
POOL = sorted({token for seed in SEEDS for token in _TOKEN.findall(seed)} - {"\n"}) + [
    *("-1", "0x10", "1e400", "99999999999999999999", "?", "*", "\0", "\udcff", "é", '"', "//"),
    *("none", "i0", "tensor<*xf32>", "tuple<>", "unit", "loc(unknown)", "dense<>", "array<i8>"),
]
PIPELINES = [
    "one-shot-bufferize{bufferize-function-boundaries allow-unknown-ops},canonicalize,cse",
    "one-shot-bufferize{bufferize-function-boundaries test-analysis-only print-conflicts}",
    "one-shot-bufferize{copy-before-write allow-unknown-ops allow-return-allocs-from-loops}",
    "canonicalize,cse",
]


@st.composite
def programs(draw: st.DrawFn) -> str:
    """Yield a seed with a few tokens removed, inserted, repeated, exchanged or cut off."""
    tokens = _TOKEN.findall(draw(st.sampled_from(SEEDS)))
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(tokens) - 1))
        kind = draw(st.sampled_from(["drop", "put", "repeat", "replace", "exchange", "cut"]))
        other = draw(st.integers(0, len(tokens) - 1))
        if kind == "drop":
            del tokens[place]
        elif kind == "put":
            tokens.insert(place, draw(st.sampled_from(POOL)))
        elif kind == "repeat":
            tokens[place:place] = tokens[place : place + 12]
        elif kind == "replace":
            tokens[place] = draw(st.sampled_from(POOL))
        elif kind == "exchange":
            tokens[place], tokens[other] = tokens[other], tokens[place]
        elif place > 20:
            del tokens[place:]
    return "".join(tokens)


def read(
    text: str, found: Context, pipeline: str = "builtin.module()"
) -> tuple[Operation | None, list[Diagnostic]]:
    """Return the module after a pipeline, or its errors."""
    try:
        module = parse_module(text, found)
        pipeline_from_text(pipeline, found).run(module, found)
    except DiagnosticError as problem:
        return None, problem.diagnostics
    return module, []


bounded = settings(
    max_examples=120,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)


@bounded
@given(programs())
@pytest.mark.slow
def test_a_text_is_refused_with_a_position_or_printed_so_that_it_reads_the_same(text: str) -> None:
    found = new_context()
    module, problems = read(text, found)
    if module is None:
        assert any(problem.position is not None for problem in problems)
        return
    generic = print_module(module, PrintOptions(generic=True))
    for form in (generic, print_module(module)):
        again = parse_module(form, found)
        assert print_module(again, PrintOptions(generic=True)) == generic


@bounded
@given(programs(), st.sampled_from(PIPELINES))
@pytest.mark.slow
def test_passes_succeed_or_say_why_not(text: str, pipeline: str) -> None:
    found = new_context()
    module, problems = read(text, found, pipeline)
    assert (module is None) == bool(problems)


@bounded
@given(st.text(st.sampled_from(sorted({*"".join(POOL)})), max_size=40))
def test_random_characters(text: str) -> None:
    module, problems = read(text, new_context())
    assert (module is None) == bool(problems)
    assert all(problem.position is not None for problem in problems)


@settings(bounded, max_examples=30)
@given(st.binary(max_size=30), st.integers(0, 200))
def test_random_bytes_in_a_file(
    tmp_path_factory: pytest.TempPathFactory, data: bytes, place: int
) -> None:
    path: Path = tmp_path_factory.mktemp("fuzz") / "in.mlir"
    seed = SEEDS[1].encode()
    path.write_bytes(seed[:place] + data + seed[place:])
    status, _, err = run_tool([str(path), "--one-shot-bufferize"])
    assert status in (0, 1)
    assert "internal error" not in err
    assert bool(err) == bool(status)


# The fuzzer (python -m tests.fuzz)

CRASHES = sorted((Path(__file__).parent / "fuzz" / "crashes").glob("*.mlir"))


@pytest.mark.parametrize("path", CRASHES, ids=lambda path: path.stem)
def test_what_failed_once_does_not_fail_again(path: Path) -> None:
    outcome = judge(loaded(path.read_text(encoding="utf-8")), new_context())
    assert not outcome.is_failure, outcome.details


@pytest.mark.slow
def test_mutants_end_in_a_result_or_a_diagnostic() -> None:
    maker, found = Maker(pieces(FOLDERS), seed=0), new_context()
    outcomes = [judge(maker.mutant(number, found), found) for number in range(200)]
    assert [outcome for outcome in outcomes if outcome.is_failure] == []
    # Most of them get to a pass, where the interesting mistakes are.
    assert sum(outcome.kind != "invalid" for outcome in outcomes) > 50


def test_mutants_are_the_same_in_each_run() -> None:
    one, other = (
        [Maker(SEEDS, seed=3).mutant(number, new_context()) for number in range(5)] for _ in "12"
    )
    assert one == other


class _Trouble(Maker):
    """A maker of mutants, the first of which kills its process, and the second takes forever."""

    def mutant(self, number: int, context: Context) -> Mutant:
        if number == 0:
            os._exit(7)
        while number == 1:
            pass
        return Mutant("", "builtin.module()")


def test_a_worker_that_dies_or_hangs_is_replaced() -> None:
    found = judge_all(_Trouble([], 0), range(4), jobs=1, limits=Limits(seconds=1))
    assert {judged.number: judged.outcome.kind for judged in found} == {
        0: "died with status 7",
        1: "took more than 1 s",
        2: "ok",
        3: "ok",
    }


@pytest.mark.slow
def test_failing_programs_are_made_small() -> None:
    def run(mutant: Mutant) -> Outcome:
        return Outcome("failed" if "tensor.insert" in mutant.text else "ok")

    small = shrunk(Mutant(SEEDS[0], "builtin.module()"), "failed", run, seconds=10)
    assert small.text.strip() == "tensor.insert"
