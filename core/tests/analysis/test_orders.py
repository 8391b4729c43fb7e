"""The orders of the analysis."""

from __future__ import annotations

import pytest

from bufferize.analysis import AnalysisHeuristic, AnalysisOptions, AnalysisState
from bufferize.analysis.orders import analysis_order
from bufferize.ir import Operation

from .toy import NewOp, ReturnOp, ToyContext, UpdateOp, finish, function, loop, make, module


def program() -> tuple[Operation, list[Operation]]:
    """A function, and the operations in it from first to last, outer before inner."""
    func = function(module(), "f", 1)
    body = func.entry_block
    first = make(body, UpdateOp, body.arguments[0])
    outer = loop(body, first.result)
    inner = outer.regions[0].entry
    unused = make(inner, NewOp)
    update = make(inner, UpdateOp, inner.arguments[0])
    end = finish(inner, update.result)
    last = finish(body, outer.result, cls=ReturnOp)
    return func, [first, outer, unused, update, end, last]


def numbers(heuristic: AnalysisHeuristic, seed: int = 0) -> list[int]:
    func, ops = program()
    options = AnalysisOptions(analysis_heuristic=heuristic, analysis_fuzzer_seed=seed)
    order = analysis_order(func, AnalysisState(options, ToyContext()))
    return [ops.index(op) if op in ops else -1 for op in order]


@pytest.mark.parametrize(
    ("heuristic", "expected"),
    [
        (AnalysisHeuristic.BOTTOM_UP, [-1, 5, 1, 4, 3, 2, 0]),
        (AnalysisHeuristic.TOP_DOWN, [0, 2, 3, 4, 1, 5, -1]),
        (AnalysisHeuristic.BOTTOM_UP_FROM_TERMINATORS, [4, 3, 5, 2, 1, 0, -1]),
    ],
)
def test_order(heuristic: AnalysisHeuristic, expected: list[int]) -> None:
    assert numbers(heuristic) == expected


def test_fuzzer_is_the_one_of_the_reference() -> None:
    # std::mt19937(1) gives 1791095845, 4282876139, 3093770124, 4005303368, 491263, 550290313.
    draws = [1791095845, 4282876139, 3093770124, 4005303368, 491263, 550290313]
    expected = [0, 2, 3, 4, 1, 5, -1]
    for i, draw in enumerate(draws):
        j = i + draw % (7 - i)
        expected[i], expected[j] = expected[j], expected[i]
    assert numbers(AnalysisHeuristic.FUZZER, 1) == expected
