"""Symbolic numbers: polynomials in unknowns, such as `4*%arg0 + 16`, and maxima of polynomials."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Final

_MOST_ALTERNATIVES: Final = 8
"""The number of alternatives beyond which a maximum becomes one unknown."""
_MOST_TERMS: Final = 64
"""The number of terms beyond which a product becomes one unknown."""


class Unknown:
    """A number that is known only at run time, with a name; never negative.

    Two unknowns are equal if they are identical.
    """

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def replaced(self, values: Mapping[Unknown, Quantity]) -> Quantity:
        """Return the quantity for this unknown in `values`, or the unknown itself."""
        return values.get(self) or Quantity({(self,): 1})


class _Maximum(Unknown):
    """The maximum of several incomparable quantities."""

    __slots__ = ("alternatives",)

    def __init__(self, alternatives: frozenset[Quantity]) -> None:
        super().__init__(f"max({', '.join(sorted(map(str, alternatives)))})")
        self.alternatives = alternatives

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Maximum) and self.alternatives == other.alternatives

    def __hash__(self) -> int:
        return hash(self.alternatives)

    def replaced(self, values: Mapping[Unknown, Quantity]) -> Quantity:
        return greatest(each.replaced(values) for each in self.alternatives)


_Monomial = tuple[Unknown, ...]


class Quantity:
    """A polynomial in unknowns with integer coefficients. Immutable."""

    __slots__ = ("_hash", "_terms")

    def __init__(self, terms: Mapping[_Monomial, int]) -> None:
        self._terms = terms
        self._hash: int | None = None

    @staticmethod
    def of(number: int) -> Quantity:
        """Return a known number."""
        return Quantity({(): number} if number else {})

    @staticmethod
    def unknown(name: str) -> Quantity:
        """Return a new unknown."""
        return Quantity({(Unknown(name),): 1})

    @property
    def terms(self) -> Mapping[tuple[Unknown, ...], int]:
        """The coefficient of each product of unknowns; the empty product is 1."""
        return self._terms

    @property
    def number(self) -> int | None:
        """The value, if it is known."""
        terms = self._terms
        if not terms:
            return 0
        return terms.get(()) if len(terms) == 1 else None

    def __add__(self, other: Quantity) -> Quantity:
        if not other._terms:
            return self
        terms = dict(self._terms)
        for monomial, factor in other._terms.items():
            total = terms.get(monomial, 0) + factor
            if total:
                terms[monomial] = total
            else:
                del terms[monomial]
        return Quantity(terms)

    def __neg__(self) -> Quantity:
        return Quantity({monomial: -factor for monomial, factor in self._terms.items()})

    def __sub__(self, other: Quantity) -> Quantity:
        return self + -other

    def __mul__(self, other: Quantity) -> Quantity:
        if len(self._terms) * len(other._terms) > _MOST_TERMS:
            return Quantity.unknown(f"({self})*({other})")
        total: dict[_Monomial, int] = {}
        for one, factor in self._terms.items():
            for two, other_factor in other._terms.items():
                product = tuple(sorted(one + two, key=_order)) if one and two else one or two
                total[product] = total.get(product, 0) + factor * other_factor
        return Quantity({monomial: factor for monomial, factor in total.items() if factor})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Quantity) and self._terms == other._terms

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._terms.items()))
        return self._hash

    def is_at_least(self, other: Quantity) -> bool:
        """Return whether the quantity is known not to be less than `other`."""
        return all(factor >= 0 for factor in (self - other)._terms.values())

    def common(self, other: Quantity) -> Quantity:
        """Return the terms that two quantities have in common, with the smaller coefficients."""
        shared = self._terms.keys() & other._terms.keys()
        return Quantity({m: min(self._terms[m], other._terms[m]) for m in shared})

    def alternatives(self) -> Iterable[Quantity]:
        """Return the alternatives of a maximum, or else the quantity itself."""
        if len(self._terms) == 1:
            ((monomial, factor),) = self._terms.items()
            if factor == 1 and len(monomial) == 1 and isinstance(monomial[0], _Maximum):
                return monomial[0].alternatives
        return (self,)

    def replaced(self, values: Mapping[Unknown, Quantity]) -> Quantity:
        """Return the quantity with each unknown in `values` replaced."""
        if self.number is not None or not values:
            return self
        total = ZERO
        for monomial, factor in self._terms.items():
            total += reduce(
                Quantity.__mul__, (each.replaced(values) for each in monomial), Quantity.of(factor)
            )
        return total

    def __str__(self) -> str:
        ordered = sorted(self._terms.items(), key=lambda term: [-len(term[0]), _names(term[0])])
        text = " + ".join(_term(monomial, factor) for monomial, factor in ordered)
        return text.replace("+ -", "- ") or "0"

    __repr__ = __str__


def _order(unknown: Unknown) -> tuple[str, int]:
    return unknown.name, hash(unknown)


def _names(monomial: _Monomial) -> list[str]:
    return [unknown.name for unknown in monomial]


def _term(monomial: _Monomial, factor: int) -> str:
    if not monomial:
        return str(factor)
    text = "*".join(_names(monomial))
    return text if factor == 1 else f"-{text}" if factor == -1 else f"{factor}*{text}"


ZERO: Final = Quantity({})
ONE: Final = Quantity.of(1)


def largest_ones(quantities: Iterable[Quantity]) -> list[Quantity]:
    """Return the quantities that may be the greatest: not known to be at most another one.

    If there are too many, it returns one unknown instead. As an unknown is never negative, the
    maximum must not be negative either.
    """
    kept: list[Quantity] = []
    for one in quantities:
        if any(other.is_at_least(one) for other in kept):
            continue
        kept = [other for other in kept if not one.is_at_least(other)]
        kept.append(one)
        if len(kept) > _MOST_ALTERNATIVES:
            kept = [Quantity.unknown(f"max(of {len(kept)} sizes)")]
    return kept


def greatest(quantities: Iterable[Quantity]) -> Quantity:
    """Return the maximum; 0 if there are none, and an unknown if there are too many."""
    kept = largest_ones(each for one in quantities for each in one.alternatives())
    if len(kept) < 2:
        return kept[0] if kept else ZERO
    common = reduce(Quantity.common, kept)
    rest = frozenset(each - common for each in kept)
    return common + Quantity({(_Maximum(rest),): 1})
