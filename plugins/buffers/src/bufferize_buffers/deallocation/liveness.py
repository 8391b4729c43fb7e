"""Which buffers are needed in which blocks of a region."""

from __future__ import annotations

from collections.abc import Iterator

from bufferize.ir import BaseMemRefType, Block, BlockArgument, OpResult, Region, Value


def is_buffer(value: Value) -> bool:
    """Whether `value` is a memref."""
    return isinstance(value.type, BaseMemRefType)


class Liveness:
    """For the blocks of one region the buffers that are defined before and used there or later.

    They come in the order of the program, block arguments by their number before all results.
    """

    def __init__(self, region: Region) -> None:
        self._live_in: dict[Block, list[Value]] = {block: [] for block in region.blocks}
        if len(region.blocks) > 1:
            for value, blocks in _uses(region).items():
                self._spread(value, blocks)

    def live_in(self, block: Block) -> list[Value]:
        """The buffers that are defined before `block` and used in it or after it."""
        return self._live_in[block]

    def _spread(self, value: Value, used: list[Block]) -> None:
        defined = value.parent_block
        seen = {defined}
        work = used
        while work:
            block = work.pop()
            if block not in seen:
                seen.add(block)
                self._live_in[block].append(value)
                work += block.predecessors


def _uses(region: Region) -> dict[Value, list[Block]]:
    """The buffers that are used in a block of `region` in which they are not defined."""
    users: dict[Value, list[Block]] = {}
    inside: set[Block] = set()
    for block in region.blocks:
        inside.add(block)
        for op in block.walk():
            for nested in op.regions:
                inside.update(nested.blocks)
            for operand in op.op_operands:
                value = operand.value
                if is_buffer(value) and value.parent_block is not block:
                    blocks = users.setdefault(value, [])
                    if not blocks or blocks[-1] is not block:
                        blocks.append(block)
    own = set(region.blocks)
    # What a nested block defines is used in there.
    found = [v for v in users if v.parent_block in own or v.parent_block not in inside]
    order = {value: number for number, value in enumerate(_definitions(region))}
    first = -len(users)
    outer = {value: first + i for i, value in enumerate(v for v in found if v not in order)}
    found.sort(key=lambda value: _rank(value, order.get(value, outer.get(value, 0))))
    return {value: users[value] for value in found}


def _rank(value: Value, place: int) -> tuple[bool, int, int]:
    number = value.index if isinstance(value, BlockArgument) else 0
    return isinstance(value, OpResult), number, place


def _definitions(region: Region) -> Iterator[Value]:
    for block in region.blocks:
        yield from block.arguments
        for op in block.ops:
            yield from op.results
