"""The progress of long searches: a bar, the lowest plan so far, and the bound."""

from __future__ import annotations

import threading
from types import TracebackType
from typing import Final

from bufferize.plugins import ProgressLine
from bufferize_planner.buffers import Budget

_PERIOD: Final = 0.2
"""The seconds between two looks at the search."""
_WIDTH: Final = 20
"""The characters of the bar."""


class SearchProgress:
    """A context manager that says on the line of progress how far the search in a budget is."""

    def __init__(self, budget: Budget, line: ProgressLine, period: float = _PERIOD) -> None:
        self._budget = budget
        self._line = line
        self._period = period
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> SearchProgress:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(self._period):
            self._line.say(progress_text(self._budget))


def progress_text(budget: Budget) -> str:
    """Return a bar that shows which part of a budget is used, and what was found so far."""
    done = round(_WIDTH * (1 - budget.left))
    bar = "━" * done + "┄" * (_WIDTH - done)
    if budget.found is None:
        return f"{bar} searching for a plan"
    height, bound = budget.found()
    return f"{bar} best so far: {height:,} bytes; lower bound: {bound:,}"
