"""The work of the analysis grows with the size of the program, and no faster."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bufferize.analysis import AnalysisOptions, OneShotAnalysisState, analyze_op
from bufferize.ir import Block, Value

from .toy import (
    FillOp,
    NewOp,
    PutOp,
    ReadOp,
    ReturnOp,
    ToyContext,
    UpdateOp,
    ViewOp,
    branch_on,
    finish,
    function,
    make,
    module,
)

Step = Callable[[Block, Value, Value], Value]


def chain(block: Block, argument: Value, last: Value) -> Value:
    return make(block, UpdateOp, last).result


def read_and_write(block: Block, argument: Value, last: Value) -> Value:
    make(block, ReadOp, last, results=0)
    return make(block, UpdateOp, last).result


def tiles(block: Block, argument: Value, last: Value) -> Value:
    part = make(block, FillOp, make(block, ViewOp, last, at=0).result).result
    return make(block, PutOp, part, last, at=0).result


def concat(block: Block, argument: Value, last: Value) -> Value:
    part = make(block, FillOp, make(block, NewOp).result).result
    return make(block, PutOp, part, last, at=0).result


def branches(block: Block, argument: Value, last: Value) -> Value:
    op = branch_on(block)
    then, other = (region.entry for region in op.regions)
    finish(then, make(then, UpdateOp, last).result)
    finish(other, last)
    return op.result


def conflicting(block: Block, argument: Value, last: Value) -> Value:
    make(block, ReadOp, make(block, UpdateOp, argument).result, results=0)
    return last


def work(step: Step, count: int) -> int:
    func = function(module(), "f", 1)
    body = func.entry_block
    last: Value = body.arguments[0]
    for _ in range(count):
        last = step(body, body.arguments[0], last)
    finish(body, last, cls=ReturnOp)
    options = AnalysisOptions(bufferize_function_boundaries=True)
    state = OneShotAnalysisState(options, ToyContext(), func)
    analyze_op(func, state)
    counters = state.counters[0]
    return counters.candidates + counters.searches


@pytest.mark.parametrize(
    "step", [chain, read_and_write, tiles, concat, branches, conflicting], ids=lambda s: s.__name__
)
def test_work_is_linear(step: Step) -> None:
    assert work(step, 240) < 2.5 * work(step, 120)
