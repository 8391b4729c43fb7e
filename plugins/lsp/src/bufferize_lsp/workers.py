"""Processes that analyze texts, each `python -m bufferize_lsp.workers`, and their pool."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from typing import Any, Final, overload

from bufferize.diagnostics import DiagnosticError
from bufferize_lsp.findings import LENGTH_BYTES, Findings, Request, framed, length_of
from bufferize_lsp.settings import Settings

_GRACE: Final = 0.2
"""The number of seconds that a process gets to finish an unwanted answer.

Most answers take less, and starting a new process takes longer.
"""
_MOST_AT_ONCE: Final = max(2, min(4, os.cpu_count() or 2))


class WorkerDied(Exception):
    """The error that a process ended before it answered."""


class _Worker:
    """One process, which is started without waiting for it."""

    def __init__(self) -> None:
        command = (sys.executable, "-m", "bufferize_lsp.workers")
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
            raise WorkerDied(f"the process that analyzes ended with {how}") from None

    async def end(self) -> None:
        """Kill the process."""
        process: Process = await self._starting
        if process.returncode is None:
            process.kill()
        await process.wait()

    def kill(self) -> None:
        """Kill the process without waiting, if it has started."""
        starting = self._starting
        if starting.done() and not starting.cancelled() and starting.exception() is None:
            with suppress(ProcessLookupError):
                starting.result().kill()


class Workers:
    """A pool of processes; idle ones wait for the next request."""

    def __init__(self) -> None:
        self._free = asyncio.Semaphore(_MOST_AT_ONCE)
        self._idle = [_Worker()]
        self._all = set(self._idle)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._is_closed = False

    @overload
    async def ask(self, request: Request) -> Findings: ...
    @overload
    async def ask(self, request: Settings) -> str: ...
    async def ask(self, request: Request | Settings) -> Any:
        """Return the answer to a request; the task may be cancelled. Raises WorkerDied."""
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
        """Return the answer of a process.

        Kill the process if it takes long and the answer is not wanted.
        """
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
        if not self._is_closed:
            self._idle.append(self._new())  # it starts before the next request comes
        if not work.done():
            work.cancel()
            await worker.end()
            return None
        return work.result()

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._free.release()
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # retrieved; the caller of `ask` gets it, too

    def kill(self) -> None:
        """Kill all processes without waiting; one that is still starting ends with its input."""
        self._is_closed = True
        for worker in self._all:
            worker.kill()

    def _new(self) -> _Worker:
        worker = _Worker()
        self._all.add(worker)
        return worker


def answer(request: Request | Settings) -> Findings | str:
    """Return the findings about a text or, for settings, the problem with them."""
    from bufferize_lsp.analysis import analyze_text  # only the processes need it, not the server

    if isinstance(request, Request):
        return analyze_text(request)
    try:
        request.pipeline(request.context())
    except DiagnosticError as problem:
        return str(problem)
    return ""


def main() -> None:
    """Answer requests from stdin on stdout; output of plugins goes to stderr."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # ends without a traceback
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.dup2(2, 1)
    try:
        while length := requests.read(LENGTH_BYTES):
            found = answer(pickle.loads(requests.read(length_of(length))))
            answers.write(framed(found))
            answers.flush()
    except BrokenPipeError:  # the server has gone
        pass


if __name__ == "__main__":
    main()
