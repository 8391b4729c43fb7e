"""What belongs to the whole process is shared by the threads in it, and restored by the last."""

from __future__ import annotations

import contextlib
import gc
import sys
import threading
from collections.abc import Iterator

import pytest

from bufferize.ir import process
from bufferize.ir.process import DEEP_RECURSION_LIMIT, deep_recursion, no_collection


@pytest.fixture(autouse=True)
def left_as_it_was() -> Iterator[None]:
    limit, collects = sys.getrecursionlimit(), gc.isenabled()
    yield
    assert (sys.getrecursionlimit(), gc.isenabled()) == (limit, collects)


def test_the_limit_stays_until_the_last_one_leaves() -> None:
    limit = sys.getrecursionlimit()
    first, second = deep_recursion(), deep_recursion()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert sys.getrecursionlimit() == DEEP_RECURSION_LIMIT
    second.__exit__(None, None, None)
    assert sys.getrecursionlimit() == limit


def test_a_higher_limit_is_kept() -> None:
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(DEEP_RECURSION_LIMIT + 1)
    with deep_recursion():
        assert sys.getrecursionlimit() == DEEP_RECURSION_LIMIT + 1
    assert sys.getrecursionlimit() == DEEP_RECURSION_LIMIT + 1
    sys.setrecursionlimit(limit)


def test_a_limit_set_within_is_kept() -> None:
    limit = sys.getrecursionlimit()
    with deep_recursion():
        sys.setrecursionlimit(limit + 7)
    assert sys.getrecursionlimit() == limit + 7
    sys.setrecursionlimit(limit)


def test_the_collector_is_off_until_the_outermost_leaves() -> None:
    with no_collection():
        with contextlib.suppress(KeyError), no_collection():
            raise KeyError
        assert not gc.isenabled()
    assert gc.isenabled()


def test_a_collector_that_is_off_stays_off() -> None:
    gc.disable()
    with no_collection():
        pass
    assert not gc.isenabled()
    gc.enable()


def test_threads_that_take_turns_do_not_keep_the_collector_off() -> None:
    inside, leave = threading.Event(), threading.Event()

    def work() -> None:
        with no_collection():
            inside.set()
            leave.wait()

    with no_collection():
        thread = threading.Thread(target=work)
        thread.start()
        inside.wait()
        assert gc.isenabled()
    assert gc.isenabled()
    with no_collection():  # the other one is still at work
        assert gc.isenabled()
    leave.set()
    thread.join()
    with no_collection():
        assert not gc.isenabled()


def test_what_was_made_meanwhile_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process._collection, "due", 1_000)
    monkeypatch.setattr(process._collection, "made", 0)
    full = gc.get_stats()[2]["collections"]
    for _ in range(3):
        with no_collection():
            kept = [[] for _ in range(400)]  # type: ignore[var-annotated]
        del kept
    assert gc.get_stats()[2]["collections"] == full + 1
