"""The search over many seeds, in several processes."""

from __future__ import annotations

import gc
import multiprocessing
import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tests.random_programs.search import Batch, Bufferizer, Tally, search

BATCH = 40
"""The number of programs that are run together."""
_BATCHES = 25
"""The number of batches after which a process is replaced, since types and attributes stay in
memory."""


@dataclass(frozen=True)
class Done:
    """A batch that has been judged, and its processor time."""

    batch: Batch
    tally: Tally
    seconds: float


_bufferizer: Bufferizer | None = None


def judge(batch: Batch) -> Done:
    """Judge one batch, in any process."""
    global _bufferizer
    if _bufferizer is None:
        _bufferizer = Bufferizer()
        gc.disable()
    before = _processor_seconds()
    tally = search(batch, _bufferizer)
    gc.collect()  # programs are dropped as a whole
    gc.freeze()  # what is left stays, as types and compiled patterns do: nobody need look at it again
    return Done(batch, tally, _processor_seconds() - before)


def _processor_seconds() -> float:
    """Return the processor seconds of this process, and of those that it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def campaign(whole: Batch, jobs: int, seconds: float | None = None) -> Iterator[Done]:
    """Judge the programs of all seeds, batch by batch in order, until time is up."""
    end = None if seconds is None else time.monotonic() + seconds
    seeds = whole.seeds
    batches = (replace(whole, seeds=seeds[i : i + BATCH]) for i in range(0, len(seeds), BATCH))
    if jobs == 1:
        for batch in batches:
            yield judge(batch)
            if end is not None and time.monotonic() > end:
                return
        return
    with multiprocessing.get_context("fork").Pool(jobs, maxtasksperchild=_BATCHES) as pool:
        for done in pool.imap(judge, _while_time(batches, end)):
            yield done
            if end is not None and time.monotonic() > end:
                return


def _while_time(batches: Iterator[Batch], end: float | None) -> Iterator[Batch]:
    for batch in batches:
        if end is not None and time.monotonic() > end:
            return
        yield batch
