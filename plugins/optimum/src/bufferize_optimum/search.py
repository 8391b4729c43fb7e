"""The exact search without a solver: branch and bound, for a limited number of steps."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from bufferize_optimum.bound import pack

_MOST_WORK = 100_000
"""The number of clauses that the steps of one search visit: no time, so that results are repeatable."""


def fewest(clauses: Sequence[Collection[int]], weights: Sequence[int]) -> tuple[set[int], bool]:
    """Return operands of least weight that satisfy all clauses, and whether that is proved.

    Clauses without operands in common are solved one by one.
    """
    copied: set[int] = set()
    is_proved = True
    for part in _independent(clauses):
        search = _Search(weights)
        search.run(part)
        copied |= search.best
        is_proved = is_proved and search.is_done
    return copied, is_proved


class _Search:
    """A search in clauses that hang together."""

    def __init__(self, weights: Sequence[int]) -> None:
        self.weights = weights
        self.best: set[int] = set()
        self.weight: int | None = None
        self.is_done = False

    def run(self, clauses: list[frozenset[int]]) -> None:
        """Find the best operands; each step has chosen some, and has left some clauses."""
        work: list[tuple[list[frozenset[int]], frozenset[int], int]] = [(clauses, frozenset(), 0)]
        visited = 0
        while work and visited <= _MOST_WORK:
            left, chosen, weight = work.pop()
            visited += len(left)
            packing = pack(left, self.weights)
            found = weight + sum(self.weights[operand] for operand in packing.copied)
            if self.weight is None or found < self.weight:
                self.weight, self.best = found, {*chosen, *packing.copied}
            if weight + packing.bound < self.weight:
                work += self._branches(left, chosen, weight)
        self.is_done = not work

    def _branches(
        self, clauses: list[frozenset[int]], chosen: frozenset[int], weight: int
    ) -> Iterator[tuple[list[frozenset[int]], frozenset[int], int]]:
        """Yield a step for each operand of the shortest clause: it is copied, earlier ones are not."""
        counts: dict[int, int] = {}
        for clause in clauses:
            for operand in clause:
                counts[operand] = counts.get(operand, 0) + 1
        shortest = min(clauses, key=len)
        kept: set[int] = set()
        for operand in sorted(shortest, key=lambda operand: (-counts[operand], operand)):
            left = [clause - kept for clause in clauses if operand not in clause]
            if all(left):
                yield left, chosen | {operand}, weight + self.weights[operand]
            kept.add(operand)


def _independent(clauses: Sequence[Collection[int]]) -> Iterator[list[frozenset[int]]]:
    """Yield the clauses in groups that have no operand in common."""
    parent: dict[int, int] = {}

    def find(operand: int) -> int:
        while (above := parent.setdefault(operand, operand)) != operand:
            parent[operand] = parent[above]
            operand = above
        return operand

    for clause in clauses:
        first, *others = clause
        for other in others:
            parent[find(other)] = find(first)
    groups: dict[int, list[frozenset[int]]] = {}
    for clause in clauses:
        groups.setdefault(find(next(iter(clause))), []).append(frozenset(clause))
    yield from groups.values()
