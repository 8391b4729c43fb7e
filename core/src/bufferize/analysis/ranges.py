"""Where a write must be to have a chance of disturbing a read.

Exact rules decide about a read and a write; this module says at which positions writes need to be
looked at. The answer is a handful of intervals, most often one: from the definition to the read, or
to the end of the loop around the read that does not redo the definition. Outside of them, order
alone rules a conflict out.
"""

from __future__ import annotations

from bufferize.analysis.conflicts import Read
from bufferize.analysis.positions import Positions, Span
from bufferize.analysis.program_order import ProgramOrder
from bufferize.interfaces import RegionBranchOpInterface, has_tensor_values
from bufferize.ir import BlockArgument, Operation, OpResult, Region


def read_ranges(read: Read, order: ProgramOrder) -> list[Span]:
    """The positions of the writes that may conflict with `read`: disjoint intervals, in order."""
    if not read.definitions:
        return []
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
            starts.append(_start_after(op, read.op, positions))
            points.extend(
                positions.of(outer) for outer in _ancestors(op) if _may_write(outer, positions)
            )
        elif isinstance(definition, BlockArgument):
            starts.append(positions.block_span(definition.owner)[0])
    start = min(starts)
    if start > positions.of(read.op):  # blocks that are not laid out in the order they run
        start = 0
    spans = _without((start, end), _exclusive_spans(read, order))
    spans += _unordered_spans(read, order)
    spans += [(point, point) for point in points]
    if clip is not None:
        spans = [(max(a, clip[0]), min(b, clip[1])) for a, b in spans]
    return _joined(spans)


def _block_hull(read: Read, positions: Positions) -> Span | None:
    """The positions of the blocks whose arguments are read; None where a result is read too.

    Only writes inside a block can spoil what its arguments hold.
    """
    spans = []
    for definition in read.definitions:
        if not isinstance(definition, BlockArgument):
            return None
        spans.append(positions.block_span(definition.owner))
    spans = [span for span in spans if span[0] <= span[1]]
    if not spans:
        return 1, 0
    return min(start for start, _ in spans), max(end for _, end in spans)


def _start_after(op: Operation, reader: Operation, positions: Positions) -> int:
    """Where writes after the definition by `op` start.

    Those inside `op` are a part of the definition.
    """
    if positions.contains(op, reader):
        return positions.of(op)
    return positions.end(op) + 1


def _ancestors(op: Operation) -> list[Operation]:
    found = []
    current = op.parent_op
    while current is not None:
        found.append(current)
        current = current.parent_op
    return found


def _may_write(op: Operation, positions: Positions) -> bool:
    return bool(op.op_operands) and op in positions.first and has_tensor_values(op)


def _exclusive_spans(read: Read, order: ProgramOrder) -> list[Span]:
    """Regions before the read that do not run if the read does, such as the other branch."""
    positions = order.positions
    found = []
    region = read.op.parent_region
    while region is not None:
        op = region.parent
        if op is None or op not in positions.first:
            break
        if len(op.regions) > 1 and not any(positions.contains(loop, op) for loop in read.loops):
            for other in op.regions:
                if other is region:
                    break
                if _are_exclusive(op, region, other):
                    found.append(positions.region_span(other))
        region = op.parent_region
    return [span for span in found if span[0] <= span[1]]


def _are_exclusive(op: Operation, a: Region, b: Region) -> bool:
    return isinstance(op, RegionBranchOpInterface) and not (
        op.is_region_reachable(a, b) or op.is_region_reachable(b, a)
    )


def _unordered_spans(read: Read, order: ProgramOrder) -> list[Span]:
    """Regions and blocks that come neither before nor after the read or a definition."""
    positions = order.positions
    found: list[Span] = []
    # Around the read: regions that may run along with its own, and blocks of the same region.
    op: Operation = read.op
    while op.parent is not None and op.parent.parent is not None:
        block, region = op.parent, op.parent.parent
        if len(region.blocks) > 1:
            for first, last in order.block_graph(region).unordered_with(block):
                found.append((positions.block_span(first)[0], positions.block_span(last)[1]))
        owner = region.parent
        if owner is None or owner not in positions.first:
            break
        for sibling in owner.regions:
            if sibling is not region and not _are_exclusive(owner, region, sibling):
                found.append(positions.region_span(sibling))
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
