"""`--buffer-statistics`: the numbers before the passes and after each of them."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, field

from bufferize.interfaces import FunctionOpInterface
from bufferize.ir import Operation
from bufferize.passes import Pass, PassInstrumentation, Summary
from bufferize_buffers.statistics.forms import (
    Step,
    as_json,
    not_counted_line,
    steps_as_json,
    summary_line,
    table_of,
)
from bufferize_buffers.statistics.module import buffer_statistics

_WIDTH = 10_000
"""A table is as wide as it is: what is cut off cannot be compared."""


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
    steps: list[Step] = field(default_factory=list, init=False)
    """What is known so far."""
    _last: Operation | None = field(default=None, init=False, repr=False)
    _running: list[str] = field(default_factory=list, init=False, repr=False)
    """The passes that have begun and not ended, each a part of the one before."""

    def run_before_pass(self, step: Pass, op: Operation) -> None:
        if op is not self._last:
            self._note(None, op)
        self._last = op
        self._running.append(step.name)

    def run_after_pass(self, step: Pass, op: Operation, succeeded: bool) -> None:
        self._running.pop()
        if succeeded:
            self._note(step.name, op)

    def _note(self, pass_name: str | None, op: Operation) -> None:
        where = op.name
        if isinstance(op, FunctionOpInterface):
            where = f"@{op.symbol_name}"
        within = self._running[-1] if self._running else None
        self.steps.append(Step(pass_name, within, where, buffer_statistics(op, verify=False)))

    def report(self, file: str) -> str:
        return self._as_json(file) if self.json else self._as_table(file)

    @property
    def report_path(self) -> str | None:
        return self.output

    def _as_json(self, file: str) -> str:
        return json.dumps(steps_as_json(file, self.steps), indent=2)

    def _as_table(self, file: str) -> str:
        if not self.steps:  # nothing could be run
            return ""
        # Imported here: JSON does not need it.
        from rich.console import Console

        text = io.StringIO()
        Console(file=text, width=_WIDTH).print(table_of(file, self.steps, self.functions))
        lines = [line.rstrip() for line in text.getvalue().splitlines()]
        if self.steps and self.steps[-1].statistics.total.not_counted:
            lines.append(not_counted_line(self.steps[-1].statistics.total))
        return "\n".join(lines)

    @classmethod
    def summary(cls, op: Operation) -> Summary:
        statistics = buffer_statistics(op, verify=False)
        return Summary(summary_line(statistics), as_json(statistics))
