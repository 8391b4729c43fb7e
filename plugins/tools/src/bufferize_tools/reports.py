"""The tables of `--mlir-timing` and `--mlir-pass-statistics`, in mlir-opt's format."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bufferize.passes import Pass, PassManager, Statistic


def timing_report(manager: PassManager, as_list: bool = False) -> str:
    """Return the table of `--mlir-timing`: the passes with their parts and counts.

    The total is the time since the start; "Rest" is the time that no name accounts for. As a list,
    the table is sorted by time, has no counts, and parts are not nested.
    """
    timing, total = manager.timing, manager.timing.total()
    lines = [
        *_header("... Execution time report ..."),
        f"  Total Execution Time: {total:.4f} seconds",
    ]
    lines += ["", "  ----Wall Time----  ----Name----"]
    rest = total - sum(timing.seconds.values())
    if as_list:
        parts = [part for parts in timing.parts.values() for part in parts.items()]
        by_time = sorted([*timing.seconds.items(), *parts], key=lambda entry: -entry[1])
        entries = [*by_time, ("Rest", rest), ("Total", total)]
        return "\n".join([*lines, *[_line(spent, total, name) for name, spent in entries]])
    counts = {kind.name: c for kind, c in manager.counts_by_pass().items()}
    for name, spent in [*timing.seconds.items(), ("Rest", rest), ("Total", total)]:
        lines.append(_line(spent, total, name))
        lines += [_line(s, total, f"  {part}") for part, s in timing.parts.get(name, {}).items()]
        lines += [f"{'':21}  {line}" for line in _count_lines(counts.get(name, {}))]
    return "\n".join(lines)


def statistics_report(manager: PassManager, merged: bool = False) -> str:
    """Return the table of `--mlir-pass-statistics`: in pipeline order, or `merged` by pass."""
    if merged:
        by_name = {f"  {kind.ir_dump_name()}": c for kind, c in manager.counts_by_pass().items()}
        return _statistics_table(sorted(by_name.items(), key=lambda entry: entry[0]))
    return _statistics_table(
        (indent + step.ir_dump_name(), manager.counts_of(step))
        if isinstance(step, Pass)
        else (f"{indent}'{step.anchor}' Pipeline", {})
        for indent, step in manager.nested_steps()
    )


def _header(title: str) -> list[str]:
    """Return the lines above one of mlir-opt's reports."""
    rule = f"==={'-' * 73}==="
    return [rule, " " * ((80 - len(title)) // 2) + title, rule]


def _line(spent: float, total: float, name: str) -> str:
    return f"  {spent:8.4f} ({100 * spent / total:5.1f}%)  {name}"


def _statistics_table(entries: Iterable[tuple[str, Mapping[Statistic, int]]]) -> str:
    """Return the table of `--mlir-pass-statistics`; names may be indented."""
    lines = _header("... Pass statistics report ...")
    for name, counts in entries:
        indent = " " * (len(name) - len(name.lstrip()) + 2)
        lines += [name, *(indent + line for line in _count_lines(counts))]
    return "\n".join([*lines, ""])


def _count_lines(counts: Mapping[Statistic, int]) -> list[str]:
    """Return a line for each count, by name, in mlir-opt's wording."""
    value_width = max((len(str(number)) for number in counts.values()), default=0)
    name_width = max((len(statistic.name) for statistic in counts), default=0)
    return [
        f"(S) {counts[statistic]:>{value_width}} {statistic.name:<{name_width}} - "
        f"{statistic.description}"
        for statistic in sorted(counts, key=lambda statistic: statistic.name)
    ]
