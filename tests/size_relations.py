"""Numbers that are sizes, what must hold among them, and smaller ones for which it still holds.

A number stands for itself wherever it occurs in a program: what was equal stays equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import gcd, prod
from typing import Final, Protocol, TypeAlias

Sizes: TypeAlias = dict[int, int]
"""What each number becomes; itself where it is missing."""

SMALLEST: Final = 2
"""What nothing is made smaller than: of one iteration, or one element, hardly anything is seen."""
_MOST_TRIES: Final = 400


class Relation(Protocol):
    """Something that must hold among numbers."""

    @property
    def numbers(self) -> Sequence[int]:
        """Those that it is about."""

    def holds(self, sizes: Mapping[int, int]) -> bool:
        """Whether it holds for what the numbers become."""

    def repairs(self, sizes: Mapping[int, int]) -> Iterator[tuple[int, int]]:
        """Where it does not hold: numbers, and what each would have to become."""


@dataclass(frozen=True)
class Product:
    """A number is the product of others, as an extent is of those that it is expanded to."""

    whole: int
    factors: tuple[int, ...]

    @property
    def numbers(self) -> Sequence[int]:
        return (self.whole, *self.factors)

    def holds(self, sizes: Mapping[int, int]) -> bool:
        return _at(sizes, self.whole) == prod(_at(sizes, n) for n in self.factors)

    def repairs(self, sizes: Mapping[int, int]) -> Iterator[tuple[int, int]]:
        whole, total = _at(sizes, self.whole), prod(_at(sizes, n) for n in self.factors)
        yield self.whole, total
        for factor in sorted(set(self.factors), key=lambda n: -_at(sizes, n)):
            power = self.factors.count(factor)
            rest = total // _at(sizes, factor) ** power
            if whole % rest == 0:
                root = round((whole // rest) ** (1 / power))
                if root**power == whole // rest:
                    yield factor, root


@dataclass(frozen=True)
class Sum:
    """A number is a sum of multiples of others, or at least that: as is the extent of what a window
    moves over, or of what slices are taken of."""

    whole: int
    terms: tuple[tuple[int, int], ...]
    """Coefficients and numbers."""
    rest: int = 0
    is_equal: bool = True

    @staticmethod
    def of(
        whole: int, terms: Iterable[tuple[int, int]], rest: int = 0, is_equal: bool = True
    ) -> Sum:
        """The relation for terms some of which may be of the same number."""
        coefficients: Counter[int] = Counter()
        for coefficient, number in terms:
            coefficients[number] += coefficient
        return Sum(whole, tuple((c, n) for n, c in coefficients.items()), rest, is_equal)

    @property
    def numbers(self) -> Sequence[int]:
        return (self.whole, *[number for _, number in self.terms])

    def _total(self, sizes: Mapping[int, int]) -> int:
        return self.rest + sum(c * _at(sizes, n) for c, n in self.terms)

    def holds(self, sizes: Mapping[int, int]) -> bool:
        whole, total = _at(sizes, self.whole), self._total(sizes)
        return whole == total if self.is_equal else whole >= total

    def repairs(self, sizes: Mapping[int, int]) -> Iterator[tuple[int, int]]:
        excess = self._total(sizes) - _at(sizes, self.whole)
        yield self.whole, self._total(sizes)
        for coefficient, number in sorted(self.terms, key=lambda term: -_at(sizes, term[1])):
            quotient, left = divmod(excess, coefficient)
            if left == 0 or not self.is_equal:
                yield number, _at(sizes, number) - quotient - (left != 0)


@dataclass(frozen=True)
class Multiple:
    """A number is a multiple of another one, as the extent of what is cut into tiles."""

    whole: int
    part: int

    @property
    def numbers(self) -> Sequence[int]:
        return (self.whole, self.part)

    def holds(self, sizes: Mapping[int, int]) -> bool:
        return _at(sizes, self.whole) % _at(sizes, self.part) == 0

    def repairs(self, sizes: Mapping[int, int]) -> Iterator[tuple[int, int]]:
        whole, part = _at(sizes, self.whole), _at(sizes, self.part)
        yield self.part, gcd(whole, part)
        yield self.whole, max(whole // part, 1) * part


@dataclass(frozen=True)
class Quotient:
    """A number is how many tiles of a second one hold a third one, the last of them maybe in part."""

    count: int
    tile: int
    whole: int

    @property
    def numbers(self) -> Sequence[int]:
        return (self.count, self.tile, self.whole)

    def holds(self, sizes: Mapping[int, int]) -> bool:
        count, tile, whole = (_at(sizes, n) for n in self.numbers)
        return count == -(-whole // tile)

    def repairs(self, sizes: Mapping[int, int]) -> Iterator[tuple[int, int]]:
        count, tile, whole = (_at(sizes, n) for n in self.numbers)
        yield self.count, -(-whole // tile)
        yield self.whole, count * tile
        yield self.tile, -(-whole // count)


def _at(sizes: Mapping[int, int], number: int) -> int:
    return sizes.get(number, number)


@dataclass
class Problem:
    """The sizes of a program."""

    free: set[int]
    """Numbers that may become smaller."""
    relations: set[Relation]
    work: Counter[tuple[int, ...]]
    """What the program does, as a sum of products of numbers, each so many times."""

    def effort(self, sizes: Mapping[int, int]) -> int:
        """The work for these sizes."""
        return sum(n * prod(_at(sizes, m) for m in term) for term, n in self.work.items())

    def smaller(self, effort: int, divide: int | None = None) -> Sizes:
        """Sizes for which the work is at most `effort`, if there are any; the largest numbers become
        smaller first, and none by more than `divide`."""
        related: dict[int, list[Relation]] = {}
        for relation in self.relations:
            for number in relation.numbers:
                related.setdefault(number, []).append(relation)
        search = _Search(self, related, divide)
        stuck: set[int] = set()
        while self.effort(search.sizes) > effort:
            left = self.free - stuck
            if not left:
                break
            number = max(left, key=lambda n: (search.sizes[n], n))
            if search.lessen(number):
                stuck.clear()
            else:
                stuck.add(number)
        return search.sizes


class _Search:
    def __init__(
        self, problem: Problem, related: Mapping[int, Sequence[Relation]], divide: int | None
    ) -> None:
        self.sizes: Sizes = {number: number for number in problem.free}
        self._problem = problem
        self._related = related
        self._divide = divide
        self._tries = 0

    def lessen(self, number: int) -> bool:
        """Makes one number smaller, and others as far as it takes; False if that cannot be done."""
        size = self.sizes[number]
        before = self._problem.effort(self.sizes)
        for new in _less(size):
            self._tries = 0
            if not self._is_allowed(number, new):
                continue
            changed = {**self.sizes, number: new}
            found = self._settled(
                changed, frozenset((number,)), list(self._related.get(number, ()))
            )
            if found is not None and self._problem.effort(found) < before:
                self.sizes = found
                return True
        return False

    def _is_allowed(self, number: int, new: int) -> bool:
        least = SMALLEST if self._divide is None else max(SMALLEST, number // self._divide)
        return least <= new <= self.sizes[number]

    def _settled(
        self, sizes: Sizes, pinned: frozenset[int], waiting: Sequence[Relation]
    ) -> Sizes | None:
        """Sizes for which the waiting relations hold, too, without a change to what is pinned."""
        self._tries += 1
        if self._tries > _MOST_TRIES:
            return None
        for position, relation in enumerate(waiting):
            if relation.holds(sizes):
                continue
            for number, new in relation.repairs(sizes):
                if number in pinned or number not in sizes or not self._is_allowed(number, new):
                    continue
                changed = {**sizes, number: new}
                if not relation.holds(changed):
                    continue
                left = [*waiting[position + 1 :], *self._related.get(number, ())]
                found = self._settled(changed, pinned | {number}, left)
                if found is not None:
                    return found
            return None
        return sizes


def _less(size: int) -> Iterator[int]:
    """Smaller sizes to try: those that share its factors first."""
    for factor in (2, 3, 5, 7):
        if size % factor == 0:
            yield size // factor
    for unit in (64, 16, 8, 1):
        if size > 2 * unit:
            yield size // (2 * unit) * unit
    yield size - 1
