"""Settings of the whole process, for as long as any thread needs them.

Both are Python's, and there is one of each for all threads: whoever came first notes what was
there, and whoever leaves last restores it.
"""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

DEEP_RECURSION_LIMIT: Final = 12_000
"""Frames of Python: a good twenty for each of the nested regions that the parser accepts."""

MANY_OBJECTS: Final = 500_000
"""After how many new objects it is time to look for modules that nobody needs any more."""

_lock = threading.RLock()  # a finalizer may parse, too


@dataclass
class _Collection:
    """Which threads are at work, once for each call, and whether the collector is off for them."""

    threads: list[int] = field(default_factory=list)
    paused: bool = False
    made: int = 0
    due: int = MANY_OBJECTS


_limits: list[int] = []
"""The recursion limit that each user found, that of the first one first."""

_collection = _Collection()


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Raises Python's recursion limit while the block runs."""
    with _lock:
        _limits.append(sys.getrecursionlimit())
        if sys.getrecursionlimit() < DEEP_RECURSION_LIMIT:
            sys.setrecursionlimit(DEEP_RECURSION_LIMIT)
    try:
        yield
    finally:
        with _lock:
            before = _limits[0]
            _limits.pop()
            if not _limits and sys.getrecursionlimit() == DEEP_RECURSION_LIMIT:
                sys.setrecursionlimit(before)


@contextmanager
def no_collection() -> Iterator[None]:
    """Looks for no cyclic garbage while the block runs: nearly all that is made there is kept.

    Only one thread alone goes without: several could, taking turns, go without for ever.
    """
    thread = threading.get_ident()
    with _lock:
        threads = _collection.threads
        threads.append(thread)
        if threads == [thread]:
            if gc.isenabled():
                gc.disable()
                _collection.paused = True
        elif _collection.paused and thread != threads[0]:
            gc.enable()
            _collection.paused = False
    try:
        yield
    finally:
        with _lock:
            threads.remove(thread)
            resumes = _collection.paused and not threads
            if resumes:
                _collection.paused = False
        if resumes:
            # The collector would not notice for long how much was made without it.
            _collection.made += gc.get_count()[0]
            gc.enable()
            if _collection.made > _collection.due:
                gc.collect()
                _collection.made = 0
                _collection.due = max(MANY_OBJECTS, len(gc.get_objects()))
