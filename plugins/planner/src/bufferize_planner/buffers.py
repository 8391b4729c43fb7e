"""The terms of memory planning: buffers with lifetimes, plans, and the effort to find one."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from bufferize.diagnostics import DiagnosticError

DEFAULT_WORK: Final = 1_000_000
"""How much work a plan may take if no time is given: about a second on a machine of 2020."""


@dataclass(frozen=True)
class Buffer:
    """A buffer that needs `size` bytes from time `lower` to before time `upper`.

    Times are any whole numbers, such as the positions of operations:

        %a = memref.alloc() : memref<4xf32>    // time 0: Buffer("a", 0, 2, size=16)
        use %a                                 // time 1
        %b = memref.alloc() : memref<4xf32>    // time 2: Buffer("b", 2, 4, size=16)
        use %b                                 // time 3
    """

    id: Hashable
    """The name of the buffer in plans and messages; no two buffers have the same."""
    lower: int
    upper: int
    size: int
    alignment: int = 1
    """The number of bytes of which the offset is a multiple."""
    gaps: tuple[tuple[int, int], ...] = ()
    """Intervals within the lifetime, in order, in which the contents are not needed."""

    def __post_init__(self) -> None:
        problem = self._problem()
        if problem is not None:
            raise DiagnosticError(f"buffer '{self.id}': {problem}")

    def _problem(self) -> str | None:
        if self.lower >= self.upper:
            return f"the lifetime from {self.lower} to before {self.upper} is empty"
        if self.size < 0:
            return f"the size {self.size} is negative"
        if self.alignment < 1:
            return f"the alignment {self.alignment} is less than 1"
        at = self.lower
        for start, end in self.gaps:
            if not at < start < end < self.upper:
                return (
                    f"the gap from {start} to before {end} is not inside the lifetime, or not "
                    "behind the gap before it"
                )
            at = end
        return None

    @property
    def intervals(self) -> list[tuple[int, int]]:
        """The times without the gaps, as pairs of a start and an end that does not belong to it."""
        starts = [self.lower, *(end for _, end in self.gaps)]
        ends = [*(start for start, _ in self.gaps), self.upper]
        return list(zip(starts, ends, strict=True))

    def aligned(self, offset: int) -> int:
        """Return the least offset from `offset` on that fits the alignment."""
        return -(-offset // self.alignment) * self.alignment


@dataclass(frozen=True)
class Plan:
    """An offset in the arena for each buffer; those alive at the same time do not overlap."""

    offsets: Mapping[Hashable, int]
    """The offset of each buffer in bytes, by its id."""
    height: int
    """The size of the arena in bytes."""
    bound: int
    """A number of bytes that every plan for these buffers needs."""
    proof: str
    """The reason why no plan is below `bound`: "bytes alive", or the planner's own words."""

    @property
    def is_optimal(self) -> bool:
        """Whether no plan has a smaller arena."""
        return self.height == self.bound


@dataclass(frozen=True)
class Solution:
    """The answer of a planner: offsets for a list of buffers, and a bound if it proved one."""

    offsets: Sequence[int]
    """The offset of each buffer, in the order of the buffers."""
    bound: int = 0
    """A number of bytes below which the planner has proved that there is no plan."""
    proof: str = ""
    """How it has proved that."""


@dataclass
class Budget:
    """How long a planner may search: for some time, or for an amount of work.

    With an amount of work the plan is the same on every machine. Planners that do not search need
    not ask.
    """

    seconds: float | None = None
    """The time in seconds; None for an amount of work."""
    work: float = DEFAULT_WORK
    """The amount of work if no time is given, in steps of about a microsecond."""
    found: Callable[[], tuple[int, int]] | None = None
    """Returns the height of the lowest plan so far and the highest bound; set by planners that search,
    for those who show the progress."""
    _start: float = field(default_factory=time.monotonic)
    _spent: float = 0

    def spend(self, work: float) -> bool:
        """Count some work. Return whether some of the budget is left."""
        self._spent += work
        return self.left > 0

    @property
    def left(self) -> float:
        """The part of the budget that is left, from 1 to 0."""
        if self.seconds is None:
            return max(0.0, 1 - self._spent / self.work) if self.work else 0.0
        if self.seconds <= 0:
            return 0.0
        return max(0.0, 1 - (time.monotonic() - self._start) / self.seconds)

    @property
    def seconds_left(self) -> float:
        """The time that is left; for an amount of work, the time that it takes about."""
        return self.left * (self.work / 1e6 if self.seconds is None else self.seconds)


class Planner(Protocol):
    """A function that gives buffers their offsets. A plugin adds one with `register_planners`."""

    def __call__(self, buffers: Sequence[Buffer], budget: Budget, /) -> Solution:
        """Return the offsets of the buffers, in their order. `plan` checks them."""
