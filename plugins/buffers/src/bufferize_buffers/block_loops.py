"""Loops that branches between the blocks of a region make."""

from __future__ import annotations

from bufferize.ir import Block, Region, strong_components


def headers_of_loops(region: Region) -> dict[Block, Block]:
    """For each block that may run again, the first block of the innermost loop around it.

    Whenever it runs again, that block has, too. In a loop that is entered at several blocks, each
    is taken for a loop of its own.
    """
    headers: dict[Block, Block] = {}
    if len(region.blocks) == 1:
        return headers
    work = [set(region.blocks)]
    while work:
        inside = work.pop()
        for loop in strong_components(
            inside,
            lambda block: inside.intersection(block.successors()),  # noqa: B023  # called here
        ):
            if len(loop) == 1 and loop[0] not in loop[0].successors():
                continue
            blocks = set(loop)
            entries = [b for b in loop if not blocks.issuperset(b.predecessors)]
            if len(entries) == 1:
                headers.update(dict.fromkeys(loop, entries[0]))
                work.append(blocks - {entries[0]})
            else:
                headers.update((block, block) for block in loop)
    return headers
