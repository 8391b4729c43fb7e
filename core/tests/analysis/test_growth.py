"""The work of the analysis grows with the size of the program, and no faster."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bufferize.analysis import AnalysisOptions, OneShotAnalysisState, analyze_module, analyze_op
from bufferize.interfaces.subsets import EquivalenceFn
from bufferize.ir import Block, Operation, Value

from .toy import (
    TENSOR,
    BranchOp,
    FillOp,
    NewOp,
    PutOp,
    ReadOp,
    ReturnOp,
    SelectOp,
    UpdateOp,
    ViewOp,
    branch_on,
    finish,
    function,
    make,
    module,
)
from .toy_models import ToyContext

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


def either(count: int) -> Operation:
    """Tensors that may be one of two, one of which is written to again and again."""
    func = function(module(), "f", 2)
    body = func.entry_block
    last: Value = body.arguments[0]
    other = body.arguments[1]
    for _ in range(count):
        make(body, ReadOp, make(body, SelectOp, other, last).result, results=0)
        last = make(body, UpdateOp, last).result
    finish(body, last, cls=ReturnOp)
    return func


def nested_parts(count: int) -> Operation:
    """A part of a part and so on is filled, and put back level by level."""
    func = function(module(), "f", 1)
    body = func.entry_block
    levels: list[Value] = [body.arguments[0]]
    for _ in range(count):
        levels.append(make(body, ViewOp, levels[-1], at=0).result)
    last: Value = make(body, FillOp, levels.pop()).result
    while levels:
        last = make(body, PutOp, last, levels.pop(), at=0).result
    finish(body, last, cls=ReturnOp)
    return func


def branches(block: Block, argument: Value, last: Value) -> Value:
    op = branch_on(block)
    then, other = (region.entry for region in op.regions)
    finish(then, make(then, UpdateOp, last).result)
    finish(other, last)
    return op.result


def conflicting(block: Block, argument: Value, last: Value) -> Value:
    make(block, ReadOp, make(block, UpdateOp, argument).result, results=0)
    return last


def selected(block: Block, argument: Value, last: Value) -> Value:
    """Add a write to a select of two tensors that are read later: one copy instead of two."""
    chosen = make(block, SelectOp, argument, last).result
    make(block, ReadOp, make(block, UpdateOp, chosen).result, results=0)
    make(block, ReadOp, argument, results=0)
    make(block, ReadOp, last, results=0)
    return chosen


Blocks = Callable[[Block, Value], tuple[Block, Value]]


def passed_on(block: Block, last: Value) -> tuple[Block, Value]:
    following = new_block(block)
    finish_with_branch(block, [following], make(block, UpdateOp, last).result)
    return following, following.arguments[0]


def used_where_dominated(block: Block, last: Value) -> tuple[Block, Value]:
    following = new_block(block)
    finish_with_branch(block, [following], last)
    return following, make(following, UpdateOp, last).result


def repeated(block: Block, last: Value) -> tuple[Block, Value]:
    again, following = new_block(block), new_block(block)
    finish_with_branch(block, [again], last)
    finish_with_branch(again, [again, following], make(again, UpdateOp, again.arguments[0]).result)
    return following, following.arguments[0]


def joined(block: Block, last: Value) -> tuple[Block, Value]:
    left, right, following = (new_block(block) for _ in range(3))
    finish_with_branch(block, [left, right], last)
    finish_with_branch(left, [following], make(left, UpdateOp, left.arguments[0]).result)
    finish_with_branch(right, [following], right.arguments[0])
    return following, following.arguments[0]


def new_block(other: Block) -> Block:
    assert other.parent is not None
    return other.parent.append(Block([TENSOR]))


def finish_with_branch(block: Block, targets: list[Block], value: Value) -> None:
    block.append(BranchOp.create([value], successors=targets))


def work_on_blocks(blocks: Blocks, count: int) -> int:
    func = function(module(), "f", 1)
    block = func.entry_block
    last: Value = block.arguments[0]
    for _ in range(count):
        block, last = blocks(block, last)
    finish(block, last, cls=ReturnOp)
    return work_on(func)


def work(step: Step, count: int) -> int:
    func = function(module(), "f", 1)
    body = func.entry_block
    last: Value = body.arguments[0]
    for _ in range(count):
        last = step(body, body.arguments[0], last)
    finish(body, last, cls=ReturnOp)
    return work_on(func)


def work_on(func: Operation) -> int:
    options = AnalysisOptions(bufferize_function_boundaries=True)
    state = OneShotAnalysisState(options, ToyContext(), func)
    analyze_op(func, state)
    counters = state.counters
    return counters.candidates + counters.searches


def test_what_is_known_of_a_part_holds_for_its_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[Value] = []
    is_equivalent_subset = PutOp.is_equivalent_subset

    def counted(op: PutOp, candidate: Value, equivalent: EquivalenceFn) -> bool:
        compared.append(candidate)
        return is_equivalent_subset(op, candidate, equivalent)

    monkeypatch.setattr(PutOp, "is_equivalent_subset", counted)
    count = 40
    work_on(nested_parts(count))
    # Not more than once for each insertion and part.
    assert count < len(compared) < count * count


def test_arguments_of_one_class_are_searched_for_writes_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    searched: list[Value] = []
    is_value_written = OneShotAnalysisState.is_value_written

    def counted(state: OneShotAnalysisState, value: Value) -> bool:
        searched.append(value)
        return is_value_written(state, value)

    monkeypatch.setattr(OneShotAnalysisState, "is_value_written", counted)
    program = module()
    func = function(program, "f", 5)
    body = func.entry_block
    *joined, first, other = body.arguments
    last: Value = first
    for argument in joined:
        last = make(body, SelectOp, argument, last).result
    finish(body, make(body, UpdateOp, last).result, cls=ReturnOp)
    options = AnalysisOptions(bufferize_function_boundaries=True)
    functions = analyze_module(program, options, ToyContext()).functions
    assert functions is not None
    assert functions.summaries[func].written_args == {0, 1, 2, 3}
    assert searched == [body.arguments[0], other]


@pytest.mark.parametrize(
    "step",
    [chain, read_and_write, tiles, concat, branches, conflicting, selected],
    ids=lambda s: s.__name__,
)
def test_work_is_linear(step: Step) -> None:
    assert work(step, 240) < 2.5 * work(step, 120)


def test_work_on_separate_buffers_is_linear() -> None:
    assert work_on(either(240)) < 2.5 * work_on(either(120))


@pytest.mark.parametrize(
    "blocks", [passed_on, used_where_dominated, repeated, joined], ids=lambda b: b.__name__
)
def test_work_on_blocks_is_linear(blocks: Blocks) -> None:
    assert work_on_blocks(blocks, 120) < 2.5 * work_on_blocks(blocks, 60)
