"""Control flow between blocks, as sets of bits, against plain searches."""

from __future__ import annotations

import random

from bufferize.analysis.block_graph import BlockGraph
from bufferize.ir import Block, DominanceInfo

from .oracle import reaches
from .programs import Shape, random_module


def test_random_graphs() -> None:
    shape = Shape(kinds=("new",), size=1)
    for seed in range(60):
        root = random_module(seed, shape, graph=True)
        function = root.regions[0].entry.terminator
        region = function.regions[0]
        graph = BlockGraph(region, DominanceInfo(function))
        dominance = DominanceInfo(function)
        rng = random.Random(seed)
        for start in region.blocks:
            barrier = rng.choice(region.blocks)
            expected: set[Block] = set()
            for target in region.blocks:
                assert graph.is_reachable(start, target, None) == reaches(start, target, None)
                around = reaches(start, target, barrier) and target is not barrier
                assert graph.is_reachable(start, target, barrier) == around
                only_after = dominance.dominates_block(start, target)
                if reaches(target, start, None) or not only_after:
                    expected.add(target)
            found: set[Block] = set()
            for first, last in graph.unordered_with(start):
                run = region.blocks[region.blocks.index(first) : region.blocks.index(last) + 1]
                assert not found & set(run)
                found |= set(run)
            assert found == expected
