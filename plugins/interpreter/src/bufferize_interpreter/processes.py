"""Processes of other tools and of native programs, with limits of time, output and memory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import IO, Final, NamedTuple

if sys.platform == "linux":
    import resource

_CHUNK: Final = 2**16
_GRACE: Final = 2.0
"""The seconds in which what a process has printed is read after it was killed."""


class ProcessLimits(NamedTuple):
    """The limits of a process that is started."""

    seconds: float | None = 60
    """The time that it may take; None for any time."""
    output: int = 2**26
    """The number of bytes that it may print."""
    bytes: int = 2**33
    """The number of bytes of memory that it may take, where the system can limit that (Linux)."""


DEFAULT_PROCESS_LIMITS: Final = ProcessLimits()


class Finished(NamedTuple):
    """The results of a process that has ended by itself."""

    status: int
    """The exit status; negative if a signal ended the process."""
    stdout: str
    stderr: str


class LimitExceeded(Exception):
    """The error that a process exceeded a limit and was killed."""

    def __init__(self, problem: str, stdout: str) -> None:
        super().__init__(problem)
        self.problem = problem
        """A predicate, such as "printed more than 100 bytes"."""
        self.stdout = stdout
        """The text that it had printed."""


def run_process(
    command: Sequence[str],
    given: str,
    limits: ProcessLimits = DEFAULT_PROCESS_LIMITS,
    environment: Mapping[str, str] | None = None,
) -> Finished:
    """Run `command` with `given` as its input, and `environment` added to the variables.

    Whatever it started is killed when it ends, unless that has left its session. Raises
    LimitExceeded, and OSError if it cannot be started.
    """
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **(environment or {})},
        start_new_session=True,
    )
    try:
        _limit_memory(process, limits.bytes)
        return _finished(process, given, limits)
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _finished(process: subprocess.Popen[bytes], given: str, limits: ProcessLimits) -> Finished:
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    out, err = (_Collector(s, limits.output, process) for s in (process.stdout, process.stderr))
    writer = threading.Thread(target=_write, args=(process.stdin, given), daemon=True)
    threads = (writer, out, err)
    for thread in threads:
        thread.start()
    problem = ""
    end = None if limits.seconds is None else monotonic() + limits.seconds
    try:
        process.wait(limits.seconds)
    except subprocess.TimeoutExpired:
        problem = f"did not come to an end within {limits.seconds} seconds"
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)  # what holds the pipes open
    if end is not None:
        end = max(end, monotonic() + _GRACE)
    for thread in threads:
        thread.join(None if end is None else max(0.0, end - monotonic()))
    if not problem and any(thread.is_alive() for thread in threads):
        problem = f"left a process that did not come to an end within {limits.seconds} seconds"
    if out.is_too_long or err.is_too_long:
        problem = f"printed more than {limits.output} bytes"
    if problem:
        raise LimitExceeded(problem, out.text)
    return Finished(process.returncode, out.text, err.text)


def _write(stream: IO[bytes], given: str) -> None:
    with suppress(OSError), stream:  # the process need not read it all
        stream.write(given.encode("utf-8", "surrogateescape"))


class _Collector(threading.Thread):
    """The reader of one output of a process, which it kills if that is too long."""

    def __init__(self, stream: IO[bytes], limit: int, process: subprocess.Popen[bytes]) -> None:
        super().__init__(daemon=True)
        self._stream = stream
        self._limit = limit
        self._process = process
        self._data = bytearray()
        self.is_too_long = False

    def run(self) -> None:
        with self._stream as stream:
            while chunk := os.read(stream.fileno(), _CHUNK):
                self._data += chunk
                if len(self._data) > self._limit:
                    self.is_too_long = True
                    self._process.kill()
                    return

    @property
    def text(self) -> str:
        """The text read so far, within the limit."""
        return self._data[: self._limit].decode("utf-8", "replace")


def _limit_memory(process: subprocess.Popen[bytes], count: int) -> None:
    if sys.platform == "linux":  # no other system limits a process that runs
        with suppress(ProcessLookupError, PermissionError, ValueError, OSError):
            resource.prlimit(process.pid, resource.RLIMIT_DATA, (count, count))
