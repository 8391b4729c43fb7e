"""The processes that analyse. One that works on what nobody wants any more is ended."""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Any, Final, overload

from bufferize_lsp.findings import Findings, Request
from bufferize_lsp.messages import LENGTH_BYTES, framed, length_of
from bufferize_lsp.settings import Settings

_GRACE: Final = 0.2
"""Seconds that a process has to finish what nobody wants any more: most texts take less, and a new
process takes longer to start."""
_MOST_AT_ONCE: Final = max(2, min(4, os.cpu_count() or 2))


class WorkerDied(Exception):
    """A process ended before it answered."""


class _Worker:
    """One process, which starts while others work."""

    def __init__(self) -> None:
        command = (sys.executable, "-m", "bufferize_lsp.worker")
        start = asyncio.create_subprocess_exec(*command, stdin=PIPE, stdout=PIPE)
        self._starting = asyncio.ensure_future(start)

    async def ask(self, request: object) -> Any:
        process = await asyncio.shield(self._starting)
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(framed(request))
            await process.stdin.drain()
            length = length_of(await process.stdout.readexactly(LENGTH_BYTES))
            return pickle.loads(await process.stdout.readexactly(length))
        except (asyncio.IncompleteReadError, ConnectionError):
            status = await process.wait()
            how = f"status {status}" if status >= 0 else f"signal {-status}"
            raise WorkerDied(f"the process that analyses ended with {how}") from None

    async def end(self) -> None:
        """Ends the process, whatever it does."""
        process: Process = await self._starting
        if process.returncode is None:
            process.kill()
        await process.wait()

    def kill(self) -> None:
        """Ends the process where nothing can be awaited."""
        starting = self._starting
        if starting.done() and not starting.cancelled() and starting.exception() is None:
            with suppress(ProcessLookupError):
                starting.result().kill()


class Workers:
    """As many processes as there may be at once; those that are idle wait for the next request."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(_MOST_AT_ONCE)
        self._idle = [_Worker()]
        self._all = set(self._idle)
        self._tasks: set[asyncio.Task[Any]] = set()

    @overload
    async def ask(self, request: Request) -> Findings: ...
    @overload
    async def ask(self, request: Settings) -> str: ...
    async def ask(self, request: Request | Settings) -> Any:
        """The answer to a request, which may be cancelled. Raises WorkerDied."""
        await self._free.acquire()
        unwanted = asyncio.Event()
        task = asyncio.ensure_future(self._serve(request, unwanted))
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            unwanted.set()
            raise

    async def _serve(self, request: Request | Settings, unwanted: asyncio.Event) -> Any:
        """The answer of a process, which is ended if it takes long and nobody wants it."""
        worker = self._idle.pop() if self._idle else self._new()
        work = asyncio.ensure_future(worker.ask(request))
        gone = asyncio.ensure_future(unwanted.wait())
        await asyncio.wait([work, gone], return_when=asyncio.FIRST_COMPLETED)
        gone.cancel()
        await asyncio.wait([work], timeout=_GRACE)
        if work.done() and work.exception() is None:
            self._idle.append(worker)
            return work.result()
        self._all.discard(worker)
        self._idle.append(self._new())  # it is there when the next request comes
        if not work.done():
            work.cancel()
            await worker.end()
            return None
        return work.result()

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._free.release()
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever wants the answer is told

    async def close(self) -> None:
        """Ends all processes."""
        await asyncio.gather(*(worker.end() for worker in self._all))

    def kill(self) -> None:
        """Ends all processes at once, after the event loop has ended."""
        for worker in self._all:
            worker.kill()

    def _new(self) -> _Worker:
        worker = _Worker()
        self._all.add(worker)
        return worker
