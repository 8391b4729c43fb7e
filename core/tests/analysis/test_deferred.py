"""Regions that run later: every run reads what it should, whenever they are run.

`BUFFERIZE_PROGRAMS=20000 pytest core/tests/analysis/test_deferred.py` runs so many programs.
"""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from bufferize.analysis import AnalysisOptions, OneShotAnalysisState, analyze_module
from bufferize.diagnostics import PassError
from bufferize.ir import Block, Operation, Value
from bufferize.record import Reason
from bufferize.syntax import operation_text

from .machine import reads_the_same
from .program_shapes import SHAPES
from .programs import random_module
from .test_brute_force import orders
from .toy import (
    FillOp,
    FuncOp,
    GroupOp,
    NewOp,
    ReadOp,
    ReturnOp,
    UpdateOp,
    WaitOp,
    call,
    finish,
    function,
    loop,
    make,
    module,
    task,
)
from .toy_models import ToyContext

PROGRAMS = int(os.environ.get("BUFFERIZE_PROGRAMS", "800"))
NAMES = [name for name in SHAPES if name.startswith("tasks")]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.slow
def test_random_programs(name: str) -> None:
    """Run with the copies that are made, under schedules that are drawn."""
    for seed in range(PROGRAMS // len(NAMES)):
        root = random_module(seed, SHAPES[name])
        every = orders(seed)
        options = replace(
            every[seed % len(every)],
            check_parallel_regions=True,
            bufferize_function_boundaries=True,
            op_filter=None,
        )
        try:
            state = analyze_module(root, options, ToyContext())
        except PassError:
            continue
        function = f"f{SHAPES[name].functions - 1}"
        for run in range(8):
            assert reads_the_same(
                root, function, run, state.is_in_place, state.are_equivalent_buffer_values
            ), f"seed {seed}, run {run}, {options}\n{operation_text(root)}"


class Program:
    """A module with one function, to which operations are added."""

    def __init__(self) -> None:
        self.module = module()
        self.function: FuncOp = function(self.module, "f", 1)
        self.block: Block = self.function.regions[0].entry
        self.argument: Value = self.block.arguments[0]

    def task(self, block: Block, value: Value, cls: type[Operation] = ReadOp) -> None:
        """Add a task that uses a tensor, and reads what comes of it."""
        body = task(block).regions[0].entry
        for result in make(body, cls, value, results=int(cls is not ReadOp)).results:
            make(body, ReadOp, result, results=0)
        finish(body)

    def reasons(self, result: Value, with_boundaries: bool = True) -> list[Reason]:
        """Return from the function; why each update or fill is in place or not, in program order."""
        finish(self.block, result, cls=ReturnOp)
        options = AnalysisOptions(bufferize_function_boundaries=with_boundaries)
        state: OneShotAnalysisState = analyze_module(self.module, options, ToyContext())
        updates = [op for op in self.module.walk() if isinstance(op, UpdateOp | FillOp)]
        return [state.why(op.op_operands[0]).reason for op in updates]


def test_a_task_reads_until_it_is_awaited() -> None:
    program = Program()
    program.task(program.block, program.argument)
    first = make(program.block, UpdateOp, program.argument).result
    program.block.append(WaitOp.create())
    second = make(program.block, UpdateOp, first).result
    assert program.reasons(second) == [Reason.DEFERRED, Reason.NO_CONFLICT]


def test_a_group_waits_at_its_end() -> None:
    program = Program()
    group = task(program.block, GroupOp).regions[0].entry
    program.task(group, program.argument)
    make(group, FillOp, program.argument)
    finish(group)
    second = make(program.block, FillOp, program.argument).result
    assert program.reasons(second) == [Reason.DEFERRED, Reason.NO_CONFLICT]


def test_a_task_writes_to_its_own_tensors_only() -> None:
    program = Program()
    program.task(program.block, program.argument, UpdateOp)
    body = task(program.block).regions[0].entry
    make(body, ReadOp, make(body, FillOp, make(body, NewOp).result).result, results=0)
    finish(body)
    assert program.reasons(program.argument) == [Reason.DEFERRED, Reason.NO_CONFLICT]


@pytest.mark.parametrize(
    ("is_inside", "reason"), [(True, Reason.NO_CONFLICT), (False, Reason.DEFERRED)]
)
def test_iterations_have_buffers_of_their_own(is_inside: bool, reason: Reason) -> None:
    program = Program()
    outer = make(program.block, NewOp).result
    body = loop(program.block, program.argument).regions[0].entry
    new = make(body, NewOp).result if is_inside else outer
    program.task(body, make(body, FillOp, new).result)
    op = finish(body, body.arguments[0]).parent_op
    assert op is not None
    assert program.reasons(op.result) == [reason]


def test_callers_learn_what_is_used_later() -> None:
    program = Program()
    program.task(program.block, program.argument)
    finish(program.block, make(program.block, NewOp).result, cls=ReturnOp)
    caller = function(program.module, "g", 1)
    program.block = caller.regions[0].entry
    argument = program.block.arguments[0]
    call(program.block, "f", [argument])
    assert program.reasons(make(program.block, FillOp, argument).result) == [Reason.DEFERRED]


@pytest.mark.parametrize("reads", [True, False])
def test_functions_on_their_own_learn_who_leaves_tasks_running(reads: bool) -> None:
    program = Program()
    if reads:
        program.task(program.block, program.argument)
    finish(program.block, program.argument, cls=ReturnOp)
    between = function(program.module, "g", 1).regions[0].entry
    finish(between, call(between, "f", [between.arguments[0]]).result, cls=ReturnOp)
    program.block = function(program.module, "h", 1).regions[0].entry
    made = make(program.block, FillOp, make(program.block, NewOp).result).result
    call(program.block, "g", [made])
    found = program.reasons(make(program.block, FillOp, made).result, with_boundaries=False)
    assert found == [Reason.NO_CONFLICT, Reason.DEFERRED if reads else Reason.NO_CONFLICT]


def test_results_that_are_used_later_are_not_writable() -> None:
    program = Program()
    made = make(program.block, FillOp, make(program.block, NewOp).result).result
    program.task(program.block, made)
    finish(program.block, made, cls=ReturnOp)
    caller = function(program.module, "g", 1)
    program.block = caller.regions[0].entry
    given = call(program.block, "f", [program.block.arguments[0]]).result
    found = program.reasons(make(program.block, UpdateOp, given).result)
    assert found == [Reason.NO_CONFLICT, Reason.NOT_WRITABLE]


@pytest.mark.parametrize(
    ("waits", "reason"), [(False, Reason.DEFERRED), (True, Reason.NO_CONFLICT)]
)
def test_what_a_loop_carries_may_be_used_after_it(waits: bool, reason: Reason) -> None:
    program = Program()
    body = loop(program.block, program.argument).regions[0].entry
    program.task(body, body.arguments[0])
    if waits:
        body.append(WaitOp.create())
    op = finish(body, body.arguments[0]).parent_op
    assert op is not None
    assert program.reasons(make(program.block, FillOp, op.result).result) == [reason]
