"""Relations between numbers that are sizes, and smaller numbers for which they still hold.

A number is identified by its value, wherever it occurs in a program: equal numbers stay equal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import gcd, prod
from typing import Final, Protocol, TypeAlias

Sizes: TypeAlias = dict[int, int]
"""The new value of each number; missing ones do not change."""

SMALLEST: Final = 2
"""The smallest new value: a single iteration or element shows hardly anything."""
_MOST_TRIES: Final = 400


class Relation(Protocol):
    """A relation between numbers."""

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers that the relation is about."""

    def holds(self, sizes: Mapping[int, int]) -> bool:
        """Return whether the relation holds for new values."""

    def repairs(self, sizes: Mapping[int, int]) -> Iterator[tuple[int, int]]:
        """Return numbers, and new values for each, that would make the relation hold."""


@dataclass(frozen=True)
class Product:
    """A number that is the product of others, such as an extent and those that it is expanded to."""

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
    """A number that is, or is at least, a sum of multiples of others, as for windows and slices."""

    whole: int
    terms: tuple[tuple[int, int], ...]
    """The coefficients and numbers."""
    rest: int = 0
    is_equal: bool = True

    @staticmethod
    def of(
        whole: int, terms: Iterable[tuple[int, int]], rest: int = 0, is_equal: bool = True
    ) -> Sum:
        """Return the relation for terms, some of which may be about the same number."""
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
    """A number that is a multiple of another, such as an extent that is cut into tiles."""

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
    """A number of tiles: how many of a second number hold a third one, the last maybe in part."""

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
    """The sizes of a program, and their relations."""

    free: set[int]
    """The numbers that may become smaller."""
    relations: set[Relation]
    work: Counter[tuple[int, ...]]
    """The cost of the program: a sum of products of numbers, with their frequencies."""

    def effort(self, sizes: Mapping[int, int]) -> int:
        """Return the cost for these sizes."""
        return sum(n * prod(_at(sizes, m) for m in term) for term, n in self.work.items())

    def smaller(self, effort: int, divide: int | None = None) -> Sizes:
        """Return sizes with a cost of at most `effort`, or None if there are none.

        The largest numbers become smaller first, and none is divided by more than `divide`.
        """
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
        """Make one number smaller, and others as needed; return False if that is impossible."""
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
        """Return sizes for which the waiting relations hold, too, without changing pinned ones."""
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
    """Yield smaller sizes to try, first those with common factors."""
    for factor in (2, 3, 5, 7):
        if size % factor == 0:
            yield size // factor
    for unit in (64, 16, 8, 1):
        if size > 2 * unit:
            yield size // (2 * unit) * unit
    yield size - 1
