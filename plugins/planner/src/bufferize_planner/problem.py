"""Buffers by number: which are alive together, and how many bytes at least that takes.

Times are contracted to *moments*: the times at which a set of buffers is alive that no other time
has a part of. All others ask nothing more of a plan:

    a  ########             moments: 0 with a and b, 1 with b and c
    b      ###########
    c              #####
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Final

from bufferize_planner.buffers import Buffer

_MOST_PAIRS: Final = 2_000_000
"""The number of pairs alive together from which on a list of them takes too much memory."""


class Problem:
    """A list of buffers, whose sizes, times and conflicts are found by their numbers in the list."""

    def __init__(self, buffers: Sequence[Buffer]) -> None:
        self.buffers = buffers
        self.sizes = [buffer.size for buffer in buffers]
        self.alignments = [buffer.alignment for buffer in buffers]
        self.spans: list[list[tuple[int, int]]] = [[] for _ in buffers]
        """For each buffer, its moments: from the first of each pair to before the second."""
        self.moments = 0
        """The number of moments."""
        self._contract()

    def __len__(self) -> int:
        return len(self.buffers)

    def _contract(self) -> None:
        """Find the moments: one for each end that follows a start."""
        events: list[tuple[int, bool, int]] = []
        for number, buffer in enumerate(self.buffers):
            for start, end in buffer.intervals if buffer.size else ():
                events += [(start, True, number), (end, False, number)]
        events.sort()  # ends are before starts, for an end does not belong to the interval
        begun: dict[int, int] = {}
        is_new = False
        for _, is_start, number in events:
            if is_start:
                begun[number] = self.moments
                is_new = True
                continue
            if is_new:
                self.moments += 1
                is_new = False
            self.spans[number].append((begun.pop(number), self.moments))

    def loads(self, sizes: Sequence[int]) -> list[int]:
        """Return the number of bytes alive at each moment, if these are the sizes."""
        changes = [0] * (self.moments + 1)
        for size, spans in zip(sizes, self.spans, strict=True):
            for first, end in spans:
                changes[first] += size
                changes[end] -= size
        return list(accumulate(changes))[:-1]

    @cached_property
    def extent(self) -> int:
        """The number of moments of all buffers, added up."""
        return sum(end - first for spans in self.spans for first, end in spans)

    @cached_property
    def alive(self) -> list[list[int]]:
        """The buffers that are alive at each moment."""
        found: list[list[int]] = [[] for _ in range(self.moments)]
        for number, spans in enumerate(self.spans):
            for first, end in spans:
                for moment in range(first, end):
                    found[moment].append(number)
        return found

    def _starts(self) -> list[tuple[int, int, int]]:
        """Return the spans of all buffers with their numbers, by where they start."""
        return sorted((*span, number) for number, spans in enumerate(self.spans) for span in spans)

    @cached_property
    def pairs(self) -> int:
        """The number of pairs of buffers that are alive together; of spans, if there are gaps."""
        changes = [0] * (self.moments + 1)
        found = alive = 0
        starts = self._starts()
        for _, end, _ in starts:
            changes[end] += 1
        at = 0
        for first, _, _ in starts:
            while at < first:
                at += 1
                alive -= changes[at]
            found += alive
            alive += 1
        return found

    @cached_property
    def neighbors(self) -> list[list[int]] | None:
        """For each buffer, those alive together with it; None if these are too many pairs."""
        if self.pairs > _MOST_PAIRS:
            return None
        found: list[list[int]] = [[] for _ in self.buffers]
        alive: list[tuple[int, int]] = []
        for first, end, number in self._starts():
            alive = [each for each in alive if each[0] > first]
            others = [other for _, other in alive]
            found[number] += others
            for other in others:
                found[other].append(number)
            alive.append((end, number))
        if any(len(spans) > 1 for spans in self.spans):
            found = [sorted(set(others)) for others in found]
        return found

    def split(self) -> Iterator[list[int]]:
        """Yield the numbers of buffers that are linked by being alive together.

        No buffer of one group is ever alive with one of another, so that each can be planned alone.
        """
        group = list(range(len(self.buffers)))  # links towards one member of each group

        def root(number: int) -> int:
            while group[number] != number:
                group[number] = number = group[group[number]]
            return number

        reach, member = 0, -1
        for first, end, number in self._starts():
            if first < reach:
                group[root(number)] = root(member)
            reach, member = max(reach, end), number
        found: dict[int, list[int]] = {}
        for number in range(len(self.buffers)):
            found.setdefault(root(number), []).append(number)
        yield from found.values()

    @cached_property
    def unit(self) -> int:
        """The greatest common divisor of all sizes and alignments, in bytes.

        Sums of sizes, aligned to alignments, are multiples of it, and so is the least height.
        """
        return math.gcd(*self.sizes, *(step for step in self.alignments if step > 1)) or 1

    @cached_property
    def bound(self) -> int:
        """The most bytes alive at once, with what alignments add to them."""
        found = max(self.loads(self.sizes), default=0)
        if max(self.alignments, default=1) > 1:
            most = self.loads([buffer.aligned(buffer.size) for buffer in self.buffers])
            for moment in sorted(range(self.moments), key=most.__getitem__, reverse=True):
                if most[moment] <= found:
                    break
                found = max(found, self._aligned_bound(moment))
        return found

    def _aligned_bound(self, moment: int) -> int:
        """Return how many bytes the buffers alive at a moment need.

        Of those whose offsets are multiples of a number, each but the topmost one takes a multiple.
        """
        alive = [
            number
            for number, spans in enumerate(self.spans)
            if any(first <= moment < end for first, end in spans)
        ]
        found = 0
        for step in {self.alignments[number] for number in alive}:
            sizes = [self.sizes[n] for n in alive if self.alignments[n] % step == 0]
            padding = [-size % step for size in sizes]
            found = max(found, sum(sizes) + sum(padding) - max(padding))
        return found


def lower_bound(buffers: Sequence[Buffer]) -> int:
    """Return the most bytes alive at once: every plan for the buffers needs as many."""
    return Problem(buffers).bound
