"""`--buffer-statistics`: statistics before and after each pass, as a table, in one line, and as JSON."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bufferize import ir
from bufferize.interfaces import FunctionOpInterface
from bufferize.passes import Pass, PassInstrumentation, Summary
from bufferize_buffers.statistics.module import BufferStatistics, buffer_statistics
from bufferize_buffers.statistics.quantity import ZERO, Quantity
from bufferize_buffers.statistics.walk import FunctionUsage

if TYPE_CHECKING:
    from rich.table import Table

VERSION: Final = 1
"""The version of the JSON, which changes if the meaning of a field changes."""
_NAMES: Final = {
    "allocations": "allocations",
    "allocated_bytes": "bytes",
    "copies": "copies",
    "copied_bytes": "bytes copied",
    "peak_bytes": "peak bytes",
    "leaked_bytes": "leaked",
    "returned_bytes": "returned",
    "stack_bytes": "stack",
}
"""The names of a function's numbers, and their titles in the table."""


class PassStatistics(NamedTuple):
    """The statistics of a program before or after a pass."""

    pass_name: str | None
    """The pass that has run; None before the first one."""
    within: str | None
    """The pass that contains this one, such as a pipeline."""
    where: str
    """The operation that the pass ran on."""
    statistics: BufferStatistics


def numbers(usage: FunctionUsage) -> dict[str, Quantity]:
    """Return the numbers of a function, by name."""
    returned = sum(usage.returned.values(), start=ZERO)
    counts = usage.usage
    return {
        "allocations": counts.allocations,
        "allocated_bytes": counts.allocated_bytes,
        "copies": counts.copies,
        "copied_bytes": counts.copied_bytes,
        "peak_bytes": usage.peak,
        "leaked_bytes": usage.leaked,
        "returned_bytes": returned,
        "stack_bytes": usage.stack_peak,
    }


def as_json(statistics: BufferStatistics) -> dict[str, Any]:
    """Return all numbers as JSON, by the part `statistics` of buffer_statistics.schema.json."""
    return {
        "total": _usage_as_json(statistics.total),
        "global_bytes": _number(statistics.global_bytes),
        "functions": [
            {"name": name, **_usage_as_json(usage)} for name, usage in statistics.functions
        ],
    }


def steps_as_json(file: str, steps: Sequence[PassStatistics]) -> dict[str, Any]:
    """Return the numbers of each step as JSON, by buffer_statistics.schema.json."""
    return {
        "version": VERSION,
        "file": file,
        "steps": [
            {
                "pass": step.pass_name,
                "within": step.within,
                "on": step.where,
                **as_json(step.statistics),
            }
            for step in steps
        ],
    }


def summary_line(statistics: BufferStatistics) -> str:
    """Return the total in one line."""
    total = statistics.total
    counts = total.usage
    parts = [
        f"allocations: {counts.allocations} ({counts.allocated_bytes} bytes)",
        f"copies: {counts.copies} ({counts.copied_bytes} bytes)",
        f"at most in use: {total.peak} bytes",
    ]
    if total.leaked != ZERO:
        parts.append(f"never freed: {total.leaked} bytes")
    if total.not_counted:
        parts.append(not_counted_line(total))
    return "; ".join(parts)


def not_counted_line(usage: FunctionUsage) -> str:
    """Return in one line the operations whose allocations are unknown."""
    return "not counted: " + ", ".join(f"{n} x {name}" for name, n in usage.not_counted.items())


def table_of(file: str, steps: Sequence[PassStatistics], functions: bool) -> Table:
    """Return a table with a row for each step and, if `functions`, one for each function.

    Where a number differs from that of the previous step and the difference is known, it is shown.
    """
    # Imported here because only the table needs it.
    from rich.table import Table
    from rich.text import Text

    table = Table(title=f"Buffers of {file}", title_justify="left", box=None)
    table.add_column("")
    for title in _NAMES.values():
        table.add_column(title, justify="right")
    before: dict[str, dict[str, Quantity]] = {}
    for step in steps:
        label = "(before)" if step.pass_name is None else step.pass_name
        if step.within is not None:
            label = f"  {label}"
        if step.where != "builtin.module":
            label += f" on {step.where}"
        own = [(label, "", step.statistics.total)]
        if functions:
            own += [(f"  @{name}", name, usage) for name, usage in step.statistics.functions]
        for text, key, usage in own:
            found = numbers(usage)
            known = {} if step.pass_name is None else before.get(key, {})
            cells = [_cell(found[name], known.get(name)) for name in _NAMES]
            before[key] = found
            table.add_row(*map(Text, [text, *cells]))  # a name is no markup
    return table


def _cell(quantity: Quantity, before: Quantity | None) -> str:
    text = str(quantity)
    if before is None or text == str(before):  # unknowns of two programs are never identical
        return text
    difference = (quantity - before).number
    return f"{text} (changed)" if difference is None else f"{text} ({difference:+})"


def _usage_as_json(usage: FunctionUsage) -> dict[str, Any]:
    return {
        **{name: _number(quantity) for name, quantity in numbers(usage).items()},
        "not_counted": dict(usage.not_counted),
    }


def _number(quantity: Quantity) -> int | str:
    number = quantity.number
    return str(quantity) if number is None else number


_WIDTH = 10_000
"""The width of the console: wide enough that no row is cut off."""


@dataclass
class BufferStatisticsInstrumentation(PassInstrumentation):
    """Prints what a program allocates, copies and has in use at once, before and after each pass.

    It goes to stderr, or as JSON to a file.
    """

    name = "buffer-statistics"
    functions: bool = False
    """Whether the table has a row for each function, too."""
    json: bool = False
    """Whether it is JSON instead of a table."""
    output: str | None = None
    """The file to write to instead of stderr."""
    steps: list[PassStatistics] = field(default_factory=list, init=False)
    """The statistics so far."""
    _last: ir.Operation | None = field(default=None, init=False, repr=False)
    _running: list[str] = field(default_factory=list, init=False, repr=False)
    """The passes that have started and not ended, each contained in the one before."""

    def run_before_pass(self, step: Pass, op: ir.Operation) -> None:
        if op is not self._last:
            self._note(None, op)
        self._last = op
        self._running.append(step.name)

    def run_after_pass(self, step: Pass, op: ir.Operation, succeeded: bool) -> None:
        self._running.pop()
        if succeeded:
            self._note(step.name, op)

    def _note(self, pass_name: str | None, op: ir.Operation) -> None:
        where = op.name
        if isinstance(op, FunctionOpInterface):
            where = f"@{op.symbol_name}"
        within = self._running[-1] if self._running else None
        self.steps.append(
            PassStatistics(pass_name, within, where, buffer_statistics(op, verify=False))
        )

    def report(self, file: str) -> str:
        return self._as_json(file) if self.json else self._as_table(file)

    @property
    def report_path(self) -> str | None:
        return self.output

    def _as_json(self, file: str) -> str:
        return json.dumps(steps_as_json(file, self.steps), indent=2)

    def _as_table(self, file: str) -> str:
        if not self.steps:  # no pass could run
            return ""
        # Imported here because JSON does not need it.
        from rich.console import Console

        text = io.StringIO()
        Console(file=text, width=_WIDTH).print(table_of(file, self.steps, self.functions))
        lines = [line.rstrip() for line in text.getvalue().splitlines()]
        if self.steps and self.steps[-1].statistics.total.not_counted:
            lines.append(not_counted_line(self.steps[-1].statistics.total))
        return "\n".join(lines)

    @classmethod
    def summary(cls, op: ir.Operation) -> Summary:
        statistics = buffer_statistics(op, verify=False)
        return Summary(summary_line(statistics), as_json(statistics))
