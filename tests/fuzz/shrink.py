"""Shrinking of failing programs."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from tests.fuzz.mutants import Mutant, Outcome

_TOKENS = re.compile(r"\s*(?:->|[%@#!^\"]?[\w.$-]+\"?|\S|$)")


def shrunk(mutant: Mutant, kind: str, run: Callable[[Mutant], Outcome], seconds: float) -> Mutant:
    """Return a mutant with less text and the same kind of failure, found within the time limit."""
    end = time.monotonic() + seconds

    def fails(parts: Sequence[str]) -> bool:
        if time.monotonic() > end:
            return False
        return run(replace(mutant, text="".join(parts))).kind == kind

    parts = _minimal(mutant.text.splitlines(keepends=True), fails)
    parts = _minimal(_TOKENS.findall("".join(parts)), fails)
    return replace(mutant, text="".join(parts))


def _minimal(parts: Sequence[str], fails: Callable[[Sequence[str]], bool]) -> list[str]:
    """Return the parts that cannot be removed, after trying ever smaller runs of them."""
    kept = list(parts)
    size = max(1, len(kept) // 2)
    while True:
        place, changed = 0, False
        while place < len(kept):
            fewer = kept[:place] + kept[place + size :]
            if fails(fewer):
                kept, changed = fewer, True
            else:
                place += size
        if size == 1 and not changed:
            return kept
        size = max(1, size // 2)
