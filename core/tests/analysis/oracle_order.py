"""Order, by brute force: which operation comes before which, and which is decided when.

Shares no code with the analysis. Everything is looked up along paths of the IR each time.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from bufferize.analysis import AnalysisHeuristic, AnalysisState
from bufferize.interfaces import (
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    is_tensor_like,
)
from bufferize.ir import Block, Operation, OpOperand, OpResult, Region, Value


def pre_order(op: Operation) -> list[Operation]:
    """`op` and all operations inside of it, outer ones first."""
    inner = [o for region in op.regions for block in region.blocks for o in block.ops]
    return [op, *(found for o in inner for found in pre_order(o))]


def post_order(op: Operation) -> list[Operation]:
    """`op` and all operations inside of it, inner ones first."""
    inner = [o for region in op.regions for block in region.blocks for o in block.ops]
    return [*(found for o in inner for found in post_order(o)), op]


def around(op: Operation | None) -> list[Operation]:
    """`op` and all operations around it, innermost first."""
    return [] if op is None else [op, *around(op.parent_op)]


def regions_around(region: Region | None) -> list[Region]:
    """`region` and all regions around it, innermost first."""
    if region is None:
        return []
    return [region, *regions_around(region.parent.parent_region if region.parent else None)]


def is_inside(inner: Operation, outer: Operation) -> bool:
    """Whether `inner` is in a region of `outer`, at any depth."""
    return outer in around(inner)[1:]


# What comes before what


def happens_before(a: Operation, b: Operation) -> bool:
    """Whether `a`, or an operation around it that does not hold `b`, is over when `b` runs."""
    for outer in around(a):
        if is_inside(b, outer):
            return False
        if _properly_dominates(outer, b):
            return True
    return False


def _properly_dominates(a: Operation, b: Operation) -> bool:
    block = a.parent
    if block is None or block.parent is None:
        return False
    beside = [op for op in around(b) if op.parent is not None and op.parent.parent is block.parent]
    if not beside:
        return False
    other = beside[0]
    assert other.parent is not None
    if other.parent is not block:
        # Every way from the entry passes through the block.
        entry = block.parent.blocks[0]
        return block is entry or (
            other.parent is not entry and not reaches(entry, other.parent, block)
        )
    ops = list(block.ops)
    return ops.index(a) < ops.index(other)


def block_around(block: Block | None, region: Region) -> Block | None:
    """The block of `region` that is `block` or holds it, at any depth.

    The reference looks for loops among the innermost blocks alone, and so overwrites what an
    operation that is nested in a block reads again when control comes back to the block.
    """
    while block is not None and block.parent is not region:
        block = block.parent_op.parent if block.parent_op is not None else None
    return block


def reaches(start: Block, target: Block, barrier: Block | None) -> bool:
    """Whether there is a path of at least one step that does not enter `barrier`."""
    seen: set[Block] = set()
    work = list(start.successors())
    while work:
        block = work.pop()
        if block is barrier or block in seen:
            continue
        if block is target:
            return True
        seen.add(block)
        work += block.successors()
    return False


def gets_to(start: Operation, end: Operation) -> bool:
    """Whether the blocks around both, in the innermost region that has them, lead to `end`."""
    for region in regions_around(start.parent_region):
        here, there = block_around(start.parent, region), block_around(end.parent, region)
        if there is not None:
            assert here is not None
            return here is there or reaches(here, there, None)
    return True


def exclusive(a: Operation, b: Operation) -> bool:
    """Whether the innermost region-branch operation around both runs only one of them."""
    for op in around(a)[1:]:
        if isinstance(op, RegionBranchOpInterface) and is_inside(b, op):
            (here,) = [r for r in regions_around(a.parent_region) if r.parent is op]
            (there,) = [r for r in regions_around(b.parent_region) if r.parent is op]
            return (
                here is not there
                and not _gets_into(op, here, there)
                and not _gets_into(op, there, here)
            )
    return False


def _gets_into(op: RegionBranchOpInterface, start: Region, target: Region) -> bool:
    """Whether control may get from the end of a region into another one, over any of them."""
    seen = {start}
    while True:
        following = {s.region for region in seen for s in op.successor_regions(region)} - {None}
        if target in following:
            return True
        if following <= seen:
            return False
        seen |= {region for region in following if region is not None}


# In which order operations are decided


def decision_order(root: Operation, state: AnalysisState) -> list[OpOperand]:
    """The tensor operands: those of the order that the options give, then all by heuristic."""
    given = state.options.analysis_order
    first = [] if given is None else list(given(root, state))
    operands: list[OpOperand] = []
    for item in [*first, *_heuristic_order(root, state)]:
        operands += [item] if isinstance(item, OpOperand) else item.op_operands
    return [operand for operand in operands if is_tensor_like(operand.value.type)]


def _heuristic_order(root: Operation, state: AnalysisState) -> list[Operation]:
    heuristic = state.options.analysis_heuristic
    if heuristic is AnalysisHeuristic.BOTTOM_UP_FROM_TERMINATORS:
        return _from_terminators(root, state)
    ops = [op for op in post_order(root) if _handles_tensors(op, state)]
    if heuristic is AnalysisHeuristic.BOTTOM_UP:
        return ops[::-1]
    if heuristic is AnalysisHeuristic.TOP_DOWN:
        return ops
    numbers = iter(_twister(state.options.analysis_fuzzer_seed, len(ops)))
    shuffled = []
    while ops:
        chosen = next(numbers) % len(ops)
        ops[0], ops[chosen] = ops[chosen], ops[0]
        shuffled.append(ops.pop(0))
    return shuffled


def _handles_tensors(op: Operation, state: AnalysisState) -> bool:
    model = state.context.model(op.name)
    if model is not None:
        return model.has_tensor_semantics(op)
    arguments = [a for region in op.regions for block in region.blocks for a in block.arguments]
    return any(is_tensor_like(v.type) for v in (*op.operands, *op.results, *arguments))


def _from_terminators(root: Operation, state: AnalysisState) -> list[Operation]:
    order: list[Operation] = []
    for terminator in post_order(root):
        if not isinstance(terminator, RegionBranchTerminatorOpInterface) or terminator in order:
            continue
        order.append(terminator)
        work = _tensor_results(terminator.operands)
        while work:
            result = work.pop()
            op = result.owner
            if op not in order:
                order.append(op)
                if terminator.parent_region in regions_around(op.parent_region):
                    aliases = state.get_aliasing_op_operands(result)
                    work += _tensor_results(alias.operand.value for alias in aliases)
    rest = [op for op in pre_order(root) if op not in order and _handles_tensors(op, state)]
    return order + rest[::-1]


def _tensor_results(values: Iterable[Value]) -> list[OpResult]:
    return [v for v in values if isinstance(v, OpResult) and is_tensor_like(v.type)]


@cache
def _twister(seed: int, count: int) -> list[int]:
    """The first numbers of the Mersenne twister MT19937 (below 624 of them)."""
    word = seed
    words = [word]
    for i in range(1, 624):
        word = (1812433253 * (word ^ (word >> 30)) + i) % 2**32
        words.append(word)
    numbers = []
    for i in range(count):
        joined = (words[i] & 0x80000000) | (words[i + 1] & 0x7FFFFFFF)
        words.append(words[i + 397] ^ (joined >> 1) ^ (0x9908B0DF if joined % 2 else 0))
        y = words[-1]
        y ^= y >> 11
        y ^= (y << 7) & 0x9D2C5680
        y ^= (y << 15) & 0xEFC60000
        numbers.append(y ^ (y >> 18))
    return numbers
