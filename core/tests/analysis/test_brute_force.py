"""The fast analysis decides as the brute-force one does, operand by operand.

`BUFFERIZE_PROGRAMS=20000 pytest -n 2 core/tests/analysis/test_brute_force.py` compares on so many
programs, instead of a few. A program that they do not agree on is made small and printed.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from dataclasses import replace

import pytest

from bufferize.analysis import (
    AnalysisHeuristic,
    AnalysisOptions,
    AnalysisState,
    FunctionSummary,
    OneShotAnalysisState,
    analyze_module,
)
from bufferize.analysis.options import AnalysisOrder
from bufferize.diagnostics import PassError
from bufferize.ir import Operation, OpOperand, Value, verify
from bufferize.syntax import operation_text

from .oracle import NotBufferizableError, OracleState
from .oracle_functions import Summary
from .oracle_order import pre_order
from .program_shapes import LEFT_OUT, SHAPES
from .programs import random_module
from .reduction import reduced
from .toy_models import ToyContext

PROGRAMS = int(os.environ.get("BUFFERIZE_PROGRAMS", "1200"))
PARTS = 8


def any_order(seed: int) -> AnalysisOrder:
    """Half of the operands or more in a random order, as an embedder may give one."""

    def order(root: Operation, state: AnalysisState) -> Iterable[OpOperand]:
        rng = random.Random(seed)
        operands = [operand for op in root.walk() for operand in op.op_operands]
        return rng.sample(operands, rng.randint(len(operands) // 2, len(operands)))

    return order


def orders(seed: int) -> list[AnalysisOptions]:
    """All heuristics, and five random orders: of operations, and of operands."""
    options = AnalysisOptions(
        check_parallel_regions=seed % 3 != 0,
        bufferize_function_boundaries=seed % 7 != 0,
        analyze_recursive_functions=seed % 2 != 0,
        disjoint_subsets=seed % 5 > 1,
        op_filter=lambda op: LEFT_OUT not in op.attributes,
    )
    fuzzer = replace(options, analysis_heuristic=AnalysisHeuristic.FUZZER)
    return [
        *(replace(options, analysis_heuristic=h) for h in list(AnalysisHeuristic)[:3]),
        *(replace(fuzzer, analysis_fuzzer_seed=8 * seed + i + 1) for i in range(3)),
        *(replace(options, analysis_order=any_order(8 * seed + i)) for i in range(2)),
    ]


def disagreements(root: Operation, options: AnalysisOptions) -> list[str]:
    """What the two analyses of `root` do not agree on."""
    said = ""
    claimed = {}
    try:
        state = analyze_module(root, options, ToyContext())
    except PassError as problem:
        said = problem.diagnostics[0].message
    else:
        claimed = claims(state, root)
    oracle = OracleState(options, ToyContext(), root, claimed)
    expected = ""
    try:
        oracle.run()
    except NotBufferizableError as problem:
        expected = str(problem)
    if expected or said:
        return [] if expected == said else [f"refused: {said!r} instead of {expected!r}"]
    return [*different_decisions(oracle, state, root), *different_summaries(oracle, state)]


def claims(state: OneShotAnalysisState, root: Operation) -> dict[Operation, Summary]:
    """What the fast analysis says of recursive functions, for which there are many true answers."""
    functions = OracleState(state.options, ToyContext(), root).calls.recursive_functions()
    known = {} if state.functions is None else state.functions.summaries
    return {f: as_summary(known[f]) for f in functions if f in known}


def as_summary(summary: FunctionSummary) -> Summary:
    return Summary(
        summary.read_args,
        summary.written_args,
        {(arg, result) for arg, results in summary.aliasing_results.items() for result in results},
        summary.equivalent_args,
        summary.shared_results,
        summary.non_writable_results,
        summary.deferred_args,
    )


def different_decisions(
    oracle: OracleState, state: OneShotAnalysisState, root: Operation
) -> Iterable[str]:
    ops = pre_order(root)
    for op in ops:
        for operand in op.op_operands:
            for what in ("is_in_place", "is_forwarded", "has_undefined_contents"):
                expected, found = (getattr(s, what)(operand) for s in (oracle, state))
                if found != expected:
                    yield f"{what} is {found} for {operand}"
    values: list[Value] = [result for op in ops for result in op.results]
    values += [a for op in ops for r in op.regions for b in r.blocks for a in b.arguments]
    for value in values:
        if set(state.aliasing.members(value)) != oracle.aliases(value):
            yield f"the aliases of {value}"
        if set(state.equivalent.members(value)) != oracle.equivalents(value):
            yield f"the equivalent values of {value}"


def different_summaries(oracle: OracleState, state: OneShotAnalysisState) -> Iterable[str]:
    known = {} if state.functions is None else state.functions.summaries
    found = {function: as_summary(summary) for function, summary in known.items()}
    if found != oracle.calls.summaries:
        yield f"summaries: {found} instead of {oracle.calls.summaries}"


def check(name: str, seed: int) -> None:
    """Compare the analyses of one program in all orders."""
    root = random_module(seed, SHAPES[name])
    failing = [options for options in orders(seed) if disagreements(root, options)]
    if failing:
        small = reduced(root, lambda p: not verify(p) and bool(disagreements(p, failing[0])))
        pytest.fail(
            f"shape {name!r}, seed {seed}, {failing[0]}:\n{operation_text(small)}\n"
            + "\n".join(disagreements(small, failing[0]))
        )


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("name", SHAPES)
@pytest.mark.slow
def test_decisions_agree(name: str, part: int) -> None:
    for seed in range(part, PROGRAMS // len(SHAPES), PARTS):
        check(name, seed)


@pytest.mark.parametrize("name", SHAPES)
def test_programs_are_valid(name: str) -> None:
    for seed in range(10):
        assert not verify(random_module(seed, SHAPES[name]))


def test_no_query_is_inherited() -> None:
    for name, attribute in vars(AnalysisState).items():
        if name in ("decide", "why"):  # models and the analysis do not ask these
            continue
        if name == "__init__" or not name.startswith("_"):
            assert getattr(OracleState, name) is not attribute or not callable(attribute), name
