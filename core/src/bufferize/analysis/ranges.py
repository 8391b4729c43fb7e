"""Where a write must be to have a chance of disturbing a read.

Exact rules decide about a read and a write; this module says at which positions writes need to be
looked at. The answer is a handful of intervals, most often one: from the definition to the read, or
to the end of the loop around the read that does not redo the definition. Outside of them, order
alone rules a conflict out.
"""

from __future__ import annotations

from collections.abc import Iterator

from bufferize.analysis.accesses import Read, block_of
from bufferize.analysis.program_order import ProgramOrder, Span
from bufferize.ir import Block, BlockArgument, OpResult, Region


def read_ranges(read: Read, order: ProgramOrder) -> list[Span]:
    """The positions of the writes that may conflict with `read`: disjoint intervals, in order."""
    if not read.definitions:
        return []
    straight = _straight_range(read, order)
    if straight is not None:
        return straight
    clip: Span | None = _block_hull(read, order)
    end = max([order.end(read.op), *(order.end(loop) for loop in read.loops)])
    if clip is not None and clip[0] > clip[1]:
        return []
    starts: list[int] = []
    points: list[int] = []
    for definition in read.definitions:
        if isinstance(definition, OpResult):
            op = definition.owner
            points.append(order.position(op))
            starts.append(order.end(op) + 1)  # writes inside `op` are a part of the definition
            points += order.writers_around(op)
        elif isinstance(definition, BlockArgument):
            starts.append(order.block_span(definition.owner)[0])
    start = min(starts)
    if start > order.position(read.op):  # in blocks that are never run, or in graph regions
        start = 0
    exclusive, unordered = _spans_around_read(read, order)
    spans = _without((start, end), exclusive) + unordered
    spans += _spans_around_definitions(read, order)
    spans += [(point, point) for point in points]
    if clip is not None:
        spans = [(max(a, clip[0]), min(b, clip[1])) for a, b in spans]
    return _joined(spans)


def _straight_range(read: Read, order: ProgramOrder) -> list[Span] | None:
    """`read_ranges` of a read after its one definition in one block, which nearly every read is."""
    definition = read.definitions[0]
    if len(read.definitions) > 1 or read.loops or order.blocks:
        return None
    if not isinstance(definition, OpResult) or definition.owner.parent is not read.op.parent:
        return None
    start, end = order.position(definition.owner), order.end(read.op)
    if start >= end:  # in a graph region
        return None
    spans = [(start, start), (order.end(definition.owner) + 1, end)]
    around = order.spans_around(read.op.parent)
    return _joined([*spans, *around]) if around or spans[1][0] > start + 1 else [(start, end)]


def _block_hull(read: Read, order: ProgramOrder) -> Span | None:
    """Where the blocks are whose arguments are read; None where a result is read too.

    Only writes inside a block, or after it in its region, can spoil what its arguments hold.
    """
    spans = []
    for definition in read.definitions:
        if not isinstance(definition, BlockArgument):
            return None
        block = definition.owner
        op = block.parent_op
        if op is None or block.parent is None or len(block.parent.blocks) == 1:
            spans.append(order.block_span(block))
        else:
            spans.append(order.span(op))
    spans = [span for span in spans if span[0] <= span[1]]
    if not spans:
        return 1, 0
    return min(start for start, _ in spans), max(end for _, end in spans)


def _spans_around_read(read: Read, order: ProgramOrder) -> tuple[list[Span], list[Span]]:
    """Regions before the read that do not run if the read does, such as the other branch.

    And regions and blocks that come neither before nor after it.
    """
    exclusive: list[Span] = []
    unordered: list[Span] = []
    op = read.op
    while op.parent is not None and op.parent.parent is not None:
        block, region = op.parent, op.parent.parent
        if len(region.blocks) > 1:
            unordered += _spans_of_blocks(read, region, block, order)
        owner = region.parent
        if owner is None or owner not in order.first:
            break
        before, beside = order.sibling_spans(region)
        unordered += beside
        if before and not any(order.contains(loop, owner) for loop in read.loops):
            exclusive += before
        op = owner
    return exclusive, unordered


def _spans_around_definitions(read: Read, order: ProgramOrder) -> Iterator[Span]:
    """What is beside a definition in an operation or a region that the read is not in."""
    for definition in read.definitions:
        op = definition.defining_op
        while op is not None and op.parent is not None and op.parent.parent is not None:
            region = op.parent.parent
            owner = region.parent
            if owner is None or owner not in order.first:
                break
            if order.contains(owner, read.op) and region.find_ancestor_op(read.op) is not None:
                break
            if len(owner.regions) > 1:
                yield order.span(owner)
            elif len(region.blocks) > 1:
                yield order.region_span(region)
            op = owner


def _spans_of_blocks(read: Read, region: Region, block: Block, order: ProgramOrder) -> list[Span]:
    """Blocks of `region` that come neither before nor after the read, in `block`.

    Left numbers (see `ProgramOrder`) stand for blocks that come before that of a definition but do
    not dominate it.
    """
    graph = order.block_graph(region)
    found: list[Span] = []
    last = graph.last_in_cycle(block)
    if last is not None and all(block_of(d, region) is block for d in read.definitions):
        last = None  # a cycle redoes the definitions
    if last is not None:
        found.append((order.block_span(block)[0], order.block_span(last)[1]))
    for definition in read.definitions:
        if isinstance(definition, BlockArgument) and definition.owner.parent is region:
            for first, end in graph.between(definition.owner, block, last is not None):
                found.append((order.block_span(first)[0], order.block_span(end)[1]))
            continue
        inner = block_of(definition, region)
        if inner is not None and isinstance(definition, BlockArgument):
            continue  # of a region further inside, where all writes are that matter
        found.append((order.dominated_end[block] + 1, order.region_span(region)[1]))
        if inner is not None:
            start = order.left_number(region, 0)
            found.append((start, start + order.block_span(inner)[0] - 1))
    return found


def _without(span: Span, cuts: list[Span]) -> list[Span]:
    """`span` without the positions in `cuts`."""
    start, end = span
    rest = []
    for cut_start, cut_end in sorted(cuts):
        if cut_start > start:
            rest.append((start, min(end, cut_start - 1)))
        start = max(start, cut_end + 1)
    rest.append((start, end))
    return rest


def _joined(spans: list[Span]) -> list[Span]:
    """The same positions as disjoint intervals, in order."""
    result: list[Span] = []
    for start, end in sorted(spans):
        if start > end:
            continue
        if result and start <= result[-1][1] + 1:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((start, end))
    return result
