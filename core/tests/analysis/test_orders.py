"""The orders of the analysis."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bufferize.analysis import (
    AnalysisHeuristic,
    AnalysisOptions,
    AnalysisOrder,
    AnalysisState,
    OneShotAnalysisState,
    analyze_op,
)
from bufferize.analysis.decide import analysis_order
from bufferize.diagnostics import OptionError
from bufferize.ir import FileLineColLoc, Operation, OpOperand

from .toy import NewOp, ReturnOp, SelectOp, UpdateOp, finish, function, loop, make, module
from .toy_models import ToyContext


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


# An order of one's own


def two_updates() -> tuple[Operation, Operation, Operation]:
    """A function with two updates of its argument, of which only one can be in place."""
    func = function(module(), "f", 1)
    body = func.entry_block
    first, second = (make(body, UpdateOp, body.arguments[0]) for _ in range(2))
    finish(body, make(body, SelectOp, first.result, second.result).result, cls=ReturnOp)
    return func, first, second


def analyzed(func: Operation, order: AnalysisOrder, **options: Any) -> OneShotAnalysisState:
    own = AnalysisOptions(analysis_order=order, **options)
    state = OneShotAnalysisState(own, ToyContext(), func)
    analyze_op(func, state)
    return state


def decided(func: Operation, order: AnalysisOrder, **options: Any) -> list[OpOperand]:
    """The operands in the order in which they are decided."""
    return [decision.operand for decision in analyzed(func, order, **options).decisions]


@pytest.mark.parametrize("heuristic", [AnalysisHeuristic.BOTTOM_UP, AnalysisHeuristic.TOP_DOWN])
def test_what_an_order_leaves_out_comes_last(heuristic: AnalysisHeuristic) -> None:
    func, first, second = two_updates()
    usual = decided(func, lambda root, state: [], analysis_heuristic=heuristic)
    assert len(set(usual)) == 5
    select = second.results[0].first_use
    assert select is not None
    items: list[Operation | OpOperand] = [select, first]
    own = [select, first.op_operands[0]]
    found = decided(func, lambda root, state: items, analysis_heuristic=heuristic)
    assert found == [*own, *(operand for operand in usual if operand not in own)]


def test_all_operations_may_be_given() -> None:
    func, _, _ = two_updates()
    found = decided(func, lambda root, state: root.walk())
    assert found == [operand for op in func.walk() for operand in op.op_operands]


def test_an_order_sees_what_was_decided() -> None:
    func, first, second = two_updates()
    seen: list[bool] = []

    def order(root: Operation, state: AnalysisState) -> Iterator[Operation]:
        assert root is func
        for op in (second, first):
            yield op
            seen.append(state.is_in_place(op.op_operands[0]))

    analyzed(func, order)
    assert seen == [True, False]


def problem(func: Operation, items: Any) -> str:
    with pytest.raises(OptionError) as caught:
        analyzed(func, lambda root, state: items)
    return str(caught.value)


def test_wrong_orders() -> None:
    func, first, _ = two_updates()
    first.location = FileLineColLoc("f.mlir", 3, 5)
    twice = "f.mlir:3:5: error: the analysis order gives operand #0 of 'toy.update' twice"
    assert problem(func, [first, first]) == twice
    assert problem(func, [first.op_operands[0], first]) == twice
    other, _, _ = two_updates()
    foreign = "f.mlir:3:5: error: the analysis order gives 'toy.update', which is not a part of"
    assert problem(other, [first]) == f"{foreign} 'toy.func'"
    assert problem(other, [first.op_operands[0]]) == f"{foreign} 'toy.func'"
    kinds = "error: an analysis order gives operations and operands, not"
    assert problem(func, [first.results[0]]) == f"{kinds} 'OpResult'"
    assert problem(func, "toy.update") == f"{kinds} 'str'"
    assert problem(func, None) == f"{kinds} 'NoneType'"
