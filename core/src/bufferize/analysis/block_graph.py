"""Reachability and dominance among the blocks of one region, as sets of bits."""

from __future__ import annotations

from collections.abc import Iterator

from bufferize.ir import Block, DominanceInfo, Region


class BlockGraph:
    """The control flow between the blocks of `region`; block number i is bit i of a set."""

    __slots__ = ("_around", "blocks", "dominated", "number", "reached_from", "reaches")

    def __init__(self, region: Region, dominance: DominanceInfo) -> None:
        self.blocks = region.blocks
        self.number = {block: i for i, block in enumerate(region.blocks)}
        order = self._postorder(region)
        successors = [[self.number[s] for s in block.successors()] for block in self.blocks]
        predecessors: list[list[int]] = [[] for _ in self.blocks]
        for number, targets in enumerate(successors):
            for target in targets:
                predecessors[target].append(number)
        numbers = [self.number[block] for block in order]
        reached = set(numbers)
        numbers += [i for i in range(len(self.blocks)) if i not in reached]
        self.reaches = _closure(successors, numbers)
        """For each block those that control may get to from its end."""
        self.reached_from = _closure(predecessors, numbers[::-1])
        """For each block those that may get to its start."""
        self.dominated = [0] * len(self.blocks)
        """For each block the others that it dominates."""
        tree = dominance.tree(region)
        for block in order:
            parent = tree.immediate_dominator(block)
            if parent is not None and parent is not block:
                number = self.number[block]
                self.dominated[self.number[parent]] |= self.dominated[number] | (1 << number)
        self._around: dict[tuple[int, int], int] = {}

    def _postorder(self, region: Region) -> list[Block]:
        """The blocks that the entry reaches, each after those found from it."""
        found: list[Block] = []
        seen = {region.entry}
        work = [(region.entry, iter(region.entry.successors()))]
        while work:
            block, successors = work[-1]
            for successor in successors:
                if successor not in seen and successor in self.number:
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

    def unordered_with(self, block: Block) -> Iterator[tuple[Block, Block]]:
        """Runs (first, last) of blocks that may run before the end of `block`, or without it.

        Those that run only after `block` are left out; `block` itself is in if control gets back.
        """
        number = self.number[block]
        everything = (1 << len(self.blocks)) - 1
        others = everything & ~(self.dominated[number] | (1 << number))
        bits = others | self.reached_from[number]
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
