"""Control flow between blocks, as sets of bits, against plain searches."""

from __future__ import annotations

import random

from bufferize.ir import Block
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
        blocks = region.blocks
        graph = BlockGraph(blocks)
        rng = random.Random(seed)
        for start in blocks:
            barrier, end = rng.choices(blocks, k=2)
            expected: set[Block] = set()
            for target in blocks:
                assert graph.is_reachable(start, target, None) == reaches(start, target, None)
                around = reaches(start, target, barrier) and target is not barrier
                assert graph.is_reachable(start, target, barrier) == around
                is_other = target is not start and target is not end
                if is_other and reaches(start, target, None) and reaches(target, end, None):
                    expected.add(target)
            found: set[Block] = set()
            for first, last in graph.between(start, end):
                run = blocks[blocks.index(first) : blocks.index(last) + 1]
                assert not found & set(run)
                found |= set(run)
            assert found == expected
            cycle = [b for b in blocks if reaches(start, b, None) and reaches(b, start, None)]
            assert graph.last_in_cycle(start) is (cycle[-1] if cycle else None)
