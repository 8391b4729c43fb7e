"""The exact search: branch and bound, for a limited number of steps. It leaves a proof."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from bufferize_optimum.bound import Packing, pack

_MOST_WORK = 100_000
"""The number of clauses that the steps of one search visit: no time, so that results are repeatable."""
_DEEPEST = 100
"""The number of operands that are assumed to be copied, or not, at the same time."""


@dataclass(frozen=True)
class Proof:
    """Why operands that satisfy some clauses weigh at least `bound`.

    The multipliers of clauses and the splits add up: whatever is copied, an operand pays no more
    than its weight to all of them together.
    """

    multipliers: Mapping[int, int]
    """Multipliers that are not 0, by the numbers of their clauses."""
    splits: tuple[Split, ...] = ()

    @cached_property
    def bound(self) -> int:
        """The least weight of operands that satisfy the clauses, as far as is proved."""
        return sum(self.multipliers.values()) + sum(split.bound for split in self.splits)


@dataclass(frozen=True)
class Split:
    """A proof for the case that one of some operands is copied, and one for that all are in place."""

    operands: tuple[int, ...]
    weight: int
    """The least weight of the operands, which the first case pays for a copy."""
    copied: Proof
    in_place: Proof
    """Here, the operands pay nothing, and the other operands of their clauses do."""

    @cached_property
    def bound(self) -> int:
        """The least weight in both cases."""
        return min(self.weight + self.copied.bound, self.in_place.bound)


class Found(NamedTuple):
    """Operands that satisfy all clauses, and a proof that no others weigh less than its bound."""

    copied: set[int]
    proof: Proof


Bound = Callable[[Sequence[Collection[int]], Sequence[int]], Packing]
"""Gives multipliers for clauses, from the clauses and the weights of operands."""


def fewest(
    clauses: Sequence[Collection[int]],
    weights: Sequence[int],
    enough: int | None = None,
    bound: Bound = pack,
    work: int | None = None,
) -> Found:
    """Return operands of least weight that satisfy all clauses.

    They are the best if the proof's bound is their weight. With `enough`, it ends when it is proved
    that there are none that weigh less than that. `work` is the number of clauses to visit.
    """
    numbered = {number: frozenset(clause) for number, clause in enumerate(clauses)}
    search = _Search(weights, bound, _MOST_WORK if work is None else work)
    return search.run(numbered, sum(weights) if enough is None else enough)


_Clauses = Mapping[int, frozenset[int]]


class _Search:
    def __init__(self, weights: Sequence[int], bound: Bound, work: int) -> None:
        self._weights = weights
        self._bound = bound
        self._work_left = work

    def run(self, clauses: _Clauses, enough: int, depth: int = 0) -> Found:
        """Return operands that satisfy `clauses`, and a proof of `enough`, if both are found."""
        self._work_left -= len(clauses)
        packing = self._bound(list(clauses.values()), self._weights)
        multipliers = zip(clauses, packing.multipliers, strict=True)
        found = Found(packing.copied, Proof({n: amount for n, amount in multipliers if amount}))
        enough = min(enough, self._weight(found.copied))
        if found.proof.bound >= enough or self._work_left < 0 or depth == _DEEPEST:
            return found
        parts = list(_independent(clauses))
        if len(parts) > 1:
            return self._run_parts(parts, found, enough, depth)
        return self._split(clauses, found, enough, depth)

    def _run_parts(
        self, parts: list[dict[int, frozenset[int]]], found: Found, enough: int, depth: int
    ) -> Found:
        """Solve clauses without operands in common one by one."""
        missing = enough - found.proof.bound
        copied, multipliers, splits = set[int](), dict[int, int](), list[Split]()
        for part in parts:
            known = sum(found.proof.multipliers.get(number, 0) for number in part)
            best = self.run(part, known + missing, depth)
            missing -= best.proof.bound - known
            copied |= best.copied
            multipliers |= best.proof.multipliers
            splits += best.proof.splits
        return Found(copied, Proof(multipliers, tuple(splits)))

    def _split(self, clauses: _Clauses, found: Found, enough: int, depth: int) -> Found:
        """Solve `clauses` if one operand is copied, and if it is in place.

        With it are those that need not be copied if it is: all their clauses are its own as well.
        """
        operand, *_ = operands = self._operands_to_split(clauses)
        weight = self._weights[operand]
        rest = {n: clause for n, clause in clauses.items() if operand not in clause}
        copied = self.run(rest, enough - weight, depth + 1)
        candidates = [found.copied, {operand, *copied.copied}]
        enough = min(enough, self._weight(candidates[1]))
        less = {n: clause.difference(operands) for n, clause in clauses.items()}
        in_place = self.run(less, enough, depth + 1)
        best = min(*candidates, in_place.copied, key=self._weight)
        split = Split(operands, weight, copied.proof, in_place.proof)
        proof = Proof({}, (split,))
        return Found(best, max(found.proof, proof, key=lambda proof: proof.bound))

    def _operands_to_split(self, clauses: _Clauses) -> tuple[int, ...]:
        """Return the operand with the most clauses of a shortest clause that leaves a choice.

        After it come dearer operands that are only in clauses with it. In none of these clauses are
        they all that there is.
        """
        weights = self._weights
        needed = {operand for clause in clauses.values() if len(clause) == 1 for operand in clause}
        counts = Counter(chain.from_iterable(clauses.values()))
        open_clauses = (clause for clause in clauses.values() if needed.isdisjoint(clause))
        shortest = min(open_clauses, key=len)
        first = min(shortest, key=lambda operand: (-counts[operand], weights[operand], operand))
        own = [clause for clause in clauses.values() if first in clause]
        found = {first: None}
        for other, count in sorted(Counter(chain.from_iterable(own)).items()):
            if other != first and count == counts[other] and weights[other] >= weights[first]:
                chosen = {*found, other}
                if not any(other in clause and clause <= chosen for clause in own):
                    found[other] = None
        return tuple(found)

    def _weight(self, copied: Collection[int]) -> int:
        return sum(self._weights[operand] for operand in copied)


def _independent(clauses: _Clauses) -> Iterator[dict[int, frozenset[int]]]:
    """Yield the clauses in groups that have no operand in common."""
    parent: dict[int, int] = {}

    def find(operand: int) -> int:
        while (above := parent.setdefault(operand, operand)) != operand:
            parent[operand] = parent[above]
            operand = above
        return operand

    for clause in clauses.values():
        first, *others = clause
        for other in others:
            parent[find(other)] = find(first)
    groups: dict[int, dict[int, frozenset[int]]] = {}
    for number, clause in clauses.items():
        groups.setdefault(find(next(iter(clause))), {})[number] = clause
    yield from groups.values()
