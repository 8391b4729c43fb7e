"""CP-SAT as a search for plans of a given height, where ortools is installed."""

from __future__ import annotations

import pytest

from bufferize_planner import Budget, Buffer, Problem, plan

from .plans import height, is_plan, least_height, random_buffers

pytest.importorskip("ortools")
pytestmark = pytest.mark.slow  # with what needs further packages


@pytest.mark.parametrize("seed", range(12))
def test_plans_of_a_given_height(seed: int) -> None:
    from bufferize_planner.solver import CpSat

    buffers = random_buffers(seed, 5, time=5)
    solver, least = CpSat(Problem(buffers), Budget()), least_height(buffers)
    for _ in range(2):  # with one strategy, and with many
        offsets = solver.plan(least, 1e7)
        assert isinstance(offsets, list)
        assert is_plan(buffers, offsets)
        assert height(buffers, offsets) <= least
    assert [solver.plan(least - 1, 1e7) for _ in range(2)] == [None, None]


def test_the_solver_takes_part_if_there_is_time() -> None:
    lifetimes = [(1, 3), (4, 8), (2, 5), (5, 7), (0, 2), (0, 1), (7, 8), (3, 4), (3, 5), (2, 4)]
    sizes = [2, 2, 1, 2, 2, 1, 2, 1, 1, 1]
    buffers = [
        Buffer(name, *lifetime, size)
        for name, (lifetime, size) in enumerate(zip(lifetimes, sizes, strict=True))
    ]
    found = plan(buffers, budget=Budget(seconds=60))
    assert (found.height, found.bound, found.proof) == (5, 5, "CP-SAT")
