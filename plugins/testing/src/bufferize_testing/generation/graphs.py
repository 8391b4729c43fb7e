"""Random control flow graphs, including irreducible loops."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from bufferize_testing.generation.maker import ScopeT

Edges = list[list[int]]
"""The at most two successors of each block; blocks without successors leave the region."""


def random_edges(rng: random.Random, count: int) -> Edges:
    """Return a graph whose blocks are all reachable from the first, which has no predecessor."""
    edges: Edges = [[] for _ in range(count)]
    for block in range(1, count):
        edges[rng.choice([b for b in range(block) if len(edges[b]) < 2])].append(block)
    leaving = rng.choice([b for b in range(count) if not edges[b]])
    for block in range(count):
        if block != leaving and len(edges[block]) < 2 and count > 1 and rng.random() >= 0.5:
            edges[block].append(rng.randrange(1, count))
    return edges


def with_ways_out(edges: Edges, *, only_one: bool = False) -> Edges:
    """Return the graph with edges added so that an exit is reachable from each block.

    The last successor of each block is on its shortest path to an exit. With `only_one`, there is
    only one exit.
    """
    leaving = next(block for block, targets in enumerate(edges) if not targets)
    if only_one:
        edges = [to or [leaving] * (block != leaving) for block, to in enumerate(edges)]
    distances = _distances_to_end(edges)
    while len(distances) < len(edges):
        # Blocks without a path to an exit lead, by tree edges, to a block that gets an edge to one.
        stuck = next(b for b, to in enumerate(edges) if b not in distances and len(to) == 1)
        edges = [[*to, leaving] if b == stuck else to for b, to in enumerate(edges)]
        distances = _distances_to_end(edges)
    return [sorted(targets, key=lambda b: -distances[b]) for targets in edges]


def _distances_to_end(edges: Edges) -> dict[int, int]:
    distances = {block: 0 for block, targets in enumerate(edges) if not targets}
    for _ in edges:
        for block, targets in enumerate(edges):
            known = [distances[target] for target in targets if target in distances]
            if known:
                distances[block] = min(known) + 1
    return distances


def dominators(edges: Edges) -> list[set[int]]:
    """Return the dominators of each block, including itself."""
    numbers = range(len(edges))
    return [{b for b in numbers if not _is_reached(edges, block, b)} | {0} for block in numbers]


def _is_reached(edges: Edges, target: int, barrier: int) -> bool:
    """Return whether a path from the first block to `target` avoids `barrier`."""
    seen = {0} - {barrier}
    work = list(seen)
    while work:
        for block in edges[work.pop()]:
            if block != barrier and block not in seen:
                seen.add(block)
                work.append(block)
    return target in seen


def fill_blocks(edges: Edges, outer: ScopeT, fill: Callable[[int, ScopeT], None]) -> None:
    """Call `fill` for each block with the values usable in it, of `outer` and of dominators."""
    over = dominators(edges)
    made: dict[int, Sequence[Any]] = {}
    for block in sorted(range(len(edges)), key=lambda b: len(over[b])):
        scope = outer.copy(*(v for b in sorted(over[block] - {block}) for v in made[b]))
        known = set(map(id, scope.values))
        fill(block, scope)
        made[block] = [value for value in scope.values if id(value) not in known]
