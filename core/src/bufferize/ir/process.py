"""Python's recursion limit and garbage collector, changed while any thread needs it.

All threads share them: the first one notes the former setting, and the last one restores it.
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
"""Python's recursion limit while IR is processed; a level of nesting takes over 20 frames."""

MANY_OBJECTS: Final = 500_000
"""The number of new objects after which garbage, including unused modules, is collected."""

_lock = threading.RLock()  # a finalizer may parse, too


@dataclass
class _Collection:
    """The threads inside `no_collection`, once for each call, and whether collection is off."""

    threads: list[int] = field(default_factory=list)
    paused: bool = False
    made: int = 0
    due: int = MANY_OBJECTS


_limits: list[int] = []
"""The recursion limits found by calls of `deep_recursion` in progress, the first one first."""

_collection = _Collection()


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Context manager: raise Python's recursion limit."""
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
    """Context manager: suspend the collection of cyclic garbage, since nearly all objects are kept.

    It is suspended for a single thread only: several, taking turns, could suspend it for ever.
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
                # An estimate of the number of objects. Listing them, as `gc.get_objects` does,
                # breaks tuples that other threads are making.
                _collection.due = max(MANY_OBJECTS, sys.getallocatedblocks() // 2)
