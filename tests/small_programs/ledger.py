"""The ledger: how many programs of each complete space are copied more than is enough.

The numbers in `ledger.json` may only fall.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Final

from tests.small_programs.search import KNOWING_SUBSETS, Part, Tally, search
from tests.small_programs.spaces import SPACES

FILE: Final = Path(__file__).with_name("ledger.json")
WHAT: Final = (
    *("programs", "wrong", "refused"),
    *("above the best", KNOWING_SUBSETS, "above the reference"),
)
MOST: Final = 50_000
"""The most programs of a space with so many operations that are judged again and again."""

Ledger = Mapping[str, Mapping[str, Mapping[str, int]]]
"""The numbers of programs by space, number of operations, and what is said about them."""


def read() -> Ledger:
    ledger: Ledger = json.loads(FILE.read_text(encoding="utf-8"))
    return ledger


def write(ledger: Ledger) -> None:
    FILE.write_text(json.dumps(ledger, indent=1) + "\n", encoding="utf-8")


def whole(space: str, operations: int, *, compares: bool = False) -> Part:
    """Return all programs of a space with so many operations."""
    return Part(space, operations, range(SPACES[space].count(operations)), compares=compares)


def line(space: str, tally: Tally) -> dict[str, int]:
    """Return what the ledger says about a complete space."""
    left_out = () if SPACES[space].has_places else (KNOWING_SUBSETS,)
    return {what: tally.counts[what] for what in WHAT if what not in left_out}


def measure(spaces: Sequence[str], operations: Sequence[int], jobs: int) -> None:
    """Judge all programs of these spaces with so many operations, and write what is found.

    The ledger is written after each of them, so that it can be stopped.
    """
    ledger = {space: dict(lines) for space, lines in read().items()}
    for space, number in product(spaces, operations):
        if SPACES[space].count(number) > MOST:
            continue
        tally = Tally()
        for _, found in search(whole(space, number, compares=True), jobs):
            tally.add(found)
        ledger.setdefault(space, {})[str(number)] = line(space, tally)
        print(space, number, line(space, tally), flush=True)
        write({space: ledger[space] for space in SPACES if space in ledger})


def raised(old: Mapping[str, int], new: Mapping[str, int]) -> list[str]:
    """Return the numbers of a line that have risen."""
    bad = [what for what in new if what != "programs"]
    return [f"{new[what]} {what}, not {old[what]}" for what in bad if new[what] > old[what]]
