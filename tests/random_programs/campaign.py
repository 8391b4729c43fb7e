"""A search over many seeds, in several processes."""

from __future__ import annotations

import multiprocessing
import resource
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tests.random_programs.search import Bufferizer, Tally, search

BATCH = 40
"""How many programs are run together."""
_BATCHES = 25
"""After so many of them a process is replaced, since types and attributes are kept for ever."""


@dataclass(frozen=True)
class Batch:
    """The programs of some seeds, and how they are judged."""

    seeds: range
    features: Sequence[str]
    variants: int


@dataclass(frozen=True)
class Done:
    """A batch that has been judged, and the processor time that it took."""

    batch: Batch
    tally: Tally
    seconds: float


_bufferizer: Bufferizer | None = None


def judge(batch: Batch) -> Done:
    """Judges one batch, in whichever process this is."""
    global _bufferizer
    if _bufferizer is None:
        _bufferizer = Bufferizer()
    before = _processor_seconds()
    tally = search(batch.seeds, batch.features, batch.variants, _bufferizer)
    return Done(batch, tally, _processor_seconds() - before)


def _processor_seconds() -> float:
    """Of this process, and of those that it has waited for."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in used)


def campaign(
    seeds: range,
    features: Sequence[str] = (),
    variants: int = 6,
    jobs: int = 2,
    seconds: float | None = None,
) -> Iterator[Done]:
    """Judges the programs of all seeds, batch by batch in order, unless time is up."""
    end = None if seconds is None else time.monotonic() + seconds
    batches = (
        Batch(seeds[i : i + BATCH], features, variants) for i in range(0, len(seeds), BATCH)
    )
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
