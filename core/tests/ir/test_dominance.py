"""Dominance between blocks, operations and regions."""

from __future__ import annotations

import random

from bufferize.ir import I32, Block, DominanceInfo, Operation, Region, UnregisteredOp
from bufferize.ir.dominance import DominatorTree, has_ssa_dominance
from bufferize.ir.operation import GraphRegion


class SsaOp(Operation):
    __slots__ = ()
    name = "test.ssa"


class GraphOp(Operation):
    __slots__ = ()
    name = "test.graph"
    traits = (GraphRegion(),)


def control_flow(edges: list[list[int]]) -> tuple[Operation, list[Block]]:
    """An operation whose block i branches to blocks `edges[i]`."""
    blocks = [Block() for _ in edges]
    for block, targets in zip(blocks, edges, strict=True):
        block.append(UnregisteredOp.named("x.op", result_types=[I32]))
        block.append(UnregisteredOp.named("x.br", successors=[blocks[i] for i in targets]))
    return SsaOp.create(regions=[Region(blocks)]), blocks


def reachable_without(edges: list[list[int]], start: int, removed: int | None) -> set[int]:
    seen: set[int] = set()
    pending = [start] if start != removed else []
    while pending:
        block = pending.pop()
        if block not in seen:
            seen.add(block)
            pending += [target for target in edges[block] if target != removed]
    return seen


def test_a_diamond() -> None:
    op, blocks = control_flow([[1, 2], [3], [3], []])
    tree = DominatorTree(op.regions[0])
    assert tree.immediate_dominator(blocks[3]) is blocks[0]
    assert tree.immediate_dominator(blocks[0]) is None
    assert tree.dominates(blocks[0], blocks[3])
    assert not tree.dominates(blocks[1], blocks[3])
    assert tree.dominates(blocks[1], blocks[1])


def test_random_graphs_agree_with_the_definition() -> None:
    chance = random.Random(3)
    for _ in range(150):
        count = chance.randrange(1, 12)
        edges = [
            [chance.randrange(1, count) for _ in range(chance.randrange(3))] if count > 1 else []
            for _ in range(count)
        ]
        op, blocks = control_flow(edges)
        tree = DominatorTree(op.regions[0])
        reachable = reachable_without(edges, 0, None)
        for b in range(count):
            assert tree.is_reachable(blocks[b]) == (b in reachable)
            for a in range(count):
                expected = b not in reachable_without(edges, 0, a) or a == b
                if b not in reachable:
                    expected = True
                assert tree.dominates(blocks[a], blocks[b]) == expected, (edges, a, b)


def test_long_chains_need_no_recursion() -> None:
    count = 20_000
    _, blocks = control_flow([[i + 1] for i in range(count - 1)] + [[]])
    assert DominanceInfo().dominates_block(blocks[0], blocks[-1])


def test_order_within_a_block() -> None:
    _, blocks = control_flow([[]])
    first, last = blocks[0].ops
    info = DominanceInfo()
    assert info.properly_dominates(first, last)
    assert info.properly_dominates(first.results[0], last)
    assert not info.properly_dominates(last, first)
    assert not info.properly_dominates(first, first)
    assert info.dominates(first, first)


def test_what_is_around_dominates_what_is_inside() -> None:
    inner = Block([I32])
    use = UnregisteredOp.named("x.use")
    inner.append(use)
    holder = SsaOp.create(result_types=[I32], regions=[Region([inner])])
    before = UnregisteredOp.named("x.before", result_types=[I32])
    outer = Block()
    for op in (before, holder):
        outer.append(op)
    SsaOp.create(regions=[Region([outer])])
    info = DominanceInfo()
    assert info.properly_dominates(before, use)
    assert info.properly_dominates(inner.arguments[0], use)
    assert info.properly_dominates(holder, use)
    assert not info.properly_dominates(holder.results[0], use)
    assert not info.properly_dominates(use, before)
    assert info.properly_dominates_block(outer, inner)
    assert not info.properly_dominates_block(inner, outer)


def test_graph_regions_have_no_order() -> None:
    block = Block()
    first, last = UnregisteredOp.named("x.a"), UnregisteredOp.named("x.b")
    block.append(first)
    block.append(last)
    region = Region([block])
    GraphOp.create(regions=[region])
    assert not has_ssa_dominance(region)
    info = DominanceInfo()
    assert info.properly_dominates(last, first)
    assert info.properly_dominates(first, first)
    assert info.properly_dominates_block(block, block)


def test_unreachable_blocks() -> None:
    _, blocks = control_flow([[2], [2], []])
    info = DominanceInfo()
    assert not info.is_reachable(blocks[1])
    assert not info.dominates_block(blocks[1], blocks[2])
