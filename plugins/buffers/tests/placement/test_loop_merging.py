"""`--buffer-loop-merging`: random programs compute the same before and after it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import bufferize
from bufferize import ir
from bufferize.interfaces import AllocationOpInterface
from bufferize_buffers.placement.loop_merging import merge_loop_buffers
from bufferize_interpreter import Machine

from .loop_programs import ROWS, LoopProgram

CONTEXT = bufferize.Context()


def allocations(module: ir.Operation) -> int:
    """Return how many operations allocate."""
    return sum(isinstance(op, AllocationOpInterface) for op in module.walk())


def outcome(module: ir.Operation, count: int, condition: bool) -> Any:
    """Return what a program reads; elements that are not defined are masked."""
    given = np.array([3, 5, 7, 11], np.int32)
    arguments = [given, np.zeros((ROWS, 4), np.int32), count, condition]
    (found,), _ = Machine(module, CONTEXT).run("f", arguments, undefined=True)
    return found


RUNS = [(0, False), (1, True), (3, False), (3, True)]
"""The numbers of iterations, and the conditions, with which each program runs."""


def check_programs(first: int) -> None:
    """Compare 40 programs before and after; some buffers must have been merged."""
    merged = 0
    for seed in range(first, first + 40):
        text = LoopProgram(seed).text()
        module = bufferize.parse(text, CONTEXT)
        before = [outcome(module, *run) for run in RUNS]
        number = allocations(module)
        merge_loop_buffers(module, CONTEXT)
        merged += number - allocations(module)
        ir.require_valid(module)
        after = [outcome(module, *run) for run in RUNS]
        for old, new in zip(before, after, strict=True):
            known = ~np.ma.getmaskarray(old)
            assert not np.ma.getmaskarray(new)[known].any(), text
            assert np.array_equal(np.ma.getdata(old)[known], np.ma.getdata(new)[known]), text
    assert merged


@pytest.mark.parametrize("first", [0, 40])
def test_programs_compute_the_same(first: int) -> None:
    check_programs(first)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(80, 400, 40))
def test_more_programs_compute_the_same(first: int) -> None:
    check_programs(first)
