"""Random clauses with weights, and the best operands by trying all."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from bufferize_optimum.search import Proof, Split

Clauses = list[frozenset[int]]
Way = tuple[list[Split], frozenset[int], Counter[int]]
"""The splits of which an operand is copied, operands in place, and multipliers."""


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


def ways(proof: Proof) -> Iterator[Way]:
    """Yield each way through the cases: the splits, what is in place, and the multipliers."""
    found: list[Way] = [([], frozenset(), Counter(proof.multipliers))]
    for split in proof.splits:
        own = frozenset(split.operands)
        cases = [([split, *splits], kept, paid) for splits, kept, paid in ways(split.copied)]
        cases += [(splits, kept | own, paid) for splits, kept, paid in ways(split.in_place)]
        found = [
            ([*splits, *s], kept | k, paid + p) for splits, kept, paid in found for s, k, p in cases
        ]
    yield from found


def least(clauses: Clauses, weights: Sequence[int]) -> int:
    """Return the least weight of operands that satisfy all clauses."""
    operands = range(len(weights))
    return min(
        weight(copied, weights)
        for number in range(len(weights) + 1)
        for copied in combinations(operands, number)
        if satisfies(copied, clauses)
    )
