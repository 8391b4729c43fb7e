"""Whether operations are equal in all but their identity."""

from __future__ import annotations

from collections.abc import Iterator

from bufferize.ir.block import Block
from bufferize.ir.operation import Operation
from bufferize.ir.value import Value


def is_equivalent(a: Operation, b: Operation, *, locations: bool = False) -> bool:
    """Whether two operations, with all that lies in them, say the same.

    Names of values do not matter, and `locations` only if asked for. What is defined outside of
    the operations must be the same. A distinct attribute is equal to itself only.
    """
    values: dict[Value, Value] = {}
    blocks: dict[Block, Block] = {}
    pairs: list[tuple[Operation, Operation]] = []
    for pair in _paired(a, b, values, blocks):
        if pair is None or not _same_alone(*pair, locations):
            return False
        pairs.append(pair)
    for block, other in blocks.items():
        if [v.type for v in block.arguments] != [v.type for v in other.arguments]:
            return False
        if locations and any(
            v.location != w.location for v, w in zip(block.arguments, other.arguments, strict=True)
        ):
            return False
    # A value may be used before its definition: in another block or a graph region.
    return all(
        [values.get(v, v) for v in x.operands] == list(y.operands)
        and [blocks.get(s, s) for s in x.successors] == y.successors
        for x, y in pairs
    )


def _paired(
    a: Operation, b: Operation, values: dict[Value, Value], blocks: dict[Block, Block]
) -> Iterator[tuple[Operation, Operation] | None]:
    """All pairs of operations at the same place, None where one of them is missing."""
    stack = [(a, b)]
    while stack:
        x, y = stack.pop()
        yield x, y
        values.update(zip(x.results, y.results, strict=True))
        for region, other in zip(x.regions, y.regions, strict=True):
            if len(region.blocks) != len(other.blocks):
                yield None
            for block, target in zip(region.blocks, other.blocks, strict=True):
                if len(block.arguments) != len(target.arguments) or block.num_ops != target.num_ops:
                    yield None
                blocks[block] = target
                values.update(zip(block.arguments, target.arguments, strict=True))
                stack.extend(zip(block.ops, target.ops, strict=True))


def _same_alone(a: Operation, b: Operation, locations: bool) -> bool:
    return (
        a.name == b.name
        and a.is_registered == b.is_registered
        and a.result_types == b.result_types
        and a.properties == b.properties
        and a.attributes == b.attributes
        and len(a.op_operands) == len(b.op_operands)
        and len(a.regions) == len(b.regions)
        and (not locations or a.location == b.location)
    )
