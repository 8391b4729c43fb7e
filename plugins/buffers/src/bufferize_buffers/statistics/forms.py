"""Statistics as a table, in one line, and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from bufferize_buffers.statistics.module import BufferStatistics
from bufferize_buffers.statistics.quantity import ZERO, Quantity
from bufferize_buffers.statistics.walk import FunctionUsage

if TYPE_CHECKING:
    from rich.table import Table

VERSION: Final = 1
"""Goes up when what was there changes its meaning, not when something is added."""
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
"""The numbers of a function, and how the table calls them."""


class Step(NamedTuple):
    """A program before or after a pass."""

    pass_name: str | None
    """None: before the first pass."""
    within: str | None
    """The pass that this one is a part of, if it is."""
    where: str
    """What the pass ran on."""
    statistics: BufferStatistics


def numbers(usage: FunctionUsage) -> dict[str, Quantity]:
    """What is known of a function, by name."""
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
    """All numbers, as the part `statistics` of buffer_statistics.schema.json describes them."""
    return {
        "total": _usage_as_json(statistics.total),
        "global_bytes": _number(statistics.global_bytes),
        "functions": [
            {"name": name, **_usage_as_json(usage)} for name, usage in statistics.functions
        ],
    }


def steps_as_json(file: str, steps: Sequence[Step]) -> dict[str, Any]:
    """The numbers of each step, as buffer_statistics.schema.json describes them."""
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
    """The whole in one line."""
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
    """The operations of which it is not known what they allocate, in one line."""
    return "not counted: " + ", ".join(f"{n} x {name}" for name, n in usage.not_counted.items())


def table_of(file: str, steps: Sequence[Step], functions: bool) -> Table:
    """A row for each step, and one for each function if `functions`.

    Where a number is known and differs from that of the row before, the difference is shown.
    """
    # Imported here: only what is shown as a table needs it.
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
