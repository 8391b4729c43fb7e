"""What random programs in the toy dialect are made of."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from bufferize_testing.generation import Style

from .toy import PARTS

STRAIGHT = "new const update fill zip cast select view put read tile"
RARE = "reshape pair split trust replace unknown"
NESTED = "carry turns count loop while if parallel scope graph unknown_region"
LEFT_OUT = "left_out"
"""Marks operations that the options say not to bufferize."""


@dataclass(frozen=True)
class Shape(Style):
    """What programs are like."""

    recency: float = 0.6
    parts: int = 2
    """How many different parts of a tensor there are."""
    non_writable: float = 0.2
    """How often an argument of the function must not be written to."""
    circles: float = 0.0
    """How often a call may be of any function, not just of an earlier one."""
    forced: float = 0.0
    """How often an operation that passes buffers on must do so without a copy."""
    left_out: float = 0.0
    """How often an operation is not to be bufferized."""


def of(kinds: str, **others: float) -> Shape:
    """A shape by the kinds of its steps, with how often each is named for a weight."""
    return Shape(Counter(kinds.split()), **others)  # type: ignore[arg-type]


SHAPES = {
    "straight": of(f"{STRAIGHT} update read", size=9),
    "rare": of(f"{STRAIGHT} {RARE}", size=8),
    "writes": of("update update read select", size=10, recency=0.3),
    "slices": of("tile tile view put update read select", size=6),
    "parts": of(
        "beside beside view put tile update read select",
        parts=len(PARTS),
        size=5,
        recency=0.3,
        non_writable=0,
    ),
    "windows": of(
        "beside beside beside window put_window put_window put fill read index count count loop if",
        parts=len(PARTS),
        size=5,
        recency=0.3,
        non_writable=0,
    ),
    "one-part": of("tile view put fill select", parts=1, size=6, recency=0.4),
    "element-wise": of("zip zip zip cast reshape select new view read", size=8),
    "element-wise-blocks": of("zip zip cast new loop while scope", size=4, blocks=3),
    "idioms": of("zip_cast tile_choice revisit update read fill", size=3),
    "revisits": of("revisit revisit fill new cast", size=3, non_writable=0),
    "trusting": of("trust trust fill read update new"),
    "loops": of(f"{STRAIGHT} loop loop while while", size=5),
    "loop-nests": of("update read update read loop loop select", size=4, depth=3, recency=0.4),
    "carried": of("carry carry update read select fill new if", size=4, recency=0.4),
    "carried-in-loops": of(
        "carry carry read select update tile loop parallel", size=3, depth=3, non_writable=0.3
    ),
    "turns": of("turns turns turns update read select fill new if", size=4, recency=0.4),
    "branches-in-loops": of(
        "update read update read if loop unknown_region graph", size=4, depth=3, recency=0.3
    ),
    "ifs": of(f"{STRAIGHT} if if if", size=5),
    "ifs-in-loops": of("update fill read select if if carry loop", size=3, depth=3, recency=0.3),
    "nested": of(f"{STRAIGHT} {NESTED} {NESTED}", size=5),
    "deep": of(f"update read {NESTED}", size=3, depth=3),
    "parallel": of("update tile read zip new shared_put parallel parallel", size=5),
    "parallel-writes": of(
        "update fill cast select new read parallel",
        size=6,
        depth=1,
        recency=0.3,
        forced=0.2,
        non_writable=0,
    ),
    "tasks": of(
        "task task wait group update fill read select new if", size=5, depth=2, recency=0.4
    ),
    "tasks-in-loops": of(
        "task task wait update fill read new loop count", size=4, depth=3, recency=0.4
    ),
    "tasks-of-calls": of(
        "task call call wait update fill read new", size=3, depth=1, functions=3, circles=0.2
    ),
    "tasks-in-blocks": of("task wait update fill read", size=2, depth=1, blocks=5),
    "unknown": of(f"{STRAIGHT} {NESTED} unknown unknown unknown_region", size=5),
    "forced": of(f"{STRAIGHT} {NESTED} force", size=5, non_writable=0.05, forced=0.3),
    "left-out": of(f"{STRAIGHT} {RARE} {NESTED}", size=5, left_out=0.15),
    "blocks": of("update read view fill cast tile", size=2, blocks=7),
    "blocks-of-writes": of("update read fill", size=2, blocks=6, recency=0.2, non_writable=0),
    "blocks-around-regions": of(
        "update read update read if loop parallel", size=2, depth=1, blocks=5, recency=0.3
    ),
    "blocks-in-regions": of("update read fill scope scope loop if", size=3, blocks=3),
    "calls": of(
        "call call update read view select fill new loop if",
        size=4,
        depth=1,
        functions=3,
        forced=0.1,
    ),
    "returns": of("call call update fill select cast", size=3, functions=3, blocks=2, forced=0.3),
    "equivalent-calls": of(
        "tile_call call tile update cast", size=3, functions=2, forced=0.7, parts=1, non_writable=0
    ),
    "recursion": of("call call update read view fill", size=3, functions=3, circles=0.4),
}
