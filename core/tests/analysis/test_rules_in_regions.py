"""The rules where operations run again, at once, or in another order than that of the text."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bufferize.analysis import AnalysisState
from bufferize.driver import BufferizableOpInterface
from bufferize.interfaces import AliasingValue, BufferRelation, RegionSuccessor
from bufferize.ir import Block, Operation, OpOperand, Region, UnregisteredOp, Value
from bufferize.record import Reason

from .toy import (
    TENSOR,
    BranchOp,
    ConstOp,
    FillOp,
    GraphOp,
    LoopOp,
    NewOp,
    ParallelOp,
    ReadOp,
    ReturnOp,
    TurnsOp,
    UpdateOp,
    ViewOp,
    add,
    branch_on,
    finish,
    loop,
    make,
    turns,
)
from .toy_functions import analyzed, decision_of, end, new_function
from .toy_models import MODELS
from .witness import problems_of_log


@pytest.mark.parametrize("check", [True, False])
def test_parallel_iterations_share_no_buffer(check: bool) -> None:
    func = new_function(2)
    body = func.entry_block
    outer = loop(body, body.arguments[0], ParallelOp)
    inner = outer.regions[0].entry
    update = make(inner, UpdateOp, body.arguments[1])
    make(inner, ReadOp, update.result, results=0)
    finish(inner, inner.arguments[0])
    end(func, outer.result)
    state = analyzed(func, bufferize_function_boundaries=True, check_parallel_regions=check)
    decision = decision_of(state, update.op_operands[0])
    # The loop runs the update again on what it has written: a conflict even without the check.
    assert decision.reason is (Reason.PARALLEL if check else Reason.CONFLICT)


def test_shared_output_of_a_parallel_loop_may_be_written() -> None:
    func = new_function()
    body = func.entry_block
    outer = loop(body, body.arguments[0], ParallelOp)
    inner = outer.regions[0].entry
    update = make(inner, UpdateOp, inner.arguments[0])
    make(inner, ReadOp, update.result, results=0)
    finish(inner, inner.arguments[0])
    end(func, outer.result)
    state = analyzed(func, bufferize_function_boundaries=True)
    assert decision_of(state, update.op_operands[0]).reason is not Reason.PARALLEL


@pytest.mark.parametrize("repeats", [False, True])
def test_another_branch_yields_what_is_overwritten(repeats: bool) -> None:
    """A branch may write to a tensor that only the other branch yields, but not if a loop repeats it."""
    func = new_function(2)
    body = func.entry_block
    old, other = body.arguments
    again = loop(body, other) if repeats else None
    block = again.regions[0].entry if again is not None else body
    choice = branch_on(block)
    left, right = (region.entry for region in choice.regions)
    update = make(left, UpdateOp, old)
    make(left, ReadOp, update.result, results=0)
    finish(left, other)
    finish(right, old)
    make(block, ReadOp, choice.result, results=0)
    if again is not None:
        finish(block, block.arguments[0])
    end(func, other)
    state = analyzed(func, bufferize_function_boundaries=True)
    assert state.is_in_place(update.op_operands[0]) is not repeats


@pytest.mark.parametrize("kind", [UpdateOp, FillOp])
def test_a_copy_that_is_needed_anyway_keeps_another_update_in_place(kind: type[Operation]) -> None:
    """The second update reads what the first one writes to, so that one is copied; a fill does not."""
    func = new_function()
    body = func.entry_block
    first = make(body, UpdateOp, body.arguments[0])
    second = make(body, kind, body.arguments[0])
    choice = branch_on(body)
    for update, region in zip((first, second), choice.regions, strict=True):
        finish(region.entry, update.result)
    make(body, ReadOp, choice.result, results=0)
    end(func, choice.result)
    state = analyzed(func, bufferize_function_boundaries=True)
    copied = [decision.operand.owner for decision in state.decisions if not decision.in_place]
    assert copied == [second if kind is FillOp else first]
    assert not problems_of_log(func, state)


@pytest.mark.parametrize("is_needed", [True, False])
def test_a_copy_of_what_must_not_be_written_to_is_needed_anyway(is_needed: bool) -> None:
    func = new_function()
    body = func.entry_block
    constant = make(body, ConstOp).result
    first = make(body, UpdateOp, constant if is_needed else body.arguments[0])
    second = make(body, UpdateOp, first.result)
    choice = branch_on(body)
    for value, region in zip((second.result, constant), choice.regions, strict=True):
        finish(region.entry, value)
    end(func, choice.result)
    state = analyzed(func, bufferize_function_boundaries=True)
    copied = [decision.operand.owner for decision in state.decisions if not decision.in_place]
    assert copied == [first] * is_needed
    assert not problems_of_log(func, state)


def test_a_copy_of_a_view_has_the_contents_that_are_read() -> None:
    """The update must not write to the copy, though its contents were set in another buffer."""
    func = new_function()
    body = func.entry_block
    source = body.arguments[0]
    view = make(body, ViewOp, source, at=0)
    update = make(body, UpdateOp, view.result)
    other = make(body, UpdateOp, source)
    end(func, view.result)
    state = analyzed(func, bufferize_function_boundaries=True)
    assert not state.is_in_place(view.op_operands[0])
    assert not state.is_in_place(update.op_operands[0])
    assert state.is_in_place(other.op_operands[0])


@pytest.mark.parametrize("within", [True, False])
def test_copies_are_not_looked_for_among_many_values(within: bool) -> None:
    """This bounds the time that a decision takes."""
    func = new_function()
    body = func.entry_block
    chain: list[Operation] = []
    value: Value = body.arguments[0]
    for _ in range(58 if within else 62):
        chain.append(make(body, UpdateOp, value))
        value = chain[-1].result
    first, second = (make(body, UpdateOp, value) for _ in range(2))
    choice = branch_on(body)
    for update, region in zip((first, second), choice.regions, strict=True):
        finish(region.entry, update.result)
    end(func, choice.result)
    state = analyzed(func, bufferize_function_boundaries=True, analysis_order=lambda *_: chain)
    copied = [decision.operand.owner for decision in state.decisions if not decision.in_place]
    assert copied == ([first] if within else [second, first])


@pytest.mark.parametrize("is_copied", [False, True])
def test_argument_that_is_only_written_as_a_copy_may_be_any_tensor(is_copied: bool) -> None:
    func = new_function(2)
    body = func.entry_block
    outer = turns(body, body.arguments[0])
    before, after = (region.entry for region in outer.regions)
    update = make(before, UpdateOp, before.arguments[0])
    if is_copied:
        make(before, ReadOp, before.arguments[0], results=0)
    make(before, ReadOp, update.result, results=0)
    finish(before, make(before, FillOp, make(before, NewOp).result).result)
    finish(after, body.arguments[1])
    end(func, outer.result)
    state = analyzed(func, bufferize_function_boundaries=True)
    assert state.is_in_place(update.op_operands[0]) is not is_copied
    assert state.is_forwarded(after.terminator.op_operands[0]) is (True if is_copied else None)


class AgainOp(TurnsOp):
    """Carries tensors through its region again and again, and gives none of them."""

    name = "toy.again"

    def successor_regions(self, point: Region | None) -> list[RegionSuccessor]:
        return [RegionSuccessor(self.regions[0]), RegionSuccessor(None)]

    @property
    def forwarded_operands(self) -> list[tuple[OpOperand, OpOperand, Sequence[Value]]]:
        body = self.regions[0].entry
        carried = zip(self.op_operands, body.terminator.op_operands, body.arguments, strict=True)
        return [(init, end, (argument,)) for init, end, argument in carried]


class AgainModel(BufferizableOpInterface[AgainOp]):
    def bufferizes_to_memory_write(
        self, op: AgainOp, operand: OpOperand, state: AnalysisState
    ) -> bool:
        return state.is_forwarded_written(op.region_iter_args[operand.index])

    def get_aliasing_values(
        self, op: AgainOp, operand: OpOperand, state: AnalysisState
    ) -> list[AliasingValue]:
        if self.bufferizes_to_memory_write(op, operand, state):
            return []
        argument = op.region_iter_args[operand.index]
        return [AliasingValue(argument, BufferRelation.UNKNOWN, False)]

    def is_writable(self, op: AgainOp, value: Value, state: AnalysisState) -> bool:
        return True


@pytest.mark.parametrize("is_copied", [False, True])
def test_argument_that_is_written_is_no_constant(
    is_copied: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The constant is made, and read, after the write: in the next iteration it would be overwritten."""
    monkeypatch.setitem(MODELS, AgainOp.name, AgainModel())
    func = new_function()
    body = func.entry_block
    outer = add(body, AgainOp.create([body.arguments[0]], regions=[Region([Block([TENSOR])])]))
    inner = outer.regions[0].entry
    update = make(inner, UpdateOp, inner.arguments[0])
    if is_copied:
        make(inner, ReadOp, inner.arguments[0], results=0)
    make(inner, ReadOp, update.result, results=0)
    finish(inner, make(inner, ConstOp).result)
    end(func, make(body, NewOp).result)
    state = analyzed(func, bufferize_function_boundaries=True)
    assert state.is_in_place(update.op_operands[0]) is not is_copied
    assert state.is_forwarded(inner.terminator.op_operands[0]) is (True if is_copied else None)


@pytest.mark.parametrize("writes", [False, True])
def test_region_that_writes_is_passed_a_copy(writes: bool) -> None:
    """The other region gets any tensor, if it does not write to it, and need not be copied for."""
    func = new_function(2)
    body = func.entry_block
    outer = turns(body, body.arguments[0])
    before, after = (region.entry for region in outer.regions)
    finish(before, body.arguments[1])
    if writes:
        make(after, UpdateOp, after.arguments[0])
    finish(after, body.arguments[0])
    end(func, outer.result)
    state = analyzed(func, bufferize_function_boundaries=True)
    assert state.is_forwarded(before.terminator.op_operands[0]) is not writes
    assert state.is_forwarded(after.terminator.op_operands[0])


def test_loop_of_blocks() -> None:
    """A read before a write in a block that control comes back to is no excuse."""
    func = new_function()
    region = func.regions[0]
    entry = region.entry
    source = make(entry, UpdateOp, entry.arguments[0]).result
    again, last = region.append(Block([TENSOR])), region.append(Block([TENSOR]))
    fresh = make(entry, FillOp, make(entry, NewOp).result).result
    entry.append(BranchOp.create([fresh], successors=[again]))
    make(again, ReadOp, source, results=0)
    update = make(again, UpdateOp, source)
    make(again, ReadOp, update.result, results=0)
    again.append(BranchOp.create([again.arguments[0]], successors=[again, last]))
    finish(last, last.arguments[0], cls=ReturnOp)
    state = analyzed(func, bufferize_function_boundaries=True)
    assert not state.is_in_place(update.op_operands[0])


def test_loop_of_blocks_around_an_operation() -> None:
    """The same, with all of it nested in an operation in that block. (The reference says no loop.)"""
    func = new_function()
    region = func.regions[0]
    entry = region.entry
    source = make(entry, UpdateOp, entry.arguments[0]).result
    again, last = region.append(Block([TENSOR])), region.append(Block([TENSOR]))
    fresh = make(entry, FillOp, make(entry, NewOp).result).result
    entry.append(BranchOp.create([fresh], successors=[again]))
    branch = branch_on(again)
    then, otherwise = (nested.entry for nested in branch.regions)
    make(then, ReadOp, source, results=0)
    update = make(then, UpdateOp, source)
    make(then, ReadOp, update.result, results=0)
    finish(then, again.arguments[0])
    finish(otherwise, again.arguments[0])
    again.append(BranchOp.create([branch.result], successors=[again, last]))
    finish(last, last.arguments[0], cls=ReturnOp)
    state = analyzed(func, bufferize_function_boundaries=True)
    assert not state.is_in_place(update.op_operands[0])


@pytest.mark.parametrize("is_read_later", [True, False])
def test_write_in_another_block_than_the_argument(is_read_later: bool) -> None:
    """A block between that of the argument and that of the read. (The reference never minds.)"""
    func = new_function()
    region = func.regions[0]
    between, last = region.append(Block([TENSOR])), region.append(Block([TENSOR]))
    argument = region.entry.arguments[0]
    if not is_read_later:
        make(region.entry, ReadOp, argument, results=0)
    fresh = make(region.entry, FillOp, make(region.entry, NewOp).result).result
    region.entry.append(BranchOp.create([fresh], successors=[between]))
    update = make(between, UpdateOp, argument)
    between.append(BranchOp.create([update.result], successors=[last]))
    if is_read_later:
        make(last, ReadOp, argument, results=0)
    finish(last, last.arguments[0], cls=ReturnOp)
    state = analyzed(func, bufferize_function_boundaries=True)
    assert state.is_in_place(update.op_operands[0]) is not is_read_later


def test_loop_that_is_left_out() -> None:
    """It is not bufferized, but runs again and again all the same. (The reference forgets it.)"""
    func = new_function()
    body = func.entry_block
    source = make(body, UpdateOp, body.arguments[0]).result
    outer = LoopOp.create([], [], regions=[Region([Block()])])
    body.append(outer)
    inner = outer.regions[0].entry
    make(inner, ReadOp, source, results=0)
    update = make(inner, UpdateOp, source)
    make(inner, ReadOp, update.result, results=0)
    finish(inner)
    end(func, body.arguments[0])
    state = analyzed(func, bufferize_function_boundaries=True, op_filter=lambda op: op is not outer)
    assert not state.is_in_place(update.op_operands[0])


@pytest.mark.parametrize("is_graph", [True, False])
def test_order_within_a_graph_region(is_graph: bool) -> None:
    """On buffers, a graph runs as it is written.

    (The reference has every operation there before every other, also in the regions of unknown
    operations, and so excuses real conflicts.)
    """
    func = new_function()
    body = func.entry_block
    inner = Block()
    if is_graph:
        body.append(GraphOp.create(regions=[Region([inner])]))
    else:
        body.append(UnregisteredOp.named("other.op", regions=[Region([inner])]))
    source = make(inner, FillOp, make(inner, NewOp).result).result
    update = make(inner, UpdateOp, source)
    make(inner, ReadOp, source, results=0)
    end(func, body.arguments[0])
    state = analyzed(func, bufferize_function_boundaries=True)
    assert not state.is_in_place(update.op_operands[0])
