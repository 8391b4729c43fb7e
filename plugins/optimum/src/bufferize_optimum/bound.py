"""A lower bound by packing, and decisions that come with it.

Each clause gets a multiplier: an amount that every way to satisfy it costs. The multipliers of the
clauses with one operand add up to its weight at most. Then no decisions cost less than their sum.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple


class Packing(NamedTuple):
    """Multipliers of clauses, and operands to copy that satisfy all of the clauses."""

    multipliers: list[int]
    copied: set[int]

    @property
    def bound(self) -> int:
        """The least weight of operands that satisfy all clauses, as far as is proved."""
        return sum(self.multipliers)


def pack(
    clauses: Sequence[Collection[int]],
    weights: Sequence[int],
    wanted: Sequence[int] | None = None,
) -> Packing:
    """Give each clause in turn as much as all its operands have left; short clauses come first.

    With `wanted`, no clause gets more than that before all have got theirs. An operand that has
    nothing left is copied. Of those, the ones that turn out not to be needed are put in place again,
    the last ones first.
    """
    left: dict[int, int] = {}
    multipliers = [0] * len(clauses)
    copied: dict[int, None] = {}
    order = sorted(range(len(clauses)), key=lambda number: len(clauses[number]))
    for most in (None,) if wanted is None else (wanted, None):
        for number in order:
            clause = clauses[number]
            amount = min(left.get(o, weights[o]) for o in clause)
            if most is not None:
                amount = min(amount, most[number])
            multipliers[number] += amount
            for operand in sorted(clause):
                left[operand] = left.get(operand, weights[operand]) - amount
                if left[operand] == 0:
                    copied[operand] = None
    return Packing(multipliers, needed(list(copied), clauses))


def needed(copied: Sequence[int], clauses: Sequence[Collection[int]]) -> set[int]:
    """Return the operands of `copied` that are left if those that no clause needs are put in place.

    `copied` satisfies all clauses.
    """
    found = set(copied)
    clauses_of: dict[int, list[int]] = {}
    hits = [0] * len(clauses)
    for number, clause in enumerate(clauses):
        for operand in clause:
            if operand in found:
                clauses_of.setdefault(operand, []).append(number)
                hits[number] += 1
    for operand in reversed(copied):
        own = clauses_of.get(operand, [])
        if all(hits[number] > 1 for number in own):
            found.remove(operand)
            for number in own:
                hits[number] -= 1
    return found
