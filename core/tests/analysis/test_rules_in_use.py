"""Buffers that are in use without being read, and parts of tensors from outside of a loop."""

from __future__ import annotations

import pytest

from bufferize.analysis import AnalysisOptions, analyze_module
from bufferize.ir import INDEX, Operation, Value
from bufferize.record import Reason

from .toy import (
    FillOp,
    FuncOp,
    IndexOp,
    NewOp,
    ParallelOp,
    PutOp,
    PutWindowOp,
    ReadOp,
    ReplaceOp,
    ReturnOp,
    UpdateOp,
    ViewOp,
    WindowOp,
    add,
    branch_on,
    call,
    counted_loop,
    finish,
    function,
    loop,
    make,
    module,
)
from .toy_functions import analyzed, decision_of, end, new_function
from .toy_models import ToyContext


def filler(parent: Operation, arguments: int) -> FuncOp:
    """Fills all of its arguments, and reads what it has filled."""
    func = function(parent, "fill", arguments)
    body = func.entry_block
    filled = [make(body, FillOp, argument).result for argument in body.arguments]
    for value in filled:
        make(body, ReadOp, value, results=0)
    finish(body, make(body, NewOp).result, cls=ReturnOp)
    return func


def test_loop_that_works_on_what_its_body_fills() -> None:
    func = new_function()
    body = func.entry_block
    empty = make(body, NewOp).result
    outer = loop(body, empty)
    inner = outer.regions[0].entry
    kept = make(inner, FillOp, inner.arguments[0]).result
    other = make(inner, FillOp, empty)
    make(inner, ReadOp, kept, results=0)
    finish(inner, kept)
    end(func, outer.result)
    state = analyzed(func, bufferize_function_boundaries=True)
    assert state.is_in_place(outer.op_operands[0])
    decision = decision_of(state, other.op_operands[0])
    assert decision.reason is Reason.IN_USE
    assert decision.write is other.op_operands[0]
    assert decision.read is outer.op_operands[0]


@pytest.mark.parametrize("apart", [True, False])
def test_function_that_fills_two_parts_of_a_tensor(apart: bool) -> None:
    """Unless the parts are the same, or may be, the function may fill both in place."""
    parent = module()
    filler(parent, 2)
    func = function(parent, "f", 1)
    body = func.entry_block
    empty = make(body, NewOp).result
    parts = [make(body, ViewOp, empty, at=at).result for at in (0, 1 if apart else 0)]
    called = call(body, "fill", parts)
    end(func, called.result)
    options = AnalysisOptions(bufferize_function_boundaries=True)
    state = analyze_module(parent, options, ToyContext())
    copies = [decision for decision in state.decisions if decision.reason is Reason.IN_USE]
    assert len(copies) == (0 if apart else 1)


def test_calls_in_turn_share_a_buffer() -> None:
    parent = module()
    filler(parent, 1)
    func = function(parent, "f", 1)
    body = func.entry_block
    empty = make(body, NewOp).result
    calls = [call(body, "fill", [empty]) for _ in range(2)]
    end(func, calls[-1].result)
    options = AnalysisOptions(bufferize_function_boundaries=True)
    state = analyze_module(parent, options, ToyContext())
    assert all(state.is_in_place(each.op_operands[0]) for each in calls)


def test_iterations_that_run_at_once_call_with_buffers_of_their_own() -> None:
    """Nobody outside of the function reads what is written."""
    parent = module()
    filler(parent, 1)
    func = function(parent, "f", 1)
    body = func.entry_block
    empty = make(body, NewOp).result
    outer = loop(body, body.arguments[0], ParallelOp)
    inner = outer.regions[0].entry
    called = call(inner, "fill", [empty])
    finish(inner, inner.arguments[0])
    end(func, outer.result)
    options = AnalysisOptions(bufferize_function_boundaries=True)
    state = analyze_module(parent, options, ToyContext())
    assert decision_of(state, called.op_operands[0]).reason is Reason.PARALLEL


@pytest.mark.parametrize("may_be_new", [True, False])
def test_result_that_may_be_new_has_contents(may_be_new: bool) -> None:
    parent = module()
    callee = function(parent, "g", 1)
    start = callee.entry_block
    chosen = branch_on(start)
    for number, region in enumerate(chosen.regions):
        new = make(region.entry, FillOp, make(region.entry, NewOp).result).result
        finish(region.entry, new if number and may_be_new else start.arguments[0])
    finish(start, chosen.result, cls=ReturnOp)
    func = function(parent, "f", 1)
    body = func.entry_block
    called = call(body, "g", [make(body, NewOp).result])
    update = make(body, UpdateOp, called.result)
    make(body, ReadOp, called.result, results=0)
    end(func, update.result)
    options = AnalysisOptions(bufferize_function_boundaries=True)
    state = analyze_module(parent, options, ToyContext())
    # What is passed is undefined, and so is what is sure to be that.
    assert state.is_in_place(update.op_operands[0]) is not may_be_new


def window_in_loop(at: str) -> tuple[FuncOp, Operation, Operation]:
    """A part of a tensor from outside is filled and inserted, at a place that may vary."""
    func = new_function()
    body = func.entry_block
    tensor = make(body, UpdateOp, body.arguments[0]).result
    outside = add(body, IndexOp.create([], [INDEX])).result
    outer = counted_loop(body, make(body, NewOp).result, 0, 4)
    inner = outer.regions[0].entry
    place: Value = inner.arguments[0]
    if at == "outside":
        place = outside
    elif at == "inside":
        place = add(inner, IndexOp.create([], [INDEX])).result
    window = make(inner, WindowOp, tensor, place, at=0)
    fill = make(inner, FillOp, window.result)
    put = make(inner, PutWindowOp, fill.result, tensor, place, at=0)
    make(inner, ReadOp, put.result, results=0)
    finish(inner, inner.arguments[1])
    end(func, outer.result)
    return func, window, fill


@pytest.mark.parametrize(
    ("at", "in_place"), [("outside", True), ("inside", False), ("counter", False)]
)
def test_part_of_a_tensor_from_outside(at: str, in_place: bool) -> None:
    func, window, fill = window_in_loop(at)
    state = analyzed(func, bufferize_function_boundaries=True)
    assert state.is_in_place(fill.op_operands[0])
    assert state.is_in_place(window.op_operands[0]) is in_place


def test_constant_part_of_a_tensor_from_outside() -> None:
    func = new_function()
    body = func.entry_block
    tensor = make(body, UpdateOp, body.arguments[0]).result
    outer = loop(body, make(body, NewOp).result)
    inner = outer.regions[0].entry
    fill = make(inner, FillOp, make(inner, ViewOp, tensor, at=2).result)
    put = make(inner, PutOp, fill.result, tensor, at=2)
    make(inner, ReadOp, put.result, results=0)
    finish(inner, inner.arguments[0])
    end(func, outer.result)
    state = analyzed(func, bufferize_function_boundaries=True)
    assert state.is_in_place(fill.op_operands[0])
    assert not state.is_in_place(put.op_operands[1])


@pytest.mark.parametrize("at", [2, 7])
def test_what_is_reversed_is_not_written_back(at: int) -> None:
    """Part 7 has a step of -3, and the other one a step of 1."""
    func = new_function()
    body = func.entry_block
    tensor = make(body, UpdateOp, body.arguments[0]).result
    view = make(body, ViewOp, tensor, at=at)
    replace = make(body, ReplaceOp, view.result, tensor)
    end(func, replace.result)
    state = analyzed(func, bufferize_function_boundaries=True)
    assert state.is_in_place(replace.op_operands[1])
    assert state.is_in_place(view.op_operands[0]) is (at == 2)
