"""Control flow between blocks, as sets of bits, against plain searches."""

from __future__ import annotations

import random

from bufferize.ir import Block, DominanceInfo
from bufferize.ir.dominance import BlockGraph

from .oracle_order import reaches
from .program_shapes import of
from .programs import random_module


def test_random_graphs() -> None:
    shape = of("new", size=1, blocks=6)
    for seed in range(60):
        root = random_module(seed, shape)
        function = root.regions[0].entry.terminator
        region = function.regions[0]
        dominance = DominanceInfo()
        blocks = region.blocks
        graph = BlockGraph(blocks, dominance.tree(region))
        rng = random.Random(seed)
        for start in blocks:
            barrier, end = rng.choices(blocks, k=2)
            repeats = rng.random() < 0.5
            expected: set[Block] = set()
            for target in blocks:
                assert graph.is_reachable(start, target, None) == reaches(start, target, None)
                around = reaches(start, target, barrier) and target is not barrier
                assert graph.is_reachable(start, target, barrier) == around
                if target is start or reaches(start, target, None):
                    only_after = dominance.dominates_block(end, target) and target is not end
                    back = reaches(end, target, None) and reaches(target, end, None)
                    if not only_after or (repeats and back):
                        expected.add(target)
            found: set[Block] = set()
            for first, last in graph.between(start, end, repeats):
                run = blocks[blocks.index(first) : blocks.index(last) + 1]
                assert not found & set(run)
                found |= set(run)
            assert found == expected
            cycle = [b for b in blocks if reaches(start, b, None) and reaches(b, start, None)]
            assert graph.last_in_cycle(start) is (cycle[-1] if cycle else None)
