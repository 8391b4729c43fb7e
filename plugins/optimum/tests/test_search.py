"""Bounds and searches on random clauses: never above, or equal to, what trying all finds."""

from __future__ import annotations

import random

import pytest

from bufferize_optimum.bound import needed, pack
from bufferize_optimum.search import Proof, Split, fewest

from .hitting_sets import least, random_clauses, satisfies, ways, weight

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
    two_cases = Split((0,), 4, Proof({1: 4}), Proof({0: 4, 2: 4}))
    assert fewest(triangle, [4, 4, 4]) == ({0, 1}, Proof({}, (two_cases,)))
    assert two_cases.bound == 8
    assert fewest(triangle, [4, 4, 4], enough=4).proof == Proof({0: 4})


def test_what_no_clause_needs_is_left_out_last_ones_first() -> None:
    clauses = [frozenset({0, 1}), frozenset({1, 2})]
    assert needed([0, 1, 2], clauses) == {0, 1} - {0} | {1}
    assert needed([1, 0, 2], clauses) == {1}
    assert needed([0, 2], clauses) == {0, 2}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_search_finds_the_least(seed: int) -> None:
    clauses, weights = random_clauses(seed)
    copied, proof = fewest(clauses, weights)
    assert satisfies(copied, clauses)
    assert proof.bound == weight(copied, weights) == least(clauses, weights)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_operand_pays_more_than_its_weight_on_any_way_through_a_proof(seed: int) -> None:
    clauses, weights = random_clauses(seed)
    proof = fewest(clauses, weights).proof
    bounds = []
    for splits, kept, multipliers in ways(proof):
        for operand, amount in enumerate(weights):
            paid = sum(m for number, m in multipliers.items() if operand in clauses[number])
            paid += sum(split.weight for split in splits if operand in split.operands)
            assert operand in kept or paid <= amount
        bounds.append(sum(split.weight for split in splits) + sum(multipliers.values()))
    assert min(bounds) == proof.bound


def test_clauses_that_hang_together_need_as_many_cases_as_there_are_in_each_part() -> None:
    """Not as many as there are combinations."""
    clauses = [
        frozenset({3 * n + a, 3 * n + b}) for n in range(50) for a, b in ((0, 1), (1, 2), (0, 2))
    ]
    copied, proof = fewest(clauses, [8] * 150)
    assert proof.bound == 8 * len(copied) == 800
    assert len(proof.splits) == 50
    assert all(not (s.copied.splits or s.in_place.splits) for s in proof.splits)


def test_a_search_ends_unproved_after_its_steps() -> None:
    triangle = [frozenset({0, 1}), frozenset({1, 2}), frozenset({0, 2})]
    copied, proof = fewest(triangle, [4, 4, 4], work=0)
    assert proof == Proof({0: 4})
    assert satisfies(copied, triangle)


def test_operands_that_another_makes_needless_are_in_one_case_with_it() -> None:
    """Else there would be twice as many cases for each of the ten operands."""
    clauses = [frozenset({a, b, 10 + b}) for a in range(10) for b in range(a)]
    copied, proof = fewest(clauses, [8] * 20, work=2000)
    assert proof.bound == 8 * len(copied) == 72
    assert proof.splits[0].operands == (0, 10)
    assert max(len(splits) for splits, _, _ in ways(proof)) == _depth(proof) <= 9


def _depth(proof: Proof) -> int:
    inner = (case for split in proof.splits for case in (split.copied, split.in_place))
    return max((1 + _depth(case) for case in inner), default=0)


def test_cases_are_no_deeper_within_each_other_than_a_certificate_allows() -> None:
    clauses = [frozenset({a, b}) for a in range(110) for b in range(a)]
    copied, proof = fewest(clauses, [8] * 110, work=10**9)
    assert len(copied) == 109
    assert _depth(proof) == 100
    assert proof.bound < 8 * 109


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
@pytest.mark.parametrize("seed", range(0, 150, 5))
def test_multipliers_of_the_solver_are_a_bound(seed: int) -> None:
    pytest.importorskip("highspy")
    from bufferize_optimum.solver import pack_by_duals

    clauses, weights = random_clauses(seed, operands=12)
    packing = pack_by_duals(clauses, weights)
    for operand, amount in enumerate(weights):
        multipliers = zip(clauses, packing.multipliers, strict=True)
        assert sum(m for clause, m in multipliers if operand in clause) <= amount
    assert min(packing.multipliers) >= 0
    assert pack(clauses, weights).bound <= packing.bound <= least(clauses, weights)
    assert satisfies(packing.copied, clauses)
    copied, proof = fewest(clauses, weights, bound=pack_by_duals)
    assert proof.bound == weight(copied, weights) == least(clauses, weights)


@pytest.mark.slow
def test_the_solver_proves_with_multipliers_what_would_need_many_cases(
    capfd: pytest.CaptureFixture[str],
) -> None:
    pytest.importorskip("highspy")
    from bufferize_optimum.solver import pack_by_duals

    rng = random.Random(1)
    clauses = [frozenset(rng.sample(range(300), rng.randint(1, 4))) for _ in range(600)]
    weights = [rng.choice((8, 16, 64)) for _ in range(300)]
    copied, proof = fewest(clauses, weights)
    assert proof.bound < weight(copied, weights)
    found = fewest(clauses, weights, bound=pack_by_duals)
    assert found.proof.bound == weight(found.copied, weights) <= weight(copied, weights)
    assert (
        pack_by_duals(clauses, [w << 60 for w in weights]).bound
        == pack(clauses, weights).bound << 60
    )
    assert capfd.readouterr() == ("", "")  # a certificate may be written there


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
