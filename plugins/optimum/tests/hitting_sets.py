"""Random clauses with weights, and the best operands by trying all."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from itertools import combinations

Clauses = list[frozenset[int]]


def random_clauses(seed: int, operands: int = 8) -> tuple[Clauses, list[int]]:
    """Return clauses of one to four operands, and the weights of the operands, some of them 0."""
    rng = random.Random(seed)
    weights = [rng.choice((0, 1, 4, 4, 16, 64)) for _ in range(operands)]
    clauses = [
        frozenset(rng.sample(range(operands), rng.randint(1, 4))) for _ in range(rng.randint(1, 12))
    ]
    return clauses, weights


def satisfies(copied: Collection[int], clauses: Clauses) -> bool:
    return not any(clause.isdisjoint(copied) for clause in clauses)


def weight(copied: Collection[int], weights: Sequence[int]) -> int:
    return sum(weights[operand] for operand in copied)


def least(clauses: Clauses, weights: Sequence[int]) -> int:
    """Return the least weight of operands that satisfy all clauses."""
    operands = range(len(weights))
    return min(
        weight(copied, weights)
        for number in range(len(weights) + 1)
        for copied in combinations(operands, number)
        if satisfies(copied, clauses)
    )
