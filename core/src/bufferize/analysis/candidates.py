"""Candidates: the pairs of a read and a write that may conflict, found by their positions.

This is an index that makes the analysis fast; it decides nothing. Without it, every read of an alias
set would be tested against every write of the set, with the same answers. Most pairs are ruled out
by the order of the program: only a write between the definition and the read can conflict, or one in
a loop around the read that does not contain the definition. So each read gets a few intervals of
positions (`read_ranges`), most often one; each write is a point; and a candidate is a point in an
interval. `conflicts.py` decides about each candidate.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter
from typing import Generic, TypeVar

from bufferize.analysis.accesses import Freed, Read, UseInProgress, Write, block_of, loops_between
from bufferize.analysis.one_shot_state import OneShotAnalysisState
from bufferize.analysis.program_order import Deferral, ProgramOrder, Span
from bufferize.ir import Block, BlockArgument, OpOperand, OpResult, Region, Value

Pair = tuple[Read, Write]

# The reads and writes of alias sets


class SetAccesses:
    """The reads and writes of one alias set."""

    __slots__ = ("count", "exposing", "non_writable", "private_write", "reads", "writes")

    def __init__(self) -> None:
        self.reads: ByBuffer[Read] = ByBuffer()
        self.writes: ByBuffer[Write] = ByBuffer()
        self.count = 0
        """The number of reads and uses in progress, including those that conflict with nothing."""
        self.non_writable: dict[Value, None] = {}
        """The values of the alias set whose buffers must not be written to."""
        self.exposing: dict[Value | None, OpOperand] = {}
        """For each non-writable value, an operand that would write to it if it were in the set.

        None stands for any non-writable value.
        """
        self.private_write: OpOperand | None = None
        """An operand that writes, in place, a buffer that parallel iterations share."""

    @property
    def size(self) -> int:
        """The number of intervals."""
        return len(self.reads) + len(self.writes)

    def absorb(self, other: SetAccesses) -> None:
        """Move all accesses of `other` here."""
        self.reads.absorb(other.reads)
        self.writes.absorb(other.writes)
        self.count += other.count
        self.non_writable.update(other.non_writable)
        self.exposing.update(other.exposing)
        self.private_write = self.private_write or other.private_write


class AccessIndex:
    """The reads and writes of every alias set, by position. Smaller sets are merged into larger."""

    def __init__(
        self,
        state: OneShotAnalysisState,
        order: ProgramOrder,
        buffer_of: Callable[[Value], Value | None],
    ) -> None:
        self.state = state
        self.order = order
        self.buffer_of = buffer_of
        self.counters = state.counters
        self._sets: defaultdict[Value, SetAccesses] = defaultdict(SetAccesses)

    def of(self, root: Value) -> SetAccesses:
        """Return the accesses of the alias set whose representative is `root`."""
        return self._sets[root]

    def add_read(
        self,
        root: Value,
        operand: OpOperand,
        deferrals: tuple[Deferral, ...],
        value: Value | None = None,
    ) -> None:
        """Add the read of the alias set `root` by `operand`, maybe under another name, `value`."""
        definitions = self.state.definitions(operand) if value is None else (value,)
        loops = loops_between(self.state, operand.owner, definitions)
        read = Read(operand, definitions, loops, deferrals)
        accesses = self.of(root)
        accesses.count += 1
        self.counters.reads += 1
        if deferrals:
            spans = [span for _, span in deferrals]
            if self.order.all in spans:
                self.state.used_later.add(operand.value if value is None else value)
            for start, end in _joined(read_ranges(read, self.order) + spans):
                accesses.reads.add(start, end, read, None)
            return
        by_buffer: dict[Value | None, list[Value]] = {}
        for definition in definitions:
            by_buffer.setdefault(self.buffer_of(definition), []).append(definition)
        for buffer, values in by_buffer.items():
            part = read if len(by_buffer) == 1 else Read(operand, tuple(values), loops)
            for start, end in read_ranges(part, self.order):
                accesses.reads.add(start, end, read, buffer)

    def add_write(self, root: Value, write: Write) -> None:
        """Add an in-place write to the alias set `root`."""
        self.counters.writes += 1
        for number in self.order.places(write.op):
            self.of(root).writes.add(number, number, write, self.buffer_of(write.operand.value))

    def add_use_in_progress(self, root: Value, use: UseInProgress) -> None:
        """Add a use of the alias set `root` that lasts while its owner runs, or that frees it."""
        accesses = self.of(root)
        accesses.count += not isinstance(use, Freed)
        accesses.reads.add(*self._span(use), use, None)

    def _span(self, use: UseInProgress) -> Span:
        """Return the positions at which writes may conflict with `use`."""
        is_freed = isinstance(use, Freed)
        return self.order.from_end(use.op) if is_freed else self.order.span(use.op)

    def merge(self, roots: list[Value], root: Value) -> None:
        """Merge the accesses of the alias sets `roots` into those of the alias set `root`."""
        found = [accesses for old in roots if (accesses := self._sets.pop(old, None)) is not None]
        largest = max(found, key=lambda accesses: accesses.size)
        for accesses in found:
            if accesses is not largest:
                self.counters.merges += 1
                largest.absorb(accesses)
        self._sets[root] = largest

    # Candidates

    def pairs_with_write(self, root: Value, write: Write) -> Iterator[Pair]:
        """Yield pairs of `write` and a read of the alias set `root` that it may conflict with."""
        self.counters.searches += 1
        reads = self.of(root).reads
        for group in reads.possible(self.buffer_of(write.operand.value)):
            for number in self.order.places(write.op):
                for read in group.holding(number):
                    yield read, write

    def pairs_with_use(self, root: Value, use: UseInProgress) -> Iterator[Pair]:
        """Yield pairs of `use` and each write to the alias set `root` that it may conflict with."""
        self.counters.searches += 1
        for group in self.of(root).writes.possible(None):
            for write in group.starting_within(*self._span(use)):
                yield use, write

    def pairs_within(self, root: Value) -> Iterator[Pair]:
        """Yield the candidates among the accesses of one alias set."""
        accesses = self.of(root)
        return self._pairs_of(accesses.writes, accesses.reads)

    def pairs_between(self, a: Value, b: Value) -> Iterator[Pair]:
        """Yield the candidates with one access of the alias set `a` and one of `b`."""
        small, large = self.of(a), self.of(b)
        if small.size > large.size:
            small, large = large, small
        if len(large.reads):
            yield from self._pairs_of(small.writes, large.reads)
        if len(large.writes):
            for buffer, (start, end, read) in small.reads:
                self.counters.searches += 1
                for group in large.writes.possible(buffer):
                    for write in group.starting_within(start, end):
                        yield read, write

    def _pairs_of(self, writes: ByBuffer[Write], reads: ByBuffer[Read]) -> Iterator[Pair]:
        for buffer, (position, _, write) in writes:
            self.counters.searches += 1
            for group in reads.possible(buffer):
                for read in group.holding(position):
                    yield read, write


# The positions at which writes may conflict with a read


def read_ranges(read: Read, order: ProgramOrder) -> list[Span]:
    """Return the positions of writes that may conflict with `read`: disjoint intervals, in order."""
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
            starts.append(order.end(op) + 1)  # a write inside `op` is part of the definition
            points += order.writers_around(op)
        elif isinstance(definition, BlockArgument):
            starts.append(order.block_span(definition.owner)[0])
    start = min(starts)
    if start > order.position(read.op):  # in unreachable blocks or graph regions
        start = 0
    exclusive, unordered = _spans_around_read(read, order)
    spans = _without((start, end), exclusive) + unordered
    spans += _spans_around_definitions(read, order)
    spans += [(point, point) for point in points]
    if clip is not None:
        spans = [(max(a, clip[0]), min(b, clip[1])) for a, b in spans]
    return _joined(spans)


def _straight_range(read: Read, order: ProgramOrder) -> list[Span] | None:
    """Return `read_ranges` for the usual read: after its only definition, in the same block."""
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
    """Return the span of the blocks whose arguments are read; None if a result is read, too.

    Only writes in a block, or after it in its region, can overwrite the contents of its arguments.
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
    """Return regions before the read that do not run if it does, such as the other branch.

    Also return the regions and blocks that come neither before nor after it.
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
    """Yield the regions and blocks beside a definition that do not contain the read."""
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
    """Return the blocks of `region` that come neither before nor after the read in `block`.

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
        home = definition.parent_block
        if home is not None and home.parent is region:
            for first, end in graph.between(home, block):
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
    """Return `span` without the positions in `cuts`."""
    start, end = span
    rest = []
    for cut_start, cut_end in sorted(cuts):
        if cut_start > start:
            rest.append((start, min(end, cut_start - 1)))
        start = max(start, cut_end + 1)
    rest.append((start, end))
    return rest


def _joined(spans: list[Span]) -> list[Span]:
    """Return the positions in `spans` as disjoint intervals, in order."""
    result: list[Span] = []
    for start, end in sorted(spans):
        if start > end:
            continue
        if result and start <= result[-1][1] + 1:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((start, end))
    return result


# Intervals

T = TypeVar("T")

# Up to this many entries, a linear search is the fastest.
_SHORT = 24
_start = itemgetter(0)


class _Run(Generic[T]):
    """A list of intervals sorted by start, with a tree of the greatest ends, built on demand."""

    __slots__ = ("_greatest", "entries", "starts")

    def __init__(self, entries: list[tuple[int, int, T]]) -> None:
        entries.sort(key=_start)
        self.entries = entries
        self.starts = [entry[0] for entry in entries]
        self._greatest: list[int] = []

    def _find_greatest(self) -> list[int]:
        entries = self.entries
        width = 1 << (len(entries) - 1).bit_length()
        greatest = [-1] * width + [entry[1] for entry in entries] + [-1] * (width - len(entries))
        for i in range(width - 1, 0, -1):
            left, right = greatest[2 * i], greatest[2 * i + 1]
            greatest[i] = left if left > right else right
        return greatest

    def holding(self, position: int) -> Iterator[T]:
        limit = bisect_right(self.starts, position)
        if limit == 0:
            return
        greatest = self._greatest = self._greatest or self._find_greatest()
        width, entries = len(greatest) // 2, self.entries
        # Nodes to visit with the index of the first leaf below each; the last pushed is leftmost.
        work = [(1, 0, width)]
        while work:
            node, first, size = work.pop()
            if first >= limit or greatest[node] < position:
                continue
            if node >= width:
                yield entries[first][2]
                continue
            half = size // 2
            work += [(2 * node + 1, first + half, half), (2 * node, first, half)]


class Intervals(Generic[T]):
    """A collection of items on intervals of positions, found by a position inside or by start.

    The entries are in a short unsorted list and in sorted runs of growing size. A full list becomes a
    run, and runs of similar size are joined, so that an entry is moved O(log n) times.
    """

    __slots__ = ("_runs", "_short", "count")

    def __init__(self) -> None:
        self._short: list[tuple[int, int, T]] = []
        self._runs: list[_Run[T]] = []
        self.count = 0

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[tuple[int, int, T]]:
        for run in self._runs:
            yield from run.entries
        yield from self._short

    def add(self, start: int, end: int, item: T) -> None:
        """Add `item` on the positions from `start` to `end`, both included."""
        self.count += 1
        self._short.append((start, end, item))
        if len(self._short) > _SHORT:
            self._shorten()

    def absorb(self, other: Intervals[T]) -> None:
        """Move all entries of `other` here."""
        self.count += other.count
        for run in other._runs:
            self._push(run.entries)
        self._short.extend(other._short)
        if len(self._short) > _SHORT:
            self._shorten()

    def _shorten(self) -> None:
        self._push(self._short)
        self._short = []

    def _push(self, entries: list[tuple[int, int, T]]) -> None:
        while self._runs and len(self._runs[-1].entries) <= 2 * len(entries):
            entries = self._runs.pop().entries + entries
        self._runs.append(_Run(entries))

    def holding(self, position: int) -> Iterator[T]:
        """Yield the items whose interval contains `position`."""
        for run in self._runs:
            yield from run.holding(position)
        for start, end, item in self._short:
            if start <= position <= end:
                yield item

    def starting_within(self, first: int, last: int) -> Iterator[T]:
        """Yield the items whose interval starts at a position from `first` to `last`, both included."""
        for run in self._runs:
            for i in range(bisect_left(run.starts, first), bisect_right(run.starts, last)):
                yield run.entries[i][2]
        for start, _, item in self._short:
            if first <= start <= last:
                yield item


class ByBuffer(Generic[T]):
    """Reads or writes, by the buffer that each is of; None if that is not known.

    Those of different known buffers never conflict, though one value may be either.
    """

    __slots__ = ("_groups", "count")

    def __init__(self) -> None:
        self._groups: dict[Value | None, Intervals[T]] = {}
        self.count = 0

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[tuple[Value | None, tuple[int, int, T]]]:
        for buffer, group in self._groups.items():
            for entry in group:
                yield buffer, entry

    def add(self, start: int, end: int, item: T, buffer: Value | None) -> None:
        """Add an access of `buffer` on the positions from `start` to `end`, both included."""
        self.count += 1
        self._groups.setdefault(buffer, Intervals()).add(start, end, item)

    def absorb(self, other: ByBuffer[T]) -> None:
        """Move all accesses of `other` here."""
        self.count += other.count
        for buffer, group in other._groups.items():
            if self._groups.setdefault(buffer, group) is not group:
                self._groups[buffer].absorb(group)

    def possible(self, buffer: Value | None) -> Iterable[Intervals[T]]:
        """Return the accesses that may be of `buffer`, or of any if it is None."""
        if buffer is None:
            return list(self._groups.values())
        return [self._groups[key] for key in (buffer, None) if key in self._groups]
