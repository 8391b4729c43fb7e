"""Reachability and dominance among the blocks of one region, as sets of bits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bufferize.ir.block import Block
from bufferize.ir.dominance import DominatorTree


class BlockGraph:
    """The control flow between the `blocks` of a region; block number i is bit i of a set."""

    __slots__ = ("_around", "blocks", "dominated", "number", "reached_from", "reaches")

    def __init__(self, blocks: Sequence[Block], tree: DominatorTree) -> None:
        self.blocks = blocks
        self.number = {block: i for i, block in enumerate(blocks)}
        order = [self.number[block] for block in self._postorder()]
        successors = [[self.number[s] for s in block.successors()] for block in blocks]
        predecessors: list[list[int]] = [[] for _ in blocks]
        for number, targets in enumerate(successors):
            for target in targets:
                predecessors[target].append(number)
        self.reaches = _closure(successors, order)
        """For each block those that control may get to from its end."""
        self.reached_from = _closure(predecessors, order[::-1])
        """For each block those that may get to its start."""
        self.dominated = [0] * len(blocks)
        """For each block the others that it dominates."""
        for number in order:
            parent = tree.immediate_dominator(blocks[number])
            if parent is not None:
                self.dominated[self.number[parent]] |= self.dominated[number] | (1 << number)
        self._around: dict[tuple[int, int], int] = {}

    def _postorder(self) -> list[Block]:
        """All blocks, each after those found from it; first those that the first one reaches."""
        found: list[Block] = []
        seen: set[Block] = set()
        for start in self.blocks:
            if start in seen:
                continue
            seen.add(start)
            work = [(start, iter(start.successors()))]
            while work:
                block, successors = work[-1]
                for successor in successors:
                    if successor not in seen:
                        seen.add(successor)
                        work.append((successor, iter(successor.successors())))
                        break
                else:
                    found.append(block)
                    work.pop()
        return found

    def is_reachable(self, start: Block, target: Block, barrier: Block | None) -> bool:
        """Whether control may get from the end of `start` to `target` without entering `barrier`."""
        source, bit = self.number[start], 1 << self.number[target]
        if not self.reaches[source] & bit:
            return False
        if barrier is None or barrier not in self.number:
            return True
        if barrier is target:
            return False
        key = (source, self.number[barrier])
        around = self._around.get(key)
        if around is None:
            around = self._around[key] = self._reachable_around(start, barrier)
        return bool(around & bit)

    def _reachable_around(self, start: Block, barrier: Block) -> int:
        seen = 0
        work = list(start.successors())
        while work:
            block = work.pop()
            bit = 1 << self.number[block]
            if block is not barrier and not seen & bit:
                seen |= bit
                work.extend(block.successors())
        return seen

    def last_in_cycle(self, block: Block) -> Block | None:
        """The last of the blocks from which control gets to `block` and back; None without any."""
        number = self.number[block]
        bits = self.reaches[number] & self.reached_from[number]
        return self.blocks[bits.bit_length() - 1] if bits else None

    def between(self, start: Block, end: Block, repeats: bool) -> Iterator[tuple[Block, Block]]:
        """Runs (first, last) of the blocks that may run after the start of `start`.

        Those that run only after `end` are left out; if `end` `repeats`, those from which control
        gets back to it are in.
        """
        number = self.number[end]
        after = self.dominated[number]
        if repeats:
            after &= ~(self.reaches[number] & self.reached_from[number])
        bits = (self.reaches[self.number[start]] | 1 << self.number[start]) & ~after
        while bits:
            first = (bits & -bits).bit_length() - 1
            above = bits >> first
            length = (~above & (above + 1)).bit_length() - 1
            yield self.blocks[first], self.blocks[first + length - 1]
            bits &= ~(((1 << length) - 1) << first)


def _closure(edges: list[list[int]], order: list[int]) -> list[int]:
    """For each node the set of those at the end of a path; fast if `order` has ends first."""
    sets = [0] * len(edges)
    changed = True
    while changed:
        changed = False
        for node in order:
            found = sets[node]
            for target in edges[node]:
                found |= sets[target] | (1 << target)
            if found != sets[node]:
                sets[node] = found
                changed = True
    return sets
