"""Bounds and searches on random clauses: never above, or equal to, what trying all finds."""

from __future__ import annotations

import pytest

from bufferize_optimum import search
from bufferize_optimum.bound import needed, pack
from bufferize_optimum.search import fewest

from .hitting_sets import least, random_clauses, satisfies, weight

SEEDS = range(150)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_packing_is_a_bound_and_its_operands_satisfy_all(seed: int) -> None:
    clauses, weights = random_clauses(seed)
    packing = pack(clauses, weights)
    for operand, amount in enumerate(weights):
        multipliers = zip(clauses, packing.multipliers, strict=True)
        assert sum(m for clause, m in multipliers if operand in clause) <= amount
    assert min(packing.multipliers) >= 0
    assert packing.bound <= least(clauses, weights)
    assert satisfies(packing.copied, clauses)
    for operand in packing.copied:
        assert not satisfies(packing.copied - {operand}, clauses)


def test_bounds_that_are_tight_and_that_are_not() -> None:
    chain = [frozenset({0, 1}), frozenset({1, 2})]
    assert pack(chain, [5, 3, 5]) == ([3, 0], {1})
    triangle = [frozenset({0, 1}), frozenset({1, 2}), frozenset({0, 2})]
    assert pack(triangle, [4, 4, 4]).bound == 4
    assert fewest(triangle, [4, 4, 4]) == ({0, 1}, True)


def test_what_no_clause_needs_is_left_out_last_ones_first() -> None:
    clauses = [frozenset({0, 1}), frozenset({1, 2})]
    assert needed([0, 1, 2], clauses) == {0, 1} - {0} | {1}
    assert needed([1, 0, 2], clauses) == {1}
    assert needed([0, 2], clauses) == {0, 2}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_search_finds_the_least(seed: int) -> None:
    clauses, weights = random_clauses(seed)
    copied, is_proved = fewest(clauses, weights)
    assert is_proved
    assert satisfies(copied, clauses)
    assert weight(copied, weights) == least(clauses, weights)


def test_a_search_ends_unproved_after_its_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_MOST_WORK", 0)
    triangle = [frozenset({0, 1}), frozenset({1, 2}), frozenset({0, 2})]
    copied, is_proved = fewest(triangle, [4, 4, 4])
    assert not is_proved
    assert satisfies(copied, triangle)


@pytest.mark.slow  # with what needs further packages
@pytest.mark.parametrize("seed", range(0, 150, 5))
def test_the_solver_finds_the_least(seed: int) -> None:
    pytest.importorskip("highspy")
    from bufferize_optimum import solver

    clauses, weights = random_clauses(seed)
    copied = solver.fewest(clauses, weights, [1], 60)
    assert copied is not None
    assert satisfies(copied, clauses)
    assert weight(copied, weights) == least(clauses, weights)


@pytest.mark.slow
def test_the_solver_minimizes_digit_by_digit() -> None:
    pytest.importorskip("highspy")
    from bufferize_optimum import solver

    unit = 2**70  # more than a floating-point number tells apart from one more
    clauses = [frozenset({0, 1}), frozenset({2, 3})]
    weights = [unit + 2, unit + 1, 5, unit]
    assert solver.fewest(clauses, weights, [unit, 1], 60) == {1, 2}
    assert solver.fewest(clauses, weights, [unit, 1], 0) is None
    assert solver.fewest(clauses, weights, [1], 60) is None
