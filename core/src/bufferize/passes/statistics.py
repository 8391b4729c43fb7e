"""What passes count: what `--mlir-pass-statistics` prints."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from bufferize.passes.timing import header


@dataclass(frozen=True)
class Statistic:
    """Something that a pass counts. `merge` makes one number of those of two runs."""

    name: str
    description: str
    merge: Callable[[int, int], int] = operator.add


Counts = dict[Statistic, int]


def merge_counts(counts: Counts, others: Mapping[Statistic, int]) -> None:
    """Merges `others` into `counts`."""
    for statistic, number in others.items():
        known = counts.get(statistic)
        counts[statistic] = number if known is None else statistic.merge(known, number)


def statistics_table(entries: Iterable[tuple[str, Mapping[Statistic, int]]]) -> str:
    """The report of passes and what they counted; names may be indented."""
    lines = header("... Pass statistics report ...")
    for name, counts in entries:
        indent = " " * (len(name) - len(name.lstrip()) + 2)
        lines += [name, *(indent + line for line in count_lines(counts))]
    return "\n".join([*lines, ""])


def count_lines(counts: Mapping[Statistic, int]) -> list[str]:
    """A line for each count, by name, in mlir-opt's words."""
    value_width = max((len(str(number)) for number in counts.values()), default=0)
    name_width = max((len(statistic.name) for statistic in counts), default=0)
    return [
        f"(S) {counts[statistic]:>{value_width}} {statistic.name:<{name_width}} - "
        f"{statistic.description}"
        for statistic in sorted(counts, key=lambda statistic: statistic.name)
    ]
