"""Times and counts of passes."""

from __future__ import annotations

import operator
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple


class Timing:
    """The seconds spent on named activities and on their parts, in order of first use.

    `start`, by default now, is the `time.perf_counter` from which the total counts.
    """

    def __init__(self, start: float | None = None) -> None:
        self.seconds: dict[str, float] = {}
        self.parts: dict[str, dict[str, float]] = {}
        self._start = time.perf_counter() if start is None else start

    @contextmanager
    def measure(self, name: str) -> Iterator[None]:
        """Add the duration of a with statement to `name`."""
        start = time.perf_counter()
        try:
            yield
        finally:
            _add(self.seconds, name, time.perf_counter() - start)

    def add_parts(self, name: str, seconds: Mapping[str, float]) -> None:
        """Add the times of parts of `name`; they are included in its own time."""
        for part, spent in seconds.items():
            _add(self.parts.setdefault(name, {}), part, spent)

    def total(self) -> float:
        """Return the seconds since the start."""
        return time.perf_counter() - self._start


def _add(seconds: dict[str, float], name: str, spent: float) -> None:
    seconds[name] = seconds.get(name, 0.0) + spent


class Statistic(NamedTuple):
    """A counter of a pass. `merge` combines the numbers of two runs."""

    name: str
    description: str
    merge: Callable[[int, int], int] = operator.add


Counts = dict[Statistic, int]


def merge_counts(counts: Counts, others: Mapping[Statistic, int]) -> None:
    """Merge `others` into `counts`."""
    for statistic, number in others.items():
        known = counts.get(statistic)
        counts[statistic] = number if known is None else statistic.merge(known, number)
