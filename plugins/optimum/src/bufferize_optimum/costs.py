"""The cost of copies: the bytes copied, and, where these are equal, the bytes allocated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from bufferize.analysis import OneShotAnalysisState
from bufferize.driver.copy_log import CopyLog
from bufferize.driver.rewriter import planned_copy
from bufferize.ir import OpOperand, Value
from bufferize.record import TensorCopy


class Cost(NamedTuple):
    """The cost of one copy: products of extents, element sizes and trip counts.

    A copy of `tensor<?x4xf32>` in a loop of 10 iterations has 160 known bytes and one unknown factor.
    """

    copied: int
    """The known bytes copied; 0 if the new buffer's contents are set by the operation itself."""
    allocated: int
    """The known bytes of the new buffers."""
    unknown: int
    """The number of unknown factors of both."""

    @property
    def is_any(self) -> bool:
        """Whether anything is copied or allocated."""
        return bool(self.copied or self.allocated)


FREE = Cost(0, 0, 0)
Totals = tuple[tuple[int, int], ...]
"""Bytes by their number of unknown factors, largest number first."""


def cost_of_copy(copy: TensorCopy) -> Cost:
    """Return the cost of a copy that was made or planned."""
    known = copy.known_cost
    return Cost(known if copy.copies_contents else 0, known, copy.unknown_factors)


class OperandCosts:
    """The cost of copying each operand, if it were decided to be out of place."""

    def __init__(self, state: OneShotAnalysisState) -> None:
        self._state = state
        self._log = CopyLog()

    def of(self, operand: OpOperand) -> Cost:
        """Return the cost of copying `operand`, or the result that is copied instead of it."""
        state = self._state
        if state.model(operand.owner) is None:  # it is not bufferized
            return FREE
        result, copies_contents = planned_copy(operand, state)
        if result is not None and not result.has_uses():
            return FREE
        if not (result is not None and state.value_bufferizes_to_memory_write(result)):
            copies_contents = copies_contents and not self._is_undefined(operand.value)
        self._log.note_operand(operand, result, copies_contents, state)
        return cost_of_copy(self._log.made.pop())

    def _is_undefined(self, value: Value) -> bool:
        """Return whether the contents of `value` are undefined: known only once all is decided."""
        use, op = value.first_use, value.defining_op
        if use is None or op is None or self._state.model(op) is None:
            return False
        return not self._state.definitions(use)


class Total(NamedTuple):
    """A sum of costs. Totals are compared by what is copied, then by what is allocated.

    In both, more unknown factors outweigh any number of bytes.
    """

    copied: Totals
    allocated: Totals

    @classmethod
    def of(cls, costs: Iterable[Cost]) -> Total:
        """Return the sum of `costs`."""
        copied, allocated = Counter[int](), Counter[int]()
        for cost in costs:
            copied[cost.unknown] += cost.copied
            allocated[cost.unknown] += cost.allocated
        return cls(_sorted(copied), _sorted(allocated))

    @property
    def copied_text(self) -> str:
        """The bytes copied, in words."""
        return f"{_text(self.copied)} bytes copied"

    def __str__(self) -> str:
        return f"{self.copied_text}, {_text(self.allocated)} allocated"


def _sorted(found: Counter[int]) -> Totals:
    return tuple(sorted(((n, known) for n, known in found.items() if known), reverse=True))


def _text(totals: Totals) -> str:
    return " + ".join(f"{known}{' x ?' * n}" for n, known in totals) or "0"


class Scale:
    """Weights for some costs: integers whose sums are in the order of `Total`.

    A weight has digits: bytes copied, by their number of unknown factors, then bytes allocated. Each
    digit has as many values as the sum over all costs needs.
    """

    def __init__(self, costs: Iterable[Cost]) -> None:
        copied, allocated = Counter[int](), Counter[int]()
        for cost in costs:
            copied[cost.unknown] += cost.copied
            allocated[cost.unknown] += cost.allocated
        self._allocated, unit = _units(allocated, 1)
        self.byte = unit
        """The weight of one byte copied, without unknown factors."""
        self._copied, _ = _units(copied, unit)

    def weight(self, cost: Cost) -> int:
        """Return the weight of a cost."""
        copied = cost.copied * self._copied[cost.unknown]
        return copied + cost.allocated * self._allocated[cost.unknown]

    @property
    def copied_units(self) -> dict[int, int]:
        """The weight of a byte copied, by its number of unknown factors, if only copies count."""
        return {unknown: unit // self.byte for unknown, unit in sorted(self._copied.items())}

    def copied_weight(self, cost: Cost) -> int:
        """Return the weight of a cost if only copies count."""
        return self.weight(cost) // self.byte

    def total(self, weight: int) -> Total:
        """Return the total that a sum of weights stands for; a fraction of a digit is left out."""
        copied, rest = _digits(weight, self._copied)
        allocated, _ = _digits(rest, self._allocated)
        return Total(copied, allocated)

    @property
    def digits(self) -> list[int]:
        """The weights of one byte in each digit, largest first."""
        units = {*self._copied.values(), *self._allocated.values()}
        return sorted(units, reverse=True)


def _units(sums: Counter[int], unit: int) -> tuple[dict[int, int], int]:
    """Return the weight of a byte by its number of unknown factors, and the next free unit."""
    units = {}
    for unknown in sorted(sums):
        units[unknown] = unit
        unit *= sums[unknown] + 1
    return units, unit


def _digits(weight: int, units: dict[int, int]) -> tuple[Totals, int]:
    found = []
    for unknown in sorted(units, reverse=True):
        digit, weight = divmod(weight, units[unknown])
        if digit:
            found.append((unknown, digit))
    return tuple(found), weight
