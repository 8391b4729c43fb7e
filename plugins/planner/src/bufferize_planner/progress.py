"""The progress of long searches: a bar with the lowest plan so far and the bound."""

from __future__ import annotations

import sys
import threading
from types import TracebackType
from typing import TYPE_CHECKING, Final

from bufferize_planner.buffers import Budget
from bufferize_tools.terminal import is_terminal

if TYPE_CHECKING:
    from rich.console import Console

_PATIENCE: Final = 2.0
"""The seconds before the bar is shown."""
_PERIOD: Final = 0.2
"""The seconds between two looks at the search."""


class SearchProgress:
    """A context manager that shows how far the search in a budget is, if it takes long.

    It shows nothing if stderr is not a terminal, unless it is given a console.
    """

    def __init__(
        self, budget: Budget, console: Console | None = None, patience: float = _PATIENCE
    ) -> None:
        self._budget = budget
        self._console = console
        self._patience = patience
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> SearchProgress:
        if self._console is not None or is_terminal(sys.stderr):
            self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join()

    def _watch(self) -> None:
        if self._ended.wait(self._patience):
            return
        # Imported here because only long searches at a terminal need the library.
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        text = TextColumn("{task.description}", markup=False)
        console = self._console or Console(stderr=True)
        with Progress(
            BarColumn(), TimeElapsedColumn(), text, console=console, transient=True
        ) as bar:
            task = bar.add_task("", total=1.0)
            is_last = False
            while not is_last:
                done = 1 - self._budget.left
                bar.update(task, completed=done, description=self._text(), refresh=True)
                is_last = self._ended.wait(_PERIOD)

    def _text(self) -> str:
        if self._budget.found is None:
            return "searching for a plan"
        height, bound = self._budget.found()
        return f"best so far: {height:,} bytes; lower bound: {bound:,}"
