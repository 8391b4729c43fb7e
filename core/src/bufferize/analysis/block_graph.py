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
        self.reaches = self._transitive(order)
        """For each block those that control may get to from its end."""
        self.reached_from = [0] * len(self.blocks)
        """For each block those that may get to its start."""
        for i, targets in enumerate(self.reaches):
            for j in _members(targets):
                self.reached_from[j] |= 1 << i
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

    def _transitive(self, order: list[Block]) -> list[int]:
        reaches = [0] * len(self.blocks)
        rest = [block for block in self.blocks if block not in set(order)]
        changed = True
        while changed:
            changed = False
            for block in [*order, *rest]:
                number = self.number[block]
                targets = reaches[number]
                for successor in block.successors():
                    target = self.number[successor]
                    targets |= reaches[target] | (1 << target)
                if targets != reaches[number]:
                    reaches[number] = targets
                    changed = True
        return reaches

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


def _members(bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
