"""Planners: the offsets of MLIR's pass, plans without overlaps, the least height."""

from __future__ import annotations

import math
import os
from dataclasses import replace
from pathlib import Path

import pytest

from bufferize_planner import Budget, Buffer, Planner, lower_bound, plan, read_csv
from bufferize_planner.exact import exact
from bufferize_planner.improvement import Best, Relocations
from bufferize_planner.packing import best_fit, size_first, trivial
from bufferize_planner.problem import Problem

from .plans import fits, height, is_plan, least_height, random_buffers

CORPUS = Path(os.environ.get("BUFFERIZE_SHARED", "../shared")) / "corpus" / "planning"
PLANNERS = [trivial, best_fit, size_first, exact]


def offsets(planner: Planner, *buffers: tuple[int, ...]) -> list[int]:
    """Return the offsets of buffers (lower, upper, size[, alignment])."""
    named = [
        Buffer(name, lower, upper, size, alignment[0] if alignment else 1)
        for name, (lower, upper, size, *alignment) in enumerate(buffers)
    ]
    return list(planner(named, Budget()).offsets)


def test_trivial_reuses_nothing() -> None:
    assert offsets(trivial, (0, 1, 4096), (2, 3, 2048)) == [0, 4096]
    assert offsets(trivial, (0, 1, 12, 4), (2, 3, 12, 16)) == [0, 16]


def test_best_fit_reuses_what_is_free_again() -> None:
    assert offsets(best_fit, (0, 1, 4096), (2, 3, 4096)) == [0, 0]
    assert offsets(best_fit, (0, 2, 4096), (1, 3, 2048)) == [0, 4096]


def test_best_fit_takes_the_smallest_hole_even_at_the_top() -> None:
    # At time 7 the holes are [0, 5120) and, at the top of the arena, [9216, 10240).
    buffers = [(0, 6, 4096), (1, 4, 1024), (2, 8, 4096), (3, 5, 1024), (7, 9, 512)]
    assert offsets(best_fit, *buffers) == [0, 4096, 5120, 9216, 9216]


def test_best_fit_and_alignments() -> None:
    buffers = [(0, 6, 128, 128), (1, 3, 56), (2, 7, 128, 128), (4, 8, 64, 128), (5, 9, 64, 256)]
    assert offsets(best_fit, *buffers) == [0, 128, 256, 128, 512]


def test_best_fit_extends_the_arena_where_its_last_hole_is_too_small() -> None:
    assert offsets(best_fit, (0, 4, 8), (0, 1, 4), (2, 4, 6)) == [0, 8, 8]


def test_size_first_places_large_buffers_at_the_bottom() -> None:
    assert offsets(size_first, (0, 2, 4), (1, 3, 16), (2, 4, 8)) == [16, 0, 16]


@pytest.mark.parametrize("planner", PLANNERS)
@pytest.mark.parametrize("seed", range(24))
def test_plans_of_random_buffers(planner: Planner, seed: int) -> None:
    for number in (1, 4, 9, 25):
        buffers = random_buffers(seed, number)
        solution = planner(buffers, Budget(work=20_000))
        assert is_plan(buffers, solution.offsets)
        assert solution.bound <= height(buffers, solution.offsets)


def test_nothing_to_plan() -> None:
    for planner in PLANNERS:
        assert list(planner([], Budget()).offsets) == []


@pytest.mark.parametrize("planner", PLANNERS)
def test_buffers_without_bytes_take_no_room(planner: Planner) -> None:
    buffers = [Buffer("a", 0, 4, 0), Buffer("b", 0, 4, 8), Buffer("c", 0, 4, 0)]
    solution = planner(buffers, Budget())
    assert height(buffers, solution.offsets) == 8


@pytest.mark.parametrize("seed", range(60))
def test_exact_is_the_least_of_all_orders_and_proves_it(seed: int) -> None:
    buffers = random_buffers(seed, 6, time=5)
    solution = exact(buffers, Budget())
    assert height(buffers, solution.offsets) == least_height(buffers)
    assert max(solution.bound, lower_bound(buffers)) == least_height(buffers)


def test_a_plan_above_the_bytes_alive_is_proved_by_the_search() -> None:
    lifetimes = [(1, 3), (4, 8), (2, 5), (5, 7), (0, 2), (0, 1), (7, 8), (3, 4), (3, 5), (2, 4)]
    sizes = [2, 2, 1, 2, 2, 1, 2, 1, 1, 1]
    buffers = [
        Buffer(name, *lifetime, size)
        for name, (lifetime, size) in enumerate(zip(lifetimes, sizes, strict=True))
    ]
    assert lower_bound(buffers) == 4
    assert not fits(buffers, 4)
    found = plan(buffers)
    assert (found.height, found.bound, found.proof) == (5, 5, "search")
    assert found.is_optimal


def test_the_same_work_gives_the_same_plan() -> None:
    buffers = random_buffers(1, 60, time=30)
    first, second = (plan(buffers, budget=Budget(work=100_000)) for _ in range(2))
    assert first == second


def test_more_work_gives_no_higher_plan() -> None:
    buffers = random_buffers(5, 60, time=40)
    heights = [plan(buffers, budget=Budget(work=work)).height for work in (0, 20_000, 200_000)]
    assert heights == sorted(heights, reverse=True)


@pytest.mark.parametrize("alignment", [1, 3])
def test_moves_lower_a_plan_and_may_be_interrupted(alignment: int) -> None:
    buffers = [replace(each, alignment=alignment) for each in random_buffers(4, 60, time=40)]
    at_once, in_two = (Best(Problem(buffers)) for _ in range(2))
    start = at_once.height
    work = 100_000
    Relocations(at_once).improve(at_once.bound, Budget(work=work), until=0)
    relocations, budget = Relocations(in_two), Budget(work=work)
    relocations.improve(in_two.bound, budget, until=0.5)
    relocations.improve(in_two.bound, budget, until=0)
    assert is_plan(buffers, at_once.offsets)
    assert at_once.height < start
    assert in_two.offsets == at_once.offsets


@pytest.mark.parametrize("seed", range(12))
def test_moves_reach_the_least_height(seed: int) -> None:
    buffers = random_buffers(seed, 6, time=5)
    best = Best(Problem(buffers))
    Relocations(best).improve(least_height(buffers), Budget(work=100_000), until=0)
    assert is_plan(buffers, best.offsets)
    assert best.height == least_height(buffers)


def test_without_time_there_is_still_a_plan() -> None:
    buffers = random_buffers(2, 30)
    found = plan(buffers, budget=Budget(seconds=0))
    assert is_plan(buffers, list(found.offsets.values()))


@pytest.mark.skipif(not CORPUS.is_dir(), reason="no corpus of hard plans")
def test_hard_plans() -> None:
    ratios = []
    for file in sorted(CORPUS.glob("[A-F].*.csv")):
        buffers, _ = read_csv(file.read_text(), file.name)
        found = plan(buffers, budget=Budget(work=300_000))
        ratios.append(found.height / found.bound)
    assert len(ratios) == 6
    assert math.prod(ratios) ** (1 / 6) <= 1.2
