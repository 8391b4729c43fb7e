"""The texts that are open in the editor: each is analysed once it has not changed for a moment."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Final

from bufferize_lsp.findings import Findings, Request
from bufferize_lsp.settings import Settings

_PAUSE: Final = 0.25
"""Seconds without a change after which a text is analysed."""
_MANY: Final = 10_000
_LONG: Final = 120.0
"""How many trials, and how many seconds of them, there are for who asks for more."""

Ask = Callable[[Request], Awaitable[Findings]]
Publish = Callable[["Document"], None]


@dataclass
class Text:
    """One version of a text."""

    source: str
    version: int | None


class Document:
    """A text that is open, and what is known of the version that it is at."""

    def __init__(
        self, uri: str, name: str, ask: Ask, publish: Publish, report: Callable[[Exception], None]
    ) -> None:
        self.uri = uri
        self.name = name
        """How messages call it."""
        self.text = Text("", None)
        self.findings: Findings | None = None
        """None until the first answer for this version."""
        self._ask = ask
        self._publish = publish
        self._report = report
        self._known = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def change(self, text: Text, settings: Settings, pause: float = _PAUSE) -> None:
        """Analyse it anew, after a pause, as far as nothing changes again."""
        self.cancel()
        self.text = text
        self.findings = None
        self._known = asyncio.Event()
        self._start(self._analyse(settings, pause))

    def try_more(self, settings: Settings) -> None:
        """Try all that may help, though that takes long."""
        self.cancel()
        self._start(self._find(settings, _MANY, _LONG))

    def _start(self, work: Coroutine[None, None, None]) -> None:
        async def guarded() -> None:
            try:
                await work
            except Exception as problem:  # the next change gets another chance
                self._known.set()
                self._report(problem)

        self._task = asyncio.ensure_future(guarded())

    def cancel(self) -> None:
        """Analyse it no more."""
        if self._task is not None:
            self._task.cancel()
        self._known.set()

    async def known(self) -> Findings | None:
        """What is found out about the present version; None if there is a newer one by then."""
        text, known = self.text, self._known
        await known.wait()
        return self.findings if text is self.text else None

    async def _analyse(self, settings: Settings, pause: float) -> None:
        await asyncio.sleep(pause)
        await self._find(settings, 0)
        if settings.trials and self.findings is not None and self.findings.copies:
            await self._find(settings, settings.trials)

    async def _find(
        self, settings: Settings, trials: int, seconds: float = Request.seconds
    ) -> None:
        request = Request(self.text.source, self.name, settings, trials, seconds)
        found = await self._ask(request)
        if trials and not found.copies and self.findings is not None:
            # To try failed; what is known without that stays.
            found = replace(self.findings, problems=found.problems)
        self.findings = found
        self._known.set()
        self._publish(self)
