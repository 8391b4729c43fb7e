"""Regions that run later: every run reads what it should, whenever they are run.

`BUFFERIZE_PROGRAMS=20000 pytest core/tests/analysis/test_deferred.py` runs so many programs.
"""

from __future__ import annotations

import os
from dataclasses import replace

import pytest

from bufferize.analysis import analyze_module
from bufferize.diagnostics import PassError
from bufferize.syntax import operation_text

from .machine import reads_the_same
from .program_shapes import SHAPES
from .programs import random_module
from .test_brute_force import orders
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
