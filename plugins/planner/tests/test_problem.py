"""Which buffers are alive together, and the bytes that every plan needs."""

from __future__ import annotations

from itertools import combinations

import pytest

from bufferize_planner import Budget, Buffer, Problem, lower_bound, plan
from bufferize_planner import problem as module
from bufferize_planner.packing import best_fit, size_first

from .plans import alive_at, alive_together, is_plan, least_height, random_buffers


@pytest.mark.parametrize("seed", range(24))
def test_neighbors_are_alive_together(seed: int) -> None:
    buffers = random_buffers(seed, 20)
    neighbors = Problem(buffers).neighbors
    assert neighbors is not None
    for (m, a), (n, b) in combinations(enumerate(buffers), 2):
        expected = bool(a.size and b.size) and alive_together(a, b)
        assert (n in neighbors[m]) == (m in neighbors[n]) == expected


@pytest.mark.parametrize("seed", range(24))
def test_times_are_contracted_to_moments(seed: int) -> None:
    buffers = random_buffers(seed, 20)
    problem = Problem(buffers)
    most = max(sum(b.size for b in buffers if alive_at(b, time)) for time in range(24))
    assert max(problem.loads(problem.sizes), default=0) == most
    assert problem.moments <= 20 if seed % 4 else problem.moments <= 40
    assert Problem([Buffer("a", 0, 99, 1), Buffer("b", 40, 50, 1)]).moments == 1


def test_pairs_are_counted() -> None:
    buffers = random_buffers(1, 30)
    neighbors = Problem(buffers).neighbors
    assert neighbors is not None
    assert Problem(buffers).pairs == sum(map(len, neighbors)) // 2


@pytest.mark.parametrize("seed", range(24))
def test_plans_without_a_list_of_pairs_are_the_same(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    buffers = random_buffers(seed, 25)
    expected = [list(planner(buffers, Budget()).offsets) for planner in (best_fit, size_first)]
    monkeypatch.setattr(module, "_MOST_PAIRS", 0)
    assert Problem(buffers).neighbors is None
    found = [list(planner(buffers, Budget()).offsets) for planner in (best_fit, size_first)]
    assert found == expected
    assert is_plan(buffers, list(plan(buffers).offsets.values()))


def test_parts_are_never_alive_together() -> None:
    buffers = [
        Buffer("a", 0, 2, 1),
        Buffer("b", 4, 6, 1),
        Buffer("c", 1, 3, 1),
        Buffer("d", 3, 4, 1),
        Buffer("e", 5, 9, 1, gaps=((6, 8),)),
        Buffer("f", 6, 8, 1),
        Buffer("g", 8, 10, 1),
    ]
    assert list(Problem(buffers).split()) == [[0, 2], [1, 4, 6], [3], [5]]


@pytest.mark.parametrize("seed", range(0, 90, 3))
def test_no_plan_is_below_the_bound(seed: int) -> None:
    buffers = random_buffers(seed, 5, time=4)
    assert lower_bound(buffers) <= least_height(buffers)


def test_alignments_add_to_the_bound() -> None:
    assert lower_bound([Buffer("a", 0, 1, 3, 4), Buffer("b", 0, 1, 5, 8)]) == 9
    assert lower_bound([Buffer(name, 0, 1, 5, 8) for name in range(3)]) == 21
    assert lower_bound([Buffer("a", 0, 1, 5, 8), Buffer("b", 0, 1, 3)]) == 8
