"""Times and counts of passes, and the tables of `--mlir-timing` and `--mlir-pass-statistics`."""

from __future__ import annotations

import operator
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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

    def report(
        self, remarks: Mapping[str, Sequence[str]] | None = None, as_list: bool = False
    ) -> str:
        """Return the table of `--mlir-timing`, with `remarks` (lines by name) below the names.

        The total is the time since the start; "Rest" is the time that no name accounts for. As a
        list, the table is sorted by time, has no remarks, and parts are not nested.
        """
        total = time.perf_counter() - self._start
        lines = [
            *_header("... Execution time report ..."),
            f"  Total Execution Time: {total:.4f} seconds",
        ]
        lines += ["", "  ----Wall Time----  ----Name----"]
        rest = total - sum(self.seconds.values())
        if as_list:
            parts = [part for parts in self.parts.values() for part in parts.items()]
            by_time = sorted([*self.seconds.items(), *parts], key=lambda entry: -entry[1])
            entries = [*by_time, ("Rest", rest), ("Total", total)]
            return "\n".join([*lines, *[_line(spent, total, name) for name, spent in entries]])
        for name, spent in [*self.seconds.items(), ("Rest", rest), ("Total", total)]:
            lines.append(_line(spent, total, name))
            lines += [_line(s, total, f"  {part}") for part, s in self.parts.get(name, {}).items()]
            lines += [f"{'':21}  {remark}" for remark in (remarks or {}).get(name, ())]
        return "\n".join(lines)


def _header(title: str) -> list[str]:
    """Return the lines above one of mlir-opt's reports."""
    rule = f"==={'-' * 73}==="
    return [rule, " " * ((80 - len(title)) // 2) + title, rule]


def _add(seconds: dict[str, float], name: str, spent: float) -> None:
    seconds[name] = seconds.get(name, 0.0) + spent


def _line(spent: float, total: float, name: str) -> str:
    return f"  {spent:8.4f} ({100 * spent / total:5.1f}%)  {name}"


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


def statistics_table(entries: Iterable[tuple[str, Mapping[Statistic, int]]]) -> str:
    """Return the table of `--mlir-pass-statistics`; names may be indented."""
    lines = _header("... Pass statistics report ...")
    for name, counts in entries:
        indent = " " * (len(name) - len(name.lstrip()) + 2)
        lines += [name, *(indent + line for line in count_lines(counts))]
    return "\n".join([*lines, ""])


def count_lines(counts: Mapping[Statistic, int]) -> list[str]:
    """Return a line for each count, by name, in mlir-opt's wording."""
    value_width = max((len(str(number)) for number in counts.values()), default=0)
    name_width = max((len(statistic.name) for statistic in counts), default=0)
    return [
        f"(S) {counts[statistic]:>{value_width}} {statistic.name:<{name_width}} - "
        f"{statistic.description}"
        for statistic in sorted(counts, key=lambda statistic: statistic.name)
    ]
