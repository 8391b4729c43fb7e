"""What is counted, and how much memory is in use at once: along one way through a program."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields

from bufferize_buffers.statistics.quantity import ZERO, Quantity, Unknown, greatest, largest_ones


@dataclass(frozen=True)
class Usage:
    """What is executed, each as often as it is."""

    allocations: Quantity = ZERO
    """Allocations on the heap."""
    allocated_bytes: Quantity = ZERO
    copies: Quantity = ZERO
    """Copies of whole buffers; what a new buffer gets is one, too."""
    copied_bytes: Quantity = ZERO

    def _values(self) -> Iterator[Quantity]:
        return (getattr(self, field.name) for field in fields(self))

    def __add__(self, other: Usage) -> Usage:
        return Usage(*(a + b for a, b in zip(self._values(), other._values(), strict=True)))

    def times(self, count: Quantity) -> Usage:
        """All of it `count` times."""
        return Usage(*(value * count for value in self._values()))

    def replaced(self, values: Mapping[Unknown, Quantity]) -> Usage:
        """With a quantity in the place of each unknown that `values` has."""
        return Usage(*(value.replaced(values) for value in self._values()))

    @staticmethod
    def most(usages: Iterable[Usage]) -> Usage:
        """The most of each number."""
        columns = zip(*(usage._values() for usage in usages), strict=True)
        return Usage(*map(greatest, columns))


@dataclass(frozen=True)
class Level:
    """How much memory is in use, and by how much it has been more before.

    The latter is the greatest of `above`, so that memory that stays in use need not be looked at when
    other memory comes and goes.
    """

    current: Quantity = ZERO
    above: tuple[Quantity, ...] = (ZERO,)

    def allocate(self, size: Quantity) -> Level:
        """With so much more in use."""
        above = (each - size for each in self.above if each != ZERO)
        return Level(self.current + size, tuple(largest_ones([ZERO, *above])))

    def free(self, size: Quantity) -> Level:
        """With so much less in use."""
        above = (each + size for each in self.above)
        return Level(self.current - size, tuple(largest_ones(above)))

    @property
    def peaks(self) -> tuple[Quantity, ...]:
        """The most that was in use is the greatest of these."""
        return tuple(self.current + each for each in self.above)

    @property
    def peak(self) -> Quantity:
        """The most that was in use."""
        return greatest(self.peaks)

    @staticmethod
    def after(current: Quantity, peaks: Iterable[Quantity]) -> Level:
        """With `current` in use, and as much before as the greatest of `peaks`."""
        return Level(current, tuple(largest_ones([ZERO, *(peak - current for peak in peaks)])))
