"""Helpers of the planner's tests: random buffers, a checker that compares all pairs, brute force."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, permutations

from bufferize_planner import Buffer


def random_buffers(seed: int, number: int, time: int = 12) -> list[Buffer]:
    """Return buffers with odd sizes; every third list has alignments, every fourth gaps."""
    draw = random.Random(seed)
    found = []
    for name in range(number):
        lower = draw.randrange(time)
        upper = lower + draw.randint(1, time)
        alignment = draw.choice([1, 1, 2, 4, 3]) if seed % 3 == 0 else 1
        gaps: tuple[tuple[int, int], ...] = ()
        if seed % 4 == 0 and upper - lower > 3:
            start = draw.randint(lower + 1, upper - 2)
            gaps = ((start, draw.randint(start + 1, upper - 1)),)
        size = draw.choice([0, 1, 2, 3, 4, 5, 8, 13])
        found.append(Buffer(f"b{name}", lower, upper, size, alignment, gaps))
    return found


def alive_at(buffer: Buffer, time: int) -> bool:
    """Return whether a buffer is needed at a time."""
    in_gap = any(start <= time < end for start, end in buffer.gaps)
    return buffer.lower <= time < buffer.upper and not in_gap


def alive_together(a: Buffer, b: Buffer) -> bool:
    """Return whether two buffers are needed at the same time, by looking at each time."""
    times = range(min(a.lower, b.lower), max(a.upper, b.upper))
    return any(alive_at(a, time) and alive_at(b, time) for time in times)


def is_plan(buffers: Sequence[Buffer], offsets: Sequence[int]) -> bool:
    """Return whether no byte has two buffers at one time, and every offset is aligned."""
    placed = list(zip(buffers, offsets, strict=True))
    return all(offset >= 0 and offset % buffer.alignment == 0 for buffer, offset in placed) and all(
        not alive_together(a, b) or not set(range(x, x + a.size)) & set(range(y, y + b.size))
        for (a, x), (b, y) in combinations(placed, 2)
    )


def height(buffers: Sequence[Buffer], offsets: Sequence[int]) -> int:
    """Return the size of the arena of a plan."""
    return max((o + b.size for b, o in zip(buffers, offsets, strict=True)), default=0)


def least_height(buffers: Sequence[Buffer]) -> int:
    """Return the height of the lowest plan: the best of all orders in which buffers are stacked."""
    conflicts = [[alive_together(a, b) for b in buffers] for a in buffers]
    best = sum(b.size + b.alignment for b in buffers)
    for order in permutations(range(len(buffers))):
        tops: dict[int, int] = {}
        for number in order:
            below = max((top for n, top in tops.items() if conflicts[number][n]), default=0)
            tops[number] = buffers[number].aligned(below) + buffers[number].size
        best = min(best, max(tops.values(), default=0))
    return best


def fits(buffers: Sequence[Buffer], height: int, offsets: tuple[int, ...] = ()) -> bool:
    """Return whether there is a plan of a height, by trying all offsets."""
    if len(offsets) == len(buffers):
        return True
    buffer, before = buffers[len(offsets)], list(zip(buffers, offsets, strict=False))
    return any(
        fits(buffers, height, (*offsets, offset))
        for offset in range(height - buffer.size + 1)
        if all(
            offset >= at + other.size or at >= offset + buffer.size
            for other, at in before
            if alive_together(buffer, other)
        )
    )
