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
from typing import Final

DEEP_RECURSION_LIMIT: Final = 12_000
"""Frames of Python: a good twenty for each of the nested regions that the parser accepts."""

MANY_OBJECTS: Final = 500_000
"""After how many new objects it is time to look for modules that nobody needs any more."""

_lock = threading.RLock()  # a finalizer may parse, too


class _Recursion:
    """Who needs the higher recursion limit, and the limit before."""

    def __init__(self) -> None:
        self.users = 0
        self.limit = 0


class _Collection:
    """Which threads are at work, how deeply each, and whether they keep the collector off."""

    def __init__(self) -> None:
        self.depths: dict[int, int] = {}
        self.paused = False
        self.made = 0
        self.due = MANY_OBJECTS


_recursion = _Recursion()
_collection = _Collection()


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Raises Python's recursion limit while the block runs."""
    with _lock:
        if not _recursion.users:
            _recursion.limit = sys.getrecursionlimit()
        _recursion.users += 1
        if sys.getrecursionlimit() < DEEP_RECURSION_LIMIT:
            sys.setrecursionlimit(DEEP_RECURSION_LIMIT)
    try:
        yield
    finally:
        with _lock:
            _recursion.users -= 1
            if not _recursion.users and sys.getrecursionlimit() == DEEP_RECURSION_LIMIT:
                sys.setrecursionlimit(_recursion.limit)


@contextmanager
def no_collection() -> Iterator[None]:
    """Looks for no cyclic garbage while the block runs: nearly all that is made there is kept.

    Only one thread alone goes without: several could, taking turns, go without for ever.
    """
    thread = threading.get_ident()
    with _lock:
        depths = _collection.depths
        depths[thread] = depths.get(thread, 0) + 1
        if len(depths) == 1:
            if depths[thread] == 1 and gc.isenabled():
                gc.disable()
                _collection.paused = True
        elif _collection.paused:
            gc.enable()
            _collection.paused = False
    try:
        yield
    finally:
        with _lock:
            depths[thread] -= 1
            if not depths[thread]:
                del depths[thread]
            resumes = _collection.paused and not depths
            if resumes:
                _collection.paused = False
        if resumes:
            _resume()


def _resume() -> None:
    """Turns the collector on; it would not notice for long how much was made without it."""
    _collection.made += gc.get_count()[0]
    gc.enable()
    if _collection.made > _collection.due:
        gc.collect()
        _collection.made = 0
        _collection.due = max(MANY_OBJECTS, len(gc.get_objects()))
