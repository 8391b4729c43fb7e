"""Worker processes: each runs many mutants, and is replaced if it dies or hangs."""

from __future__ import annotations

import multiprocessing
import resource
import signal
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

from bufferize.plugins import Context
from tests.fuzz.mutants import Maker, Mutant, Outcome, judge, new_context

_FORK = multiprocessing.get_context("fork")
_BATCH = 2000
"""The number of mutants after which a worker is replaced, since types and attributes stay in
memory."""

_PATIENCE = 30
"""The wall time allowed per second of processor time, for busy machines."""


@dataclass(frozen=True)
class Limits:
    """The limits of one mutant: processor time, and address space."""

    seconds: float = 10
    bytes: int = 2 << 30


@dataclass(frozen=True)
class Judged:
    """A mutant's outcome, its time, and the peak memory of its process so far."""

    number: int
    outcome: Outcome
    seconds: float
    bytes: int


@dataclass
class _Worker:
    numbers: Sequence[int]
    connection: Connection
    process: BaseProcess
    done: int = 0
    since: float = 0.0


def judge_all(maker: Maker, numbers: Sequence[int], jobs: int, limits: Limits) -> Iterator[Judged]:
    """Run the mutants with these numbers in `jobs` processes, and yield outcomes in any order."""
    batches = [list(numbers[i : i + _BATCH]) for i in range(0, len(numbers), _BATCH)]
    if len(batches) < jobs:
        batches = [list(numbers[i::jobs]) for i in range(jobs)]
    batches.reverse()
    running: list[_Worker] = []
    while batches or running:
        while batches and len(running) < jobs:
            running.append(_start(maker, batches.pop(), limits))
        wait([worker.connection for worker in running], timeout=0.5)
        for worker in list(running):
            yield from _received(worker)
            if worker.done == len(worker.numbers):
                running.remove(worker)
                worker.process.join()
                continue
            seconds = time.monotonic() - worker.since
            failure = None
            if not worker.process.is_alive():
                yield from _received(worker)  # what it said last
                if worker.done < len(worker.numbers):
                    failure = _death(worker.process, limits)
            elif seconds > _PATIENCE * limits.seconds:
                worker.process.kill()
                failure = Outcome("does nothing any more")
            if failure is not None:
                worker.process.join()
                running.remove(worker)
                yield Judged(worker.numbers[worker.done], failure, seconds, 0)
                rest = list(worker.numbers[worker.done + 1 :])
                if rest:
                    batches.append(rest)


def _received(worker: _Worker) -> Iterator[Judged]:
    try:
        while worker.done < len(worker.numbers) and worker.connection.poll():
            yield worker.connection.recv()
            worker.done += 1
            worker.since = time.monotonic()
    except EOFError:
        pass


def _start(maker: Maker, numbers: Sequence[int], limits: Limits) -> _Worker:
    ours, theirs = _FORK.Pipe(duplex=False)
    process = _FORK.Process(target=_work, args=(maker, numbers, limits, ours, theirs), daemon=True)
    process.start()
    theirs.close()
    return _Worker(numbers, ours, process, since=time.monotonic())


def _work(
    maker: Maker,
    numbers: Sequence[int],
    limits: Limits,
    parents: Connection,
    connection: Connection,
) -> None:
    parents.close()  # so that sending fails, and ends the worker, when the parent is gone
    context = new_context()
    for number in numbers:
        _limit(limits)
        mutant = maker.mutant(number, context)
        start = time.process_time()
        outcome = judge(mutant, context)
        seconds = time.process_time() - start
        connection.send(Judged(number, outcome, seconds, _peak()))


def _limit(limits: Limits) -> None:
    """Limit the resources of this process from now on."""
    resource.setrlimit(resource.RLIMIT_AS, (limits.bytes, limits.bytes))
    # The signal ends the process whatever it does, be it in a regular expression.
    signal.setitimer(signal.ITIMER_PROF, limits.seconds)


def _death(process: BaseProcess, limits: Limits) -> Outcome:
    process.join()
    if process.exitcode == -signal.SIGPROF:
        return Outcome(f"took more than {limits.seconds:g} s")
    return Outcome(f"died with status {process.exitcode}")


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def judge_guarded(mutant: Mutant, limits: Limits, context: Context) -> Outcome:
    """Return the outcome of one mutant, run in a process of its own."""

    def work(connection: Connection) -> None:
        _limit(limits)
        connection.send(judge(mutant, context))

    ours, theirs = _FORK.Pipe(duplex=False)
    process = _FORK.Process(target=work, args=(theirs,), daemon=True)
    process.start()
    theirs.close()
    try:
        if not ours.poll(_PATIENCE * limits.seconds):
            return Outcome("does nothing any more")
        outcome = ours.recv()
        assert isinstance(outcome, Outcome)
        return outcome
    except EOFError:
        return _death(process, limits)
    finally:
        process.kill()
        process.join()
