"""The texts that are open in the editor, each analyzed after a pause in typing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Final

from bufferize_lsp.findings import Findings, Request
from bufferize_lsp.settings import Settings

_PAUSE: Final = 0.25
"""The number of seconds without a change after which a text is analyzed."""
_MANY: Final = 10_000
_LONG: Final = 120.0
"""The number of trials and of seconds when the user asks to try more changes."""

Ask = Callable[[Request], Awaitable[Findings]]
Publish = Callable[["Document"], None]


@dataclass
class Text:
    """One version of the text of an open file."""

    source: str
    version: int | None


class Document:
    """An open text, and the findings about its present version."""

    def __init__(
        self, uri: str, name: str, ask: Ask, publish: Publish, report: Callable[[Exception], None]
    ) -> None:
        self.uri = uri
        self.name = name
        """The name of the text in messages."""
        self.text = Text("", None)
        self.findings: Findings | None = None
        """The findings; None until the first answer for this version."""
        self._ask = ask
        self._publish = publish
        self._report = report
        self._known = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def change(self, text: Text, settings: Settings, pause: float = _PAUSE) -> None:
        """Set a new text, and analyze it after a pause unless it changes again."""
        self.cancel()
        self.text = text
        self.findings = None
        self._known = asyncio.Event()
        self._start(self._analyze(settings, pause))

    def try_more(self, settings: Settings) -> None:
        """Try all changes that may help, however long it takes."""
        self.cancel()
        self._start(self._find(settings, _MANY, _LONG))

    def _start(self, work: Coroutine[None, None, None]) -> None:
        async def guarded() -> None:
            try:
                await work
            except Exception as problem:  # the next change is analyzed again
                self._known.set()
                self._report(problem)

        self._task = asyncio.ensure_future(guarded())

    def cancel(self) -> None:
        """Stop the analysis."""
        if self._task is not None:
            self._task.cancel()
        self._known.set()

    async def known(self) -> Findings | None:
        """Wait for the findings about the present version.

        Return None if the text changes meanwhile.
        """
        text, known = self.text, self._known
        await known.wait()
        return self.findings if text is self.text else None

    async def _analyze(self, settings: Settings, pause: float) -> None:
        await asyncio.sleep(pause)
        await self._find(settings, 0)
        found = self.findings
        if settings.trials and found is not None and (found.copies or found.is_refused):
            await self._find(settings, settings.trials)

    async def _find(
        self, settings: Settings, trials: int, seconds: float = Request.seconds
    ) -> None:
        request = Request(self.text.source, self.name, settings, trials, seconds)
        found = await self._ask(request)
        if trials and not found.copies and self.findings is not None:
            # The trials failed; findings without them stay.
            found = replace(self.findings, problems=found.problems)
        self.findings = found
        self._known.set()
        self._publish(self)
