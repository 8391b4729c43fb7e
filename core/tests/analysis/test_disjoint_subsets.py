"""With `disjoint-subsets`, fewer copies, and every run reads what it should.

`BUFFERIZE_PROGRAMS=20000 pytest core/tests/analysis/test_disjoint_subsets.py` runs so many programs.
"""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from bufferize.analysis import AnalysisOptions, OneShotAnalysisState, analyze_module
from bufferize.diagnostics import PassError
from bufferize.ir import Operation
from bufferize.syntax import operation_text

from .machine import reads_the_same
from .program_shapes import SHAPES
from .programs import random_module
from .test_brute_force import orders
from .toy_models import ToyContext

PROGRAMS = int(os.environ.get("BUFFERIZE_PROGRAMS", "600"))
KNOWING = AnalysisOptions(bufferize_function_boundaries=True, disjoint_subsets=True)


def copies(root: Operation, options: AnalysisOptions) -> tuple[int, OneShotAnalysisState]:
    state = analyze_module(root, options, ToyContext())
    return state.num_tensor_out_of_place, state


@pytest.mark.parametrize("name", ["parts", "windows"])
@pytest.mark.slow
def test_random_programs(name: str) -> None:
    """Run with the copies that are left; the orders of the decisions differ."""
    without = left = 0
    for seed in range(PROGRAMS // 2):
        root = random_module(seed, SHAPES[name])
        every = orders(seed)
        options = replace(every[seed % len(every)], disjoint_subsets=True)
        try:
            count, state = copies(root, options)
        except PassError:
            continue
        left += count
        without += copies(root, replace(options, disjoint_subsets=False))[0]
        for run in range(4):
            assert reads_the_same(
                root, "f0", run, state.is_in_place, state.are_equivalent_buffer_values
            ), f"seed {seed}\n{operation_text(root)}"
    assert left < 0.99 * without
