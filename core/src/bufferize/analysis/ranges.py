"""Where a write must be to have a chance of disturbing a read.

Exact rules decide about a read and a write; this module says at which positions writes need to be
looked at. The answer is a handful of intervals, most often one: from the definition to the read, or
to the end of the loop around the read that does not redo the definition. Outside of them, order
alone rules a conflict out.
"""

from __future__ import annotations

from bufferize.analysis.accesses import Read, block_of
from bufferize.analysis.positions import Positions, Span
from bufferize.analysis.program_order import ProgramOrder
from bufferize.ir import Block, BlockArgument, Operation, OpResult, Region


def read_ranges(read: Read, order: ProgramOrder) -> list[Span]:
    """The positions of the writes that may conflict with `read`: disjoint intervals, in order."""
    if not read.definitions:
        return []
    straight = _straight_range(read, order)
    if straight is not None:
        return straight
    positions = order.positions
    clip: Span | None = _block_hull(read, positions)
    end = max([positions.end(read.op), *(positions.end(loop) for loop in read.loops)])
    if clip is not None and clip[0] > clip[1]:
        return []
    starts: list[int] = []
    points: list[int] = []
    for definition in read.definitions:
        if isinstance(definition, OpResult):
            op = definition.owner
            points.append(positions.of(op))
            # Writes inside `op` are a part of the definition.
            inside = positions.contains(op, read.op)
            starts.append(positions.of(op) if inside else positions.end(op) + 1)
            points += order.writers_around(op)
        elif isinstance(definition, BlockArgument):
            starts.append(positions.block_span(definition.owner)[0])
    start = min(starts)
    if start > positions.of(read.op):  # in blocks that are never run
        start = 0
    spans = _without((start, end), _exclusive_spans(read, order))
    spans += _unordered_spans(read, order)
    spans += [(point, point) for point in points]
    if clip is not None:
        spans = [(max(a, clip[0]), min(b, clip[1])) for a, b in spans]
    return _joined(spans)


def _straight_range(read: Read, order: ProgramOrder) -> list[Span] | None:
    """`read_ranges` of a read after its one definition in one block, which nearly every read is."""
    positions = order.positions
    definition = read.definitions[0]
    if len(read.definitions) > 1 or read.loops or positions.blocks:
        return None
    if not isinstance(definition, OpResult) or definition.owner.parent is not read.op.parent:
        return None
    start, end = positions.of(definition.owner), positions.end(read.op)
    if start >= end:  # in a graph region
        return None
    spans = [(start, start), (positions.end(definition.owner) + 1, end)]
    around = order.spans_around(read.op.parent)
    return _joined([*spans, *around]) if around or spans[1][0] > start + 1 else [(start, end)]


def _block_hull(read: Read, positions: Positions) -> Span | None:
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
            spans.append(positions.block_span(block))
        else:
            spans.append(positions.span(op))
    spans = [span for span in spans if span[0] <= span[1]]
    if not spans:
        return 1, 0
    return min(start for start, _ in spans), max(end for _, end in spans)


def _exclusive_spans(read: Read, order: ProgramOrder) -> list[Span]:
    """Regions before the read that do not run if the read does, such as the other branch."""
    positions = order.positions
    found: list[Span] = []
    region = read.op.parent_region
    while region is not None:
        op = region.parent
        if op is None or op not in positions.first:
            break
        if len(op.regions) > 1 and not any(positions.contains(loop, op) for loop in read.loops):
            found += order.sibling_spans(region)[0]
        region = op.parent_region
    return found


def _unordered_spans(read: Read, order: ProgramOrder) -> list[Span]:
    """Regions and blocks that come neither before nor after the read or a definition."""
    positions = order.positions
    found: list[Span] = []
    # Around the read: regions that may run along with its own, and blocks of the same region.
    op: Operation = read.op
    while op.parent is not None and op.parent.parent is not None:
        block, region = op.parent, op.parent.parent
        if len(region.blocks) > 1:
            found += _spans_of_blocks(read, region, block, order)
        owner = region.parent
        if owner is None or owner not in positions.first:
            break
        found += order.sibling_spans(region)[1]
        op = owner
    # Around a definition: what is beside it in an operation or a region that the read is not in.
    for definition in read.definitions:
        if not isinstance(definition, OpResult):
            continue
        op = definition.owner
        while op.parent is not None and op.parent.parent is not None:
            region = op.parent.parent
            owner = region.parent
            if owner is None or owner not in positions.first:
                break
            if positions.contains(owner, read.op) and region.find_ancestor_op(read.op) is not None:
                break
            if len(owner.regions) > 1:
                found.append(positions.span(owner))
            elif len(region.blocks) > 1:
                found.append(positions.region_span(region))
            op = owner
    return [span for span in found if span[0] <= span[1]]


def _spans_of_blocks(read: Read, region: Region, block: Block, order: ProgramOrder) -> list[Span]:
    """Blocks of `region` that come neither before nor after the read, in `block`.

    Left numbers (see `ProgramOrder`) stand for blocks that come before that of a definition but do
    not dominate it.
    """
    positions, graph = order.positions, order.block_graph(region)
    found: list[Span] = []
    last = graph.last_in_cycle(block)
    if last is not None and all(block_of(d, region) is block for d in read.definitions):
        last = None  # a cycle redoes the definitions
    if last is not None:
        found.append((positions.block_span(block)[0], positions.block_span(last)[1]))
    for definition in read.definitions:
        if isinstance(definition, BlockArgument) and definition.owner.parent is region:
            for first, end in graph.between(definition.owner, block, last is not None):
                found.append((positions.block_span(first)[0], positions.block_span(end)[1]))
            continue
        inner = block_of(definition, region)
        if inner is not None and isinstance(definition, BlockArgument):
            continue  # of a region further inside, where all writes are that matter
        found.append((positions.dominated_end[block] + 1, positions.region_span(region)[1]))
        if inner is not None:
            start = order.left_number(region, 0)
            found.append((start, start + positions.block_span(inner)[0] - 1))
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
